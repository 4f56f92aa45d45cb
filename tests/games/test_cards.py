"""Playing cards: texts, decks, laws of deals, and unseen cards dealt anew."""

from math import comb

import pytest

from games.core.cards import Card, card, deck, hands_law
from games.core.errors import IllegalAction
from games.holdem.rules import Holdem
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
    outcomes = Holdem().start().chance_outcomes()
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
