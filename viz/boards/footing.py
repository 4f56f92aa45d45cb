"""What the signs of a table mean, at its foot: on a narrow table in several rows of letters that a phone can show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from viz.canvas import Canvas, Words, fitting, text_width
from viz.theme import PALE

WIDE, NARROW = 11.0, 13.0
"""Sizes of the letters; a narrow table is shown smaller than it is."""
GAP, EDGE = 18.0, 12.0
"""Distance of two parts, and of the parts from the border."""


def footed(canvas: Canvas, parts: Sequence[str]) -> Canvas:
    """The canvas, whose last 20 points are free, with these parts there, and longer by the rows that they need."""
    room, size = canvas.width - 2 * EDGE, WIDE if canvas.width > canvas.height else NARROW
    sizes = [fitting(part, size, room, bold=False) for part in parts]
    rows: list[list[int]] = [[]]
    widths = [text_width(part, each) for part, each in zip(parts, sizes, strict=True)]
    for i, width in enumerate(widths):
        if rows[-1] and sum(widths[k] + GAP for k in rows[-1]) + width > room:
            rows.append([])
        rows[-1].append(i)
    words, y = [], canvas.height - 14
    for row in rows:
        x = (canvas.width - sum(widths[i] for i in row) - GAP * (len(row) - 1)) / 2
        for i in row:
            words.append(Words(x, y, parts[i], sizes[i], PALE, anchor="start"))
            x += widths[i] + GAP
        y += 1.5 * size
    longer = 1.5 * size * (len(rows) - 1)
    return replace(canvas, height=canvas.height + longer, shapes=(*canvas.shapes, *words))
