"""Commands on files of symbolic models: recognised whatever their atoms are called, and listed where they can be."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from whoknows.cli.main import app


def ask(*arguments: str | Path, code: int = 0, given: str | None = None) -> Result:
    result = CliRunner().invoke(app, [str(each) for each in arguments], input=given, prog_name="whoknows")
    assert result.exit_code == code, result.output
    return result


def refused(*arguments: str | Path) -> str:
    """The message of a command that ends with 2, on one line."""
    result = ask(*arguments, code=2)
    assert "Traceback" not in result.stderr
    return " ".join(result.stderr.split())


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.json"
    SymbolicModel(["p", "q", "r"], "p | q | r", {"ann": ["p"], "bob": ["q ^ r"], "cath": ["q ^ r"]}, {"p"}).save(path)
    return path


@pytest.fixture
def large(tmp_path: Path) -> Path:
    path = tmp_path / "large.json"
    atoms = [f"x{i}" for i in range(40)]
    SymbolicModel(atoms, "x0 | x1", {"ann": ["x0"]}, {"x0"}).save(path)
    return path


@pytest.mark.parametrize("atom", ["worlds", "bits", "events", "relations"])
def test_atoms_called_as_keys_of_a_file_do_not_make_it_another_one(tmp_path, atom):
    path, listed = tmp_path / "symbolic.json", tmp_path / "listed.json"
    SymbolicModel([atom, "p"], f"{atom} | p", {"ann": [atom]}, {atom}).save(path)
    assert ask("check", path, f"K_ann {atom}").stdout.startswith("true: ")
    KripkeModel.s5({"w": {atom}, "v": {"bits", "worlds"}}, {"ann": [["w"], ["v"]]}, "w").save(listed)
    assert ask("check", listed, f"K_ann {atom}").stdout.startswith("true: ")


def test_contraction_and_comparison_list_the_worlds_of_a_symbolic_file(small, tmp_path):
    after = tmp_path / "after.json"
    assert ask("contract", small, "-o", after).stdout == "7 → 7 worlds\n"
    assert len(KripkeModel.load(after)) == 7
    ask("draw", small, "--compare", after, "-o", tmp_path / "same.svg")
    assert "<svg" in (tmp_path / "same.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("command", "way_out"),
    [
        (["contract", "{large}"], "this goes through them all"),
        (["contract", "puzzle:muddy_children,n=30"], "this goes through them all"),
        (["draw", "{small}", "--compare", "{large}", "-o", "{out}.svg"], "this goes through them all"),
        (["draw", "{large}", "-o", "{out}.svg"], "a picture shows them all; announce first"),
        (["convert", "{large}", "{out}.graphml"], "this format lists them all; a .json file keeps them as diagrams"),
        (["check", "{large}", "x0", "--engine", "explicit"], "take --engine symbolic, which need not list them"),
    ],
)
def test_a_model_too_large_to_list_is_refused_with_what_this_command_can_do_about_it(
    small, large, tmp_path, command, way_out
):
    names = {"small": small, "large": large, "out": tmp_path / "out"}
    message = refused(*[each.format(**names) for each in command])
    assert f" 10,000; {way_out}" in message
    assert "limit=" not in message
    assert message.endswith("symbolic, which need not list them") or "--engine" not in message
    assert not list(tmp_path.glob("out*"))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_in_place_of_a_symbolic_file_is_refused_and_not_read_twice(small, tmp_path):
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    asked = [sys.executable, "-m", "whoknows", "check", str(pipe), "p"]
    command = subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        pipe.write_text(small.read_text())
        _, message = command.communicate(timeout=30)
    finally:
        command.kill()
    assert command.returncode == 2
    assert "in a file beside it" in message


def test_a_symbolic_model_goes_from_one_command_to_the_next_with_its_diagrams(large):
    after = ask("announce", large, "x0", "-o", "-").stdout
    assert SymbolicModel.loads(after) == SymbolicModel.load(large).announce("x0")
    assert int(ask("where", "-", "x2", "--count", given=after).stdout) == 2**38


def test_a_law_of_parities_is_written_without_a_second_file(tmp_path):
    SymbolicModel(["p", "q"], "p ^ q", {"ann": ["p"]}).save(tmp_path / "s.json")
    told = ask("convert", tmp_path / "s.json", tmp_path / "again.json").stdout
    assert "dddmp" not in told
    assert SymbolicModel.load(tmp_path / "again.json").count() == 2


def test_agents_of_a_symbolic_file_are_completed(small):
    words = {"COMP_WORDS": f"whoknows frames {small} ", "COMP_CWORD": "3", "_WHOKNOWS_COMPLETE": "complete_bash"}
    asked = subprocess.run(
        [sys.executable, "-m", "whoknows"],
        env={**os.environ, **words},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert asked.stdout.split() == ["ann", "bob", "cath"]


def test_half_of_a_symbolic_model_is_refused_with_the_name_of_the_other_half(small):
    second = small.with_name("small.json.dddmp")
    assert "give the JSON file beside them" in refused("check", second, "p")
    second.unlink()
    assert "small.json.dddmp: there is no such file" in refused("check", small, "p")


def test_the_numbers_of_worlds_stand_in_one_column_however_long_they_are():
    told = ask("puzzle", "dining_cryptographers", "n=25").stdout
    rows = told.partition("   worlds\n")[2] or told.partition("worlds\n")[2]
    table = [line for line in rows.partition("\n\nAnswer")[0].splitlines() if line]
    numbers = [line.split()[0] for line in table]
    assert max(map(len, numbers)) > 9
    assert len({line.index(number) + len(number) for line, number in zip(table, numbers, strict=True)}) == 1


def test_pictures_that_are_too_large_are_told_for_a_few_steps_and_counted(tmp_path):
    result = ask("puzzle", "muddy_children", "n=30", "--draw", tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["muddy_children-29.svg", "muddy_children-30.svg"]
    assert "step 0 is not drawn: 1,073,741,824 states" in result.stderr
    assert result.stderr.count("is not drawn") == 3
    assert "and 26 more steps are not drawn" in result.stderr


@pytest.mark.parametrize("engine", ["symbolic", "explicit"])
def test_a_law_of_an_smcdel_file_that_nothing_satisfies_is_shown_as_the_file_writes_it(tmp_path, engine):
    path = tmp_path / "none.smcdel.txt"
    path.write_text("VARS 1,2\nLAW AND(1,~1)\nOBS a: 1\nWHERE? 1\n", encoding="utf-8")
    answered = ask("check", path, "--engine", engine)
    assert answered.stdout == "WHERE? 1\n  nowhere\n"
    assert "no state satisfies the law" in answered.stderr
    message = refused("where", path, "p1", "--engine", engine)
    assert "law AND(1,~1): no assignment" in message
    assert "parse(" not in message


def test_a_name_that_no_system_takes_is_refused_without_being_repeated():
    message = refused("check", "x" * 5_000, "p")
    assert "cannot be read: file name too long" in message
    assert "Errno" not in message
    assert len(message) < 300
