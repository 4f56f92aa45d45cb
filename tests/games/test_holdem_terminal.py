"""Hold'em at the terminal and as a picture: what is typed, said and refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from holdem_moments import dealt, played
from typer.testing import CliRunner, Result

from games.core.errors import IllegalAction
from games.core.rules import EVERYTHING
from games.holdem.game import GAME
from games.holdem.rules import Holdem
from games.telling.choosing import chosen
from games.telling.face import face_of
from viz.boards import draw_board
from whoknows.cli.main import app


def run(*args: object, lines: tuple[str, ...] = ()) -> Result:
    given = "".join(f"{each}\n" for each in lines)
    return CliRunner().invoke(app, list(map(str, args)), input=given, prog_name="whoknows")


@pytest.mark.parametrize(
    ("text", "action"),
    [("c", "call"), ("k", "call"), ("call", "call"), ("r", "raise"), ("bet", "raise"), ("F", "fold")],
)
def test_actions_have_letters(text: str, action: str) -> None:
    state = dealt()
    assert str(chosen(text, state.legal_actions(), face_of(GAME, state.rules))) == action


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({}, "at most 4 bets and raises in a round."),
        ({"raises": 2}, "at most 2 bets and raises in a round."),
        ({"raises": 1}, "at most one bet in a round."),
        ({"blind_counts": True}, "The big blind counts as the first raise."),
        ({"ranks": 4}, "The deck has the 4 highest ranks."),
    ],
)
def test_the_rules_are_told_as_the_options_have_them(options: dict[str, int], says: str) -> None:
    assert any(line.endswith(says) for line in face_of(GAME, Holdem(**options)).how_to_play)


def test_to_call_nothing_is_to_check() -> None:
    state = played(dealt(), "call call")
    assert str(chosen("c", state.legal_actions(), face_of(GAME, state.rules))) == "check"


@pytest.mark.parametrize(
    ("moves", "text", "why"),
    [
        ("call call", "fold", "there is no bet: check instead"),
        ("raise", "check", "there is a bet to call"),
        ("call call check", "call", "there is no bet to call"),
        ("raise raise raise raise", "raise", "the round has had all its raises"),
    ],
)
def test_what_is_not_legal_is_refused_with_the_rule(moves: str, text: str, why: str) -> None:
    state = played(dealt(), moves)
    with pytest.raises(IllegalAction, match=why):
        chosen(text, state.legal_actions(), face_of(GAME, state.rules))


def test_the_first_bet_after_the_flop_is_called_a_bet_and_you_have_your_verbs() -> None:
    shown = run("play", "holdem", "--seat", 1, "--agents", "caller", "caller", "--seed", 7, lines=("r", "b", "quit"))
    assert "You raise with 3." in shown.output
    assert "bet (r): pay 2" in shown.output
    assert "You bet 2." in shown.output


def test_a_bet_is_a_bet_in_refusals_at_the_table_and_in_the_review() -> None:
    lines = ("c", "nonsense", "r", "c", "c", "c", "c", "c")
    shown = run("play", "holdem", "--seat", 1, "--agents", "caller", "caller", "--seed", 7, lines=lines).output
    assert "'nonsense' is not one of your actions now\n" in shown
    assert "bet or raised on the flop" in shown
    assert re.search(r"you .* bet  +you know best", shown)


def test_a_whole_game_is_played_at_the_terminal() -> None:
    shown = run("play", "holdem", "--seat", 1, "--agents", "caller", "caller", "--seed", 5, lines=("c",) * 9)
    assert shown.exit_code == 0, shown.output
    assert "You lose 1 big blind, ann wins 2 big blinds" in shown.output


def test_a_record_is_asked_and_replayed(tmp_path: Path) -> None:
    record = tmp_path / "holdem.jsonl"
    watched = run(
        *("watch", "holdem", "--seed", 3, "--names", "ann", "bob", "cal", "--agents", *["caller"] * 3),
        *("--record", record),
    )
    assert watched.exit_code == 0, watched.output
    answer = run("ask", record, "--move", 20, "K_ann (wins(ann) | splits(ann) | M_ann wins(bob))")
    assert answer.exit_code == 0, answer.output


def test_the_picture_hides_what_the_viewer_does_not_see() -> None:
    state = played(dealt(), "call call check")
    all_seen, own = draw_board(state, player=EVERYTHING), draw_board(state, player=0)
    assert "♣" in all_seen
    assert all_seen.count("♥") > own.count("♥")
    assert "pot 6" in own


def test_chances_are_told_and_folded_players_have_none() -> None:
    state = played(dealt(), "call call check")
    face = face_of(GAME, state.rules)
    assert face.facts(state, 0)[1].startswith("if nobody folds: wins ")
    folded = played(dealt(), "fold")
    assert face.facts(folded, 2) == ["own cards: ♥2 ♦7"]
    assert face.facts(GAME.rules().start(), 2) == []
