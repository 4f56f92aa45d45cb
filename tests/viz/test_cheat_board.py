"""The table of Cheat as a picture: what is on the table is in it, and what its viewer does not see is not."""

from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from games.cheat.cards import listed
from games.cheat.game import GAME
from games.cheat.rules import Cheat, CheatState, Phase
from viz.boards import BACK, CARD, canvas_of, draw_board
from viz.boards.cheat import WIDE
from viz.canvas import Canvas, Rounded, Words

DATA = Path(__file__).parents[1] / "games" / "data"


@pytest.fixture(scope="module")
def turns() -> list[CheatState]:
    """The state before each turn of the game of lies, from turn 1, and the last state."""
    moves = [line for line in (DATA / "cheat_lies.txt").read_text().splitlines() if not line.startswith("#")]
    last = Cheat().deserialize(moves)
    return [*(before for before, _ in last.steps() if before.position.phase is Phase.PLAY), last]


def backs(canvas: Canvas) -> int:
    return sum(isinstance(each, Rounded) and each.paint.fill == BACK for each in canvas.shapes)


def words(canvas: Canvas) -> list[str]:
    return [each.text for each in canvas.shapes if isinstance(each, Words)]


def test_a_player_sees_the_own_cards_and_backs(turns: list[CheatState]) -> None:
    state = turns[3]  # bob to call; five cards are in the pile besides the jack and his own two
    assert backs(canvas_of(state, 1)) == 4 + len(listed(state.position.hands[0])) + 4  # the deck is four backs
    assert backs(canvas_of(state)) == 4
    assert "3  ann" in words(canvas_of(state, 1))
    assert "lie" in words(canvas_of(state, 0))
    assert "lie" not in words(canvas_of(state, 1))


def test_a_call_shows_the_pile_and_the_verdict(turns: list[CheatState]) -> None:
    canvas = canvas_of(turns[3], 1, turns[4].past[1].action)
    assert canvas.title == "Cheat, round 2: bob calls ann's 2 queens: the claim is a lie"
    assert words(canvas).count("lie") == 1
    assert words(canvas).count("true") == 2


def test_calls_are_listed_and_known_cards_are_shown(turns: list[CheatState]) -> None:
    canvas = canvas_of(turns[4], 1)
    assert "4: bob calls ann's 2 queens" in words(canvas)
    assert "ann takes 7" in words(canvas)
    assert "seen with ann, in hand or laid again" in words(canvas)


def test_pictures_of_any_state_are_well_formed_and_nothing_lies_outside() -> None:
    for seed, rules in enumerate((Cheat(), Cheat(hand=20), Cheat(ranks=4, suits=2, hand=3, mixed=True, limit=30))):
        rng, state = Random(seed), rules.start()
        for number in range(140):
            if state.is_terminal:
                break
            if number % 12 == 0:
                for player in (None, 0, 1):
                    check(state, player)
            state = state.after(state.sample(rng) if state.is_chance else rng.choice(state.legal_actions()))
        check(state, None)


def check(state: CheatState, player: int | None) -> None:
    ElementTree.fromstring(str(draw_board(state, player=player)))
    canvas = canvas_of(state, player)
    for each in canvas.shapes:
        if isinstance(each, Rounded) and (each.width, each.height) == CARD:
            assert CARD[0] / 2 <= each.x <= WIDE.width - CARD[0] / 2
            assert CARD[1] / 2 <= each.y <= WIDE.height - CARD[1] / 2
    assert sum(" calls " in each for each in words(canvas)) <= WIDE.most + 1


def test_what_a_player_does_not_see_changes_nothing_in_the_picture(turns: list[CheatState]) -> None:
    for state in turns:
        for player in (0, 1):
            drawn = GAME.resample(state, player, Random(1))
            assert draw_board(drawn, player=player) == draw_board(state, player=player)
