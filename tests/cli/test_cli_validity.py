"""`whoknows check --valid`: does what holds at every world of a model hold in every model of its agents' logics?"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from whoknows import KripkeModel
from whoknows.cli import prove as validity
from whoknows.cli.main import app


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, prog_name="whoknows")


def check(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["check", *map(str, arguments), "--valid"], prog_name="whoknows")


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """p holds everywhere; the relation of a is S5, that of b is KD45."""
    both = [(1, 1), (1, 2), (2, 1), (2, 2)]
    KripkeModel({1: {"p"}, 2: {"p", "q"}}, {"a": both, "b": [(1, 2), (2, 2)]}).save(tmp_path / "m.json")
    return tmp_path / "m.json"


def test_a_valid_formula_is_told_with_the_logics_of_the_agents(model: Path) -> None:
    answer = check(model, "K_a q -> q")
    assert answer.stdout.splitlines() == [
        "true: K_a q → q holds at each of 2 worlds",
        "valid in S5 (a), KD45 (b): it holds at every world of every model of this logic",
    ]
    assert answer.exit_code == 0


def test_a_formula_that_holds_in_this_model_only_has_a_countermodel(model: Path) -> None:
    answer = check(model, "K_a p")
    assert answer.exit_code == 1
    assert "not valid in S5 (a), KD45 (b): it fails at w0 of a model with 1 world" in answer.stdout
    assert check(model, "B_b q -> K_b q").exit_code == 0


def test_a_formula_that_fails_in_the_model_needs_no_prover(model: Path) -> None:
    answer = check(model, "q")
    assert (answer.exit_code, answer.stdout.startswith("false: q fails at 1")) == (1, True)
    assert "valid" not in answer.stdout


def test_json_has_the_answer_and_the_countermodel(model: Path) -> None:
    data = json.loads(check(model, "p", "--json").stdout)
    assert (data["holds"], data["valid"], data["logic"]) == (True, False, {"a": "S5", "b": "KD45"})
    assert KripkeModel.from_dict(data["countermodel"]).holds("~p")
    assert json.loads(check(model, "q", "--json").stdout)["valid"] is False


def test_symbolic_models_have_logics_too() -> None:
    answer = check("puzzle:muddy_children,n=30", "K_anne muddy(bill) -> muddy(bill)", "--engine", "symbolic")
    assert (answer.exit_code, "valid in S5" in answer.stdout) == (0, True)


@pytest.mark.parametrize("given", ["weights", "ranks"])
def test_beliefs_with_weights_or_ranks_are_decided_in_all_ranked_models(tmp_path: Path, given: str) -> None:
    numbers = {"a": {1: 1, 2: 1}}
    threshold = {"threshold": 0.5} if given == "weights" else {}
    m = KripkeModel.s5({1: {"p"}, 2: {"p"}}, {"a": [[1, 2]]}, atoms=["p", "q"], **{given: numbers}, **threshold)
    m.save(tmp_path / "w.json")
    expected = {
        "B_a p -> p": ("not valid", "KD45"),  # it holds in this model
        "B_a q -> ~B_a ~q": ("valid", "KD45"),
        "EB q -> B_a EB q": ("valid", "KD45"),
        "K_a q -> B_a q": ("valid", "S5"),
        "B_a q -> K_a q": ("not valid", "S5"),
        "B_a[q] p & ~B_a ~q -> B_a (q -> p)": ("valid", "S5"),
    }
    for formula, (answer, logic) in expected.items():
        assert f"\n{answer} in {logic}: " in check(tmp_path / "w.json", formula).stdout, formula
    safe = check(tmp_path / "w.json", "Bsafe_a p -> p")
    assert safe.exit_code == 2 * (given == "weights")
    assert given == "ranks" or "a: expected S5 and ranks" in safe.stderr


def test_beliefs_beside_agents_without_ranks_and_one_world_are_refused(tmp_path: Path, model: Path) -> None:
    numbers = {"a": {1: 0, 2: 1}}
    KripkeModel.s5({1: {"p"}, 2: {"p"}}, {"a": [[1, 2]], "b": [[1, 2]]}, ranks=numbers).save(tmp_path / "r.json")
    refused = check(tmp_path / "r.json", "B_a p & (K_b p -> B_b p)")
    assert (refused.exit_code, "b: expected S5 and ranks" in refused.stderr) == (2, True)
    assert check(model, "p", "--at", "1").exit_code == 2


def test_the_valid_questions_of_an_smcdel_file_are_parted_in_those_of_the_law_and_those_of_s5(tmp_path: Path) -> None:
    path = tmp_path / "f.smcdel.txt"
    questions = ["(1 | 2)", "(a knows that 2 -> 2)", "1", "Exists 1 1"]
    path.write_text("VARS 1,2 LAW (1 | 2) OBS a: 1 " + " ".join(f"VALID? {question}" for question in questions))
    assert check(path).stdout.splitlines()[1::2] == [
        "  true, but not valid in S5",
        "  true, and valid in S5",
        "  false",
        "  true",
    ]
    data = json.loads(check(path, "--json").stdout)["questions"]
    assert [question.get("valid") for question in data] == [False, True, None, None]


def test_a_puzzle_says_of_each_sentence_whether_it_is_valid_without_the_puzzle() -> None:
    told = run("puzzle", "moore", "--valid").output
    assert told.count("  valid in S5: it would hold in every model") == 2
    assert told.count("not valid in S5: it rests on this puzzle") == 2


def test_a_puzzle_says_so_in_json_too_and_takes_the_values_of_its_variables() -> None:
    steps = json.loads(run("puzzle", "cheryl", "--valid", "--json").output)["steps"]
    assert [step["valid"] for step in steps if step["formula"]] == [False, False, False]


def test_a_question_that_takes_too_long_is_for_the_command_that_has_more_time(
    model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(validity, "SECONDS", 0)
    late = check(model, "C_{a,b} (p & q) -> K_a B_b p")
    assert late.exit_code == 3
    assert "whoknows prove FORMULA --logic a=S5,b=KD45: undecided" in " ".join(late.stderr.split())
    assert "--time SECONDS" in late.stderr
