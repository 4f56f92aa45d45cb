"""From atoms, a law, what agents observe and an actual state to a knowledge structure, everything checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import Any, Protocol, TypeGuard, runtime_checkable

from kripke.checking import constraint
from kripke.checking.build import agents_of, assignment_of, vocabulary_of
from kripke.checking.constraint import Laws, Question, formula_of
from kripke.data.errors import ModelError, unknown_atom
from kripke.data.wording import world_text
from kripke.symbolic.bdd import BddManager
from kripke.symbolic.conditions import Condition
from kripke.symbolic.elimination import conjunction, eliminate
from kripke.symbolic.knowledge_structure import Bits, Definitions, KnowledgeStructure, Observation, in_parts
from kripke.symbolic.order import arranged, spoken_of
from kripke.symbolic.room import NODES
from kripke.symbolic.state_set import StateSet
from kripke.symbolic.variable_sets import members
from kripke.symbolic.variables import Encoding, Variable, variables_of
from logic.clauses import Atom
from logic.errors import shorten
from logic.formula import Formula
from logic.shared import conjuncts


@runtime_checkable
class Constraint(Protocol):
    """A boolean condition that builds its own diagram, such as `exactly`; see `kripke.symbolic.laws`."""

    @property
    def atoms(self) -> Iterable[str]:
        """The atoms that it speaks of."""

    def state_set(self, manager: BddManager, atoms: Mapping[str, StateSet]) -> StateSet:
        """Where it is true.

        Parameters
        ----------
        manager : BddManager
            The manager of the diagrams.
        atoms : mapping of str to StateSet
            Where each atom is true.
        """


def is_constraint(given: Any) -> TypeGuard[Constraint]:
    """Whether it is a constraint, and no formula: a formula has atoms too, and Python would walk all of it to look."""
    return not isinstance(given, (str, Formula)) and isinstance(given, Constraint)


def knowledge(
    atoms: Iterable[str],
    law: Laws = "true",
    observes: Mapping[str, Iterable[Question]] | None = None,
    actual: Iterable[str] | None = None,
    variables: Mapping[str, Iterable[Any]] | None = None,
    encoding: Encoding = "binary",
    order: Iterable[str] | None = None,
    nodes: int = NODES,
    empty: bool = False,
) -> KnowledgeStructure:
    """The knowledge structure; errors as in `kripke.models.symbolic_model.SymbolicModel`.

    Parameters
    ----------
    atoms, law, observes, actual, variables, encoding, order, nodes
        As in `SymbolicModel`.
    empty : bool
        Whether the law may be one that no assignment satisfies.
    """
    named = vocabulary_of(atoms)
    many = variables_of(variables or {}, encoding, named)
    parts = [rule for variable in many for rule in variable.law] + laws(law)
    bits = [*named, *[bit for variable in many for bit in variable.bits]]
    places = arranged(bits, _together(parts, many), order, {variable.name: variable.bits for variable in many})
    manager = BddManager(len(bits), nodes)
    where = {bit: StateSet.literal(manager, 2 * place) for place, bit in enumerate(places)}
    known = {bit: where[bit] for bit in named}
    for variable in many:
        known |= variable.values(where)
    shown = [*named, *[value for variable in many for value in variable.atoms]]
    made = KnowledgeStructure(
        manager,
        Definitions(manager),
        {atom: known[atom] for atom in shown},
        {},
        reduce(or_, [state_set.support for state_set in where.values()], 0),
        (),
        {},
    )
    made = made.under(in_parts([fact(made, part, "law") for part in parts]))
    if not empty:
        require_states(made, law)
    made = replace(made, observes=_observations(made, observes or {}, {v.name: v for v in many}))
    return made if actual is None else replace(made, actual=_actual(made, actual))


def laws(law: Laws, what: str = "law") -> list[Constraint]:
    """The law's conjuncts as constraints.

    Parameters
    ----------
    law : formula, constraint, or list of these
        The law.
    what : str
        What it is called in errors.
    """
    given: Any = (
        [law] if isinstance(law, (str, Formula)) or is_constraint(law) or constraint.is_constraint(law) else law
    )
    if not isinstance(given, Iterable):
        shown = shorten(repr(law))
        raise ModelError(f"{what} {shown}: expected a formula, a constraint such as exactly(...), or a list")
    found: list[Constraint] = []
    for item in given:
        found += [item] if is_constraint(item) else map(Condition, conjuncts(formula_of(item, ())))
    return found


def fact(made: KnowledgeStructure, condition: Formula | Constraint, what: str) -> StateSet:
    """Where a boolean condition is true.

    Parameters
    ----------
    made : KnowledgeStructure
        The model.
    condition : Formula or Constraint
        The condition.
    what : str
        What it is called in errors.

    Raises
    ------
    ModelError
        If the condition has modalities.
    UnknownAtom
        If it has an atom that the model lacks.
    """
    given = Condition(condition) if isinstance(condition, Formula) else condition
    if isinstance(given, Condition):
        given.require(made.atoms, what)
    for atom in given.atoms:
        if atom not in made.atoms and atom not in made.public_variables:
            raise unknown_atom(atom, made.atoms, what)
    return given.state_set(made.manager, made.atoms)


def require_states(made: KnowledgeStructure, law: object) -> None:
    """Refuse a law that nothing satisfies.

    Parameters
    ----------
    made : KnowledgeStructure
        The model.
    law : object
        The law as the user gave it.
    """
    everything = reduce(or_, [part.support for part in made.law], 0)
    if conjunction(made.manager, eliminate(made.manager, made.law, everything)).value is False:
        parts = law if isinstance(law, (list, tuple)) else [law]
        shown = shorten(" and ".join(str(part) if isinstance(part, (str, Formula)) else repr(part) for part in parts))
        raise ModelError(f"law {shown}: no assignment satisfies it, so the model would have no worlds")


def _together(parts: Iterable[Constraint], many: Sequence[Variable]) -> Iterator[list[str]]:
    """The bits that belong together by what the law says."""
    bits_of: dict[str, Sequence[str]] = {variable.name: variable.bits for variable in many}
    for variable in many:
        bits_of |= {atom: variable.bits_of(atom) for atom in variable.atoms}
    for part in parts:
        for group in spoken_of(part):
            yield [bit for atom in group for bit in bits_of.get(atom, (atom,))]


def _observations(
    made: KnowledgeStructure, observes: Mapping[str, Iterable[Question]], many: Mapping[str, Variable]
) -> dict[str, Observation]:
    return {agent: Observation(_seen(made, agent, items, many)) for agent, items in agents_of(observes, "observes")}


def _seen(made: KnowledgeStructure, agent: str, items: Iterable[Any], many: Mapping[str, Variable]) -> int:
    """The variables that an agent sees: bits, bits of variables, and auxiliary ones for other formulas."""
    if isinstance(items, str):
        raise ModelError(f"observes of {agent}: expected a list such as ['{shorten(items)}'], got a text")
    seen = 0
    for item in items:
        state_set = made.atoms.get(item) if isinstance(item, str) else None
        if state_set is not None and state_set.variable is not None:
            seen |= state_set.support
            continue
        name = item.name if isinstance(item, Atom) else item
        if isinstance(name, str) and name in many:
            seen |= reduce(or_, [made.atoms[atom].support for atom in many[name].atoms], 0)
            continue
        if isinstance(name, str) and name in made.atoms:
            state_set = made.atoms[name]
        else:
            condition = item if is_constraint(item) else formula_of(item, made.atoms)
            state_set = fact(made, condition, f"observes of {agent}")
        seen |= 0 if state_set.value is not None else 1 << made.definitions.variable(state_set)
    return seen


def _actual(made: KnowledgeStructure, actual: Iterable[str]) -> Bits:
    return state_of(made, assignment_of(actual, made.names), "actual")


def state_of(made: KnowledgeStructure, true: frozenset[str], what: str) -> Bits:
    """The state in which exactly these atoms and marks are true. `ModelError` where the law excludes it.

    O(k) for k atoms where all are bits of the state; where they are not, a conjunction with the law decides.

    Parameters
    ----------
    made : KnowledgeStructure
        The model.
    true : frozenset of str
        The true atoms and marks.
    what : str
        What it is called in errors.
    """
    bits, known = 0, 0
    others = []
    for atom, state_set in (*made.atoms.items(), *made.mark_sets):
        if state_set.is_bit:
            known |= state_set.support
            bits |= state_set.support if atom in true else 0
        else:
            others.append(state_set if atom in true else ~state_set)
    if others or made.state & ~known:
        return _solved(made, bits, known, others, true, what)
    return _lawful(made, bits, true, what)


def _solved(
    made: KnowledgeStructure, bits: Bits, known: int, others: list[StateSet], true: frozenset[str], what: str
) -> Bits:
    """The state with these known bits where the other conditions hold."""
    manager = made.manager
    left = StateSet.of(manager, manager.assignment(known, bits), known)
    used = reduce(or_, [part.support for part in (*others, *made.law)], 0)
    for part in (*others, *made.law, *[made.definitions.part(v) for v in members(made.definitions.needed(used))]):
        left = left & part
    if left.value is False:
        raise _unlawful(true, what)
    found = bits | manager.pick(left.function, made.state & ~known)
    if (left & ~StateSet.of(manager, manager.assignment(made.state, found), made.state)).value is not False:
        raise ModelError(f"{what} {world_text(true)}: several states have just these atoms true")
    return found


def _lawful(made: KnowledgeStructure, bits: Bits, true: frozenset[str], what: str) -> Bits:
    if not made.lawful(bits):
        raise _unlawful(true, what)
    return bits


def _unlawful(true: frozenset[str], what: str) -> ModelError:
    return ModelError(f"{what} {world_text(true)}: this assignment does not satisfy the law")


def name_of(made: KnowledgeStructure, state: Bits) -> frozenset[str]:
    """The state's name: its true atoms, and its true marks where an update has hidden bits behind the atoms.

    Parameters
    ----------
    made : KnowledgeStructure
        The model.
    state : Bits
        The state.
    """
    return frozenset(name for name, state_set in (*made.atoms.items(), *made.mark_sets) if made.true(state_set, state))
