"""The expected points of a contract, by its size: the points that nil must bring in the source's section 5.3.3.

The source says what is compared, not how it is estimated: "the expected score of the partnership once if the agent
would bid nil and second if she will bid a non-nil bid, using the regularTakes value and the bid of the partner, if
known".
"""

from __future__ import annotations

from collections.abc import Sequence

from games.spades.bidding.situation import MEAN_BID, Situation, tricks

OF_TWO = (0.0, 10.0, 19.5, 28.7, 37.6, 46.6, 54.2, 59.3, 57.4, 42.8, 12.6, -8.9, -23.4, -42.3)
"""Mean points of a side without nil by its contract: a million rounds of self-play, bags included.

Where nobody bids so little, 0 and 1, ten points a trick.
"""
BESIDE_NIL = (0.0, 12.3, 22.2, 31.8, 41.4, 49.6, 56.3, 61.7, 64.0, 64.8)
"""The same for a contract whose bidder's partner bid nil, the points of nil left out; higher ones are too rare."""


def threshold_by_bids(situation: Situation, regular: int) -> float:
    """The side's expected points with the regular bid, less the points of its contract beside nil.

    Parameters
    ----------
    situation : Situation
        What is known beside the hand: a partner who has not bid is expected to bid `MEAN_BID`.

    Examples
    --------
    >>> round(threshold_by_bids(Situation((3, 2)), 3), 1), round(threshold_by_bids(Situation((6, 2)), 5), 1)
    (22.4, -65.2)
    """
    partner = MEAN_BID if situation.partner is None else tricks(situation.partner)
    return expected(OF_TWO, regular + partner) - expected(BESIDE_NIL, partner)


def expected(points: Sequence[float], contract: float) -> float:
    """The points of a contract: between two of them on the line that joins them, beyond the last as the last.

    Parameters
    ----------
    points : sequence of float
        By contract from 0 on.
    contract : float
        From 0 on.
    """
    below = min(int(contract), len(points) - 1)
    above = min(below + 1, len(points) - 1)
    return points[below] + (contract - below) * (points[above] - points[below])
