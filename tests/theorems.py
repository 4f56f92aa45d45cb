"""Random formulas that are often valid: instances of axioms in contexts, and consequences by construction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from problems import ATOMS, GROUPS, SYSTEM_SETS, random_induction, random_static

from kripke.data.frames import SYSTEMS
from logic import clauses as f
from logic.formula import Formula
from whoknows import Certificate, prove

Problem = tuple[Formula, dict[str, str], list[Formula]]
"""A formula, the logic of each agent, and a theory: is the formula valid?"""

OPERATORS = (f.K, f.M, f.Kw, f.E, f.EIterated, f.C, f.D)


@dataclass
class Maker:
    """Makes formulas about some agents.

    Parameters
    ----------
    rng : Random
        The source of chance.
    logic : dict
        The logic of each agent.
    groups : tuple
        The operators of groups that may occur.
    """

    rng: Random
    logic: dict[str, str]
    groups: tuple[type, ...]

    @property
    def agents(self) -> list[str]:
        """The agents."""
        return list(self.logic)

    def agent(self, *properties: str) -> str:
        """An agent, if possible of a logic whose axioms name these properties."""
        fitting = [a for a in self.agents if set(properties) <= set(SYSTEMS[self.logic[a]])]
        return self.rng.choice(fitting or self.agents)

    def group(self) -> list[str]:
        """Some agents."""
        return self.rng.sample(self.agents, self.rng.randint(1, len(self.agents)))

    def small(self, most: int = 4) -> Formula:
        """Any formula of up to `most` nodes."""
        return random_static(self.rng, self.agents, self.rng.randint(1, most), self.groups)

    def box(self, body: Formula) -> Formula:
        """A box of an agent or a group before the formula."""
        kind = self.rng.choice([f.K, *self.groups])
        return f.K(self.agent(), body) if kind is f.K else kind(self.rng.choice([None, self.group()]), body)


def _distribution(m: Maker) -> Formula:
    """A box of an implication is an implication of boxes."""
    x, y, a, g = m.small(), m.small(), m.agent(), m.group()
    kind = m.rng.choice([f.K, *m.groups])
    who = a if kind is f.K else g
    return f.Implies(f.And(kind(who, f.Implies(x, y)), kind(who, x)), kind(who, y))


def _axiom(m: Maker) -> Formula:
    """An axiom of the modal cube, for an agent of a logic that has it."""
    x = m.small()
    a = m.agent(name := m.rng.choice(["reflexive", "serial", "symmetric", "transitive", "euclidean"]))
    return {
        "reflexive": f.Implies(f.K(a, x), x),
        "serial": f.Implies(f.K(a, x), f.M(a, x)),
        "symmetric": f.Implies(x, f.K(a, f.M(a, x))),
        "transitive": f.Implies(f.K(a, x), f.K(a, f.K(a, x))),
        "euclidean": f.Implies(f.M(a, x), f.K(a, f.M(a, x))),
    }[name]


def _member(m: Maker) -> Formula:
    """What a Euclidean agent knows about the intersection with others: at the worlds that it sees it counts as S5."""
    x, a, g = m.small(), m.agent("euclidean"), m.group()
    g = sorted({a, *g})
    axiom = m.rng.choice(
        [
            f.Implies(f.D(g, x), x),
            f.Implies(x, f.D(g, f.Not(f.D(g, f.Not(x))))),
            f.Implies(f.D(g, x), f.D(g, f.D(g, x))),
            f.Implies(f.Not(f.D(g, x)), f.D(g, f.Not(f.D(g, x)))),
        ]
    )
    return m.rng.choice([f.K(a, axiom), f.K(m.agent("euclidean"), axiom), f.D(g, axiom)])


def _distributed(m: Maker) -> Formula:
    """What some know, a larger group knows together."""
    x, y, a, b = m.small(), m.small(2), m.agent(), m.agent()
    g = sorted({a, b, *m.group()})
    return m.rng.choice(
        [
            f.Implies(f.K(a, x), f.D(g, x)),
            f.Implies(f.And(f.K(a, f.Implies(x, y)), f.K(b, x)), f.D(g, y)),
            f.Implies(f.D([a, b], x), f.D(g, x)),
            f.Implies(f.E(g, x), f.D(g, x)),
            f.Iff(f.D([a], x), f.K(a, x)),
        ]
    )


def _common(m: Maker) -> Formula:
    """The axioms of common knowledge: fixpoint and induction, and what follows."""
    x, y, g = m.small(), m.small(2), m.group()
    h = m.rng.sample(g, m.rng.randint(1, len(g)))
    return m.rng.choice(
        [
            f.Iff(f.C(g, x), f.E(g, f.And(x, f.C(g, x)))),
            f.Implies(f.And(f.C(g, f.Implies(x, f.E(g, x))), f.E(g, x)), f.C(g, x)),
            f.Implies(f.C(g, x), f.C(h, x)),
            f.Implies(f.C(g, x), f.C(g, f.C(h, x))),
            f.Implies(f.C(g, x), f.EIterated(g, m.rng.randint(1, 3), x)),
            f.Iff(f.C(g, f.And(x, y)), f.And(f.C(g, x), f.C(g, y))),
            f.Implies(f.C(g, f.Implies(x, y)), f.Implies(f.C(h, x), f.C(h, y))),
            f.Implies(f.C(g, x), f.K(m.rng.choice(g), f.C(h, x))),
            f.Implies(f.C(g, x), f.D(h, f.C(g, x))),
        ]
    )


def _change(m: Maker) -> Formula:
    """Reduction axioms of announcements and of resolution."""
    x, y, p, a, g = m.small(2), m.small(2), m.small(2), m.agent(), m.group()
    whom = m.rng.choice([None, None, g])
    return m.rng.choice(
        [
            f.Implies(f.AnnounceDual(p, x, whom), f.Announce(p, x, whom)),
            f.Iff(f.Announce(p, f.Not(x), whom), f.Implies(p, f.Not(f.Announce(p, x, whom)))),
            f.Iff(f.Announce(p, f.And(x, y), whom), f.And(f.Announce(p, x, whom), f.Announce(p, y, whom))),
            f.Iff(f.Announce(p, f.K(a, x)), f.Implies(p, f.K(a, f.Announce(p, x)))),
            f.Iff(f.Announce(p, f.Announce(x, y)), f.Announce(f.And(p, f.Announce(p, x)), y)),
            f.Implies(f.C(g, f.Implies(p, f.Atom("q"))), f.Announce(p, f.C(g, f.Atom("q")))),
            f.Iff(f.R(g, f.K(g[0], f.Atom("p"))), f.D(g, f.Atom("p"))),
            f.Iff(f.R(g, f.And(x, y)), f.And(f.R(g, x), f.R(g, y))),
            f.Iff(f.R(g, f.Not(x)), f.Not(f.R(g, x))),
        ]
    )


SCHEMAS: tuple[Callable[[Maker], Formula], ...] = (
    _distribution,
    _axiom,
    _axiom,
    _member,
    _distributed,
    _common,
    _common,
    _change,
)


def theorem(m: Maker) -> Formula:
    """An instance of an axiom, perhaps in a context that keeps it valid; no agent's logic may have the axiom."""
    found = m.rng.choice(SCHEMAS)(m)
    for _ in range(m.rng.choice([0, 0, 1, 1, 2])):
        kind = m.rng.random()
        if kind < 0.6:
            found = m.box(found)
        elif kind < 0.75:
            found = f.Implies(m.small(), found)
        elif kind < 0.9:
            found = f.And(found, m.rng.choice(SCHEMAS)(m))
        else:
            found = f.Announce(m.small(2), found)
    return found


def consequence(m: Maker, size: int) -> tuple[Formula, Formula]:
    """A formula, and one that follows from it."""
    if size <= 1:
        x, y = m.small(1), m.small(1)
        return m.rng.choice([(x, x), (f.And(x, y), x), (x, f.Or(x, y)), (x, f.Implies(y, x))])
    kind = m.rng.random()
    if kind < 0.15:
        one, other = consequence(m, size - 1)
        return f.Not(other), f.Not(one)
    if kind < 0.35:
        part = m.rng.randint(1, size - 1)
        (one, other), (two, more) = consequence(m, part), consequence(m, size - part)
        clause = m.rng.choice([f.And, f.Or])
        return clause(one, two), clause(other, more)
    one, other = consequence(m, size - 1)
    if kind < 0.45:
        a = m.agent()
        return f.M(a, one), f.M(a, other)
    if kind < 0.55:
        said = m.small(2)
        return f.Announce(said, one), f.Announce(said, other)
    g = m.group()
    h = m.rng.sample(g, m.rng.randint(1, len(g)))
    strong, weak = m.rng.choice(
        [
            (f.K(h[0], one), f.K(h[0], other)),
            (f.K(h[0], one), f.D(g, other)),
            (f.E(g, one), f.K(h[0], other)),
            (f.C(g, one), f.E(h, other)),
            (f.C(g, one), f.C(h, other)),
            (f.C(g, one), f.D(h, other)),
            (f.D(h, one), f.D(g, other)),
            (f.C(g, one), f.C(g, f.K(h[0], other))),
        ]
    )
    return strong, weak


def random_logic(rng: Random) -> dict[str, str]:
    """A logic for each of one to three agents, often a different one for each."""
    agents = ["a", "b", "c"][: rng.choice([1, 2, 2, 2, 2, 3])]
    systems = rng.choice(SYSTEM_SETS)
    if len(systems) >= len(agents) and rng.random() < 0.7:
        return dict(zip(agents, rng.sample(systems, len(agents)), strict=True))
    return {agent: rng.choice(systems) for agent in agents}


def random_question(rng: Random) -> Problem:
    """A formula that may be valid, a logic for each agent, and sometimes a theory."""
    kind = rng.random()
    if kind < 0.12:
        formula, logic, theory = random_induction(rng)
        return f.Not(formula), logic, theory
    m = Maker(rng, random_logic(rng), rng.choice(GROUPS))
    theory = [m.small(4)] if rng.random() < 0.15 else []
    if kind < 0.37:
        formula = theorem(m)
    elif kind < 0.52:
        formula = f.Implies(*consequence(m, rng.randint(2, 5)))
    elif kind < 0.6:
        formula = f.Implies(*reversed(consequence(m, rng.randint(2, 5))))
    else:
        formula = random_static(rng, m.agents, rng.randint(3, 16), m.groups)
    return formula, m.logic, theory


def random_after_changes(rng: Random) -> Problem:
    """What is common knowledge after announcements, questions and resolutions of groups, and perhaps what follows."""
    m = Maker(rng, random_logic(rng), (f.C, f.D))
    x, some, kind = m.small(2), m.group(), rng.random()
    if kind < 0.3:  # one step of common knowledge after the members of a group have pooled what they know
        h = m.group()
        common = f.C(h, x)
        formula = f.Iff(f.R(some, common), f.R(some, f.E(h, f.And(x, common))))
    elif kind < 0.6:  # the same change before common knowledge of two groups
        change = rng.getstate()
        first = _changed(m, f.C(m.agents, x))
        rng.setstate(change)
        formula = f.Implies(*rng.sample([first, _changed(m, f.C(some, x))], 2))
    else:
        formula = f.Implies(*[_changed(m, _changed(m, f.C(m.group(), m.small(2)))) for _ in range(2)])
    return formula, m.logic, [m.small(2)] if rng.random() < 0.15 else []


def _changed(m: Maker, formula: Formula) -> Formula:
    """What holds after a change of what some or all agents know."""
    whom = m.rng.choice([None, m.group(), m.group()])
    if m.rng.random() < 0.4:
        return f.R(whom, formula)
    kind = m.rng.choice([f.Announce, f.AnnounceDual, f.AnnounceWhether])
    return kind(m.small(2), formula, whom)


def nested(formula: Formula) -> bool:
    """Whether an operator of common or distributed knowledge is in the scope of an operator of knowledge."""
    return any(
        isinstance(inner, (f.C, f.D))
        for node in formula.subformulas()
        if isinstance(node, OPERATORS)
        for inner in node.sub.subformulas()
    )


def mixed(logic: dict[str, str]) -> bool:
    """Whether two agents have different logics."""
    return len(set(logic.values())) > 1


def certificates(rng: Random) -> Iterator[Certificate]:
    """Proofs of random valid formulas; every second one is about common knowledge."""
    while True:
        if rng.random() < 0.5:
            formula, logic, theory = random_induction(rng)
            formula = f.Not(formula)
        else:
            formula, logic, theory = random_question(rng)
        if answer := prove(formula, logic, theory, atoms=ATOMS):
            yield answer.certificate()
