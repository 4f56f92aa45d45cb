"""Hold'em agrees with OpenSpiel's `universal_poker`, hand by hand, in actions and payoffs."""

from __future__ import annotations

import holdem_reference
import pytest
from effort import share

from games.holdem.rules import Holdem


@pytest.mark.parametrize("options", [{}, {"raises": 2}, {"blind_counts": True}])
def test_games_are_those_of_openspiel(options: dict[str, object]) -> None:
    games = share(2_000)
    assert holdem_reference.compare(Holdem(**options), games, seed=1) > games / 3


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_100_000_games_are_those_of_openspiel(part: int) -> None:
    holdem_reference.compare(Holdem(), 10_000, seed=100 + part)
