"""BIS: success curves, threshold, conventions, the end of the game, and compiled bids that agree with plain ones."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.cards import deck, set_of
from games.core.errors import GameError
from games.spades.bidding.bis import (
    BESIDE_NIL,
    BIG_5,
    BIG_6,
    OF_TWO,
    THRESHOLD,
    TOO_MUCH,
    Bis,
    bids_blind,
    convention,
    expected,
    gap,
    they_can_win,
    we_win_with,
)
from games.spades.bidding.compiled_bis import BidTables, bid_tables
from games.spades.bidding.hand_value import FILE, load_curves, shipped
from games.spades.bidding.situation import BLIND, CARDS, MEAN_BID, NIL, SPADES, Hand, Situation
from games.spades.bidding.trick_play import NONE, choose
from games.spades.compiled_rules import playable
from games.spades.rules import SEATS
from studies.spades.learning import Nils, calibration, chances, explored, fitted, is_rising
from studies.spades.self_play import deal, self_play
from studies.spades.training import trained
from tests.effort import examples, share, thorough

LOW = Hand.read("32.5432.5432.432")
"""Nil that rarely fails."""
SURE = Hand.read("AKJ62.AQ.Q.K9543")
hands = st.permutations(deck()).map(lambda cards: Hand.of_set(set_of(cards[:CARDS])))
bids = st.lists(st.integers(0, 6), max_size=3).map(tuple)


@pytest.fixture(scope="module")
def tables() -> BidTables:
    return bid_tables(shipped())


def test_shipped_curves_come_from_a_million_nil_bids_and_rise() -> None:
    curves = shipped()
    assert curves.nils >= 1_000_000
    assert curves.made_by == "whoknows train spades --seed 1"
    assert is_rising(curves)
    for before in [
        (),
        *((one,) for one in range(14)),
        *product(range(14), repeat=2),
        *product(range(0, 14, 3), repeat=3),
    ]:
        rising = [curves.curve(before).chance(value / 10) for value in range(11)]
        assert rising == sorted(rising)
        assert 0 < rising[0] < rising[-1] < 1


def test_there_is_a_curve_for_each_of_2955_sequences_of_bids() -> None:
    curves = shipped()
    found = {before: curves.curve(before) for size in range(4) for before in product(range(14), repeat=size)}
    assert len(found) == 2955
    common = {before: line for before, line in found.items() if all(bid < 7 for bid in before)}
    assert len(set(common.values())) == 1 + 7 + 7**2 + 7**3


def test_predicted_chances_of_nil_come_true_in_self_play(tables: BidTables) -> None:
    """Fresh nil bids of explorers: in each tenth with 300 of them the share differs by at most 6 points.

    A shorter self-play has 90 where a longer one has 300.
    """
    nils = explored(40_000 if thorough() else 12_000, 77, tables, learned=True)
    bins = [each for each in calibration(chances(shipped(), nils), nils) if each.nils >= (300 if thorough() else 90)]
    assert len(bins) >= 7
    assert all(abs(each.predicted - each.observed) < 0.06 + 1 / each.nils**0.5 for each in bins)


def test_chances_in_arrays_are_those_of_the_curves(tables: BidTables) -> None:
    nils = explored(400, 5, tables, learned=True)
    found = chances(shipped(), nils)
    for before, value, chance in zip(nils.before.tolist(), nils.value, found, strict=True):
        given_bids = tuple(bid for bid in reversed(before) if bid >= 0)
        assert shipped().curve(given_bids).chance(value) == pytest.approx(chance)


def test_bids_sum_to_the_sources_mean_and_nil_succeeds(tables: BidTables) -> None:
    """The source: sum 10.55, nil in 13.6 % of a player's rounds, 68.8 % succeed. Ours in the report."""
    found = self_play(20_000, 3, tables)
    nil = found.bids == NIL
    assert abs(found.bids.sum(axis=1).mean() - 10.55) < 0.15
    assert 0.07 < nil.mean() < 0.15
    assert 0.65 < (found.took == 0)[nil].mean() < 0.85
    assert (found.took.sum(axis=1) == 13).all()


def test_compiled_bids_are_those_of_bis_far_from_the_end(tables: BidTables) -> None:
    chance, cards, dealt = np.array([9], np.uint64), np.arange(52), np.zeros(SEATS, np.int64)
    again, compiled = np.array([9], np.uint64), self_play(count := share(1500), 9, tables)
    plain = Bis(endgame=False)
    for number in range(count):
        deal(cards, again, dealt)
        before = tuple(compiled.bids[number].tolist())
        for place in range(SEATS):
            explained = plain.explained(Hand.of_set(int(dealt[place])), Situation(before[:place]))
            assert explained.bid == before[place], (explained.hand, before[:place])
            assert float(explained.takes.total) == pytest.approx(compiled.takes[number, place])
            assert float(explained.nil.value) == pytest.approx(compiled.nil[number, place])
        assert chance[0] != again[0]


def test_the_player_of_self_play_follows_suit_and_keeps_spades_back() -> None:
    clubs, spade = 0b111, 1 << 40
    assert playable(clubs | spade, 0, False) == clubs
    assert playable(spade | 1 << 15, 0, False) == spade | 1 << 15
    assert playable(clubs | spade, -1, False) == clubs
    assert playable(spade, -1, False) == spade


def test_the_player_of_self_play_ducks_covers_and_wins() -> None:
    """Clubs are led; a hand of two and ace of clubs."""
    took, hand = np.zeros(4, np.int64), 1 | 1 << 12
    nil, cover, usual = (np.array(each) for each in ((3, 3, 3, 0), (3, 0, 3, 3), (3, 3, 3, 3)))
    assert choose(False, 3, 1, 3, hand, 0, 5, 0, False, 1 << 5, nil, took) == 0
    assert choose(False, 3, 1, 3, hand, 0, 5, 1, False, 1 << 5, cover, took) == 12
    assert choose(False, 3, 1, 3, hand, 0, 5, 0, False, 1 << 5, usual, took) == 12
    assert choose(False, 3, 1, 3, hand, 0, 11, 1, False, 1 << 11, usual, took) == 0


def test_who_plays_alone_takes_tricks_from_all_three() -> None:
    """Diamonds are led and the opposite seat wins with the ace; a hand of two spades and a heart, seven tricks bid."""
    took, bids, hand = np.zeros(4, np.int64), np.array((1, 1, 7, 1)), 1 << 50 | 1 << 51 | 1 << 30
    for weak in (False, True):
        assert choose(weak, 2, 0, 2, hand, 1, 25, 0, False, 1 << 25, bids, took) == 30
        assert choose(weak, 2, NONE, 2, hand, 1, 25, 0, False, 1 << 25, bids, took) == 50
    nils = np.array((0, 3, 3, 3))
    assert choose(False, 2, NONE, 1, 1 | 1 << 12, 0, 5, 1, False, 1 << 5, nils, np.array((0, 3, 3, 3))) == 0


def test_the_weak_player_leaves_its_partners_nil_alone() -> None:
    """Its side has its tricks; the partner's nil is winning with the seven of clubs."""
    took, bids, hand = np.array((0, 0, 3, 3)), np.array((3, 0, 3, 3)), 1 | 1 << 12
    assert choose(False, 3, 1, 3, hand, 0, 5, 1, False, 1 << 5, bids, took) == 12
    assert choose(True, 3, 1, 3, hand, 0, 5, 1, False, 1 << 5, bids, took) == 0
    assert choose(True, 3, 1, 3, hand, 0, 5, 0, False, 1 << 5, bids, np.zeros(4, np.int64)) == 12


def test_nil_needs_25_points_by_expectation() -> None:
    found = Bis().explained(LOW, Situation())
    assert found.threshold == THRESHOLD
    assert found.bid == NIL
    assert found.expected == pytest.approx(200 * found.chance - 100)


@given(hands, bids)
@examples(60)
def test_nil_is_bid_exactly_where_it_is_worth_more_than_the_threshold(hand: Hand, before: tuple[int, ...]) -> None:
    found = Bis(endgame=False).explained(hand, Situation(before))
    partner_bid_nil = len(before) >= 2 and before[-2] == NIL
    excluded = partner_bid_nil or found.nil.suits[SPADES] == 0
    assert (found.bid == NIL) == (not excluded and found.expected > found.threshold)


@given(hands, bids, st.integers(-100, 210), st.integers(-100, 210), st.integers(0, 9))
@examples(100)
def test_every_bid_can_be_made_and_is_no_nil_after_the_partners_nil(
    hand: Hand, before: tuple[int, ...], ours: int, theirs: int, bags: int
) -> None:
    for bidder in (Bis(), Bis("single", "bids"), Bis("none", conventions=False)):
        bid = bidder(hand, Situation(before, ours, theirs, bags, goal=200))
        assert NIL <= bid <= CARDS
        assert bid != NIL or hand.length(SPADES) < 4
        assert bid != NIL or len(before) < 2 or before[-2] not in (NIL, BLIND)


def test_the_threshold_by_the_bids_compares_the_sides_contracts_with_and_without_nil() -> None:
    """One trick beside three of the partner, and six beside a partner who has not bid yet."""
    bidder = Bis(threshold="bids")
    found = bidder.explained(LOW, Situation((3, 2)))
    assert found.regular == 1
    assert found.threshold == pytest.approx(OF_TWO[4] - BESIDE_NIL[3])
    alone = bidder.explained(SURE, Situation((2,)))
    between = OF_TWO[8] + (alone.regular + MEAN_BID - 8) * (OF_TWO[9] - OF_TWO[8])
    assert (alone.regular, alone.threshold) == (6, pytest.approx(between - expected(BESIDE_NIL, MEAN_BID)))


def test_the_threshold_by_the_bids_falls_where_the_partner_bids_much() -> None:
    few, many = (Bis(threshold="bids").explained(SURE, Situation((partner, 2))).threshold for partner in (2, 6))
    assert many < 0 < few


def test_contracts_earn_in_self_play_what_is_expected_of_them(tables: BidTables) -> None:
    """Each contract that is made 500 times in 40,000 rounds: within four standard errors and a point."""
    found = self_play(40_000, 8, tables)
    bids, took = (np.concatenate((each[:, ::2], each[:, 1::2])) for each in (found.bids, found.took))
    contract, tricks = bids.sum(axis=1), took.sum(axis=1)
    points = np.where(tricks >= contract, 9 * contract + tricks, -10 * contract)
    for known, nils in ((OF_TWO, 0), (BESIDE_NIL, 1)):
        there = (bids == NIL).sum(axis=1) == nils
        for size in range(len(known)):
            if (chosen := points[there & (contract == size)]).size >= 500:
                error = chosen.std() / chosen.size**0.5
                assert chosen.mean() == pytest.approx(known[size], abs=1 + 4 * error), size


@pytest.mark.parametrize("points", [100, 250])
def test_nil_brings_the_points_that_the_rules_give(points: int) -> None:
    found = Bis().explained(LOW, Situation(nil=points))
    assert found.expected == pytest.approx((2 * found.chance - 1) * points)
    assert Bis()(LOW, Situation(nil=0)) > NIL


def test_big_5_is_bid_with_a_covering_hand_alone() -> None:
    covering = Hand.read("AK32.KQ4.K32.Q32")
    assert BIG_5.fits(covering, 5)
    assert Bis()(covering, Situation()) == 5
    assert not BIG_5.fits(covering, 3)
    assert not BIG_5.fits(Hand.read("QJ32.AK4.AK2.Q32"), 5)
    assert not BIG_5.fits(Hand.read("AK32.T94.AK2.AK2"), 6)
    assert BIG_5.fits(Hand.read("AK65432..AK2.AK2"), 6)


@given(hands)
@examples(200)
def test_a_first_bid_of_five_always_has_cover(hand: Hand) -> None:
    found = Bis().explained(hand, Situation((3,)))
    if found.bid == BIG_5.bid:
        assert BIG_5.fits(hand, found.regular)
    assert Bis(conventions=False)(hand, Situation((3,))) in (found.regular, NIL)


def test_after_big_5_the_king_of_spades_allows_nil() -> None:
    hand = Hand.read("K2.5432.5432.432")
    plain, signalled = (Bis().explained(hand, Situation(before)) for before in ((3, 3), (5, 3)))
    assert plain.bid != NIL
    assert signalled.bid == NIL
    assert signalled.threshold < plain.threshold
    assert Bis(conventions=False)(hand, Situation((5, 3))) != NIL


def test_big_6_asks_for_blind_nil_far_behind() -> None:
    hand = Hand.read("AKQ2.AT4.K32.Q32")
    behind = Situation((3,), ours=0, theirs=101, blind=True)
    assert BIG_6.fits(hand, 5)
    assert Bis(endgame=False)(hand, behind) == 6
    assert Bis(endgame=False)(hand, Situation((3,), ours=0, theirs=100, blind=True)) == 5
    asked = Situation((6, 3), ours=0, theirs=101, blind=True)
    assert "Big 6" in bids_blind(asked)
    assert not bids_blind(Situation((6, 3), ours=0, theirs=101))
    assert not bids_blind(Situation((5, 3), ours=0, theirs=101, blind=True))


def test_a_desperate_last_bidder_bids_blind_nil() -> None:
    lost = Situation((3, 1, 3), ours=100, theirs=450, blind=True)
    assert "desperate" in bids_blind(lost)
    assert not bids_blind(Situation((4, 4, 4), ours=100, theirs=450, blind=True))
    assert not bids_blind(Situation((3, 0, 3), ours=100, theirs=450, blind=True))
    assert not bids_blind(Situation((3, 1, 3), ours=100, theirs=400, blind=True))


def test_the_last_bid_completes_to_14_where_the_opponents_can_win() -> None:
    found = Bis().explained(SURE, Situation((2, 2, 3), ours=430, theirs=460))
    assert found.bid + 7 == TOO_MUCH
    assert Bis()(SURE, Situation((2, 2, 3), ours=100, theirs=100)) != found.bid


def test_bids_are_not_completed_to_14_where_the_opponents_make_theirs_and_lose() -> None:
    """They would have 510 points, the bidder's side 540."""
    ahead = Situation((2, 2, 3), ours=460, theirs=460)
    regular = Bis(endgame=False)(SURE, ahead)
    assert gap(ahead, regular) < 0 < gap(Situation((2, 2, 3), ours=420, theirs=460), regular)
    assert Bis()(SURE, ahead) <= regular


@pytest.mark.parametrize(("bid", "points"), [(NIL, 100), (BLIND, 200), (4, 40)])
def test_a_nil_counts_as_made_in_what_both_sides_can_win(bid: int, points: int) -> None:
    """The rules' points, twice as many for a blind nil."""
    before = (3, bid, 2)
    theirs = Situation(before, ours=300, theirs=300)
    assert theirs.their_points == 300 + 30 + 20
    assert theirs.our_points(3) == 330 + points
    right = Situation((3, 2, bid), ours=300, theirs=300)
    assert right.their_points == 330 + points
    assert Situation((3, 2, NIL), nil=50).their_points == 80
    assert they_can_win(Situation((3, 2, bid), theirs=500 - 30 - points))
    assert not they_can_win(Situation((3, 2, bid), theirs=499 - 30 - points))
    assert we_win_with(Situation(before, ours=500 - 30 - points), 3)
    assert not we_win_with(Situation(before, ours=499 - 30 - points), 3)


def test_the_partners_nil_wins_the_game_with_a_trick_less() -> None:
    near = Situation((3, NIL, 2), ours=360)
    assert Bis()(SURE, near) == Bis(endgame=False)(SURE, near) - 1
    assert Bis()(SURE, Situation((3, NIL, 2), ours=300)) == Bis(endgame=False)(SURE, near)


@given(hands, st.integers(0, 1), st.integers(0, 6), st.integers(100, 199), st.integers(100, 199), st.booleans())
@examples(300)
def test_no_change_near_the_end_says_falsely_that_a_hand_covers_nil(
    hand: Hand, place: int, other: int, ours: int, theirs: int, blind: bool
) -> None:
    situation = Situation((other,) * place, ours, theirs, goal=200, blind=blind)
    found = Bis().explained(hand, situation)
    assert found.bid != convention(situation).bid or convention(situation).fits(hand, found.regular)


def test_a_raise_to_five_without_cover_stops_at_four() -> None:
    """Four takes, and the opponents ahead by less than ten points: five would promise the ace or king of spades."""
    hand = Hand.read("QJT3.AK3.A32.432")
    near = next(each for theirs in range(170, 200) if 0 <= gap(each := Situation((3,), 170, theirs, goal=200), 4) < 10)
    found = Bis().explained(hand, near)
    assert (found.regular, Bis(conventions=False)(hand, near)) == (4, 5)
    assert found.bid == 4
    assert any("Big 5: 4 in place of 5" in note for note in found.notes)


def test_a_small_gap_is_made_up() -> None:
    hand = Hand.read("AK3.A432.432.432")
    situation = Situation((1, 3, 3), ours=440, theirs=470)
    usual = Bis(endgame=False)(hand, situation)
    raised = Bis()(hand, situation)
    assert 0 <= gap(situation, usual) < 20
    assert usual < raised <= usual + 2
    assert gap(situation, raised) < 0


def test_far_behind_a_risky_nil_is_bid() -> None:
    hand = Hand.read("J2.9432.Q432.432")
    situation = Situation((2, 2, 3), ours=300, theirs=460)
    found = Bis().explained(hand, situation)
    assert 0.375 <= found.chance < 0.625
    assert Bis(endgame=False)(hand, situation) != NIL
    assert found.bid == NIL


def test_against_nil_half_a_trick_is_taken_off() -> None:
    near, far = (Bis().explained(SURE, Situation((3, 3, 0), 300, theirs)) for theirs in (480, 100))
    assert near.shift == far.shift - 0.5


def test_a_winning_side_bids_a_trick_less_but_for_bags() -> None:
    safe, full = (Situation((3, 4, 2), ours=480, theirs=100, bags=bags) for bags in (2, 8))
    assert Bis()(SURE, safe) == Bis()(SURE, full) - 1
    for most in (0, 15):
        assert Bis()(SURE, Situation((3, 4, 2), ours=480, theirs=100, bags=8, full=most)) == Bis()(SURE, safe)
    assert Bis()(LOW, safe) > NIL == Bis()(LOW, Situation((3, 4, 2)))


def test_changed_curves_are_refused(tmp_path: Path) -> None:
    data = json.loads(FILE.read_text())
    data["nils"] += 1
    (changed := tmp_path / "changed.json").write_text(json.dumps(data))
    with pytest.raises(GameError, match="hash is missing or differs"):
        load_curves(changed)
    for text in ("[]", "{}", "nonsense", '{"sha256": 1}', "[" * 100_000):
        changed.write_text(text)
        with pytest.raises(GameError, match="whoknows train spades"):
            load_curves(changed)


def test_training_gives_curves_that_load_again(tables: BidTables, tmp_path: Path) -> None:
    nils = explored(30_000, 21, tables, learned=False)
    found = trained(nils, False, 1, "a test")
    (path := tmp_path / "curves.json").write_text(found.text)
    curves = load_curves(path)
    assert curves == fitted(nils, "a test")
    assert curves.nils == len(nils.value)
    assert sum(int(row[2].replace(",", "")) for row in found.rows) == (len(nils.value) + 4) // 5
    assert found.curves is not None
    across, up = found.curves.lines["by the bids before"]
    assert [f"{x:.3f}" for x in across] == [row[1] for row in found.rows]
    assert [f"{y:.3f}" for y in up] == [row[3] for row in found.rows]


def test_too_few_nil_bids_are_refused(tables: BidTables) -> None:
    few = explored(200, 2, tables, learned=False)
    with pytest.raises(GameError, match=r"nil bids.*too few.*expected.* 100 .*records"):
        fitted(few, "")
    assert isinstance(few, Nils)


def test_a_part_that_does_not_exist_is_refused() -> None:
    with pytest.raises(GameError, match=r"curves 'two': expected.* single, none"):
        Bis("two")
    for endgame in (5, 1, "no"):
        with pytest.raises(GameError, match=f"endgame {endgame!r}: expected False, True"):
            Bis(endgame=endgame)  # type: ignore[arg-type]
    with pytest.raises(GameError, match="at most three bids"):
        Situation((1, 2, 3, 4))
    with pytest.raises(GameError, match="ours '7'"):
        Situation(ours="7")  # type: ignore[arg-type]
