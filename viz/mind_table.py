"""A model with many worlds as a table: each agent's degrees of belief, as the owner of the model sees them.

A ring of three hundred worlds cannot be read; numbers of believed worlds and degrees can.
"""

from __future__ import annotations

from typing import NamedTuple

from kripke.models.kripke_model import KripkeModel
from viz.canvas import Canvas, Paint, Rounded, Shape, Words, text_width
from viz.mind_classes import BeliefClass, OwnedModel, one_word
from viz.theme import FILL, GHOST, INK, PALE, PAPER, strokes

EDGE, HEAD, FOOT = 24.0, 66.0, 40.0
SIZE, ROW, GAP = 11.0, 26.0, 12.0
"""Size of letters, height of a row, and distance of the parts of the table, in points."""


class _Row(NamedTuple):
    """An agent in one class: a description, the degrees, and the number of believed worlds."""

    agent: str
    said: str
    degrees: tuple[float, ...]
    believed: str


def table_canvas(mind: KripkeModel, owner: str, *, title: str = "", note: str = "") -> Canvas | None:
    """The table of a model whose atoms all have the same predicate, such as ``saboteur(ann)``; None for other models.

    Notes
    -----
    O(a n^2) for a agents and n worlds.
    """
    about, word = one_word(mind)
    if not word:
        return None
    model = OwnedModel(mind, owner)
    rows = [row for agent in _owner_first(mind, owner) for row in _rows(model, agent, list(about))]
    left = max(text_width(row.said, SIZE, True) for row in rows) + GAP
    cell = max(44.0, *(text_width(name, SIZE, True) + GAP for name in about.values()))
    width = 2 * EDGE + left + cell * len(about) + GAP + text_width(_longest(rows), SIZE) + GAP
    width = max(width, 2 * EDGE + text_width(_legend(word), 10.5))
    heading = title or f"The mind of {owner}"
    shapes: list[Shape] = [Words(EDGE, 30, heading, 18, INK, True, "start")]
    shapes.append(Words(width - EDGE, 31, note, 11, PALE, False, "end"))
    shapes += _head([*about.values()], EDGE + left, cell)
    colours = {agent: stroke.colour for agent, stroke in strokes(list(mind.agents)).items()}
    for number, row in enumerate(rows):
        y = HEAD + ROW * (number + 1.5) + (GAP if number else 0.0)
        shapes += _line(row, y, EDGE + left, cell, colours[row.agent])
    height = HEAD + ROW * (len(rows) + 1.5) + GAP + FOOT
    shapes.append(Words(EDGE, height - FOOT / 2, _legend(word), 10.5, PALE, anchor="start"))
    return Canvas(width, height, tuple(shapes), heading)


def _owner_first(mind: KripkeModel, owner: str) -> list[str]:
    return [owner, *(agent for agent in mind.agents if agent != owner)]


def _rows(model: OwnedModel, agent: str, atoms: list[str]) -> list[_Row]:
    classes = model.classes(agent)
    return [_row(model, agent, each, atoms, len(classes) > 1) for each in classes]


def _row(model: OwnedModel, agent: str, each: BeliefClass, atoms: list[str], several: bool) -> _Row:
    said = f"{model.describe(agent, each)}," if several else agent
    who = f"{agent} believes" if agent == model.owner else f"{model.owner} believes that {said} believes"
    degrees = tuple(float(model.mind.degree(agent, atom, at=each.worlds[0], alike=True)) for atom in atoms)
    return _Row(agent, who, degrees, f"{len(each.believed)} of {len(each.possible)} worlds")


def _longest(rows: list[_Row]) -> str:
    return max((row.believed for row in rows), key=len)


def _head(names: list[str], x: float, cell: float) -> list[Shape]:
    return [Words(x + cell * (place + 0.5), HEAD + ROW / 2, name, SIZE, INK, True) for place, name in enumerate(names)]


def _line(row: _Row, y: float, x: float, cell: float, colour: str) -> list[Shape]:
    shapes: list[Shape] = [Words(EDGE, y, row.said, SIZE, colour, True, "start")]
    for place, degree in enumerate(row.degrees):
        middle = x + cell * (place + 0.5)
        shapes.append(Rounded(middle, y, cell - 3, ROW - 3, 4, Paint(PAPER, GHOST, 0.6)))
        if degree:
            shapes.append(Rounded(middle, y, cell - 3, ROW - 3, 4, Paint(FILL, opacity=degree)))
        shapes.append(Words(middle, y, f"{degree:.2f}", SIZE, INK if degree else PALE))
    shapes.append(Words(x + cell * len(row.degrees) + GAP, y, row.believed, SIZE, PALE, anchor="start"))
    return shapes


def _legend(word: str) -> str:
    return (
        f"degrees of belief that each player is a {word}; and the number of worlds that the agent believes, of those "
        "that the agent considers possible"
    )
