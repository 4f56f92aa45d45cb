"""An equilibrium of a two-player game by CFR+, the values of policies, and the values of best responses.

Counterfactual regret minimisation (Zinkevich, Johanson, Bowling and Piccione, NIPS 2007) as in Tammelin
(arXiv:1407.5042): regrets never fall below 0, the players take turns, and later policies count more in the average.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any

import numpy as np

from kripke.checking.engine.compiled import compiled
from studies.solving.extensive_form import ExtensiveForm, Nodes, Policy


def value(form: ExtensiveForm, policy: Policy) -> float:
    """The first player's expected payoff (minus half the sum of returns) if both follow `policy`. O(n) for n nodes."""
    return float(node_values(form.nodes, policy)[0])


def best_responses(form: ExtensiveForm, policy: Policy) -> tuple[float, float]:
    """Each player's expected payoff with a best response to the opponent's policy.

    As in `value`, half the sum of returns is subtracted.

    Notes
    -----
    O(n t) for n nodes and t turns of a player: the last turns are decided first.
    """
    turn = np.array([each.turn for each in form.infosets], np.int32)
    seat = np.array([each.seat for each in form.infosets], np.int32)
    payoffs = []
    for player in range(2):
        answer = _answer(form.nodes, np.ascontiguousarray(policy), turn, seat, player)
        payoffs.append(float(node_values(form.nodes, answer)[0]) * (1 if player == 0 else -1))
    return payoffs[0], payoffs[1]


def exploitability(form: ExtensiveForm, policy: Policy) -> float:
    """The gain of a best response against a policy, as a mean over both seats; 0 in an equilibrium.

    This is half of NashConv (Lanctot and others, arXiv:1711.00832), in the unit of the returns.
    """
    return sum(best_responses(form, policy)) / 2


@compiled
def node_values(nodes: Nodes, policy: Any) -> Any:
    """The first player's expected payoff from each node."""
    values = nodes.paid.copy()
    for node in range(len(values) - 1, 0, -1):
        choice = nodes.choice[node]
        likely = nodes.share[node] * (policy[choice] if choice >= 0 else 1.0)
        values[nodes.parent[node]] += likely * values[node]
    return values


@compiled
def reaches(nodes: Nodes, policy: Any) -> Any:
    """Each node's reach probability, as the factors of the first player, the second player and chance."""
    reach = np.ones((3, len(nodes.parent)))
    for node in range(1, len(nodes.parent)):
        for player in range(3):
            reach[player, node] = reach[player, nodes.parent[node]]
        reach[2, node] *= nodes.share[node]
        choice = nodes.choice[node]
        if choice >= 0:
            reach[nodes.seat[choice], node] *= policy[choice]
    return reach


@compiled
def choice_values(nodes: Nodes, reach: Any, values: Any, player: int) -> Any:
    """The value of each choice of a player, times the reach probability of the opponent and of chance."""
    sums = np.zeros(nodes.first[-1])
    sign = 1.0 if player == 0 else -1.0
    for node in range(1, len(values)):
        choice = nodes.choice[node]
        if choice >= 0 and nodes.seat[choice] == player:
            sums[choice] += sign * reach[1 - player, node] * reach[2, node] * values[node]
    return sums


@compiled
def _answer(nodes: Nodes, policy: Any, turn: Any, seat: Any, player: int) -> Any:
    """The policy with a player's choices replaced by a best response, computed backwards from the last turns."""
    answer, reach = policy.copy(), reaches(nodes, policy)
    for late in range(turn.max(), -1, -1):
        worth = choice_values(nodes, reach, node_values(nodes, answer), player)
        for infoset in range(len(turn)):
            if turn[infoset] == late and seat[infoset] == player:
                first, last = nodes.first[infoset], nodes.first[infoset + 1]
                answer[first:last] = 0.0
                answer[first + np.argmax(worth[first:last])] = 1.0
    return answer


class RegretMatching:
    """CFR+ on a game's tree. Its average policy approaches an equilibrium."""

    def __init__(self, form: ExtensiveForm) -> None:
        self.form, self.iterations = form, 0
        self.regrets, self.sums = np.zeros((2, form.nodes.first[-1]))

    def run(self, iterations: int) -> None:
        """Run more iterations. O(n) each, for n nodes."""
        for _ in range(iterations):
            self.iterations += 1
            _iterate(self.form.nodes, self.regrets, self.sums, self.iterations)

    def average(self) -> Policy:
        """The average of the policies of all iterations so far, in which later policies count more."""
        return np.asarray(matched(self.form.nodes.first, self.sums))


@compiled
def matched(first: Any, weights: Any) -> Any:
    """A policy with probabilities proportional to the weights of choices; uniform at information sets with weights 0.

    Parameters
    ----------
    weights : float array of choices
        Nonnegative weights.
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
