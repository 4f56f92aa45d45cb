"""The likelihood of each kind of act for miners and for saboteurs, estimated from rounds of play.

The players of these rounds were `source` agents (see `threshold_belief`). An act is a public action of a player.
"""

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
from games.saboteur.tunnels.routes import routes

NEAR = 2  # the goal is near if this number of cards is enough to reach it
FLOOR = 0.02
"""The weight of a uniform distribution in the likelihoods of acts. Not tuned.

Fitted probabilities may be 0, and no single act should be decisive.
"""


@dataclass(frozen=True)
class ActLikelihoods:
    """The likelihoods of acts, given the roles of the players."""

    # for each context and each kind of act (see `act_kind`), its probability for a miner and for a saboteur
    chances: Mapping[str, Mapping[str, tuple[float, float]]]
    # For each kind of act on another player, two ratios: for an acting miner and for an acting saboteur. A ratio is the
    # probability that a given miner is the target, divided by the probability that a given saboteur is.
    targets: Mapping[str, tuple[float, float]]

    def likelihood(self, act: Act, saboteurs: Any) -> Any:
        """Array of worlds x goals: the likelihood of an act in each world if the gold is at that goal.

        A world is a distribution of the roles among the players; `saboteurs` is an array of worlds x players, True for
        a saboteur. O(w n) for w worlds and n players, plus the search for routes.
        """
        guilty = saboteurs[:, act.player].astype(np.intp)
        likelihoods = np.empty((len(saboteurs), 3))
        for gold in range(3):
            context, kind = act_kind(act, gold + 1)
            pair = np.array(self.chances[context][kind])
            likelihoods[:, gold] = (1 - FLOOR) * pair[guilty] + FLOOR / len(self.chances[context])
        if act.target is not None and act.target != act.player:
            ratios = np.array(self.targets["blocks" if type(act.action) is Break else "frees"])
            weight = np.where(saboteurs, 1.0, ratios[guilty][:, None])  # by player: the weight as a possible target
            likelihoods *= (weight[:, act.target] / weight[:, list(act.targets)].sum(axis=1))[:, None]
        return likelihoods


def act_kind(act: Act, gold: int) -> tuple[str, str]:
    """The context and the kind of an act, such as ``("near", "shortens")``, if goal `gold` (from 1) has the gold."""
    if type(act.action) is Say:
        said = act.action.what
        true = "gold" if act.action.goal == gold else "stone"
        return "says", "silence" if said == "nothing" else "truth" if said == true else "lie"
    context = "blocked" if act.blocked else "near" if routes(act.before)[gold - 1] <= NEAR else "far"
    kind = {Look: "looks", Break: "blocks", Discard: "discards"}.get(type(act.action), "")
    match act.action:
        case Lay():
            gain, dead = act.gains[gold - 1], bool(act.action.shape & DEAD)
            if gain > 0:
                kind = "leaps" if gain > 1 else "shortens"
            elif gain < 0 or act.blocks_route(gold):
                kind = "lengthens"
            else:
                kind = "aside" if max(act.gains) > 0 else "keeps dead" if dead else "keeps"
        case Rockfall():
            gain = act.gains[gold - 1]
            clears = gain > 0 or act.before.grid[act.place] & DEAD
            kind = "destroys" if gain < 0 else "clears" if clears else "wastes"
        case Repair():
            kind = "frees self" if act.target == act.player else "frees"
    return context, kind


@cache
def fitted_data() -> dict[str, Any]:
    """The data that `studies.saboteur.fitting` wrote, for each variant of the rules."""
    text = (files("games.saboteur.agents.bayes_lookahead") / "fitted.json").read_text(encoding="utf-8")
    return dict(json.loads(text))
