"""The bodies of requests while they come in: how large one may be, how long it may take, and how much all may take."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.exceptions import HTTPException
from starlette.types import Message, Receive

from viz.web.limits import BODY_SECONDS, HELD


class Uploads:
    """The bytes of all requests that are open."""

    def __init__(self) -> None:
        self.held = 0

    @contextmanager
    def bounded(self, receive: Receive, limit: int) -> Iterator[Upload]:
        """A body that is refused while it comes in; its bytes count until the request has been answered.

        Parameters
        ----------
        limit : int
            Maximal number of its bytes.
        """
        upload = Upload(self, receive, limit)
        try:
            yield upload
        finally:
            self.held -= upload.size


class Upload:
    """A body that comes in, as an ASGI receive.

    Parameters
    ----------
    limit : int
        Maximal number of its bytes.
    """

    def __init__(self, all_uploads: Uploads, receive: Receive, limit: int) -> None:
        self.size = 0
        self._all, self._receive, self._limit = all_uploads, receive, limit
        self._end: float | None = asyncio.get_running_loop().time() + BODY_SECONDS

    async def __call__(self) -> Message:
        """The next part; `HTTPException` 413 if the body is too large, 408 if too slow, 503 if all are too much."""
        try:
            async with asyncio.timeout_at(self._end):
                message = await self._receive()
        except TimeoutError:
            raise HTTPException(408, f"the request was not there after {BODY_SECONDS:g} s: send it again") from None
        if not message.get("more_body", False):
            self._end = None
        self._count(len(message.get("body", b"")))
        return message

    def _count(self, more: int) -> None:
        self.size += more
        self._all.held += more
        if self.size > self._limit:
            raise HTTPException(413, f"a request of more than {self._limit:,} bytes: that is the limit")
        if self._all.held > HELD:
            raise HTTPException(503, "too many large requests are open: try again in a moment")
