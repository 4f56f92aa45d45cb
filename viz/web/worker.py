"""A process that answers requests, and the server's end of it: a socket in the event loop, and no thread."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing import forkserver
from multiprocessing.process import BaseProcess
from pathlib import Path
from struct import Struct
from time import process_time

from viz.web.protocol import MEMORY, Answer

STATUS = Path("/proc/self/statm")
HEAD = Struct(">HII")
"""Before an answer: its status, its number of bytes, and microseconds of processor time."""
TASKS = 5_000
"""Requests after which a worker ends and another takes its place, so caches inside it stay small."""
REST = 10
"""The decrease in priority of the heavy clients' worker: it works while the others rest."""
CONTEXT = multiprocessing.get_context("forkserver")


def preload() -> None:
    """Start the parent from which workers are forked, once it has loaded everything. Does not wait for that."""
    CONTEXT.set_forkserver_preload(["viz.web.preload"])
    forkserver.ensure_running()


@dataclass(eq=False)
class Worker:
    """The server's end of a worker process."""

    process: BaseProcess
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    heavy: bool

    @classmethod
    async def start(cls, own: Sequence[Path], secret: bytes | None, heavy: bool = False) -> Worker:
        """A new process; waits until the parent of the workers has forked it."""
        here, there = socket.socketpair()
        process = CONTEXT.Process(target=_work, args=(there, tuple(own), secret, heavy), daemon=True)
        await asyncio.to_thread(process.start)
        there.close()
        return cls(process, *await asyncio.open_connection(sock=here), heavy)

    async def answer(self, route: str, body: bytes) -> tuple[Answer, float]:
        """The answer to a request, and the seconds of processor time that it took.

        `EOFError` or `ConnectionError` if the process has ended, as it does after `TASKS` requests.
        """
        name = route.encode()
        self.writer.write(b"%c%s%s%s" % (len(name), name, len(body).to_bytes(4, "big"), body))
        status, size, microseconds = HEAD.unpack(await self.reader.readexactly(HEAD.size))
        return Answer(status, await self.reader.readexactly(size)), microseconds / 1e6

    def close(self) -> None:
        """End the process at once."""
        self.process.kill()
        self.writer.close()


def _work(channel: socket.socket, own: Sequence[Path], secret: bytes | None, heavy: bool) -> None:
    """Answer requests until the server closes its end."""
    from viz.web.answers import answer  # loaded already by the parent, and never by the server
    from viz.web.request import refusal
    from viz.web.routes.exercise import SCHOOL

    if heavy:
        os.nice(REST)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's
    SCHOOL.attend(own, secret)
    _bound_memory()
    with channel, channel.makefile("rb") as stream:
        for _ in range(TASKS):
            if not (length := stream.read(1)):
                return
            route = stream.read(length[0]).decode()
            body = stream.read(int.from_bytes(stream.read(4), "big"))
            begun = process_time()
            reply = (heavy and refusal(body)) or answer(route, body)
            spent = round(1e6 * (process_time() - begun))
            channel.sendall(HEAD.pack(reply.status, len(reply.body), spent) + reply.body)


def _bound_memory() -> None:
    if STATUS.exists():  # Linux; elsewhere the deadline alone bounds a worker
        import resource

        used = int(STATUS.read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
