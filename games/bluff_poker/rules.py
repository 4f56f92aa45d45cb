"""Bluff Poker: three dice under a cup, bids that may be lies, and who dares to lift it.

The Groningen variant of the Dutch game *blufpoker*, as described in docs/games/bluff_poker.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, product
from random import Random
from typing import Any, ClassVar, Literal, NamedTuple

from games.bluff_poker.actions import (
    BELIEVE,
    CALL,
    DICE,
    LOOK,
    STOP,
    Action,
    Bid,
    Rolls,
    Starts,
    Throw,
    read,
)
from games.bluff_poker.outcomes import FACES, Ladder, ladder, outcome
from games.core.errors import GameError
from games.core.rules import CHANCE, TERMINAL, Rules, State
from logic.errors import shorten

ALL_DICE = frozenset(DICE)
LONGEST = 1_000
"""The highest limit of penalties, since a game stores all its moves."""
POKER_THROWS = 3
"""How often the believer of a poker may throw."""


class Phase(Enum):
    """What is to be done next."""

    DRAW = "drawing who starts"
    ROLL = "dice in the air"
    BID = "to bid"
    ANSWER = "to call or to believe"
    CUP = "to look, or to throw for a believed poker, or to pass the cup on unseen"
    THROW = "to throw or to bid"
    POKER = "to match a believed poker"
    OVER = "over"


class Position(NamedTuple):
    """Everything that decides what can happen next.

    Attributes
    ----------
    phase : Phase
    player : int
        The player whose turn it is; the thrower while dice are in the air.
    starter : int
        The player who started the round.
    round : int
        The number of the round, from 1.
    dice : tuple of int
        The values of dice 1, 2, 3; 0 for one that is in the air.
    knowers : tuple of int
        For each die the players who know its value, as bits.
    outside : frozenset of int
        The dice that stand beside the cup, for all to see.
    thrown : frozenset of int
        The dice that the player has thrown in this turn.
    throw : Throw
        The last throw; what is in the air, in the phase `ROLL`.
    bid, beaten : int, optional
        The standing bid, and the bid that its bidder had to beat.
    bidder : int, optional
        The player who made the standing bid.
    bids : tuple of (int, int)
        The bids of the round: bidder, outcome.
    throws_left : int
        While a believed poker is played for: how many throws are left.
    penalties : tuple of int
        By seat.
    """

    phase: Phase
    player: int
    starter: int
    round: int
    dice: tuple[int, int, int]
    knowers: tuple[int, int, int]
    outside: frozenset[int]
    thrown: frozenset[int]
    throw: Throw
    bid: int | None
    beaten: int | None
    bidder: int | None
    bids: tuple[tuple[int, int], ...]
    throws_left: int
    penalties: tuple[int, ...]


ALL_CLOSED = Throw(DICE, is_open=False)
ALL_OPEN = Throw(DICE, is_open=True)


@dataclass(frozen=True)
class BluffPoker(Rules):
    """The rules and their options, for 2 to 8 players.

    Parameters
    ----------
    ending : {'penalties', 'lives'}
        Whether the first player with `limit` penalties loses, or players with `limit` penalties are out and the last
        player in wins.
    limit : int, optional
        Penalties that a player can bear; None: 5 penalties, or 3 lives.
    golden_triangle : bool
        Whether 321 is the highest outcome, and is played like a poker when it is believed.
    equal_pokers : bool
        Whether all pokers are equal: then no poker can be outbid, and any thrown poker equals.
    """

    ending: Literal["penalties", "lives"] = "penalties"
    limit: int | None = field(default=None, metadata={"default": "5 penalties, or 3 lives"})
    golden_triangle: bool = False
    equal_pokers: bool = False

    game: ClassVar[str] = "bluff_poker"
    most: ClassVar[int] = 8

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.ending not in ("penalties", "lives"):
            raise GameError(f"ending {shorten(repr(self.ending))}: expected 'penalties' or 'lives'")
        if self.limit is not None and (
            isinstance(self.limit, bool) or not isinstance(self.limit, int) or not 1 <= self.limit <= LONGEST
        ):
            raise GameError(
                f"limit {shorten(repr(self.limit))}: expected the number of penalties at the limit, 1 to {LONGEST:,}"
            )
        for name in ("golden_triangle", "equal_pokers"):
            if not isinstance(getattr(self, name), bool):
                raise GameError(f"{name} {shorten(repr(getattr(self, name)))}: expected True or False")

    @property
    def unit(self) -> str:
        """What the returns count."""
        return "games won" if self.ending == "lives" else "games lost, counted negative"

    @property
    def total(self) -> Fraction:
        """One winner of lives, one loser by penalties."""
        return Fraction(1 if self.ending == "lives" else -1)

    @cached_property
    def bearable(self) -> int:
        """How many penalties a player can have before they lose or are out."""
        return self.limit if self.limit is not None else 3 if self.ending == "lives" else 5

    @cached_property
    def ladder(self) -> Ladder:
        """How outcomes are ranked."""
        return ladder(self.golden_triangle, self.equal_pokers)

    def start(self) -> BluffState:
        """Before it is drawn who starts."""
        nothing = frozenset[int]()
        penalties = (0,) * self.players
        position = Position(
            Phase.DRAW, 0, 0, 0, (0, 0, 0), (0, 0, 0), nothing, nothing, ALL_CLOSED, None, None, None, (), 0, penalties
        )
        return BluffState(self, position)

    def parse(self, text: str) -> Action:
        """The action that a text says."""
        return read(text)

    def after(self, seat: int, penalties: tuple[int, ...]) -> int:
        """The next seat whose player is still in.

        Parameters
        ----------
        seat : int
            From here on.
        penalties : tuple of int
            By seat.
        """
        for step in range(1, self.players + 1):
            if self.is_in((seat + step) % self.players, penalties):
                return (seat + step) % self.players
        return seat

    def is_in(self, seat: int, penalties: tuple[int, ...]) -> bool:
        """Whether the player still plays.

        Parameters
        ----------
        seat : int
            The player's.
        penalties : tuple of int
            By seat.
        """
        return penalties[seat] < self.bearable


def take_over(rules: BluffPoker, bid: int | None) -> Action:
    """What a believer does who does not pass the cup on unseen: look, or throw for a believed poker.

    Parameters
    ----------
    rules : BluffPoker
        The rules.
    bid : int, optional
        The believed bid.
    """
    return ALL_OPEN if bid in rules.ladder.special else LOOK


class BluffState(State):
    """A moment of Bluff Poker.

    Parameters
    ----------
    rules : BluffPoker
        The rules.
    position : Position
        Everything that counts for the future.
    """

    __slots__ = ("position",)

    rules: BluffPoker

    def __init__(self, rules: BluffPoker, position: Position) -> None:
        self.rules, self.position, self.past = rules, position, None

    @property
    def current_player(self) -> int:
        """Whose move it is."""
        phase = self.position.phase
        if phase is Phase.ROLL or phase is Phase.DRAW:
            return CHANCE
        return TERMINAL if phase is Phase.OVER else self.position.player

    @property
    def next_player(self) -> int:
        """The player who gets the cup after the current one."""
        return self.rules.after(self.position.player, self.position.penalties)

    @property
    def is_bluff(self) -> bool:
        """Whether the dice are below the standing bid."""
        bid, dice = self.position.bid, self.position.dice
        return bid is not None and 0 not in dice and not self.rules.ladder.reaches(outcome(dice), bid)

    def legal_actions(self) -> tuple[Action, ...]:
        """What the player can do."""
        return _legal(self.rules, self.position.phase, self.position.bid, self.position.thrown)[0]

    def is_legal(self, action: Any) -> bool:
        """Whether the action can be taken, or the outcome can come up."""
        now = self.position
        if now.phase is Phase.ROLL:
            return (
                type(action) is Rolls and len(action.values) == len(now.throw.dice) and set(action.values) <= set(FACES)
            )
        if now.phase is Phase.DRAW:
            return type(action) is Starts and action.name in self.rules.seats
        return action in _legal(self.rules, now.phase, now.bid, now.thrown)[1]

    def chance_outcomes(self) -> tuple[tuple[Action, Fraction], ...] | None:
        """The starters, or the rolls of the dice in the air, equally likely."""
        if self.position.phase is Phase.DRAW:
            return tuple((Starts(name), Fraction(1, self.rules.players)) for name in self.rules.names)
        return _rolls(len(self.position.throw.dice)) if self.position.phase is Phase.ROLL else None

    def sample(self, rng: Random) -> Action:
        """A starter, or a roll."""
        if self.position.phase is Phase.DRAW:
            return Starts(rng.choice(self.rules.names))
        return Rolls(tuple(int(rng.random() * 6) + 1 for _ in self.position.throw.dice))

    def returns(self) -> tuple[Fraction, ...]:
        """By penalties the loser has -1; by lives the winner has 1; the others have 0."""
        if self.position.phase is not Phase.OVER:
            raise GameError("the game is not over: no returns yet")
        lives = self.rules.ending == "lives"
        paid = 1 if lives else -1
        return tuple(
            Fraction(paid * (self.rules.is_in(seat, self.position.penalties) == lives))
            for seat in range(self.rules.players)
        )

    def _next(self, action: Any) -> BluffState:
        return BluffState(self.rules, _STEPS[type(action)](self, action))


def _starts(state: BluffState, action: Starts) -> Position:
    return _new_round(state.position, state.rules.seats[action.name])


def _rolled(state: BluffState, action: Rolls) -> Position:
    now = state.position
    everyone = (1 << state.rules.players) - 1
    dice, knowers = list(now.dice), list(now.knowers)
    for die, value in zip(now.throw.dice, action.values, strict=True):
        dice[die - 1] = value
        knowers[die - 1] = everyone if now.throw.is_open else 1 << now.player
    landed = now._replace(dice=tuple(dice), knowers=tuple(knowers))  # type: ignore[arg-type]
    if now.throws_left:
        return _poker(state, landed._replace(phase=Phase.POKER, throws_left=now.throws_left - 1))
    return landed._replace(phase=Phase.THROW if now.bid is not None else Phase.BID)


def _bids(state: BluffState, action: Bid) -> Position:
    now = state.position
    return now._replace(
        phase=Phase.ANSWER,
        player=state.next_player,
        bidder=now.player,
        beaten=now.bid,
        bid=action.outcome,
        bids=(*now.bids, (now.player, action.outcome)),
        outside=frozenset(),
        thrown=frozenset(),
    )


def _says(state: BluffState, action: Action) -> Position:
    now = state.position
    if action == CALL:
        assert now.bidder is not None  # one answers a bid
        return _penalised(state, now, now.bidder if state.is_bluff else now.player)
    if action == STOP:
        return _judged(state, now)
    if action == LOOK:
        return now._replace(phase=Phase.THROW, knowers=_told(now.knowers, 1 << now.player, DICE))
    if state.rules.ladder.above(now.bid):
        return now._replace(phase=Phase.CUP)
    return _in_the_air(now._replace(throws_left=POKER_THROWS), ALL_OPEN)


def _throws(state: BluffState, action: Throw) -> Position:
    now = state.position
    if now.phase is Phase.CUP:
        now = now._replace(throws_left=POKER_THROWS)
    kept = tuple(die for die in DICE if die not in action.dice)
    if not action.hiding:
        now = now._replace(knowers=_told(now.knowers, (1 << state.rules.players) - 1, kept))
    outside = ALL_DICE.difference(kept if action.hiding else ()) if action.is_open else frozenset(kept)
    return _in_the_air(now._replace(outside=outside), action)


def _in_the_air(now: Position, throw: Throw) -> Position:
    dice = tuple(0 if die in throw.dice else value for die, value in zip(DICE, now.dice, strict=True))
    knowers = tuple(0 if die in throw.dice else who for die, who in zip(DICE, now.knowers, strict=True))
    thrown = now.thrown.union(throw.dice)
    return now._replace(phase=Phase.ROLL, dice=dice, knowers=knowers, throw=throw, thrown=thrown)  # type: ignore[arg-type]


def _told(knowers: tuple[int, int, int], who: int, dice: tuple[int, ...]) -> tuple[int, int, int]:
    return tuple(mask | who if die in dice else mask for die, mask in zip(DICE, knowers, strict=True))  # type: ignore[return-value]


def _poker(state: BluffState, now: Position) -> Position:
    """After a throw for a believed poker: judged at the last one."""
    return now if now.throws_left else _judged(state, now)


def _judged(state: BluffState, now: Position) -> Position:
    rank = state.rules.ladder.rank
    assert now.bid is not None  # a poker was believed
    assert now.bidder is not None
    made, asked = rank[outcome(now.dice)], rank[now.bid]
    if made == asked:
        return _new_round(now, now.player)
    return _penalised(state, now, now.player if made < asked else now.bidder)


def _penalised(state: BluffState, now: Position, seat: int) -> Position:
    rules = state.rules
    penalties = tuple(count + (who == seat) for who, count in enumerate(now.penalties))
    remaining = sum(rules.is_in(who, penalties) for who in range(rules.players))
    if remaining < (2 if rules.ending == "lives" else rules.players):
        everyone = (1 << rules.players) - 1
        return now._replace(phase=Phase.OVER, penalties=penalties, knowers=(everyone,) * 3, throws_left=0)
    starter = seat if rules.is_in(seat, penalties) else rules.after(seat, penalties)
    return _new_round(now._replace(penalties=penalties), starter)


def _new_round(now: Position, starter: int) -> Position:
    fresh = now._replace(
        player=starter,
        starter=starter,
        round=now.round + 1,
        outside=frozenset(),
        thrown=frozenset(),
        bid=None,
        beaten=None,
        bidder=None,
        bids=(),
        throws_left=0,
    )
    return _in_the_air(fresh, ALL_CLOSED)


_STEPS: dict[type, Any] = {Starts: _starts, Rolls: _rolled, Bid: _bids, type(CALL): _says, Throw: _throws}


@lru_cache(maxsize=100_000)
def _legal(
    rules: BluffPoker, phase: Phase, bid: int | None, thrown: frozenset[int]
) -> tuple[tuple[Action, ...], frozenset[Action]]:
    found = tuple(_listed(rules, phase, bid, thrown))
    return found, frozenset(found)


def _listed(rules: BluffPoker, phase: Phase, bid: int | None, thrown: frozenset[int]) -> list[Action]:
    bids: list[Action] = [Bid(each) for each in rules.ladder.above(bid)]
    if phase is Phase.BID:
        return bids
    if phase is Phase.ANSWER:
        return [CALL, BELIEVE]
    if phase is Phase.CUP:
        return [take_over(rules, bid), *bids]
    if phase is Phase.THROW:
        return [*_throwable(ALL_DICE - thrown), *bids]
    if phase is Phase.POKER:
        return [STOP, *(Throw(dice, is_open=True) for dice in _some(ALL_DICE))]
    return []


def _throwable(dice: frozenset[int]) -> list[Action]:
    ways = [(False, False), (True, False), (True, True)]
    return [Throw(some, *way) for some in _some(dice) for way in ways if len(some) < len(DICE) or not way[1]]


def _some(dice: frozenset[int]) -> list[tuple[int, ...]]:
    return [some for size in range(1, len(dice) + 1) for some in combinations(sorted(dice), size)]


@lru_cache
def _rolls(number: int) -> tuple[tuple[Action, Fraction], ...]:
    share = Fraction(1, len(FACES) ** number)
    return tuple((Rolls(values), share) for values in product(FACES, repeat=number))
