"""Hold'em: the grid search for the rule player's thresholds, done before any network was trained.

A player with each pair of thresholds plays against two players with each other pair. The pair that wins most on average
is chosen.
"""

from itertools import product

import numpy as np

from benchmarks.measure import table
from studies.holdem.learning.course import measured
from studies.holdem.learning.table_play import RulePlayer

STAYS = (0.8, 0.9, 1.0, 1.1, 1.2)
RAISES = (1.35, 1.5, 1.65, 1.8, 2.0)
DEALS, SEED = 700, 2026


def main() -> None:
    """Print the grid, the best pairs first."""
    pairs = [RulePlayer(*each) for each in product(STAYS, RAISES)]
    found = np.array([[measured(one, [other] * 2, DEALS, SEED).mean for other in pairs] for one in pairs])
    rows = [
        (f"{each.stays}", f"{each.raises}", f"{row.mean():+.3f}", f"{row.min():+.3f}")
        for each, row in zip(pairs, found, strict=True)
    ]
    rows.sort(key=lambda row: -float(row[2]))
    table("Hold'em: big blinds a game", ("stays", "raises", "mean", "worst"), rows)
