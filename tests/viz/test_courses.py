"""Beliefs over a game as a plot: a line for each atom and each world, the threshold, and what happened below."""

import re
from itertools import combinations

import pytest

from games.saboteur.agents.threshold_belief.beliefs import Beliefs
from kripke.data.errors import FileError, ModelError
from kripke.models.kripke_model import KripkeModel
from viz.pictures.picture import DrawError
from viz.plots.beliefs import Panel, degrees_of, plot_course, plot_mind, weights_of

NAMES = ("john", "mary", "bob", "ann", "tom")


@pytest.fixture(scope="module")
def minds():
    """John's model at the deal, and after each of four times that Bob shortens the route."""
    john = Beliefs("john", NAMES, [frozenset(pair) for pair in combinations(NAMES, 2)], saboteur=False)
    found = [john.model]
    for move in range(4):
        john.learn("john", "shortens", "bob", move=move)
        found.append(john.model)
    return found


STEPS = ["the deal", *(f"bob lays card {number}" for number in range(4))]


def texts(svg):
    """What the plot says: matplotlib draws letters as paths, and leaves their text in comments."""
    return [text.strip() for text in re.findall(r"<!-- (.*?) -->", svg)]


def test_degrees_are_of_the_atoms_that_are_open_and_follow_the_models(minds):
    panel = degrees_of(minds, "john", actual=["saboteur(ann)"])
    assert list(panel.series) == ["mary", "bob", "ann", "tom"]
    assert panel.true == {"ann"}
    for step, mind in enumerate(minds):
        assert panel.series["bob"][step] == float(mind.degree("john", "saboteur(bob)", at="w5"))
    assert panel.series["bob"] == sorted(panel.series["bob"], reverse=True)
    assert panel.series["bob"][-1] < panel.series["bob"][0]


def test_weights_are_of_the_worlds_that_are_possible_with_the_threshold(minds):
    panel = weights_of(minds, "john", actual=["saboteur(ann)", "saboteur(tom)", "gold=2"])
    assert set(panel.series) == {"mary, bob", "mary, ann", "mary, tom", "bob, ann", "bob, tom", "ann, tom"}
    assert panel.threshold == 0.3
    assert panel.true == ["ann, tom"]
    assert panel.series["ann, tom"][-1] == float(minds[-1].weights("john")["w10"])


def test_the_plot_names_lines_steps_and_what_was_so(minds):
    said = texts(plot_mind(minds, "john", steps=STEPS, title="How it went", actual=["saboteur(ann)", "saboteur(tom)"]))
    for text in ("ann ●", "bob", "ann, tom ●", "threshold", "the deal", "bob lays card 3", "0.0", "1.0"):
        assert text in said
    assert "How it went (thick, ●: true)" in said


def test_where_nothing_is_known_to_be_so_nothing_is_marked(minds):
    said = texts(plot_mind(minds, "john", steps=STEPS, title="t"))
    assert "t" in said
    assert not any("●" in text for text in said)


def test_a_long_step_is_cut(minds):
    long = "bob lays " + "very " * 30 + "slowly"
    said = texts(plot_mind(minds[:2], "john", steps=["the deal", long]))
    assert long not in said
    assert any(text.startswith("bob lays very") and len(text) < 60 for text in said)


def test_a_line_may_begin_later():
    said = texts(plot_course([Panel({"a": [None, 0.5], "b": [0.1, 0.2]}, "label")], steps=["one", "two"]))
    assert {"a", "b", "label", "one", "two"} <= set(said)


def test_the_same_minds_give_the_same_picture(minds):
    assert plot_mind(minds, "john", steps=STEPS) == plot_mind(minds, "john", steps=STEPS)


@pytest.mark.parametrize(("ending", "magic"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_the_ending_says_the_format(tmp_path, minds, ending, magic):
    path = tmp_path / f"course.{ending}"
    assert plot_mind(minds, "john", path, steps=STEPS, dpi=50) == path
    assert path.read_bytes().startswith(magic)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"minds": []}, "no model of john to plot"),
        ({"minds": [None]}, "mind of john: expected a KripkeModel, got None"),
        ({"steps": ["one"]}, "line mary has 5 heights, expected 1, one for each step"),
        ({"path": "course.gif"}, r"course.gif: the ending gives the format, .svg, .png or .pdf"),
    ],
)
def test_what_cannot_be_plotted_is_refused(minds, given, message):
    with pytest.raises(DrawError, match=message):
        plot_mind(**{"minds": minds, "owner": "john", "path": None, "steps": STEPS} | given)


def test_a_file_that_cannot_be_written_is_told(minds):
    with pytest.raises(FileError, match="no such directory"):
        plot_mind(minds, "john", "no/such/folder/course.svg", steps=STEPS)


def test_lines_without_a_height_are_refused():
    with pytest.raises(DrawError, match="nothing to plot"):
        plot_course([Panel({"a": [None, None]}, "label")], steps=["one", "two"])


def test_minds_with_other_worlds_and_minds_without_a_possible_world_are_refused(minds):
    with pytest.raises(DrawError, match="minds of john: expected models with the same worlds"):
        plot_mind([minds[0], minds[0].at("w1").announce("saboteur(mary)")], "john", steps=["the deal", "a word"])
    nothing = KripkeModel({"w": {"p"}}, {"a": []}, actual="w")
    with pytest.raises(ModelError, match="the agent considers no world possible"):
        plot_mind([nothing], "a", steps=["the deal"])


def test_atoms_with_the_same_argument_and_worlds_with_the_same_atoms_have_lines_of_their_own():
    worlds = {"u": {"p(x)"}, "v": {"q(x)"}}
    weights = {"a": {"u": 0.75, "v": 0.25}}
    mind = KripkeModel.s5(worlds, {"a": [["u", "v"]]}, actual="u", weights=weights)
    panel = degrees_of([mind], "a", actual=["p(x)"])
    assert (panel.series, panel.true) == ({"p(x)": [0.75], "q(x)": [0.25]}, {"p(x)"})
    alike = KripkeModel.s5({"u": {"p(x)"}, "v": {"p(x)"}}, {"a": [["u", "v"]]}, actual="u", weights=weights)
    assert weights_of([alike], "a").series == {"u": [0.75], "v": [0.25]}
