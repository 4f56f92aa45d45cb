"""The memory that all managers of diagrams together may still take, so a new one is not promised more than there is."""

from __future__ import annotations

import gc
from collections.abc import Callable
from threading import Lock
from typing import Protocol
from weakref import WeakSet

from kripke.symbolic.room import NODE_BYTES, SLOT_BYTES
from logic.errors import TooLarge


class Manager(Protocol):
    """What is known of a manager here."""

    nodes: int


_managers: WeakSet[Manager] = WeakSet()
_counting = Lock()
"""The thread that has it may change or walk the set of managers."""


def register(manager: Manager) -> None:
    """Count the memory of a manager for as long as it lives."""
    with _counting:
        _managers.add(manager)


def within_memory(rule: Callable[[int, int], int], nodes: int) -> int:
    """The number of nodes by a rule of `room`; managers that are garbage are collected if they take what is needed.

    Parameters
    ----------
    rule : function of (nodes, bytes promised)
        The rule.
    """
    try:
        return rule(nodes, _promised())
    except TooLarge:
        gc.collect()
        return rule(nodes, _promised())


def _promised() -> int:
    """Bytes by which the tables of all managers may still grow beyond their reserved memory."""
    with _counting:
        managers = list(_managers)
    return sum([manager.nodes for manager in managers]) * (NODE_BYTES - SLOT_BYTES)
