"""Common parts of token parsers: the error for a stuck parser, lists, a pause of the garbage collector. No Lark."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

UNKNOWN = "UNKNOWN"  # the type of a token that is not a terminal of the grammar

MANY = 10_000
"""Tokens from which the garbage collector pauses. Reading makes no garbage, and a collection that walks over all nodes
so far takes up to half of the time (a text of 1.4 MB, measured 2026-11-27)."""


@contextmanager
def collector_paused(tokens: int = MANY) -> Iterator[None]:
    """Pause the garbage collector: for work that makes many small objects and no cycles, from `MANY` tokens on."""
    if tokens < MANY or not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


class Stuck(Exception):
    """No rule of the grammar continues with token `number`, from 0; `accepted` names the terminals that can follow."""

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
"""The functions that build the values of list and pair rules."""
