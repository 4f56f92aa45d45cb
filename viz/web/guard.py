"""What stands before every request: who may ask, how much, and which headers the browser gets."""

from __future__ import annotations

import logging
from collections.abc import Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from viz.web.limits import BODY, MODEL_BODY
from viz.web.upload import Uploads

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

SMALL = tuple(f"/api/{route}" for route in ("proof", "library", "lessons", "exercise", "mark", "hint", "guess"))
"""Routes whose requests contain no model, or only one that a student has built."""


class Guard:
    """Refuses other hosts' names, other origins' requests, other types than JSON, and large or slow bodies.

    The names of hosts are checked because a site could let its own name lead to 127.0.0.1 and so reach the page.

    Parameters
    ----------
    hosts : collection of str
        Names, with ports, under which the page may be asked for.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self.app, self.hosts = app, frozenset(hosts)
        self._uploads = Uploads()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse the request, or pass it on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            await self._answer(scope, receive, send)
        except ClientDisconnect:
            pass  # nobody waits for the answer
        except Exception as fault:  # a line in place of a screen of traceback; the server then answers with status 500
            LOG.error("%s %.60s: %r", scope["method"], scope["path"], fault)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self._refusal(scope)
        if refusal is not None:
            await refusal(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        with self._uploads.bounded(receive, _limit(scope)) as upload:
            await self.app(scope, upload, send_with_headers)

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
        if length.isdecimal() and int(length) > limit:  # a body in chunks has no length: `Upload` counts its bytes
            return PlainTextResponse(f"a request of {int(length):,} bytes: the limit is {limit:,}", 413)
        return None


def _limit(scope: Scope) -> int:
    return BODY if scope["path"] in SMALL else MODEL_BODY
