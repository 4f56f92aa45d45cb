"""Ctrl-C while other processes start: the terminal sends it to all of them, but one message is enough."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread

SILENT = "ignore:resource_tracker"
"""For the process of loky that tidies up after others: it warns of what is left where they end while they start."""


@contextmanager
def held_back() -> Iterator[None]:
    """Hold Ctrl-C back until the end of the block; processes that start in it never receive it.

    A process inherits which signals are blocked. So the processes of a pool, which would each print a traceback of
    what they import, leave Ctrl-C to this process, which ends them.
    """
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler) or current_thread() is not main_thread() or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker  # needed by runs in several processes only

    resource_tracker.ensure_running()  # it ignores Ctrl-C, but its start would unblock the signal here
    caught: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: caught.append(number))  # where another thread receives it
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    sys.warnoptions.append(SILENT)  # processes that start take it over
    try:
        yield
    finally:
        sys.warnoptions.remove(SILENT)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        signal.signal(signal.SIGINT, handler)
    if caught:
        handler(signal.SIGINT, None)
