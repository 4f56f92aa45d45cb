"""An equilibrium of a game of two players by CFR+.

Counterfactual regret minimisation (Zinkevich, Johanson, Bowling and Piccione, NIPS 2007) as in Tammelin
(arXiv:1407.5042): regrets never fall below 0, the players take turns, and later policies count more in the average.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kripke.checking.engine.compiled import compiled
from studies.solving.best_response import choice_values, node_values, reaches
from studies.solving.extensive_form import ExtensiveForm, Nodes, Policy


class RegretMatching:
    """CFR+ on a game's tree. Its average policy approaches an equilibrium.

    Attributes
    ----------
    iterations : int
        How many were made.
    """

    def __init__(self, form: ExtensiveForm) -> None:
        self.form, self.iterations = form, 0
        self.regrets, self.sums = np.zeros((2, form.nodes.first[-1]))

    def run(self, iterations: int) -> None:
        """Make some more iterations. O(n) each, for n nodes."""
        for _ in range(iterations):
            self.iterations += 1
            _iterate(self.form.nodes, self.regrets, self.sums, self.iterations)

    def average(self) -> Policy:
        """The average policy so far."""
        return np.asarray(matched(self.form.nodes.first, self.sums))


@compiled
def matched(first: Any, weights: Any) -> Any:
    """A policy in proportion to the weights of choices; uniform where all are 0.

    Parameters
    ----------
    weights : float array of choices
        At least 0.
    """
    policy = weights.copy()
    for infoset in range(len(first) - 1):
        own = policy[first[infoset] : first[infoset + 1]]
        total = own.sum()
        if total > 0:
            own /= total
        else:
            own[:] = 1 / len(own)
    return policy


@compiled
def _iterate(nodes: Nodes, regrets: Any, sums: Any, weight: float) -> None:
    for player in range(2):
        policy = matched(nodes.first, regrets)
        reach = reaches(nodes, policy)
        worth = choice_values(nodes, reach, node_values(nodes, policy), player)
        for infoset in range(len(nodes.home)):
            first, last = nodes.first[infoset], nodes.first[infoset + 1]
            if nodes.seat[first] == player:
                even = (policy[first:last] * worth[first:last]).sum()
                for choice in range(first, last):
                    regrets[choice] = max(regrets[choice] + worth[choice] - even, 0.0)
                    sums[choice] += weight * reach[player, nodes.home[infoset]] * policy[choice]
