"""Means and intervals, against SciPy and against what they promise."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from games.playing.match import Lineup, Setup
from games.playing.statistics import MatchResult, bounded, estimate, summary

GAME = "liars_card:GAME"


def test_with_clusters_of_one_size_it_is_students_interval_of_their_means() -> None:
    from scipy import stats

    rng = Random(1)
    sums = [Fraction(rng.randrange(-9, 9), 2) for _ in range(40)]
    found = estimate(sums, [3] * 40)
    means = [float(each) / 3 for each in sums]
    low, high = stats.t.interval(0.95, 39, loc=stats.tmean(means), scale=stats.sem(means))
    assert found.total == sum(sums)
    assert (found.mean, found.low, found.high) == pytest.approx((stats.tmean(means), low, high))


def test_the_interval_holds_the_truth_19_times_of_20_where_games_of_a_match_hang_together() -> None:
    from scipy import stats

    rng = Random(2)
    held = 0
    for _ in range(400):
        moods = [rng.gauss(0, 1) for _ in range(30)]
        sums = [Fraction(sum(mood + rng.gauss(0, 1) for _ in range(10))) for mood in moods]
        found = estimate(sums, [10] * 30)
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 0 <= found.high
    assert stats.binomtest(held, 400, 0.95).pvalue > 0.001


@pytest.mark.parametrize(("least", "most"), [(0, 1), (-1, 0), (-3, 5)])
def test_the_interval_of_returns_with_bounds_stays_inside_and_is_students_where_games_are_many(
    least: int, most: int
) -> None:
    few = bounded(
        [Fraction(most) * 2, Fraction(most) * 2, Fraction(most + least)], [2] * 3, Fraction(least), Fraction(most)
    )
    assert few.low is not None
    assert few.high is not None
    assert least < few.low < few.mean < few.high <= most
    rng = Random(3)
    sums = [Fraction(sum(rng.choice((least, most)) for _ in range(6))) for _ in range(4_000)]
    one, other = bounded(sums, [6] * 4_000, Fraction(least), Fraction(most)), estimate(sums, [6] * 4_000)
    assert (one.total, one.mean) == (other.total, pytest.approx(other.mean))
    assert (one.low, one.high) == pytest.approx((other.low, other.high), abs=1e-4 * (most - least))


def test_a_share_of_games_won_stays_between_none_and_all() -> None:
    results = [MatchResult(number, ((Fraction(number > 0), Fraction(number == 0)),)) for number in range(10)]
    found = summary(results, Setup("cheat", Lineup(("honest", "random"))))
    assert all(
        0 <= each.low < each.high <= 1 for each in found.agents if each.low is not None and each.high is not None
    )


def test_of_one_cluster_nothing_is_said_of_the_interval() -> None:
    assert estimate([Fraction(3)], [6]) == estimate([Fraction(3)], [6])
    assert (estimate([Fraction(3)], [6]).mean, estimate([Fraction(3)], [6]).low) == (0.5, None)
    assert estimate([], []).high is None


def test_returns_go_to_agents_seats_and_teams() -> None:
    setup = Setup(GAME, Lineup(("a", "b"), teams=((0, 1),)))
    results = [MatchResult(number, ((Fraction(1 + number), Fraction(-1)),)) for number in range(4)]
    found = summary(results, setup)
    assert (found.games, found.matches, found.cycles) == (4, 4, 2)
    assert [each.total for each in found.agents] == [10, -4]
    assert [each.total for each in found.seats] == [1 - 1 + 3 - 1, -1 + 2 - 1 + 4]
    assert [each.total for each in found.teams] == [6]


def test_a_team_of_all_players_gets_the_fixed_sum_in_every_game() -> None:
    setup = Setup("bluff_poker", Lineup(("source",) * 3, teams=((0, 1, 2),)))
    results = [MatchResult(number, ((Fraction(0), Fraction(-1), Fraction(0)),)) for number in range(6)]
    (team,) = summary(results, setup).teams
    assert (team.total, team.mean, team.low, team.high) == (-6, -1, -1, -1)


def test_the_interval_of_a_seat_takes_the_matches_of_a_cycle_together() -> None:
    """The first seat gets the same in all matches of a deal: three times the matches are no better than one."""
    luck = [Fraction(3), Fraction(-1), Fraction(2), Fraction(0)]
    results = []
    for number in range(12):
        paid = [Fraction(0)] * 3
        paid[(0 - number) % 3] = luck[number // 3]
        results.append(MatchResult(number, (tuple(paid),)))
    seat = summary(results, Setup(GAME, Lineup(("a", "b", "c")))).seats[0]
    assert seat == estimate([3 * each for each in luck], [3] * 4)
    alone = estimate(luck, [1] * 4)
    assert (seat.mean, seat.low, seat.high) == pytest.approx((alone.mean, alone.low, alone.high))
