"""A question answered in a process of its own, so that one that takes too long costs only itself."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from viz.web.answers import answered
from viz.web.limits import SECONDS
from viz.web.reply import Answer
from viz.web.workers import LATE, LOST


def apart(ask: Callable[[], dict[str, Any]]) -> Answer:
    """What a function returns, or that it took too long.

    Parameters
    ----------
    ask : function
        Returns JSON values; it sees this process as it is now, and changes nothing in it.
    """
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(there, ask))
    process.start()
    there.close()
    try:
        return Answer(*here.recv()) if here.poll(SECONDS) else LATE
    except EOFError:
        return LOST
    finally:
        process.kill()
        process.join()
        here.close()


def _send(connection: Connection, ask: Callable[[], dict[str, Any]]) -> None:
    connection.send(answered(ask))
