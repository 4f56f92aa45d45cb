"""Sameness drawn: lines between bisimilar worlds, or the worlds where a formula tells two models apart."""

from itertools import pairwise
from random import Random
from xml.etree import ElementTree

import pytest
from drawn import covers, points_of
from effort import examples
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from randoms import random_structure

from kripke.data.errors import ModelError
from kripke.models.kripke_model import KripkeModel
from kripke.sameness.bisimulation import bisimilar
from kripke.sameness.invariance import contract
from logic.errors import TooLarge
from viz.layout.placement import bridges_between
from viz.output.files import sheets_of
from viz.output.sheet import Beside
from viz.pair_pictures import SamenessLayout, draw_sameness
from viz.pictures.links import Link
from viz.pictures.model_picture import picture_of
from viz.pictures.picture import DrawError, Options
from viz.theme import FILL

SVG = "{http://www.w3.org/2000/svg}"
FOUR = KripkeModel.s5(
    {"w1": {"p"}, "w2": {"p"}, "v1": set(), "v2": set()},
    {"a": [["w1", "v1"], ["w2", "v2"]], "b": [["w1", "w2"], ["v1"], ["v2"]]},
    actual="w1",
)
SMALL = KripkeModel.of(contract(FOUR.structure))
SURE = KripkeModel.s5({"x": {"p"}, "y": set()}, {"a": [["x"], ["y"]]}, actual="x")
UNSURE = KripkeModel.s5({"x": {"p"}, "y": set()}, {"a": [["x", "y"]]}, actual="x")


def texts(svg):
    return ["".join(each.itertext()) for each in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def groups(svg, kind):
    return [each for each in ElementTree.fromstring(svg).iter(f"{SVG}g") if each.get("class") == kind]


def bridges(svg):
    """The pairs of worlds, by their names in DOT, that a line joins across the two pictures."""
    titles = [each.find(f"{SVG}title").text for each in groups(svg, "edge")]
    ends = [title.replace("->", "--").split("--") for title in titles]
    return {(one[2:], other[2:]) for one, other in ends if one.startswith("a ") and other.startswith("b ")}


def filled(svg):
    return {
        node.find(f"{SVG}title").text
        for node in groups(svg, "node")
        if any(each.get("fill") == FILL for each in node.iter())
    }


def test_bisimilar_worlds_are_joined_and_no_others():
    svg = draw_sameness(FOUR, SMALL)
    assert bridges(svg) == {("w1", "w1"), ("w2", "w1"), ("v1", "v1"), ("v2", "v1")}
    assert "bisimilar" in texts(svg)
    assert not filled(svg)


def test_models_that_a_formula_tells_apart_show_where_it_holds():
    svg = draw_sameness(SURE, UNSURE, legend=True)
    assert not bridges(svg)
    assert {"K_a p holds", "not bisimilar: K_a p holds at x of one, not at x of other"} <= set(texts(svg))
    assert {name for name in filled(svg) if name[0] in "ab"} == {"a x"}


def test_a_formula_of_the_user_is_highlighted_instead_and_the_other_is_said():
    svg = draw_sameness(SURE, UNSURE, highlight="p")
    assert {"p holds", "not bisimilar: K_a p holds at x of one, not at x of other"} <= set(texts(svg))
    assert {name for name in filled(svg) if name[0] in "ab"} == {"a x", "b x"}
    same = filled(draw_sameness(FOUR, SMALL, highlight="p"))
    assert {name for name in same if name[0] in "ab"} == {"a w1", "a w2", "b w1"}


def test_captions_are_above_the_models_and_are_two():
    assert {"model", "contracted"} <= set(texts(draw_sameness(FOUR, SMALL, captions=("model", "contracted"))))
    with pytest.raises(DrawError, match="two texts"):
        draw_sameness(FOUR, SMALL, captions="ab")


@pytest.mark.parametrize("ending", ["svg", "png", "pdf", "dot", "tex"])
def test_sameness_is_drawn_in_every_format(ending, tmp_path):
    assert draw_sameness(FOUR, SMALL, tmp_path / f"same.{ending}").stat().st_size > 300


def test_in_tikz_a_bridge_joins_a_world_of_each_model(tmp_path):
    tex = draw_sameness(FOUR, SMALL, tmp_path / "same.tex").read_text(encoding="utf-8")
    assert tex.count(r"\draw[bridge] (w") == 4
    assert r"bridge/.style" in tex


def test_only_the_atoms_asked_for_are_compared():
    other = KripkeModel.s5({"x": {"p", "q"}, "y": set()}, {"a": [["x", "y"]]}, actual="x")
    with pytest.raises(ModelError, match=r"atoms q: .*one model only.*atoms="):
        draw_sameness(UNSURE, other)
    assert bridges(draw_sameness(UNSURE, other, compare=["p"])) == {("x", "x"), ("y", "y")}


def test_models_with_other_agents_are_not_compared():
    with pytest.raises(ModelError, match=r"agents b: .*one model only"):
        draw_sameness(FOUR, SURE)


def test_too_many_pairs_are_refused_before_anything_is_laid_out():
    names = list(range(20))
    model = KripkeModel.s5({i: {"p"} for i in names}, {"a": [names]}, actual=0)
    with pytest.raises(TooLarge, match=r"400 pairs.* 250: .*contract\(model\).*max_lines=400"):
        draw_sameness(model, model)
    assert draw_sameness(contract(model.structure), contract(model.structure))


def test_a_part_of_two_models_is_not_advised_by_its_worlds():
    with pytest.raises(TooLarge, match=r"letters.*: show a part by agents=\[\.\.\.\], .*width"):
        draw_sameness(UNSURE, UNSURE, width=0.5)


def sheet(one, other, links):
    pictures = [picture_of(each.structure, Options()) for each in (one, other)]
    return sheets_of(pictures, Beside(["", ""], bridges=links), SamenessLayout(links))[0]


def test_the_second_model_is_turned_so_that_worlds_stand_beside_their_matches():
    links = [Link(i, i, "line", ()) for i in range(2)]
    for model in (UNSURE, UNSURE.at("y")):
        left, right = sheet(UNSURE, model, links).panels
        assert (left.boxes[0].y > left.boxes[1].y) == (right.boxes[0].y > right.boxes[1].y)
        assert abs(left.boxes[0].y - left.boxes[1].y) > abs(left.boxes[0].x - left.boxes[1].x)


def test_bridges_end_at_their_worlds_and_avoid_the_others():
    links = [Link(0, 0, "line", ()), Link(1, 0, "line", ()), Link(2, 1, "line", ())]
    drawn = sheet(FOUR, SMALL, links)
    left, right = drawn.panels
    for track in bridges_between(left, right, links):
        own = left.ringed[track.link.source], right.ringed[track.link.target]
        others = [box for panel in (left, right) for box in panel.ringed if box not in own]
        assert not any(covers(box, points_of(track.curve)).any() for box in others)
        for end, box in zip((track.curve.a, track.curve.d), own, strict=True):
            assert box.grown(2).meets(type(box)(*end, 0, 0))


def test_worlds_in_a_row_have_the_same_space_between_them():
    boxes = sorted(sheet(FOUR, FOUR, []).panels[0].boxes, key=lambda box: box.y)
    gaps = [(b.y - a.y) - (a.height + b.height) / 2 for a, b in pairwise(boxes)]
    assert max(gaps) - min(gaps) < 10


@examples(10, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**6))
def test_any_two_models_are_joined_exactly_where_they_are_bisimilar(seed):
    rng = Random(seed)
    one = random_structure(rng, most_worlds=4)
    other = contract(one) if rng.random() < 0.5 else one
    svg = draw_sameness(one, other, max_lines=1_000)
    assert bool(bridges(svg)) == bisimilar(one, other)
