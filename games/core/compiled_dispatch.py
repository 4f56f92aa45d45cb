"""One compiled loop for all games: it calls a game's own loops, chosen by the type of its facts.

Numba chooses by the type of the last argument, as `functools.singledispatch` does by that of the first, and keeps the
machine code on disk for each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


def implement(kernels: Sequence[Callable[..., Any]], facts: type, loops: Sequence[Callable[..., Any]]) -> None:
    """Let compiled loops that call the kernels call these loops where the facts are of this type.

    Parameters
    ----------
    kernels : sequence of function
        What is called; the last parameter of each is the facts.
    facts : type of NamedTuple
        The game's.
    loops : sequence of function
        One for each kernel, with the same parameters, compiled or plain: they are compiled as part of the caller.
    """
    from numba.extending import overload

    for kernel, loop in zip(kernels, loops, strict=True):  # inlined: a call copies all numbers of the facts
        overload(kernel, {"forceinline": True}, strict=False)(_chooser(facts, getattr(loop, "py_func", loop)))


def _chooser(facts: type, loop: Callable[..., Any]) -> Callable[..., Any]:
    def chosen(*arguments: Any) -> Any:
        return loop if getattr(arguments[-1], "instance_class", None) is facts else None

    return chosen
