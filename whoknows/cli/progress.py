"""A progress bar on standard error, for what takes longer than a moment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.core.progress import Told

MOMENT = 1.0
"""Seconds without a bar: shorter work needs none."""


@contextmanager
def progress(as_json: bool, what: str) -> Iterator[Told | None]:
    """A progress bar on standard error after a second, if that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if as_json or not console.is_terminal:
        yield None
        return
    columns = BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn()
    bar = Progress(*columns, console=console, transient=True)
    task = bar.add_task(what, total=None)
    timer = Timer(MOMENT, bar.start)
    timer.start()
    try:
        yield lambda done, wanted: bar.update(task, completed=done, total=wanted)
    finally:
        timer.cancel()
        timer.join()
        bar.stop()
