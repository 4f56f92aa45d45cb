"""Pictures never say what is false: no line runs behind a world it does not join, no name or tip covers another.

The checks compute from the places that were drawn, with finer points than the layout used.
"""

from itertools import combinations
from random import Random

import numpy as np
import pytest
from effort import examples
from hypothesis import example, given
from hypothesis import strategies as st
from randoms import random_structure

from kripke.checking import build
from logic.errors import TooLarge
from viz.legend import Beside
from viz.line_labels import tip_boxes
from viz.model_picture import picture_of
from viz.output import sheet_of
from viz.picture import Options

FINE = np.linspace(0.0, 1.0, 801)


def panel_of(structure, **options):
    return sheet_of([picture_of(structure, Options(**options))], Beside([""]), 30).panels[0]


def lines_behind_worlds(panel):
    """The lines that run behind a world or a hub that they do not join."""
    return [
        (track.link, k)
        for track in panel.tracks
        for k, box in enumerate(panel.ringed)
        if k not in (track.link.source, track.link.target) and box.covers(track.curve.points(FINE)).any()
    ]


def covered_names(panel):
    """The names that cover, or are covered by, a world, a hub, another name or the tip of an arrow."""
    named = [(track.link, track.label) for track in panel.tracks if track.label is not None]
    tips = [tip for track in panel.tracks for tip in tip_boxes(track.link, track.curve)]
    over = [link for link, label in named for other in [*panel.ringed, *tips] if label.meets(other)]
    return over + [one[0] for one, other in combinations(named, 2) if one[1].meets(other[1])]


def require_true(panel):
    assert not lines_behind_worlds(panel)
    assert not covered_names(panel)
    assert not [pair for pair in combinations(panel.ringed, 2) if pair[0].meets(pair[1])]


@examples(150)
@example(16)
@example(28)
@given(st.integers(0, 10**6))
def test_no_line_runs_behind_a_world_and_no_name_covers_anything(seed):
    structure = random_structure(Random(seed), most_worlds=24)
    try:
        panel = panel_of(structure, max_lines=60)
    except TooLarge:
        return
    require_true(panel)


@pytest.mark.parametrize("seed", [5, 6])
def test_thirty_worlds_in_classes_show_no_false_member(seed):
    rng = Random(seed)
    worlds = {f"w{i}": {atom for atom in "pqrs" if rng.random() < 0.5} for i in range(30)}
    classes = {agent: {} for agent in ("ann", "bob")}
    for parts in classes.values():
        for world in worlds:
            parts.setdefault(rng.randrange(8), []).append(world)
    require_true(panel_of(build.s5(worlds, {agent: [*parts.values()] for agent, parts in classes.items()})))
