"""Announcements: Structure x formula -> Structure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from kripke.change.refusals import Place
from kripke.checking.explicit import extension
from kripke.data.cube import CubeSet
from kripke.data.errors import ModelError, unknown_agent
from kripke.data.lazy import np
from kripke.data.relation import WorldSet
from kripke.data.structure import Structure
from kripke.data.wording import brief
from kripke.why.explain import explicit_view, one_reason
from logic.errors import shorten
from logic.formula import Formula


class Action(Protocol):
    """A change of structures: an announcement whether, evidence, an upgrade."""

    def apply(self, structure: Structure) -> Structure:
        """The structure after the action."""


def announce(
    structure: Structure,
    formula: Formula,
    to: Iterable[str] | None = None,
    where: WorldSet | None = None,
    shown: Callable[[], str] | None = None,
) -> Structure:
    """The structure after a truthful public announcement: the worlds where the formula holds.

    With `to`, only a group hears it. The others notice that the group learns whether the formula holds, but do not
    learn it themselves. van Ditmarsch, van der Hoek and Kooi (2007), definition 4.7, doi:10.1007/978-1-4020-5839-4.
    `PreconditionFailed`, with the text that `shown` returns or the formula, if it is false at the actual world, or,
    without an actual world, at every world.
    """
    where = extension(structure, formula) if where is None else where
    if structure.actual not in where if structure.actual is not None else not len(where):
        raise place_of(structure).untrue(*((brief(formula), formula) if shown is None else (shown(), None)))
    if to is not None:
        return _refine(structure, where, to)
    if len(where) == structure.size:
        return structure
    if isinstance(where, CubeSet):
        cube, actual = replace(where.cube, domain=where.cells), structure.actual
        return Structure.of_cube(cube, None if actual is None else cube.position(where.cube.code(actual)))
    return structure.restrict(np.flatnonzero(where.column))


def announce_whether(
    structure: Structure, formula: Formula, to: Iterable[str] | None = None, where: WorldSet | None = None
) -> Structure:
    """The structure after all agents, or the group `to`, learn whether the formula holds. No world is removed.

    The relations are refined, so n announcements in a row cost n steps, not 2^n.
    """
    where = extension(structure, formula) if where is None else where
    return _refine(structure, where, to)


def _refine(structure: Structure, where: WorldSet, to: Iterable[str] | None) -> Structure:
    group = hearers(structure.relations, to)
    refined = {agent: structure.relations[agent].refine(where.column) for agent in group}
    return replace(structure, relations={**structure.relations, **refined})


def hearers(agents: Collection[str], to: Iterable[str] | None) -> Sequence[str]:
    """The agents who hear an announcement to a group, or to all; `ModelError` or `UnknownAgent` for other values."""
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


def place_of(structure: Structure) -> Place:
    """The actual world, for errors."""
    position = structure.actual
    if position is None:
        return Place("world", None, str)
    return Place(
        "world",
        structure.worlds.name(position),
        lambda formula: one_reason(explicit_view(structure, formula, room=0), position),
    )
