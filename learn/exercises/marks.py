"""Marks with their reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kripke.data.wording import world_text
from kripke.data.worlds import World
from kripke.models.kripke_model import KripkeModel
from logic.formula import Formula

LINES = 14
"""Maximal number of lines of an explanation in a mark."""


@dataclass(frozen=True)
class Mark:
    """What one part of an answer earned, and why.

    Parameters
    ----------
    earned, of : int
        Points earned, and points of this part.
    why : tuple of str
        Premises and conclusion, a line each; deeper lines are indented.
    model : KripkeModel, optional
        A model that shows it, such as a counterexample; its actual world is the one to look at.
    """

    earned: int
    of: int
    says: str
    why: tuple[str, ...] = ()
    model: KripkeModel | None = None

    @property
    def right(self) -> bool:
        """Whether the part earned all its points."""
        return self.earned == self.of

    def to_dict(self) -> dict[str, Any]:
        """The mark as plain data."""
        row = {"right": self.right, "earned": self.earned, "of": self.of, "says": self.says, "why": list(self.why)}
        return row if self.model is None else row | {"model": self.model.to_dict()}


@dataclass(frozen=True)
class Marks:
    """The marks of an answer."""

    rows: tuple[Mark, ...]

    @property
    def earned(self) -> int:
        """The points earned."""
        return sum(row.earned for row in self.rows)

    @property
    def of(self) -> int:
        """The points of the exercise."""
        return sum(row.of for row in self.rows)

    @property
    def right(self) -> bool:
        """Whether the whole answer is right."""
        return self.earned == self.of

    def to_dict(self) -> dict[str, Any]:
        """The marks as plain data."""
        rows = [row.to_dict() for row in self.rows]
        return {"right": self.right, "earned": self.earned, "of": self.of, "rows": rows}


def reasons(model: KripkeModel, formula: Formula, at: World | None = None) -> tuple[str, ...]:
    """Why the formula holds or fails at a world: at most `LINES` lines.

    Parameters
    ----------
    at : world, optional
        The world; None: the actual world.
    """
    lines = str(model.check(formula, at=at).explain()).splitlines()
    return tuple(lines if len(lines) <= LINES else [*lines[: LINES - 1], "…"])


def listed(worlds: Sequence[World]) -> str:
    """Worlds in a sentence: ``s, t and u``; ``no world``."""
    names = [world_text(world) for world in worlds]
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]])) or "no world"
