"""Random event models to try products of models on."""

from __future__ import annotations

from random import Random

from randoms import _pairs, random_event_model

from kripke.change.event import Event, EventModel
from kripke.data.structure import Structure


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
