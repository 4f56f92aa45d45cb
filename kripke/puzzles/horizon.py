"""Exact answers for infinite models: a dialogue depends only on a finite part of the model.

Whether a formula of modal depth d holds at a world depends only on the worlds within d steps of it (van Ditmarsch, van
der Hoek, Kooi: Dynamic Epistemic Logic, 2007, doi:10.1007/978-1-4020-5839-4). An announcement inside the formula adds
its own depth. So the part of the model within that many steps gives the answer for the whole model.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import reduce
from typing import TypeVar

from kripke.models.kripke_model import KripkeModel
from logic.clauses import AnnounceDual
from logic.formula import Formula
from logic.parser import parse

World = TypeVar("World", bound=Hashable)
Views = Mapping[str, Callable[[World], Sequence[World]]]
"""Maps each agent to a function that returns the worlds that the agent cannot distinguish from a world.

The function returns the same list for each of these worlds.
"""


def reachable(worlds: Iterable[World], views: Views[World], depth: int) -> list[World]:
    """Return the worlds within `depth` steps of the given worlds, nearest first. O(w) calls of each view for w worlds.

    `views` has a function for each agent; it returns the worlds that the agent cannot distinguish from a given world.
    """
    visited = dict.fromkeys(worlds)
    frontier = list(visited)
    for _ in range(depth):
        reached = (other for here in frontier for view in views.values() for other in view(here))
        frontier = list(dict.fromkeys(other for other in reached if other not in visited))
        visited.update(dict.fromkeys(frontier))
    return list(visited)


def submodel(
    worlds: Sequence[World], atoms: Callable[[World], Iterable[str]], views: Views[World], actual: World | None = None
) -> KripkeModel:
    """Return the model with these worlds; `atoms` gives a world's true atoms, and `views` each agent's relation."""
    # the key of a class is the first of its worlds, in the model or not
    sees = {agent: lambda world, view=view: view(world)[0] for agent, view in views.items()}
    return KripkeModel.s5({world: atoms(world) for world in worlds}, actual=actual, sees=sees)


def dialogue_formula(sentences: Sequence[str]) -> Formula:
    """Return the formula which says that all sentences can be said truthfully one after the other."""
    return reduce(lambda after, sentence: AnnounceDual(sentence, after), map(parse, reversed(sentences)))


def neighbourhood(
    world: World, atoms: Callable[[World], Iterable[str]], views: Views[World], depth: int
) -> KripkeModel:
    """Return the submodel within `depth` steps of `world`; formulas of this modal depth keep their value there."""
    return submodel(reachable([world], views, depth), atoms, views, world)
