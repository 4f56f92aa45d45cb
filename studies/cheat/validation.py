"""How well a predictor tells lies of other players than those it was trained on: the validation of the source, 4.7."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from studies.cheat.forest_training import chances, is_enough, train
from studies.cheat.samples import Sample

RESAMPLES = 400
EVERY = 25
"""Claims of a match after which a predictor is trained again; the source trains for each claim."""


class Figure(NamedTuple):
    """A figure, and where it lies in 95 % of `RESAMPLES` bootstrap samples of pairs of players."""

    value: float
    low: float
    high: float


class Quality(NamedTuple):
    """How well a predictor does on claims that it was not trained on.

    Attributes
    ----------
    samples : int
        Number of claims that were predicted.
    auc : Figure
        The area under the ROC curve.
    true_rate, false_rate : Figure
        The shares of true and of false claims that are told right, at the threshold 0.5.
    g_mean : Figure
        The geometric mean of both rates.
    areas : array of float
        The area in each bootstrap sample: the same samples for each predictor of the same claims.
    curve : tuple of lists
        The ROC curve: shares of true claims told as lies, and of lies told as lies.
    """

    samples: int
    auc: Figure
    true_rate: Figure
    false_rate: Figure
    g_mean: Figure
    areas: Any
    curve: tuple[list[float], list[float]]


def validate(given: Sequence[Sample], name: str = "forest", seed: int = 0, every: int = EVERY) -> Quality | None:
    """Each claim is predicted from all claims of other players, and from what both players claimed before.

    Claims for which these are too few are left out; None if nothing is left.

    Parameters
    ----------
    every : int
        Number of claims in a row of a match that are predicted by one predictor, trained on what precedes the first of
        them; 1 as in the source.

    Notes
    -----
    One training for each `every` claims.
    """
    found = np.full(len(given), np.nan)
    for block in _blocks(given, every):
        past = _before(given, given[block[0]])
        if is_enough([sample.lie for sample in past]):
            found[block] = chances(train(past, name, seed), [given[row] for row in block])
    told = np.flatnonzero(~np.isnan(found))
    return quality([given[row] for row in told.tolist()], found[told], seed) if len(told) else None


def _blocks(given: Sequence[Sample], every: int) -> Iterator[list[int]]:
    """The claims of each match in their order, cut into blocks."""
    order = sorted(range(len(given)), key=lambda row: (given[row].match, given[row].move))
    for _, match in groupby(order, key=lambda row: given[row].match):
        rows = list(match)
        yield from (rows[start : start + every] for start in range(0, len(rows), every))


def _before(given: Sequence[Sample], claim: Sample) -> list[Sample]:
    """The claims of other players, and those of the same two that precede a claim."""
    both, when = {claim.claimer, claim.viewer}, (claim.match, claim.move)
    return [each for each in given if (each.match, each.move) < when or both.isdisjoint((each.claimer, each.viewer))]


def quality(given: Sequence[Sample], told: Any, seed: int = 0) -> Quality:
    """The quality of predicted chances."""
    from sklearn.metrics import roc_curve

    lies = np.array([sample.lie for sample in given], dtype=bool)

    def figures(rows: Any) -> tuple[float, float, float, float]:
        is_lie, called = lies[rows], told[rows] > 0.5
        true, false = float((~called)[~is_lie].mean()), float(called[is_lie].mean())
        return _area(is_lie, told[rows]), true, false, (true * false) ** 0.5

    drawn = np.array([figures(rows) for rows in _resampled(given, seed) if 0 < lies[rows].mean() < 1])
    ends = np.quantile(drawn, (0.025, 0.975), axis=0).T
    auc, true, false, mean = (
        Figure(value, float(low), float(high)) for value, (low, high) in zip(figures(slice(None)), ends, strict=True)
    )
    across, up, _ = roc_curve(lies, told)
    return Quality(len(lies), auc, true, false, mean, drawn[:, 0], (across.tolist(), up.tolist()))


def _area(lies: Any, told: Any) -> float:
    """The area under the ROC curve: how often a lie has the higher chance (Mann and Whitney's statistic).

    As `sklearn.metrics.roc_auc_score`, in a tenth of its time.
    """
    from scipy.stats import rankdata

    count = lies.sum()
    above = rankdata(told)[lies].sum() - count * (count + 1) / 2
    return float(above / (count * (len(lies) - count)))


def _resampled(given: Sequence[Sample], seed: int) -> Iterator[Any]:
    """Rows of bootstrap samples of pairs of players, whose claims are alike; of matches if there is one pair."""
    pairs = [tuple(sorted((each.claimer, each.viewer))) for each in given]
    groups: list[Any] = pairs if len(set(pairs)) > 1 else [each.match for each in given]
    rows = [np.array([row for row, each in enumerate(groups) if each == group]) for group in sorted(set(groups))]
    rng = np.random.default_rng(seed)
    for _ in range(RESAMPLES):
        yield np.concatenate([rows[number] for number in rng.integers(len(rows), size=len(rows))])


def lead(one: Quality, other: Quality) -> Figure:
    """How much larger the area of one predictor is than that of another one of the same claims."""
    low, high = np.quantile(one.areas - other.areas, (0.025, 0.975))
    return Figure(one.auc.value - other.auc.value, float(low), float(high))
