"""Loops compiled to machine code by Numba, which takes about 0.4 s to load, so it is loaded only if it is needed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any

from logic.errors import note


def compiled(loop: Callable[..., Any]) -> Any:
    """Compile a loop (a function with loops) to machine code, cached on disk if there is a writable folder.

    There are two compiled copies: Python calls one, other loops call the other. The second has no wrapper for Python,
    so it is compiled faster.
    """
    _tell_of_compilation()
    called_by_python = _dispatcher(loop)
    called_by_loops = _dispatcher(_copy(loop), no_cpython_wrapper=True)
    called_by_python.get_call_template = _of_any_integer(called_by_loops.get_call_template)
    called_by_python.get_overload = called_by_loops.get_overload
    return called_by_python


def inlined(loop: Callable[..., Any]) -> Any:
    """Compile a loop as a part of the one loop that calls it.

    Without this, the loop is optimised twice, alone and within its caller. Inlining a chain of three loops saves a
    fifth of their compile time.
    """
    from numba import njit

    return njit(inline="always")(loop)


def _dispatcher(loop: Callable[..., Any], **options: bool) -> Any:
    from numba import njit

    options["no_cfunc_wrapper"] = True  # nobody calls them from C
    try:
        return njit(cache=True, **options)(loop)
    except RuntimeError:
        return njit(**options)(loop)


def _copy(loop: Any) -> FunctionType:
    """A copy of the function with another qualified name, which is the key in Numba's disk cache."""
    copy = FunctionType(loop.__code__, loop.__globals__, loop.__name__, loop.__defaults__, loop.__closure__)
    copy.__module__, copy.__qualname__ = loop.__module__, f"{loop.__qualname__}.part"
    return copy


def _of_any_integer(call_template: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap Numba's `call_template` so that literals in a call get the general integer type.

    Otherwise Numba compiles a loop again for each literal.
    """
    from numba.core.types.misc import unliteral

    def of_literals(args: Any, named: Any) -> Any:
        return call_template(tuple(map(unliteral, args)), {name: unliteral(each) for name, each in named.items()})

    return of_literals


@cache
def _tell_of_compilation() -> None:
    """Print a note, once per process, if loops must be compiled because no compiled code is cached."""
    from numba.core import event

    class CompilationListener(event.Listener):  # type: ignore[misc]
        """Reports compilations; loops that are loaded from disk cause no report."""

        def on_start(self, event: Any) -> None:
            """Report that a loop is compiled."""
            _note_compilation()

        def on_end(self, event: Any) -> None:
            """Do nothing at the end of a compilation."""

    event.register("numba:compile", CompilationListener())


@cache
def _note_compilation() -> None:
    note("compiling to machine code, which is kept for the next time; this can take half a minute")
