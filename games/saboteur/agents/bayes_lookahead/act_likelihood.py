"""How likely each kind of act is for a miner and for a saboteur: measured in rounds of the source's agents."""

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
from games.saboteur.tunnels.cards import DEAD
from games.saboteur.tunnels.changes import Lay, Rockfall
from games.saboteur.tunnels.routes import on_routes, routes

NEAR = 2
"""The goal is near where so many cards are enough."""
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
"""What can be done in a turn, as seen by one who knows where the gold is."""
CONTEXTS = {"says": SAYS, "far": TURNS, "near": TURNS, "blocked": TURNS}
"""Where an act is done, and what can be done there."""
AIMED = ("blocks", "frees")
"""The kinds of acts that choose another player."""
FLOOR = 0.02
"""How often anybody does anything else, for measured chances may be 0, and no act should decide alone."""


@dataclass(frozen=True)
class Habits:
    """Chances of acts.

    Attributes
    ----------
    chances : mapping
        Context -> kind -> how likely it is for a miner, for a saboteur.
    targets : mapping
        Kind of aimed act -> for a miner, for a saboteur: how much likelier it is that she picks a given miner than a
        given saboteur.
    """

    chances: Mapping[str, Mapping[str, tuple[float, float]]]
    targets: Mapping[str, tuple[float, float]]

    def likelihood(self, act: Act, saboteurs: Any) -> Any:
        """How likely an act is in each world, for each place of the gold.

        Parameters
        ----------
        act : Act
        saboteurs : array of worlds x players, bool
            Who is a saboteur.

        Returns
        -------
        array of worlds x 3

        Notes
        -----
        O(w n) for w worlds, n players, and what routes cost.
        """
        guilty = saboteurs[:, act.player].astype(np.intp)
        found = np.empty((len(saboteurs), 3))
        for gold in range(3):
            context, kind = kind_of(act, gold + 1)
            pair = np.array(self.chances[context][kind])
            found[:, gold] = (1 - FLOOR) * pair[guilty] + FLOOR / len(CONTEXTS[context])
        if act.target is not None and act.target != act.player:
            found *= self._aim(act, saboteurs, guilty)[:, None]
        return found

    def _aim(self, act: Act, saboteurs: Any, guilty: Any) -> Any:
        """How likely she picks this player of those whom she could pick."""
        kind = "blocks" if type(act.action) is Break else "frees"
        ratio = np.array(self.targets[kind])[guilty][:, None]
        weight = np.where(saboteurs, 1.0, ratio)
        could = list(act.targets)
        return weight[:, act.target] / weight[:, could].sum(axis=1)


def kind_of(act: Act, gold: int) -> tuple[str, str]:
    """The context and the kind of an act, if the gold is at this goal (from 1)."""
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
def measured() -> dict[str, Any]:
    """What `games.saboteur.fitting` wrote, by rule set."""
    text = (files("games.saboteur.agents.bayes_lookahead") / "fitted.json").read_text(encoding="utf-8")
    return dict(json.loads(text))


@cache
def habits(variant: str) -> Habits:
    """The habits of the source's agents, by rule set."""
    return habits_of(measured()[variant]["habits"])


def habits_of(data: Mapping[str, Any]) -> Habits:
    """Habits from what was written of them."""
    chances = {
        context: {kind: (pair[0], pair[1]) for kind, pair in kinds.items()}
        for context, kinds in data["chances"].items()
    }
    return Habits(chances, {kind: (pair[0], pair[1]) for kind, pair in data["targets"].items()})
