"""The decision: search for worlds, decide counterexamples to common knowledge, keep the worlds of a model."""

from __future__ import annotations

from collections.abc import Iterator

from kripke.data.lazy import without_collection
from kripke.data.relation import bits
from kripke.prove.clock import Clock
from kripke.prove.question.nodes import FIX, Group, Node, Option
from kripke.prove.question.problem import Problem
from kripke.prove.search.eventualities import Eventualities
from kripke.prove.search.rules import World
from kripke.prove.search.search import Search

Arc = tuple[World, Group, World]


class Goodness:
    """The greatest set of finished worlds that is a model, as bits; see `kripke.prove.search.rules.Index`.

    Notes
    -----
    Type elimination on the worlds that were found: O(r (n d + e n)) operations on n bits for n worlds with d diamonds
    and e eventualities each, and r rounds.
    """

    def __init__(self, search: Search) -> None:
        self.search, self.nodes, self.index = search, search.problem.nodes, search.index
        self.heirs: dict[tuple[int, Node], int] = {}
        self.ranks: dict[Node, list[int]] = {}
        """For each fixpoint the worlds whose counterexample is 1, 2, ... steps away."""
        self.good = self.index.alive
        self.unfulfilled: list[tuple[World, Node]] = []
        """The worlds with a counterexample, to a fixpoint, that no way through the worlds found leads to."""

    def settle(self) -> Goodness:
        """Leave out worlds until the others are a model."""
        first = True
        while True:
            before = self.good
            self.keep_succeeded()
            lost = self._keep_fulfilled()
            if first:
                self.unfulfilled = lost
            if self.good == before:
                return self
            first = False

    def _worlds(self, numbers: int) -> Iterator[World]:
        """The worlds of a set."""
        for number in self.search.clock.each(bits(numbers)):
            yield self.index.worlds[number]

    def _next(self, world: World, diamond: Node) -> int:
        """All worlds that can be the successor for a diamond."""
        key = (world.number, diamond)
        if key not in self.heirs:
            must, bars = self.search.successor(world, diamond)
            self.heirs[key] = self.index.all(must, bars)
        return self.heirs[key]

    def keep_succeeded(self) -> None:
        """Leave out worlds with a diamond without a successor, again and again."""
        while True:
            bad = [w for w in self._worlds(self.good) if any(not self._next(w, d) & self.good for d in w.diamonds)]
            if not bad:
                return
            for world in bad:
                self.good ^= 1 << world.number

    def _keep_fulfilled(self) -> list[tuple[World, Node]]:
        """Leave out worlds with a counterexample that is never reached; these, with the fixpoint."""
        claiming = self.index.claiming
        fixes = [base for base in self.nodes.options if claiming.get(base ^ 1, 0) & self.good]
        near = dict.fromkeys(self.nodes.options, 0)
        self.ranks = {fix: [] for fix in fixes}
        while True:
            new = {fix: self._one_more(fix, near) for fix in fixes}
            if not any(new.values()):
                break
            for fix, worlds in new.items():
                near[fix] |= worlds
                self.ranks[fix].append(worlds)
        lost = [(world, fix) for fix in fixes for world in self._worlds(claiming[fix ^ 1] & self.good & ~near[fix])]
        for world, _ in lost:
            self.good &= ~(1 << world.number)
        return lost

    def _one_more(self, fix: Node, near: dict[Node, int]) -> int:
        """The worlds with a counterexample one step beyond those known."""
        waiting = self.index.claiming[fix ^ 1] & self.good & ~near[fix]
        found = 0
        for option in self.nodes.options[fix]:
            ends = self._ends(option) | near[option.then]
            for world in self._worlds(waiting & ~found & self.index.claiming.get(option.box ^ 1, 0)):
                if self._next(world, option.box ^ 1) & self.good & ends:
                    found |= 1 << world.number
        return found

    def _ends(self, option: Option) -> int:
        """The worlds where the body of an option fails."""
        claiming = self.index.claiming
        return claiming.get(option.pre, 0) & claiming.get(option.body ^ 1, 0)

    def has(self, world: World) -> bool:
        """Whether the world is part of the model."""
        return bool(self.good >> world.number & 1)

    def arcs(self, world: World) -> Iterator[Arc]:
        """The successors of a good world: one for each diamond, and one on the way to each counterexample."""
        for diamond in world.diamonds:
            old = world.edges.get(diamond)
            fitting = self._next(world, diamond) & self.good
            if old is None or not fitting >> old.number & 1:
                old = next(self._worlds(fitting))
            yield world, self.nodes.group(diamond), old
        for node in world.claims:
            if node & 1 and self.nodes.kind[node >> 1] == FIX:
                yield self._nearer(world, node ^ 1)

    def _nearer(self, world: World, fix: Node) -> Arc:
        """The first step on a shortest way to the counterexample."""
        rank = next(r for r, worlds in enumerate(self.ranks[fix]) if worlds >> world.number & 1)
        for option in self.nodes.options[fix]:
            if option.box ^ 1 in world.claims:
                near = self.ranks[option.then][rank - 1] if rank and option.then in self.ranks else 0
                ends = self._next(world, option.box ^ 1) & self.good & (self._ends(option) | near)
                if ends:
                    return world, self.nodes.group(option.box), next(self._worlds(ends))
        raise AssertionError("a fixpoint with a rank has a nearer world")


class Decision:
    """Whether a problem has a model."""

    def __init__(self, problem: Problem, clock: Clock) -> None:
        self.problem = problem
        self.search = Search(problem, clock)
        self.eventualities: Eventualities | None = None
        if any(problem.nodes.kind[base >> 1] == FIX for base in self.search.rules.universe):
            self.eventualities = Eventualities(self.search)

    def arcs(self) -> tuple[World, list[Arc]] | None:
        """The actual world and the steps of a model; None if the problem has no model."""
        with without_collection():  # it would look through all worlds: a third of the time
            return self._search()

    def _search(self) -> tuple[World, list[Arc]] | None:
        while True:
            found = self.search.expand({self.problem.goal: ()}, {})
            if not isinstance(found, World):
                return None
            if self.eventualities is None:
                return found, _walk(found, lambda w: [(w, self.problem.nodes.group(d), v) for d, v in w.edges.items()])
            good = self._settle(found, self.eventualities)
            if good is not None:
                return found, _walk(found, good.arcs)

    def _settle(self, root: World, eventualities: Eventualities) -> Goodness | None:
        """The good worlds, once the root is among them; None if the root must be chosen anew."""
        while True:
            good = Goodness(self.search).settle()
            if good.has(root):
                return good
            if not self.search.index.alive >> root.number & 1:
                return None
            world, fix = self._pick(root, good)
            if not eventualities.fulfil(world, fix):
                self.search.index.drop(world)
                good = Goodness(self.search)  # drop the worlds that have lost a successor, too
                good.keep_succeeded()
                self.search.index.alive = good.good

    def _pick(self, root: World, good: Goodness) -> tuple[World, Node]:
        """The first world from the root with a counterexample that is never reached."""
        lost: dict[int, Node] = {world.number: fix for world, fix in good.unfulfilled}
        order, seen = [root], {id(root)}
        for world in order:
            if world.number in lost:
                return world, lost[world.number]
            for other in world.edges.values():
                if id(other) not in seen:
                    seen.add(id(other))
                    order.append(other)
        return good.unfulfilled[0]


def _walk(root: World, arcs_of: object) -> list[Arc]:
    order, seen, arcs = [root], {id(root)}, []
    for world in order:
        for arc in arcs_of(world):  # type: ignore[operator]
            arcs.append(arc)
            if id(arc[2]) not in seen:
                seen.add(id(arc[2]))
                order.append(arc[2])
    return arcs
