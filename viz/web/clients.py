"""The pages that ask: one request of each at a time, and how much work each has caused."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import exp
from time import monotonic

CLIENTS = 2_000
"""Clients that are remembered."""
MEMORY = 10.0
"""Seconds after which work counts about a third."""
OPEN = 16
"""Requests of a client that may be open; a page has at most one of each topic, of which there are fewer."""
HEAVY = 0.5
"""Seconds of work, in `MEMORY`, from which on a client is heavy. A person who types causes 0.1."""


@dataclass
class Client:
    """A page, or all that say no number.

    Parameters
    ----------
    open : int
        Number of its requests that are answered or wait.
    """

    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    open: int = 0
    _work: float = 0.0
    _when: float = 0.0

    @property
    def is_heavy(self) -> bool:
        """Whether it caused much work of late."""
        return self._recent() > HEAVY

    @property
    def is_full(self) -> bool:
        """Whether it has as many requests open as it may."""
        return self.open >= OPEN

    @contextmanager
    def opened(self) -> Iterator[None]:
        """The time of one of its requests."""
        self.open += 1
        try:
            yield
        finally:
            self.open -= 1

    def charge(self, seconds: float) -> None:
        """Add work that was done for it."""
        self._work, self._when = self._recent() + seconds, monotonic()

    def _recent(self) -> float:
        return self._work * exp((self._when - monotonic()) / MEMORY)


class Clients:
    """The clients by their numbers; those that asked least recently are forgotten."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, Client] = OrderedDict()

    def of(self, number: str) -> Client:
        """The client of a number."""
        client = self._known.setdefault(number, Client())
        self._known.move_to_end(number)
        while len(self._known) > CLIENTS and not next(iter(self._known.values())).open:
            self._known.popitem(last=False)
        return client
