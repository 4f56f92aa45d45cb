"""Messages of the command line: examples of the help run, options are checked, errors say what to type."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kripke.models.kripke_model import KripkeModel
from whoknows.cli.guard import COMMANDS
from whoknows.cli.main import app, wrapped


def ask(*arguments: str | Path, given: str | bytes | None = None) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments], input=given, prog_name="whoknows")


def refused(*arguments: str | Path, given: str | bytes | None = None) -> str:
    """The message of a command that ends with 2 before it has printed anything, on one line."""
    result = ask(*arguments, given=given)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    return " ".join(result.stderr.replace("│", " ").split())


@pytest.fixture
def model(tmp_path: Path) -> Path:
    made = KripkeModel.s5(
        {"w1": {"p"}, "w2": {"q"}, "w3": ()}, {"a": [["w1", "w2", "w3"]], "b": [["w1", "w2"], ["w3"]]}, "w1"
    )
    made.save(tmp_path / "model.json")
    return tmp_path / "model.json"


def examples(command: str) -> list[str]:
    """The examples of a help that speak of puzzles, and so need no file."""
    shown = CliRunner().invoke(app, [command, "--help"], env={"COLUMNS": "200"}, prog_name="whoknows").stdout
    lines = shown.split("Examples:")[-1].splitlines()
    return [line.strip() for line in lines if line.strip().startswith("whoknows ") and "puzzle" in line]


def runs(example: str) -> int:
    """Run the commands of a pipe one after the other, and give the last exit code."""
    text, code = None, 2
    for part in re.split(r" \| (?=whoknows)", example):
        words = shlex.split(part, comments=True)[1:]
        if ">" in words:
            words = words[: words.index(">")]
        result = ask(*words, given=text)
        text, code = result.stdout, result.exit_code
    return code


@pytest.mark.parametrize("command", COMMANDS)
def test_every_example_of_a_help_that_needs_no_file_runs(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for example in examples(command):
        if ".event" not in example:
            assert runs(example) in (0, 1), example


def test_a_formula_that_holds_nowhere_is_said_to_hold_nowhere(model: Path) -> None:
    result = ask("where", model, "p & ~p")
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", "nowhere (0 of 3 worlds)\n")


def test_control_characters_in_names_are_escaped(tmp_path: Path) -> None:
    KripkeModel.s5({"w\n\x1b[31m": {"p"}}, {"a": [["w\n\x1b[31m"]]}, "w\n\x1b[31m").save(tmp_path / "m.json")
    for command in ("where", "check"):
        result = ask(command, tmp_path / "m.json", "p")
        assert "w⏎␛[31m" in result.stdout
        assert "\x1b" not in result.stdout


def test_a_long_formula_is_elided_in_the_answer(model: Path) -> None:
    result = ask("check", model, " & ".join(["(p | q)"] * 500))
    assert len(result.stdout) < 300
    assert "…" in result.stdout


def test_a_puzzle_without_options_says_so() -> None:
    assert "there are no options" in refused("puzzle", "moore", "x=1")


def test_an_option_of_a_puzzle_cannot_be_given_twice() -> None:
    assert "option 'n' is given twice" in refused("puzzle", "muddy_children", "n=3", "n=4")
    assert "option 'n' is given twice" in refused("check", "puzzle:muddy_children,n=3,n=4", "top")


def test_options_that_would_say_nothing_are_refused(model: Path, tmp_path: Path) -> None:
    assert "--side-by-side needs --announce" in refused("draw", model, "--side-by-side")
    assert "--event needs --update" in refused("draw", model, "--event", "yes")
    assert re.search(r"--limit .*SMCDEL", refused("check", model, "p", "--limit", "3"))
    said = refused("draw", model, "--explain", "p", "--highlight", "q", "--max-worlds", "3")
    assert "--highlight and --max-worlds" in said
    assert "--explain draws a reason" in said
    for option in (("--compact",), ("--world", "w1"), ("--place", "w1=0,1"), ("--program", "neato")):
        assert f"{option[0]}: this is for pictures of models" in refused("draw", model, "--explain", "p", *option)


@pytest.mark.parametrize("nobody", ["", " ", ","])
def test_nobody_is_no_audience(model: Path, nobody: str) -> None:
    assert "names nobody" in refused("announce", model, "p", "--to", nobody)


def test_the_command_says_who_learns_what(model: Path) -> None:
    assert ask("announce", model, "p", "--whether", "--to", "a,b").stdout == "3 → 3 worlds: a and b learn whether p\n"
    assert ask("announce", model, "p", "--to", "a").stdout.endswith("worlds: a learns that p\n")
    assert ask("announce", model, "p", "--whether").stdout.endswith("worlds: all learn whether p\n")
    assert ask("announce", model, "p").stdout == "3 → 1 world after p\n"


def test_an_output_that_cannot_be_written_is_refused_before_anything_is_printed(model: Path, tmp_path: Path) -> None:
    (tmp_path / "d.json").mkdir()
    for name in ("x.xyz", "x.event"):
        said = refused("announce", model, "p", "-o", name)
        assert "use .json, .smcdel.txt" in said
    assert "this is a directory" in refused("announce", model, "p", "-o", tmp_path / "d.json")
    missing = tmp_path / "no"
    for words in (["announce", model, "p"], ["draw", model], ["sheet", "predict", "--format", "tex"]):
        ending = "tex" if "announce" not in words else "json"
        assert "there is no such directory" in refused(*words, "-o", missing / f"m.{ending}")
    assert not missing.exists()
    assert "--format foo: expected svg, png, pdf" in refused("puzzle", "cheryl", "--format", "foo", "--draw", tmp_path)
    assert "expected a folder" in refused("puzzle", "cheryl", "--draw", model)
    assert "expected a folder" in refused("tour", "--out", model)


def test_a_directory_is_no_target(model: Path, tmp_path: Path) -> None:
    (tmp_path / "d.json").mkdir()
    said = refused("convert", model, tmp_path / "d.json")
    assert "this is a directory" in said
    assert ".tmp" not in said
    assert "errno" not in said.lower()


@pytest.mark.parametrize(
    ("arguments", "wording"),
    [("match bluff_poker --seed abc", "--seed': expected a whole number, got abc"),
     ("watch bluff_poker --seed 1.5", "--seed': expected a whole number, got 1.5"),
     (f"match bluff_poker --games {'9' * 5_000}", "--games': expected a whole number, got 999"),
     ("watch bluff_poker --delay slow", "--delay': expected a number, got slow"),
     ("where MODEL p --limit -1", "--limit': expected a number, at least 0, got -1"),
     ("serve --port 99999", "--port': expected a number, at most 65535, got 99999"),
     ("draw MODEL --max-lines 0", "--max-lines 0: expected a whole number of at least 1")],
)  # fmt: skip
def test_a_value_of_the_wrong_type_is_refused_in_our_words(model: Path, arguments: str, wording: str) -> None:
    said = refused(*arguments.replace("MODEL", str(model)).split())
    assert wording in said
    assert "Input should" not in said


def test_formulas_side_by_side_are_joined_by_an_operator_in_the_hint(model: Path) -> None:
    assert ": p & K_a ..., or p -> K_a ..." in refused("check", model, "K_a p K_a p")


@pytest.mark.parametrize("command", ["check", "prove", "draw", "ask", "experiment", "match", "convert"])
def test_the_help_of_a_narrow_terminal_has_room_for_its_words(command: str) -> None:
    shown = CliRunner().invoke(app, [command, "--help"], env={"COLUMNS": "40"}, prog_name="whoknows").stdout
    options = shown.partition("Options:")[2].partition("Examples:")[0]
    words = [line for line in options.splitlines() if line.startswith(" " * 12)]
    assert words
    assert sum(map(len, words)) / len(words) > 30  # 18 letters a line, in two columns


@pytest.mark.parametrize("command", ["", "check", "prove", "draw", "ask", "experiment", "match", "convert"])
def test_no_line_of_help_is_wider_than_a_narrow_terminal(command: str) -> None:
    for columns in (40, 60):
        env = {"COLUMNS": str(columns)}
        shown = CliRunner().invoke(app, [*command.split(), "--help"], env=env, prog_name="whoknows").stdout
        wide = [line for line in shown.splitlines() if len(line) > columns and not line.startswith("  --")]
        assert [line for line in wide if not line.lstrip().startswith(("'", "#"))] == []  # a formula, or a comment


@pytest.mark.parametrize("columns", [30, 60, 90])
def test_an_example_that_is_cut_is_the_same_command(columns: int) -> None:
    line = (
        """  whoknows convert puzzle:hexa --to json | whoknows check - 'K_anne ~K_bill anne=red' --json  # its worlds"""
    )
    cut = wrapped(line, columns)
    assert len(cut.splitlines()) > 1
    assert shlex.split(cut.replace("\\\n", ""), comments=True) == shlex.split(line, comments=True)


def test_an_error_in_a_question_of_an_smcdel_file_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "two.smcdel.txt"
    path.write_text("VARS 1,2\nLAW Top\nOBS a: 1\nVALID? 9\n")
    shown = ask("check", path)
    assert shown.exit_code == 2
    assert f"error: {path}: line 4, column 8: variable 9 is not in VARS" in shown.stdout


def test_advice_for_python_never_reaches_the_command_line(model: Path) -> None:
    said = refused("prove", "B_a p -> K_a p", "--logic", "KD45")
    assert "--same-relation reads" in said
    assert "_" not in said.partition("or give S5")[2]
    large = refused("draw", "puzzle:muddy_children,n=9", "-o", model.parent / "large.svg")
    assert "pass --max-worlds 512" in large
    assert "max_worlds" not in large


def test_the_options_of_pictures_are_those_of_python(model: Path, tmp_path: Path) -> None:
    parts = ["--world", "w1", "--world", "w2", "--agents", "a", "--place", "w1=0,0", "--place", "w2=1,0.5"]
    svg = ask("draw", model, *parts, "--width", "4", "--compact").stdout
    assert "a part of the model: 2 of 3 worlds and 1 of 2 agents" in svg
    assert 'width="2' in svg, "288 points are 4 inches"
    for layout in ("layers", "grid", "circle", "free"):
        assert ask("draw", model, "--layout", layout, "-o", tmp_path / f"{layout}.svg").exit_code == 0
    steps = tmp_path / "steps.tex"
    assert ask("draw", model, "--announce", "p | q", "--overlays", "--standalone", "-o", steps).exit_code == 0
    assert steps.read_text().count(r"\only<") == 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            ["--width", "0.5"],
            "read: show a part by --world or --agents, or give a larger --width or none",
        ),
        (["--width", "page"], "--width 'page': expected slide, column, or a number of inches"),
        (["--width", "-3"], "--width -3: expected slide, column, or a number of inches"),
        (["--title", "x" * 20_000], "--title: expected at most 1,000 characters, got 20,000"),
        (["--compare", "puzzle:hexa", "--on", "zz"], "--on: no atom 'zz'"),
        (["--place", "w1"], "--place w1: expected WORLD=X,Y, such as w1=0,1.5"),
        (["--place", "w1=0,0"], "--place: there is no place for w2 and w3"),
        (
            ["--place", "w1=1e-308,1e-308", "--place", "w2=0,0", "--place", "w3=1,1"],
            "--place: with the closest worlds side by side the picture is infinitely many points large",
        ),
        (["--agents", "c"], "no agent 'c'"),
        (["--overlays"], "--overlays needs --announce FORMULA or --update ACTION"),
        (["--announce", "p", "--overlays", "-o", "talk.png"], "--overlays is for Beamer, or moves: give a file by -o"),
        (["--compare", "puzzle:hexa", "--layout", "grid"], "--layout does not go with --compare"),
    ],
)
@pytest.mark.slow
def test_pictures_that_cannot_be_say_which_options_help(model: Path, options: list[str], said: str) -> None:
    assert said in refused("draw", model, *options)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("check", "", "p"), "'': there is no such file"),
        (("check", "puzzle:muddy_children,n=1e9", "p"), "option n=1e9: expected a whole number"),
        (("rewrite", "p", "--substitute", "p := ("), "--substitute p := (: column 3: the text ends after ("),
        (("rewrite", "E p", "--agents", "a b,c", "--to", "static"), "agent 'a b': expected a name of letters"),
        (("prove", "p", "--atom", "~p"), "--atom ~p: expected an atom, such as x=1"),
        (("prove", "p", "--atom", "p &"), "--atom p &: column 4: the text ends after &"),
        (("spades", "told", "AKJ62.AQ.Q.K9543", "--ask", "K_zz ("), "--ask: column"),
        (("spades", "told", "AKJ62.AQ.Q.K9543", "--given", "K_zz ("), "--given: column"),
        (("parse", "E^٣ p"), "column 3: ٣ times E^٣ p ^ expected a number from 1 to 10,000"),
    ],
)
def test_a_wrong_value_is_told_with_its_option_as_it_was_typed(command: tuple[str, ...], said: str) -> None:
    assert said in refused(*command)


def test_a_picture_of_thousands_of_agents_is_refused_with_the_way_out(tmp_path: Path) -> None:
    many = KripkeModel.s5({"w": {"p"}, "v": set()}, {f"a{i}": [["w", "v"]] for i in range(3_000)}, "w")
    many.save(tmp_path / "many.json")
    said = refused("draw", tmp_path / "many.json", "-o", tmp_path / "m.svg")
    assert re.search(r"3,000 agents.* 64: .*--agents a,b", said)
    assert ask("draw", tmp_path / "many.json", "--agents", "a7,a8", "-o", tmp_path / "m.svg").exit_code == 0


def test_an_announced_degree_says_that_worlds_without_weights_count_equally(model: Path) -> None:
    assert "a has no weights, so worlds count equally" in ask("announce", model, "B_a>=1/3 p").stdout
    assert "weights" not in ask("announce", model, "~K_a p").stdout
