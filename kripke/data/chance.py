"""Sources of randomness as the user gives them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from kripke.data.errors import ModelError
from kripke.data.lazy import np
from logic.errors import TooLarge, shorten

if TYPE_CHECKING:
    from numpy.random import Generator

T = TypeVar("T")
Source: TypeAlias = "Generator | Random | int | None"
"""A random generator, or a seed; None: a new generator."""
MOST = 10_000_000
"""Maximal number of worlds that are drawn at once: their list takes some 100 MB, and their names more."""


def generator(rng: Source) -> Generator:
    """NumPy's generator: the given one, one seeded by a number or by Python's generator, or a new one for None."""
    if isinstance(rng, np.random.Generator):
        return rng
    if isinstance(rng, Random):
        return np.random.default_rng(rng.getrandbits(128))
    if rng is None or (isinstance(rng, int) and not isinstance(rng, bool) and rng >= 0):
        return np.random.default_rng(rng)
    raise ModelError(
        f"rng {shorten(repr(rng))}: expected numpy.random.default_rng(seed), random.Random(seed) or a seed"
    )


def sample_size(size: Any) -> int:
    """The number of worlds to draw; `ModelError` for anything else, `TooLarge` for more than `MOST`."""
    if isinstance(size, bool) or not isinstance(size, (int, np.integer)) or size < 0:
        raise ModelError(f"size {shorten(repr(size))}: expected the number of worlds to draw, 0 or more")
    if size > MOST:
        raise TooLarge(f"size {shorten(repr(size))}: at most {MOST:,} worlds are drawn at once")
    return int(size)


def draws(things: Sequence[T], rng: Source, number: int) -> list[T]:
    """Independent random ones of the things, each with the same probability; `ModelError` if there are none.

    Parameters
    ----------
    rng : Generator, Random, int or None
        The source of randomness, or a seed; None: a new generator.
    """
    if not things:
        raise ModelError("there is no world to draw: none satisfies the formula")
    return [things[place] for place in generator(rng).integers(len(things), size=number)]
