"""Classic puzzles of epistemic logic, one in each module, such as ``puzzle("muddy_children").tell(n=4)``."""

from kripke.puzzles.registry import Puzzle, UnknownPuzzle, puzzle, puzzles

__all__ = ["Puzzle", "UnknownPuzzle", "puzzle", "puzzles"]
