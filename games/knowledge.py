"""The sole bridge from games to logic: what is known at a table, as a model that answers formulas.

A game says four things of a moment, and never replays its history: the typed variables, the law that is public now, what each
player observes or remembers, and the actual values. From these the model is built.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Table:
    """What is known at a moment of a game.

    Attributes
    ----------
    variables : tuple of (name, values)
        Typed variables; each gives atoms ``name=value``, exactly one of which is true. With values ``()`` the name is an atom.
    observes : tuple of (agent, tuple of str)
        What each player sees or remembers: names of variables and atoms, and boolean formulas.
    law : str
        What is public, as a boolean formula over the atoms.
    defined : tuple of (atom, formula)
        Atoms that are said in terms of the others: ``("outcome=642", "...")``.
    actual : mapping
        Variable -> its value; not part of what makes two tables the same model.
    """

    variables: tuple[tuple[str, tuple[Any, ...]], ...]
    observes: tuple[tuple[str, tuple[str, ...]], ...]
    law: str = "true"
    defined: tuple[tuple[str, str], ...] = ()
    actual: Mapping[str, Any] = field(default_factory=dict, compare=False)
