"""Exact answers where there are infinitely many worlds: a dialogue sees only so far.

Whether a formula of modal depth d holds at a world depends on the worlds within d steps of it and on nothing else (van
Ditmarsch, van der Hoek, Kooi: Dynamic Epistemic Logic, 2007, doi:10.1007/978-1-4020-5839-4). An
announcement inside it counts with its own depth. So the part of the model within that many steps answers for the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from kripke.models.kripke_model import KripkeModel
from logic.formula import AnnounceDual, Formula
from logic.parser import parse

World = TypeVar("World", bound=Hashable)
Views = Mapping[str, Callable[[World], Iterable[World]]]
"""For each agent, the worlds that she cannot tell from a world (itself among them or not)."""


def within(world: World, views: Views[World], depth: int) -> list[World]:
    """The worlds that at most `depth` steps of the agents reach, nearest first. O(w) views for w of them."""
    found = {world: None}
    frontier = [world]
    for _ in range(depth):
        reached = (other for here in frontier for view in views.values() for other in view(here))
        frontier = list(dict.fromkeys(other for other in reached if other not in found))
        found.update(dict.fromkeys(frontier))
    return list(found)


def part(
    worlds: Sequence[World],
    atoms: Callable[[World], Iterable[str]],
    views: Views[World],
    actual: World | None = None,
) -> KripkeModel:
    """The model of these worlds, in which each agent's views are cut off at them."""
    classes = {agent: _classes(worlds, view) for agent, view in views.items()}
    return KripkeModel.s5({world: atoms(world) for world in worlds}, classes, actual)


def _classes(worlds: Sequence[World], view: Callable[[World], Iterable[World]]) -> list[list[World]]:
    left = set(worlds)
    found = []
    for world in worlds:
        if world in left:
            found.append([other for other in {world, *view(world)} if other in left])
            left.difference_update(found[-1])
    return found


def dialogue(sentences: Sequence[str]) -> Formula:
    """That each of the sentences can be said truthfully after those before it."""
    *before, last = map(parse, sentences)
    said = last
    for sentence in reversed(before):
        said = AnnounceDual(sentence, said)
    return said


def around(world: World, atoms: Callable[[World], Iterable[str]], views: Views[World], depth: int) -> KripkeModel:
    """The part of the model that a formula of this modal depth sees from the world."""
    return part(within(world, views, depth), atoms, views, world)
