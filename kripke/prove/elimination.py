"""A second decision procedure, for small problems: list all types of worlds, and leave out those that cannot be.

A type says for each node whether it holds. First all types that are consistent by themselves are listed; then those
with a diamond that no type left can satisfy, or with a counterexample to common knowledge that no way leads to, are
left out, again and again. The formula is satisfiable if a type with it is left. It shares the nodes with the search,
but no rule.

After Pratt, "A practical decision method for propositional dynamic logic" (STOC 1978), doi:10.1145/800133.804362.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kripke.prove.clock import Clock
from kripke.prove.nodes import AND, ATOM, BOX, FALSE, FIX, Group, Node, Option
from kripke.prove.problem import Problem
from kripke.prove.smallest import reachable
from logic.errors import TooLarge

MOST = 14
"""Number of atoms, boxes and fixpoints above which the types are too many."""

Column = NDArray[np.bool_]


class Elimination:
    """All types of a problem.

    Parameters
    ----------
    problem : Problem
        The problem.
    clock : Clock
        The time limit.
    most : int
        Number of free nodes above which `TooLarge` is raised.

    Raises
    ------
    TooLarge
        If there are over 2^most types.

    Notes
    -----
    O(4^k) for k atoms, boxes, fixpoints and agents of Euclidean systems, and each round O(4^k d) for d diamonds.
    """

    def __init__(self, problem: Problem, clock: Clock, most: int = MOST) -> None:
        self.nodes, self.systems, self.clock = problem.nodes, problem.systems, clock
        self.problem = problem
        self.loops = {agent: self.nodes.member(agent) for agent, s in self.systems.items() if s.euclidean}
        self.squares = self._square_boxes()
        self.used = sorted({*reachable(problem), *self.squares.values(), *self.loops.values()})
        self.boxes = [node for node in self.used if self.nodes.kind[node >> 1] == BOX]
        free = [node for node in self.used if self.nodes.kind[node >> 1] in (ATOM, BOX, FIX)]
        if len(free) > most:
            raise TooLarge(f"over 2^{most} types of worlds: the formula has {len(free)} atoms, boxes and fixpoints")
        self.columns = self._all_types(free)
        keep = self._consistent()
        self.columns = {node: column[keep] for node, column in self.columns.items()}
        self.alive = np.ones(int(keep.sum()), dtype=np.bool_)
        self.pairs: dict[Group, Column] = {}

    def _square_boxes(self) -> dict[Node, Node]:
        """For Euclidean groups that are not transitive: the box of each box."""
        boxes = [node for node in reachable(self.problem) if self.nodes.kind[node >> 1] == BOX]
        found = {}
        for box in boxes:
            agents = [self.systems[agent] for agent in self.nodes.group(box)]
            if all(s.euclidean for s in agents) and not all(s.transitive for s in agents):
                found[box] = self.nodes.box(self.nodes.group(box), box)
        return found

    def _all_types(self, free: list[Node]) -> dict[Node, Column]:
        """For each even node where it holds, over all assignments to the free nodes."""
        number = np.arange(1 << len(free))
        columns = {node: (number >> place & 1).astype(np.bool_) for place, node in enumerate(free)}
        columns[0] = np.ones(len(number), dtype=np.bool_)
        for node in self.used:
            if self.nodes.kind[node >> 1] == AND:
                columns[node] = np.logical_and.reduce([self._of(part, columns) for part in self.nodes.parts(node)])
        return columns

    def _of(self, node: Node, columns: dict[Node, Column] | None = None) -> Column:
        """Where a node holds."""
        column = (self.columns if columns is None else columns)[node & ~1]
        return ~column if node & 1 else column

    def _consistent(self) -> Column:
        """The types that no rule about one world excludes."""
        keep = np.ones_like(self.columns[0])
        for law in self.problem.theory:
            keep &= self._of(law)
        for node in self.used:
            if self.nodes.kind[node >> 1] == FIX:
                keep &= self._of(node) == self._of(self.nodes.unfolding[node])
        for agent, loop in self.loops.items():
            if self.systems[agent].reflexive:
                keep &= self._of(loop)
        for box in self.boxes:
            keep &= ~self._of(box) | self._of(self.nodes.inside(box)) | ~self._where("reflexive", self.nodes.group(box))
            for agent in self.nodes.group(box):
                if self.systems[agent].symmetric and agent in self.loops:
                    keep &= self._of(box) | self._of(self.loops[agent])
        for box, square in self.squares.items():
            keep &= ~self._of(square) | self._of(box)
            keep &= ~self._where("transitive", self.nodes.group(box)) | (self._of(square) == self._of(box))
        return keep

    def _where(self, name: str, group: Group) -> Column:
        """The types at which the relation of the group has a property."""
        keep = np.ones_like(self.columns[0])
        for agent in group:
            if name not in self.systems[agent].properties:
                keep &= self._of(self.loops[agent]) if agent in self.loops else False
        return keep

    def _sees(self, label: Group) -> Column:
        """The pairs of types that a step of the group can join, as a matrix."""
        if label not in self.pairs:
            self.clock.tick()
            size = len(self.alive)
            joined = np.ones((size, size), dtype=np.bool_)
            for agent in label & self.loops.keys():
                joined &= self._of(self.loops[agent])[None, :]
            for box in self.boxes:
                group = self.nodes.group(box)
                if group <= label:
                    self._restrict(joined, box, group)
            self.pairs[label] = joined
        return self.pairs[label]

    def _restrict(self, joined: Column, box: Node, group: Group) -> None:
        """Leave the pairs that a box allows."""
        here, inside = self._of(box), self._of(self.nodes.inside(box))
        joined &= ~here[:, None] | inside[None, :]
        transitive, symmetric = self._where("transitive", group), self._where("symmetric", group)
        joined &= ~(here & transitive)[:, None] | here[None, :]
        joined &= ~(~inside & symmetric)[:, None] | ~here[None, :]
        if all(self.systems[agent].euclidean for agent in group):
            joined &= here[:, None] | ~here[None, :]
            if box in self.squares:
                joined &= self._of(self.squares[box])[:, None] | ~here[None, :]

    def satisfiable(self) -> bool:
        """Whether some world of some model satisfies the goal."""
        before = -1
        while before != (before := int(self.alive.sum())):
            self.clock.tick()
            for box in self.boxes:
                self.alive &= self._of(box) | self._reach(self.nodes.group(box), ~self._of(self.nodes.inside(box)))
            for agent, system in self.systems.items():
                if system.serial and not system.reflexive:
                    self.alive &= self._reach(frozenset([agent]), self._of(FALSE ^ 1))
            self.alive &= self._fulfilled()
        return bool((self.alive & self._of(self.problem.goal)).any())

    def _reach(self, label: Group, ends: Column) -> Column:
        """The types with a step of the group to one of the ends that are left."""
        targets = np.flatnonzero(ends & self.alive)
        return np.asarray(self._sees(label)[:, targets].any(axis=1), dtype=np.bool_)

    def _fulfilled(self) -> Column:
        """The types whose counterexamples are reached."""
        fixes = [node for node in self.used if self.nodes.kind[node >> 1] == FIX]
        near = {fix: np.zeros_like(self.alive) for fix in fixes}
        changed = True
        while changed:
            changed = False
            for fix in fixes:
                more = near[fix].copy()
                for option in self.nodes.options[fix]:
                    more |= self._one_step(option, near[option.then])
                more &= ~self._of(fix) & self.alive
                changed |= bool((more != near[fix]).any())
                near[fix] = more
        keep = np.ones_like(self.alive)
        for fix in fixes:
            keep &= self._of(fix) | near[fix]
        return keep

    def _one_step(self, option: Option, near: Column) -> Column:
        """The types from which one step of an option leads to a counterexample, or nearer to one."""
        ends = self._of(option.pre) & (~self._of(option.body) | near)
        return self._reach(self.nodes.group(option.box), ends)
