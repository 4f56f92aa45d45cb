"""The simulated population against what the source reports of people, and populations that differ from it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games import registry
from games.cheat.agents.habits import HABITS, Habits, Population
from studies.cheat.experiment import EXPERIMENT, LIES, MATCHES, TAKES, judged, people, practice
from studies.cheat.measures import CHANGED, FPMGA, MGA, PMGA
from studies.experiment import Measured, run

GAME = registry.game("cheat")


def game(number: int, lies: float, takes: float) -> Measured:
    """A game of 1,000 claims and 1,000 moves of the other player; games differ a little."""
    counts = [round(1_000 * share) + 4 * (number % 3 - 1) for share in (lies, takes)]
    return {"round": number, "lies": [0, counts[0]], "claims": [9, 1_000], "takes": [0, counts[1]], "moves": [9, 1_000]}


@pytest.mark.parametrize(
    ("shift", "verdict"), [(0, "confirmed"), (0.06, "refuted"), (-0.06, "refuted"), (0.05, "undecided")]
)
def test_shares_near_those_of_people_are_confirmed(shift: float, verdict: str) -> None:
    games = {
        agent: [game(number, LIES[agent] + shift, TAKES[agent] + shift) for number in range(30)]
        for agent in (MGA, PMGA, FPMGA)
    }
    assert [each.verdict for each in people(games)] == [verdict, verdict]


def test_nothing_is_said_of_people_where_an_agent_has_not_played() -> None:
    assert not list(people({MGA: [game(0, 0.4, 0.2)], PMGA: [game(0, 0.4, 0.2)]}))


@pytest.mark.parametrize(("early", "late", "verdict"), [(13, 28, "confirmed"), (13, 13, "refuted")])
def test_practice_compares_the_first_two_and_the_last_two_matches(early: int, late: int, verdict: str) -> None:
    games: list[Measured] = [
        {"round": number, "game": each, "won": str(Fraction(number % 100 >= (early if each < 2 else late)))}
        for number in range(2_000)
        for each in range(MATCHES)
    ]
    found = practice(games)
    assert found.verdict == verdict
    assert [claim.figure.mean for claim in found.claims] == pytest.approx([early / 100, late / 100])


def test_in_the_part_of_practice_one_player_of_the_population_plays_four_matches() -> None:
    (set_up,) = EXPERIMENT.of_parts(["practice"])
    assert set_up.block == MATCHES
    assert set_up.name not in {each.name for each in EXPERIMENT.of_parts(["main"])}
    match = set_up.trial(1).match(0)
    match.agents[0] = registry.agent(GAME, "honest")
    habits = set()
    for number in range(MATCHES):
        match.play(number)
        habits.add(vars(match.agents[1])["habits"])
    assert len(habits) == 1


def test_each_parameter_of_the_population_is_changed_by_a_fifth_both_ways() -> None:
    usual, changes = Population(), []
    for (text,) in CHANGED:
        made = vars(registry.agent(GAME, text))["population"]
        changes.append(
            {
                (kind, name, round(getattr(new, name) / getattr(old, name), 6))
                for kind, new, old in (("mean", made.mean, usual.mean), ("spread", made.spread, usual.spread))
                for name in HABITS
                if getattr(new, name) != getattr(old, name)
            }
        )
    single = [{("mean", habit, factor)} for habit in HABITS for factor in (0.8, 1.2)]
    assert changes == single + [{("spread", habit, factor) for habit in HABITS} for factor in (0.8, 1.2)]


def test_the_population_that_is_played_is_the_frozen_one() -> None:
    """To change it, fit it again, and play every game against it again."""
    fitted = Habits()
    assert (fitted.lie, fitted.bluff, fitted.call, fitted.time) == (-0.91, 0.69, -6.49, 2.82)


def test_people_are_judged_only_by_games_against_the_fitted_population() -> None:
    set_ups = EXPERIMENT.of_agents(["honest"], against=[CHANGED[0]])
    found = run([each.trial(1) for each in set_ups], 1, EXPERIMENT.measure, jobs=1)
    assert judged([(each, found[each.name]) for each in set_ups]) == []
