"""SDMCTS in Cheat: the abstraction, drawn states, the tree in both versions, and the agents."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest
from effort import share
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.plain_cheat import WIDTHS, Attributes, decode, drawing, encode, held_class, size_class
from benchmarks.plain_search import PlainChance, PlainSearch
from games import registry
from games.cheat.abstraction import ACTIONS, CALL
from games.cheat.agents.tree_search import SHIPPED_CALLS as CALLS
from games.cheat.agents.tree_search import TreeSearch
from games.cheat.cards import of_rank
from games.cheat.compiled import moves as words
from games.cheat.dealing import ANY, FALSE, TRUE
from games.cheat.observe import Observation, ObservedMove, hidden, observation
from games.cheat.predictors import Deeds, call_features, load_calls
from games.cheat.rules import Cheat, CheatState, Claim
from games.cheat.search_space import NOBODY, VIEWS, Predicted, expected_call, facts, predicted_calls, previous, root
from games.core.cards import card
from games.core.errors import GameError
from games.core.rules import Event
from games.core.stages import choices
from games.search.settings import Settings, settings
from games.search.tree_search import Search, draw_once
from studies.cheat.simulator import CheatSimulator

GAME = registry.game("cheat")
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"mixed": True, "after_call": "winner", "rank_after_call": "free"},
    {"ranks": 3, "suits": 3, "hand": 2, "emptied": "at_once", "passing": True, "tie": "second", "limit": 10},
)


@cache
def views(number: int, seed: int = 1, games: int = 8) -> list[tuple[CheatState, Observation]]:
    """Moments of random games, with what the player whose turn it is sees."""
    found, rng, rules = [], Random(seed), Cheat.of(**OPTIONS[number])
    for _ in range(games):
        state, here = rules.start(), []
        while not state.is_terminal:
            if not state.is_chance:
                here.append(state)
            state = state.after(state.sample(rng) if state.is_chance else _any(state.legal_actions(), rng))
        found += [(each, observation(each, each.current_player)) for each in rng.sample(here, min(3, len(here)))]
    return found


def _any(legal: Any, rng: Random) -> Any:
    while hasattr(legal, "choices"):
        legal = rng.choice(list(choices(legal).values()))
    return legal


# The abstraction ------------------------------------------------------------------------------------------------------

attributes = st.tuples(*[st.integers(0, (1 << width) - 1) for width in WIDTHS]).map(lambda values: Attributes(*values))


@given(attributes)
def test_sixteen_attributes_are_one_key_of_31_bits_and_come_back(each: Attributes) -> None:
    assert len(each) == 16
    assert 0 <= encode(each) < 2**31
    assert decode(encode(each)) == each


@given(st.integers(0, 2**31 - 1))
def test_every_key_of_31_bits_is_that_of_its_attributes(key: int) -> None:
    assert encode(decode(key)) == key


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(GameError, match=r"round 128: expected.*0.*127"):
        encode(decode(0)._replace(round=128))
    with pytest.raises(GameError, match=r"key 2147483648: expected.* 31 bits"):
        decode(2**31)


def test_counts_fall_into_the_classes_of_the_source() -> None:
    assert [size_class(count) for count in (0, 1, 4, 5, 8, 9, 52)] == [0, 1, 4, 5, 5, 6, 6]
    assert [held_class(count) for count in range(5)] == [0, 1, 2, 3, 3]


def test_there_are_18_actions() -> None:
    assert ACTIONS == 18


# States drawn from the information set --------------------------------------------------------------------------------


def draws(view: Observation, case: int, count: int) -> list[Any]:
    """Rows drawn from an information set; none where none is of the case."""
    fixed, place, chance = facts(view.rules), root(view), np.array([3], np.uint64)
    rows = [place.template.copy() for _ in range(count)]
    return [row for row in rows if draw_once(row, case, chance, place, fixed)]


@pytest.mark.parametrize("case", [TRUE, FALSE, ANY])
@pytest.mark.parametrize("number", range(len(OPTIONS)))
@pytest.mark.slow
def test_each_of_ten_thousand_drawn_states_agrees_with_what_the_player_sees(number: int, case: int) -> None:
    seen = [view for _, view in views(number) if view.can_call or case == ANY]
    count = 10_000 // (3 * len(OPTIONS) * len(seen)) + 1
    for view in seen:
        unseen, other = hidden(view), 1 - view.player
        own = view.opening | sum(each.cards for each in view.laid)
        rows = draws(view, case, count)
        assert len(rows) == count or (case != ANY and not rows)
        for row in rows:
            hand, pile, deck = (int(row[word]) for word in (words.HANDS + other, words.PILE, words.DECK))
            assert row[words.HANDS + view.player] == view.hand
            assert (hand | pile | deck | view.hand, hand & pile | hand & deck | pile & deck) == (view.rules.deck, 0)
            assert (hand.bit_count(), pile.bit_count(), deck.bit_count()) == (view.sizes[other], view.pile, view.deck)
            assert pile & own == own
            assert not unseen.known & deck
            assert case in (ANY, row[words.PREVIOUS])


def test_of_each_claim_that_can_be_called_there_are_true_or_false_states() -> None:
    for number in range(len(OPTIONS)):
        for _, view in views(number):
            if view.can_call:
                assert draws(view, TRUE, 1) or draws(view, FALSE, 1)


def test_a_claim_that_the_own_cards_refute_has_no_states_in_which_it_is_true() -> None:
    for _, view in views(0, seed=4, games=12):
        if view.can_call:
            last = view.laid[-1]
            left = (hidden(view).cards & of_rank(last.rank)).bit_count()
            assert left >= last.size or draws(view, TRUE, 1) == []


# The tree -------------------------------------------------------------------------------------------------------------


def check_same_tree(
    view: Observation, name: str, selection: str, simulations: int, predicted: Predicted = NOBODY
) -> None:
    fixed, place = facts(view.rules, name, predicted), root(view)
    cases = (TRUE, FALSE) if view.can_call and name in ("all", "last") else (ANY,)
    rule = settings(selection, c=0.3, nodes=64)
    fast = Search(rule, ACTIONS, 7, place, fixed, cases)
    possible = tuple(fast.cases.tolist())
    fast.run(simulations)
    plain = PlainSearch(rule, ACTIONS, 7)
    plain.run(simulations, len(possible), drawing(fixed, name, place, possible))
    nodes = list(plain.tree.values())
    count = int(fast.tree.size[0])
    assert [node.visits for node in nodes] == fast.tree.visits[:count].tolist()
    assert [node.counts for node in nodes] == fast.tree.counts[:count].tolist()
    assert [node.values for node in nodes] == fast.tree.values[:count].tolist()
    assert [node.available for node in nodes] == fast.tree.available[:count].tolist()
    assert int(fast.chance[0]) == plain.chance.state
    if name != "everything":
        keys = [key | seat << 31 for seat, key in plain.tree]
        assert keys == fast.tree.keys[:count].tolist()


@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize("selection", ["uct", "ismcts", "smooth"])
def test_with_the_same_random_numbers_both_versions_build_the_same_tree(name: str, selection: str) -> None:
    for number in range(len(OPTIONS)):
        _, view = views(number)[number]
        check_same_tree(view, name, selection, share(150))


@pytest.mark.parametrize("nodes", range(1, 9))
def test_the_roots_of_a_full_tree_belong_to_the_player_who_searches(nodes: int) -> None:
    rule = Settings(nodes=nodes)
    for _, view in [each for each in views(0) if each[1].can_call]:
        fixed, place = facts(view.rules), root(view)
        fast, plain = Search(rule, ACTIONS, 7, place, fixed, (TRUE, FALSE)), PlainSearch(rule, ACTIONS, 7)
        possible = tuple(fast.cases.tolist())
        fast.run(60)
        plain.run(60, len(possible), drawing(fixed, "all", place, possible))
        roots = {case: node for case, node in enumerate(fast.roots.tolist()) if node >= 0}
        assert {fast.tree.keys[node] >> 31 for node in roots.values()} == {view.player}
        assert {case: plain.roots[case].counts for case in plain.roots} == {
            case: fast.tree.counts[node].tolist() for case, node in roots.items()
        }


@pytest.mark.slow
@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize("selection", ["uct", "ismcts", "smooth"])
def test_they_do_in_many_positions(name: str, selection: str) -> None:
    for number in range(len(OPTIONS)):
        for _, view in views(number):
            check_same_tree(view, name, selection, 150)


@pytest.mark.parametrize("seat", [0, 1])
def test_they_do_where_calls_are_predicted(seat: int) -> None:
    weights = (0.4, 0.5, 0.1, -0.1, 0.05, 0.2, -0.4, 6.0)
    for number in range(len(OPTIONS)):
        for _, view in views(number)[:2]:
            for name in ("all", "none"):
                check_same_tree(view, name, "smooth", share(150), (seat, -2.0, weights))


def test_a_claim_is_called_as_often_as_the_model_of_calls_says() -> None:
    """The compiled model reads the same features off a state as the player sees, and simulations follow it."""
    model, asked = load_calls(CALLS), 0
    for number in range(len(OPTIONS)):
        simulator = CheatSimulator(Cheat.of(**OPTIONS[number]))
        for state, view in views(number):
            if view.can_call:
                deeds = Deeds(calls=asked % 3, answers=asked)
                fixed = facts(view.rules, predicted=predicted_calls(model, view.player, deeds))
                row = np.array(simulator.row(state)[: words.WIDTH])
                assert words.call_chance(row, fixed) == pytest.approx(model.chance(call_features(view, deeds)))
                asked += 1
    assert asked > 20


@pytest.mark.parametrize("always", [False, True])
@pytest.mark.slow
def test_who_always_calls_can_do_nothing_else_and_who_never_does_cannot_call(always: bool) -> None:
    asked, chance = 0, np.array([5], np.uint64)
    for _, view in views(0):
        logit, row = 1000.0 if always else -1000.0, root(view).template.copy()
        fixed = facts(view.rules, predicted=(1 - view.player, logit, NOBODY[2]))
        for action in range(2, ACTIONS):
            assert draw_once(row, ANY, chance, root(view), fixed)
            if not words.abstract_legal(row, fixed) >> action & 1:
                continue
            words.abstract_move(row, action, chance, fixed)
            if not row[words.OVER]:
                asked += 1
                legal = words.abstract_legal(row, fixed)
                assert legal == 1 << CALL if always else not legal >> CALL & 1
                assert (words.rollout_action(row, chance, fixed) == CALL) == always
                assert expected_call(action, 5, chance, root(view), fixed) == pytest.approx(float(always))
    assert asked > 20


def test_the_root_of_a_search_has_the_attributes_of_the_position() -> None:
    for _, view in views(0):
        place = root(view)
        case = TRUE if view.can_call and place.counts.cases[TRUE] else FALSE if view.can_call else ANY
        position = drawing(facts(view.rules), "all", place, (case,))(0, PlainChance(1))
        if position is None:
            continue
        found = position.attributes()
        ranks = [(view.rank + step) % 13 for step in (1, -1)]
        assert found.previous == (case if view.can_call else previous(view))
        assert [found.can_higher, found.can_lower] == [bool(view.hand & of_rank(rank)) for rank in ranks]
        sizes = (view.sizes[view.player], view.sizes[1 - view.player], view.pile)
        assert found[3:6] == tuple(map(size_class, sizes))
        assert found.round == view.turns // 2 + 1
        caught = {each.rank for each in view.calls if each.caught and each.claimer == view.player}
        assert [found.caught_higher, found.caught_lower, found.caught] == [*(r in caught for r in ranks), bool(caught)]
        own = {each.rank for each in view.laid if each.seat == view.player}
        assert [found.own_higher, found.own_lower] == [rank in own for rank in ranks]


# Agents ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["mga", "fpmga", "reader", "ismcts", "smooth_uct", "uct"])
@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_agents_do_what_is_legal_and_the_same_with_the_same_seed(name: str, number: int) -> None:
    for state, view in views(number)[:8]:
        done = []
        for _ in range(2):
            agent = registry.agent(GAME, f"{name}(simulations=60)")
            agent.begin(view.player, view.rules, "1")
            done.append(agent.act(view, state.legal_actions()))
        assert done[0].action in state.legal_actions()
        assert done[0].action == done[1].action
        assert "simulations" in str(done[0].reason)


def test_a_lie_that_empties_the_hand_is_called_by_an_agent_that_is_told_so() -> None:
    rules = Cheat(names=("ann", "bob"), hand=1)
    moves = "starts ann, deal SK, deal S2, deal S7, claim 8 SK"
    state = rules.deserialize(moves.split(", "))
    agent = TreeSearch(simulations=2000, accuracy=1.0)
    agent.begin(1, rules, "1")
    agent.told_lie = True
    assert str(agent.act(observation(state, 1), state.legal_actions()).action) == "call"


@pytest.mark.parametrize("worlds", [1, 2, 7, 8])
def test_states_drawn_once_are_weighed_by_whether_the_last_claim_is_true(worlds: int) -> None:
    answering = [view for _, view in views(0) if view.can_call]
    for view in answering[:5]:
        agent = TreeSearch(simulations=400, worlds=worlds)
        agent.begin(view.player, view.rules, "1")
        found = agent.weigh(view)
        assert sum(found.tried) == pytest.approx(1)
        assert found.simulations == 400


def test_an_informed_agent_hears_the_truth_as_often_as_its_accuracy_says() -> None:
    agent = TreeSearch(simulations=1, accuracy=0.85)
    agent.begin(0, Cheat(), "1")
    told = []
    for _ in range(2000):
        agent.observe(Event(1, ObservedMove(Claim("8", (card("SK"),)), 1)))
        told.append(agent.told_lie)
    assert sum(told) / 2000 == pytest.approx(0.85, abs=0.03)


@pytest.mark.parametrize(
    ("spec", "problem"),
    [
        ("mga(simulations=-1)", "simulations -1: expected"),
        ("mga(simulations=1.5)", "expected a whole number"),
        ("mga(seconds=0)", "seconds 0: expected"),
        ("mga(claims=some)", "expected 'all', 'last'"),
        ("fpmga(accuracy=0.2)", r"accuracy 0.2: expected.* from 0.5 to 1"),
        ("mga(selection=best)", "expected 'uct'"),
    ],
)
def test_wrong_parameters_are_refused(spec: str, problem: str) -> None:
    with pytest.raises(GameError, match=problem):
        registry.agent(GAME, spec)
