"""A readable version of `games.search` in plain Python, to compare the compiled search with.

Algorithm 2 of Bitan and Kraus (2018): each player has a tree of information states. A simulation follows the trees; the
first information state that is not in a player's tree is added to it, and afterwards this player follows the rollout
policy.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from math import log, sqrt
from typing import Protocol

from games.search.settings import ISMCTS, SMOOTH, Settings

_ALL = (1 << 64) - 1


class PlainChance:
    """A random generator of 64 bits (SplitMix64), with the numbers of the compiled generator for the same seed.

    Examples
    --------
    >>> chance = PlainChance(7)
    >>> [chance.below(6) for _ in range(5)]
    [2, 0, 5, 3, 2]
    """

    def __init__(self, seed: int) -> None:
        self.state = seed

    def uniform(self) -> float:
        """A random number in [0, 1)."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _ALL
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _ALL
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _ALL
        return float((z ^ (z >> 31)) >> 11) * 2.0**-53

    def below(self, count: int) -> int:
        """A random integer from 0 to count - 1."""
        return int(self.uniform() * count)


class Position(Protocol):
    """A state of the game in a simulation, changed in place by moves. Actions are numbers from 0 to 62."""

    @property
    def current(self) -> int:
        """The seat to move; negative if the game is over."""

    def legal(self) -> int:
        """The legal actions as a bit mask."""

    def key(self) -> Hashable:
        """The current player's information state."""

    def rollout(self, chance: PlainChance) -> int:
        """An action of the rollout policy."""

    def move(self, action: int, chance: PlainChance) -> None:
        """Apply the action, and chance moves until a player decides."""

    def payoff(self, seat: int) -> float:
        """The seat's payoff at the end."""


class Node:
    """The statistics of an information state.

    Attributes
    ----------
    visits : int
        The number of visits, N(u) in the source.
    counts, values : list
        For each action its count N(u, a) and its mean reward Q(u, a).
    available : list
        How often each action was legal, which ISMCTS uses.
    """

    __slots__ = ("available", "counts", "values", "visits")

    def __init__(self, actions: int) -> None:
        self.visits = 0
        self.counts = [0] * actions
        self.values = [0.0] * actions
        self.available = [0] * actions

    def update(self, action: int, reward: float) -> None:
        """UPDATE of Algorithm 3: count the action and update its mean reward."""
        self.visits += 1
        self.counts[action] += 1
        self.values[action] += (reward - self.values[action]) / self.counts[action]


class PlainSearch:
    """A search that grows a tree by simulations; see the module.

    Attributes
    ----------
    tree : dict
        Information state -> node, in the order in which they were added.
    """

    def __init__(self, settings: Settings, actions: int, seed: int) -> None:
        self.settings, self.actions, self.chance = settings, actions, PlainChance(seed)
        self.tree: dict[Hashable, Node] = {}
        self.roots: dict[int, Node] = {}

    def run(self, simulations: int, cases: int, draw: Callable[[int, PlainChance], Position | None]) -> None:
        """Run simulations; the cases (hidden actions, or determinisations) take turns.

        Parameters
        ----------
        draw : function of (case, chance)
            Returns a random state of the case to start from; None if drawing failed.
        """
        for number in range(simulations):
            position = draw(number % cases, self.chance)
            if position is not None:
                self.simulate(number % cases, position)

    def simulate(self, case: int, position: Position) -> None:
        """Run one simulation: select and expand, roll out, update."""
        path: list[tuple[Node, int, int, int]] = []
        outside: set[int] = set()
        moves = 0
        while (seat := position.current) >= 0:
            action, node = self._choose(position, seat, outside)
            if node is not None:
                path.append((node, action, seat, moves))
                if moves == 0:
                    self.roots[case] = node
            position.move(action, self.chance)
            moves += 1
        factor, until = 1.0, moves
        for node, action, seat, when in reversed(path):
            while until > when:
                factor *= self.settings.discount
                until -= 1
            node.update(action, position.payoff(seat) * factor)

    def _choose(self, position: Position, seat: int, outside: set[int]) -> tuple[int, Node | None]:
        """An action, and the tree node where it was chosen; None for the node if the player has left the tree."""
        if seat in outside:
            return position.rollout(self.chance), None
        key = position.key()
        node = self.tree.get(key)
        if node is not None:
            return self.select(node, position.legal()), node
        outside.add(seat)
        if len(self.tree) < self.settings.nodes:
            node = self.tree[key] = Node(self.actions)
        return position.rollout(self.chance), node

    def select(self, node: Node, legal: int) -> int:
        """SELECT of Algorithm 3, with the legal actions as a bit mask."""
        settings = self.settings
        if settings.selection == ISMCTS:
            for action in bits(legal):
                node.available[action] += 1
        if settings.selection == SMOOTH:
            eta = max(settings.gamma, settings.eta / (1 + settings.d * sqrt(node.visits)))
            if self.chance.uniform() >= eta and any(node.counts[action] for action in bits(legal)):
                return self._average(node, legal)
        return self._best(node, legal)

    def _average(self, node: Node, legal: int) -> int:
        """A random action, in proportion to the visit counts."""
        mark = self.chance.below(sum(node.counts[action] for action in bits(legal)))
        for action in bits(legal):
            mark -= node.counts[action]
            if mark < 0:
                return action
        raise AssertionError("the mark is below the sum")

    def _best(self, node: Node, legal: int) -> int:
        """The first action that was not tried yet; otherwise the action with the highest upper confidence bound."""
        best, most = -1, 0.0
        for action in bits(legal):
            count = node.counts[action]
            if count == 0:
                return action
            trials = node.available[action] if self.settings.selection == ISMCTS else node.visits
            bound = node.values[action] + self.settings.c * sqrt(log(trials)) * (1 / sqrt(count))
            if best < 0 or bound > most:
                best, most = action, bound
        return best


def bits(mask: int) -> Iterator[int]:
    """The indices of the set bits, the lowest first."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1
