"""The options of Spades for four players: what is played in different ways.

Source: Cohensius, Meir, Oved, Stern, "Bidding in Spades", ECAI 2020, section 2. What it leaves open, and our choice:

- its example of a score, 288 + 63 = 241, drops the points of ten bags, which the text keeps: here it is 251;
- it has no lower end but in its experiments (-100): `floor`; and no end for players who never win: `limit`;
- tricks of a failed nil: they count for the partner's bid; where both partners bid nil, each trick is a bag;
- two sides at the goal with equal scores: another round is played, and a game that stops so is shared;
- who deals first is drawn; the deal passes clockwise;
- it names the variants only. Mirror: the bid is the number of spades in hand. Whiz: that, or nil. Suicide: one of two
  partners bids nil, the other at least four. Cutthroat: each plays alone.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal

from games.core.cards import RANKS
from games.core.errors import GameError
from games.core.rules import Rules
from games.spades.position import SEATS, UNBID
from games.spades.tricks import full_deck

VARIANTS = ("partners", "cutthroat", "mirror", "whiz", "suicide")
BLINDS = ("never", "behind", "always")
BEHIND = 100  # Points behind the best other side from which a side can bid blind nil
LEAST = 4  # the lowest bid of the partner of nil in suicide
MOST_POINTS, LONGEST = 10_000, 1_000  # the largest values of options in points, and of the limit of rounds


@dataclass(frozen=True)
class Variant(Rules, ABC):
    """The options of Spades.

    Parameters
    ----------
    names : tuple of str
        Four players, clockwise; those opposite each other are partners.
    variant : {'partners', 'cutthroat', 'mirror', 'whiz', 'suicide'}
        The partnerships, and the bids that are allowed.
    goal, floor : int
        A side with at least `goal` or at most `floor` points ends the game: the highest score wins.
    limit : int
        Number of rounds after which the highest score wins.
    nil : int
        The points of nil, made or failed.
    blind : {'never', 'behind', 'always'}
        When players can bid blind nil, for twice the points: never, 100 points behind, or always.
    bags, fine : int
        A side loses `fine` points for each `bags` bags; 0 bags: never.
    broken : bool
        Whether spades can be led only after one was played, or by a hand of nothing else.
    ranks : int
        The deck: the ranks from the ace down in four suits; each player is dealt this number of cards.
    """

    names: tuple[str, ...] = ("N", "E", "S", "W")
    variant: Literal["partners", "cutthroat", "mirror", "whiz", "suicide"] = "partners"
    goal: int = 500
    floor: int = -200
    limit: int = 100
    nil: int = 100
    blind: Literal["never", "behind", "always"] = "never"
    bags: int = 10
    fine: int = 100
    broken: bool = True
    ranks: int = 13

    game: ClassVar[str] = "spades"
    places: ClassVar[frozenset[str]] = frozenset({"deck"})
    ranges: ClassVar[Mapping[str, tuple[int, int]]] = {
        "goal": (1, MOST_POINTS),
        "floor": (-MOST_POINTS, -1),
        "limit": (1, LONGEST),
        "nil": (0, MOST_POINTS),
        "bags": (0, 100),
        "fine": (0, MOST_POINTS),
        "ranks": (1, len(RANKS)),
    }
    fewest: ClassVar[int] = SEATS
    most: ClassVar[int] = SEATS

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.floor >= self.goal:
            raise GameError(f"floor {self.floor}, goal {self.goal}: expected a floor below the goal")
        if self.blind != "never" and self.variant in ("mirror", "suicide"):
            raise GameError(f"blind {self.blind!r}: there is no blind nil in {self.variant}; use blind=never")

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The sides."""
        return tuple((seat,) for seat in range(SEATS)) if self.variant == "cutthroat" else ((0, 2), (1, 3))

    @property
    def sides(self) -> int:
        """The number of sides: two, or four in cutthroat."""
        return SEATS if self.variant == "cutthroat" else 2

    @property
    def unit(self) -> str:
        """A game that is won counts one half for each partner."""
        return "games won" if self.variant == "cutthroat" else "games won, half of each for each partner"

    @property
    def total(self) -> Fraction:
        """One game is won, or shared."""
        return Fraction(1)

    @property
    def deck(self) -> int:
        """The set of all cards."""
        return full_deck(self.ranks)

    def side(self, seat: int) -> int:
        """The side of a seat."""
        return seat % self.sides

    def partner(self, seat: int) -> int | None:
        """The seat of the partner; None in cutthroat."""
        return (seat + 2) % SEATS if self.sides == 2 else None

    def can_bid_blind(self, scores: Sequence[int], seat: int) -> bool:
        """Whether a player can bid blind nil in a round that begins with these scores."""
        if self.blind != "behind":
            return self.blind == "always"
        own = self.side(seat)
        return max(score for side, score in enumerate(scores) if side != own) - scores[own] >= BEHIND

    def biddable(self, spades: int, partners_bid: int) -> tuple[int, ...]:
        """The bids that the variant allows."""
        if self.variant == "mirror":
            return (spades,)
        if self.variant == "whiz":
            return tuple(sorted({0, spades}))
        if self.variant == "suicide":
            high = tuple(range(min(LEAST, self.ranks), self.ranks + 1))
            return (0, *high) if partners_bid == UNBID else (0,) if partners_bid else high
        return tuple(range(self.ranks + 1))
