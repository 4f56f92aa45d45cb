"""A game held between requests: it stops for the person, and each viewer's log is what that viewer saw."""

from dataclasses import replace
from fractions import Fraction

import pytest

from games import registry
from games.core.errors import GameError, IllegalAction, RecordError
from games.core.rules import EVERYTHING
from games.knowing.excerpt import asked_in
from games.playing.match import Lineup, Setup
from games.telling.sitting import Sitting

NAMES = ("ann", "bob", "john", "mary", "eve")


def sitting(name, person=None, seed=7):
    lineup = list(registry.game(name).lineup)
    if person is not None:
        lineup[person] = None
    return Sitting.of(Setup(name, Lineup(tuple(lineup), NAMES[: len(lineup)]), {}, seed))


def played_by_first_action(name, person):
    held = sitting(name, person)
    while not held.state.is_terminal:
        held.play(10_000, 60.0)
        if held.is_persons_turn:
            held.act(str(held.state.legal_actions()[0]))
    return held


@pytest.mark.parametrize("name", registry.names())
def test_it_stops_at_the_persons_turn(name):
    held = sitting(name, 0)
    held.play(10_000, 60.0)
    assert held.is_persons_turn
    assert held.state.current_player == 0
    before = len(held.turns)
    held.play(10, 60.0)
    assert len(held.turns) == before


def test_a_text_that_is_no_action_changes_nothing():
    held = sitting("bluff_poker", 0)
    held.play(10_000, 60.0)
    before = len(held.turns)
    with pytest.raises(IllegalAction, match="not one of your actions"):
        held.act("dance")
    assert len(held.turns) == before
    held.act(str(held.state.legal_actions()[0]))
    assert len(held.turns) == before + 1


def test_nobody_acts_out_of_turn():
    held = sitting("bluff_poker")
    with pytest.raises(GameError, match="not your turn"):
        held.act("call")


def test_while_a_person_plays_only_that_view_may_be_shown():
    held = sitting("bluff_poker", 1)
    held.play(10_000, 60.0)
    assert [seat for seat in (EVERYTHING, 0, 1, 2) if held.may_see(seat)] == [1]


def test_all_may_be_shown_when_the_game_is_over():
    held = played_by_first_action("bluff_poker", 0)
    assert all(held.may_see(seat) for seat in (EVERYTHING, 0, 1, 2))


def test_a_persons_log_tells_reasons_of_others_only_after_the_round():
    held = played_by_first_action("bluff_poker", 0)
    log = held.log(0)
    assert not any(entry.why for entry, turn in zip(log, held.turns, strict=True) if turn.player != 0)
    assert any(deed.why for entry in log for deed in entry.deeds)


@pytest.mark.parametrize("name", ["bluff_poker", "saboteur"])
def test_queries_have_the_verdict_of_the_model_that_was_asked(name):
    held, checked = sitting(name), 0
    held.play(60, 60.0)
    for moment in range(1, len(held.turns) + 1):
        for query in held.asked(EVERYTHING, moment):
            if query.check is None:
                continue
            verdict = query.check()
            checked += 1
            if isinstance(query.answer, bool):
                assert verdict.holds == query.answer
            elif isinstance(query.answer, Fraction):
                assert verdict.model.at(verdict.world).degree(query.agent, query.formula, alike=True) == query.answer
            assert str(verdict.explain())
            shown = asked_in(verdict, most=64)
            assert shown.model.holds(shown.marker) == verdict.holds
    assert checked > 50


def test_a_viewer_hears_of_the_queries_of_no_other_player():
    held = played_by_first_action("bluff_poker", 1)
    asking = [number for number, turn in enumerate(held.turns, 1) if turn.queries]
    assert asking, "so that there is something to hide"
    assert not any(entry.asked for entry in held.log(1))
    assert not any(held.asked(1, moment) for moment in range(len(held.turns) + 1))
    player = held.turns[asking[0] - 1].player
    assert held.asked(player, asking[0]) == held.asked(EVERYTHING, asking[0]) != ()


@pytest.mark.parametrize("viewer", [EVERYTHING, 0, 2])
def test_a_log_asked_for_in_parts_is_the_whole_log(viewer):
    parts, whole = sitting("bluff_poker"), sitting("bluff_poker")
    found = []
    for _ in range(12):
        parts.play(3, 60.0)
        found += parts.log(viewer, len(found))
    whole.play(len(parts.turns), 60.0)
    assert found == whole.log(viewer)


def test_the_moments_are_the_states_after_each_move():
    held = sitting("saboteur")
    held.play(60, 60.0)
    assert [held.at(number).serialize() for number in (0, 1, 60)] == [held.state.serialize()[:n] for n in (0, 1, 60)]
    with pytest.raises(GameError, match="from 0 to 60"):
        held.at(61)


def test_what_a_watcher_may_hear_of_beliefs_is_in_the_log():
    held = sitting("saboteur")
    held.play(120, 60.0)
    assert any(entry.news for entry in held.log(EVERYTHING))


def go(held, moves):
    """Let all move, the person always by the first legal action."""
    while len(held.turns) < moves and not held.state.is_terminal:
        held.play(1, 60.0)
        if held.is_persons_turn and len(held.turns) < moves:
            held.act(str(held.state.legal_actions()[0]))


@pytest.mark.parametrize("name", registry.names())
def test_a_game_goes_on_after_the_moves_that_were_made(name):
    whole, stopped = sitting(name, 0), sitting(name, 0)
    go(whole, 60)
    go(stopped, 30)
    back = Sitting.of(stopped.match.setup, stopped.state.serialize())
    assert back.log(0) == stopped.log(0)
    go(back, 60)
    assert back.state == whole.state
    assert back.log(0) == whole.log(0)


def test_moves_that_were_made_stay_even_if_agents_would_decide_otherwise():
    held = sitting("bluff_poker")
    go(held, 3)
    other = next(str(each) for each in held.at(2).legal_actions() if each != held.turns[2].action)
    back = Sitting.of(held.match.setup, [*held.state.serialize()[:2], other])
    assert str(back.turns[2].action) == other
    assert str(back.turns[2].reason) == ""
    go(back, 6)
    with pytest.raises(GameError, match=r"move 1: .*'dance'"):
        Sitting.of(held.match.setup, ["dance"])


@pytest.mark.parametrize("reasons", [True, False])
def test_a_record_is_played_again_move_by_move(reasons):
    first = sitting("bluff_poker")
    first.play(10_000, 60.0)
    again = Sitting.of_record(first.record(), 1, "mine.jsonl", reasons)
    again.play(10_000, 60.0)
    assert [turn.action for turn in again.turns] == [turn.action for turn in first.turns]
    assert (again.log(EVERYTHING) == first.log(EVERYTHING)) == reasons


def test_two_persons_are_refused():
    with pytest.raises(GameError, match="at most one"):
        Sitting.of(Setup("cheat", Lineup((None, None), ("ann", "bob")), {}, 1))


def test_a_record_with_false_returns_is_told_at_its_end():
    first = sitting("bluff_poker")
    first.play(10_000, 60.0)
    record = replace(first.record(), returns=(Fraction(5),) * 3)
    again = Sitting.of_record(record, 1, "mine.jsonl")
    with pytest.raises(RecordError, match=r"returns -1 0 0, .*record.* 5 5 5"):
        again.play(10_000, 60.0)


@pytest.mark.parametrize("name", registry.names())
def test_no_player_has_the_name_of_a_place(name):
    rules = registry.game(name).rules
    names = rules().names
    for place in rules.places:
        with pytest.raises(GameError, match=r"player '\w+': .*place.*another name"):
            rules.of(names=(place, *names[1:]))
