"""Agents who fail: whose they are is told, and what they did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, nan
from random import Random
from typing import Any

import pytest

from games import registry
from games.core.agent import Agent, RandomAgent, drawn
from games.core.errors import GameError
from games.core.rules import Event
from games.playing.match import Lineup, Match, Setup


class Failing(Agent):
    """Raises, or returns invalid weights."""

    def __init__(self, weights: Sequence[float] | None) -> None:
        self.weights = weights

    def policy(self, observation: Any, legal: Sequence[Any]) -> Mapping[Any, float]:
        if self.weights is None:
            raise ZeroDivisionError("a share of nothing")
        return dict(zip(legal, self.weights, strict=False))


def play(agent: Agent) -> None:
    agent.name = "eve"
    setup = Setup("bluff_poker", Lineup(("random", "random"), ("ann", "eve")))
    Match(setup, 0, [RandomAgent(), agent]).play(0)


def test_an_agent_who_raises_is_named_with_what_she_saw_and_raised() -> None:
    with pytest.raises(GameError, match=r"eve .*Failing.* ZeroDivisionError: a share") as it:
        play(Failing(None))
    assert isinstance(it.value.__cause__, ZeroDivisionError)


@pytest.mark.parametrize("weights", [(), (0.0, 0.0), (2.0, -1.0), (nan, 1.0), (inf, 1.0)])
def test_a_policy_that_is_none_is_refused_and_its_agent_named(weights: tuple[float, ...]) -> None:
    with pytest.raises(GameError, match=r"eve .*policy .*expected.*weights from 0"):
        play(Failing(weights))


def test_weights_need_not_sum_to_one_and_what_has_none_is_never_drawn() -> None:
    rng = Random(1)
    found = [drawn({"a": 0.0, "b": 3.0, "c": 1.0, "d": 0.0}, rng) for _ in range(4_000)]
    assert set(found) == {"b", "c"}
    assert 2_900 < found.count("b") < 3_100


SHORT = {"cheat": {"hand": 3, "limit": 4}}
"""Options that make long games short."""


def test_no_agent_of_the_games_is_hit_by_the_refusal() -> None:
    for name in registry.names():
        played = registry.game(name)
        Match(Setup(name, Lineup(played.lineup), SHORT.get(name, {})), 0).play(0)


def test_an_agent_who_raises_at_what_she_perceives_is_named_too() -> None:
    class Deaf(RandomAgent):
        def observe(self, event: Event) -> None:
            raise KeyError("bid")

    with pytest.raises(GameError, match=r"agent eve .*Deaf.* KeyError"):
        play(Deaf())
