"""Tables of games for narrow screens: the same things as on the wide table, in letters that can be read."""

from random import Random

import pytest

from games import registry
from viz.boards import canvas_of
from viz.canvas import Oval, Rounded, Words

PHONE = 382.0
"""Pixels that a table has on a phone."""
LETTERS = 8.0
"""Pixels of the smallest letters there, besides the numbers on small cards."""


def moments(name, games=4):
    """States from random games."""
    rng = Random(7)
    game = registry.game(name)
    for number in range(games):
        state = game.rules().start()
        for _ in range(20 + 30 * number):
            if state.is_terminal:
                break
            legal = None if state.is_chance else state.legal_actions()
            state = state.after(
                state.sample(rng)
                if legal is None
                else legal.sample(rng)
                if hasattr(legal, "sample")
                else rng.choice(legal)
            )
        yield state


def words(canvas):
    return {shape.text for shape in canvas.shapes if isinstance(shape, Words)}


@pytest.mark.parametrize("name", registry.names())
def test_a_narrow_table_shows_what_the_wide_one_shows_in_readable_letters(name):
    for state in moments(name):
        for player in (0, None):
            wide, narrow = canvas_of(state, player), canvas_of(state, player, narrow=True)
            assert narrow.title == wide.title
            assert words(narrow) <= words(wide)
            assert all(text in words(narrow) for text in words(wide) if " calls " not in text)
            assert narrow.width < narrow.height
            main = [shape for shape in narrow.shapes if isinstance(shape, Words) and shape.size >= 10]
            assert min(shape.size for shape in main) * PHONE / narrow.width > LETTERS


@pytest.mark.parametrize("name", registry.names())
def test_all_of_a_narrow_table_is_inside_the_picture(name):
    for state in moments(name):
        canvas = canvas_of(state, narrow=True)
        for shape in canvas.shapes:
            if isinstance(shape, Rounded | Oval):
                wide, high = (shape.width / 2, shape.height / 2) if isinstance(shape, Rounded) else (shape.rx, shape.ry)
                assert shape.x - wide >= -1
                assert shape.x + wide <= canvas.width + 1
                assert shape.y - high >= -1
                assert shape.y + high <= canvas.height + 1
