"""Limits on the number of worlds that a method lists or samples, and random generators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from kripke.data.errors import ModelError
from kripke.data.lazy import np
from logic.errors import TooLarge, by_face, shorten
from logic.exact import is_whole

if TYPE_CHECKING:
    from random import Random

    from numpy.random import Generator


LIMIT = 10_000  # Default of the maximal number of worlds that a method lists by name


def require_limit(limit: float | None, expected: str = "the largest number of worlds, or None for all") -> None:
    """Raise `ModelError`, which says what is expected, if the limit is neither a nonnegative number nor None."""
    if limit is not None and not (is_whole(limit, 0) or (isinstance(limit, float) and limit >= 0)):
        raise ModelError(f"limit {shorten(repr(limit))}: expected {expected}")


SOME = by_face(
    "ask for their count, take a sample, or give a larger limit=... (None: as many as there are)",
    "count them by whoknows where --count, or list some by --limit",
    "ask for their count, take a sample",
)
"""Advice for a method that would list too many worlds."""
WHOLE = by_face(
    "announce something first, so that fewer are left, or list them all, by to_explicit(limit=None)",
    "announce something first, by whoknows announce, so that fewer are left",
    "announce something first, so that fewer are left",
)
"""Advice for a function without a limit that must list the whole model."""
BY_DIAGRAMS = "take --engine symbolic (for a command without it, announce something first)"
"""Advice of the command for reading a model with too many worlds to list."""


def require_listable(number: int, limit: int | None, what: str, way_out: str = SOME) -> None:
    """Raise `TooLarge` if `number` exceeds `limit`; `ModelError` if `limit` is neither a nonnegative number nor None.

    In the message, `what` names the things that are counted, and `way_out` is the advice at the end.
    """
    require_limit(limit)
    if limit is not None and number > limit:
        raise TooLarge(f"{_shown(number)} {what}, more than the limit of {limit:,}; {way_out}")


def require_few(number: int, limit: int) -> None:
    """Raise `TooLarge` if the number of worlds that satisfy a state law exceeds `limit`."""
    if number > limit:
        way_out = by_face(", or raise limit=", f", or {BY_DIAGRAMS}")
        raise TooLarge(f"{_shown(number)} worlds, over the limit of {limit:,}; give a stricter law{way_out}")


def _shown(number: int) -> str:
    return f"{number:,}" if number.bit_length() <= 200 else f"some 2^{number.bit_length() - 1}"


T = TypeVar("T")
Source: TypeAlias = "Generator | Random | int | None"  # a random generator, or a seed; None: a new generator
MOST = 10_000_000  # maximal number of worlds that are drawn at once: their list takes some 100 MB, and their names more


def generator(rng: Source) -> Generator:
    """A NumPy generator: the given one, one seeded by a `random.Random` or a seed, or a new one for None."""
    if isinstance(rng, np.random.Generator):
        return rng
    from random import Random

    if isinstance(rng, Random):
        return np.random.default_rng(rng.getrandbits(128))
    if rng is None or is_whole(rng, 0):
        return np.random.default_rng(rng)
    raise ModelError(
        f"rng {shorten(repr(rng))}: expected numpy.random.default_rng(seed), random.Random(seed) or a seed"
    )


def sample_size(size: Any) -> int:
    """Return `size` if it is a valid number of worlds to draw; `ModelError` otherwise, `TooLarge` above `MOST`."""
    if not is_whole(size, 0):
        raise ModelError(f"size {shorten(repr(size))}: expected the number of worlds to draw, 0 or more")
    if size > MOST:
        raise TooLarge(f"size {shorten(repr(size))}: at most {MOST:,} worlds are drawn at once")
    return int(size)


def draws(things: Sequence[T], rng: Source, number: int) -> list[T]:
    """A list of `number` independent, uniformly random choices from the sequence; `ModelError` if it is empty."""
    if not things:
        raise ModelError("there is no world to draw: none satisfies the formula")
    return [things[place] for place in generator(rng).integers(len(things), size=number)]
