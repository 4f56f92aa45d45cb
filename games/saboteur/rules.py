"""Saboteur: the rules of the card game and of a simplified game.

The simplified game, with the variant ``source``, is that of Veldhuis, Jansen and Broers (2012), "Saboteurs",
Multi-Agent Systems, University of Groningen.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from random import Random
from typing import Any, ClassVar, Literal, NamedTuple

from games.core.errors import GameError, IllegalAction
from games.core.rules import CHANCE, TERMINAL, AnyPhase, PhasedState, Rules, changer, with_value
from games.core.sentences import turn_of
from games.saboteur.actions import (
    GOAL_ORDERS,
    ROLES,
    SABOTEUR,
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
    Role,
    Say,
    Take,
    examples,
    played_card,
    read,
)
from games.saboteur.tunnels.board import OFFICIAL, SOURCE, Board, Lay, Plan, Rockfall
from games.saboteur.tunnels.cards import GOLD_CARDS, HAND, MINERS, SABOTEURS, WAGES, Card, Use, deck
from logic.errors import did_you_mean, shorten

MOST_GOLD = 9  # the largest number of gold cards drawn, also for ten players
MOST_ROUNDS = 1_000  # Rounds of the longest game: its history is kept in memory


class Phase(AnyPhase):
    """The phases of a game, each with a text about the next event."""

    FIRST = "it is drawn who begins"
    ROLES = "role cards are dealt"
    GOALS = "the goals are laid out"
    DEAL = "cards are dealt"
    TURN = "to play"
    CLAIM = "to say what the map showed"
    DRAW = "a card is drawn"
    REVEAL = "the round is over"
    GOLD = "gold cards are drawn"
    TAKE = "to take a gold card"
    OVER = "the game is over"


DECIDING = frozenset((Phase.TURN, Phase.CLAIM, Phase.TAKE))  # the phases in which a player decides


def moment(name: str, phase: Phase) -> str:
    """The next event in words, with the player if it is a player's decision."""
    return turn_of(name, phase.value) if phase in DECIDING else phase.value


class Result(NamedTuple):
    """The result of a round: whether gold was found, who played last, and the saboteurs (None until revealed)."""

    found: bool
    finisher: int
    saboteurs: tuple[int, ...] | None


class Position(NamedTuple):
    """The complete position: everything that decides what can happen next.

    `round` counts from 1, and `left` is the number of cards in the deck.
    """

    phase: Phase
    player: int
    round: int
    board: Board
    # `hands`, `deck`: the kinds of the cards in each hand, sorted; and the number of cards of each kind in the deck
    hands: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]
    left: int
    # `broken`, `peeks`: the broken tools, and the goals that the player looked at, by seat as bits
    broken: tuple[int, ...]
    peeks: tuple[int, ...]
    # `stack`, `offer`, `gold`: the number of gold cards left, by value; the gold cards passed around; the nuggets by
    # seat
    stack: tuple[int, ...]
    gold: tuple[int, ...]
    results: tuple[Result, ...] = ()  # the results of the rounds that are decided
    roles: tuple[bool, ...] = ()  # the roles dealt so far, by seat; True for a saboteur
    faces: tuple[str, ...] = ()  # the faces of the goals; on the board they are hidden until they are turned up
    claims: tuple[tuple[int, int, str], ...] = ()  # seat, goal and content of each claim, in order
    # `looking`, `passed`: the goal that the player has just looked at, 0 if none; number of passes in a row since the
    # deck was used up
    looking: int = 0
    passed: int = 0
    offer: tuple[int, ...] = ()


changed = changer(Position)  # ``changed(position, phase=..., player=...)``


@dataclass(frozen=True)
class Saboteur(Rules):
    """Miners dig for the gold, and hidden saboteurs try to stop them.

    Parameters
    ----------
    names : tuple of str
        The players, 3 to 10.
    variant : {'source', 'official'}
        The simplified game of Veldhuis, Jansen and Broers, or the card game.
    rounds : int
        The number of rounds in a game, from 1 to 1,000.
    share : {'players', 'miners'}
        In the card game, the number of gold cards drawn when gold is found: one per player, or one per miner.
    """

    names: tuple[str, ...] = ("john", "mary", "bob", "ann", "tom")
    variant: Literal["source", "official"] = "source"
    rounds: int = 3
    share: Literal["players", "miners"] = "players"

    game: ClassVar[str] = "saboteur"
    ranges: ClassVar[Mapping[str, tuple[int, int]]] = {"rounds": (1, MOST_ROUNDS)}
    fewest: ClassVar[int] = 3
    unit: ClassVar[str] = "gold"

    @property
    def is_official(self) -> bool:
        """Whether the card game is played."""
        return self.variant == "official"

    @cached_property
    def plan(self) -> Plan:
        """The plan of the mine: its size and the cells of the start and the goals."""
        return OFFICIAL if self.is_official else SOURCE

    @cached_property
    def tools(self) -> tuple[str, ...]:
        """The tools that can be broken: three in the card game, otherwise one."""
        return ("lamp", "cart", "pick") if self.is_official else ("tool",)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The kinds of cards; hands and the deck refer to them by index."""
        return deck(self.tools)

    @cached_property
    def kinds(self) -> dict[str, int]:
        """The index of each card in `cards`, by name."""
        return {card.name: kind for kind, card in enumerate(self.cards)}

    @cached_property
    def role_cards(self) -> tuple[int, int]:
        """The numbers of miner and saboteur cards; in the card game there is one more card than there are players."""
        saboteurs = SABOTEURS[self.players]
        return MINERS[self.players] if self.is_official else self.players - saboteurs, saboteurs

    @cached_property
    def uses(self) -> tuple[tuple[tuple[int, int, Any], ...], ...]:
        """For each kind of card, its uses on tools: the seat of the tool's owner, the tool's bit, and the action."""
        return tuple(tuple(self._uses(card)) for card in self.cards)

    @cached_property
    def discards(self) -> tuple[Discard, ...]:
        """For each kind of card, the action that discards it."""
        return tuple(Discard(card.name) for card in self.cards)

    @cached_property
    def draws(self) -> tuple[Draw, ...]:
        """For each kind of card, the chance outcome that it is drawn."""
        return tuple(Draw(card.name) for card in self.cards)

    def _uses(self, card: Card) -> list[tuple[int, int, Any]]:
        if card.use not in (Use.BREAK, Use.REPAIR):
            return []
        said, breaks = "+".join(card.tools), card.use is Use.BREAK
        return [
            (seat, 1 << self.tools.index(tool), Break(tool, name) if breaks else Repair(tool, name, said))
            for seat, name in enumerate(self.names)
            for tool in card.tools
        ]

    def fresh(self, phase: Phase, player: int, number: int, stack: Any, gold: Any) -> Position:
        """The position at the start of round `number`; `stack` and `gold` are as in `Position`."""
        none, copies = (0,) * self.players, tuple(card.copies for card in self.cards)
        hands = ((),) * self.players
        return Position(phase, player, number, self.plan.empty, hands, copies, sum(copies), none, none, stack, gold)

    def start(self) -> SaboteurState:
        """The state before chance chooses the first player."""
        # computed now: if cached on demand, they would reveal who has which card
        _ = self.kinds, self.uses, self.discards, self.draws
        return SaboteurState(self, self.fresh(Phase.FIRST, 0, 1, tuple(GOLD_CARDS.values()), (0,) * self.players))

    def parse(self, text: str) -> Any:
        """The action that a text describes.

        Raises `IllegalAction` if it describes no action, or names an unknown player, tool or card.
        """
        action = read(text, examples(self.tools[0], self.names[1], "+".join(self.tools[:2])))
        for name, known in self._named(action):
            if name not in known:
                raise IllegalAction(f"{shorten(repr(text))}: no {shorten(repr(name))} here{did_you_mean(name, known)}")
        return action

    def _named(self, action: Any) -> list[tuple[str, Collection[str]]]:
        """The names in an action, each with the names that are valid in its place."""
        kind = type(action)
        if kind is First:
            return [(action.player, self.names)]
        if kind is Reveal:
            return [(name, self.names) for name in action.saboteurs]
        if kind is Break or kind is Repair:
            return [(action.tool, self.tools), (action.player, self.names), (played_card(action) or "", self.kinds)]
        return [(action.card, self.kinds)] if kind is Discard or kind is Draw else []


def uncovered(board: Board, faces: tuple[str, ...]) -> Board:
    """The board after all goals that a path reaches are turned face up."""
    while board.leads_to_goal and board.reach.goals:
        place, arrivals = board.reach.goals[0]
        board = board.with_goal(place, faces[board.plan.ends.index(place)], arrivals)
    return board


class SaboteurState(PhasedState):
    """A state of Saboteur: the rules and the position."""

    __slots__ = ("_legal",)

    rules: Saboteur
    position: Position
    movers: ClassVar = dict.fromkeys({*Phase} - DECIDING, CHANCE) | {Phase.OVER: TERMINAL}
    _legal: tuple[Any, ...] | None

    def __init__(self, rules: Saboteur, position: Position) -> None:
        super().__init__(rules, position)
        self._legal = None

    @property
    def receiver(self) -> int | None:
        """The seat that gets the next card dealt by chance; None if no card is dealt to a player."""
        now = self.position
        if now.phase is Phase.ROLES:
            return len(now.roles)
        if now.phase is Phase.DEAL:
            return (now.player + sum(map(len, now.hands))) % self.rules.players
        return now.player if now.phase is Phase.DRAW else None

    def legal_actions(self) -> tuple[Any, ...]:
        """The player's legal actions, cached. O(k m) for k cells where a card fits and m cards in hand."""
        if self._legal is None:
            self._legal = tuple(_decisions(self))
        return self._legal

    def is_legal(self, action: Any) -> bool:
        """Whether the action is legal, or the chance outcome possible."""
        now = self.position
        if now.phase is Phase.DEAL or now.phase is Phase.DRAW:
            kind = self.rules.kinds.get(action.card or "") if type(action) is Draw else None
            return kind is not None and now.deck[kind] > 0
        return super().is_legal(action)

    def chance_outcomes(self) -> tuple[tuple[Any, Fraction], ...] | None:
        """The possible outcomes and their probabilities; None if chance does not move. Cards are dealt one by one."""
        if self.current_player != CHANCE:
            return None
        weights = [(outcome, weight) for outcome, weight in _outcomes(self) if weight]
        total = sum(weight for _, weight in weights)
        return tuple((outcome, Fraction(weight, total)) for outcome, weight in weights)

    def sample(self, rng: Random) -> Any:
        """A random outcome of chance; `GameError` if chance does not move."""
        now = self.position
        if now.phase is Phase.DEAL or now.phase is Phase.DRAW:
            return self.rules.draws[bisect(list(accumulate(now.deck)), int(rng.random() * now.left))]
        if self.current_player != CHANCE:
            raise GameError(f"chance does not move now: {moment(self.rules.names[now.player], now.phase)}")
        outcomes = _outcomes(self)
        return rng.choices([outcome for outcome, _ in outcomes], [weight for _, weight in outcomes])[0]

    def returns(self) -> tuple[Fraction, ...]:
        """The gold nuggets of each player at the end."""
        self._require_over()
        return tuple(map(Fraction, self.position.gold))

    def _next(self, action: Any) -> SaboteurState:
        return SaboteurState(self.rules, _after(self, action))


def _after(state: SaboteurState, action: Any) -> Position:
    rules, now = state.rules, state.position
    match action:
        case Draw():
            return _drawn(state, action)
        case Discard():
            return _played(rules, now, action, passed=now.passed + (now.left == 0))
        case Lay():
            board = uncovered(now.board.with_card(rules.plan.place(action.x, action.y), action.shape), now.faces)
            if board.is_hidden(rules.plan.ends[now.faces.index("gold")]):
                return _played(rules, now, action, board=board)
            return _ended(changed(now, hands=_without(rules, now, action), passed=0, board=board), is_found=True)
        case Rockfall():
            return _played(rules, now, action, board=now.board.without(rules.plan.place(action.x, action.y)))
        case Look():
            peeks = with_value(now.peeks, now.player, now.peeks[now.player] | 1 << action.goal - 1)
            hands = _without(rules, now, action)
            return changed(now, phase=Phase.CLAIM, hands=hands, passed=0, peeks=peeks, looking=action.goal)
        case Say():
            return _played(rules, now, action, claims=(*now.claims, (now.player, action.goal, action.what)), looking=0)
        case Break() | Repair():
            seat, tool = rules.seats[action.player], 1 << rules.tools.index(action.tool)
            return _played(rules, now, action, broken=with_value(now.broken, seat, now.broken[seat] ^ tool))
        case First():
            return now._replace(phase=Phase.ROLES, player=rules.seats[action.player])
        case Role():
            roles = (*now.roles, action.role == SABOTEUR)
            return now._replace(phase=Phase.GOALS if len(roles) == rules.players else Phase.ROLES, roles=roles)
        case Goals():
            return now._replace(phase=Phase.DEAL, faces=action.faces)
        case Gold():
            return _gold(rules, now, action)
        case Take():
            at = now.offer.index(action.nuggets)
            gold = with_value(now.gold, now.player, now.gold[now.player] + action.nuggets)
            taken = now._replace(gold=gold, offer=now.offer[:at] + now.offer[at + 1 :])
            return taken._replace(player=_next_miner(now, now.player)) if taken.offer else _next_round(rules, taken)
    return _revealed(rules, now)


def _drawn(state: SaboteurState, action: Draw) -> Position:
    rules, now, seat = state.rules, state.position, state.receiver or 0
    kind = rules.kinds[action.card or ""]
    hands = with_value(now.hands, seat, tuple(sorted((*now.hands[seat], kind))))
    dealt = now.phase is Phase.DEAL and sum(map(len, hands)) == rules.players * HAND[rules.players]
    phase, deck = Phase.TURN if dealt else now.phase, with_value(now.deck, kind, now.deck[kind] - 1)
    after = changed(now, phase=phase, hands=hands, deck=deck, left=now.left - 1)
    return _next_turn(rules, after) if phase is Phase.DRAW else after


def _played(rules: Saboteur, now: Position, action: Any, passed: int = 0, **changes: Any) -> Position:
    """The position after the player uses a card: the player draws next or, if the deck is empty, the turn passes."""
    after = changed(now, phase=Phase.DRAW, hands=_without(rules, now, action), passed=passed, **changes)
    return after if now.left else _next_turn(rules, after)


def _without(rules: Saboteur, now: Position, action: Any) -> tuple[tuple[int, ...], ...]:
    """The hands without the card that the action uses, if it uses one."""
    hand, card = now.hands[now.player], played_card(action)
    if card is None:
        return now.hands
    at = hand.index(rules.kinds[card])
    return with_value(now.hands, now.player, hand[:at] + hand[at + 1 :])  # type: ignore[no-any-return]


def _next_turn(rules: Saboteur, now: Position) -> Position:
    """The position at the turn of the next player with cards; without a next turn, at the end of the round."""
    players, passed = rules.players, now.passed
    for seat in range(now.player + 1, now.player + 1 + players):
        if passed >= players and not rules.is_official:
            break
        if now.hands[seat % players]:
            return changed(now, phase=Phase.TURN, player=seat % players, passed=passed)
        passed += 1
    return _ended(now, is_found=False)


def _ended(now: Position, is_found: bool) -> Position:
    return changed(now, phase=Phase.REVEAL, results=(*now.results, Result(is_found, now.player, None)))


def _revealed(rules: Saboteur, now: Position) -> Position:
    """The position after the roles are shown: the winners are paid, or gold cards are to be drawn."""
    saboteurs = tuple(seat for seat, role in enumerate(now.roles) if role)
    result = now.results[-1]._replace(saboteurs=saboteurs)
    now = now._replace(results=(*now.results[:-1], result))
    if result.found and rules.is_official:
        return now._replace(phase=Phase.GOLD) if any(now.stack) else _next_round(rules, now)
    wage = WAGES.get(len(saboteurs), 0) if rules.is_official else 1
    paid = [wage * (role != result.found) for role in now.roles]
    stack = now.stack
    for seat, due in enumerate(paid if rules.is_official else ()):
        stack, unpaid = _less(stack, due)
        paid[seat] -= unpaid
    gold = tuple(has + more for has, more in zip(now.gold, paid, strict=True))
    return _next_round(rules, now._replace(gold=gold, stack=stack))


def _less(stack: tuple[int, ...], wage: int) -> tuple[tuple[int, ...], int]:
    """The gold cards left after a wage is paid with the largest cards possible, and the unpaid rest of the wage."""
    for index, nuggets in reversed(list(enumerate(GOLD_CARDS))):
        cards = min(stack[index], wage // nuggets)
        stack, wage = with_value(stack, index, stack[index] - cards), wage - cards * nuggets
    return stack, wage


def _gold(rules: Saboteur, now: Position, action: Gold) -> Position:
    index, offer = list(GOLD_CARDS).index(action.nuggets), (*now.offer, action.nuggets)
    drawn = now._replace(stack=with_value(now.stack, index, now.stack[index] - 1), offer=offer)
    wanted = rules.players if rules.share == "players" else now.roles.count(False)
    if len(offer) < min(wanted, MOST_GOLD) and any(drawn.stack):
        return drawn
    finisher = now.results[-1].finisher
    taker = _next_miner(now, finisher) if now.roles[finisher] else finisher
    return drawn._replace(phase=Phase.TAKE, player=taker)


def _next_miner(now: Position, seat: int) -> int:
    """The next miner counter-clockwise, the direction in which gold is passed on."""
    players = len(now.roles)
    return next(each % players for each in range(seat - 1, seat - 1 - players, -1) if not now.roles[each % players])


def _next_round(rules: Saboteur, now: Position) -> Position:
    if now.round == rules.rounds:
        return now._replace(phase=Phase.OVER)
    first = (now.results[-1].finisher + 1) % rules.players
    return rules.fresh(Phase.ROLES, first, now.round + 1, now.stack, now.gold)._replace(results=now.results)


LOOKS = tuple(Look(goal) for goal in (1, 2, 3))


def _decisions(state: SaboteurState) -> list[Any]:
    """The player's possible actions; in a turn, each use of a card in hand, then each discard."""
    rules, now = state.rules, state.position
    if now.phase is Phase.CLAIM:
        return [Say(now.looking, what) for what in SAYINGS]
    if now.phase is Phase.TAKE:
        return [Take(nuggets) for nuggets in sorted(set(now.offer), reverse=True)]
    if now.phase is not Phase.TURN:
        return []
    kinds = list(dict.fromkeys(now.hands[now.player]))
    actions: list[Any] = []
    if not now.broken[now.player]:
        actions += now.board.fits([bits for kind in kinds for bits in rules.cards[kind].shapes])
    for kind in kinds:
        if not rules.cards[kind].shapes:  # an action card
            actions += _uses(rules, now, kind)
    return actions + [rules.discards[kind] for kind in kinds]


def _uses(rules: Saboteur, now: Position, kind: int) -> list[Any]:
    """The legal ways to play an action card of this kind."""
    match rules.cards[kind].use:
        case Use.MAP:
            return [look for look, end in zip(LOOKS, rules.plan.ends, strict=True) if now.board.is_hidden(end)]
        case Use.ROCKFALL:
            return list(now.board.rockfalls)
        case Use.BREAK:
            uses = rules.uses[kind]
            return [action for seat, tool, action in uses if seat != now.player and not now.broken[seat] & tool]
        case Use.REPAIR:
            return [action for seat, tool, action in rules.uses[kind] if now.broken[seat] & tool]
    return []


def _outcomes(state: SaboteurState) -> list[tuple[Any, int]]:
    rules, now = state.rules, state.position
    match now.phase:
        case Phase.FIRST:
            return [(First(name), 1) for name in rules.names]
        case Phase.ROLES:
            (miners, saboteurs), dealt = rules.role_cards, now.roles
            return list(zip(ROLES, (miners - len(dealt) + sum(dealt), saboteurs - sum(dealt)), strict=True))
        case Phase.GOALS:
            return [(Goals(faces), 1) for faces in GOAL_ORDERS]
        case Phase.REVEAL:
            return [(Reveal(tuple(name for name, role in zip(rules.names, now.roles, strict=True) if role)), 1)]
        case Phase.GOLD:
            return [(Gold(nuggets), left) for nuggets, left in zip(GOLD_CARDS, now.stack, strict=True)]
    return list(zip(rules.draws, now.deck, strict=True))
