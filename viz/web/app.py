"""The ASGI application: the page with its files, the routes under ``/api/``, and checks before each request."""

from __future__ import annotations

import asyncio
import gzip
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from viz.web.protocol import BODY, BODY_SECONDS, CONNECTIONS, HELD, MODEL_BODY, SILENCE, Answer
from viz.web.tables.tables import Tables
from viz.web.workers import FULL, Clients, Workers


class Uploads:
    """Receives the bodies of requests; all open requests together may have at most `HELD` bytes."""

    def __init__(self) -> None:
        self.held = 0

    @asynccontextmanager
    async def body(self, receive: Receive, limit: int) -> AsyncIterator[bytes]:
        """Context manager that receives the body of a request; its bytes count towards the limit `HELD` until the exit.

        Raises `HTTPException` with status 413 for more than `limit` bytes, 408 after a time limit, 503 if all open
        requests together have too many bytes; `ClientDisconnect` if the client disconnects.
        """
        body, more = b"", True
        try:
            try:
                async with asyncio.timeout(BODY_SECONDS):
                    while more:
                        message = await receive()
                        if message["type"] == "http.disconnect":
                            raise ClientDisconnect
                        part, more = message.get("body", b""), message.get("more_body", False)
                        body += part
                        self.held += len(part)
                        if len(body) > limit:
                            raise HTTPException(413, f"a request of more than {limit:,} bytes: that is the limit")
                        if self.held > HELD:
                            raise HTTPException(503, "too many large requests are open: try again in a moment")
            except TimeoutError:
                raise HTTPException(408, f"the request was not there after {BODY_SECONDS:g} s: send it again") from None
            yield body
        finally:
            self.held -= len(body)


LOG = logging.getLogger(__name__)

POLICY = b"""default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"""
HEADERS = [
    (b"content-security-policy", POLICY),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
"""Headers that forbid inline scripts and styles, content from other hosts, and framing by other sites."""

API, TABLE = "/api/", "/api/table"
SMALL = tuple(API + route for route in ("proof", "library", "system", "lessons", "exercise", "mark", "hint", "guess"))
"""Routes whose requests contain no model or a small one."""


SMALLEST, LEVEL = 1_024, 5
"""Minimum number of bytes to compress, and zlib's level: 0.1 ms for a picture, 5 ms for the page's script."""


Api = Callable[[str, bytes, Receive], Awaitable[Answer]]
"""A function that answers a request, given its path, the identifier of the browser page, and a receiver of the body."""


class Guard:
    """Middleware that rejects requests with an unknown host or origin, a type other than JSON, or a large or slow body.

    A host is a name with a port. Hosts are checked because another site's name could resolve to 127.0.0.1. POST
    requests to ``/api/`` are passed directly to `api`, because Starlette's routing would double the server's time.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str], api: Api) -> None:
        self.app, self.hosts, self.api = app, frozenset(hosts), api

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Reject the request, or handle it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        try:
            headers = dict(reversed(scope["headers"]))
            refusal = self._refusal(scope, headers)
            if refusal is not None:
                await refusal(scope, receive, send)
            elif scope["method"] != "POST" or not scope["path"].startswith(API):
                await self.app(scope, receive, send_with_headers)
            else:
                answer = await self.api(scope["path"], headers.get(b"x-page", b""), receive)
                await _send(answer, b"gzip" in headers.get(b"accept-encoding", b""), send_with_headers)
        except HTTPException as refused:
            await PlainTextResponse(refused.detail, refused.status_code)(scope, receive, send)
        except ClientDisconnect:
            pass  # nobody waits for the answer
        except Exception as fault:  # one line instead of a traceback; the server then answers with status 500
            LOG.error("%s %.60s: %r", scope["method"], scope["path"], fault)

    def _refusal(self, scope: Scope, headers: dict[bytes, bytes]) -> PlainTextResponse | None:
        names = (b"host", b"origin", b"content-type", b"content-length")
        host, origin, kind, length = (headers.get(name, b"").decode("latin-1") for name in names)
        if host not in self.hosts:
            return PlainTextResponse(f"host {host[:200]!r}: expected {' or '.join(sorted(self.hosts))}", 421)
        if b"origin" in headers and origin.removeprefix("http://") not in self.hosts:
            return PlainTextResponse(f"origin {origin[:200]!r}: only the page itself may ask", 403)
        if scope["method"] != "POST":
            return None
        if kind.partition(";")[0] != "application/json":
            return PlainTextResponse("content type: expected application/json", 415)
        limit = _limit(scope["path"])
        if length.isdecimal() and int(length) > limit:  # a body in chunks has no length: `Uploads` counts its bytes
            return PlainTextResponse(f"a request of {int(length):,} bytes: the limit is {limit:,}", 413)
        return None


async def _send(answer: Answer, packed: bool, send: Send) -> None:
    body, headers = answer.body, [(b"content-type", b"application/json")]
    if packed and len(body) >= SMALLEST:
        body = gzip.compress(body, LEVEL)
        headers.append((b"content-encoding", b"gzip"))
    headers.append((b"content-length", b"%d" % len(body)))
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _limit(path: str) -> int:
    return BODY if path in SMALL else MODEL_BODY


HEAD = 64 * 1024
"""Maximum number of bytes received until the head of a request, or the next part of its body, is complete."""


class Connection(HttpToolsProtocol):
    """A connection of Uvicorn, with limits on request heads, slow readers, idle clients and open connections."""

    _unread = 0  # number of bytes received since the last complete head or part of a body

    def data_received(self, data: bytes) -> None:
        """Process data; close the connection if the head of a request is too large."""
        self._unread += len(data)
        super().data_received(data)
        if self._unread > HEAD:
            self.transport.abort()

    def on_headers_complete(self) -> None:
        """Count unread bytes from 0 again: the bytes so far were the head."""
        self._unread = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Count unread bytes from 0 again: the bytes so far were part of a body, whose length other code limits."""
        self._unread = 0
        super().on_body(body)

    def connection_made(self, transport: Any) -> None:
        """Start checking a new connection; close it if there are too many."""
        super().connection_made(transport)
        if len(self.connections) > CONNECTIONS:
            transport.abort()
        else:
            self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop checking the connection."""
        super().connection_lost(exc)
        if self._watching is not None:
            self._watching.cancel()

    def _unsupported_upgrade_warning(self) -> None:
        """Do nothing: a request for another protocol, such as WebSocket, is answered like any other request."""

    _watching: asyncio.TimerHandle | None = None

    def _watch(self) -> None:
        self._watching = self.loop.call_later(SILENCE, self._check, self._served)

    def _check(self, before: object) -> None:
        """Close the connection if the server has been waiting for the client since the last check.

        Otherwise schedule another check.
        """
        served = self._served
        if served is before and served is not self:
            self.transport.abort()
        else:
            self._watch()

    @property
    def _served(self) -> RequestResponseCycle | Connection | None:
        """The connection itself if the server is working on a request; otherwise the last request, or None."""
        last: RequestResponseCycle | None = self.cycle
        busy = last is not None and not last.response_complete and not self.flow.write_paused
        return self if busy else last


STATIC = Path(__file__).with_name("static")
ROUTE = 60
"""Maximum number of characters in a route. In UTF-8 these are at most 240 bytes, so one byte can encode the length."""


def application(
    hosts: Collection[str], games: Path, own: Sequence[Path] = (), secret: bytes | None = None
) -> Starlette:
    """Build the ASGI application for `hosts`, with a folder for games, `own` lessons, and a secret to sign results."""
    clients, uploads = Clients(), Uploads()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.workers = Workers(own, secret)
        app.state.workers.begin()
        app.state.tables = Tables(games)
        try:
            yield
        finally:
            app.state.tables.close()

    async def api(path: str, page: bytes, receive: Receive) -> Answer:
        async def is_gone() -> bool:
            return await Request({"type": "http"}, receive).is_disconnected()

        client = clients.of(page[:64].decode("latin-1"))
        if client.is_full:
            return FULL
        with client.opened():
            async with uploads.body(receive, _limit(path)) as body:
                if path == TABLE:
                    answer: Answer = await app.state.tables.answer(body)
                else:
                    answer = await app.state.workers.answer(path.removeprefix(API)[:ROUTE], body, client, is_gone)
                return answer

    files = Mount("/", GZipMiddleware(StaticFiles(directory=STATIC, html=True), SMALLEST, LEVEL))
    app = Starlette(routes=[files], middleware=[Middleware(Guard, hosts=hosts, api=api)], lifespan=lifespan)
    return app
