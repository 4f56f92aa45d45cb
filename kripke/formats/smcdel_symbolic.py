"""SMCDEL's files on decision diagrams: the law is never listed, and quantifiers are quantification."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import reduce
from itertools import islice
from operator import or_
from typing import Any

from kripke.data.errors import ModelError
from kripke.formats.quantifiers import Quantified, is_boolean, within
from kripke.formats.smcdel import Answer, Query, SmcdelFile, State, beyond, in_order, reflexive
from kripke.symbolic import build, counting, listing
from kripke.symbolic.bdd import BddManager
from kripke.symbolic.conditions import Condition
from kripke.symbolic.knowledge_structure import Bits, KnowledgeStructure, Observation
from kripke.symbolic.memory import Owned, building, with_nodes
from kripke.symbolic.room import NODES
from kripke.symbolic.state_set import StateSet
from kripke.symbolic.transformer import unused
from kripke.symbolic.update import extension, is_valid
from logic.formula import Formula

LIMIT = 100
"""So many states are listed for a ``WHERE?``."""


class Bound:
    """A boolean formula with atoms that stand for quantifiers, as a constraint of a law.

    Parameters
    ----------
    condition : Condition
        The formula.
    bound : mapping of str to Quantified
        What the atoms stand for.
    """

    def __init__(self, condition: Condition, bound: Mapping[str, Quantified]) -> None:
        self.condition, self.bound = condition, bound

    def __repr__(self) -> str:
        return repr(self.condition)

    @property
    def atoms(self) -> Iterable[str]:
        """The atoms of the vocabulary in it, quantified ones too: they are near to each other in the order."""
        inside = [each.formula.atoms for each in self.bound.values()]
        return sorted(self.condition.atoms.union(*inside).difference(self.bound))

    def state_set(self, manager: BddManager, atoms: Mapping[str, StateSet]) -> StateSet:
        """Where it is true.

        Parameters
        ----------
        manager : BddManager
            The manager of the atoms' diagrams.
        atoms : mapping of str to StateSet
            Where each atom is true.
        """
        return self.condition.state_set(manager, {**atoms, **quantified(manager, atoms, self.bound)})


def quantified(
    manager: BddManager, atoms: Mapping[str, StateSet], bound: Mapping[str, Quantified]
) -> dict[str, StateSet]:
    """Where each quantifier is true, inner ones first; the quantified atoms are quantified away from the diagram."""
    known = dict(atoms)
    found: dict[str, StateSet] = {}
    for name, each in bound.items():
        found[name] = known[name] = _over(manager, atoms, each, Condition(each.formula).state_set(manager, known))
    return found


def _over(manager: BddManager, atoms: Mapping[str, StateSet], quantified: Quantified, scope: StateSet) -> StateSet:
    """Where a quantifier is true, given where its scope is."""
    variables = reduce(or_, [atoms[atom].support for atom in quantified.atoms], 0) & scope.support
    if not variables:
        return scope
    quantify = scope.function.forall if quantified.clause == "Forall" else scope.function.exists
    return StateSet.of(manager, quantify(variables), scope.support & ~variables)


def structure(file: SmcdelFile) -> KnowledgeStructure:
    """The file's model as diagrams, without an actual state; `ModelError` where no state satisfies the law."""
    file = _ready(file)
    law: list[Any] = [_part(conjunct, file.bound) for conjunct in build.laws(file.law)]
    return building(NODES, lambda nodes: build.knowledge(file.variables, law, file.observes, nodes=nodes))


def _ready(file: SmcdelFile) -> SmcdelFile:
    """The file; its quantifiers are expanded where they bind atoms that are no variables of it."""
    known = all(atom in file.variables for each in file.bound.values() for atom in each.atoms)
    return file if known else file.expanded


def _part(conjunct: Any, bound: Mapping[str, Quantified]) -> Any:
    """A conjunct of the law as it is, or with the quantifiers for which atoms stand in it."""
    inside = within(conjunct, bound)
    return Bound(conjunct, inside) if inside else conjunct


def answer(file: SmcdelFile, beyond_law: bool = False, limit: int | None = LIMIT) -> list[Answer]:
    """Answer the questions of a file on diagrams.

    Parameters
    ----------
    file : SmcdelFile
        From `kripke.formats.smcdel.read`; with ``expand=False`` its quantifiers are quantified away from diagrams.
    beyond_law : bool
        As for `kripke.formats.smcdel.answer`.
    limit : int, optional
        How many states a ``WHERE?`` lists, the first by the order of the diagrams; None: all.

    Raises
    ------
    ParseError
        If a state does not satisfy the law.
    ModelError
        If no state does.
    """
    ready = _ready(file)
    made = Owned(structure(ready))
    return [_answer(ready, made, query, beyond_law, limit) for query in ready.queries]


def _answer(file: SmcdelFile, made: Owned, query: Query, beyond_law: bool, limit: int | None) -> Answer:
    def work(known: KnowledgeStructure) -> Answer:
        return _on(_with_quantifiers(known, file, query.formula), file, query, beyond_law, limit)

    return with_nodes(made, work)


def _with_quantifiers(made: KnowledgeStructure, file: SmcdelFile, formula: Formula) -> KnowledgeStructure:
    """Return the model with the atoms that stand for the formula's quantifiers.

    As in SMCDEL, a state with another value of a quantified atom may lie outside the law: the agents then think of the
    states of the law that look the same to them.
    """
    for name, each in within(formula, file.bound).items():
        scope = extension(made, each.formula) if is_boolean(each.formula) else _everywhere(made, each.formula)
        made = replace(made, atoms={**made.atoms, name: _over(made.manager, made.atoms, each, scope)})
    return made


def _everywhere(made: KnowledgeStructure, formula: Formula) -> StateSet:
    """Where the formula is true, at states outside the law too."""
    wider, bit = _beyond_law(made)
    outside = extension(wider, formula) & StateSet.literal(made.manager, bit)
    variable = outside.support & 1 << bit
    function = outside.function.exists(variable) if variable else outside.function
    return StateSet.of(made.manager, function, outside.support & ~variable)


def _beyond_law(made: KnowledgeStructure) -> tuple[KnowledgeStructure, int]:
    """Return the model with every assignment as a further state, and the bit that these states have.

    No agent considers them possible; from them each looks at the states of the law that agree on what it sees.
    """
    (bit,) = unused(made, 1)
    extra, inside = StateSet.literal(made.manager, bit), ~StateSet.literal(made.manager, bit + 1)
    observes = {agent: Observation(look.seen, (*look.relation, inside)) for agent, look in made.observes.items()}
    law = tuple([part | extra for part in made.law])
    return replace(made, law=law, observes=observes, state=made.state | 1 << bit), bit


def _on(made: KnowledgeStructure, file: SmcdelFile, query: Query, beyond_law: bool, limit: int | None) -> Answer:
    if query.state is not None:
        return Answer(query, _at(made, file, query, query.state, beyond_law))
    if query.keyword == "VALID?":
        return Answer(query, is_valid(made, query.formula))
    where = extension(made, query.formula)
    found = [_numbers(state, file) for state in islice(listing.extension(made, where, None), limit)]
    return Answer(query, in_order(file, found), counting.count(made, where) - len(found))


def _numbers(state: frozenset[str], file: SmcdelFile) -> State:
    return tuple([int(atom[1:]) for atom in file.variables if atom in state])


def _at(made: KnowledgeStructure, file: SmcdelFile, query: Query, true: frozenset[str], beyond_law: bool) -> bool:
    state = reduce(or_, [made.atoms[atom].support for atom in true], 0)
    if made.lawful(state):
        return made.true(extension(made, query.formula), state)
    if not beyond_law:
        raise beyond(file, query)
    wider, there = with_state(made, state)
    return wider.true(extension(wider, reflexive(query.formula)), there)


def with_state(made: KnowledgeStructure, state: Bits) -> tuple[KnowledgeStructure, Bits]:
    """The model with one more state, which the law excludes, and that state: it has a bit that all others have not.

    No agent considers it possible; from it each looks at the states of the law that agree with it on what she sees.
    """
    if made.lawful(state):
        raise ModelError("this state satisfies the law")
    wider, bit = _beyond_law(made)
    extra = StateSet.literal(made.manager, bit)
    alone = StateSet.of(made.manager, made.manager.assignment(made.state, state), made.state)
    wider, there = replace(wider, law=(*wider.law, ~extra | alone)), state | 1 << bit
    return wider, there
