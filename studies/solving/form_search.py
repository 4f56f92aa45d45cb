"""Tree search on a game's tree: the compiled loops for `games.search`, and the average policy of a search.

There is no abstraction: an information state is an information set of the game. Rollouts are uniform.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from games.core.compiled_loops import below, uniform
from games.core.rules import TERMINAL
from games.search.settings import Settings
from games.search.tree_search import Search, implement_search
from studies.solving.extensive_form import ExtensiveForm, Policy


class FormFacts(NamedTuple):
    """A game's tree as arrays for a search.

    Attributes
    ----------
    infoset, paid, seat, actions : array
        For each node, the information set and payoff; for each information set, the seat and number of actions.
    ways : int array of nodes
        The index of the node's first action, where the actions of all nodes are numbered in order.
    start : int array with an entry per action and one more
        For each of these actions, the index of its first child in `children`.
    children : int array
        The nodes to which each action leads, by chance if there are several; in the order of the actions.
    until : float array of children
        The cumulative probability that chance leads to this child or an earlier one of the same action.
    """

    infoset: Any
    paid: Any
    seat: Any
    actions: Any
    ways: Any
    start: Any
    children: Any
    until: Any


class FormRoot(NamedTuple):
    """The nodes where simulations begin, with their probabilities.

    Attributes
    ----------
    template : int array
        The initial row of the search; its single column is for the current node.
    nodes : int array
        The nodes where simulations begin.
    until : float array
        The cumulative probabilities of these nodes.
    """

    template: Any
    nodes: Any
    until: Any


def self_play(form: ExtensiveForm, settings: Settings, simulations: int, seed: int) -> Policy:
    """The average policy of both players after simulations from the first move.

    Heinrich and Silver ("Smooth UCT search in computer poker", IJCAI 2015) measure searches in this way.

    Returns
    -------
    float array of choices
        The share of each choice in the simulations at its information set; uniform at unvisited sets.
    """
    nodes, fixed = form.nodes, facts(form)
    begin = np.flatnonzero(nodes.choice == -1)[1:]
    root = FormRoot(np.zeros(1, np.int64), begin, np.cumsum(nodes.share[begin]))
    widest = int(np.diff(nodes.first).max())
    roomy = settings._replace(nodes=len(form.infosets) + 1)
    search = Search(roomy, widest, seed, root, fixed, (0,))
    search.run(simulations)
    policy = form.uniform()
    for node in range(int(search.tree.size[0])):
        infoset, visits = int(search.tree.keys[node]), int(search.tree.visits[node])
        first, last = nodes.first[infoset], nodes.first[infoset + 1]
        if visits:
            policy[first:last] = search.tree.counts[node, : last - first] / visits
    return policy


def facts(form: ExtensiveForm) -> FormFacts:
    """The arrays of a tree for the compiled loops. O(n log n) for n nodes."""
    nodes = form.nodes
    actions = np.diff(nodes.first)
    own = np.where(nodes.infoset >= 0, actions[nodes.infoset], 0)
    ways = np.cumsum(own) - own
    below_choice = np.flatnonzero(nodes.choice >= 0)
    above = nodes.parent[below_choice]
    way = ways[above] + nodes.choice[below_choice] - nodes.first[nodes.infoset[above]]
    order = np.argsort(way, kind="stable")
    children, way = below_choice[order], way[order]
    start = np.searchsorted(way, np.arange(own.sum() + 1))
    total = np.concatenate(([0.0], np.cumsum(nodes.share[children])))
    seat = np.array([each.seat for each in form.infosets], np.int64)
    return FormFacts(nodes.infoset, nodes.paid, seat, actions, ways, start, children, total[1:] - total[start[way]])


def _current(row: Any, facts: FormFacts) -> int:
    infoset = facts.infoset[row[0]]
    return facts.seat[infoset] if infoset >= 0 else TERMINAL


def _legal(row: Any, facts: FormFacts) -> int:
    return (1 << facts.actions[facts.infoset[row[0]]]) - 1


def _key(row: Any, facts: FormFacts) -> Any:
    return np.uint64(facts.infoset[row[0]])


def _rollout(row: Any, chance: Any, facts: FormFacts) -> int:
    return below(chance, 0, facts.actions[facts.infoset[row[0]]])


def _move(row: Any, action: int, chance: Any, facts: FormFacts) -> None:
    way = facts.ways[row[0]] + action
    place, last = facts.start[way], facts.start[way + 1] - 1
    if place < last:
        mark = uniform(chance, 0)
        while place < last and mark >= facts.until[place]:
            place += 1
    row[0] = facts.children[place]


def _payoff(row: Any, seat: int, facts: FormFacts) -> float:
    return 2 * facts.paid[row[0]] if seat == 0 else -2 * facts.paid[row[0]]


def _draw(row: Any, case: int, chance: Any, root: FormRoot, facts: FormFacts) -> bool:
    place = np.searchsorted(root.until, uniform(chance, 0), "right")
    row[0] = root.nodes[min(place, len(root.nodes) - 1)]
    return True


implement_search(FormFacts, _current, _legal, _key, _rollout, _move, _payoff, _draw)
