"""The worker processes of the page: each request is answered by one of them, within its deadline and memory."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from time import monotonic

from viz.web.clients import Client
from viz.web.limits import SECONDS
from viz.web.reply import Answer, said
from viz.web.worker import Worker

WORKERS = 6
"""Worker processes. More than cores: clients that turn out to be heavy can hold some of them for a moment."""
HEAVY = 1
"""Workers for the clients that cause much work, all together; so they cannot slow down the others for long."""
QUEUE = 256
"""Requests that may wait or be answered; more are refused with status 503."""
CACHE = 32 * 1024 * 1024
"""Bytes of answers that are kept."""
TASKS = 5_000
"""Requests after which a worker is replaced, so caches inside it stay small."""

LATE = said(422, "Busy", f"the answer was not there after {SECONDS:g} s: ask about a smaller model or formula")
FULL = said(503, "Busy", "too many requests are waiting: try again in a moment")
LOST = said(422, "Busy", "the worker ended, perhaps for lack of memory: ask about a smaller model or formula")


class Workers:
    """Processes, forked from one that has loaded everything, and the answers that they gave.

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
        self._own, self._secret = own, secret
        self._lanes = {True: asyncio.Semaphore(HEAVY), False: asyncio.Semaphore(max(1, count - HEAVY))}
        self._idle: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()  # the last one has the warmest caches
        self._all: set[Worker] = set()
        self._begun = asyncio.Event()
        self._waiting = 0
        self._known = Known()
        self._starting: set[asyncio.Task[None]] = set()
        for _ in range(count):
            self._hire()

    async def answer(self, route: str, body: bytes, client: Client) -> Answer:
        """The answer, from those that are kept or from a worker.

        Parameters
        ----------
        route : str
            Name of the route.
        body : bytes
            The request as JSON.
        client : Client
            Who asks.
        """
        key = hashlib.blake2b(route.encode() + b"\0" + body, digest_size=16).digest()
        found = self._known.get(key)
        if found is not None:
            return found
        if self._waiting >= QUEUE:
            return FULL
        self._waiting += 1
        try:
            found = await self._in_turn(route, body, client)
        finally:
            self._waiting -= 1
        if found not in (LATE, LOST, FULL):
            self._known.keep(key, found)
        return found

    async def _in_turn(self, route: str, body: bytes, client: Client) -> Answer:
        """The answer of a worker, one request of a client at a time.

        The deadline includes waiting for the client's turn and for a worker, but not the start of the server.
        """
        await self._begun.wait()
        end = asyncio.get_running_loop().time() + SECONDS
        async with AsyncExitStack() as held:
            try:
                async with asyncio.timeout_at(end):
                    await held.enter_async_context(client.turn)
                    await held.enter_async_context(self._lanes[client.is_heavy])
            except TimeoutError:
                return FULL
            return await self._worked(route, body, client, end)

    async def _worked(self, route: str, body: bytes, client: Client, end: float) -> Answer:
        found, begun, worker = FULL, monotonic(), None
        try:
            async with asyncio.timeout_at(end):
                worker = await self._idle.get()  # there is one soon: others are in their lanes, or being replaced
                found, begun = LATE, monotonic()
                found = await worker.answer(route, body)
        except TimeoutError:
            pass
        except (EOFError, ConnectionError):
            found = LOST
        finally:
            client.charge(monotonic() - begun)
            if worker is not None:
                self._back(worker, found)
        return found

    def _back(self, worker: Worker, found: Answer) -> None:
        """Take a worker back, or replace one that was late, lost, or has worked long enough."""
        if found not in (LATE, LOST) and worker.count < TASKS:
            self._idle.put_nowait(worker)
            return
        self._all.discard(worker)
        worker.close()
        self._hire()

    def _hire(self) -> None:
        task = asyncio.create_task(self._start())
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _start(self) -> None:
        worker = await Worker.start(self._own, self._secret)
        self._all.add(worker)
        self._idle.put_nowait(worker)
        self._begun.set()

    async def close(self) -> None:
        """End all processes at once."""
        for task in self._starting:
            task.cancel()
        await asyncio.gather(*self._starting, return_exceptions=True)
        for worker in self._all:
            worker.close()


class Known:
    """Answers by the hash of their request; the oldest are dropped."""

    def __init__(self) -> None:
        self._answers: OrderedDict[bytes, Answer] = OrderedDict()
        self._size = 0

    def get(self, key: bytes) -> Answer | None:
        """The answer, if it is kept."""
        if key in self._answers:
            self._answers.move_to_end(key)
        return self._answers.get(key)

    def keep(self, key: bytes, answer: Answer) -> None:
        """Keep an answer.

        Parameters
        ----------
        key : bytes
            The hash of its request.
        answer : Answer
            The answer.
        """
        old = self._answers.pop(key, None)
        self._answers[key] = answer
        self._size += len(answer.body) - (0 if old is None else len(old.body))
        while self._size > CACHE:
            self._size -= len(self._answers.popitem(last=False)[1].body)
