"""Processes that answer requests, and the sockets by which the server's event loop sends them the requests."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from multiprocessing import forkserver
from multiprocessing.process import BaseProcess
from pathlib import Path
from struct import Struct
from time import clock_gettime, monotonic, process_time
from typing import Any

from viz.web.protocol import MEMORY, Answer

STATUS = Path("/proc/self/statm")
HEAD = Struct(">HII")  # the header of an answer: status, number of bytes, and microseconds of processor time
TASKS = 5_000  # number of requests after which a worker is replaced, so that its caches stay small
TICK = 0.01  # tolerance of time limits, in seconds
REST = 10  # the niceness of the worker for heavy clients; the machine runs other workers first
CONTEXT = multiprocessing.get_context("forkserver")


def preload() -> None:
    """Start the process from which workers are forked, without waiting for it to load its modules."""
    CONTEXT.set_forkserver_preload(["viz.web.preload"])
    forkserver.ensure_running()


@dataclass(eq=False)
class Worker(asyncio.Protocol):
    """The server's end of the connection to a process that answers requests."""

    process: BaseProcess
    _transport: Any = None
    _read: bytearray = field(default_factory=bytearray)
    _waiting: asyncio.Future[tuple[Answer, float]] | None = None

    @classmethod
    async def start(cls, task: Callable[..., None], *given: Any, daemon: bool = True) -> Worker:
        """Start a process that runs `task(channel, *given)`; wait until the fork server has forked it.

        A daemon process cannot have children, and ends with the server.
        """
        here, there = socket.socketpair()
        process = CONTEXT.Process(target=task, args=(there, *given), daemon=daemon)
        await asyncio.to_thread(process.start)
        there.close()
        worker = cls(process)
        worker._transport, _ = await asyncio.get_running_loop().create_connection(lambda: worker, sock=here)
        return worker

    def data_received(self, data: bytes) -> None:
        """Receive a part of an answer from the process."""
        self._read += data
        if len(self._read) < HEAD.size:
            return
        status, size, microseconds = HEAD.unpack_from(self._read)
        if len(self._read) >= HEAD.size + size and self._waiting is not None and not self._waiting.done():
            self._waiting.set_result((Answer(status, bytes(self._read[HEAD.size :])), microseconds / 1e6))
            self._read.clear()

    def connection_lost(self, error: Exception | None) -> None:
        """Report an error for the open request, since the process has ended."""
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(EOFError())

    async def answer(self, route: str, body: bytes, seconds: float, longest: float) -> tuple[Answer, float]:
        """Send a request to the process; return the answer and the processor seconds that it took.

        `TimeoutError` if the process needs more than `seconds` of processor time, or `longest` seconds have passed;
        `EOFError` or `ConnectionError` if the process has ended; `work` ends after `TASKS` requests.
        """
        if self._transport.is_closing():
            raise EOFError
        name = route.encode()
        answer: asyncio.Future[tuple[Answer, float]] = asyncio.get_running_loop().create_future()
        self._waiting = answer
        self._transport.write(b"%c%s%s%s" % (len(name), name, len(body).to_bytes(4, "big"), body))
        before, end, left = self._worked(), monotonic() + longest, seconds
        try:
            while not (await asyncio.wait((answer,), timeout=min(left, end - monotonic())))[0]:
                left = seconds - (self._worked() - before)
                if min(left, end - monotonic()) < TICK:
                    raise TimeoutError
            return await answer
        finally:
            answer.cancel()

    def _worked(self) -> float:
        """Return the processor seconds used by the process; wall-clock seconds if the system does not report them."""
        try:
            return clock_gettime(~(self.process.pid or 0) << 3 | 2)
        except OSError:
            return monotonic()

    def close(self) -> None:
        """Kill the process."""
        self.process.kill()
        self._transport.close()


def serve(channel: socket.socket, answer: Callable[[str, bytes], Answer], most: int | None = None) -> None:
    """Run the main loop of a process: answer requests (at most `most`) until the server closes the connection."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # only the server handles Ctrl-C
    with channel, channel.makefile("rb") as stream:
        for _ in count() if most is None else range(most):
            if not (length := stream.read(1)):
                return
            route = stream.read(length[0]).decode()
            body = stream.read(int.from_bytes(stream.read(4), "big"))
            begun = process_time()
            reply = answer(route, body)
            spent = round(1e6 * (process_time() - begun))
            channel.sendall(HEAD.pack(reply.status, len(reply.body), spent) + reply.body)


def work(channel: socket.socket, own: Sequence[Path], secret: bytes | None, heavy: bool) -> None:
    """Answer requests about models, lessons and exercises in a worker process.

    `own` are files of additional lessons, `secret` signs results; with `heavy`, the process has a lower priority.
    """
    from viz.web.answers import answer  # loaded already by the parent, and never by the server
    from viz.web.request import refusal
    from viz.web.routes.exercise import SCHOOL

    if heavy:
        os.nice(REST)
    SCHOOL.attend(own, secret)
    _bound_memory()
    serve(channel, lambda route, body: refusal(body) or answer(route, body), TASKS)


def _bound_memory() -> None:
    if STATUS.exists():  # Linux; on other systems, only time limits apply to a worker
        import resource

        used = int(STATUS.read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
