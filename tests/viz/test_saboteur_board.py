"""The table of Saboteur as a picture: what is on the table is in it, and what its viewer does not know is not."""

from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from games import registry
from games.saboteur.rules import Phase, Result, SaboteurState
from games.saboteur.tunnels.board import Lay
from games.saboteur.tunnels.cards import deck
from viz.boards import canvas_of, draw_board
from viz.boards.saboteur import BACK, CARD, NUGGET, RED, RED_PALE, ROCK, RUBBLE, TUNNEL, hand_card
from viz.canvas import Canvas, Oval, Rounded, Words, svg_of
from viz.canvas import Path as Outline

GAME = registry.game("saboteur")
OFFICIAL = Path(__file__).parents[1] / "games" / "data" / "saboteur_official.txt"
NAMES = ("ann", "bob", "cem", "dan", "eve", "fay", "gus", "hal", "ida", "Wilhelmina_Alexandra_of_Groningen")


@pytest.fixture(scope="module")
def states():
    """The states of the round that was worked out by hand."""
    moves = [line for line in OFFICIAL.read_text().splitlines() if not line.startswith("#")]
    last = GAME.rules(names=("ann", "bob", "cem"), variant="official", rounds=1).deserialize(moves)
    return [*(before for before, _ in last.steps()), last]


def words(canvas):
    return [shape.text for shape in canvas.shapes if isinstance(shape, Words)]


def cards_on_the_mine(canvas, fill):
    size = [round(each, 3) for each in CARD]
    rounded = [shape for shape in canvas.shapes if isinstance(shape, Rounded) and shape.paint.fill == fill]
    return sum([round(each.width, 3), round(each.height, 3)] == size for each in rounded)


def random_states(count, seed):
    """States from random games of both rule sets, for 3 to 10 players."""
    rng = Random(seed)
    for number in range(count):
        variant, players = (("source", 5), ("official", 3 + number % 8))[number % 2]
        state = GAME.rules(names=NAMES[-players:], variant=variant, rounds=1).start()
        for _ in range(rng.randrange(160)):
            if state.is_terminal:
                break
            state = state.after(state.sample(rng) if state.is_chance else rng.choice(state.legal_actions()))
        yield state


def test_every_card_of_the_mine_is_in_the_picture(states):
    for state in states[::9]:
        canvas, board = canvas_of(state), state.position.board
        hidden = sum(map(board.is_hidden, state.rules.plan.ends))
        assert cards_on_the_mine(canvas, ROCK) == len(board.cards) + 1 + 3 - hidden
        assert cards_on_the_mine(canvas, BACK) == hidden


def test_no_picture_depends_on_what_its_viewer_cannot_know():
    rng, different = Random(3), 0
    for state in random_states(8, 4):
        for seat in range(0, state.rules.players, 2):
            other = GAME.resample(state, seat, rng)
            different += canvas_of(other) != canvas_of(state)
            assert canvas_of(state, seat) == canvas_of(other, seat)
    assert different > 10


def test_every_state_of_random_games_is_drawn_inside_the_paper_as_well_formed_svg():
    for state in random_states(24, 5):
        canvas = canvas_of(state, player=None if state.is_chance else 0)
        ElementTree.fromstring(svg_of(canvas))
        for shape in canvas.shapes:
            x, y = extent(shape)
            assert all(-1 <= each <= canvas.width + 1 for each in x), shape
            assert all(-1 <= each <= canvas.height + 1 for each in y), shape


def extent(shape):
    if isinstance(shape, Rounded):
        return [
            (middle - size / 2, middle + size / 2) for middle, size in ((shape.x, shape.width), (shape.y, shape.height))
        ]
    if isinstance(shape, Oval):
        return (shape.x - shape.rx, shape.x + shape.rx), (shape.y - shape.ry, shape.y + shape.ry)
    if isinstance(shape, Outline):
        numbers = [each for _, numbers in shape.steps for each in numbers]
        return numbers[::2], numbers[1::2]
    return (shape.x,), (shape.y,)


def test_a_player_sees_only_their_own_role_and_hand(states):
    turn = next(state for state in states if state.current_player == 1)
    own, all_shown = canvas_of(turn, 1), canvas_of(turn)
    assert words(own).count("role ?") == 2
    assert "bob (you)" in words(own)
    assert words(all_shown).count("role ?") == 0
    assert {"miner", "saboteur"} <= set(words(all_shown))
    hands = turn.position.hands
    assert backs(own) - backs(all_shown) == len(hands[0]) + len(hands[2])


def backs(canvas):
    return sum(isinstance(each, Rounded) and each.paint.fill == BACK for each in canvas.shapes)


def test_the_roles_are_shown_to_all_when_the_round_is_over(states):
    assert "role ?" not in words(canvas_of(states[-1], 0))


@pytest.mark.parametrize(("roles", "winner"), [((False,) * 3, "nobody"), ((True, False, False), "the saboteurs")])
def test_a_game_without_saboteurs_and_without_gold_is_won_by_nobody(roles, winner):
    rules = registry.game("saboteur").rules(variant="official", names=("a", "b", "c"), rounds=1)
    guilty = tuple(seat for seat in range(3) if roles[seat])
    now = rules.fresh(Phase.OVER, 0, 1, (16, 8, 4), (0, 0, 0))
    over = now._replace(roles=roles, faces=("gold", "RB", "BL"), results=(Result(False, 0, guilty),))
    assert f"{winner} won: no gold was found" in " ".join(words(canvas_of(SaboteurState(rules, over))))


def test_all_see_who_looked_at_a_goal_and_only_they_see_what_lay_there(states):
    looked = next(state for state in states if any(state.position.peeks))
    seat = next(seat for seat, goals in enumerate(looked.position.peeks) if goals)
    other = (seat + 1) % 3
    assert not any(face for face in GAME.observation(looked, other).faces)
    eyes = [shape for shape in canvas_of(looked, other).shapes if isinstance(shape, Oval) and shape.rx == 2.6]
    assert len(eyes) == 1
    assert not [shape for shape in canvas_of(looked, seat).shapes if isinstance(shape, Oval) and shape.rx == 2.6]


def test_a_lie_is_red_only_for_viewers_who_know():
    lie = told_a_lie()
    assert [colour_of_claim(canvas_of(lie, seat)) == RED for seat in (0, 1, None)] == [True, False, True]


def told_a_lie():
    """The first player has looked at a goal, and says of it what is not so."""
    rng, state = Random(1), GAME.rules().start()
    while state.is_chance:
        state = state.after(state.rules.parse("first john") if not state.past else state.sample(rng))
    while not any(str(action) == "map 1" for action in state.legal_actions()):
        discard = next(action for action in state.legal_actions() if str(action).startswith("discard"))
        state = state.apply(discard)
        while state.is_chance:
            state = state.after(state.sample(rng))
    looking = state.apply(state.rules.parse("map 1"))
    seat = looking.current_player
    face = looking.position.faces[0]
    assert seat == 0, seat
    return looking.apply(state.rules.parse(f"say 1 {'stone' if face == 'gold' else 'gold'}"))


def colour_of_claim(canvas):
    return next(each.colour for each in canvas.shapes if isinstance(each, Words) and each.text.startswith("“1 is"))


def test_a_broken_tool_is_red_until_it_is_repaired(states):
    for state in states[::5]:
        canvas = canvas_of(state, 0)
        broken = [s for s in canvas.shapes if isinstance(s, Rounded) and s.paint.fill == RED_PALE and s.height == 20]
        assert len(broken) == sum(each.bit_count() for each in state.position.broken)
    assert any(any(state.position.broken) for state in states[::5])


def test_what_is_done_is_said_and_framed(states):
    state = next(each for each in states if each.current_player >= 0 and isinstance(each.legal_actions()[0], Lay))
    lay = state.legal_actions()[0]
    canvas = canvas_of(state, 0, lay)
    who = state.rules.names[state.current_player]
    assert f"{who} lays {str(lay).split()[1]} at {lay.x},{lay.y}" in words(canvas)
    assert cards_on_the_mine(canvas, ROCK) == cards_on_the_mine(canvas_of(state, 0), ROCK) + 1
    assert len(frames(canvas)) == 1
    assert not frames(canvas_of(state, 0))


def frames(canvas):
    return [each for each in canvas.shapes if isinstance(each, Rounded) and each.paint.width == 3.5]


def test_a_dead_end_has_rubble_in_its_middle_and_no_other_card_has():
    dead = {
        name
        for name in (card.name for card in deck(("tool",)))
        if any(
            getattr(shape, "paint", None) and shape.paint.stroke == RUBBLE for shape in hand_card(name, 0, 0, 50, 60)
        )
    }
    assert dead == {card.name for card in deck(("tool",)) if card.name.startswith("x")}


@pytest.mark.parametrize(("name", "floors"), [("TRBL", 5), ("RL", 3), ("xTB", 2), ("xT", 1)])
def test_a_card_has_a_tunnel_for_each_open_side(name, floors):
    shapes = hand_card(name, 0, 0, 50, 60)
    assert sum(shape.paint.fill == TUNNEL for shape in shapes) == floors


def test_each_card_to_draw_looks_different():
    for tools in (("tool",), ("lamp", "cart", "pick")):
        pictures = [svg_of(Canvas(50, 60, tuple(hand_card(card.name, 25, 30, 25, 33)))) for card in deck(tools)]
        assert len(set(pictures)) == len(pictures)


def test_gold_that_is_found_lies_face_up(states):
    assert cards_on_the_mine(canvas_of(states[-1], 0), BACK) < 3
    nuggets = [shape for shape in canvas_of(states[-1], 0).shapes if getattr(shape, "paint", None)]
    assert any(shape.paint.fill == NUGGET and isinstance(shape, Oval) and shape.rx > 5 for shape in nuggets)
    assert "the miners found the gold" in words(canvas_of(states[-1], 0))


AS_PDF = pytest.param("pdf", b"%PDF", marks=pytest.mark.slow)  # matplotlib draws it as it draws the PNG


@pytest.mark.parametrize(("ending", "magic"), [("png", b"\x89PNG"), AS_PDF, ("svg", b"<svg")])
def test_the_ending_says_the_format(tmp_path, states, ending, magic):
    path = tmp_path / f"mine.{ending}"
    assert draw_board(states[60], path, player=0, dpi=60) == path
    assert path.read_bytes().startswith(magic)


LONG = ("N" * 20, "G" * 20, "b2345678901234567890", "Hhhhhhhhhhhhhhhhhhhh", "M" * 20, "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOO")


def test_a_long_name_leaves_room_for_the_gold_beside_it():
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    state = GAME.rules(names=LONG, variant="official", rounds=2).start()
    state.position = state.position._replace(gold=(11, 22, 3, 4, 15, 6))
    texts = [shape for shape in canvas_of(state, player=2).shapes if isinstance(shape, Words)]
    for name, gold in zip(LONG, (11, 22, 3, 4, 15, 6), strict=True):
        shown = next(each for each in texts if each.text.startswith(name) and each.bold)
        number = next(each for each in texts if each.text == str(gold) and each.y == shown.y and each.x > shown.x)
        font = FontProperties(family="DejaVu Sans", weight="bold")
        wide = [TextPath((0, 0), each.text, size=each.size, prop=font).get_extents().width for each in (shown, number)]
        assert shown.x + wide[0] < number.x - wide[1]


def test_the_middle_of_a_text_needs_nothing_that_only_browsers_know(states):
    drawn = svg_of(canvas_of(states[-1]))
    assert "baseline" not in drawn
    assert drawn.count("<text") == drawn.count('dy="0.35em"')
