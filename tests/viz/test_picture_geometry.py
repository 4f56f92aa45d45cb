from itertools import pairwise

import numpy as np
import pytest
from drawn import covers, points_of
from hypothesis import assume, given
from hypothesis import strategies as st

from viz.layout.geometry import (
    FINE,
    Box,
    Curve,
    Rectangles,
    arc,
    behind,
    crossings,
    join,
    leaving,
    line_of,
    loop,
    shortened,
)
from viz.layout.routing import HIT, _Routes, tracks
from viz.pictures.links import Link

small = st.floats(-200, 200, allow_nan=False)
boxes = st.builds(Box, small, small, st.floats(20, 80), st.floats(20, 60), st.floats(0, 10))


@given(boxes, boxes, st.floats(-95, 95))
def test_a_line_begins_and_ends_on_the_borders_of_its_boxes(one, other, bend):
    assume(not one.grown(20).meets(other))
    curve = join(one, other, bend)
    for box, end in ((one, curve.a), (other, curve.d)):
        assert covers(box.grown(1), np.array([end]))[0]
        assert not covers(box.grown(-1), np.array([end]))[0]


@given(boxes, st.sampled_from([0, 45, 90, 135, 180, -90]))
def test_a_loop_begins_and_ends_on_the_border_and_leaves_the_box(box, angle):
    curve = loop(box, angle)
    assert not covers(box, points_of(curve)[1:-1]).any()
    assert covers(box.grown(1), np.array([curve.a, curve.d])).all()


@given(st.tuples(small, small), st.tuples(small, small), st.tuples(small, small), st.tuples(small, small))
def test_a_part_of_a_curve_lies_on_the_curve(a, b, c, d):
    curve = Curve(a, b, c, d)
    piece = curve.part(0.25, 0.75)
    assert np.allclose(points_of(piece), points_of(curve, np.linspace(0.25, 0.75, 25)), atol=1e-6)


def test_a_round_corner_is_outside_the_box():
    box = Box(0, 0, 20, 20, 10)
    assert [box.has(point) for point in ((0, 9.9), (9, 9), (7, 7))] == [True, False, True]


def test_an_arrow_is_shortened_by_the_length_of_its_tip():
    curve = shortened(Curve((0, 0), (10, 0), (20, 0), (30, 0)), 7.5)
    assert curve.d == pytest.approx((22.5, 0), abs=0.05)
    assert curve.a == (0, 0)


def test_crossings_are_counted():
    cross = [line_of([(0.0, 10.0), (10.0, 0.0)]), line_of([(20.0, 0.0), (30.0, 10.0)])]
    assert crossings([(0.0, 0.0), (10.0, 10.0)], cross) == 1
    assert crossings([(0.0, 0.0), (-10.0, 10.0)], cross) == 0
    assert crossings([(1.0, 2.0), (4.0, 4.0), (12.0, 13.0), (25.0, 4.0)], cross) == 2


@given(st.lists(boxes, max_size=12), st.lists(boxes, max_size=12))
def test_rectangles_find_the_boxes_that_overlap_as_one_by_one(those, others):
    found = Rectangles([box.row for box in those])
    for other in others:
        pairs = [k for k, box in enumerate(those) if box.meets(other)]
        assert sorted(found.meeting(*other.row[:4])) == pairs


@given(st.lists(st.tuples(small, small), min_size=2, max_size=5), st.lists(boxes, max_size=8))
def test_a_broken_line_is_behind_the_boxes_that_its_points_are_inside(path, those):
    points = np.concatenate([np.linspace(one, other, 400) for one, other in pairwise(path)])
    inside = {k for k, box in enumerate(those) if covers(box, points).any()}
    nearly = {k for k, box in enumerate(those) if covers(box.grown(1), points).any()}
    assert inside <= {*behind(path, Rectangles([box.row for box in those]))} <= nearly


@given(boxes, boxes, st.floats(-95, 95))
def test_a_line_leaves_its_world_where_the_drawn_line_begins(one, other, bend):
    assume(not one.grown(20).meets(other))
    path = arc(one.middle, other.middle, bend).path(FINE)
    assert leaving(path, one.row) == pytest.approx(join(one, other, bend).a, abs=1)


WIDE, PILL = Box(0, 0, 100, 40, 10), Box(0, 0, 100, 40, 20)


@pytest.mark.parametrize(
    ("box", "path"),
    [
        (PILL, [(0, 0), (10, 100)]),
        (WIDE, [(46, 5), (-14, 205)]),
        (WIDE, [(0, 0), (300, 110)]),
        (WIDE, [(0, 0), (0, 99)]),
    ],
    ids=["a straight side between half circles", "a corner behind which it turns", "a corner", "a side"],
)
def test_a_line_leaves_a_world_on_its_border(box, path):
    place = leaving(path, box.row)
    assert box.grown(0.01).has(place)
    assert not box.grown(-0.01).has(place)


def test_a_line_goes_around_a_world_that_stands_in_its_way():
    row = [Box(0, 0, 30, 30, 15), Box(80, 0, 30, 30, 15), Box(160, 0, 30, 30, 15)]
    straight, around = tracks([Link(0, 1, "arrow", ("a",)), Link(0, 2, "arrow", ("a",))], row, 3)
    assert straight.curve.is_straight
    assert not behind(around.curve.path(FINE), Rectangles([row[1].row]))


def test_labels_cover_neither_worlds_nor_each_other():
    row = [Box(80 * (i % 3), 80 * (i // 3), 30, 30, 15) for i in range(9)]
    links = [Link(i, j, "line", ("anne",)) for i in range(9) for j in range(i + 1, 9) if abs(i - j) in (1, 3)]
    labels = [track.label for track in tracks(links, row, 9)]
    assert not any(label.meets(box) for label in labels for box in row)
    assert not any(one.meets(other) for k, one in enumerate(labels) for other in labels[:k])


def test_two_lines_between_the_same_worlds_part():
    two = [Box(0, 0, 30, 30, 15), Box(120, 0, 30, 30, 15)]
    one, other = tracks([Link(0, 1, "line", ("a",)), Link(1, 0, "arrow", ("b",))], two, 2)
    assert abs(one.curve.at(0.5)[1] - other.curve.at(0.5)[1]) > 12
    assert other.curve.a[0] > other.curve.d[0], "the arrow leads from the right world to the left"


@given(st.lists(st.tuples(*[st.integers(0, 300)] * 2, st.integers(5, 40), st.integers(5, 30)), min_size=3, max_size=8))
def test_routes_along_their_straight_line_are_arcs_and_meet_the_same_boxes(places):
    boxes = [Box(x, y, 2.0 * w, 2.0 * h, min(w, h) / 2) for x, y, w, h in places]
    assume(boxes[0].middle != boxes[1].middle)
    inner, walls, outer = (Rectangles([box.grown(more).row for box in boxes]) for more in (-1e-6, 0, 1e-6))
    routes = _Routes(boxes, Rectangles([]), walls, True)
    for way in ((0.0, 0.0, 9.0), (34.0, 0.0, 0.0), (-70.0, 0.7, 0.0), (95.0, 0.0, -11.0), (150.0, -0.7, 0.0)):
        path = arc(boxes[0].middle, boxes[1].middle, *way).path()
        own = routes._path((0, 1, way))
        assert [x for point in own for x in point] == pytest.approx([x for point in path for x in point], abs=1e-6)
        least, most = (HIT * len(behind(path, each, (0, 1))) for each in (inner, outer))
        assert least <= routes._blocked((0, 1, way)) <= most, "a box that the path only touches may count"
