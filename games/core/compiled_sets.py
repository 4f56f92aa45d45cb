"""Compiled loops on sets of up to 63 things: a bit for each in a word."""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any

import numpy as np
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


_FIVES, _THREES, _NIBBLES, _ONES = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F, 0x0101010101010101
_HIGHEST = np.int64(-0x7F7F7F7F7F7F7F80)
"""The highest bit of each byte."""
_PLACES = np.array([[*(bit for bit in range(8) if byte >> bit & 1), *[0] * 8][:8] for byte in range(256)], np.int64)
"""Of each byte the places of its bits, from the lowest."""


@compiled
def nth(items: int, number: int) -> int:
    """The place of the bit of this number, from the lowest: by counts of the bits up to each byte, without branches.

    Vigna, "Broadword implementation of rank/select queries", WEA 2008.

    Parameters
    ----------
    items, number : int
        A set with more things than the number.
    """
    counts = items - ((items >> 1) & _FIVES)
    counts = (counts & _THREES) + ((counts >> 2) & _THREES)
    counts = ((counts + (counts >> 4)) & _NIBBLES) * _ONES
    place = 8 * size((((number * _ONES) | _HIGHEST) - counts) & _HIGHEST)
    return place + _PLACES[(items >> place) & 255, number - (((counts << 8) >> place) & 255)]


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
