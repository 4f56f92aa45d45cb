"""Mistakes in the content of a file of valid shape: in relations, numbers and names.

A mistake is a path in the file and the problem there. `noun` is the word for the points of the file: world or event.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import islice
from typing import Any, ClassVar, TypeVar

from kripke.formats.jsonfile import SHOWN, Mistake, Path
from kripke.formats.shape import Class, Pair, described
from logic.errors import did_you_mean, shorten
from logic.operators import AGENT


@dataclass(slots=True)
class RelationEntry:
    """An agent's relation, in one of three forms."""

    __pydantic_config__: ClassVar = {"extra": "forbid"}

    partition: list[list[str]] | None = field(
        metadata=described(
            "Knowledge (S5): classes of worlds that the agent cannot tell apart. Each world is in one class."
        ),
        default=None,
    )
    edges: list[Pair] | None = field(
        metadata=described("Any relation: exactly these pairs [world, world that the agent considers possible there]."),
        default=None,
    )
    members: list[Class] | None = field(
        metadata=described(
            "Belief (KD45): pairs [worlds that look there, members that are seen]. Members look into their own class, "
            "named among the first or not. Each world looks into one class."
        ),
        default=None,
    )


File = TypeVar("File")


def first(file: File, sense: Callable[[File], Iterable[Mistake]]) -> tuple[File | None, list[Mistake]]:
    """The file of valid shape, or None with at most `SHOWN` + 1 mistakes in its content, which `sense` finds."""
    mistakes = list(islice(sense(file), SHOWN + 1))
    return (None if mistakes else file), mistakes


FORMS = tuple(form.name for form in fields(RelationEntry))


def relation(path: Path, entry: RelationEntry, points: Collection[str], noun: str) -> Iterator[Mistake]:
    """The mistakes in a relation."""
    forms = [form for form in FORMS if getattr(entry, form) is not None]
    if len(forms) != 1:
        yield path, f"expected one of partition, edges, members, got {' and '.join(forms) or 'none'}"
    for i, cell in enumerate(entry.partition or ()):
        yield from unknown_points((*path, "partition", i), cell, points, noun)
    for i, pair in enumerate(entry.edges or ()):
        yield from unknown_points((*path, "edges", i), pair, points, noun)
    for i, (looking, members) in enumerate(entry.members or ()):
        yield from unknown_points((*path, "members", i, 0), looking, points, noun)
        yield from unknown_points((*path, "members", i, 1), members, points, noun)
        if not members:
            yield (*path, "members", i, 1), f"a class without members; belief looks at some {noun}"
    if entry.partition is not None:
        yield from _not_once((*path, "partition"), [set(cell) for cell in entry.partition], points, noun)
    if entry.members is not None:
        yield from _not_once((*path, "members"), [{*looking, *seen} for looking, seen in entry.members], points, noun)


def _not_once(path: Path, cells: Sequence[set[str]], points: Collection[str], noun: str) -> Iterator[Mistake]:
    """Points in two classes, or in none."""
    cell_of: dict[str, int] = {}
    for i, cell in enumerate(cells):
        for point in sorted(cell & cell_of.keys()):
            yield (*path, i), f"{noun} {shorten(repr(point))} is also in class {cell_of[point]}"
        cell_of |= dict.fromkeys(cell, i)
    for point in points:
        if point not in cell_of:
            yield path, f"{noun} {shorten(repr(point))} is in no class; add it to one, or as a class of its own"


def preferences(
    by_key: Mapping[str, Mapping[str, Mapping[str, Any]] | None],
    agents: Collection[str],
    points: Collection[str],
    noun: str,
    way_out: str = "",
) -> Iterator[Mistake]:
    """The mistakes in weights and ranks: unknown agents and points, and agents with both.

    Parameters
    ----------
    by_key : mapping
        ``weights`` and ``ranks`` -> agent -> point -> number, or None.
    """
    for key, given in by_key.items():
        for agent, by_point in (given or {}).items():
            yield from ((path, problem + way_out) for path, problem in unknown_agent((key, agent), agent, agents))
            for point in by_point:
                yield from unknown_point((key, agent, point), point, points, noun)
    for agent in by_key.get("ranks") or ():
        if agent in (by_key.get("weights") or {}):
            yield ("ranks", agent), "the agent also has weights; give one of them"


def twice(path: Path, names: Iterable[str]) -> Iterator[Mistake]:
    """The names that a list repeats."""
    seen: set[str] = set()
    for i, name in enumerate(names):
        if name in seen:
            yield (*path, i), f"{shorten(repr(name))} is listed twice"
        seen.add(name)


def unknown_points(path: Path, given: Iterable[str], points: Collection[str], noun: str) -> Iterator[Mistake]:
    """The unknown points in a list."""
    for i, point in enumerate(given):
        yield from unknown_point((*path, i), point, points, noun)


def unknown_point(path: Path, point: str, points: Collection[str], noun: str) -> Iterator[Mistake]:
    """The mistake of an unknown point, with a similar name."""
    if point not in points:
        near = did_you_mean(point, points if len(points) <= 2_000 else ())
        yield path, f"no {noun} {shorten(repr(point))}{near}"


def unknown_agent(path: Path, agent: str, agents: Collection[str]) -> Iterator[Mistake]:
    """The mistake of an unknown agent, with a similar name."""
    if agent not in agents:
        yield path, f"no agent {shorten(repr(agent))}{did_you_mean(agent, agents)}"


def agent_name(path: Path, agent: str) -> Iterator[Mistake]:
    """The mistake of an invalid name of an agent."""
    if not AGENT.fullmatch(agent):
        yield path, f"agent {shorten(repr(agent))}: expected a name of letters, digits and underscores"


def atom_name(path: Path, atom: str) -> Iterator[Mistake]:
    """The mistake of an invalid name of an atom."""
    if not atom or not atom.isprintable():
        yield path, f"atom {shorten(repr(atom))}: expected a name of one or more printable characters"
