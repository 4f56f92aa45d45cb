"""Pictures never say what is false: no line runs behind a world it does not join, no name or tip covers another.

The checks compute from the places that were drawn, with finer points than the layout used.
"""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from drawn import covered_names, lines_behind_worlds, panel_of
from effort import examples, thorough
from hypothesis import example, given
from hypothesis import strategies as st
from randoms import random_structure

from kripke.change.actions.evidence import Trust
from kripke.checking import build
from kripke.models.kripke_model import KripkeModel
from kripke.puzzles import puzzle, puzzles
from logic.errors import TooLarge
from viz.drawing import draw
from viz.layout.geometry import Box
from viz.layout.placement import TOUCHING
from viz.layout.tips import TIP, tip_boxes


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


def overlapping_tips(panel):
    """The pairs of tips of arrows that overlap so far that it is seen."""
    tips = [tip for track in panel.tracks for tip in tip_boxes(track.link, track.curve)]
    seen = [Box(tip.x, tip.y, TIP - TOUCHING, TIP - TOUCHING) for tip in tips]
    return [pair for pair in combinations(seen, 2) if pair[0].meets(pair[1])]


@pytest.mark.parametrize("layout", [None, pytest.param("layers", marks=pytest.mark.slow), "grid", "circle"])
def test_no_tips_of_arrows_cover_one_another(layout):
    for seed in [*range(1000, 1250 if thorough() else 1006), 1193]:  # the last has many worlds around dots in a grid
        try:
            panel = panel_of(random_structure(Random(seed), most_worlds=24), max_lines=60, layout=layout)
        except TooLarge:
            continue
        assert not overlapping_tips(panel), seed


@pytest.mark.parametrize("layout", [None, "layers", "grid", "circle"])
@pytest.mark.parametrize("name", ["hexa", "muddy_children", "coin_in_the_box", "sally_anne", "lie"])
def test_the_pictures_of_puzzles_have_no_fault(name, layout):
    for step in puzzle(name).tell().steps:
        if step.model is not None:
            panel = panel_of(step.model.structure, layout=layout)
            require_true(panel)
            assert not overlapping_tips(panel)


@pytest.mark.parametrize("layout", [None, "layers", "grid", "circle"])
@pytest.mark.parametrize("name", [pytest.param(each.name, marks=pytest.mark.slow) for each in puzzles()])
def test_the_picture_of_each_puzzle_has_no_fault_or_is_refused_with_the_way_out(name, layout):
    refused = []
    for step in puzzle(name).tell().steps:
        if isinstance(step.model, KripkeModel) and len(step.model) <= 64:
            try:
                panel = panel_of(step.model.structure, layout=layout)
            except TooLarge as error:
                refused.append(str(error))
                continue
            require_true(panel)
            assert not overlapping_tips(panel)
    ways_out = ("max_lines", "show a part by")
    assert all(any(way in each for way in ways_out) for each in refused)


def test_a_line_behind_a_world_of_a_grid_is_refused_and_the_advised_names_have_none():
    (numbers,) = {step.model for step in puzzle("what_sum").tell().steps if step.model and len(step.model) == 28}
    with pytest.raises(TooLarge, match=r"lines.* behind worlds.* names='compact', .*worlds="):
        draw(numbers, layout="grid")
    require_true(panel_of(numbers.structure, layout="grid", names="compact"))
    require_true(panel_of(numbers.structure))


@pytest.mark.parametrize("seed", [5, 6])
def test_thirty_worlds_in_classes_show_no_false_member(seed):
    rng = Random(seed)
    worlds = {f"w{i}": {atom for atom in "pqrs" if rng.random() < 0.5} for i in range(30)}
    classes = {agent: {} for agent in ("ann", "bob")}
    for parts in classes.values():
        for world in worlds:
            parts.setdefault(rng.randrange(8), []).append(world)
    require_true(panel_of(build.s5(worlds, {agent: [*parts.values()] for agent, parts in classes.items()})))


def test_weights_of_any_length_are_drawn_in_short():
    weights = {"a": {"w": 0, "v": 1}, "b": {"w": 1, "v": 0}}
    model = KripkeModel.s5({"w": {"p"}, "v": set()}, {agent: [["w", "v"]] for agent in "ab"}, weights=weights)
    for _ in range(6):
        model = model.update(Trust("a", "b", rate=Fraction(1, 3 * 10**998)))
    assert "≈ 1" in draw(model)
