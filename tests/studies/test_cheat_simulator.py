"""The simulator of Cheat plays as the states do under all options."""

from __future__ import annotations

from typing import Any

import pytest
import simulated
from conformance import Case

pytestmark = pytest.mark.slow  # compiles for seconds


@pytest.mark.parametrize(
    "options",
    [
        {"limit": 15},
        {"mixed": True, "after_call": "winner", "rank_after_call": "free", "limit": 10, "limit_in": "turns"},
        {"ranks": 5, "suits": 3, "hand": 4, "emptied": "at_once", "passing": True, "tie": "second", "limit": 20},
    ],
)
def test_the_simulator_plays_as_the_states_under_all_options(options: dict[str, Any]) -> None:
    simulated.check_plays_alike(Case("cheat", options), games=6)
