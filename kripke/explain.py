"""Why a formula holds or fails at a world."""

from __future__ import annotations

from kripke.structure import Structure
from logic.formula import Formula


class Explanation:
    """A tree of reasons."""


def explain(structure: Structure, formula: Formula, position: int) -> Explanation:
    """Why the formula holds or fails at a world."""
    raise RuntimeError("being written")
