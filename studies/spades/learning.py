"""Success curves from nil bids: a logistic regression for each number of earlier bids, with scikit-learn.

Nil values and success curves are explained in `games.spades.bidding.hand_value`. Source: Cohensius, Meir, Oved, Stern,
"Bidding in Spades", section 4.3. Each earlier bid changes the intercept and the slope of the log odds; a penalty
shrinks the coefficients of rare bids towards 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from games.core.errors import GameError
from games.spades.bidding.compiled_bis import BidTables
from games.spades.bidding.hand_value import BIDS, PLACES, Curves, Line
from games.spades.rules import SEATS
from logic.exact import plural
from studies.spades.self_play import Rounds, self_play

BINS = 100  # number of steps of nil values
PENALTY = 3.0
"""The inverse of scikit-learn's C; with it, bids that occur about ten times in a million rounds stay near 0."""
UNBID = -1  # Stands for an earlier bid that was not made
FEWEST = 100  # nil bids needed for each number of earlier bids, with successes and failures among them


class Nils(NamedTuple):
    """Nil bids as arrays with a row or an entry for each.

    Attributes
    ----------
    before : int array
        In each row the bids before the nil bid, the latest one first, padded with `UNBID`.
    value : float array
        The nil value of each bidder's hand.
    success : bool array
        Whether each bidder took no trick.
    """

    before: Any
    value: Any
    success: Any

    @property
    def place(self) -> Any:
        """For each nil bid, the number of players who had already bid."""
        return (self.before != UNBID).sum(axis=1)

    def part(self, which: Any) -> Nils:
        """The nil bids with these indices or this mask."""
        return Nils(self.before[which], self.value[which], self.success[which])


def explored(count: int, seed: int, tables: BidTables, learned: bool, weak: int = 0) -> Nils:
    """The explorers' nil bids in `self_play`; each round has one explorer, who bids nil about one time in three."""
    rounds = self_play(count, seed, tables, learned, explores=True, weak=weak)
    which = np.flatnonzero(rounds.bids[np.arange(count), rounds.explorer] == 0)
    return nils_of(rounds, which, rounds.explorer[which])


def nils_of(rounds: Rounds, which: Any, seats: Any) -> Nils:
    """Collect the nil bids at these seats in the rounds `which`, with the earlier bids and the results."""
    before = np.full((len(which), SEATS - 1), UNBID)
    for back in range(SEATS - 1):
        there = seats > back
        before[there, back] = rounds.bids[which[there], seats[there] - 1 - back]
    return Nils(before, rounds.nil[which, seats], rounds.took[which, seats] == 0)


def fitted(nils: Nils, made_by: str) -> Curves:
    """The success curves fitted to nil bids.

    Parameters
    ----------
    nils : Nils
        At least `FEWEST` nil bids for each number of earlier bids.

    Raises
    ------
    GameError
        If there are too few nil bids, if all of them succeed or fail, or if a curve would not rise.

    Notes
    -----
    Equal nil bids are counted together, so the time depends on the number of distinct ones, about 100,000.
    """
    parts = [nils.part(nils.place == place) for place in range(PLACES)]
    if any(len(part.value) < FEWEST or part.success.all() or not part.success.any() for part in parts):
        counts = ", ".join(f"{len(part.value)} after {plural(place, 'bid')}" for place, part in enumerate(parts))
        raise GameError(
            f"{plural(len(nils.value), 'nil bid')}, {counts}: too few to learn from; expected at least {FEWEST} after "
            "each number of bids, some that succeed and some that fail; give more records, or none: then bidders play"
        )
    single = _lines(nils._replace(before=nils.before[:, :0]))[0]
    regressions = [_lines(part._replace(before=part.before[:, :place])) for place, part in enumerate(parts)]
    bids = tuple(
        tuple(tuple(lines[1 + BIDS * back :][:BIDS]) for back in range(place))
        for place, lines in enumerate(regressions)
    )
    curves = Curves(made_by, len(nils.value), single, tuple(lines[0] for lines in regressions), bids)
    if not is_rising(curves):
        raise GameError(f"{len(nils.value):,} nil bids: a curve would fall with the nil value; give more nil bids")
    return curves


def is_rising(curves: Curves) -> bool:
    """Whether every curve rises with the nil value."""
    least = [
        place.slope + sum(min(line.slope for line in seat) for seat in seats)
        for place, seats in zip(curves.places, curves.bids, strict=True)
    ]
    return min(least) > 0 and curves.single.slope > 0


def _lines(nils: Nils) -> list[Line]:
    """The terms of a logistic regression: a common term, then a term for each possible bid of each earlier bidder."""
    from sklearn.linear_model import LogisticRegression

    rows, weights = _counted(nils)
    before, value, success = rows[:, :-2], (rows[:, -2] + 0.5) / BINS, rows[:, -1]
    shown = [before == bid for bid in range(BIDS)]
    bids = np.stack(shown, axis=2).reshape(len(rows), -1).astype(float)
    features = np.hstack([value[:, None], bids, bids * value[:, None]])
    model = LogisticRegression(C=1 / PENALTY, max_iter=2000)
    model.fit(features, success, sample_weight=weights)
    slope, *rest = model.coef_[0].tolist()
    heights, slopes = rest[: bids.shape[1]], rest[bids.shape[1] :]
    return [Line(float(model.intercept_[0]), slope), *map(Line, heights, slopes)]


def _counted(nils: Nils) -> tuple[Any, Any]:
    """The distinct nil bids, with the number of times that each occurs."""
    steps = np.minimum((nils.value * BINS).astype(np.int64), BINS - 1)
    rows = np.column_stack([nils.before, steps, nils.success.astype(np.int64)])
    return np.unique(rows, axis=0, return_counts=True)


class Calibration(NamedTuple):
    """A bin of predicted probabilities.

    Attributes
    ----------
    predicted, observed : float
        The mean prediction, and the observed success rate.
    """

    nils: int
    predicted: float
    observed: float


def chances(curves: Curves, nils: Nils) -> Any:
    """The success probabilities that the curves predict for nil bids."""
    place = nils.place
    lines = np.array(curves.places)[place]
    for size in range(1, PLACES):
        for back in range(size):
            here = place == size
            lines[here] += np.array(curves.bids[size][back])[nils.before[here, back]]
    return 1 / (1 + np.exp(-lines[:, 0] - lines[:, 1] * nils.value))


def calibration(predicted: Any, nils: Nils, bins: int = 10) -> Iterator[Calibration]:
    """The observed success rates of nil bids, by predicted probability."""
    where = np.minimum((predicted * bins).astype(int), bins - 1)
    for each in range(bins):
        here = where == each
        if here.any():
            yield Calibration(int(here.sum()), float(predicted[here].mean()), float(nils.success[here].mean()))
