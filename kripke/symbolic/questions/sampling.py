"""Uniform random samples of states: deals are drawn by groups of cards, other states by random paths in the diagrams.

The probability of each branch is computed from counts of assignments, which are doubles with separate exponents.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import pairwise
from math import frexp, ldexp
from random import Random
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from kripke.data.errors import ModelError
from kripke.data.listing import Source, draws, generator
from kripke.symbolic.deals import deal_questions
from kripke.symbolic.diagrams.nodes import Nodes, arrays
from kripke.symbolic.diagrams.state_set import StateSet
from kripke.symbolic.diagrams.variable_order import mask_of, members
from kripke.symbolic.structures.counting import Separated, separated
from kripke.symbolic.structures.knowledge_structure import KnowledgeStructure
from kripke.symbolic.structures.states import are_few, in_turn

Column: TypeAlias = npt.NDArray[np.bool_]
NOTHING = -(1 << 30)  # the exponent of a count of 0, which is below that of any other count

CELLS = 1 << 26  # largest number of random bits drawn at a time

World = frozenset[str]


def sampler(knowledge: KnowledgeStructure, states: StateSet) -> Sampler:
    """Return the sampler of the model's states in the set; cached. `ModelError` if there is no such state."""
    key = _key("sampler", knowledge, states)
    cached = knowledge.manager.results.get(key, lambda: Sampler(knowledge, states))
    if cached.separated.is_empty:
        raise ModelError("there is no state to draw: none satisfies the formula")
    return cached


def _key(what: str, knowledge: KnowledgeStructure, states: StateSet) -> Hashable:
    """Return the key of a cached result.

    It contains the `id` of the vocabulary, since a change of facts may change the extensions of atoms. The cached
    result must keep the vocabulary alive, so that its `id` is not reused.
    """
    names = id(knowledge.atoms), id(knowledge.marks)
    return (what, knowledge.state, *names, states.key, *[part.key for part in knowledge.law])


class Sampler:
    """Draws random states from a set of a model's states. Construction takes O(s) arithmetic operations for s nodes."""

    def __init__(self, knowledge: KnowledgeStructure, states: StateSet) -> None:
        self.knowledge = knowledge
        self.variables = list(members(knowledge.state))
        self.column = {variable: place for place, variable in enumerate(self.variables)}
        law = None if states.support & knowledge.definitions.mask else knowledge.dealt
        draws = None if law is None else deal_questions.draws(law, states, knowledge.state)
        if draws is None:
            self.separated = separated(knowledge, [states])
            self.groups: list[_Group] | list[_Deals] = [
                _Group(knowledge, group, self.column) for group in self.separated.groups
            ]
        else:
            self.separated = Separated(is_empty=not draws.cases)
            self.groups = [_Deals(draws, self.column)]
        self.names = _Names(knowledge, self.column)

    def states(self, rng: np.random.Generator, size: int) -> list[World]:
        """The names of `size` random states. O(size d) for diagrams of d levels."""
        most = max(1, CELLS // max(1, len(self.variables)))
        worlds: list[World] = []
        while len(worlds) < size:
            worlds += self.names.of(self.matrix(rng, min(most, size - len(worlds))))
        return worlds

    def matrix(self, rng: np.random.Generator, size: int) -> Column:
        """Random states as an array with a row for each bit and a column for each state."""
        drawn = rng.integers(0, 2, (len(self.variables), size), dtype=np.uint8).view(np.bool_)
        for group in self.groups:
            group.draw(rng, drawn)
        for variable, parity in self.separated.determined:
            assert parity.parity is not None
            mask, wanted = parity.parity
            others = [self.column[v] for v in members(mask & ~(1 << variable))]
            drawn[self.column[variable]] = np.logical_xor.reduce(drawn[others], axis=0) ^ wanted
        return drawn


class _Deals:
    """Draws deals of cards, see `kripke.symbolic.deals.deal_questions.Draws`."""

    def __init__(self, draws: deal_questions.Draws, column: dict[int, int]) -> None:
        self.draws, self.column = draws, column
        self.cards = [column[v] for v in members(draws.dealt)]

    def draw(self, rng: np.random.Generator, drawn: Column) -> None:
        """Write the bits of the cards, and the other bits that the law or the condition fixes, to `drawn`."""
        chance = Random(int.from_bytes(rng.bytes(32)))
        drawn[self.cards] = False
        for state in range(drawn.shape[1]):
            (known, true), held = self.draws.state(chance)
            if known:
                drawn[[self.column[v] for v in members(known)], state] = [true >> v & 1 for v in members(known)]
            drawn[[self.column[v] for v in held], state] = True


class _Group:
    """A diagram as arrays; `chance` is, by edge, the probability of true for the variable at the edge's end."""

    def __init__(self, knowledge: KnowledgeStructure, group: StateSet, column: dict[int, int]) -> None:
        self.nodes = arrays(knowledge.manager, [group.function])
        self.column = np.array([column.get(v, -1) for v in self.nodes.variable.tolist()], dtype=np.intp)
        self.chance = np.array(chances(self.nodes))

    def draw(self, rng: np.random.Generator, drawn: Column) -> None:
        """Draw the group's bits of each sample by a random path from the root, and write them to `drawn`."""
        nodes, size = self.nodes, drawn.shape[1]
        edges = np.full(size, nodes.roots[0], dtype=np.int64)
        rows = np.arange(size)
        while len(rows):
            ends = edges >> 1
            true = rng.random(len(rows)) < self.chance[edges]
            drawn[self.column[ends], rows] = true
            edges = np.where(true, nodes.high[ends], nodes.low[ends]) ^ (edges & 1)
            if not edges.all():
                rows, edges = rows[edges > 0], edges[edges > 0]


def chances(nodes: Nodes) -> list[float]:
    """For each edge, the chance that its function's first variable is true in a random satisfying assignment."""
    mass: list[tuple[float, int]] = [(0.0, NOTHING)] * (2 * len(nodes))
    mass[0] = 1.0, 0
    chance = [0.0] * len(mass)
    for node, (high, low) in enumerate(zip(nodes.high.tolist(), nodes.low.tolist(), strict=True)):
        for sign in (0, 1) if node else ():
            (m, e), (n, f) = mass[high ^ sign], mass[low ^ sign]
            top = max(e, f)
            above, below = ldexp(m, e - top), ldexp(n, f - top)
            whole, exponent = frexp(above + below)
            mass[2 * node + sign] = whole, exponent + top - 1
            chance[2 * node + sign] = above / (above + below)
    return chance


class _Names:
    """Computes the names of states given as columns of bits."""

    def __init__(self, knowledge: KnowledgeStructure, column: dict[int, int]) -> None:
        named = knowledge.named
        literals = {name: each for name, each in named.items() if each.is_bit and each.support & knowledge.state}
        bits = [column[states.support.bit_length() - 1] for states in literals.values()]
        others = {name: states for name, states in named.items() if name not in literals}
        self.slow = knowledge.name if any(r.support & ~knowledge.state for r in others.values()) else None
        self.variables = list(column)
        self.bits = np.array(bits, dtype=np.intp)
        self.texts = np.array([*literals, *others], dtype=object)
        self.nodes = arrays(knowledge.manager, [states.function for states in others.values()]) if others else None
        self.column = column

    def of(self, drawn: Column) -> list[World]:
        """The name of each drawn state: its true atoms, and the names in `marks` whose bits are true."""
        if self.slow is not None:
            variables = np.array(self.variables)
            return [self.slow(mask_of(variables[state].tolist())) for state in drawn.T]
        true = drawn[self.bits] if self.nodes is None else np.concatenate([drawn[self.bits], self._others(drawn)])
        who, what = np.nonzero(true.T)
        ends = np.searchsorted(who, np.arange(drawn.shape[1] + 1)).tolist()
        texts = self.texts[what].tolist()
        return [frozenset(texts[start:end]) for start, end in pairwise(ends)]

    def _others(self, drawn: Column) -> Column:
        """For each atom that is not a bit of the state, whether it is true in each drawn state."""
        assert self.nodes is not None
        nodes, every = self.nodes, np.arange(drawn.shape[1])
        column = np.array([self.column.get(v, -1) for v in nodes.variable.tolist()], dtype=np.intp)
        rows = []
        for root in nodes.roots:
            edges = np.full(drawn.shape[1], root, dtype=np.int64)
            while (edges > 1).any():
                ends = edges >> 1
                true = drawn[column[ends], every]
                edges = np.where(ends > 0, np.where(true, nodes.high[ends], nodes.low[ends]) ^ (edges & 1), edges)
            rows.append(edges == 0)
        return np.stack(rows)


def samples(knowledge: KnowledgeStructure, states: StateSet, rng: Source, size: int) -> list[World]:
    """Return independent random states of the set.

    For a small set, the same seed gives the same worlds as in the explicit model.

    `rng`: the source of randomness, or a seed; None: a new source.
    """
    if not are_few(knowledge, states):
        return sampler(knowledge, states).states(generator(rng), size)
    key = _key("listed", knowledge, states)
    assignments = knowledge.manager.results.get(key, lambda: (knowledge, list(in_turn(knowledge, states))))[1]
    return list(map(knowledge.name, draws(assignments, rng, size)))
