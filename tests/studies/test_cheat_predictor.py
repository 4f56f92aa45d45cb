"""Predictors of lies in Cheat: features from what a player sees, samples, training, forests as data."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cheat.agents.habits import Habits, Habitual, Population
from games.cheat.agents.tree_search import SHIPPED_FOREST, Predicting
from games.cheat.game import GAME
from games.cheat.predictors import FEATURES, Forest, Past, load_forest
from games.cheat.rules import CALL, TAKE, Cheat, Claim
from games.core.errors import GameError
from games.core.rules import State
from games.playing.match import turns
from kripke.data.errors import FileError
from studies.cheat import lie_training
from studies.cheat.lie_training import (
    CLASSIFIERS,
    Sample,
    chances,
    classifier,
    forest_of,
    lead,
    quality,
    samples,
    train,
    validate,
)


def played(seed: int, **options: int) -> State:
    """A game of two simulated players."""
    agents, rules, rng = [Habitual(), Habitual()], Cheat(**options), Random(seed)
    for seat, agent in enumerate(agents):
        agent.begin(seat, rules, f"{seed}/{seat}")
    *_, last = turns(GAME, rules, agents, lambda state: state.sample(rng))
    return last.after


@pytest.fixture(scope="module")
def claims() -> list[Sample]:
    """Claims of ten players in pairs."""
    found: list[Sample] = []
    for pair in range(5):
        past = Past()
        for game in (2 * pair, 2 * pair + 1):
            found += samples(played(game), (f"p{2 * pair}", f"p{2 * pair + 1}"), game, past)
    return found


def test_there_are_21_features_as_in_the_source() -> None:
    assert len(FEATURES) == 21


def test_each_claim_that_can_be_answered_is_a_sample() -> None:
    last = played(1)
    claims = [move for _, move in last.steps() if isinstance(move.action, Claim)]
    found = list(samples(last, ("ann", "bob"), 0, Past()))
    assert len(claims) - 1 <= len(found) <= len(claims)
    assert {sample.claimer for sample in found} == {"ann", "bob"}


def test_features_say_nothing_that_the_viewer_does_not_see() -> None:
    """The same game with other cards in the claimer's hand and claims gives the same features."""
    rng, last, looked = Random(5), played(2), 0
    for length in range(22, 80, 2):
        state = GAME.rules.of().deserialize([str(move.action) for _, move in last.steps()][:length])
        if state.current_player >= 0 and state.position.can_call:
            viewer = state.current_player
            other = GAME.resample(state, viewer, rng)
            one, two = (list(samples(each, ("ann", "bob"), 0, Past())) for each in (state, other))
            assert one[-1].move == two[-1].move == length - 1
            assert one[-1].features == two[-1].features
            looked += state.position.hands != other.position.hands
    assert looked > 3


def test_what_was_done_is_counted() -> None:
    last, past = played(3), Past()
    list(samples(last, ("ann", "bob"), 0, past))
    moves = [move for _, move in last.steps() if move.player >= 0]
    for seat, deeds in enumerate(past.seats):
        own = [move.action for move in moves if move.player == seat]
        assert deeds.turns == len(own)
        assert deeds.takes == own.count(TAKE)
        assert deeds.calls == own.count(CALL)
        assert deeds.cards == sum(len(each.cards) for each in own if isinstance(each, Claim))
        assert deeds.caught <= deeds.cheated <= deeds.claims


@given(st.integers(0, 10_000), st.sampled_from(sorted(vars(Habits()))))
def test_a_policy_of_habits_is_a_distribution_over_legal_actions(seed: int, habit: str) -> None:
    agent, rng = Habitual(habit, 1.2), Random(seed)
    agent.begin(0, Cheat(), str(seed))
    state = played(seed % 7)
    before, _ = rng.choice([step for step in state.steps() if step[1].player >= 0])
    seat = before.current_player
    agent.seat = seat
    policy = agent.policy(GAME.observation(before, seat), before.legal_actions())
    assert sum(policy.values()) == pytest.approx(1)
    assert all(before.is_legal(action) and share >= 0 for action, share in policy.items())


@pytest.mark.slow
def test_who_lies_more_by_habit_lies_more() -> None:
    def lies(habit: float) -> float:
        agents, rules, rng, count = [Habitual(), Habitual()], Cheat(), Random(1), [0, 0]
        for agent in agents:
            agent.population = Population(replace(Habits(), lie=habit, bluff=habit))
        for game in range(6):
            for seat, agent in enumerate(agents):
                agent.begin(seat, rules, f"{game}/{seat}")
            for turn in turns(GAME, rules, agents, lambda state: state.sample(rng)):
                if isinstance(turn.action, Claim):
                    count[any(card.rank != turn.action.rank for card in turn.action.cards)] += 1
        return count[1] / sum(count)

    assert lies(-2) < lies(0) < lies(2)


def test_an_unknown_habit_is_refused() -> None:
    with pytest.raises(GameError, match=r"habit 'lies': expected.*lie, bluff.*'lie'"):
        Habitual("lies")
    with pytest.raises(GameError, match=r"habit '': expected.* lie"):
        Habitual(factor=1.2)


def test_a_forest_as_data_says_what_scikit_learn_says(claims: list[Sample]) -> None:
    trained = train(claims)
    forest = forest_of(trained, "a test")
    expected = trained.predict_proba([sample.features for sample in claims])[:, 1]
    assert [forest.chance(sample.features) for sample in claims] == pytest.approx(expected, abs=1e-3)


def test_a_forest_is_read_as_it_was_written(claims: list[Sample], tmp_path: Path) -> None:
    forest = forest_of(train(claims), "a test")
    (tmp_path / "forest.json").write_text(forest.dumps())
    assert load_forest(tmp_path / "forest.json") == forest


def test_claims_of_unseen_players_are_told_better_than_by_chance(claims: list[Sample]) -> None:
    found = validate(claims, "tree")
    assert found is not None
    assert 0.5 < found.auc.low < found.auc.value < found.auc.high < 1


def test_without_information_the_area_is_a_half(claims: list[Sample]) -> None:
    rng = Random(0)
    found = quality(claims, np.array([rng.random() for _ in claims]))
    assert found.auc.low < 0.5 < found.auc.high


@pytest.mark.slow
def test_a_perfect_predictor_tells_everything(claims: list[Sample]) -> None:
    found = quality(claims, np.array([float(sample.lie) for sample in claims]))
    assert (found.auc.value, found.true_rate.value, found.false_rate.value, found.g_mean.value) == (1, 1, 1, 1)
    assert found.curve[1][-1] == 1


def test_rates_are_counted_at_a_half(claims: list[Sample]) -> None:
    from sklearn.metrics import roc_auc_score  # takes a second to load, and each worker loads this file

    rng = Random(1)
    told = np.array([rng.random() for _ in claims])
    found = quality(claims, told)
    lies, called = [sample.lie for sample in claims], (told > 0.5).tolist()
    caught = sum(lie and call for lie, call in zip(lies, called, strict=True))
    assert found.false_rate.value == pytest.approx(caught / sum(lies))
    assert found.auc.value == pytest.approx(roc_auc_score(lies, told))
    assert found.g_mean.value == pytest.approx((found.true_rate.value * found.false_rate.value) ** 0.5)


def test_a_predictor_is_ahead_of_one_that_guesses_and_not_of_itself(claims: list[Sample]) -> None:
    rng = Random(2)
    good = quality(claims, np.array([sample.lie + rng.gauss(0, 1) for sample in claims]))
    guess = quality(claims, np.array([rng.random() for _ in claims]))
    assert lead(good, guess).low > 0
    assert lead(good, good) == (0, 0, 0)


@pytest.mark.parametrize("every", [1, 7])
def test_a_claim_is_predicted_from_other_players_and_from_what_precedes_it(
    claims: list[Sample], every: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No training sees the claim it predicts, nor a later one of the same two; with every claim it sees all others."""
    seen: list[list[Sample]] = []

    def taught(given: list[Sample], name: str, seed: int) -> list[Sample]:
        seen.append(given)
        return given

    def told(past: list[Sample], block: list[Sample]) -> np.ndarray:
        for place, claim in enumerate(block):
            both = {claim.claimer, claim.viewer}
            others = [each for each in claims if not both & {each.claimer, each.viewer}]
            own = [each for each in past if both & {each.claimer, each.viewer}]
            assert [each for each in past if not both & {each.claimer, each.viewer}] == others
            assert all((each.match, each.move) < (claim.match, claim.move) for each in own)
            before = [each for each in claims if each.claimer in both and each[2:4] < claim[2:4]]
            assert len(own) == len(before) - place
        return np.array([float(each.lie) for each in block])

    monkeypatch.setattr(lie_training, "train", taught)
    monkeypatch.setattr(lie_training, "chances", told)
    found = validate(claims, every=every)
    assert found is not None
    assert len(seen) >= len(claims) / every


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_every_classifier_of_the_comparison_learns(claims: list[Sample], name: str) -> None:
    half = [each for each in claims if each.match < 6]
    rest = [each for each in claims if each.match >= 6]
    told = chances(train(half, name), rest)
    assert ((told >= 0) & (told <= 1)).all()
    assert quality(rest, told).auc.value > 0.6


def test_predictions_of_true_claims_alone_have_no_quality(claims: list[Sample]) -> None:
    (first, *_), last = claims, max(each.match for each in claims) + 1
    known = [each._replace(claimer="ann", viewer="bob", match=0, move=move) for move, each in enumerate(claims)]
    new = [first._replace(claimer="ann", viewer="bob", match=last, move=move, lie=False) for move in range(3)]
    assert validate([*known, *new], "tree", every=len(known)) is None


def test_too_few_samples_are_refused(claims: list[Sample]) -> None:
    with pytest.raises(GameError, match="training needs 50 of each"):
        train(claims[:60])


def test_an_unknown_classifier_is_refused() -> None:
    with pytest.raises(GameError, match=r"classifier 'florest': expected.*forest, .*'forest'"):
        classifier("florest")


BROKEN = {
    "no file": None,
    "text": "forest",
    "another value": "[1]",
    "a missing column": "{}",
    "a deep value": "[" * 100_000,
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_a_file_that_is_no_forest_is_refused(text: str | None, tmp_path: Path) -> None:
    path = tmp_path / "forest.json"
    if text is not None:
        path.write_text(text)
    with pytest.raises((GameError, FileError), match="forest\\.json"):
        load_forest(path)


LOOP = {"low": [0, 1, 2], "high": [0, 1, 2], "feature": [0, -1, -1]}
WRONG = [
    {"roots": [3]},
    {"roots": [-1]},
    {"threshold": [10**400, 0.2, 0.7]},
    {"roots": []},
    {"names": ["round"]},
    LOOP,
    {"feature": [21, -1, -1]},
    {"feature": [0.5, -1, -1]},
    {"threshold": [0.5, 1.5, 0.0]},
    {"threshold": ["1", 0.5, 0.5]},
    {"threshold": [float("nan"), 0.5, 0.5]},
    {"low": [1]},
]


@pytest.mark.parametrize("change", WRONG, ids=str)
def test_a_forest_that_leads_nowhere_is_refused(change: dict[str, object], tmp_path: Path) -> None:
    good = Forest("a test", tuple(FEATURES), (0,), (0, -1, -1), (3.5, 0.2, 0.7), (1, -1, -1), (2, -1, -1))
    path = tmp_path / "forest.json"
    path.write_text(good.dumps())
    assert load_forest(path) == good
    path.write_text(json.dumps(json.loads(good.dumps()) | change))
    with pytest.raises(GameError, match="not a predictor"):
        load_forest(path)


def test_the_shipped_forest_names_its_command() -> None:
    assert load_forest(SHIPPED_FOREST).made_by == "whoknows train cheat --seed 1"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{}", "roots is missing"),
        ("[1]", r"expected an object .* got \[1\]"),
        ("nonsense", "not valid JSON: expecting value at line 1, column 1"),
        ('"x"', 'expected an object .* got "x"'),
        ("[" * 100_000, "nested too deep"),
        ('{"roots": [0, null]}', r"roots\[1\]: expected a whole number, got null"),
        ('{"roots": [' + "9" * 60_000 + "]}", "number 9+…9+: too long, at most 1,000 characters are read"),
    ],
    ids=range(7),
)
def test_the_error_says_what_a_predictor_lacks(text: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "forest.json"
    path.write_text(text)
    with pytest.raises(GameError, match=f"not a predictor, .*{why}") as caught:
        load_forest(path)
    assert "indices" not in str(caught.value)


def test_a_predictor_that_was_written_anew_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "forest.json"
    for chance in (0.25, 0.75):
        path.write_text(Forest("a test", tuple(FEATURES), (0,), (-1,), (chance,), (-1,), (-1,)).dumps())
        assert Predicting(str(path)).forest.threshold == (chance,)
