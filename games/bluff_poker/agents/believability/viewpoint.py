"""The viewpoint of one player, from which agents query the player's knowledge and beliefs about the dice."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.bluff_poker.actions import DICE, Throw
from games.bluff_poker.knowledge import Knowers, knowers_after, outcomes_between, who_knows_what
from games.bluff_poker.observe import Observation
from games.bluff_poker.outcomes import MOST, Ladder
from games.bluff_poker.outlook import Whole, places_of, ranks
from games.knowing.queries import considering
from games.knowing.situation import Situation
from games.knowing.table import situation


class Viewpoint(NamedTuple):
    """A player's seat and information, for queries about knowledge and beliefs."""

    names: tuple[str, ...]  # the players' names by seat
    seat: int  # the agent's seat
    next: int  # the seat of the player who gets the cup next
    knowers: Knowers  # for each die, the players who know its value, as bits
    dice: tuple[int, ...]  # the values of the dice that the agent knows; 0 for the others
    ladder: Ladder  # the ranking of the outcomes (three dice, read as a number)
    bid: int | None  # the standing bid, which is the last one of the round, if any
    # whether a degree of belief is the proportion of the possible rolls; if not, of the possible outcomes
    by_rolls: bool
    situation: Situation  # the players' common knowledge apart from the bid; answers are reused for all bids
    # the index of a world that the agent considers possible; queries have the same answer at all such worlds
    position: int

    @classmethod
    def of(
        cls,
        names: tuple[str, ...],
        seat: int,
        next_seat: int,
        knowers: Knowers,
        dice: tuple[int, ...],
        ladder: Ladder,
        bid: int | None,
        by_rolls: bool = True,
    ) -> Viewpoint:
        """The viewpoint of the player in this seat, from the public information and the dice that the player knows."""
        model = situation(who_knows_what(names, knowers, ladder, None))
        place = model.place({f"die{die}": value for die, value in zip(DICE, dice, strict=True) if value})
        return cls(names, seat, next_seat, knowers, dice, ladder, bid, by_rolls, model, place)

    @classmethod
    def at(cls, seen: Observation, ladder: Ladder, by_rolls: bool) -> Viewpoint:
        """The viewpoint of the player with this observation."""
        return cls.of(seen.rules.names, seen.player, seen.next, seen.knowers, seen.dice, ladder, seen.bid, by_rolls)

    @property
    def me(self) -> str:
        """The agent's name."""
        return self.names[self.seat]

    @property
    def listener(self) -> str:
        """The name of the player who gets the cup next."""
        return self.names[self.next]

    def bluff(self) -> tuple[bool | None, Fraction]:
        """Whether the bid is a bluff (None if the agent does not know), and the agent's degree of belief in a bluff."""
        model = situation(who_knows_what(self.names, self.knowers, self.ladder, self.bid))
        known = True if model.holds(f"K_{self.me} bluff", self.position) else None
        if known is None and model.holds(f"K_{self.me} ~bluff", self.position):
            known = False
        if self.by_rolls:
            return known, model.degree(self.me, "bluff", self.position)
        assert self.bid is not None  # a bid stands
        return known, self.share(self.me, 0, self.ladder.rank[self.bid] - 1)

    def knows_that_dice_beat_bid(self) -> bool:
        """Whether the agent knows that the dice are above the standing bid."""
        assert self.bid is not None  # a bid stands
        above = outcomes_between(self.ladder, self.ladder.rank[self.bid] + 1, self.ladder.top)
        return self.situation.holds(f"K_{self.me} ({above})", self.position)

    def total(self, player: str) -> int:
        """The number of rolls (of outcomes, if `by_rolls` is False) that a player considers possible."""
        if self.by_rolls:
            return len(self.situation.possible(player, self.position))
        return int(self.considers(player).sum())

    def share(self, player: str, lowest: int, highest: int) -> Fraction:
        """The player's degree of belief that the rank of the outcome is from `lowest` to `highest`."""
        if lowest > highest:
            return Fraction(0)
        if self.by_rolls:
            return self.situation.degree(player, outcomes_between(self.ladder, lowest, highest), self.position)
        there = self.considers(player)
        within = (lowest <= ranks(self.ladder)) & (ranks(self.ladder) <= highest)
        return Fraction(int((there & within).sum()), int(there.sum()))

    def above(self, player: str, rank: int) -> Fraction:
        """The player's degree of belief that the outcome is above a rank."""
        return self.share(player, rank + 1, self.ladder.top)

    def considers(self, player: str) -> NDArray[np.bool_]:
        """Whether the player considers each outcome possible, by the outcome's index in the ladder."""
        return self.situation.holding(_possibilities(player, self.ladder), self.position)

    def median(self) -> int:
        """The rank of the lower weighted median of the outcomes that the agent considers possible."""
        if not self.by_rolls:
            possible = np.sort(ranks(self.ladder)[self.considers(self.me)])
            return int(possible[(len(possible) - 1) // 2])
        low, high = 0, self.ladder.top
        while low < high:
            middle = (low + high) // 2
            if self.situation.holds(_likely(self.me, self.ladder, middle), self.position):
                high = middle
            else:
                low = middle + 1
        return low

    def expected(self, values: Whole, least: int = 0) -> tuple[float, float]:
        """The weighted sum of `values` (by world) over the worlds considered possible, and the sum of the weights.

        Only worlds with an outcome of at least the rank `least` count.
        """
        given = outcomes_between(self.ladder, least, self.ladder.top) if least else None
        where = self.situation.possible(self.me, self.position, given)
        if self.by_rolls:
            return float(values[where].sum()), float(len(where))
        # all outcomes that the agent considers possible weigh the same
        place = places_of(self.ladder)
        rolls = np.bincount(place[self.situation.possible(self.me, self.position)], minlength=len(self.ladder.outcomes))
        weight = (MOST / np.maximum(rolls, 1)[place])[where]
        return float(values[where] @ weight), float(weight.sum())

    def improves(self, dice: tuple[int, ...]) -> tuple[Fraction, int]:
        """The agent's chance to beat the standing bid by a throw of these dice.

        Returns
        -------
        tuple of Fraction and int
            The degree of belief that the dice will beat the standing bid, and the number of rolls (or outcomes)
            that the agent considers possible while these dice are in the air.
        """
        assert self.bid is not None  # a bid stands
        first, second, third = self.knowers
        air = self._with((first * (1 not in dice), second * (2 not in dice), third * (3 not in dice)))
        with considering(_named("after throwing", dice)):
            return air.above(self.me, self.ladder.rank[self.bid]), air.total(self.me)

    def known_after(self, throw: Throw) -> int:
        """The number of dice that the next player knows after this throw."""
        after = self._with(knowers_after(self.knowers, throw, self.seat, len(self.names)))
        with considering(_named("after throwing openly" if throw.is_open else "after throwing closed", throw.dice)):
            return int(after.situation.holding(_values_known(self.listener), after.position).sum())

    def _with(self, knowers: Knowers) -> Viewpoint:
        """A copy with other knowers of the dice; the worlds do not change, so `position` stays valid."""
        return self._replace(
            knowers=knowers, situation=situation(who_knows_what(self.names, knowers, self.ladder, None))
        )


def part_of(total: int, share: Fraction) -> int:
    """The product of `total` and `share`; the denominator of `share` must divide `total`."""
    return share.numerator * (total // share.denominator)


@lru_cache(maxsize=4_096)
def _possibilities(player: str, ladder: Ladder) -> tuple[str, ...]:
    return tuple(f"M_{player} outcome={each}" for each in ladder.outcomes)


@lru_cache(maxsize=64)
def _values_known(player: str) -> tuple[str, ...]:
    return tuple(f"Kv_{player} die{die}" for die in DICE)


@lru_cache(maxsize=4_096)
def _likely(player: str, ladder: Ladder, rank: int) -> str:
    return f"B_{player}>=1/2 ({outcomes_between(ladder, 0, rank)})"


@lru_cache(maxsize=64)
def _named(verb: str, dice: tuple[int, ...]) -> str:
    return f"{verb} {' '.join(f'die{die}' for die in dice)}"
