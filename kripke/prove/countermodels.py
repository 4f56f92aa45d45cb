"""Countermodels with numbered worlds: candidates from a search, and the smallest one, found by a SAT solver.

The first candidate has the worlds of the search and its steps between worlds, and each agent's relation is closed under
the properties of the agent's modal system. With distributed knowledge this candidate can fail, since the closure may
add a pair to an intersection of relations. The second candidate unravels the worlds and steps of the search to a tree.
A step leads to a new copy of a world, unless a step of the same group has reached a copy of this world on the path from
the root: then it leads back to that copy. The last candidate is the smallest model.

To find the smallest model, the solver tries 1, 2, 3, ... worlds, with one propositional formula for each number. World
0 is the actual world. There is a variable for each node (subformula) at each world, and for each agent and pair of
worlds. The properties of frames are clauses. A fixpoint fails at a world only if a counterexample is some number of
steps away; more variables express this number.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from itertools import count, product
from operator import and_

from pysat.solvers import Solver

from kripke.data.frames import closure
from kripke.data.relation import Relation, bits
from kripke.prove.clock import SOLVER, Clock, solve
from kripke.prove.errors import OutOfTime
from kripke.prove.question.nodes import AND, ATOM, BOX, FIX, Group, Node, Option
from kripke.prove.question.problem import Problem, System
from kripke.prove.search.rules import World
from logic.errors import TooLarge

Pair = tuple[int, int]  # a world, and a world that it sees


@dataclass(frozen=True)
class NumberedModel:
    """A model with worlds 0, 1, 2, ...: their true atoms, each agent's relation as pairs, and the actual world."""

    worlds: list[set[str]]
    relations: dict[str, list[Pair]]  # agent -> pairs of worlds, in order
    actual: int


def smallest(problem: Problem, clock: Clock, most: int | None = None) -> NumberedModel | None:
    """Return a model with the fewest worlds; None if it needs more than `most` worlds (None: no limit).

    The solver gets O(m n^2 + a n^3 + f^2 n^3) clauses for m nodes, n worlds, a agents and f fixpoints.
    """
    for size in count(1) if most is None else range(1, most + 1):
        clock.done = f"; no model has fewer than {size} worlds"
        if (model := Encoding(problem, size, clock).solve()) is not None:
            return model
    return None


class Encoding:
    """The clauses that describe a countermodel with `size` worlds for a problem.

    `fixed` gives, for a fixed frame, a bit mask of the worlds that each agent sees from each world; the goal may then
    hold at any world. None: the clauses also describe the relations, and the goal holds at world 0. `rounds` bounds the
    number of steps to each counterexample of a fixpoint; None: the number of fixpoints times `size`. `valued` gives the
    values of some atoms at each world.
    """

    def __init__(
        self,
        problem: Problem,
        size: int,
        clock: Clock,
        fixed: Mapping[str, Sequence[int]] | None = None,
        rounds: int | None = None,
        valued: Mapping[str, Sequence[bool]] | None = None,
    ) -> None:
        self.problem, self.size, self.clock = problem, size, clock
        self.worlds, self.fixed = range(size), fixed
        self.last = 0
        self.clauses: list[list[int]] = []
        self.true = self._new()
        self.clauses.append([self.true])
        self.edge: dict[tuple[Group, int, int], int] = {}
        self.used = problem.reachable
        for agent in problem.systems if fixed is None else ():
            self._frame(agent)
        places = product(self.used, self.worlds)
        self.node_at = {(base, world): self._new() if base else self.true for base, world in places}
        for atom, values in (valued or {}).items():
            for world, value in enumerate(values):
                if (place := (problem.nodes.atom(atom), world)) in self.node_at:
                    self.node_at[place] = self.true if value else -self.true
        for base in self.used:
            clock.tick()
            self._mean(base)
        self._eventualities(rounds)
        self.starts = range(1) if fixed is None else self.worlds
        self.clauses.append([self._at(problem.goal, world) for world in self.starts])
        self.clauses += [[self._at(law, world)] for law in problem.theory for world in self.worlds]

    def _new(self) -> int:
        self.last += 1
        return self.last

    def _at(self, node: Node, world: int) -> int:
        literal = self.node_at[node & ~1, world]
        return -literal if node & 1 else literal

    def _frame(self, agent: str) -> None:
        self.clock.tick()
        system, group = self.problem.systems[agent], frozenset([agent])
        sees = {(i, j): self._new() for i, j in product(self.worlds, self.worlds)}
        self.edge.update({(group, i, j): sees[i, j] for i, j in sees})
        triples = list(product(self.worlds, self.worlds, self.worlds)) if system.transitive or system.euclidean else []
        if system.reflexive:
            self.clauses += [[sees[i, i]] for i in self.worlds]
        elif system.serial:
            self.clauses += [[sees[i, j] for j in self.worlds] for i in self.worlds]
        if system.symmetric:
            self.clauses += [[-sees[i, j], sees[j, i]] for i, j in sees]
        if system.transitive:
            self.clauses += [[-sees[i, j], -sees[j, k], sees[i, k]] for i, j, k in triples]
        if system.euclidean:
            self.clauses += [[-sees[i, j], -sees[i, k], sees[j, k]] for i, j, k in triples]

    def _targets(self, group: Group, world: int) -> Iterable[int]:
        """Return the possible successors of a world for the group: all worlds or, on a fixed frame, its successors."""
        if self.fixed is None:
            return self.worlds
        return bits(reduce(and_, [self.fixed[agent][world] for agent in group]))

    def _sees(self, group: Group, one: int, other: int) -> int:
        """Return the literal for "all relations of the group contain this pair"; on a fixed frame, the true literal."""
        if self.fixed is not None:
            return self.true
        key = (group, one, other)
        if key not in self.edge:
            parts = [self.edge[frozenset([agent]), one, other] for agent in group]
            self.edge[key] = self._conjunction(parts)
        return self.edge[key]

    def _conjunction(self, literals: list[int]) -> int:
        both = self._new()
        self._equal(both, literals)
        return both

    def _mean(self, base: Node) -> None:
        nodes = self.problem.nodes
        kind = nodes.kind[base >> 1]
        for world in self.worlds:
            here = self.node_at[base, world]
            if kind in (AND, FIX):
                self._equal(here, [self._at(part, world) for part in nodes.parts(base)])
            elif kind == BOX:
                group, inside = nodes.group(base), nodes.inside(base)
                targets = self._targets(group, world)
                fails = [-self._conjunction([self._sees(group, world, v), -self._at(inside, v)]) for v in targets]
                self._equal(here, fails)

    def _equal(self, literal: int, parts: list[int]) -> None:
        self.clauses += [[-literal, part] for part in parts]
        self.clauses.append([literal, *[-part for part in parts]])

    def _eventualities(self, rounds: int | None) -> None:
        """Add clauses: if a fixpoint fails at a world, a counterexample is within `rounds` steps."""
        fixes = [base for base in self.used if self.problem.nodes.kind[base >> 1] == FIX]
        before: dict[tuple[Node, int], int] = {}
        for _ in range(len(fixes) * self.size if rounds is None else rounds):
            now = {(fix, world): self._new() for fix in fixes for world in self.worlds}
            for (fix, world), literal in now.items():
                self.clock.tick()
                ways = [way for option in self.problem.nodes.options[fix] for way in self._ways(option, world, before)]
                self.clauses.append([-literal, *ways])
            before = now
        self.clauses += [[self._at(fix, world), literal] for (fix, world), literal in before.items()]

    def _ways(self, option: Option, world: int, before: dict[tuple[Node, int], int]) -> Iterable[int]:
        """Yield literals for the ways in which the conjunct `option` of a fixpoint can fail at a world.

        `before` maps each fixpoint and world to the literal of the previous round, which allows one step fewer.
        """
        group = self.problem.nodes.group(option.box)
        for v in self._targets(group, world):
            step = [self._sees(group, world, v), self._at(option.pre, v)]
            yield self._conjunction([*step, -self._at(option.body, v)])
            if before:
                yield self._conjunction([*step, before[option.then, v]])

    def solve(self) -> NumberedModel | None:
        """Return a model of this size, without relations if the frame is fixed; None if there is no such model."""
        with Solver(SOLVER, bootstrap_with=self.clauses) as solver:
            if not solve(solver, [], self.clock):
                return None
            true = set(solver.get_model())
        nodes = self.problem.nodes
        atoms = [(base, nodes.args[base >> 1][0]) for base in self.used if nodes.kind[base >> 1] == ATOM]
        worlds = [{str(name) for base, name in atoms if self.node_at[base, w] in true} for w in self.worlds]
        pairs = [(group, (i, j)) for (group, i, j), literal in self.edge.items() if literal in true]
        relations = {agent: [pair for group, pair in pairs if group == {agent}] for agent in self.problem.systems}
        actual = next(world for world in self.starts if self._at(self.problem.goal, world) in true)
        return NumberedModel(worlds, relations, actual)


LARGEST = 300  # number of worlds of an unravelled model above which the smallest model is used instead

MOST_PAIRS = 4_000_000  # number of pairs of a relation, about 2 GB in a model, above which a model is not written out


def candidate_models(
    problem: Problem, root: World, arcs: list[tuple[World, Group, World]], clock: Clock
) -> Iterator[NumberedModel]:
    """Yield the candidates: the model of the search, the same model unravelled to a tree, and the smallest model."""
    worlds = {id(world): world for world in (root, *[world for arc in arcs for world in arc[::2]])}
    place = {key: number for number, key in enumerate(worlds)}
    steps = [(place[id(one)], group, place[id(other)]) for one, group, other in arcs]
    yield _model(problem, [*worlds.values()], steps, clock)
    if (tree := _unravelled(problem, root, arcs, clock)) is not None:
        yield tree
    if (model := smallest(problem, clock)) is not None:
        yield model


def _unravelled(
    problem: Problem, root: World, arcs: list[tuple[World, Group, World]], clock: Clock
) -> NumberedModel | None:
    """Return the model of the search, unravelled to a tree with arcs back to ancestors; None if it is too large."""
    leaving: dict[int, dict[tuple[Group, int], World]] = {}
    for one, group, other in arcs:
        leaving.setdefault(id(one), {})[group, id(other)] = other
    copies, above, labels = [root], [-1], [frozenset[str]()]
    steps: list[tuple[int, Group, int]] = []
    for number, world in enumerate(copies):
        for (group, _), other in leaving.get(id(world), {}).items():
            target = number
            while target >= 0 and not (copies[target] is other and labels[target] == group):
                target = above[target]
            if target < 0:
                if len(copies) >= LARGEST:
                    return None
                target = len(copies)
                copies.append(other)
                above.append(number)
                labels.append(group)
            steps.append((number, group, target))
    return _model(problem, copies, steps, clock)


def _model(problem: Problem, worlds: list[World], steps: list[tuple[int, Group, int]], clock: Clock) -> NumberedModel:
    nodes = problem.nodes
    named = [(2 * i, arg[0]) for i, arg in enumerate(nodes.args) if nodes.kind[i] == ATOM and isinstance(arg[0], str)]
    true = [{name for node, name in named if node in world.claims} for world in worlds]
    relations: dict[str, list[Pair]] = {}
    for agent, system in problem.systems.items():
        pairs = [(i, j) for i, group, j in steps if agent in group]
        member = nodes.number.get((ATOM, (agent,)))
        if member is not None:
            pairs += [(i, i) for i, world in enumerate(worlds) if member in world.claims]
        relations[agent] = close(pairs, system, len(worlds), clock)
    return NumberedModel(true, relations, 0)


def close(pairs: Iterable[Pair], system: System, size: int, clock: Clock) -> list[Pair]:
    """Return the least relation that contains the pairs and has the system's properties except seriality.

    Raises `OutOfTime` if the relation has too many pairs.
    """
    clock.tick()
    relation = Relation.from_pairs(size, [*pairs])
    with suppress(TooLarge):
        closed = closure(relation, system.properties - {"serial"}, MOST_PAIRS)
        if closed.count_edges() <= MOST_PAIRS:
            return [*closed.pairs()]
    raise OutOfTime(f"not valid, but the model of {size:,} worlds has over {MOST_PAIRS:,} pairs and is not written out")
