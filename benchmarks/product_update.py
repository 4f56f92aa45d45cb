"""Product updates by number of worlds and events, for partitions (S5, KD45) and sparse relations."""

import random

import numpy as np

from benchmarks.measure import best, table
from kripke.change.event import Event, EventModel
from kripke.change.product import product
from kripke.data.relation import Relation, WorldSet
from kripke.data.structure import Structure
from kripke.data.worlds import Named

AGENTS = ("ann", "bob", "cat", "dan", "eve")
ATOMS = ("p", "q", "r", "s")
PRECONDITIONS = ("p", "~p", "q | r", "p & q", "true", "r ^ s", "~s", "q -> p", "s", "~q")
WORLDS = (1_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
EVENTS = (2, 5, 10, 20, 50)
SAMPLED = 20


def structure(n: int, frame: str) -> Structure:
    """Random facts, with classes of four worlds (in KD45, half of them members) or two arrows from each world."""
    rng = np.random.default_rng(n)
    facts = {atom: WorldSet(n, column=rng.random(n) < 0.5) for atom in ATOMS}
    return Structure(Named(range(n)), facts, {agent: relation(rng, n, frame) for agent in AGENTS})


def relation(rng: np.random.Generator, n: int, frame: str) -> Relation:
    if frame == "sparse":
        return Relation.from_edges(n, np.repeat(np.arange(n), 2), rng.integers(0, n, 2 * n))
    labels = (rng.permutation(n) // 4).astype(np.int32)
    return Relation.from_labels(labels, None if frame == "S5" else rng.random(n) < 0.5)


def event_model(k: int, frame: str) -> EventModel:
    """Events with preconditions; every third changes p. ann distinguishes all events, bob pairs, the others none."""
    events = {f"e{i}": Event(PRECONDITIONS[i % 10], {"p": "q"} if i % 3 == 0 else None) for i in range(k)}
    names = list(events)
    if frame == "sparse":
        after = {name: names[(i + 1) % k] for i, name in enumerate(names)}
        ring = [(name, seen) for name in names for seen in (name, after[name])]
        return EventModel(events, {"ann": [(name, name) for name in names]}, others=ring)
    pairs = [names[i : i + 2] for i in range(0, k, 2)]
    if frame == "S5":
        return EventModel.s5(events, {"ann": [[name] for name in names], "bob": pairs}, others=[names])
    believed = [(pair, pair[:1]) for pair in pairs]
    return EventModel.kd45(
        events, {"ann": [([name], [name]) for name in names], "bob": believed}, others=[(names, names[:1])]
    )


def check(before: Structure, model: EventModel, made) -> None:
    """Assert that all worlds exist, and that sampled ones have the facts and arrows of the definition."""
    facts = {atom: where.column for atom, where in before.valuation.items()}
    truth = {
        "p": facts["p"],
        "~p": ~facts["p"],
        "q | r": facts["q"] | facts["r"],
        "p & q": facts["p"] & facts["q"],
        "true": np.ones(before.size, dtype=np.bool_),
        "r ^ s": facts["r"] ^ facts["s"],
        "~s": ~facts["s"],
        "q -> p": ~facts["q"] | facts["p"],
        "s": facts["s"],
        "~q": ~facts["q"],
    }
    events = list(model.events)
    able = [truth[PRECONDITIONS[i % 10]] for i in range(len(events))]
    assert made.structure.size == sum(map(int, map(np.count_nonzero, able)))
    rng = random.Random(0)
    numbers = made.world_of * len(events) + made.event_of  # ascending
    for i in [rng.randrange(made.structure.size) for _ in range(SAMPLED)]:
        w, e = int(made.world_of[i]), int(made.event_of[i])
        assert able[e][w]
        assert (i in made.structure.valuation["p"]) == bool(facts["q" if e % 3 == 0 else "p"][w])
        assert (i in made.structure.valuation["s"]) == bool(facts["s"][w])
        for agent in AGENTS:
            sees = [events.index(g) for g in model.seen(agent, events[e])]
            expected = [v * len(events) + g for v in before.relations[agent].successors(w) for g in sees if able[g][v]]
            assert [int(numbers[j]) for j in made.structure.relations[agent].successors(i)] == sorted(expected)


def row(n: int, k: int, frame: str) -> tuple[object, ...]:
    before, model = structure(n, frame), event_model(k, frame)
    seconds, made = best(lambda: product(before, model), runs=3 if n < 1_000_000 else 1)
    check(before, model, made)
    edges = sum(r.count_edges() for r in made.structure.relations.values())
    return n, k, made.structure.size, edges, seconds, seconds / made.structure.size * 1e9


def main() -> None:
    """Run the benchmark and print its table."""
    head = ("worlds", "events", "worlds after", "arrows after", "seconds", "ns a world after")
    for frame in ("S5", "KD45", "sparse"):
        table(f"Product update of 5 agents, {frame}, by worlds", head, [row(n, 10, frame) for n in WORLDS])
        table(f"Product update of 5 agents, {frame}, by events", head, [row(100_000, k, frame) for k in EVENTS])
