"""The worker processes of the page. Each request is answered by one of them, within limits of time and memory."""

import asyncio
import gc
import hashlib
import os
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import exp, inf
from pathlib import Path
from time import monotonic
from typing import Any

from viz.web.protocol import CLOCK_SECONDS, SECONDS, Answer, said
from viz.web.worker import Worker, work

CLIENTS = 2_000  # maximum number of clients for which data are stored
MEMORY = 10.0  # time constant in seconds: work that was done this long ago counts about a third
OPEN = 16  # maximum number of open requests of a client; a page opens at most one per topic and has fewer topics
HEAVY = 0.5
"""Seconds of recent work (see `MEMORY`) above which a client is heavy. A person who types causes 0.1 seconds."""


@dataclass
class Client:
    """A browser page with a number of its own, or all pages that send no number.

    `turn` lets one of its requests run at a time; `open` counts its running and waiting requests.
    """

    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    open: int = 0
    _work: float = 0.0
    _when: float = 0.0

    @property
    def is_heavy(self) -> bool:
        """Whether the client's recent requests took so much time that a separate worker serves it."""
        return self._recent() > HEAVY

    @property
    def is_full(self) -> bool:
        """Whether the client has the maximum number of open requests."""
        return self.open >= OPEN

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Context manager in which the client has one more open request."""
        self.open += 1
        try:
            yield
        finally:
            self.open -= 1

    def charge(self, seconds: float) -> None:
        """Record seconds of work that were done for the client."""
        self._work, self._when = self._recent() + seconds, monotonic()

    def _recent(self) -> float:
        return self._work * exp((self._when - monotonic()) / MEMORY)


class Clients:
    """The clients by number; the least recently active ones are dropped."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, Client] = OrderedDict()

    def of(self, number: str) -> Client:
        """Return the client with this number and mark it as the most recently used one."""
        client = self._known.setdefault(number, Client())
        self._known.move_to_end(number)
        while len(self._known) > CLIENTS and not next(iter(self._known.values())).open:
            self._known.popitem(last=False)
        return client


WORKERS = {False: 8, True: 1}
"""Number of workers for normal clients, and for all heavy clients together. Heavy clients have their own worker, so
they slow down the others only a little. There are more workers than cores for three reasons: a client may occupy a
worker until it counts as heavy, small requests can overtake large ones, and more processes get a larger share of a
busy machine. Each takes 11 MB.
"""
DELAYS = "/proc/self/schedstat"
_DELAYS = os.open(DELAYS, os.O_RDONLY) if os.path.exists(DELAYS) else None
QUEUE, PATIENCE = 64, 0.2 if _DELAYS is None else 0.03
"""Maximum number of requests that wait for a worker (counted apart for heavy and for other clients), and maximum wait
in seconds. Beyond these limits, new requests are refused, and the page repeats them.
"""
CACHE = 32 * 1024 * 1024  # maximum number of bytes of cached answers

LATE = said(422, "Busy", f"the answer was not there after {SECONDS:g} s of work: ask about a smaller model or formula")
FULL = said(503, "Busy", "the server is busy: try again in a moment")
LOST = said(422, "Busy", "the worker ended, perhaps for lack of memory: ask about a smaller model or formula")


IsGone = Callable[[], Awaitable[bool]]


async def _never() -> bool:
    return False


def _clock() -> float:
    """Return the time in seconds, minus the time for which the server waited for a processor core.

    So a wait for a core does not cause refusals. The page repeats refused requests, which would make the wait longer.
    """
    return monotonic() - (0.0 if _DELAYS is None else int(os.pread(_DELAYS, 64, 0).split()[1]) / 1e9)


class Workers:
    """Worker processes, forked from a process that has loaded all modules, with a cache of answers."""

    def __init__(self, own: Sequence[Path] = (), secret: bytes | None = None) -> None:
        self._own, self._secret = own, secret
        self._idle: dict[bool, asyncio.LifoQueue[Worker]] = {heavy: asyncio.LifoQueue() for heavy in WORKERS}
        self._begun = asyncio.Event()
        self._waiting: dict[bool, dict[object, float]] = {heavy: {} for heavy in WORKERS}
        self._known = Known()
        self._starting: set[asyncio.Task[Any]] = set()

    def begin(self) -> None:
        """Start the processes without waiting for them; they end when this process ends."""
        gc.freeze()  # garbage collection then skips the loaded modules; it would block all answers for 0.1 s
        for heavy, count in WORKERS.items():
            for _ in range(count):
                self._soon(self._start(heavy))

    async def answer(self, route: str, body: bytes, client: Client, is_gone: IsGone = _never) -> Answer:
        """Return the answer, from the cache or a worker; `FULL` if the server is busy or a waiting client leaves."""
        key = hashlib.blake2b(route.encode() + b"\0" + body, digest_size=16).digest()
        known = self._known.get(key) or self._shut(client.is_heavy)
        if known is not None:
            return known
        answer = await self._in_turn(route, body, client, is_gone)
        if answer not in (LATE, LOST, FULL):
            self._known.keep(key, answer)
        return answer

    def _shut(self, heavy: bool) -> Answer | None:
        """Return an answer that refuses a request if the queue is too long or too slow; otherwise None."""
        waiting = self._waiting[heavy]
        since = next(iter(waiting.values()), inf)
        return FULL if len(waiting) >= QUEUE or _clock() - since > PATIENCE else None

    async def _in_turn(self, route: str, body: bytes, client: Client, is_gone: IsGone) -> Answer:
        """Return a worker's answer once the client's earlier requests have been answered; retry once after a crash."""
        await self._begun.wait()
        waits = client.turn.locked()
        async with client.turn:
            if waits and await is_gone():  # while a user types, the page sends a new request with each key
                return FULL
            answer = await self._worked(route, body, client)
            return await self._worked(route, body, client) if answer is LOST else answer

    async def _worked(self, route: str, body: bytes, client: Client) -> Answer:
        """Return a worker's answer; the time limit starts when the worker receives the request."""
        heavy, me = client.is_heavy, object()
        self._waiting[heavy][me] = _clock()
        try:
            worker = await self._idle[heavy].get()  # the worker that was used last, whose caches are the warmest
        finally:
            del self._waiting[heavy][me]
        answer, spent = LATE, SECONDS
        try:
            answer, spent = await worker.answer(route, body, SECONDS, CLOCK_SECONDS)
        except TimeoutError:
            pass
        except (EOFError, ConnectionError):
            answer, spent = LOST, 0.0
        finally:
            client.charge(spent)
            if answer in (LATE, LOST):
                worker.close()
                self._soon(self._start(heavy))
            else:
                self._idle[heavy].put_nowait(worker)
        return answer

    def _soon(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _start(self, heavy: bool) -> None:
        self._idle[heavy].put_nowait(await Worker.start(work, self._own, self._secret, heavy))
        self._begun.set()


class Known:
    """A cache of answers by the hash of the request; it drops the least recently used answers."""

    def __init__(self) -> None:
        self._answers: OrderedDict[bytes, Answer] = OrderedDict()
        self._size = 0

    def get(self, key: bytes) -> Answer | None:
        """Return the cached answer to the request with this key; None if there is none."""
        if key in self._answers:
            self._answers.move_to_end(key)
        return self._answers.get(key)

    def keep(self, key: bytes, answer: Answer) -> None:
        """Cache an answer; the least recently used answers are removed if the cache is too large."""
        old = self._answers.pop(key, None)
        self._answers[key] = answer
        self._size += len(answer.body) - (0 if old is None else len(old.body))
        while self._size > CACHE:
            self._size -= len(self._answers.popitem(last=False)[1].body)
