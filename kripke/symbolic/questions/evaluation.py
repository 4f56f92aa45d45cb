"""The extension of a formula in a knowledge structure, and whether it holds everywhere.

A formula is compiled to a `Program` with one row for each subformula. An action that a formula names is a function of
knowledge structures, see `kripke.symbolic.questions.update`.

Whether a formula is valid is decided part by part, since the diagram of the whole formula may be too large. The parts
of a conjunction must hold at the same states; the body of a box, at the states that its agents consider possible; the
body of an announcement, in the model after it. Only a part that cannot be split is evaluated and compared with the law.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from functools import partial, reduce
from operator import and_
from typing import TYPE_CHECKING, Any, NamedTuple

from kripke.checking.algebra import NONE, Past
from kripke.checking.check import Evaluation
from kripke.checking.program import Program, compile_formula, forced, refines
from kripke.data.errors import UnsupportedByEngine, not_an_action
from kripke.data.lazy import Lazy
from kripke.data.wording import world_quoted
from kripke.symbolic.diagrams.state_set import Neighbours, StateSet
from kripke.symbolic.structures.algebra import Product, SymbolicAction, SymbolicAlgebra, SymbolicPast
from kripke.symbolic.structures.knowledge_structure import Bits, KnowledgeStructure
from logic import clauses as f
from logic.errors import shorten
from logic.formula import Formula

if TYPE_CHECKING:
    from kripke.change import event, observers, product, update
    from kripke.change.actions import announcements
    from kripke.change.product import Action, Actions
    from kripke.space.repetition import Run
    from kripke.symbolic.structures import states, transformer
    from kripke.symbolic.structures.transitions import Transitions
else:  # loaded with the first named action: most questions have none
    event, observers = Lazy("kripke.change.event"), Lazy("kripke.change.observers")
    product, update = Lazy("kripke.change.product"), Lazy("kripke.change.update")
    announcements = Lazy("kripke.change.actions.announcements")
    states, transformer = Lazy("kripke.symbolic.structures.states"), Lazy("kripke.symbolic.structures.transformer")


def extension(knowledge: KnowledgeStructure, formula: Formula, actions: Actions | None = None) -> StateSet:
    """The states where the formula holds; `actions` defines the named actions in the formula.

    `UnknownAgent`, `UnknownAtom` or `UnknownAction` for an unknown name; `ModelError` for an upgrade, or for an action
    that a formula cannot name or that changes weights or ranks.
    """
    known = knowledge.extensions.get(formula) if actions is None else None
    return evaluated(*prepared(knowledge, formula, actions)) if known is None else known


def prepared(
    knowledge: KnowledgeStructure, formula: Formula, actions: Actions | None = None
) -> tuple[Program, SymbolicAlgebra]:
    """Return the formula's program and the algebra on which it runs; raises the errors of `extension`."""
    program = compile_formula(formula, knowledge.observes)
    knowledge, past = with_actions(knowledge, actions)
    program.require(knowledge.observes, knowledge.atoms, past.actions)
    return program, SymbolicAlgebra(knowledge, past)


def with_actions(knowledge: KnowledgeStructure, actions: Actions | None) -> tuple[KnowledgeStructure, SymbolicPast]:
    """Return the model with the atoms that the actions introduce, initially false, and a `Past` of these actions."""
    if actions is None:
        return knowledge, NONE
    return widened(knowledge, actions), Past(SymbolicActions(product.occurrences(actions)))


def widened(knowledge: KnowledgeStructure, actions: Actions) -> KnowledgeStructure:
    """Return the model with the atoms that the actions introduce, initially false."""
    new = dict.fromkeys(product.new_atoms(actions, knowledge.atoms), StateSet.constant(knowledge.manager, False))
    return replace(knowledge, atoms={**knowledge.atoms, **new}) if new else knowledge


MOST_LISTED = 4_096  # maximal number of states of a model in which formulas with repeated actions are evaluated


class SymbolicActions(dict[str, SymbolicAction]):
    """A mapping from the names of actions to functions that apply the action to a knowledge structure.

    `listed`: the search for runs of repeated actions in models with listed worlds.
    """

    def __init__(self, actions: Mapping[str, Action]) -> None:
        from kripke.space.repetition import Repeating  # loads the search

        super().__init__({name: partial(_happen, action) for name, action in actions.items()})
        self.listed = Repeating(actions)

    def repeat(self, model: SymbolicAlgebra, node: Any) -> StateSet:
        """For a `node` ``[program] body``, the states from which a run of the program ends where the body fails.

        For the dual ``<program> body``, the states from which a run ends where the body holds.
        """
        knowledge, runs = model.knowledge, self.runs(model, node)
        starts = [states.States(knowledge, knowledge.state, state) for state, run in runs.items() if run is not None]
        return states.union(starts).state_set if starts else ~model.domain

    def runs(self, model: SymbolicAlgebra, node: Any) -> dict[Bits, Run | None]:
        """For each state of the model, a run that decides the formula; None if there is no such run.

        The run ends where the body holds or, for a box, where the body fails.
        """
        from kripke.symbolic.structures.translate import to_structure  # loads NumPy

        runs = self.listed.runs_from(to_structure(model.knowledge, MOST_LISTED), node)
        return dict(zip(states.in_order(model.knowledge, states.listed(model.knowledge)), runs, strict=True))


def _happen(happening: Action, knowledge: KnowledgeStructure, /) -> Product:
    """Return the model after an action in a formula; errors mention the name of the action."""
    with happening.naming():
        action = possible_action(happening.possible, knowledge)
        if isinstance(action, event.EventModel):
            code = transformer.transformer(knowledge, action, partial(extension, knowledge))
            return transformer.product(knowledge, code)
        return Product(refined(knowledge, extension(knowledge, action.formula), action.to), (), 0)


def possible_action(
    action: Any, knowledge: KnowledgeStructure
) -> event.EventModel | announcements.SemiPrivateAnnouncement | announcements.AnnouncementWhether:
    """Return the action in a form that updates models without weights and ranks; raise an error if there is none.

    `ModelError` names a state where no condition of an observer holds.
    """
    if isinstance(action, observers.Observed):
        model = action.event_model(knowledge.observes)
        for agent, listed in action.sees.items():
            states.require_agent(knowledge, agent)
            left = tuple([~extension(knowledge, condition) for condition, _ in listed])
            if all(each.value is not False for each in left):
                for state in states.States(knowledge, parts=left).near(None, 1):
                    raise action.unseen(agent, world_quoted(knowledge.name(state)))
        return model
    kinds = (event.EventModel, announcements.SemiPrivateAnnouncement, announcements.AnnouncementWhether)
    if isinstance(action, kinds):
        return action
    shown = shorten(repr(action))
    if hasattr(action, "apply"):
        raise UnsupportedByEngine(
            f"update {shown}: it changes weights or ranks, which a symbolic model does not support; update a model "
            "with listed worlds that has them"
        )
    raise not_an_action(action)


def refined(knowledge: KnowledgeStructure, where: StateSet, to: Iterable[str] | None) -> KnowledgeStructure:
    """The structure after all agents, or the group `to`, learn whether the actual state is in the set `where`."""
    algebra = SymbolicAlgebra(knowledge)
    return algebra.related(algebra.split(update.hearers(knowledge.observes, to), where)).knowledge


REMEMBERED = 4_096  # a model caches the extensions of at most this many questions and modal subformulas


def evaluated(program: Program, start: SymbolicAlgebra) -> StateSet:
    """The states where the program's formula holds; parts with a cached extension are not evaluated again."""
    evaluation = _begun(program, start, keep=len(program.modal) < REMEMBERED)
    value = evaluation.value()
    _remember(evaluation)
    return value


def _begun(program: Program, start: SymbolicAlgebra, keep: bool) -> Evaluation[StateSet]:
    """Begin an evaluation with the cached extensions of modal subformulas; without the cache if actions are named."""
    memory = start.knowledge.extensions if start.past is NONE else {}
    rows = program.modal if memory else ()
    known = {row: memory[program.steps[row].formula] for row in rows if program.steps[row].formula in memory}
    return Evaluation(program, start, keep, known)


def _remember(evaluation: Evaluation[StateSet]) -> None:
    """Cache the extensions of the evaluated formula and its modal subformulas, if they are few and name no actions."""
    program, start = evaluation.program, evaluation.start
    assert isinstance(start, SymbolicAlgebra)
    if start.past is not NONE or not evaluation.keep or len(program.modal) >= REMEMBERED:
        return
    memory = start.knowledge.extensions
    if len(memory) + len(program.modal) > REMEMBERED:
        memory.clear()
    values = evaluation.values[start.key]
    rows = (*program.modal, program.root)
    memory.update((program.steps[row].formula, values[row]) for row in rows if row in values)


MODEST = 2_000
"""Sets that must contain all states are checked together if their intersection has at most this many nodes.

A larger intersection is used, too, if it has no more nodes than both sets in total.
"""


class Duty(NamedTuple):
    """A claim to check: the formula of `row`, negated unless `positive`, holds at the states `within` of `model`."""

    row: int
    positive: bool
    within: StateSet
    model: SymbolicAlgebra

    @property
    def key(self) -> Hashable:
        """A key that is equal only for equal claims."""
        return self.row, self.positive, self.within.key, self.model.key


def holds_everywhere(program: Program, start: SymbolicAlgebra, within: StateSet | None = None) -> bool:
    """Whether the program's formula holds at every state of the set `within`, by default of the model `start`."""
    evaluation = _begun(program, start, keep=True)
    is_valid = everywhere(evaluation, program.root, start.domain if within is None else within)
    if is_valid and within is None:
        evaluation.values[start.key][program.root] = start.domain
    _remember(evaluation)
    return is_valid


def everywhere(evaluation: Evaluation[StateSet], row: int, within: StateSet) -> bool:
    """Whether the formula of a row of the program holds at all states of a set."""
    start = evaluation.start
    assert isinstance(start, SymbolicAlgebra)
    duties = [Duty(row, True, within, start)]
    seen: set[Hashable] = set()
    pending: dict[Hashable, tuple[SymbolicAlgebra, StateSet]] = {}
    is_valid = True
    while duties and is_valid:
        duty = duties.pop()
        if duty.key in seen:
            continue
        seen.add(duty.key)
        parts = _parts(evaluation, duty)
        if parts is not None:
            duties += parts
            continue
        value = evaluation.value(duty.row, duty.model)
        claim = value if duty.positive else ~value  # the set that must contain all states of the model
        if duty.within.value is not True:
            claim = claim | ~duty.within
        is_valid = _collect(pending, duty.model, claim)
    return is_valid and all(_covers(model, claim) for model, claim in pending.values())


def _covers(model: SymbolicAlgebra, claim: StateSet) -> bool:
    """Whether the set contains all states of the model; true for a model without states."""
    return model.is_empty(~claim) or model.has_no_states


def _collect(
    pending: dict[Hashable, tuple[SymbolicAlgebra, StateSet]], model: SymbolicAlgebra, claim: StateSet
) -> bool:
    """Store a claim, a set that must contain all states, to check it later; return False if a claim fails.

    The model's pending claim is conjoined with it. If the conjunction has more than `MODEST` nodes and more than both
    claims in total, the pending claim is checked at once, and the new claim replaces it.
    """
    known = pending.get(model.key)
    if known is None:
        pending[model.key] = model, claim
        return True
    both = known[1] & claim
    if isinstance(both, Neighbours) or both.size <= max(MODEST, known[1].size + claim.size):
        pending[model.key] = model, both
        return True
    pending[model.key] = model, claim
    return _covers(model, known[1])


def _parts(evaluation: Evaluation[StateSet], duty: Duty) -> list[Duty] | None:
    """Return claims whose conjunction is equivalent to a claim; None if the claim cannot be split."""
    step, positive = evaluation.program.steps[duty.row], duty.positive
    if values := forced(step.node, positive):
        return [duty._replace(row=row, positive=value) for row, value in zip(step.operands, values, strict=True)]
    match step.node:
        case f.Implies():
            antecedent, consequent = step.operands
            where = evaluation.value(antecedent, duty.model)
            return [duty._replace(row=consequent, within=duty.within & where)]
        case f.K() | f.B() | f.Bsafe() | f.E() | f.C() | f.D() | f.EB() | f.CB() | f.DB() if positive:
            return _box(duty, step.node, step.operands[0])
        case f.M() if not positive:
            return _box(duty, step.node, step.operands[0])
        case f.AG() | f.AX() if positive and (time := duty.model.knowledge.time):
            return [duty._replace(row=step.operands[0], within=_ahead(duty, time, isinstance(step.node, f.AX)))]
        case f.Announce() | f.AnnounceDual() | f.AnnounceWhether():
            return _announcement(evaluation, duty, step.node)
    return None


def _box(duty: Duty, node: Any, body: int) -> list[Duty] | None:
    """The claims for a box: the body holds at all states seen from states where the box must hold.

    The result is None if an agent has a relation besides observations, since the relation may not be symmetric.
    """
    model = duty.model
    group = [node.agent] if hasattr(node, "agent") else list(model.agents if node.group is None else node.group)
    if any(model.knowledge.observes[agent].relation for agent in group):
        return None
    if not group and not isinstance(node, (f.D, f.DB)):
        return []  # no agent considers any state possible; but distributed knowledge of no agents is about all states
    within = duty.within
    if within.value is not True:
        if isinstance(node, (f.C, f.CB)):
            within = model.reaches(group, within)
        elif isinstance(node, (f.D, f.DB)):
            within = model.jointly_possible(group, within)
        else:
            within = model.grown(group, within, ~model.domain)
    return [duty._replace(row=body, within=within)]


def _ahead(duty: Duty, time: Transitions, at_once: bool) -> StateSet:
    """The successors of a claim's states if `at_once` is True, otherwise all states reachable from them."""
    if not at_once and (duty.within is time.first or duty.within.value is True):
        return duty.model.domain
    start = reduce(and_, duty.model.knowledge.law, duty.within)
    return time.after(start) if at_once else time.reached(duty.model.knowledge.law, start)


def _announcement(evaluation: Evaluation[StateSet], duty: Duty, node: Formula) -> list[Duty]:
    """Split a claim about an announcement ``[p] q``: the body q, or its negation, holds afterwards.

    For a diamond, or a negated box, the announced formula p must also be true.
    """
    change = evaluation.program.steps[duty.row].change
    assert change is not None
    assert change.statement is not None
    after = evaluation.after(duty.row, duty.model)
    assert isinstance(after, SymbolicAlgebra)
    body = duty._replace(row=change.body, model=after)
    if isinstance(node, f.AnnounceWhether):
        return [body]
    if isinstance(node, f.Announce) is duty.positive:  # the body, or its negation, where the statement is true
        where = evaluation.value(change.statement, duty.model)
        return [body._replace(within=duty.within & where) if refines(node) else body]
    return [duty._replace(row=change.statement, positive=True), body]
