"""The rules of Bluff Poker, sentence by sentence."""

from fractions import Fraction
from itertools import permutations, product
from random import Random

import pytest
from effort import seeds

from games.bluff_poker.actions import BELIEVE, CALL, LOOK, STOP, Bid, Rolls, Starts, Throw
from games.bluff_poker.observe import PUBLIC, observation, resample, seen
from games.bluff_poker.outcomes import MULTIPLICITY, ROLLS, ladder, outcome
from games.bluff_poker.rules import BluffPoker, BluffState, Phase
from games.core.errors import GameError, IllegalAction
from games.core.rules import CHANCE, EVERYTHING

LOW_TO_HIGH = """
211 221 311 321 322 331 332 411 421 422 431 432 433 441 442 443 511 521 522 531 532 533 541 542 543 544 551 552 553 554
611 621 622 631 632 633 641 642 643 644 651 652 653 654 655 661 662 663 664 665 111 222 333 444 555 666
"""
RULES = BluffPoker()


def at(*moves: str, rules: BluffPoker = RULES) -> BluffState:
    """The state after these moves; player 1 starts."""
    state = rules.deserialize(["starts 1", *moves])
    assert isinstance(state, BluffState)
    return state


def bidding_over(dice: str, bid: str, *moves: str, rules: BluffPoker = RULES) -> BluffState:
    """Player 1 has thrown these dice and bid, then this happened."""
    return at(f"rolls {' '.join(dice)}", f"bid {bid}", *moves, rules=rules)


def names_of_knowers(state: BluffState, die: int) -> set[str]:
    return {name for seat, name in enumerate(state.rules.names) if state.position.knowers[die - 1] >> seat & 1}


def bids_in(state: BluffState) -> list[int]:
    return [action.outcome for action in state.legal_actions() if isinstance(action, Bid)]


# Outcomes


def test_an_outcome_is_the_dice_sorted_descending_and_read_as_a_number() -> None:
    assert {outcome(dice) for dice in permutations((2, 6, 4))} == {642}
    assert outcome((5, 1, 5)) == 551


def test_there_are_56_outcomes_from_211_to_665_and_then_the_pokers() -> None:
    assert ladder().outcomes == tuple(map(int, LOW_TO_HIGH.split()))
    assert len(ladder().outcomes) == 56 == len(set(map(outcome, ROLLS)))


def test_ranks_follow_the_order() -> None:
    assert [ladder().rank[each] for each in ladder().outcomes] == list(range(56))


def test_six_rolls_give_three_different_values_three_a_pair_and_one_a_poker() -> None:
    for number, count in MULTIPLICITY.items():
        assert count == {3: 6, 2: 3, 1: 1}[len(set(str(number)))]
    assert sum(MULTIPLICITY.values()) == 216


@pytest.mark.parametrize(("bid", "chance"), [(611, 0.444), (643, 0.264), (661, 0.097), (111, 0.028)])
def test_so_many_rolls_reach_a_bid(bid: int, chance: float) -> None:
    reached = sum(ladder().reaches(outcome(roll), bid) for roll in ROLLS)
    assert round(reached / 216, 3) == chance


def test_108_of_the_216_rolls_are_not_above_544() -> None:
    rank = ladder().rank
    assert sum(rank[outcome(roll)] <= rank[544] for roll in ROLLS) == 108


# The round


def test_the_starter_throws_all_three_dice_under_the_cup_and_only_it_looks() -> None:
    state = at("rolls 6 4 2")
    assert [names_of_knowers(state, die) for die in (1, 2, 3)] == [{"1"}] * 3
    assert state.position.outside == frozenset()
    assert observation(state, 0).dice == (6, 4, 2)
    assert observation(state, 1).dice == (0, 0, 0)


def test_the_starter_can_bid_any_outcome_and_nothing_else() -> None:
    state = at("rolls 6 4 2")
    assert state.legal_actions() == tuple(map(Bid, ladder().outcomes))


def test_the_next_player_calls_or_believes() -> None:
    state = bidding_over("642", "641")
    assert state.current_player == 1
    assert state.legal_actions() == (CALL, BELIEVE)


@pytest.mark.parametrize(("bid", "penalties"), [("642", (0, 1, 0)), ("641", (0, 1, 0)), ("643", (1, 0, 0))])
def test_a_called_bid_costs_the_caller_if_the_dice_are_at_least_the_bid_and_else_the_bidder(
    bid: str, penalties: tuple[int, ...]
) -> None:
    assert bidding_over("642", bid, "call").position.penalties == penalties


def test_the_cup_is_lifted_for_all_when_a_bid_is_called() -> None:
    state = bidding_over("642", "643")
    assert [seen(state, CALL, player).dice for player in (0, 1, 2, EVERYTHING)] == [(6, 4, 2)] * 4


def test_a_believer_may_pass_the_cup_on_unseen_with_a_higher_bid() -> None:
    state = bidding_over("642", "641", "believe")
    assert LOOK in state.legal_actions()
    assert bids_in(state) == list(ladder().above(641))
    after = state.apply(Bid(654))
    assert after.current_player == 2
    assert observation(after, 1).dice == (0, 0, 0)
    assert after.position.dice == (6, 4, 2)


def test_a_believer_who_looks_knows_all_dice_and_may_throw_one_two_or_three_of_them() -> None:
    state = bidding_over("642", "641", "believe", "look")
    assert observation(state, 1).dice == (6, 4, 2)
    thrown = {action.dice for action in state.legal_actions() if isinstance(action, Throw)}
    assert thrown == {(1,), (2,), (3,), (1, 2), (1, 3), (2, 3), (1, 2, 3)}


def test_each_die_is_thrown_at_most_once_in_a_turn() -> None:
    state = bidding_over("642", "643", "believe", "look", "throw 2 closed", "rolls 4")
    thrown = {action.dice for action in state.legal_actions() if isinstance(action, Throw)}
    assert thrown == {(1,), (3,), (1, 3)}
    with pytest.raises(IllegalAction, match="throw 2 closed"):
        state.apply(Throw((2,), is_open=False))
    after = state.apply(Throw((1, 3), is_open=True)).apply(Rolls((1, 1)))
    assert not any(isinstance(action, Throw) for action in after.legal_actions())


def test_dice_are_thrown_in_any_order() -> None:
    for order in permutations((1, 2, 3)):
        moves = [text for die in order for text in (f"throw {die} closed", f"rolls {die}")]
        assert bidding_over("642", "643", "believe", "look", *moves).position.dice == (1, 2, 3)


def test_the_next_turn_may_throw_each_die_again() -> None:
    state = bidding_over("642", "643", "believe", "look", "throw 1 2 3 closed", "rolls 1 1 2", "bid 651")
    after = state.apply(BELIEVE).apply(LOOK)
    assert Throw((1, 2, 3), is_open=False) in after.legal_actions()


def test_a_believer_may_stop_after_any_throw_and_then_must_bid_strictly_higher() -> None:
    state = bidding_over("642", "641", "believe", "look", "throw 3 closed", "rolls 1")
    assert bids_in(state) == list(ladder().above(641))
    assert 641 not in bids_in(state)
    assert state.apply(Bid(642)).position.phase is Phase.ANSWER


def test_a_believer_who_has_looked_may_throw_nothing() -> None:
    assert bidding_over("642", "641", "believe", "look", "bid 642").position.dice == (6, 4, 2)


def test_any_higher_outcome_is_legal_even_one_that_the_open_dice_refute() -> None:
    state = bidding_over("642", "641", "believe", "look", "throw 1 2 3 open", "rolls 1 1 2")
    assert Bid(665) in state.legal_actions()
    assert state.apply(Bid(665)).is_bluff


def test_a_bid_may_be_a_lie_and_may_be_below_the_dice() -> None:
    assert bidding_over("211", "666").is_bluff
    assert not bidding_over("666", "211").is_bluff


def test_after_the_highest_bid_one_can_only_call_or_believe() -> None:
    state = bidding_over("642", "666")
    assert state.legal_actions() == (CALL, BELIEVE)
    assert state.apply(BELIEVE).is_chance  # all three dice are in the air: it cannot be outbid


# Open and closed


def test_a_closed_throw_is_seen_by_the_thrower_and_the_dice_kept_stand_outside_for_all() -> None:
    state = bidding_over("642", "643", "believe", "look", "throw 2 3 closed", "rolls 4 5")
    assert state.position.outside == {1}
    assert names_of_knowers(state, 1) == {"1", "2", "3"}
    assert names_of_knowers(state, 2) == names_of_knowers(state, 3) == {"2"}
    assert observation(state, 2).dice == (6, 0, 0)


def test_an_open_throw_is_seen_by_all() -> None:
    state = bidding_over("642", "643", "believe", "look", "throw 2 3 open", "rolls 4 5")
    assert observation(state, 0).dice == observation(state, 2).dice == (6, 4, 5)


def test_the_dice_kept_in_an_open_throw_may_stay_hidden_under_the_cup() -> None:
    state = bidding_over("642", "643", "believe", "look", "throw 2 3 open, rest hidden", "rolls 4 5")
    assert state.position.outside == {2, 3}
    assert names_of_knowers(state, 1) == {"1", "2"}
    assert observation(state, 2).dice == (0, 4, 5)


def test_who_throws_all_dice_has_none_to_hide() -> None:
    state = bidding_over("642", "643", "believe", "look")
    assert Throw((1, 2, 3), is_open=True, hiding=True) not in state.legal_actions()
    assert Throw((1, 2, 3), is_open=True) in state.legal_actions()


def test_what_is_seen_is_told_as_it_is_seen() -> None:
    state = bidding_over("642", "643", "believe", "look", "throw 2 3 closed")
    action = Rolls((4, 5))
    assert [seen(state, action, player).dice for player in range(3)] == [(0, 0, 0), (0, 4, 5), (0, 0, 0)]
    assert [seen(state, action, player).action for player in range(3)] == [Rolls(()), action, Rolls(())]


def test_a_die_once_seen_is_remembered_until_it_is_thrown_again() -> None:
    passed_on = bidding_over("642", "643", "believe", "look", "throw 2 3 open", "rolls 4 5", "bid 651")
    assert passed_on.position.outside == frozenset()  # back under the cup, and not forgotten
    assert observation(passed_on, 0).dice == (6, 4, 5)
    again = passed_on.apply(BELIEVE).apply(LOOK).apply(Throw((2,), is_open=False)).apply(Rolls((1,)))
    assert observation(again, 0).dice == (6, 0, 5)


def test_a_starter_remembers_its_dice_while_others_hold_the_cup() -> None:
    state = bidding_over("642", "643", "believe", "look", "throw 3 closed", "rolls 5", "bid 651")
    assert observation(state, 0).dice == (6, 4, 0)


def test_a_new_round_makes_all_forget() -> None:
    state = bidding_over("642", "641", "call")
    assert state.position.phase is Phase.ROLL
    assert state.position.knowers == (0, 0, 0)


def test_everyone_knows_who_knows_which_die() -> None:
    state = bidding_over("642", "643", "believe", "look", "throw 2 3 open, rest hidden", "rolls 4 5")
    assert len({observation(state, player).knowers for player in range(3)}) == 1


# A believed poker


@pytest.mark.parametrize("bid", ["111", "444", "666"])
def test_the_believer_of_a_poker_throws_all_three_dice_in_the_open(bid: str) -> None:
    state = bidding_over("642", bid, "believe")
    state = state if bid == "666" else state.apply(Throw((1, 2, 3), is_open=True))
    assert state.is_chance
    assert observation(state.apply(Rolls((3, 4, 4))), 0).dice == (3, 4, 4)


@pytest.mark.parametrize("bid", ["444", "666"])
def test_the_dice_thrown_for_a_believed_poker_stand_beside_the_cup(bid: str) -> None:
    state = bidding_over("642", bid, "believe")
    state = state if state.is_chance else state.apply(Throw((1, 2, 3), is_open=True))
    assert state.apply(Rolls((3, 4, 4))).position.outside == {1, 2, 3}


def believed(*moves: str, bid: str = "444", rules: BluffPoker = RULES) -> BluffState:
    return bidding_over("642", bid, "believe", "throw 1 2 3 open", *moves, rules=rules)


def test_the_agent_gets_three_throws_and_may_keep_any_dice() -> None:
    state = believed("rolls 4 4 1")
    dice = [action.dice for action in state.legal_actions() if isinstance(action, Throw)]
    assert set(dice) == {(1,), (2,), (3,), (1, 2), (1, 3), (2, 3), (1, 2, 3)}
    after = state.apply(Throw((3,), is_open=True)).apply(Rolls((2,)))
    assert after.position.throws_left == 1
    assert after.apply(Throw((3,), is_open=True)).apply(Rolls((3,))).position.round == 2  # judged: 443 is lower


@pytest.mark.parametrize(
    ("last", "penalties", "starter"), [("1", (0, 1, 0), 1), ("4", (0, 0, 0), 1), ("5 5 5", (1, 0, 0), 0)]
)
def test_lower_costs_the_believer_equal_nobody_and_higher_the_bidder(
    last: str, penalties: tuple[int, ...], starter: int
) -> None:
    dice = "1 2 3" if len(last) > 1 else "3"
    state = believed("rolls 4 4 1", "throw 3 open", "rolls 2", f"throw {dice} open", f"rolls {last}")
    assert state.position.penalties == penalties
    assert state.position.starter == starter  # nobody penalised: the believer starts


def test_the_agent_may_stop_early() -> None:
    assert believed("rolls 4 4 4", "stop").position.penalties == (0, 0, 0)
    assert believed("rolls 5 5 5", "stop").position.penalties == (1, 0, 0)
    assert believed("rolls 6 6 5", "stop").position.penalties == (0, 1, 0)
    assert STOP in believed("rolls 6 6 5").legal_actions()


def test_the_throws_for_a_poker_are_open_only() -> None:
    assert all(action.is_open for action in believed("rolls 4 4 1").legal_actions() if isinstance(action, Throw))


def test_a_lower_poker_can_be_outbid_unseen_and_not_seen() -> None:
    state = bidding_over("642", "111", "believe")
    assert bids_in(state) == [222, 333, 444, 555, 666]
    assert LOOK not in state.legal_actions()


# The end


def test_it_is_drawn_who_starts_the_first_round() -> None:
    state = RULES.start()
    assert state.current_player == CHANCE
    assert state.chance_outcomes() == tuple((Starts(name), Fraction(1, 3)) for name in "123")
    assert [state.apply(Starts(name)).position.starter for name in "123"] == [0, 1, 2]


@pytest.mark.parametrize(("bid", "starter"), [("642", 1), ("643", 0)])
def test_the_penalised_player_starts_the_next_round(bid: str, starter: int) -> None:
    state = bidding_over("642", bid, "call")
    assert (state.position.starter, state.position.round) == (starter, 2)


def lost_rounds(count: int) -> list[str]:
    """Player 1 lies and is called, again and again: she starts each round."""
    return ["rolls 2 1 1", "bid 666", "call"] * count


def test_the_game_ends_with_the_fifth_penalty_and_that_player_loses() -> None:
    assert not at(*lost_rounds(4)).is_terminal
    state = at(*lost_rounds(5))
    assert state.is_terminal
    assert state.returns() == (-1, 0, 0)
    assert sum(state.returns()) == RULES.total == -1


def test_with_lives_the_last_one_alive_wins() -> None:
    rules = BluffPoker(ending="lives")
    out = at(*lost_rounds(3), rules=rules)
    assert not out.is_terminal
    assert out.position.starter == 1  # a starter who is out: the next alive
    second = ["rolls 2 1 1", "bid 666", "call"] * 3
    state = at(*lost_rounds(3), *second, rules=rules)
    assert state.is_terminal
    assert state.returns() == (0, 0, 1)
    assert sum(state.returns()) == rules.total == 1


def test_who_is_out_is_passed_over() -> None:
    rules = BluffPoker(ending="lives", limit=1)
    state = at("rolls 6 4 2", "bid 642", "call", "rolls 6 4 2", "bid 642", rules=rules)  # player 2 is out
    assert (state.position.starter, state.current_player) == (2, 0)


def test_the_number_of_penalties_is_an_option() -> None:
    assert at(*lost_rounds(2), rules=BluffPoker(limit=2)).is_terminal
    assert BluffPoker().bearable == 5
    assert BluffPoker(ending="lives").bearable == 3


@pytest.mark.parametrize("players", range(2, 9))
def test_two_to_eight_can_play(players: int) -> None:
    rules, rng = BluffPoker(names=tuple("abcdefgh"[:players])), Random(players)
    state = rules.start()
    while not state.is_terminal:
        state = state.apply(state.sample(rng) if state.is_chance else rng.choice(state.legal_actions()))
    assert sum(state.returns()) == -1
    assert max(state.position.penalties) == 5


@pytest.mark.parametrize("players", [0, 1, 9])
def test_fewer_than_two_and_more_than_eight_cannot(players: int) -> None:
    with pytest.raises(GameError, match="expected 2 to 8"):
        BluffPoker(names=tuple("abcdefghi"[:players]))


def test_three_play_by_default() -> None:
    assert BluffPoker().players == 3


# Options


def test_as_golden_triangle_321_is_the_highest_and_played_like_a_poker() -> None:
    rules = BluffPoker(golden_triangle=True)
    assert rules.ladder.outcomes[-1] == 321
    assert len(rules.ladder.outcomes) == 56
    assert bidding_over("642", "321", rules=rules).legal_actions() == (CALL, BELIEVE)
    state = bidding_over("642", "321", "believe", rules=rules)
    assert state.is_chance
    assert state.apply(Rolls((1, 3, 2))).apply(STOP).position.penalties == (0, 0, 0)
    assert state.apply(Rolls((6, 6, 6))).apply(STOP).position.penalties == (0, 1, 0)
    assert bids_in(bidding_over("642", "666", "believe", rules=rules)) == [321]


def test_equal_pokers_cannot_be_outbid_and_any_thrown_poker_equals() -> None:
    rules = BluffPoker(equal_pokers=True)
    state = bidding_over("642", "444", "believe", rules=rules)
    assert state.is_chance
    for value in range(1, 7):
        assert state.apply(Rolls((value,) * 3)).apply(STOP).position.penalties == (0, 0, 0)
    assert state.apply(Rolls((6, 6, 5))).apply(STOP).position.penalties == (0, 1, 0)
    assert not bidding_over("111", "666", rules=rules).is_bluff


def test_both_options_are_off_by_default() -> None:
    assert RULES.ladder.special == {111, 222, 333, 444, 555, 666}
    assert RULES.ladder.rank[321] < RULES.ladder.rank[111] < RULES.ladder.rank[222]


@pytest.mark.parametrize(
    "options", [{"ending": "points"}, {"limit": 0}, {"limit": True}, {"golden_triangle": 1}, {"equal_pokers": "yes"}]
)
def test_options_that_are_none_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(GameError, match=next(iter(options))):
        BluffPoker(**options)  # type: ignore[arg-type]


# As a state


ALL_OPTIONS = [
    BluffPoker(ending=ending, golden_triangle=golden, equal_pokers=equal)  # type: ignore[arg-type]
    for ending, golden, equal in product(("penalties", "lives"), (False, True), (False, True))
]


@pytest.mark.parametrize("rules", ALL_OPTIONS, ids=str)
def test_at_random_moves_only_legal_bids_rise_and_dice_stay_dice(rules: BluffPoker) -> None:
    rng = Random(5)
    state = rules.start()
    while not state.is_terminal:
        now = state.position
        assert len(now.bids) == len(set(now.bids))
        ranks = [rules.ladder.rank[bid] for _, bid in now.bids]
        assert ranks == sorted(set(ranks))
        assert all(0 <= value <= 6 for value in now.dice)
        assert state.is_chance or len(set(state.legal_actions())) == len(state.legal_actions()) > 0
        state = state.apply(state.sample(rng) if state.is_chance else rng.choice(state.legal_actions()))
    assert rules.deserialize(state.serialize()) == state


@pytest.mark.parametrize("seed", seeds(1, 5))
def test_what_a_player_cannot_tell_apart_it_can_play_alike(seed: int) -> None:
    rng = Random(seed)
    state = RULES.start()
    while not state.is_terminal:
        for player in range(3):
            other = resample(state, player, rng)
            assert observation(other, player) == observation(state, player)
            assert other.legal_actions() == state.legal_actions()
        state = state.apply(state.sample(rng) if state.is_chance else rng.choice(state.legal_actions()))
        if len(state.position.bids) > 6:
            break


def test_rolls_that_cannot_come_up_are_refused() -> None:
    state = at()
    for action in (Rolls((1, 2)), Rolls((1, 2, 7)), Rolls(()), Bid(642), Starts("1")):
        with pytest.raises(IllegalAction):
            state.apply(action)


def test_all_rolls_are_equally_likely() -> None:
    outcomes = at().chance_outcomes()
    assert outcomes is not None
    assert len(outcomes) == 216
    assert {chance for _, chance in outcomes} == {Fraction(1, 216)}


def test_an_observation_has_every_public_field_of_the_position():
    state, rng = RULES.start(), Random(3)
    while not state.is_terminal:
        seen_now = observation(state, 0)
        assert all(getattr(seen_now, name) == getattr(state.position, name) for name in PUBLIC)
        state = state.after(state.sample(rng) if state.is_chance else rng.choice(list(state.legal_actions())))
