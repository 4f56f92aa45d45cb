"""Rules 3 and 4 of the source's agent: whether to bluff, and what to bid."""

from __future__ import annotations

from bisect import bisect
from fractions import Fraction
from itertools import compress
from typing import NamedTuple

from games.bluff_poker.agents.believability.settings import ALWAYS, Settings
from games.bluff_poker.agents.believability.viewpoint import Viewpoint, part_of
from games.bluff_poker.outcomes import outcome


class Bidding(NamedTuple):
    """Rules 3 and 4, in numbers.

    Attributes
    ----------
    forced : bool
        Whether the dice do not beat the bid.
    total, above : int
        The number of rolls that the next player considers possible, and of those above these dice.
    bluffing : Fraction
        The probability of a bluff.
    bluffs, truths : dict
        Outcome -> weight, for either.
    """

    forced: bool
    total: int
    above: int
    bluffing: Fraction
    bluffs: dict[int, int]
    truths: dict[int, int]

    def weights(self) -> tuple[dict[int, int], int]:
        """Outcome -> the probability of its bid, as a whole number of parts; and the number of parts."""
        lies, part = self.bluffing.as_integer_ratio()
        bluffs, truths = sum(self.bluffs.values()), sum(self.truths.values()) or 1
        one = lies * truths
        found = {each: one * weight for each, weight in self.bluffs.items()} if lies else {}
        if lies < part:
            one = (part - lies) * bluffs
            for each, weight in self.truths.items():
                found[each] = found.get(each, 0) + one * weight
        return found, part * bluffs * truths

    def probabilities(self) -> dict[int, Fraction]:
        """Outcome -> the probability of its bid."""
        found, parts = self.weights()
        return {each: Fraction(weight, parts) for each, weight in found.items()}


def bidding(settings: Settings, view: Viewpoint) -> Bidding:
    """The numbers of a bid by an agent who knows all dice.

    Parameters
    ----------
    view : Viewpoint
        Where the agent asks: what the next player considers possible, and how much of it is above the roll.
    """
    ladder, made = view.ladder, outcome(view.dice)
    rank, least = ladder.rank[made], -1 if view.bid is None else ladder.rank[view.bid]
    total, share = view.total(view.listener), view.above(view.listener, rank)
    heard = list(compress(ladder.outcomes, view.considers(view.listener).tolist()))
    ranks = [ladder.rank[each] for each in heard]  # ascending
    low, high = bisect(ranks, least), bisect(ranks, max(rank, least))
    truths, bluffs = _weights(heard[low:high], ranks[low:high]), _weights(heard[high:], ranks[high:], -1)
    forced = rank <= least
    bluffs = bluffs or ({} if forced else {made: 1}) or dict.fromkeys(ladder.above(view.bid)[:1], 1)
    bluffing = ALWAYS if forced else settings.bluffing(share)
    return Bidding(forced, total, part_of(total, share), bluffing, bluffs, truths)


def _weights(outcomes: list[int], ranks: list[int], step: int = 1) -> dict[int, int]:
    """Outcome -> weight: 1 for the lowest rank, 2 for the next, and so on; with step -1, 1 for the highest rank."""
    weights = {rank: number for number, rank in enumerate(list(dict.fromkeys(ranks))[::step], 1)}
    return dict(zip(outcomes, map(weights.__getitem__, ranks), strict=True))
