"""How well tables are told apart by how many games were watched: areas under ROC curves, and convictions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from games.playing.statistics import Estimate

RESAMPLED = 1_000
"""Bootstrap samples for an interval."""
DRAWN = 20_000
"""Tables that are drawn from blocks of games where a false alarm is rarer than the tables are many."""
SEED = 20_261_123


def watched(blocks: Any, count: int) -> Any:
    """Sums over as many blocks, from the first: no game is used twice.

    Returns
    -------
    float array of tables, sums and more
    """
    sums = blocks.shape[1] // count
    return blocks[:, : sums * count].reshape(len(blocks), sums, count, *blocks.shape[2:]).sum(axis=2)


def drawn_sums(blocks: Any, count: int, draws: int = DRAWN) -> Any:
    """Sums over blocks that are drawn with replacement: games at a table are independent of each other."""
    flat, rng = blocks.reshape(-1, *blocks.shape[2:]), np.random.default_rng(SEED)
    found = np.zeros((draws, *flat.shape[1:]))
    for _ in range(count):
        found += flat[rng.integers(0, len(flat), draws)]
    return found


def area(guilty: Any, honest: Any) -> float:
    """The area under the ROC curve: how often a guilty table has the higher score, ties counted as half.

    Notes
    -----
    O((m + n) log n): Mann and Whitney, *Annals of Mathematical Statistics* 18, 50-60 (1947).
    """
    ordered = np.sort(honest)
    below, upto = np.searchsorted(ordered, guilty, "left"), np.searchsorted(ordered, guilty, "right")
    return float((below + upto).mean() / 2 / len(ordered))


def area_estimate(guilty: Sequence[Any], honest: Sequence[Any]) -> Estimate:
    """The area with an interval of 95 %, by a bootstrap over clusters.

    Notes
    -----
    Pairs of tables are counted once for each pair of clusters; a sample weighs the clusters.
    """
    wins = np.array([[area(one, other) * len(one) * len(other) for other in honest] for one in guilty])
    sizes, others = (np.array([len(each) for each in of]) for of in (guilty, honest))
    rng = np.random.default_rng(SEED)
    times, also = (rng.multinomial(len(of), np.full(len(of), 1 / len(of)), RESAMPLED) for of in (guilty, honest))
    areas = np.einsum("ri,ij,rj->r", times, wins, also) / ((times @ sizes) * (also @ others))
    mean = float(wins.sum() / (sizes.sum() * others.sum()))
    low, high = np.quantile(areas, (0.025, 0.975))
    return Estimate(Fraction(mean), mean, float(min(low, mean)), float(max(high, mean)))


def threshold(honest: Any, alarms: float) -> float:
    """The score that honest tables pass as rarely as this."""
    return float(np.quantile(honest, 1 - alarms, method="higher"))
