"""Limits for making the diagrams of a law that comes from a file: a few kilobytes can describe one that takes forever.

A number of nodes does not limit the time: one operation of the diagram library may take hours within a few thousand
nodes, where its cache of results does not tell a function from its negation (exclusive ors of clauses do that). So the
work runs on a thread of its own, and the caller stops waiting after some seconds of processor time.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import process_time
from typing import TypeVar

from kripke.symbolic import deep_stack
from logic.errors import TooLarge

T = TypeVar("T")

NODES = 2**22
"""Capacity in nodes of the manager in which a file's law is made: 14 times what a deal of 52 cards needs."""

SECONDS = 5.0
"""Processor time, in seconds, for a file's law; the laws of the tests take at most half a second."""

_PAUSE = 0.25
"""Seconds between two looks at the processor time."""


def limited(work: Callable[[], T], seconds: float | None = None, refused: Callable[[str], TooLarge] | None = None) -> T:
    """Do the work that makes or searches a file's diagrams; `TooLarge` if it takes too much processor time.

    Then the work ends with the library call that it is in, which cannot be stopped: it goes on, on its own thread,
    until it is done or has no nodes left.

    Parameters
    ----------
    seconds : float, optional
        The limit of processor time; None: `SECONDS`.
    refused : callable, optional
        From what it takes to the error; None: that of a law.
    """
    call = deep_stack.Call(work)
    seconds = SECONDS if seconds is None else seconds
    end = process_time() + seconds
    thread = threading.Thread(target=call.make, name="whoknows-reading", daemon=True)
    thread.start()
    while not call.done.acquire(timeout=_PAUSE):
        if process_time() > end:
            deep_stack.abandon(thread)
            raise (refused or too_large)(f"more than {seconds:g} s of processor time")
    result: T = call.outcome()
    return result


def too_large(what: str = f"more than {NODES:,} nodes") -> TooLarge:
    """The error that a file's law takes too much; say how much of what."""
    return TooLarge(
        f"law: its decision diagrams take {what}; use fewer atoms, or a law that is a conjunction of small parts; in "
        "Python SymbolicModel(atoms, law) has no such limit"
    )
