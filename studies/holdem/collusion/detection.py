"""How well the detectors tell colluders from others, by the number of games that they watch."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from games.playing.statistics import Estimate, clustered_share
from studies.holdem.collusion.curves import area_estimate, drawn_sums, threshold, watched
from studies.holdem.collusion.evidence import THOUSAND, log_odds
from studies.holdem.collusion.suspicion import NEXT, PREVIOUS, Suspicion

Score = Callable[[Any], Any]
"""Sums of evidence by table, player and more -> a score by table: the higher, the more it looks like collusion."""


def pair_odds(suspicion: Suspicion, honest: Sequence[str], sums: Any) -> Any:
    """The log-odds of each pair against nobody, for a detector that knows some of the honest kinds only."""
    narrow = Suspicion(suspicion.colluder, tuple(honest))
    return log_odds(narrow, sums[:, :, [suspicion.kinds.index(kind) for kind in narrow.kinds]])


def odds_score(suspicion: Suspicion, honest: Sequence[str], sums: Any) -> Any:
    """The log-odds that some pair colludes."""
    return np.logaddexp.reduce(pair_odds(suspicion, honest, sums), axis=1)


def degree_score(suspicion: Suspicion, honest: Sequence[str], sums: Any) -> Any:
    """The degree of belief that some pair colludes, in whole thousandths.

    Likelihoods are thousandths too: tables with smaller degrees are equally unsuspected, and no order among them is a
    reason to suspect one.
    """
    return np.rint(THOUSAND * np.exp(-np.logaddexp(0, -odds_score(suspicion, honest, sums))))


def belief_score(suspicion: Suspicion, honest: Sequence[str], sums: Any) -> Any:
    """The degree of belief in the pair that is believed most: `B_floor>=0.99` convicts from 0.99 on."""
    odds = pair_odds(suspicion, honest, sums)
    whole = np.logaddexp(0, np.logaddexp.reduce(odds, axis=1))
    return np.exp(odds.max(axis=1) - whole)


def told_score(suspicion: Suspicion, sums: Any) -> Any:
    """How much more two players act as if told of each other than as if told of the third: the pair with the most."""
    after, before = (sums[:, :, suspicion.kinds.index(kind)] for kind in (NEXT, PREVIOUS))
    more = after - before
    pairs = [more[:, player] - more[:, (player + 1) % 3] for player in range(3)]
    return np.max(pairs, axis=0)


def source_score(counts: Any) -> Any:
    """The source's discriminator: by how many decisions two players match the colluders' brain more than Brain 1."""
    more = counts[..., 1] - counts[..., 0]
    pairs = [more[:, player, 0] + more[:, (player + 1) % 3, 1] for player in range(3)]
    return np.max(pairs, axis=0)


def areas(score: Score, guilty: Any, honest: Any, blocks: Sequence[int]) -> list[Estimate]:
    """The area under the ROC curve for each number of blocks of games."""
    return [area_estimate(*(_scores(score, of, count) for of in (guilty, honest))) for count in blocks]


def _scores(score: Score, evidence: Any, count: int) -> list[Any]:
    """Scores by round: its three tables have the same deals."""
    sums = watched(evidence, count)
    flat = score(sums.reshape(-1, *sums.shape[2:])).reshape(len(sums), -1)
    return [each.ravel() for each in np.array_split(flat, max(2, len(flat) // 3))]


def thresholds(score: Score, honest: Any, blocks: Sequence[int], alarms: float) -> list[float]:
    """The scores from which tables are convicted, for each number of blocks."""
    return [threshold(score(drawn_sums(honest, count)), alarms) for count in blocks]


def convictions(score: Score, guilty: Any, blocks: Sequence[int], least: Sequence[float]) -> list[Estimate]:
    """The share of guilty tables above a threshold, for each number of blocks, with intervals over rounds."""
    found = []
    for count, bound in zip(blocks, least, strict=True):
        rounds = _scores(score, guilty, count)
        hits = [Fraction(int((each > bound).sum())) for each in rounds]
        found.append(clustered_share(hits, [len(each) for each in rounds]))
    return found


def detectors(suspicion: Suspicion) -> Mapping[str, Score]:
    """The detectors that read likelihoods, by name."""
    return {
        "two brains": partial(degree_score, suspicion, suspicion.honest[:1]),
        "all kinds": partial(degree_score, suspicion, suspicion.honest),
        "told or not": partial(told_score, suspicion),
    }
