"""Rows under the atoms of a world: an agent's weight or rank, or that the agent considers nothing possible there.

Without the last, an agent who considers nothing possible would look like an agent who knows everything: neither has
lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np

from kripke.data.relation import Relation
from kripke.data.structure import Structure, Weights
from kripke.data.wording import visible
from logic.errors import listing
from viz.links import is_equivalence
from viz.picture import Picture, Remark

LONG = 9
"""Maximal number of characters of a fraction; longer ones are written as decimals."""


def with_remarks(picture: Picture, structure: Structure) -> Picture:
    """The picture with remarks and notes. O(g n + e): g agents, n worlds, e pairs of relations without classes."""
    spots, notes = picture.spots, list[str]()
    numbered = picture.options.weights and not (picture.events and picture.options.atoms == "none")
    for agent in structure.agents if numbered else ():
        rows = {} if agent in picture.ordered else dict(_numbers(structure, agent, picture.events))
        spots = tuple(
            replace(spot, remarks=(*spot.remarks, rows[i])) if i in rows else spot for i, spot in enumerate(spots)
        )
    notes += _number_notes(structure, picture) if numbered else ()
    notes += _order_notes(picture)
    without_successors = {agent: _worlds_without_successors(structure, agent) for agent in structure.agents}
    blind = tuple(agent for agent, where in without_successors.items() if len(where) == structure.size)
    partly = {agent: where for agent, where in without_successors.items() if where and agent not in blind}
    for agent, where in partly.items():
        mark = Remark(f"{visible(agent)}:", "none", agent=agent)
        spots = tuple(replace(s, remarks=(*s.remarks, mark)) if i in where else s for i, s in enumerate(spots))
    if partly:
        notes.append(f"none: there the agent considers no {'event' if picture.events else 'world'} possible")
    return replace(picture, spots=spots, blind=blind, reflexive=_reflexive(picture, structure), notes=tuple(notes))


def _numbers(structure: Structure, agent: str, events: bool) -> Iterator[tuple[int, Remark]]:
    """The agent's weight or rank of each world that the agent considers possible at some world."""
    weights, ranks, name = structure.weights.get(agent), structure.ranks.get(agent), visible(agent)
    if weights is None and ranks is None:
        return
    for i in _possible_somewhere(structure.relations[agent]):
        if weights is not None:
            yield i, Remark(name, _weight(weights, i, events), agent=agent)
        elif ranks is not None:
            yield i, Remark(name, f"rank {ranks[i]}", agent=agent)


def _weight(weights: Weights, i: int, event: bool) -> str:
    share = _number(Fraction(weights.numerators[i], weights.denominator))
    if event:
        return f"× {share}"
    return f"{share} ✓" if weights.threshold and weights.numerators[i] >= weights.least_believed else share


def _number(value: Fraction) -> str:
    text = str(value)
    return text if len(text) <= LONG else f"≈ {float(value):.4g}"


def _order_notes(picture: Picture) -> Iterator[str]:
    """Explanations of the arrows of plausibility."""
    arrows = {agent for link in picture.links if link.kind != "line" for agent in link.agents}
    whose = [visible(agent) for agent in picture.agents if agent in picture.ordered and agent in arrows]
    if whose:
        of = f" of {listing(whose, 'or')}" if arrows - {*picture.ordered} else ""
        yield f"an arrow{of} leads to what the agent finds more plausible"


def _number_notes(structure: Structure, picture: Picture) -> list[str]:
    """Explanations of the numbers."""
    notes, events = [], picture.events
    if events and structure.weights:
        notes.append("× at an event: factor for the agent's weights of worlds")
    elif structure.weights:
        thresholds = {agent: weights.threshold for agent, weights in structure.weights.items() if weights.threshold}
        reached = ", ".join(f"{visible(agent)} {_number(threshold)}" for agent, threshold in thresholds.items())
        ticked = f"; ✓: at least the threshold, {reached}" if reached else ""
        notes.append(f"number: the agent's weight of the world{ticked}")
    if {*structure.ranks} - {*picture.ordered}:
        notes.append("rank: lower is more plausible for the agent")
    return notes


def _worlds_without_successors(structure: Structure, agent: str) -> frozenset[int]:
    """The worlds where the agent considers nothing possible."""
    relation = structure.relations[agent]
    if not relation.is_k45:
        return frozenset(range(structure.size)) - {*relation.edges[0].tolist()}
    there = set(relation.labels[relation.members].tolist()) - {-1}
    return frozenset(i for i, label in enumerate(relation.labels.tolist()) if label not in there)


def _possible_somewhere(relation: Relation) -> list[int]:
    """The worlds that the agent considers possible at some world, ascending."""
    if not relation.is_k45:
        return sorted(set(relation.edges[1].tolist()))
    members: list[int] = np.flatnonzero(relation.members & (relation.labels >= 0)).tolist()
    return members


def _reflexive(picture: Picture, structure: Structure) -> tuple[str, ...]:
    if picture.options.full or picture.options.loops:
        return ()
    return tuple(agent for agent, relation in structure.relations.items() if is_equivalence(relation))
