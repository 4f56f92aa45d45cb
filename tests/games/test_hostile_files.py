"""Files that are somebody else's, or none, and what must not be in a file while a game is played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from games import registry
from games.core.errors import GameError, RecordError
from games.playing.records import read_record
from whoknows.cli.main import app
from whoknows.cli.terminal import Terminal

QUICK = ("--agents", "random", "random", "--option", "limit=1", "--seed", "1")


def whoknows(*arguments: str, said: str = "") -> Result:
    return CliRunner().invoke(app, list(arguments), input=said, prog_name="whoknows")


@pytest.mark.parametrize("content", ["my diary", "my diary\n", '{"a": 1}\n', "[1]\n", '{"results":1}\n'])
@pytest.mark.parametrize("command", ["play", "watch"])
def test_a_file_that_is_not_of_records_is_left_as_it_is(command: str, content: str, tmp_path: Path) -> None:
    file = tmp_path / "diary.txt"
    file.write_text(content)
    result = whoknows(command, "bluff_poker", *QUICK, "--record", str(file), said="quit\n")
    assert (result.exit_code, file.read_text(), result.stdout) == (2, content, "")
    assert "name another file" in result.stderr


def test_who_saves_onto_a_file_that_is_not_of_records_is_told_so_at_once(tmp_path: Path) -> None:
    file = tmp_path / "diary.txt"
    file.write_text("my diary")
    result = whoknows("play", "bluff_poker", *QUICK, said=f"save {file}\nquit\n")
    assert (result.exit_code, file.read_text()) == (0, "my diary")
    assert "name another file" in result.stdout.replace("\n", " ")


def test_records_are_added_to_records(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    first, second = [whoknows("watch", "bluff_poker", *QUICK, "--record", str(file)) for _ in range(2)]
    assert (first.exit_code, second.exit_code) == (0, 0)
    assert "The record is in" in first.stdout
    assert "This is record 2 of" in second.stdout
    assert "ask with --number 2" in second.stdout.replace("\n", " ")
    one, other = file.read_text().splitlines()
    assert one == other
    assert whoknows("replay", str(file)).exit_code == 0


@pytest.mark.parametrize("option", ["--out", "--records"])
@pytest.mark.parametrize("device", ["/dev/full", "/dev/zero", "/dev/null"])
def test_a_device_is_no_file_of_a_match(option: str, device: str) -> None:
    result = whoknows("match", "bluff_poker", *QUICK, "--games", "2", "--jobs", "1", option, device)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{device}: this is not a regular file" in result.stderr


@pytest.mark.parametrize(("one", "other"), [("--out", "--csv"), ("--records", "--csv"), ("--out", "--records")])
def test_one_file_is_not_taken_for_two_things(one: str, other: str, tmp_path: Path) -> None:
    file, same = tmp_path / "results", tmp_path / "." / "results"
    arguments = ("match", "bluff_poker", *QUICK, "--games", "2", "--jobs", "1", one, str(file), other, f"{same}")
    result = whoknows(*arguments)
    assert (result.exit_code, file.exists()) == (2, False)
    assert f"{other} and {one} name this file" in " ".join(result.stderr.split())


def test_nothing_that_would_tell_the_dice_is_written_or_said_while_the_person_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.jsonl"
    lines, written = iter([f"save {file}", "? bluff", "quit"]), []

    def asked(terminal: Terminal, prompt: str) -> str:
        written.append(file.read_text() if file.exists() else "")
        return next(lines)

    monkeypatch.setattr(Terminal, "ask", asked)
    before, left, after = whoknows("play", "bluff_poker", *QUICK).stdout.partition("You leave the table")
    assert (written, bool(left)) == (["", "", ""], True)
    assert "seed" not in before
    assert "The seed was 1." in after
    assert json.loads(file.read_text())["seed"] == 1


@pytest.mark.parametrize("returns", [["x", 0], ["1/0", 0], [1e400, 0], [None, 0], [True, 0], [0.5, 0], [10**16, 0]])
def test_returns_that_are_no_numbers_are_told_with_what_was_expected(returns: list[Any], tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r'line 1: returns: expected.*"1/2", got'):
        read_record(a_record(tmp_path) | {"returns": returns}, "line 1")


@pytest.mark.parametrize("groups", [[["a"]], [[True]], [[[]]]])
def test_coalitions_that_are_no_numbers_are_told_with_what_was_expected(groups: list[Any], tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"line 1: coalitions: expected.*\[0, 2\], got \["):
        read_record(a_record(tmp_path) | {"coalitions": groups}, "line 1")


def a_record(folder: Path) -> dict[str, Any]:
    file = folder / "one.jsonl"
    assert whoknows("watch", "bluff_poker", *QUICK, "--record", str(file)).exit_code == 0
    found: dict[str, Any] = json.loads(file.read_text())
    return found


@pytest.mark.parametrize("limit", [1_001, 10**20])
def test_a_game_of_bluff_poker_is_not_longer_than_memory(limit: int) -> None:
    with pytest.raises(GameError, match=r"limit .*: expected.*from 1 to 1,000"):
        registry.game("bluff_poker").rules.of(limit=limit)


def test_it_is_told_in_words_where_nobody_is_to_move() -> None:
    poker = registry.game("bluff_poker")
    start = poker.rules(names=("ann", "bob")).start()
    rolling = start.rules.deserialize(["starts bob"])
    assert "it is drawn who starts" in str(poker.observation(start, 0))
    assert "bob's dice are in the air" in str(poker.observation(rolling, 0))
    assert "it is bob's turn to bid" in str(poker.observation(rolling.apply(rolling.rules.parse("rolls 1 2 3")), 0))
