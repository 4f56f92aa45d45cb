"""Reference semantics: the paper's clauses over sets of worlds and sets of pairs; slow, and the oracle of the tests.

van Ditmarsch, van der Hoek and Kooi, *Dynamic Epistemic Logic* (Springer 2007), doi:10.1007/978-1-4020-5839-4:
definition 2.6 (knowledge), 2.30 (group knowledge), 4.7 (public announcement); conditional, safe and strong belief after
Baltag and Smets (2008), "A qualitative theory of dynamic interactive belief revision", section 2; graded and threshold
belief as in docs/reference/notation.md. This module shares no code with the engines.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from kripke.change.event import EventModel
from kripke.data.errors import ModelError
from kripke.data.structure import Structure
from logic import clauses as f
from logic.formula import Formula, Group

Pairs = frozenset[tuple[int, int]]
Extension = frozenset[int]


@dataclass(frozen=True)
class Plain:
    """A model M = (W, R, V) as in the textbook, with weights, thresholds and ranks for the agents that have them.

    Parameters
    ----------
    relations : mapping
        Agent -> pairs of worlds.
    valuation : mapping
        Atom -> worlds where it is true.
    weights : mapping
        Agent -> world -> weight.
    thresholds : mapping
        Agent with weights -> threshold.
    ranks : mapping
        Agent -> world -> rank.
    actions : mapping
        Name -> event model, for formulas that name actions.
    pooled : frozenset of str
        The agents whose knowledge has been pooled; their beliefs are undefined if they have weights or ranks.
    """

    worlds: Extension
    relations: Mapping[str, Pairs]
    valuation: Mapping[str, Extension]
    weights: Mapping[str, Mapping[int, Fraction]]
    thresholds: Mapping[str, Fraction]
    ranks: Mapping[str, Mapping[int, Any]]
    actions: Mapping[str, EventModel] = field(default_factory=dict)
    pooled: frozenset[str] = frozenset()


def plain(structure: Structure, actions: Mapping[str, EventModel] | None = None) -> Plain:
    """The structure as sets of worlds and pairs; a world is its position. O(n + edges)."""
    return Plain(
        frozenset(range(structure.size)),
        {
            a: frozenset((i, j) for i in range(structure.size) for j in r.successors(i))
            for a, r in structure.relations.items()
        },
        {p: frozenset(i for i in range(structure.size) if i in where) for p, where in structure.valuation.items()},
        {
            a: {i: Fraction(n, given.denominator) for i, n in enumerate(given.numerators)}
            for a, given in structure.weights.items()
        },
        {a: given.threshold for a, given in structure.weights.items()},
        {a: dict(enumerate(ranks)) for a, ranks in structure.ranks.items()},
        actions or {},
    )


def truth(m: Plain, formula: Formula) -> Extension:
    """The worlds of m where the formula holds. Exponential in the nesting of announcements; recursive."""
    match formula:
        case f.Top():
            return m.worlds
        case f.Bottom():
            return frozenset()
        case f.Atom(p):
            return m.valuation[p] & m.worlds
        case f.Not(phi):
            return m.worlds - truth(m, phi)
        case f.And(phi, psi):
            return truth(m, phi) & truth(m, psi)
        case f.Or(phi, psi):
            return truth(m, phi) | truth(m, psi)
        case f.Xor(phi, psi):
            return truth(m, phi) ^ truth(m, psi)
        case f.Implies(phi, psi):
            return (m.worlds - truth(m, phi)) | truth(m, psi)
        case f.Iff(phi, psi):
            yes, also = truth(m, phi), truth(m, psi)
            return frozenset(w for w in m.worlds if (w in yes) == (w in also))
        case f.K(a, phi):
            return box(m, m.relations[a], truth(m, phi))
        case f.M(a, phi):
            return m.worlds - box(m, m.relations[a], m.worlds - truth(m, phi))
        case f.Kw(a, phi):
            return truth(m, f.Or(f.K(a, phi), f.K(a, f.Not(phi))))
        case f.Kv(a, x):
            values = [p for p in m.valuation if p.startswith(x + "=")]
            return frozenset(w for p in values for w in truth(m, f.K(a, f.Atom(p))))
        case f.E(group, phi):
            inside = truth(m, phi)
            return m.worlds.intersection(*[box(m, m.relations[a], inside) for a in _group(m, group)])
        case f.EIterated(group, times, phi):
            inside = truth(m, phi)
            for _ in range(times):
                inside = m.worlds.intersection(*[box(m, m.relations[a], inside) for a in _group(m, group)])
            return inside
        case f.C(group, phi):
            union = frozenset(pair for a in _group(m, group) for pair in m.relations[a])
            return box(m, _transitive_closure(union), truth(m, phi))
        case f.D(group, phi):
            joint = frozenset((w, v) for w in m.worlds for v in m.worlds)
            for a in _group(m, group):
                joint &= m.relations[a]
            return box(m, joint, truth(m, phi))
        case f.B(a, phi):
            _require_belief(m, [a])
            return believed(m, a, m.worlds, truth(m, phi))
        case f.BGiven(a, psi, phi):
            _require_belief(m, [a])
            return believed(m, a, truth(m, psi), truth(m, phi))
        case f.BAtLeast(a, r, phi):
            _require_belief(m, [a])
            inside = truth(m, phi)
            return frozenset(w for w in m.worlds if degree(m, a, w, inside) >= Fraction(r))
        case f.Bsafe(a, phi):
            _require_belief(m, [a])
            inside = truth(m, phi)
            return frozenset(
                w for w in m.worlds if all(v in inside for v in see(m, a, w) if rank(m, a, v) <= rank(m, a, w))
            )
        case f.Bstrong(a, phi):
            _require_belief(m, [a])
            inside = truth(m, phi)
            return frozenset(w for w in m.worlds if strongly(m, a, see(m, a, w), inside))
        case f.Announce(phi, psi, None):
            return (m.worlds - truth(m, phi)) | truth(after(m, phi), psi)
        case f.AnnounceDual(phi, psi, None):
            return truth(m, phi) & truth(after(m, phi), psi)
        case f.Announce(phi, psi, group):
            return truth(m, f.Implies(phi, f.AnnounceWhether(phi, psi, group)))
        case f.AnnounceDual(phi, psi, group):
            return truth(m, f.And(phi, f.AnnounceWhether(phi, psi, group)))
        case f.AnnounceWhether(phi, psi, group):
            return truth(after_whether(m, phi, group), psi)
        case f.R(group, phi):
            return truth(after_pooling(m, group), phi)
        case f.Act(name, phi):
            then, pairs = product(m, m.actions[name])
            inside = truth(then, phi)
            designated = m.actions[name].designated
            return m.worlds - frozenset(w for i, (w, e) in enumerate(pairs) if e in designated and i not in inside)
        case f.ActDual(name, phi):
            return truth(m, f.Not(f.Act(name, f.Not(phi))))
    raise TypeError(f"no clause for {type(formula).__name__}")


def box(m: Plain, relation: Pairs, inside: Extension) -> Extension:
    """The worlds all of whose successors are inside."""
    return m.worlds - frozenset(w for w, v in relation if v not in inside)


def see(m: Plain, agent: str, world: int) -> Extension:
    """The worlds that the agent considers possible at a world."""
    return frozenset(v for w, v in m.relations[agent] if w == world)


def _transitive_closure(relation: Pairs) -> Pairs:
    """The least transitive relation that contains the relation: one or more steps."""
    successors: dict[int, set[int]] = {}
    for w, v in relation:
        successors.setdefault(w, set()).add(v)
    return frozenset((w, u) for w in successors for u in _walk(successors, w))


def _walk(successors: Mapping[int, set[int]], start: int) -> set[int]:
    reached: set[int] = set()
    waiting = list(successors[start])
    while waiting:
        world = waiting.pop()
        if world not in reached:
            reached.add(world)
            waiting.extend(successors.get(world, ()))
    return reached


def believed(m: Plain, agent: str, condition: Extension, inside: Extension) -> Extension:
    """The worlds where the most plausible condition-worlds that the agent considers possible are inside."""
    return frozenset(w for w in m.worlds if best(m, agent, see(m, agent, w) & condition) <= inside)


def best(m: Plain, agent: str, candidates: Extension) -> Extension:
    """The candidates at or above the threshold, or the heaviest; the most plausible; or all of them."""
    if not candidates:
        return candidates
    if agent in m.ranks:
        least = min(m.ranks[agent][v] for v in candidates)
        return frozenset(v for v in candidates if m.ranks[agent][v] == least)
    if agent in m.weights:
        weights = m.weights[agent]
        above = frozenset(v for v in candidates if weights[v] >= m.thresholds[agent])
        heaviest = max(weights[v] for v in candidates)
        return above or frozenset(v for v in candidates if weights[v] == heaviest)
    return candidates


def rank(m: Plain, agent: str, world: int) -> Any:
    """The rank of the world for the agent, after a product an event's rank before a world's; 0 without ranks."""
    return m.ranks[agent][world] if agent in m.ranks else 0


def degree(m: Plain, agent: str, world: int, inside: Extension) -> Fraction:
    """The share of the agent's weight that is inside; 0 if the total weight is 0."""
    weight = {v: m.weights[agent][v] if agent in m.weights else Fraction(1) for v in see(m, agent, world)}
    whole = sum(weight.values())
    return sum((weight[v] for v in weight if v in inside), Fraction(0)) / whole if whole else Fraction(0)


def strongly(m: Plain, agent: str, possible: Extension, inside: Extension) -> bool:
    """Whether some possible world is inside, and each such world is more plausible than each outside."""
    yes, no = possible & inside, possible - inside
    return bool(yes) and all(rank(m, agent, v) < rank(m, agent, u) for v in yes for u in no)


def after(m: Plain, phi: Formula) -> Plain:
    """M|phi: the worlds where phi holds, and everything else restricted to them (definition 4.7)."""
    left = truth(m, phi)
    relations = {a: frozenset((w, v) for w, v in r if w in left and v in left) for a, r in m.relations.items()}
    return replace(m, worlds=left, relations=relations)


def after_whether(m: Plain, phi: Formula, group: Group) -> Plain:
    """All worlds stay; the relations of the group keep only the pairs that agree on phi.

    Parameters
    ----------
    group : frozenset of str or None
        The agents who learn the answer; None: all.
    """
    yes = truth(m, phi)
    learn = _group(m, group)
    relations = {
        a: frozenset((w, v) for w, v in r if (w in yes) == (v in yes)) if a in learn else r
        for a, r in m.relations.items()
    }
    return replace(m, relations=relations)


def after_pooling(m: Plain, group: Group) -> Plain:
    """Each member's relation becomes the intersection of the group's (Ågotnes and Wáng 2017, definition 3).

    Parameters
    ----------
    group : frozenset of str or None
        The agents who pool what they know; None: all.
    """
    members = _group(m, group)
    joint = frozenset((w, v) for w in m.worlds for v in m.worlds).intersection(*[m.relations[a] for a in members])
    return replace(m, relations={**m.relations, **dict.fromkeys(members, joint)}, pooled=m.pooled | members)


def _require_belief(m: Plain, agents: Iterable[str]) -> None:
    if any(agent in m.pooled and (agent in m.weights or agent in m.ranks) for agent in agents):
        raise ModelError("beliefs are undefined after the group has pooled what it knows")


def product(m: Plain, model: EventModel) -> tuple[Plain, list[tuple[int, str]]]:
    """M x E: the pairs (w, e) where e's precondition holds at w, numbered; and the pair of each number."""
    _require_belief(m, m.relations)
    pairs = [(w, e) for w in sorted(m.worlds) for e, event in model.events.items() if w in truth(m, event.pre)]
    numbers = range(len(pairs))
    changed = {p for event in model.events.values() for p in event.post}

    def true_after(p: str, w: int, e: str) -> bool:
        post = model.events[e].post
        return w in (truth(m, post[p]) if p in post else m.valuation.get(p, frozenset()))

    def sees(a: str, i: int, j: int) -> bool:
        (w, e), (v, g) = pairs[i], pairs[j]
        return (w, v) in m.relations[a] and g in model.seen(a, e)

    then = Plain(
        frozenset(numbers),
        {a: frozenset((i, j) for i in numbers for j in numbers if sees(a, i, j)) for a in m.relations},
        {p: frozenset(i for i in numbers if true_after(p, *pairs[i])) for p in {*m.valuation, *changed}},
        {a: {i: by[w] * model.weight(a, e) for i, (w, e) in enumerate(pairs)} for a, by in m.weights.items()},
        m.thresholds,
        {a: {i: (model.rank(a, e), by[w]) for i, (w, e) in enumerate(pairs)} for a, by in m.ranks.items()},
        m.actions,
    )
    return then, pairs


def _group(m: Plain, group: Group) -> frozenset[str]:
    return frozenset(m.relations if group is None else group)
