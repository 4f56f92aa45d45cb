"""Ctrl-C reaches all processes of a run, as a terminal sends it; the run ends quietly, and says how to go on."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread, main_thread

import pytest

from games.playing.arena import held_back

TESTS = Path(__file__).resolve().parent.parent
INTERRUPTED = (130, -signal.SIGINT)
"""A shell shows 130 for both; Python kills itself where it was interrupted inside of an import."""

pytestmark = pytest.mark.skipif(not hasattr(os, "killpg"), reason="process groups of Unix")


AT_ONCE = "from games.playing import arena; arena.HEAD = 0.2; "
"""The head start of one process is short, so the workers start soon."""


def started(out: Path, before: str = "") -> subprocess.Popen[str]:
    """The command in a process group of its own, with Ctrl-C as it is at a terminal, however the suite was started."""
    script = f"{before}from whoknows.__main__ import run; run()"
    what = ["match", "liars_card:GAME", "--games", "900000", "--jobs", "2", "--out", str(out)]
    return subprocess.Popen(
        [sys.executable, "-c", script, *what],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(TESTS), str(TESTS.parent)])},
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def interrupted(process: subprocess.Popen[str], when: Callable[[], bool], later: float = 0) -> str:
    """Wait, send Ctrl-C to the group, and return what is said on standard error."""
    while not when():
        assert process.poll() is None
        time.sleep(0.005)
    time.sleep(later)
    os.killpg(process.pid, signal.SIGINT)
    out, said = process.communicate(timeout=60)
    assert process.returncode in INTERRUPTED, said
    assert out == ""
    return said


def workers(process: subprocess.Popen[str]) -> int:
    psutil = pytest.importorskip("psutil")
    return sum("loky" in " ".join(each.cmdline()) for each in psutil.Process(process.pid).children())


LATER = [0.0, *[pytest.param(delay, marks=pytest.mark.slow) for delay in (0.05, 0.1, 0.2, 0.3, 0.5, 0.8, 1.5)]]


@pytest.mark.parametrize("later", LATER)
def test_while_workers_start_ctrl_c_is_quiet_and_says_how_many_matches_are_kept(tmp_path: Path, later: float) -> None:
    out = tmp_path / "out"
    process = started(out, AT_ONCE)
    said = interrupted(process, lambda: workers(process) >= 2, later)
    found = re.fullmatch(r"stopped: ([\d,]+) of 900,000 matches are kept in (.*); .* goes on from there\n", said)
    assert found, said
    assert found[2] == str(out)
    assert int(found[1].replace(",", "")) == len(out.read_bytes().splitlines()) - 1


@pytest.mark.parametrize("later", [0.0, *[pytest.param(each, marks=pytest.mark.slow) for each in (0.1, 0.3, 0.5, 0.7)]])
def test_while_modules_are_imported_ctrl_c_is_quiet(tmp_path: Path, later: float) -> None:
    process = started(tmp_path / "out")
    loading = time.monotonic() + 0.3
    said = interrupted(process, lambda: time.monotonic() > loading, later)
    assert "Traceback" not in said
    assert len(said.splitlines()) <= 1


def test_where_nothing_is_kept_it_is_said_how_to_keep_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from typer.testing import CliRunner

    from whoknows.cli import games
    from whoknows.cli.main import app

    def run(*_: object, told: Callable[[int, int], None], **__: object) -> None:
        told(7, 100)
        raise KeyboardInterrupt

    monkeypatch.setattr(games, "run", run)
    result = CliRunner().invoke(app, ["match", "bluff_poker", "--games", "100"])
    assert result.exit_code == 130
    assert re.fullmatch("stopped: 7 of 100 matches.* none .*--out.*\n", result.stderr)


@pytest.mark.parametrize("other", [False, True])
def test_ctrl_c_that_is_held_back_comes_at_the_end_of_the_block(other: bool) -> None:
    waiting = Event()
    thread = Thread(target=waiting.wait)
    thread.start()
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    done = []
    try:
        with pytest.raises(KeyboardInterrupt), held_back():  # noqa: PT012
            signal.pthread_kill((thread if other else main_thread()).ident, signal.SIGINT)
            waiting.set()
            thread.join()  # it has received the signal then
            done.append(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))
        assert done == [True]
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])
    finally:
        waiting.set()
        signal.signal(signal.SIGINT, usual)
