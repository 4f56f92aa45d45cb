"""Exact solutions of small games: trees, best responses, CFR+ and searches, on games whose solution is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pennies
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kuhn import BET, PASS, VALUE, KuhnRules, observation

from games import registry
from games.core.errors import GameError
from games.search.settings import SELECTIONS, settings
from logic.errors import TooLarge
from studies.solving.extensive_form import ExtensiveForm, InformationSet, Policy, extensive_form
from studies.solving.form_search import facts, self_play
from studies.solving.regret import RegretMatching, best_responses, exploitability, value
from studies.solving.sequence_form import equilibrium as exact

KUHN = extensive_form(KuhnRules(), observation)
CHEAT = registry.game("cheat")


@cache
def cheat(**options: Any) -> ExtensiveForm:
    return extensive_form(CHEAT.rules.of(ranks=3, suits=2, hand=2, limit_in="turns", **options), CHEAT.observation)


def equilibrium(bluff: float) -> Policy:
    """Kuhn's equilibria: who begins bets the lowest card with a chance up to 1/3, the highest three times as often."""

    def of(each: InformationSet) -> Mapping[Any, float]:
        ((card,), bets) = each.view
        bet = {
            (): {1: bluff, 2: 0, 3: 3 * bluff},
            (PASS, BET): {1: 0, 2: bluff + 1 / 3, 3: 1},
            (PASS,): {1: 1 / 3, 2: 0, 3: 1},
            (BET,): {1: 0, 2: 1 / 3, 3: 1},
        }[bets][card]
        return {BET: bet, PASS: 1 - bet}

    return KUHN.policy(of)


# Trees ----------------------------------------------------------------------------------------------------------------


def test_kuhn_poker_has_six_deals_and_twelve_information_sets() -> None:
    assert len(KUHN.infosets) == 12
    assert len(KUHN.nodes.parent) == 1 + 6 * 9
    assert KUHN.nodes.first.tolist() == list(range(0, 25, 2))
    assert sorted(each.turn for each in KUHN.infosets) == [0] * 9 + [1] * 3


@pytest.mark.parametrize("form", [lambda: KUHN, lambda: cheat(limit=2)], ids=["kuhn", "cheat"])
def test_nodes_follow_their_parents_and_chance_adds_up(form: Callable[[], ExtensiveForm]) -> None:
    nodes = form().nodes
    assert (nodes.parent[1:] < np.arange(1, len(nodes.parent))).all()
    ways = np.bincount(nodes.choice[1:] + 1, nodes.share[1:])
    times = np.bincount(nodes.infoset[1:][nodes.infoset[1:] >= 0])
    widths = np.diff(nodes.first)
    assert ways == pytest.approx(np.concatenate(([1.0], np.repeat(times, widths))))
    assert (nodes.seat[nodes.first[:-1]] == [each.seat for each in form().infosets]).all()


def test_all_states_of_an_information_set_have_its_legal_actions_and_its_player_forgets_nothing() -> None:
    rules, rng = CHEAT.rules.of(ranks=3, suits=2, hand=2, limit=2, limit_in="turns"), Random(1)
    form = cheat(limit=2)
    by_view = {(each.seat, each.turn, each.view): each.actions for each in form.infosets}
    for _ in range(60):
        state, turns = rules.start(), [0, 0]
        while not state.is_terminal:
            seat, legal = state.current_player, state.legal_actions()
            if seat >= 0:
                assert by_view[seat, turns[seat], CHEAT.observation(state, seat)] == tuple(legal)
                turns[seat] += 1
            state = state.after(state.sample(rng) if seat < 0 else rng.choice(legal))
    nodes = form.nodes
    for node in np.flatnonzero(nodes.infoset >= 0):
        above, infoset = node, form.infosets[nodes.infoset[node]]
        while above and (nodes.choice[above] < 0 or nodes.seat[nodes.choice[above]] != infoset.seat):
            above = nodes.parent[above]
        assert nodes.choice[above] == infoset.after


def test_what_is_not_a_game_of_two_with_a_fixed_sum_or_too_large_is_refused() -> None:
    with pytest.raises(GameError, match=r"for 3: expected two players"):
        extensive_form(pennies.PenniesRules(), pennies.observation)
    with pytest.raises(TooLarge, match="more than 20 positions"):
        extensive_form(KuhnRules(), observation, most=20)


# Best responses -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "bluff", [pytest.param(0, marks=pytest.mark.slow), 0.1, pytest.param(1 / 3, marks=pytest.mark.slow)]
)
@pytest.mark.slow
def test_the_equilibria_of_kuhn_poker_have_its_value_and_no_best_response_beats_them(bluff: float) -> None:
    assert value(KUHN, equilibrium(bluff)) == pytest.approx(float(VALUE))
    assert best_responses(KUHN, equilibrium(bluff)) == pytest.approx((float(VALUE), -float(VALUE)))


def test_a_bluff_too_many_is_exploited() -> None:
    assert exploitability(KUHN, equilibrium(0.2)) == pytest.approx(0, abs=1e-12)
    assert exploitability(KUHN, KUHN.uniform()) == pytest.approx(11 / 24)


@given(st.lists(st.floats(0, 1), min_size=12, max_size=12))
def test_a_best_response_is_the_best_of_all_pure_policies(chances: list[float]) -> None:
    policy = np.array([[each, 1 - each] for each in chances]).ravel()
    for seat in range(2):
        own = [number for number, each in enumerate(KUHN.infosets) if each.seat == seat]
        best = -9.0
        for bets in product((0, 1), repeat=len(own)):
            answer = policy.copy()
            for infoset, bet in zip(own, bets, strict=True):
                answer[2 * infoset : 2 * infoset + 2] = (1 - bet, bet)
            best = max(best, value(KUHN, answer) * (1 - 2 * seat))
        assert best_responses(KUHN, policy)[seat] == pytest.approx(best)


# Linear programs ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("form", "worth"), [(lambda: KUHN, VALUE), (lambda: cheat(limit=2), 0)], ids=["kuhn", "cheat"])
def test_the_linear_program_finds_an_equilibrium(form: Callable[[], ExtensiveForm], worth: Fraction) -> None:
    found, policy = exact(form())
    assert found == pytest.approx(float(worth), abs=1e-9)
    assert value(form(), policy) == pytest.approx(found, abs=1e-9)
    assert exploitability(form(), policy) == pytest.approx(0, abs=1e-9)


# CFR+ -----------------------------------------------------------------------------------------------------------------


def test_cfr_finds_the_value_of_kuhn_poker() -> None:
    solver = RegretMatching(KUHN)
    solver.run(20)
    early = exploitability(KUHN, solver.average())
    solver.run(2000)
    assert 0 <= exploitability(KUHN, solver.average()) < 1e-4 < early
    assert value(KUHN, solver.average()) == pytest.approx(float(VALUE), abs=1e-4)


def test_cfr_solves_cheat_with_six_cards_which_is_fair() -> None:
    form = cheat(limit=2)
    solver = RegretMatching(form)
    solver.run(100)
    average = solver.average()
    assert exploitability(form, average) < 1e-3 < 0.3 < exploitability(form, form.uniform())
    assert value(form, average) == pytest.approx(0, abs=1e-3)


def test_pennies_are_solved_by_heads_half_of_the_time() -> None:
    form = extensive_form(pennies.PenniesRules(names=("ann", "bob"), rounds=1), pennies.observation)
    solver = RegretMatching(form)
    solver.run(500)
    assert solver.average() == pytest.approx(0.5, abs=0.02)


# Searches -------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("selection", SELECTIONS)
def test_self_play_leaves_less_to_exploit_the_longer_it_searches(selection: str) -> None:
    short, long = (
        self_play(KUHN, settings(selection, c=2, discount=1), simulations, 1) for simulations in (100, 100_000)
    )
    assert exploitability(KUHN, long) < 0.05 < exploitability(KUHN, short)
    assert np.add.reduceat(long, KUHN.nodes.first[:-1]) == pytest.approx(1)


@pytest.mark.slow
def test_smooth_uct_comes_nearer_to_the_equilibrium_of_kuhn_poker_than_uct() -> None:
    """As Heinrich and Silver (IJCAI 2015) report."""
    uct, smooth = (
        exploitability(KUHN, self_play(KUHN, settings(name, c=2, discount=1), 300_000, 1)) for name in ("uct", "smooth")
    )
    assert smooth < 0.01 < uct


@pytest.mark.slow  # compiles for four seconds what the studies alone use
def test_a_search_draws_each_deal_and_each_card_as_often_as_chance() -> None:
    form = cheat(limit=2)
    policy = self_play(form, settings(c=1e6, eta=1, gamma=1), 40_000, 1)  # all actions as often
    assert value(form, policy) == pytest.approx(value(form, form.uniform()), abs=0.02)
    nodes, fixed = form.nodes, facts(form)
    for node in range(1, len(nodes.parent)):
        if nodes.choice[node] >= 0:
            above = nodes.parent[node]
            way = fixed.ways[above] + nodes.choice[node] - nodes.first[nodes.infoset[above]]
            assert node in fixed.children[fixed.start[way] : fixed.start[way + 1]]
    last = fixed.until[fixed.start[1:] - 1]
    assert last == pytest.approx(1)
