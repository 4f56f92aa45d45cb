"""Memories that cannot grow without end."""

from __future__ import annotations

from typing import Any, TypeVar

Memory = TypeVar("Memory", bound=dict[Any, Any])

REMEMBERED = 4_096


def bounded(memory: Memory) -> Memory:
    """The memory, emptied where it is full: everything in it can be made again."""
    if len(memory) >= REMEMBERED:
        memory.clear()
    return memory
