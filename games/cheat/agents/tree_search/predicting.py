"""SDMCTS with a trained predictor of lies (PMGA)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from games.cheat.agents.tree_search.agent import TreeSearch
from games.cheat.observe import Observation
from games.cheat.prediction.features import Deeds, Moment, Past, features
from games.cheat.prediction.forest import Forest, load_forest
from games.core.rules import Event

SHIPPED = Path(__file__).parents[2] / "prediction" / "forest.json"


class Predicting(TreeSearch):
    """Searches as `mga` does; a trained forest says how likely the last claim is a lie.

    Parameters
    ----------
    predictor : str
        A file of ``whoknows train cheat``; empty: the one that comes with whoknows.
    simulations : int
        For each move; 0: as many as fit in the time.
    """

    def __init__(self, predictor: str = "", simulations: int = 0, seconds: float = 0.5) -> None:
        super().__init__(simulations, seconds)
        self.forest = load_forest(predictor) if predictor else _shipped()
        self.past = Past()

    def observe(self, event: Event) -> None:
        """Remember what both do."""
        self.past.observe(event)

    def lie_chance(self, observation: Observation) -> float:
        """What the forest says of the last claim."""
        return self.forest.chance(features(Moment(observation, self.past)))

    def save(self) -> dict[str, Any]:
        """What both have done, by seat."""
        return {"deeds": [asdict(each) for each in self.past.seats]}

    def load(self, memory: Mapping[str, Any]) -> None:
        """Restore what both have done."""
        one, other = (Deeds(**each) for each in memory.get("deeds", ({}, {})))
        self.past = Past((one, other))


@cache
def _shipped() -> Forest:
    return load_forest(SHIPPED)
