"""Results that are stored under a key, the oldest of them forgotten first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")

MOST = 1_024
"""Number of results that are stored."""


class Results:
    """A cache for counts and copies of diagrams, at most `MOST` of them."""

    __slots__ = ("_stored",)

    def __init__(self) -> None:
        self._stored: OrderedDict[Hashable, Any] = OrderedDict()

    def __len__(self) -> int:
        return len(self._stored)

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """What is stored under the key, or what `make` gives now.

        Parameters
        ----------
        key : hashable
            Different for different results.
        make : callable
            Computes a result that is not stored.
        """
        stored = self._stored
        if key in stored:
            stored.move_to_end(key)
            return stored[key]  # type: ignore[no-any-return]
        made = stored[key] = make()
        if len(stored) > MOST:
            stored.popitem(last=False)
        return made

    def clear(self) -> None:
        """Forget all results."""
        self._stored.clear()
