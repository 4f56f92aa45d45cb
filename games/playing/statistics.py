"""What a match tells of its agents: means with 95 % intervals, clustered by match.

Games of one match are not independent, since agents remember them: so the match is the unit. Matches that share
chance's seeds are not independent either. An agent has each seat in them, so that luck evens out and her interval is if
anything too wide; but a seat has the same luck in all of them: its clusters are all the matches of one seed.
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
    """What came of a match: by game, the returns by position in the line-up."""

    number: int
    returns: tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True)
class Estimate:
    """A mean per game, with its interval where there are two clusters or more.

    Attributes
    ----------
    total : Fraction
        The sum over all games, exactly.
    mean, low, high : float
        Per game, in the unit of the rules; low and high are None where nothing can be said.
    """

    total: Fraction
    mean: float
    low: float | None
    high: float | None

    @property
    def is_empty(self) -> bool:
        """Whether there was nothing to measure, or but once, and then it was zero."""
        return self.low is None and not self.total


@dataclass(frozen=True)
class Summary:
    """The results of a line-up.

    Attributes
    ----------
    games, matches : int
        How many were played.
    agents : tuple of Estimate
        By position in the line-up.
    seats : tuple of Estimate
        By seat, whoever had it.
    teams : tuple of Estimate
        By team of the line-up; empty where each plays for herself.
    """

    games: int
    matches: int
    agents: tuple[Estimate, ...]
    seats: tuple[Estimate, ...]
    teams: tuple[Estimate, ...]


def summary(results: Iterable[MatchResult], lineup: Lineup, teams: Groups) -> Summary:
    """The means of a line-up's matches, with their intervals. O(games * players)."""
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
    """The mean per game of clusters with these sums and numbers of games, and its interval.

    Notes
    -----
    The variance of a ratio of sums over clusters, with Student's t for one degree less than there are clusters
    (Cochran, *Sampling Techniques*, 1977, chapter 6). With clusters of one size it is that of their means.
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
    """The share of independent trials that hit, with its interval, which keeps its promise near 0 and 1 too.

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
    """One share less another, independent one, with an interval of the level of theirs.

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
    from scipy.special import ndtri  # as below

    return float(ndtri((1 + level) / 2))


def _quantile(freedom: int, level: float) -> float:
    """Student's t for a two-sided interval."""
    from scipy.special import stdtrit  # a tenth of the time that scipy.stats takes to import

    return float(stdtrit(freedom, (1 + level) / 2))
