"""Common parts of the parsers of tokens: an error, functions that build lists, and a pause of the garbage collector."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

UNKNOWN = "UNKNOWN"  # the type of a token that is not a terminal of the grammar

MANY = 10_000
"""Minimum number of tokens for which the garbage collector is paused. Parsing makes no garbage, and collections, which
visit all nodes built so far, take up to half of the time (a text of 1.4 MB, measured 2026-11-27).
"""


@contextmanager
def collector_paused(tokens: int = MANY) -> Iterator[None]:
    """Context manager that pauses the garbage collector if there are at least `MANY` tokens."""
    if tokens < MANY or not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


class Stuck(Exception):
    """Raised if token `number`, counted from 0, fits no grammar rule; the terminals in `accepted` could stand there."""

    def __init__(self, number: int, accepted: set[str]) -> None:
        super().__init__(number, accepted)
        self.number, self.accepted = number, accepted


def _appended(items: list[Any], item: Any) -> list[Any]:
    items.append(item)
    return items


LISTS: Mapping[str, Callable[..., Any]] = {
    "none": list,
    "first": lambda item: [item],
    "more": _appended,
    "pair": lambda *values: values,
    "same": lambda value: value,
}
"""Functions that build the values of the grammar's rules for lists and pairs."""
