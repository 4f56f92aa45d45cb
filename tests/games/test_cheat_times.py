"""Response times: those of a simulated population, in records, and as features of a predictor."""

from __future__ import annotations

import json
from dataclasses import replace
from math import exp, log
from pathlib import Path
from statistics import mean, stdev

import pytest

from games.cheat.agents.habits import LONGEST, SHORTEST, Habits, Habitual, Population, time_mean
from games.cheat.agents.tree_search import Predicting
from games.cheat.game import GAME
from games.cheat.predictors import FEATURES, Past
from games.cheat.rules import CALL, Claim, is_lie
from games.core.rules import Event
from games.playing.arena import run
from games.playing.match import Lineup, Match, Setup, Turn
from games.playing.records import read_records, record_of
from games.playing.replay import Replayer
from studies.cheat.lie_training import samples
from studies.cheat.training import recorded

SECONDS = list(FEATURES).index("seconds")
MATCH = Setup("cheat", Lineup(("habits", "habits")), {"limit": 30}, seed=8)


@pytest.fixture(scope="module")
def played() -> list[Turn]:
    """A game of two simulated players."""
    return list(Match(MATCH, 0).turns(0))


def test_simulated_players_take_time_and_chance_does_not(played: list[Turn]) -> None:
    assert all((turn.seconds == 0) == (turn.player < 0) for turn in played)
    assert all(SHORTEST <= turn.seconds <= LONGEST for turn in played if turn.player >= 0)


def test_times_are_log_normal_around_the_habit() -> None:
    """2,000 times of one player at one moment: the mean and the deviation of their logarithms are the habits'."""
    habits = replace(Habits(), time_spread=0.5)
    agent = Habitual()
    agent.population = Population(habits, Habits(*[0.0] * len(vars(habits))))
    agent.begin(0, MATCH.rules_of(0), "7")
    state = MATCH.rules_of(0).start()
    rng = agent.rng
    while state.is_chance:
        state = state.after(state.sample(rng))
    agent.seat = state.current_player
    view, legal, times = GAME.observation(state, agent.seat), state.legal_actions(), []
    for _ in range(2_000):
        decision = agent.act(view, legal)
        times.append(log(decision.seconds) - time_mean(habits, view, decision.action))
    assert mean(times) == pytest.approx(0, abs=4 * 0.5 / 2_000**0.5)
    assert stdev(times) == pytest.approx(0.5, rel=0.08)


def test_a_lie_takes_longer_and_so_does_a_larger_hand(played: list[Turn]) -> None:
    lies = [turn for turn in played if is_lie(turn.action)]
    assert lies
    for turn in lies:
        view = GAME.observation(turn.before, turn.player)
        fewer = replace(view, sizes=tuple(size - 1 for size in view.sizes))
        same = time_mean(Habits(), view, turn.action)
        assert time_mean(Habits(), view, CALL) == pytest.approx(same - Habits().time_lie)
        assert time_mean(Habits(), fewer, turn.action) == pytest.approx(same - Habits().time_cards)


def test_times_change_no_move() -> None:
    slow = list(Match(Setup("cheat", Lineup(("habits(habit=time,factor=1.2)",) * 2), {"limit": 30}, 8), 0).turns(0))
    usual = list(Match(MATCH, 0).turns(0))
    assert [turn.action for turn in slow] == [turn.action for turn in usual]
    assert sum(turn.seconds for turn in slow) > 1.3 * sum(turn.seconds for turn in usual)


def test_records_have_the_times_and_are_replayed_and_checked_without_them(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    run(MATCH, 2, records=path, jobs=1)
    for number, record in read_records(path.read_text().splitlines(), "games"):
        assert record.seconds is not None
        assert [seconds > 0 for seconds in record.seconds] == [move.player >= 0 for move in record.state().history()]
        Replayer("games").check(record, number)
        Replayer("games").check(replace(record, seconds=None), number)
        Replayer("games").check(replace(record, seconds=tuple(2 * each for each in record.seconds)), number)


def test_a_replayed_agent_perceives_the_recorded_times_of_a_person() -> None:
    """Who decides by times decides the same again."""
    setup = Setup("cheat", Lineup(("pmga(simulations=2)", None)), {"limit": 5}, 8)
    match = Match(setup, 0, [Predicting("", 2), Habitual()])
    played = list(match.turns(0))
    record = record_of(match, 0, played[-1].after, None, [turn.seconds for turn in played])
    heard = Replayer("a game").follow(record, 1, len(record.moves))[1].agents[0]
    assert isinstance(heard, Predicting)
    assert heard.past.seats[1].seconds == pytest.approx(
        sum(turn.seconds for turn in played if turn.player == 1 and isinstance(turn.action, Claim))
    )


def test_the_time_of_a_claim_is_a_feature_in_training_and_in_play(played: list[Turn]) -> None:
    times = [turn.seconds for turn in played]
    found = list(samples(played[-1].after, ("ann", "bob"), 0, Past(), times))
    assert [sample.features[SECONDS] for sample in found] == [times[sample.move] for sample in found]
    assert all(sample.features[SECONDS] == 0 for sample in samples(played[-1].after, ("ann", "bob"), 0, Past()))
    agent, expected = Predicting(simulations=2), {sample.move: sample.features for sample in found}
    agent.begin(1, MATCH.rules_of(0), "1")
    for number, turn in enumerate(played):
        agent.observe(Event(turn.player, GAME.seen(turn.before, turn.action, 1), turn.seconds))
        if turn.player == 0 and number in expected and isinstance(turn.action, Claim):
            chance = agent.lie_chance(GAME.observation(turn.after, 1))
            assert chance == agent.forest.chance(expected[number])


def test_the_mean_time_of_a_claimer_is_that_of_the_match_so_far(played: list[Turn]) -> None:
    times = [turn.seconds for turn in played]
    own: list[float] = []
    expected = []
    for turn in played:
        if turn.player == 0 and isinstance(turn.action, Claim):
            own.append(turn.seconds)
            if turn.after.current_player == 1:
                expected.append(turn.seconds / mean(own))
    found = samples(played[-1].after, ("ann", "bob"), 0, Past(), times)
    ratios = [
        sample.features[list(FEATURES).index("seconds / own mean")] for sample in found if sample.claimer == "ann"
    ]
    assert ratios == pytest.approx(expected)


def test_training_reads_the_times_of_records(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    run(MATCH, 2, records=path, jobs=1)
    records = [record for _, record in read_records(path.read_text().splitlines(), "games")]
    assert all(sample.features[SECONDS] > 0 for sample in recorded(records))
    assert {sample.features[SECONDS] for sample in recorded(replace(each, seconds=None) for each in records)} == {0}
    data = json.loads(path.read_text().splitlines()[0])
    assert max(data["seconds"]) < exp(8)
