"""The application: the page with its files and its routes under ``/api/``, and what stands before every request."""

from __future__ import annotations

import asyncio
import gzip
import logging
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from viz.web.protocol import BODY, BODY_SECONDS, CONNECTIONS, HELD, MODEL_BODY, SILENCE, Answer
from viz.web.tables.tables import Tables
from viz.web.workers import FULL, Clients, Workers


class Uploads:
    """The bodies of requests while they come in; all that are open share `HELD` bytes."""

    def __init__(self) -> None:
        self.held = 0

    @contextmanager
    def bounded(self, receive: Receive, limit: int) -> Iterator[Receive]:
        """A body that is refused while it comes in; its bytes count until the request has been answered.

        A part raises `HTTPException`: 413 for more than `limit` bytes, 408 if it is late, 503 for too much in all.
        """
        size = 0
        end: float | None = asyncio.get_running_loop().time() + BODY_SECONDS

        async def upload() -> Message:
            nonlocal size, end
            try:
                async with asyncio.timeout_at(end):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(408, f"the request was not there after {BODY_SECONDS:g} s: send it again") from None
            end = end if message.get("more_body", False) else None
            more = len(message.get("body", b""))
            size += more
            self.held += more
            if size > limit:
                raise HTTPException(413, f"a request of more than {limit:,} bytes: that is the limit")
            if self.held > HELD:
                raise HTTPException(503, "too many large requests are open: try again in a moment")
            return message

        try:
            yield upload
        finally:
            self.held -= size


LOG = logging.getLogger(__name__)

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""No inline script or style, nothing from other hosts, and no other site may show the page in a frame."""

SMALL = tuple(
    f"/api/{route}" for route in ("proof", "library", "system", "lessons", "exercise", "mark", "hint", "guess")
)
"""Routes whose requests contain no model, or only one that a student has built."""


class Guard:
    """Refuses other hosts' names, other origins' requests, other types than JSON, and large or slow bodies.

    Hosts are names with ports. They are checked because a site could let its own name lead to 127.0.0.1.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self.app, self.hosts = app, frozenset(hosts)
        self._uploads = Uploads()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse the request, or pass it on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        try:
            refusal = self._refusal(scope)
            if refusal is not None:
                await refusal(scope, receive, send)
                return
            with self._uploads.bounded(receive, _limit(scope)) as upload:
                await self.app(scope, upload, send_with_headers)
        except ClientDisconnect:
            pass  # nobody waits for the answer
        except Exception as fault:  # a line in place of a screen of traceback; the server then answers with status 500
            LOG.error("%s %.60s: %r", scope["method"], scope["path"], fault)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if host not in self.hosts:
            return PlainTextResponse(f"host {host[:200]!r}: expected {' or '.join(sorted(self.hosts))}", 421)
        if origin is not None and origin.removeprefix("http://") not in self.hosts:
            return PlainTextResponse(f"origin {origin[:200]!r}: only the page itself may ask", 403)
        if scope["method"] != "POST":
            return None
        if headers.get("content-type", "").partition(";")[0] != "application/json":
            return PlainTextResponse("content type: expected application/json", 415)
        length, limit = headers.get("content-length", ""), _limit(scope)
        if length.isdecimal() and int(length) > limit:  # a body in chunks has no length: `Uploads` counts its bytes
            return PlainTextResponse(f"a request of {int(length):,} bytes: the limit is {limit:,}", 413)
        return None


def _limit(scope: Scope) -> int:
    return BODY if scope["path"] in SMALL else MODEL_BODY


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
        self._watching = self.loop.call_later(SILENCE, self._check, self._served)

    def _check(self, before: object) -> None:
        """Close the connection if it waited for its client all the time since the last check."""
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


SMALLEST, LEVEL = 1_024, 5
"""Bytes of an answer from which it is compressed, by zlib's level: 0.1 ms for a picture, 5 ms for the page's script."""
STATIC = Path(__file__).with_name("static")
ROUTE = 60
"""Characters of a route that are read: at most 240 bytes, and one byte tells the worker how many."""


def application(
    hosts: Collection[str], games: Path, own: Sequence[Path] = (), secret: bytes | None = None
) -> Starlette:
    """The page as an ASGI application: a folder for games, lessons of the user's own, a secret that signs results."""
    clients = Clients()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.workers = Workers(own, secret)
        app.state.workers.begin()
        app.state.tables = Tables(games)
        try:
            yield
        finally:
            app.state.tables.close()

    async def api(request: Request) -> Response:
        route = request.path_params["route"][:ROUTE]
        client = clients.of(request.headers.get("x-page", "")[:64])
        if client.is_full:
            return _json(request, FULL)
        with client.opened():
            workers, body = request.app.state.workers, await request.body()
            return _json(request, await workers.answer(route, body, client, request.is_disconnected))

    async def table(request: Request) -> Response:
        return _json(request, await request.app.state.tables.answer(await request.body()))

    routes = [
        Route("/api/table", table, methods=["POST"]),
        Route("/api/{route}", api, methods=["POST"]),
        Mount("/", GZipMiddleware(StaticFiles(directory=STATIC, html=True), SMALLEST, LEVEL)),
    ]
    return Starlette(routes=routes, middleware=[Middleware(Guard, hosts=hosts)], lifespan=lifespan)


def _json(request: Request, answer: Answer) -> Response:
    """The answer, compressed if it is large; Starlette's middleware would take as long for each that is small."""
    body, headers = answer.body, {}
    if len(body) >= SMALLEST and "gzip" in request.headers.get("accept-encoding", ""):
        body, headers = gzip.compress(body, LEVEL), {"Content-Encoding": "gzip"}
    return Response(body, answer.status, headers, media_type="application/json")
