"""Classic puzzles of epistemic logic, one story in each module; `puzzle("muddy_children").tell(n=4)` tells one."""

from kripke.puzzles.registry import Puzzle, UnknownOption, UnknownPuzzle, puzzle, puzzles, read_options

__all__ = ["Puzzle", "UnknownOption", "UnknownPuzzle", "puzzle", "puzzles", "read_options"]
