"""Loops as machine code, by Numba. Loading it takes some 0.4 s, so that it is loaded with the first loop."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from logic.notes import note


def compiled(loop: Callable[..., Any]) -> Any:
    """The loop as machine code, kept on disk where there is a folder that can be written to."""
    from numba import njit

    _tell_of_compilation()
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


@cache
def _tell_of_compilation() -> None:
    """Have a note written when loops are compiled that are not on disk, as after an installation; once a process."""
    from numba.core import event

    class Told(event.Listener):  # type: ignore[misc]
        """Tells of a compilation; none starts for what is on disk."""

        def on_start(self, event: Any) -> None:
            """A loop is compiled."""
            _note_compilation()

        def on_end(self, event: Any) -> None:
            """A loop was compiled."""

    event.register("numba:compile", Told())


@cache
def _note_compilation() -> None:
    note("compiling to machine code, which is kept for the next time; this can take half a minute")
