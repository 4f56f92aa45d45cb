"""Tables as pictures: what a viewer does not know is not in them."""

from __future__ import annotations

from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

import whoknows
from games import registry
from games.core.rules import State
from viz.boards import canvas_of, draw_board, has_board
from viz.boards.bluff_poker import HIDDEN
from viz.canvas import Canvas, Oval, Paint, Rounded, Words, save_canvas, svg_of, text_width
from viz.canvas import Path as Outline
from viz.pictures.picture import DrawError
from viz.theme import COLOURS, INK, PAPER, contrast

GAME = registry.game("bluff_poker")
MOVES = ("starts ann", "rolls 6 4 2", "bid 542", "believe", "look", "throw 2 3 closed", "rolls 5 1", "bid 651")
SVG = "{http://www.w3.org/2000/svg}"


def at(*moves: str, names: tuple[str, ...] = ("ann", "bob", "john"), **options: object) -> State:
    return GAME.rules.of(names=names, **options).deserialize(moves)


def words(canvas: Canvas) -> list[str]:
    return [shape.text for shape in canvas.shapes if isinstance(shape, Words)]


def random_states(games: int, seed: int) -> list[State]:
    rng, found = Random(seed), []
    for number in range(games):
        names = tuple("abcdefgh"[: 2 + number % 7])
        state = GAME.rules(names=names, ending="lives" if number % 2 else "penalties").start()
        for _ in range(rng.randrange(80)):
            if state.is_terminal:
                break
            state = state.after(state.sample(rng) if state.is_chance else rng.choice(state.legal_actions()))
        found.append(state)
    return found


def test_a_picture_has_a_question_mark_for_each_die_that_the_viewer_does_not_know() -> None:
    state = at(*MOVES)
    assert [words(canvas_of(state, seat)).count("?") for seat in (0, 1, 2, None)] == [2, 0, 2, 0]
    hidden = [s for s in canvas_of(state, 2).shapes if isinstance(s, Rounded) and s.paint.fill == HIDDEN]
    assert len(hidden) == 2


def test_no_picture_depends_on_what_its_viewer_cannot_know() -> None:
    rng, different = Random(7), 0
    for state in random_states(25, 8):
        for seat in range(state.rules.players):
            other = GAME.resample(state, seat, rng)
            different += other != state
            assert draw_board(state, player=seat) == draw_board(other, player=seat)
    assert different > 20


def test_every_state_of_random_games_is_drawn_inside_the_paper_as_well_formed_svg() -> None:
    for state in random_states(20, 9):
        canvas = canvas_of(state)
        ElementTree.fromstring(svg_of(canvas))
        for shape in canvas.shapes:
            if isinstance(shape, (Oval, Rounded)):
                half = shape.rx if isinstance(shape, Oval) else shape.width / 2
                assert half <= shape.x + 1 <= canvas.width - half + 2


def test_players_and_their_bids_stand_in_the_picture_and_the_standing_bid_is_the_one_that_is_outlined() -> None:
    canvas = canvas_of(at(*MOVES), 2)
    assert {"ann", "bob", "john (you)", "542", "651", "Round 1", "it is john's turn to call or to believe"} <= set(
        words(canvas)
    )
    bold = [shape.text for shape in canvas.shapes if isinstance(shape, Words) and shape.bold]
    assert "651" in bold
    assert "542" not in bold


def test_a_call_lifts_the_cup_for_all() -> None:
    state = at(*MOVES)
    for seat in (0, None):
        shown = words(canvas_of(state, seat, GAME.rules(names=("ann", "bob", "john")).parse("call")))
        assert "john calls 651: the dice are 651" in shown
        assert "?" not in shown


def test_names_that_are_long_get_smaller_letters() -> None:
    state = at(*("starts a", "rolls 1 2 3"), names=("a", "Wilhelmina_Alexandra_of_Groningen"))
    sizes = {shape.text: shape.size for shape in canvas_of(state).shapes if isinstance(shape, Words)}
    assert sizes["Wilhelmina_Alexandra_of_Groningen"] < sizes["a"]


@pytest.mark.parametrize(("ending", "magic"), [("png", b"\x89PNG"), ("pdf", b"%PDF"), ("svg", b"<svg")])
def test_the_ending_says_the_format(tmp_path: Path, ending: str, magic: bytes) -> None:
    path = tmp_path / f"table.{ending}"
    assert draw_board(at(*MOVES), path, player=0, dpi=60) == path
    assert path.read_bytes().startswith(magic)


def test_png_and_svg_have_the_same_place_for_each_colour(tmp_path: Path) -> None:
    from PIL import Image  # which matplotlib brings along

    red, blue = "#c81e1e", "#1e3cc8"
    left = Rounded(30, 30, 20, 20, 4, Paint(red))
    right = Outline(
        (("M", (60.0, 60.0)), ("L", (90.0, 60.0)), ("L", (90.0, 90.0)), ("L", (60.0, 90.0)), ("Z", ())), Paint(blue)
    )
    save_canvas(Canvas(100, 100, (left, right)), tmp_path / "c.png", dpi=72)
    image = Image.open(tmp_path / "c.png").convert("RGB")
    assert image.size == (100, 100)
    assert [image.getpixel(place) for place in ((30, 30), (75, 75), (75, 30))] == [
        tuple(bytes.fromhex(colour[1:])) for colour in (red, blue, PAPER)
    ]


def test_text_is_escaped_and_the_title_is_for_those_who_cannot_see() -> None:
    canvas = Canvas(10, 10, (Words(1, 1, "a<b & \x07"),), title="<who>")
    tree = ElementTree.fromstring(svg_of(canvas))
    assert tree.findtext(f"{SVG}title") == "<who>"
    assert tree.findtext(f"{SVG}text", "").startswith("a<b & ")


def test_the_guessed_width_of_a_text_is_near_to_the_fonts() -> None:
    from matplotlib.textpath import TextPath

    for text in ("penalties of 5", "Wilhelmina", "john (you)", "642"):
        measured = TextPath((0, 0), text, size=12).get_extents().width
        assert 0.8 * measured < text_width(text, 12) < 1.35 * measured


@pytest.mark.parametrize("ending", ["gif", "tex", ""])
def test_another_ending_is_refused_and_nothing_is_written(tmp_path: Path, ending: str) -> None:
    with pytest.raises(DrawError, match=r"table\..*format, \.svg, \.png or \.pdf"):
        draw_board(at(*MOVES), tmp_path / f"table.{ending}")
    assert not list(tmp_path.iterdir())


def test_a_game_without_pictures_says_so() -> None:
    class Other(type(at().rules)):  # type: ignore[misc]  # the same rules under a name that nobody drew
        game = "other"

    assert not has_board("other")
    with pytest.raises(DrawError, match="there is no picture"):
        draw_board(Other().start())


@pytest.mark.parametrize("player", [3, -1, -5, "john", True, 0.0])
def test_who_has_no_seat_sees_nothing(player: object) -> None:
    with pytest.raises(DrawError, match=r"player .*expected.* seat from 0"):
        draw_board(at(*MOVES), player=player)  # type: ignore[arg-type]


def test_a_state_shows_itself_in_a_notebook() -> None:
    assert whoknows.game("bluff_poker") is GAME
    state = at(*MOVES)
    assert state._repr_svg_() == draw_board(state)
    assert str(state._repr_svg_()).startswith("<svg")


def test_each_players_colour_can_be_read_on_her_plate() -> None:
    from viz.boards import colour_of
    from viz.boards.bluff_poker import FILL

    assert len({colour_of(seat) for seat in range(8)}) == 8
    for seat in range(8):
        assert contrast(COLOURS[seat], PAPER) > 3
        assert contrast(COLOURS[seat], FILL) > 2.5
    assert contrast(INK, FILL) > 7
