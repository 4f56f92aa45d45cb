"""The look of pictures: a colour and a line style for each agent, the font, the text colours.

The colours are Okabe and Ito's, which colour-blind people can distinguish (Masataka Okabe, Kei Ito, "Color
Universal Design", 2008; Bang Wong, "Points of view: Color blindness", Nature Methods 8, 441, 2011,
doi:10.1038/nmeth.1618), darkened until a thin line and small letters are readable on white. Neighbours in the list
also differ in lightness or in line style, so agents can be distinguished in greyscale.
"""

from collections.abc import Sequence
from typing import NamedTuple

FONT = "DejaVu Sans,Verdana,sans-serif"
"""The font of pictures; Verdana has the widths of DejaVu Sans, for SVG viewers without it."""

INK, PALE, GHOST, FILL, PAPER = "#222222", "#6b6b6b", "#9a9a9a", "#ffdc73", "#ffffff"
"""Colours of text and rings, of remarks, of removed worlds, of highlighted worlds, and of the background."""

COLOURS = ("#074a94", "#c24a00", "#007a5a", "#c2408f", "#222222", "#2684b6", "#7a5c00", "#6a51a3")
STYLES = ("solid", "dashed", "dotted")
PALETTES = {
    "okabe-ito": COLOURS,
    "tol": ("#0072b3", "#bb3311", "#007a6c", "#222222", "#332288", "#663333"),
    "black": (INK,),
}
"""Colours by palette: Okabe and Ito; Paul Tol ("Colour Schemes", SRON/EPS/TN/09-002, 2021), darkened; only black."""


class Stroke(NamedTuple):
    """The colour, line style and line width of an agent."""

    colour: str
    style: str
    width: float  # in points


def strokes(agents: Sequence[str], palette: str = "okabe-ito") -> dict[str, Stroke]:
    """Return a stroke for each agent: a colour with one of three line styles. O(g) for g agents."""
    known, colours = {}, PALETTES[palette]
    for place, agent in enumerate(agents):
        style = STYLES[(place % len(colours) + place // len(colours)) % len(STYLES)]
        known[agent] = Stroke(colours[place % len(colours)], style, 2.2 if style == "dotted" else 1.6)
    return known


def tint(colour: str, share: float = 0.1) -> str:
    """Mix the colour ``#rrggbb`` with white; `share` is the proportion of the colour."""
    return "#" + "".join(f"{round(255 + share * (int(colour[i : i + 2], 16) - 255)):02x}" for i in (1, 3, 5))


def _luminance(colour: str) -> float:
    """Return the relative luminance of ``#rrggbb``, from 0 (black) to 1 (white) (WCAG 2)."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 (none) to 21 (black on white); small text needs 4.5 (WCAG 2)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)
