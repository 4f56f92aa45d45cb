"""How pictures look: a colour and a line style for each agent, the font, the inks.

The colours are Okabe and Ito's, which people who are colour-blind tell apart (Masataka Okabe, Kei Ito, "Color
Universal Design", 2008; Bang Wong, "Points of view: Color blindness", Nature Methods 8, 441, 2011,
doi:10.1038/nmeth.1618), darkened until a thin line and small letters are readable on white. Neighbours in the list
differ in lightness or in line style too, so that a grey print still tells the agents apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

FONT = "DejaVu Sans,Verdana,sans-serif"
"""DejaVu comes along with matplotlib; where an SVG's reader lacks it, Verdana has the same widths."""

INK, PALE, GHOST, FILL, PAPER = "#222222", "#6b6b6b", "#9a9a9a", "#ffdc73", "#ffffff"
"""Text and rings; remarks; worlds that are gone; worlds where the formula holds; what lies behind."""

COLOURS = ("#074a94", "#c24a00", "#007a5a", "#c2408f", "#222222", "#2684b6", "#7a5c00", "#6a51a3")
STYLES = ("solid", "dashed", "dotted")


@dataclass(frozen=True, slots=True)
class Stroke:
    """How an agent's lines are drawn.

    Parameters
    ----------
    colour : str
        As ``#rrggbb``.
    style : str
        ``solid``, ``dashed`` or ``dotted``.
    width : float
        In points.
    """

    colour: str
    style: str
    width: float


def strokes(agents: Sequence[str]) -> dict[str, Stroke]:
    """A stroke for each agent, by her place in the order: no two alike among the first 24 agents. O(g) for g agents."""
    return {agent: _stroke(place) for place, agent in enumerate(agents)}


def _stroke(place: int) -> Stroke:
    style = STYLES[(place % len(COLOURS) + place // len(COLOURS)) % len(STYLES)]
    return Stroke(COLOURS[place % len(COLOURS)], style, 2.2 if style == "dotted" else 1.6)


def luminance(colour: str) -> float:
    """The relative luminance of ``#rrggbb``, 0 for black to 1 for white (WCAG 2)."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, 1 (none) to 21 (black on white); small text wants 4.5 (WCAG 2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
