"""Pictures of spaces: a framed picture for each state, actions at the arrows, numbers alone where there are many."""

import re
from xml.etree import ElementTree

import pytest
from drawn import SVG, nodes, texts

from kripke.models.kripke_model import KripkeModel
from logic.errors import TooLarge
from viz.canvas import text_width
from viz.drawing import draw
from viz.layout.geometry import Curve, meets, pieces_of
from viz.output.render import places
from viz.theme import FILL
from whoknows import Event, EventModel, explore, load_ispl, peek, public_change

BLIND = [["w", "v"]]
TWO = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": BLIND, "b": BLIND}, actual="w")
SIDES = ("heads", "tails")
TOSS = EventModel(
    {"heads": Event(post={"h": "true"}), "tails": Event(post={"h": "false"})},
    {"a": [(s, s) for s in SIDES], "b": [(s, t) for s in SIDES for t in SIDES]},
    actual=SIDES,
)


def counter(bits: int):
    """A space of 2^bits states in a row, each with one world."""
    names = [f"n{i}" for i in range(bits)]
    carries = ["true", *(" & ".join(names[:i]) for i in range(1, bits))]
    tick = public_change({name: f"{name} ^ ({carry})" for name, carry in zip(names, carries, strict=True)})
    return explore(KripkeModel.s5({"w": set()}, {"a": [["w"]]}, actual="w"), {"tick": tick}).run()


def test_each_state_has_its_picture_and_each_arrow_its_actions():
    space = explore(TWO, {"peek": peek("p", by="a"), "tell": "p", "toss": TOSS}).run()
    svg = draw(space)
    assert len(re.findall(r"<title>state \d+</title>", svg)) == len(space)
    assert len([name for name in nodes(svg) if re.match(r"[a-z]\d* ", name)]) == sum(map(len, space))
    arrows = re.findall(r'"edge">\n<title>state 0-&gt;state', svg)
    assert len(arrows) == len({s.target for s in space.successors(0)})
    shown = texts(svg)
    assert {"peek", "tell", "toss: heads", "toss: tails", "0", "1"} <= {text.strip() for text in shown}
    assert space._repr_svg_() == svg


def test_frames_do_not_meet_and_only_first_ones_are_double():
    space = explore(TWO.at(["w", "v"]), {"peek": peek("p", by="a")}).run()
    svg = draw(space)
    doubled = {
        name
        for name, shape in re.findall(r"<title>state (\d+)</title>(.*?)</g>", svg, re.S)
        if shape.count("<rect") > 1
    }
    assert doubled == {"0", "1"}


def test_many_states_are_numbers(tmp_path):
    few, many = counter(3), counter(5)
    assert "state 7" in draw(few)
    svg = draw(many, title="Counting")
    assert "state 31" not in svg
    assert "Counting" in svg
    boxes = places([(draw(many, tmp_path / "space.dot").read_text(), "dot")])[0]
    assert boxes.keys() == {str(number) for number in range(32)}
    with pytest.raises(TooLarge, match=r"512 states.*at most 300.*to_networkx"):
        draw(counter(9))


@pytest.mark.parametrize("title", ["<x>", "a&amp;b", "a\\Nb", "ends with \\"])
def test_the_title_of_many_states_is_shown_letter_by_letter(title):
    assert title in texts(draw(counter(5), title=title))


def test_a_space_is_written_as_a_picture_and_a_small_one_as_tikz(tmp_path):
    space = counter(1)
    for ending, start in (("png", b"\x89PNG"), ("pdf", b"%PDF")):
        assert draw(space, tmp_path / f"space.{ending}").read_bytes().startswith(start)
    tikz = draw(space, tmp_path / "space.tex").read_text()
    assert len(re.findall(r"\\node\[state, .*\(state \d\)", tikz)) == len(space)
    assert tikz.count(r"\draw[->] (") == len({(step.source, step.target) for step in space.transitions})
    assert "actual" in next(line for line in tikz.splitlines() if "(state 0)" in line)
    with pytest.raises(TooLarge, match="TikZ has the models of at most 30 states"):
        draw(counter(5), tmp_path / "space.tikz")


def test_a_space_fits_where_it_has_to_or_is_refused():
    for width in (3, 5):
        assert float(re.search(r'<svg width="([\d.]+)pt"', draw(counter(2), width=width))[1]) <= 72 * width
    with pytest.raises(TooLarge, match="letters of"):
        draw(counter(2), width=0.5)


def test_a_state_with_too_many_worlds_for_a_picture_is_a_number():
    model = KripkeModel.from_observations([f"p{i}" for i in range(7)], {"a": []}, actual=[])
    assert "state 0" not in draw(explore(model, {"tell": "~p0"}).run())


def test_the_states_where_a_formula_holds_are_marked_and_the_legend_says_what_a_double_frame_is(tmp_path):
    space = explore(TWO, {"peek": peek("p", by="a"), "tell": "p"}).run()
    svg = draw(space, highlight="[@tell] K_a p & K_a p")
    marked = {
        int(name)
        for name, shape in re.findall(r"<title>state (\d+)</title>(.*?)</g>", svg, re.S)
        if f'stroke="{FILL}"' in shape
    }
    assert marked == set(space.where("K_a p")) != set(range(len(space)))
    shown = {text.strip() for text in texts(svg)}
    assert "actual world, first state" in shown
    assert "[@tell] K_a p ∧ K_a p holds" in shown
    assert draw(counter(5), highlight="n4").count(f'fill="{FILL}"') == 16


def test_the_legend_of_a_space_says_that_a_formula_holds_nowhere():
    shown = texts(draw(counter(1), highlight="n0 & ~n0"))
    assert "n0 ∧ ¬n0 holds in none of these states" in shown
    assert "n0 ∧ ¬n0 holds" not in shown


def test_names_of_actions_do_not_touch_slanted_arrows():
    looks = {"p to a": peek("p", by="a"), "p to b": peek("p", by="b"), "q to a": peek("q", by="a")}
    svg = draw(explore(KripkeModel.from_observations(["p", "q"], {"a": [], "b": []}, actual=["p"]), looks).run())
    arrows = []
    for points in re.findall(r'"edge">\n<title>state.*?</title>\n<path d="M(.*?)"', svg):
        start, *rest = [tuple(map(float, point.split(","))) for point in re.split("[ C]", points)]
        for k in range(0, len(rest), 3):
            arrows.append(pieces_of(Curve(start, *rest[k : k + 3]).path()))
            start = rest[k + 2]
    for each in ElementTree.fromstring(svg).iter(f"{SVG}text"):
        if (name := each.text.strip()) in looks:
            room = float(each.get("x")), float(each.get("y")) - 4, text_width(name, 12) / 2, 5
            assert not any(meets(arrow, *room) for arrow in arrows)


def test_notes_name_states_by_their_numbers():
    space = explore(TWO, {"peek": peek("p", by="a"), "secret": peek("p", by="a", noticed=False)}).run()
    notes = " ".join(texts(draw(space)))
    assert re.search(r"loops at every world are not drawn: in 0 and 1 for [^“]*, in 2", notes), notes


def test_the_legend_of_states_without_actual_worlds_says_what_a_double_frame_is():
    system = load_ispl("examples/systems/bit_transmission.ispl")
    assert "first states" in texts(draw(system))
