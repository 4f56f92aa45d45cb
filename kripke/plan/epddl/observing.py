"""Ground actions from events and from what each agent observes of them."""

from collections.abc import Iterable, Mapping, Sequence

from kripke.change.event import Event, EventModel
from kripke.change.product import Action
from kripke.data.structure import Structure
from kripke.plan.epddl.formulas import FALSE, TRUE, conjunction, disjunction, negation
from logic.clauses import And
from logic.formula import Formula

Kinds = list[tuple[Formula, str]]  # kinds of observation, of which the first whose condition holds decides
Frames = dict[tuple[tuple[str, str], ...], Structure]
"""The relations between the events of an action, by the kinds of the agents: equal for most of its ground actions."""


def ground_action(
    name: str,
    events: Mapping[str, Event],
    designated: Sequence[str],
    pairs: Mapping[str, Iterable[tuple[str, str]]],
    observers: Mapping[str, Kinds],
    by: str | None,
    per_state: bool,
    frames: Frames,
) -> Action:
    """The action: a plain event model for agents with one kind, and kinds by conditions for the others.

    `pairs`: kind -> the pairs of its relation. `observers`: agent -> kinds, one of which is to hold at each world.
    """
    fixed = {
        agent: kinds[0][1]
        for agent, kinds in observers.items()
        if len({kind for _, kind in kinds}) == 1 and kinds[-1][0] is TRUE
    }
    if fixed.keys() & pairs.keys():  # an agent is called like a kind: all are read by kind
        fixed = {}
    sees = {agent: kinds for agent, kinds in observers.items() if agent not in fixed}
    used = sorted({kind for kinds in sees.values() for _, kind in kinds})
    key = (*fixed.items(), *((kind, kind) for kind in used))
    if key not in frames:
        frames[key] = EventModel(events, {who: pairs[kind] for who, kind in key}, designated).frame
    return Action(name, EventModel.of(events, frames[key], designated), by, sees or None, per_state=per_state)


def own_conditions(kinds: Kinds) -> dict[str, Formula]:
    """For each kind the condition under which it is the agent's, whatever the order."""
    own: dict[str, list[Formula]] = {}
    for number, (condition, kind) in enumerate(kinds):
        own.setdefault(kind, []).append(conjunction([*(negation(before) for before, _ in kinds[:number]), condition]))
    return {kind: disjunction(conditions) for kind, conditions in own.items()}


def of_plank(own: Mapping[str, Formula], order: Sequence[str]) -> Kinds:
    """The kinds as plank reads them: the last kind whose own condition holds at all actual worlds, else the first."""
    if len(own) == 1:
        return [(TRUE, kind) for kind in own]
    return [*((own[kind], kind) for kind in order[::-1] if kind in own), (TRUE, order[0])]


def in_turn(own: Mapping[str, Formula]) -> Kinds:
    """The kinds, each with what is left of its own condition where those before it fail."""
    kinds: Kinds = []
    failed: set[Formula] = set()
    for kind, condition in own.items():
        parts: list[Formula] = []
        while isinstance(condition, And):
            parts.append(condition.right)
            condition = condition.left
        left = conjunction(part for part in (condition, *reversed(parts)) if part not in failed)
        kinds += [(left, kind)] if left is not FALSE else []
        failed.add(negation(left))
        if left is TRUE:
            return kinds
    return kinds or [(FALSE, next(iter(own)))]
