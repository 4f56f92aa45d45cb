"""Random models of every frame class and random formulas of the whole language, from a seed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from random import Random

from kripke.change.event import Event, EventModel
from kripke.checking import build, observations
from kripke.data.structure import Structure
from logic import clauses as f
from logic.errors import EpistemicError
from logic.formula import Formula

ATOMS = ("p", "q", "r", "x=1", "x=2", "x=3")
AGENTS = ("a", "b", "c", "d")
FRAMES = ("any", "S5", "KD45", "K45", "T", "S4")


def random_structure(rng: Random, most_worlds: int = 40, frame: str | None = None) -> Structure:
    """A structure of 1 to `most_worlds` worlds and 0 to 4 agents, some with weights or ranks where the frame allows."""
    n = rng.choice([1, 2, 3, rng.randint(1, most_worlds), rng.randint(1, most_worlds)])
    frame = frame or rng.choice(FRAMES)
    agents = AGENTS[: rng.randint(0, 4)]
    density = rng.choice([0.2, 0.5, 0.8])
    worlds = {f"w{i}": {p for p in ATOMS if rng.random() < density} for i in range(n)}
    relations = {a: _pairs(rng, n, rng.choice(FRAMES) if frame == "mixed" else frame) for a in agents}
    named = {a: [(f"w{i}", f"w{j}") for i, j in sorted(pairs)] for a, pairs in relations.items()}
    plain = build.from_relations(worlds, named, rng.choice([None, "w0"]), ATOMS)
    ordered = [a for a in agents if plain.relations[a].is_k45 and rng.random() < 0.6]
    weighted = [a for a in ordered if rng.random() < 0.5]
    weights = {a: _weights(rng, plain, a) for a in weighted} or None
    ranks = {a: {w: rng.randint(0, 3) for w in worlds} for a in ordered if a not in weighted} or None
    threshold = rng.choice([0.2, 0.5, {a: Fraction(1, 3) for a in weighted}]) if weights else None
    actual = rng.choice([None, "w0"])
    if not (weights or ranks):
        return replace(plain, actuals=() if actual is None else (0,))
    return build.from_relations(worlds, named, actual, ATOMS, weights, threshold, ranks)


def _weights(rng: Random, structure: Structure, agent: str) -> dict[object, Fraction]:
    members = structure.relations[agent].members
    return {w: Fraction(rng.randint(0, 6), 6) for i, w in enumerate(structure.worlds) if members[i]}


def _pairs(rng: Random, n: int, frame: str) -> set[tuple[int, int]]:
    if frame in ("S5", "KD45", "K45"):
        return _classes(rng, n, frame)
    degree = rng.choice([0.5, 1.0, 2.0, n / 2])
    pairs = {(rng.randrange(n), rng.randrange(n)) for _ in range(int(degree * n))}
    if frame in ("T", "S4"):
        pairs |= {(i, i) for i in range(n)}
    return _transitive(pairs) if frame == "S4" else pairs


def _classes(rng: Random, n: int, frame: str) -> set[tuple[int, int]]:
    count = rng.randint(1, n)
    label = [rng.randrange(count) for _ in range(n)]
    member = [frame == "S5" or rng.random() < 0.6 for _ in range(n)]
    for i in range(n):
        if frame == "KD45" and not any(member[j] for j in range(n) if label[j] == label[i]):
            member[i] = True
    seen: list[list[int]] = [[] for _ in range(count)]
    for j in range(n):
        if member[j]:
            seen[label[j]].append(j)
    return {(i, j) for i in range(n) for j in seen[label[i]]}


def _transitive(pairs: set[tuple[int, int]]) -> set[tuple[int, int]]:
    while True:
        more = {(i, k) for i, j in pairs for j2, k in pairs if j == j2} | pairs
        if more == pairs:
            return pairs
        pairs = more


def random_formula(rng: Random, agents: tuple[str, ...], size: int = 12, beliefs: bool = True) -> Formula:
    """A formula of about `size` nodes over `ATOMS` and the agents, of the whole language without named actions.

    What follows a resolution has no beliefs, which are undefined there for agents with weights or ranks.
    """
    if size <= 1:
        leaf = rng.random()
        if agents and leaf < 0.1:
            return f.Kv(rng.choice(agents), "x")
        return f.Atom(rng.choice(ATOMS)) if leaf < 0.9 else rng.choice([f.Top(), f.Bottom()])
    part = rng.randint(1, size - 1)
    one = partial(random_formula, rng, agents, size - 1, beliefs)
    two = partial(random_formula, rng, agents, beliefs=beliefs)
    kind = rng.random()
    if kind < 0.15:
        return f.Not(one())
    if kind < 0.4 or (not agents and kind < 0.7):
        return rng.choice([f.And, f.Or, f.Xor, f.Implies, f.Iff])(two(part), two(size - part))
    if kind < 0.7:
        return _one_agent(rng, rng.choice(agents), one, two, size, beliefs)
    group = rng.choice([None, None, rng.sample(agents, rng.randint(1, len(agents)))]) if agents else None
    if kind < 0.82:
        if rng.random() < 0.2:
            return f.EIterated(group, rng.choice([1, 2, 3, 7, 30]), one())
        if beliefs and rng.random() < 0.3:
            graded = rng.choice([f.EBAtLeast, f.CBAtLeast])
            return graded(group, Fraction(rng.randint(0, 6), 6), one())
        return rng.choice([f.E, f.C, f.D, f.EB, f.CB, f.DB] if beliefs else [f.E, f.C, f.D])(group, one())
    if kind < 0.86:
        return f.R(group, random_formula(rng, agents, size - 1, beliefs=False))
    change = rng.choice([f.Announce, f.Announce, f.AnnounceDual, f.AnnounceWhether])
    return change(two(part), two(size - part), group if rng.random() < 0.6 else None)


def _one_agent(rng: Random, agent: str, one, two, size: int, beliefs: bool) -> Formula:
    knowledge, belief = [f.K, f.K, f.M, f.Kw], [f.B, f.Bsafe, f.Bstrong, f.BAtLeast, f.BGiven]
    clause = rng.choice([*knowledge, *belief] if beliefs else knowledge)
    if clause is f.BAtLeast:
        return f.BAtLeast(agent, Fraction(rng.randint(0, 6), 6), one())
    if clause is f.BGiven:
        return f.BGiven(agent, two(max(1, size // 2)), two(max(1, size // 2)))
    return clause(agent, one())


def random_run(rng: Random, steps: tuple[str, ...], agents: tuple[str, ...], size: int = 6) -> Formula:
    """A formula about a program over these steps, agents or actions with an ``@``, of about `size` words."""

    def program(size: int) -> tuple[tuple[str, ...], tuple[Formula, ...]]:
        if size <= 1:
            if not steps or rng.random() < 0.25:
                return ("?",), (random_formula(rng, agents, 3),)
            return (rng.choice(steps),), ()
        if rng.random() < 0.35:
            words, tests = program(size - 1)
            return (*words, "*"), tests
        first = rng.randint(1, size - 1)
        (one, its), (other, others) = program(first), program(size - first)
        return (*one, *other, rng.choice(";;|")), its + others

    words: tuple[str, ...] = ()
    while {";", "*", "?"}.isdisjoint(words):
        words, tests = program(rng.randint(1, size))
    return f.run(words, tests, random_formula(rng, agents, 3), rng.random() < 0.5)


def random_cube(rng: Random) -> Structure:
    """A structure from observations of `ATOMS` under a random law that something satisfies."""
    observes = {a: rng.sample(ATOMS, rng.randint(0, len(ATOMS))) for a in AGENTS[: rng.randint(0, 4)]}
    while True:
        law = random_formula(rng, (), rng.randint(1, 6))
        try:
            return observations.from_observations(ATOMS, observes, law)
        except EpistemicError:
            continue


def random_event_model(rng: Random, structure: Structure, most_events: int = 3) -> EventModel:
    """An event model for the structure's agents: any frames, factual or modal preconditions, changes of fact."""
    agents = structure.agents
    events = {
        f"e{k}": Event(random_formula(rng, agents, rng.randint(1, 4)), _post(rng, agents))
        for k in range(rng.randint(1, most_events))
    }
    names = list(events)
    ordered = {*structure.weights, *structure.ranks}
    frames = {a: rng.choice(("S5", "KD45", "K45") if a in ordered else FRAMES) for a in agents}
    relations = {a: [(names[i], names[j]) for i, j in _pairs(rng, len(names), frames[a])] for a in agents}
    bare = EventModel(events, relations)
    weights = {a: _weights(rng, bare.frame, a) for a in structure.weights if bare.frame.relations[a].is_k45} or None
    ranks = {
        a: {e: rng.randint(0, 2) for e in names} for a in structure.ranks if bare.frame.relations[a].is_k45
    } or None
    return EventModel(events, relations, rng.choice([None, names[0], names]), None, weights, ranks)


def _post(rng: Random, agents: tuple[str, ...]) -> dict[str, Formula]:
    return {atom: random_formula(rng, agents, 3) for atom in rng.sample([*ATOMS, "new"], rng.choice([0, 0, 1, 2]))}
