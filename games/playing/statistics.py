"""Means with 95 % intervals, clustered by cycle of seatings.

Games of one match are not independent, because agents remember them, and matches with the same deal share its luck.
A cycle consists of successive matches in which each agent has each seat equally often, so most of the luck of duplicate
deals cancels out within it, and so does the advantage of a seat. Cycles are independent and identically distributed.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

from games.playing.match import Setup

LEVEL = 0.95


class MatchResult(NamedTuple):
    """The result of the match with this number: for each game, the returns by position in the line-up."""

    number: int
    returns: tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True)
class Estimate:
    """A mean per game in the unit of the rules, or a proportion, with the sum over all games or trials as its `total`.

    `low` and `high` are the ends of the interval; both are None if there are too few clusters or trials for it.
    """

    total: Fraction
    mean: float
    low: float | None
    high: float | None

    @property
    def is_empty(self) -> bool:
        """Whether the estimate has no interval and its total is zero."""
        return self.low is None and not self.total

    @property
    def as_share(self) -> Estimate:
        """The estimate of a proportion, with the interval clipped to [0, 1]."""
        if self.low is None or self.high is None:
            return self
        return replace(self, low=max(self.low, 0.0), high=min(self.high, 1.0))


@dataclass(frozen=True)
class Summary:
    """The results of a line-up by agent, by seat and by team, and the numbers of games, matches and cycles of seatings.

    If players play alone, `teams` is empty.
    """

    games: int
    matches: int
    cycles: int
    agents: tuple[Estimate, ...]
    seats: tuple[Estimate, ...]
    teams: tuple[Estimate, ...]


def summary(results: Iterable[MatchResult], setup: Setup) -> Summary:
    """The mean returns of the matches, with intervals. O(games * players)."""
    results, players = list(results), range(setup.lineup.players)
    cycles = sorted({setup.cycle_of(result.number) for result in results})
    place = {cycle: number for number, cycle in enumerate(cycles)}
    sizes = [0] * len(cycles)
    agents, seats = ([[Fraction(0)] * len(cycles) for _ in players] for _ in range(2))
    for number, returns in results:
        cycle, seated = place[setup.cycle_of(number)], setup.seats_of(number)
        sizes[cycle] += len(returns)
        for each in players:
            paid = sum((game[each] for game in returns), Fraction(0))
            agents[each][cycle] += paid
            seats[seated[each]][cycle] += paid
    teams = [
        [sum(row, Fraction(0)) for row in zip(*(agents[each] for each in team), strict=True)] for team in setup.partners
    ]

    def told(sums: Sequence[Fraction], members: int = 1) -> Estimate:
        bounds = setup.rules_of(0).return_range_of(members)
        return estimate(sums, sizes) if bounds is None else bounded(sums, sizes, *bounds)

    shared = tuple(told(sums, len(team)) for sums, team in zip(teams, setup.partners, strict=True))
    return Summary(sum(sizes), len(results), len(cycles), tuple(map(told, agents)), tuple(map(told, seats)), shared)


def estimate(sums: Sequence[Fraction], sizes: Sequence[int], level: float = LEVEL) -> Estimate:
    """The mean per game and its interval, from the totals and the numbers of games of the clusters.

    The variance is that of a ratio of sums over c clusters, and the interval uses Student's t with c - 1 degrees of
    freedom (Cochran, *Sampling Techniques*, 1977, chapter 6).
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
    """The proportion of hits in independent trials, with an interval that is also valid near 0 and 1.

    The interval is that of E. B. Wilson, *Journal of the American Statistical Association* 22, 209-212 (1927).
    """
    if not trials:
        return Estimate(Fraction(hits), 0.0, None, None)
    from scipy.special import ndtri  # as in `_quantile`

    return Estimate(Fraction(hits), hits / trials, *_wilson(hits / trials, trials, float(ndtri((1 + level) / 2))))


def clustered_share(sums: Sequence[Fraction], sizes: Sequence[int], level: float = LEVEL) -> Estimate:
    """The proportion of hits, from the hits and trials of each cluster; trials within a cluster may be dependent.

    The interval is Wilson's, with Student's t for c - 1 degrees of freedom in c clusters. Its number of trials is the
    number of independent trials that would have the same variance (E. L. Korn and B. I. Graubard, *Survey Methodology*
    24, 193-201 (1998)). If all clusters have the same proportion, each cluster is one trial, so a proportion of 0 or 1
    is never certain.
    """
    ratio = estimate(sums, sizes, level)
    if ratio.low is None or ratio.high is None:
        return ratio
    quantile, share = _quantile(len(sums) - 1, level), ratio.mean
    half = (ratio.high - ratio.low) / 2
    trials = share * (1 - share) * (quantile / half) ** 2 if half else len(sums)
    return Estimate(ratio.total, share, *_wilson(share, trials, quantile))


def bounded(sums: Sequence[Fraction], sizes: Sequence[int], least: Fraction, most: Fraction) -> Estimate:
    """The mean per game if returns lie between `least` and `most`, estimated as a proportion of this range."""
    if not (width := most - least):  # such as for a team of all players, if the sum is fixed
        return estimate(sums, sizes)
    interval = clustered_share([(each - least * size) / width for each, size in zip(sums, sizes, strict=True)], sizes)

    def back(share: float | None) -> float | None:
        return None if share is None else float(least) + float(width) * share

    total = sum(sums, Fraction(0))
    return Estimate(total, float(total / (sum(sizes) or 1)), back(interval.low), back(interval.high))


def _wilson(share: float, trials: float, quantile: float) -> tuple[float, float]:
    square = quantile * quantile / trials
    middle = (share + square / 2) / (1 + square)
    half = sqrt(square) * sqrt(share * (1 - share) + square / 4) / (1 + square)
    return min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half))


def _quantile(freedom: int, level: float) -> float:
    """The quantile of Student's t for a two-sided interval."""
    from scipy.special import stdtrit  # loads in a tenth of the time of scipy.stats

    return float(stdtrit(freedom, (1 + level) / 2))


def as_data(setup: Setup, results: Summary) -> dict[str, Any]:
    """The results as JSON values; seats, and positions in teams, are numbered from 1."""
    lineup = setup.lineup
    agents = [
        {"agent": spec, "name": name, **_numbers(each)}
        for spec, name, each in zip(lineup.agents, lineup.names, results.agents, strict=True)
    ]
    teams = [
        {"agents": [position + 1 for position in team], **_numbers(each)}
        for team, each in zip(setup.partners, results.teams, strict=True)
    ]
    seats = [{"seat": seat + 1, **_numbers(each)} for seat, each in enumerate(results.seats)]
    counts = {"games": results.games, "matches": results.matches, "cycles": results.cycles}
    counts |= {"seed": setup.seed, "block": setup.block}
    run = {"game": setup.played.name} | counts
    return run | {"unit": setup.rules_of(0).unit, "agents": agents, "seats": seats, "teams": teams}


def as_csv(setup: Setup, results: Iterable[MatchResult]) -> str:
    """The results as CSV, a row for each agent and game; positions and seats count from 1, matches and games from 0."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["match", "game", "position", "name", "agent", "seat", "returns"])
    lineup = setup.lineup
    for result in results:
        seats = setup.seats_of(result.number)
        for number, paid in enumerate(result.returns):
            for place, value in enumerate(paid):
                who = [place + 1, lineup.names[place], lineup.agents[place], seats[place] + 1]
                rows.writerow([result.number, number, *who, value])
    return text.getvalue()


def _numbers(each: Estimate) -> dict[str, Any]:
    return asdict(each) | {"total": str(each.total)}
