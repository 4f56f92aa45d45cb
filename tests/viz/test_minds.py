"""Minds as pictures: what is believed has an arrow and is filled, and worlds have names that people can read."""

from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest

from games.saboteur.agents.threshold_belief.beliefs import Beliefs
from games.saboteur.agents.threshold_belief.chart import Settings
from kripke.models.kripke_model import KripkeModel
from logic.errors import TooLarge
from viz.canvas import Path, Rounded, Words, svg_of, text_width
from viz.minds import MOST, WIDEST, draw_mind, mind_canvas, world_labels
from viz.pictures.picture import DrawError
from viz.plots.beliefs import plot_mind
from viz.theme import FILL

NAMES = ("john", "mary", "bob", "ann", "tom")
WORLDS = [frozenset(pair) for pair in combinations(NAMES, 2)]


def beliefs(saboteur=False, names=NAMES):
    return Beliefs("john", names, WORLDS, saboteur)


def filled(canvas):
    """How many worlds are believed, over all rings."""
    return sum(isinstance(each, Rounded) and each.paint.fill == FILL for each in canvas.shapes)


def heads(canvas):
    return sum(isinstance(each, Path) and each.paint.fill is not None for each in canvas.shapes)


def words(canvas):
    return [each.text for each in canvas.shapes if isinstance(each, Words)]


def test_a_saboteur_believes_four_worlds_and_believes_that_each_other_believes_six():
    canvas = mind_canvas(beliefs(saboteur=True).model.at("w1"), "john")
    assert filled(canvas) == heads(canvas) == 4 + 4 * 6


def test_a_miner_believes_six_worlds_and_that_the_others_believe_those_of_their_own_role():
    canvas = mind_canvas(beliefs().model.at("w5"), "john")
    assert filled(canvas) == 6 + 4 * 10
    assert {"mary, if a saboteur", "mary, if no saboteur"} <= set(words(canvas))


def test_what_is_no_longer_believed_loses_its_arrow():
    john = beliefs()
    for move in range(6):
        john.learn("john", "shortens", "bob", move=move)
    canvas = mind_canvas(john.model.at("w5"), "john")
    believed = len(john.believed())
    assert 0 < believed < 6
    rings = [mind_canvas(model.model.at("w5"), "john") for model in (beliefs(), john)]
    assert heads(rings[0]) - heads(rings[1]) >= 6 - believed
    assert heads(canvas) == filled(canvas)


def test_worlds_are_named_by_whom_the_one_word_holds_of():
    labels, word = world_labels(beliefs().model)
    assert (labels["w1"], word) == ("john, mary", "saboteur")
    none = KripkeModel.s5({"u": set(), "v": {"spy(a)"}}, {"a": [["u", "v"]]}, atoms=["spy(a)", "spy(b)"])
    assert world_labels(none) == ({"u": "none", "v": "a"}, "spy")


def test_worlds_with_other_atoms_keep_their_names():
    model = KripkeModel.s5({"u": {"p"}, "v": {"spy(a)"}}, {"a": [["u", "v"]]})
    assert world_labels(model) == ({"u": "u", "v": "v"}, "")


def test_a_model_without_weights_is_drawn_without_numbers():
    model = KripkeModel.s5({"u": {"p"}, "v": set()}, {"a": [["u", "v"]], "b": [["u"], ["v"]]}, actual="u")
    said = words(mind_canvas(model, "a"))
    assert not any(text.replace(".", "").isdecimal() for text in said)
    assert "a believes that b believes" in said


@pytest.mark.parametrize("saboteur", [True, False])
def test_the_picture_is_well_formed_and_inside_the_paper(saboteur):
    canvas = mind_canvas(beliefs(saboteur).model.at("w1" if saboteur else "w5"), "john", title="t", note="after <6>")
    ElementTree.fromstring(svg_of(canvas))
    for each in canvas.shapes:
        if isinstance(each, Rounded):
            assert each.width / 2 <= each.x <= canvas.width - each.width / 2
            assert each.height / 2 <= each.y <= canvas.height - each.height / 2


def test_no_two_boxes_of_a_picture_cover_each_other():
    boxes = [each for each in mind_canvas(beliefs().model.at("w5"), "john").shapes if isinstance(each, Rounded)]
    for one, other in combinations(boxes, 2):
        apart = abs(one.x - other.x) >= (one.width + other.width) / 2
        assert apart or abs(one.y - other.y) >= (one.height + other.height) / 2


def test_too_many_worlds_are_refused(tmp_path):
    many = KripkeModel.s5({str(i): set() for i in range(25)}, {"a": [[str(i) for i in range(25)]]}, atoms=["p"])
    with pytest.raises(TooLarge, match=r"25 worlds: .* 24 .*worlds="):
        draw_mind(many, "a", tmp_path / "mind.svg")
    assert not list(tmp_path.iterdir())


def test_who_has_no_mind_yet_is_not_drawn():
    with pytest.raises(DrawError, match=r"of john: expected.*KripkeModel, got None"):
        draw_mind(None, "john")


@pytest.mark.parametrize("name", ["title", "note"])
def test_a_title_of_a_mind_that_is_no_text_is_refused(name):
    with pytest.raises(DrawError, match=f"{name} 3: expected a text"):
        draw_mind(beliefs().model, "john", **{name: 3})


AS_PDF = pytest.param("pdf", b"%PDF", marks=pytest.mark.slow)  # matplotlib draws it as it draws the PNG


@pytest.mark.parametrize(("ending", "magic"), [("png", b"\x89PNG"), AS_PDF, ("svg", b"<svg")])
def test_the_ending_says_the_format(tmp_path, ending, magic):
    path = tmp_path / f"mind.{ending}"
    assert draw_mind(beliefs().model, "john", path, dpi=60) == path
    assert path.read_bytes().startswith(magic)


@pytest.mark.parametrize("count", [2, 3, 15, 24])
def test_rings_of_any_size_have_room_for_their_worlds(count):
    worlds = {f"w{i}": {f"spy({'abcdefghijklmnopqrstuvwx'[i] * 3})"} for i in range(count)}
    model = KripkeModel.s5(worlds, {"a": [list(worlds)], "b": [[world] for world in worlds]}, actual="w0")
    ring = [each for each in mind_canvas(model, "a").shapes if isinstance(each, Rounded) and each.paint.stroke]
    assert len(ring) == 2 * count
    for one, other in combinations(ring, 2):
        apart = abs(one.x - other.x) >= (one.width + other.width) / 2
        assert apart or abs(one.y - other.y) >= (one.height + other.height) / 2


SEVEN = ("ann", "bob", "john", "mary", "eve", "Frederica_of_Utrecht", "gus")


@pytest.mark.parametrize("saboteur", [True, False])
def test_of_more_worlds_than_a_ring_has_room_for_a_table_tells_each_degree(saboteur):
    model = Beliefs("ann", SEVEN, [frozenset(three) for three in combinations(SEVEN, 3)], saboteur).model
    assert len(model) > MOST
    inside = next(iter(model.believed("ann", "w1")))
    canvas = mind_canvas(model.at(inside), "ann", note="after lay TRB 6,3")
    said = words(canvas)
    start = said.index("ann believes") + 1
    assert said[start : start + 7] == ["1.00" if saboteur else "0.00", *["0.33" if saboteur else "0.50"] * 6]
    assert said[start + 7] == f"{15 if saboteur else 20} of {15 if saboteur else 20} worlds"
    others = [text for text in said if text.startswith("ann believes that ")]
    if saboteur:
        assert others == [f"ann believes that {name} believes" for name in SEVEN[1:]]
    else:
        classes = [
            f"ann believes that {name}, if {is_one} saboteur, believes" for name in SEVEN for is_one in ("no", "a")
        ]
        assert others == classes[2:]


def test_a_table_is_inside_its_paper_and_no_text_reaches_the_next_one():
    model = Beliefs("ann", SEVEN, [frozenset(three) for three in combinations(SEVEN, 3)], False).model
    canvas = mind_canvas(model.at("w35"), "ann", note="move 60 of 128, after draw xBL")
    spans = {}
    for each in canvas.shapes:
        if isinstance(each, Words):
            width = text_width(each.text, each.size, each.bold)
            left = each.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[each.anchor] * width
            spans.setdefault(each.y, []).append((left, left + width))
            assert left >= 0
            assert left + width <= canvas.width
    assert max(map(len, spans.values())) == 9
    for row in spans.values():
        ordered = sorted(row)
        assert all(one[1] < other[0] for one, other in pairwise(ordered))


def test_names_that_are_too_long_for_a_ring_make_a_table_whose_letters_can_be_read():
    longer = tuple(name * 6 for name in NAMES)
    model = Beliefs(longer[0], longer, [frozenset(pair) for pair in combinations(longer, 2)], False).model
    table = mind_canvas(model.at("w5"), longer[0])
    assert f"{longer[0]} believes that {longer[1]}, if a saboteur, believes" in words(table)
    assert min(each.size for each in table.shapes if isinstance(each, Words)) > table.width / 250
    ring = mind_canvas(beliefs().model.at("w5"), "john")
    assert "mary, if a saboteur" in words(ring)


def test_a_mind_without_any_weight_is_drawn(tmp_path):
    names = ("john", "mary", "tom")
    john = Beliefs("john", names, [frozenset([name]) for name in names], True, Settings(factor=5))
    minds = [john.model]
    for _ in range(10):
        john.learn("john", "lengthens", "mary")
    minds.append(john.model)
    assert not any(john.model.weights("john").values())
    assert draw_mind(john.model, "john", tmp_path / "mind.svg").exists()
    assert plot_mind(minds, "john", tmp_path / "course.svg", steps=["deal", "then"]).exists()


@pytest.mark.parametrize(("count", "letters"), [(2, 40), (15, 9), (24, 9), (24, 30)])
def test_a_mind_is_never_wider_than_letters_can_be_read(count, letters):
    worlds = {f"w{i}": {f"spy({'abcdefghijklmnopqrstuvwx'[i] * letters})"} for i in range(count)}
    model = KripkeModel.s5(worlds, {a: [list(worlds)] for a in "abcde"}, actual="w0")
    table = not any(isinstance(each, Path) for each in mind_canvas(model, "a").shapes)
    assert table or mind_canvas(model, "a").width <= WIDEST


def test_a_wide_mind_with_other_atoms_is_refused_with_the_ways_out():
    worlds = {f"{'long' * 8} {i}": {"p"} if i else {"q"} for i in range(20)}
    model = KripkeModel.s5(worlds, {"a": [list(worlds)], "b": [list(worlds)]}, actual=f"{'long' * 8} 0")
    with pytest.raises(TooLarge, match=r"20 worlds: .* 24 .*worlds="):
        mind_canvas(model, "a")


def test_agents_who_consider_no_world_possible_have_no_arrows():
    worlds, pairs = {"u": {"p"}, "v": set()}, [("u", "u"), ("u", "v"), ("v", "u"), ("v", "v")]
    nowhere = KripkeModel(worlds, {"a": pairs, "b": []}, actual="u")
    assert heads(mind_canvas(nowhere, "b")) == 0
    somewhere = KripkeModel(worlds, {"a": pairs, "b": [("u", "u")]}, actual="u")
    assert heads(mind_canvas(somewhere, "a")) == 2 + 1
