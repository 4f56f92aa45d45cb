"""How well detectors find colluders, by the number of observed games: areas under ROC curves, and convictions.

A table has three players who play many games; the evidence is summed over blocks of games. A table is guilty if two of
its players collude.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from games.playing.statistics import Estimate, clustered_share
from studies.holdem.collusion.evidence import NEXT, PREVIOUS, THOUSAND, Suspicion, log_odds
from studies.training import area

RESAMPLED = 1_000  # Bootstrap samples for an interval
DRAWN = 20_000  # Tables drawn from blocks of games, since there are too few real tables for rare false alarms
SEED = 20_261_123


def watched(blocks: Any, count: int) -> Any:
    """Sums over groups of `count` successive blocks of games; blocks that do not fill a group are left out.

    Returns
    -------
    float array whose axes are tables, groups, and the axes of `blocks` after the first two
    """
    sums = blocks.shape[1] // count
    return blocks[:, : sums * count].reshape(len(blocks), sums, count, *blocks.shape[2:]).sum(axis=2)


def drawn_sums(blocks: Any, count: int, draws: int = DRAWN) -> Any:
    """Sums of `count` blocks that are drawn with replacement from all tables.

    Blocks of different tables may be mixed because the games at a table are independent.

    Returns
    -------
    float array of draws x the axes of `blocks` after the first two
    """
    flat, rng = blocks.reshape(-1, *blocks.shape[2:]), np.random.default_rng(SEED)
    sums = np.zeros((draws, *flat.shape[1:]))
    for _ in range(count):
        sums += flat[rng.integers(0, len(flat), draws)]
    return sums


def area_estimate(guilty: Sequence[Any], honest: Sequence[Any]) -> Estimate:
    """The area with a 95 % interval, by a bootstrap over clusters of tables; the arguments are scores by cluster.

    Notes
    -----
    The tables are compared only once, since a bootstrap sample only changes the weights of clusters.
    """
    wins = np.array([[area(one, other) * len(one) * len(other) for other in honest] for one in guilty])
    sizes, others = (np.array([len(each) for each in of]) for of in (guilty, honest))
    rng = np.random.default_rng(SEED)
    times, also = (rng.multinomial(len(of), np.full(len(of), 1 / len(of)), RESAMPLED) for of in (guilty, honest))
    areas = np.einsum("ri,ij,rj->r", times, wins, also) / ((times @ sizes) * (also @ others))
    mean = float(wins.sum() / (sizes.sum() * others.sum()))
    low, high = np.quantile(areas, (0.025, 0.975))
    return Estimate(Fraction(mean), mean, float(min(low, mean)), float(max(high, mean)))


Score = Callable[[Any], Any]
"""Maps sums of evidence, an array whose first axes are tables and players, to scores; higher is more suspicious."""


def pair_odds(suspicion: Suspicion, honest: Sequence[str], sums: Any) -> Any:
    """The log-odds that each pair colludes, for a detector that assumes only these kinds of honest players."""
    narrow = Suspicion(suspicion.colluder, tuple(honest))
    return log_odds(narrow, sums[:, :, [suspicion.kinds.index(kind) for kind in narrow.kinds]])


def odds_score(suspicion: Suspicion, honest: Sequence[str], sums: Any) -> Any:
    """The log-odds that any pair colludes."""
    return np.logaddexp.reduce(pair_odds(suspicion, honest, sums), axis=1)


def degree_score(suspicion: Suspicion, honest: Sequence[str], sums: Any) -> Any:
    """The degree of belief that any pair colludes, in whole thousandths.

    Likelihoods are rounded to thousandths too, so smaller differences have no meaning.
    """
    return np.rint(THOUSAND * np.exp(-np.logaddexp(0, -odds_score(suspicion, honest, sums))))


def belief_score(suspicion: Suspicion, honest: Sequence[str], sums: Any) -> Any:
    """The largest degree of belief that a pair colludes; a degree of at least 0.99 convicts the pair."""
    odds = pair_odds(suspicion, honest, sums)
    whole = np.logaddexp(0, np.logaddexp.reduce(odds, axis=1))
    return np.exp(odds.max(axis=1) - whole)


def told_score(suspicion: Suspicion, sums: Any) -> Any:
    """For the most suspicious pair, the log-odds that the two act on each other's cards, not on the third player's."""
    after, before = (sums[:, :, suspicion.kinds.index(kind)] for kind in (NEXT, PREVIOUS))
    more = after - before
    pairs = [more[:, player] - more[:, (player + 1) % 3] for player in range(3)]
    return np.max(pairs, axis=0)


def source_score(counts: Any) -> Any:
    """The score of the detector of Pyne, Abhichandani and Shrivastava (2023): the largest difference among the pairs.

    The difference is the number of actions that only colluders prefer, minus the number that only Brain 1 prefers.
    `counts` are sums of `evidence.matches`: an array of tables, players, partners and networks.
    """
    more = counts[..., 1] - counts[..., 0]
    pairs = [more[:, player, 0] + more[:, (player + 1) % 3, 1] for player in range(3)]
    return np.max(pairs, axis=0)


def areas(score: Score, guilty: Any, honest: Any, blocks: Sequence[int]) -> list[Estimate]:
    """The area under the ROC curve for each number of blocks of games."""
    return [area_estimate(*(_scores(score, of, count) for of in (guilty, honest))) for count in blocks]


def _scores(score: Score, evidence: Any, count: int) -> list[Any]:
    """The scores of tables, grouped by round; a round has three tables with the same deals."""
    sums = watched(evidence, count)
    flat = score(sums.reshape(-1, *sums.shape[2:])).reshape(len(sums), -1)
    return [each.ravel() for each in np.array_split(flat, max(2, len(flat) // 3))]


def thresholds(score: Score, honest: Any, blocks: Sequence[int], alarms: float) -> list[float]:
    """For each number of blocks, the threshold for a conviction; honest tables exceed it with probability `alarms`."""
    return [float(np.quantile(score(drawn_sums(honest, count)), 1 - alarms, method="higher")) for count in blocks]


def convictions(score: Score, guilty: Any, blocks: Sequence[int], least: Sequence[float]) -> list[Estimate]:
    """The proportion of guilty tables with a score above the threshold in `least`, for each number of `blocks`.

    The intervals are clustered by round.
    """
    estimates = []
    for count, bound in zip(blocks, least, strict=True):
        rounds = _scores(score, guilty, count)
        hits = [Fraction(int((each > bound).sum())) for each in rounds]
        estimates.append(clustered_share(hits, [len(each) for each in rounds]))
    return estimates


def detectors(suspicion: Suspicion) -> Mapping[str, Score]:
    """The detectors that use the likelihoods of actions, by name."""
    return {
        "two brains": partial(degree_score, suspicion, suspicion.honest[:1]),
        "all kinds": partial(degree_score, suspicion, suspicion.honest),
        "told or not": partial(told_score, suspicion),
    }
