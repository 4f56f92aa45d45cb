"""The choice of an engine, requested or automatic, with the reason. This module loads no decision diagrams."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, get_args

from kripke.data.errors import ModelError
from logic.errors import did_you_mean, listing, shorten

Engine = Literal["auto", "explicit", "symbolic"]
ENGINES: tuple[Engine, ...] = get_args(Engine)

FEW_ATOMS = 16
"""Maximal number of atoms for which worlds are listed; arrays over 65,536 worlds are faster than diagrams."""


class Choice(NamedTuple):
    """An engine and the reason for its choice.

    `engine`: ``explicit`` for listed worlds, ``symbolic`` for decision diagrams.
    `why`: the reason as the end of a sentence; empty if the user chose the engine or the choice is obvious.
    """

    engine: Literal["explicit", "symbolic"]
    why: str = ""

    @property
    def is_symbolic(self) -> bool:
        """Whether the chosen engine uses decision diagrams."""
        return self.engine == "symbolic"

    def __str__(self) -> str:
        return f"{self.engine}, {self.why}" if self.why else self.engine


def engine(name: Any) -> Engine:
    """The engine with this name; `ModelError` for an unknown name."""
    for known in ENGINES:
        if isinstance(name, str) and name == known:
            return known
    near = did_you_mean(str(name), ENGINES) or f"; expected {listing(ENGINES)}"
    raise ModelError(f"engine {shorten(repr(name))}: no such engine{near}")


def for_atoms(option: Engine, atoms: int) -> Choice:
    """Choose an engine for a model of `atoms` atoms, whose worlds are the assignments that satisfy a state law."""
    if engine(option) != "auto":
        return Choice("symbolic" if option == "symbolic" else "explicit")
    if atoms <= FEW_ATOMS:
        return Choice("explicit")
    return Choice("symbolic", f"since {atoms:,} atoms have 2^{atoms:,} assignments, too many to go through")


def for_questions(option: Engine, atoms: int, is_small: Callable[[], bool]) -> Choice:
    """Choose an engine for a file's questions: by default diagrams, unless `is_small` says that the worlds are few.

    If the worlds are few, they are listed: sets of listed worlds are integers, which need no library.
    """
    if engine(option) == "auto" and is_small():
        return Choice("explicit")
    chosen = for_atoms(option, atoms)
    return chosen if engine(option) != "auto" else Choice("symbolic", chosen.why)


def for_worlds(option: Engine) -> Choice:
    """Choose an engine for a model whose worlds are listed: by default the explicit one."""
    return Choice("symbolic" if engine(option) == "symbolic" else "explicit")


def for_diagrams(option: Engine) -> Choice:
    """Choose an engine for a model given as diagrams: by default the symbolic one."""
    if engine(option) == "explicit":
        return Choice("explicit")
    return Choice("symbolic", "since the model comes as diagrams" if option == "auto" else "")
