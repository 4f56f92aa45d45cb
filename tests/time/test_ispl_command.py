"""`whoknows check FILE.ispl`: a line for each formula, exit codes, notes, JSON, formulas that are typed, errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from tests.time.ispl_texts import file
from whoknows.cli.main import app

LAMP = {
    "environment": "",
    "lobsvars": "",
    "vars": "x: boolean;",
    "protocol": "Other: {go};",
    "evaluation": "p if a.x = true;",
    "init": "a.x = false",
    "groups": "",
}


BITS = str(Path(__file__).parents[2] / "examples/systems/bit_transmission.ispl")


def run(*arguments: str, given: str | None = None) -> Result:
    return CliRunner().invoke(app, [*arguments], prog_name="whoknows", input=given)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def written(name: str = "lamp.ispl", **parts: str) -> str:
    Path(name).write_text(file(**(LAMP | parts)))
    return name


def test_each_formula_has_a_line_and_the_exit_code_is_1_if_one_is_false() -> None:
    found = run("check", written(formulae="AF p; AG\n p; EF !p;"))
    assert (found.exit_code, found.stdout) == (1, "1 true: AF p\n2 false: AG p\n3 true: EF !p\n")
    assert run("check", written(formulae="AF p;")).exit_code == 0


def test_json_has_the_formulas_with_their_lines() -> None:
    found: Any = json.loads(run("check", written(formulae="AF p;\nAG K(a, p);"), "--json").stdout)
    assert (found["holds"], found["states"], found["notes"]) == (False, 2, [])
    first, second = found["formulas"]
    assert first == {"formula": "AF p", "line": first["line"], "read": "AF p", "holds": True}
    assert (second["read"], second["line"], second["holds"]) == ("AG K_a p", first["line"] + 1, False)


def test_a_typed_formula_is_asked_in_place_of_those_of_the_file() -> None:
    lamp = written(formulae="AG p;")
    found = run("check", lamp, "AG (Kw_a p & x <-> p)")
    assert (found.exit_code, found.stdout) == (0, "true: AG (Kw_a p ∧ x ↔ p)\n")
    joined = run("check", lamp, "AG Kap")
    assert joined.stdout == "false: AG K_a p\n"
    assert "note: " in joined.stderr, "it says how the name is read"
    assert "did you mean 'p'" in run("check", lamp, "AG pp").stderr
    data: Any = json.loads(run("check", lamp, "EG p", "--json").stdout)
    assert (data["holds"], data["formulas"]) == (False, [{"formula": "EG p", "read": "EG p", "holds": False}])


def test_deadlocks_and_unmet_fairness_are_noted() -> None:
    stuck = run("check", written(formulae="AF p;", protocol="x = false: {go};"))
    assert (stuck.exit_code, stuck.stderr) == (
        0,
        "note: deadlock: nothing can happen in state {x}; it has no successor\n",
    )
    unfair = run("check", written(formulae="!p; p;", fairness="!p;"))
    assert unfair.stdout == "1 true: !p\n2 true: p\n"
    assert "fairness condition ¬p again and again" in unfair.stderr
    data: Any = json.loads(run("check", "lamp.ispl", "--json").stdout)
    assert (data["states"], len(data["notes"])) == (0, 1)


def test_the_engine_can_be_chosen() -> None:
    for engine in ("auto", "explicit", "symbolic"):
        assert run("check", written(formulae="AF p;"), "--engine", engine).stdout == "1 true: AF p\n"
    assert run("check", "lamp.ispl", "--engine", "fast").exit_code == 2


def test_a_formula_of_a_file_or_a_typed_one_is_explained() -> None:
    lamp = written(formulae="AF p; AG p;")
    found = run("explain", lamp, "--formula", "2")
    assert found.exit_code == 1
    assert found.stdout.startswith("AG p fails at {}")
    assert run("explain", lamp, "--formula", "1").exit_code == 0
    typed = run("explain", lamp, "AG K_a p", "--json")
    [data] = json.loads(typed.stdout)["formulas"]
    assert (typed.exit_code, data["explanation"]["holds"], data["formula"]) == (1, False, "AG K_a p")
    for wrong in ([lamp, "p", "--formula", "1"], [lamp, "--formula", "3"], ["p"]):
        assert run("explain", *wrong).exit_code == 2


BLINK = """Agent Environment
  Vars: secret: boolean; end Vars
end Agent
Agent a
  Vars: lit: boolean; end Vars
  Actions = {look}; Protocol: Other: {look}; end Protocol
  Evolution: lit = false if Action = look; end Evolution
end Agent
Evaluation secret if Environment.secret = true; end Evaluation
InitStates a.lit = true and Environment.secret = true or a.lit = false and Environment.secret = false; end InitStates
Groups g = {a}; end Groups
Formulae AG (secret -> K(a, secret)); EF GCK(g, secret); end Formulae
"""


def test_with_recall_agents_know_what_they_saw_before() -> None:
    Path("blink.ispl").write_text(BLINK)
    assert run("check", "blink.ispl").stdout.splitlines()[0] == "1 false: AG (secret -> K(a, secret))"
    remembers = run("check", "blink.ispl", "--recall")
    assert (remembers.exit_code, remembers.stdout.count("true")) == (1, 1)
    typed = "AG (secret -> K_a O lit)"
    assert [run("check", "blink.ispl", typed, *how).exit_code for how in ([], ["--recall"])] == [1, 0]
    assert "fails" in run("explain", "blink.ispl", typed).stdout.splitlines()[0]
    assert "holds" in run("explain", "blink.ispl", typed, "--recall").stdout.splitlines()[0]


def test_a_formula_that_stays_open_is_said_to_be_undecided() -> None:
    found = run("check", BITS, "--recall", "--states", "6")
    assert found.exit_code == 2
    assert "3 undecided: AG " in found.stdout
    assert "a larger --states follows them further" in found.stdout
    assert "5 false: AF received" in found.stdout, "one run shows it"
    third: Any = json.loads(run("check", BITS, "--recall", "--states", "6", "--json").stdout)["formulas"][2]
    assert third["holds"] is None
    assert "not decided by the first" in third["error"]
    assert "raise --states" in run("check", BITS, "--states", "3").stderr


def test_a_system_is_read_from_standard_input() -> None:
    assert run("check", "-", given=BLINK).stdout.startswith("1 false: AG")
    assert run("check", "-", "AG (secret -> K_a O lit)", "--recall", given=BLINK).stdout.startswith("true: AG")
    assert run("explain", "-", "EX lit", given=BLINK).stdout.startswith("EX lit fails")
    assert run("check", "-", "p", given="* w: p\na: w\n").stdout.startswith("true: p")
    assert "can be read once" in run("check", "-", "-", given=BLINK).stderr


def test_a_file_with_another_ending_is_known_by_its_beginning() -> None:
    text = written("lamp.txt", formulae="AF p;", semantics="-- a lamp\n\n  Semantics = MA;")
    assert run("check", text).stdout == "1 true: AF p\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "lamp.ispl", "--everywhere", "--explain"], "--everywhere and --explain: a system with time"),
        (["check", "lamp.ispl", "p", "--at", "w"], "--at: a system with time"),
        (["check", "lamp.ispl", "--valid", "--limit", "3"], "--valid and --limit: a system with time"),
        (["check", "lamp.ispl", "--recall", "--engine", "symbolic"], "diagrams know by local states only"),
        (["check", "puzzle:hexa", "p", "--recall"], "--recall and --states are for a system"),
        (["explore", "lamp.ispl"], "lamp.ispl: a system with time, whose steps are in its file; whoknows check asks"),
        (["check", "none.ispl"], "none.ispl: there is no such file"),
        (["check", "bad.ispl"], "bad.ispl: line 15, column 18: there is no name in Evaluation 'r'"),
        (["check", "lamp.ispl", "AG ("], "expected a formula"),
        (["where", "lamp.ispl", "p"], "lamp.ispl: this is a system with time, which whoknows check FILE.ispl reads"),
        (["draw", "lamp.ispl"], "a system with time"),
        (["check", "p", "lamp.ispl"], "this is a file with a system with time"),
    ],
)
def test_errors_have_a_message_and_exit_code_2(arguments: list[str], message: str) -> None:
    written()
    written("bad.ispl", formulae="\n   AG (p -> K(a, r));")
    found = run(*arguments)
    assert (found.exit_code, found.stdout) == (2, "")
    assert message in found.stderr
    assert "Traceback" not in found.stderr


def test_explain_shows_the_run_of_a_formula_by_its_number(tmp_path):
    result = run("explain", BITS, "--formula", "4", "--draw", str(tmp_path / "run.svg"))
    assert result.exit_code == 0
    assert "a run of 2 steps leads to" in result.output
    assert "  2. " in result.output
    assert "done" in (tmp_path / "run.svg").read_text()
    false = run("explain", BITS, "AF received", "--json")
    assert false.exit_code == 1
    assert json.loads(false.output)["formulas"][0]["explanation"]["run"]["loop"] == 0


def test_explain_refuses_other_models_and_numbers():
    assert "the file has 7 formulas" in run("explain", BITS, "--formula", "9").output
    assert "leave out FORMULA" in run("explain", BITS, "AF received", "--formula", "1").output
    assert "no file in ISPL" in run("explain", "puzzle:hexa", "K_anne p").output
    assert "note: no run is part of the reasons" in run("explain", BITS, "true", "--draw", "run.svg").output
