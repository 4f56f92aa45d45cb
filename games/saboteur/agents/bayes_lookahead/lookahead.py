"""Lookahead: each action is played on to the end of the round, over hidden cards that are drawn at random."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from games.saboteur.agents.bayes_lookahead.arrays import Cut, action_numbers, card_arrays, hidden_arrays, public_arrays
from games.saboteur.agents.bayes_lookahead.deals import Deal
from games.saboteur.observe import Observation


def outcomes(observation: Observation, actions: Sequence[Any], deals: Sequence[Deal], doubts: Any) -> Any:
    """For each action and deal 1 where the gold is found, else 0.

    Every action meets the same deals. The players follow the rollout policy: miners by the source's evaluation,
    saboteurs openly by `saboteur_evaluation`. Their beliefs about roles stay fixed to the end of the round.

    Returns
    -------
    array of actions x deals

    Notes
    -----
    O(a d t c) for a actions, d deals, t turns, c places of the part of the mine that is in play.
    """
    from games.saboteur.agents.bayes_lookahead import rollouts

    rules, cut = observation.rules, Cut(observation.board)
    found = np.empty((len(actions), len(deals)))
    tried = np.array([action_numbers(rules, cut, action) for action in actions])
    seen = public_arrays(observation, cut, doubts)
    rollouts.roll_outs(cut.mine(), card_arrays(rules), hidden_arrays(rules, deals), seen, tried, found)
    return found
