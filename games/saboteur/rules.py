"""Saboteur: the rules of the card game, and those of the report of 2012 (see `games.saboteur.variants`)."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, permutations
from random import Random
from typing import Any

from games.core.errors import GameError, IllegalAction
from games.core.rules import CHANCE, TERMINAL, State
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
from games.saboteur.position import DECIDING, Phase, Position, moment
from games.saboteur.transitions import STEPS
from games.saboteur.tunnels.cards import GOAL_FACES, GOLD_CARDS, Use
from games.saboteur.variants import Variant
from logic.errors import did_you_mean, shorten


@dataclass(frozen=True)
class Saboteur(Variant):
    """Miners dig for the gold, and saboteurs among them try to prevent it; the options are those of `Variant`."""

    def start(self) -> SaboteurState:
        """The state before it is drawn who begins."""
        _ = self.kinds, self.uses, self.discards, self.draws  # made now: made on demand they would tell who holds what
        return SaboteurState(self, self.fresh)

    def parse(self, text: str) -> Any:
        """The action that a text describes; `IllegalAction` if it names an unknown player, tool or card."""
        action = read(text, examples(self.tools[0], self.names[1], "+".join(self.tools[:2])))
        for name, known in self._named(action):
            if name not in known:
                raise IllegalAction(f"{shorten(repr(text))}: no {shorten(repr(name))} here{did_you_mean(name, known)}")
        return action

    def _named(self, action: Any) -> list[tuple[str, Collection[str]]]:
        """The names in an action, each with the names that exist."""
        kind = type(action)
        if kind is First:
            return [(action.player, self.names)]
        if kind is Reveal:
            return [(name, self.names) for name in action.saboteurs]
        if kind is Break or kind is Repair:
            return [(action.tool, self.tools), (action.player, self.names), (played_card(action) or "", self.kinds)]
        return [(action.card, self.kinds)] if kind is Discard or kind is Draw else []


class SaboteurState(State):
    """A moment of Saboteur."""

    __slots__ = ("_legal", "current_player", "position")

    rules: Saboteur
    current_player: int
    _legal: tuple[Any, ...] | None

    def __init__(self, rules: Saboteur, position: Position) -> None:
        self.rules, self.position, self.past, self._legal = rules, position, None, None
        phase = position.phase
        self.current_player = position.player if phase in DECIDING else TERMINAL if phase is Phase.OVER else CHANCE

    @property
    def receiver(self) -> int | None:
        """The seat that chance deals a card to now, or None."""
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
        """Whether the action can be taken, or the outcome can occur."""
        now = self.position
        if now.phase is Phase.DEAL or now.phase is Phase.DRAW:
            kind = self.rules.kinds.get(action.card or "") if type(action) is Draw else None
            return kind is not None and now.deck[kind] > 0
        return super().is_legal(action)

    def chance_outcomes(self) -> tuple[tuple[Any, Fraction], ...] | None:
        """The possible outcomes and their probabilities; cards are dealt one by one."""
        listed = LISTS.get(self.position.phase)
        if listed is None:
            return None
        weights = [(outcome, weight) for outcome, weight in listed(self) if weight]
        total = sum(weight for _, weight in weights)
        return tuple((outcome, Fraction(weight, total)) for outcome, weight in weights)

    def sample(self, rng: Random) -> Any:
        """An outcome drawn by its probability; `GameError` if chance does not move."""
        now = self.position
        if now.phase is Phase.DEAL or now.phase is Phase.DRAW:
            kind = bisect(list(accumulate(now.deck)), int(rng.random() * now.left))
            return self.rules.draws[kind]
        if now.phase not in LISTS:
            raise GameError(f"chance does not move now: {moment(self.rules.names[now.player], now.phase)}")
        outcomes = LISTS[now.phase](self)
        return rng.choices([outcome for outcome, _ in outcomes], [weight for _, weight in outcomes])[0]

    def returns(self) -> tuple[Fraction, ...]:
        """The gold of each player."""
        if self.position.phase is not Phase.OVER:
            raise GameError("the game is not over: no returns yet")
        return tuple(map(Fraction, self.position.gold))

    def _next(self, action: Any) -> SaboteurState:
        return SaboteurState(self.rules, STEPS[type(action)](self.rules, self.position, action))


def _turn(state: SaboteurState) -> tuple[Any, ...]:
    """Each way to use a card of the hand, then each card laid aside."""
    rules, now = state.rules, state.position
    kinds = list(dict.fromkeys(now.hands[now.player]))
    cards = [(kind, rules.cards[kind]) for kind in kinds]
    found: list[Any] = []
    if not now.broken[now.player]:
        found += now.board.fits([bits for _, card in cards for bits in card.shapes])
    for kind, card in cards:
        if not card.shapes:
            found += _WAYS[card.use](state, kind)
    found += [rules.discards[kind] for kind in kinds]
    return tuple(found)


def _maps(state: SaboteurState, kind: int) -> list[Any]:
    board = state.position.board
    return [look for look, place in zip(LOOKS, state.rules.plan.ends, strict=True) if board.is_hidden(place)]


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
