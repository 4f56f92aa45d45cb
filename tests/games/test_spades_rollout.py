"""Our own bidder: the chance to win by the scores, bids that are played to the end, and the tables on disk."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import registry
from games.core.errors import GameError
from games.spades.bidding import compiled_bis
from games.spades.bidding import winning as winning_module
from games.spades.bidding.compiled_bis import likelihoods, resampled, tables
from games.spades.bidding.rollout import Rollout
from games.spades.bidding.situation import BLIND, Hand, Situation
from games.spades.bidding.winning import NIL, chance_of, fined, winning
from games.spades.compiled_rules import gain_of
from games.spades.game import GAME
from studies.spades.self_play import self_play
from studies.spades.stored import counted, gains
from tests.effort import examples

LOW, SURE = Hand.read("32.J9543.5432.32"), Hand.read("AKQJT98.AK.A.AKQ")
USUAL = {"goal": 200, "floor": -100}
scores = st.integers(-99, 199)


@given(scores, scores)
@examples(50)
def test_the_chances_of_both_sides_sum_to_one(ours: int, theirs: int) -> None:
    found = winning(200, -100)
    assert chance_of(found, ours, theirs) + chance_of(found, theirs, ours) == pytest.approx(1)


@given(st.integers(-9, 18), st.integers(-9, 19), st.integers(0, 9))
@examples(50)
def test_ten_points_more_win_more(ours: int, theirs: int, bags: int) -> None:
    """With the same bags, which are the last digit; 0.02 for the chance of the rounds that were played."""
    found = winning(200, -100)
    more, fewer = (chance_of(found, 10 * tens + bags, 10 * theirs) for tens in (ours + 1, ours))
    assert more > fewer - 0.02


def test_a_game_that_is_over_is_won_by_the_higher_score() -> None:
    found = winning(200, -100)
    assert [chance_of(found, *each) for each in ((200, 199), (203, 240), (-100, -99), (5, -101), (210, 210))] == [
        *(1, 0, 0, 1, 0.5)
    ]
    assert chance_of(found, 9, 0) < chance_of(found, 0, 0) - 0.1, "nine bags: the next one costs 100 points"


def test_the_tenth_bag_costs_a_hundred_points() -> None:
    assert fined(288, 8, 63, 3) == 251


def test_a_chance_is_the_share_of_games_won_from_there() -> None:
    """Random rounds of self-play from 150 to 90, until one side has 200 or -100: 5,000 games, error 0.7 points."""
    rounds, rng = self_play(3_000, 5, tables()), np.random.default_rng(1)
    pairs = zip(rounds.bids, rounds.took, strict=True)
    gains = [(*gain_of(*each, 0, 0, 2, NIL), *gain_of(*each, 0, 1, 2, NIL)) for each in pairs]
    won = 0.0
    for _ in range(5_000):
        ours, theirs = 150, 90
        while max(ours, theirs) < 200 and min(ours, theirs) > -100:
            gain = gains[rng.integers(3_000)]
            gain = gain if rng.random() < 0.5 else (*gain[2:], *gain[:2])
            ours, theirs = fined(ours, ours % 10, *gain[:2]), fined(theirs, theirs % 10, *gain[2:])
        won += 0.5 if ours == theirs else ours > theirs
    assert won / 5_000 == pytest.approx(chance_of(winning(200, -100), 150, 90), abs=0.03)


def test_a_sure_hand_bids_what_it_takes_and_a_low_hand_bids_nil() -> None:
    bidder = Rollout(deals=60)
    assert bidder(LOW, Situation(**USUAL)) == 0
    assert bidder(SURE, Situation(**USUAL)) >= 9
    assert bidder(SURE, Situation((3, 0, 3), **USUAL)) >= 9


def test_a_bid_that_wins_the_game_is_enough() -> None:
    """Ten points are missing: the last bidder needs no more than the partner's bid and its own sure tricks."""
    safe = Hand.read("AKQ2.432.432.432")
    assert Rollout(deals=60)(safe, Situation((3, 3, 3), ours=150, theirs=-50, **USUAL)) <= 2


def test_the_same_hand_and_situation_give_the_same_bid_and_each_bid_has_a_chance() -> None:
    now = Situation((3, BLIND), ours=30, theirs=60, **USUAL)
    hand = Hand.read("KQ4.A43.J52.Q962")
    found = Rollout(deals=30).explained(hand, now)
    assert found == Rollout(deals=30).explained(hand, now)
    assert all(0 <= chance <= 1 for chance in found.chances)
    assert found.bid in found.bids
    assert 1 <= found.effective <= 2_000


def test_a_blind_bid_and_the_own_bid_say_nothing_of_hands() -> None:
    deals = np.array([[hand.cards for hand in (SURE, LOW, SURE, LOW)]])
    assert likelihoods(deals, (BLIND, 0), [0]) == pytest.approx([1.0])
    assert likelihoods(deals, (0, 0), [1])[0] == pytest.approx(1.0)
    assert likelihoods(deals, (0, 0), [0])[0] < 0.1


def test_resampling_takes_each_deal_as_often_as_its_weight_says() -> None:
    chosen = resampled(np.array([0.0, 3.0, 1.0, 0.0, 4.0]), 800, 0.5)
    assert np.bincount(chosen, minlength=5).tolist() == [0, 300, 100, 0, 400]


@pytest.mark.slow
def test_the_tables_on_disk_are_those_that_are_counted() -> None:
    for stored, again in zip(tables(), counted(), strict=False):
        assert np.array_equal(stored, again)


def test_tables_that_were_changed_are_refused(tmp_path, monkeypatch) -> None:
    with np.load(compiled_bis.FILE) as data:
        arrays = dict(data)
    arrays["side"] = arrays["side"] + 1
    np.savez(tmp_path / "changed.npz", **arrays)
    monkeypatch.setattr(compiled_bis, "FILE", tmp_path / "changed.npz")
    with pytest.raises(GameError, match="was changed"):
        compiled_bis._holdings.__wrapped__()


@pytest.mark.slow
def test_the_chances_on_disk_are_those_that_are_solved() -> None:
    rounds = gains()
    assert np.array_equal(winning_module._stored()[1], rounds)
    for usual in winning_module.USUAL:
        assert np.abs(winning(*usual).chances - winning_module.solved(*usual, rounds).chances).max() < 1e-7


def test_chances_that_were_changed_are_refused(tmp_path, monkeypatch) -> None:
    with np.load(winning_module.FILE) as data:
        arrays = dict(data)
    arrays["200 -100"] = arrays["200 -100"] + np.float32(0.1)
    np.savez(tmp_path / "changed.npz", **arrays)
    monkeypatch.setattr(winning_module, "FILE", tmp_path / "changed.npz")
    with pytest.raises(GameError, match="was changed"):
        winning_module._stored.__wrapped__()


def test_alone_the_own_score_decides_and_nobody_covers() -> None:
    """Ten points are missing and the others are far behind: a sure trick is enough."""
    safe = Hand.read("AKQ2.432.432.432")
    others = ((20, 0), (30, 0), (10, 0))
    ahead = Rollout(deals=60).explained(safe, Situation((3, 3, 3), ours=190, others=others, **USUAL))
    assert ahead.bid <= 2
    assert max(ahead.chances) > 0.95
    even = Rollout(deals=60).explained(safe, Situation((), others=((0, 0),) * 3, **USUAL))
    assert all(0 < chance < 1 for chance in even.chances)
    assert even.bid >= 1, "nil fails: the ace of spades takes a trick"


def test_parameters_that_are_wrong_are_refused() -> None:
    for spec, problem in (("rollout(deals=0)", "deals 0: expected"), ("rollout(play=dumy)", "did you mean 'dummy'")):
        with pytest.raises(GameError, match=problem):
            registry.agent(GAME, spec)
