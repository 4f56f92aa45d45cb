"""Constraints that build their diagrams layer by layer: counting, parity, tables of values, and deals of cards.

Written as formulas they would be long; as diagrams they have a node for each thing that must be remembered on the way
from the first atom to the last: how many were true, or which rows are left.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kripke.errors import ModelError
from kripke.symbolic.bdd import Function, Space
from kripke.symbolic.region import Region
from logic.errors import shorten
from logic.formula import Atom

Memory = Hashable
Step = Callable[[Any, int], Sequence[Any]]
"""From what is remembered before an atom to that where it is false, and where it is true; None: refused."""


@dataclass(frozen=True)
class Counting:
    """That of some atoms at least `low` and at most `high` are true."""

    names: tuple[str, ...]
    low: int
    high: int

    @property
    def atoms(self) -> tuple[str, ...]:
        """The atoms that are counted."""
        return self.names

    def region(self, space: Space, atoms: Mapping[str, Region]) -> Region:
        """Where the count is in the range. O(k h) nodes for k atoms of which at most h may be true."""
        length = len(self.names)

        def step(count: int, place: int) -> tuple[int | None, int | None]:
            left = length - place - 1
            enough = self.low - left
            return (count if count >= enough else None), (count + 1 if enough <= count + 1 <= self.high else None)

        return layered(space, in_order(space, self.names, atoms), 0, step)


@dataclass(frozen=True)
class Parity:
    """That an odd number of some atoms is true, or an even one."""

    names: tuple[str, ...]
    odd: bool = True

    @property
    def atoms(self) -> tuple[str, ...]:
        """The atoms that are counted."""
        return self.names

    def region(self, space: Space, atoms: Mapping[str, Region]) -> Region:
        """Where the number has the parity: O(k) for k atoms, and no diagram until one is needed."""
        made = Region.constant(space, not self.odd)
        for name in self.names:
            made = made ^ atoms[name]
        return made


@dataclass(frozen=True)
class Table:
    """That some atoms have the values of one of the rows."""

    names: tuple[str, ...]
    rows: tuple[tuple[bool, ...], ...]

    @property
    def atoms(self) -> tuple[str, ...]:
        """The columns."""
        return self.names

    def region(self, space: Space, atoms: Mapping[str, Region]) -> Region:
        """Where the atoms have the values of a row: rows with the same rest share their nodes."""
        order = sorted(range(len(self.names)), key=lambda i: _place(space, atoms[self.names[i]]))
        regions = [atoms[self.names[i]] for i in order]
        below: dict[tuple[bool, ...], Function] = {tuple([row[i] for i in order]): space.true for row in self.rows}
        for region in reversed(regions):
            above: dict[tuple[bool, ...], list[Function]] = {}
            for prefix, node in below.items():
                above.setdefault(prefix[:-1], [space.false, space.false])[prefix[-1]] = node
            made: dict[tuple[Function, Function], Function] = {}
            below = {}
            for prefix, (low, high) in above.items():
                if (low, high) not in made:
                    made[low, high] = region.function.ite(high, low)
                below[prefix] = made[low, high]
        return Region.of(space, below.get((), space.false), _support(regions))


def layered(space: Space, regions: Sequence[Region], start: Memory, step: Step) -> Region:
    """The diagram of what is accepted when the regions are asked in turn, and something is remembered on the way.

    Parameters
    ----------
    space : Space
        Where the diagram is made.
    regions : sequence of Region
        What is asked, best in the order of the space's variables.
    start : hashable
        What is remembered at the start.
    step : callable
        From a memory and a place to the memories after false and after true there; None refuses.

    Notes
    -----
    O(k w) operations for k regions and at most w memories at a place.
    """
    layers: list[dict[Memory, Sequence[Memory | None]]] = []
    memories: dict[Memory, None] = {start: None}
    for place in range(len(regions)):
        layer = {memory: step(memory, place) for memory in memories}
        layers.append(layer)
        memories = {after: None for pair in layer.values() for after in pair if after is not None}
    nodes: dict[Memory | None, Function] = dict.fromkeys(memories, space.true) | {None: space.false}
    for region, layer in zip(reversed(regions), reversed(layers), strict=True):
        ask = region.function.ite
        above = {memory: ask(nodes[yes], nodes[no]) for memory, (no, yes) in layer.items()}
        nodes = above | {None: space.false}
    return Region.of(space, nodes[start], _support(regions))


def in_order(space: Space, names: Iterable[str], atoms: Mapping[str, Region]) -> list[Region]:
    """The regions of the atoms, those first whose variables come first."""
    return sorted([atoms[name] for name in names], key=lambda region: _place(space, region))


def _place(space: Space, region: Region) -> int:
    return space.level(region.support.bit_length() - 1) if region.support else -1


def _support(regions: Iterable[Region]) -> int:
    support = 0
    for region in regions:
        support |= region.support
    return support


def exactly(count: int, atoms: Iterable[str | Atom]) -> Counting:
    """That exactly `count` of the atoms are true: a constraint for laws, announcements and counts."""
    return _counting("exactly", count, count, atoms)


def exactly_one(atoms: Iterable[str | Atom]) -> Counting:
    """That exactly one of the atoms is true."""
    return _counting("exactly_one", 1, 1, atoms)


def at_most(count: int, atoms: Iterable[str | Atom]) -> Counting:
    """That at most `count` of the atoms are true."""
    return _counting("at_most", 0, count, atoms)


def at_least(count: int, atoms: Iterable[str | Atom]) -> Counting:
    """That at least `count` of the atoms are true."""
    names = _names("at_least", atoms)
    return _counting("at_least", count, len(names), names)


def parity(atoms: Iterable[str | Atom], odd: bool = True) -> Parity:
    """That an odd number of the atoms is true; an even one unless `odd`."""
    return Parity(_names("parity", atoms), odd)


def from_table(atoms: Iterable[str | Atom], rows: Iterable[Iterable[Any]]) -> Table:
    """That the atoms have the values of one of the rows; a row is as many truth values, or 0 and 1."""
    names = _names("from_table", atoms)
    made = []
    for number, row in enumerate(rows):
        values = tuple(row)
        if len(values) != len(names) or any(value not in (0, 1) for value in values):
            raise ModelError(f"from_table, row {number}: {shorten(repr(values))}; expected {len(names)} truth values")
        made.append(tuple(map(bool, values)))
    return Table(names, tuple(made))


def _counting(what: str, low: Any, high: Any, atoms: Iterable[str | Atom]) -> Counting:
    names = _names(what, atoms)
    for number in (low, high):
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= len(names):
            raise ModelError(f"{what} {shorten(repr(number))} of {len(names)} atoms: expected 0 to {len(names)}")
    return Counting(names, low, high)


def _names(what: str, atoms: Iterable[str | Atom]) -> tuple[str, ...]:
    if isinstance(atoms, str) or not isinstance(atoms, Iterable):
        raise ModelError(f"{what}: expected a list of atoms, got {shorten(repr(atoms))}")
    names = tuple([atom.name if isinstance(atom, Atom) else Atom(atom).name for atom in atoms])
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ModelError(f"{what}: '{shorten(twice)}' is listed twice")
    return names
