"""Candidates for a model, from the worlds of a search: pairs closed under the properties of each agent's system.

Without groups the worlds of the search are the worlds of the model. With distributed knowledge two different ways to
a world could meet and make a pair of an intersection by accident, so the model is unravelled to a tree, in which a
step back leads to a world above that is alike. Cycles may still meet; then the smallest model is searched.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kripke.prove.bits import positions
from kripke.prove.clock import Clock
from kripke.prove.countermodels.numbered_model import NumberedModel, Pair
from kripke.prove.countermodels.smallest import smallest
from kripke.prove.errors import OutOfTime
from kripke.prove.question.logics import System
from kripke.prove.question.nodes import ATOM, Group
from kripke.prove.question.problem import Problem
from kripke.prove.search.worlds import World

LARGEST = 300
"""Number of worlds of an unravelled model above which the smallest model is searched instead."""

MOST_PAIRS = 4_000_000
"""Number of pairs of a relation, about 2 GB in a model, above which a model is not written out."""


def candidate_models(
    problem: Problem, root: World, arcs: list[tuple[World, Group, World]], clock: Clock
) -> Iterator[NumberedModel]:
    """Models of the worlds and steps, until one is a model of the problem: the problem is satisfiable.

    Parameters
    ----------
    clock : Clock
        The time limit.
    """
    yield _plain(problem, root, arcs, clock)
    tree = _unravelled(problem, root, arcs, clock)
    if tree is not None:
        yield tree
    found = smallest(problem, clock)
    if found is not None:
        yield found


def _plain(problem: Problem, root: World, arcs: list[tuple[World, Group, World]], clock: Clock) -> NumberedModel:
    """Each world of the search is one world."""
    order: dict[int, tuple[int, World]] = {id(root): (0, root)}
    for arc in arcs:
        for world in (arc[0], arc[2]):
            order.setdefault(id(world), (len(order), world))
    steps = [(order[id(one)][0], group, order[id(other)][0]) for one, group, other in arcs]
    return _model(problem, [world for _, world in order.values()], steps, clock)


def _unravelled(
    problem: Problem, root: World, arcs: list[tuple[World, Group, World]], clock: Clock
) -> NumberedModel | None:
    """A tree in which a step to a world that is above with the same label leads back there; None if it is too large."""
    leaving: dict[int, list[tuple[Group, World]]] = {}
    for one, group, other in arcs:
        out = leaving.setdefault(id(one), [])
        if all(group != g or other is not v for g, v in out):
            out.append((group, other))
    copies, above, labels = [root], [-1], [frozenset[str]()]
    steps: list[tuple[int, Group, int]] = []
    for number, world in enumerate(copies):
        for group, other in leaving.get(id(world), ()):
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
    named = [
        (2 * i, args[0]) for i, args in enumerate(nodes.args) if nodes.kind[i] == ATOM and isinstance(args[0], str)
    ]
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
    """The least relation with the properties of the system that contains the pairs, in order; not closed for serial.

    Parameters
    ----------
    clock : Clock
        The time limit.

    Raises
    ------
    OutOfTime
        If the relation has over `MOST_PAIRS` pairs, or the time is over.
    """
    sees = [system.reflexive << i for i in range(size)]
    for i, j in pairs:
        sees[i] |= 1 << j
    count, added = sum(map(int.bit_count, sees)), 1
    while added:
        added = 0
        for i in range(size):
            clock.tick()
            added += _close_at(i, sees, system)
            if count + added > MOST_PAIRS:
                raise OutOfTime(
                    f"not valid, but the model of {size:,} worlds has over {MOST_PAIRS:,} pairs and is not written out"
                )
        count += added
    return [(i, j) for i in range(size) for j in positions(sees[i])]


def _close_at(i: int, sees: list[int], system: System) -> int:
    """Add what follows from two pairs, one of them from world i, to the worlds that each world sees; how many pairs."""
    here = sees[i]
    if system.transitive:
        for j in positions(here):
            here |= sees[j]
    back = (here if system.euclidean else 0) | (system.symmetric << i)
    more = [(i, here), *[(j, back) for j in positions(here if back else 0)]]
    added = 0
    for j, seen in more:
        if new := seen & ~sees[j]:
            added += new.bit_count()
            sees[j] |= new
    return added
