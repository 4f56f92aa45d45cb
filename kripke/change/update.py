"""Announcements in structures, and the errors for impossible updates of structures and symbolic models."""

import re
from collections.abc import Callable, Collection, Container, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from kripke.change.event import EventModel, EventName
from kripke.checking.explicit import extension
from kripke.data.cube import CubeSet
from kripke.data.errors import ModelError, PreconditionFailed, unknown_agent
from kripke.data.relation import WorldSet
from kripke.data.structure import Structure
from kripke.data.wording import brief, is_literal, world_quoted
from kripke.why.explain import explicit_view, one_reason
from logic.errors import by_face, few, nearest, shorten, warn
from logic.formula import Formula


@dataclass(frozen=True)
class Place:
    """Builds the errors for updates that are impossible at an actual world or state.

    `word`: "world" or "state". `actual`: a function that returns the name of the actual world (names get long after
    many updates); None without an actual world. `why`: a function that returns why a formula is false there.
    """

    word: str
    actual: Callable[[], object] | None
    why: Callable[[Formula], str]

    def untrue(self, said: str, formula: Formula | None) -> PreconditionFailed:
        """The error for an announcement that is false at the actual world; without an actual world, at every world."""
        if self.actual is None:
            return PreconditionFailed(f"{said} holds at no {self.word}, so it cannot be announced truthfully")
        why = "" if formula is None else self._reason(formula)
        return PreconditionFailed(f"{said} is false at {self._here}, so it cannot be announced truthfully{why}")

    def impossible(self, model: EventModel, events: Sequence[EventName]) -> PreconditionFailed:
        """The error that says why none of the events can happen at the actual world or, without one, at any world."""
        needs = few([f"{shorten(name)} needs {shorten(str(model.events[name].pre))}" for name in events], "and")
        if self.actual is None:
            return PreconditionFailed(f"no event can happen: {needs}, true nowhere")
        why = self._reason(model.events[events[0]].pre) if len(events) == 1 else ""
        fails = "which is false there" if len(events) == 1 else "and none of these is true there"
        return PreconditionFailed(f"no event can happen at {self._here}: {needs}, {fails}{why}")

    def happening(
        self, model: EventModel, requested: Sequence[EventName], able: Container[EventName]
    ) -> list[EventName]:
        """The requested events that can happen here, that is, those in `able`.

        `PreconditionFailed` if none can, `ModelError` if several can and the event model names no actual event.
        """
        events = [name for name in requested if name in able]
        if not events:
            raise self.impossible(model, requested)
        if len(events) > 1 and model.actual is None:
            way_out = by_face("one with event=...", "one with --event", "the event that happens")
            raise ModelError(f"at {self._here} {few(events, 'and')} can happen: choose {way_out}")
        return events

    @property
    def _here(self) -> str:
        return f"the actual {self.word} {world_quoted(self.actual and self.actual())}"

    def _reason(self, formula: Formula) -> str:
        """A colon and the reason why the formula is false; empty for literals and for formulas with named actions."""
        return "" if is_literal(formula) or formula.actions else ": " + self.why(formula)


SIMILARITY = 0.8
"""Minimal similarity for `difflib`, from 0 to 1, at which an atom counts as misspelt.

Chosen by examples: head and heads are similar, box and boxes are not.
"""


def warn_of_slips(action: Any, vocabulary: Iterable[str]) -> None:
    """Warn of new atoms whose names look like misspelt names of existing atoms.

    There is no warning for names that differ only in numbers, values or arguments, such as ``door2`` and ``door1``.
    """
    posts = [event.post for event in action.events.values() if event.post] if isinstance(action, EventModel) else []
    if not posts:
        return
    known = dict.fromkeys(vocabulary)
    stems = {_stem(atom): atom for atom in known}
    for atom in sorted({atom for post in posts for atom in post if atom not in known and _stem(atom) not in stems}):
        if near := nearest(_stem(atom), list(stems), SIMILARITY):
            text = f"update: new atom '{shorten(atom)}'; did you mean '{shorten(stems[near])}'?"
            way_out = f"if not, declare it with the model, by atoms=['{shorten(atom)}']"
            warn(UserWarning(f"{text} {way_out}"))


def _stem(atom: str) -> str:
    """The part of the name before its first digit, value or argument."""
    return re.split(r"[\d=(]", atom, maxsplit=1)[0]


class StructureChange(Protocol):
    """Protocol of actions that change a structure, such as evidence, upgrades and announcements to a group."""

    def apply(self, structure: Structure) -> Structure:
        """The structure after the action."""


def announce(
    structure: Structure,
    formula: Formula,
    to: Iterable[str] | None = None,
    where: WorldSet | None = None,
    shown: Callable[[], str] | None = None,
) -> Structure:
    """The structure after a truthful public announcement, restricted to the worlds where the formula holds.

    With `to`, only a group hears it, and all worlds remain; the others notice that the group learns whether the formula
    is true. `PreconditionFailed` if the formula is false at an actual world, or, without an actual world, if it is
    false everywhere. `where`: the extension of the formula, if known. `shown`: returns the text of the formula for the
    error.
    """
    where = extension(structure, formula) if where is None else where
    if (fails := false_at(structure, where)) is not None:
        raise place_of(structure, *fails).untrue(*((brief(formula), formula) if shown is None else (shown(), None)))
    if to is not None:
        return announce_whether(structure, formula, to, where)
    if len(where) == structure.size:
        return structure
    if isinstance(where, CubeSet):
        kept, codes = replace(where.cube, domain=where.cells), map(where.cube.code, structure.actuals)
        return Structure.of_cube(kept, tuple([place for c in codes if (place := kept.position(c)) is not None]))
    return structure.restrict(where.kept)


def announce_whether(
    structure: Structure, formula: Formula, to: Iterable[str] | None = None, where: WorldSet | None = None
) -> Structure:
    """The structure after all agents, or the group `to`, learn whether a formula holds; all worlds remain."""
    where = extension(structure, formula) if where is None else where
    refined = {agent: structure.relations[agent].refine(where) for agent in hearers(structure.relations, to)}
    return replace(structure, relations={**structure.relations, **refined})


def hearers(agents: Collection[str], to: Iterable[str] | None) -> Sequence[str]:
    """The agents who hear an announcement; `ModelError` or `UnknownAgent` if the group `to` is invalid."""
    if to is None:
        return list(agents)
    if not isinstance(to, Iterable):
        raise ModelError(f"to {shorten(repr(to))}: expected the agents who hear it, such as ['a', 'b']")
    group = [to] if isinstance(to, str) else list(to)
    if not group:
        raise ModelError("to []: an empty group; name at least one agent, or omit it to address all agents")
    for agent in group:
        if not isinstance(agent, str) or agent not in agents:
            raise unknown_agent(agent, agents)
    return group


def false_at(structure: Structure, where: WorldSet) -> list[int] | None:
    """The first actual world outside the set, in a list; None if the set contains all actual worlds.

    If the structure has no actual world, the result is an empty list for the empty set, and None for other sets.
    """
    fails = [position for position in structure.actuals if position not in where][:1]
    return fails if fails or not (structure.actuals or len(where)) else None


def place_of(structure: Structure, position: int | None = None) -> Place:
    """The `Place` of the actual world at a position, for error messages; None stands for no actual world."""
    if position is None:
        return Place("world", None, str)
    return Place(
        "world",
        lambda: structure.worlds.name(position),
        lambda formula: one_reason(explicit_view(structure, formula, room=0), position),
    )
