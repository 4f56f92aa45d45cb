"""Event models as data: events with preconditions and postconditions, and what each agent takes for possible.

Baltag, Moss and Solecki, "The logic of public announcements, common knowledge and private suspicions" (TARK 1998);
postconditions after van Benthem, van Eijck and Kooi, "Logics of communication and change" (2006), definition 4,
doi:10.1016/j.ic.2006.04.006.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

from kripke.checking import build
from kripke.data import reprs
from kripke.data.errors import ModelError, unknown_agent
from kripke.data.frozen import Frozen, refuse
from kripke.data.relation import Relation
from kripke.data.structure import Structure
from kripke.data.weighing import Numbers
from logic.errors import TooLarge, did_you_mean, shorten
from logic.formula import Formula, Top
from logic.parser import parse

EventName = str

OTHERS = "others"
"""Stands for the agents without a relation of their own, where theirs is made and checked."""


@dataclass(frozen=True)
class Event:
    """Something that may happen: where it can, and what it changes.

    Parameters
    ----------
    pre : Formula or str
        The precondition: the event can happen at the worlds where it holds.
    post : mapping, optional
        Atom -> formula: after the event the atom is true where the formula held before it. All at once; atoms that are
        not named stay; an atom that is new extends the vocabulary.

    Notes
    -----
    Neither formula can speak of named actions, ``[@peek] q``: an update refuses it.
    """

    pre: Formula = field(default_factory=Top)
    post: Mapping[str, Formula] = field(default_factory=dict)

    def __init__(self, pre: Formula | str = "true", post: Mapping[str, Formula | str] | None = None) -> None:
        if post is not None and not isinstance(post, Mapping):
            raise ModelError(f"post {shorten(repr(post))}: expected a mapping such as {{'q': 'true'}}")
        object.__setattr__(self, "pre", _formula(pre, "precondition"))
        changes = {build.atom_name(atom): _formula(to, f"post of {atom}") for atom, to in (post or {}).items()}
        object.__setattr__(self, "post", Frozen(changes))

    def __hash__(self) -> int:
        return hash((self.pre, frozenset(self.post.items())))


class EventModel:
    """What may happen, and what each agent takes for possible when it does.

    Parameters
    ----------
    events : mapping of str to Event
        The events by name.
    relations : mapping
        Agent -> pairs (event, event that she takes for possible then), exactly these.
    actual : str or iterable of str, optional
        The event that happens, or several of which the preconditions decide; None: any.
    others : iterable of pairs, optional
        The relation of every agent of the model who is not among `relations`; without it there must be none.
    weights, ranks : mapping, optional
        Agent -> event -> weight in [0, 1], or rank: they multiply the worlds' weights, or come before their ranks.

    Raises
    ------
    ModelError, UnknownWorld
        If the parts do not fit; an event's name is used where a world's would be.
    """

    __slots__ = ("actual", "events", "frame", "others", "values")

    actual: tuple[EventName, ...] | None
    events: Mapping[EventName, Event]
    frame: Structure
    others: Relation | None
    values: Mapping[str, frozenset[str]]
    """For each variable whose values the events permute all that it may have; an update refuses a model with more."""

    renderer: ClassVar[Callable[[EventModel], str] | None] = None
    """What draws an event model as SVG; the package `whoknows` sets it, as it does for `KripkeModel`."""

    def __init__(
        self,
        events: Mapping[EventName, Event],
        relations: Mapping[str, Iterable[tuple[EventName, EventName]]],
        actual: EventName | Iterable[EventName] | None = None,
        others: Iterable[tuple[EventName, EventName]] | None = None,
        weights: Numbers | None = None,
        ranks: Mapping[str, Mapping[Any, int]] | None = None,
    ) -> None:
        names = _event_names(events)
        _require_own(relations, others, weights, ranks)
        rest = None if others is None else build.from_relations(names, {OTHERS: others})
        frame = build.from_relations(names, relations, None, None, weights, None, ranks)
        self._be(events, frame, actual, None if rest is None else rest.relations[OTHERS])

    def _be(
        self,
        events: Mapping[EventName, Event],
        frame: Structure,
        actual: EventName | Iterable[EventName] | None,
        others: Relation | None,
        values: Mapping[str, Iterable[str]] | None = None,
    ) -> None:
        whole = {variable: frozenset(listed) for variable, listed in (values or {}).items()}
        parts = (_designated(actual, frame), Frozen(events), frame, others, Frozen(whole))
        for name, part in zip(EventModel.__slots__, parts, strict=True):
            object.__setattr__(self, name, part)

    @classmethod
    def of(
        cls,
        events: Mapping[EventName, Event],
        frame: Structure,
        actual: EventName | Iterable[EventName] | None = None,
        others: Relation | None = None,
        values: Mapping[str, Iterable[str]] | None = None,
    ) -> EventModel:
        """The event model of parts that are made already: `frame` has the events for its worlds."""
        made = cls.__new__(cls)
        made._be(events, frame, actual, others, values)
        return made

    __setattr__ = __delattr__ = refuse

    @classmethod
    def s5(
        cls,
        events: Mapping[EventName, Event],
        partitions: Mapping[str, Iterable[Iterable[EventName]]],
        actual: EventName | Iterable[EventName] | None = None,
        others: Iterable[Iterable[EventName]] | None = None,
        weights: Numbers | None = None,
        ranks: Mapping[str, Mapping[Any, int]] | None = None,
    ) -> EventModel:
        """From each agent's partition of the events: those that she cannot tell apart."""
        names = _event_names(events)
        _require_own(partitions, others, weights, ranks)
        rest = None if others is None else build.s5(names, {OTHERS: others}).relations[OTHERS]
        return cls.of(events, build.s5(names, partitions, None, None, weights, None, ranks), actual, rest)

    @classmethod
    def kd45(
        cls,
        events: Mapping[EventName, Event],
        members: Mapping[str, Iterable[tuple[Iterable[EventName], Iterable[EventName]]]],
        actual: EventName | Iterable[EventName] | None = None,
        others: Iterable[tuple[Iterable[EventName], Iterable[EventName]]] | None = None,
        weights: Numbers | None = None,
        ranks: Mapping[str, Mapping[Any, int]] | None = None,
    ) -> EventModel:
        """From each agent's classes (events that look there, events that are taken for possible)."""
        names = _event_names(events)
        _require_own(members, others, weights, ranks)
        rest = None if others is None else build.kd45(names, {OTHERS: others}).relations[OTHERS]
        return cls.of(events, build.kd45(names, members, None, None, weights, None, ranks), actual, rest)

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents who have a relation of their own."""
        return self.frame.agents

    @property
    def designated(self) -> tuple[EventName, ...]:
        """The events of which one happens: those given as actual, or all."""
        return tuple(self.events) if self.actual is None else self.actual

    def seen(self, agent: str, event: EventName) -> tuple[EventName, ...]:
        """The events that the agent takes for possible when this one happens.

        `UnknownAgent`, or `ModelError`, where the event model says nothing of the agent, or has no such event.
        """
        names, place = tuple(self.events), self._place(agent, event)
        relation = self.frame.relations.get(agent, self.others)
        return () if relation is None else tuple([names[i] for i in relation.successors(place)])

    def weight(self, agent: str, event: EventName) -> Fraction:
        """By what the event multiplies the agent's weights; 1 where none is given. Errors as of `seen`."""
        place, given = self._place(agent, event), self.frame.weights.get(agent)
        return Fraction(1) if given is None else Fraction(given.numerators[place], given.denominator)

    def rank(self, agent: str, event: EventName) -> int:
        """How implausible the event is to the agent; 0 where no ranks are given. Errors as of `seen`."""
        place, given = self._place(agent, event), self.frame.ranks.get(agent)
        return 0 if given is None else given[place]

    def require_event(self, event: object) -> EventName:
        """The event's name; `ModelError`, with a near miss, where there is none such."""
        if not isinstance(event, str) or event not in self.events:
            near = did_you_mean(event if isinstance(event, str) else shorten(event), self.events)
            raise ModelError(f"event {shorten(repr(event))}: there is no such event{near}")
        return event

    def _place(self, agent: str, event: EventName) -> int:
        """The event's position, if the agent is one of whom the event model speaks."""
        if not isinstance(agent, str) or (self.others is None and agent not in self.frame.relations):
            raise unknown_agent(agent, self.agents, "event model")
        return list(self.events).index(self.require_event(event))

    def __len__(self) -> int:
        return len(self.events)

    def __iter__(self) -> Iterator[EventName]:
        return iter(self.events)

    def __contains__(self, event: object) -> bool:
        return isinstance(event, str) and event in self.events

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, EventModel):
            return NotImplemented
        return (self.events, self.frame, self.actual, self.others) == (
            other.events,
            other.frame,
            other.actual,
            other.others,
        )

    def __hash__(self) -> int:
        return hash((frozenset(self.events.items()), frozenset(self.agents), self.actual))

    def __reduce__(self) -> tuple[Any, ...]:
        return EventModel.of, (dict(self.events), self.frame, self.actual, self.others, dict(self.values))

    def __repr__(self) -> str:
        names, numbers = tuple(self.events), reprs.numbers_of(self.frame)
        if len(names) > reprs.MOST or numbers is None:
            return f"<EventModel: {len(names):,} events, {len(self.agents)} agents by name>"
        relations = {agent: reprs.pairs(relation, names) for agent, relation in self.frame.relations.items()}
        others = {} if self.others is None else {"others": reprs.pairs(self.others, names)}
        return reprs.call(
            "EventModel", events=self.events, relations=relations, actual=self.actual, **others, **numbers
        )

    def _repr_svg_(self) -> str | None:
        try:
            return None if EventModel.renderer is None else EventModel.renderer(self)
        except TooLarge:
            return None


def require_no_action(formula: Formula) -> None:
    """Refuse what an event cannot need and cannot say; `ModelError`."""
    if formula.actions:
        action = shorten(min(formula.actions))
        raise ModelError(
            f"[@{action}] in {shorten(str(formula))}: the formulas of an event cannot speak of named actions, neither "
            "of others nor of its own; write what holds before the event"
        )


def _event_names(events: object) -> dict[str, tuple[str, ...]]:
    if not isinstance(events, Mapping) or not events:
        raise ModelError(
            f"events {shorten(repr(events))}: expected a mapping from names to events, such as {{'e': Event(pre='p')}}"
        )
    for name, event in events.items():
        if not isinstance(name, str) or not name or not isinstance(event, Event):
            raise ModelError(f"event {shorten(repr(name))}: expected a name and an Event, got {shorten(repr(event))}")
    return _EventNames.fromkeys(events, ())


class _EventNames(dict[str, tuple[str, ...]]):
    """Events in the place of worlds: events without facts, which messages call by their name."""

    noun = "event"


def _formula(given: object, what: str) -> Formula:
    """The formula; `ModelError` for what is neither a text nor a formula, which says where it was given."""
    if isinstance(given, (str, Formula)):
        return parse(given)
    example = f"'{str(given).lower()}'" if isinstance(given, bool) else "'p & q' or 'true'"
    raise ModelError(f"{what}: expected a formula such as {example}, got {shorten(repr(given))}")


def _require_own(relations: object, others: object, *preferences: object) -> None:
    """Who has weights or ranks of events has a relation of her own, beside that of the others."""
    if others is None or not isinstance(relations, Mapping):
        return
    for agent in [agent for given in preferences if isinstance(given, Mapping) for agent in given]:
        if agent not in relations:
            raise ModelError(
                f"agent {shorten(repr(agent))}: who has weights or ranks needs a relation of her own, beside others"
            )


def _designated(actual: Any, frame: Structure) -> tuple[EventName, ...] | None:
    if actual is None:
        return None
    chosen = (actual,) if isinstance(actual, str) else tuple(actual) if isinstance(actual, Iterable) else ()
    if not chosen:
        given = shorten(repr(actual))
        raise ModelError(f"actual {given}: expected an event, several, or None for any that its precondition allows")
    for name in chosen:
        if name not in frame.worlds:
            near = did_you_mean(name if isinstance(name, str) else shorten(name), frame.worlds)
            raise ModelError(f"actual event {shorten(repr(name))}: there is no such event{near}")
    once = tuple(dict.fromkeys(chosen))
    return tuple([name for name in frame.worlds if name in once]) if isinstance(actual, (set, frozenset)) else once  # type: ignore[misc]
