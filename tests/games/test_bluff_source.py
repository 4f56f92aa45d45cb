"""The source agent of Bluff Poker: each decision on positions worked by hand, and against one query at a time."""

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import islice, pairwise, product
from random import Random
from typing import Any

import pytest
from bluff_reference import Reference, atoms
from effort import share

from games.bluff_poker.actions import BELIEVE, CALL, LOOK, STOP, Bid, Rolls, Throw
from games.bluff_poker.agents.believability.agent import SourceAgent
from games.bluff_poker.agents.believability.decisions import Answer, Bidding, answer, believing, bidding
from games.bluff_poker.agents.believability.plans import Settings, chances_to_get_away, plan
from games.bluff_poker.agents.believability.viewpoint import Viewpoint
from games.bluff_poker.agents.fixed_strategy import SimpleAgent
from games.bluff_poker.knowledge import table
from games.bluff_poker.observe import observation, resample
from games.bluff_poker.outcomes import ROLLS, SETS, bits, known_by, ladder, outcome, world
from games.bluff_poker.outlook import OBSERVER, outlook, poker_plan, table_of
from games.bluff_poker.rules import BluffPoker, BluffState, Phase
from games.core.agent import Agent
from games.core.errors import GameError
from games.knowing.table import model, situation

THREE = BluffPoker()
PLAIN = ladder()
reference_of = cache(Reference)
"""One for all tests: it stores its answers."""


def view_of(known: int, dice: tuple[int, ...], listener: int, bid: int | None) -> Viewpoint:
    """Where a player asks who knows some dice (as bits), before a player who knows others."""
    first, second, third = ((known >> die & 1) | (listener >> die & 1) << 1 for die in range(3))
    seen = tuple(value if known >> die & 1 else 0 for die, value in enumerate(dice))
    return Viewpoint.of(("me", "next"), 0, 1, (first, second, third), seen, PLAIN, bid)


def answered(
    known: int, dice: tuple[int, ...], listener: int, bid: int, beaten: int | None, **parameters: Any
) -> Answer:
    return answer(Settings(PLAIN, **parameters), view_of(known, dice, listener, bid), beaten, listener)


def bid_by(dice: tuple[int, ...], listener: int, bid: int | None, **parameters: Any) -> Bidding:
    return bidding(Settings(PLAIN, **parameters), view_of(7, dice, listener, bid))


def at(*moves: str, rules: BluffPoker = THREE) -> BluffState:
    state = rules.deserialize([f"starts {rules.names[0]}", *moves])
    assert isinstance(state, BluffState)
    return state


def begun(agent: Agent, seat: int = 0, rules: BluffPoker = THREE) -> Agent:
    agent.begin(seat, rules, "seed")
    return agent


def policy(state: BluffState, **parameters: Any) -> dict[Any, float]:
    player = state.current_player
    agent = begun(SourceAgent(**parameters), player, state.rules)
    return dict(agent.policy(observation(state, player), state.legal_actions()))


def played(agents: list[Agent], rules: BluffPoker, seed: int) -> Iterator[BluffState]:
    """The states of a game in which players decide."""
    rng = Random(seed)
    for seat, agent in enumerate(agents):
        agent.begin(seat, rules, f"{seed}/{seat}")
    state: BluffState = rules.start()
    while not state.is_terminal:
        if state.is_chance:
            state = state.apply(state.sample(rng))
            continue
        yield state
        player = state.current_player
        state = state.apply(agents[player].act(observation(state, player), state.legal_actions()).action)


def probabilities(found: Bidding) -> dict[int, Fraction]:
    weights, parts = found.weights()
    return {each: Fraction(weight, parts) for each, weight in weights.items()}


def some_answers(seed: int, games: int = 3) -> list[BluffState]:
    agents = [SourceAgent(), SimpleAgent("greedy"), SourceAgent(k=1)]
    return [state for number in range(games) for state in played(agents, THREE, 100 * seed + number) if answers(state)]


def answers(state: BluffState) -> bool:
    return state.position.phase is Phase.ANSWER


def name_of(state: BluffState, seat: int) -> str:
    return str(state.rules.names[seat])


# Rules 1 and 2: how to throw


def test_the_agent_throws_the_lowest_dice_so_many_as_most_often_improve_on_the_bid() -> None:
    """With 6 4 1 against 642: one die 4 of 6, two dice 23 of 36, three dice 57 of 216."""
    made, place = plan(PLAIN, PLAIN.rank[642]), world((6, 4, 1))
    assert [int(made.chance[bits(dice), place]) for dice in ((3,), (2, 3), (1, 2, 3))] == [4, 23, 57]
    assert made.choice[0, place] == bits((3,))


def test_after_a_throw_that_misses_it_throws_on_where_it_can_help() -> None:
    """6 4 1 has missed 642 with the third die: of the others the four is thrown, and then the six for a poker."""
    made, place = plan(PLAIN, PLAIN.rank[642]), world((6, 4, 1))
    assert made.choice[bits((3,)), place] == bits((2,))
    assert made.choice[bits((2, 3)), world((6, 1, 1))] == bits((1,))
    assert made.choice[bits((2, 3)), world((6, 1, 2))] == 0
    assert Fraction(int(made.beating[place]), made.whole) == Fraction(2, 3) + Fraction(1, 3) * (
        Fraction(1, 3) + Fraction(1, 6) * Fraction(1, 6)
    )


def test_the_agent_throws_nothing_where_the_dice_beat_the_bid_already() -> None:
    state = at("rolls 6 6 5", "bid 654", "believe", "look")
    assert all(isinstance(action, Bid) for action in policy(state))
    assert policy(state, keeps_throwing=True) == {Throw((3,), is_open=True, hiding=True): 1.0}


def test_the_agent_stops_where_no_throw_can_help_and_the_original_does_not() -> None:
    state = at("rolls 1 2 3", "bid 665", "believe", "look", "throw 1 2 closed", "rolls 2 1")
    assert all(isinstance(action, Bid) for action in policy(state))
    assert policy(state, keeps_throwing=True) == {Throw((3,), is_open=True, hiding=True): 1.0}


@pytest.mark.parametrize("bid", [211, 543, 642, 655, 665])
def test_chances_of_throws_are_those_of_all_throws_one_by_one(bid: int) -> None:
    reference, made, least = reference_of(PLAIN), plan(PLAIN, PLAIN.rank[bid]), PLAIN.rank[bid]
    for dice in Random(bid).sample(ROLLS, 12):
        assert Fraction(int(made.beating[world(dice)]), made.whole) == reference.beating(least, dice)
        for thrown in ((), (1,), (2, 3)):
            assert made.choice[bits(thrown), world(dice)] == bits(reference.chosen(least, dice, thrown))


@pytest.mark.parametrize(
    ("moves", "throw"),
    [
        # the next player knows no die: one thrown in the open makes one, closed the two that are kept
        (("rolls 6 4 1", "bid 642"), Throw((3,), is_open=True, hiding=True)),
        # closed the one that is kept, in the open two
        (("rolls 6 1 1", "bid 642"), Throw((2, 3), is_open=False)),
        (("rolls 1 1 2", "bid 642"), Throw((1, 2, 3), is_open=False)),
    ],
)
def test_the_agent_throws_so_that_the_next_player_knows_fewer_dice(moves: tuple[str, ...], throw: Throw) -> None:
    assert policy(at(*moves, "believe", "look")) == {throw: 1.0}


def test_on_a_tie_it_throws_closed() -> None:
    """One of three that the next player knows all of: two are kept, or one is thrown in the open beside these two."""
    one_known = at("rolls 6 4 1", "bid 621", "believe", "look", "throw 1 open, rest hidden", "rolls 6", "bid 642")
    state = one_known.apply(BELIEVE).apply(LOOK)  # player 3, and player 1 after her knows all but what is thrown
    assert known_by(state.position.knowers, 0) == bits((1, 2, 3))
    assert policy(state) == {Throw((3,), is_open=False): 1.0}


# Rules 3 and 4: what to bid


@pytest.mark.parametrize(
    ("roll", "players", "k", "bluffing"),
    [
        ((5, 4, 4), 3, 0.5, Fraction(1, 6)),  # 108 of 216 are above
        ((5, 4, 4), 2, 0.5, Fraction(1, 4)),
        ((5, 4, 4), 4, 0.5, Fraction(1, 8)),
        ((6, 6, 5), 3, 0.5, Fraction(1, 108)),  # the six pokers
        ((6, 6, 6), 3, 0.5, Fraction(0)),
        ((2, 1, 1), 2, 4, Fraction(1)),  # never more than 1
        ((5, 4, 4), 3, 0, Fraction(0)),
    ],
)
def test_the_agent_bluffs_by_the_share_of_the_rolls_above_its_own(
    roll: tuple[int, ...], players: int, k: float, bluffing: Fraction
) -> None:
    found = bid_by(roll, 0, None, players=players, k=Fraction(str(k)))
    assert found.bluffing == bluffing


def test_those_who_are_out_do_not_count_as_players() -> None:
    rules = BluffPoker(ending="lives", limit=1)
    state = at("rolls 5 4 4", "bid 665", "call", "rolls 5 4 4", rules=rules)
    agent = begun(SourceAgent(), state.current_player, rules)
    assert agent.numbers(observation(state, state.current_player)).bluffing == Fraction(1, 4)


def test_bluffs_weigh_less_the_higher_they_are_and_truths_more() -> None:
    """The next player knows the six of 6 4 2; above 631 she holds 4 outcomes possible up to 642, and 13 above."""
    found = bid_by((6, 4, 2), bits((1,)), 631)
    assert found.truths == {632: 1, 633: 2, 641: 3, 642: 4}
    above = [643, 644, 651, 652, 653, 654, 655, 661, 662, 663, 664, 665, 666]
    assert found.bluffs == {each: 13 - place for place, each in enumerate(above)}
    assert (found.above, found.total) == (2 + 1 + 9 + 11, 36)
    chances = probabilities(found)
    assert chances[666] == Fraction(1, 2) * Fraction(23, 36) * Fraction(2, 3) / 91
    assert chances[642] == (1 - Fraction(23, 108)) * Fraction(4, 10)


def test_dice_that_do_not_beat_the_bid_force_a_bluff() -> None:
    found = bid_by((6, 4, 2), 0, 642)
    assert found.forced
    assert found.bluffing == 1
    assert min(probabilities(found), key=PLAIN.rank.__getitem__) == 643


def test_where_the_next_player_holds_nothing_higher_possible_it_bids_its_roll_or_one_step_up() -> None:
    assert probabilities(bid_by((6, 4, 2), 7, 641)) == {642: 1}
    assert probabilities(bid_by((6, 4, 2), 7, 643)) == {644: 1}
    assert probabilities(bid_by((6, 6, 5), 7, 665)) == {111: 1}


# Rule 5: call or believe


def test_an_opening_bid_is_answered_by_exact_chances() -> None:
    """642 of an unknown starter: a bluff with 1/6; 57 of 63 true rolls beat it, the 6 others with 85/108."""
    found = answered(0, (0, 0, 0), 0, 642, None)
    assert (found.total, found.below, found.not_above) == (216, 153, 0)
    assert (found.forced, found.bluffing, found.bluff) == (0, Fraction(1, 6), Fraction(1, 6))
    assert found.if_true == (57 + 6 * Fraction(85, 108)) / 63
    assert found.safe == float(found.if_true * Fraction(5, 6) + found.if_false * Fraction(1, 6)) + found.away


def test_a_bluff_is_forced_by_dice_not_above_the_bid_before_or_below_the_bid_itself() -> None:
    had = answered(bits((1,)), (6, 0, 0), 0, 652, 641)
    assert had.forced == Fraction(11, 36)  # 611 621 622 631 632 633 and 641
    bid = answered(bits((1,)), (6, 0, 0), 0, 652, 641, forced="bid")
    assert bid.forced == Fraction(18, 36)
    assert bid.bluff == Fraction(1, 2) + Fraction(1, 2) * bid.bluffing


def test_where_its_knowledge_decides_it_has_no_doubt() -> None:
    true = answered(7, (6, 4, 2), 0, 642, 641)
    lie = answered(7, (6, 4, 2), 0, 643, 641)
    assert (true.bluff, true.believe) == (0, 1)
    assert (lie.bluff, lie.believe) == (1, 0)


def test_equal_chances_are_believed_half_of_the_time_and_0_or_1_leaves_no_doubt() -> None:
    for each in (0.0, 0.25, 0.5, 0.9, 1.0):
        assert believing(each, each) == 0.5
    for each in (0.1, 0.5, 0.9):
        assert believing(0.0, each) == believing(each, 1.0) == 0
        assert believing(1.0, each) == believing(each, 0.0) == 1
        assert believing(each, 0.4) == pytest.approx(1 - believing(0.4, each))
    assert believing(0.0, 1.0) == 0
    assert believing(1.0, 0.0) == 1


def test_believing_rises_with_its_safety_and_falls_with_that_of_a_call() -> None:
    grid = [number / 20 for number in range(1, 20)]
    for one, two in pairwise(grid):
        for each in grid:
            assert believing(one, each) < believing(two, each)
            assert believing(each, one) > believing(each, two)


@pytest.mark.parametrize("rules", [THREE, BluffPoker(golden_triangle=True), BluffPoker(equal_pokers=True)], ids=str)
@pytest.mark.parametrize("forced", ["had", "bid"])
def test_the_numbers_of_answers_are_those_of_single_queries_in_play(rules: BluffPoker, forced: str) -> None:
    reference = reference_of(rules.ladder, forced=forced)
    rank, agent = rules.ladder.rank, SourceAgent(forced=forced)  # type: ignore[arg-type]
    states = filter(answers, played([SourceAgent(), SimpleAgent(), SourceAgent()], rules, 3))
    for state in islice(states, share(15)):
        now, player = state.position, state.current_player
        found = begun(agent, player, rules).numbers(observation(state, player))
        mine, name = model(table(state)), name_of(state, player)
        assert len(mine.possible(name)) == found.total
        assert mine.degree(name, "bluff") == Fraction(found.below, found.total)
        low = [each for each in rank if now.beaten is not None and rank[each] <= rank[now.beaten]]
        assert mine.degree(name, atoms(low)) == Fraction(found.not_above, found.total)
        known, least = known_by(now.knowers, player), -1 if now.beaten is None else rank[now.beaten]
        assert found.bluff == reference.bluff(known, now.dice, rank[now.bid], least)
        if now.bid not in rules.ladder.special:
            before = least if reference.share(known, now.dice, least, 99) else -1
            assert found.if_true == reference.beats(known, now.dice, rank[now.bid], rank[now.bid])
            assert found.if_false == reference.beats(known, now.dice, rank[now.bid], before)


@pytest.mark.parametrize(
    ("bid", "listener"), [(663, 0), (663, 4), pytest.param(655, 3, marks=pytest.mark.slow), (664, 5)]
)
def test_the_chance_to_get_away_with_less_is_that_of_every_throw_bid_and_answer(bid: int, listener: int) -> None:
    reference, least = reference_of(PLAIN), PLAIN.rank[bid]
    made = tuple((each, poker_share(each)) for each in sorted(PLAIN.special))
    found = chances_to_get_away(Settings(PLAIN), bid)
    for dice in [(6, 6, 1), *Random(bid + listener).sample(ROLLS, share(5))]:
        expected = reference.escape(least, dice, listener, (), made)
        assert found[listener, world(dice)] == pytest.approx(float(expected), abs=1e-12)


def poker_share(bid: int) -> Fraction:
    best = poker_plan(PLAIN, PLAIN.rank[bid])
    return Fraction(int(best.safe[-1].sum()), 216 * best.whole)


@pytest.mark.parametrize("known", SETS)
def test_classes_are_those_of_the_model(known: int) -> None:
    held, reference = outlook(known, PLAIN), reference_of(PLAIN)
    asked = situation(table_of(known))
    for dice in Random(known).sample(ROLLS, 4):
        assert asked.place({f"die{die}": value for die, value in enumerate(dice, 1)}) == world(dice)
        there = {ROLLS[place] for place in asked.possible(OBSERVER, world(dice))}
        assert there == set(reference.class_of(known, dice))
        assert held.median[world(dice)] == reference.median(known, dice)
        for rank in range(0, 56, 5):
            assert Fraction(int(held.at_most[world(dice), rank]), held.total) == reference.share(known, dice, 0, rank)


@pytest.mark.parametrize("forced", ["had", "bid"])
def test_chances_are_chances_wherever_it_may_be(forced: Any) -> None:
    rng = Random(9)
    for _ in range(share(4_000)):
        low, high = sorted(rng.sample(range(-1, 56), 2))
        bid, beaten = PLAIN.outcomes[high], PLAIN.outcomes[low] if low >= 0 else None
        found = answered(rng.randrange(8), rng.choice(ROLLS), rng.randrange(8), bid, beaten, forced=forced)
        beat = found.if_true * (1 - found.bluff) + found.if_false * found.bluff
        assert 0 <= found.bluff <= 1
        assert 0 <= found.away <= 1 - beat + Fraction(1, 10**9)
        assert found.safe == pytest.approx(float(beat) + found.away)
        assert 0 <= found.believe <= 1


def test_bids_are_higher_and_their_probabilities_sum_to_one_wherever_it_may_be() -> None:
    rng = Random(10)
    for _ in range(300):
        bid = rng.choice([None, *PLAIN.outcomes[:-1]])
        found = bid_by(rng.choice(ROLLS), rng.randrange(8), bid)
        assert set(probabilities(found)) <= set(PLAIN.above(bid))
        assert sum(probabilities(found).values()) == 1


# A believed poker


def test_for_a_believed_poker_it_keeps_what_makes_it_most_probable() -> None:
    best = poker_plan(PLAIN, PLAIN.rank[444])
    place = world((4, 4, 1))
    assert best.choice[2, place] == bits((3,))
    assert Fraction(int(best.safe[2, place]), best.whole) == 1 - Fraction(5, 6) ** 2
    assert best.choice[2, world((5, 5, 5))] == 0
    assert best.choice[2, world((3, 3, 3))] == 7  # it is lower than 444, and no die of it helps


def test_the_agent_throws_for_a_believed_poker_and_stops_when_it_has_it() -> None:
    state = at("rolls 6 4 2", "bid 444", "believe")
    assert policy(state) == {Throw((1, 2, 3), is_open=True): 1.0}
    state = state.apply(Throw((1, 2, 3), is_open=True)).apply(Rolls((4, 1, 4)))
    assert policy(state) == {Throw((2,), is_open=True): 1.0}
    assert policy(state.apply(Throw((2,), is_open=True)).apply(Rolls((4,)))) == {STOP: 1.0}


def test_a_poker_is_believed_by_the_chance_to_make_it() -> None:
    found = answered(0, (0, 0, 0), 0, 666, None)
    assert found.if_true == found.if_false == poker_share(666)
    assert found.away == 0


def test_three_throws_for_six_sixes_are_worked_by_hand() -> None:
    """Each die has three throws to become a six, and no throw is better than to keep the sixes."""
    assert poker_share(666) == (1 - Fraction(5, 6) ** 3) ** 3


# The four faults


def test_with_equal_pokers_it_thinks_that_111_cannot_be_outbid() -> None:
    state = at("rolls 1 1 1")
    assert begun(SourceAgent()).numbers(observation(state, 0)).above == 5
    assert begun(SourceAgent(pokers_equal=True)).numbers(observation(state, 0)).above == 0


def test_without_multiplicities_outcomes_count_the_same() -> None:
    state = at("rolls 6 4 2")
    found = begun(SourceAgent(no_multiplicities=True)).numbers(observation(state, 0))
    higher = [each for each in PLAIN.outcomes if PLAIN.rank[each] > PLAIN.rank[642]]
    assert Fraction(found.above, found.total) == Fraction(len(higher), 56)


def test_a_constant_takes_the_place_of_the_last_term() -> None:
    found = answered(0, (0, 0, 0), 0, 654, 642, constant=Fraction(1, 4))
    assert found.away == 0.25
    assert answered(0, (0, 0, 0), 0, 654, 642).away not in (0, 0.25)


# Everywhere


WAYS: list[dict[str, Any]] = [
    {},
    {"forced": "bid", "k": 1},
    {"pokers_equal": True, "no_multiplicities": True, "keeps_throwing": True, "constant": 0.25},
    {"k": 0},
]
GAMES = [
    BluffPoker(names=tuple("abcdefgh"[:players]), ending=ending, golden_triangle=golden, equal_pokers=equal)
    for players, ending, golden, equal in [
        (2, "penalties", False, False),
        (3, "lives", True, False),
        (4, "penalties", False, True),
        (8, "lives", True, True),
    ]
]


@pytest.mark.parametrize(("rules", "parameters"), list(product(GAMES, WAYS)), ids=str)
def test_its_policy_is_a_distribution_over_legal_actions(rules: BluffPoker, parameters: dict[str, Any]) -> None:
    agents: list[Agent] = [SourceAgent(**parameters) for _ in range(rules.players - 1)]
    agents.append(SimpleAgent("reckless", "random", "random"))
    for state in islice(played(agents, rules, 7), share(80)):
        player = state.current_player
        done = agents[player].policy(observation(state, player), state.legal_actions())
        assert set(done) <= set(state.legal_actions())
        assert sum(done.values()) == pytest.approx(1)
        assert min(done.values()) > 0


def test_the_agent_does_the_same_wherever_it_sees_the_same() -> None:
    rng, agents = Random(1), [SourceAgent() for _ in range(3)]
    for state in played(agents, THREE, 4):
        player = state.current_player
        other, legal = resample(state, player, rng), state.legal_actions()
        here, there = (agents[player].policy(observation(each, player), legal) for each in (state, other))
        assert here == there


def test_the_agent_says_what_the_model_says_when_it_answers() -> None:
    agent = SourceAgent()
    for state in some_answers(1):
        player = state.current_player
        seen, name, mine = observation(state, player), name_of(state, player), model(table(state))
        done = begun(agent, player).act(seen, state.legal_actions())
        said = re.match(
            r"(calls|believes): (\d+) of the (\d+) rolls? that I consider possible (?:is|are) below (\d+)",
            str(done.reason),
        )
        assert said, str(done.reason)
        assert said[1] == ("calls" if done.action == CALL else "believes")
        assert int(said[3]) == len(mine.possible(name))
        assert Fraction(int(said[2]), int(said[3])) == mine.degree(name, "bluff")
        assert int(said[4]) == state.position.bid


def test_the_agent_says_what_the_model_says_when_it_bids_and_throws() -> None:
    told = set()
    agents = [SourceAgent() for _ in range(3)]
    for state in played(agents, THREE, 8):
        player = state.current_player
        done = agents[player].act(observation(state, player), state.legal_actions())
        text = str(done.reason)
        if isinstance(done.action, Bid):
            said = re.search(r"(\d+) of the (\d+) rolls? that (\w+) considers possible beats? (\d+)", text)
            assert said, text
            higher = [each for each in PLAIN.outcomes if PLAIN.rank[each] > PLAIN.rank[int(said[4])]]
            assert int(said[4]) == outcome(state.position.dice)
            share = model(table(state)).degree(said[3], atoms(higher))
            assert Fraction(int(said[1]), int(said[2])) == share
            told.add("bid")
        elif isinstance(done.action, Throw) and state.position.phase is Phase.THROW:
            said = re.search(
                r": (\d+) of (\d+) rolls? beat (\d+)\. (Closed|In the open): then (\w+) knows (\w+) of", text
            )
            assert said, text
            rolls = reference_of(PLAIN).after(state.position.dice, done.action.dice)
            good = [roll for roll in rolls if PLAIN.rank[outcome(roll)] > PLAIN.rank[int(said[3])]]
            assert (int(said[1]), int(said[2])) == (len(good), len(rolls))
            after = state.apply(done.action).apply(Rolls((1,) * len(done.action.dice)))
            knows = known_by(after.position.knowers, state.next_player)
            assert (said[5], int(said[6].replace("none", "0"))) == (
                name_of(state, state.next_player),
                knows.bit_count(),
            )
            told.add("throw")
    assert told == {"bid", "throw"}


def test_the_agent_says_how_probable_a_believed_poker_is() -> None:
    state = at("rolls 6 4 2", "bid 444", "believe", "throw 1 2 3 open", "rolls 4 1 4")
    done = begun(SourceAgent(), 1).act(observation(state, 1), state.legal_actions())
    assert done.action == Throw((2,), is_open=True)
    assert str(done.reason) == (
        "the best throw against 444: it equals or beats that about 31 times in 100, and beats it never"  # 11/36
    )


def test_the_agent_counts_outcomes_where_it_ignores_multiplicities() -> None:
    state = at("rolls 6 4 2", "bid 642")
    agent = begun(SourceAgent(no_multiplicities=True), 1)
    text = str(agent.reason(observation(state, 1), CALL))
    assert text.startswith(f"calls: {PLAIN.rank[642]} of the 56 outcomes that I consider possible are below 642")


def test_what_it_remembers_between_processes_is_all_that_it_needs() -> None:
    one, other = SourceAgent(), SourceAgent()
    states = some_answers(2)
    for state in states:
        begun(one, state.current_player)
    other.load(one.save())
    for state in states:
        player = state.current_player
        seen, legal = observation(state, player), state.legal_actions()
        assert begun(other, player).act(seen, legal).action == begun(one, player).act(seen, legal).action


@pytest.mark.parametrize(
    "parameters", [{"k": -1}, {"k": "much"}, {"forced": "never"}, {"constant": -0.5}, {"pokers_equal": "yes"}], ids=str
)
def test_parameters_that_are_none_are_refused(parameters: dict[str, Any]) -> None:
    with pytest.raises(GameError, match=next(iter(parameters))):
        SourceAgent(**parameters)
