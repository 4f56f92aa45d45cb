"""Files of records and results never name code: a game of one's own runs only where the user names it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from games import registry
from games.core.errors import GameError, RecordError
from games.playing.records import read_record, written
from whoknows.cli.main import app

LIARS_CARD = Path(__file__).resolve().parent.parent / "liars_card.py"
FAULTY = {
    "raises": ("1 / 0", "ZeroDivisionError: division by zero, at faulty.py, line 1"),
    "exits": ("import sys\nsys.exit(0)", "SystemExit: 0, at faulty.py, line 2"),
    "exits with a text": ("raise SystemExit('good bye')", "SystemExit: good bye"),
    "raises what is no Exception": ("raise GeneratorExit('bye')", "GeneratorExit: bye, at faulty.py, line 1"),
    "raises what has no text": (
        "class Silent(BaseException):\n    def __str__(self): raise ValueError\nraise Silent",
        "Silent: an error without a text, at faulty.py, line 3",
    ),
    "does not parse": ("def (", "SyntaxError: invalid syntax (faulty.py, line 1)"),
    "has null bytes": ("\0", "null bytes"),
    "imports what is missing": ("import no_such_module", "No module named 'no_such_module'"),
    "does not end its recursion": ("def f(): f()\nf()", "RecursionError: maximum recursion depth exceeded"),
    "has no GAME": ("", "has no game of this name; expected GAME = Game(...)"),
    "has another GAME": ("GAME = 7", "has no game of this name; expected GAME = Game(...)"),
}


def whoknows(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments], prog_name="whoknows")


def evil(folder: Path) -> Path:
    """A module that leaves a mark when it is imported."""
    (folder / "evil.py").write_text("import pathlib\npathlib.Path(__file__).with_name('mark').touch()\nGAME = 1\n")
    return folder / "mark"


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A record of Bluff Poker, as data."""
    file = tmp_path_factory.mktemp("record") / "one.jsonl"
    done = whoknows("watch", "bluff_poker", "--agents", "random", "random", "--seed", 3, "--record", file)
    assert done.exit_code == 0
    found: dict[str, Any] = json.loads(file.read_text())
    del found["crc"]
    return found


COMMANDS = {
    "replay": ("replay", "{}"),
    "replay the moves": ("replay", "{}", "--moves-only"),
    "ask": ("ask", "{}", "--move", "1"),
    "ask a player": ("ask", "{}", "--move", "1", "--as", "ann"),
    "plot": ("plot", "{}", "-o", "out.svg"),
}


@pytest.mark.parametrize("name", ["evil:GAME", "./evil.py:GAME", "evil.py:GAME", ":", "evil", "../evil", "os:name"])
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_record_that_names_a_module_is_refused_and_nothing_is_imported(
    command: tuple[str, ...], name: str, record: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark, file = evil(tmp_path), tmp_path / "bad.jsonl"
    file.write_text(json.dumps(record | {"game": name}))
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    before = list(sys.path)
    result = whoknows(*(each.format(file) for each in command))
    assert (result.exit_code, result.stdout, mark.exists(), sys.path) == (2, "", False, before)
    assert "line 1: " in result.stderr
    assert "--game ./my_game.py:GAME" in result.stderr.replace("\n", " ")
    assert "Traceback" not in result.stderr


def test_a_record_is_refused_in_python_too(record: dict[str, Any]) -> None:
    with pytest.raises(RecordError, match=r"line 1: no game 'liars_card:GAME'.*'./my_game.py:GAME'"):
        read_record(record | {"game": "liars_card:GAME"}, "line 1")


@pytest.mark.parametrize("agent", ["evil:Agent", "evil.Agent", "random(x=__import__('evil'))", "evil()", "os.system"])
def test_a_record_cannot_name_the_code_of_an_agent(
    agent: str, record: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark, file = evil(tmp_path), tmp_path / "bad.jsonl"
    file.write_text(json.dumps(record | {"agents": [agent, "random"]}))
    monkeypatch.syspath_prepend(tmp_path)
    result = whoknows("replay", file)
    assert (result.exit_code, mark.exists()) == (2, False)
    assert "line 1" in result.stderr


@pytest.mark.parametrize(
    "command",
    [
        ("match", "--out"), ("match", "--records"), pytest.param(("experiment", "--out"), marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_a_file_of_results_that_names_a_module_is_refused_and_nothing_is_imported(
    command: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, option = command
    given = ("saboteur", "--rounds", 1) if name == "experiment" else ("bluff_poker", "--games", 1)
    mark, out, seed = evil(tmp_path), tmp_path / "out", ("--seed", 1, "--jobs", 1)
    monkeypatch.chdir(tmp_path)
    assert whoknows(name, *given, *seed, option, out, "--agents", *["random"] * 3).exit_code == 0
    (file,) = out.glob("*.jsonl") if out.is_dir() else (out,)
    head, *others = file.read_text().splitlines()
    changed = json.loads(head) | {"game": "evil:GAME"}
    del changed["crc"]
    file.write_text("".join([written(changed), *(f"{line}\n" for line in others)]))
    result = whoknows(name, *given, *seed, option, out, "--agents", *["random"] * 3)
    assert (result.exit_code, mark.exists()) == (2, False)
    assert 'with game "evil:GAME"' in result.stderr.replace("\n", " ")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A game of one's own in a file of the working directory."""
    shutil.copy(LIARS_CARD, tmp_path / "my_game.py")
    monkeypatch.chdir(tmp_path)
    before = list(sys.path)
    yield "./my_game.py:GAME"
    assert sys.path == before
    registry.named_game.cache_clear()


def test_a_game_in_a_file_goes_through_all_commands(own: str) -> None:
    played = ("--seed", 1, "--games", 6, "--jobs", 1, "--records", "games.jsonl")
    for arguments in (
        ("games", own), ("match", own, *played), ("watch", own, "--seed", 1, "--record", "one.jsonl"),
        ("replay", "games.jsonl", "--game", own), ("replay", "one.jsonl", "--game", own),
        ("ask", "games.jsonl", "--game", own, "--number", 2, "--move", 3),
        ("ask", "games.jsonl", "--game", own, "--move", 4, "--as", "1"),
    ):  # fmt: skip
        result = whoknows(*arguments)
        assert result.exit_code == 0, (arguments, result.stderr)
    assert json.loads(Path("games.jsonl").read_text().splitlines()[0])["game"] == "liars_card"


def test_without_the_users_word_ones_own_game_is_not_replayed_and_the_error_says_how(own: str) -> None:
    whoknows("match", own, "--seed", 1, "--games", 1, "--jobs", 1, "--records", "games.jsonl")
    result = whoknows("replay", "games.jsonl")
    assert result.exit_code == 2
    told = result.stderr.replace("\n", " ")
    assert "games.jsonl, line 1: no game 'liars_card'" in told
    assert "--game ./my_game.py:GAME" in told


def test_a_record_of_another_game_than_the_user_names_is_refused(own: str, record: dict[str, Any]) -> None:
    Path("poker.jsonl").write_text(json.dumps(record))
    result = whoknows("replay", "poker.jsonl", "--game", own)
    assert result.exit_code == 2
    assert "record of 'bluff_poker'; expected 'liars_card'" in result.stderr.replace("\n", " ")
    assert whoknows("replay", "poker.jsonl", "--game", "bluff_poker").exit_code == 0


@pytest.mark.slow
def test_workers_find_a_game_in_a_file(own: str, tmp_path: Path) -> None:
    script = "from games.playing import arena; arena.HEAD = 0; from whoknows.cli.start import run; run()"
    environment = os.environ | {"PYTHONPATH": str(LIARS_CARD.parents[1])}
    given = ["match", own, "--games", "30", "--seed", "1", "--jobs", "2"]
    done = subprocess.run([sys.executable, "-P", "-c", script, *given], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    assert "30 games, seed 1" in done.stdout


def test_a_module_in_the_working_directory_is_found_by_its_file_or_by_the_users_path(own: str) -> None:
    environment = os.environ | {"PYTHONPATH": str(LIARS_CARD.parents[1])}
    command = [sys.executable, "-P", "-c", "from whoknows.cli.start import run; run()", "games"]
    done = subprocess.run([*command, "my_game:GAME"], capture_output=True, text=True, env=environment)
    assert done.returncode == 2
    told = done.stderr.replace("\n", " ")
    assert "No module named 'my_game'" in told
    assert "./my_game.py:GAME" in told
    here = environment | {"PYTHONPATH": f".:{environment['PYTHONPATH']}"}
    assert subprocess.run([*command, "my_game:GAME"], capture_output=True, env=here).returncode == 0


def test_ones_own_game_does_not_take_the_name_of_another(own: str) -> None:
    text = Path("my_game.py").read_text()
    Path("my_game.py").write_text(text.replace('name="liars_card"', 'name="bluff_poker"'))
    result = whoknows("games", own)
    assert result.exit_code == 2
    assert "name is 'bluff_poker', as that of a game" in result.stderr.replace("\n", " ")


@pytest.mark.usefixtures("no_collections")
@pytest.mark.parametrize(("text", "message"), FAULTY.values(), ids=FAULTY)
@pytest.mark.parametrize("by_file", [True, False], ids=["by file", "by module"])
def test_a_faulty_module_is_a_clear_error_without_traceback(
    by_file: bool, text: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "faulty.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "faulty", raising=False)
    name = f"{tmp_path / 'faulty.py'}:GAME" if by_file else "faulty:GAME"
    result = whoknows("match", name)
    assert result.exit_code == 2
    told = result.stderr.replace("\n", " ")
    assert (message in told, "Traceback" in told, "fault in whoknows" in told) == (True, False, False), told
    sys.modules.pop("faulty", None)


@pytest.mark.parametrize("name", [
    "no_such.py:GAME", "/no/such/file.py:GAME", ".py:GAME", "tests:GAME", "a.b.c:GAME", ":", "..:x", "a b:X", "\0.py:x",
])  # fmt: skip
def test_what_cannot_be_found_is_a_clear_error(name: str) -> None:
    with pytest.raises(GameError, match="game"):
        registry.game(name)


def test_data_may_name_the_games_of_whoknows_only() -> None:
    assert registry.built_in("bluff_poker") is registry.game("bluff_poker")
    for name in ("liars_card:GAME", "./liars_card.py:GAME", "core", "bluff_poker.game", "../games/bluff_poker"):
        with pytest.raises(GameError, match="no game"):
            registry.built_in(name)


def test_a_file_that_an_agent_of_a_record_names_is_a_small_regular_file(record: dict[str, Any], tmp_path: Path) -> None:
    """The chart of Saboteur's agents is a file: a device or a pipe would never end."""
    saboteur = registry.game("saboteur")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "large").write_text("#" * 2_000_000)
    for path, told in {
        "/dev/zero": "expected a regular file",
        str(tmp_path): "this is a directory",
        str(tmp_path / "pipe"): "expected a regular file",
        str(tmp_path / "large"): "over 100,000 bytes",
    }.items():
        with pytest.raises(GameError, match=told):
            registry.agent(saboteur, f"source(chart='{path}')")
