"""Event models drawn: squares with what they need and what they change, and beside a model their product."""

import re
from random import Random
from xml.etree import ElementTree

import pytest
from effort import examples
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from randoms import random_event_model, random_structure

from kripke.change.event import Event, EventModel
from kripke.change.product import product
from kripke.data.errors import ModelError, PreconditionFailed, UnknownAtom
from kripke.models.kripke_model import KripkeModel
from logic.errors import TooLarge
from viz.drawing import draw, to_graphviz, to_tikz
from viz.layout.geometry import Curve
from viz.output.dot import spline
from viz.output.files import sheets_of
from viz.output.sheet import Beside
from viz.pair_pictures import ProductLayout, draw_product
from viz.pictures.model_picture import picture_of, picture_of_events
from viz.pictures.picture import DrawError, Options
from viz.theme import FILL
from whoknows import may_read

SVG = "{http://www.w3.org/2000/svg}"
COIN = KripkeModel.s5({"w": {"h"}, "v": set()}, {"ann": [["w", "v"]], "bob": [["w", "v"]]}, actual="w")
PEEK = EventModel.s5(
    {"heads": Event("h"), "tails": Event("~h", {"seen": "K_ann h"})},
    {"ann": [["heads"], ["tails"]]},
    actual="heads",
    others=[["heads", "tails"]],
)
TOLD = EventModel(
    {"told": Event("h"), "nothing": Event()},
    {"ann": [("told", "told"), ("nothing", "nothing")], "bob": [("told", "nothing"), ("nothing", "nothing")]},
    actual="told",
)


def texts(svg):
    return ["".join(each.itertext()) for each in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def nodes(svg):
    groups = [each for each in ElementTree.fromstring(svg).iter(f"{SVG}g") if each.get("class") == "node"]
    return {group.find(f"{SVG}title").text: group for group in groups}


def rings(node):
    return len([each for each in node.iter() if each.tag in (f"{SVG}rect", f"{SVG}ellipse")])


def sheet(model, events):
    """The three panels with their places."""
    made = product(model.structure, events)
    pictures = [
        picture_of(model.structure, Options()),
        picture_of_events(events, Options(), model.agents),
        picture_of(made.structure, Options()),
    ]
    return sheets_of(pictures, Beside(["model", "events", "product"], "×="), ProductLayout(made))[0]


def where(panel):
    return {spot.world: box for spot, box in zip(panel.picture.spots, panel.boxes, strict=False)}


# ------------------------------------------------------------------------------------------- the event model alone


def test_the_boxes_of_events_say_preconditions_and_postconditions():
    said = texts(draw(PEEK, legend=False))
    assert {"heads", "tails", "pre h", "pre ¬h", "seen := K_ann h"} <= set(said)


def test_events_are_squares_and_those_that_happen_are_doubly_ringed():
    drawn = nodes(draw(PEEK, legend=False))
    assert {name: rings(node) for name, node in drawn.items()} == {"heads": 2, "tails": 1}
    assert all(each.get("rx") is None for node in drawn.values() for each in node.iter(f"{SVG}rect"))
    assert not any(list(node.iter(f"{SVG}ellipse")) for node in drawn.values())


def test_the_legend_says_what_the_second_ring_is():
    assert "event that happens" in texts(draw(PEEK))
    several = EventModel.s5(PEEK.events, {}, actual=["heads", "tails"], others=[["heads", "tails"]])
    assert "event that may happen" in texts(draw(several))
    assert not any(
        "event that" in text for text in texts(draw(EventModel.s5(PEEK.events, {}, others=[["heads", "tails"]])))
    )


def test_agents_who_are_not_named_are_drawn_as_others_and_never_share_a_name():
    assert {"others", "ann can tell all events apart"} <= set(texts(draw(PEEK)))
    odd = EventModel.s5(PEEK.events, {"others": [["heads", "tails"]]}, others=[["heads", "tails"]])
    assert {"others", "all others"} <= set(texts(draw(odd)))


def test_names_alone_are_drawn_where_nothing_else_is_asked_for():
    assert set(texts(draw(PEEK, atoms="none", legend=False))) == {"heads", "tails", "others"}


def test_a_long_precondition_is_wrapped_and_a_very_long_one_is_cut():
    long = " & ".join(f"muddy(child{i})" for i in range(40))
    said = texts(draw(EventModel({"e": Event(long, {"q": "p"})}, {}), legend=False))
    assert "…" in said
    assert max(map(len, said)) <= 30
    assert any("q :=" in text for text in said)


@pytest.mark.parametrize("name", ["node", "graph", "a:b", '<&">', "ω", "\\N", "x" * 200, "edge"])
def test_any_name_of_an_event_is_drawn(name):
    model = EventModel.s5({name: Event("p"), "other": Event()}, {"a": [[name, "other"]]}, actual=name)
    assert len(nodes(draw(model, legend=False))) == 2
    assert to_tikz(model)
    assert to_graphviz(model).source


@pytest.mark.parametrize("ending", ["svg", "png", "pdf", "dot", "tex"])
def test_event_models_and_products_are_drawn_in_every_format(ending, tmp_path):
    for path in (draw(PEEK, tmp_path / f"peek.{ending}"), draw_product(COIN, TOLD, tmp_path / f"told.{ending}")):
        assert path.stat().st_size > 500


def test_what_is_for_worlds_is_refused_for_events():
    with pytest.raises(DrawError, match=r"highlight=.*this is for worlds"):
        draw(PEEK, highlight="h")
    with pytest.raises(DrawError, match=r"before=.*this is for worlds"):
        draw(PEEK, before=COIN)


def test_too_many_events_are_refused():
    names = [f"e{i}" for i in range(65)]
    with pytest.raises(TooLarge, match="max_worlds=65"):
        draw(EventModel.s5({name: Event() for name in names}, {"a": [names]}))


# --------------------------------------------------------------------------------------------------- the product


def test_a_model_an_event_model_and_their_product_stand_side_by_side():
    svg = draw_product(COIN, TOLD)
    assert {"model", "×", "event model", "=", "product"} <= set(texts(svg))
    assert {"w", "v", "told", "nothing", "w·told", "w·nothing", "v·nothing"} <= set(texts(svg))
    panels = sheet(COIN, TOLD).panels
    ends = [(panel.bounds.x - panel.bounds.width / 2, panel.bounds.x + panel.bounds.width / 2) for panel in panels]
    assert ends[0][1] < ends[1][0] < ends[1][1] < ends[2][0]


def test_captions_can_be_chosen_and_are_three():
    assert {"before", "peek", "after"} <= set(texts(draw_product(COIN, PEEK, captions=("before", "peek", "after"))))
    for wrong in (("before", "after"), "abc"):
        with pytest.raises(DrawError, match="expected three texts"):
            draw_product(COIN, PEEK, captions=wrong)


def test_the_world_that_the_actual_one_becomes_is_doubly_ringed():
    drawn = nodes(draw_product(COIN, TOLD, legend=False))
    assert {key: rings(node) for key, node in drawn.items() if key[0] in "abc" and rings(node) == 2}.keys() == {
        "a w",
        "b told",
        "c #0",
    }


def test_of_several_events_the_one_asked_for_is_ringed_and_else_all_that_may_happen():
    free = EventModel({"e": Event(), "f": Event()}, {}, actual=["e", "f"], others=[("e", "e"), ("f", "f")])

    def ringed(**options):
        drawn = nodes(draw_product(COIN, free, legend=False, **options))
        return sorted(key for key, node in drawn.items() if rings(node) == 2)

    assert ringed() == ["a w", "b e", "b f", "c #0", "c #1"]
    assert ringed(event="f") == ["a w", "b f", "c #1"]
    assert ringed(event="e") == ["a w", "b e", "c #0"]


def test_a_formula_is_highlighted_in_both_models():
    drawn = nodes(draw_product(COIN, PEEK, highlight="K_ann h", legend=False))
    filled = [key for key, node in drawn.items() if any(each.get("fill") == FILL for each in node.iter())]
    assert filled == ["c #0"]


def test_where_each_world_has_one_event_the_product_keeps_the_model_s_shape():
    three = KripkeModel.s5({i: {a} for i, a in enumerate("pqr")}, {"a": [[0, 1, 2]]}, actual=0)
    name = EventModel.s5({a: Event(a) for a in "pqr"}, {}, others=[["p", "q", "r"]])
    before, _, after = (list(where(panel).values()) for panel in sheet(three, name).panels)
    scale = (after[1].y - after[0].y) / (before[1].y - before[0].y)
    assert scale >= 1
    for new, old in zip(after, before, strict=True):
        assert new.x - after[0].x == pytest.approx(scale * (old.x - before[0].x))
        assert new.y - after[0].y == pytest.approx(scale * (old.y - before[0].y))


def test_copies_of_a_wide_model_are_rows_beside_their_events():
    _, events, after = sheet(COIN, TOLD).panels
    row, worlds = where(events), where(after)
    assert worlds["w·told"].y == pytest.approx(row["told"].y)
    assert worlds["w·nothing"].y == pytest.approx(row["nothing"].y) == pytest.approx(worlds["v·nothing"].y)
    assert worlds["w·told"].x == pytest.approx(worlds["w·nothing"].x)


def test_names_that_atoms_say_are_left_out_unless_the_atoms_change():
    model = KripkeModel.from_observations(["p"], {"a": []}, actual={"p"})
    look = EventModel.s5({"yes": Event("p"), "no": Event("~p")}, {"a": [["yes"], ["no"]]})
    assert {"p·yes", "∅·no"} <= set(texts(draw_product(model, look)))
    turn = EventModel.s5({"turn": Event("p", {"p": "~p"}), "stay": Event("~p")}, {"a": [["turn", "stay"]]})
    assert {"{p}·turn", "{}·stay"} <= set(texts(draw_product(model, turn)))


def test_an_event_that_cannot_happen_is_told_as_an_update_tells_it():
    with pytest.raises(PreconditionFailed, match="tails needs ¬h"):
        draw_product(COIN, PEEK, event="tails")
    with pytest.raises(PreconditionFailed):
        draw_product(COIN, EventModel({"e": Event("false")}, {}, others=[("e", "e")]))
    with pytest.raises(PreconditionFailed, match="true nowhere"):
        draw_product(COIN.at(None), EventModel({"e": Event("false"), "f": Event("false")}, {}, others=[]))


def test_what_the_model_has_not_is_told_and_so_is_what_is_no_event_model():
    with pytest.raises(UnknownAtom, match="precondition of event e"):
        draw_product(COIN, EventModel({"e": Event("rain")}, {}, others=[("e", "e")]))
    with pytest.raises(ModelError, match=r"event 'head': .* mean 'heads'"):
        draw_product(COIN, PEEK, event="head")
    with pytest.raises(DrawError, match="expected an EventModel"):
        draw_product(COIN, COIN)


@examples(12, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**6))
def test_any_product_is_drawn_with_all_its_worlds_and_no_two_cover_each_other(seed):
    rng = Random(seed)
    structure = random_structure(rng, most_worlds=5, frame="S5")
    events = random_event_model(rng, structure)
    made = product(structure, events)
    if not made.structure.size:
        return
    boxes = where(sheet(KripkeModel.of(structure), events).panels[2])
    assert set(boxes) == set(made.structure.worlds)
    placed = list(boxes.values())
    assert not any(one.meets(other) for i, one in enumerate(placed) for other in placed[:i])


def test_in_tikz_events_have_sharp_corners_and_formulas_are_mathematics():
    tex = to_tikz(PEEK)
    assert r"event/.style={draw=whoink, align=center" in tex
    assert len(re.findall(r"\\node\[event", tex)) == 2
    assert r"$\neg h$" in tex
    assert r"\textcolor{whopale}{seen :=} $K_{ann} h$" in tex


def test_arrows_with_two_heads_keep_their_bend():
    curve = Curve((0, 0), (30, 40), (70, 40), (100, 0))
    start, end = spline(curve, "both").split()[:2]
    assert start.startswith("s,")
    assert end.startswith("e,")


def test_after_many_updates_a_product_has_short_names_with_the_last_event() -> None:
    model, mail = COIN, may_read("h", "ann", read=True)
    for _ in range(9):
        model = model.update(mail, contract=True)
    assert max(map(len, map(str, model.worlds))) > 40
    shown = texts(draw_product(model, mail))
    assert {"w#1", "w#1·yes"} <= set(shown)
    assert not any("·yes·yes" in text for text in shown)
