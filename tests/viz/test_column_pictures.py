"""Random models of 20 worlds in a column of a paper: frames and lines that can be read, measured in the drawing."""

from itertools import combinations
from random import Random

import pytest
from drawn import covered_names, lines_behind_worlds, panel_of
from effort import seeds

from kripke.models.kripke_model import KripkeModel
from viz.drawing import draw, laid_out, options_of, to_graphviz, to_tikz
from viz.layout.placement import faults_of
from viz.pictures.legend import Beside
from viz.pictures.picture import INCH, LETTERS, MARGIN, DrawError

COLUMN = 8.5 / 2.54 * INCH


def random_model(seed):
    """20 worlds, 2 or 3 agents, classes of 1 to 6 worlds."""
    random, names = Random(seed), [f"w{i}" for i in range(20)]
    parts = {}
    for agent in "abc"[: random.choice([2, 3])]:
        left, parts[agent] = random.sample(names, 20), []
        while left:
            size = random.randint(1, 6)
            parts[agent].append(left[:size])
            left = left[size:]
    worlds = {name: {atom for atom in "pq" if random.random() < 0.5} for name in names}
    return KripkeModel.s5(worlds, parts, actual=random.choice(names))


def faults(seed):
    """What is wrong in the picture of a random model in a column."""
    structure = random_model(seed).structure
    drawing = laid_out(structure, options_of(width="column"), Beside([""]), "svg")
    (panel,) = drawing.sheets[0].panels
    wrong = {
        "behind": lines_behind_worlds(panel),
        "covered": covered_names(panel),
        "tips": faults_of(panel.ringed, panel.tracks).tips,
        "worlds and names meet": [one for one, other in combinations(panel.ringed, 2) if one.meets(other)],
        "letters": LETTERS * drawing.scale < 6.0,
        "width": (drawing.bounds.width + 2 * MARGIN) * drawing.scale > COLUMN + 0.1,
        "frames": [one for one, other in combinations([box for _, box in panel.frames], 2) if one.meets(other)],
    }
    return {name: each for name, each in wrong.items() if each}


@pytest.mark.parametrize("seed", seeds(4, 8))
def test_a_random_model_of_twenty_worlds_fits_a_column(seed):
    assert faults(seed) == {}


@pytest.mark.slow
@pytest.mark.parametrize("hundred", range(10))
def test_a_thousand_random_models_of_twenty_worlds_fit_a_column(hundred):
    found = {seed: faults(seed) for seed in range(100 * hundred, 100 * hundred + 100)}
    assert {seed: wrong for seed, wrong in found.items() if wrong} == {}


def test_frames_hold_the_classes_of_the_agent_that_is_asked_for_and_no_other_world():
    structure = random_model(1).structure
    panel = panel_of(structure, frames="b")
    held = [{i for i, world in enumerate(panel.ringed[:20]) if box.meets(world)} for agent, box in panel.frames]
    assert [agent for agent, _ in panel.frames] == ["b"] * len(held)
    labels = structure.relations["b"].labels.tolist()
    classes = [{i for i, label in enumerate(labels) if label == each} for each in {*labels}]
    assert sorted(map(sorted, held)) == sorted(sorted(each) for each in classes if len(each) > 1)


def test_agents_without_classes_have_no_frames():
    model = KripkeModel({"w": set(), "v": {"p"}}, {"a": [("w", "v")]})
    with pytest.raises(DrawError, match="a does not have classes of worlds"):
        draw(model, frames="a")


def test_frames_are_written_as_clusters_and_in_tikz_as_rectangles():
    assert "subgraph" in to_graphviz(random_model(1), frames="a").source
    assert r"\filldraw[agentA" in to_tikz(random_model(1), frames="a")


def test_stars_of_two_ranks_are_drawn_beside_frames_and_removed_worlds():
    worlds = {f"w{i}": {"p"} if i % 2 else set() for i in range(6)}
    partitions = {"a": [list(worlds)], "b": [["w0"], ["w1", "w3"], ["w2", "w4", "w5"]]}
    ranks = {"a": {world: int(world in ("w1", "w3", "w4")) for world in worlds}}
    model = KripkeModel.s5(worlds, partitions, actual="w1", ranks=ranks)
    assert [agent for agent, _ in panel_of(model.structure, frames="b").frames] == ["b", "b"]
    assert draw(model.announce("p"), before=model).count("<title>gone ") >= 3
