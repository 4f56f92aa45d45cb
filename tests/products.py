"""The product update from its definition, on dictionaries and sets, and random event models to try it on.

Baltag, Moss and Solecki (TARK 1998); van Benthem, van Eijck and Kooi (2006), definition 5,
doi:10.1016/j.ic.2006.04.006. A world of a product is the pair of the world and the event from which it comes.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random

from randoms import _pairs, random_event_model

from kripke.change.event import Event, EventModel
from kripke.data.structure import Structure
from kripke.semantics import Plain, truth


def by_definition(m: Plain, model: EventModel) -> Plain:
    """M x E."""
    there = {e: truth(m, event.pre) for e, event in model.events.items()}
    worlds = [(w, e) for w in m.worlds for e in model.events if w in there[e]]
    relations = {
        a: frozenset((x, y) for x in worlds for y in worlds if (x[0], y[0]) in m.relations[a] and sees(model, a, x, y))
        for a in m.relations
    }
    atoms = {*m.valuation, *(atom for event in model.events.values() for atom in event.post)}
    return Plain(
        frozenset(worlds),
        relations,
        {atom: _true_after(m, model, worlds, atom) for atom in atoms},
        {a: _weights(m, model, a, worlds, relations[a]) for a in m.weights},
        m.thresholds,
        {a: {(w, e): (model.rank(a, e), m.ranks[a][w]) for w, e in worlds} for a in m.ranks},
    )


def sees(model: EventModel, agent: str, x: tuple, y: tuple) -> bool:
    return y[1] in model.seen(agent, x[1])


def _true_after(m: Plain, model: EventModel, worlds: list, atom: str) -> frozenset:
    held = {e: truth(m, event.post[atom]) for e, event in model.events.items() if atom in event.post}
    return frozenset((w, e) for w, e in worlds if w in held.get(e, m.valuation.get(atom, frozenset())))


def _weights(m: Plain, model: EventModel, agent: str, worlds: list, pairs: frozenset) -> Mapping:
    """The world's weight times the event's, for those that somebody looks at."""
    seen = {y for _, y in pairs}
    return {x: m.weights[agent][x[0]] * model.weight(agent, x[1]) if x in seen else Fraction(0) for x in worlds}


def random_events(rng: Random, structure: Structure, most_events: int = 3) -> EventModel:
    """As `random_event_model`; at times an event can always happen, and weights or some agents are not named."""
    made = random_event_model(rng, structure, most_events)
    if rng.random() < 0.4:
        made = EventModel(
            {e: Event("true" if rng.random() < 0.5 else event.pre, event.post) for e, event in made.events.items()},
            {a: [(e, g) for e in made.events for g in made.seen(a, e)] for a in structure.agents},
            made.actual,
        )
    plain = [a for a in structure.agents if a not in {*made.frame.weights, *made.frame.ranks}]
    if not plain or rng.random() < 0.5:
        return made
    unnamed = rng.sample(plain, rng.randint(1, len(plain)))
    ordered = {*structure.weights, *structure.ranks} & {*unnamed}
    names = list(made.events)
    frame = rng.choice(("S5", "KD45")) if ordered else rng.choice(("any", "S5", "K45", "T"))
    others = [(names[i], names[j]) for i, j in _pairs(rng, len(names), frame)]
    relations = {a: [(e, g) for e in names for g in made.seen(a, e)] for a in structure.agents if a not in unnamed}
    weights = {a: {e: made.weight(a, e) for e in _seen(made, a)} for a in made.frame.weights} or None
    ranks = {a: {e: made.rank(a, e) for e in names} for a in made.frame.ranks} or None
    return EventModel(made.events, relations, made.actual, others, weights, ranks)


def _seen(model: EventModel, agent: str) -> set[str]:
    return {g for e in model.events for g in model.seen(agent, e)}
