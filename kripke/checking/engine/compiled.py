"""Loops as machine code, by Numba. Loading it takes some 0.4 s, so that it is loaded with the first loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def compiled(loop: Callable[..., Any]) -> Any:
    """The loop as machine code, kept on disk where there is a folder that can be written to."""
    from numba import njit

    options = {"no_cfunc_wrapper": True}  # nobody calls them from C
    try:
        return _compiled_once(njit(cache=True, **options)(loop))
    except RuntimeError:
        return _compiled_once(njit(**options)(loop))


def _compiled_once(dispatcher: Any) -> Any:
    """A loop that takes a literal number as any integer: Numba compiles it again for each literal in a call of it."""
    from numba.core.types.misc import unliteral

    of_types = dispatcher.get_call_template

    def of_literals(args: Any, named: Any) -> Any:
        return of_types(tuple(map(unliteral, args)), {name: unliteral(each) for name, each in named.items()})

    dispatcher.get_call_template = of_literals
    return dispatcher
