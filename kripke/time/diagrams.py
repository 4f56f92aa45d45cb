"""Systems by decision diagrams: from a description to a knowledge structure whose law is the reachable states.

Each variable of a system takes the bits of its values' numbers, and each agent's choice of an action bits of its own,
which only the transitions speak of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import reduce
from operator import and_, or_
from typing import Any

from kripke.symbolic.diagrams.capacity import NODES
from kripke.symbolic.diagrams.elimination import eliminate
from kripke.symbolic.diagrams.state_set import StateSet, primed, support_of
from kripke.symbolic.diagrams.variable_order import members
from kripke.symbolic.laws.conditions import Condition
from kripke.symbolic.questions.evaluation import extension
from kripke.symbolic.structures.build import knowledge_structure
from kripke.symbolic.structures.knowledge_structure import KnowledgeStructure, in_parts
from kripke.symbolic.structures.transitions import Transitions, Way
from kripke.time.description import Agent, Description, Line
from kripke.time.terms import Term, atom_text
from logic.clauses import EG, Top
from logic.errors import TooLarge
from logic.formula import Formula

Cases = Mapping[Any, StateSet]  # the values of a variable or term, each with the states where it has this value

MOST_PAIRS = 2**20  # of values that the two sides of an operator take: putting them together then takes seconds


def system_structure(description: Description, nodes: int = NODES) -> KnowledgeStructure:
    """The reachable states of a system as the law, and how they follow each other.

    Of a system with fairness conditions these are the states from which a fair run starts; there may be none.
    """
    encoding = _Encoding(description, nodes)
    knowledge, time = encoding.knowledge, encoding.transitions()
    atoms = {atom: knowledge.atoms[atom] for atom in description.atoms}
    knowledge = replace(knowledge, atoms=atoms, state=support_of(atoms.values()), law=(time.reached(),), time=time)
    stuck = encoding.all if description.deadlocks else knowledge.law[0] & ~time.before(encoding.all)
    if not description.deadlocks and stuck.value is not False:
        time = replace(time, ways=(*time.ways, Way((stuck,), 0, 0)))
    return _among(replace(knowledge, time=time), EG(Top())) if description.fair else replace(knowledge, time=time)


def _among(knowledge: KnowledgeStructure, formula: Formula) -> KnowledgeStructure:
    """The structure with the states where a formula holds alone."""
    where, time = extension(knowledge, formula), knowledge.time
    assert time is not None
    return replace(knowledge, law=(knowledge.law[0] & where,), time=replace(time, first=time.first & where))


class _Encoding:
    """A description's conditions, terms and lines as diagrams."""

    def __init__(self, description: Description, nodes: int) -> None:
        self.description = description
        flags = [name for name, values in description.choices.items() if values == (False, True)]
        valued = {name: values for name, values in description.choices.items() if name not in flags}
        order = _order(description)
        sees = description.knowing
        self.knowledge = knowledge_structure(flags, (), sees, None, valued, order=order, nodes=nodes, empty=True)
        self.manager = self.knowledge.manager
        self.cases = {name: self._cases(name, values) for name, values in description.choices.items()}
        lines = [line for agent in description.agents.values() for line in agent.lines]
        self.moving = self._support({name for line in lines for name in line.sets})
        self.inputs = self._support(description.choices.keys() - description.variables.keys())
        self.nothing, self.all = StateSet.constant(self.manager, False), StateSet.constant(self.manager, True)

    def _cases(self, name: str, values: tuple[Any, ...]) -> Cases:
        atoms = self.knowledge.atoms
        if values == (False, True):
            return {True: atoms[name], False: ~atoms[name]}
        return {value: atoms[atom_text(name, value)] for value in values}

    def _support(self, names: Iterable[str]) -> int:
        return support_of([where for name in names for where in self.cases[name].values()])

    def values(self, term: Term | Formula) -> Cases:
        """The values of a term; of two sides all pairs are tried."""
        if isinstance(term, Formula):
            where = self.where(term, acting=True)
            return {True: where, False: ~where}
        found = term.folded(self.cases, self._join)
        return found if isinstance(found, Mapping) else {found: self.all}

    def _join(self, operate: Callable[[Any, Any], Any], left: Any, right: Any) -> Cases:
        one, other = (side if isinstance(side, Mapping) else {side: self.all} for side in (left, right))
        if len(one) * len(other) > MOST_PAIRS:
            raise TooLarge(
                f"an operator between sides of {len(one):,} and {len(other):,} values: diagrams take at most "
                f"{MOST_PAIRS:,} pairs; use smaller ranges"
            )
        found: dict[Any, StateSet] = {}
        for value, here in one.items():
            for second, there in other.items():
                if (both := here & there).value is not False:
                    result = operate(value, second)
                    found[result] = found[result] | both if result in found else both
        return found

    def where(self, formula: Formula, acting: bool = False) -> StateSet:
        """Where a condition holds."""
        terms = self.description.terms(formula, acting)
        atoms = {atom: self.values(term).get(True, self.nothing) for atom, term in terms.items()}
        return Condition(formula).state_set(self.manager, atoms)

    def transitions(self) -> Transitions:
        """How the states follow each other."""
        parts = [part for agent in self.description.agents.items() for part in self._parts(*agent)]
        left = in_parts(eliminate(self.manager, parts, self.inputs))
        ranges = [part for part in self.knowledge.law if not part.support & self.inputs]
        first = reduce(and_, ranges, self.where(self.description.init))
        way = Way(left, self.moving, self.inputs & support_of(left))
        return Transitions((way,), first, tuple(map(self.where, self.description.fair)))

    def _parts(self, name: str, agent: Agent) -> Iterator[StateSet]:
        """What an agent may do, and how its variables change."""
        if agent.actions:
            yield self._allowed(name, agent)
        sets = dict.fromkeys(variable for line in agent.lines for variable in line.sets)
        if self.description.single:
            for variable in sets:
                yield self._change([variable], [line for line in agent.lines if variable in line.sets])
        elif sets:
            yield self._change(list(sets), agent.lines)

    def _allowed(self, name: str, agent: Agent) -> StateSet:
        found, rest = self.nothing, self.all
        for condition, actions in agent.protocol:
            where = self.where(condition)
            found, rest = found | where & self._any(name, actions), rest & ~where
        return found | rest & self._any(name, agent.other or ())

    def _any(self, name: str, actions: Iterable[str]) -> StateSet:
        return reduce(or_, [self.cases[name][action] for action in actions], self.nothing)

    def _change(self, variables: list[str], lines: Iterable[Line]) -> StateSet:
        """How variables change that are set by one of these lines, or stay where none fits."""
        found, rest = self.nothing, self.all
        for line in lines:
            where = self.where(line.condition, acting=True)
            sets = [self._set(name, line.sets[name]) if name in line.sets else self._stays(name) for name in variables]
            found, rest = found | reduce(and_, sets, where), rest & ~where
        return found | reduce(and_, map(self._stays, variables), rest)

    def _set(self, variable: str, text: str) -> StateSet:
        values = self.values(self.description.assigned(variable, text))
        after = {value: primed(where, self.moving) for value, where in self.cases[variable].items()}
        return reduce(or_, [where & after[value] for value, where in values.items() if value in after], self.nothing)

    def _stays(self, variable: str) -> StateSet:
        bits = members(self._support([variable]))
        return reduce(and_, [StateSet.of_parity(self.manager, 3 << bit, False) for bit in bits], self.all)


def _order(description: Description) -> list[str]:
    """The variables and the agents who act, each after what decides its next value: depth first, from the most decided.

    Source: S. Malik, A. R. Wang, R. K. Brayton and A. Sangiovanni-Vincentelli, "Logic verification using binary
    decision diagrams in a logic synthesis environment" (ICCAD 1988), doi:10.1109/ICCAD.1988.122451.
    """
    needs: dict[str, dict[str, None]] = {name: {} for name in description.choices}
    for name, agent in description.agents.items():
        for condition, _ in agent.protocol if agent.actions else ():
            needs[name] |= dict.fromkeys(_read(description, condition))
        for line in agent.lines:
            for variable, text in line.sets.items():
                needs[variable] |= dict.fromkeys(_read(description, line.condition))
                needs[variable] |= dict.fromkeys(_read(description, description.assigned(variable, text)))
    order: dict[str, None] = {}
    for root in sorted(needs, key=lambda name: len(_below(needs, name)), reverse=True):
        order |= dict.fromkeys(_below(needs, root))
    return list(order)


def _read(description: Description, said: Term | Formula) -> list[str]:
    """The variables and agents of which a term or condition speaks."""
    terms = [said] if isinstance(said, Term) else description.terms(said, acting=True).values()
    return [name for term in terms for name in term.names]


def _below(needs: Mapping[str, Iterable[str]], root: str) -> list[str]:
    """The root after all that it needs, directly or not."""
    found: dict[str, None] = {}
    seen, stack = {root}, [(root, iter(needs[root]))]
    while stack:
        name, waiting = stack[-1]
        following = next((each for each in waiting if each not in seen), None)
        if following is None:
            found[name] = None
            stack.pop()
        else:
            seen.add(following)
            stack.append((following, iter(needs[following])))
    return list(found)
