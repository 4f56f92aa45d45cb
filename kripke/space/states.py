"""States: pointed models up to bisimulation, with a canonical key; and the states that an action leads to.

States with equal keys satisfy the same formulas, except those with `D`, `DB`, `R` and degrees of agents without
weights, now and after every change. Without weights and ranks equal keys are bisimilarity; with them the key also has
the weights and the order of the ranks.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from kripke.change.event import EventModel, EventName
from kripke.change.product import Action
from kripke.change.successors import Successors
from kripke.data.structure import Structure
from kripke.data.worlds import SMALL, Named, World
from kripke.sameness import canonical
from kripke.sameness.invariance import contract, generated


class State(NamedTuple):
    """A pointed structure, contracted where that loses nothing, and its key."""

    structure: Structure
    key: Hashable


def state(structure: Structure, names: Sequence[World] | None = None) -> State:
    """The state of a pointed structure: what can be reached from the actual world, contracted.

    `names`: of the worlds, by position; a name may recur, and then the worlds of the state are numbered, as without
    names. Worlds of models with weights are not merged, since thresholds look at each world's own weight. O(k (m + k))
    integer operations for k kinds of worlds and m edges; with weights O(k m log m).
    """
    structure = replace(structure, worlds=Named(range(structure.size)))
    if structure.size > SMALL:
        structure = generated(structure)
        if not structure.weights and not structure.ranks:
            structure = contract(structure)
    if structure.weights:
        smallest = generated(structure)
        key: Hashable = _by_counts(smallest)
    else:
        smallest, key = canonical.canonical(structure)
    places: list[Any] = list(smallest.worlds)
    shown = names and [names[place] for place in places]
    unique = shown and len(set(shown)) == len(shown)
    return State(replace(smallest, worlds=Named(shown if shown and unique else range(smallest.size))), key)


def _by_counts(structure: Structure) -> Hashable:
    """The key of a generated structure whose worlds are not merged: kinds of worlds, and how many each world sees.

    Kinds are split until they are stable, as by `canonical.blocks`, but worlds that an agent with weights sees are
    counted. The key lists what defines the kinds of each round, in an order that the definitions give.
    """
    agents, worlds = sorted(structure.relations), range(structure.size)
    levels = {a: {rank: level for level, rank in enumerate(sorted(set(r)))} for a, r in structure.ranks.items()}
    seen = {agent: [structure.relations[agent].successors(world) for world in worlds] for agent in agents}
    known: list[Any] = [
        (
            tuple(sorted(structure.true_atoms(world))),
            tuple([(a, levels[a][structure.ranks[a][world]]) for a in agents if a in levels]),
            tuple([(a, _weight(structure, a, world)) for a in agents if a in structure.weights]),
        )
        for world in worlds
    ]
    rounds: list[tuple[Any, ...]] = []
    kinds = 0
    while True:
        order = sorted(set(known))
        number = {definition: kind for kind, definition in enumerate(order)}
        colours = [number[definition] for definition in known]
        rounds.append(tuple(order))
        if len(order) == kinds:
            thresholds = tuple([(a, w.threshold) for a, w in sorted(structure.weights.items())])
            actuals = tuple(sorted({colours[world] for world in structure.actuals}))
            return tuple(agents), tuple(sorted(structure.valuation)), thresholds, actuals, *rounds
        kinds = len(order)
        known = [
            (
                colours[world],
                *[
                    tuple(sorted(look) if agent in structure.weights else sorted(set(look)))
                    for agent in agents
                    for look in [[colours[there] for there in seen[agent][world]]]
                ],
            )
            for world in worlds
        ]


def _weight(structure: Structure, agent: str, world: int) -> Fraction:
    weights = structure.weights[agent]
    return Fraction(weights.numerators[world], weights.denominator)


def outcomes(before: Structure, action: Action, compiled: Successors) -> Iterator[tuple[EventName | None, State]]:
    """Each event of an action that can happen at the actual world, with the state after it; no event if it has none.

    Worlds keep their names where the action changes no facts and the names stay distinct, until steps are compiled.
    """
    model = action.possible
    found = compiled.outcomes(before, model) if isinstance(model, EventModel) else None
    if found is not None:
        for event, structure, key in found:
            yield event, State(structure, key)
        return
    result = action(before)
    events = list(model.events) if isinstance(model, EventModel) else []
    changes = isinstance(model, EventModel) and any(event.post for event in model.events.values())
    names = None if changes else [before.worlds.name(place) for place in result.worlds.tolist()]
    for position in result.designated.positions():
        if result.worlds[position] == before.actual:
            yield (
                events[result.events[position]] if events else None,
                state(replace(result.structure, actuals=(position,)), names),
            )
