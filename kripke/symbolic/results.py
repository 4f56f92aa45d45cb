"""A cache of results by key; the least recently used is dropped first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")

MOST = 1_024
"""Largest number of stored results."""


class Results:
    """A cache for counts and copies of diagrams, at most `MOST` of them."""

    __slots__ = ("_stored",)

    def __init__(self) -> None:
        self._stored: OrderedDict[Hashable, Any] = OrderedDict()

    def __len__(self) -> int:
        return len(self._stored)

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The result stored under the key; if there is none, `make` computes it."""
        stored = self._stored
        if key in stored:
            stored.move_to_end(key)
            return stored[key]  # type: ignore[no-any-return]
        result = stored[key] = make()
        if len(stored) > MOST:
            stored.popitem(last=False)
        return result

    def clear(self) -> None:
        """Drop all results."""
        self._stored.clear()
