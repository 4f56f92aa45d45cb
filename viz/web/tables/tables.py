"""The open tables of the page: each is a process, known by an id that nobody can guess, and closed when nobody asks."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from dataclasses import dataclass, field
from importlib import import_module
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from secrets import token_urlsafe
from time import monotonic
from typing import Any

from pydantic import ValidationError

from viz.web.reply import Answer, said
from viz.web.request import fields
from viz.web.tables.requests import AtTable, Body, Games, Open, Replay
from viz.web.worker import CONTEXT

MOST = 16
"""Tables that are open at once; a new one closes the one that was idle longest, if it was for `SPARED` seconds."""
SPARED, IDLE = 60.0, 30 * 60.0
LONGEST = 60.0
"""Seconds of the longest answer: an agent may think, and loops are compiled when a game is first played."""
GONE = said(410, "Gone", "this table is closed: it was not used for half an hour, or the server was started again")
LOST = said(410, "Gone", f"the table did not answer within {LONGEST:g} s, or ended: it is closed")
FULL = said(422, "Busy", f"{MOST} tables are in use: try again in a minute")


@dataclass
class _Table:
    """A process, and the end of its pipe; one request at a time."""

    process: BaseProcess
    connection: Connection
    used: float = field(default_factory=monotonic)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def close(self) -> None:
        self.process.kill()
        self.process.join()
        self.connection.close()

    def exchange(self, request: AtTable | None) -> Answer | None:
        """Send a request, if there is one, and wait for the answer; None if there is none. Blocks."""
        try:
            if request is not None:
                self.connection.send(request)
            return Answer(*self.connection.recv()) if self.connection.poll(LONGEST) else None
        except (EOFError, OSError):
            return None


class Tables:
    """All open tables."""

    def __init__(self) -> None:
        self._open: OrderedDict[str, _Table] = OrderedDict()
        self._offer: Answer | None = None
        self._offering, self._starting = asyncio.Lock(), asyncio.Lock()

    async def answer(self, body: bytes) -> Answer:
        """The answer to a request to ``/api/table``."""
        try:
            asked = Body.model_validate_json(body).root
        except ValidationError as error:
            return said(422, "Request", fields(error))
        self._close_idle()
        if isinstance(asked, Games):
            return await self._offered()
        if isinstance(asked, (Open, Replay)):
            return await self._opened(asked)
        table = self._open.get(asked.table)
        if table is None:
            return GONE
        self._open.move_to_end(asked.table)
        table.used = monotonic()
        async with table.lock:
            found = await asyncio.to_thread(table.exchange, asked)
            table.used = monotonic()
        if found is None:
            self._close(asked.table)
            return LOST
        return found

    async def _offered(self) -> Answer:
        """The games that there are; asked once."""
        async with self._offering:
            if self._offer is None:
                table = await asyncio.to_thread(_begun, "list_games")
                self._offer = await asyncio.to_thread(table.exchange, None)
                table.close()
        return self._offer or LOST

    async def _opened(self, asked: Open | Replay) -> Answer:
        key = token_urlsafe(16)
        async with self._starting:  # one after the other: a process counts only when it is there
            if not self._has_room():
                return FULL
            table = self._open[key] = await asyncio.to_thread(_begun, "hold", asked)
        async with table.lock:
            found = await asyncio.to_thread(table.exchange, None)
        if found is None or found.status != 200:
            self._close(key)
            return found or LOST
        return Answer(200, json.dumps(json.loads(found.body) | {"table": key}).encode())

    def _has_room(self) -> bool:
        """Whether there is room for a table, after the one that was idle longest is closed if need be."""
        if len(self._open) < MOST:
            return True
        idle = [key for key, table in self._open.items() if not table.lock.locked()]  # no agent thinks there
        if not idle or monotonic() - self._open[idle[0]].used < SPARED:
            return False
        self._close(idle[0])
        return True

    def _close_idle(self) -> None:
        for key in [key for key, table in self._open.items() if monotonic() - table.used > IDLE]:
            self._close(key)

    def _close(self, key: str) -> None:
        table = self._open.pop(key, None)
        if table is not None:
            table.close()

    def close(self) -> None:
        """Close all tables."""
        for key in list(self._open):
            self._close(key)


def _begun(task: str, *asked: Any) -> _Table:
    here, there = CONTEXT.Pipe()
    process = CONTEXT.Process(target=_run, args=(task, there, *asked))
    process.start()
    there.close()
    return _Table(process, here)


def _run(task: str, *asked: Any) -> None:
    """In the new process: the server itself never loads the games."""
    getattr(import_module("viz.web.tables.holder"), task)(*asked)
