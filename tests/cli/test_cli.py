"""The command `whoknows`, as its users type it."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import whoknows
from kripke.puzzles import puzzles
from whoknows import KripkeModel
from whoknows.cli.guard import COMMANDS
from whoknows.cli.main import app

SMCDEL = """
VARS 1,2,3   LAW 1|2|3
OBS front: 1  middle: 1  back: 1,2
{questions}
"""
FALSE_QUESTION = "TRUE? {1} back knows whether 3                                          -- False"
TRUE_QUESTIONS = """
WHERE? <! ~back knows whether 3> <! ~middle knows whether 2> Top
VALID? [! ~back knows whether 3][! ~middle knows whether 2] (front,middle,back) comknow that 1
"""


def ask(*arguments: str | Path, given: str | bytes | None = None) -> Result:
    """What the command answers to these arguments, with this on standard input."""
    return CliRunner().invoke(app, [str(each) for each in arguments], input=given, prog_name="whoknows")


def data(result: Result) -> Any:
    """The JSON that was printed."""
    return json.loads(result.stdout)


def shell(*arguments: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    command = [sys.executable, "-m", "whoknows", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False, **options)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """Two worlds that a cannot tell apart and b can; p is true at w1, the actual one."""
    made = KripkeModel.s5(
        worlds={"w1": {"p"}, "w2": set()},
        partitions={"a": [["w1", "w2"]], "b": [["w1"], ["w2"]]},
        actual="w1",
    )
    made.save(tmp_path / "model.json")
    return tmp_path / "model.json"


@pytest.fixture
def beliefs(tmp_path: Path) -> Path:
    """One agent who is wrong about p, and no actual world."""
    made = KripkeModel(worlds={"w1": {"p"}, "w2": set()}, relations={"a": [("w1", "w2"), ("w2", "w2")]})
    made.save(tmp_path / "beliefs.json")
    return tmp_path / "beliefs.json"


def smcdel_file(folder: Path, questions: str) -> Path:
    path = folder / "hats.smcdel.txt"
    path.write_text(SMCDEL.format(questions=questions), encoding="utf-8")
    return path


# ------------------------------------------------------------------------------------------------------ the whole


def test_help_names_every_command_and_shows_examples() -> None:
    text = ask("--help").stdout
    assert all(re.search(rf"^  {command}  +[A-Z].*\.$", text, re.MULTILINE) for command in COMMANDS)
    assert "Examples:\n    whoknows tour\n" in text


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_each_command_shows_how_it_is_typed(command: str) -> None:
    result = ask(command, "-h")
    assert result.exit_code == 0
    assert f"    whoknows {command}" in result.stdout


def test_no_summary_in_the_help_is_cut_off() -> None:
    assert "..." not in ask("--help").stdout.replace("[ARGS]...", "").replace("KD45, ...", "")


def test_version_is_the_package_s() -> None:
    assert ask("--version").stdout == f"whoknows {whoknows.__version__}\n"


def test_python_dash_m_whoknows_is_the_command() -> None:
    assert shell("parse", "p -> q", "--to", "ascii").stdout == "p -> q\n"


# ------------------------------------------------------------------------------------------------------ parse


def test_parse_shows_all_notations_and_what_occurs() -> None:
    result = ask("parse", "K_a (p -> ~q)")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[:5] == [
        "K_a (p → ¬q)",
        "  ascii     K_a (p -> ~q)",
        r"  latex     K_{a} (p \to \neg q)",
        "  atoms     p, q",
        "  agents    a",
    ]


@pytest.mark.parametrize(
    ("notation", "text"), [("unicode", "¬p ∨ q"), ("ascii", "~p | q"), ("latex", r"\neg p \vee q")]
)
def test_parse_writes_the_notation_that_is_asked_for_and_reads_all(notation: str, text: str) -> None:
    for given in ("¬p ∨ q", "~p | q", r"\neg p \vee q"):
        assert ask("parse", given, "--to", notation).stdout == f"{text}\n"


def test_parse_for_machines() -> None:
    assert data(ask("parse", "[p!] C_{a,b} p", "--json")) == {
        "unicode": "[p] C_{a,b} p",
        "ascii": "[p] C_{a,b} p",
        "latex": r"[p] C_{\{a,b\}} p",
        "atoms": ["p"],
        "agents": ["a", "b"],
        "variables": [],
        "actions": [],
        "size": 4,
        "distinct": 3,
        "depth": 1,
        "language": data(ask("parse", "[p] C_{b,a} p", "--json"))["language"],
    }


def test_parse_reads_a_long_formula_from_standard_input() -> None:
    text = " & ".join(["p"] * 20_000)
    assert ask("parse", "-", "--to", "ascii", given=text).stdout == text + "\n"


# ------------------------------------------------------------------------------------------------------ check


def test_check_says_true_with_exit_code_0(model: Path) -> None:
    result = ask("check", model, "K_b p")
    assert (result.exit_code, result.stdout) == (0, "true: K_b p holds at w1; it holds at 1 of 2 worlds\n")


def test_check_says_false_with_exit_code_1(model: Path) -> None:
    result = ask("check", model, "K_a p")
    assert (result.exit_code, result.stdout) == (1, "false: K_a p fails at w1; it holds at 0 of 2 worlds\n")


def test_check_asks_at_the_world_that_is_named(model: Path) -> None:
    assert [ask("check", model, "p", "--at", world).exit_code for world in ("w1", "w2")] == [0, 1]


def test_check_explains_with_a_witness(model: Path) -> None:
    text = ask("check", model, "K_a p", "--explain").stdout
    assert "a cannot tell w1 from w2, and p is false at w2" in text


def test_check_everywhere_asks_for_validity_and_shows_a_world_that_refutes_it(model: Path) -> None:
    assert ask("check", model, "p | ~p", "--everywhere").stdout == "true: p ∨ ¬p holds at each of 2 worlds\n"
    refuted = ask("check", model, "p", "--everywhere")
    assert (refuted.exit_code, refuted.stdout) == (1, "false: p fails at w2; it holds at 1 of 2 worlds\n")


def test_check_for_machines(model: Path) -> None:
    answer = data(ask("check", model, "K_a p", "--explain", "--json"))
    explanation = answer.pop("explanation")
    assert answer == {"formula": "K_a p", "holds": False, "at": "w1", "count": 0, "worlds": 2}
    assert explanation == json.loads(json.dumps(KripkeModel.load(model).check("K_a p").explain().to_dict()))


def test_check_everywhere_for_machines_names_the_world_that_refutes(model: Path) -> None:
    answer = data(ask("check", model, "p", "--everywhere", "--json"))
    assert answer == {"formula": "p", "holds": False, "at": None, "count": 1, "worlds": 2, "fails_at": "w2"}


def test_model_or_formula_may_come_from_standard_input(model: Path) -> None:
    assert ask("check", "-", "p", given=model.read_text(encoding="utf-8")).exit_code == 0
    assert ask("check", model, "-", given="~p\n").exit_code == 1


def test_worlds_named_by_their_atoms_are_found_in_any_order(tmp_path: Path) -> None:
    hats = smcdel_file(tmp_path, "")
    for name in ("{p3, p1}", "{p1,p3}", "{1,3}"):
        assert ask("check", hats, "p1 & ~p2 & p3", "--at", name).exit_code == 0


def test_worlds_named_by_values_are_found_as_they_are_shown() -> None:
    for name in ("(4, 13)", "(4,13)"):
        result = ask("check", "puzzle:sum_and_product", "true", "--at", name)
        assert (result.exit_code, result.stdout) == (0, "true: ⊤ holds at (4, 13); it holds at 2,352 of 2,352 worlds\n")


def test_in_a_large_model_a_world_is_found_by_its_atoms_and_others_are_refused_at_once() -> None:
    model = "puzzle:muddy_children,n=15"
    assert ask("check", model, "muddy(anne) & ~muddy(bill)", "--at", "{muddy(anne)}").exit_code == 0
    assert ask("check", model, "true", "--at", "nobody").stderr == "error: no world 'nobody'\n"


def test_a_puzzle_is_a_model_too() -> None:
    assert ask("check", "puzzle:muddy_children,n=4,muddy=1", "muddy(anne) & ~muddy(bill)").exit_code == 0
    assert ask("check", "puzzle:muddy_children,n=3,muddy=['bill','cath']", "muddy(anne)").exit_code == 1


def test_the_questions_of_an_smcdel_file_are_answered(tmp_path: Path) -> None:
    result = ask("check", smcdel_file(tmp_path, FALSE_QUESTION + TRUE_QUESTIONS))
    assert result.exit_code == 1
    assert result.stdout.splitlines()[1::2] == ["  false", "  [1] [1,2] [1,2,3] [1,3]", "  true"]


def test_an_smcdel_file_whose_questions_all_hold_ends_with_0(tmp_path: Path) -> None:
    path = smcdel_file(tmp_path, TRUE_QUESTIONS)
    assert ask("check", path).exit_code == 0
    answers = data(ask("check", "-", "--json", given=path.read_text(encoding="utf-8")))
    assert answers["holds"] is True
    assert answers["questions"][0]["where"] == [[1], [1, 2], [1, 2, 3], [1, 3]]
    assert answers["questions"][1]["question"].startswith("VALID? [! ~back knows")


def test_a_state_beyond_the_law_is_answered(tmp_path: Path) -> None:
    assert ask("check", smcdel_file(tmp_path, "TRUE? {} ~1")).exit_code == 0


def test_a_question_that_cannot_be_answered_is_an_error_in_its_place(tmp_path: Path) -> None:
    path = smcdel_file(tmp_path, "VALID? 1\nVALID? Exists 2 (front knows that 2)\nTRUE? {1} 1")
    result = ask("check", path, "--engine", "explicit")
    assert result.exit_code == 2
    lines = result.stdout.splitlines()
    assert lines[1].startswith("  ")
    assert f"  error: {path}: line" in result.stdout
    assert lines[-1] == "  true"
    answers = data(ask("check", path, "--engine", "explicit", "--json"))["questions"]
    assert "--engine symbolic" in answers[1]["error"]
    assert answers[2]["holds"] is True
    assert ask("check", path).exit_code in (0, 1)


@pytest.mark.parametrize("engine", ["explicit", "symbolic"])
def test_a_question_about_an_unknown_agent_is_an_error_in_its_place(tmp_path: Path, engine: str) -> None:
    path = smcdel_file(tmp_path, "VALID? zed knows that 1\nTRUE? {1} 1")
    result = ask("check", path, "--engine", engine)
    assert result.exit_code == 2
    assert "agent 'zed' is not in OBS" in result.stdout.splitlines()[1]
    assert result.stdout.splitlines()[-2:] == ["TRUE? {1} 1", "  true"]


@pytest.mark.parametrize("engine", ["explicit", "symbolic"])
def test_a_law_that_no_state_satisfies_is_noted(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "lawless.smcdel.txt"
    path.write_text("VARS 1 LAW (1 & ~1) OBS a: 1 VALID? Bot", encoding="utf-8")
    result = ask("check", path, "--engine", engine)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == ["VALID? Bot", "  true"]
    assert "no state satisfies the law" in result.stderr
    assert "no state satisfies" not in ask("check", smcdel_file(tmp_path, "VALID? Top")).stderr


# ------------------------------------------------------------------------------------------------------ where, frames


def test_where_lists_the_worlds_with_their_atoms(model: Path) -> None:
    assert ask("where", model, "p | ~p").stdout == "w1\t{p}\nw2\t{}\n"


def test_where_says_a_name_once_that_is_the_set_of_atoms() -> None:
    result = ask("where", "puzzle:muddy_children", "muddy(anne) & muddy(bill) & ~muddy(cath)")
    assert result.stdout == "{muddy(anne), muddy(bill)}\n"


def test_where_counts_and_limits(model: Path) -> None:
    assert ask("where", model, "true", "--count").stdout == "2\n"
    limited = ask("where", model, "true", "--limit", "1")
    assert (limited.stdout, limited.stderr) == ("w1\t{p}\n", "and 1 more\n")


def test_where_ends_with_1_if_there_is_no_such_world(model: Path) -> None:
    result = ask("where", model, "K_a p", "--json")
    assert (result.exit_code, data(result)) == (1, {"formula": "K_a p", "count": 0, "worlds": 2, "where": []})


def test_frames_name_the_system_and_refute_the_other_properties(beliefs: Path) -> None:
    assert ask("frames", beliefs).stdout == (
        "a: KD45 (serial, transitive, euclidean)\n"
        "  not reflexive: w1 does not see itself\n"
        "  not symmetric: w1 sees w2, but w2 does not see w1\n"
    )


def test_frames_for_machines_of_one_agent(model: Path) -> None:
    (agent,) = data(ask("frames", model, "b", "--json"))["agents"].items()
    assert agent[0] == "b"
    assert agent[1]["system"] == "S5"
    assert all(agent[1]["properties"].values())


# ------------------------------------------------------------------------------------------------------ announce


def test_announcements_count_the_worlds_that_are_left() -> None:
    once = "~(K_anne muddy(anne)) & ~(K_bill muddy(bill)) & ~(K_cath muddy(cath))"
    father = "muddy(anne) | muddy(bill) | muddy(cath)"
    result = ask("announce", "puzzle:muddy_children", father, once, once)
    assert [line.split(" after")[0] for line in result.stdout.splitlines()] == [
        "8 → 7 worlds",
        "7 → 4 worlds",
        "4 → 1 world",
    ]


def test_announce_writes_the_model_and_whoever_reads_it_knows(model: Path, tmp_path: Path) -> None:
    after = tmp_path / "after.json"
    assert ask("announce", model, "p", "-o", after).exit_code == 0
    assert KripkeModel.load(after) == KripkeModel.load(model).announce("p")


def test_announce_pipes_the_model_and_reports_aside(model: Path) -> None:
    result = ask("announce", model, "p", "-o", "-")
    assert result.stderr == "2 → 1 world after p\n"
    assert ask("check", "-", "C p", given=result.stdout).exit_code == 0


def test_a_group_learns_whether_and_no_world_goes(model: Path, tmp_path: Path) -> None:
    after = tmp_path / "after.json"
    result = ask("announce", model, "~p", "--whether", "--to", "a", "--at", "w1", "-o", after, "--json")
    assert data(result) == {"steps": [{"formula": "¬p", "before": 2, "after": 2}]}
    assert ask("check", after, "K_a p & ~K_a ~p").exit_code == 0


# ------------------------------------------------------------------------------------------------------ convert, draw


@pytest.mark.parametrize("ending", ["json", "graphml"])
def test_convert_there_and_back_gives_the_same_model(model: Path, tmp_path: Path, ending: str) -> None:
    there, back = tmp_path / f"there.{ending}", tmp_path / "back.json"
    assert ask("convert", model, there).stdout == f"wrote {there}\n"
    assert ask("convert", there, back).exit_code == 0
    assert KripkeModel.load(back) == KripkeModel.load(model)


def test_convert_does_not_offer_the_language_of_systems_for_a_model(model: Path, tmp_path: Path) -> None:
    assert "ispl" not in ask("convert", model, tmp_path / "model.zip").stderr
    assert "ispl is a language for systems with time" in ask("convert", model, "--to", "ispl").stderr


def test_convert_to_smcdel_and_back_keeps_what_is_known(tmp_path: Path) -> None:
    there = tmp_path / "muddy.smcdel.txt"
    assert ask("convert", "puzzle:muddy_children", there).exit_code == 0
    assert ask("check", there, "~Kw_anne p1 & K_anne p2 | ~p2", "--everywhere").exit_code == 0
    assert ask("where", there, "Kw_anne p1", "--count").stdout == "0\n"


@pytest.mark.parametrize(
    ("format", "begins"), [("dot", "digraph"), ("tikz", r"\begin{tikzpicture}"), ("graphml", "<"), ("json", "{")]
)
def test_convert_prints_the_format_that_is_asked_for(model: Path, format: str, begins: str) -> None:
    assert begins in ask("convert", model, "--to", format).stdout[:200]


def test_what_is_on_standard_input_is_recognised_or_said(model: Path, tmp_path: Path) -> None:
    hats = smcdel_file(tmp_path, "").read_text(encoding="utf-8")
    graph = ask("convert", model, "--to", "graphml").stdout
    assert ask("check", "-", "p1 | p2 | p3", "--everywhere", given=hats).exit_code == 0
    assert ask("check", "-", "K_b p", given=graph).exit_code == 0
    assert ask("convert", "-", "--from", "smcdel", given=hats).exit_code == 0


def test_draw_writes_the_picture_that_the_ending_says(model: Path, tmp_path: Path) -> None:
    picture = tmp_path / "model.png"
    result = ask("draw", model, "-o", picture, "--highlight", "p", "--title", "Two worlds", "--atoms", "all")
    assert (result.exit_code, result.stdout) == (0, f"wrote {picture}\n")
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_draw_prints_svg_with_the_world_s_names(model: Path) -> None:
    svg = ask("draw", model).stdout
    assert svg.lstrip().startswith("<?xml")
    assert "w1" in svg
    assert "w1" not in ask("draw", model, "--no-names", "--no-legend").stdout.split("</title>")[-1]


@pytest.mark.parametrize("how", [["--announce", "p"], ["--announce", "p", "--side-by-side"], ["--explain", "K_a p"]])
def test_draw_shows_updates_and_reasons(model: Path, tmp_path: Path, how: list[str]) -> None:
    plain, other = tmp_path / "plain.svg", tmp_path / "other.svg"
    assert ask("draw", model, "-o", plain).exit_code == ask("draw", model, "-o", other, *how).exit_code == 0
    assert plain.read_bytes() != other.read_bytes()


# ------------------------------------------------------------------------------------------------------ puzzles, tour


def test_the_list_of_puzzles_has_them_all_with_their_options() -> None:
    assert ask("puzzle").stdout == ask("puzzle", "--list").stdout
    listed = data(ask("puzzle", "--list", "--json"))
    assert [each["name"] for each in listed] == [each.name for each in puzzles()]
    assert listed[0]["options"] == {"n": 3, "muddy": None}


def test_a_puzzle_tells_its_story_with_the_worlds_after_each_step() -> None:
    result = ask("puzzle", "muddy-children", "n=4", "--formulas")
    counts = [int(found) for found in re.findall(r"^ +(\d+)  \S", result.stdout, re.MULTILINE)]
    assert counts[:5] == [16, 15, 11, 5, 1]
    assert "Source: " in result.stdout
    assert "           muddy(anne) ∨ muddy(bill)" in result.stdout


def test_a_puzzle_for_machines() -> None:
    told = data(ask("puzzle", "cheryl", "--json"))
    assert told["counts"] == [10, 5, 3, 1]
    assert told["answer"] == "July 16"
    assert [step["worlds"] for step in told["steps"]][:4] == [10, 5, 3, 1]


def test_a_puzzle_of_actions_shows_what_each_event_needs_and_changes() -> None:
    text = ask("puzzle", "sally_anne", "--formulas").stdout
    assert "           change: needs ⊤; basket becomes ⊥, box becomes ⊤\n           nothing: needs ⊤\n" in text
    bayes = data(ask("puzzle", "monty_hall", "--json"))
    assert bayes["answer"] == ["1/3", "2/3"]
    assert [step["action"] for step in bayes["steps"] if step["kind"] == "acts"] == [
        ["the weights of guest are multiplied by 1/2 where car=1, by 1 where car=2, by 0 where car=3"]
    ]


def test_a_puzzle_whose_worlds_get_new_names_is_drawn_without_ghosts(tmp_path: Path) -> None:
    result = ask("puzzle", "sally_anne", "--draw", tmp_path)
    assert result.exit_code == 0
    assert len(list(tmp_path.iterdir())) == 4


def test_a_puzzle_draws_each_step_that_is_not_too_large(tmp_path: Path) -> None:
    result = ask("puzzle", "russian_cards", "--draw", tmp_path / "pictures")
    assert "step 0 is not drawn: " in result.stderr
    names = sorted(path.name for path in (tmp_path / "pictures").iterdir())
    assert names
    assert all(f"wrote {tmp_path / 'pictures' / name}" in result.stdout for name in names)


@pytest.fixture(scope="module")
def toured(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Where the tour was taken, and what it told."""
    folder = tmp_path_factory.mktemp("tour")
    with chdir(folder):
        done = ask("tour")
    assert done.exit_code == 0, done.output
    return folder, done.stdout


def test_the_tour_solves_the_muddy_children_and_leaves_pictures_whose_paths_it_prints(toured: tuple[Path, str]) -> None:
    folder, told = toured
    for sentence in ("8 → 7 worlds", "7 → 4 worlds", "4 → 1 world", "anne cannot tell"):
        assert sentence in told
    pictures = re.findall(r"out/tour/\S+\.(?:svg|png)", told.replace(os.sep, "/"))
    assert len(pictures) == 10
    for path in pictures:
        content = (folder / path).read_bytes()
        assert content.startswith(b"\x89PNG") if path.endswith("png") else b"<svg" in content


def test_every_command_that_the_tour_proposes_works_and_prints_what_it_shows(toured: tuple[Path, str]) -> None:
    folder, told = toured
    proposed = re.findall(r"\$ whoknows (.*)", told)
    assert len(proposed) >= 7
    explained = 0
    for line in proposed:
        with chdir(folder):
            done = ask(*shlex.split(line))
        assert done.exit_code in (0, 1), line
        if line.startswith("check") and "--explain" in line:
            explained += 1
            shown = "\n".join(f"  {each}" if each else "" for each in done.stdout.rstrip().splitlines())
            assert shown in told
    assert explained == 3


# ------------------------------------------------------------------------------------------------------ completion


def completed(*words: str) -> list[str]:
    """What a press of Tab behind these words proposes; `test_cli_symbolic_files` presses it in a process of its own."""
    environment = {
        "_WHOKNOWS_COMPLETE": "complete_bash",
        "COMP_WORDS": " ".join(["whoknows", *words]),
        "COMP_CWORD": str(len(words)),
    }
    return CliRunner().invoke(app, [], prog_name="whoknows", env=environment).stdout.split()


def test_completion_knows_puzzles_agents_worlds_and_files(model: Path) -> None:
    assert completed("puzzle", "mu") == ["muddy_children"]
    assert completed("puzzle", "muddy_children", "m") == ["muddy="]
    assert completed("frames", str(model), "") == ["a", "b"]
    assert completed("check", str(model), "p", "--at", "w") == ["w1", "w2"]
    assert completed("announce", str(model), "p", "--to", "a,") == ["a,a", "a,b"]
    assert completed("check", str(model)[:-3]) == [str(model)]
    assert completed("check", "puzzle:pri") == ["puzzle:prisoners"]


def test_completion_is_silent_where_there_is_no_such_model() -> None:
    assert completed("check", "nowhere.json", "p", "--at", "") == []
    assert completed("puzzle", "nobody", "") == []


# ------------------------------------------------------------------------------------------------------ colours


def on_a_terminal(*arguments: str | Path, **environment: str) -> str:
    """What the command prints where standard output is a terminal."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    subprocess.run(
        [sys.executable, "-m", "whoknows", *map(str, arguments)],
        stdout=theirs, stderr=theirs, env=clean | {"TERM": "xterm"} | environment, check=False,
    )  # fmt: skip
    os.close(theirs)
    text = os.read(ours, 100_000).decode()
    os.close(ours)
    return text


def test_a_formula_that_is_a_file_is_said_to_be_one(model: Path, tmp_path: Path) -> None:
    text = tmp_path / "f.txt"
    text.write_text("p")
    refused = shell("check", model, text)
    assert refused.returncode == 2
    assert f"reads one from standard input, < {text}" in refused.stderr


def test_a_picture_is_never_written_to_a_terminal(model: Path) -> None:
    shown = on_a_terminal("draw", model) + on_a_terminal("draw", model, "-o", "-")
    assert shell("draw", model).stdout.startswith("<?xml")
    assert "<svg" not in shown
    assert shown.count("-o model.png") == 2


def test_colours_are_for_terminals_that_want_them(model: Path) -> None:
    assert "\x1b[" in on_a_terminal("check", model, "p")
    assert "\x1b[" not in on_a_terminal("check", model, "p", NO_COLOR="1")
    assert "\x1b[" not in on_a_terminal("check", model, "p", TERM="dumb")
    assert "\x1b[" not in shell("check", model, "p").stdout


SEVERAL = "* u: p\n* v:\nw: q\na: u v | w\nb: u | v w\n"


def test_of_several_actual_worlds_the_answer_says_at_how_many_a_formula_holds(tmp_path: Path) -> None:
    file = tmp_path / "several.model"
    file.write_text(SEVERAL, encoding="utf-8")
    denied = ask("check", file, "p", "--explain")
    assert denied.exit_code == ask("check", file, "~p").exit_code == 1
    assert "false: p holds at 1 of 2 actual worlds, but not at v; it holds at 1 of 3 worlds" in denied.stdout
    assert "p is false at v" in denied.stdout
    assert "true: M_a p holds at each of 2 actual worlds" in ask("check", file, "M_a p").stdout
    answer = data(ask("check", file, "p", "--json"))
    assert (answer["holds"], answer["at"], answer["holds_at"]) == (False, ["u", "v"], ["u"])
    assert "p holds at u" in ask("check", file, "p", "--at", "u").stdout
    asked = ask("check", file, "~p", "--at", "v, w", "--explain").stdout
    assert asked.startswith("true: ¬p holds at each of 2 given worlds; it holds at 2 of 3 worlds")
    assert asked.splitlines()[2].startswith("¬p holds at v: p is false there; the formula holds at each of 2 given")
    assert data(ask("check", file, "p", "--at", "u,w", "--json"))["holds_at"] == ["u"]
    assert "no world 'x'" in ask("check", file, "p", "--at", "u,x").stderr
    assert ask("announce", file, "p | q", "--at", "u,w").exit_code == 0


def test_an_update_of_several_actual_worlds_names_the_events_that_happen(tmp_path: Path) -> None:
    file, events = tmp_path / "several.model", tmp_path / "answer.event"
    file.write_text(SEVERAL, encoding="utf-8")
    events.write_text("event yes: pre p\nevent no: pre ~p\nactual: yes, no\nothers: yes | no\n", encoding="utf-8")
    assert f"3 → 3 worlds after yes and no of {events}" in ask("update", file, events).stdout.replace("\n", "")
    made = data(ask("update", file, events, "--json"))
    assert (made["steps"][0]["event"], made["actual"]) == (["yes", "no"], ["u·yes", "v·no"])
    one = data(ask("update", file, events, "--at", "u", "--json"))
    assert (one["steps"][0]["event"], one["actual"]) == ("yes", "u·yes")
    events.write_text("event yes: pre p\nevent no: pre ~p\nactual: yes\nothers: yes | no\n", encoding="utf-8")
    failed = ask("update", file, events)
    assert failed.exit_code == 2
    assert "world 'v': yes needs p" in failed.stderr.replace("\n", "")
