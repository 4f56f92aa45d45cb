"""Games as environments of PettingZoo, by that library's own conformance test."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from liars_card import GAME, Call, Claim, LiarsCardRules

from games import registry
from games.core.errors import GameError, IllegalAction
from logic.errors import TooLarge

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

from studies.environment import GameEnvironment

ACTIONS = [*(Claim(value) for value in range(1, 6)), Call()]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["liars_card:GAME", *registry.names()])
def test_every_game_passes_the_librarys_own_test(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(GameEnvironment(registry.game(name), render_mode="ansi"), num_cycles=300)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.filterwarnings("ignore")
def test_actions_and_observations_of_ones_own_pass_as_well(capsys: pytest.CaptureFixture[str]) -> None:
    from gymnasium.spaces import Box

    def encode(view: Any) -> Any:
        return np.array([view.card, view.claim], np.float32)

    api_test(GameEnvironment(GAME, actions=ACTIONS, space=Box(0, 5, (2,)), encode=encode), num_cycles=300)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.filterwarnings("ignore")
def test_the_same_seed_gives_the_same_game() -> None:
    seed_test(lambda: GameEnvironment(GAME), num_cycles=50)


def play(environment: GameEnvironment, seed: int) -> tuple[list[Any], Mapping[str, float]]:
    """A game of random legal actions: the states, and what each agent got in all."""
    environment.reset(seed=seed)
    rng, states, paid = np.random.default_rng(seed), [], dict.fromkeys(environment.agents, 0.0)
    for agent in environment.agent_iter():
        seen, reward, terminated, truncated, _ = environment.last()
        paid[agent] += reward
        assert not truncated
        if terminated:
            environment.step(None)
            continue
        states.append(environment.state_now)
        legal = environment.state_now.legal_actions()
        assert seen["action_mask"].sum() == len(legal)
        assert seen["observation"].tobytes().rstrip(b"\0").decode() == environment.render()
        environment.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    return [*states, environment.state_now], paid


@pytest.mark.parametrize("actions", [None, ACTIONS])
def test_rewards_are_the_returns_and_every_move_was_legal(actions: Any) -> None:
    rules = LiarsCardRules(names=("ann", "bob", "john"))
    for seed in range(40):
        states, paid = play(GameEnvironment(GAME, rules, actions=actions, render_mode="ansi"), seed)
        returns = states[-1].returns()
        assert [paid[name] for name in rules.names] == [float(each) for each in returns]
        assert rules.deserialize(states[-1].serialize()) == states[-1]


def test_with_all_actions_given_a_number_means_one_action() -> None:
    environment = GameEnvironment(GAME, actions=ACTIONS)
    environment.reset(seed=1)
    environment.step(2)
    assert environment.state_now.claim == 3
    assert list(environment.observe("2")["action_mask"]) == [0, 0, 0, 1, 1, 1]
    assert not environment.observe("1")["action_mask"].any()
    environment.step(5)
    assert environment.state_now.is_terminal


@pytest.mark.parametrize("action", [0, 9, -1, None])
def test_what_the_mask_forbids_is_refused(action: Any) -> None:
    environment = GameEnvironment(GAME, actions=ACTIONS)
    environment.reset(seed=1)
    environment.step(2)
    with pytest.raises(IllegalAction, match="whose mask is 1"):
        environment.step(action)


def test_a_legal_action_without_a_number_is_named() -> None:
    environment = GameEnvironment(GAME, actions=ACTIONS[:3])
    environment.reset(seed=1)
    with pytest.raises(GameError, match=r"actions: Claim\(.*4\) is legal and not among them"):
        environment.observe(environment.agent_selection)


def test_too_little_room_is_an_error_that_says_what_to_give() -> None:
    environment = GameEnvironment(GAME, most=2)
    environment.reset(seed=1)
    with pytest.raises(TooLarge, match="give a larger most"):
        environment.last()
    environment = GameEnvironment(GAME, width=8)
    environment.reset(seed=1)
    with pytest.raises(TooLarge, match="give a larger width"):
        environment.last()
