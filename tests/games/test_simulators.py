"""Every simulator plays as the states of its game do; simulators that do not are found out."""

from __future__ import annotations

from typing import Any

import pytest
import simulated
from conformance import CASES, Case

from games import registry
from studies.bluff_poker import simulator as bluff
from studies.simulator import Ints, simulator

QUICK = {"cheat, hand=3, limit=4", "holdem"}
SIMULATED = [case for case in CASES if simulator(case.game, case.rules) is not None]
EVERY = pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=() if str(case) in QUICK else pytest.mark.slow) for case in SIMULATED],
    ids=str,
)
"""Simulators are compiled for each game, and the studies alone use them; `make test` tries two."""


@EVERY
def test_legal_actions_observations_and_returns_are_those_of_the_states(case: Case) -> None:
    simulated.check_plays_alike(case)


@EVERY
@pytest.mark.slow
def test_they_are_in_many_more_games(case: Case) -> None:
    simulated.check_plays_alike(case, 200)


@EVERY
def test_chance_gives_what_the_states_list_as_often(case: Case) -> None:
    simulated.check_chance_alike(case)


@EVERY
def test_the_same_seed_gives_the_same_game_in_any_batch(case: Case) -> None:
    simulated.check_seeds_alike(case)


@EVERY
def test_what_is_not_legal_is_refused(case: Case) -> None:
    simulated.check_refuses(case)


def test_a_game_without_a_simulator_has_none() -> None:
    liars_card = registry.game("liars_card:GAME")
    assert simulator(liars_card, liars_card.rules()) is None


class Forgetful(bluff.BluffSimulator):
    """Shows everybody all dice, and allows all bids."""

    def observe(self, seats: Any) -> Ints:
        seen = super().observe(seats)
        seen[:, 4:7] = self.tables[:, 4:7]
        return seen


class Generous(bluff.BluffSimulator):
    """Allows every bid to those who may bid."""

    def legal(self) -> Any:
        mask = super().legal()
        mask[:, :56] |= mask[:, 55:56]
        return mask


@pytest.mark.slow
@pytest.mark.parametrize("wrong", [Forgetful, Generous])
def test_a_simulator_that_differs_from_the_states_is_found_out(wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bluff, "SIMULATOR", wrong)
    with pytest.raises(AssertionError):
        simulated.check_plays_alike(SIMULATED[0])
