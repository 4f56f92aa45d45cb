"""The progress bar: on a terminal after a moment, else nothing."""

import io
import time

import pytest
import rich.console

from whoknows.cli import streams as bars


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """What is written to standard error, as on a terminal."""
    written, real = io.StringIO(), rich.console.Console
    monkeypatch.setattr(rich.console, "Console", lambda stderr: real(file=written, force_terminal=True, width=80))
    return written


def test_what_takes_longer_than_a_moment_shows_how_far_it_is(
    terminal: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bars, "MOMENT", 0.0)
    with bars.progress(False, "chances") as told:
        assert told is not None
        told(1, 4)
        end = time.monotonic() + 20
        while "1/4" not in terminal.getvalue() and time.monotonic() < end:
            time.sleep(0.02)
    assert "1/4" in terminal.getvalue()
    assert "chances" in terminal.getvalue()


def test_what_is_done_within_a_moment_shows_nothing(terminal: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bars, "MOMENT", 60.0)
    with bars.progress(False, "chances") as told:
        assert told is not None
        told(4, 4)
    assert "4/4" not in terminal.getvalue()


def test_no_bar_for_machines_or_without_a_terminal() -> None:
    with bars.progress(False, "chances") as told:
        assert told is None
    with bars.progress(True, "chances") as told:
        assert told is None
