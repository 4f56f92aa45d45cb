"""The command `mark` as its users type it, and the guide of derivations."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from whoknows.cli.main import app

RIGHT = "logic: S5\n1. K_a ~p -> ~p  T\n2. p -> M_a p  PL 1\n"
WRONG = RIGHT + "3. p -> K_a p  PL 1,2\n"


def ask(*arguments: str | Path, given: str | None = None) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments], input=given, prog_name="whoknows")


def test_the_exit_code_says_whether_all_lines_are_right(tmp_path: Path) -> None:
    file = tmp_path / "proof.txt"
    file.write_text(RIGHT)
    right = ask("mark", file)
    assert (right.exit_code, right.stdout.splitlines()[-1]) == (0, "all 2 lines are right")
    wrong = ask("mark", "-", given=WRONG)
    assert wrong.exit_code == 1
    assert "✗ 3. p → K_a p    PL 1,2" in wrong.stdout
    assert "1 of 3 lines is wrong" in wrong.stdout


def test_the_last_line_must_be_the_formula_to_be_proved(tmp_path: Path) -> None:
    file = tmp_path / "proof.txt"
    file.write_text(RIGHT)
    assert ask("mark", file, "--proves", "p -> M_a p").exit_code == 0
    other = ask("mark", file, "--proves", "p -> K_a p")
    assert (other.exit_code, "expected p → K_a p" in other.stdout) == (1, True)


def test_premises_and_theory_are_those_that_the_exercise_gives(tmp_path: Path) -> None:
    laws, file = tmp_path / "laws.txt", tmp_path / "proof.txt"
    laws.write_text("p -> q\n")
    file.write_text("1. p -> q  theory\n2. K_a p -> K_a q  RM 1\n3. K_a p  premise\n4. K_a q  MP 2,3\n")
    asked = ["mark", file, "--proves", "K_a q"]
    assert ask(*asked).exit_code == 1
    assert ask(*asked, "--theory", laws, "--premise", "K_a p").exit_code == 0
    alone = ask("mark", file, "--premise", "K_a p")
    assert (alone.exit_code, "--premise and --theory need --proves" in alone.stderr) == (2, True)


def test_json_has_the_mark_of_each_line() -> None:
    answer = ask("mark", "-", "--json", given=WRONG)
    data = json.loads(answer.stdout)
    assert answer.exit_code == 1
    assert [line["right"] for line in data["lines"]] == [True, True, False]
    assert data["lines"][2]["justification"] == "PL 1,2"


@pytest.mark.parametrize(
    ("text", "message"),
    [("1. p ->  PL", "standard input: line 1: column 5"), ("logic: S6\n1. K_a p -> p  T", "no logic 'S6'")],
)
def test_an_error_ends_with_2_and_names_the_line(text: str, message: str) -> None:
    answer = ask("mark", "-", given=text)
    assert (answer.exit_code, message in answer.stderr) == (2, True)


def test_what_is_not_decided_in_time_ends_with_3() -> None:
    assert ask("mark", "-", "--time", "0", given=RIGHT).exit_code == 3


@pytest.mark.parametrize(
    "text",
    [
        "1. Kp -> p   T",
        "1. K(p -> q) -> (Kp -> Kq)  K",
        "1. K1p -> p  T\n2. ~K1p -> K1~K1p  5",
        "1. Kap -> p  T\n2. ~Kap -> Ka~Kap  5",
        "logic: S5\n1. [a]p -> p  T",
    ],
)
def test_a_derivation_is_read_as_what_a_person_typed(text: str) -> None:
    answer = ask("mark", "-", given=text)
    assert (answer.exit_code, "is read as" in answer.stderr or "are read as" in answer.stderr) == (0, True)


def test_names_of_the_goal_are_read_as_in_the_derivation() -> None:
    given = "1. Kp  premise\n2. Kp -> p  T\n3. p  MP 1,2\n"
    assert ask("mark", "-", "--proves", "p", "--premise", "Kp", given=given).exit_code == 0
    assert ask("mark", "-", "--proves", "Kp", "--premise", "Kp", given=given.splitlines()[0]).exit_code == 0
    assert ask("mark", "-", given='1. "Kp" -> p  T').exit_code == 1


def test_a_line_that_is_no_formula_is_named_among_names_that_are_read_as_operators() -> None:
    answer = ask("mark", "-", given="1. Kp -> p  T\n2. Kp ->  PL 1")
    assert (answer.exit_code, "line 2: column" in answer.stderr) == (2, True)
