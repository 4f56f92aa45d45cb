"""The simulator of hold'em plays as the states do under all options."""

from __future__ import annotations

from typing import Any

import pytest
import simulated
from conformance import Case
from effort import share


@pytest.mark.parametrize("options", [{}, {"raises": 1, "ranks": 3}, {"blind_counts": True, "ranks": 5}])
def test_the_simulator_plays_as_the_states_under_all_options(options: dict[str, Any]) -> None:
    simulated.check_plays_alike(Case("holdem", options), games=share(150))


def test_payoffs_of_many_random_games_sum_to_zero() -> None:
    fast = simulated.simulator(Case("holdem"))
    fast.reset(range(5_000))
    fast.play()
    assert (fast.returns().sum(axis=1) == 0).all()


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_they_agree_move_by_move_over_10_000_random_games(part: int) -> None:
    simulated.check_plays_alike(Case("holdem"), 500, part)
