"""Sizes, layouts and parts of pictures: what fits is as large as wanted, what does not is refused with the ways out."""

import re
from contextlib import suppress
from itertools import combinations, pairwise
from math import hypot
from random import Random
from warnings import catch_warnings

import pytest
from drawn import SVG, covered_names, lines_behind_worlds, nodes, panel_of, texts
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from randoms import random_structure
from typer.testing import CliRunner

from kripke.change.actions import peek
from kripke.checking import build
from kripke.data.errors import FileWarning, UnknownAgent
from kripke.models.kripke_model import KripkeModel
from kripke.puzzles import russian_cards
from kripke.puzzles.registry import puzzle, puzzles
from logic.errors import TooLarge
from viz.drawing import draw, to_tikz
from viz.layout import placement
from viz.layout.geometry import around
from viz.layout.routing import routes
from viz.output.render import places
from viz.pair_pictures import draw_product
from viz.pictures.labels import compact_names
from viz.pictures.links import grid
from viz.pictures.picture import LETTERS, MARGIN, PAPERS, DrawError
from viz.update_pictures import draw_sequence, draw_update
from whoknows.cli.main import app

SIX = [f"p{i}" for i in range(6)]
SIXTY_FOUR = KripkeModel.from_observations(
    atoms=SIX, observes={"ann": SIX[:3], "bob": SIX[3:]}, law="true", actual={"p0"}
)
DEALS = ["rwb", "rbw", "wrb", "wbr", "brw", "bwr"]
HEXA = KripkeModel.s5(
    {deal: {f"{who}={card}" for who, card in zip(("ann", "bill", "cath"), deal, strict=True)} for deal in DEALS},
    {who: [[d for d in DEALS if d[i] == card] for card in "rwb"] for i, who in enumerate(("ann", "bill", "cath"))},
    actual="rwb",
)


def size_of(svg):
    """Width and height in points."""
    head = svg[svg.index("<svg") : svg.index(">", svg.index("<svg"))]
    return [float(head.partition(f'{side}="')[2].partition("pt")[0]) for side in ("width", "height")]


def scale_of(svg):
    """The factor by which all lengths are scaled, so also the letters."""
    return size_of(svg)[0] / float(svg.partition('viewBox="')[2].split()[2])


@pytest.mark.parametrize(("width", "paper"), [("slide", PAPERS["slide"]), ("column", PAPERS["column"])])
def test_a_picture_fits_its_place_and_its_letters_can_be_read(width, paper):
    for model in (HEXA, HEXA.announce("ann=r")):
        svg = draw(model, width=width)
        across, up = size_of(svg)
        assert across <= paper.width + 2
        assert up <= paper.height + 2
        assert paper.least <= LETTERS * scale_of(svg) <= paper.most + 0.1


def test_a_number_is_the_width_in_inches():
    assert size_of(draw(HEXA, width=5))[0] == pytest.approx(5 * 72, abs=2)


def test_one_world_in_one_inch_is_said_in_the_singular():
    alone = KripkeModel({"a world with a name of many words": set()}, {"a": []})
    with pytest.raises(TooLarge, match=r"^1 world in 1 inch would have letters"):
        draw(alone, width=1, names=True, title="A title that is much wider than an inch")


@pytest.mark.slow
def test_a_picture_that_cannot_be_read_on_a_page_says_so_and_what_helps(tmp_path):
    worlds = {f"w{i}": {"p"} if i % 2 else set() for i in range(40)}
    ring = KripkeModel(worlds, {a: [(f"w{i}", f"w{(i + 1) % 40}") for i in range(40)] for a in "abc"})
    with pytest.warns(FileWarning, match=r"page .* \d\.\d points; width=6\.3 draws") as warned:
        draw(ring, tmp_path / "ring.svg")
    assert warned[0].filename == __file__
    ring.save(tmp_path / "ring.json")
    said = CliRunner().invoke(app, ["draw", str(tmp_path / "ring.json"), "-o", str(tmp_path / "ring.svg")])
    assert re.search(r"warning: 2\d by 2\d inches: on a page", said.stderr)
    assert "whoknows draw --width 6.3 draws a model" in said.stderr
    assert "in a game, draw FILE WORD ... draws less" in " ".join(said.stderr.split())
    with pytest.raises(TooLarge, match=r"6\.3 inches would have letters"):
        draw(ring, width=6.3)
    with catch_warnings(action="error"):
        draw(ring, width=60)
        draw(ring.at("w0").generated(), agents=["a"], worlds=["w0", "w1", "w2"])


def test_an_explanation_too_large_for_a_width_is_advised_a_larger_one():
    why = KripkeModel({"w": {"p"}}, {}, actual="w").check("p").explain(detail="brief")
    with pytest.raises(TooLarge, match="or give a larger width or none"):
        draw(why, width=0.5)


def test_sixty_four_worlds_on_a_slide_become_a_grid_and_in_a_column_they_are_refused():
    svg = draw(SIXTY_FOUR, width="slide")
    assert len([name for name in nodes(svg) if name.startswith("#")]) == 64
    assert LETTERS * scale_of(svg) >= PAPERS["slide"].least
    with pytest.raises(TooLarge, match=r"64 worlds.*column .* 6 .*read: show.*worlds="):
        draw(SIXTY_FOUR, width="column")


@pytest.mark.parametrize("width", ["column", 5, 1, None])
def test_a_long_title_is_in_rows_that_fit(width):
    title = "A very long title that does not fit in three inches of a picture, does it?" + " And more." * 3
    svg = draw(KripkeModel.s5({"w": {"p"}}, {"a": [["w"]]}, "w"), title=title, width=width)
    rows = [text for text in texts(svg) if len(text) > 1 and text in title]
    assert " ".join(rows) == title
    assert len(rows) > 1


@pytest.mark.slow
def test_of_pictures_that_do_not_fit_together_the_message_says_so_and_columns_that_do():
    hexa = puzzle("hexa").tell("explicit").steps[0].model
    steps = [hexa, hexa.announce("M_anne bill=white")]
    draw(steps[0], width="column")
    with pytest.raises(TooLarge, match=r"2 pictures with \d+ worlds, too high in a column"):
        draw_sequence(steps, width="column", columns=1)
    with pytest.raises(TooLarge, match=r"too high on a slide.*take columns=2"):
        draw_sequence(steps, width="slide", columns=1)
    assert draw_sequence(steps, width="slide", columns=2)


@pytest.mark.parametrize("size", [4, 6])
def test_two_parts_of_a_model_stand_side_by_side(size):
    halves = [[f"{half}{i}" for i in range(size)] for half in ("left", "right")]
    panel = panel_of(build.s5({world: set() for half in halves for world in half}, {"a": halves}))
    parts = [around(panel.boxes[:size]), around(panel.boxes[size : 2 * size])]
    one, other = sorted(parts, key=lambda part: part.x)
    assert other.x - one.x - (one.width + other.width) / 2 < 60
    assert abs(one.y - other.y) < 20


def test_no_line_is_routed_in_a_picture_whose_worlds_alone_are_too_large(monkeypatch):
    called = []
    monkeypatch.setattr(placement, "routes", lambda *given, **how: called.append(given) or routes(*given, **how))
    with pytest.raises(TooLarge, match="64 worlds in a column"):
        draw(in_classes(64, "ab", 16), layout="circle", width="column")
    assert not called
    draw(HEXA, width="column")
    assert called


def in_classes(count, agents, classes):
    """A model of S5 with random classes."""
    random = Random(1)
    worlds = {f"w{i}": {atom for atom in "pqr" if random.random() < 0.5} for i in range(count)}
    parts = {agent: [[] for _ in range(classes)] for agent in agents}
    for each in parts.values():
        for world in worlds:
            random.choice(each).append(world)
    return KripkeModel.s5(worlds, {agent: [*filter(None, each)] for agent, each in parts.items()}, "w0")


def test_sixty_four_worlds_in_classes_of_one_agent_fit_a_slide_whole_classes_in_rows():
    svg = draw(in_classes(64, "a", 24), width="slide")
    assert LETTERS * scale_of(svg) >= PAPERS["slide"].least
    assert "worlds in a row or column of lines of one agent are all joined" in texts(svg)


def test_advice_of_a_refused_picture_makes_it_readable_or_is_not_given():
    twenty, thirty = in_classes(20, "ab", 8), in_classes(30, "ab", 12)
    with pytest.raises(TooLarge, match=r"20 worlds.*slide .* 7\.5 .*layout, show.*worlds="):
        draw(twenty, width="slide", layout="circle")
    assert draw(twenty, width="slide")
    long = {f"w{i}": {f"atom_{i}_{letter}_long" for letter in "abc"} for i in range(6)}
    with pytest.raises(TooLarge, match=r"6 worlds.* 2\.5 inches.*read: .*names='compact', show.*worlds="):
        draw(KripkeModel.s5(long, {"a": [[*long]]}), width=2.5, frames=False)
    assert draw(KripkeModel.s5(long, {"a": [[*long]]}), width=2.5, names="compact")
    with pytest.raises(TooLarge, match=r"30 worlds.*slide .* 7\.5 .*read: show.*worlds="):
        draw(thirty, width="slide", names="compact", frames=False)


@pytest.mark.parametrize("width", ["page", 0, -1, True, 1e9])
def test_a_width_that_is_none_is_refused(width):
    with pytest.raises(DrawError, match=r"width .*: expected 'slide', 'column'.*inches"):
        draw(HEXA, width=width)


def test_tikz_has_the_width_too():
    assert to_tikz(HEXA, width="column").splitlines()[1].startswith(r"\resizebox{")
    slide = to_tikz(HEXA, width="slide")
    assert r"\resizebox{!}{0.8\textheight}" in slide
    assert r"\ifdim\wd0>\textwidth\resizebox{\textwidth}{!}" in slide
    assert r"\resizebox" not in to_tikz(HEXA)


# ------------------------------------------------------------------------------------------------ layouts


def test_in_a_grid_rows_and_columns_are_what_two_agents_know():
    structure = SIXTY_FOUR.structure
    cells = grid(structure)
    assert len({*cells}) == 64
    for i, j in combinations(range(64), 2):
        same = [
            structure.relations[agent].labels[i] == structure.relations[agent].labels[j] for agent in ("ann", "bob")
        ]
        assert [cells[i][1] == cells[j][1], cells[i][0] == cells[j][0]] in (same, same[::-1])


@examples(60)
@given(st.data())
def test_a_reader_of_a_grid_finds_the_classes(data):
    n = data.draw(st.integers(1, 12))
    worlds = [f"w{i}" for i in range(n)]
    labels = {agent: data.draw(st.lists(st.integers(0, 3), min_size=n, max_size=n)) for agent in "ab"}
    classes = {
        agent: [[w for w, k in zip(worlds, label, strict=True) if k == each] for each in set(label)]
        for agent, label in labels.items()
    }
    panel = panel_of(build.s5({w: set() for w in worlds}, classes), layout="grid")
    assert not lines_behind_worlds(panel)
    assert not covered_names(panel)
    for agent, label in labels.items():
        joined = {i: {i} for i in range(len(panel.boxes))}
        for track in panel.tracks:
            if agent in track.link.agents:
                both = joined[track.link.source] | joined[track.link.target]
                joined |= dict.fromkeys(both, both)
        assert all({j for j in joined[i] if j < n} == {j for j in range(n) if label[j] == label[i]} for i in range(n))


def test_a_grid_says_that_lines_in_a_row_join_all_its_worlds():
    said = "worlds in a row or column of lines of one agent are all joined"
    assert said in texts(draw(SIXTY_FOUR, layout="grid"))
    assert said not in texts(draw(HEXA, layout="grid"))


def test_a_circle_is_round_and_in_the_models_order():
    boxes = panel_of(HEXA.structure, layout="circle").boxes[:6]
    middle = [sum(box.x for box in boxes) / 6, sum(box.y for box in boxes) / 6]
    assert len({round(hypot(box.x - middle[0], box.y - middle[1])) for box in boxes}) == 1
    sides = {round(hypot(one.x - other.x, one.y - other.y)) for one, other in pairwise(boxes)}
    assert len(sides) == 1, "neighbours in the model are neighbours"


def test_layers_by_plausibility_have_the_most_plausible_worlds_above():
    ranks = {"a": 0, "b": 1, "c": 1, "d": 2}
    model = KripkeModel.s5({w: {"p"} for w in ranks}, {"ann": [[*ranks]]}, ranks={"ann": ranks})
    for options in ({"layout": "layers"}, {}):
        boxes = dict(zip(ranks, panel_of(model.structure, **options).boxes, strict=False))
        assert boxes["a"].y > boxes["b"].y == boxes["c"].y > boxes["d"].y


def test_layers_of_agents_who_disagree_are_the_first_ones_and_the_legend_says_so():
    ann, bob = ({w: abs(k - i) for i, w in enumerate("cba")} for k in (0, 2))
    classes = {agent: [[*"abc"]] for agent in ("ann", "bob")}
    model = KripkeModel.s5({w: {"p"} for w in "abc"}, classes, ranks={"ann": ann, "bob": bob})
    for agents, highest in ((None, "c"), (["bob"], "a")):
        panel = panel_of(model.structure, layout="layers", agents=agents)
        assert max(panel.where, key=lambda world: panel.where[world][1]) == highest
        assert ("rows: the plausibility of ann" in panel.picture.notes) == (agents is None)


@examples(40)
@given(
    st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5)), min_size=1, max_size=9, unique=True),
    st.floats(0.01, 1e4),
)
def test_given_places_are_kept_up_to_the_scale(points, unit):
    worlds = [f"w{i}" for i in range(len(points))]
    structure = build.s5({w: set() for w in worlds}, {"a": [worlds]})
    places = {w: (x * unit, y * unit) for w, (x, y) in zip(worlds, points, strict=True)}
    panel = panel_of(structure, positions=places)
    boxes = panel.boxes[: len(points)]
    for (one, p), (other, q) in combinations(zip(boxes, points, strict=True), 2):
        across, up = one.x - other.x, one.y - other.y
        assert across * (p[1] - q[1]) == pytest.approx(up * (p[0] - q[0]), abs=1e-3 * (abs(across) + abs(up)))
        assert across * (p[0] - q[0]) >= 0
        assert not one.meets(other)
    assert not lines_behind_worlds(panel)


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ({"rwb": (0, 0)}, "no place for rbw"),
        ({"rwb": (0, 0), "wx": (1, 1)}, r"bwr: give one.*; wx: no such world"),
        (dict.fromkeys(DEALS, (1, 1)), "have the same place"),
        ([1], "expected a mapping"),
        ({**dict(zip(DEALS, [(i, 0) for i in range(6)], strict=True)), "rwb": (float("nan"), 0)}, "finite"),
        ({**dict(zip(DEALS, [(i, 0) for i in range(6)], strict=True)), "rwb": (1e308, -1e308)}, "points large"),
        (dict.fromkeys(DEALS, 1), "rwb has the place 1: expected two finite numbers"),
        (dict.fromkeys(DEALS, ("left", 0)), "two finite numbers"),
        (dict.fromkeys(DEALS, (0,)), "two finite numbers"),
        (dict.fromkeys(DEALS, (10**400, 0)), "two finite numbers"),
    ],
)
def test_places_that_do_not_place_all_worlds_are_refused(places, said):
    with pytest.raises(DrawError, match=said):
        draw(HEXA, positions=places)


# ------------------------------------------------------------------------------------------------- parts


def test_a_part_has_its_worlds_and_agents_and_says_so():
    svg = draw(HEXA, worlds=["rwb", "rbw", "wrb"], agents=["ann"])
    assert {name for name in nodes(svg) if name in DEALS} == {"rwb", "rbw", "wrb"}
    assert "a part of the model: 3 of 6 worlds and 1 of 3 agents" in texts(svg)
    assert "bill" not in texts(svg)
    assert not any(text.startswith("a part") for text in texts(draw(HEXA)))


def test_a_formula_is_evaluated_in_the_whole_model_not_in_the_part():
    drawn = nodes(draw(HEXA, worlds=["rwb"], agents=["ann"], highlight="M_ann bill=b & ~K_bill ann=r", legend=False))
    assert len(list(drawn["rwb"].iter(f"{SVG}rect"))) == 2, "two rings"
    assert any(each.get("fill") == "#ffdc73" for each in drawn["rwb"].iter(f"{SVG}rect"))


def test_the_part_of_an_update_has_the_same_worlds_before_and_after():
    svg = draw_update(HEXA, HEXA.announce("ann=r"), worlds=["rwb", "wrb"])
    assert {"a rwb", "a wrb", "b rwb", "b gone wrb"} <= set(nodes(svg))


def test_wrong_parts_are_refused_by_name():
    with pytest.raises(DrawError, match=r"no world 'rwx'.* mean 'rwb'"):
        draw(HEXA, worlds=["rwx"])
    with pytest.raises(UnknownAgent, match="no agent 'dan'"):
        draw(HEXA, agents=["dan"])
    with pytest.raises(DrawError, match="worlds: draw_product shows whole models"):
        draw_product(HEXA, peek("ann=r", by="bill"), worlds=["rwb"])
    with pytest.raises(DrawError, match="the list is empty"):
        draw(HEXA, worlds=[])


def test_a_part_of_a_model_that_is_too_large_is_drawn():
    large = russian_cards.model()
    assert len(large) == 140
    assert "a part of the model: 3 of 140 worlds" in texts(draw(large, worlds=[*large.worlds][:3]))


# ----------------------------------------------------------------------------------------- compact names


def test_compact_names_are_digits_or_values_or_numbers():
    assert compact_names(HEXA.structure) == (tuple(DEALS), ((),) * 6, "in a name: ann, bill, cath")
    names, _, said = compact_names(SIXTY_FOUR.structure)
    assert said == "1: true, 0: false, in the order p0, p1, p2, p3, p4, p5"
    for i, name in enumerate(names):
        assert [atom for atom, digit in zip(SIX, name, strict=True) if digit == "1"] == [
            *SIXTY_FOUR.structure.true_atoms(i)
        ]
    alike = build.s5({("u", "with", "events"): {"p"}, ("v", "with", "events"): {"p"}}, {})
    names, below, said = compact_names(alike)
    assert (names, said) == (
        ("1", "2"), "worlds are numbered in the model's order; 1: true, 0: false, in the order p"
    )  # fmt: skip
    assert below == (((("1", True),),),) * 2


def test_a_compact_name_has_no_more_digits_than_can_be_read_where_a_world_lacks_a_value():
    cards = {f"the card is {i}": {f"card={i}"} for i in range(1, 21)}
    names, below, said = compact_names(build.s5({"there is no card": set(), **cards}, {}))
    assert names == tuple(str(i) for i in range(1, 22))
    assert below == ((),) * 21
    assert said == "worlds are numbered in the model's order; atoms are not drawn"


def test_short_names_of_the_user_stay_in_a_compact_picture_and_atoms_are_below_them():
    model = build.s5({"s0": {"p"}, "s1": {"p", "q"}, "s2": {"p"}}, {"a": [["s0", "s1", "s2"]]})
    names, below, said = compact_names(model)
    assert names == ("s0", "s1", "s2")
    assert ["".join(text for row in rows for text, _ in row) for rows in below] == ["10", "11", "10"]
    assert said == "1: true, 0: false, in the order p, q"
    assert {"s0", "s1", "s2"} <= set(texts(draw(model, names="compact")))
    longer = build.s5({"ab": {"x=red", "y=green"}, "ac": {"x=red", "y=blue"}}, {"a": [["ab", "ac"]]})
    names, below, said = compact_names(longer)
    assert names == ("ab", "ac")
    assert below[0] == ((("red", True), ("green", True)),)
    assert said == "below a name: x, y"


def require_no_larger(model, which=""):
    """That the picture with compact names is neither wider nor higher than the usual one, to the point."""
    with suppress(TooLarge):
        usual = size_of(draw(model))
        compact = size_of(draw(model, names="compact"))
        assert all(one <= other + 1 for one, other in zip(compact, usual, strict=True)), (which, usual, compact)


@pytest.mark.parametrize("seed", [*range(10), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(10, 15))])
def test_no_picture_of_a_random_model_is_larger_with_compact_names(seed):
    rng = Random(seed)
    require_no_larger(random_structure(rng, most_worlds=20))


QUICK = {"hexa", "wise_men", "moore"}


@pytest.mark.parametrize(
    "name", [pytest.param(p.name, marks=[pytest.mark.slow] * (p.name not in QUICK)) for p in puzzles()]
)
def test_no_picture_of_a_puzzle_is_larger_with_compact_names(name):
    for number, step in enumerate(puzzle(name).tell().steps):
        if isinstance(step.model, KripkeModel) and len(step.model) <= 64:
            require_no_larger(step.model, f"{name}, step {number}")


def test_a_compact_picture_of_many_worlds_is_smaller():
    across, up = size_of(draw(SIXTY_FOUR.announce("p0"), names="compact"))
    wide, high = size_of(draw(SIXTY_FOUR.announce("p0")))
    assert across * up < 0.9 * wide * high


def test_a_picture_with_compact_names_has_no_atoms_and_says_what_the_digits_are():
    said = texts(draw(SIXTY_FOUR, names="compact"))
    assert "101000" in said
    assert "p0, p2" not in said
    assert "1: true, 0: false, in the order p0, p1, p2, p3, p4, p5" in said


def test_a_tree_of_reasons_has_the_margin_of_other_pictures():
    why = KripkeModel({"w": {"p"}}, {"a": [("w", "w")]}, actual="w").check("K_a p").explain()
    (boxes,) = places([(why.to_dot(), "dot")])
    assert size_of(draw(why)) == pytest.approx([side + 2 * MARGIN for side in around(boxes.values())[2:4]], abs=2)
