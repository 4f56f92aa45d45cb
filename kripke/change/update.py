"""Change by announcement: Structure x formula -> Structure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol

import numpy as np

from kripke.checking.explicit import extension
from kripke.data.cube import CubeSet
from kripke.data.errors import ModelError, PreconditionFailed, unknown_agent
from kripke.data.relation import WorldSet
from kripke.data.structure import Structure
from kripke.data.wording import brief, is_literal, world_quoted
from kripke.why.explain import one_reason
from logic.errors import shorten
from logic.formula import Formula


class Action(Protocol):
    """A change of structures: learning whether, evidence, upgrades."""

    def apply(self, structure: Structure) -> Structure:
        """The structure after it."""


def announce(
    structure: Structure,
    formula: Formula,
    to: Iterable[str] | None = None,
    where: WorldSet | None = None,
    so: str = "it cannot be announced truthfully",
) -> Structure:
    """After the public announcement of a truth: the worlds where it holds. With `to`, after a group hears it.

    Others notice that the group is told whether the formula holds, but do not learn it. van Ditmarsch, van der Hoek and
    Kooi (2007), definition 4.7, doi:10.1007/978-1-4020-5839-4. `where` is where the formula holds, if that is known,
    and `so` is what an error says to follow.

    Raises
    ------
    PreconditionFailed
        If the formula is false at the actual world, or, without an actual world, at every world.
    """
    where = extension(structure, formula) if where is None else where
    _require_true(structure, formula, where, so)
    if to is not None:
        return _refine(structure, where, to)
    if len(where) == structure.size:
        return structure
    if isinstance(where, CubeSet):
        return _restrict_cube(structure, where)
    return structure.restrict(np.flatnonzero(where.column))


def _restrict_cube(structure: Structure, where: CubeSet) -> Structure:
    cube = replace(where.cube, domain=where.cells)
    actual = structure.actual
    return Structure.of_cube(cube, None if actual is None else cube.position(where.cube.code(actual)))


def announce_whether(
    structure: Structure, formula: Formula, to: Iterable[str] | None = None, where: WorldSet | None = None
) -> Structure:
    """After all agents, or the group `to`, learn whether the formula holds; no world goes.

    It refines observations, so that n in a row cost n, not 2^n.
    """
    where = extension(structure, formula) if where is None else where
    return _refine(structure, where, structure.agents if to is None else to)


def _refine(structure: Structure, where: WorldSet, to: Iterable[str]) -> Structure:
    if not isinstance(to, Iterable):
        raise ModelError(f"to {shorten(repr(to))}: expected the agents who are told, such as ['a', 'b']")
    group = [to] if isinstance(to, str) else list(to)
    if not group:
        raise ModelError("to []: an empty group; name at least one agent, or leave it out to tell all")
    for agent in group:
        if not isinstance(agent, str) or agent not in structure.relations:
            raise unknown_agent(agent, structure.relations)
    told = {agent: structure.relations[agent].refine(where.column) for agent in group}
    return replace(structure, relations={**structure.relations, **told})


def _require_true(structure: Structure, formula: Formula, where: WorldSet, so: str) -> None:
    if structure.actual is None:
        if not len(where):
            raise PreconditionFailed(f"{_shown(formula)} holds at no world, so that {so}")
    elif structure.actual not in where:
        world = world_quoted(structure.worlds.name(structure.actual))
        text = f"{_shown(formula)} is false at the actual world {world}, so that {so}"
        raise PreconditionFailed(text + because(structure, formula, structure.actual))


def because(structure: Structure, formula: Formula, position: int) -> str:
    """The reason, after a colon, why the formula is false at the world at a position.

    Nothing where an atom is just false, or where it lies in what an action does.
    """
    if is_literal(formula) or formula.actions:
        return ""
    return ": " + one_reason(structure, formula, position)


def _shown(formula: Formula) -> str:
    return brief(formula)
