"""A run that is killed at any moment, and started again by the same command, ends as if nothing had happened."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from effort import thorough

KILLS = {1: 5, 2: 2} if thorough() else {1: 1, 2: 1}
"""Number of kills by the number of processes."""
TESTS = Path(__file__).resolve().parent.parent

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill a process so")


def started(folder: Path, jobs: int, games: str = "900") -> subprocess.Popen[bytes]:
    """The command, with its files in the folder."""
    what = [
        "liars_card:GAME",
        "--agents",
        "honest",
        "learner",
        "random",
        "--games",
        games,
        "--block",
        "3",
        "--seed",
        "3",
        "--json",
    ]
    files = ["--out", str(folder / "out"), "--records", str(folder / "records"), "--jobs", str(jobs)]
    at_once = "from games.playing import arena; arena.HEAD = 0"  # without a head start of one process
    script = f"{at_once}; from whoknows.cli.start import run; run()"
    command = [sys.executable, "-c", script, "match", *what, *files]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(TESTS), str(TESTS.parent)])}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment)


def size(folder: Path) -> int:
    """The bytes of both files so far."""
    return sum((folder / name).stat().st_size for name in ("out", "records") if (folder / name).exists())


def killed_at(process: subprocess.Popen[bytes], folder: Path, mark: int) -> bool:
    """Wait until the files have this number of bytes, then kill the process; whether it was still running."""
    while process.poll() is None and size(folder) < mark:
        time.sleep(0.0005)
    alive = process.poll() is None
    process.kill()
    process.communicate()
    return alive


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    """The folder and the answer of a run that nobody kills."""
    folder = tmp_path_factory.mktemp("whole")
    return folder, started(folder, 1).communicate()[0]


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_killed_at_random_moments_a_run_ends_with_the_same_files_and_results(
    tmp_path: Path, undisturbed: tuple[Path, bytes], jobs: int
) -> None:
    killed, (whole, answer) = tmp_path, undisturbed
    rng = Random(jobs)
    marks = sorted(rng.randrange(size(whole)) for _ in range(KILLS[jobs]))
    kills = sum(killed_at(started(killed, jobs), killed, mark) for mark in marks)
    again, _ = started(killed, jobs).communicate()
    assert kills >= max(1, KILLS[jobs] - 2), "some moments come after the last line is written"
    assert again == answer
    for name in ("out", "records"):
        assert (killed / name).read_bytes() == (whole / name).read_bytes()


@pytest.mark.slow
def test_workers_end_with_a_run_that_is_killed(tmp_path: Path) -> None:
    psutil = pytest.importorskip("psutil")
    process = started(tmp_path, 2, games="300000")
    while size(tmp_path) < 50_000:  # the workers are at it
        assert process.poll() is None
        time.sleep(0.01)
    workers = psutil.Process(process.pid).children(recursive=True)
    process.kill()
    process.communicate()
    assert len(workers) >= 2
    _, alive = psutil.wait_procs(workers, timeout=60)
    assert not alive
