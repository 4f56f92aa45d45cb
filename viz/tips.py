"""Arrow tips: their size, and where they are on a line."""

from __future__ import annotations

from viz.geometry import Curve, Point, shortened

TIP = 8.0
"""Approximate length and width of a tip, in points."""


def tip_middle(curve: Curve, at_start: bool) -> Point:
    """The middle of a tip at an end of a line."""
    inner = shortened(curve, TIP / 2, at_start)
    return inner.a if at_start else inner.d
