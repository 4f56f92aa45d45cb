"""Compiled loops on sets of up to 63 things: a bit for each in a word."""

from __future__ import annotations

from typing import Any

from numba.extending import intrinsic

from games.core.compiled_chance import below
from kripke.checking.engine.compiled import compiled


@intrinsic  # type: ignore[untyped-decorator]
def size(_: Any, items: Any) -> Any:  # numba gives the first argument
    """How many things a set has: one instruction of the machine.

    Parameters
    ----------
    _ : typing context
    items : int
        A set.
    """

    def instruction(_: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return items(items), instruction


@compiled
def nth(items: int, number: int) -> int:
    """The place of the bit of this number, from the lowest: in six steps, each halves where it can be.

    Parameters
    ----------
    items, number : int
        A set with more things than the number.
    """
    place, width = 0, 32
    while width:
        below_half = size((items >> place) & ((1 << width) - 1))
        further = number >= below_half
        number -= below_half if further else 0
        place += width if further else 0
        width >>= 1
    return place


@compiled
def pick(items: int, count: int, chance: Any) -> int:
    """Some things of a set, all choices equally likely.

    Parameters
    ----------
    items : int
        A set.
    count : int
        How many.
    chance : uint64 array
        One generator.
    """
    picked, left = 0, size(items)
    for _ in range(count):
        one = 1 << nth(items, below(chance, 0, left))
        picked |= one
        items ^= one
        left -= 1
    return picked
