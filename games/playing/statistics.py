"""Means with 95 % intervals, clustered by match.

Games of one match are not independent, because agents remember them: the match is the unit. Matches that share seeds of
chance are not independent either. An agent has each seat in them, so luck evens out and the agent's interval is at most
too wide; a seat has the same luck in all of them, so its clusters are all matches of one seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from games.playing.lineup import Groups, Lineup

LEVEL = 0.95


class MatchResult(NamedTuple):
    """The result of a match: for each game the returns by position in the line-up."""

    number: int
    returns: tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True)
class Estimate:
    """A mean for each game, with an interval if there are two clusters or more.

    Parameters
    ----------
    total : Fraction
        The exact sum over all games.
    mean, low, high : float
        For each game, in the unit of the rules; low and high are None without an interval.
    """

    total: Fraction
    mean: float
    low: float | None
    high: float | None

    @property
    def is_empty(self) -> bool:
        """Whether there is no interval and the sum is zero."""
        return self.low is None and not self.total


@dataclass(frozen=True)
class Summary:
    """The results of a line-up.

    Parameters
    ----------
    games, matches : int
        Numbers of games and matches.
    agents : tuple of Estimate
        By position in the line-up.
    seats : tuple of Estimate
        By seat, over all agents that had it.
    teams : tuple of Estimate
        By team of the line-up; empty if each player plays alone.
    """

    games: int
    matches: int
    agents: tuple[Estimate, ...]
    seats: tuple[Estimate, ...]
    teams: tuple[Estimate, ...]


def summary(results: Iterable[MatchResult], lineup: Lineup, teams: Groups) -> Summary:
    """The means of a line-up's matches, with intervals. O(games * players).

    Parameters
    ----------
    results : iterable of MatchResult
        The matches.
    lineup : Lineup
        The agents.
    teams : tuple of tuple of int
        Positions that win and lose together.
    """
    results = list(results)
    players = range(lineup.players)
    paid = [[sum((game[each] for game in result.returns), Fraction(0)) for each in players] for result in results]
    sizes = [len(result.returns) for result in results]
    by_seat: list[dict[int, Fraction]] = [{} for _ in players]
    in_seed: dict[int, int] = {}
    for result, row, size in zip(results, paid, sizes, strict=True):
        seed = result.number // lineup.players
        in_seed[seed] = in_seed.get(seed, 0) + size
        for seat, value in zip(lineup.seating(result.number), row, strict=True):
            by_seat[seat][seed] = by_seat[seat].get(seed, Fraction(0)) + value
    return Summary(
        sum(sizes),
        len(results),
        tuple(estimate([row[each] for row in paid], sizes) for each in players),
        tuple(estimate(list(seat.values()), list(in_seed.values())) for seat in by_seat),
        tuple(estimate([sum((row[each] for each in team), Fraction(0)) for row in paid], sizes) for team in teams),
    )


def estimate(sums: Sequence[Fraction], sizes: Sequence[int], level: float = LEVEL) -> Estimate:
    """The mean for each game over clusters, with its interval.

    Parameters
    ----------
    sums : sequence of Fraction
        By cluster, the sum of its games.
    sizes : sequence of int
        By cluster, its number of games.
    level : float
        Of the interval.

    Notes
    -----
    The variance of a ratio of sums over clusters, with Student's t for c - 1 degrees of freedom, c clusters (Cochran,
    *Sampling Techniques*, 1977, chapter 6). With clusters of one size it is the variance of their means.
    """
    total, games = sum(sums, Fraction(0)), sum(sizes)
    if not games:
        return Estimate(total, 0.0, None, None)
    mean, clusters = total / games, len(sums)
    if clusters < 2:
        return Estimate(total, float(mean), None, None)
    squares = sum(float(each - mean * size) ** 2 for each, size in zip(sums, sizes, strict=True))
    half = _quantile(clusters - 1, level) * sqrt(squares * clusters / (clusters - 1)) / games
    return Estimate(total, float(mean), float(mean) - half, float(mean) + half)


def proportion(hits: int, trials: int, level: float = LEVEL) -> Estimate:
    """The share of hits in independent trials, with an interval that is also right near 0 and 1.

    Parameters
    ----------
    hits, trials : int
        Their numbers.
    level : float
        Of the interval.

    Notes
    -----
    E. B. Wilson, *Journal of the American Statistical Association* 22, 209-212 (1927).
    """
    if not trials:
        return Estimate(Fraction(hits), 0.0, None, None)
    z, share = _normal(level), hits / trials
    middle = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / (1 + z * z / trials)
    low, high = min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half))
    return Estimate(Fraction(hits), share, low, high)


def difference(one: Estimate, other: Estimate) -> Estimate:
    """The difference of two independent shares, with an interval of the same level.

    Parameters
    ----------
    one, other : Estimate
        From `proportion`.

    Notes
    -----
    R. G. Newcombe, *Statistics in Medicine* 17, 873-890 (1998), method 10: from the intervals of the two shares.
    """
    mean, total = one.mean - other.mean, one.total - other.total
    if one.low is None or one.high is None or other.low is None or other.high is None:
        return Estimate(total, mean, None, None)
    below = sqrt((one.mean - one.low) ** 2 + (other.high - other.mean) ** 2)
    above = sqrt((one.high - one.mean) ** 2 + (other.mean - other.low) ** 2)
    return Estimate(total, mean, mean - below, mean + above)


def _normal(level: float) -> float:
    from scipy.special import ndtri  # see below

    return float(ndtri((1 + level) / 2))


def _quantile(freedom: int, level: float) -> float:
    """Student's t for a two-sided interval."""
    from scipy.special import stdtrit  # loads in a tenth of the time of scipy.stats

    return float(stdtrit(freedom, (1 + level) / 2))
