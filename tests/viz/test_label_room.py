"""Labels leave what they stand beside readable: worlds, the tips of arrows, some of the line on both sides."""

from itertools import product as pairs_of
from xml.etree import ElementTree

import pytest
from drawn import covers, points_of

from kripke.change.event import Event, EventModel
from kripke.change.product import product
from kripke.models.kripke_model import KripkeModel
from viz.drawing import draw
from viz.layout.geometry import FINE, Box, beside, join, loop, meets, pieces_of
from viz.layout.names import Track, label_size, with_labels
from viz.layout.placement import bridges_between, faults_of
from viz.layout.routing import ANGLES
from viz.output.dot import agents_label
from viz.output.files import sheets_of
from viz.output.render import places
from viz.pair_pictures import ProductLayout, SamenessLayout
from viz.pictures.legend import Beside
from viz.pictures.links import Link
from viz.pictures.model_picture import picture_of, picture_of_events
from viz.pictures.picture import Options
from viz.theme import strokes
from viz.update_pictures import UpdateLayout

COIN = KripkeModel.s5({"up": {"h"}, "down": set()}, {x: [["up", "down"]] for x in ("ann", "bob", "cath")}, actual="up")
EVENTS = ["e1", "e2", "e3"]
THREE = EventModel(
    {name: Event() for name in EVENTS},
    {
        "a3": [("e1", "e2"), ("e2", "e1"), ("e3", "e3")],
        "a1": [*pairs_of(("e1", "e2"), repeat=2), ("e3", "e3")],
        "a2": [(e, "e3") for e in EVENTS],
    },
)
PEEK = EventModel.s5(
    {"heads": Event("h"), "tails": Event("~h", {"seen(ann)": "true"})},
    {"ann": [["heads"], ["tails"]]},
    others=[["heads", "tails"]],
)
FLIP = EventModel.s5(
    {"flip": Event(post={"h": "~h"}), "stay": Event()}, {"ann": [["flip"], ["stay"]]}, others=[["flip", "stay"]]
)


def panel(picture):
    return sheets_of([picture], Beside([""]))[0].panels[0]


def product_panels(events, **options):
    made = product(COIN.structure, events)
    settings = Options(**options)
    pictures = [
        picture_of(COIN.structure, settings),
        picture_of_events(events, settings, COIN.agents),
        picture_of(made.structure, settings),
    ]
    return sheets_of(pictures, Beside(["", "", ""], "×="), ProductLayout(made))[0].panels


def gaps(drawn):
    """For each labelled line, how much of it is to be seen on either side of its label."""
    for track in drawn.tracks:
        if track.label is not None and track.link.kind != "loop":
            hidden = covers(track.label, points_of(track.curve))
            seen = [i for i, inside in enumerate(hidden) if not inside]
            length = sum(
                ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5
                for a, b in zip(points_of(track.curve)[1:], points_of(track.curve), strict=False)
            )
            first = next(i for i, inside in enumerate(hidden) if inside)
            last = max(i for i, inside in enumerate(hidden) if inside)
            assert seen
            yield track, length * first / 24, length * (24 - last) / 24


def require_room(drawn):
    n = len(drawn.picture.spots)
    for track, before, after in gaps(drawn):
        assert not any(track.label.meets(box) for box in drawn.ringed[:n]), track.link
        tip = 8 if track.link.kind in ("arrow", "both") else 0
        assert before > 5 + (tip if track.link.kind == "both" else 0), track.link
        assert after > 5 + tip, track.link


@pytest.mark.parametrize("options", [{}, {"full": True}, {"engine": "circo", "names": False, "full": True}])
def test_the_line_between_two_worlds_is_seen_on_both_sides_of_its_label(options):
    require_room(panel(picture_of(COIN.structure, Options(**options))))


def test_a_line_passes_above_or_below_the_column_of_names_on_the_line_beside_it():
    ways = [("u", "v"), ("v", "u")]
    m = KripkeModel({"u": {"p"}, "v": set()}, {f"agent_{i}": ways[: i % 3] for i in range(20)}, actual="u")
    drawn = panel(picture_of(m.structure, Options()))
    assert faults_of(drawn.ringed, drawn.tracks) == (0, 0, 0, 0)


def test_labels_leave_the_tips_of_arrows_free():
    require_room(panel(picture_of_events(THREE, Options())))


@pytest.mark.parametrize("events", [PEEK, FLIP], ids=["peek", "flip"])
@pytest.mark.parametrize("options", [{}, {"full": True, "engine": "circo", "names": False, "atoms": "all"}])
def test_in_products_too(events, options):
    for each in product_panels(events, **options):
        require_room(each)


@pytest.mark.parametrize("agents", [["ann"], ["WWWW", "mmmm"], ["ill", "till"], ["a", "b", "c"], ["ann", "others"]])
def test_labels_are_thought_about_as_large_as_graphviz_makes_them(agents):
    label = agents_label(agents, strokes(agents), 12)
    style = 'shape=plaintext, margin=0, width=0.01, height=0.01, fontname="DejaVu Sans", fontsize=12'
    real = places([(f"digraph {{ n [{style}, label={label}] }}", "dot")])[0]["n"]
    width, height = label_size(agents)
    assert 0.95 * real.width <= width <= 1.3 * real.width + 4
    assert abs(height - real.height) < 5


def test_strands_run_beside_each_other_at_the_same_distance():
    curve = join(Box(0, 0, 20, 20, 10), Box(100, 0, 20, 20, 10), 20)
    left, right = beside(curve, 3), beside(curve, -3)
    for one, other in zip(points_of(left), points_of(right), strict=True):
        assert 5 < ((one - other) ** 2).sum() ** 0.5 < 7


def test_bridges_go_around_labels_where_they_can_and_lie_below_them_where_not():
    three = KripkeModel.s5(
        {"up": {"h"}, "down": set(), "too": set()},
        {x: [["up", "down", "too"]] for x in ("ann", "bob", "cath")},
        actual="up",
    )
    one, other = (panel(picture_of(each.structure, Options())) for each in (COIN, three))
    other = other.moved(300, 0)
    for track in bridges_between(one, other, [Link(1, 2, "line", ()), Link(1, 1, "line", ()), Link(0, 0, "line", ())]):
        for drawn in (one, other):
            assert not any(covers(t.label, points_of(track.curve)).any() for t in drawn.tracks)


def test_a_label_that_is_new_after_an_update_finds_its_room():
    worlds = [f"w{i}" for i in range(5)]
    atoms = {w: {"p"} if w != "w4" else set() for w in worlds}
    everyone = [f"agent{i}" for i in range(3)]
    before = KripkeModel.s5(atoms, {x: [worlds] for x in everyone}, actual="w0")
    after = before.announce("p")
    pictures = [picture_of(before.structure, Options()), picture_of(after.structure, Options(before=before.structure))]
    panels = sheets_of(pictures, Beside(["", ""]), UpdateLayout())[0].panels
    for track, start, end in gaps(panels[1]):
        assert not any(track.label.meets(box) for box in panels[1].ringed[:5])
        assert min(start, end) > 4


def test_a_wide_explanation_is_drawn_from_left_to_right():
    muddy = KripkeModel.from_observations(
        atoms=["muddy(anne)", "muddy(bill)", "muddy(cath)"],
        observes={
            "anne": ["muddy(bill)", "muddy(cath)"],
            "bill": ["muddy(anne)", "muddy(cath)"],
            "cath": ["muddy(anne)", "muddy(bill)"],
        },
        law="true",
        actual={"muddy(anne)", "muddy(bill)", "muddy(cath)"},
    )
    said = "[muddy(anne) | muddy(bill) | muddy(cath)] [~Kw_anne muddy(anne) & ~Kw_bill muddy(bill)] C muddy(anne)"
    tree = muddy.check(said).explain()
    flat = places([(tree.to_dot(), "dot")])[0].values()
    down = max(b.x for b in flat) / max(b.y for b in flat)
    width, height = (float(x.removesuffix("pt")) for x in size_of(draw(tree)))
    assert width / height < down


def size_of(svg):
    root = ElementTree.fromstring(svg)
    return root.get("width"), root.get("height")


def test_a_bridge_never_runs_behind_a_world_that_it_does_not_join():
    names = ["rwb", "rbw", "wrb", "wbr", "brw", "bwr"]
    hexa = KripkeModel.s5(
        {name: {f"{who}={card}" for who, card in zip(("anne", "bill", "cath"), name, strict=True)} for name in names},
        {who: [[x for x in names if x[i] == card] for card in "rwb"] for i, who in enumerate(("anne", "bill", "cath"))},
        actual="rwb",
    )
    links = [Link(i, i, "line", ()) for i in range(6)]
    picture = picture_of(hexa.structure, Options())
    drawn = sheets_of([picture, picture], Beside(["", ""], bridges=links), SamenessLayout(links))[0]
    left, right = drawn.panels
    for track in drawn.bridges:
        own = left.ringed[track.link.source], right.ringed[track.link.target]
        others = [box for each in (left, right) for box in each.ringed if box not in own]
        assert not any(covers(box, points_of(track.curve)).any() for box in others), track.link


@pytest.mark.parametrize("angle", ANGLES)
@pytest.mark.parametrize("box", [Box(0, 0, 40, 40, 20), Box(0, 0, 120, 50, 12)])
def test_a_loop_is_not_covered_by_its_own_names(angle, box):
    link, curve = Link(0, 0, "loop", ("anna", "bob")), loop(box, angle)
    ((_, _, label, _),) = with_labels([Track(link, curve, None)], [box], 1)
    assert not meets(pieces_of(curve.path(FINE)), *label.row[:4])
    assert not label.meets(box)


def test_the_name_of_a_loop_stands_beside_it_if_another_line_passes_above():
    world = Box(0, 0, 40, 40)
    curve = loop(world, 90)
    top = max(y for _, y in curve.path())
    ends = [Box(x, top + 8, 20, 20) for x in (-100, 100)]
    line = join(*ends)
    bare = [Track(Link(0, 0, "loop", ("a",)), curve, None), Track(Link(1, 2, "line", ()), line, None)]
    label = with_labels(bare, [world, *ends], 3)[0].label
    assert not meets(pieces_of(line.path()), *label.row[:4])
    assert not label.meets(world)
