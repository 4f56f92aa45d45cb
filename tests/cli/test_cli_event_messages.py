"""Messages about event models on the command line: which file failed, how to go on, what was misspelt."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kripke.formats.eventfile import load_event_model
from kripke.models.kripke_model import KripkeModel
from whoknows.cli.main import app

PEEK = "event heads: pre h\nevent tails: pre ~h\nann: heads | tails\nothers: heads tails\n"
NAMES = ("ann", "bob", "cath")


def ask(*arguments: str | Path, given: str | bytes | None = None) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments], input=given, prog_name="whoknows")


def refused(*arguments: str | Path, given: str | bytes | None = None) -> str:
    """The message of a command that ends with 2, on one line; nothing of Python is in it."""
    result = ask(*arguments, given=given)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert not re.search(r"=\.\.\.|=\[|=\{|Traceback|KripkeModel", result.stderr)
    return " ".join(result.stderr.replace("│", " ").split())


@pytest.fixture
def model(tmp_path: Path) -> Path:
    KripkeModel.s5({"up": {"h"}, "down": set()}, {a: [["up", "down"]] for a in NAMES}, "up").save(tmp_path / "m.json")
    return tmp_path / "m.json"


@pytest.fixture
def peek(tmp_path: Path) -> Path:
    (tmp_path / "peek.event").write_text(PEEK, encoding="utf-8")
    return tmp_path / "peek.event"


def events(folder: Path, name: str, text: str) -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


# ---------------------------------------------------------------------------------- which file, and which step

FAILURES = [
    ("event e: pre h\nothers: e\nzoe: e", "event model: no agent 'zoe'"),
    (
        "event e: pre hh\nothers: e",
        "precondition of event e: no atom 'hh' in the model's vocabulary; did you mean 'h'?",
    ),
    ("event e: pre h\nann: e", "agent bob: the event model has no relation for this agent"),
    ("event e: pre ~h\nothers: e", "e needs ¬h, which is false there"),
    ("event e: pre ~h\nevent f: pre ~h\nothers: e f", "no event can happen at the actual world 'up'"),
    ("event e: pre h\nevent f: pre h\nothers: e f", "e and f can happen: choose one with --event"),
]


@pytest.mark.parametrize(("text", "expected"), FAILURES)
def test_an_update_that_fails_names_its_file_and_its_step(
    model: Path, peek: Path, tmp_path: Path, text: str, expected: str
) -> None:
    bad = events(tmp_path, "bad.event", text)
    alone, third = refused("update", model, bad), refused("update", model, peek, peek, bad)
    assert alone.startswith(f"error: {bad}: ")
    assert third.startswith(f"error: step 3, {bad}: ")
    assert expected.replace("actual world 'up'", "actual world") in alone.replace("actual world 'up'", "actual world")
    assert "announced" not in alone


def test_an_action_of_a_formula_that_fails_is_named(model: Path, tmp_path: Path) -> None:
    bad = events(tmp_path, "bad.event", "event e: pre rain\nothers: e")
    assert "action bad: precondition of event e: no atom 'rain'" in refused("check", model, "[@bad] h", "--action", bad)


def test_an_agent_without_a_relation_is_given_a_line(model: Path, tmp_path: Path) -> None:
    said = refused("update", model, events(tmp_path, "e.event", "event e: pre h\nann: e"))
    assert "a line bob: ..., or a line others: " in said


# ----------------------------------------------------------------------------------------- ways out that exist


def test_an_action_that_was_not_given_can_be_given(model: Path, peek: Path) -> None:
    assert "give it by --action peek=FILE" in refused("check", model, "[@peek] h")
    assert "give it by --action peek=FILE" in refused("announce", model, "[@peek] h")
    assert ask("announce", model, "[@peek] K_ann h", "--action", peek).stdout == "2 → 1 world after [@peek] K_ann h\n"
    told = ask("announce", model, "[@peek] K_ann h", "--whether", "--to", "bob", "--action", peek)
    assert told.stdout == "2 → 2 worlds: bob learns whether [@peek] K_ann h\n"
    assert "is false at the actual world" in refused("announce", model, "[@peek] K_bob h", "--action", peek)


def test_an_announcement_with_an_action_keeps_the_vocabulary(model: Path, tmp_path: Path) -> None:
    turn = events(tmp_path, "turn.event", "event e: pre h; turned := true\nothers: e")
    after = tmp_path / "after.json"
    assert ask("announce", model, "[@turn] turned", "--action", turn, "-o", after).exit_code == 0
    assert KripkeModel.load(after) == KripkeModel.load(model)


def test_a_precondition_that_names_an_action_is_refused_truly(model: Path, peek: Path, tmp_path: Path) -> None:
    look = events(tmp_path, "look.event", "event e: pre [@peek] K_ann h\nothers: e")
    said = refused("check", model, "[@look] h", "--action", peek, "--action", look)
    assert f"{look}: line 1, column 14: [@peek]" in said
    assert "cannot contain named actions" in said
    assert "was given" not in said


def test_a_model_in_the_place_of_an_action_and_a_picture_too_large_are_told_with_what_one_types(model: Path) -> None:
    assert "not an event model; give it as MODEL" in refused("update", model, model)
    said = refused("draw", "puzzle:muddy_children,n=7")
    assert "draw a part by --world or --agents" in said
    assert said.endswith("pass --max-worlds 128, --max-lines 448")
    worlds = {f"w{i}": {"p"} if i % 2 else set() for i in range(70)}
    twice = KripkeModel.s5(worlds, {"a": [[*worlds]]}, actual="w0")
    twice.save(file := model.parent / "twice.json")
    assert ": merge bisimilar worlds by whoknows contract" in refused("draw", file)
    assert "--max-worlds 128" in said


def test_models_of_other_vocabularies_are_compared_on_the_atoms_that_are_named(model: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    worlds = {"up": {"h", "has(ann,coin)"}, "down": set()}
    KripkeModel.s5(worlds, {a: [["up", "down"]] for a in NAMES}, "up").save(other)
    assert "to compare with --on, such as" in refused("draw", model, "--compare", other)
    assert "bisimilar" in ask("draw", model, "--compare", other, "--on", "h").stdout
    assert "bisimilar" in ask("draw", other, "--compare", other, "--on", "has(ann,coin), h").stdout
    assert "--on needs --compare" in refused("draw", model, "--on", "h")


def test_drawn_announcements_and_reasons_may_speak_of_actions(model: Path, peek: Path) -> None:
    assert ask("draw", model, "--announce", "[@peek] K_ann h", "--action", peek).stdout.startswith("<?xml")
    assert "peek" in ask("draw", model, "--explain", "[@peek] K_ann h", "--action", peek).stdout
    assert "cannot speak of named actions" in refused("draw", model, "--highlight", "[@peek] h")
    assert "--action needs --announce" in refused("draw", model, "--action", peek)


def test_a_drawn_product_that_fails_names_the_file(model: Path, tmp_path: Path) -> None:
    bad = events(tmp_path, "bad.event", "event e: pre ~h; hh := true\nevent f: pre ~h\nothers: e f")
    said = refused("draw", model, "--update", bad)
    assert f"error: {bad}: no event can happen" in said
    assert f"note: {bad}: new atom 'hh'" in said


def test_too_many_events_for_a_picture_are_events(tmp_path: Path) -> None:
    names = [f"e{i}" for i in range(100)]
    many = events(tmp_path, "many.event", "\n".join(f"event {name}:" for name in names) + "\nann: " + " ".join(names))
    said = "a picture of 100 events is unreadable, the limit is 64; to draw it as it is, pass --max-worlds 100"
    assert said in refused("draw", many)


# ------------------------------------------------------------------------------------------------- misspellings


def test_a_new_atom_is_noted_with_a_near_miss(model: Path, tmp_path: Path) -> None:
    turn = events(tmp_path, "turn.event", "event e: pre h; heads := true\nevent f: pre ~h; hh := true\nothers: e f")
    result = ask("update", model, turn)
    assert result.exit_code == 0
    assert f"note: {turn}: new atom 'heads'\n" in result.stderr
    assert f"note: {turn}: new atom 'hh'; did you mean 'h'?\n" in result.stderr
    assert "Warning" not in result.stderr
    assert "note: action turn: new atom 'hh'" in ask("check", model, "[@turn] h", "--action", turn).stderr
    many = "event e: pre h; " + "; ".join(f"q{i} := true" for i in range(30)) + "\nothers: e"
    noted = ask("update", model, events(tmp_path, "many.event", many)).stderr.splitlines()
    assert (len(noted), noted[-1]) == (6, f"note: {tmp_path / 'many.event'}: and 25 more new atoms")
    known = events(tmp_path, "known.event", "event e: pre h; h := ~h\nothers: e")
    assert ask("update", model, known).stderr == ""


# -------------------------------------------------------------------------------------------------- the usage


def test_an_option_that_is_heard_once_can_be_given_once(model: Path, peek: Path) -> None:
    for options in (
        ("draw", model, "--update", peek, "--update", peek),
        ("draw", model, "--compare", model, "--compare", model),
        ("check", model, "h", "--at", "up", "--at=down"),
        ("update", model, peek, "-o", "a.json", "--output", "b.json"),
    ):
        assert "is given 2 times: give it once" in refused(*options)
    assert ask("check", model, "h", "--explain", "--explain").exit_code == 0
    assert ask("check", model, "[@a] [@b] true", "--action", f"a={peek}", "--action", f"b={peek}").exit_code == 0


@pytest.mark.parametrize("options", [["--nothing"], ["h", "h"], ["h", "--at"], ["h", "--at", "up", "--everywhere"]])
def test_a_wrong_use_is_told_to_machines_too(model: Path, options: list[str]) -> None:
    result = ask("check", "--json", model, *options)
    error = json.loads(result.stdout)["error"]
    assert (result.exit_code, error["kind"]) == (2, "UsageError")
    assert error["message"]
    assert error["message"] in " ".join(result.stderr.replace("│", " ").split())
    assert ask("check", model, "--nothing").stdout == ""


def test_an_ending_is_refused_with_a_way_out_of_this_command(model: Path, peek: Path) -> None:
    assert "--to" not in refused("update", model, peek, "-o", "x.foo")
    assert "or give it with --to" in refused("convert", model, "x.foo")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_what_a_full_disk_does_not_take_is_named(model: Path, peek: Path) -> None:
    command = [sys.executable, "-m", "whoknows", "update", str(model), str(peek), "-o", "-"]
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.endswith("error: standard output: No space left on device\n")


# ------------------------------------------------------------------------------------------- what was missing


def test_event_models_are_written_as_text_into_txt(peek: Path, tmp_path: Path) -> None:
    assert ask("convert", peek, tmp_path / "x.txt").exit_code == 0
    assert load_event_model(tmp_path / "x.txt") == load_event_model(peek)
    assert (tmp_path / "x.txt").read_text(encoding="utf-8").startswith("event heads: pre h\n")


def test_frames_says_what_kind_of_relation_an_event_model_has(peek: Path, tmp_path: Path) -> None:
    assert ask("frames", peek).stdout.splitlines() == [
        "ann: S5 (reflexive, serial, symmetric, transitive, euclidean)",
        "others: S5 (reflexive, serial, symmetric, transitive, euclidean)",
    ]
    lost = events(tmp_path, "lost.event", "event e: pre h\nevent f\nann: e f -> f\n")
    assert "ann: KD45" in ask("frames", lost).stdout
    assert "not reflexive: e does not see itself" in ask("frames", lost).stdout


def test_contract_makes_worlds_one_that_no_formula_tells_apart(tmp_path: Path) -> None:
    worlds = {"a": {"p"}, "b": {"p"}, "c": set()}
    KripkeModel.s5(worlds, {"ann": [["a", "b", "c"]]}, "b").save(tmp_path / "m.json")
    result = ask("contract", tmp_path / "m.json", "-o", tmp_path / "small.json")
    assert (result.exit_code, result.stdout) == (0, "3 → 2 worlds\n")
    assert KripkeModel.load(tmp_path / "small.json").actual == "b"
    assert json.loads(ask("contract", tmp_path / "m.json", "--json").stdout) == {"before": 3, "after": 2}
    piped = ask("contract", tmp_path / "m.json", "-o", "-")
    assert (json.loads(piped.stdout)["actual"], piped.stderr) == ("b", "3 → 2 worlds\n")
