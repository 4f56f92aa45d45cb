"""Composition in sequence: an event model that does what one does and then what another does.

Baltag, Moss and Solecki (TARK 1998); with changes of fact van Benthem, van Eijck and Kooi, "Logics of communication and
change" (2006), doi:10.1016/j.ic.2006.04.006.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Protocol

from kripke.change.actions.regression import Regression, both
from kripke.change.actions.telling import group
from kripke.change.event import Event, EventModel, EventName
from kripke.data.errors import ModelError
from logic.errors import shorten
from logic.formula import Formula

Pair = tuple[EventName, EventName]


class ByEvents(Protocol):
    """An action that an event model does as well."""

    def event_model(self) -> EventModel:
        """That event model."""


def compose(one: EventModel | ByEvents, two: EventModel | ByEvents, agents: Iterable[str] | None = None) -> EventModel:
    """The event model whose update is the update by one and then by another.

    Its events ``e;f`` are the pairs: f's precondition and postconditions are said in the words of the model before e,
    and an agent looks from ``e;f`` at ``g;h`` where she looks from e at g and from f at h. Its product has the worlds
    of the two products, named otherwise.

    Parameters
    ----------
    one, two : EventModel, or an action with a method `event_model`
        What happens first, and what happens then.
    agents : iterable of str, optional
        All agents of the models to come; only needed where the second's formulas speak of all agents (``E p``).

    Raises
    ------
    NotExpressible
        If what the second asks for after the first cannot be said before it (common knowledge, degrees of belief, `Kv`,
        strong belief, named actions); update by one and then by the other.
    ModelError
        If one of the two says nothing of an agent whom the other names, or one gives her weights and the other ranks.
    TooLarge
        If the preconditions would have more than a million parts.

    Notes
    -----
    An atom that the first brings, but not in all of its events, must be in the vocabulary of the model to come if the
    second asks for it: before the first there is no saying that it was not there.

    O(k l) events for k and l events, and for each agent the product of the numbers of her arrows; O(s k d) formulas for
    s distinct subformulas of the second and at most d events that an agent takes for possible in the first.
    """
    first, then = _events(one), _events(two)
    all_agents = None if agents is None else group(agents, "agents", least=0)
    pairs = list(product(first.events, then.events))
    named = dict.fromkeys([*first.agents, *then.agents])
    made = EventModel(
        dict(zip(_names(pairs), _composed(first, then, all_agents), strict=True)),
        {agent: _arrows(first, then, agent, pairs) for agent in named},
        None
        if first.actual is None and then.actual is None
        else [_name(pair) for pair in product(first.designated, then.designated)],
        None if first.others is None or then.others is None else _arrows(first, then, None, pairs),
        _weights(first, then, pairs) or None,
        _ranks(first, then, pairs) or None,
    )
    return EventModel.of(made.events, made.frame, made.actual, made.others, {**first.values, **then.values})


def _events(action: EventModel | ByEvents) -> EventModel:
    if isinstance(action, EventModel):
        return action
    if not hasattr(action, "event_model"):
        raise ModelError(f"{shorten(repr(action))}: expected an event model, or an action that one does as well")
    return action.event_model()


def _name(pair: Pair) -> EventName:
    return ";".join(pair)


def _names(pairs: Sequence[Pair]) -> list[EventName]:
    names = list(map(_name, pairs))
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ModelError(f"event {shorten(repr(twice))} would arise in two ways; use names without ';'")
    return names


def _composed(one: EventModel, two: EventModel, agents: Iterable[str] | None) -> Iterator[Event]:
    """The events e;f in order."""
    formulas = [formula for event in two.events.values() for formula in (event.pre, *event.post.values())]
    before = Regression(one, formulas, agents)
    for e, first in enumerate(one.events.values()):
        number = 0
        for then in two.events.values():
            changes: dict[str, Formula | str] = {**first.post}
            for place, atom in enumerate(then.post, number + 1):
                changes[atom] = before(place, e)
            yield Event(both(first.pre, before(number, e)), changes)
            number += 1 + len(then.post)


def _arrows(one: EventModel, two: EventModel, agent: str | None, pairs: Sequence[Pair]) -> Iterator[tuple[str, str]]:
    """The product of what the agent (None: everybody who is not named) takes for possible in the two."""
    looks, then = _looks(one, agent), _looks(two, agent)
    for e, f in pairs:
        for seen in product(looks[e], then[f]):
            yield _name((e, f)), _name(seen)


def _looks(model: EventModel, agent: str | None) -> Mapping[EventName, list[EventName]]:
    relation = model.others if agent is None else model.frame.relations.get(agent, model.others)
    if relation is None:
        raise ModelError(
            f"agent {agent}: one of the two event models says nothing of what she takes for possible; give it "
            f"relations={{'{agent}': [...]}}, or others=[...] for all who are not named"
        )
    names = list(model.events)
    return {e: [names[i] for i in relation.successors(at)] for at, e in enumerate(names)}


def _weights(one: EventModel, two: EventModel, pairs: Sequence[Pair]) -> dict[str, dict[EventName, Fraction]]:
    """The events' weights multiplied, for the pairs that somebody may take for possible."""
    made = {}
    for agent in dict.fromkeys([*one.frame.weights, *two.frame.weights]):
        seen = [{f for looked in _looks(model, agent).values() for f in looked} for model in (one, two)]
        made[agent] = {
            _name((e, f)): one.weight(agent, e) * two.weight(agent, f)
            for e, f in pairs
            if e in seen[0] and f in seen[1]
        }
    return made


def _ranks(one: EventModel, two: EventModel, pairs: Sequence[Pair]) -> dict[str, dict[EventName, int]]:
    """The rank of the second event first, and then that of the first."""
    made = {}
    for agent in dict.fromkeys([*one.frame.ranks, *two.frame.ranks]):
        _looks(one, agent), _looks(two, agent)
        first = [one.rank(agent, e) for e in one.events]
        least, span = min(first), max(first) - min(first) + 1
        made[agent] = {_name((e, f)): two.rank(agent, f) * span + one.rank(agent, e) - least for e, f in pairs}
    return made
