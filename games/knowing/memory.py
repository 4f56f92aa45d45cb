"""Memories that cannot grow without end."""

from __future__ import annotations

from typing import Any, TypeVar

Memory = TypeVar("Memory", bound=dict[Any, Any])

REMEMBERED = 4_096


def bounded(memory: Memory, size: int | None = None) -> Memory:
    """The memory, emptied if it is full: everything in it can be computed again."""
    if len(memory) >= (REMEMBERED if size is None else max(size, 1)):
        memory.clear()
    return memory
