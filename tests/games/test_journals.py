"""A run that is taken up verifies its files: what was changed is reported with file and line, and nothing is lost."""

from __future__ import annotations

import errno
import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.core.errors import RecordError
from games.playing import arena, records
from games.playing.arena import run
from games.playing.match import Lineup, Setup
from games.playing.records import CHECKSUM, Journal, written
from studies import experiment

SETUP = Setup("liars_card:GAME", Lineup(("honest", "learner", "random")), {}, 5, 2)
GAMES = 12

Change = Callable[[list[str]], list[str]]


def played(folder: Path) -> dict[str, Path]:
    """The files of a run of six matches."""
    files = {"out": folder / "out", "records": folder / "records"}
    run(SETUP, GAMES, jobs=1, **files)
    return files


def edited(line: str, key: str, value: Any, sealed: bool) -> str:
    """The line with another value, and with its old checksum or without one."""
    entry = json.loads(line) | {key: value}
    if not sealed:
        del entry[CHECKSUM]
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n"


CHANGES: dict[str, tuple[int, Change]] = {
    "doubled": (5, lambda lines: [*lines[:4], lines[3], *lines[4:]]),
    "swapped": (4, lambda lines: [*lines[:3], lines[4], lines[3], *lines[5:]]),
    "missing": (4, lambda lines: [*lines[:3], *lines[4:]]),
    "first missing": (1, lambda lines: lines[1:]),
    "changed": (4, lambda lines: [*lines[:3], edited(lines[3], "returns", [[1, 0, -1]] * 2, True), *lines[4:]]),
    "not sealed": (4, lambda lines: [*lines[:3], edited(lines[3], "returns", [[1, 0, -1]] * 2, False), *lines[4:]]),
    "moves": (4, lambda lines: [*lines[:3], edited(lines[3], "moves", ["card 1"], True), *lines[4:]]),
}


@pytest.mark.parametrize("kind", ["out", "records"])
@pytest.mark.parametrize("change", list(CHANGES))
def test_a_changed_line_is_reported_with_file_and_line_and_the_files_stay(
    tmp_path: Path, kind: str, change: str
) -> None:
    files = played(tmp_path)
    line, make = CHANGES[change]
    files[kind].write_text("".join(make(files[kind].read_text().splitlines(keepends=True))))
    before = {name: path.read_bytes() for name, path in files.items()}
    with pytest.raises(RecordError) as found:
        run(SETUP, GAMES + 2, jobs=1, **files)
    place = f"{files[kind]}, line {line}: "
    assert str(found.value).startswith(place if (kind, line) != ("out", 1) else f"{files[kind]}: ")
    assert {name: path.read_bytes() for name, path in files.items()} == before


@pytest.mark.parametrize("kind", ["out", "records"])
def test_the_lines_before_a_changed_one_are_enough_to_go_on(tmp_path: Path, kind: str) -> None:
    """As the message says: head -n."""
    files = played(tmp_path)
    whole = {name: path.read_bytes() for name, path in files.items()}
    lines = files[kind].read_text().splitlines(keepends=True)
    files[kind].write_text("".join(lines[:4]))
    run(SETUP, GAMES, jobs=1, **files)
    assert {name: path.read_bytes() for name, path in files.items()} == whole


@pytest.mark.parametrize("out", [0, 1, 3, 7])
@pytest.mark.parametrize("records", [0, 1, 5, 8, 12])
def test_after_a_loss_of_power_what_one_file_lacks_is_played_again(tmp_path: Path, out: int, records: int) -> None:
    files = played(tmp_path)
    whole = {name: path.read_bytes() for name, path in files.items()}
    for kind, count in (("out", out), ("records", records)):
        lines = files[kind].read_bytes().splitlines(keepends=True)
        files[kind].write_bytes(b"".join(lines[:count]) + b"\0" * 7)
    run(SETUP, GAMES, jobs=1, **files)
    assert {name: path.read_bytes() for name, path in files.items()} == whole


def test_a_round_of_an_experiment_that_was_changed_is_reported_with_its_line(tmp_path: Path) -> None:
    trial = experiment.Trial("one", Setup("liars_card:GAME", Lineup(("honest", "learner", "random")), {}, 5))
    experiment.run([trial], 4, _measured, out=tmp_path, jobs=1)
    path = tmp_path / "one.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    for wrong in ([lines[0], lines[2]], [*lines[:2], lines[1]], [lines[0], edited(lines[1], "returns", [9], False)]):
        path.write_text("".join(wrong))
        with pytest.raises(RecordError, match=rf"one\.jsonl, line {len(wrong)}: "):
            experiment.run([trial], 4, _measured, out=tmp_path, jobs=1)


def _measured(match: Any, over: Any) -> dict[str, Any]:
    return {"returns": list(map(str, over.returns))}


def test_a_file_is_put_on_the_disk_every_few_seconds_and_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times, synced = iter(range(0, 10_000, 2)), []
    monkeypatch.setattr(records, "monotonic", lambda: next(times))
    monkeypatch.setattr(records.os, "fsync", lambda number: synced.append(os.fstat(number).st_size))
    with Journal(tmp_path / "file") as file:
        for number in range(9):
            file.append({"number": number})
    sizes = [len(written({"number": 0})) * count for count in (3, 5, 7, 9)]
    assert synced[-1] == sizes[-1]
    assert 2 <= len(synced) <= len(sizes)


@pytest.mark.parametrize("kind", ["out", "records"])
def test_a_full_disk_names_the_file_and_how_to_go_on(tmp_path: Path, kind: str) -> None:
    """The system refuses to let a file grow: the error of a full disk, without the need for one.

    Compiled modules would be cut off as well, and break whoever loads them next: `-B` writes none.
    """
    whole = tmp_path / "whole"
    whole.mkdir()
    answer = {name: path.read_bytes() for name, path in played(whole).items()}
    size = len(answer[kind]) // 2
    script = "from whoknows.cli.start import run; run()"
    agents = ["--agents", "honest", "learner", "random"]
    what = ["match", "liars_card:GAME", *agents, "--games", str(GAMES), "--block", "2", "--seed", "5", "--jobs", "1"]
    command = [sys.executable, "-B", "-c", script, *what, f"--{kind}", str(tmp_path / kind)]
    paths = os.pathsep.join([str(Path(__file__).parent.parent), str(Path(__file__).parent.parent.parent)])
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": paths},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
    )
    assert done.returncode == 2
    said = " ".join(done.stderr.split())
    assert said.startswith(f"error: {tmp_path / kind}: cannot be written: ")
    assert "run the same command again" in said
    run(SETUP, GAMES, jobs=1, **{kind: tmp_path / kind})
    assert (tmp_path / kind).read_bytes() == answer[kind]


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EIO])
def test_an_error_of_the_disk_is_told_with_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: int
) -> None:
    def fails(number: int) -> None:
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(records.os, "fsync", fails)
    with pytest.raises(RecordError, match=f"out: cannot be written: {os.strerror(error).lower()}"):
        run(SETUP, GAMES, jobs=1, out=tmp_path / "out")


def test_the_arena_keeps_results_of_matches_whose_records_are_whole(tmp_path: Path) -> None:
    files = played(tmp_path)
    lines = files["records"].read_bytes().splitlines(keepends=True)
    files["records"].write_bytes(b"".join(lines[:7]))
    told: list[int] = []
    run(SETUP, GAMES, jobs=1, told=lambda done, of: told.append(done), **files)
    assert told[0] == 7 // SETUP.block
    assert arena.HEAD > 0
