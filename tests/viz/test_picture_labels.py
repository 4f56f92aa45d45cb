import subprocess
import sys
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kripke.change.actions import may_read
from kripke.checking import build, observations
from kripke.data.naming import name_text
from kripke.data.wording import visible
from kripke.models.kripke_model import KripkeModel
from viz.drawing import draw
from viz.pictures import labels
from viz.pictures.labels import group_rows, html_text, literals, titles, wrapped
from viz.update_pictures import draw_update


def test_a_set_is_written_in_sorted_order_and_a_pair_in_brackets():
    assert name_text(frozenset({"q", "p"})) == "{p, q}"
    assert name_text((frozenset({"b", "a"}), ("e", 1))) == "({a, b}, (e, 1))"
    assert name_text("w1") == "w1"


def test_names_nested_deeper_than_a_reader_goes_are_cut():
    name = "w"
    for _ in range(10_000):
        name = (name, "e")
    assert "…" in "".join(labels.folded(name_text(name)))


@given(st.text())
def test_every_text_becomes_one_line_that_xml_can_hold(text):
    shown = visible(text)
    assert len(shown.splitlines()) <= 1
    assert ElementTree.fromstring(f"<a>{html_text(text)}</a>").text in (shown.replace("\\", "\\\\"), None)


@given(st.lists(st.tuples(st.text(min_size=1, max_size=30), st.booleans()), max_size=60))
def test_wrapping_keeps_the_literals_in_order_and_counts_what_it_leaves_out(items):
    flat = [literal for row in wrapped(items) for literal in row]
    assert [truth for _, truth in flat[: labels.ATOMS - 1]] == [truth for _, truth in items[: labels.ATOMS - 1]]
    assert len(flat) == min(len(items), labels.ATOMS)
    if len(items) > labels.ATOMS:
        assert flat[-1][0] == f"… {len(items) - labels.ATOMS + 1} more"


def test_worlds_named_by_their_atoms_need_no_title():
    law = observations.from_observations(["p", "q"], {"a": ["p"]}, "true", {"p"})
    assert titles(law, None) == ("",) * 4
    assert set(titles(law, True)) == {"{}", "{p}", "{q}", "{p, q}"}


def test_a_set_that_is_not_the_set_of_true_atoms_is_a_name():
    two = build.s5({frozenset({"p"}): {"p"}, frozenset({"q"}): set()}, {"a": [[{"p"}, {"q"}]]})
    assert titles(two, None) == ("{p}", "{q}")


def test_worlds_that_would_read_the_same_are_written_as_python_writes_them():
    two = build.s5({1: set(), "1": {"p"}}, {"a": [[1, "1"]]})
    assert titles(two, None) == ("1", "'1'")


def test_a_world_whose_name_is_empty_still_shows_one():
    assert titles(build.s5({"": set()}, {"a": [[""]]}), None) == ("''",)


def test_literals_are_the_true_atoms_or_all_of_them_or_none():
    one = build.s5({"w": {"q"}}, {"a": [["w"]]}, atoms=["p", "q"])
    assert literals(one.atoms, ["q"], "true") == (("q", True),)
    assert literals(one.atoms, ["q"], "all") == (("p", False), ("q", True))
    assert literals(one.atoms, ["q"], "none") == ()


@given(st.lists(st.text(min_size=1, max_size=20), min_size=1, max_size=30))
def test_the_agents_of_a_line_are_all_named_in_their_order(agents):
    assert [each for row in group_rows(agents) for each in row] == [visible(agent) for agent in agents]


def test_the_same_model_is_written_alike_whatever_the_hash_seed():
    program = (
        "from viz.drawing import to_graphviz\nfrom kripke.checking import build\n"
        "names = [frozenset({'p', 'q', 'r'}), (frozenset({'x', 'y', 'zeta'}), 'e')]\n"
        "print(to_graphviz(build.s5({n: {'p', 'q', 'r'} for n in names}, {'a': [names], 'b': [names]})).source)"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }  # fmt: skip
    assert len(said) == 1
    assert "{p, q, r}" in said.pop()


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("she only looks at the clock", ["she only looks at the", "clock"]),
        ("the messenger arrives too late", ["the messenger arrives", "too late"]),
        ("{secret(0), secret(1), secret(2)}·0 1", ["{secret(0), secret(1),", "secret(2)}·0 1"]),
        ("w1·w2", ["w1·w2"]),
        ("has(player_number_one,card=seven)", ["has(player_number_one,", "card=seven)"]),
        ("x" * 50, ["x" * 24, "x" * 24, "xx"]),
        ("", []),
    ],
)
def test_names_are_broken_at_spaces_and_dots_then_at_signs_and_in_words_only_in_need(text, rows):
    assert list(labels.broken(text, 24)) == rows


@given(st.text(max_size=80), st.integers(1, 30))
@example(" 0", 1)
def test_breaking_loses_nothing_but_spaces_and_no_row_is_too_wide(text, width):
    rows = labels.broken(text, width)
    assert "".join(rows).replace(" ", "") == text.replace(" ", "")
    assert all(len(row.rstrip(" ")) <= width for row in rows)


@given(st.lists(st.text("abcxyz", min_size=1, max_size=10), min_size=1, max_size=12))
def test_short_words_stay_whole(words):
    text = " ".join(words)
    assert " ".join(labels.broken(text, 12)).split() == words


def test_the_last_row_of_a_note_is_not_one_word_and_rows_are_close_to_one_another():
    assert labels.even_rows("one two three four five", 18) == ("one two three", "four five")
    assert labels.even_rows("one two-and-a-half", 16) == ("one", "two-and-a-half")
    atoms = {f"muddy_{i}" for i in range(8)}
    svg = draw(KripkeModel({"w": atoms, "v": atoms}, {"a": [("w", "v")]}), names="compact")
    notes = list(ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text"))[-3:]
    heights = [float(note.get("y")) for note in notes]
    assert [below - above < 15 for above, below in pairwise(heights)] == [True, True]


def test_a_model_after_many_updates_is_drawn_with_short_names_unless_names_are_asked_for():
    model = KripkeModel.s5({"heads": {"h"}, "tails": set()}, {"ann": [["heads", "tails"]]}, actual="heads")
    for _ in range(10):
        model = model.update(may_read("h", "ann", read=True), contract=True)
    long = str(next(world for world in model.worlds if world != model.actual))
    assert [long in draw(model), ">heads#" in draw(model)] == [False, True]
    assert "unread·" in draw(model, names=True)
    told = draw_update(model, model.announce("h"))
    assert "unread·" not in told
    assert told.count(">heads#1<") == 2, "the same world has the same name in both pictures"
    assert ">heads#1<" in draw(model.announce("h & K_ann h"), before=model)
