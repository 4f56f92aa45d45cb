"""What an explanation claims, checked node by node against the slow semantics: truth, witnesses, counts, paths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from networkx import MultiDiGraph
from reference_graphs import plain

from kripke.change.event import EventModel
from kripke.data.structure import Structure
from kripke.data.worlds import World
from kripke.semantics import (
    agents,
    believed,
    best,
    degree,
    product,
    rank,
    refined,
    resolved,
    restricted,
    see,
    to_degree,
    truth,
    upgraded,
)
from kripke.semantics import runs as program_runs
from kripke.why.explanation import Explanation
from logic import clauses as f
from logic.exact import degree_text
from logic.formula import Formula
from logic.shared import conjuncts, definition


@dataclass(frozen=True)
class Context:
    """A model as announcements and actions have left it, and its worlds by their names."""

    model: MultiDiGraph
    places: Mapping[World, Any]
    actions: Mapping[str, EventModel]
    pooled: frozenset[str] = frozenset()
    known: dict[Formula, frozenset[Any]] = field(default_factory=dict, init=False)

    def truth(self, formula: Formula) -> frozenset[Any]:
        """The worlds where the formula holds, which several nodes ask."""
        if formula not in self.known:
            self.known[formula] = truth(self.model, formula, self.actions, self.pooled)
        return self.known[formula]


@dataclass(frozen=True)
class Node:
    """An explanation with its context, its position, and the formula under its negations."""

    context: Context
    position: Any
    formula: Formula
    holds: bool
    explanation: Explanation

    @property
    def model(self) -> MultiDiGraph:
        return self.context.model

    def truth(self, formula: Formula) -> frozenset[Any]:
        return self.context.truth(formula)

    def says(self, formula: Formula) -> dict[Any, bool]:
        """What the children in the same context say of a formula: {position: holds}."""
        same = [child for child in self.explanation.children if child.after == self.explanation.after]
        return {self.context.places[child.world]: child.holds for child in same if child.formula == formula}

    def then(self, formula: Formula) -> dict[World, bool]:
        """What the children after the change say of a formula: {world: holds}."""
        changed = [child for child in self.explanation.children if child.after != self.explanation.after]
        return {child.world: child.holds for child in changed if child.formula == formula}


def contexts(
    structure: Structure, explanation: Explanation, actions: Mapping[str, EventModel] | None = None
) -> Iterator[tuple[Explanation, Context]]:
    """Each node with its context, computed by the slow semantics."""
    start = Context(plain(structure), {name: i for i, name in enumerate(structure.worlds)}, actions or {})
    known: dict[tuple[Formula, ...], Context] = {(): start}
    for node in explanation.walk():
        if node.after not in known:
            known[node.after] = changed(known[node.after[:-1]], node.after[-1])
        yield node, known[node.after]


def changed(context: Context, change: Formula) -> Context:
    model = context.model
    if isinstance(change, (f.Act, f.ActDual)):
        then = product(model, context.actions[change.action])
        return Context(then, outcomes(context, change.action, then), context.actions)
    if isinstance(change, f.R):
        members = context.pooled.union(agents(model) if change.group is None else change.group)
        return replace(context, model=resolved(model, change.group), pooled=members)
    yes = context.truth(change.statement)
    if isinstance(change, f.Upgrade):
        return replace(context, model=upgraded(model, yes, isinstance(change, f.ConservativeUpgrade)))
    if isinstance(change, f.AnnounceWhether) or change.group is not None:
        return replace(context, model=refined(model, yes, change.group))
    return replace(context, model=restricted(model, yes))


def outcomes(context: Context, action: str, pairs: Iterable[tuple[Any, str]]) -> dict[str, tuple[Any, str]]:
    """The worlds of a product by their names; a single event keeps the worlds' names."""
    names = {position: name for name, position in context.places.items()}
    single = len(context.actions[action].events) == 1
    return {names[w] if single else f"{names[w]}·{e}": (w, e) for w, e in pairs}


def check(structure: Structure, explanation: Explanation, actions: Mapping[str, EventModel] | None = None) -> int:
    """Check every node; the number of nodes whose witnesses were checked too."""
    checked = 0
    for node, context in contexts(structure, explanation, actions):
        position = context.places[node.world]
        assert node.holds == (position in context.truth(node.formula)), node.sentence
        if node.repeats or (node.omitted and not node.children):
            continue
        formula, holds = node.formula, node.holds
        while isinstance(formula, f.Not):
            formula, holds = formula.sub, not holds
        if isinstance(formula, (f.Atom, f.Top, f.Bottom)):
            assert not node.children
            continue
        CHECKS.get(type(formula), defined)(Node(context, position, formula, holds, node))
        checked += 1
    return checked


def all_or_one(node: Node, sub: Formula, seen: frozenset[Any], universal: bool, value: bool = True) -> None:
    """All of the worlds seen are counted, a few are shown; or there is one witness among them."""
    said = node.says(sub)
    assert said.keys() <= seen, node.explanation.sentence
    if universal:
        assert set(said.values()) <= {value}
        assert len(said) + node.explanation.omitted == len(seen), node.explanation.sentence
    else:
        assert list(said.values()) == [not value], node.explanation.sentence


def knows(node: Node) -> None:
    n, m = node.formula, node.model
    all_or_one(node, n.sub, see(m, n.agent, node.position), node.holds)


def considers(node: Node) -> None:
    n, m = node.formula, node.model
    all_or_one(node, n.sub, see(m, n.agent, node.position), not node.holds, value=False)


def knows_whether(node: Node) -> None:
    seen, said = see(node.model, node.formula.agent, node.position), node.says(node.formula.sub)
    assert said.keys() <= seen
    if node.holds:
        assert len(set(said.values())) <= 1
        assert len(said) + node.explanation.omitted == len(seen)
    else:
        assert sorted(said.values()) == [False, True]


def knows_value(node: Node) -> None:
    seen = see(node.model, node.formula.agent, node.position)
    shown = node.explanation.children
    assert all(child.holds and node.context.places[child.world] in seen for child in shown)
    assert all(child.formula.name.startswith(node.formula.variable + "=") for child in shown)
    if node.holds:
        assert len({child.formula for child in shown}) <= 1
        assert len(shown) + node.explanation.omitted == len(seen)
    else:
        assert len({child.formula for child in shown}) == len(shown)
        if not shown:
            assert "has no value" in node.explanation.reason


def group(node: Node) -> list[str]:
    return sorted(agents(node.model) if node.formula.group is None else node.formula.group)


def sees(node: Node, agent: str, position: Any) -> frozenset[Any]:
    """The worlds that the operator of a group looks at: those that the agent considers, or believes, possible."""
    seen = see(node.model, agent, position)
    return best(node.model, agent, seen) if isinstance(node.formula, (f.EB, f.CB, f.DB)) else seen


def everyone(node: Node) -> None:
    sights = [sees(node, a, node.position) for a in group(node)]
    all_or_one(node, node.formula.sub, frozenset().union(*sights), node.holds)


def iterated(node: Node) -> None:
    reached, path = frozenset([node.position]), node.explanation.path
    for _ in range(node.formula.times):
        reached = frozenset(v for a in group(node) for w in reached for v in see(node.model, a, w))
    all_or_one(node, node.formula.sub, reached, node.holds)
    if path:
        assert len(path) == node.formula.times
        place = node.position
        for agent, world in path:
            there = node.context.places[world]
            assert agent in group(node)
            assert there in see(node.model, agent, place)
            place = there
        assert [place] == list(node.says(node.formula.sub))


def steps(node: Node) -> list[frozenset[Any]]:
    """What the group reaches in one step, in two, and so on, each world in its first step."""
    rings: list[frozenset[Any]] = []
    reached: frozenset[Any] = frozenset()
    ring = frozenset([node.position])
    while ring:
        ring = frozenset(v for a in group(node) for w in ring for v in sees(node, a, w)) - reached
        reached |= ring
        rings.append(ring)
    return rings


def common(node: Node) -> None:
    rings, path = steps(node), node.explanation.path
    all_or_one(node, node.formula.sub, frozenset().union(*rings), node.holds)
    assert bool(path) == (not node.holds)
    if path:
        inside = node.truth(node.formula.sub)
        assert len(path) == next(k for k, ring in enumerate(rings, 1) if ring - inside), "not a shortest path"
        place = node.position
        for agent, world in path:
            there = node.context.places[world]
            assert agent in group(node)
            assert there in sees(node, agent, place)
            place = there
        assert [place] == list(node.says(node.formula.sub))


def runs(node: Node) -> None:
    n, m = node.formula, node.model
    ends = frozenset(v for w, v in program_runs(m, n.program, [node.truth(t) for t in n.tests]) if w == node.position)
    said, value = node.says(n.sub), isinstance(n, f.Run)
    assert all(
        child.holds for child in node.explanation.children if child.formula in n.tests and child.formula != n.sub
    )
    if node.holds is not value:
        place = node.position
        for agent, world in node.explanation.path:
            assert node.context.places[world] in see(m, agent, place)
            place = node.context.places[world]
        assert place in ends
        assert said[place] is not value
    elif n.sub not in n.tests:
        assert said.keys() <= ends
        assert len(said) + node.explanation.omitted == len(ends)
        assert set(said.values()) <= {value}


def repeated(node: Node) -> None:
    n, reason = node.formula, node.explanation.reason
    if node.holds is not isinstance(n, f.ActStar) and "before any action" not in reason:
        formula = f.Not(n.sub) if isinstance(n, f.ActStar) else n.sub
        for action in reversed(reason.partition("after ")[2].partition("; ")[0].rpartition(", ")[0].split(", then ")):
            formula = f.ActDual(action, formula)
        assert node.position in node.truth(formula), reason


def distributed(node: Node) -> None:
    seen = frozenset(node.model).intersection(*[sees(node, a, node.position) for a in group(node)])
    all_or_one(node, node.formula.sub, seen, node.holds)


def believes(node: Node) -> None:
    n, m = node.formula, node.model
    all_or_one(node, n.sub, best(m, n.agent, see(m, n.agent, node.position)), node.holds)


def believes_given(node: Node) -> None:
    n, m = node.formula, node.model
    seen, fit = see(m, n.agent, node.position), node.truth(n.condition)
    candidates = best(m, n.agent, seen & fit)
    if not candidates:
        all_or_one(node, n.condition, seen, True, value=False)
    else:
        assert node.says(n.condition).keys() <= fit
        all_or_one(node, n.sub, candidates, node.holds)
    assert node.holds == (node.position in believed(m, n.agent, fit, node.truth(n.sub)))


def believes_to_degree(node: Node) -> None:
    n, m = node.formula, node.model
    seen, inside = see(m, n.agent, node.position), node.truth(n.sub)
    share = degree(m, n.agent, node.position, inside)
    if "a share of" in node.explanation.reason:
        assert f"a share of {degree_text(share)}, which is {'at least' if node.holds else 'less than'} {n.degree}" in (
            node.explanation.reason
        )
        said = node.says(n.sub)
        assert set(said.values()) <= {node.holds}
        assert len(said) + node.explanation.omitted == len(seen & inside if node.holds else seen - inside)
    else:
        assert n.degree == 0 or share == 0


def share_text(node: Node, agent: str, inside: frozenset[Any], reached: bool) -> str:
    share = degree(node.model, agent, node.position, inside)
    assert (share >= node.formula.degree) is reached
    return f"a share of {degree_text(share)}, which is {'at least' if reached else 'less than'} {node.formula.degree}"


def everyone_to_degree(node: Node) -> None:
    inside, reason = node.truth(node.formula.sub), node.explanation.reason
    assert set(node.says(node.formula.sub).values()) <= {node.holds}
    if not group(node) or "every degree" in reason or "has weight 0" in reason or "nothing possible" in reason:
        assert not node.explanation.children
    elif node.holds:
        assert all(share_text(node, agent, inside, True) in reason for agent in group(node))
    else:
        agent = next(a for a in group(node) if f"{a} believes it less" in reason)
        assert share_text(node, agent, inside, False) in reason


def common_to_degree(node: Node) -> None:
    n, m, reason = node.formula, node.model, node.explanation.reason
    inside = node.truth(n.sub)
    rounds = [to_degree(m, n.group, n.degree, inside)]
    while (left := rounds[0] & to_degree(m, n.group, n.degree, rounds[-1])) != rounds[-1]:
        rounds.append(left)
    if not group(node):
        assert node.holds
    elif node.holds:
        assert node.position in rounds[-1]
        assert "stays in all rounds" in reason if len(rounds[-1]) == 1 else "stay in all rounds" in reason
        everyone_to_degree(node)
    else:
        dropped = next(number for number, left in enumerate(rounds, 1) if node.position not in left)
        assert f"drops out in round {dropped}" in reason
        if dropped == 1:
            everyone_to_degree(node)
        else:
            agent = next(a for a in group(node) if f": {a} gives" in reason)
            assert share_text(node, agent, rounds[dropped - 2], False) in reason
            seen = see(m, agent, node.position) - rounds[dropped - 2]
            assert node.says(n).keys() <= seen
            assert not any(node.says(n).values())
            assert len(node.says(n)) + node.explanation.omitted == len(seen)


def believes_safely(node: Node) -> None:
    n, m = node.formula, node.model
    seen = see(m, n.agent, node.position)
    near = frozenset(v for v in seen if rank(m, n.agent, v) <= rank(m, n.agent, node.position))
    all_or_one(node, n.sub, near, node.holds)


def believes_strongly(node: Node) -> None:
    n, m = node.formula, node.model
    seen, said = see(m, n.agent, node.position), node.says(n.sub)
    assert said.keys() <= seen
    if len(set(said.values())) == 2:
        yes, no = (next(v for v, value in said.items() if value is wanted) for wanted in (True, False))
        assert node.holds == (rank(m, n.agent, yes) < rank(m, n.agent, no))
    else:
        assert len(said) + node.explanation.omitted == len(seen)


def two_sides(node: Node) -> None:
    assert {child.formula for child in node.explanation.children} == {node.formula.left, node.formula.right}
    assert {child.world for child in node.explanation.children} == {node.explanation.world}


def implies(node: Node) -> None:
    left, right = node.says(node.formula.left), node.says(node.formula.right)
    if node.holds:
        assert left == {node.position: False} or right == {node.position: True}
    else:
        two_sides(node)


def parts(formula: Formula, clause: type[Formula]) -> set[Formula]:
    if not isinstance(formula, clause):
        return {formula}
    return parts(formula.left, clause) | parts(formula.right, clause)


def and_or(node: Node) -> None:
    joined = parts(node.formula, type(node.formula))
    said = {child.formula: child.holds for child in node.explanation.children}
    assert said.keys() <= joined
    assert set(said.values()) == {node.holds}
    if node.holds == isinstance(node.formula, f.And):
        assert len(said) + node.explanation.omitted == len(joined)
    else:
        assert len(said) == 1


def announced(node: Node) -> None:
    n, m = node.formula, node.model
    said, then = node.says(n.statement), node.then(n.sub)
    yes = node.truth(n.statement)
    assert said[node.position] == (node.position in yes)
    whether = isinstance(n, f.AnnounceWhether)
    if not whether and node.position not in yes:
        assert not then
        assert list(said) == [node.position]
        return
    assert then == {node.explanation.world: node.holds}
    gone = m.nodes - yes
    if whether or n.group is not None:
        differ = gone if node.position in yes else yes
        gone = frozenset().union(*[see(m, a, node.position) & differ for a in group(node)])
    assert said.keys() - {node.position} <= gone
    assert len(said) - 1 + node.explanation.omitted == len(gone)


def rises(node: Node) -> None:
    rising = node.truth(node.formula.statement)
    said = node.says(node.formula.statement)
    assert said.keys() <= rising
    assert len(said) + node.explanation.omitted == len(rising)
    assert node.then(node.formula.sub) == {node.explanation.world: node.holds}


def pooled(node: Node) -> None:
    assert node.then(node.formula.sub) == {node.explanation.world: node.holds}


def happens(node: Node) -> None:
    n = node.formula
    after_it = changed(node.context, n)
    led = node.context.actions[n.action].designated
    possible = {name for name, (w, e) in after_it.places.items() if w == node.position and e in led}
    then = node.then(n.sub)
    assert then.keys() <= possible
    assert all(value == (after_it.places[name] in after_it.truth(n.sub)) for name, value in then.items())
    if node.holds == isinstance(n, f.Act):
        assert set(then.values()) <= {node.holds}
        assert len(then) + node.explanation.omitted == len(possible)
    else:
        assert list(then.values()) == [node.holds]


def defined(node: Node) -> None:
    """An operator with a definition is explained by what it means."""
    meant = definition(node.formula)
    assert node.truth(meant) == node.truth(node.formula)
    assert node.says(meant) == {node.position: node.holds}


def quantified(node: Node) -> None:
    """A decisive announcement is true at the world and has the effect; otherwise the shown one has the other."""
    n, diamond = node.formula, node.formula.operator.form.diamond
    decided, shown = node.holds is diamond, [child for child in node.explanation.children if child.after]
    for child in shown:
        said = child.after[-1].statement
        assert node.position in node.truth(said)
        assert (node.position in node.truth(f.AnnounceDual(said, n.sub))) is child.holds is node.holds
        if n.group is not None and n.operator.form.mark == "*":
            assert all(isinstance(part, f.K) and part.agent in n.group for part in conjuncts(said) if part != f.Top())
    assert len(shown) == (decided or n.operator.form.mark == "*")


CHECKS = {
    f.And: and_or,
    f.Or: and_or,
    f.Xor: two_sides,
    f.Iff: two_sides,
    f.Implies: implies,
    f.K: knows,
    f.M: considers,
    f.Kw: knows_whether,
    f.Kv: knows_value,
    f.E: everyone,
    f.EIterated: iterated,
    f.C: common,
    f.D: distributed,
    f.B: believes,
    f.EB: everyone,
    f.CB: common,
    f.DB: distributed,
    f.EBAtLeast: everyone_to_degree,
    f.CBAtLeast: common_to_degree,
    f.BGiven: believes_given,
    f.BAtLeast: believes_to_degree,
    f.Bsafe: believes_safely,
    f.Bstrong: believes_strongly,
    f.Announce: announced,
    f.AnnounceDual: announced,
    f.AnnounceWhether: announced,
    f.RadicalUpgrade: rises,
    f.ConservativeUpgrade: rises,
    f.R: pooled,
    f.ActStar: repeated,
    f.ActStarDual: repeated,
    f.Run: runs,
    f.RunDual: runs,
    f.Act: happens,
    f.ActDual: happens,
    **dict.fromkeys(f.QUANTIFIERS, quantified),
}
