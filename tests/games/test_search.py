"""Tree search: random numbers in both versions, strategy fusion, weights of hidden actions, parameters."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.plain_search import Node, PlainChance, PlainSearch, bits
from games.core.compiled_loops import below, nth, uniform
from games.core.errors import GameError
from games.search.settings import SELECTIONS, Settings, settings, weighed

SAFE, GUESS, HEADS, TAILS = range(4)


class HiddenCoin:
    """One player takes 0.3 for sure, or guesses a coin that nobody sees, for 1 or -1."""

    def __init__(self, coin: int, sees_all: bool) -> None:
        self.coin, self.sees_all, self.moves, self.current = coin, sees_all, (), 0
        self.paid = 0.0

    def legal(self) -> int:
        return 1 << HEADS | 1 << TAILS if self.moves else 1 << SAFE | 1 << GUESS

    def key(self) -> Hashable:
        return self.moves, self.coin if self.sees_all else None

    def rollout(self, chance: PlainChance) -> int:
        choices = list(bits(self.legal()))
        return choices[chance.below(len(choices))]

    def move(self, action: int, chance: PlainChance) -> None:
        self.moves = (*self.moves, action)
        if action != GUESS:
            self.paid = 0.3 if action == SAFE else 1.0 if action == HEADS + self.coin else -1.0
            self.current = -2

    def payoff(self, seat: int) -> float:
        return self.paid


def coin_values(selection: str, sees_all: bool) -> list[float]:
    search = PlainSearch(settings(selection, c=2, discount=1), 4, seed=5)
    search.run(4000, 2, lambda case, chance: HiddenCoin(case if sees_all else chance.below(2), sees_all))
    roots = [search.roots[case] for case in (0, 1)]
    return weighed([root.values for root in roots], [root.counts for root in roots], [0.5, 0.5])


@pytest.mark.parametrize("selection", SELECTIONS)
def test_with_all_seen_guessing_a_hidden_coin_looks_like_winning_which_is_strategy_fusion(selection: str) -> None:
    values = coin_values(selection, sees_all=True)
    assert values[GUESS] > 0.7 > values[SAFE] == pytest.approx(0.3)


@pytest.mark.parametrize("selection", SELECTIONS)
def test_over_information_sets_the_sure_payoff_is_better(selection: str) -> None:
    values = coin_values(selection, sees_all=False)
    assert values[GUESS] < 0.2 < values[SAFE] == pytest.approx(0.3)


def test_plain_and_compiled_random_numbers_are_the_same() -> None:
    for seed in (0, 1, 2**63, 2**64 - 1):
        compiled, plain = np.array([seed], np.uint64), PlainChance(seed)
        for count in range(1, 60):
            assert uniform(compiled, 0) == plain.uniform()
            assert below(compiled, 0, count) == plain.below(count)
        assert int(compiled[0]) == plain.state


def test_an_average_strategy_plays_actions_as_often_as_before() -> None:
    search = PlainSearch(Settings(eta=0.0, gamma=0.0), 3, seed=1)
    node = search.tree["u"] = Node(3)
    node.visits, node.counts = 100, [10, 30, 60]
    drawn = [search.select(node, 0b111) for _ in range(6000)]
    assert [drawn.count(action) / 6000 for action in range(3)] == pytest.approx([0.1, 0.3, 0.6], abs=0.03)
    assert {search.select(node, 0b011) for _ in range(200)} == {0, 1}


def test_the_bound_decides_where_the_average_does_not() -> None:
    search = PlainSearch(Settings(eta=1.0, gamma=1.0, d=0.0, c=1.0), 2, seed=1)
    node = Node(2)
    for action, reward in ((0, 0.5), (1, 0.4), (0, 0.5), (0, 0.5)):
        node.update(action, reward)
    assert search.select(node, 0b11) == 1
    assert search.select(node, 0b01) == 0
    assert node.values == pytest.approx([0.5, 0.4])


def test_hidden_actions_are_weighed_and_what_was_never_tried_does_not_count() -> None:
    values, visits = [[1.0, 0.0, 0.0], [0.0, 0.5, 0.0]], [[3, 1, 0], [3, 2, 0]]
    assert weighed(values, visits, [0.25, 0.75]) == [0.25, 0.375, float("-inf")]
    assert weighed(values, visits, [0.0, 1.0]) == [0.0, 0.5, float("-inf")]
    assert weighed(values, [[3, 0, 0], [3, 2, 0]], [0.25, 0.75]) == [0.25, 0.5, float("-inf")]


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"selection": "smoth"}, "did you mean 'smooth'"),
        ({"eta": 1.5}, "eta 1.5: expected a number from 0 to 1"),
        ({"c": float("nan")}, "c nan: expected"),
        ({"discount": True}, "discount True: expected"),
        ({"nodes": 1 << 40}, "expected a number from 64"),
    ],
)
def test_parameters_out_of_range_are_refused(options: dict[str, object], problem: str) -> None:
    with pytest.raises(GameError, match=problem):
        settings(**options)  # type: ignore[arg-type]


@given(st.sets(st.integers(0, 62), min_size=1), st.data())
def test_the_bit_of_a_number_is_found_in_sets_of_up_to_63_things(places: set[int], data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(places) - 1))
    assert nth(sum(1 << place for place in places), number) == sorted(places)[number]
