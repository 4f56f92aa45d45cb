"""Bluff Poker: three dice under a cup, bids that may be lies, and calls.

The Groningen variant of the Dutch game *blufpoker*, as described in docs/games/bluff_poker.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field
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
    READERS,
    STOP,
    WORDS,
    Action,
    Bid,
    Rolls,
    Starts,
    Throw,
    Word,
)
from games.bluff_poker.outcomes import FACES, Ladder, ladder, outcome
from games.core.errors import require_number
from games.core.rules import CHANCE, TERMINAL, AnyPhase, PhasedState, Rules, changer, with_value
from games.core.sentences import read_action

ALL_DICE = frozenset(DICE)
NO_DICE, NOTHING = (0, 0, 0), frozenset[int]()
ALL_CLOSED, ALL_OPEN = Throw(DICE, is_open=False), Throw(DICE, is_open=True)
ROLLS = {values: Rolls(values) for number in DICE for values in product(FACES, repeat=number)}
LONGEST = 1_000  # the highest limit of penalties, since a game stores all its moves
POKER_THROWS = 3  # the maximal number of throws of a player who believes a poker


class Phase(AnyPhase):
    """The phases of a game, each with a text about the next event."""

    DRAW = "drawing who starts"
    ROLL = "dice in the air"
    BID = "to bid"
    ANSWER = "to call or to believe"
    CUP = "to look, or to throw for a believed poker, or to pass the cup on unseen"
    THROW = "to throw or to bid"
    POKER = "to match a believed poker"
    OVER = "over"


class Position(NamedTuple):
    """The complete position: everything that decides what can happen next."""

    phase: Phase
    player: int  # the player to move, or the thrower while dice are in the air
    starter: int  # the player who started the round
    round: int  # the number of the round, from 1
    penalties: tuple[int, ...]  # the number of penalties of each player, by seat
    dice: tuple[int, int, int] = NO_DICE  # the values of dice 1, 2, 3; 0 for a die in the air
    knowers: tuple[int, int, int] = NO_DICE  # for each die, the players who know its value, as bits
    outside: frozenset[int] = NOTHING  # the dice beside the cup, which everyone sees
    thrown: frozenset[int] = ALL_DICE  # the dice that the player has thrown in this turn
    throw: Throw = ALL_CLOSED  # the last throw; in the phase `ROLL` its dice are in the air
    bid: int | None = None  # the standing bid, which is the last one of the round
    beaten: int | None = None  # the bid that the standing bid had to beat
    bidder: int | None = None  # the player who made the standing bid
    bids: tuple[tuple[int, int], ...] = ()  # the bids of the round, each as the bidder's seat and the outcome
    throws_left: int = 0  # the number of throws left to the believer of a poker


changed = changer(Position)  # ``changed(position, phase=..., player=...)``


@dataclass(frozen=True)
class BluffPoker(Rules):
    """The rules and their options, for 2 to 8 players.

    Parameters
    ----------
    ending : {'penalties', 'lives'}
        Whether the first player with `limit` penalties loses, or players with `limit` penalties are out and the last
        player in wins.
    limit : int, optional
        The number of penalties with which a player loses or is out; None: 5, or 3 in a game with lives.
    golden_triangle : bool
        Whether 321 is the highest outcome and is treated like a poker when it is believed.
    equal_pokers : bool
        Whether all pokers (three equal dice) have the same rank, so that no poker beats another.
    """

    ending: Literal["penalties", "lives"] = "penalties"
    limit: int | None = field(default=None, metadata={"default": "5 penalties, or 3 lives"})
    golden_triangle: bool = False
    equal_pokers: bool = False

    game: ClassVar[str] = "bluff_poker"
    most: ClassVar[int] = 8

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.limit is not None:
            require_number("limit", self.limit, 1, LONGEST, whole=True)

    @property
    def unit(self) -> str:
        """The unit of the returns, in words."""
        return "games won" if self.ending == "lives" else "games lost, counted negative"

    @property
    def return_range(self) -> tuple[int, int]:
        """The smallest and largest return: with lives one player wins 1, with penalties one player loses 1."""
        return (0, 1) if self.ending == "lives" else (-1, 0)

    @property
    def total(self) -> Fraction:
        """The sum of all returns: 1 for the winner in a game with lives, -1 for the loser in a game with penalties."""
        return Fraction(1 if self.ending == "lives" else -1)

    @cached_property
    def bearable(self) -> int:
        """The number of penalties with which a player loses or is out."""
        return self.limit if self.limit is not None else 3 if self.ending == "lives" else 5

    @cached_property
    def ladder(self) -> Ladder:
        """The ranking of the outcomes under these rules."""
        return ladder(self.golden_triangle, self.equal_pokers)

    def start(self) -> BluffState:
        """The state before chance draws the starter."""
        return BluffState(self, Position(Phase.DRAW, 0, 0, 0, (0,) * self.players, thrown=NOTHING))

    def parse(self, text: str) -> Any:
        """The action that a text describes."""
        return read_action(text, WORDS, READERS, "an action such as 'bid 642' or 'throw 1 3 closed'")

    def after(self, seat: int, penalties: tuple[int, ...]) -> int:
        """The next seat, after this one, whose player is still in the game; this seat if there is none."""
        players, bearable = len(penalties), self.bearable
        for each in range(seat + 1, seat + players):
            if penalties[each % players] < bearable:
                return each % players
        return seat

    def is_in(self, seat: int, penalties: tuple[int, ...]) -> bool:
        """Whether the player is still in the game."""
        return penalties[seat] < self.bearable


def take_over(ladder: Ladder, bid: int | None) -> Action:
    """The action after believing a bid and keeping the cup: throw for a bid in `Ladder.special`, otherwise look."""
    return ALL_OPEN if bid in ladder.special else LOOK


class BluffState(PhasedState):
    """A state of Bluff Poker: the rules and the position."""

    __slots__ = ()

    rules: BluffPoker
    position: Position
    movers: ClassVar = {Phase.DRAW: CHANCE, Phase.ROLL: CHANCE, Phase.OVER: TERMINAL}

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
        """The player's legal actions."""
        now = self.position
        return _legal(self.rules.ladder, now.phase, now.bid, now.thrown)[0]

    def is_legal(self, action: Any) -> bool:
        """Whether the action is legal, or the chance outcome possible."""
        now = self.position
        if now.phase is Phase.ROLL:
            return (
                type(action) is Rolls and len(action.values) == len(now.throw.dice) and set(action.values) <= set(FACES)
            )
        if now.phase is Phase.DRAW:
            return type(action) is Starts and action.name in self.rules.seats
        return action in _legal(self.rules.ladder, now.phase, now.bid, now.thrown)[1]

    def chance_outcomes(self) -> tuple[tuple[Action, Fraction], ...] | None:
        """The possible starters or rolls of the dice in the air, equally likely; None if chance does not move."""
        if self.position.phase is Phase.DRAW:
            return tuple((Starts(name), Fraction(1, self.rules.players)) for name in self.rules.names)
        return _rolls(len(self.position.throw.dice)) if self.position.phase is Phase.ROLL else None

    def sample(self, rng: Random) -> Action:
        """A random starter, or a random roll of the dice in the air."""
        if self.position.phase is Phase.DRAW:
            return Starts(rng.choice(self.rules.names))
        return ROLLS[tuple([int(rng.random() * 6) + 1 for _ in self.position.throw.dice])]

    def returns(self) -> tuple[Fraction, ...]:
        """The returns: -1 for the loser in a game with penalties, 1 for the winner in one with lives, otherwise 0."""
        self._require_over()
        lives = self.rules.ending == "lives"
        paid = 1 if lives else -1
        return tuple(
            Fraction(paid * (self.rules.is_in(seat, self.position.penalties) == lives))
            for seat in range(self.rules.players)
        )

    def _next(self, action: Any) -> BluffState:
        return BluffState(self.rules, _STEPS[type(action)](self, action))


def _starts(state: BluffState, action: Starts) -> Position:
    return _new_round(1, state.rules.seats[action.name], state.position.penalties)


def _rolled(state: BluffState, action: Rolls) -> Position:
    now = state.position
    everyone = (1 << state.rules.players) - 1
    dice, knowers = list(now.dice), list(now.knowers)
    for die, value in zip(now.throw.dice, action.values, strict=True):
        dice[die - 1] = value
        knowers[die - 1] = everyone if now.throw.is_open else 1 << now.player
    phase, left = Phase.BID if now.bid is None else Phase.THROW, 0
    if now.throws_left:
        phase, left = Phase.POKER, now.throws_left - 1
    landed = changed(now, phase=phase, dice=tuple(dice), knowers=tuple(knowers), throws_left=left)
    return _judged(state, landed) if phase is Phase.POKER and not left else landed


def _bids(state: BluffState, action: Bid) -> Position:
    now = state.position
    return changed(
        now,
        phase=Phase.ANSWER,
        player=state.next_player,
        bidder=now.player,
        beaten=now.bid,
        bid=action.outcome,
        bids=(*now.bids, (now.player, action.outcome)),
        outside=NOTHING,
        thrown=NOTHING,
    )


def _says(state: BluffState, action: Word) -> Position:
    now = state.position
    if action.text == CALL.text:
        assert now.bidder is not None  # there is a bid to answer
        return _penalised(state, now, now.bidder if state.is_bluff else now.player)
    if action.text == STOP.text:
        return _judged(state, now)
    if action.text == LOOK.text:
        return changed(now, phase=Phase.THROW, knowers=_told(now.knowers, 1 << now.player, DICE))
    if not state.rules.ladder.is_top(now.bid):
        return changed(now, phase=Phase.CUP)
    return _in_the_air(now, ALL_OPEN, outside=ALL_DICE, throws_left=POKER_THROWS)


def _throws(state: BluffState, action: Throw) -> Position:
    now = state.position
    kept = tuple([die for die in DICE if die not in action.dice])
    knowers = now.knowers if action.hiding else _told(now.knowers, (1 << state.rules.players) - 1, kept)
    outside = ALL_DICE.difference(kept if action.hiding else ()) if action.is_open else frozenset(kept)
    left = POKER_THROWS if now.phase is Phase.CUP else now.throws_left
    return _in_the_air(now, action, knowers=knowers, outside=outside, throws_left=left)


def _in_the_air(now: Position, throw: Throw, **changes: Any) -> Position:
    """The position `now` with the thrown dice in the air and these changes."""
    if throw.dice == DICE:
        changes |= {"dice": NO_DICE, "knowers": NO_DICE, "thrown": ALL_DICE}
    else:
        changes["dice"] = _lifted(now.dice, throw)
        changes["knowers"] = _lifted(changes.get("knowers", now.knowers), throw)
        changes["thrown"] = now.thrown.union(throw.dice)
    return changed(now, phase=Phase.ROLL, throw=throw, **changes)


def _lifted(values: tuple[int, ...], throw: Throw) -> tuple[int, ...]:
    return tuple([0 if die in throw.dice else value for die, value in zip(DICE, values, strict=True)])


def _told(knowers: tuple[int, ...], who: int, dice: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([mask | who if die in dice else mask for die, mask in zip(DICE, knowers, strict=True)])


def _judged(state: BluffState, now: Position) -> Position:
    rank = state.rules.ladder.rank
    assert now.bid is not None  # a poker was believed
    assert now.bidder is not None
    roll_rank, bid_rank = rank[outcome(now.dice)], rank[now.bid]
    if roll_rank == bid_rank:
        return _new_round(now.round + 1, now.player, now.penalties)
    return _penalised(state, now, now.player if roll_rank < bid_rank else now.bidder)


def _penalised(state: BluffState, now: Position, seat: int) -> Position:
    rules = state.rules
    penalties = with_value(now.penalties, seat, now.penalties[seat] + 1)
    if rules.is_in(seat, penalties):
        return _new_round(now.round + 1, seat, penalties)
    remaining = [who for who in range(rules.players) if rules.is_in(who, penalties)]
    if len(remaining) < (2 if rules.ending == "lives" else rules.players):
        everyone = (1 << rules.players) - 1
        return changed(now, phase=Phase.OVER, penalties=penalties, knowers=(everyone,) * 3, throws_left=0)
    return _new_round(now.round + 1, rules.after(seat, penalties), penalties)


def _new_round(number: int, starter: int, penalties: tuple[int, ...]) -> Position:
    return Position(Phase.ROLL, starter, starter, number, penalties)


_STEPS: dict[type, Any] = {Starts: _starts, Rolls: _rolled, Bid: _bids, Word: _says, Throw: _throws}


@lru_cache(maxsize=100_000)
def _legal(
    ladder: Ladder, phase: Phase, bid: int | None, thrown: frozenset[int]
) -> tuple[tuple[Action, ...], frozenset[Action]]:
    """The legal actions, in order and as a set."""
    bids, some = tuple(map(Bid, ladder.above(bid))), _sets(ALL_DICE - thrown)
    actions: tuple[Action, ...] = ()
    match phase:
        case Phase.BID:
            actions = bids
        case Phase.ANSWER:
            actions = CALL, BELIEVE
        case Phase.CUP:
            actions = take_over(ladder, bid), *bids
        case Phase.THROW:
            ways = (False, False), (True, False), (True, True)
            throws = [Throw(each, *way) for each in some for way in ways if len(each) < len(DICE) or not way[1]]
            actions = *throws, *bids
        case Phase.POKER:
            actions = STOP, *(Throw(dice, is_open=True) for dice in _sets(ALL_DICE))
    return actions, frozenset(actions)


def _sets(dice: frozenset[int]) -> list[tuple[int, ...]]:
    return [some for size in range(1, len(dice) + 1) for some in combinations(sorted(dice), size)]


@lru_cache
def _rolls(number: int) -> tuple[tuple[Action, Fraction], ...]:
    share = Fraction(1, len(FACES) ** number)
    return tuple((ROLLS[values], share) for values in product(FACES, repeat=number))
