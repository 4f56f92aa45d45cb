"""The open tables of the page: each is a process with a random id, which cannot be guessed; idle tables end."""

import asyncio
import json
from collections import OrderedDict
from dataclasses import dataclass, field
from importlib import import_module
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from secrets import token_urlsafe
from time import monotonic
from typing import Annotated, Any, Literal

from pydantic import Field, RootModel, ValidationError

from viz.web.protocol import Answer, said
from viz.web.request import Name, Request, Text, fields
from viz.web.worker import CONTEXT

RECORD = 1024 * 1024  # maximal number of characters of a record
SEATS = 10
Id = Annotated[str, Field(pattern=r"\A[A-Za-z0-9_-]{22}\z")]
Number = Annotated[int, Field(ge=0, le=1_000_000)]


class Games(Request):
    """The games that can be played."""

    do: Literal["games"]


class Open(Request):
    """A new game. None stands for the person among the agents; options are those that differ from the defaults."""

    do: Literal["open"]
    game: Name
    agents: Annotated[list[Name | None], Field(max_length=SEATS)]
    names: Annotated[list[Name], Field(max_length=SEATS)]
    options: Annotated[dict[Name, Name], Field(default_factory=dict)]
    seed: Annotated[str, Field(pattern=r"\A[0-9]{1,20}\z")] | None = None


class Replay(Request):
    """A recorded game; with reasons, agents decide again and so tell their reasons."""

    do: Literal["replay"]
    record: Annotated[str, Field(max_length=RECORD)]
    reasons: bool = True


class AtTable(Request):
    """A request about an open table, by the name of a player, or by None, who sees everything."""

    table: Id
    viewer: Name | None = None


class Log(AtTable):
    """A request for the events after a number of moves that the page already has."""

    since: Number = 0


class Play(Log):
    """Let agents make at most this number of moves."""

    do: Literal["play"]
    moves: Annotated[int, Field(ge=0, le=100)] = 100


class Act(Log):
    """The person's move."""

    do: Literal["act"]
    text: Name


class View(AtTable):
    """The moment as the viewer sees it."""

    do: Literal["board", "knows"]
    moment: Number
    narrow: bool = False


class Ask(AtTable):
    """A question about a moment."""

    do: Literal["question"]
    moment: Number
    formula: Text


class Draw(AtTable):
    """A picture of what is possible at a moment."""

    do: Literal["mind"]
    moment: Number
    about: Annotated[list[Name], Field(default_factory=list, max_length=20)]


class Save(AtTable):
    """The record of a game that is over."""

    do: Literal["record"]


TableRequest = Games | Open | Replay | Play | Act | View | Ask | Draw | Save


class Body(RootModel[Annotated[TableRequest, Field(discriminator="do")]]):
    """The body of a request to ``/api/table``."""


MOST = 16
"""Tables that are open at once; a new one closes the one that was idle longest, if it was for `SPARED` seconds."""
SPARED, IDLE = 60.0, 30 * 60.0
LONGEST = 60.0  # seconds of the longest answer: an agent may think, and loops are compiled when a game is first played
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
            request = Body.model_validate_json(body).root
        except ValidationError as error:
            return said(422, "Request", fields(error))
        for key in [key for key, table in self._open.items() if monotonic() - table.used > IDLE]:
            self._close(key)
        if isinstance(request, Games):
            return await self._offered()
        if isinstance(request, (Open, Replay)):
            return await self._opened(request)
        table = self._open.get(request.table)
        if table is None:
            return GONE
        self._open.move_to_end(request.table)
        table.used = monotonic()
        async with table.lock:
            answer = await asyncio.to_thread(table.exchange, request)
            table.used = monotonic()
        if answer is None:
            self._close(request.table)
        return answer or LOST

    async def _offered(self) -> Answer:
        """The games that there are; computed once."""
        async with self._offering:
            if self._offer is None:
                table = await asyncio.to_thread(_begun, "list_games")
                self._offer = await asyncio.to_thread(table.exchange, None)
                table.close()
        return self._offer or LOST

    async def _opened(self, request: Open | Replay) -> Answer:
        key = token_urlsafe(16)
        async with self._starting:  # one after the other: a process counts only when it is there
            if not self._has_room():
                return FULL
            table = self._open[key] = await asyncio.to_thread(_begun, "hold", request)
        async with table.lock:
            answer = await asyncio.to_thread(table.exchange, None)
        if answer is None or answer.status != 200:
            self._close(key)
            return answer or LOST
        return Answer(200, json.dumps(json.loads(answer.body) | {"table": key}).encode())

    def _has_room(self) -> bool:
        """Whether there is room for a table, after the one that was idle longest is closed if need be."""
        if len(self._open) < MOST:
            return True
        idle = [key for key, table in self._open.items() if not table.lock.locked()]  # no agent thinks there
        if not idle or monotonic() - self._open[idle[0]].used < SPARED:
            return False
        self._close(idle[0])
        return True

    def _close(self, key: str) -> None:
        table = self._open.pop(key, None)
        if table is not None:
            table.close()

    def close(self) -> None:
        """Close all tables."""
        for key in list(self._open):
            self._close(key)


def _begun(task: str, *request: Any) -> _Table:
    here, there = CONTEXT.Pipe()
    process = CONTEXT.Process(target=_run, args=(task, there, *request))
    process.start()
    there.close()
    return _Table(process, here)


def _run(task: str, *request: Any) -> None:
    """In the new process: the server itself never loads the games."""
    getattr(import_module("viz.web.tables.holder"), task)(*request)
