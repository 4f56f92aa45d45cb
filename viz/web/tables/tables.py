"""The open tables of the web page. A table is a game with a random id, in a process of its own; idle processes end."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_urlsafe
from socket import socket
from time import monotonic
from typing import Annotated, Literal

from pydantic import Field

from viz.web.protocol import Answer, said
from viz.web.request import Name, Request, RequestError, Text, validated
from viz.web.worker import Worker

RECORD = 1024 * 1024  # maximal number of characters of a record
SEATS = 10
Id = Annotated[str, Field(pattern=r"\A[A-Za-z0-9_-]{22}\z")]
Number = Annotated[int, Field(ge=0, le=1_000_000)]


class Games(Request):
    """A request for the list of games."""

    do: Literal["games"]


class Open(Request):
    """A request for a new game. In `agents`, None is the human player; `options` need not contain default values."""

    do: Literal["open"]
    game: Name
    agents: Annotated[list[Name | None], Field(max_length=SEATS)]
    names: Annotated[list[Name], Field(max_length=SEATS)]
    options: dict[Name, Name] = field(default_factory=dict)
    seed: Annotated[str, Field(pattern=r"\A[0-9]{1,20}\z")] | None = None


class Replay(Request):
    """A request to open a recorded game; with `reasons`, the agents decide again to give their reasons."""

    do: Literal["replay"]
    record: Annotated[str, Field(max_length=RECORD)]
    reasons: bool = True


class AtTable(Request):
    """Base class of requests about an open table, by a player or, if `viewer` is None, by an onlooker."""

    table: Id
    viewer: Name | None = None


class Log(AtTable):
    """Base class of requests for the events of a game after its first `since` moves, which the page already has."""

    since: Number | None = None


class Play(Log):
    """A request to let agents make at most `moves` moves."""

    do: Literal["play"]
    moves: Annotated[int, Field(ge=0, le=100)] = 100


class Act(Log):
    """A request to make the human player's move; ignored if a given `since` is not the number of moves so far."""

    do: Literal["act"]
    text: Name


class View(AtTable):
    """A request for the table as a picture and as text, or for the viewer's knowledge, after `moment` moves.

    `narrow` requests a picture for phones.
    """

    do: Literal["board", "knows"]
    moment: Number
    narrow: bool = False


class Ask(AtTable):
    """A request to evaluate a formula after `moment` moves."""

    do: Literal["question"]
    moment: Number
    formula: Text


class Queries(AtTable):
    """A request for an agent's queries before move `moment`, or for the reasons of the answer to query `number`."""

    do: Literal["asked"]
    moment: Number
    number: Number | None = None


class Draw(AtTable):
    """A request for a picture of the worlds that the viewer considers possible, or of the model of query `number`."""

    do: Literal["mind"]
    moment: Number
    about: Annotated[list[Name], Field(max_length=20)] = field(default_factory=list)
    number: Number | None = None


class Save(AtTable):
    """A request for the record of a finished game."""

    do: Literal["record"]


Opening = Annotated[Open | Replay, Field(discriminator="do")]
"""The request that opened a game, with its seed. It is the first line of the file in which the game is stored."""


TableRequest = Games | Open | Replay | Play | Act | View | Ask | Queries | Draw | Save


Body = Annotated[TableRequest, Field(discriminator="do")]  # the body of a request to ``/api/table``


MOST = 16
"""Maximum number of open tables. A new table closes the table with the longest idle time, if this time is at least
`SPARED` seconds. The game of a closed table is stored, and continues with the next request about this game."""
SPARED, IDLE = 60.0, 30 * 60.0  # a table is closed when it has been idle for more than `IDLE` seconds
LONGEST = 60.0  # maximum seconds for an answer: agents may search, and the first game of a kind compiles loops
BACK = 600.0  # maximum seconds until a stored game continues: agents decide again, to restore their memory
GONE = said(410, "Gone", "this game cannot go on: it is no longer kept, or was not back in time")
LOST = said(503, "Busy", f"the table did not answer within {LONGEST:g} s, or ended: its game is kept, ask again")
FULL = said(422, "Busy", f"{MOST} tables are in use: try again in a minute")


@dataclass
class _Table:
    """The process of a table, with the time of the last request.

    The lock lets the process answer one request at a time. The first answer must come within `limit` seconds.
    """

    worker: Worker
    limit: float = LONGEST
    used: float = field(default_factory=monotonic)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def answer(self, body: bytes) -> Answer:
        async with self.lock:
            try:
                return (await self.worker.answer("table", body, self.limit, self.limit))[0]
            except (TimeoutError, EOFError, ConnectionError):
                return LOST if self.limit == LONGEST else GONE
            finally:
                self.used, self.limit = monotonic(), LONGEST


class Tables:
    """All open tables; their games are stored in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open: OrderedDict[str, _Table] = OrderedDict()
        self._offer: Answer | None = None
        self._offering, self._starting = asyncio.Lock(), asyncio.Lock()

    async def answer(self, body: bytes) -> Answer:
        """Answer a request to ``/api/table``."""
        try:
            request = validated(Body, body)
        except RequestError as error:
            return said(422, "Request", str(error))
        for key in [key for key, table in self._open.items() if monotonic() - table.used > IDLE]:
            self._close(key)
        if isinstance(request, Games):
            return await self._offered(body)
        is_new = not isinstance(request, AtTable)
        key = request.table if isinstance(request, AtTable) else token_urlsafe(16)
        async with self._starting:  # one at a time, since a table counts only once its process has started
            if key not in self._open:
                path = self._folder / f"{key}.jsonl"
                if not is_new and not path.exists():
                    return GONE
                if not self._has_room():
                    return FULL
                worker = await Worker.start(_hold, path, daemon=False)
                self._open[key] = _Table(worker, LONGEST if is_new else BACK)
        table = self._open[key]
        self._open.move_to_end(key)
        answer = await table.answer(body)
        if answer.status != 200 and (is_new or answer.status != 422) and self._open.get(key) is table:
            self._close(key)
        return answer

    async def _offered(self, body: bytes) -> Answer:
        """Return the list of games, computed once."""
        async with self._offering:
            if self._offer is None:
                table = _Table(await Worker.start(_hold, self._folder, daemon=False))
                answer = await table.answer(body)
                table.worker.close()
                if answer.status != 200:
                    return answer
                self._offer = answer
        return self._offer

    def _has_room(self) -> bool:
        """Return whether another table can be opened; if necessary, close the one that has been idle longest."""
        if len(self._open) < MOST:
            return True
        idle = [key for key, table in self._open.items() if not table.lock.locked()]  # tables without a running request
        if not idle or monotonic() - self._open[idle[0]].used < SPARED:
            return False
        self._close(idle[0])
        return True

    def _close(self, key: str) -> None:
        self._open.pop(key).worker.close()

    def close(self) -> None:
        """Kill the processes of all tables, and wait until they have ended, so that no file is in use."""
        for table in self._open.values():
            table.worker.close()
            table.worker.process.join()


def _hold(channel: socket, path: Path) -> None:
    from viz.web.tables.holder import hold  # the server itself never loads the games

    hold(channel, path)
