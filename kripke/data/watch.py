"""The watch of a search with a time limit, which long work on one large structure calls now and then."""

from collections.abc import Callable
from contextvars import ContextVar


class OutOfTime(Exception):
    """The time of the search is over: no error of the work that is interrupted."""


WATCH: ContextVar[Callable[[], object]] = ContextVar("watch", default=lambda: None)
"""Raises `OutOfTime` when the time of the search is over; does nothing outside a search."""
