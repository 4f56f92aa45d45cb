"""The page's answers inside a browser: the worker of a static site calls `begin` in Pyodide."""

from collections.abc import Callable

from viz.output.render import run_here
from viz.web.answers import answer


def begin(draw: Callable[[str, str], str]) -> Callable[[str, str], tuple[int, str]]:
    """The function from a route and a body to a status and a text.

    `draw` lays out a graph: from DOT and the name of an engine to Graphviz's JSON.
    """
    run_here(lambda job: draw(job["dot"], job["engine"]).encode())

    def answered(route: str, body: str) -> tuple[int, str]:
        reply = answer(route, body.encode())
        return reply.status, reply.body.decode()

    return answered
