"""An equilibrium of a two-player game by a linear program over the sequences of a player's own choices.

Koller, Megiddo and von Stengel (1996), "Efficient computation of equilibria for extensive two-person games", Games and
Economic Behavior 14(2), 247-259, doi:10.1006/game.1996.0051.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from games.core.errors import GameError
from kripke.checking.engine.compiled import compiled
from studies.solving.extensive_form import ExtensiveForm, Nodes, Policy
from studies.solving.regret import matched, reaches

NEGLIGIBLE = 1e-12  # smaller weights of a plan are rounding errors


def equilibrium(form: ExtensiveForm) -> tuple[float, Policy]:
    """The value of a game, as in `studies.solving.regret.value`, and an equilibrium.

    A plan has a weight for each sequence of a player's choices: the product of the player's own probabilities in it.
    The variables are the second player's plan and the values of the first player's information sets. The dual solution
    is the first player's plan. At information sets that a plan never reaches, the policy is uniform.

    Raises
    ------
    GameError
        If the solver finds no optimum.

    Notes
    -----
    HiGHS solves a linear program with a variable for each choice of the second player and each information set of the
    first, an inequality for each choice of the first player, and an equation for each information set of the second.
    """
    from scipy.optimize import linprog
    from scipy.sparse import csr_array, hstack

    nodes = form.nodes
    first, second = nodes.seat == 0, nodes.seat == 1
    sequence = np.append(np.where(first, np.cumsum(first), np.cumsum(second)), 0)  # the last one is the empty sequence
    ends = np.flatnonzero(nodes.infoset < 0)
    paid = reaches(nodes, form.uniform())[2, ends] * nodes.paid[ends]
    payoffs = csr_array((paid, sequence[_last_choices(nodes)[:, ends]]), shape=(first.sum() + 1, second.sum() + 1))
    values, flow = _flow(form, sequence, 0), _flow(form, sequence, 1).T
    gains = hstack((payoffs, values), format="csr")
    plan, width = payoffs.shape[1], gains.shape[1]
    result = linprog(
        gains[[0]].toarray()[0],
        gains[1:],
        np.zeros(gains.shape[0] - 1),
        hstack((flow, csr_array((flow.shape[0], width - plan)))),
        np.zeros(flow.shape[0]),
        [(1.0, 1.0), *[(0.0, None)] * (plan - 1), *[(None, None)] * (width - plan)],
        method="highs",
    )
    if not result.success:
        raise GameError(f"the linear program was not solved: {result.message}")
    weights = np.zeros(len(nodes.seat))
    weights[first], weights[second] = -result.ineqlin.marginals, result.x[1:plan]
    return float(result.fun), np.asarray(matched(nodes.first, np.where(weights > NEGLIGIBLE, weights, 0.0)))


def _flow(form: ExtensiveForm, sequence: Any, player: int) -> Any:
    """A sparse matrix of a player's sequences x information sets.

    An entry is 1 for the sequence that leads to an information set, and -1 for one that ends with a choice there.
    """
    from scipy.sparse import csr_array

    first = form.nodes.first
    own = np.flatnonzero(form.nodes.seat[first[:-1]] == player)
    after = [form.infosets[number].after for number in own]
    column = np.repeat(np.arange(len(own)), np.diff(first)[own])
    rows = np.concatenate((sequence[after], np.arange(1, len(column) + 1)))
    columns = np.concatenate((np.arange(len(own)), column))
    signs = np.where(np.arange(len(rows)) < len(own), 1.0, -1.0)
    return csr_array((signs, (rows, columns)), shape=(len(column) + 1, len(own)))


@compiled
def _last_choices(nodes: Nodes) -> Any:
    """The last choices of both players on the way to each node; -1 if there is none."""
    last = np.full((2, len(nodes.parent)), -1)
    for node in range(1, len(nodes.parent)):
        last[:, node] = last[:, nodes.parent[node]]
        choice = nodes.choice[node]
        if choice >= 0:
            last[nodes.seat[choice], node] = choice
    return last
