"""The gallery: each puzzle of the registry, told, with a picture of the model at its beginning."""

from pathlib import Path
from textwrap import wrap

from kripke.models.kripke_model import KripkeModel
from kripke.puzzles import Puzzle, puzzles
from viz import draw

MOST_WORLDS = 16
"""Maximal number of worlds of a picture in the gallery: what can be read at the width of a page."""


def gallery(made: Path) -> str:
    """A section for each puzzle.

    Parameters
    ----------
    made : Path
        Folder for the pictures.
    """
    return "\n".join(section(puzzle, made) for puzzle in puzzles())


def section(puzzle: Puzzle, made: Path) -> str:
    """The puzzle as ``whoknows puzzle`` tells it, and its first model, if a picture of it can be read."""
    story = puzzle.tell()
    text = f"## {puzzle.title}\n\n`whoknows puzzle {puzzle.name}`\n\n```text\n{wrapped(str(story))}\n```\n"
    if not isinstance(story.model, KripkeModel) or len(story.model) > MOST_WORLDS:
        return (
            text
            + f"\nThe model has {story.model.count('true'):,} worlds at the beginning: too many for a picture here.\n"
        )
    file = made / f"puzzle-{puzzle.name}.svg"
    draw(story.model, file)
    return f"{text}\n```{{image}} /made/{file.name}\n:alt: the model at the beginning of {puzzle.title}\n```\n"


def wrapped(text: str) -> str:
    """The text in lines that fit on a page."""
    lines = (wrap(line, 92, subsequent_indent=" " * 11 * (line[:1] == " ")) or [""] for line in text.splitlines())
    return "\n".join(part for parts in lines for part in parts)
