"""Estimates of the distance to a goal: unmet parts, worlds that refute common knowledge, relaxed plans.

The estimates are neither lower nor upper bounds. A relaxed plan ignores that actions make facts false (the additive
heuristic of Bonet and Geffner 2001, "Planning as heuristic search", doi:10.1016/S0004-3702(01)00108-4). In a relaxed
plan, agents learn a formula by an action that they can observe and that has the formula in its precondition.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from math import inf
from typing import Any

from kripke.change.observers import Observed
from kripke.checking.explicit import extension
from kripke.data.relation import reached
from kripke.data.structure import Structure
from kripke.plan.search import States
from kripke.sameness.canonical import mask_of
from logic import clauses as f
from logic.clauses import disj
from logic.formula import Formula, agents_of
from logic.node_table import rebuild
from logic.shared import substitute

UNKNOWN = 100.0  # the estimated cost of a subgoal that no action seems to reach


def estimate(known: States) -> Callable[[Any], list[tuple[float, ...]]]:
    """Return a function that estimates the distance of a state from the goal in three ways.

    Each estimate is a tuple, which is smaller for a state nearer to the goal.
    """
    parts, relaxed = list(conjuncts(known.question.goal)), Relaxed(known)

    def ranks(state: Any) -> list[tuple[float, ...]]:
        where = getattr(state, "structure", None)  # a state of diagrams has none
        missing = [part for part in parts if not known.holds(state, part)]
        blocked = sum([1.0 if where is None else chain(where, part) for part in missing])
        left, unmet = relaxed(state, missing), float(len(missing))
        return [(left, unmet, blocked), (unmet, left, blocked), (blocked, left, unmet)]

    return ranks


def conjuncts(goal: Formula) -> Iterator[Formula]:
    """The conjuncts of a goal; knowledge of a conjunction is split into knowledge of both conjuncts."""
    waiting: list[tuple[Formula, Any]] = [(goal, ())]  # formulas, each with the operators around it: (node, others)
    while waiting:
        part, around = waiting.pop()
        match part:
            case f.And(one, two):
                waiting += [(two, around), (one, around)]
            case f.K(_, inside) | f.C(_, inside) | f.E(_, inside):
                waiting.append((inside, (part, around)))
            case _:
                while around:
                    node, around = around
                    part = rebuild(node, [part])
                yield part


def chain(structure: Structure, part: Formula) -> float:
    """The inverse of the number of steps to a world that refutes common or iterated knowledge.

    It is 1 if there is no such world, or if `part` is not a formula of common or iterated knowledge.
    """
    if not isinstance(part, (f.C, f.EIterated)):
        return 1.0
    agents = agents_of(part) or structure.relations.keys()
    bad = ~extension(structure, part.sub).mask & (1 << structure.size) - 1
    blocks = [block for agent in agents for block in structure.relations[agent].blocks]
    seen, steps = mask_of(structure.actuals), 0
    while not seen & bad or not steps:
        steps += 1
        after = reached(blocks, seen, steps=1)
        if steps > structure.size or (steps > 1 and not after & ~seen):
            return 1.0
        seen = after if steps == 1 else seen | after
    return 1 / steps


Way = tuple[float, list["Node"]]  # the cost of an action, and the subgoals that it needs


@dataclass(eq=False)
class Node:
    """The subgoal that a formula has a given truth value, and the ways to reach it."""

    formula: Formula
    value: bool
    is_literal: bool = True  # an atom or an epistemic formula
    ways: list[Way] | None = None
    is_factual: bool | None = None  # whether its cost depends on the facts at the actual worlds alone


class Relaxed:
    """Computes estimates from relaxed plans, in which no action makes a fact false."""

    def __init__(self, known: States) -> None:
        self.agents, self.holds = known.question.model.agents, known.holds
        self._events = [
            (action, action.events, action.events.events[name], name)
            for action in known.actions.values()
            if action.events is not None
            for name in action.events.designated
        ]
        self._nodes: dict[tuple[Formula, bool], Node] = {}
        self._of_facts: dict[Hashable, dict[Node, float]] = {}  # facts -> the costs of nodes that depend on these alone

    def _node(self, formula: Formula, value: bool = True) -> Node:
        while isinstance(formula, f.Not):
            formula, value = formula.sub, not value
        node = self._nodes.get((formula, value))
        if node is None:
            node = self._nodes[formula, value] = Node(formula, value)
            parts, every = list[tuple[Formula, bool]](), value
            match formula:
                case f.And(one, two):
                    parts = [(one, value), (two, value)]
                case f.Or(one, two):
                    parts, every = [(one, value), (two, value)], not value
                case f.Implies(one, two):
                    parts, every = [(one, not value), (two, value)], not value
                case f.Iff(one, two) | f.Xor(one, two):
                    same = value is isinstance(formula, f.Iff)
                    both = [f.And(one, two if same else f.Not(two)), f.And(f.Not(one), f.Not(two) if same else two)]
                    parts, every = [(each, True) for each in both], False
                case f.Top() | f.Bottom():
                    every = value is isinstance(formula, f.Top)
                case _:
                    return node
            needs = [self._node(*part) for part in parts]
            node.is_literal, node.ways = False, [(0, needs)] if every else [(0, [need]) for need in needs]
        return node

    def _ways(self, node: Node) -> list[Way]:
        if node.ways is None:
            formula, node.ways = node.formula, []
            if isinstance(formula, f.Atom):
                posts = [(action.cost, event) for action, _, event, _ in self._events if formula.name in event.post]
                makes = [(cost, event.pre, event.post[formula.name]) for cost, event in posts]
                node.ways += [(cost, [self._node(pre), self._node(to, node.value)]) for cost, pre, to in makes]
            elif node.value and isinstance(formula, (f.K, f.Kw, f.E, f.C, f.EIterated, f.B)):
                node.ways += self._informs(formula)
        return node.ways

    def _is_factual(self, node: Node) -> bool:
        if node.is_factual is None:
            below, reached = [node], {node}
            for each in below:  # the list grows in the loop
                if each.is_factual is False or (each.is_literal and not isinstance(each.formula, f.Atom)):
                    node.is_factual = False
                    return False
                new = {need for _, needs in self._ways(each) for need in needs} - reached
                reached |= new
                below += new
            for each in below:
                each.is_factual = True
        return bool(node.is_factual)

    def __call__(self, state: Any, goals: Iterable[Formula]) -> float:
        """The estimated cost of reaching the goals from a state: the sum of the estimates for each goal."""
        where = getattr(state, "structure", None)
        own: dict[Node, float] = {}
        facts = own
        if where is not None:
            true_at = [tuple([place in inside for place in where.actuals]) for inside in where.valuation.values()]
            facts = self._of_facts.setdefault(tuple(true_at), {})

        def is_true(formula: Formula, value: bool) -> bool:
            if isinstance(formula, f.Atom) and where is not None:
                inside = where.valuation[formula.name]
                return all((place in inside) is value for place in where.actuals)
            return self.holds(state, formula if value else f.Not(formula))

        def cost(node: Node) -> float:
            memo = facts if node.is_factual or self._is_factual(node) else own
            known = memo.get(node)
            if known is None:
                memo[node] = inf  # a cycle does not help
                if node.is_literal and is_true(node.formula, node.value):
                    known = 0.0
                else:
                    costs = [price + sum(map(cost, needs)) for price, needs in node.ways or self._ways(node)]
                    known = min(costs, default=UNKNOWN if node.is_literal else inf)
                memo[node] = known
            return known

        return sum([min(cost(self._node(goal)), UNKNOWN) for goal in goals])

    def _informs(self, wanted: Formula) -> Iterator[Way]:
        """The ways to let agents learn a formula, each with the cost of its action and with its subgoals."""
        inside: Formula = wanted.sub  # type: ignore[attr-defined]
        about, plain = inside.atoms, not agents_of(inside)
        for action, model, event, name in self._events:
            if not about <= event.pre.atoms:
                continue
            place, pres = list(model.events).index(name), [each.pre for each in model.events.values()]
            sees = action.change.sees if isinstance(action.change, Observed) else {}
            needs, pre = [], event.pre
            for agent in agents_of(wanted) or self.agents:
                ways: list[Formula] = []
                for condition, kind in sees.get(agent, ((f.Top(), agent),)):
                    relation = model.frame.relations.get(kind, model.others)
                    seen = [] if relation is None else relation.successors(place)
                    whether = isinstance(wanted, f.Kw) and len(seen) == 1
                    if all(whether or _entails(pres[i], inside) if plain else about <= pres[i].atoms for i in seen):
                        ways.append(condition)
                needs.append(self._node(disj(ways)))
                if len(ways) == 1 and isinstance(ways[0], f.Atom):  # the precondition must hold where this atom is true
                    pre = substitute(pre, {ways[0].name: f.Top()})
            yield action.cost, [*needs, self._node(pre)]


def _entails(pre: Formula, wanted: Formula) -> bool:
    """Whether `wanted` is a conjunct of the precondition `pre`, perhaps under a knowledge operator."""
    match pre:
        case f.And(one, two):
            return _entails(one, wanted) or _entails(two, wanted)
        case f.K(_, inside):
            return pre == wanted or _entails(inside, wanted)
        case _:
            return pre == wanted
