"""Points of a round. Plain arithmetic, which the simulator compiles.

``288 + 63 - 100 = 251`` for a side of nine tricks that bid six with 288 points and 8 bags: the source prints 241, but
the points that bags gave are kept when they are counted off.
"""

from __future__ import annotations

A_TRICK = 10
"""Points for each trick that is bid."""
BLIND = 2
"""A blind nil counts so many times as much."""


def nil_points(took: int, is_blind: bool, nil: int) -> int:
    """What a player who bid nil gains.

    Parameters
    ----------
    nil : int
        The points of a nil.
    """
    points = nil if took == 0 else -nil
    return points * BLIND if is_blind else points


def contract_points(bid: int, took: int) -> int:
    """What a side gains by its contract: the bid and a point for each further trick, or the bid is lost."""
    return A_TRICK * bid + took - bid if took >= bid else -A_TRICK * bid


def bags_of(bid: int, took: int) -> int:
    """The tricks beyond a contract that is made."""
    return max(0, took - bid)


def fines(bags: int, most: int) -> int:
    """How often a side is fined for its bags."""
    return bags // most if most else 0
