"""What is known at the table of Bluff Poker: event models say what each move teaches, play builds the model at once."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from bluff_events import happenings, look, throw

from games.bluff_poker.actions import Throw
from games.bluff_poker.knowledge import NAMES, VARIABLES, table
from games.bluff_poker.outcomes import MULTIPLICITY, outcome
from games.bluff_poker.rules import BluffPoker, BluffState
from games.knowing.knower import common, known
from games.knowing.table import Table, model, situation
from kripke.models.kripke_model import KripkeModel
from kripke.sameness.invariance import contract
from tests.perspectives import perspectives
from whoknows import bisimilar

OPTIONS = (
    {},
    {"names": ("ann", "bob"), "ending": "lives"},
    {"golden_triangle": True, "equal_pokers": True, "limit": 2},
    {"names": ("a", "b", "c", "d"), "limit": 1},
)


def moves(rules: BluffPoker, rng: Random) -> Iterator[tuple[BluffState, object]]:
    """A random game: each state with the move made there; kinds of moves are equally likely, so that dice fly."""
    state = rules.start()
    while not state.is_terminal:
        if state.is_chance:
            action = state.sample(rng)
        else:
            legal = state.legal_actions()
            kind = rng.choice(sorted({type(each).__name__ for each in legal}))
            action = rng.choice([each for each in legal if type(each).__name__ == kind])
        yield state, action
        state = state.after(action)


def states(rng: Random, games: int) -> Iterator[BluffState]:
    """The states of random games, those where nothing is in the air, with all options in turn."""
    for number in range(games):
        for state, action in moves(BluffPoker.of(**OPTIONS[number % len(OPTIONS)]), rng):
            after = state.after(action)
            if 0 not in after.position.dice:
                yield after


def dice_alone(state: BluffState) -> KripkeModel:
    """The model that play builds, of the dice; one in the air, which nobody knows, is called a one."""
    actual = {name: value or 1 for name, value in zip(NAMES, state.position.dice, strict=True)}
    return model(replace(table(state), defined=(), actual=actual))


@pytest.mark.parametrize("rounds", [12, pytest.param(1_000, marks=pytest.mark.slow)], ids=["12 rounds", "1000 rounds"])
def test_who_knows_what_and_the_event_models_agree_after_every_move(rounds: int) -> None:
    rng, played, game = Random(rounds), 0, 0
    while played < rounds:
        rules = BluffPoker.of(**OPTIONS[game % len(OPTIONS)])
        forward = dice_alone(rules.start())
        for state, action in moves(rules, rng):
            for event_model, event in happenings(state, action):
                after = forward.update(event_model, event).generated()
                forward = KripkeModel.of(contract(after.structure))
            after = state.after(action)
            assert bisimilar(forward, dice_alone(after)), after.serialize()
        played, game = played + after.position.round, game + 1


def test_it_is_common_knowledge_who_knows_which_die() -> None:
    for state in states(Random(3), 12):
        asked = situation(table(state))
        for seat, player in enumerate(state.rules.names):
            for die, knowers in enumerate(state.position.knowers, 1):
                sign = "" if knowers >> seat & 1 else "~"
                assert asked.column(f"C {sign}Kv_{player} die{die}").all()


@pytest.mark.slow
def test_the_lists_of_knowledge_say_who_knows_which_value() -> None:
    for state in states(Random(4), 6):
        names, now, made = state.rules.names, state.position, model(table(state))
        values = dict(zip(NAMES, now.dice, strict=True))
        knows = {player: [name for name, who in zip(NAMES, now.knowers, strict=True) if who >> seat & 1]
                 for seat, player in enumerate(names)}  # fmt: skip
        for player in names:
            told = {f"K_{player} {name}={values[name]}" for name in knows[player]}
            told |= {
                f"K_{player} {'' if name in knows[other] else '~'}K_{other} {name}={values[name]}"
                for name in knows[player]
                for other in names
                if other != player
            }
            assert {each.to_ascii() for each in known(made, player, NAMES)} == told
        shared = {f"C {'' if name in knows[player] else '~'}Kv_{player} {name}" for name in NAMES for player in names}
        shared |= {f"C {name}={values[name]}" for name in NAMES if all(name in knows[player] for player in names)}
        unknown = [f"C ~Kv_{player} {name}" for name in NAMES for player in names]
        assert {each.to_ascii() for each in common(made, NAMES)}.union(filter(made.holds, unknown)) == shared


def test_a_bluff_is_a_roll_below_the_standing_bid() -> None:
    for state in states(Random(5), 8):
        made, bid, ladder = model(table(state)), state.position.bid, state.rules.ladder
        assert made.holds("bluff") == state.is_bluff
        below = [each for each in MULTIPLICITY if not ladder.reaches(each, bid)]
        assert made.count("bluff") == sum(MULTIPLICITY[each] for each in below)
        assert made.holds(f"outcome={outcome(state.position.dice)}")


def test_the_outcomes_are_atoms_over_216_worlds() -> None:
    made = model(Table(VARIABLES, (("1", ()),), defined=table(BluffPoker().start()).defined))
    assert len(made) == 216
    assert {each: made.count(f"outcome={each}") for each in MULTIPLICITY} == MULTIPLICITY
    assert made.holds("~Kv_1 outcome & C ~K_1 outcome=642", at="6·4·2")
    assert made.degree("1", "outcome=642", at="1·1·1") == Fraction(1, 36)


def test_a_player_asks_what_others_hold_possible_of_what_others_hold_possible() -> None:
    moves = ["starts 1", "rolls 6 4 2", "bid 642", "believe", "look", "throw 2 closed", "rolls 5", "bid 653"]
    state = BluffPoker().deserialize(moves)
    made = model(table(state))
    # dice 1 and 3 stand outside; player 2 knows die 2, which players 1 and 3 do not
    assert made.possible("3") == {f"6·{face}·2" for face in range(1, 7)}
    assert perspectives(made, ["3", "2"]) == {frozenset({f"6·{face}·2"}) for face in range(1, 7)}
    assert perspectives(made, ["2", "3"]) == {made.possible("3")}
    assert perspectives(made, ["3", "2", "1"]) == {frozenset({made.possible("1")})}
    assert made.holds("M_3 M_2 outcome=662 & M_2 M_3 outcome=662 & ~M_2 outcome=662 & ~M_3 outcome=555")
    assert made.holds("bluff & K_2 bluff & ~K_3 bluff & K_3 Kw_2 bluff")


def test_a_closed_throw_teaches_the_thrower_alone() -> None:
    blank = model(Table(VARIABLES, tuple((player, ()) for player in "123"))).at("1·1·1")
    after = blank.update(throw("123", 1, "1"), "die1=4")
    assert after.holds("K_1 die1=4 & C Kv_1 die1 & C ~Kv_2 die1 & C ~Kv_3 die1 & ~Kv_1 die2")
    seen = after.update(look("123", 1, "2"), "die1=4")
    assert seen.holds("K_2 die1=4 & C Kv_2 die1 & ~Kv_3 die1 & K_1 K_2 die1=4")
    again = seen.update(throw("123", 1, "123"), "die1=6")
    assert again.holds("C die1=6 & ~die1=4")


def test_defined_atoms_change_with_the_die_that_is_thrown() -> None:
    defined = (("high", "die1=6 | die2=6"), ("bluff", "~high"))
    whole = tuple((atom, text.replace("high", "(die1=6 | die2=6)")) for atom, text in defined)
    before = model(Table(VARIABLES, (("1", ()), ("2", NAMES)), defined=defined)).at("1·1·1")
    after = before.update(throw("12", 1, "1", whole), "die1=6").update(throw("12", 2, "", whole), "die2=1")
    assert after.holds("K_1 high & ~K_2 high & M_2 bluff & ~bluff")
    assert after.valid("(high <-> die1=6 | die2=6) & (bluff <-> ~high)")


def test_a_throw_that_hides_the_dice_that_are_kept_teaches_nothing_of_them() -> None:
    start = ["starts 1", "rolls 6 4 2", "bid 211", "believe", "look"]
    hidden = BluffPoker().deserialize([*start, str(Throw((1,), is_open=True, hiding=True)), "rolls 3"])
    shown = BluffPoker().deserialize([*start, str(Throw((1,), is_open=True)), "rolls 3"])
    assert model(table(hidden)).holds("C die1=3 & C ~Kv_3 die2 & C ~Kv_3 die3 & K_2 K_1 die2=4")
    assert model(table(shown)).holds("C (die1=3 & die2=4 & die3=2)")
