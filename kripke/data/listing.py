"""Limits of the number of worlds that a method lists."""

from __future__ import annotations

from numbers import Integral

from kripke.data.errors import ModelError
from logic.errors import TooLarge, shorten

LIMIT = 10_000
"""Default of the maximal number of worlds that a method lists by name."""


def require_limit(limit: float | None) -> None:
    """Raise `ModelError` if the limit is neither a number nor None.

    Parameters
    ----------
    limit : int or None
        The limit; None: no limit.
    """
    if limit is not None and (isinstance(limit, bool) or not isinstance(limit, (Integral, float)) or not limit >= 0):
        raise ModelError(f"limit {shorten(repr(limit))}: expected the largest number of worlds, or None for all")


SOME = "ask for their count, take a sample, or give a larger limit=... (None: as many as there are)"
"""The way out of a method that lists worlds."""
WHOLE = "announce something first, so that fewer are left, or list them all, by to_explicit(limit=None)"
"""The way out of a function that goes through a whole model, and has no limit of its own."""


def require_listable(number: int, limit: int | None, what: str, way_out: str = SOME) -> None:
    """Raise `TooLarge` for more than `limit` worlds, and `ModelError` if the limit is not a number.

    Parameters
    ----------
    limit : int or None
        The limit; None: no limit.
    """
    require_limit(limit)
    if limit is not None and number > limit:
        raise TooLarge(f"{_shown(number)} {what}, more than the limit of {limit:,}; {way_out}")


def require_few(number: int, limit: int) -> None:
    """Raise `TooLarge` if a law has more than `limit` worlds.

    Parameters
    ----------
    limit : int
        The limit.
    """
    if number > limit:
        raise TooLarge(f"{_shown(number)} worlds, over the limit of {limit:,}; give a stricter law, or raise limit=")


def _shown(number: int) -> str:
    return f"{number:,}" if number.bit_length() <= 200 else f"some 2^{number.bit_length() - 1}"
