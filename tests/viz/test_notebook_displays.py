"""What a notebook displays: verdicts that open, models side by side, a card for a model without a picture."""

from __future__ import annotations

import re
from base64 import b64decode
from xml.etree import ElementTree

import pytest

from kripke.puzzles import puzzle
from whoknows import DrawError, KripkeModel, SymbolicModel, beside, draw, exactly_one, parse

TWO = KripkeModel.s5({"<w>": {"p"}, "v": set()}, {"a": [["<w>", "v"]]}, actual="<w>")


def words(html: str) -> str:
    return " ".join("".join(ElementTree.fromstring(html).itertext()).split())


def test_a_verdict_is_closed_and_opens_to_its_explanation() -> None:
    html = TWO.check("K_a p")._repr_html_()
    root = ElementTree.fromstring(html)
    assert (root.tag, root.get("open")) == ("details", None)
    said = words(html)
    assert said.startswith("✗ K_a p fails at <w>; it holds at 0 of 2 worlds")
    assert "a cannot tell <w> from v, and p is false at v" in said


def test_things_side_by_side_are_pictures_html_latex_or_text() -> None:
    after = TWO.announce("p")
    titles = ["one", "2", "<3>", "4", "5", "6"]
    shown = beside(TWO, after, parse("K_a p"), TWO.check("p").explain(), draw(TWO), 7, titles=titles)
    html = shown._repr_html_()
    assert html.count("<figure") == 6
    pictures = [b64decode(found).decode() for found in re.findall("base64,([^']+)'", html)]
    assert [picture.count("<svg") for picture in pictures] == [1, 1, 1]
    assert "K_{a}" in html
    assert "p is true at &lt;w&gt;" in html
    assert "&lt;3&gt;" in html
    assert "<pre>7</pre>" in html
    assert repr(after) in repr(shown)


def test_a_title_for_each_thing_or_none() -> None:
    assert beside(TWO)._repr_html_().count("<figcaption></figcaption>") == 1
    with pytest.raises(DrawError, match="titles: 1 for 2 things"):
        beside(TWO, TWO, titles=["before"])
    with pytest.raises(DrawError, match="titles: expected texts, got 2"):
        beside(TWO, TWO, titles=["before", 2])


def test_a_symbolic_model_is_a_picture_while_it_is_small_and_a_card_when_it_is_not() -> None:
    small, large = (puzzle("muddy_children").tell(n=n).model for n in (3, 40))
    small = SymbolicModel.from_explicit(small) if isinstance(small, KripkeModel) else small
    assert small._repr_html_() is None
    assert "<svg" in str(small._repr_svg_())
    assert large._repr_svg_() is None
    said = words(large._repr_html_())
    assert "states1.10e12" in said
    assert "40 atoms, 40 bits for a state" in said
    assert "annesees 39 of 40 bits; considers 2 states possible at the actual one" in said
    assert said.count("a state drawn by chance") == 3
    assert "and 28 more agents" in said
    assert "true atoms, such as muddy(" in said
    assert large._repr_html_() == large._repr_html_()


def test_the_card_of_a_model_without_states_or_actual_state_says_what_there_is() -> None:
    atoms = [f"p{i}" for i in range(7)]
    said = words(str(SymbolicModel(atoms, "p0 | p1", {"b": ["p0"]})._repr_html_()))
    assert "bsees 1 of 7 bits" in said
    assert "possible at the actual one" not in said
    assert "states96" in said


def test_the_card_counts_nothing_where_that_would_take_long() -> None:
    size = 14
    squares = [[f"s{row}_{column}" for column in range(size)] for row in range(size)]
    rows = [exactly_one(row) for row in squares]
    columns = [" | ".join(column) for column in zip(*squares, strict=True)]  # as exactly_one they would be a deal
    one_each = [*rows, *columns]  # the states are the orders of 14 things: no small diagram
    model = SymbolicModel([square for row in squares for square in row], one_each, {"a": squares[0]})
    said = words(str(model._repr_html_()))
    assert "statesnot counted, as that takes long here" in said
    assert "asees 14 of 196 bits" in said
    assert "drawn by chance" not in said
