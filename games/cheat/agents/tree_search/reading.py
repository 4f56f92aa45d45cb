"""PMGA that also predicts whether its own claims will be called, which the source leaves for future work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games.cheat.abstraction import CALL, TAKE
from games.cheat.agents.tree_search.predicting import Predicting
from games.cheat.observe import Observation
from games.cheat.prediction.calls import CallModel, load_calls
from games.core.agent import Reason

if TYPE_CHECKING:
    from games.cheat.compiled.row import Facts

SHIPPED = Path(__file__).parents[2] / "prediction" / "calls.json"
STATES = 100
"""From so many states is the chance of a call estimated, for the reason."""


class Reading(Predicting):
    """Searches as `pmga` does; in each simulation a model of calls decides which claims of the agent are called.

    So a simulation in which the opponent calls counts as often as the opponent is predicted to call, on later claims
    too. The model looks at the opponent's cards in the simulated state, and at how often this opponent has called.

    Parameters
    ----------
    calls : str
        A file of ``whoknows train cheat --what calls``; empty: the one that comes with whoknows.
    simulations : int
        For each move; 0: as many as fit in the time.
    """

    def __init__(self, calls: str = "", predictor: str = "", simulations: int = 0, seconds: float = 0.5) -> None:
        super().__init__(predictor, simulations, seconds)
        self.calls = load_calls(calls) if calls else _shipped()

    def facts(self, observation: Observation) -> Facts:
        """With the prediction of the opponent's calls."""
        from games.cheat.search_space import facts, predicted_calls

        other = 1 - observation.player
        predicted = predicted_calls(self.calls, other, self.past.seats[other])
        return facts(observation.rules, self.claims, predicted=predicted)

    def policy(self, observation: Observation, legal: Sequence[Any]) -> Mapping[Any, float]:
        """The best action for sure; for the reason, how likely it is to be called."""
        found = super().policy(observation, legal)
        if self.best not in (CALL, TAKE):
            self.numbers["call"] = self._expected_call(observation)
        return found

    def _expected_call(self, observation: Observation) -> float:
        import numpy as np

        from games.cheat.compiled.search import expected_call
        from games.cheat.search_space import root

        chance = np.array([observation.turns], np.uint64)
        return expected_call(self.best, STATES, chance, root(observation), self.facts(observation))  # type: ignore[no-any-return]

    def reason(self, observation: Observation, action: Any) -> Reason:
        """As of `TreeSearch`, and how likely the claim is to be called."""
        reason = super().reason(observation, action)
        if "call" in self.numbers:
            return Reason(f"{reason.text}; it is called with a chance of {{call:.2f}}", **self.numbers)
        return reason


@cache
def _shipped() -> CallModel:
    return load_calls(SHIPPED)
