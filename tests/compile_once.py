"""Loops are compiled by one process of the tests at a time; the others then read them from Numba's cache on disk."""

import fcntl
import threading
from pathlib import Path

from numba.core import event


class OneAtATime(event.Listener):
    """Locks this file for other processes while Numba's own lock is taken, which a thread may do many times over."""

    def __init__(self):
        self._mine, self._depth, self._file = threading.RLock(), 0, None

    def on_start(self, _):
        self._mine.acquire()
        self._depth += 1
        if self._depth == 1:
            self._file = Path(__file__).open()  # noqa: SIM115
            fcntl.flock(self._file, fcntl.LOCK_EX)

    def on_end(self, _):
        self._depth -= 1
        if not self._depth:
            self._file.close()
        self._mine.release()


def compile_once():
    """From now on in this process."""
    event.register("numba:compiler_lock", OneAtATime())
