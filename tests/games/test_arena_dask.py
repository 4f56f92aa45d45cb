"""Matches on a Dask cluster: a real scheduler and two worker processes on loopback."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from games.core.errors import GameError
from games.playing import arena
from games.playing.arena import run
from games.playing.match import Lineup, Setup
from studies.experiment import Trial, first_return
from studies.experiment import run as experiment

pytestmark = pytest.mark.skipif(not find_spec("distributed"), reason="needs Dask")
TESTS = Path(__file__).resolve().parent.parent
HERE = ("--host", "127.0.0.1")
SETUP = Setup("liars_card:GAME", Lineup(("honest", "learner", "random")), {}, 3, 2)


@contextmanager
def process(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A process of Dask, ended with the test."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(TESTS), str(TESTS.parent)])}
    command = [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:]]
    started = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield started
    finally:
        started.terminate()
        started.wait(20)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The file that says where a scheduler is, which has no workers at first."""
    folder = tmp_path_factory.mktemp("dask")
    written = folder / "scheduler.json"
    scheduler = ("dask_scheduler", *HERE, "--port", "0", "--no-dashboard", "--scheduler-file", str(written))
    with process(folder, *scheduler):
        yield written


@pytest.fixture(scope="module")
def scheduler(book: Path) -> Iterator[str]:
    """The address of the scheduler when it has two workers."""
    worker = ("dask_worker", "--scheduler-file", str(book), *HERE, "--nthreads", "1", "--no-nanny", "--no-dashboard")
    with process(book.parent, *worker), process(book.parent, *worker):
        yield address(book, workers=2)


def client(*arguments: Any, **options: Any) -> Any:
    """A client of Dask, which is loaded here: loading it takes more than a second in each process of the tests."""
    from distributed import Client

    return Client(*arguments, timeout=60, **options)


def address(book: Path, workers: int = 0) -> str:
    """The address of the scheduler, as soon as it has this number of workers."""
    with client(scheduler_file=str(book)) as dask:
        if workers:
            dask.wait_for_workers(workers, timeout=60)
        found: str = dask.scheduler.address
    return found


@pytest.mark.slow
def test_without_workers_the_error_says_what_to_start(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This test comes first: the workers are started for the next."""
    monkeypatch.setattr(arena, "PATIENCE", 1)
    with pytest.raises(GameError, match=r"no workers.*`dask worker tcp://"):
        run(SETUP, 2, backend="dask", scheduler=address(book))


@pytest.mark.slow
def test_a_cluster_gives_the_same_files_byte_for_byte(tmp_path: Path, scheduler: str) -> None:
    names = ("out", "records")
    here = run(SETUP, 200, out=tmp_path / "out", records=tmp_path / "records", jobs=1)
    there = [tmp_path / f"there-{name}" for name in names]
    assert run(SETUP, 200, out=there[0], records=there[1], backend="dask", scheduler=scheduler) == here
    assert [path.read_bytes() for path in there] == [(tmp_path / name).read_bytes() for name in names]


@pytest.mark.slow
def test_a_cluster_gives_the_same_files_of_an_experiment(tmp_path: Path, scheduler: str) -> None:
    trials = [Trial("learner", SETUP), Trial("alone", Setup("liars_card:GAME", Lineup(("random",) * 3), {}, 3))]
    here = experiment(trials, 40, first_return, out=tmp_path / "here", jobs=1)
    there = experiment(trials, 40, first_return, out=tmp_path / "there", backend="dask", scheduler=scheduler)
    assert here == there
    for trial in trials:
        name = f"{trial.name}.jsonl"
        assert (tmp_path / "here" / name).read_bytes() == (tmp_path / "there" / name).read_bytes()


@pytest.mark.slow
def test_both_workers_play(scheduler: str) -> None:
    run(SETUP, 600, backend="dask", scheduler=scheduler)
    with client(scheduler) as found:
        played = found.run(lambda: "liars_card" in __import__("sys").modules)
    assert list(played.values()) == [True, True]


def require_the_error_is_told(scheduler: str) -> None:
    bad = Setup("liars_card:GAME", Lineup(("honest", "learner(lies=many)")), seed=1)
    with pytest.raises(GameError, match=r"agent 2 .*Learner.* TypeError"):
        run(bad, 200, backend="dask", scheduler=scheduler)


@pytest.mark.slow
def test_an_error_of_an_agent_on_a_worker_is_told_here(scheduler: str) -> None:
    require_the_error_is_told(scheduler)


def test_an_error_of_an_agent_on_a_worker_in_this_process_is_told() -> None:
    with client(processes=False, n_workers=1, threads_per_worker=1, dashboard_address=None) as dask:
        require_the_error_is_told(dask.scheduler.address)


def test_without_a_scheduler_the_error_says_what_to_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "PATIENCE", 1)
    with pytest.raises(GameError, match=r"tcp://127.0.0.1:9: .*`dask scheduler`"):
        run(SETUP, 2, backend="dask", scheduler="tcp://127.0.0.1:9")
