"""The simple agents of Bluff Poker: how they roll, bid and call."""

from random import Random
from typing import Any

import pytest

from games import registry
from games.bluff_poker.actions import BELIEVE, CALL, LOOK, STOP, Bid, Throw
from games.bluff_poker.agents.fixed_strategy import SimpleAgent
from games.bluff_poker.agents.fixed_strategy import _bids as raises
from games.bluff_poker.game import AGENTS, GAME
from games.bluff_poker.observe import observation
from games.bluff_poker.outcomes import MULTIPLICITY, ladder
from games.bluff_poker.rules import BluffPoker, BluffState
from games.core.agent import Agent
from games.core.errors import GameError

THREE = BluffPoker()
NAMES = [
    f"{roll}-{bid}-{call}"
    for roll in ("random", "greedy", "reckless")
    for bid in ("truthful", "overbid", "random")
    for call in ("random", "believe", "call")
]


def at(*moves: str, rules: BluffPoker = THREE) -> BluffState:
    state = rules.deserialize(["starts 1", *moves])
    assert isinstance(state, BluffState)
    return state


def policy(state: BluffState, spec: str) -> dict[Any, float]:
    return dict(registry.agent(GAME, spec).policy(observation(state, state.current_player), state.legal_actions()))


def believed(dice: str, bid: str) -> BluffState:
    return at(f"rolls {' '.join(dice)}", f"bid {bid}", "believe", "look")


def test_there_are_27_by_name_and_each_can_be_made_from_its_habits() -> None:
    assert len(NAMES) == 27
    assert set(NAMES) <= set(AGENTS)
    for name in NAMES:
        roll, bid, call = name.split("-")
        made = registry.agent(GAME, name)
        other = registry.agent(GAME, f"simple(roll={roll}, bid={bid}, call={call})")
        assert isinstance(made, SimpleAgent)
        assert vars(made) == vars(other) == {"roll": roll, "bid": bid, "call": call}


@pytest.mark.parametrize("name", NAMES)
def test_each_does_legal_things_alone_looks_always_and_never_passes_unseen(name: str) -> None:
    rng = Random(1)
    agents: list[Agent] = [registry.agent(GAME, each) for each in (name, "greedy-random-random", "source")]
    for seat, agent in enumerate(agents):
        agent.begin(seat, THREE, f"{name}{seat}")
    state = THREE.start()
    while not state.is_terminal:
        if state.is_chance:
            state = state.apply(state.sample(rng))
            continue
        player, legal = state.current_player, state.legal_actions()
        done = agents[player].policy(observation(state, player), legal)
        assert set(done) <= set(legal)
        assert sum(done.values()) == pytest.approx(1)
        assert LOOK not in legal or player == 2 or done == {LOOK: 1}
        state = state.apply(agents[player].act(observation(state, player), legal).action)


def test_random_throws_one_die_and_greedy_all_but_sixes_and_reckless_all() -> None:
    state = believed("642", "641")
    assert policy(state, "random-truthful-random") == {Throw((die,), False): pytest.approx(1 / 3) for die in (1, 2, 3)}
    assert policy(state, "greedy-truthful-random") == {Throw((2, 3), False): 1}
    assert policy(state, "reckless-truthful-random") == {Throw((1, 2, 3), False): 1}


def test_greedy_throws_one_of_three_sixes() -> None:
    state = believed("666", "641")
    assert policy(state, "greedy-truthful-random") == {Throw((die,), False): pytest.approx(1 / 3) for die in (1, 2, 3)}


def test_they_throw_once_and_then_bid() -> None:
    state = believed("642", "641").apply(Throw((3,), False)).apply(THREE.parse("rolls 1"))
    for name in NAMES:
        assert all(isinstance(action, Bid) for action in policy(state, name))


def bids(dice: str, bid: str, habit: str) -> dict[int, float]:
    state = believed(dice, bid).apply(Throw((1, 2, 3), False)).apply(THREE.parse(f"rolls {' '.join(dice)}"))
    return {action.outcome: share for action, share in policy(state, f"reckless-{habit}-random").items()}


def test_truthful_bids_the_roll_if_it_beats_the_bid_and_else_one_to_three_steps_more() -> None:
    third = pytest.approx(1 / 3)
    assert bids("642", "641", "truthful") == {642: 1}
    assert bids("642", "642", "truthful") == {643: third, 644: third, 651: third}


def test_overbid_bids_one_to_three_steps_more_whatever_the_roll() -> None:
    third = pytest.approx(1 / 3)
    assert bids("665", "642", "overbid") == {643: third, 644: third, 651: third}


def test_random_bids_any_higher_outcome() -> None:
    higher = ladder().above(663)
    assert bids("642", "663", "random") == dict.fromkeys(higher, pytest.approx(1 / 8))


def test_steps_end_at_the_highest_outcome() -> None:
    assert raises(ladder(), "overbid", 555, 642) == {Bid(666): 1}
    assert raises(ladder(), "truthful", 444, 642) == {Bid(555): pytest.approx(1 / 3), Bid(666): pytest.approx(2 / 3)}
    assert raises(ladder(golden_triangle=True), "overbid", 666, 642) == {Bid(321): 1}


def test_openings() -> None:
    state = at("rolls 6 4 2")
    assert policy(state, "random-truthful-random") == {Bid(642): 1}
    assert policy(state, "random-overbid-random") == {Bid(each): n / 216 for each, n in MULTIPLICITY.items()}
    assert policy(state, "random-random-random") == dict.fromkeys(state.legal_actions(), pytest.approx(1 / 56))


def test_random_calls_one_bid_in_five_and_always_the_highest() -> None:
    assert policy(at("rolls 6 4 2", "bid 642"), "greedy-truthful-random") == {CALL: 0.2, BELIEVE: 0.8}
    assert policy(at("rolls 6 4 2", "bid 555"), "greedy-truthful-random") == {CALL: 0.2, BELIEVE: 0.8}
    assert policy(at("rolls 6 4 2", "bid 666"), "greedy-truthful-random") == {CALL: 1}


def test_believers_believe_and_callers_call_whatever_is_bid() -> None:
    for bid in ("211", "642", "666"):
        assert policy(at("rolls 6 4 2", f"bid {bid}"), "greedy-truthful-believe") == {BELIEVE: 1}
        assert policy(at("rolls 6 4 2", f"bid {bid}"), "greedy-truthful-call") == {CALL: 1}


def test_for_a_believed_poker_they_throw_in_their_manner_until_they_have_it() -> None:
    state = at("rolls 6 4 2", "bid 111", "believe")
    for name in NAMES:
        assert policy(state, name) == {Throw((1, 2, 3), True): 1}
    thrown = state.apply(Throw((1, 2, 3), True))
    missed, made = (thrown.apply(THREE.parse(f"rolls {roll}")) for roll in ("6 6 5", "2 2 2"))
    assert policy(missed, "greedy-truthful-random") == {Throw((3,), True): 1}
    assert policy(missed, "reckless-truthful-random") == {Throw((1, 2, 3), True): 1}
    assert policy(missed, "random-truthful-random") == {Throw((die,), True): pytest.approx(1 / 3) for die in (1, 2, 3)}
    assert policy(made, "greedy-truthful-random") == {STOP: 1}


@pytest.mark.parametrize("habit", [{"roll": "all"}, {"bid": "high"}, {"call": ""}], ids=str)
def test_habits_that_are_none_are_refused(habit: dict[str, str]) -> None:
    with pytest.raises(GameError, match="expected"):
        SimpleAgent(**habit)  # type: ignore[arg-type]
