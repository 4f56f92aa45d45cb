"""A round of the card game of Saboteur, worked out by hand in data/saboteur_official.txt and played move by move."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

from games.core.rules import EVERYTHING
from games.knowing.table import model
from games.playing.records import Record
from games.saboteur.actions import Discard, Look, Say
from games.saboteur.game import GAME
from games.saboteur.rules import Phase, Result, Saboteur
from games.saboteur.tunnels.board import FIXED, Lay, Rockfall
from games.saboteur.tunnels.cards import DEAD
from games.saboteur.tunnels.routes import routes
from whoknows.cli.main import app

RECORD = Path(__file__).parent / "data" / "saboteur_official.txt"
RULES = Saboteur(names=("ann", "bob", "cem"), variant="official", rounds=1)
ANN, BOB, CEM = range(3)


@pytest.fixture(scope="module")
def moves():
    return [line for line in RECORD.read_text().splitlines() if not line.startswith("#")]


@pytest.fixture(scope="module")
def states(moves):
    """The state before each turn, from turn 1, and the last state."""
    last = RULES.deserialize(moves)
    turns = [before for before, move in last.steps() if before.position.phase is Phase.TURN]
    return [None, *turns, last]


def test_the_game_has_at_least_25_turns_and_every_kind_of_event(states):
    decisions = [move.action for move in states[-1].history() if move.player >= 0]
    assert len(states) - 2 == 25
    assert {Lay, Rockfall, Look, Say, Discard} <= {type(action) for action in decisions}


def test_every_move_is_legal_where_it_is_made_and_the_record_is_the_game(moves, states):
    assert states[-1].serialize() == moves
    assert all(before.is_legal(move.action) for before, move in states[-1].steps())


def test_the_way_to_the_goals_shortens_card_by_card_and_grows_by_the_dead_end(states):
    lengths = [routes(state.position.board) for state in states[1:]]
    assert [each[1] for each in lengths[:8]] == [7, 6, 6, 6, 5, 5, 4, 3]
    assert lengths[8] == (6, 5, 5)  # below the dead end to goals 2 and 3, from (3,0) above it to goal 1
    assert [each[1] for each in lengths[9:16]] == [3, 2, 2, 1, 1, 1, 1]
    assert {each[:2] for each in lengths[16:]} == {(1, 0)}  # the stone leads up: one card to goal 1
    assert [each[2] for each in lengths[16:]] == [2, 2, 2, 2, 3, 2, 2, 2, 1, 0]


def test_a_player_with_a_broken_tool_cannot_lay_cards(states):
    ann = states[13]
    assert ann.current_player == ANN
    assert not any(isinstance(action, Lay) for action in ann.legal_actions())
    assert str(ann.legal_actions()[0]) == "repair lamp ann lamp+cart"
    assert any(isinstance(action, Lay) for action in states[16].legal_actions())
    assert not any(isinstance(action, Lay) for action in states[19].legal_actions())


def test_a_double_repair_is_used_up_by_one_tool(states):
    assert states[13].position.broken == (0b001, 0, 0)
    assert states[14].position.broken == (0, 0, 0)
    assert all("repair-lamp+cart" not in hand for hand in _hands(states[14]))


def test_the_stone_that_is_reached_lies_so_that_the_path_goes_on(states):
    before, after = states[16].position.board, states[17].position.board
    assert before.is_hidden(RULES.plan.place(8, 0))
    assert after.at(8, 0) == FIXED | 1 | 8  # open to the top and the left
    assert GAME.seen(states[16], RULES.parse("lay RBL 7,0"), BOB).goals == ((2, "RB"),)
    assert any(str(action).endswith("8,-1") for action in states[21].legal_actions())


def test_the_rockfall_takes_the_dead_end_away(states):
    assert states[9].position.board.at(5, 0) & DEAD
    assert states[10].position.board.at(5, 0) == 0
    fixed = [action for action in states[9].legal_actions() if str(action) in ("rockfall 0,0", "rockfall 8,0")]
    assert not fixed


def test_only_bob_knows_that_he_lied_until_cem_has_seen_the_other_stones(states):
    after_lie = states[6]
    assert after_lie.position.claims[-1] == (BOB, 3, "stone")
    first = model(GAME.table(after_lie))
    assert first.holds("K_bob gold=3 & M_ann ~gold=3 & M_cem ~gold=3 & K_cem ~gold=2 & M_ann gold=2")
    later = model(GAME.table(states[16]))
    assert later.holds("K_cem gold=3 & ~K_ann gold=3 & K_cem ~K_ann gold=3")
    assert model(GAME.table(states[17])).holds("C ~gold=2")


def test_nobody_knows_whether_there_is_a_saboteur_but_the_saboteur(states):
    asked = model(GAME.table(states[1]))
    assert len(asked) == 12  # the saboteur's card with one of three players or on the table, the gold at three goals
    assert asked.holds("M_ann (~saboteur(bob) & ~saboteur(cem)) & K_bob (saboteur(bob) & ~saboteur(ann))")


def test_laid_aside_cards_are_seen_by_no_other(states):
    discard = RULES.parse("discard TRB")
    assert GAME.seen(states[23], discard, BOB).action == discard
    assert GAME.seen(states[23], discard, EVERYTHING).action == discard
    assert GAME.seen(states[23], discard, ANN).action == Discard()


def test_the_miners_are_paid_against_the_turns_and_the_saboteur_is_not(states):
    last = states[-1]
    assert last.is_terminal
    assert last.position.results == (Result(found=True, finisher=ANN, saboteurs=(BOB,)),)
    assert last.returns() == (Fraction(4), Fraction(0), Fraction(2))
    takers = [move.player for move in last.history() if str(move.action).startswith("take")]
    assert takers == [ANN, CEM, ANN]


def test_after_the_round_everyone_knows_the_saboteur(states):
    assert model(GAME.table(states[-1])).holds("C (saboteur(bob) & ~saboteur(ann) & ~saboteur(cem) & gold=3)")


def test_the_record_is_replayed_and_asked_by_the_commands(moves, tmp_path):
    paid = Fraction(4), Fraction(0), Fraction(2)
    persons = Record("saboteur", RULES.options(), (None,) * 3, (0, 1, 2), None, tuple(moves), paid)
    path = tmp_path / "official.jsonl"
    path.write_text(json.dumps(persons.as_data()))
    lie = str(moves.index("say 3 stone") + 1)

    def ask(*words):
        return CliRunner().invoke(app, [*words], prog_name="whoknows")

    assert ask("replay", str(path)).exit_code == 0
    assert ask("ask", str(path), "--move", lie, "K_bob gold=3 & M_ann ~gold=3").exit_code == 0
    assert ask("ask", str(path), "--move", lie, "K_cem gold=3").exit_code == 1
    path.write_text(json.dumps(replace(persons, returns=(Fraction(3), Fraction(1), Fraction(2))).as_data()))
    assert ask("replay", str(path)).exit_code == 2


def _hands(state):
    return [[RULES.cards[kind].name for kind in hand] for hand in state.position.hands]
