"""Construction of a knowledge structure from atoms, a state law, observations and an actual state, with validation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from kripke.checking import constraint
from kripke.checking.build import agents_of, assignments_of, atom_name, vocabulary_of
from kripke.checking.constraint import Laws, Question, formula_of
from kripke.data.errors import ModelError
from kripke.data.lazy import Lazy
from kripke.data.wording import world_text
from kripke.symbolic.diagrams.bdd import BddManager
from kripke.symbolic.diagrams.capacity import NODES
from kripke.symbolic.diagrams.elimination import satisfiable
from kripke.symbolic.diagrams.state_set import StateSet, support_of
from kripke.symbolic.laws.conditions import Condition
from kripke.symbolic.laws.constraints import Counting, DiagramConstraint, is_constraint
from kripke.symbolic.laws.order import checked, drawn_together, spoken_of
from kripke.symbolic.structures.knowledge_structure import Bits, Definitions, KnowledgeStructure, Observation, in_parts
from logic.clauses import Atom
from logic.errors import EpistemicError, TooLarge, shorten
from logic.formula import Formula
from logic.shared import conjuncts

if TYPE_CHECKING:
    from kripke.symbolic.diagrams import nodes as diagrams
    from kripke.symbolic.laws import values
    from kripke.symbolic.laws.values import Encoding, Variable
else:  # for long conditions, and for variables with several values
    diagrams, values = Lazy("kripke.symbolic.diagrams.nodes"), Lazy("kripke.symbolic.laws.values")
dealing = Lazy("kripke.symbolic.deals.dealing")  # most laws deal no cards


def knowledge_structure(
    atoms: Iterable[str],
    law: Laws = "true",
    observes: Mapping[str, Iterable[Question]] | None = None,
    actual: Iterable[str] | Iterable[Iterable[str]] | None = None,
    variables: Mapping[str, Iterable[Any]] | None = None,
    encoding: Encoding = "binary",
    order: Iterable[str] | None = None,
    nodes: int = NODES,
    defined: Mapping[str, Question] | None = None,
    empty: bool = False,
) -> KnowledgeStructure:
    """Build a knowledge structure; parameters and errors as in `kripke.models.symbolic_model.SymbolicModel`.

    `empty`: whether the structure may have no states; if not, the state law must be satisfiable.
    """
    named = vocabulary_of(atoms)
    is_plain = variables is None and isinstance(encoding, str) and encoding == "binary"
    many = [] if is_plain else values.variables_of({} if variables is None else variables, encoding, named)
    parts = [rule for variable in many for rule in variable.law] + laws(law)
    bits = [*named, *[bit for variable in many for bit in variable.bits]]
    if order is None:
        places = drawn_together(bits, _together(parts, many))
    else:
        places = checked(bits, order, {variable.name: variable.bits for variable in many})
    manager = BddManager(len(bits), nodes)
    where = {bit: StateSet.literal(manager, 2 * place) for place, bit in enumerate(places)}
    known = {bit: where[bit] for bit in named}
    for variable in many:
        known |= variable.values(where)
    shown = [*named, *[value for variable in many for value in variable.atoms]]
    knowledge = KnowledgeStructure(
        manager,
        Definitions(manager),
        {atom: known[atom] for atom in shown},
        {},
        support_of(where.values()),
        (),
        {},
    )
    rules = _facts_first(manager, [(part, fact(knowledge, part, "law")) for part in parts])
    deal = dealing.dealt(rules, knowledge.atoms) if any(isinstance(rule, Counting) for rule, _ in rules) else None
    knowledge = knowledge.under(in_parts([part for _, part in rules], apart=deal.apart if deal else ()), deal)
    knowledge = with_defined(knowledge, {} if defined is None else defined)
    named_variables = {variable.name: variable for variable in many}
    seen = {
        agent: Observation(_seen(knowledge, agent, items, named_variables))
        for agent, items in agents_of({} if observes is None else observes, "observes")
    }
    knowledge = replace(knowledge, observes=seen)
    if actual is not None:
        return with_actual(knowledge, actual, law)
    if not empty:
        require_states(knowledge, law)
    return knowledge


Rule: TypeAlias = tuple[DiagramConstraint | None, StateSet]
"""A constraint of the state law (None if several are merged into one), and the states where it holds."""


def _facts_first(manager: BddManager, rules: list[Rule]) -> list[Rule]:
    """Merge the rules that fix a single bit, and put the merged rule first; do nothing if a bit is fixed twice."""
    facts = [states for _, states in rules if states.parity is not None and states.support.bit_count() == 1]
    known = support_of(facts)
    true = support_of([states for states in facts if states.is_bit])
    if len(facts) < 2 or len(facts) > known.bit_count():  # nothing to merge, or a bit is fixed twice
        return rules
    single = set(map(id, facts))
    return [(None, StateSet.of_cube(manager, known, true)), *[rule for rule in rules if id(rule[1]) not in single]]


def with_defined(knowledge: KnowledgeStructure, defined: Mapping[str, Question]) -> KnowledgeStructure:
    """Return the structure with additional atoms, each true where its condition is true; the states have the same bits.

    `ModelError` if an atom exists already, or a condition has modalities; `UnknownAtom` if a condition has an atom that
    the structure lacks.

    `defined`: maps atoms to their conditions, which may contain atoms defined before them.
    """
    if not isinstance(defined, Mapping):
        raise ModelError(f"defined {shorten(repr(defined))}: expected atoms with conditions, {{'q': '~p'}}")
    atoms = dict(knowledge.atoms)
    knowledge = replace(knowledge, atoms=atoms)  # only used in this function until all atoms are added
    for atom, condition in defined.items():
        name, what = atom_name(atom), f"defined atom {shorten(str(atom))}"
        if name in knowledge.names:
            raise ModelError(f"{what}: there is an atom of this name already")
        said = condition if is_constraint(condition) else formula_of(condition, knowledge.atoms)
        states = fact(knowledge, said, what)
        if getattr(said, "is_digit", False) and states.value is None:
            states = knowledge.definitions.literal(states)
        atoms[name] = states
    return knowledge


def laws(law: Laws, what: str = "law") -> list[DiagramConstraint]:
    """The conjuncts of a law, such as the state law, as constraints; `what` names the law in error messages."""
    constraints: list[DiagramConstraint] = []
    for item in constraint.listed(law, what):
        if is_constraint(item):
            constraints += getattr(item, "parts", [item])
        else:
            constraints += map(Condition, conjuncts(formula_of(item, ())))
    return constraints


def fact(knowledge: KnowledgeStructure, condition: Formula | DiagramConstraint, what: str) -> StateSet:
    """The states where a Boolean condition is true.

    `ModelError` if the condition has modalities; `UnknownAtom` if it has an atom that the model lacks.

    `what`: the name of the condition in error messages.
    """
    given = Condition(condition) if isinstance(condition, Formula) else condition
    if isinstance(given, Condition):
        given.require(knowledge.atoms, what)
        return _condition_set(knowledge, given, what)
    constraint.require_atoms(given.atoms, knowledge.atoms, what)
    return given.state_set(knowledge.manager, knowledge.atoms)


def require_states(knowledge: KnowledgeStructure, law: Laws) -> None:
    """Raise `ModelError` for an unsatisfiable state law."""
    if not is_satisfiable(knowledge):
        shown = constraint.laws_text(constraint.listed(law), knowledge.atoms)
        raise ModelError(f"law {shown}: no assignment satisfies it, so the model would have no worlds")


def _together(parts: Iterable[DiagramConstraint], many: Sequence[Variable]) -> Iterator[list[str]]:
    """Yield the groups of bits that should be adjacent in the variable order: one or more for each part of the law."""
    bits_of: dict[str, Sequence[str]] = {variable.name: variable.bits for variable in many}
    for variable in many:
        bits_of |= {atom: variable.bits_of(atom) for atom in variable.atoms}
    for part in parts:
        for group in spoken_of(part):
            yield [bit for atom in group for bit in bits_of.get(atom, (atom,))]


def _seen(knowledge: KnowledgeStructure, agent: str, items: Iterable[Any], many: Mapping[str, Variable]) -> int:
    """The mask of the variables that an agent sees, with auxiliary ones for formulas; see `Definitions`."""
    if isinstance(items, str):
        raise ModelError(f"observes of {agent}: expected a list such as ['{shorten(items)}'], got a text")
    seen = 0
    for item in items:
        states = knowledge.atoms.get(item) if isinstance(item, str) else None
        if states is not None and states.variable is not None:
            seen |= states.support
            continue
        name = item.name if isinstance(item, Atom) else item
        if isinstance(name, str) and name in many:
            seen |= support_of([knowledge.atoms[atom] for atom in many[name].atoms])
            continue
        if isinstance(name, str) and name in knowledge.atoms:
            states = knowledge.atoms[name]
        else:
            condition = item if is_constraint(item) else formula_of(item, knowledge.atoms)
            states = fact(knowledge, condition, f"observes of {agent}")
        seen |= 0 if states.value is not None else 1 << knowledge.definitions.variable(states)
    return seen


def with_actual(
    knowledge: KnowledgeStructure, actual: Iterable[str] | Iterable[Iterable[str]], law: Laws
) -> KnowledgeStructure:
    """Return the structure with actual states; the state law is tested for satisfiability only if a state is invalid.

    `UnknownAtom` for an unknown atom; `ModelError` if an actual state violates the law, or the law is unsatisfiable.
    """
    try:
        states = {state_of(knowledge, true, "actual") for true in assignments_of(actual, knowledge.names)}
        return replace(knowledge, actuals=tuple(sorted(states)))
    except EpistemicError:
        require_states(knowledge, law)
        raise


def state_of(knowledge: KnowledgeStructure, true: frozenset[str], what: str) -> Bits:
    """The state with this `KnowledgeStructure.name`; `ModelError` if no state or several states have it.

    `what`: the beginning of the error message.

    O(k) for k atoms if every bit of the state is an atom; otherwise the state is computed from the law.
    """
    bits, known = 0, 0
    others = []
    for atom, states in knowledge.named.items():
        if states.is_bit and states.support & knowledge.state:
            bits |= states.support & ~known if atom in true else 0
            known |= states.support
        else:
            others.append(states if atom in true else ~states)
    if knowledge.state & ~known:
        return _solved(knowledge, bits, known, others, true, what)
    for atom, states in knowledge.named.items():
        own = states.is_bit and states.support & knowledge.state
        value = bool(bits & states.support) if own else knowledge.true(states, bits)
        if value is not (atom in true):
            follows = f"'{shorten(atom)}' follows from the other atoms, and is {str(value).lower()} there"
            raise ModelError(f"{what} {world_text(true)}: {follows}")
    if not knowledge.lawful(bits):
        raise _unlawful(true, what)
    return bits


def _solved(
    knowledge: KnowledgeStructure, bits: Bits, known: int, others: list[StateSet], true: frozenset[str], what: str
) -> Bits:
    """The only state that satisfies `others` and has the values `bits` of the variables `known`; else `ModelError`."""
    manager = knowledge.manager
    left = StateSet.of_cube(manager, known, bits)
    for part in (*others, *knowledge.law, *knowledge.definitions.parts(support_of((*others, *knowledge.law)))):
        left = left & part
    if left.value is False:
        raise _unlawful(true, what)
    state = bits | manager.pick(left.function, knowledge.state & ~known)
    if (left & ~StateSet.of_cube(manager, knowledge.state, state)).value is not False:
        raise ModelError(f"{what} {world_text(true)}: several states have just these atoms true")
    return state


def _unlawful(true: frozenset[str], what: str) -> ModelError:
    return ModelError(f"{what} {world_text(true)}: this assignment does not satisfy the law")


MOST_NODES = 2**21
"""Maximal number of nodes for building the diagram of a long condition, which takes about 2 s."""

LONG = 2**8
"""Minimal number of rows of a long condition, see `Condition`; the diagrams of shorter ones take milliseconds."""


def _condition_set(knowledge: KnowledgeStructure, condition: Condition, what: str) -> StateSet:
    """The states where a condition is true; `TooLarge` if it is long and needs more than `MOST_NODES` nodes.

    The limit is not needed, and not tested, if the structure's manager is small.
    """
    if len(condition.rows) < LONG or knowledge.manager.nodes <= 2 * MOST_NODES:
        return condition.state_set(knowledge.manager, knowledge.atoms)
    atoms = {name: knowledge.atoms[name] for name in sorted(condition.atoms)}
    manager = knowledge.manager.sibling(MOST_NODES)
    try:
        there = diagrams.copied(list(atoms.values()), knowledge.manager, manager)
        states = condition.state_set(manager, dict(zip(atoms, there, strict=True)))
    except MemoryError:
        raise TooLarge(
            f"{what or 'formula'}: a condition with {len(condition.rows):,} parts takes more than {MOST_NODES:,} nodes "
            "of diagrams; give several shorter ones, or an order of the atoms that suits it"
        ) from None
    return diagrams.copied([states], manager, knowledge.manager)[0]


SEARCH_NODES = 2**18
"""Maximal number of nodes that the search for a state uses in addition to the nodes of the law: about 1 s."""

FEW = 8
"""Maximal number of diagrams that are searched in the model's own manager; a second manager would cost more."""


def is_satisfiable(knowledge: KnowledgeStructure) -> bool:
    """Whether the structure has a state. `TooLarge` if the search for one needs too many nodes."""
    parts = [*knowledge.law, *knowledge.definitions.parts(support_of(knowledge.law))]
    if sum([part.parity is None for part in parts]) <= FEW:
        return satisfiable(knowledge.manager, parts)
    manager = knowledge.manager.sibling(SEARCH_NODES + sum([part.size for part in parts]))
    try:
        return satisfiable(manager, diagrams.copied(parts, knowledge.manager, manager))
    except MemoryError:
        pass
    raise TooLarge(
        f"law: whether any state satisfies its {len(parts):,} parts takes more than {SEARCH_NODES:,} nodes of diagrams "
        "to decide; use fewer atoms or a simpler law, or give the model an actual state"
    )
