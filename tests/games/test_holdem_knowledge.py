"""What is known at hold'em: the engine's answers and exact chances equal independent counts."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from effort import seeds
from holdem_moments import dealt, moment, played

from games.core.cards import card, numbers, set_of
from games.core.errors import GameError
from games.holdem.chances import BOARDS, FULL, HANDS, KINDS, chance, chance_of, kind, preflop
from games.holdem.game import GAME
from games.holdem.hand_value import value
from games.holdem.observe import observation
from games.holdem.rules import BOARD, Holdem, HoldemState


def cards(text: str) -> int:
    return set_of(map(card, text.split()))


def counted(state: HoldemState, seat: int, others: list[int]) -> tuple[Fraction, Fraction]:
    """How often a player wins and splits with the cards on the table, over all hands of others, one by one."""
    now = state.position
    board = sum(1 << each for each in now.board)
    own = value(now.hands[seat] | board)
    unseen = list(numbers(state.rules.deck & ~board & ~now.hands[seat]))
    pairs = {frozenset(each): value(board | 1 << each[0] | 1 << each[1]) for each in combinations(unseen, 2)}
    wins = splits = whole = 0
    for one, first in pairs.items():
        rest = [(None, -1)] if len(others) == 1 else [each for each in pairs.items() if not each[0] & one]
        for _, second in rest:
            whole += 1
            wins += own > max(first, second)
            splits += own == max(first, second)
    return Fraction(wins, whole), Fraction(splits, whole)


@pytest.mark.parametrize("seed", seeds(1, 8))
def test_degrees_on_the_river_are_those_of_a_count_of_all_two_hands(seed: int) -> None:
    state = moment(seed, 3)
    model = GAME.model(state)
    found = model.degree("ann", "wins(ann)"), model.degree("ann", "splits(ann)")
    assert found == counted(state, 0, [1, 2])
    exact = chance(observation(state, 0))
    assert (exact.wins, sum(exact.splits)) == found


@pytest.mark.parametrize("number", range(4))
def test_degrees_against_one_hand_are_those_of_a_count_at_each_moment(number: int) -> None:
    state = moment(number, number, fold=True)
    model = GAME.model(state)
    assert (model.degree("bob", "wins(bob)"), model.degree("bob", "splits(bob)")) == counted(state, 1, [0])
    assert not model.holds("wins(cal) | splits(cal)")


def runouts(state: HoldemState, seat: int) -> tuple[Fraction, Fraction]:
    """The chance against one hand, over all boards and hands, one by one."""
    now = state.position
    own, board = now.hands[seat], sum(1 << each for each in now.board)
    unseen = list(numbers(state.rules.deck & ~board & ~own))
    wins = splits = whole = 0
    for more in combinations(unseen, BOARD[3] - len(now.board)):
        there = board | sum(1 << each for each in more)
        mine = value(own | there)
        for theirs in combinations([each for each in unseen if each not in more], 2):
            other = value(there | 1 << theirs[0] | 1 << theirs[1])
            whole += 1
            wins += mine > other
            splits += mine == other
    return Fraction(wins, whole), Fraction(splits, whole)


@pytest.mark.parametrize(("number", "options"), [(2, {}), (1, {"ranks": 4}), (0, {"ranks": 3})])
def test_chances_before_the_river_are_those_of_a_count_of_all_boards(number: int, options: dict[str, Any]) -> None:
    state = moment(5, number, fold=True, **options)
    exact = chance(observation(state, 1))
    assert (exact.wins, sum(exact.splits)) == runouts(state, 1)


@pytest.mark.slow
def test_the_chance_on_the_flop_is_that_of_a_count_of_a_million_boards_and_hands() -> None:
    state = moment(6, 1, fold=True)
    exact = chance(observation(state, 1))
    assert (exact.wins, sum(exact.splits)) == runouts(state, 1)


def test_the_chance_against_two_on_the_turn_is_that_of_rivers_and_degrees_of_the_engine() -> None:
    state = moment(9, 2, ranks=3)
    total = Fraction(0)
    now = state.position
    board = sum(1 << each for each in now.board)
    unseen = list(numbers(state.rules.deck & ~board & ~now.hands[0]))
    for river in unseen:
        total += chance_of(now.hands[0], board | 1 << river, state.rules.deck, 2).wins / len(unseen)
    assert chance(observation(state, 0)).wins == total


@pytest.mark.parametrize(
    ("hand", "one", "two"),
    [("SA HA", 85.20, 73.44), ("SA SK", 67.04, 50.72), ("C7 D2", 34.58, 20.49), ("C2 D2", 50.33, 30.66)],
)
def test_the_table_before_the_flop_has_the_known_shares(hand: str, one: float, two: float) -> None:
    """Against one hand as printed in many tables (such as caniwin.com); against two, by our own count."""
    assert float(chance_of(cards(hand), 0, FULL, 1).share) * 100 == pytest.approx(one, abs=0.01)
    assert float(chance_of(cards(hand), 0, FULL, 2).share) * 100 == pytest.approx(two, abs=0.01)


def test_all_hands_together_win_their_fair_share_before_the_flop() -> None:
    weights = [0] * KINDS
    for pair in combinations(range(52), 2):
        weights[kind(1 << pair[0] | 1 << pair[1])] += 1
    for others in (1, 2):
        parts = [Fraction(1, shared) for shared in (1, 2, 3)]
        won = sum(
            weight * sum(int(ways) * part for ways, part in zip(row[others - 1], parts, strict=True))
            for weight, row in zip(weights, preflop(), strict=True)
        )
        assert won / (1326 * BOARDS * HANDS[others]) == Fraction(1, others + 1)


def test_hands_are_of_one_kind_where_their_ranks_and_being_suited_are_the_same() -> None:
    kinds = {
        (*sorted((a % 13, b % 13)), a // 13 == b // 13): kind(1 << a | 1 << b) for a, b in combinations(range(52), 2)
    }
    assert len(kinds) == len(set(kinds.values())) == 169


def test_who_has_the_best_possible_hand_knows_it_and_others_do_not() -> None:
    state = played(dealt("SJ CK H2 ST DK D7"), "call call check" + " check" * 6, "S9 S8 S7 H3 D4")
    model = GAME.model(state)
    assert model.holds("wins(ann) & K_ann wins(ann) & ~K_bob wins(ann)")
    assert model.holds("K_ann ~wins(bob) & M_bob wins(bob) & ~K_ann K_bob wins(ann)")


def test_aces_are_possible_until_one_is_seen() -> None:
    model = GAME.model(dealt())
    assert not model.holds("M_ann (has(bob,SA) & has(bob,HA))")
    assert model.holds("M_cal (has(bob,SA) & has(bob,HA)) & K_ann has(ann,SA) & ~K_bob has(ann,SA)")
    assert model.degree("cal", "has(bob,SA) & has(bob,HA)") == Fraction(1, 50 * 49 // 2)


def test_the_board_and_shown_hands_are_common_knowledge() -> None:
    state = played(dealt(), "call fold check" + " check" * 6)
    model = GAME.model(state)
    assert model.holds("C has(board,S9) & C has(bob,CK) & C has(cal,D7) & ~K_bob has(ann,SA) & K_ann has(ann,SA)")
    assert model.holds("C wins(bob) & C ~wins(cal)")
    folded = GAME.model(played(dealt(), "fold fold"))
    assert folded.holds("C wins(bob) & ~K_ann has(bob,CK) & C ~splits(bob)")


@pytest.mark.parametrize("seed", seeds(1, 6))
def test_who_knows_of_winning_is_right_in_all_deals_that_fit(seed: int) -> None:
    """A short deck, all deals listed: knowledge is truth in each of them."""
    state = moment(seed, 3, ranks=3)
    model = GAME.model(state)
    now = state.position
    board = sum(1 << each for each in now.board)
    for seat, name in enumerate(state.rules.names):
        unseen = list(numbers(state.rules.deck & ~board & ~now.hands[seat]))
        truths = []
        for one in combinations(unseen, 2):
            for two in combinations([each for each in unseen if each not in one], 2):
                values = [value(board | sum(1 << each for each in pair)) for pair in (one, two)]
                truths.append(value(board | now.hands[seat]) > max(values))
        assert model.holds(f"K_{name} wins({name})") == all(truths)
        assert model.degree(name, f"wins({name})") == Fraction(sum(truths), len(truths))


def test_a_view_without_a_hand_has_no_chance() -> None:
    state = played(dealt(), "fold")
    with pytest.raises(GameError, match="has not folded"):
        chance(observation(state, 2))
    with pytest.raises(GameError, match="two cards"):
        chance(observation(Holdem().start(), 0))
