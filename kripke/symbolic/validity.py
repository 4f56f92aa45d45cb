"""Whether a formula holds at every state, part by part: a conjunction is never made into one diagram that explodes.

What must hold everywhere is taken apart as long as that is sound: both sides of a conjunction; the body of a box, at
the states that its agents look at; the body of an announcement, in the model after it, where the announcement is true.
Only what cannot be taken apart is evaluated, each subformula once in each model, and checked against the law.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, NamedTuple, TypeAlias, cast

from kripke.checking.check import Evaluation
from kripke.checking.program import refines
from kripke.symbolic.algebra import SymbolicAlgebra
from kripke.symbolic.neighbours import Neighbours
from kripke.symbolic.state_set import StateSet
from logic import clauses as f
from logic.formula import Formula

MODEST = 2_000
"""Maximal number of nodes of a conjunction of parts that are checked together, unless the parts have more."""


class Duty(NamedTuple):
    """That a row's formula, or its negation unless `positive`, holds at the states of `within` in a model."""

    row: int
    positive: bool
    within: StateSet
    model: SymbolicAlgebra

    @property
    def key(self) -> Hashable:
        """Equal only for duties that say the same."""
        return self.row, self.positive, self.within.key, self.model.key


Parts: TypeAlias = "list[Duty] | None"
"""Duties that together say what one says; None: it cannot be taken apart."""


def is_valid(evaluation: Evaluation[StateSet]) -> bool:
    """Whether the program's formula holds at every state of the model.

    Notes
    -----
    At most one duty for each subformula, model and set of states; each costs what its subformula costs.
    """
    start = cast(SymbolicAlgebra, evaluation.start)
    duties = [Duty(evaluation.program.root, True, start.domain, start)]
    seen: set[Hashable] = set()
    pending: dict[Hashable, tuple[SymbolicAlgebra, StateSet]] = {}
    while duties:
        duty = duties.pop()
        if duty.key in seen:
            continue
        seen.add(duty.key)
        parts = _parts(evaluation, duty)
        if parts is not None:
            duties += parts
        elif not _collect(pending, duty.model, _claim(evaluation, duty)):
            return False
    return all(_covers(model, claim) for model, claim in pending.values())


def _covers(model: SymbolicAlgebra, claim: StateSet) -> bool:
    """Whether all states of the model are in the set; a model that an announcement has emptied has none."""
    return model.is_empty(~claim) or model.has_no_states


def _claim(evaluation: Evaluation[StateSet], duty: Duty) -> StateSet:
    """The set that must contain all states of the model."""
    value = evaluation.value(duty.row, duty.model)
    claim = value if duty.positive else ~value
    return claim if duty.within.value is True else claim | ~duty.within


def _collect(
    pending: dict[Hashable, tuple[SymbolicAlgebra, StateSet]], model: SymbolicAlgebra, claim: StateSet
) -> bool:
    """Join the claim to those of the same model that wait, or check those first where that would become large."""
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


def _parts(evaluation: Evaluation[StateSet], duty: Duty) -> Parts:
    step = evaluation.program.steps[duty.row]
    take = (_POSITIVE if duty.positive else _NEGATIVE).get(type(step.formula))
    return take(evaluation, duty, step.formula) if take is not None else None


def _kids(evaluation: Evaluation[StateSet], duty: Duty) -> tuple[int, ...]:
    return evaluation.program.steps[duty.row].operands


def _both(evaluation: Evaluation[StateSet], duty: Duty, node: Formula) -> Parts:
    """Of a true conjunction both sides are true, of a false disjunction both are false."""
    return [duty._replace(row=row) for row in _kids(evaluation, duty)]


def _negation(evaluation: Evaluation[StateSet], duty: Duty, node: Formula) -> Parts:
    return [duty._replace(row=_kids(evaluation, duty)[0], positive=not duty.positive)]


def _if_then(evaluation: Evaluation[StateSet], duty: Duty, node: Formula) -> Parts:
    """The consequent holds where the antecedent does; of a false implication one is true and the other false."""
    antecedent, consequent = _kids(evaluation, duty)
    if not duty.positive:
        return [duty._replace(row=antecedent, positive=True), duty._replace(row=consequent)]
    where = evaluation.value(antecedent, duty.model)
    return [duty._replace(row=consequent, within=duty.within & where)]


def _box(evaluation: Evaluation[StateSet], duty: Duty, node: Any) -> Parts:
    """The body holds at the states that are seen from those where the box holds.

    An agent who observes, and has no relation, sees a state from another just where the other is seen from the first.
    """
    model = duty.model
    group = [node.agent] if hasattr(node, "agent") else list(model.agents if node.group is None else node.group)
    if any(model.knowledge.observes[agent].relation for agent in group):
        return None
    if not group and not isinstance(node, f.D):
        return []  # no agent looks at any state; distributed knowledge of nobody is of all states
    (body,) = _kids(evaluation, duty)
    if duty.within.value is True:
        return [duty._replace(row=body)]
    return [duty._replace(row=body, within=_seen(model, node, group, duty.within))]


def _seen(model: SymbolicAlgebra, node: Formula, group: Iterable[str], within: StateSet) -> StateSet:
    if isinstance(node, f.C):
        return model.reaches(group, within)
    if isinstance(node, f.D):
        return model.jointly_possible(group, within)
    return model.grown(group, within, ~model.domain)


def _announcement(evaluation: Evaluation[StateSet], duty: Duty, node: Formula) -> Parts:
    """The body holds in the model after the announcement, where that is true; a diamond says that it is true."""
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


_Take: TypeAlias = Callable[[Evaluation[StateSet], Duty, Any], Parts]

_ANNOUNCEMENTS: dict[type[Formula], _Take] = dict.fromkeys(
    (f.Announce, f.AnnounceDual, f.AnnounceWhether), _announcement
)
_POSITIVE: dict[type[Formula], _Take] = {
    f.And: _both,
    f.Not: _negation,
    f.Implies: _if_then,
    **dict.fromkeys((f.K, f.B, f.Bsafe, f.E, f.C, f.D), _box),
    **_ANNOUNCEMENTS,
}
_NEGATIVE: dict[type[Formula], _Take] = {
    f.Or: _both,
    f.Not: _negation,
    f.Implies: _if_then,
    f.M: _box,
    **_ANNOUNCEMENTS,
}
