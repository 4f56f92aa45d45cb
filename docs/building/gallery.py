"""The gallery: each puzzle of the registry, told, with a picture of the model at its beginning."""

import re
from pathlib import Path

from kripke.models.kripke_model import KripkeModel
from kripke.puzzles import Puzzle, puzzles
from kripke.puzzles.story import Story, count_width
from viz.drawing import draw

MOST_WORLDS = 20
"""Maximal number of worlds of a picture in the gallery: what can be read at the width of a page."""
WIDTH = 6.3  # of the page, in inches


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
    text = f"## {puzzle.title}\n\n`whoknows puzzle {puzzle.name}`\n\n{told(story)}\n"
    count = story.model.count("true")
    if count == 1:
        return f"{text}\nThe model has one world at the beginning.\n"
    if not isinstance(story.model, KripkeModel) or count > MOST_WORLDS:
        why = "in a picture of this width their names would be too small"
        return f"{text}\nThe model has {count:,} worlds at the beginning: {why}.\n"
    file = made / f"puzzle-{puzzle.name}.svg"
    draw(story.model, file, width=WIDTH)
    return f"{text}\n```{{image}} /made/{file.name}\n:alt: the model at the beginning of {puzzle.title}\n```\n"


def told(story: Story) -> str:
    """The story as paragraphs, with a list of what happens."""
    rows = list(story.rows())
    steps = "\n".join(f"{shown:>{count_width(rows)}}  {sentence}" for shown, sentence, _ in rows)
    after = [f"Answer: {story.conclusion}", *(f"Warning: {warning}" for warning in story.warnings)]
    before = [story.statement, f"Source: {story.source}"]
    return "\n\n".join([*map(plain, before), f"```text\n{steps}\n```", *map(plain, after)])


def plain(text: str) -> str:
    """The text in Markdown, in which none of its signs has a meaning."""
    return re.sub(r"([\\`*_{}\[\]<>#|$~])", r"\\\1", text)
