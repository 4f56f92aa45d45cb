"""Classic puzzles of epistemic logic, one in each module; ``puzzle("muddy_children").tell(n=4)`` tells one."""

from kripke.puzzles.registry import Puzzle, UnknownPuzzle, puzzle, puzzles

__all__ = ["Puzzle", "UnknownPuzzle", "puzzle", "puzzles"]
