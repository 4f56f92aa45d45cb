"""What is wrong in a drawn panel: lines behind worlds that they do not join, and names that cover or are covered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from viz.geometry import Box, overlaps, shortened
from viz.line_labels import points_along, tip_boxes
from viz.links import tips_of
from viz.routing import Track
from viz.tips import TIP

TOUCHING = 2.0
"""Overlap of two tips, in points, that is not yet seen."""


SEEN = 6.0
"""Length of a line, without tips, that must be seen between a world and a name, in points."""


class Faults(NamedTuple):
    """Numbers of faults; the fewer of the first, the better, then of the next.

    Parameters
    ----------
    unclear : int
        Lines behind the names of others, and ends of lines behind their own names.
    """

    behind: int
    covered: int
    tips: int
    unclear: int

    @property
    def false(self) -> int:
        """The number of faults that say what is not so, or hide what is."""
        return self.behind + self.covered


def faults_of(boxes: Sequence[Box], tracks: Sequence[Track]) -> Faults:
    """The faults of a panel. O(l (n + l)) for n boxes and l tracks, in arrays.

    Parameters
    ----------
    boxes : sequence of Box
        Of the worlds, with second rings, and of the hubs.
    """
    named = [track.label for track in tracks if track.label is not None]
    tips = [tip for track in tracks for tip in tip_boxes(track.link, track.curve)]
    return Faults(
        behind=sum(_behind(track, boxes) for track in tracks),
        covered=int(overlaps(named, boxes).sum() + overlaps(named, tips).sum()) + _among(named),
        tips=_among([Box(tip.x, tip.y, TIP - TOUCHING, TIP - TOUCHING) for tip in tips]),
        unclear=sum(_under_names(track, tracks) + _hidden_ends(track) for track in tracks),
    )


def _behind(track: Track, boxes: Sequence[Box]) -> int:
    """Number of boxes behind which the line runs, without its own."""
    points, own = points_along(track.curve), (track.link.source, track.link.target)
    window = _window(points)
    return sum(bool(box.covers(points).any()) for k, box in enumerate(boxes) if k not in own and box.meets(window))


def _under_names(track: Track, tracks: Sequence[Track]) -> int:
    """Number of other lines' names behind which the line runs."""
    points = points_along(track.curve)
    window = _window(points)
    labels = [other.label for other in tracks if other is not track and other.label is not None]
    return sum(bool(label.covers(points).any()) for label in labels if label.meets(window))


def _hidden_ends(track: Track) -> int:
    """Number of ends of a line that its own name covers almost up to the world."""
    if track.label is None or track.link.kind == "loop":
        return 0
    label = track.label
    ends = [
        shortened(track.curve, SEEN + TIP * tip, at_start)
        for at_start, tip in zip((True, False), tips_of(track.link), strict=True)
    ]
    return sum(bool(label.covers(np.array([end])).any()) for end in (ends[0].a, ends[1].d))


def _window(points: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Box:
    low, high = points.min(axis=0), points.max(axis=0)
    return Box(*((low + high) / 2).tolist(), *(high - low + 1.0).tolist())


def _among(boxes: Sequence[Box]) -> int:
    """Number of pairs of boxes that overlap."""
    return int(np.triu(overlaps(boxes, boxes), 1).sum())
