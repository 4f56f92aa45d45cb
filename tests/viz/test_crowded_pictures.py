"""Pictures of many worlds and lines: as true as small ones, the same each time, not much wider than their worlds."""

import re
from itertools import combinations
from math import dist
from random import Random

import pytest
from drawn import covered_names, lines_behind_worlds, panel_of

from kripke.checking import build
from kripke.models.kripke_model import KripkeModel
from viz.drawing import to_graphviz
from viz.layout import routing
from viz.layout.geometry import Curve
from viz.output import layout_process

MANY = {"max_worlds": 200, "max_lines": 2_000}


def crowd(worlds, arrows):
    rng, atoms = Random(worlds), {f"w{i}": {"p"} for i in range(worlds)}
    return KripkeModel(atoms, {"ann": [rng.choices([*atoms], k=2) for _ in range(arrows)]}).structure


def classes(worlds, size):
    rng, names = Random(worlds), [f"w{i}" for i in range(worlds)]
    parts = {}
    for agent in ("ann", "bob"):
        rng.shuffle(names)
        parts[agent] = [names[i : i + size] for i in range(0, worlds, size)]
    return build.s5({name: {"p"} for name in names}, parts)


@pytest.mark.parametrize("budget", [0, routing.BUDGET])
def test_when_the_budget_is_spent_no_line_runs_behind_a_world_and_the_picture_repeats(budget, monkeypatch):
    monkeypatch.setattr(routing, "BUDGET", budget)
    structure = crowd(40, 150)
    panel = panel_of(structure, **MANY)
    assert not lines_behind_worlds(panel)
    assert not covered_names(panel)
    assert panel_of(structure, **MANY) == panel


def test_a_smaller_budget_compares_fewer_routes_with_worlds(monkeypatch):
    routes, handles = [], routing._Corridor.handles

    def counted(corridor, way):
        routes[-1] += 1
        return handles(corridor, way)

    monkeypatch.setattr(routing._Corridor, "handles", counted)
    for budget in (routing.BUDGET, 0):
        monkeypatch.setattr(routing, "BUDGET", budget)
        routes.append(0)
        panel_of(crowd(40, 150), **MANY)
    assert routes[1] < 0.8 * routes[0]


@pytest.mark.parametrize("size", [pytest.param(4, marks=pytest.mark.slow), 10])
def test_classes_of_many_worlds_show_no_false_member_and_stay_together(size):
    panel = panel_of(classes(100, size), **MANY)
    assert not lines_behind_worlds(panel)
    assert not covered_names(panel)
    assert not any(one.meets(other) for one, other in combinations(panel.ringed, 2))
    assert max(panel.bounds.width, panel.bounds.height) < 6 * 10 * (panel.boxes[0].width + 18)


def test_many_lines_are_straight_in_dot():
    assert "splines=true" in to_graphviz(classes(40, 4), engine="dot", **MANY).source
    assert "splines=line" in to_graphviz(classes(100, 4), engine="dot", **MANY).source


@pytest.mark.parametrize("engine", ["dot", "neato", "fdp", "circo"])
def test_two_lines_between_the_same_worlds_part_in_graphviz_and_in_our_own_picture(engine):
    model = KripkeModel({"u": set(), "v": {"p"}}, {"a": [("u", "v"), ("v", "u")], "b": [("u", "v")]})
    written = to_graphviz(model, engine=engine).source
    laid = layout_process.run({"dot": written, "engine": engine, "format": "dot", "font": "DejaVu Sans"}).decode()
    ways = [re.findall(r"(?<![se,])\b([\d.]+),([\d.]+)", way) for way in re.findall(r'\bpos="((?:s|e),[^"]*)"', laid)]
    drawn = [Curve(*((float(x), float(y)) for x, y in way[-4:])) for way in ways]
    for one, other in (drawn, [track.curve for track in panel_of(model.structure, engine=engine).tracks]):
        assert min(dist(one.at(0.5), other.at(k / 50)) for k in range(51)) > 6
