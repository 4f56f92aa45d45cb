"""Equality of structures, whatever the order of their parts."""

from __future__ import annotations

from dataclasses import replace

from kripke.data.lazy import np
from kripke.data.structure import Structure


def equal_structures(one: Structure, other: Structure) -> bool:
    """Whether two structures have the same worlds, valuation, relations, weights, ranks and actual world.

    The order of the worlds, of the agents and of the vocabulary does not count. O(n log n + m) for n worlds and m
    edges.

    Parameters
    ----------
    one, other : Structure
        The structures.
    """
    if one is other:
        return True
    if one.cube is not None and one.cube == other.cube:
        return one.actual == other.actual
    if one.size != other.size or set(one.agents) != set(other.agents) or set(one.atoms) != set(other.atoms):
        return False
    there_by_name = {world: place for place, world in enumerate(other.worlds)}
    places = [there_by_name.get(world) for world in one.worlds]
    if any(place is None for place in places):
        return False
    there = replace(other, actual=None).restrict(np.array(places, dtype=np.intp))
    return (
        (None if other.actual is None else places.index(other.actual)) == one.actual
        and all(one.valuation[atom] == there.valuation[atom] for atom in one.atoms)
        and all(one.relations[agent] == there.relations[agent] for agent in one.agents)
        and one.weights == there.weights
        and one.ranks == there.ranks
    )
