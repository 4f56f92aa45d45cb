"""Event models as data: events with preconditions and postconditions, and what each agent takes for possible.

Baltag, Moss and Solecki, "The logic of public announcements, common knowledge and private suspicions" (TARK 1998);
postconditions after van Benthem, van Eijck and Kooi, "Logics of communication and change" (2006), definition 4,
doi:10.1016/j.ic.2006.04.006.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from os import PathLike
from typing import Any, ClassVar

from kripke import build
from kripke.errors import ModelError
from kripke.formats import event_io
from kripke.formats.event_reader import OTHERS, Parts
from kripke.formats.files import write_text
from kripke.frozen import Frozen
from kripke.structure import Structure
from logic.errors import TooLarge, did_you_mean, shorten
from logic.formula import Formula, Top
from logic.parser import parse

EventName = str


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
        object.__setattr__(self, "pre", parse(pre))
        changes = {build.atom_name(atom): parse(to) for atom, to in (post or {}).items()}
        object.__setattr__(self, "post", Frozen(changes))

    __hash__ = None  # type: ignore[assignment]  # a mapping is inside


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

    __slots__ = ("actual", "events", "frame", "others")

    renderer: ClassVar[Callable[[EventModel], str] | None] = None
    """What draws an event model as SVG; the package `whoknows` sets it, as it does for `KripkeModel`."""

    def __init__(
        self,
        events: Mapping[EventName, Event],
        relations: Mapping[str, Iterable[tuple[EventName, EventName]]],
        actual: EventName | Iterable[EventName] | None = None,
        others: Iterable[tuple[EventName, EventName]] | None = None,
        weights: build.Numbers | None = None,
        ranks: Mapping[str, Mapping[Any, int]] | None = None,
    ) -> None:
        names = _event_names(events)
        rest = None if others is None else build.from_relations(names, {OTHERS: others})
        self._be(events, build.from_relations(names, relations, None, None, weights, None, ranks), actual, rest)

    def _be(
        self,
        events: Mapping[EventName, Event],
        frame: Structure,
        actual: EventName | Iterable[EventName] | None,
        others: Structure | None,
    ) -> None:
        self.events: Mapping[EventName, Event] = Frozen(events)
        self.frame = frame
        self.actual = _designated(actual, frame)
        self.others = None if others is None else others.relations[OTHERS]

    @classmethod
    def s5(
        cls,
        events: Mapping[EventName, Event],
        partitions: Mapping[str, Iterable[Iterable[EventName]]],
        actual: EventName | Iterable[EventName] | None = None,
        others: Iterable[Iterable[EventName]] | None = None,
        weights: build.Numbers | None = None,
        ranks: Mapping[str, Mapping[Any, int]] | None = None,
    ) -> EventModel:
        """From each agent's partition of the events: those that she cannot tell apart."""
        names = _event_names(events)
        made = cls.__new__(cls)
        rest = None if others is None else build.s5(names, {OTHERS: others})
        made._be(events, build.s5(names, partitions, None, None, weights, None, ranks), actual, rest)
        return made

    @classmethod
    def kd45(
        cls,
        events: Mapping[EventName, Event],
        members: Mapping[str, Iterable[tuple[Iterable[EventName], Iterable[EventName]]]],
        actual: EventName | Iterable[EventName] | None = None,
        others: Iterable[tuple[Iterable[EventName], Iterable[EventName]]] | None = None,
        weights: build.Numbers | None = None,
        ranks: Mapping[str, Mapping[Any, int]] | None = None,
    ) -> EventModel:
        """From each agent's classes (events that look there, events that are taken for possible)."""
        names = _event_names(events)
        made = cls.__new__(cls)
        rest = None if others is None else build.kd45(names, {OTHERS: others})
        made._be(events, build.kd45(names, members, None, None, weights, None, ranks), actual, rest)
        return made

    @classmethod
    def load(cls, path: str | PathLike[str]) -> EventModel:
        """From an event file, in JSON or in the text form; see `kripke.formats.event_io.load`."""
        return cls._of(event_io.load(path))

    @classmethod
    def loads(cls, text: str, source: str = "the event model") -> EventModel:
        """From the text of an event file; see `kripke.formats.event_io.loads`."""
        return cls._of(event_io.loads(text, source))

    def save(self, path: str | PathLike[str]) -> None:
        """Into an event file, whole or not at all: JSON for ``.json``, the text form for ``.event`` and ``.txt``."""
        write_text(path, self.dumps(event_io.form_of(path)))

    def dumps(self, form: event_io.Form = "json") -> str:
        """The text of an event file; see `kripke.formats.event_io.dumps`."""
        return event_io.dumps(self, form)

    @classmethod
    def _of(cls, parts: Parts) -> EventModel:
        made = cls.__new__(cls)
        made._be(
            {name: Event(pre, post) for name, (pre, post) in parts.events.items()},
            parts.frame,
            parts.actual,
            parts.others,
        )
        return made

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents who have a relation of their own."""
        return self.frame.agents

    @property
    def designated(self) -> tuple[EventName, ...]:
        """The events of which one happens: those given as actual, or all."""
        return tuple(self.events) if self.actual is None else self.actual

    def seen(self, agent: str, event: EventName) -> tuple[EventName, ...]:
        """The events that the agent takes for possible when this one happens."""
        relation = self.frame.relations.get(agent, self.others)
        names = tuple(self.events)
        return () if relation is None else tuple([names[i] for i in relation.successors(names.index(event))])

    def weight(self, agent: str, event: EventName) -> Fraction:
        """By what the event multiplies the agent's weights; 1 where none is given."""
        given = self.frame.weights.get(agent)
        if given is None:
            return Fraction(1)
        return Fraction(given.numerators[list(self.events).index(event)], given.denominator)

    def rank(self, agent: str, event: EventName) -> int:
        """How implausible the event is to the agent; 0 where no ranks are given."""
        given = self.frame.ranks.get(agent)
        return 0 if given is None else given[list(self.events).index(event)]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, EventModel):
            return NotImplemented
        return (self.events, self.frame, self.actual, self.others) == (
            other.events,
            other.frame,
            other.actual,
            other.others,
        )

    __hash__ = None  # type: ignore[assignment]  # event models are compared, not put into dictionaries

    def __repr__(self) -> str:
        def pairs(relation: Any) -> list[tuple[str, str]]:
            names = list(self.events)
            return [(names[i], names[j]) for i, j in zip(*(ends.tolist() for ends in relation.edges), strict=True)]

        relations = {agent: pairs(relation) for agent, relation in self.frame.relations.items()}
        others = "" if self.others is None else f", others={pairs(self.others)!r}"
        return f"EventModel(events={self.events!r}, relations={relations!r}, actual={self.actual!r}{others})"

    def _repr_svg_(self) -> str | None:
        try:
            return None if EventModel.renderer is None else EventModel.renderer(self)
        except TooLarge:
            return None


def _event_names(events: object) -> dict[str, tuple[str, ...]]:
    if not isinstance(events, Mapping) or not events:
        raise ModelError(
            f"events {shorten(repr(events))}: expected a mapping from names to events, such as {{'e': Event(pre='p')}}"
        )
    for name, event in events.items():
        if not isinstance(name, str) or not name or not isinstance(event, Event):
            raise ModelError(f"event {shorten(repr(name))}: expected a name and an Event, got {shorten(repr(event))}")
    return dict.fromkeys(events, ())


def _designated(actual: Any, frame: Structure) -> tuple[EventName, ...] | None:
    if actual is None:
        return None
    chosen = (actual,) if isinstance(actual, str) else tuple(actual)
    if not chosen:
        raise ModelError("actual []: expected an event, several, or None for any that its precondition allows")
    for name in chosen:
        if name not in frame.worlds:
            near = did_you_mean(str(name), frame.worlds)
            raise ModelError(f"actual event {shorten(repr(name))}: there is no such event{near}")
    return chosen
