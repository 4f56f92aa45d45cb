"""The part of a model that a picture shows: some worlds, and the relations of some agents."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from kripke.data.errors import unknown_agent
from kripke.data.structure import Structure
from kripke.data.worlds import World
from logic.errors import did_you_mean, shorten
from viz.picture import DrawError, Options


def part_of(structure: Structure, options: Options) -> tuple[Structure, list[int]]:
    """The part of a structure that the options choose, and the positions of its worlds in the whole.

    Raises
    ------
    DrawError
        If a world is neither in the structure nor in the one before the update, or no world is left.
    UnknownAgent
        If there is no such agent.

    Notes
    -----
    O(n) for n worlds, for each agent and atom.
    """
    kept = list(range(structure.size))
    if options.worlds is not None:
        kept = _positions(structure, options.worlds, options.before)
        structure = structure.restrict(np.array(kept, dtype=np.intp))
    return (structure if options.agents is None else of_agents(structure, options.agents)), kept


def _positions(structure: Structure, worlds: Iterable[World], before: Structure | None) -> list[int]:
    found = {world: structure.worlds.find(world) for world in worlds}
    for world, place in found.items():
        if place is None and (before is None or before.worlds.find(world) is None):
            near = did_you_mean(str(world), [str(each) for each in structure.worlds][:1000])
            raise DrawError(f"worlds: there is no world {shorten(repr(world))}{near}")
    kept = sorted(place for place in found.values() if place is not None)
    if not kept:
        raise DrawError("worlds: the list is empty, so there is nothing to draw; leave it out to draw all worlds")
    return kept


def of_agents(structure: Structure, agents: Iterable[str]) -> Structure:
    """The structure with these agents alone, in its own order; `UnknownAgent` for another name."""
    wanted = set(agents)
    for agent in sorted(wanted - {*structure.agents}):
        raise unknown_agent(agent, structure.agents)
    relations = {agent: relation for agent, relation in structure.relations.items() if agent in wanted}
    weights = {agent: each for agent, each in structure.weights.items() if agent in wanted}
    ranks = {agent: each for agent, each in structure.ranks.items() if agent in wanted}
    return replace(structure, relations=relations, weights=weights, ranks=ranks)


def said_part(shown: Structure, whole: Structure) -> str:
    """A sentence for the legend if something is left out; empty otherwise."""
    said = [f"{shown.size} of {whole.size:,} worlds"] if shown.size < whole.size else []
    said += [f"{len(shown.agents)} of {len(whole.agents)} agents"] if len(shown.agents) < len(whole.agents) else []
    return f"a part of the model: {' and '.join(said)}" if said else ""
