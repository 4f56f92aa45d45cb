"""Event models on the command line: update, actions in check and where, convert and draw."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from kripke.change.event import Event, EventModel
from kripke.formats.eventfile import load_event_model, loads_event_model, save_event_model
from kripke.models.kripke_model import KripkeModel
from whoknows.cli.main import app

PEEK = """
event heads: pre h
event tails: pre ~h
ann: heads | tails
others: heads tails
"""
AFTER_PEEK = "K_ann h & ~K_bob h & K_bob (K_ann h | K_ann ~h)"


def ask(*arguments: str | Path, given: str | bytes | None = None) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments], input=given, prog_name="whoknows")


def data(result: Result) -> Any:
    return json.loads(result.stdout)


def refused(*arguments: str | Path, given: str | bytes | None = None) -> str:
    """The message of a command that fails: on standard error alone, and with no trace of Python."""
    result = ask(*arguments, given=given)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert len(result.stderr) < 2_000
    for trace in ("Traceback", "WHOKNOWS_DEBUG", "fault in whoknows"):
        assert trace not in result.stderr
    return " ".join(result.stderr.split())


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A coin with heads up; neither ann nor bob sees it."""
    classes = {"ann": [["w", "v"]], "bob": [["w", "v"]]}
    KripkeModel.s5(worlds={"w": {"h"}, "v": set()}, partitions=classes, actual="w").save(tmp_path / "coin.json")
    return tmp_path / "coin.json"


@pytest.fixture
def peek(tmp_path: Path) -> Path:
    (tmp_path / "peek.event").write_text(PEEK, encoding="utf-8")
    return tmp_path / "peek.event"


# ---------------------------------------------------------------------------------- what is written to be typed

CHAPTER = Path(__file__).parents[2] / "docs" / "tutorial" / "5-event-models.md"


def test_the_commands_of_the_tutorial_about_the_coin_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = CHAPTER.read_text(encoding="utf-8")
    look = re.search(r'loads_event_model\("""\n(.*?)"""', text, re.DOTALL)
    assert look is not None
    (tmp_path / "look.event").write_text(look[1].replace("... ", ""), encoding="utf-8")
    classes = {"ann": [["heads", "tails"]], "bob": [["heads", "tails"]]}
    KripkeModel.s5({"heads": {"heads"}, "tails": set()}, classes, "heads").save(tmp_path / "coin.json")
    monkeypatch.chdir(tmp_path)
    commands = [line for line in text.splitlines() if line.startswith("$ whoknows ") and "coin.json" in line]
    assert {command.split()[2] for command in commands} == {"check", "update", "draw", "compare"}
    for command in commands:
        result = ask(*shlex.split(command, comments=True)[2:])
        assert result.exit_code == (command.split()[2] == "compare"), (command, result.output)
    assert (tmp_path / "look.png").stat().st_size > 1_000


def test_the_card_that_a_help_shows_to_bill_is_known_to_him(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")  # each example on one line
    example = next(row for row in ask("update", "--help").stdout.splitlines() if "show.event" in row)
    show = "event red: pre anne=red\nevent other: pre ~anne=red\nbill: red | other\nothers: red other\n"
    (tmp_path / "show.event").write_text(show, encoding="utf-8")
    update, check = (shlex.split(part)[1:] for part in example.split(" | "))
    shown = ask(*[tmp_path / word if word == "show.event" else word for word in update])
    assert ask(*check, given=shown.stdout).exit_code == 0


# ---------------------------------------------------------------------------------------------- check and where


def test_check_knows_the_actions_that_it_is_given(model: Path, peek: Path) -> None:
    result = ask("check", model, f"[@look] ({AFTER_PEEK})", "--action", f"look={peek}")
    assert result.exit_code == 0
    assert result.stdout.startswith("true: [@look]")
    assert ask("check", model, "[@look] K_bob h", "--action", f"look={peek}").exit_code == 1


def test_a_file_without_a_name_is_named_by_its_name(model: Path, peek: Path) -> None:
    assert ask("check", model, "[@peek] K_ann h", "--action", peek).exit_code == 0


def test_check_explains_what_an_action_does(model: Path, peek: Path) -> None:
    assert "peek" in ask("check", model, "[@peek] K_ann h", "--action", peek, "--explain").stdout.split("\n\n")[1]


def test_check_everywhere_and_at_a_world_know_actions_too(model: Path, peek: Path) -> None:
    whether = "[@peek] (K_ann h | K_ann ~h)"
    assert data(ask("check", model, whether, "--everywhere", "--action", peek, "--json"))["holds"] is True
    result = ask("check", model, "[@peek] K_ann h", "--everywhere", "--action", peek, "--json")
    assert (result.exit_code, data(result)["fails_at"]) == (1, "v")
    assert ask("check", model, "[@peek] K_ann ~h", "--at", "v", "--action", peek).exit_code == 0


def test_where_lists_the_worlds_at_which_an_action_has_an_effect(model: Path, peek: Path) -> None:
    assert ask("where", model, "<@peek> K_ann h", "--action", peek).stdout == "w\t{h}\n"
    assert ask("where", model, "<@peek> K_bob h", "--action", peek).exit_code == 1


def test_several_actions_and_an_action_from_standard_input(model: Path, peek: Path, tmp_path: Path) -> None:
    turn = "event turn: pre true; h := ~h; turned := true\nothers: turn"
    actions = ("--action", peek, "--action", "turn=-")
    assert ask("check", model, "[@peek] [@turn] (K_ann ~h & turned)", *actions, given=turn).exit_code == 0


@pytest.mark.parametrize(
    ("formula", "action", "expected"),
    [
        ("[@look] h", "peek={}", "look"),
        ("[@peek] h", "peek={}.none", "there is no such file"),
        ("[@peek] h", "peek=", "expected NAME=FILE"),
        ("[@peek] h", "={}", "expected NAME=FILE"),
    ],
)
def test_an_action_that_is_not_there_is_told(model: Path, peek: Path, formula: str, action: str, expected: str) -> None:
    assert expected in refused("check", model, formula, "--action", action.format(peek))
    assert expected in refused("where", model, formula, "--action", action.format(peek))


def test_a_name_given_twice_and_an_action_without_a_formula_are_refused(model: Path, peek: Path) -> None:
    assert "given twice" in refused("check", model, "h", "--action", peek, "--action", f"peek={peek}")
    assert "--action needs a FORMULA" in refused("check", model, "--action", peek)
    assert "can be read once" in refused("check", "-", "h", "--action", "peek=-")


# -------------------------------------------------------------------------------------------------------- update


def test_update_counts_the_worlds_and_says_which_event_happened(model: Path, peek: Path) -> None:
    result = ask("update", model, peek)
    assert (result.exit_code, result.stdout) == (0, f"2 → 2 worlds after heads of {peek}\n")


def test_update_prints_json_for_machines(model: Path, peek: Path) -> None:
    assert data(ask("update", model, peek, peek, "--json")) == {
        "steps": [{"action": str(peek), "event": "heads", "before": 2, "after": 2}] * 2,
        "actual": "w·heads·heads",
    }
    nowhere = data(ask("update", model, peek, "--at", "v", "--json"))
    assert (nowhere["steps"][0]["event"], nowhere["actual"]) == ("tails", "v·tails")


def test_the_model_after_an_update_is_written_and_read_again(model: Path, peek: Path, tmp_path: Path) -> None:
    after = tmp_path / "after.json"
    assert ask("update", model, peek, "-o", after).exit_code == 0
    assert KripkeModel.load(after) == KripkeModel.load(model).update(load_event_model(peek))
    assert ask("check", after, AFTER_PEEK).exit_code == 0


def test_an_update_goes_through_a_pipe_with_its_count_aside(model: Path, peek: Path) -> None:
    result = ask("update", "-", peek, "-o", "-", given=model.read_bytes())
    assert "2 → 2 worlds" in result.stderr
    assert ask("check", "-", AFTER_PEEK, given=result.stdout).exit_code == 0


def test_of_several_events_one_is_chosen(model: Path, tmp_path: Path) -> None:
    either = tmp_path / "either.event"
    either.write_text("event e: pre h\nevent f: pre true; q := true\nothers: e | f", encoding="utf-8")
    assert "choose one" in refused("update", model, either)
    assert ask("update", model, either, "--event", "f").stdout.endswith(f"f of {either}\n")
    assert "give them one at a time" in refused("update", model, either, either, "--event", "f")
    assert "no such event" in refused("update", model, either, "--event", "g")


def test_an_event_that_cannot_happen_ends_with_2_and_the_reason(model: Path, peek: Path) -> None:
    assert "tails needs ¬h, " in refused("update", model, peek, "--event", "tails")
    result = ask("update", model, peek, "--event", "tails", "--json")
    assert (result.exit_code, data(result)["error"]["kind"]) == (2, "PreconditionFailed")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("event e: pre h &", "standard input: column 17"),
        ("event e: pre rain\nothers: e", "precondition of event e: no atom 'rain'"),
        ("event e: pre K_zoe h\nothers: e", "no agent 'zoe'"),
        ("event e: pre h; q := zz\nothers: e", "no atom 'zz'"),
        ("event e: pre h\nann: e", "agent bob: the event model has no relation"),
        ("event e: pre h\nzoe: e\nothers: e", "no agent 'zoe'"),
        ('{"whoknows": 1, "events": {"e": {"pre": "h &"}}}', "events.e.pre: column 4"),
        ("", "there is no event"),
    ],
)
def test_a_bad_event_model_is_told_with_its_place(model: Path, text: str, expected: str) -> None:
    assert expected in refused("update", model, "-", given=text)


def test_two_things_cannot_take_standard_output_or_come_from_standard_input(model: Path, peek: Path) -> None:
    assert "both write to standard output" in data(ask("update", model, peek, "-o", "-", "--json"))["error"]["message"]
    assert "can be read once" in refused("update", "-", "-")


def test_a_model_is_no_action_and_an_event_model_is_no_model(model: Path, peek: Path, tmp_path: Path) -> None:
    as_json = tmp_path / "peek.json"
    ask("convert", peek, as_json)
    assert "not an event model" in refused("update", model, model)
    for file in (peek, as_json):
        assert "this is an event model" in refused("check", file, "h")
        assert "this is an event model" in refused("update", file, peek)
    assert "this is an event model" in refused("check", "-", "h", given=PEEK)


# ------------------------------------------------------------------------------------------------------- convert


def test_convert_turns_text_into_json_and_back(peek: Path, tmp_path: Path) -> None:
    as_json, again = tmp_path / "peek.json", tmp_path / "again.event"
    assert ask("convert", peek, as_json).stdout == f"wrote {as_json}\n"
    assert json.loads(as_json.read_text(encoding="utf-8"))["events"]["heads"] == {"pre": "h"}
    ask("convert", as_json, again)
    assert load_event_model(again) == load_event_model(as_json) == load_event_model(peek)
    assert again.read_text(encoding="utf-8").startswith("event heads: pre h\n")


def test_convert_prints_event_models_in_the_format_that_is_asked_for(peek: Path) -> None:
    assert data(ask("convert", peek))["whoknows"] == 1
    assert loads_event_model(ask("convert", peek, "--to", "event").stdout) == load_event_model(peek)
    assert ask("convert", peek, "--to", "dot").stdout.startswith("digraph")
    first, second = ask("convert", "-", "--to", "tikz", given=PEEK).stdout.splitlines()[:2]
    assert first.startswith("% for a document with")
    assert second.startswith(r"\begin{tikzpicture}")
    as_json = ask("convert", peek).stdout
    assert loads_event_model(ask("convert", "-", "--to", "event", given=as_json).stdout) == load_event_model(peek)


def test_convert_says_what_a_format_cannot_hold(model: Path, peek: Path, tmp_path: Path) -> None:
    assert "smcdel is no format of event models" in refused("convert", peek, "--to", "smcdel")
    assert "event is the text form of event models" in refused("convert", model, tmp_path / "coin.event")
    assert "--at is for models" in refused("convert", peek, "--at", "w")


def test_convert_lists_the_endings_that_the_content_can_have(model: Path, peek: Path) -> None:
    assert "use .json, .smcdel.txt, .smcdel, .graphml, .model, .dot, .gv" in refused("convert", model, "coin.x")
    assert "use .json, .event, .dot, .gv" in refused("convert", peek, "peek.x")
    assert "'': no format of models has this ending" in refused("convert", model, "")


def test_a_model_with_an_atom_called_events_is_still_a_model(tmp_path: Path) -> None:
    path = tmp_path / "odd.json"
    KripkeModel(worlds={"events": {"events"}}, relations={"a": []}, actual="events").save(path)
    assert data(ask("convert", path))["worlds"] == {"events": ["events"]}
    odd = tmp_path / "worlds.json"
    save_event_model(EventModel({"worlds": Event('"worlds"')}, {}), odd)
    assert list(data(ask("convert", odd))["events"]) == ["worlds"]


# ---------------------------------------------------------------------------------------------------------- draw


def test_draw_shows_an_event_model_alone(peek: Path, tmp_path: Path) -> None:
    svg = ask("draw", peek, "--title", "Ann peeks").stdout
    assert all(each in svg for each in ("Ann peeks", "heads", "¬h"))
    assert ask("draw", peek, "-o", tmp_path / "peek.png").exit_code == 0
    assert (tmp_path / "peek.png").read_bytes().startswith(b"\x89PNG")


def test_draw_shows_a_model_an_event_model_and_their_product(model: Path, peek: Path) -> None:
    svg = ask("draw", model, "--update", peek, "--highlight", "K_ann h").stdout
    assert all(each in svg for each in ("event model", "product", "w·heads", "v·tails", "K_ann h holds"))


def test_draw_shows_two_models_and_where_they_are_the_same(model: Path, peek: Path, tmp_path: Path) -> None:
    assert "bisimilar" in ask("draw", model, "--compare", model).stdout
    ask("update", model, peek, "-o", tmp_path / "after.json")
    svg = ask("draw", model, "--compare", tmp_path / "after.json").stdout
    assert all(each in svg for each in (f">{model.name}<", ">after.json<", "not bisimilar"))


def test_draw_refuses_what_makes_no_picture(model: Path, peek: Path) -> None:
    assert "two pictures" in refused("draw", model, "--update", peek, "--announce", "h")
    assert "--announce is for models" in refused("draw", peek, "--announce", "h")
    assert "tails needs ¬h" in refused("draw", model, "--update", peek, "--event", "tails")
    assert "this is for worlds" in refused("draw", peek, "--highlight", "h")
