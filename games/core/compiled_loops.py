"""Building blocks of compiled loops: random numbers, sets as the bits of a word, copies, dispatch of loops by type.

Random numbers are those of SplitMix64, with a 64-bit generator for each game: Steele, Lea and Flood, "Fast splittable
pseudorandom number generators", OOPSLA 2014. `benchmarks.plain_search.PlainChance` is a version in plain Python.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numba.core import cgutils
from numba.extending import intrinsic, overload

from kripke.checking.engine.compiled import compiled

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_BITS = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(11)
_SHARE = 2.0**-53


@compiled
def uniform(chance: Any, game: int) -> float:
    """A random number in [0, 1) from one game's generator; advances its state in `chance` (a uint64 for each game)."""
    chance[game] += _STEP
    z = chance[game]
    z = (z ^ (z >> _BITS[0])) * _FIRST
    z = (z ^ (z >> _BITS[1])) * _SECOND
    return np.float64((z ^ (z >> _BITS[2])) >> _BITS[3]) * _SHARE


@compiled
def below(chance: Any, game: int, count: int) -> int:
    """A nearly uniform random integer from 0 to count - 1; the generator is as for `uniform`."""
    return int(uniform(chance, game) * count)


@intrinsic  # type: ignore[untyped-decorator]
def size(_: Any, items: Any) -> Any:  # numba gives the first argument
    """The number of elements of a set, computed by one machine instruction."""

    def instruction(_: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return items(items), instruction


_FIVES, _THREES, _NIBBLES, _ONES = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F, 0x0101010101010101
_HIGHEST = np.int64(-0x7F7F7F7F7F7F7F80)  # the highest bit of each byte
_PLACES = np.array([[*(bit for bit in range(8) if byte >> bit & 1), *[0] * 8][:8] for byte in range(256)], np.int64)
"""For each byte, the positions of its 1 bits, from the lowest up, padded with zeros to eight entries."""


@compiled
def nth(items: int, number: int) -> int:
    """The position of the set bit with this number, counted from the lowest set bit.

    Vigna, "Broadword implementation of rank/select queries", WEA 2008.

    Parameters
    ----------
    items, number : int
        A set, and a number from 0 that is less than the size of the set.
    """
    counts = items - ((items >> 1) & _FIVES)
    counts = (counts & _THREES) + ((counts >> 2) & _THREES)
    counts = ((counts + (counts >> 4)) & _NIBBLES) * _ONES
    place = 8 * size((((number * _ONES) | _HIGHEST) - counts) & _HIGHEST)
    return place + _PLACES[(items >> place) & 255, number - (((counts << 8) >> place) & 255)]


@compiled
def pick(items: int, count: int, chance: Any) -> int:
    """A uniformly random subset of `items` with `count` elements, drawn with the first generator in `chance`."""
    picked, left = 0, size(items)
    for _ in range(count):
        one = 1 << nth(items, below(chance, 0, left))
        picked |= one
        items ^= one
        left -= 1
    return picked


@compiled
def copy(values: Any, target: Any) -> None:
    """Copy the values to the first entries of the target; compiles faster than a slice assignment."""
    for place in range(len(values)):
        target[place] = values[place]


@intrinsic  # type: ignore[untyped-decorator]
def bare(_: Any, array: Any) -> Any:  # numba gives the first argument
    """A view of the array without reference counting, for hot loops; the caller must keep the array alive."""

    def without_owner(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(signature.return_type)(context, builder, arguments[0])
        view.meminfo = cgutils.get_null_value(view.meminfo.type)
        view.parent = cgutils.get_null_value(view.parent.type)
        return view._getvalue()

    return array(array), without_owner


def implement(kernels: Sequence[Callable[..., Any]], facts: type, loops: Sequence[Callable[..., Any]]) -> None:
    """Register `loops` as the implementations of `kernels` for calls whose last argument has the type `facts`."""
    for kernel, loop in zip(kernels, loops, strict=True):  # inlined: a call would copy the last argument
        overload(kernel, {"forceinline": True}, strict=False)(_chooser(facts, getattr(loop, "py_func", loop)))


def _chooser(facts: type, loop: Callable[..., Any]) -> Callable[..., Any]:
    def chosen(*arguments: Any) -> Any:
        return loop if getattr(arguments[-1], "instance_class", None) is facts else None

    return chosen
