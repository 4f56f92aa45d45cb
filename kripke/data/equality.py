"""Equality of structures; the order of their parts does not count."""

from __future__ import annotations

from dataclasses import replace

from kripke.data.lazy import np
from kripke.data.structure import Structure


def equal_structures(one: Structure, other: Structure) -> bool:
    """Whether two structures have the same worlds, valuation, relations, weights, ranks and actual world.

    The order of the worlds, of the agents and of the vocabulary does not count. O(n log n + m) for n worlds and m
    edges.
    """
    if one is other:
        return True
    if one.cube is not None and one.cube == other.cube:
        return one.actual == other.actual
    if one.size != other.size or set(one.agents) != set(other.agents) or set(one.atoms) != set(other.atoms):
        return False
    position_of = {world: place for place, world in enumerate(other.worlds)}
    places = [position_of.get(world) for world in one.worlds]
    if any(place is None for place in places):
        return False
    reordered = replace(other, actual=None).restrict(np.array(places, dtype=np.intp))
    return (
        (None if other.actual is None else places.index(other.actual)) == one.actual
        and all(one.valuation[atom] == reordered.valuation[atom] for atom in one.atoms)
        and all(one.relations[agent] == reordered.relations[agent] for agent in one.agents)
        and one.weights == reordered.weights
        and one.ranks == reordered.ranks
    )
