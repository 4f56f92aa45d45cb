"""Writing formulas: Unicode, ASCII and LaTeX, with as few brackets as reading back allows."""
from __future__ import annotations
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from logic.formula import Formula
UNICODE, ASCII, LATEX = "unicode", "ascii", "latex"

def write(formula: Formula, notation: str) -> str:
    return "?"

def represent(formula: Formula) -> str:
    return "?"
