"""Wrong uses of the command: each ends with 2 and a message that helps, and never with a traceback."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from kripke.formats import file_reading
from kripke.models.kripke_model import KripkeModel
from whoknows.cli import models
from whoknows.cli.guard import COMMANDS
from whoknows.cli.main import app

BAD_MODELS = {
    "empty.json": b"",
    "binary.json": bytes(range(256)),
    "latin.json": '{"whoknows": 1, "worlds": {"\u00e9": []}}'.encode("latin-1"),
    "cut.json": b'{"whoknows": 1, "worlds": {"w',
    "list.json": b"[1, 2, 3]",
    "nothing.json": b'{"whoknows": 1, "agents": [], "worlds": {}, "relations": {}}',
    "edge.json": b'{"whoknows": 1, "worlds": {"w1": []}, "relations": {"a": {"edges": [["w1", "w9"]]}}}',
    "actual.json": b'{"whoknows": 1, "worlds": {"w1": []}, "actual": "w9", "relations": {}}',
    "deep.json": b"[" * 100_000,
    "digits.json": b'{"whoknows": ' + b"9" * 1_000_000 + b"}",
    "bad.graphml": b"<graphml><graph><node/></graph>",
    "bad.smcdel.txt": b"VARS 1,2 LAW 3 OBS a: 1",
    "text.txt": b"Dear reader, this is no model.",
    "picture.svg": b"<svg></svg>",
}


def ask(*arguments: str | Path, given: str | bytes | None = None) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments], input=given, prog_name="whoknows")


def refused(*arguments: str | Path, given: str | bytes | None = None) -> str:
    """The message of a command that fails, which is short, is on standard error, and has no trace of Python."""
    result = ask(*arguments, given=given)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert 0 < len(result.stderr.splitlines()) <= 12
    assert len(result.stderr) < 2_000
    for trace in ("Traceback", "unexpected", "WHOKNOWS_DEBUG", '  File "'):
        assert trace not in result.stderr
    return result.stderr


@pytest.fixture
def model(tmp_path: Path) -> Path:
    made = KripkeModel.s5(worlds={"w1": {"p"}, "w2": set()}, partitions={"ann": [["w1", "w2"]]}, actual="w1")
    made.save(tmp_path / "model.json")
    return tmp_path / "model.json"


@pytest.fixture
def nowhere(tmp_path: Path) -> Path:
    """A model without an actual world, of a relation of belief."""
    made = KripkeModel(worlds={"w1": {"p"}, "w2": set()}, relations={"ann": [("w1", "w2"), ("w2", "w2")]})
    made.save(tmp_path / "nowhere.json")
    return tmp_path / "nowhere.json"


# ------------------------------------------------------------------------------------------------------ the usage


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Usage: whoknows"),
        (["pars", "p"], "Did you mean 'parse'?"),
        (["parse"], "Missing argument 'FORMULA'"),
        (["parse", "p", "q"], "unexpected extra argument"),
        (["parse", "p", "--to", "morse"], "'unicode', 'ascii'"),
        (["check"], "Missing argument 'MODEL'"),
        (["sheet", "predict"], "Missing option '-o'"),
        (["plot", "games.jsonl"], "Missing option '-o'"),
        (["parse", "p", "--jsn"], "No such option"),
        (["draw", "muddy", "K_a p"], "a formula is given by --highlight 'K_a p'"),
        (["prove", "-p v p"], "a negation is written ~, not with a minus: '~p v p'"),
        (["prove", "-(p & q)"], "not with a minus: '~(p & q)'"),
        (["draw", "muddy", "--layout", "x"], "'--layout': 'x' is not one of"),
        (["where", "x.json", "p", "--limit", "-1"], "--limit"),
    ],
)
def test_a_wrong_use_is_said_with_the_way_to_the_help(arguments: list[str], message: str) -> None:
    result = ask(*arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (["prove", "ow.p", "--write-tptp", "ow.p"], "FORMULA and --write-tptp"),
        (["prove", "K_a p -> p", "--draw", "z.png", "--certificate", "./z.png"], "--certificate and --draw"),
        (["convert", "model.json", "link.json"], "MODEL and TARGET"),
        (["contract", "link.json", "-o", "model.json"], "MODEL and --output"),
        (["draw", "model.json", "--update", "e.dot", "-o", "e.dot"], "--update and --output"),
        (["draw", "model.json", "--explain", "[@e] p", "--action", "e=e.dot", "-o", "e.dot"], "--action and --output"),
    ],
)
def test_a_file_that_is_read_or_written_is_not_written_over(
    model: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], names: str
) -> None:
    monkeypatch.chdir(model.parent)
    Path("link.json").symlink_to(model)
    for name in ("ow.p", "e.dot"):
        Path(name).write_text("kept", encoding="utf-8")
    before = {path: path.read_bytes() for path in model.parent.iterdir()}
    result = ask(*arguments)
    assert result.exit_code == 2
    assert f"{names} name this file" in " ".join(result.output.split())
    assert {path: path.read_bytes() for path in model.parent.iterdir()} == before
    assert ask("draw", "model.json", "-o", "m.svg", "--title", "m.svg").exit_code == 0


@pytest.mark.parametrize("arguments", [["K_a p -> p", "--certificate", ""], ["p", "--write-tptp", ""]])
def test_a_file_without_a_name_is_said(arguments: list[str]) -> None:
    assert "the name is empty" in ask("prove", *arguments).output


def places_of_formulas(name: str, model: Path) -> Iterator[list[str]]:
    """For each parameter of a command that is a formula, a call with the words ``K_a p`` there."""
    group: Any = typer.main.get_command(app)
    _, command, _ = group.resolve_command(None, [name])
    words = [name]
    for parameter in getattr(command, "params", ()):
        metavar = parameter.metavar or ""
        is_argument = parameter.param_type_name == "argument"
        if "FORMULA" in metavar or metavar == "OTHER":
            yield [*words, *([] if is_argument else [parameter.opts[-1]]), "K_a", "p"]
        if is_argument:
            words.append("p" if "FORMULA" in metavar else str(model))


@pytest.mark.parametrize("name", COMMANDS)
def test_a_formula_without_quotes_is_said_so_by_every_command(name: str, model: Path) -> None:
    for arguments in places_of_formulas(name, model):
        assert "put the formula in quotes" in " ".join(ask(*arguments).output.split()), arguments


@pytest.mark.parametrize(
    ("arguments", "advice"),
    [
        (["check", "puzzle:hexa", "K_anne", "anne=red"], "put the formula in quotes: 'K_anne anne=red'"),
        (["check", "puzzle:muddy_children", "n=4", "K_anne muddy(bill)"], "write puzzle:muddy_children,n=4, without"),
        (["check", "m.json", "'K_anne", "p'"], 'put the formula in quotes: "K_anne p"'),
        (["prove", "p", "-"], "put the formula in quotes, such as 'K_a p'"),
        (["draw", "m.json", "--explain", "K_anne", "p"], "put the formula in quotes: 'K_anne p'"),
        (["announce", "m.json", "K_anne", "p"], "put the formula in quotes: 'K_anne p'"),
    ],
)
def test_words_too_many_have_their_way_out(arguments: list[str], advice: str) -> None:
    assert advice in " ".join(ask(*arguments).output.split())


# ------------------------------------------------------------------------------------------------------ formulas


def test_a_text_that_is_no_formula_is_shown_with_a_caret_and_a_hint() -> None:
    assert refused("parse", "K_a (p & ") == (
        "error: column 10: the text ends after &\n  K_a (p &\n           ^\nexpected a formula\n"
    )
    assert "hint: write Kw_a p" in refused("parse", "Kw p")


def test_machines_get_the_place_of_the_mistake_too() -> None:
    result = ask("parse", "p &\n& q", "--json")
    error = json.loads(result.stdout)["error"]
    assert (result.exit_code, error["kind"], error["line"], error["column"]) == (2, "ParseError", 2, 1)
    assert error["message"] in result.stderr
    assert "a formula" in error["expected"]


def test_bytes_that_are_no_text_are_refused() -> None:
    assert "byte 0 (0xff) is not UTF-8" in refused("parse", "-", given=b"\xff\xfe")


def test_a_formula_that_the_model_does_not_know_names_a_near_miss(model: Path) -> None:
    assert re.search(r"no agent 'an'.*mean 'ann'", refused("check", model, "K_an p"))
    assert re.search(r"no atom 'q'.*'p'", refused("where", model, "q"))


# ------------------------------------------------------------------------------------------------------ models


@pytest.mark.parametrize("command", ["check p", "where p", "frames", "announce p", "draw", "convert"])
@pytest.mark.parametrize("name", BAD_MODELS)
def test_a_bad_model_file_is_refused_by_every_command(tmp_path: Path, name: str, command: str) -> None:
    path = tmp_path / name
    path.write_bytes(BAD_MODELS[name])
    first, *rest = command.split()
    refused(first, path, *rest)


def test_a_file_that_is_not_there_and_a_folder_are_refused(tmp_path: Path) -> None:
    assert "there is no such file" in refused("check", tmp_path / "nothing.json", "p")
    assert "directory" in refused("check", tmp_path, "p")


def test_a_format_that_is_only_written_is_not_read(model: Path, tmp_path: Path) -> None:
    picture = tmp_path / "model.tex"
    assert ask("convert", model, picture).exit_code == 0
    assert "tikz is only written" in refused("check", picture, "p")


def test_a_picture_in_dot_is_not_taken_for_a_model(model: Path, tmp_path: Path) -> None:
    picture = tmp_path / "model.dot"
    assert ask("convert", model, picture).exit_code == 0
    assert "no attribute 'atoms'" in refused("check", picture, "p")
    assert "write names alone" in refused("check", picture, "p", "--atoms-from", "label", "--agent-from", "=a")


def test_standard_input_is_read_once(model: Path) -> None:
    assert "standard input, which can be read once" in refused("check", "-", "-", given=model.read_bytes())
    assert "standard input, which can be read once" in refused("announce", model, "-", "-", given="p")


def test_a_formula_is_missing_where_the_file_has_no_questions(model: Path, tmp_path: Path) -> None:
    silent = tmp_path / "silent.smcdel.txt"
    silent.write_text("VARS 1 LAW Top OBS a: 1", encoding="utf-8")
    assert "FORMULA is missing" in refused("check", model)
    assert "FORMULA is missing" in refused("check", "puzzle:hexa")
    assert "has no questions" in refused("check", silent)
    assert "--explain needs a FORMULA" in refused("check", silent, "--explain")


# ------------------------------------------------------------------------------------------------------ worlds


def test_a_world_that_is_not_there_is_named_with_those_that_are(model: Path) -> None:
    assert re.search(r"no world 'w3'.*'w1' and 'w2'", refused("check", model, "p", "--at", "w3"))
    assert "there are 'w1' and 'w2'" in refused("draw", model, "--at", "{p}")


def test_without_an_actual_world_the_command_says_what_to_ask(nowhere: Path) -> None:
    message = refused("check", nowhere, "p")
    assert "--at WORLD" in message
    assert "--everywhere" in message
    assert "are two questions" in refused("check", nowhere, "p", "--at", "w1", "--everywhere")


# ------------------------------------------------------------------------------------------------------ changes


def test_what_is_false_cannot_be_announced(model: Path) -> None:
    assert "¬p is false at the actual world" in refused("announce", model, "~p")


def test_the_model_is_not_written_where_an_announcement_fails(model: Path, tmp_path: Path) -> None:
    refused("announce", model, "p", "~p", "-o", tmp_path / "after.json")
    assert not (tmp_path / "after.json").exists()


def test_a_lost_frame_is_an_error_on_request(nowhere: Path) -> None:
    assert ask("announce", nowhere, "p", "--at", "w1").exit_code == 0
    assert "no longer KD45" in refused("announce", nowhere, "p", "--at", "w1", "--check-frames")


def test_standard_output_takes_the_model_or_the_report(model: Path) -> None:
    result = ask("announce", model, "p", "--json", "-o", "-")
    assert result.exit_code == 2
    assert "give -o a file" in " ".join(result.stderr.split())
    assert "give -o a file" in json.loads(result.stdout)["error"]["message"]


def test_an_unknown_agent_in_a_group_is_refused(model: Path) -> None:
    assert "no agent 'bob'" in refused("announce", model, "p", "--to", "ann,bob")
    assert "no agent 'bob'" in refused("frames", model, "bob")


# ------------------------------------------------------------------------------------------------------ files out


def test_an_ending_that_says_no_format_is_refused(model: Path, tmp_path: Path) -> None:
    assert "whoknows draw makes pictures" in refused("convert", model, tmp_path / "model.svg")
    assert "or give it with --to" in refused("convert", model, tmp_path / "model.xyz")
    assert "the ending gives the format" in refused("draw", model, "-o", tmp_path / "model.bmp")


def test_a_file_that_cannot_be_written_is_said(model: Path, tmp_path: Path) -> None:
    assert "no/model.json: cannot be written" in refused("convert", model, tmp_path / "no" / "model.json")
    assert "cannot be written" in refused("draw", model, "-o", tmp_path / "no" / "model.svg")
    assert "expected a folder" in refused("tour", "--out", model)


def test_what_smcdel_s_format_cannot_say_is_refused(model: Path, nowhere: Path, tmp_path: Path) -> None:
    assert "agent ann observes no atom" in refused("convert", model, "--to", "smcdel")
    assert "not an equivalence" in refused("convert", nowhere, "--to", "smcdel")


def test_a_picture_of_too_many_worlds_is_refused_with_a_way_out() -> None:
    assert "--max-worlds 128" in refused("draw", "puzzle:muddy_children,n=7")


# ------------------------------------------------------------------------------------------------------ puzzles


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["muddy_childre"], "did you mean 'muddy_children'?"),
        (["muddy_children", "n=0"], "n=0: expected a whole number"),
        (["muddy_children", "n"], "option 'n': expected name=value"),
        (["muddy_children", "m=3"], "no option 'm'"),
        (["cheryl", "--draw", "{folder}", "--format", "bmp"], "--format bmp: expected svg, png"),
    ],
)
def test_a_puzzle_that_cannot_be_told_says_why(tmp_path: Path, arguments: list[str], message: str) -> None:
    result = ask("puzzle", *(each.replace("{folder}", str(tmp_path)) for each in arguments))
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_a_model_by_the_name_of_no_puzzle_is_refused() -> None:
    assert "no puzzle 'nobody'" in refused("check", "puzzle:nobody", "p")


# ------------------------------------------------------------------------------------------------------ outside


def shell(*arguments: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "whoknows", *map(str, arguments)]
    return subprocess.run(command, text=True, encoding="utf-8", check=False, **options)


def test_even_a_fault_of_ours_is_a_message(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(models, "read_on", broken)
    result = ask("check", model, "p")
    assert result.exit_code == 2
    assert result.stderr == (
        "error: unexpected ZeroDivisionError: by nothing\n"
        "This is a fault in whoknows; WHOKNOWS_DEBUG=1 in the environment shows where.\n"
    )
    monkeypatch.setenv("WHOKNOWS_DEBUG", "1")
    assert isinstance(ask("check", model, "p").exception, ZeroDivisionError)


def test_memory_that_runs_out_is_a_message(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(models, "read_on", greedy)
    assert refused("check", model, "p") == "error: there is not enough memory for this\n"


@pytest.mark.skipif(os.name == "nt", reason="signals and pipes of Unix")
@pytest.mark.parametrize("asked", ["where puzzle:muddy_children,n=14 true", "watch bluff_poker --seed 7"])
def test_an_interrupted_pipe_ends_the_command_in_silence(asked: str) -> None:
    command = f"{sys.executable} -m whoknows {asked} | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[1:] == ["141", ""]
    assert done.stderr == ""


@pytest.mark.skipif(os.name == "nt", reason="signals and pipes of Unix")
def test_control_c_ends_the_command_with_130_and_in_silence() -> None:
    command = [sys.executable, "-m", "whoknows", "parse", "-"]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    waiting = subprocess.Popen(command, **pipes, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    time.sleep(2)  # until it waits for the formula
    waiting.send_signal(signal.SIGINT)
    out, err = waiting.communicate(timeout=20)
    assert (waiting.returncode, out, err) == (130, b"", b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_an_error(model: Path) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = shell("check", model, "p", stdout=full, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (2, "error: standard output: No space left on device\n")


@pytest.mark.skipif(os.name == "nt", reason="a shell of Unix")
def test_closed_streams_are_no_reason_for_a_traceback() -> None:
    for closed in ("<&-", ">&-", "2>&-"):
        command = (
            f"{sys.executable} -m whoknows parse - {closed}"
            if closed == "<&-"
            else (f"{sys.executable} -m whoknows parse p {closed}")
        )
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
        assert done.returncode == (2 if closed == "<&-" else 0)
        assert "Traceback" not in done.stderr


def test_signs_that_the_terminal_cannot_show_are_escaped(model: Path) -> None:
    environment = os.environ | {"PYTHONIOENCODING": "latin-1"}
    done = shell("parse", "p -> q", env=environment, capture_output=True)
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == r"p \u2192 q"
    assert re.search(r"ascii +p -> q", done.stdout)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no such devices")
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/full", "/dev/null"])
@pytest.mark.parametrize(
    "command", [("check", None, "p"), ("replay", None), ("ask", None, "p"), ("plot", None, "-o", "x.svg")]
)
def test_a_device_is_refused_before_it_is_read(command, device):
    assert "this is a device" in refused(*[device if each is None else each for each in command])


def test_more_bytes_than_a_file_may_have_are_refused(model, monkeypatch):
    monkeypatch.setattr(file_reading, "LARGEST", 20)
    assert "over 20 bytes" in refused("check", model, "p")
    assert "over 20 bytes" in refused("check", "-", "p", given=model.read_text())
    (model.parent / "long.jsonl").write_bytes(b" " * 30)
    assert "over 20 bytes" in refused("replay", model.parent / "long.jsonl")


def test_a_pipe_is_read_to_its_end(model, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    writer = Thread(target=(tmp_path / "pipe").write_bytes, args=(model.read_bytes(),))
    writer.start()
    assert ask("check", tmp_path / "pipe", "p").exit_code == 0
    writer.join()


@pytest.mark.skipif(os.name == "nt", reason="a shell of Unix")
def test_what_the_shell_substitutes_for_a_command_is_read(model: Path) -> None:
    command = f"{sys.executable} -m whoknows check <(sleep 0.3; cat {model}) p"
    assert subprocess.run(["bash", "-c", command], capture_output=True, check=False).returncode == 0


def test_parameters_of_a_puzzle_as_words_of_their_own_are_shown_how_to_write(tmp_path: Path) -> None:
    result = ask("draw", "puzzle:muddy_children", "n=5", "-o", tmp_path / "x.png")
    assert result.exit_code == 2
    assert "write puzzle:muddy_children,n=5, without spaces" in " ".join(result.stderr.split())
