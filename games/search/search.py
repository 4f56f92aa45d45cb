"""A search from one information set, for a number of simulations or for some time."""

from __future__ import annotations

from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from games.search.compiled_search import Tree, draw_worlds, empty_tree, possible_cases, simulate, simulate_worlds
from games.search.settings import Settings

CHUNK = 256
"""Simulations between two looks at the clock."""


class Found(NamedTuple):
    """What a search found at its root.

    Attributes
    ----------
    values, visits : list of lists
        For each case the value of each action, and how often it was tried.
    simulations : int
        How many there were.
    """

    values: list[list[float]]
    visits: list[list[int]]
    simulations: int


class Search:
    """A search in compiled loops.

    Parameters
    ----------
    seed : int
        Of the random numbers, from 0 to 2^64 - 1.
    root, facts : NamedTuple
        The information set and what is fixed, as the game's kernels take them.
    cases : tuple of int
        What the drawing of states distinguishes, such as the opponent's hidden actions; they take turns.
    worlds : int
        Simulate on so many states, drawn once, each with a tree of its own; 0: a new state for each simulation.

    Attributes
    ----------
    tree : Tree
        Of all players.
    cases : int array
        Those of the cases of which a state can be drawn.
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
        self.cases = possible_cases(np.array(cases, np.int64), np.uint64(seed), root, facts)
        self.tree: Tree = empty_tree(settings.nodes, actions)
        self.worlds = draw_worlds(worlds, self.cases, self.chance, root, facts)
        self.roots = np.full(worlds or len(self.cases), -1, np.int64)
        self.made = self.simulations = 0

    def run(self, simulations: int) -> None:
        """Make some more simulations.

        Parameters
        ----------
        simulations : int
            How many; where no state can be drawn there is none.
        """
        first, last = self.made, self.made + simulations
        common = self.tree, self.roots, self.chance, self.settings
        if len(self.worlds):
            self.simulations += simulate_worlds(first, last, self.worlds, *common, self.facts)
        else:
            self.simulations += simulate(first, last, self.cases, *common, self.root, self.facts)
        self.made = last

    def run_for(self, seconds: float) -> None:
        """Simulate until some time has passed."""
        until = perf_counter() + seconds
        while perf_counter() < until:
            self.run(CHUNK)

    def found(self) -> Found:
        """The values and visits at the root so far; a case without simulations has no visits."""
        nothing = self.tree.counts.shape[1]
        values = [self.tree.values[node].tolist() if node >= 0 else [0.0] * nothing for node in self.roots]
        visits = [self.tree.counts[node].tolist() if node >= 0 else [0] * nothing for node in self.roots]
        return Found(values, visits, self.simulations)
