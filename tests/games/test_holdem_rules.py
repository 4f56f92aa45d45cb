"""The rules of hold'em: hands against the known counts and the definition, betting by hand, payoffs and options."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from effort import examples
from holdem_moments import dealt, played
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.holdem import count_categories
from games.core.cards import CARDS, card, numbers, set_of
from games.core.errors import GameError, IllegalAction
from games.holdem.hand_value import CATEGORIES, category, value
from games.holdem.rules import BIG, BUTTON, SMALL, Holdem, Phase

FIVE_CARDS = (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40)
"""Hands of five cards by category, from the binomial formulas of any textbook."""
SEVEN_CARDS = (23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 41_584)
"""Of seven cards: B. Alspach, "7-card poker hands" (2000)."""


def test_the_hands_of_five_cards_are_as_many_of_each_category_as_the_formulas_say() -> None:
    assert tuple(count_categories(5)) == FIVE_CARDS


@pytest.mark.slow
def test_the_133_784_560_hands_of_seven_cards_are_as_many_of_each_category_as_is_known() -> None:
    assert tuple(count_categories(7)) == SEVEN_CARDS
    assert sum(SEVEN_CARDS) == 133_784_560


def five(cards: tuple[int, ...]) -> tuple[Any, ...]:
    """How good five cards are, by the definition: the category, then ranks by how often they come and by height."""
    values = [CARDS[each].value for each in cards]
    times = sorted(Counter(values).items(), key=lambda item: (-item[1], -item[0]))
    shape, ranks = tuple(count for _, count in times), [rank for rank, _ in times]
    if ranks == [14, 5, 4, 3, 2]:
        ranks = [5, 4, 3, 2, 1]
    straight = len(shape) == 5 and ranks[0] - ranks[4] == 4
    flush = len({CARDS[each].place for each in cards}) == 1
    shapes = {(2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7}
    kind = shapes.get(shape, 8 if straight and flush else 5 if flush else 4 if straight else 0)
    return (kind, *ranks)


def best(cards: int) -> tuple[Any, ...]:
    return max(map(five, combinations(numbers(cards), 5)))


hands = st.lists(st.integers(0, 51), min_size=7, max_size=7, unique=True).map(lambda each: sum(1 << n for n in each))


@given(hands, hands)
@examples(300)
def test_values_compare_as_the_best_five_of_seven_by_the_definition(one: int, other: int) -> None:
    assert category(value(one)) == CATEGORIES[best(one)[0]]
    assert (value(one) < value(other)) == (best(one) < best(other))
    assert (value(one) == value(other)) == (best(one) == best(other))


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("SA HA", "a pair"),
        ("SA H5 D4 C3 S2", "a straight"),
        ("SA HK D4 C3 S2", "high card"),
        ("C9 C8 C7 C6 C5 CA HA", "a straight flush"),
        ("SA S5 S4 S3 S2 HA DA", "a straight flush"),
        ("SK HK DK S2 H2 D2 C7", "a full house"),
        ("SK HK D2 S2 H7 D7 C9", "two pairs"),
    ],
)
def test_categories_by_hand(cards: str, kind: str) -> None:
    assert category(value(set_of(map(card, cards.split())))) == kind


def test_the_third_pair_and_the_second_triple_count_as_far_as_five_cards_go() -> None:
    def of(text: str) -> int:
        return value(set_of(map(card, text.split())))

    assert of("SK HK D7 S7 H2 D2 CA") > of("SK HK D7 S7 H2 D2 CQ")
    assert of("SK HK DK S7 H7 D7 CA") == of("SK HK DK S7 H7 D2 CA")
    assert of("SA H5 D4 C3 S2 HK DK") < of("S6 H5 D4 C3 S2 HK DK")


# Betting --------------------------------------------------------------------------------------------------------------


def test_before_the_flop_the_button_speaks_first_and_the_big_blind_last() -> None:
    state = dealt()
    assert state.current_player == BUTTON
    state = played(state, "call")
    assert state.current_player == SMALL
    state = played(state, "call")
    assert state.current_player == BIG
    assert [str(each) for each in state.legal_actions()] == ["raise", "check"]


def test_after_the_flop_the_first_player_still_in_from_the_small_blind_speaks_first() -> None:
    state = played(dealt(), "call call check")
    assert (state.current_player, len(state.position.board), state.position.round) == (SMALL, 3, 1)
    state = played(dealt(), "call fold check")
    assert state.current_player == BIG
    assert [str(each) for each in state.legal_actions()] == ["raise", "check"]


def test_a_round_closes_when_all_have_spoken_since_the_last_raise() -> None:
    state = played(dealt(), "call call raise")
    assert state.current_player == BUTTON
    state = played(state, "call raise")
    assert (state.current_player, state.position.phase) == (BIG, Phase.BET)
    state = played(state, "call call")
    assert (state.position.round, state.position.paid) == (1, (6, 6, 6))


@pytest.mark.parametrize(("options", "most"), [({}, 4), ({"raises": 2}, 2), ({"blind_counts": True}, 3)])
def test_a_round_has_room_for_so_many_raises(options: dict[str, Any], most: int) -> None:
    state = played(dealt(**options), " ".join(["raise"] * most))
    assert "raise" not in map(str, state.legal_actions())
    with pytest.raises(IllegalAction, match="can do call or fold"):
        state.apply(state.rules.parse("raise"))
    assert max(state.position.paid) == 2 + 2 * most


def test_a_casino_counts_the_big_blind_before_the_flop_only() -> None:
    state = played(dealt(blind_counts=True), "call call check raise raise raise raise")
    assert state.position.raises == (0, 4, 0, 0)


def test_bets_are_two_chips_then_four() -> None:
    state = played(dealt(), "raise call call raise call call raise call call raise call call")
    assert state.position.paid == (2 + 2 + 2 + 4 + 4,) * 3
    assert state.is_terminal
    assert state.returns() == (Fraction(14), Fraction(-7), Fraction(-7))


def test_the_last_one_left_wins_the_pot_unseen() -> None:
    state = played(dealt(), "fold raise fold")
    assert state.is_terminal
    assert state.returns() == (Fraction(1), Fraction(-1), Fraction(0))


def test_equal_hands_share_the_pot_in_exact_parts() -> None:
    straight = "ST HJ DQ CK SA"
    state = played(dealt("S2 H2 D2 C3 S3 H3"), "raise call call" + " check" * 9, straight)
    assert state.returns() == (0, 0, 0)
    state = played(dealt("S2 H2 D2 C3 S3 H3"), "raise call call raise call fold" + " check" * 4, straight)
    assert state.returns() == (Fraction(1), Fraction(1), Fraction(-2))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"raises": 5}, "raises 5: expected a whole number from 1 to 4"),
        ({"raises": True}, "raises True"),
        ({"ranks": 7}, "ranks 7: expected 3, 4, 5, 6 or 13"),
        ({"blind_counts": 1}, "blind_counts 1: expected True or False"),
        ({"names": ("a", "b")}, "expected 3"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError, match=message):
        Holdem(**options)


@pytest.mark.parametrize("text", ["bet", "rise", "deal", "deal XX", "call 2"])
def test_texts_that_are_no_moves_are_refused(text: str) -> None:
    with pytest.raises(IllegalAction):
        Holdem().parse(text)
