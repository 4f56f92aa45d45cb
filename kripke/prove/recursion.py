"""Recursion without Python's stack, whose depth is limited: each goal is answered once."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any, TypeVar

G = TypeVar("G")
V = TypeVar("V")


def evaluated(goal: G, done: dict[G, V], needs: Callable[[G], Iterable[G]], value: Callable[[G], V]) -> V:
    """The value of a goal, from the values of the goals that it needs; `done` keeps all of them."""
    stack = [goal]
    while stack:
        current = stack[-1]
        missing = [] if current in done else [need for need in needs(current) if need not in done]
        if missing:
            stack += missing
            continue
        stack.pop()
        if current not in done:
            done[current] = value(current)
    return done[goal]


def answered(goal: G, known: dict[G, V], reading: Callable[[G], Generator[G, Any, V]]) -> V:
    """The answer of a generator that yields other goals and is sent their answers; `known` keeps all of them."""
    stack = [] if goal in known else [(goal, reading(goal))]
    answer: V | None = None
    while stack:
        current, asking = stack[-1]
        try:
            asked = asking.send(answer)
        except StopIteration as end:
            known[current] = answer = end.value
            stack.pop()
            continue
        answer = known.get(asked)
        if answer is None:
            stack.append((asked, reading(asked)))
    return known[goal]
