"""Saboteur: the rules with their options, both those of the card game and those of the report of 2012.

Veldhuis, Jansen and Broers (2012), "Saboteurs", Multi-Agent Systems, University of Groningen: the variant ``source``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from random import Random
from typing import Any, ClassVar, Literal

from games.core.errors import GameError, IllegalAction
from games.core.rules import CHANCE, TERMINAL, Rules, State
from games.saboteur.actions import (
    ROLES,
    SAYINGS,
    Break,
    Discard,
    Draw,
    First,
    Goals,
    Gold,
    Look,
    Repair,
    Reveal,
    Say,
    Take,
    examples,
    played_card,
    read,
)
from games.saboteur.phases import Phase, Position, moment
from games.saboteur.tunnels.board import OFFICIAL, SOURCE, Plan
from games.saboteur.tunnels.cards import GOAL_FACES, GOLD_CARDS, HAND, MINERS, SABOTEURS, Card, Use, deck
from games.saboteur.turns import STEPS
from logic.errors import did_you_mean, shorten


@dataclass(frozen=True)
class Saboteur(Rules):
    """Miners dig for the gold, and saboteurs among them see to it that it is not found.

    Parameters
    ----------
    names : tuple of str
        The players, 3 to 10.
    variant : {'source', 'official'}
        The simplified game of the report, or the card game.
    rounds : int
        How many rounds make a game.
    share : {'players', 'miners'}
        In the card game: as many gold cards as players, or as miners, are drawn when the gold is found.
    """

    names: tuple[str, ...] = ("john", "mary", "bob", "ann", "tom")
    variant: Literal["source", "official"] = "source"
    rounds: int = 3
    share: Literal["players", "miners"] = "players"

    game: ClassVar[str] = "saboteur"
    fewest: ClassVar[int] = 3
    unit: ClassVar[str] = "gold"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.variant not in ("source", "official"):
            raise GameError(f"variant {shorten(repr(self.variant))}: expected 'source' or 'official'")
        if self.share not in ("players", "miners"):
            raise GameError(f"share {shorten(repr(self.share))}: expected 'players' or 'miners'")
        if isinstance(self.rounds, bool) or not isinstance(self.rounds, int) or self.rounds < 1:
            raise GameError(f"rounds {shorten(repr(self.rounds))}: expected how many rounds make a game, at least 1")

    @property
    def is_official(self) -> bool:
        """Whether the card game is played."""
        return self.variant == "official"

    @cached_property
    def plan(self) -> Plan:
        """Where the start and the goals lie."""
        return OFFICIAL if self.is_official else SOURCE

    @cached_property
    def tools(self) -> tuple[str, ...]:
        """What can be broken: three tools in the card game, else one."""
        return ("lamp", "cart", "pick") if self.is_official else ("tool",)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The kinds of cards; hands and the deck name them by their place here."""
        return deck(self.tools)

    @cached_property
    def kinds(self) -> dict[str, int]:
        """Name of a card -> its place in `cards`."""
        return {card.name: kind for kind, card in enumerate(self.cards)}

    @cached_property
    def role_cards(self) -> tuple[int, int]:
        """How many cards of miners and of saboteurs are dealt from; in the card game one more than players."""
        saboteurs = SABOTEURS[self.players]
        return MINERS[self.players] if self.is_official else self.players - saboteurs, saboteurs

    @cached_property
    def hand(self) -> int:
        """Cards dealt to each player."""
        return HAND[self.players]

    @cached_property
    def uses(self) -> tuple[tuple[tuple[int, int, Any], ...], ...]:
        """For each kind of card that works on tools: the seat, the tool's bit, the action."""
        return tuple(tuple(self._uses(card)) for card in self.cards)

    @cached_property
    def discards(self) -> tuple[Discard, ...]:
        """For each kind the action of laying it aside."""
        return tuple(Discard(card.name) for card in self.cards)

    @cached_property
    def draws(self) -> tuple[Draw, ...]:
        """For each kind the outcome that it is drawn."""
        return tuple(Draw(card.name) for card in self.cards)

    def _uses(self, card: Card) -> list[tuple[int, int, Any]]:
        if card.use is Use.BREAK:
            return [
                (seat, self._bit(card.tools[0]), Break(card.tools[0], name)) for seat, name in enumerate(self.names)
            ]
        if card.use is Use.REPAIR:
            with_card = "+".join(card.tools)
            return [
                (seat, self._bit(tool), Repair(tool, name, with_card))
                for seat, name in enumerate(self.names)
                for tool in card.tools
            ]
        return []

    def _bit(self, tool: str) -> int:
        return 1 << self.tools.index(tool)

    def start(self) -> SaboteurState:
        """Before it is drawn who begins."""
        none = (0,) * self.players
        return SaboteurState(
            self,
            Position(
                phase=Phase.FIRST,
                player=0,
                round=1,
                roles=(),
                faces=(),
                board=self.plan.empty,
                hands=((),) * self.players,
                deck=tuple(card.copies for card in self.cards),
                left=sum(card.copies for card in self.cards),
                broken=none,
                peeks=none,
                claims=(),
                looking=0,
                passed=0,
                stack=tuple(GOLD_CARDS.values()),
                offer=(),
                gold=none,
                results=(),
            ),
        )

    def parse(self, text: str) -> Any:
        """The action that a text says; `IllegalAction` too where it names a player, a tool or a card that is not."""
        action = read(text, examples(self.tools[0], self.names[1], "+".join(self.tools[:2])))
        for name, known in self._named(action):
            if name not in known:
                raise IllegalAction(f"{shorten(repr(text))}: no {shorten(repr(name))} here{did_you_mean(name, known)}")
        return action

    def _named(self, action: Any) -> list[tuple[str, Collection[str]]]:
        """The names in an action, each with those that there are."""
        kind = type(action)
        if kind is First:
            return [(action.player, self.names)]
        if kind is Reveal:
            return [(name, self.names) for name in action.saboteurs]
        if kind is Break or kind is Repair:
            return [(action.tool, self.tools), (action.player, self.names), (played_card(action) or "", self.kinds)]
        return [(action.card, self.kinds)] if kind is Discard or kind is Draw else []


class SaboteurState(State):
    """A moment of Saboteur; `position` is what counts for the future."""

    __slots__ = ("_legal", "position")

    rules: Saboteur
    _legal: tuple[Any, ...] | None

    def __init__(self, rules: Saboteur, position: Position) -> None:
        self.rules, self.position, self.past, self._legal = rules, position, None, None

    @property
    def current_player(self) -> int:
        """Whose move it is."""
        phase = self.position.phase
        if phase is Phase.TURN or phase is Phase.CLAIM or phase is Phase.TAKE:
            return self.position.player
        return TERMINAL if phase is Phase.OVER else CHANCE

    @property
    def receiver(self) -> int | None:
        """Whom chance deals a card now, if anyone."""
        now = self.position
        if now.phase is Phase.ROLES:
            return len(now.roles)
        if now.phase is Phase.DEAL:
            return (now.player + sum(map(len, now.hands))) % self.rules.players
        return now.player if now.phase is Phase.DRAW else None

    def legal_actions(self) -> tuple[Any, ...]:
        """What the player can do. O(k m) for k openings, m cards in hand, once a state."""
        if self._legal is None:
            action = DECISIONS.get(self.position.phase)
            self._legal = () if action is None else action(self)
        return self._legal

    def is_legal(self, action: Any) -> bool:
        """Whether the action can be taken, or the outcome can come up."""
        now = self.position
        if now.phase is Phase.DEAL or now.phase is Phase.DRAW:
            kind = self.rules.kinds.get(action.card or "") if type(action) is Draw else None
            return kind is not None and now.deck[kind] > 0
        return super().is_legal(action)

    def chance_outcomes(self) -> tuple[tuple[Any, Fraction], ...] | None:
        """What can come up, and how probable it is; cards are dealt one by one."""
        listed = LISTS.get(self.position.phase)
        if listed is None:
            return None
        weights = [(outcome, weight) for outcome, weight in listed(self) if weight]
        total = sum(weight for _, weight in weights)
        return tuple((outcome, Fraction(weight, total)) for outcome, weight in weights)

    def sample(self, rng: Random) -> Any:
        """An outcome drawn by its probability; `GameError` where chance does not move."""
        now = self.position
        if now.phase is Phase.DEAL or now.phase is Phase.DRAW:
            mark, kind = int(rng.random() * now.left), 0
            while mark >= now.deck[kind]:
                mark -= now.deck[kind]
                kind += 1
            return self.rules.draws[kind]
        if now.phase not in LISTS:
            raise GameError(f"chance does not move now: {moment(self.rules.names[now.player], now.phase)}")
        outcomes = LISTS[now.phase](self)
        return rng.choices([outcome for outcome, _ in outcomes], [weight for _, weight in outcomes])[0]

    def returns(self) -> tuple[Fraction, ...]:
        """The gold that each has."""
        if self.position.phase is not Phase.OVER:
            raise GameError("the game is not over: no returns yet")
        return tuple(map(Fraction, self.position.gold))

    def _next(self, action: Any) -> SaboteurState:
        return SaboteurState(self.rules, STEPS[type(action)](self.rules, self.position, action))


def _turn(state: SaboteurState) -> tuple[Any, ...]:
    """Each card of the hand in each way, then each card laid aside."""
    rules, now = state.rules, state.position
    kinds = tuple(dict.fromkeys(now.hands[now.player]))
    found: list[Any] = []
    if not now.broken[now.player]:
        found += now.board.fits(tuple(bits for kind in kinds for bits in rules.cards[kind].shapes))
    for kind in kinds:
        use = rules.cards[kind].use
        if use is not Use.PATH:
            found += _WAYS[use](state, kind)
    found += [rules.discards[kind] for kind in kinds]
    return tuple(found)


def _maps(state: SaboteurState, kind: int) -> list[Any]:
    return [
        look for look, place in zip(LOOKS, state.rules.plan.ends, strict=True) if state.position.board.is_hidden(place)
    ]


def _rockfalls(state: SaboteurState, kind: int) -> list[Any]:
    return list(state.position.board.rockfalls)


def _breaks(state: SaboteurState, kind: int) -> list[Any]:
    now = state.position
    uses = state.rules.uses[kind]
    return [action for seat, tool, action in uses if seat != now.player and not now.broken[seat] & tool]


def _repairs(state: SaboteurState, kind: int) -> list[Any]:
    broken = state.position.broken
    return [action for seat, tool, action in state.rules.uses[kind] if broken[seat] & tool]


def _says(state: SaboteurState) -> tuple[Any, ...]:
    return tuple(Say(state.position.looking, what) for what in SAYINGS)


def _takes(state: SaboteurState) -> tuple[Any, ...]:
    return tuple(Take(nuggets) for nuggets in sorted(set(state.position.offer), reverse=True))


def _firsts(state: SaboteurState) -> list[tuple[Any, int]]:
    return [(First(name), 1) for name in state.rules.names]


def _roles(state: SaboteurState) -> list[tuple[Any, int]]:
    dealt = state.position.roles
    miners, saboteurs = state.rules.role_cards
    return list(zip(ROLES, (miners - len(dealt) + sum(dealt), saboteurs - sum(dealt)), strict=True))


def _draws(state: SaboteurState) -> list[tuple[Any, int]]:
    return list(zip(state.rules.draws, state.position.deck, strict=True))


def _reveals(state: SaboteurState) -> list[tuple[Any, int]]:
    roles = state.position.roles
    return [(Reveal(tuple(name for name, role in zip(state.rules.names, roles, strict=True) if role)), 1)]


def _golds(state: SaboteurState) -> list[tuple[Any, int]]:
    return [(Gold(nuggets), left) for nuggets, left in zip(GOLD_CARDS, state.position.stack, strict=True)]


LOOKS = tuple(Look(goal) for goal in (1, 2, 3))
GOAL_ORDERS = tuple((Goals(faces), 1) for faces in permutations(GOAL_FACES))
_WAYS: dict[Use, Callable[[SaboteurState, int], list[Any]]] = {
    Use.MAP: _maps,
    Use.ROCKFALL: _rockfalls,
    Use.BREAK: _breaks,
    Use.REPAIR: _repairs,
}
DECISIONS: dict[Phase, Callable[[SaboteurState], tuple[Any, ...]]] = {
    Phase.TURN: _turn,
    Phase.CLAIM: _says,
    Phase.TAKE: _takes,
}
"""Phase -> what the player can do."""
LISTS: dict[Phase, Callable[[SaboteurState], list[tuple[Any, int]]]] = {
    Phase.FIRST: _firsts,
    Phase.ROLES: _roles,
    Phase.GOALS: lambda state: list(GOAL_ORDERS),
    Phase.DEAL: _draws,
    Phase.DRAW: _draws,
    Phase.REVEAL: _reveals,
    Phase.GOLD: _golds,
}
"""Phase -> outcomes of chance and their weights."""
