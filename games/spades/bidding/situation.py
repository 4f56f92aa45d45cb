"""What a bidder knows beside its hand: the bids before, the scores, and the rules that matter for a bid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.core.errors import GameError
from games.spades.scoring import A_TRICK as TRICK
from games.spades.scoring import BLIND as BLIND_COUNTS
from logic.errors import shorten

BLIND = -1
"""Nil that is bid without looking at the cards."""
NIL = 0
MOST = 13
MEAN_BID = 10.55 / 4
"""The mean bid of the source's players (appendix B): what a player that has not bid yet is expected to bid."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What is known beside the hand.

    Parameters
    ----------
    before : tuple of int
        The bids before, in their order, at most three; 0 is nil, `BLIND` blind nil. The last is that of the opponent on
        the right, the one before that of the partner.
    ours, theirs : int
        The scores of the bidder's side and of the other.
    goal, floor : int
        A side with so many points, or so few, ends the game.
    blind : bool
        Whether blind nil can be bid in this game.
    nil : int
        The points of nil; a blind one counts twice.
    others : tuple of (int, int)
        Where each plays alone: the score and the bags of the three others, in the order of their bids. Empty: partners.

    Raises
    ------
    GameError
        If a value is out of range.
    """

    before: tuple[int, ...] = ()
    ours: int = 0
    theirs: int = 0
    bags: int = 0
    their_bags: int = 0
    goal: int = 500
    floor: int = -200
    blind: bool = False
    full: int = 10
    nil: int = 100
    others: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        if len(self.before) > 3 or not all(_is_whole(bid) and BLIND <= bid <= MOST for bid in self.before):
            raise GameError(f"bids {shorten(repr(self.before))}: expected at most three bids from 0 to 13")
        if self.others and len(self.others) != 3:
            raise GameError(f"others {shorten(repr(self.others))}: expected none, or three with a score and bags each")
        for name in ("ours", "theirs", "bags", "their_bags", "goal", "floor", "full", "nil"):
            if not _is_whole(value := getattr(self, name)) or abs(value) > 100_000:
                raise GameError(f"{name} {shorten(repr(value))}: expected a whole number of points")

    @property
    def place(self) -> int:
        """How many have bid before."""
        return len(self.before)

    @property
    def partner(self) -> int | None:
        """The partner's bid; None before it, and without a partner."""
        return self.before[-2] if self.place >= 2 and not self.alone else None

    @property
    def alone(self) -> bool:
        """Whether each plays alone."""
        return bool(self.others)

    @property
    def opponents(self) -> tuple[int, ...]:
        """The bids of the opponents who have bid."""
        return self.before if self.alone else self.before[-1::-2]

    @property
    def sum(self) -> int:
        """The sum of the bids before."""
        return sum(tricks(bid) for bid in self.before)

    @property
    def can_cut(self) -> int:
        """How many opponents may cut: those that bid nil do not."""
        return (3 if self.alone else 2) - sum(is_nil(bid) for bid in self.opponents)

    @property
    def their_points(self) -> float:
        """The opponents' points after this round if they make what they bid, nils too; of those alone, the most.

        One that has not bid yet is expected to bid `MEAN_BID`.
        """
        if self.alone:
            bids = [*map(self.worth, self.before), *[TRICK * MEAN_BID] * (3 - self.place)]
            return max(score + bid for (score, _), bid in zip(self.others, bids, strict=True))
        return self.theirs + sum(map(self.worth, self.opponents)) + TRICK * MEAN_BID * (2 - len(self.opponents))

    def our_points(self, bid: float) -> float:
        """The points of the bidder's side if it makes what it bids.

        Parameters
        ----------
        bid : float
            The bidder's bid, which is no nil; a partner who has not bid yet is expected to bid `MEAN_BID`.
        """
        own = self.ours + TRICK * bid
        if self.alone:
            return own
        return own + (TRICK * MEAN_BID if self.partner is None else self.worth(self.partner))

    def worth(self, bid: int) -> int:
        """The points of a bid that is made."""
        return {NIL: self.nil, BLIND: BLIND_COUNTS * self.nil}.get(bid, TRICK * bid)


def is_nil(bid: int) -> bool:
    """Whether a bid is nil, blind or not."""
    return bid in (NIL, BLIND)


def tricks(bid: int) -> int:
    """How many tricks a bid says."""
    return max(0, bid)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
