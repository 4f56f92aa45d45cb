"""Our SVG shows what Graphviz draws from the DOT source of the same parts."""

import re
from collections import Counter
from random import Random
from xml.etree import ElementTree

import pytest
from drawn import SVG
from matplotlib.textpath import TextPath
from PIL import Image

from viz.output import files
from viz.output.dot import fixed_graph
from viz.output.render import render
from viz.output.svg import drawing_svg
from whoknows import Event, EventModel, KripkeModel, draw, draw_product, draw_update, explore, peek

THREE = KripkeModel.s5(
    {"w": {"p"}, "v": set(), "u": {"p", "q"}},
    {"ann": [["w", "v"], ["u"]], "bob": [["w", "v", "u"]], "cath": [["v", "u"], ["w"]]},
    actual="w",
)
RELATIONS = KripkeModel(
    {"w": {"a<b"}, "v": set(), "u": {"q&r"}},
    {
        "a": [("w", "v"), ("v", "w"), ("v", "u"), ("u", "u")],
        "b": [("w", "v"), ("v", "w"), ("u", "v"), ("w", "w")],
        "c": [("w", "v"), ("u", "v")],
    },
    actual="w",
)
BELIEF = KripkeModel.kd45(
    {f"w{i}": {"p"} for i in range(6)}, {"a": [([f"w{i}" for i in range(6)], ["w1", "w2", "w3"])]}
)
COIN = KripkeModel.s5({"up": {"h"}, "down": set()}, {"ann": [["up", "down"]], "bob": [["up", "down"]]}, actual="up")
LIKELY = KripkeModel.s5(
    {"w": {"p"}, "v": set()},
    {"bill": [["w", "v"]]},
    weights={"bill": {"w": "2/3", "v": "1/3"}},
    threshold={"bill": "1/2"},
)
TOLD = EventModel.s5({"told": Event("h"), "not": Event("~h")}, {}, others=[["told", "not"]])
CLASSES = KripkeModel.s5({f"w{i}": {"p"} for i in range(6)}, {"ann": [[f"w{i}" for i in range(6)]]}, actual="w0")

PICTURES = {
    "S5": lambda: draw(THREE, title="A <title>, & \\more", highlight="p | q"),
    "relations": lambda: draw(RELATIONS, atoms="all"),
    "a narrow picture": lambda: draw(RELATIONS, width=4),
    "belief with hubs": lambda: draw(BELIEF),
    "frames": lambda: draw(CLASSES, frames="ann"),
    "weights": lambda: draw(LIKELY),
    "events": lambda: draw(peek("h", by="ann")),
    "an update with removed worlds": lambda: draw_update(COIN, COIN.announce("h")),
    "a product": lambda: draw_product(COIN, TOLD),
    "states of a space": lambda: draw(explore(COIN, {"a&amp;b": peek("h", by="ann"), "tell": "h"}).run()),
}


def parts(svg):
    """The groups and the texts for each class and title; the names of a line belong to its edges."""
    groups, texts = {}, {}
    for group in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        kind = group.get("class")
        if kind in ("node", "edge", "names", "cluster"):
            title, _, label = group.find(f"{SVG}title").text.partition(" names ")  # in Graphviz's SVG they are nodes
            key = "edge" if kind == "names" or label else kind, title
            said = "".join("".join(each.itertext()) for each in group.iter(f"{SVG}text"))
            texts[key] = texts.get(key, "") + re.sub(r"\s", "", said)
            if kind != "names" and not label:
                groups.setdefault(key, []).append(group)
    return groups, texts


def shapes_of(group):
    return [each for each in group.iter() if each.tag.removeprefix(SVG) in EXTENTS]


def extent(shape):
    return EXTENTS[shape.tag.removeprefix(SVG)](shape)


def around(text):
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", text)]
    xs, ys = numbers[::2], numbers[1::2]
    return min(xs), min(ys), max(xs), max(ys)


def centred(shape):
    x, y, rx, ry = (float(shape.get(name)) for name in ("cx", "cy", "rx", "ry"))
    return x - rx, y - ry, x + rx, y + ry


def cornered(shape):
    x, y, width, height = (float(shape.get(name)) for name in ("x", "y", "width", "height"))
    return x, y, x + width, y + height


EXTENTS = {
    "ellipse": centred,
    "rect": cornered,
    "polygon": lambda shape: around(shape.get("points")),
    "path": lambda shape: around(shape.get("d")),
}
USUAL = {"stroke-width": "1"}
STYLE = ("fill", "stroke", "stroke-width")


@pytest.mark.parametrize("name", PICTURES)
def test_the_parts_have_the_places_shapes_colours_and_texts_of_graphviz(name, monkeypatch):
    seen = []
    monkeypatch.setattr(files, "drawing_svg", lambda *given: seen.append(given) or drawing_svg(*given))
    ours, our_texts = parts(PICTURES[name]())
    ((drawn, font, *_),) = seen
    theirs, their_texts = parts(render(fixed_graph(drawn, font).source, "svg", "nop2").decode())
    assert Counter({key: len(each) for key, each in ours.items()}) == {key: len(each) for key, each in theirs.items()}
    assert our_texts == their_texts
    shifts = set()
    for key, groups in ours.items():
        for one, other in zip(groups, theirs[key], strict=True):
            for shape, their_shape in zip(shapes_of(one)[:1], shapes_of(other)[:1], strict=True):
                corners = zip(extent(shape), extent(their_shape), strict=True)
                shifts.add(tuple(round(a - b) for a, b in corners))
                assert all(shape.get(each) == (their_shape.get(each) or USUAL.get(each)) for each in STYLE), key
                assert (shape.get("stroke-dasharray") is None) == (their_shape.get("stroke-dasharray") is None)
    xs, ys = {x for s in shifts for x in s[::2]}, {y for s in shifts for y in s[1::2]}
    assert max(max(xs) - min(xs), max(ys) - min(ys)) <= 1, shifts


def test_the_middle_one_of_three_agents_has_the_front_of_a_shared_tip_and_the_others_its_sides():
    model = KripkeModel({"w": {"p"}, "v": set()}, {agent: [("w", "v")] for agent in "abc"})
    edges = parts(draw(model, layout="circle", legend=False))[0]["edge", "w->v"]
    tips = [extent(shape) for group in edges for shape in group.iter(f"{SVG}polygon")]
    left, right, middle = [(low, high) for _, low, _, high in tips]
    assert len(tips) == 3
    assert middle[1] == left[1] == right[1], "they end at the same point"
    assert middle[0] > left[0] + 3
    assert left[0] == right[0]


def test_a_negation_stays_before_its_atom_in_texts_from_right_to_left():
    model = KripkeModel.s5({"w": {"א", "ב"}, "v": {"p"}}, {"a": [["w", "v"]]})
    assert parts(draw(model, atoms="all"))[1]["node", "v"] == "vp,\u200e¬א,\u200e¬ב", (
        "a mark that the direction is from left to right is before each"
    )


@pytest.mark.parametrize("agent", ["anna", "QUODGOGHUNDOG", "ШЩЮЖМШЮ", "Наташа", "سسسسسسس"])
def test_no_line_runs_behind_a_name(agent):
    model = KripkeModel.s5({"w": {"p"}, "v": set()}, {agent: [["w", "v"]]})
    svg = ElementTree.fromstring(draw(model, legend=False))
    (paper,) = [
        each for group in svg.iter(f"{SVG}g") if group.get("class") == "names" for each in group.iter(f"{SVG}rect")
    ]
    assert float(paper.get("width")) >= TextPath((0, 0), agent, size=12).get_extents().width


def test_names_lie_on_all_lines():
    kinds = [group.get("class") for group in ElementTree.fromstring(draw(RELATIONS)).iter(f"{SVG}g")]
    assert "names" in kinds
    assert kinds == sorted(kinds, key=["cluster", "edge", "names", "node"].index)


def test_graphviz_paints_names_on_all_lines_and_below_the_worlds(monkeypatch):
    seen = []
    monkeypatch.setattr(files, "drawing_svg", lambda *given: seen.append(given) or drawing_svg(*given))
    draw(RELATIONS)
    ((drawn, font, *_),) = seen
    svg = ElementTree.fromstring(render(fixed_graph(drawn, font).source, "svg", "nop2"))
    groups = [each for each in svg.iter(f"{SVG}g") if each.get("class") in ("edge", "node")]
    kinds = ["names" if " names " in each.find(f"{SVG}title").text else each.get("class") for each in groups]
    assert "names" in kinds
    assert kinds == sorted(kinds, key=["edge", "names", "node"].index)
    assert not [each for each in groups if each.get("class") == "edge" and [*each.iter(f"{SVG}text")]]


def test_a_pdf_is_as_large_as_its_picture(tmp_path):
    draw(THREE, tmp_path / "three.pdf", width=4)
    box = re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+)", (tmp_path / "three.pdf").read_bytes())
    assert float(box[1]) <= 4 * 72 + 2


def test_a_png_is_as_large_as_the_svg_although_lines_have_wide_bends(tmp_path):
    rng = Random(1)
    worlds = {f"w{i}": {p for p in "pqr" if rng.random() < 0.5} for i in range(20)}
    orders = [rng.sample([*worlds], 20) for _ in "ab"]
    classes = {a: [o[i : i + 4] for i in range(0, 20, 4)] for a, o in zip("ab", orders, strict=True)}
    model = KripkeModel.s5(worlds, classes, actual="w0")
    draw(model, tmp_path / "wide.png", width="column", dpi=72)
    root = ElementTree.fromstring(draw(model, width="column"))
    drawn = Image.open(tmp_path / "wide.png").size
    assert drawn == pytest.approx([float(root.get(side).removesuffix("pt")) for side in ("width", "height")], rel=0.03)
