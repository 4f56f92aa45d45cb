"""What lines do not say is written: who considers nothing possible, weights, ranks, whose loops are left out."""

from fractions import Fraction
from itertools import chain
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kripke.change.event import Event, EventModel
from kripke.data.errors import PreconditionFailed
from kripke.models.kripke_model import KripkeModel
from viz.drawing import draw, to_tikz
from viz.pair_pictures import draw_product
from viz.pictures.model_picture import picture_of, picture_of_events
from viz.pictures.picture import DrawError, Options
from viz.theme import COLOURS
from viz.update_pictures import draw_update

SVG = "{http://www.w3.org/2000/svg}"
COIN = KripkeModel.s5({"up": {"h"}, "down": set()}, {x: [["up", "down"]] for x in ("ann", "bob", "cath")}, actual="up")
TOLD = EventModel(
    {"told": Event("h"), "nothing": Event()},
    {
        "ann": [("told", "told"), ("nothing", "nothing")],
        "bob": [("told", "nothing"), ("nothing", "nothing")],
        "cath": [],
    },
    actual="told",
)
LIKELY = KripkeModel.s5(
    {"w1": {"p"}, "w2": set(), "w3": {"q"}},
    {"bill": [["w1", "w2", "w3"]], "cy": [["w1", "w2"], ["w3"]]},
    weights={"bill": {"w1": "1/3", "w2": 0.25, "w3": 1}},
    threshold={"bill": "0.3"},
    ranks={"cy": {"w1": 0, "w2": 2, "w3": 1}},
)


def texts(svg):
    return ["".join(each.itertext()) for each in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def node(svg, name):
    """All that is written in a node, row by row."""
    groups = [each for each in ElementTree.fromstring(svg).iter(f"{SVG}g") if each.get("class") == "node"]
    found = next(group for group in groups if group.find(f"{SVG}title").text == name)
    rows = {}
    for text in found.iter(f"{SVG}text"):
        rows.setdefault(text.get("y"), []).append("".join(text.itertext()))
    return [" ".join("".join(row).split()) for row in rows.values()]


def two(bob):
    return KripkeModel({"w": {"p"}, "v": set()}, {"ann": [(x, y) for x in "wv" for y in "wv"], "bob": bob}, "w")


# --------------------------------------------------------------------------------------- nothing possible


def test_an_agent_without_pairs_does_not_look_like_one_who_tells_all_apart():
    blind, sure = draw(two([])), draw(two([("w", "w"), ("v", "v")]))
    assert "bob: considers nothing possible" in texts(blind)
    assert "a line goes both ways; loops at every world are not drawn for ann" in texts(blind)
    assert "bob" not in texts(sure)
    assert "bob can tell all worlds apart" in texts(sure)
    assert "a line goes both ways; loops at every world are not drawn" in texts(sure)


def test_events_say_it_too():
    events = {"e": Event("p"), "f": Event()}
    blind = draw(EventModel(events, {"a": []}))
    sure = draw(EventModel.s5(events, {"a": [["e"], ["f"]]}))
    assert "a: considers nothing possible" in texts(blind)
    assert {"a can tell all events apart", "loops at every event are not drawn"} <= set(texts(sure))


def test_worlds_from_which_an_agent_sees_nothing_are_marked_where_it_is_only_some():
    svg = draw(two([("w", "v")]))
    assert "bob: none" in node(svg, "v")
    assert "bob: none" not in node(svg, "w")
    assert "none: there the agent considers no world possible" in texts(svg)


def test_each_of_the_parts_of_a_product_says_its_own():
    said = " ".join(texts(draw_product(COIN, TOLD)))
    assert (
        "loops at every world and event are not drawn: in the model for ann, bob and cath, "
        "in the event model and the product for ann"
    ) in said
    assert "cath considers nothing possible in the event model and the product" in said
    assert "cath: considers" not in said


@given(st.data())
def test_the_marks_are_exactly_where_nothing_is_seen(data):
    worlds = [f"w{i}" for i in range(data.draw(st.integers(1, 5)))]
    pairs = data.draw(st.sets(st.tuples(st.sampled_from(worlds), st.sampled_from(worlds))))
    model = KripkeModel({w: set() for w in worlds}, {"a": sorted(pairs)})
    picture = picture_of(model.structure, Options())
    seeing = {w for w, _ in pairs}
    assert picture.blind == (() if seeing else ("a",))
    marked = {spot.world for spot in picture.spots if any(remark.text == "none" for remark in spot.remarks)}
    assert marked == (set(worlds) - seeing if seeing else set())


# ------------------------------------------------------------------------------------- weights and ranks


def test_worlds_say_weights_and_which_reach_the_threshold():
    svg = draw(LIKELY)
    assert [node(svg, w)[2] for w in ("w1", "w2", "w3")] == ["bill 1/3 ✓", "bill 1/4", "bill 1 ✓"]
    assert "number: the agent's weight of the world; ✓: at least the threshold, bill 3/10" in " ".join(texts(svg))


def test_arrows_say_what_is_more_plausible_and_ranks_are_not_written():
    svg = draw(LIKELY)
    arrows = {
        (link.source, link.target) for link in picture_of(LIKELY.structure, Options()).links if link.kind == "arrow"
    }
    assert arrows == {(1, 0)}, "of w1 and w2, which cy cannot tell apart, w1 is more plausible"
    assert not any("rank" in text for text in texts(svg))
    assert "an arrow leads to what the agent finds more plausible" in texts(svg)


def test_lines_with_and_without_ranks_are_read_in_two_short_phrases():
    worlds = {"w": {"p"}, "v": set(), "u": {"p"}}
    m = KripkeModel.s5(
        worlds, {"a": [["w", "v", "u"]], "b": [["w", "v"], ["u"]]}, ranks={"a": {"w": 0, "v": 0, "u": 1}}
    )
    said = " ".join(texts(draw(m)))
    assert "a line goes both ways; a line of a joins what the agent finds equally plausible" in said


def test_ranks_are_written_where_arrows_already_mean_something_else():
    svg = draw(LIKELY, full=True)
    assert [node(svg, w)[3] for w in ("w1", "w2", "w3")] == ["cy rank 0", "cy rank 2", "cy rank 1"]
    assert any(text.startswith("rank: lower is more plausible") for text in texts(svg))


def test_without_a_threshold_nothing_is_ticked():
    model = KripkeModel.s5({"w": set()}, {"a": [["w"]]}, weights={"a": {"w": 1}})
    assert "✓" not in draw(model)
    assert "number: the agent's weight of the world" in texts(draw(model))


def test_numbers_can_be_left_out():
    svg = draw(LIKELY, weights=False)
    assert node(svg, "w1") == ["w1", "p"]
    assert not any("rank" in text or "threshold" in text for text in texts(svg))


def test_events_say_by_what_weights_are_multiplied():
    events = EventModel.s5(
        {"e": Event("p"), "f": Event("~p")},
        {"bill": [["e", "f"]], "cy": [["e", "f"]]},
        weights={"bill": {"e": "1/3", "f": 0.5}},
        ranks={"cy": {"e": 0, "f": 4}},
    )
    svg = draw(events)
    assert "bill × 1/3" in node(svg, "e")
    assert "bill × 1/2" in node(svg, "f")
    assert "an arrow leads to what the agent finds more plausible" in texts(svg)
    assert "× at an event: factor for the agent's weights of worlds" in texts(svg)
    product = draw_product(LIKELY, events)
    assert "number: the agent's weight" in " ".join(texts(product))


def test_worlds_that_an_agent_never_takes_for_possible_have_no_weight():
    model = KripkeModel.kd45(
        {"w": {"p"}, "v": set()}, {"a": [(["w", "v"], ["v"])]}, weights={"a": {"v": "2/7"}}, actual="w"
    )
    svg = draw(model)
    assert not any("2/7" in row or "a 0" in row for row in node(svg, "w"))
    assert any("2/7" in row for row in node(svg, "v"))


@pytest.mark.parametrize("numbers", [{"weights": {"a": {}}, "threshold": {"a": "1/2"}}, {"ranks": {"a": {"w": 0}}}])
def test_numbers_are_explained_only_where_some_are_drawn(numbers):
    svg = draw(KripkeModel({"w": set()}, {"a": []}, **numbers))
    assert not [text for text in texts(svg) if "number" in text or "rank" in text]


def test_a_long_fraction_is_a_decimal():
    long = Fraction(1, 3**20)
    model = KripkeModel.s5({"w": set()}, {"a": [["w"]]}, weights={"a": {"w": long}})
    assert "a ≈ 2.868e-10" in node(draw(model), "w")


def test_in_tikz_the_numbers_are_plain_latex_in_the_agents_colour():
    tex = to_tikz(LIKELY)
    assert r"\textcolor{agentA}{bill} 1/3 $\surd$" in tex
    assert r"\textcolor{agentB}{cy} rank 2" in to_tikz(LIKELY, full=True)


# ------------------------------------------------------------------------------------------ what happens


def happening(model, events, **options):
    """The events with a second ring, and the legend's words."""
    svg = draw_product(model, events, **options)
    groups = [each for each in ElementTree.fromstring(svg).iter(f"{SVG}g") if each.get("class") == "node"]
    rings = {g.find(f"{SVG}title").text: len(list(g.iter(f"{SVG}rect"))) for g in groups}
    return {name[2:] for name, many in rings.items() if name.startswith("b ") and many == 2}, texts(svg)


@pytest.mark.parametrize("actual", [None, ["heads", "tails"], "heads"])
def test_of_the_events_the_one_that_the_actual_world_allows_is_ringed(actual):
    peek = EventModel.s5({"heads": Event("h"), "tails": Event("~h")}, {}, actual=actual, others=[["heads"], ["tails"]])
    ringed, said = happening(COIN, peek)
    assert ringed == {"heads"}
    assert "event that happens" in said
    if actual != "heads":
        assert happening(COIN.at("down"), peek)[0] == {"tails"}


def test_several_events_that_can_happen_are_all_ringed_and_that_is_said():
    flip = EventModel.s5({"flip": Event(post={"h": "~h"}), "stay": Event()}, {}, others=[["flip", "stay"]])
    ringed, said = happening(COIN, flip)
    assert ringed == {"flip", "stay"}
    assert "event that may happen" in said
    assert "several events can happen: the actual world becomes one of the doubly ringed ones" in said
    assert not any("several events" in text for text in happening(COIN, flip, event="stay")[1])


# ------------------------------------------------------------------------------------------- other texts


def test_lines_that_went_keep_their_agents_names():
    svg = draw_update(COIN, COIN.announce("h"))
    named = [text for text in texts(svg) if "ann" in text.split(", ")]
    assert len(named) == 3, "in the legend, at the line, and at the line that is gone"


def test_names_and_long_atoms_are_not_broken_in_words():
    long = "the_letter_has_been_read_by_everybody_in_the_room"
    name = "she only looks at the clock"
    events = EventModel({name: Event("h", {long: "true"}), "the messenger arrives too late": Event()}, {})
    spots = picture_of_events(events, Options()).spots
    assert [spot.title for spot in spots] == [
        ("she only looks at the", "clock"), ("the messenger arrives", "too late"),
    ]  # fmt: skip
    leads = [remark.lead for remark in spots[0].remarks if remark.lead != "pre"]
    assert "".join(leads) == f"{long} :="
    tex = to_tikz(events)
    assert r"\textbf{\boldmath she only looks at the} \\ \textbf{\boldmath clock}" in tex
    atoms = picture_of(KripkeModel({"w": {long, "p"}}, {}).structure, Options()).spots[0].rows
    assert {text.replace("\n", "") for text, _ in chain.from_iterable(atoms)} == {long, "p"}


def test_the_colours_of_leads_are_the_agents():
    svg = draw(LIKELY, legend=False)
    colours = {text.get("fill") for text in ElementTree.fromstring(svg).iter(f"{SVG}text") if text.text == "bill"}
    assert colours == {COLOURS[0]}


def test_an_option_that_is_none_is_refused_with_a_near_one():
    with pytest.raises(DrawError, match=r"titel=\.\.\.: .*option.* mean 'title'"):
        draw(COIN, titel="x")
    with pytest.raises(DrawError, match="no such option"):
        draw_update(COIN, COIN, foo=1)


def test_each_of_several_actual_worlds_has_a_second_ring(tmp_path):
    several = KripkeModel.s5({"u": {"p"}, "v": set(), "w": {"q"}}, {"a": [["u", "v"], ["w"]]}, actual=["u", "v"])
    flip = EventModel.s5({"yes": Event("p"), "no": Event("~p")}, {}, actual=["yes", "no"], others=[["yes"], ["no"]])
    for ending, ring in ((".dot", "peripheries=2"), (".tex", "circle, actual")):
        path = tmp_path / f"several{ending}"
        draw(several, path, legend=False)
        assert path.read_text(encoding="utf-8").count(ring) == 2
    said = texts(draw(several))
    assert "actual worlds" in said
    assert not any("several events" in text for text in [*said, *texts(draw_product(several, flip))])
    with pytest.raises(PreconditionFailed, match="yes needs p, which is false there"):
        draw_product(several, flip, event="yes")
