import os
import re
import stat
from dataclasses import replace
from importlib import import_module
from xml.etree import ElementTree

import pytest
from effort import examples
from graphviz import Digraph
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from kripke.change.actions.evidence import radical_upgrade
from kripke.change.event import Event, EventModel
from kripke.checking import build
from kripke.data.errors import FileError
from kripke.models.functions import contract
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from kripke.prove.face import prove
from kripke.puzzles.registry import puzzle
from logic.errors import EpistemicError, ParseError, TooLarge
from viz.drawing import MOST_ROWS, draw, reasons, to_graphviz, to_tikz
from viz.output import dot, files
from viz.pictures.model_picture import picture_of
from viz.pictures.picture import DrawError, Options
from viz.theme import COLOURS, FILL, GHOST
from viz.update_pictures import draw_update

TWO = KripkeModel.s5(
    worlds={"w1": {"p"}, "w2": set()}, partitions={"a": [["w1", "w2"]], "b": [["w1"], ["w2"]]}, actual="w1"
)
MUDDY = KripkeModel.from_observations(
    atoms=["m1", "m2", "m3"], observes={"a": ["m2", "m3"], "b": ["m1", "m3"], "c": ["m1", "m2"]}, law="true",
    actual={"m1", "m2"},
)  # fmt: skip
FATHER = MUDDY.announce("m1 | m2 | m3")
SVG = "{http://www.w3.org/2000/svg}"


def texts(svg):
    return ["".join(each.itertext()) for each in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def groups(svg, kind):
    return [each for each in ElementTree.fromstring(svg).iter(f"{SVG}g") if each.get("class") == kind]


def nodes(svg):
    return {group.find(f"{SVG}title").text: group for group in groups(svg, "node")}


def test_without_a_path_the_svg_comes_back_as_text():
    svg = draw(TWO)
    assert {"w1", "p", "w2", "∅", "a"} <= set(texts(svg))


@pytest.mark.parametrize(
    ("ending", "start"),
    [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF"), ("dot", b"digraph"), ("gv", b"digraph"),
     ("tex", b"% for a"), ("tikz", b"% for a"), ("PNG", b"\x89PNG")],
)  # fmt: skip
def test_the_ending_says_the_format(ending, start, tmp_path):
    path = draw(TWO, tmp_path / f"two.{ending}")
    assert path == tmp_path / f"two.{ending}"
    assert path.read_bytes().startswith(start)
    assert os.listdir(tmp_path) == [path.name], "no draft is left behind"


@pytest.mark.parametrize("name", ["two.jpeg", "two", "two.", "two.svg.txt"])
def test_an_unknown_ending_is_refused_with_those_that_are_known(name, tmp_path):
    with pytest.raises(DrawError, match=r"\.svg, \.png, \.pdf"):
        draw(TWO, tmp_path / name)
    assert not os.listdir(tmp_path)


def test_a_folder_that_is_not_there_is_said(tmp_path):
    with pytest.raises(FileError, match="no such directory"):
        draw(TWO, tmp_path / "nowhere" / "two.svg")


def test_a_folder_is_no_file(tmp_path):
    (tmp_path / "two.svg").mkdir()
    with pytest.raises(FileError, match="is a directory"):
        draw(TWO, tmp_path / "two.svg")


def test_a_path_that_cannot_be_written_is_said():
    with pytest.raises(FileError, match=r"/proc/two\.svg: cannot be written"):
        draw(TWO, "/proc/two.svg")


def test_a_failing_drawing_leaves_the_old_file_as_it_was(tmp_path):
    path = tmp_path / "two.svg"
    path.write_text("old")
    with pytest.raises(EpistemicError):
        draw(TWO, path, highlight="K_a (")
    assert path.read_text() == "old"
    draw(TWO, path)
    assert path.read_text().startswith("<?xml")


def test_a_disk_that_fails_at_the_last_moment_leaves_no_draft(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(FileError, match="no space left on device"):
        draw(TWO, tmp_path / "two.svg")
    assert not os.listdir(tmp_path)


def test_a_new_file_has_the_mode_that_any_new_file_has(tmp_path):
    (tmp_path / "plain").write_text("")
    draw(TWO, tmp_path / "two.svg")
    assert stat.S_IMODE((tmp_path / "two.svg").stat().st_mode) == stat.S_IMODE((tmp_path / "plain").stat().st_mode)


def test_the_actual_world_is_doubly_ringed_and_the_others_are_not():
    drawn = nodes(draw(TWO, legend=False))
    rings = {name: len(list(node.iter(f"{SVG}ellipse"))) for name, node in drawn.items()}
    assert rings == {"w1": 2, "w2": 1}


def test_worlds_where_the_formula_holds_are_filled():
    drawn = nodes(draw(TWO, highlight="K_b p", legend=False))
    filled = {name for name, node in drawn.items() if any(e.get("fill") == FILL for e in node.iter(f"{SVG}ellipse"))}
    assert filled == {"w1"}
    assert "K_b p holds" in texts(draw(TWO, highlight="K_b p"))


def tips(edge):
    """How many arrowheads."""
    return len(list(edge.iter(f"{SVG}polygon")))


def test_an_equivalence_is_drawn_without_loops_and_tips_unless_all_is_asked_for():
    plain, full = (groups(draw(TWO, legend=False, full=wish), "edge") for wish in (False, True))
    assert len(plain) == 1
    assert [tips(edge) for edge in plain] == [0]
    assert sum(map(tips, full)) == 2 + 2 * 2, "an arrow of one with two heads, and two loops of two"


def test_belief_is_drawn_with_arrows_and_loops():
    model = KripkeModel.kd45(worlds={"w": {"p"}, "v": set()}, members={"a": [(["w", "v"], ["v"])]}, actual="w")
    titles = sorted(edge.find(f"{SVG}title").text for edge in groups(draw(model, legend=False), "edge"))
    assert titles == ["v->v", "w->v"]
    without = draw(model, loops=False)
    assert sum(t == "v->v" for t in titles) == 1
    assert "loops of a are not drawn" in texts(without)


def test_agents_with_the_same_line_share_it_and_each_has_her_colour_and_her_dashes():
    model = KripkeModel.s5(worlds={"w": set(), "v": set()}, partitions={"a": [["w", "v"]], "b": [["w", "v"]]})
    svg = draw(model, legend=False)
    paths = [path for edge in groups(svg, "edge") for path in edge.iter(f"{SVG}path")]
    assert len({path.get("stroke") for path in paths}) == 2
    assert [path.get("stroke-dasharray") is None for path in paths] == [True, False]
    (names,) = [each for group in groups(svg, "names") for each in group.iter(f"{SVG}text")]
    assert "".join(names.itertext()) == "a, b"
    assert [names.get("fill"), names[-1].get("fill")] == [path.get("stroke") for path in paths]


def test_a_shared_arrow_has_tips_in_the_colours_of_its_agents_at_each_of_its_ends():
    both = [("w", "v"), ("v", "w"), ("w", "w")]
    for agents, pairs, heads in (("ab", both[:1], 1), ("ab", both[:2], 2), ("abc", both[:1], 1), ("abc", both[:2], 2)):
        model = KripkeModel(worlds={"w": set(), "v": set()}, relations=dict.fromkeys(agents, pairs))
        edges = groups(draw(model, legend=False), "edge")
        tips = [each for edge in edges for each in edge.iter(f"{SVG}polygon") if each.get("fill") in COLOURS]
        assert sorted(each.get("fill") for each in tips) == sorted(COLOURS[: len(agents)] * heads)
        strokes = [path.get("stroke") for edge in edges for path in edge.iter(f"{SVG}path")]
        assert set(COLOURS[: len(agents)]) <= set(strokes)


def test_four_agents_share_one_dark_line_and_the_legend_says_so():
    model = KripkeModel.s5(worlds={"w": set(), "v": set()}, partitions={agent: [["w", "v"]] for agent in "abcd"})
    assert len(groups(draw(model, legend=False), "edge")) == 1
    assert "a dark line is of all agents that are named on it" in texts(draw(model))
    assert "a dark line" not in " ".join(texts(draw(TWO)))


def test_all_literals_are_said_when_asked_for():
    model = KripkeModel.s5(worlds={"w": {"q"}}, partitions={"a": [["w"]]}, atoms=["p"])
    said = "".join(texts(draw(model, atoms="all", legend=False)))
    assert "¬p" in said
    assert "¬p" not in "".join(texts(draw(model, legend=False)))
    assert "q" not in texts(draw(model, atoms="none", legend=False))


def test_an_unknown_choice_of_atoms_is_refused():
    with pytest.raises(DrawError, match=r"'some'.*'true', 'all' or 'none'"):
        draw(TWO, atoms="some")


def test_worlds_of_a_lattice_stand_in_layers_by_the_number_of_true_atoms():
    drawn = nodes(draw(MUDDY, names=True, legend=False))
    heights = {}
    for group in drawn.values():
        name = next(group.iter(f"{SVG}text")).text
        heights.setdefault(name.count("m"), set()).add(round(float(next(group.iter(f"{SVG}text")).get("y"))))
    assert {level: len(ys) for level, ys in heights.items()} == {0: 1, 1: 1, 2: 1, 3: 1}
    assert max(heights[3]) < max(heights[2]) < max(heights[1]) < max(heights[0]), "SVG counts from above"


def test_hubs_of_a_layered_picture_stand_among_their_worlds():
    worlds = {f"w{i}": {"pqr"[j] for j in range(3) if i >> j & 1} for i in range(8)}
    drawn = nodes(draw(KripkeModel.s5(worlds, {"a": [list(worlds)]}), layout="layers", legend=False))
    heights = {name: float(next(node.iter(f"{SVG}text")).get("y")) for name, node in drawn.items()}
    assert heights["w7"] < heights["hub 0"] < heights["w0"]


def test_an_unknown_engine_is_refused():
    with pytest.raises(DrawError, match=r"engine='force': expected 'dot'"):
        draw(TWO, engine="force")


@pytest.mark.parametrize("engine", ["dot", "neato", "fdp", "sfdp", "circo", "twopi"])
def test_every_engine_places_the_worlds(engine):
    assert {"w1", "w2"} <= set(nodes(draw(TWO, engine=engine)))


def test_layers_can_be_switched_off_and_on():
    assert "rank=same" in to_graphviz(TWO, layout="layers").source
    assert "rank=same" not in to_graphviz(MUDDY, layout="free").source
    assert "rank=same" in to_graphviz(MUDDY).source


def test_the_legend_explains_what_occurs_and_can_be_left_out():
    assert {"actual world", "a line goes both ways; loops at every world are not drawn"} <= set(texts(draw(TWO)))
    assert "actual world" not in texts(draw(TWO, legend=False))
    assert "actual world" not in texts(draw(TWO.at(None)))
    assert "p holds" in texts(draw(TWO, highlight="p"))


def test_the_legend_says_that_a_formula_holds_nowhere():
    shown = texts(draw(TWO, highlight="p & ~p"))
    assert "p ∧ ¬p holds at none of these worlds" in shown
    assert "p ∧ ¬p holds" not in shown


def test_the_title_stands_above_all():
    svg = draw(TWO, title="A title & more")
    rows = ElementTree.fromstring(svg).iter(f"{SVG}text")
    heights = {"".join(each.itertext()): float(each.get("y")) for each in rows}
    assert min(heights, key=heights.get) == "A title & more"


def everything_is_on_the_paper(svg):
    root = ElementTree.fromstring(svg)
    left, top, width, height = map(float, root.get("viewBox").split())
    for text in root.iter(f"{SVG}text"):
        x, y = float(text.get("x")), float(text.get("y"))
        assert left <= x <= left + width
        assert top + 8 <= y <= top + height - 2
    return True


@pytest.mark.parametrize("model", [TWO, MUDDY, FATHER])
def test_no_text_is_cut_off_at_the_margin(model):
    assert everything_is_on_the_paper(draw(model, title="A title that is a good deal longer than two worlds are wide"))


def test_worlds_and_lines_that_went_are_ghosts():
    drawn = nodes(draw(FATHER, before=MUDDY, legend=False))
    ghosts = {name for name, node in drawn.items() if any(e.get("stroke") == GHOST for e in node.iter(f"{SVG}rect"))}
    assert len(drawn) == 8
    assert len(ghosts) == 1
    assert next(iter(ghosts)).startswith("gone")
    assert "no longer possible" in texts(draw(FATHER, before=MUDDY))


def test_a_line_that_went_between_worlds_that_stayed_is_a_ghost():
    after = TWO.announce_whether("p")
    edges = groups(draw(after, before=TWO, legend=False), "edge")
    assert [path.get("stroke") for edge in edges for path in edge.iter(f"{SVG}path")] == [GHOST]
    said = texts(draw(after, before=TWO))
    assert "removed line" in said
    assert "no longer possible" not in said, "no world went"


@pytest.mark.parametrize("ranks", [{"dry": 0, "wet": 1}, {"dry": 0, "wet": 1, "flood": 2}])
def test_an_arrow_that_an_upgrade_turned_is_a_ghost_beside_the_new_one(ranks):
    worlds = {w: set() if w == "dry" else {"rain"} for w in ranks}
    model = KripkeModel.s5(worlds, {"a": [[*ranks]]}, ranks={"a": ranks})
    after = model.update(radical_upgrade("rain"))
    links = picture_of(after.structure, Options(before=model.structure)).links
    assert [(link.source, link.target, link.kind) for link in links if link.ghost] == [(1, 0, "arrow")]
    assert "removed arrow" in texts(draw(after, before=model))


def test_before_and_after_stand_side_by_side_at_the_same_places():
    svg = draw_update(MUDDY, FATHER, captions=("before the father speaks", "after"), legend=False)
    drawn = nodes(svg)
    where = {}
    for name, group in drawn.items():
        text = next(group.iter(f"{SVG}text"), None)
        if text is not None and not name.startswith(("caption", "title")):
            label = "".join(each.text for each in group.iter(f"{SVG}text"))
            where.setdefault(label, []).append((float(text.get("x")), float(text.get("y"))))
    assert len(where) == 8
    shifts = {(round(b[0] - a[0]), round(b[1] - a[1])) for a, b in where.values()}
    assert len(shifts) == 1, "every world has moved by the same"
    assert {"before the father speaks", "after"} <= set(texts(svg))


def test_an_update_that_makes_new_worlds_is_drawn_as_two_models():
    product = KripkeModel.s5(
        worlds={("w1", "e"): {"p"}, ("w1", "f"): {"p"}}, partitions={"a": [[("w1", "e"), ("w1", "f")]]}
    )
    assert {"(w1, e)", "(w1, f)", "w1", "w2"} <= set(texts(draw_update(TWO, product)))
    with pytest.raises(DrawError, match="none of the worlds before"):
        draw(product, before=TWO)


def test_captions_that_are_no_pair_are_refused():
    with pytest.raises(DrawError, match="two texts"):
        draw_update(TWO, TWO, captions="ab")


def test_too_many_worlds_are_refused_with_the_ways_out_before_anything_is_built():
    atoms = [f"p{i}" for i in range(16)]
    law = KripkeModel.from_observations(atoms=atoms, observes={"a": []}, law="true", actual=set())
    with pytest.raises(TooLarge, match=r"65,536 worlds.* 64: .*submodel.*max_worlds=65536, max_lines="):
        draw(law)


def test_to_merge_bisimilar_worlds_is_advised_only_where_it_makes_the_model_small_enough():
    children = puzzle("muddy_children").tell("explicit", n=7).model
    with pytest.raises(TooLarge, match=r"128 worlds.* 64: draw.*submodel.*max_worlds=128"):
        draw(children)
    twice = KripkeModel.s5({i: {"p"} if i % 2 else set() for i in range(128)}, {"a": [[*range(128)]]}, actual=0)
    for drawn in (draw, to_tikz, to_graphviz):
        with pytest.raises(TooLarge, match=r"128 worlds.* 64: .*contract\(model\), .*submodel"):
            drawn(twice)
    assert draw(contract(twice))
    many = KripkeModel.s5({i: {f"p{i % 65}"} for i in range(130)}, {"a": [[*range(130)]]}, actual=0)
    with pytest.raises(TooLarge, match=r"130 worlds.* 64: draw.*submodel.*max_worlds=130"):
        draw(many)
    assert len(contract(many)) == 65


def test_an_event_model_that_is_too_large_has_no_submodel_and_is_not_contracted():
    events = EventModel.s5({f"e{i}": Event("p") for i in range(70)}, {"a": [[f"e{i}"] for i in range(70)]})
    with pytest.raises(TooLarge, match=r"70 events .* 64; to draw.*max_worlds=70$"):
        draw(events)
    assert draw(events, max_worlds=70)


def test_too_many_lines_are_refused_with_the_ways_out():
    worlds = [f"w{i}" for i in range(30)]
    model = KripkeModel(
        worlds={w: set() for w in worlds}, relations={"a": [(u, v) for u in worlds for v in worlds if u < v]}
    )
    with pytest.raises(TooLarge, match=r"435 lines.* 250: draw.*submodel .*max_lines=435"):
        draw(model)
    few = KripkeModel(worlds={"w": set(), "v": set()}, relations={"a": [("w", "v"), ("v", "w")]})
    with pytest.raises(TooLarge, match="max_lines=2"):
        draw(few, max_lines=1)
    assert draw(few, max_lines=2).startswith("<?xml")


def test_the_limits_can_be_raised():
    worlds = [f"w{i}" for i in range(70)]
    model = KripkeModel.s5(worlds={w: set() for w in worlds}, partitions={"a": [[w] for w in worlds]})
    with pytest.raises(TooLarge):
        draw(model)
    assert draw(model, max_worlds=70).startswith("<?xml")


def test_a_verdict_is_drawn_as_its_explanation():
    verdict = TWO.check("K_a p")
    assert draw(verdict) == draw(verdict.explain())


def test_a_picture_without_a_file_is_shown_by_a_notebook_and_short_at_a_prompt():
    picture = draw(TWO)
    assert picture.startswith("<?xml")
    assert picture._repr_svg_() == picture
    assert len(repr(picture)) < 120
    assert "give a file such as 'picture.svg'" in repr(picture)


@pytest.mark.parametrize("thing", [3, "digraph {}", None, {"w": set()}])
def test_what_is_no_model_is_refused_by_its_kind(thing):
    with pytest.raises(DrawError, match=rf"{re.escape(repr(thing))} of type {type(thing).__name__}: expected"):
        draw(thing)


def test_a_formula_that_is_none_or_of_another_model_is_refused():
    with pytest.raises(ParseError):
        draw(TWO, highlight="p &")
    with pytest.raises(EpistemicError, match="no agent 'c'"):
        draw(TWO, highlight="K_c p")


def test_a_resolution_and_a_size_that_are_too_small_are_refused(tmp_path):
    with pytest.raises(DrawError, match="dpi=0"):
        draw(TWO, tmp_path / "two.png", dpi=0)
    with pytest.raises(DrawError, match="size 0: expected"):  # as `--size 0` is read
        draw(TWO, size=0.0)


def test_an_explanation_is_drawn(tmp_path):
    tree = TWO.check("K_a p").explain()
    assert any("K_a p" in (text or "") for text in texts(draw(tree)))
    assert draw(tree, tmp_path / "why.png").read_bytes().startswith(b"\x89PNG")
    assert draw(tree, tmp_path / "why.dot").read_text() == tree.to_dot()
    assert r"\begin{forest}" in draw(tree, tmp_path / "why.tex").read_text()


def test_options_of_models_are_refused_for_reasons_and_proofs():
    of_models = {"worlds": ["zz"], "agents": ["zz"], "highlight": "p", "positions": {}, "frames": "a", "fold": True}
    for name, value in (of_models | {"layout": "grid", "title": "T", "before": TWO}).items():
        for tree in (TWO.check("K_a p"), prove("p -> p")):
            with pytest.raises(DrawError, match=f"{name}=.*: this is for pictures of models"):
                draw(tree, **{name: value})
    assert "<svg" in draw(prove("p -> p"), fold=False, worlds=None, dpi=96)


def test_other_proofs_than_those_by_prove_are_refused_as_texts():
    with pytest.raises(DrawError, match=r"a proof by prove, .*other proofs are texts: print them"):
        draw(prove("K_a p -> p").fitch())


def test_a_countermodel_is_drawn_with_the_reasons_below(tmp_path):
    answer = prove("K_a p -> K_b K_a p", smallest=True)
    shown = [text.strip("\xa0") for text in texts(draw(answer)) if text]
    assert {*texts(draw(answer.model))} <= {*shown}
    assert {line.strip() for line in str(answer.explain()).splitlines()} <= {*shown}
    assert r"fails at w0: K\_a p holds, but" in draw(answer, tmp_path / "why.tex").read_text()
    announced = draw(prove("p & [p] ~K_a p"), tmp_path / "announced.tex").read_text()
    assert not re.search(r"\\\\\s*\[", announced)
    why = answer.explain()
    rows = reasons(replace(why, reason="for " + "long " * 50, children=30 * why.children)).split("\n")
    assert (len(rows), rows[-1], max(map(len, rows)) <= 112) == (MOST_ROWS + 1, "…", True)


def test_a_structure_is_drawn_as_its_model_is():
    assert draw(TWO.structure) == draw(TWO)


def test_the_same_model_gives_the_same_dot_and_the_same_svg():
    assert isinstance(to_graphviz(MUDDY), Digraph)
    assert to_graphviz(MUDDY).source == to_graphviz(MUDDY).source
    assert draw(MUDDY) == draw(MUDDY)


def test_a_model_without_agents_atoms_or_lines_is_drawn():
    assert draw(KripkeModel(worlds={"w": set()}, relations={})).startswith("<?xml")


names = st.one_of(
    st.text(max_size=12),
    st.integers(),
    st.frozensets(st.text(max_size=3), max_size=3),
    st.tuples(st.text(max_size=3), st.integers()),
    st.sampled_from(
        [
            '"',
            "\\",
            "<b>",
            "&amp;",
            "a:b",
            "\\N",
            "<",
            ">",
            "node",
            "graph",
            "<x>",
            "\n",
            "-->",
            "#1",
            "hub 0",
            "\ud800",
        ]
    ),
)


@examples(25, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(names, min_size=1, max_size=7, unique=True), st.text(max_size=20))
def test_any_names_and_titles_give_valid_xml_with_every_world(worlds, title):
    model = build.s5({w: {"p"} for w in worlds}, {"a": [worlds]}, worlds[0])
    svg = draw(model, title=title, legend=False)
    drawn = [name for name in nodes(svg) if name != "title" and not name.startswith("hub ")]
    assert len(drawn) == len(worlds)


def test_names_are_shown_letter_by_letter():
    odd = ['a"b', "c\\N", "<d>", "e&amp;f", "новый"]
    model = build.s5({w: set() for w in odd}, {"a": [[w] for w in odd]})
    assert set(odd) <= set(texts(draw(model, legend=False)))
    named = KripkeModel.s5({w: {"e&amp;f"} for w in odd}, {"a": [odd]}, actual="<d>")
    for tree in (named.check('K_a "e&amp;f"').explain(), prove('K_a "e&amp;f" -> "e&amp;f"')):
        assert "e&amp;f" in " ".join(texts(draw(tree)))


def test_models_are_drawn_when_jupyter_asks(monkeypatch):
    monkeypatch.setattr(KripkeModel, "renderer", draw)
    assert TWO._repr_svg_() == draw(TWO)


def test_a_symbolic_model_of_few_worlds_is_drawn_as_the_same_model_with_its_worlds_listed():
    few = SymbolicModel(atoms=["p", "q"], law="p | q", observes={"a": ["p"]}, actual={"p"})
    assert draw(few) == draw(few.to_explicit())
    assert "svg" in import_module("whoknows").SymbolicModel.of(few.knowledge)._repr_svg_()
    many = SymbolicModel(atoms=[f"p{i}" for i in range(40)])
    assert many._repr_svg_() is None
    with pytest.raises(TooLarge, match="1,099,511,627,776 states"):
        draw(many)


def test_sizes_of_texts_in_the_machines_fonts_are_not_those_of_other_pictures(monkeypatch):
    measured, furniture = [], dot.furniture

    def noted(texts, font):
        texts = list(texts)
        measured.append([text.text for text in texts])
        return furniture(texts, font)

    monkeypatch.setattr(files, "_SIZES", {})
    monkeypatch.setattr(dot, "furniture", noted)
    other = KripkeModel.s5({"w": {"世"}, "v": set()}, {"a": [["w", "v"]]})
    for model in (TWO, TWO, other, other, TWO):
        draw(model, title="plain", legend=False)
    assert measured == [["plain"]] * 3, "the first time, and in each picture with a letter that DejaVu lacks"
