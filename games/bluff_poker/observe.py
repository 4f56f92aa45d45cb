"""Players' observations of moves and states of Bluff Poker, and random states consistent with observations."""

from dataclasses import dataclass
from operator import attrgetter
from random import Random
from typing import Any

from games.bluff_poker.actions import CALL, DICE, LOOK, Rolls, Throw
from games.bluff_poker.rules import BluffPoker, BluffState, Phase, Position
from games.core.rules import EVERYTHING
from games.core.sentences import turn_of, whose

HIDDEN = (0, 0, 0)
PUBLIC = tuple(name for name in Position._fields if name not in ("player", "dice", "throw"))
_public = attrgetter(*PUBLIC)


_UNPLAYED = {Phase.DRAW: "it is drawn who starts", Phase.OVER: "the game is over"}
"""The texts of the phases before and after play."""


@dataclass(frozen=True, slots=True)
class ObservedMove:
    """A move as one player perceives it; dice that the player does not see at this moment have the value 0."""

    action: Any
    dice: tuple[int, ...] = HIDDEN

    def __str__(self) -> str:
        action = "rolls unseen" if self.action == Rolls(()) else str(self.action)
        shown = ", ".join(f"die {die} is {value}" for die, value in zip(DICE, self.dice, strict=True) if value)
        return f"{action} ({shown})" if shown else action


@dataclass(frozen=True, slots=True)
class Observation:
    """A state of the game as a player observes it, including what the player remembers.

    `player` is the observer's seat. The other fields without a comment are as in `games.bluff_poker.rules.Position`.
    """

    rules: BluffPoker
    player: int
    current: int  # the player whose turn it is
    next: int  # the player who gets the cup next
    dice: tuple[int, ...]  # the values of dice 1, 2, 3 that the player knows; 0 for the others
    # the public fields, in the order of `PUBLIC`
    phase: Phase
    starter: int
    round: int
    penalties: tuple[int, ...]
    # for each die the players who know its value, as bits: everyone knows who knows which die
    knowers: tuple[int, int, int]
    outside: frozenset[int]  # the dice beside the cup
    thrown: frozenset[int]  # the dice that were thrown in this turn
    bid: int | None  # the standing bid, which is the last one of the round
    beaten: int | None  # the bid that the standing bid had to beat
    bidder: int | None  # the player who made the standing bid
    bids: tuple[tuple[int, int], ...]
    throws_left: int

    @property
    def turn(self) -> str:
        """Whose turn it is and what the player can do, as text; what happens now if nobody is to move."""
        who = self.rules.names[self.current]
        if self.phase is Phase.ROLL:
            return f"{whose(who)} dice are in the air"
        return _UNPLAYED.get(self.phase) or turn_of(who, self.phase.value)

    def __str__(self) -> str:
        names = self.rules.names
        dice = " ".join(str(value or "?") for value in self.dice)
        bids = ", ".join(f"{names[seat]} {outcome}" for seat, outcome in self.bids) or "none yet"
        paid = ", ".join(f"{name} {count}" for name, count in zip(names, self.penalties, strict=True))
        return f"round {self.round}: {self.turn}; dice {dice}; bids: {bids}; penalties: {paid}"


def seen(state: BluffState, action: Any, player: int) -> ObservedMove:
    """The action in this state as the player perceives it."""
    now = state.position
    if type(action) is Rolls:
        rolled = dict(zip(now.throw.dice, action.values, strict=True))
        sees = now.throw.is_open or player in (now.player, EVERYTHING)
        return ObservedMove(action, tuple(rolled.get(die, 0) for die in DICE)) if sees else ObservedMove(Rolls(()))
    if player == EVERYTHING or action == CALL or (action == LOOK and player == now.player):
        return ObservedMove(action, now.dice)
    if type(action) is Throw and not action.hiding:
        return ObservedMove(action, tuple(0 if die in action.dice else now.dice[die - 1] for die in DICE))
    return ObservedMove(action)


def observation(state: BluffState, player: int) -> Observation:
    """The state as the player sees and remembers it."""
    now = state.position
    dice = now.dice
    if player != EVERYTHING:
        known = zip(dice, now.knowers, strict=True)
        dice = tuple([value if who >> player & 1 else 0 for value, who in known])  # type: ignore[assignment]
    return Observation(state.rules, player, now.player, state.next_player, dice, *_public(now))


def resample(state: BluffState, player: int, rng: Random) -> BluffState:
    """Draw a state that the player cannot distinguish from this one, with a complete history.

    Thrown values that the player never saw are replaced by uniformly random ones. Bids do not restrict the dice. O(m)
    for m moves.
    """
    steps = state.steps()
    values = _remembered(steps, player)
    rolled = {}
    for number, (before, move) in enumerate(steps):
        if type(move.action) is Rolls:
            dice = before.position.throw.dice
            rolled[number] = Rolls(tuple(values.get((number, die)) or int(rng.random() * 6) + 1 for die in dice))
    return state.replayed(rolled)


def _remembered(steps: list[Any], player: int) -> dict[tuple[int, int], int]:
    """The dice values that the player has seen, by the index of the roll and by die."""
    values: dict[tuple[int, int], int] = {}
    landed: dict[int, int] = {}
    for number, (before, move) in enumerate(steps):
        if type(move.action) is Rolls:
            landed.update(dict.fromkeys(before.position.throw.dice, number))
        for die, value in zip(DICE, seen(before, move.action, player).dice, strict=True):
            if value:
                values[landed[die], die] = value
    return values
