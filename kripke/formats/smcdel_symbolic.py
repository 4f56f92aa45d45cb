"""Models and answers for SMCDEL's files, computed with decision diagrams instead of a list of all states."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import reduce
from itertools import islice
from operator import or_
from types import SimpleNamespace
from typing import Any

from kripke.checking.check import Evaluation, run
from kripke.checking.program import compile_all, compile_formula
from kripke.data.lazy import Lazy
from kripke.formats.quantifiers import Quantified, is_boolean, within
from kripke.formats.smcdel import LIMIT, Answer, Query, SmcdelFile, answered, in_order, reflexive
from kripke.symbolic.diagrams import threads
from kripke.symbolic.diagrams.bdd import BddManager
from kripke.symbolic.diagrams.state_set import StateSet, primed
from kripke.symbolic.laws.conditions import Condition
from kripke.symbolic.laws.constraints import DiagramConstraint
from kripke.symbolic.questions.evaluation import REMEMBERED, everywhere
from kripke.symbolic.structures import build
from kripke.symbolic.structures.algebra import SymbolicAlgebra
from kripke.symbolic.structures.build import is_satisfiable
from kripke.symbolic.structures.knowledge_structure import KnowledgeStructure
from kripke.symbolic.structures.memory import with_nodes

counting, states = Lazy("kripke.symbolic.structures.counting"), Lazy("kripke.symbolic.structures.states")  # for WHERE?


class Bound(DiagramConstraint):
    """A boolean formula with quantifiers, as a constraint in a state law.

    `condition`: the formula. `bound`: maps atoms in it to the quantifiers that they stand for.
    """

    def __init__(self, condition: Condition, bound: Mapping[str, Quantified]) -> None:
        self.condition, self.bound = condition, bound

    def __repr__(self) -> str:
        return repr(self.condition)

    @property
    def atoms(self) -> Iterable[str]:
        """The atoms of the formula, including quantified ones, to be put close together in the variable order."""
        inside = [each.formula.atoms for each in self.bound.values()]
        return sorted(self.condition.atoms.union(*inside).difference(self.bound))

    def state_set(self, manager: BddManager, atoms: Mapping[str, StateSet]) -> StateSet:
        """The states where the formula is true."""
        return self.condition.state_set(manager, {**atoms, **quantified(manager, atoms, self.bound)})


def quantified(
    manager: BddManager, atoms: Mapping[str, StateSet], bound: Mapping[str, Quantified]
) -> dict[str, StateSet]:
    """Map the atom of each quantifier to the states where the quantifier is true, computed on diagrams."""
    known = dict(atoms)
    states: dict[str, StateSet] = {}
    for name, each in bound.items():
        states[name] = known[name] = _over(manager, atoms, each, Condition(each.formula).state_set(manager, known))
    return states


def _over(manager: BddManager, atoms: Mapping[str, StateSet], quantified: Quantified, scope: StateSet) -> StateSet:
    """The states where a quantified formula is true, computed from the states where its scope is true."""
    variables = reduce(or_, [atoms[atom].support for atom in quantified.atoms], 0) & scope.support
    if not variables:
        return scope
    quantify = scope.function.forall if quantified.clause == "Forall" else scope.function.exists
    return StateSet.of(manager, quantify(variables), scope.support & ~variables)


def structure(file: SmcdelFile) -> KnowledgeStructure:
    """The model of a file as diagrams, without an actual state; `ModelError` if no state satisfies the law."""
    knowledge, has_states = _knowledge_of(_ready(file))
    if not has_states:
        raise file.unsatisfiable()
    return knowledge


def _knowledge_of(file: SmcdelFile, search: bool = True) -> tuple[KnowledgeStructure, bool]:
    """The model of a file, and whether it has a state. Without `search`, this is not tested, and the value is True."""

    def work() -> tuple[KnowledgeStructure, bool]:
        law: list[Any] = []
        conjunct: Any
        for conjunct in build.laws(file.law):
            inside = within(conjunct, file.bound)
            law.append(Bound(conjunct, inside) if inside else conjunct)
        knowledge = build.knowledge_structure(file.variables, law, file.observes, nodes=threads.FILE_NODES, empty=True)
        return knowledge, not search or is_satisfiable(knowledge)

    try:
        return threads.limited(work)
    except MemoryError:
        pass
    raise threads.too_large()


def _ready(file: SmcdelFile) -> SmcdelFile:
    """The file, with expanded quantifiers if they bind atoms that are not variables of the file."""
    known = all(atom in file.variables for each in file.bound.values() for atom in each.atoms)
    return file if known else file.expanded


def answer(file: SmcdelFile, limit: int | None = LIMIT) -> list[Answer]:
    """Answer the questions of a file with diagrams; see `kripke.formats.smcdel.answer`.

    If no state satisfies the law, every ``VALID?`` is answered with True, and every ``WHERE?`` with no states, as in
    SMCDEL. A ``WHERE?`` lists at most `limit` states, the first by the order of the diagrams; None: all.
    """
    ready = _ready(file)
    search = any(query.state is None for query in ready.queries)  # the questions search it without a limit
    model = SimpleNamespace(knowledge=_knowledge_of(ready, search)[0])

    def value(query: Query) -> Answer:
        return with_nodes(model, lambda knowledge: _on(knowledge, ready, query, limit))

    return [answered(query, value) for query in ready.queries]


def _on(knowledge: KnowledgeStructure, file: SmcdelFile, query: Query, limit: int | None) -> Answer:
    """The answer to a question of a file.

    Values of subformulas are stored for other questions as long as memory suffices.
    """
    inside = within(query.formula, file.bound)
    if inside and all(is_boolean(each.formula) for each in inside.values()):
        bound_atoms = quantified(knowledge.manager, knowledge.atoms, inside)
        evaluation, start, rows = _begun(replace(knowledge, atoms={**knowledge.atoms, **bound_atoms}), [query])
        inside = {}
    else:
        evaluation, start, rows = knowledge.manager.results.get("questions", lambda: _begun(knowledge, file.queries))
    row = rows[id(query.formula)]
    state = None if query.state is None else reduce(or_, [knowledge.atoms[atom].support for atom in query.state], 0)
    if query.keyword == "VALID?" and not inside:
        return Answer(query, everywhere(evaluation, row, start.domain))
    if inside or not (state is None or knowledge.lawful(state)):  # it needs more than the states of the law
        beyond = AllAssignments(_seeing_only(start.knowledge.under(()), start.knowledge.law), inside)
        where = run(compile_formula(reflexive(query.formula)), beyond)
    else:
        where = evaluation.value(row)
    if state is not None:
        return Answer(query, knowledge.true(where, state))
    if query.keyword == "VALID?":
        return Answer(query, start.is_empty(~where) or start.has_no_states)
    if start.has_no_states:
        return Answer(query, ())
    true_states = islice(states.extension(knowledge, where, None), limit)
    first = [tuple([int(atom[1:]) for atom in file.variables if atom in state]) for state in true_states]
    return Answer(query, in_order(file, first), counting.count(knowledge, where) - len(first))


def _begun(
    knowledge: KnowledgeStructure, queries: Iterable[Query]
) -> tuple[Evaluation[StateSet], SymbolicAlgebra, dict[int, int]]:
    """Return an evaluation of all questions, the set algebra to start with, and the row of each result.

    The rows are by the `id` of the formula. Questions with a problem are left out.
    """
    formulas = [query.formula for query in queries if query.problem is None]
    start, (program, rows) = SymbolicAlgebra(knowledge), compile_all(formulas)
    evaluation = Evaluation(program, start, keep=len(program.modal) < REMEMBERED)
    return evaluation, start, dict(zip(map(id, formulas), rows, strict=True))


class AllAssignments(SymbolicAlgebra):
    """A model where every assignment is a state, but agents consider possible only the states that satisfy the law.

    SMCDEL evaluates formulas in this way: a state need not satisfy the law, and a quantifier over atoms uses the truth
    values of its scope at all assignments. An announcement removes no state, but the agents consider fewer states
    possible.

    `knowledge`: the model, without a law; its agents' relations contain the law.
    `bound`: maps atoms to the quantifiers that they stand for; these have modal operators in their scopes.
    """

    __slots__ = ("bound",)

    def __init__(self, knowledge: KnowledgeStructure, bound: Mapping[str, Quantified]) -> None:
        super().__init__(knowledge)
        self.bound = bound

    def atom(self, name: str) -> StateSet:
        """The states where the atom is true; if it stands for a quantifier, the states where the quantifier is true."""
        each = self.bound.get(name)
        if each is None:
            return super().atom(name)
        scope = run(compile_formula(reflexive(each.formula)), self)
        return _over(self.knowledge.manager, self.knowledge.atoms, each, scope)

    def restrict(self, target: StateSet) -> SymbolicAlgebra:
        """The model in which agents consider only states in `target` possible."""
        return self._with(_seeing_only(self.knowledge, [target]))

    def keeps(self, before: object) -> bool:
        """Return False: extensions in the model `before` cannot be reused after an update.

        The values of quantifiers depend on the states that agents consider possible.
        """
        return False

    def _with(self, knowledge: KnowledgeStructure) -> SymbolicAlgebra:
        return AllAssignments(knowledge, self.bound)


def _seeing_only(knowledge: KnowledgeStructure, parts: Iterable[StateSet]) -> KnowledgeStructure:
    """The model in which agents consider possible only the states that are in all `parts`."""
    there = [primed(part, part.support) for part in parts]
    observes = {a: seen._replace(relation=(*seen.relation, *there)) for a, seen in knowledge.observes.items()}
    return replace(knowledge, observes=observes)
