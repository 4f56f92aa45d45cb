"""From atoms, a law, what agents observe and an actual state to a knowledge structure, everything checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import Any, Protocol, TypeAlias, TypeGuard, runtime_checkable

from kripke.assignments import require_boolean
from kripke.build import agents_of, assignment_of, vocabulary_of
from kripke.check import run
from kripke.errors import ModelError, unknown_atom
from kripke.program import compile_formula
from kripke.symbolic.algebra import SymbolicAlgebra
from kripke.symbolic.bdd import NODES, Space, members
from kripke.symbolic.elimination import conjunction, eliminate
from kripke.symbolic.knowledge import Bits, Definitions, Knowledge, Observation, in_parts
from kripke.symbolic.order import arranged, spoken_of
from kripke.symbolic.region import Region
from kripke.symbolic.variables import Encoding, Variable, variables_of
from kripke.wording import world_text
from logic.errors import shorten
from logic.formula import And, Atom, Formula
from logic.parser import parse


@runtime_checkable
class Constraint(Protocol):
    """A boolean condition that builds its own diagram, such as `exactly`; see `kripke.symbolic.laws`."""

    @property
    def atoms(self) -> Iterable[str]:
        """The atoms that it speaks of."""

    def region(self, space: Space, atoms: Mapping[str, Region]) -> Region:
        """Where it is true."""


def is_constraint(given: Any) -> TypeGuard[Constraint]:
    """Whether it is a constraint, and no formula: a formula has atoms too, and Python would walk all of it to look."""
    return not isinstance(given, (str, Formula)) and isinstance(given, Constraint)


Law: TypeAlias = str | Formula | Constraint
Laws: TypeAlias = Law | Iterable[Law]


def knowledge(
    atoms: Iterable[str],
    law: Laws = "true",
    observes: Mapping[str, Iterable[str | Formula]] | None = None,
    actual: Iterable[str] | None = None,
    variables: Mapping[str, Iterable[Any]] | None = None,
    encoding: Encoding = "binary",
    order: Iterable[str] | None = None,
    nodes: int = NODES,
) -> Knowledge:
    """The knowledge structure; parameters and errors as in `kripke.symbolic.model.SymbolicModel`."""
    named = vocabulary_of(atoms)
    many = variables_of(variables or {}, encoding, named)
    parts = [rule for variable in many for rule in variable.law] + laws(law)
    bits = [*named, *[bit for variable in many for bit in variable.bits]]
    places = arranged(bits, _together(parts, many), order, {variable.name: variable.bits for variable in many})
    space = Space(len(bits), nodes)
    where = {bit: Region.literal(space, 2 * place) for place, bit in enumerate(places)}
    known = {bit: where[bit] for bit in named}
    for variable in many:
        known |= variable.values(where)
    shown = [*named, *[value for variable in many for value in variable.atoms]]
    made = Knowledge(
        space,
        Definitions(space),
        {atom: known[atom] for atom in shown},
        {},
        reduce(or_, [region.support for region in where.values()], 0),
        (),
        {},
    )
    made = made.under(in_parts([fact(made, part, "law") for part in parts]))
    require_states(made, law)
    made = replace(made, observes=_observations(made, observes or {}, {v.name: v for v in many}))
    return made if actual is None else replace(made, actual=_actual(made, actual))


def laws(law: Laws, what: str = "law") -> list[Formula | Constraint]:
    """The law's conjuncts; `what` it is called in errors."""
    given: Iterable[Any] = [law] if isinstance(law, (str, Formula, Constraint)) else law
    if not isinstance(given, Iterable):
        shown = shorten(repr(law))
        raise ModelError(f"{what} {shown}: expected a formula, a constraint such as exactly(...), or a list")
    found: list[Formula | Constraint] = []
    for item in given:
        if is_constraint(item):
            found.append(item)
        else:
            found += _conjuncts(parse(item))
    return found


def fact(made: Knowledge, condition: Formula | Constraint, what: str) -> Region:
    """Where a boolean condition is true; `ModelError` for modalities, `UnknownAtom` for atoms that are not there."""
    if not isinstance(condition, Formula):
        for atom in condition.atoms:
            if atom not in made.atoms and atom not in made.public_variables:
                raise unknown_atom(atom, made.atoms, what)
        return condition.region(made.space, made.atoms)
    require_boolean(condition, made.atoms, what)
    algebra: Any = SymbolicAlgebra(made)
    return run(compile_formula(condition), algebra)  # type: ignore[no-any-return]


def require_states(made: Knowledge, law: object) -> None:
    """Refuse a law that nothing satisfies."""
    everything = reduce(or_, [part.support for part in made.law], 0)
    if conjunction(made.space, eliminate(made.space, made.law, everything)).value is False:
        parts = law if isinstance(law, (list, tuple)) else [law]
        shown = shorten(" and ".join(str(part) if isinstance(part, (str, Formula)) else repr(part) for part in parts))
        raise ModelError(f"law {shown}: no assignment satisfies it, so that the model would have no worlds")


def _conjuncts(law: Formula) -> list[Formula]:
    found, stack = [], [law]
    while stack:
        node = stack.pop()
        if isinstance(node, And):
            stack += [node.right, node.left]
        else:
            found.append(node)
    return found


def _together(parts: Iterable[Formula | Constraint], many: Sequence[Variable]) -> Iterator[list[str]]:
    """The bits that belong together by what the law says."""
    bits_of: dict[str, Sequence[str]] = {variable.name: variable.bits for variable in many}
    for variable in many:
        bits_of |= {atom: variable.bits_of(atom) for atom in variable.atoms}
    for part in parts:
        for group in spoken_of(part):
            yield [bit for atom in group for bit in bits_of.get(atom, (atom,))]


def _observations(
    made: Knowledge, observes: Mapping[str, Iterable[str | Formula]], many: Mapping[str, Variable]
) -> dict[str, Observation]:
    return {agent: Observation(_seen(made, agent, items, many)) for agent, items in agents_of(observes, "observes")}


def _seen(made: Knowledge, agent: str, items: Iterable[Any], many: Mapping[str, Variable]) -> int:
    """The variables that an agent sees: bits, bits of variables, and auxiliary ones for other formulas."""
    if isinstance(items, str):
        raise ModelError(f"observes of {agent}: expected a list such as ['{shorten(items)}'], got a text")
    seen = 0
    for item in items:
        region = made.atoms.get(item) if isinstance(item, str) else None
        if region is not None and region.variable is not None:
            seen |= region.support
            continue
        name = item.name if isinstance(item, Atom) else item
        if isinstance(name, str) and name in many:
            seen |= reduce(or_, [made.atoms[atom].support for atom in many[name].atoms], 0)
            continue
        if isinstance(name, str) and name in made.atoms:
            region = made.atoms[name]
        else:
            condition = item if is_constraint(item) else parse(item)
            region = fact(made, condition, f"observes of {agent}")
        seen |= 0 if region.value is not None else 1 << made.definitions.variable(region)
    return seen


def _actual(made: Knowledge, actual: Iterable[str]) -> Bits:
    return state_of(made, assignment_of(actual, made.names), "actual")


def state_of(made: Knowledge, true: frozenset[str], what: str) -> Bits:
    """The state in which exactly these atoms and marks are true. `ModelError` where the law excludes it.

    O(k) for k atoms where all are bits of the state; where they are not, a conjunction with the law decides.
    """
    bits, known = 0, 0
    others = []
    for atom, region in (*made.atoms.items(), *made.mark_regions):
        if region.is_bit:
            known |= region.support
            bits |= region.support if atom in true else 0
        else:
            others.append(region if atom in true else ~region)
    if others or made.state & ~known:
        return _solved(made, bits, known, others, true, what)
    return _lawful(made, bits, true, what)


def _solved(made: Knowledge, bits: Bits, known: int, others: list[Region], true: frozenset[str], what: str) -> Bits:
    """The state with these known bits where the other conditions hold."""
    space = made.space
    left = Region.of(space, space.assignment(known, bits), known)
    used = reduce(or_, [part.support for part in (*others, *made.law)], 0)
    for part in (*others, *made.law, *[made.definitions.part(v) for v in members(made.definitions.needed(used))]):
        left = left & part
    if left.value is False:
        raise _unlawful(true, what)
    found = bits | space.pick(left.function, made.state & ~known)
    if (left & ~Region.of(space, space.assignment(made.state, found), made.state)).value is not False:
        raise ModelError(f"{what} {world_text(true)}: several states have just these atoms true")
    return found


def _lawful(made: Knowledge, bits: Bits, true: frozenset[str], what: str) -> Bits:
    if not made.lawful(bits):
        raise _unlawful(true, what)
    return bits


def _unlawful(true: frozenset[str], what: str) -> ModelError:
    return ModelError(f"{what} {world_text(true)}: this assignment does not satisfy the law")


def name_of(made: Knowledge, state: Bits) -> frozenset[str]:
    """The state's name: its true atoms, and its true marks where an update has hidden bits behind the atoms."""
    return frozenset(name for name, region in (*made.atoms.items(), *made.mark_regions) if made.true(region, state))
