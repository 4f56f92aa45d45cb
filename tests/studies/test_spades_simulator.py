"""The simulator of Spades plays as the states do under all options."""

from __future__ import annotations

from typing import Any

import pytest
import simulated
from conformance import Case
from effort import share

pytestmark = pytest.mark.slow  # compiles for seconds


@pytest.mark.parametrize(
    "options",
    [
        {"variant": "suicide", "limit": 4, "bags": 3, "fine": 50},
        {"variant": "cutthroat", "limit": 4, "blind": "behind", "broken": False, "nil": 50},
        {"variant": "mirror", "limit": 3, "ranks": 9, "bags": 0},
    ],
)
def test_the_simulator_plays_as_the_states_under_all_options(options: dict[str, Any]) -> None:
    simulated.check_plays_alike(Case("spades", options), games=4)


@pytest.mark.parametrize(("variant", "blind"), [("partners", "behind"), ("whiz", "always")])
def test_they_agree_move_by_move_over_many_random_games(variant: str, blind: str) -> None:
    simulated.check_plays_alike(Case("spades", {"variant": variant, "blind": blind, "limit": 2}), share(50))


@pytest.mark.parametrize("part", range(20))
def test_they_agree_move_by_move_over_10_000_random_games(part: int) -> None:
    case = Case("spades", {"goal": 200, "floor": -100, "blind": "behind"})
    for seed in range(25 * part, 25 * part + 25):
        simulated.check_plays_alike(case, 20, seed)
