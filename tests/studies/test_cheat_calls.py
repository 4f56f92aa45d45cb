"""The model of calls in Cheat: replies as samples, training, the file, and the agent that uses it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from games import registry
from games.cheat.agents.habits import Habitual
from games.cheat.agents.tree_search import SHIPPED_CALLS
from games.cheat.game import GAME
from games.cheat.predictors import CALL_FEATURES, PAST, CallModel, Past, load_calls
from games.cheat.rules import CALL, Cheat
from games.core.errors import GameError
from games.core.rules import State
from games.playing.arena import run
from games.playing.match import Lineup, Setup, turns
from games.playing.records import read_records
from studies.cheat import call_training
from studies.cheat.call_training import Reply, replies, trained
from studies.cheat.lie_training import classifier
from studies.training import training_of


def played(seed: int) -> State:
    """A game of two simulated players."""
    agents, rules, rng = [Habitual(), Habitual()], Cheat(), Random(seed)
    for seat, agent in enumerate(agents):
        agent.begin(seat, rules, f"{seed}/{seat}")
    *_, last = turns(GAME, rules, agents, lambda state: state.sample(rng))
    return last.after


@pytest.fixture(scope="module")
def given() -> list[Reply]:
    """Replies of 80 players in pairs."""
    return [each for pair in range(40) for each in replies(played(pair), (f"p{2 * pair}", f"p{2 * pair + 1}"), Past())]


def test_each_move_that_could_be_a_call_is_a_reply() -> None:
    last = played(1)
    steps = [(before, move) for before, move in last.steps() if move.player >= 0 and before.position.can_call]
    found = list(replies(last, ("ann", "bob"), Past()))
    assert [reply.called for reply in found] == [move.action == CALL for _, move in steps]
    assert {reply.caller for reply in found} == {"ann", "bob"}


def test_features_of_a_reply_are_those_of_the_position_and_the_past() -> None:
    last, past = played(2), Past()
    found = list(replies(last, ("ann", "bob"), past))
    answered = dict.fromkeys(("ann", "bob"), 0)
    called = dict(answered)
    for reply in found:
        values = dict(zip((*CALL_FEATURES, PAST), reply.features, strict=True))
        assert values[PAST] == (called[reply.caller] + 1) / (answered[reply.caller] + 8)
        assert values["cards in the pile"] >= 1 + values["claimed cards beyond the first"]
        answered[reply.caller] += 1
        called[reply.caller] += reply.called
    assert [deeds.answers for deeds in past.seats] == list(answered.values())


def test_replies_of_persons_alone_are_learned_from_and_a_new_match_has_no_past(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    run(Setup("cheat", Lineup(("habits", "habits")), {"limit": 10}, seed=8), 2, records=path, jobs=1)
    records = [record for _, record in read_records(path.read_text().splitlines(), "games")]
    assert [record.number for record in records] == [0, 0]
    found = call_training.recorded(records)
    assert found == [each for record in records for each in replies(record.state(), record.rules.names, Past())]
    second = records[0].rules.names[records[0].seats[1]]
    persons = [replace(record, agents=("habits", None)) for record in records[:1]]
    expected = [each for each in found if each.caller == second]
    assert call_training.recorded(persons) == expected[: len(call_training.recorded(persons))] != []
    assert {each.caller for each in call_training.recorded(persons)} == {second}


def test_a_trained_model_says_what_scikit_learn_says(given: list[Reply]) -> None:
    model = load_text(trained(given, False, 1, "a test").text)
    rows = [reply.features for reply in given]
    fitted = classifier("logistic", 1).fit(rows, [reply.called for reply in given])
    expected = fitted.predict_proba(rows)[:, 1]
    assert [model.chance(reply.features) for reply in given] == pytest.approx(expected, abs=1e-3)


def test_replies_of_other_players_are_predicted_better_than_by_chance(given: list[Reply]) -> None:
    found = trained(given, False, 1, "a test")
    (row,) = found.rows
    assert "80 players" in found.head
    assert found.columns[1] == "AUC"
    assert float(row[1]) > 0.6


def test_too_few_replies_are_refused(given: list[Reply]) -> None:
    with pytest.raises(GameError, match=r"3 calls.* 30 replies: .* 50 "):
        trained(given[:30], False, 1, "a test")


def load_text(text: str) -> CallModel:
    data = json.loads(text)
    return CallModel(data["made_by"], tuple(data["names"]), tuple(data["weights"]), data["intercept"])


def test_a_model_is_read_as_it_was_written(tmp_path: Path) -> None:
    model = load_calls(SHIPPED_CALLS)
    (tmp_path / "calls.json").write_text(model.dumps())
    assert load_calls(tmp_path / "calls.json") == model
    assert model.made_by == "whoknows train cheat --what calls --seed 1"


@pytest.mark.parametrize(
    "change",
    [
        {"names": ["round"]},
        {"weights": [1.0]},
        {"weights": "many"},
        {"weights": [True] * 9},
        {"weights": [float("nan")] * 9},
        {"intercept": "0"},
        {"intercept": 10**400},
        {"weights": [1e308] * 9},
        {"made_by": 1},
        {"more": 1},
    ],
    ids=str,
)
def test_a_file_that_is_no_model_is_refused(change: dict[str, object], tmp_path: Path) -> None:
    path = tmp_path / "calls.json"
    path.write_text(json.dumps(json.loads(SHIPPED_CALLS.read_text()) | change))
    with pytest.raises(GameError, match=r"calls\.json: .*model of calls.*`whoknows train cheat"):
        load_calls(path)


@pytest.mark.parametrize("text", ["calls", "[1]", "{}", "[" * 100_000])
def test_a_text_that_is_no_model_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "calls.json"
    path.write_text(text)
    with pytest.raises(GameError, match=r"calls\.json: .*model of calls.*`whoknows train cheat"):
        registry.agent(GAME, f"reader(calls={path})")


def test_what_is_trained_is_chosen_by_name() -> None:
    assert training_of("cheat", "calls") is call_training
    with pytest.raises(GameError, match=r"--what 'call': expected calls; .*'calls'"):
        training_of("cheat", "call")


def test_a_player_with_more_cards_of_the_rank_or_who_called_more_is_more_likely_to_call() -> None:
    model, start = load_calls(SHIPPED_CALLS), [0.0] * 9
    for feature in ("claimed cards beyond the first", "cards of the rank in the own hand", PAST):
        raised = list(start)
        raised[model.names.index(feature)] = 1.0
        assert model.chance(raised) > model.chance(start)
