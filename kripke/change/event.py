"""Event models: events with preconditions and postconditions, and the agents' relations between events.

Baltag, Moss and Solecki, "The logic of public announcements, common knowledge and private suspicions" (TARK 1998);
postconditions after van Benthem, van Eijck and Kooi, "Logics of communication and change" (2006), definition 4,
doi:10.1016/j.ic.2006.04.006.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from kripke.checking import build
from kripke.checking.program import compile_formula
from kripke.data.errors import ModelError, lines_of_relations, unknown_agent
from kripke.data.frozen import Frozen, refuse
from kripke.data.lazy import Drawn
from kripke.data.naming import LONGEST_CALL, MOST_WRITTEN, call_text, named_edges, numbers_of
from kripke.data.relation import Relation, bits, reached
from kripke.data.structure import Structure
from kripke.data.weighing import Numbers
from kripke.sameness.canonical import mask_of
from logic.clauses import Top
from logic.errors import by_face, did_you_mean, few, shorten
from logic.exact import plural
from logic.formula import Formula
from logic.parser import parse

EventName = str

OTHERS = "others"
"""Name that stands for all agents without a relation of their own while their common relation is built and checked."""


@dataclass(frozen=True)
class Event:
    """An event, with its precondition and the facts that it changes.

    Parameters
    ----------
    pre : Formula or str
        The precondition: the event can happen at the worlds where it holds.
    post : mapping, optional
        For each atom that changes, a formula: after the event the atom is true where the formula held before. All atoms
        change at once; atoms that are not named keep their value; a new atom extends the vocabulary.

    Notes
    -----
    The formulas cannot contain named actions such as ``[@peek] q``: an update with them raises `ModelError`.

    Examples
    --------
    >>> toggle = Event(pre="power", post={"light": "~light"})
    >>> print(toggle.pre, toggle.post["light"])
    power ¬light
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


class EventModel(Drawn):
    """An event model: events, and the events that each agent considers possible at each of them.

    `ModelError` if the arguments do not fit together, or `actual` has an unknown event; `UnknownWorld` for an unknown
    event in another argument.

    Parameters
    ----------
    events : mapping of str to Event
        The events by name.
    relations : mapping
        For each agent, pairs (event that happens, event that the agent then considers possible).
    actual : str or iterable of str, optional
        The event that happens, or a list of events, one of which happens. None stands for all events. If there are
        several, the preconditions decide which one can happen at a world.
    others : iterable of pairs, optional
        The relation of every agent of the model who is not in `relations`; required if there are such agents.
    weights : mapping, optional
        For each agent with weights, the weight in [0, 1] of each event; an update multiplies it by the weight of the
        world.
    ranks : mapping, optional
        For each agent with ranks, the rank of each event; an event of lower rank is more plausible. An update compares
        it before the rank of the world.

    Examples
    --------
    Anne looks at the coin while Bob believes that nothing happens.

    >>> from whoknows import Event, EventModel, KripkeModel
    >>> m = KripkeModel.s5({"heads": {"h"}, "tails": set()},
    ...                    {"anne": [["heads", "tails"]], "bob": [["heads", "tails"]]}, actual="heads")
    >>> look = EventModel({"look": Event("h"), "nothing": Event()},
    ...                   relations={"anne": [("look", "look"), ("nothing", "nothing")],
    ...                              "bob": [("look", "nothing"), ("nothing", "nothing")]}, actual="look")
    >>> m.update(look).holds("K_anne h & B_bob ~Kw_anne h")
    True
    """

    __slots__ = ("actual", "events", "frame", "others", "values")

    actual: tuple[EventName, ...] | None
    events: Mapping[EventName, Event]
    frame: Structure
    others: Relation | None
    values: Mapping[str, frozenset[str]]
    """All values of each variable whose values the events permute; an update fails if the model has more values."""

    def __init__(
        self,
        events: Mapping[EventName, Event],
        relations: Mapping[str, Iterable[tuple[EventName, EventName]]],
        actual: EventName | Iterable[EventName] | None = None,
        others: Iterable[tuple[EventName, EventName]] | None = None,
        weights: Numbers | None = None,
        ranks: Mapping[str, Mapping[Any, int]] | None = None,
    ) -> None:
        frame, rest = _frame(build.from_relations, events, relations, others, weights, ranks)
        self._set(events, frame, actual, rest)

    def _set(
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
        """Build an event model from a structure whose worlds are the events; only `actual` is validated.

        Parameters
        ----------
        events : mapping of str to Event
            The events by name.
        frame : Structure
            The structure; its relations, weights and ranks become those of the event model.
        actual : str or iterable of str, optional
            The designated events; None stands for all events. The preconditions decide which of them happens.
        others : Relation, optional
            The relation of every agent who is not in the frame.
        values : mapping, optional
            For each variable whose values the events permute (see `shuffling`), all its values.
        """
        model = cls.__new__(cls)
        model._set(events, frame, actual, others, values)
        return model

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
        """An event model from each agent's partition of the events.

        Parameters
        ----------
        events : mapping of str to Event
            The events by name.
        partitions : mapping
            For each agent, the blocks of events that the agent cannot distinguish.
        actual : str or iterable of str, optional
            The event that happens, or a list of events, one of which happens. None stands for all events.
        others : iterable of blocks, optional
            The partition of every agent who is not in `partitions`.
        weights : mapping, optional
            For each agent with weights, the weight in [0, 1] of each event.
        ranks : mapping, optional
            For each agent with ranks, the rank of each event; an event of lower rank is more plausible.
        """
        frame, rest = _frame(build.s5, events, partitions, others, weights, ranks)
        return cls.of(events, frame, actual, rest)

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
        """An event model from each agent's classes of belief.

        Parameters
        ----------
        events : mapping of str to Event
            The events by name.
        members : mapping
            For each agent, a pair for each class: the events of the class, and the events that the agent considers
            possible in it.
        actual : str or iterable of str, optional
            The event that happens, or a list of events, one of which happens. None stands for all events.
        others : iterable of pairs, optional
            The classes of every agent who is not in `members`.
        weights : mapping, optional
            For each agent with weights, the weight in [0, 1] of each event.
        ranks : mapping, optional
            For each agent with ranks, the rank of each event; an event of lower rank is more plausible.
        """
        frame, rest = _frame(build.kd45, events, members, others, weights, ranks)
        return cls.of(events, frame, actual, rest)

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents with a relation of their own."""
        return self.frame.agents

    @property
    def formulas(self) -> list[Formula]:
        """The preconditions and postconditions of all events, event by event."""
        return [formula for event in self.events.values() for formula in (event.pre, *event.post.values())]

    @property
    def every_relation(self) -> list[Relation]:
        """The agents' own relations, and the common relation of all other agents if there is one."""
        return [*self.frame.relations.values(), *([] if self.others is None else [self.others])]

    @property
    def designated(self) -> tuple[EventName, ...]:
        """The candidates for the actual event: the events in `actual`, or all events if `actual` is None."""
        return tuple(self.events) if self.actual is None else self.actual

    def seen(self, agent: str, event: EventName) -> tuple[EventName, ...]:
        """The events that the agent considers possible when this event happens.

        `UnknownAgent` if the event model has no relation for the agent, `ModelError` if it has no such event.

        Parameters
        ----------
        agent : str
            Name of the agent.
        event : str
            Name of the event.
        """
        names, place = tuple(self.events), self._place(agent, event)
        relation = self.frame.relations.get(agent, self.others)
        return () if relation is None else tuple([names[i] for i in relation.successors(place)])

    def weight(self, agent: str, event: EventName) -> Fraction:
        """The factor by which the event multiplies the agent's weights; 1 if none is given.

        `UnknownAgent` if the event model has no relation for the agent, `ModelError` if it has no such event.

        Parameters
        ----------
        agent : str
            Name of the agent.
        event : str
            Name of the event.
        """
        place, given = self._place(agent, event), self.frame.weights.get(agent)
        return Fraction(1) if given is None else given.at(place)

    def rank(self, agent: str, event: EventName) -> int:
        """The event's rank for the agent; 0 if no ranks are given.

        `UnknownAgent` if the event model has no relation for the agent, `ModelError` if it has no such event.

        Parameters
        ----------
        agent : str
            Name of the agent.
        event : str
            Name of the event.
        """
        place, given = self._place(agent, event), self.frame.ranks.get(agent)
        return 0 if given is None else given[place]

    def require_event(self, event: object) -> EventName:
        """Return the name of an event; `ModelError`, which suggests a similar name, if there is no such event."""
        if not isinstance(event, str) or event not in self.events:
            near = did_you_mean(event if isinstance(event, str) else shorten(event), self.events)
            raise ModelError(f"event {shorten(repr(event))}: there is no such event{near}")
        return event

    def _place(self, agent: str, event: EventName) -> int:
        """The event's index; an error if there is no such event, or no relation for the agent."""
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
        parts = ("events", "frame", "actual", "others", "values")
        return all(getattr(self, part) == getattr(other, part) for part in parts)

    def __hash__(self) -> int:
        return hash((frozenset(self.events.items()), frozenset(self.agents), self.actual))

    def __reduce__(self) -> tuple[Any, ...]:
        return EventModel.of, (dict(self.events), self.frame, self.actual, self.others, dict(self.values))

    def __repr__(self) -> str:
        names, numbers = tuple(self.events), numbers_of(self.frame)
        if len(names) > MOST_WRITTEN or numbers is None:
            return self._named
        relations = {agent: named_edges(relation, names) for agent, relation in self.frame.relations.items()}
        others = {} if self.others is None else {"others": named_edges(self.others, names)}
        text = call_text("EventModel", events=self.events, relations=relations, actual=self.actual, **others, **numbers)
        return text if len(text) <= LONGEST_CALL else self._named

    @property
    def _named(self) -> str:
        """The short `repr` of a large event model, with its numbers of events and agents."""
        return f"<EventModel: {len(self.events):,} events, {plural(len(self.agents), 'agent')} by name>"


def reachable_events(
    model: EventModel,
    requested: Sequence[EventName],
    agents: Iterable[str],
    chosen: bool = False,
    relations: Iterable[Relation] | None = None,
) -> list[EventName]:
    """The requested events, and all events that agents may consider possible if one of these happens.

    `relations`: the agents' relations; None: those of the event model. `ModelError` if `chosen` is True and events
    beyond the requested ones are reachable.
    """
    if relations is None:
        own = [model.frame.relations.get(agent, model.others) for agent in agents]
        relations = [relation for relation in own if relation is not None]
    names = list(model.events)
    start = mask_of(map(names.index, requested))
    events = start | reached([block for relation in relations for block in relation.blocks], start)
    live = [names[place] for place in bits(events)]
    if chosen and len(live) > len(requested):
        others = few([f"'{name}'" for name in live if name not in requested], "and")
        raise ModelError(
            f"event '{requested[0]}': cannot be chosen without an actual world, since agents then consider {others} "
            "possible"
            + by_face(
                "; choose the world with at(world), or check [@name] f for an event model with "
                f"actual='{requested[0]}'",
                "; choose the world with --at WORLD",
            )
        )
    return live


def is_announcement(model: EventModel) -> bool:
    """Whether the event model is a public announcement: one event that all agents see and that changes no fact.

    An event model without the relation `others`, or with weights or ranks, does not count as one.
    """
    (event, *more) = model.events.values()
    if more or event.post or model.frame.weights or model.frame.ranks or model.others is None:
        return False
    return all(relation.count_edges() == 1 for relation in model.every_relation)


def event_relation(model: EventModel, agent: str) -> Relation:
    """The agent's relation between the events; `ModelError` if there is none."""
    relation = model.frame.relations.get(agent, model.others)
    if relation is None:
        raise ModelError(
            f"agent {agent}: the event model has no relation for this agent; give {lines_of_relations(agent)} for all "
            "agents without a relation"
        )
    return relation


def require_no_action(formula: Formula) -> None:
    """Raise `ModelError` if the formula contains a named action."""
    if actions := compile_formula(formula).actions:
        action = shorten(min(actions))
        raise ModelError(
            f"[@{action}] in {shorten(str(formula))}: the formulas of an event cannot contain named actions; write "
            "what holds before the event"
        )


def _frame(
    make: Callable[..., Structure], events: object, relations: object, others: object, weights: object, ranks: object
) -> tuple[Structure, Relation | None]:
    """A structure whose worlds are the events, built by `make`, and the relation of all other agents, if given."""
    if not isinstance(events, Mapping) or not events:
        raise ModelError(
            f"events {shorten(repr(events))}: expected a mapping from names to events, such as {{'e': Event(pre='p')}}"
        )
    for name, event in events.items():
        if not isinstance(name, str) or not name or not isinstance(event, Event):
            raise ModelError(f"event {shorten(repr(name))}: expected a name and an Event, got {shorten(repr(event))}")
    names = EventNames.fromkeys(events, ())
    if others is not None and isinstance(relations, Mapping):
        for agent in [agent for given in (weights, ranks) if isinstance(given, Mapping) for agent in given]:
            if agent not in relations:
                raise ModelError(
                    f"agent {shorten(repr(agent))}: an agent with weights or ranks needs a relation of their own, "
                    "besides others"
                )
    rest = None if others is None else make(names, {OTHERS: others}).relations[OTHERS]
    return make(names, relations, None, None, weights, None, ranks), rest


class EventNames(dict[str, tuple[str, ...]]):
    """Mapping from events to empty sets of atoms; error messages about it say "event" instead of "world"."""

    noun = "event"


def _formula(given: object, what: str) -> Formula:
    if isinstance(given, (str, Formula)):
        return parse(given)
    example = f"'{str(given).lower()}'" if isinstance(given, bool) else "'p & q' or 'true'"
    raise ModelError(f"{what}: expected a formula such as {example}, got {shorten(repr(given))}")


def _designated(actual: Any, frame: Structure) -> tuple[EventName, ...] | None:
    if actual is None:
        return None
    chosen = (actual,) if isinstance(actual, str) else tuple(actual) if isinstance(actual, Iterable) else ()
    if not chosen:
        given = shorten(repr(actual))
        raise ModelError(f"actual {given}: expected one or more events, or None for any event")
    for name in chosen:
        if name not in frame.worlds:
            near = did_you_mean(name if isinstance(name, str) else shorten(name), frame.worlds)
            raise ModelError(f"actual event {shorten(repr(name))}: there is no such event{near}")
    once = tuple(dict.fromkeys(chosen))
    return tuple([name for name in frame.worlds if name in once]) if isinstance(actual, (set, frozenset)) else once  # type: ignore[misc]
