"""The likelihood of each kind of act for a miner and for a saboteur, counted in rounds of agents `source`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from games.saboteur.actions import Break, Discard, Look, Repair, Say
from games.saboteur.agents.threshold_belief.public_acts import Act
from games.saboteur.tunnels.board import Lay, Rockfall
from games.saboteur.tunnels.cards import DEAD
from games.saboteur.tunnels.routes import on_routes, routes

NEAR = 2
"""The goal is near if this number of cards is enough."""
SAYS = ("truth", "lie", "silence")
TURNS = (
    "leaps",
    "shortens",
    "aside",
    "keeps",
    "keeps dead",
    "lengthens",
    "clears",
    "wastes",
    "destroys",
    "looks",
    "blocks",
    "frees self",
    "frees",
    "discards",
)
"""The kinds of acts in a turn, as seen by an agent that knows where the gold is."""
CONTEXTS = {"says": SAYS, "far": TURNS, "near": TURNS, "blocked": TURNS}
"""Context of an act -> its kinds."""
AIMED = ("blocks", "frees")
"""The kinds of acts on another player."""
FLOOR = 0.02
"""The share of acts of any other kind: counted chances may be 0, and no single act should decide. Not tuned."""


@dataclass(frozen=True)
class ActLikelihoods:
    """Chances of acts.

    Parameters
    ----------
    chances : mapping
        Context -> kind -> its chance for a miner, for a saboteur.
    targets : mapping
        Kind of act on another player -> for a miner, for a saboteur: the likelihood ratio of a given miner over a given
        saboteur as the target.
    """

    chances: Mapping[str, Mapping[str, tuple[float, float]]]
    targets: Mapping[str, tuple[float, float]]

    def likelihood(self, act: Act, saboteurs: Any) -> Any:
        """The likelihood of an act in each world, for each place of the gold.

        Returns
        -------
        array of worlds x 3

        Notes
        -----
        O(w n) for w worlds, n players, and the cost of routes.
        """
        guilty = saboteurs[:, act.player].astype(np.intp)
        found = np.empty((len(saboteurs), 3))
        for gold in range(3):
            context, kind = act_kind(act, gold + 1)
            pair = np.array(self.chances[context][kind])
            found[:, gold] = (1 - FLOOR) * pair[guilty] + FLOOR / len(CONTEXTS[context])
        if act.target is not None and act.target != act.player:
            found *= self._aim(act, saboteurs, guilty)[:, None]
        return found

    def _aim(self, act: Act, saboteurs: Any, guilty: Any) -> Any:
        """The probability that this player is chosen among those who could be."""
        kind = "blocks" if type(act.action) is Break else "frees"
        ratio = np.array(self.targets[kind])[guilty][:, None]
        weight = np.where(saboteurs, 1.0, ratio)
        could = list(act.targets)
        return weight[:, act.target] / weight[:, could].sum(axis=1)


def act_kind(act: Act, gold: int) -> tuple[str, str]:
    """The context and the kind of an act.

    Parameters
    ----------
    gold : int
        The goal with the gold, from 1.
    """
    if type(act.action) is Say:
        said = act.action.what
        true = "gold" if act.action.goal == gold else "stone"
        return "says", "silence" if said == "nothing" else "truth" if said == true else "lie"
    near = routes(act.before)[gold - 1] <= NEAR
    return "blocked" if act.blocked else "near" if near else "far", _KINDS[type(act.action)](act, gold)


def _laid(act: Act, gold: int) -> str:
    gain, dead = act.gains[gold - 1], bool(act.action.shape & DEAD)
    if gain > 0:
        return "leaps" if gain > 1 else "shortens"
    if gain < 0 or (dead and act.place in on_routes(act.before, gold - 1)):
        return "lengthens"
    if max(act.gains) > 0:
        return "aside"
    return "keeps dead" if dead else "keeps"


def _fell(act: Act, gold: int) -> str:
    gain = act.gains[gold - 1]
    return "destroys" if gain < 0 else "clears" if gain > 0 or act.before.grid[act.place] & DEAD else "wastes"


_KINDS: dict[type, Any] = {
    Lay: _laid,
    Rockfall: _fell,
    Look: lambda act, gold: "looks",
    Break: lambda act, gold: "blocks",
    Repair: lambda act, gold: "frees self" if act.target == act.player else "frees",
    Discard: lambda act, gold: "discards",
}


@cache
def fitted_data() -> dict[str, Any]:
    """The data that `studies.saboteur.fitting` wrote, by rule set."""
    text = (files("games.saboteur.agents.bayes_lookahead") / "fitted.json").read_text(encoding="utf-8")
    return dict(json.loads(text))


@cache
def act_likelihoods(variant: str) -> ActLikelihoods:
    """The likelihoods of acts of agents `source`, by rule set."""
    return act_likelihoods_of(fitted_data()[variant]["habits"])


def act_likelihoods_of(data: Mapping[str, Any]) -> ActLikelihoods:
    """The likelihoods in fitted data."""
    chances = {
        context: {kind: (pair[0], pair[1]) for kind, pair in kinds.items()}
        for context, kinds in data["chances"].items()
    }
    return ActLikelihoods(chances, {kind: (pair[0], pair[1]) for kind, pair in data["targets"].items()})
