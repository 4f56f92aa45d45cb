"""A connection to the server, which is closed if its client sends or reads nothing that leads on."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from viz.web.limits import CONNECTIONS, SILENCE


class Connection(H11Protocol):
    """A connection as Uvicorn has it, which alone waits without end for heads, refused bodies and slow readers."""

    def connection_made(self, transport: Any) -> None:
        """Watch a new connection, or end one too many."""
        super().connection_made(transport)
        if len(self.connections) > CONNECTIONS:
            transport.abort()
        else:
            self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Watch it no longer."""
        super().connection_lost(exc)
        if self._watching is not None:
            self._watching.cancel()

    def _unsupported_upgrade_warning(self) -> None:
        """A request to speak another protocol, such as WebSocket, is answered as any other, and nothing is printed."""

    _watching: asyncio.TimerHandle | None = None

    def _watch(self) -> None:
        self._watching = self.loop.call_later(SILENCE, self._look, self._served)

    def _look(self, before: object) -> None:
        """Close the connection if it waited for its client all the time since the last look."""
        served = self._served
        if served is before and served is not self:
            self.transport.abort()
        else:
            self._watch()

    @property
    def _served(self) -> RequestResponseCycle | Connection | None:
        """The last request if the client has to do something now, and the connection itself if the server has to."""
        last: RequestResponseCycle | None = self.cycle
        busy = last is not None and not last.response_complete and not self.flow.write_paused
        return self if busy else last
