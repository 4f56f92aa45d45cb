"""Random problems for the prover, and all small models of a logic for the reference semantics."""

from __future__ import annotations

from itertools import product
from random import Random

import networkx as nx
from reference_graphs import graph
from three_worlds import relations

from kripke.change.event import Event, EventModel
from kripke.data.frames import SYSTEMS
from logic import clauses as f
from logic.formula import Formula

AGENTS = ["a", "b"]
ATOMS = ("p", "q", "x=1", "x=2")
GROUPS = ((f.E, f.D), (f.E, f.C), (f.C, f.D), (f.D,), (f.C,))
"""The operators of groups that occur together in a formula."""
SYSTEM_SETS = (tuple(SYSTEMS), ("S5", "KD45"), ("K5", "KD5", "KD45", "B", "K45"))


def random_problem(rng: Random, size: int) -> tuple[Formula, dict[str, str], list[Formula]]:
    """A formula of up to `size` nodes, a logic for each agent, and sometimes a theory."""
    agents = ["a", "b", "c"][: rng.choice([1, 2, 2, 2, 3])]
    group = rng.choice(GROUPS)
    systems = rng.choice(SYSTEM_SETS)
    logic = {agent: rng.choice(systems) for agent in agents}
    theory = [random_static(rng, agents, 4, group)] if rng.random() < 0.2 else []
    return random_static(rng, agents, rng.randint(3, size), group), logic, theory


def random_static(rng: Random, agents: list[str], size: int, groups: tuple[type, ...]) -> Formula:
    """A formula of the language that the prover decides."""
    if size <= 1:
        atom = f.Atom(rng.choice(ATOMS[:2]))
        return rng.choice([atom] * 8 + [f.Top(), f.Bottom(), f.Kv(rng.choice(agents), "x")])
    part, kind = rng.randint(1, size - 1), rng.random()
    if kind < 0.15:
        return f.Not(random_static(rng, agents, size - 1, groups))
    if kind < 0.35:
        clause = rng.choice([f.And, f.Or, f.Implies, f.Iff, f.Xor])
        return clause(random_static(rng, agents, part, groups), random_static(rng, agents, size - part, groups))
    if kind < 0.65:
        one = rng.choice([f.K, f.M, f.K, f.M, f.Kw])
        return one(rng.choice(agents), random_static(rng, agents, size - 1, groups))
    group = rng.choice([None, rng.sample(agents, rng.randint(1, len(agents)))])
    if kind < 0.85:
        return rng.choice(groups)(group, random_static(rng, agents, size - 1, groups))
    if kind < 0.9:
        inside = random_static(rng, agents, size - 1, groups)
        return f.R(group, inside) if rng.random() < 0.6 else f.EIterated(group, rng.randint(1, 3), inside)
    change = rng.choice([f.Announce, f.AnnounceDual, f.AnnounceWhether])
    said, then = (random_static(rng, agents, n, groups) for n in (part, size - part))
    return change(said, then, group if rng.random() < 0.5 else None)


def small_models(
    rng: Random, logic: dict[str, str], atoms: tuple[str, ...], size: int, most: int
) -> list[nx.MultiDiGraph]:
    """Models of `size` worlds: all of them if there are at most `most`, else that many at random."""
    choices = [relations(system, size) for system in logic.values()]
    columns = [frozenset(w for w in range(size) if bits >> w & 1) for bits in range(1 << size)]
    number = len(columns) ** len(atoms)
    for choice in choices:
        number *= len(choice)
    if number <= most:
        drawn = product(*choices, *[columns] * len(atoms))
    else:
        lists = [*choices, *[columns] * len(atoms)]
        drawn = (tuple(rng.choice(each) for each in lists) for _ in range(most))
    return [
        graph(range(size), dict(zip(logic, parts, strict=False)), dict(zip(atoms, parts[len(logic) :], strict=True)))
        for parts in drawn
    ]


def random_induction(rng: Random) -> tuple[Formula, dict[str, str], list[Formula]]:
    """A conjunction about common knowledge: laws from world to world, what holds here, and what fails far away."""
    agents = ["a", "b"][: rng.choice([1, 2, 2])]
    logic = {
        agent: rng.choice(rng.choice([("K", "T", "S4", "S5"), ("KD45", "K45", "KB", "K5"), tuple(SYSTEMS)]))
        for agent in agents
    }
    atoms = [f.Atom(name) for name in ("p", "q")]

    def literal() -> Formula:
        atom = rng.choice(atoms)
        return atom if rng.random() < 0.6 else f.Not(atom)

    def group() -> list[str]:
        return rng.sample(agents, rng.randint(1, len(agents)))

    def near(body: Formula) -> Formula:
        kind = rng.random()
        if kind < 0.4:
            return f.K(rng.choice(agents), body)
        if kind < 0.7:
            return f.E(None, body)
        return f.M(rng.choice(agents), body) if kind < 0.9 else f.D(group(), body)

    def law() -> Formula:
        return f.Implies(rng.choice([literal(), f.And(literal(), literal())]), rng.choice([literal(), near(literal())]))

    def piece() -> Formula:
        kind = rng.random()
        if kind < 0.3:
            return f.C(rng.choice([None, group()]), law())
        if kind < 0.5:
            return f.EIterated(None, rng.randint(1, 4), literal())
        if kind < 0.6:
            return near(near(literal()))
        return rng.choice([literal(), near(literal()), near(f.C(group(), literal()))])

    far = f.Not(f.C(rng.choice([None, group()]), rng.choice([literal(), f.Or(literal(), literal()), near(literal())])))
    parts = [far, *[piece() for _ in range(rng.randint(1, 4))]]
    if rng.random() < 0.3:
        parts.append(f.Announce(literal(), f.Not(f.C(None, literal()))))
    rng.shuffle(parts)
    formula = parts[0]
    for part in parts[1:]:
        formula = f.And(formula, part)
    return formula, logic, [law()] if rng.random() < 0.3 else []


def random_action(rng: Random) -> EventModel:
    """An event model of up to three events for the agents a and b."""
    names = [f"e{i}" for i in range(rng.randint(1, 3))]
    groups = (f.D,)
    events = {}
    for name in names:
        post = {p: random_static(rng, AGENTS, 3, groups) for p in ("p", "q") if rng.random() < 0.3}
        events[name] = Event(random_static(rng, AGENTS, rng.randint(1, 4), groups), post)
    pairs = {agent: [(d, e) for d in names for e in names if rng.random() < 0.6] for agent in AGENTS}
    return EventModel(events, pairs, rng.choice([None, names[0]]))


def random_consequence(rng: Random) -> Formula:
    """A formula about what holds after the action named act."""
    inside = random_static(rng, AGENTS, rng.randint(2, 6), rng.choice([(f.C,), (f.C, f.D), (f.E,)]))
    formula: Formula = rng.choice([f.Act, f.ActDual])("act", inside)
    for _ in range(rng.randint(0, 2)):
        formula = rng.choice(
            [
                f.Not(formula),
                f.K(rng.choice(AGENTS), formula),
                f.C(None, formula),
                f.And(formula, random_static(rng, AGENTS, 3, (f.C,))),
                f.Act("act", formula),
                f.Announce(random_static(rng, AGENTS, 2, (f.D,)), formula, rng.choice([None, ["a"]])),
                f.R(None, formula),
            ]
        )
    return formula
