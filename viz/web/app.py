"""The application: the page's files, and the routes under ``/api/``."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from viz.web.clients import Clients
from viz.web.guard import Guard
from viz.web.reply import Answer
from viz.web.tables.tables import Tables
from viz.web.workers import FULL, Workers

STATIC = Path(__file__).with_name("static")
ROUTE = 60
"""Characters of a route that are read: at most 240 bytes, and one byte tells the worker how many."""


def application(hosts: Collection[str], own: Sequence[Path] = (), secret: bytes | None = None) -> Starlette:
    """The page as an ASGI application.

    Parameters
    ----------
    secret : bytes, optional
        Signs the results of exercises.
    """
    clients = Clients()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.workers = Workers(own, secret)
        app.state.workers.begin()
        app.state.tables = Tables()
        try:
            yield
        finally:
            app.state.tables.close()
            await app.state.workers.close()

    async def api(request: Request) -> Response:
        route = request.path_params["route"][:ROUTE]
        client = clients.of(request.headers.get("x-page", "")[:64])
        if client.is_full:
            return _json(FULL)
        with client.opened():
            body = await request.body()
            return _json(await request.app.state.workers.answer(route, body, client))

    async def table(request: Request) -> Response:
        return _json(await request.app.state.tables.answer(await request.body()))

    routes = [
        Route("/api/table", table, methods=["POST"]),
        Route("/api/{route}", api, methods=["POST"]),
        Mount("/", StaticFiles(directory=STATIC, html=True)),
    ]
    return Starlette(routes=routes, middleware=[Middleware(Guard, hosts=hosts)], lifespan=lifespan)


def _json(answer: Answer) -> Response:
    return Response(answer.body, answer.status, media_type="application/json")
