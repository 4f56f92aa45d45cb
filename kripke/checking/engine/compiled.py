"""Loops as machine code, by Numba. Loading it takes some 0.4 s, so that it is loaded with the first loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def compiled(loop: Callable[..., Any]) -> Any:
    """The loop as machine code, kept on disk where there is a folder that can be written to."""
    from numba import njit

    try:
        return njit(cache=True)(loop)
    except RuntimeError:
        return njit(loop)
