"""The decision: search for worlds, and decide counterexamples to common knowledge."""

from __future__ import annotations

from kripke.data.lazy import without_collection
from kripke.prove.clock import Clock
from kripke.prove.question.nodes import FIX, Node
from kripke.prove.question.problem import Problem
from kripke.prove.search.eventualities import Eventualities
from kripke.prove.search.goodness import Arc, Goodness
from kripke.prove.search.search import Search
from kripke.prove.search.worlds import World


class Decision:
    """Whether a problem has a model.

    Parameters
    ----------
    clock : Clock
        The time limit.
    """

    def __init__(self, problem: Problem, clock: Clock) -> None:
        self.problem = problem
        self.search = Search(problem, clock)
        self.eventualities: Eventualities | None = None
        if any(problem.nodes.kind[base >> 1] == FIX for base in self.search.rules.universe):
            self.eventualities = Eventualities(self.search)

    def arcs(self) -> tuple[World, list[Arc]] | None:
        """The actual world and the steps of a model; None if there is none."""
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
                self._cascade()

    def _pick(self, root: World, good: Goodness) -> tuple[World, Node]:
        """The first world from the root with a counterexample that is never reached."""
        lost: dict[int, Node] = {world.number: fix for world, fix in good.unfulfilled}
        for world in _reached(root):
            if world.number in lost:
                return world, lost[world.number]
        return good.unfulfilled[0]

    def _cascade(self) -> None:
        """Drop the worlds that have lost a successor."""
        good = Goodness(self.search)
        good.keep_succeeded()
        self.search.index.alive = good.good


def _reached(root: World) -> list[World]:
    order, seen = [root], {id(root)}
    for world in order:
        for other in world.edges.values():
            if id(other) not in seen:
                seen.add(id(other))
                order.append(other)
    return order


def _walk(root: World, arcs_of: object) -> list[Arc]:
    order, seen, arcs = [root], {id(root)}, []
    for world in order:
        for arc in arcs_of(world):  # type: ignore[operator]
            arcs.append(arc)
            if id(arc[2]) not in seen:
                seen.add(id(arc[2]))
                order.append(arc[2])
    return arcs
