"""A second decision procedure, for small problems: all types of worlds at once, without those that cannot be.

A type says for each atom and each box whether it holds. First all types that are consistent by themselves are alive;
then those with a diamond that no type left can satisfy, or with a counterexample to common knowledge that no way leads
to, are left out, again and again. The formula is satisfiable if a type with it is left. The procedure shares the nodes
with the search, but no rule.

Sets of types are decision diagrams, one bit for each atom and box. The pairs of types that a step can join are a
conjunction over two copies of the bits that is never computed as a whole: `kripke.symbolic.diagrams.elimination`
quantifies each bit away as soon as no other part has it.

After Pratt, "A practical decision method for propositional dynamic logic" (STOC 1978), doi:10.1145/800133.804362; on
diagrams: Pan, Sattler and Vardi, "BDD-based decision procedures for the modal logic K", Journal of Applied
Non-Classical Logics 16 (2006), doi:10.3166/jancl.16.169-207.
"""

from __future__ import annotations

from collections.abc import Iterable

from kripke.prove.clock import Clock
from kripke.prove.question.nodes import AND, ATOM, BOX, FIX, TRUE, Group, Node, Option
from kripke.prove.question.problem import Problem
from kripke.symbolic.diagrams.bdd import BddManager
from kripke.symbolic.diagrams.elimination import conjunction, eliminate
from kripke.symbolic.diagrams.state_set import StateSet, primed, unprimed
from logic.errors import TooLarge

MOST = 200
"""Number of atoms and boxes above which a problem is refused."""

NODES = 2**20
"""Capacity of the diagrams in nodes, at most 40 MB."""


class Elimination:
    """All types of a problem.

    Parameters
    ----------
    clock : Clock
        The time limit.
    most : int
        Number of bits above which `TooLarge` is raised.

    Raises
    ------
    TooLarge
        If a type has over `most` bits, or the diagrams need more than `NODES` nodes.

    Notes
    -----
    For k atoms, boxes and agents of Euclidean systems up to 2^k rounds of k eliminations of k bits, each on diagrams of
    up to 4^k nodes; mostly the rounds are as many as boxes are nested, and the diagrams are small.
    """

    def __init__(self, problem: Problem, clock: Clock, most: int = MOST) -> None:
        self.nodes, self.systems, self.clock = problem.nodes, problem.systems, clock
        self.problem = problem
        self.loops = {agent: self.nodes.member(agent) for agent, s in self.systems.items() if s.euclidean}
        self.squares = self._square_boxes()
        used = sorted({*problem.reachable, *self.squares.values(), *self.loops.values()})
        self.boxes = [node for node in used if self.nodes.kind[node >> 1] == BOX]
        self.fixes = [node for node in used if self.nodes.kind[node >> 1] == FIX]
        free = [node for node in used if self.nodes.kind[node >> 1] in (ATOM, BOX)]
        if len(free) > most:
            raise TooLarge(f"types of over {most} bits: the formula has {len(free)} atoms and boxes")
        self.manager = BddManager(len(free), NODES)
        self.bits = sum(1 << 2 * place for place in range(len(free)))
        self.holds = self._sets(used, free)
        self.relations: dict[Group, list[StateSet]] = {}
        self.alive = self._true()

    def _square_boxes(self) -> dict[Node, Node]:
        """For Euclidean groups that are not transitive: the box of each box."""
        boxes = [node for node in self.problem.reachable if self.nodes.kind[node >> 1] == BOX]
        found = {}
        for box in boxes:
            agents = [self.systems[agent] for agent in self.nodes.group(box)]
            if all(s.euclidean for s in agents) and not all(s.transitive for s in agents):
                found[box] = self.nodes.box(self.nodes.group(box), box)
        return found

    def _true(self) -> StateSet:
        return StateSet.constant(self.manager, True)

    def _sets(self, used: list[Node], free: list[Node]) -> dict[Node, StateSet]:
        """For each even node the types where it holds."""
        sets = {node: StateSet.literal(self.manager, 2 * place) for place, node in enumerate(free)}
        sets[TRUE] = self._true()
        for fix in self.fixes:
            sets[fix] = conjunction(self.manager, [sets[option.box] for option in self.nodes.options[fix]])
        for node in used:
            if self.nodes.kind[node >> 1] == AND:
                one, other = [~sets[part & ~1] if part & 1 else sets[part] for part in self.nodes.parts(node)]
                sets[node] = one & other
        return sets

    def _of(self, node: Node) -> StateSet:
        """The types where a node holds."""
        return ~self.holds[node & ~1] if node & 1 else self.holds[node]

    def _consistent(self) -> list[StateSet]:
        """The types that no rule about one world excludes, as parts."""
        parts = [self._of(law) for law in self.problem.theory]
        parts += [self._of(loop) for agent, loop in self.loops.items() if self.systems[agent].reflexive]
        for box in self.boxes:
            group = self.nodes.group(box)
            parts.append(~self._of(box) | self._of(self.nodes.inside(box)) | ~self._where("reflexive", group))
            for agent in group & self.loops.keys():
                if self.systems[agent].symmetric:
                    parts.append(self._of(box) | self._of(self.loops[agent]))
        for box, square in self.squares.items():
            transitive = self._where("transitive", self.nodes.group(box))
            parts += [~self._of(square) | self._of(box), ~transitive | ~(self._of(square) ^ self._of(box))]
        return parts

    def _where(self, name: str, group: Group) -> StateSet:
        """The types at which the relation of the group has a property."""
        found = self._true()
        for agent in group:
            if name not in self.systems[agent].properties:
                found &= self._of(self.loops[agent]) if agent in self.loops else ~self._true()
        return found

    def _relation(self, label: Group) -> list[StateSet]:
        """The pairs of types that a step of the group can join, as parts: from the primed bits to the others."""
        if label not in self.relations:
            parts = [self._of(self.loops[agent]) for agent in label & self.loops.keys()]
            for box in self.boxes:
                if self.nodes.group(box) <= label:
                    parts += self._allowed(box)
            self.relations[label] = parts
        return self.relations[label]

    def _allowed(self, box: Node) -> list[StateSet]:
        """The pairs that a box allows, as parts."""
        group = self.nodes.group(box)
        there, inside = self._of(box), self._of(self.nodes.inside(box))
        here = self._before(there)
        transitive, symmetric = [self._before(self._where(name, group)) for name in ("transitive", "symmetric")]
        parts = [~here | inside, ~here | ~transitive | there, self._before(inside) | ~symmetric | ~there]
        if all(self.systems[agent].euclidean for agent in group):
            parts.append(here | ~there)
            if box in self.squares:
                parts.append(self._before(self._of(self.squares[box])) | ~there)
        return [part for part in parts if part.value is not True]

    def _before(self, types: StateSet) -> StateSet:
        """The types, in the bits of the world before a step."""
        return primed(types, self.bits)

    def satisfiable(self) -> bool:
        """Whether some world of some model satisfies the goal."""
        try:
            return self._fixpoint()
        except MemoryError:
            raise TooLarge(f"types of worlds: the diagrams need over {NODES:,} nodes") from None

    def _fixpoint(self) -> bool:
        """Leave out types until nothing changes, or no type is left with the goal."""
        goal = self._of(self.problem.goal)
        self.alive = conjunction(self.manager, self._consistent())
        before = None
        while before != self.alive.key and (goal & self.alive).value is not False:
            before = self.alive.key
            self._keep_succeeded()
            self._keep_fulfilled()
        return (goal & self.alive).value is not False

    def _keep_succeeded(self) -> None:
        """Leave out types with a diamond without a successor, again and again; inner boxes first."""
        serial = [a for a, system in self.systems.items() if system.serial and not system.reflexive]
        demands = [(self._of(box), self.nodes.group(box), ~self._of(self.nodes.inside(box))) for box in self.boxes]
        demands += [(~self._true(), frozenset([agent]), self._true()) for agent in serial]
        waiting = len(demands)
        while waiting:
            for free, label, ends in demands:
                before = self.alive.key
                self.alive &= free | self._reach(label, ends)
                waiting = waiting - 1 if before == self.alive.key else len(demands)
                if not waiting:
                    break

    def _reach(self, label: Group, ends: StateSet) -> StateSet:
        """The types with a step of the group to one of the ends that are left."""
        self.clock.tick()
        parts = eliminate(self.manager, [self.alive & ends, *self._relation(label)], self.bits)
        return unprimed(conjunction(self.manager, parts), self.bits)

    def _keep_fulfilled(self) -> None:
        """Leave out types with a counterexample that is never reached."""
        near = dict.fromkeys(self.fixes, ~self._true())
        changed = bool(self.fixes)
        while changed:
            changed = False
            for fix in self.fixes:
                more = near[fix] | self._nearer(self.nodes.options[fix], near) & ~self._of(fix)
                changed |= more.key != near[fix].key
                near[fix] = more
        for fix in self.fixes:
            self.alive &= self._of(fix) | near[fix]

    def _nearer(self, options: Iterable[Option], near: dict[Node, StateSet]) -> StateSet:
        """The types from which one step of an option leads to a counterexample, or nearer to one."""
        found = ~self._true()
        for option in options:
            ends = self._of(option.pre) & (~self._of(option.body) | near[option.then])
            found |= self._reach(self.nodes.group(option.box), ends)
        return found
