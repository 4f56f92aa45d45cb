"""The players' observations of moves and states of hold'em, and random states that a player cannot distinguish."""

from dataclasses import dataclass
from operator import attrgetter
from random import Random
from typing import Any

from games.core.cards import CARDS, listed, numbers
from games.core.rules import EVERYTHING, Deal
from games.core.sentences import turn_of
from games.holdem.rules import SEATS, Four, Holdem, HoldemState, Phase, Position, Three

BOARD = "board"


@dataclass(frozen=True, slots=True)
class ObservedMove:
    """A move as one player perceives it."""

    action: Any  # the action; without the card if the player does not see it
    to: str | None = None  # who gets the card that chance deals: a player's name, or ``board``
    # the hands that are shown because the action ended the game: for each, the player's name and the set of cards
    shown: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        hands = [f"{name} {' '.join(map(str, listed(hand)))}" for name, hand in self.shown]
        ended = f" ({', '.join(hands)})" if hands else ""
        return f"{self.action} to {self.to}" if self.to else f"{self.action}{ended}"


@dataclass(frozen=True, slots=True)
class Observation:
    """A player's observation of a state. Sets of cards are as in `games.core.cards`; unseen hands are None.

    `player` is the observer and `current` the seat to move, and `sizes` has the number of cards of each hand. The other
    fields are as in `games.holdem.rules.Position`.
    """

    rules: Holdem
    player: int
    phase: Phase
    current: int
    hands: tuple[int | None, ...]
    sizes: tuple[int, ...]
    round: int
    board: tuple[int, ...]
    paid: Three
    live: int
    acted: int
    raises: Four
    raised: Three

    @property
    def hand(self) -> int:
        """The player's own cards."""
        return (self.hands[self.player] or 0) if self.player >= 0 else 0

    @property
    def shown(self) -> int:
        """The set of the cards of the board."""
        return sum(1 << card for card in self.board)

    @property
    def missing(self) -> int:
        """The amount that the current player must pay to stay in."""
        return max(self.paid) - self.paid[self.current]

    def __str__(self) -> str:
        names = self.rules.names
        turn = turn_of(names[self.current], self.phase.value) if self.phase is Phase.BET else self.phase.value
        parts = [turn, f"pot {sum(self.paid)}"]
        parts += [f"board {' '.join(str(CARDS[card]) for card in self.board)}"] if self.board else []
        for name, hand in zip(names, self.hands, strict=True):
            parts += [f"{name} {' '.join(map(str, listed(hand)))}"] if hand else []
        return "; ".join(parts)


PUBLIC = tuple(name for name in Position._fields if name not in ("player", "hands"))  # the public part of a position
_public = attrgetter(*PUBLIC)


def seen(state: HoldemState, action: Any, player: int) -> ObservedMove:
    """The action in this state as the player perceives it."""
    names = state.rules.names
    if type(action) is Deal:
        to = state.receiver
        sees = to is None or player in (to, EVERYTHING)
        return ObservedMove(action if sees else Deal(), to=BOARD if to is None else names[to])
    ended = state.after(action).position
    shown = [(names[seat], ended.hands[seat]) for seat in range(SEATS) if ended.is_shown and ended.live >> seat & 1]
    return ObservedMove(action, shown=tuple(shown))


def observation(state: HoldemState, player: int) -> Observation:
    """The state as the player sees it."""
    now = state.position
    return Observation(
        rules=state.rules,
        player=player,
        current=now.player,
        hands=tuple(hand if sees(now, seat, player) else None for seat, hand in enumerate(now.hands)),
        sizes=tuple(map(int.bit_count, now.hands)),
        **dict(zip(PUBLIC, _public(now), strict=True)),
    )


def sees(now: Position, seat: int, player: int) -> bool:
    """Whether a player sees the hand of a seat: their own hand, and at a showdown all hands that have not folded.

    `EVERYTHING` sees all hands.
    """
    return player in (seat, EVERYTHING) or (now.is_shown and bool(now.live >> seat & 1))


def resample(state: HoldemState, player: int, rng: Random) -> HoldemState:
    """Draw a state that the player cannot distinguish from this one; unseen cards are dealt again. O(m) for m moves."""
    now = state.position
    hidden = [seat for seat in range(SEATS) if not sees(now, seat, player)]
    unseen = list(numbers(state.undealt | sum(now.hands[seat] for seat in hidden)))
    rng.shuffle(unseen)
    dealt = [
        n for n, (before, move) in enumerate(state.steps()) if type(move.action) is Deal and before.receiver in hidden
    ]
    return state.replayed({number: Deal(CARDS[unseen.pop()]) for number in dealt})
