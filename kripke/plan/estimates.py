"""How far a state seems from a goal: unmet parts, chains of worlds that block common knowledge, and a relaxed plan.

None of them is a bound. The relaxed plan forgets that actions make facts false (Bonet and Geffner 2001, "Planning as
heuristic search", doi:10.1016/S0004-3702(01)00108-4, the additive heuristic); knowledge of a formula comes from an
action whose event needs that formula and which the agents are in a position to observe.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from math import inf

from kripke.change.observers import Observed
from kripke.change.product import Action
from kripke.data.relation import reached
from kripke.data.structure import Structure
from kripke.sameness.canonical import mask_of
from kripke.space.states import State
from logic import clauses as f
from logic.formula import Formula, agents_of

Holds = Callable[[State, Formula], bool]
UNKNOWN = 8.0  # what seems to be missing where no action is seen to help


def estimates(actions: Mapping[str, Action], goal: Formula, holds: Holds) -> list[Callable[[State], float]]:
    """The three estimates, each smaller where the goal seems nearer."""
    parts = list(conjuncts(goal))

    def unmet(found: State) -> float:
        return sum([not holds(found, part) for part in parts])

    def blocked(found: State) -> float:
        return sum([_chain(found.structure, part) for part in parts if not holds(found, part)])

    relaxed = Relaxed(actions, holds)
    return [unmet, blocked, lambda found: relaxed(found, parts)]


def conjuncts(goal: Formula) -> Iterator[Formula]:
    """The parts that must all hold: knowledge of a conjunction is knowledge of both."""
    match goal:
        case f.And(one, two):
            yield from [*conjuncts(one), *conjuncts(two)]
        case f.K(agent, inside):
            yield from [f.K(agent, part) for part in conjuncts(inside)]
        case f.C(group, inside) | f.E(group, inside):
            yield from [type(goal)(group, part) for part in conjuncts(inside)]
        case _:
            yield goal


def _chain(structure: Structure, part: Formula) -> float:
    """1 over the number of steps to a world that is in the way of common or iterated knowledge; else 1."""
    from kripke.checking.explicit import extension

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


class Relaxed:
    """The cost of a relaxed plan for formulas at a state."""

    def __init__(self, actions: Mapping[str, Action], holds: Holds) -> None:
        self.holds = holds
        self._events = [
            (action, model, event, name)
            for action in actions.values()
            for model in [action.events]
            if model is not None
            for name, event in model.events.items()
            if name in model.designated
        ]
        self._adds: dict[str, list[tuple[Action, Formula, Formula]]] = {}
        for action, _, event, _ in self._events:
            for atom, to in event.post.items():
                self._adds.setdefault(atom, []).append((action, event.pre, to))
        self._informing = cache(self._informs)

    def __call__(self, found: State, goals: Iterable[Formula]) -> float:
        """The sum for these formulas."""
        memo: dict[Formula, float] = {}

        def cost(wanted: Formula) -> float:
            known = memo.get(wanted)
            if known is None:
                memo[wanted] = inf  # a circle does not help
                known = memo[wanted] = 0.0 if self.holds(found, wanted) else missing(wanted)
            return known

        def missing(wanted: Formula) -> float:
            match wanted:
                case f.Atom(name):
                    ways = [act.cost + cost(pre) + cost(to) for act, pre, to in self._adds.get(name, ())]
                case f.Not(f.Atom(name)):
                    ways = [act.cost + cost(pre) + cost(f.Not(to)) for act, pre, to in self._adds.get(name, ())]
                case f.And(one, two) | f.Not(f.Or(f.Not(one), f.Not(two))):
                    return cost(one) + cost(two)
                case f.Not(f.Or(one, two)):
                    return cost(f.Not(one)) + cost(f.Not(two))
                case f.Not(f.Implies(one, two)):
                    return cost(one) + cost(f.Not(two))
                case f.Or(one, two):
                    return min(cost(one), cost(two))
                case f.Implies(one, two):
                    return min(cost(f.Not(one)), cost(two))
                case f.Not(f.And(one, two)):
                    return min(cost(f.Not(one)), cost(f.Not(two)))
                case f.Iff(one, two):
                    return min(cost(one) + cost(two), cost(f.Not(one)) + cost(f.Not(two)))
                case f.Not(f.Not(one)):
                    return cost(one)
                case f.K() | f.Kw() | f.E() | f.C() | f.EIterated() | f.B():
                    agents = tuple(sorted(agents_of(wanted) or found.structure.relations))
                    ways = [
                        action.cost + cost(pre) + sum([min(map(cost, each)) for each in kinds])
                        for action, pre, kinds in self._informing(wanted, agents)
                    ]
                case _:
                    ways = []
            return min([UNKNOWN, *ways])

        return sum([min(cost(goal), 10 * UNKNOWN) for goal in goals])

    def _informs(self, wanted: Formula, agents: tuple[str, ...]) -> list[tuple[Action, Formula, list[list[Formula]]]]:
        """The actions that let agents know a formula: what an event needs, and for each agent ways to observe it."""
        inside: Formula = wanted.sub  # type: ignore[attr-defined]
        about, plain = inside.atoms, not agents_of(inside)
        found = []
        for action, model, event, name in self._events:
            if not about <= event.pre.atoms:
                continue
            numbers = {each: number for number, each in enumerate(model.events)}
            pres = [each.pre for each in model.events.values()]
            kinds = []
            for agent in agents:
                sees = action.change.sees if isinstance(action.change, Observed) else {}
                ways = []
                for condition, kind in sees.get(agent, ((f.Top(), agent),)):
                    relation = model.frame.relations.get(kind, model.others)
                    seen = [] if relation is None else relation.successors(numbers[name])
                    whether = isinstance(wanted, f.Kw) and len(seen) == 1
                    if all(whether or _entails(pres[i], inside) if plain else about <= pres[i].atoms for i in seen):
                        ways.append(condition)
                kinds.append(ways)
            if all(kinds):
                found.append((action, event.pre, kinds))
        return found


def _entails(pre: Formula, wanted: Formula) -> bool:
    """Whether the precondition has the formula as a part that must hold, perhaps as known."""
    match pre:
        case f.And(one, two):
            return _entails(one, wanted) or _entails(two, wanted)
        case f.K(_, inside):
            return pre == wanted or _entails(inside, wanted)
        case _:
            return pre == wanted
