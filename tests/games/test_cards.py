"""Playing cards: texts, decks, laws of deals, and unseen cards dealt anew."""

from collections import Counter
from itertools import combinations
from math import comb
from random import Random

import pytest

from games.core.cards import Card, card, deck, hands_law, next_card, redealt
from games.core.errors import GameError, IllegalAction
from games.knowing.table import Table, model


def test_every_card_prints_and_is_read_back_in_either_order_and_with_signs():
    for each in deck():
        assert card(str(each)) == card(str(each)[::-1].lower()) == card(each.sign) == eval(repr(each))
    assert card("10h") == card("HT") == Card(10, 2)


def test_a_deck_has_each_card_once_and_short_decks_have_fewer_ranks():
    assert len(set(deck())) == len(deck()) == 52
    assert [str(each) for each in deck()[:3]] == ["SA", "SK", "SQ"]
    assert len(deck("6789TJQKA")) == 36
    assert card("SA") > card("HA") > card("SK") > card("C2")


@pytest.mark.parametrize("text", ["", "S", "SS", "A", "1S", "SAA", "X9", "ace"])
def test_what_is_no_card_is_refused(text):
    with pytest.raises(IllegalAction, match="expected a card such as"):
        card(text)


def test_the_next_card_is_any_of_those_unseen_equally_likely():
    outcomes = next_card(deck())
    assert sum(chance for _, chance in outcomes) == 1
    assert len(outcomes) == 52


def test_the_law_of_a_deal_is_a_table_that_answers_formulas():
    small = deck("QKA", "SH")
    law = hands_law(small, {"N": 2, "S": 2, "deck": 2, "E": 0})
    table = Table(
        variables=tuple((atom, ()) for atom in law.atoms),
        observes=(("N", law.hand("N")), ("S", law.hand("S"))),
        law=(law,),
        actual={
            atom: atom in {"has(N,SA)", "has(N,SK)", "has(S,HA)", "has(S,HK)", "has(deck,SQ)", "has(deck,HQ)"}
            for atom in law.atoms
        },
    )
    asked = model(table, "symbolic")
    assert asked.count() == comb(6, 2) * comb(4, 2)
    assert asked.holds("K_N has(N,SA) & ~Kw_S has(N,SA) & ~K_N has(S,HA)")
    assert asked.degree("N", "has(S,HA)") * 4 == 2


def test_unseen_cards_are_dealt_anew_to_places_of_the_same_size():
    hands = redealt(deck(), {"N": 13, "E": 13, "deck": 26}, Random(1))
    assert {place: len(hand) for place, hand in hands.items()} == {"N": 13, "E": 13, "deck": 26}
    assert sorted(each for hand in hands.values() for each in hand) == sorted(deck())


def test_deals_that_fit_are_equally_likely():
    cards = ["a1", "a2", "b1", "b2", "b3"]

    def fits(place, each):
        return not (place == "N" and each[0] == "a")

    expected = {frozenset(hand) for hand in combinations(["b1", "b2", "b3"], 2)}
    rng, found = Random(2), Counter()
    for _ in range(6000):
        hands = redealt(cards, {"N": 2, "E": 2, "deck": 1}, rng, fits)
        assert all(fits("N", each) for each in hands["N"])
        found[frozenset(hands["N"]), frozenset(hands["E"])] += 1
    assert {hand for hand, _ in found} == expected
    assert len(found) == 3 * comb(3, 2)
    share = 6000 / len(found)
    assert (
        sum((count - share) ** 2 / share for count in found.values()) < 27
    )  # chi-squared, 8 degrees: 0.999 quantile 26.1


def test_cards_of_four_players_of_whom_two_are_void_are_dealt_anew():
    def fits(place, each):
        return not (place == "W" and each.suit == "S") and not (place == "E" and each.suit == "H")

    hands = redealt(deck(), dict.fromkeys("NESW", 13), Random(3), fits)
    assert not [each for each in hands["W"] if each.suit == "S"]
    assert not [each for each in hands["E"] if each.suit == "H"]


def test_deals_that_cannot_be_are_refused():
    with pytest.raises(GameError, match=r"52 cards.* 50: expected"):
        redealt(deck(), {"N": 50}, Random(1))
    with pytest.raises(GameError, match=r"no deal.* 2 cards"):
        redealt(["a", "b"], {"N": 1, "E": 1}, Random(1), lambda place, each: place == "N")
