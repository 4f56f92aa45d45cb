"""Systems as decision diagrams: the reachable states as the state law of a knowledge structure, and questions.

The bits encode the values of variables and the actions that agents choose. Only the values are part of a state. Terms
(expressions over variables) and lines (conditional assignments) are those of a `Description`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial, reduce
from math import prod
from operator import and_, or_
from typing import Any

from kripke.data.errors import ModelError, UnknownWorld
from kripke.data.listing import LIMIT, require_listable
from kripke.data.wording import world_quoted
from kripke.data.worlds import Named, World, Worlds
from kripke.space.demands import past_of
from kripke.symbolic.diagrams.capacity import NODES
from kripke.symbolic.diagrams.elimination import eliminate, project
from kripke.symbolic.diagrams.state_set import StateSet, primed, support_of
from kripke.symbolic.diagrams.variable_order import members
from kripke.symbolic.laws.conditions import Condition
from kripke.symbolic.questions.evaluation import extension, holds_everywhere, prepared
from kripke.symbolic.structures import counting, states
from kripke.symbolic.structures.build import knowledge_structure, state_of
from kripke.symbolic.structures.knowledge_structure import MODEST, KnowledgeStructure, in_parts
from kripke.symbolic.structures.memory import building, with_nodes
from kripke.symbolic.structures.sifting import reordered
from kripke.symbolic.structures.transitions import Transitions, Way
from kripke.time.description import NO_START, Description, Line, among_fair, deadlock
from kripke.time.terms import Term, Variables, atom_text, kind_of, state_name
from logic import clauses as f
from logic.errors import TooLarge, by_face
from logic.exact import plural
from logic.formula import Formula
from logic.shared import replace as with_parts

Cases = Mapping[Any, StateSet]  # the values of a variable or term, each with the states where it has this value

EFFORT = 50_000_000  # work limit of a search for a better order of the variables: some seconds, see `sifting`
MOST_PAIRS = 2**20  # maximal number of pairs of values of two operands, or product of diagram sizes: about a second


class Runs:
    """The reachable states and runs of a system, as diagrams; `MemoryError` if these need more than `few` nodes."""

    def __init__(self, description: Description, few: int | None = None) -> None:
        self.description = description
        work = partial(system_structure, description)
        self.knowledge, self.notes = building(NODES, work) if few is None else work(few)

    def holds(self, formula: Formula, at: Any = None) -> bool:
        """Whether a formula holds at all initial states or, with `at`, at the end of every run to that state."""

        def work(knowledge: KnowledgeStructure) -> bool:
            if at is not None:
                return not knowledge.true(self._fails(knowledge, formula), self._state(knowledge, at))
            knowledge, query = self._remembering(knowledge, formula)
            return holds_everywhere(*prepared(knowledge, query), _time(knowledge).first)

        return with_nodes(self, work)

    def _state(self, knowledge: KnowledgeStructure, at: Any) -> int:
        if isinstance(at, Mapping) and at.keys() == self.description.variables.keys():
            at = state_name(at)
        if isinstance(at, (set, frozenset)) and at <= self.description.atoms.keys():
            with suppress(ModelError):
                return state_of(self._plain(knowledge), frozenset(at), "state")
        raise UnknownWorld(
            f"no state {world_quoted(at)}; expected the set of its true atoms, or the values of all variables, of one "
            f"of {plural(counting.count(knowledge, ~StateSet.constant(knowledge.manager, False)), 'state')}"
        )

    def count(self, formula: Formula) -> int:
        """The number of states where the formula holds, whichever run leads there."""
        return with_nodes(self, lambda k: counting.count(k, ~self._fails(k, formula)))

    def where(self, formula: Formula) -> Worlds:
        """The states where a formula holds, in the order of `kripke.time.reachable`; `TooLarge` for too many states."""

        def work(knowledge: KnowledgeStructure) -> Worlds:
            state_set = ~self._fails(knowledge, formula)
            number = counting.count(knowledge, state_set)
            require_listable(number, LIMIT, "states", f"ask for their count{by_face(', by count(formula)')}")
            plain = self._plain(knowledge)
            return Named(tuple(map(plain.name, states.in_order(plain, states.listed(plain, [state_set])))))

        return with_nodes(self, work)

    def _plain(self, knowledge: KnowledgeStructure) -> KnowledgeStructure:
        """The structure with only the atoms that occur in names of states."""
        return replace(knowledge, atoms={atom: knowledge.atoms[atom] for atom in self.description.atoms})

    def _fails(self, knowledge: KnowledgeStructure, formula: Formula) -> StateSet:
        over, query = self._remembering(knowledge, formula)
        fails = [*over.law, ~extension(over, query)]
        return project(over.manager, fails, over.state & ~knowledge.state)

    def _remembering(self, knowledge: KnowledgeStructure, formula: Formula) -> tuple[KnowledgeStructure, Formula]:
        """Replace comparisons and past formulas by atoms; return the structure with these atoms, and the formula."""
        if compared := formula.atoms - knowledge.atoms.keys():
            conditions = _Conditions(self.description, self.description.variables, knowledge)
            meant = {atom: self.description.definitions.get(atom, f.Atom(atom)) for atom in compared}
            known = {atom: conditions.where(meaning) for atom, meaning in meant.items()}
            knowledge = replace(knowledge, atoms={**knowledge.atoms, **known})
        while past := past_of(formula):
            atom = f"{len(knowledge.atoms)} {past[0]}"
            knowledge, formula = _with_bit(knowledge, past[0], atom), with_parts(formula, {past[0]: f.Atom(atom)})
        return knowledge, formula


def system_structure(description: Description, nodes: int = NODES) -> tuple[KnowledgeStructure, list[str]]:
    """Return the reachable states from which a fair run starts, as a structure with transitions, and notes."""
    encoding = _Encoding(description, nodes)
    knowledge, time = encoding.knowledge, encoding.transitions()
    bits = {atom: knowledge.atoms[atom] for atom in description.atoms}
    atoms = bits | {name: encoding.where(meaning) for name, meaning in description.definitions.items()}
    knowledge = replace(knowledge, atoms=atoms, state=support_of(bits.values()), law=(), time=time)
    reached = time.reached(reorder=lambda sets: reordered(replace(knowledge, law=tuple(sets)), effort=EFFORT))
    knowledge = replace(knowledge, law=(reached,))
    notes = [NO_START] if time.first.value is False else []
    stuck = knowledge.law[0] & ~time.before(encoding.all)
    if stuck.value is not False:
        notes.append(deadlock(description, encoding.least(stuck), counting.count(knowledge, stuck)))
        if not description.deadlocks:
            time = replace(time, ways=(*time.ways, Way((stuck,), 0, 0)))
    knowledge = replace(knowledge, time=time)
    if description.fair and time.first.value is not False:

        def starting(*fair: StateSet) -> StateSet:
            return extension(replace(knowledge, time=replace(time, fair=fair)), f.EG(f.Top()))

        kept = among_fair(description, time, starting, partial(counting.count, knowledge), notes)
        knowledge = replace(knowledge, law=(knowledge.law[0] & kept,), time=replace(time, first=time.first & kept))
    return knowledge, notes


def _time(knowledge: KnowledgeStructure) -> Transitions:
    assert knowledge.time is not None
    return knowledge.time


def _with_bit(knowledge: KnowledgeStructure, node: Formula, atom: str) -> KnowledgeStructure:
    """The structure of the reachable states with an additional bit: whether a past formula holds."""
    manager, time, now = knowledge.manager, _time(knowledge), extension(knowledge, node.children[0])

    def widened() -> tuple[StateSet, Transitions, StateSet]:
        held = StateSet.literal(manager, manager.extend(1))
        ways = []
        for way in time.ways:
            there = primed(now, way.moving)
            holds = now if isinstance(node, f.Y) else there & held if isinstance(node, f.H) else there | held
            then = ~(primed(held, held.support) ^ holds)
            ways.append(Way((*way.parts, then), way.moving | held.support, way.inputs))
        begins = now & ~now if isinstance(node, f.Y) else now
        over = replace(time, ways=tuple(ways), first=time.first & ~(held ^ begins))
        return held, over, over.reached(knowledge.law)

    law = [part.key for part in knowledge.law]
    held, over, reached = manager.results.get(("past", type(node).__name__, now.key, time.first.key, *law), widened)
    state, atoms = knowledge.state | held.support, {**knowledge.atoms, atom: held}
    return replace(knowledge, state=state, law=(reached,), atoms=atoms, time=over)


class _Conditions:
    """Conditions and terms of a description as diagrams.

    `choices`: the values of each variable and, in `_Encoding`, the actions of each acting agent.
    """

    def __init__(self, description: Description, choices: Variables, knowledge: KnowledgeStructure) -> None:
        self.description, self.knowledge, self.manager = description, knowledge, knowledge.manager
        self.nothing, self.all = (StateSet.constant(self.manager, value) for value in (False, True))
        self.cases = {name: self._cases(name, values) for name, values in choices.items()}

    def _cases(self, name: str, values: tuple[Any, ...]) -> Cases:
        atoms = self.knowledge.atoms
        if kind_of(values) is bool:
            return {False: ~atoms[name], True: atoms[name]}
        return {value: atoms[atom_text(name, value)] for value in values}

    def support(self, names: Iterable[str]) -> int:
        """The mask of the bits that encode the named variables."""
        return support_of([where for name in names for where in self.cases[name].values()])

    def least(self, among: StateSet) -> World:
        """The name of the first state of a set, in an order where the last variable is the most significant."""
        assignment = {}
        for name in reversed([*self.description.variables]):
            values = ((value, among & where) for value, where in self.cases[name].items())
            assignment[name], among = next(pair for pair in values if pair[1].value is not False)
        return state_name(assignment)

    def values(self, term: Term | Formula) -> Cases:
        """For each value of a term, the states where the term has this value.

        For an operator, all pairs of values of its operands are tried.
        """
        if isinstance(term, Formula):
            where = self.where(term, acting=True)
            return {True: where, False: ~where}
        result = term.folded(self.cases, self._join)
        return result if isinstance(result, Mapping) else {result: self.all}

    def _join(self, operate: Callable[[Any, Any], Any], left: Any, right: Any) -> Cases:
        one, other = (side if isinstance(side, Mapping) else {side: self.all} for side in (left, right))
        if len(one) * len(other) > MOST_PAIRS:
            raise TooLarge(
                f"an operator between sides of {len(one):,} and {len(other):,} values: diagrams take at most "
                f"{MOST_PAIRS:,} pairs; use smaller ranges"
            )
        cases: dict[Any, StateSet] = {}
        for value, here in one.items():
            for second, there in other.items():
                if (both := here & there).value is not False:
                    result = operate(value, second)
                    cases[result] = cases[result] | both if result in cases else both
        return cases

    def where(self, formula: Formula, acting: bool = False) -> StateSet:
        terms = self.description.terms(formula, acting)
        atoms = {atom: self.values(term).get(True, self.nothing) for atom, term in terms.items()}
        return Condition(formula).state_set(self.manager, atoms)


class _Encoding(_Conditions):
    """A description's variables and actions as bits, and its transition relation."""

    def __init__(self, description: Description, nodes: int) -> None:
        flags = [name for name, values in description.choices.items() if kind_of(values) is bool]
        valued = {name: values for name, values in description.choices.items() if name not in flags}
        order, sees = _order(description), description.knowing
        start = knowledge_structure(flags, (), sees, None, valued, order=order, nodes=nodes, empty=True)
        super().__init__(description, description.choices, start)
        lines = [line for agent in description.agents.values() for line in agent.lines]
        self.moving = self.support({name for line in lines for name in line.sets})
        self.acting = [name for name in description.choices if name not in description.variables]
        self.inputs = self.support(self.acting)

    def transitions(self) -> Transitions:
        parts = []
        for name in self.acting:
            allowed = self.description.allowed(name, self.where, self.nothing, self.all)
            parts.append(reduce(or_, [where & self.cases[name][action] for action, where in allowed.items()]))
        parts += [self._change(*lines) for lines in self.description.alternatives]
        for name in self.acting:
            parts = self._without(self.support([name]), parts)
        left = in_parts(parts)
        ranges = [reduce(or_, self.cases[name].values()) for name in self.description.variables]
        first = reduce(and_, ranges, self.where(self.description.init))
        way = Way(left, self.moving, self.inputs & support_of(left))
        return Transitions((way,), first, tuple(map(self.where, self.description.fair)))

    def _without(self, choice: int, parts: list[StateSet]) -> list[StateSet]:
        """Eliminate the bits `choice` of an agent's action from the parts; return them unchanged if that is costly."""
        sizes = [part.size for part in parts if part.support & choice]
        if prod(sizes) > MOST_PAIRS:
            return parts
        left = eliminate(self.manager, parts, choice)
        return left if sum([part.size for part in left]) <= MODEST + sum([part.size for part in parts]) else parts

    def _change(self, variables: list[str], lines: Iterable[Line]) -> StateSet:
        """The possible changes: a line sets variables if its condition holds; if none holds, all stay the same."""
        change, rest = self.nothing, self.all
        for line in lines:
            where = self.where(line.condition, acting=True)
            sets = [self._set(name, line.sets[name]) if name in line.sets else self._stays(name) for name in variables]
            change, rest = change | reduce(and_, sets, where), rest & ~where
        return change | reduce(and_, map(self._stays, variables), rest)

    def _set(self, variable: str, text: str) -> StateSet:
        values = self.values(self.description.assigned(variable, text))
        after = {value: primed(where, self.moving) for value, where in self.cases[variable].items()}
        return reduce(or_, [where & after[value] for value, where in values.items() if value in after], self.nothing)

    def _stays(self, variable: str) -> StateSet:
        bits = members(self.support([variable]))
        return reduce(and_, [StateSet.of_parity(self.manager, 3 << bit, False) for bit in bits], self.all)


def _order(description: Description) -> list[str]:
    """The variables and acting agents in depth-first order: each follows those that it depends on, except in cycles.

    Source: S. Malik et al. (ICCAD 1988), doi:10.1109/ICCAD.1988.122451.
    """
    needs: dict[str, dict[str, None]] = {name: {} for name in description.choices}

    def read(name: str, *said: Term | Formula) -> None:
        for each in said:
            terms = [each] if isinstance(each, Term) else description.terms(each, acting=True).values()
            needs[name].update((other, None) for term in terms for other in term.names)

    for name, agent in description.agents.items():
        if agent.actions:
            read(name, *[condition for condition, _ in agent.protocol])
        for line in agent.lines:
            for variable, text in line.sets.items():
                read(variable, line.condition, description.assigned(variable, text))
    below = {root: _below(needs, root) for root in needs}
    return [*dict.fromkeys(name for root in sorted(needs, key=lambda root: -len(below[root])) for name in below[root])]


def _below(needs: Mapping[str, Iterable[str]], root: str) -> list[str]:
    """The names that `root` depends on, directly or indirectly, in the order of dependency; `root` is last."""
    names, seen, stack = list[str](), set[str](), [(root, False)]
    while stack:
        name, is_after = stack.pop()
        if is_after:
            names.append(name)
        elif name not in seen:
            seen.add(name)
            stack += [(name, True), *[(each, False) for each in reversed([*needs[name]])]]
    return names
