"""The worker processes of the page: each request is answered by one of them, within its deadline and memory."""

from __future__ import annotations

import asyncio
import hashlib
import multiprocessing
import signal
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as OutOfTime
from pathlib import Path

from pebble import ProcessExpired, ProcessPool

from viz.web.answers import Answer, answer, said
from viz.web.limits import MEMORY, SECONDS
from viz.web.school import SCHOOL

WORKERS = 6
"""Worker processes. More than cores: four hostile clients can hold four of them, and the others still get answers."""
QUEUE = 64
"""Requests that may wait; more are refused with status 503."""
CACHE = 32 * 1024 * 1024
"""Bytes of answers that are kept."""
STATUS = Path("/proc/self/statm")
TASKS = 5_000
"""Requests after which a worker is replaced, so caches inside it stay small."""


LATE = said(422, "Busy", f"the answer was not there after {SECONDS:g} s: ask about a smaller model or formula")
FULL = said(503, "Busy", "too many requests are waiting: try again in a moment")
LOST = said(422, "Busy", "the worker ended, perhaps for lack of memory: ask about a smaller model or formula")


class Workers:
    """A pool of processes, forked from one that has loaded everything, and the answers they gave.

    Parameters
    ----------
    count : int
        Number of processes.
    own : sequence of Path
        Files of lessons beside those of the page.
    secret : bytes, optional
        Signs the results of exercises.
    """

    def __init__(self, count: int = WORKERS, own: Sequence[Path] = (), secret: bytes | None = None) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["viz.web.preload"])
        self._pool = ProcessPool(
            count, max_tasks=TASKS, initializer=_begin, initargs=[tuple(own), secret], context=context
        )
        self._waiting = 0
        self._known: OrderedDict[bytes, Answer] = OrderedDict()
        self._size = 0

    async def answer(self, route: str, body: bytes) -> Answer:
        """The answer, from the cache or from a worker.

        Parameters
        ----------
        route : str
            Name of the route.
        body : bytes
            The request as JSON.
        """
        key = hashlib.blake2b(route.encode() + b"\0" + body, digest_size=16).digest()
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        if self._waiting >= QUEUE:
            return FULL
        self._waiting += 1
        try:
            found = await self._ask(route, body)
        finally:
            self._waiting -= 1
        if found not in (LATE, LOST):
            self._keep(key, found)
        return found

    async def _ask(self, route: str, body: bytes) -> Answer:
        future = self._pool.schedule(answer, args=[route, body], timeout=SECONDS)
        try:
            return Answer(*await asyncio.wrap_future(future))
        except OutOfTime:
            return LATE
        except (ProcessExpired, CancelledError):
            return LOST

    def _keep(self, key: bytes, found: Answer) -> None:
        self._known[key] = found
        self._size += len(found.body)
        while self._size > CACHE:
            _, old = self._known.popitem(last=False)
            self._size -= len(old.body)

    def close(self) -> None:
        """End all processes at once."""
        self._pool.stop()
        self._pool.join()


def _begin(own: Sequence[Path], secret: bytes | None) -> None:
    """In a new worker: lessons are known, Ctrl-C is the parent's, and memory is bounded."""
    SCHOOL.attend(own, secret)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if STATUS.exists():  # Linux; elsewhere the deadline alone bounds a worker
        import resource

        used = int(STATUS.read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
