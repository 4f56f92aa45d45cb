"""Before and after updates each world is where it was, and so are the worlds that events make of it."""

from itertools import combinations
from random import Random
from xml.etree import ElementTree

import pytest
from drawn import SVG, covered_names, lines_behind_worlds, nodes, texts
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from randoms import random_structure

from kripke.change.actions import peek, private_announcement
from kripke.models.kripke_model import KripkeModel
from logic.errors import TooLarge
from viz.output.files import sheets_of
from viz.pair_pictures import draw_product
from viz.pictures.legend import Beside
from viz.pictures.model_picture import picture_of
from viz.pictures.picture import DrawError, Options
from viz.update_pictures import UpdateLayout, draw_sequence, draw_update, origins_of

COIN = KripkeModel.s5({"up": {"h"}, "down": set()}, {x: [["up", "down"]] for x in ("ann", "bob")}, actual="up")


def panels_of(before, after, **options):
    """The panels before and after, on one sheet, moved so that the first worlds are at the same place."""
    origins = origins_of([*before.structure.worlds], [*after.structure.worlds])
    pictures = [picture_of(each.structure, Options(max_lines=60, **options)) for each in (before, after)]
    return origins, sheets_of(pictures, Beside(["", ""]), UpdateLayout(origins))[0].panels


@pytest.mark.parametrize(("signs", "count"), [("", 2), ("×=", 3)])
def test_stacked_pictures_and_their_captions_are_below_each_other_and_as_wide_as_the_widest(signs, count):
    pictures = [picture_of(COIN.structure, Options(columns=1))] * count
    sheet = sheets_of(pictures, Beside(["one", "two", "three"][:count], signs))[0]
    captions = [box for text, box in sheet.texts if text.style == "caption"]
    tops = [panel.bounds.y + panel.bounds.height / 2 for panel in sheet.panels]
    bottoms = [panel.bounds.y - panel.bounds.height / 2 for panel in sheet.panels]
    for k, caption in enumerate(captions):
        assert caption.y - caption.height / 2 > tops[k]
        assert k == 0 or caption.y + caption.height / 2 < bottoms[k - 1]
    widest = max(panel.bounds.width for panel in sheet.panels)
    assert sheet.bounds.width <= max(widest, 300)


def apart(panel, one, other):
    (x, y), (u, v) = panel.where[one], panel.where[other]
    return x - u, y - v


def test_the_origin_of_a_world_is_the_longest_name_that_it_goes_on_from():
    assert origins_of(["w", "w·e"], ["w·e·f", "w·g", "v·e"]) == {"w·e·f": ("w·e", "f"), "w·g": ("w", "g")}


@examples(60)
@given(st.integers(0, 10**6), st.booleans())
def test_worlds_after_a_product_are_where_they_were_and_nothing_is_covered(seed, several):
    structure = random_structure(Random(seed), most_worlds=7, frame="S5")
    if "a" not in structure.agents:
        return
    before = KripkeModel.of(structure).at("w0")
    after = before.update(private_announcement("p | ~p", ["a"]) if several else peek("p", by="a"))
    try:
        origins, (left, right) = panels_of(before, after)
    except TooLarge:
        return
    assert {*origins} == {*after.worlds}
    for events in {events for _, events in origins.values()}:
        copy = [world for world, (_, later) in origins.items() if later == events or not several]
        for one, other in combinations(copy, 2):
            assert apart(right, one, other) == pytest.approx(apart(left, origins[one][0], origins[other][0]), abs=0.1)
    for panel in (left, right):
        assert not lines_behind_worlds(panel)
        assert not covered_names(panel)


def test_a_secret_has_a_copy_of_the_worlds_for_those_who_heard_nothing():
    after = COIN.update(private_announcement("h", ["ann"]))
    origins, (left, right) = panels_of(COIN, after)
    assert {events for _, events in origins.values()} == {"said", "nothing"}
    assert right.where["up·said"][0] == pytest.approx(right.where["up·nothing"][0], abs=0.1), "below one another"
    assert apart(right, "up·nothing", "down·nothing") == pytest.approx(apart(left, "up", "down"), abs=0.1)


PLACES = {"up": (0, 0), "down": (0, 1)}
GIVEN = {**PLACES, "up·said": (2, 2), "up·nothing": (0, 0), "down·nothing": (0, 1)}
SECRET = private_announcement("h", ["ann"])


def same_shape(panel, places):
    """Whether the worlds of a panel are at these places, up to one scale."""
    (one, p), *others = places.items()
    ways = [(apart(panel, other, one), (q[0] - p[0], q[1] - p[1])) for other, q in others]
    unit = max(abs(side) for way, _ in ways for side in way) / max(abs(side) for _, way in ways for side in way)
    return all(way == pytest.approx((x * unit, y * unit), abs=0.1) for way, (x, y) in ways)


def test_places_given_for_worlds_after_an_update_are_theirs_in_the_scale_of_the_first_picture():
    after = COIN.update(SECRET)
    _, (left, right) = panels_of(COIN, after, positions=GIVEN)
    assert same_shape(right, {world: GIVEN[world] for world in after.worlds})
    assert apart(left, "up", "down") == pytest.approx(apart(right, "up·nothing", "down·nothing"), abs=0.1)
    _, (left, right) = panels_of(COIN, after, positions=PLACES)
    assert apart(left, "up", "down") == pytest.approx(apart(right, "up·nothing", "down·nothing"), abs=0.1)


def test_a_product_is_at_given_places_or_has_copies_of_those_of_the_model():
    for positions in (PLACES, GIVEN):
        drawn = ElementTree.fromstring(draw_product(COIN, SECRET, positions=positions))
        where = {
            "".join(each.itertext()): (float(each.get("x")), -float(each.get("y"))) for each in drawn.iter(f"{SVG}text")
        }
        assert where["up"][0] == pytest.approx(where["down"][0], abs=20)
        assert where["up·nothing"][0] == pytest.approx(where["down·nothing"][0], abs=20)
        assert (where["up·said"][1] > where["down·nothing"][1] + 9) is (positions is GIVEN)


@pytest.mark.parametrize(
    "drawn", [lambda **o: draw_update(COIN, COIN.update(SECRET), **o), lambda **o: draw_product(COIN, SECRET, **o)]
)
def test_places_for_some_of_the_worlds_after_an_update_are_refused(drawn):
    with pytest.raises(DrawError, match=r"no place.* up·nothing and down·nothing: "):
        drawn(positions={**PLACES, "up·said": (2, 2)})


def test_a_sequence_has_a_caption_for_each_model_and_shows_what_each_step_removed():
    muddy = KripkeModel.from_observations(
        atoms=["m1", "m2"], observes={"a": ["m2"], "b": ["m1"]}, law="true", actual={"m1", "m2"}
    )
    steps = [muddy, muddy.announce("m1 | m2"), muddy.announce("m1 & m2")]
    svg = draw_sequence(steps)
    assert {"start", "step 1", "step 2"} <= set(texts(svg))
    assert len([name for name in nodes(svg) if "gone" in name]) == 1 + 2
    with pytest.raises(DrawError, match="expected three texts, such as"):
        draw_sequence(steps, captions=["one"])
    for wrong in (muddy, [], "steps"):
        with pytest.raises(DrawError, match=r"models: expected.*1 to 20"):
            draw_sequence(wrong)


def test_after_many_events_names_are_short_and_places_are_kept():
    model = COIN
    for _ in range(6):
        model = model.update(peek("h", by="ann"))
    drawn = nodes(draw_update(COIN, model))
    worlds = {name: node for name, node in drawn.items() if name[:2] in ("a ", "b ")}
    x = {name: float(next(node.iter(f"{SVG}text")).get("x")) for name, node in worlds.items()}
    first, second = ([x[name] for name in x if name.startswith(prefix)] for prefix in ("a ", "b "))
    assert (first[0] < first[1]) == (second[0] < second[1])


def test_steps_name_their_pictures_and_stand_in_rows_or_move(tmp_path):
    model = KripkeModel.s5(
        {"w": {"p"}, "v": {"q"}, "u": set()}, {"a": [["w", "v", "u"]], "b": [["w"], ["v", "u"]]}, "w"
    )
    svg = draw_sequence(model, steps=["p | q", "~Kw_a p"], columns=2)
    assert {"start", "p | q", "~Kw_a p"} <= set(texts(svg))
    moving = draw_sequence(model, steps={"told": "p | q"}, overlays=True)
    ElementTree.fromstring(moving)
    assert [moving.count(each) for each in ("<animate ", 'visibility="hidden"')] == [2, 1]
    path = draw_sequence(model, tmp_path / "steps.gif", steps=["p | q", "p"])
    assert Image.open(path).n_frames == 3


def test_long_captions_side_by_side_do_not_meet():
    captions = ["before it is said", "a long caption that is a good deal wider than such a small model"]
    structures = [COIN.structure, COIN.announce("h").structure]
    pictures = [picture_of(each, Options()) for each in (*structures, *structures)]
    (sheet,) = sheets_of(pictures, Beside([*captions, *captions]))
    named = [box for text, box in sheet.texts if text.style == "caption"]
    assert len(named) == 4
    assert not any(one.meets(other) for one, other in combinations(named, 2))
