"""Pictures never say what is false: no line runs behind a world it does not join, no name or tip covers another.

The checks compute from the places that were drawn, with finer points than the layout used.
"""

from itertools import combinations
from random import Random

import pytest
from drawn import covered_names, lines_behind_worlds, panel_of
from effort import examples, seeds
from hypothesis import example, given
from hypothesis import strategies as st
from randoms import random_structure

from kripke.checking import build
from logic.errors import TooLarge
from viz.faults import TOUCHING
from viz.geometry import Box
from viz.line_labels import tip_boxes
from viz.tips import TIP


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


@pytest.mark.parametrize("seed", seeds(25, 250))
def test_tips_of_arrows_do_not_cover_one_another(seed):
    structure = random_structure(Random(seed + 1000), most_worlds=12)
    try:
        panel = panel_of(structure, max_lines=24)
    except TooLarge:
        return
    tips = [tip for track in panel.tracks for tip in tip_boxes(track.link, track.curve)]
    seen = [Box(tip.x, tip.y, TIP - TOUCHING, TIP - TOUCHING) for tip in tips]
    assert not [pair for pair in combinations(seen, 2) if pair[0].meets(pair[1])]


@pytest.mark.parametrize("seed", [5, 6])
def test_thirty_worlds_in_classes_show_no_false_member(seed):
    rng = Random(seed)
    worlds = {f"w{i}": {atom for atom in "pqrs" if rng.random() < 0.5} for i in range(30)}
    classes = {agent: {} for agent in ("ann", "bob")}
    for parts in classes.values():
        for world in worlds:
            parts.setdefault(rng.randrange(8), []).append(world)
    require_true(panel_of(build.s5(worlds, {agent: [*parts.values()] for agent, parts in classes.items()})))
