"""Monte Carlo tree search from one information set, as compiled loops over arrays; each game implements `KERNELS`.

The search is Algorithm 2 of Bitan and Kraus (2018). `benchmarks/plain_search.py` is a readable version in plain Python.
The tests compare both: with the same random numbers they build the same tree. Kernels are the functions of a game that
the loops call. In a kernel, `row` is a state as an array of numbers, `facts` has the constants, and `chance` is the
state of the random number generator.

Importing this file imports Numba. The first use with a game compiles the loops in a few seconds and caches them on
disk. If the module that defines a game's facts is moved, remove the cache; `CONTRIBUTING.md` says how.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from games.core.compiled_loops import bare, below, copy, implement, uniform
from games.search.settings import ISMCTS, SMOOTH, Settings
from kripke.checking.engine.compiled import compiled, inlined


def current(row: Any, facts: Any) -> int:
    """The seat of the player to move; negative if the game is over."""
    raise NotImplementedError


def legal(row: Any, facts: Any) -> int:
    """The legal actions of the player to move, as a bit mask."""
    raise NotImplementedError


def key(row: Any, facts: Any) -> int:
    """The current player's information state and seat, as a 64-bit key."""
    raise NotImplementedError


def rollout(row: Any, chance: Any, facts: Any) -> int:
    """A random action of the rollout policy."""
    raise NotImplementedError


def move(row: Any, action: int, chance: Any, facts: Any) -> None:
    """Apply to `row` an action and the chance moves after it, until a player decides or the game is over."""
    raise NotImplementedError


def payoff(row: Any, seat: int, facts: Any) -> float:
    """The payoff of the player in this seat at the end of the game in `row`."""
    raise NotImplementedError


def draw(row: Any, case: int, chance: Any, root: Any, facts: Any) -> bool:
    """Write to `row` a random state of the information set `root`; return False if there is none.

    `case`: the kind of the state, see `Search`.
    """
    raise NotImplementedError


KERNELS = current, legal, key, rollout, move, payoff, draw


def implement_search(facts: type, *loops: Callable[..., Any]) -> None:
    """Register a game's functions for constants of the type `facts`; `loops` are in the order of `KERNELS`."""
    implement(KERNELS, facts, loops)


LONGEST = 4096  # the largest number of decisions that are updated after one simulation
_MIX, _SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(32)
_WORLD = np.uint64(0xD1B54A32D192ED03)
_ROOTS = np.array([0, *(1 / sqrt(count) for count in range(1, 1024))])
"""The inverse square roots of small counts, tabulated because computing them took half of the time for a bound."""


class Tree(NamedTuple):
    """A search tree: nodes in the order in which they were added, and a hash table with open addressing.

    For each node and action, `counts` is the number of simulations that took the action, `available` the number in
    which it was legal (counted only for `ISMCTS`), and `values` the mean payoff. `size[0]` is the number of nodes.
    """

    slots: Any  # node + 1, or 0 for a free slot; the length is a power of two, at least twice the number of nodes
    keys: Any  # uint64 array of nodes
    visits: Any  # int array of nodes
    # `counts`, `available`: int arrays of nodes and actions
    counts: Any
    available: Any
    values: Any  # float array of nodes and actions
    size: Any


def empty_tree(nodes: int, actions: int) -> Tree:
    """An empty tree with room for this many nodes."""
    length = 1 << (2 * nodes - 1).bit_length()
    shape = nodes, actions
    return Tree(
        np.zeros(length, np.int32),
        np.zeros(nodes, np.uint64),
        np.zeros(nodes, np.int32),
        np.zeros(shape, np.int32),
        np.zeros(shape, np.int32),
        np.zeros(shape, np.float64),
        np.zeros(1, np.int64),
    )


@compiled
def slot_of(slots: Any, keys: Any, sought: Any) -> Any:
    """The index of a key's slot in the hash table; if the key is missing, the index of the free slot for it."""
    last = len(slots) - 1
    mixed = sought * _MIX
    slot = np.int64((mixed ^ (mixed >> _SHIFT)) & np.uint64(last))
    while slots[slot] != 0 and keys[slots[slot] - 1] != sought:
        slot = (slot + 1) & last
    return slot


@compiled
def _best(tree: Tree, node: int, mask: int, settings: Settings) -> int:
    best, most, action, width = -1, 0.0, 0, settings.c * sqrt(log(tree.visits[node]))
    while mask:
        if mask & 1:
            count = tree.counts[node, action]
            if count == 0:
                return action
            if settings.selection == ISMCTS:
                width = settings.c * sqrt(log(tree.available[node, action]))
            bound = tree.values[node, action] + width * (_ROOTS[count] if count < len(_ROOTS) else 1 / sqrt(count))
            if best < 0 or bound > most:
                best, most = action, bound
        mask >>= 1
        action += 1
    return best


@compiled
def _tried(tree: Tree, node: int, mask: int) -> int:
    """How often the actions in `mask` were tried at a node."""
    total, action = 0, 0
    while mask:
        if mask & 1:
            total += tree.counts[node, action]
        mask >>= 1
        action += 1
    return total


@compiled
def _average(tree: Tree, node: int, mask: int, total: int, chance: Any) -> int:
    mark, action = below(chance, 0, total), 0
    while True:
        if mask >> action & 1:
            mark -= tree.counts[node, action]
            if mark < 0:
                return action
        action += 1


@inlined
def _select(tree: Tree, node: int, mask: int, chance: Any, settings: Settings) -> int:
    if settings.selection == ISMCTS:
        action = 0
        while mask >> action:
            tree.available[node, action] += mask >> action & 1
            action += 1
    if settings.selection == SMOOTH:
        eta = max(settings.gamma, settings.eta / (1 + settings.d * sqrt(tree.visits[node])))
        if uniform(chance, 0) >= eta:
            total = _tried(tree, node, mask)
            if total:
                return _average(tree, node, mask, total, chance)
    return _best(tree, node, mask, settings)


@inlined
def _update(tree: Tree, path: Any, length: int, moves: int, row: Any, settings: Settings, facts: Any) -> None:
    factor, until = 1.0, moves
    for step in range(length - 1, -1, -1):
        node, action, seat, when = path[step]
        while until > when:
            factor *= settings.discount
            until -= 1
        tree.visits[node] += 1
        tree.counts[node, action] += 1
        error = payoff(row, seat, facts) * factor - tree.values[node, action]
        tree.values[node, action] += error / tree.counts[node, action]


@inlined
def _simulate(row: Any, world: Any, tree: Tree, path: Any, chance: Any, settings: Settings, facts: Any) -> int:
    """Run one simulation; return the node of the state where it begins, or -1 if the tree has none."""
    length, moves, outside = 0, 0, 0
    seat = current(row, facts)
    while seat >= 0:
        node, action = -1, -1
        if not outside >> seat & 1:
            sought = np.uint64(key(row, facts)) ^ world
            slot = slot_of(tree.slots, tree.keys, sought)
            node = tree.slots[slot] - 1
            if node >= 0:
                action = _select(tree, node, legal(row, facts), chance, settings)
            else:
                outside |= 1 << seat
                if tree.size[0] < settings.nodes:
                    node = tree.size[0]
                    tree.size[0] += 1
                    tree.slots[slot], tree.keys[node] = node + 1, sought
        if action < 0:
            action = rollout(row, chance, facts)
        if node >= 0 and length < LONGEST:
            path[length, 0], path[length, 1], path[length, 2], path[length, 3] = node, action, seat, moves
            length += 1
        move(row, action, chance, facts)
        moves += 1
        seat = current(row, facts)
    _update(tree, path, length, moves, row, settings, facts)
    return int(path[0, 0]) if length and path[0, 3] == 0 else -1


@compiled
def simulate(
    first: int,
    last: int,
    cases: Any,
    worlds: Any,
    tree: Tree,
    roots: Any,
    row: Any,
    path: Any,
    chance: Any,
    settings: Settings,
    root: Any,
    facts: Any,
) -> int:
    """Run simulations number `first` to `last` - 1; return the number of those for which a state was drawn.

    Each simulation begins at a state drawn from the information set. Fixed determinisations, `worlds`, are drawn before
    the first simulation; the simulations use them cyclically, and each has its own tree. `row` and `path` are scratch
    arrays for the state and the path, which the caller allocates.
    """
    count, state, steps, numbers = 0, bare(row), bare(path), bare(chance)
    for place in range(len(worlds) if first == 0 else 0):
        draw(bare(worlds[place]), cases[place % len(cases)], numbers, root, facts)
    for number in range(first, last):
        place, world = number % len(roots), np.uint64(0)
        if len(worlds):
            copy(worlds[place], state)
            world = np.uint64(place) * _WORLD
        elif not draw(state, cases[place], numbers, root, facts):
            continue
        node = _simulate(state, world, tree, steps, numbers, settings, facts)
        if node >= 0:
            roots[place] = node
        count += 1
    return count


@compiled
def draw_once(row: Any, case: int, chance: Any, root: Any, facts: Any) -> bool:
    """Write a random state to `row` as `draw` does; callable from Python."""
    return draw(row, case, chance, root, facts)


CHUNK = 256  # Simulations between two readings of the clock


class SearchResult(NamedTuple):
    """The result of a search: the values and visits of actions at each root, and the number of simulations.

    There is a root for each fixed determinisation or, if there are none, for each case; see `Search`.
    """

    values: list[list[float]]
    visits: list[list[int]]
    simulations: int


class Search:
    """A tree search in compiled loops.

    Parameters
    ----------
    settings : Settings
        The selection rule and its constants.
    actions : int
        The number of actions of the game.
    seed : int
        The seed of the random numbers, from 0 to 2^64 - 1.
    root, facts : NamedTuple
        The information set and the constants, as arguments of the game's kernels.
    cases : tuple of int
        Numbers that distinguish kinds of states of the information set, for example by the opponent's hidden action.
        The simulations use the cases cyclically.
    worlds : int
        Number of states, drawn once, each with its own tree; with 0, each simulation draws a new state.
    """

    def __init__(
        self,
        settings: Settings,
        actions: int,
        seed: int,
        root: Any,
        facts: Any,
        cases: tuple[int, ...],
        worlds: int = 0,
    ) -> None:
        self.settings, self.root, self.facts = settings, root, facts
        self.chance = np.array([seed], np.uint64)
        self.row, self.path = root.template.copy(), np.empty((LONGEST, 4), np.int64)
        tried = np.array([~np.uint64(seed)])
        possible = [case for case in cases if draw_once(self.row, case, tried, root, facts)]
        self.cases = np.array(possible, np.int64)
        self.tree: Tree = empty_tree(settings.nodes, actions)
        self.worlds = np.zeros((worlds, len(self.row)), np.int64)
        self.roots = np.full(worlds or len(self.cases), -1, np.int64)
        self.made = self.simulations = 0

    def run(self, simulations: int) -> None:
        """Run more simulations; the information set must have a state."""
        first, last = self.made, self.made + simulations
        places = self.cases, self.worlds, self.tree, self.roots, self.row, self.path
        self.simulations += simulate(first, last, *places, self.chance, self.settings, self.root, self.facts)
        self.made = last

    def run_for(self, seconds: float) -> None:
        """Run simulations for this number of seconds."""
        until = perf_counter() + seconds
        while perf_counter() < until:
            self.run(CHUNK)

    def result(self) -> SearchResult:
        """The result so far; a case without simulations has no visits."""
        nothing = self.tree.counts.shape[1]
        values = [self.tree.values[node].tolist() if node >= 0 else [0.0] * nothing for node in self.roots]
        visits = [self.tree.counts[node].tolist() if node >= 0 else [0] * nothing for node in self.roots]
        return SearchResult(values, visits, self.simulations)
