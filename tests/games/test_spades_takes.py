"""What a hand of Spades is worth: takes, nil values, and the bidders that need nothing else."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.plain_bidders import PRINTED, io_takes, ms_takes, naive_nil, printed_chance
from games.core.cards import deck, set_of
from games.core.errors import GameError
from games.spades.bidding.additive import ADDITIVE
from games.spades.bidding.hand_value import HAND, length_chance, nil_value, regular_takes, side_chance, spade_chance
from games.spades.bidding.situation import SIDE, SPADES, Hand, Situation
from tests.effort import examples

WORKED = Hand.read("AKJ62.AQ.Q.K9543")
"""The hand of the source's figure 1."""
SINGLETONS = (1, 1, 1, 0.9967, 0.9883, 0.9724, 0.9451, 0.9011, 0.8325, 0.7279, 0.5714, 0.3401, 0.0025)
"""The nil of a singleton from the two to the ace, as the rules of the game print them."""
hands = st.permutations(deck()).map(lambda cards: Hand.of_set(set_of(cards[:HAND])))


def test_the_worked_hand_has_5_971_takes_with_exact_tables_and_5_967_with_the_printed_ones() -> None:
    assert round(float(regular_takes(WORKED).total), 3) == 5.971
    assert round(float(regular_takes(WORKED, chance=printed_chance).total), 3) == 5.967


def test_the_worked_hand_keeps_three_spades_for_cuts() -> None:
    takes = regular_takes(WORKED)
    assert [(take.kind, take.what) for take in takes.counted] == [
        ("side card", "♥A"),
        ("side card", "♣K"),
        ("high spade", "♠A"),
        ("high spade", "♠K"),
        ("cut", "♦ the 2nd trick"),
        ("cut", "♦ the 3rd trick"),
        ("cut", "♥ the 3rd trick"),
    ]
    assert [take.what for take in takes.instead] == ["♠J", "5th spade"]


def test_exact_tables_agree_with_the_printed_ones_to_0_006() -> None:
    pairs = [
        (value, length_chance(own, more_than, opponents))
        for opponents, rows in PRINTED.items()
        for own, row in enumerate(rows)
        for more_than, value in enumerate(row)
    ]
    assert len(pairs) == 3 * 14 * 3
    assert max(abs(printed - float(exact)) for printed, exact in pairs) < 0.006


def test_length_chances_are_those_of_dealt_cards() -> None:
    """Deals at random, as the source did: own length 5, both opponents have two cards at least."""
    rng, count, hits = Random(4), 6_000, 0
    for _ in range(count):
        cards = [1] * 8 + [0] * 31
        rng.shuffle(cards)
        hits += min(sum(cards[:13]), sum(cards[13:26])) > 1
    assert abs(hits / count - float(length_chance(5, 1))) < 0.03


def test_without_opponents_that_cut_every_trick_is_sure() -> None:
    assert length_chance(9, 2, 0) == 1
    assert regular_takes(Hand.read("2.AKQ3.AKQ3.AKQ3"), opponents=0).total == 9


@given(hands)
@examples(60)
def test_fewer_opponents_that_cut_never_lower_the_takes(hand: Hand) -> None:
    totals = [regular_takes(hand, opponents).total for opponents in (3, 2, 1, 0)]
    assert totals == sorted(totals)


@given(hands)
@examples(60)
def test_each_spade_counts_once(hand: Hand) -> None:
    takes = regular_takes(hand).counted
    spades = [take for take in takes if take.kind != "side card"]
    assert len(spades) <= hand.length(SPADES)
    assert regular_takes(hand).total == sum((take.value for take in takes), Fraction(0)) <= HAND


@pytest.mark.parametrize(
    ("spades", "takes"),
    [
        ("A", 1),
        ("K", 0),
        ("K2", 1),
        ("Q2", 0),
        ("Q32", 1),
        ("J32", 0),
        ("J432", 1),
        ("KQJ", 2),
        ("QJT98", 3),
        ("98765", 1),
    ],
)
def test_a_high_spade_needs_as_many_other_spades_as_there_are_higher_ones(spades: str, takes: int) -> None:
    """All other suits have three cards at least, so there is no cut."""
    left = HAND - len(spades)
    rest = ["98765432"[: left - 6], "432", "432"]
    assert regular_takes(Hand.read(".".join([spades, *rest]))).total == takes


def test_the_nil_of_a_singleton_is_exact() -> None:
    assert [round(float(side_chance(1 << rank)), 4) for rank in range(13)] == pytest.approx(SINGLETONS)


def test_the_nil_of_an_ace_and_queen_is_0_0084() -> None:
    assert round(float(nil_value(WORKED).suits[2]), 4) == 0.0084
    assert nil_value(WORKED).value == 0


def test_a_chance_of_nil_agrees_with_deals_at_random() -> None:
    """Queen and ten alone: the source's events on 20,000 deals of the other cards."""
    rng, count, safe = Random(11), 6_000, 0
    for _ in range(count):
        unseen = [rank for rank in range(13) if rank not in (8, 10)] + [-1] * 28
        rng.shuffle(unseen)
        left, right, partner = ([rank for rank in unseen[i : i + 13] if rank >= 0] for i in (0, 13, 26))
        safe += not any(
            all(len(each) < trick or sum(rank < own for rank in each) >= trick for each in (left, right))
            and len(partner) >= trick
            and sum(rank > own for rank in partner) < trick
            for trick, own in ((1, 8), (2, 10))
        )
    assert abs(safe / count - float(side_chance(1 << 8 | 1 << 10))) < 0.03


@given(hands)
@examples(60)
def test_nil_values_are_chances_and_a_fourth_spade_denies_nil(hand: Hand) -> None:
    value = nil_value(hand)
    assert all(0 <= each <= 1 for each in (*value.suits, value.value))
    if hand.length(SPADES) >= 4 or hand.has(SPADES, 12):
        assert value.value == 0


def test_a_void_multiplies_the_nil_value_by_1_15() -> None:
    hand = Hand.read("32.J9.5432.65432")
    full = nil_value(hand)
    assert not full.has_void
    void = nil_value(Hand.read("32.J95..65432T87"))
    product_of = void.suits[0] * void.suits[1] * void.suits[2] * void.suits[3]
    assert 0 < product_of < 0.8
    assert void.value == product_of * Fraction(23, 20)


def test_a_covering_partner_makes_the_king_of_spades_safe() -> None:
    king, ace = 1 << 11, 1 << 12
    assert spade_chance(king, is_covered=True) == 1
    assert spade_chance(king) < 0.4
    assert spade_chance(ace, is_covered=True) == 0


@pytest.mark.parametrize(
    ("lower", "higher"), [(low, high) for low, high in product(range(12), range(13)) if high == low + 1]
)
def test_a_higher_singleton_is_less_safe(lower: int, higher: int) -> None:
    assert side_chance(1 << lower) >= side_chance(1 << higher)
    assert spade_chance(1 << lower) >= spade_chance(1 << higher)


def test_naive_nil_weighs_suits_one_by_one_as_the_source_says() -> None:
    """Its two examples in appendix F.2: almost perfect and refused, and unsafe and accepted."""
    assert not naive_nil(Hand.read("..23456789TJ.23J"), Situation())
    assert naive_nil(Hand.read("58T.58T.58TA.58T"), Situation())
    assert not naive_nil(Hand.read("58T.58T.58TA.58T"), Situation((0, 3)))


def test_master_spades_counts_nine_cards() -> None:
    assert ms_takes(Hand.read("AKQ.AK2.AK2.AK32")) == 9
    assert ms_takes(Hand.read("K.K.AKQJT9876.32")) == 1 + 1 - 1
    assert ms_takes(Hand.read("Q2.5432.432.5432")) == 0
    assert ms_takes(Hand.read("AQ.5432.432.5432")) == 2
    assert ms_takes(Hand.read("432.2.65432.5432")) == 1


def test_io_counts_spades_and_side_kings() -> None:
    assert io_takes(WORKED) == 3 + 2 * Fraction(2, 5) + 1 + Fraction(1, 2)
    assert io_takes(Hand.read("T9.AK.K.98765432")) == 1 + Fraction(2, 5) + 2


def test_io_bids_nil_beside_a_partner_of_four() -> None:
    low = Hand.read("432.Q2.Q32.Q5432")
    assert ADDITIVE["io"](low, Situation((4, 3))) == 0
    assert ADDITIVE["io"](low, Situation((3, 3))) == 1
    assert ADDITIVE["io"](low, Situation()) == 1


@given(hands)
@examples(60)
def test_simple_bidders_bid_at_least_one_but_for_nil(hand: Hand) -> None:
    for bidder in ADDITIVE.values():
        assert 0 <= bidder(hand, Situation((4, 4))) <= HAND
        assert bidder(hand, Situation((0, 4))) >= 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AKJ62.AQ.Q.K954", "12 cards; expected 13, such as 'AKJ62.AQ.Q.K9543'"),
        ("AKJ62.AQ.Q.K99543", "C9 given twice"),
        ("AKJ62.AQ.Q.K954X", "no card 'X'"),
        ("AKJ62.AQ.K9543", "3 suits; expected spades, hearts, diamonds, clubs"),
        ("AKJ62", "expected a card such as 'HQ'"),
        ("", "0 cards"),
        ("A" * 300, "expected 13 cards"),
    ],
)
def test_a_bad_hand_is_refused_with_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(GameError, match="expected") as error:
        Hand.read(text)
    assert message in str(error.value)


def test_hands_are_read_by_suits_and_by_cards() -> None:
    cards = "SA SK SJ S6 S2 HA HQ DQ CK C9 C5 C4 C3"
    assert Hand.read(cards) == WORKED == Hand.read("akj62 . aq . q . k9543") == Hand.read("AKJ62 AQ Q K9543")
    assert Hand.read("AKQJT98765432.-.-.") == Hand.read("AKQJ1098765432...")
    assert str(WORKED) == "AKJ62.AQ.Q.K9543"
    assert Hand.of_set(sum(WORKED.suits[suit] << 13 * suit for suit in (*SIDE, SPADES))) == WORKED
