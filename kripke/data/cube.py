"""Cubes: structures of the assignments to k atoms that satisfy a state law, with agents that observe atoms.

An assignment is a number c of k bits: atom j is true if bit j of c is 1. A set of worlds is one Python integer of 2^k
bits, in which bit c says whether the set contains the assignment c. Worlds that an agent cannot tell apart differ only
in atoms that the agent does not observe, so a diamond is one or two shifts for each of these atoms. Columns, labels and
names are computed from the cube on request.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import Any, TypeVar

from kripke.data.frozen import Frozen
from kripke.data.lazy import np
from kripke.data.relation import Column, Labels, WorldSet, bits, column_to_mask, mask_to_column
from kripke.data.worlds import SMALL, Origins, Worlds

T = TypeVar("T")

LABEL_BITS = 30  # number of bits of an assignment that an int32 label can hold

MOST_ATOMS = 24  # maximal number of atoms of a cube: a set of worlds then has 2 MB
SPARSEST = 64
"""A cube is used if at least one in 64 assignments is a world; otherwise arrays are smaller and faster."""


@dataclass(frozen=True)
class Cube:
    """A set of assignments as worlds, with the atoms that each agent does not observe."""

    atoms: tuple[str, ...]  # atom j is bit j of an assignment
    hidden: Mapping[str, tuple[int, ...]]  # for each agent the indices of the atoms that are not observed
    domain: int  # the assignments that are worlds, as an integer of 2^k bits

    @cached_property
    def size(self) -> int:
        """The number n of worlds."""
        return self.domain.bit_count()

    @property
    def is_sparse(self) -> bool:
        """Whether arrays are faster because few assignments are worlds."""
        return self.size * SPARSEST < 1 << len(self.atoms)

    @property
    def is_small(self) -> bool:
        """Whether the cube is so small that sets of assignments need no arrays."""
        return 1 << len(self.atoms) <= SMALL

    @cached_property
    def origins(self) -> Origins:
        """The assignments that are worlds of a small cube, ascending."""
        return Origins(bits(self.domain))

    @cached_property
    def codes(self) -> Labels:
        """The assignments that are worlds, ascending, as an array of shape (n,)."""
        return np.flatnonzero(mask_to_column(self.domain, 1 << len(self.atoms))).astype(np.int32)

    def code(self, position: int) -> int:
        """The assignment that is the world at a position, found by bisection. O(2^k / 64)."""
        code, rest, half = 0, self.domain, 1 << len(self.atoms) >> 1
        while half:
            low = rest & ((1 << half) - 1)
            below = low.bit_count()
            if position < below:
                rest = low
            else:
                code, rest, position = code + half, rest >> half, position - below
            half >>= 1
        return code

    def position(self, code: int) -> int | None:
        """The position of the world with this assignment; None if the assignment is not a world."""
        if not self.domain >> code & 1:
            return None
        return (self.domain & ((1 << code) - 1)).bit_count()

    def column(self, place: int) -> Column:
        """The worlds where the atom with this index is true, as a Boolean array of shape (n,)."""
        return (self.codes >> place & 1).astype(np.bool_)

    def labels(self, agent: str) -> Labels | list[int]:
        """The agent's class number at each world, as an array of shape (n,), or a list for a small cube."""
        seen = set(range(len(self.atoms))).difference(self.hidden[agent])
        if not self.is_small:
            return _observed_label(self.codes, seen)
        mask = sum([1 << place for place in seen])
        return [code & mask for code in self.origins.places]

    def __getstate__(self) -> dict[str, Any]:
        return {name: self.__dict__[name] for name in ("atoms", "hidden", "domain")}


class CubeWorlds(Worlds):
    """The worlds of a cube, named by the frozen sets of their true atoms; names are computed on request."""

    __slots__ = ("cube",)

    def __init__(self, cube: Cube) -> None:
        self.cube = cube

    @property
    def named_by(self) -> tuple[str, ...]:  # noqa: D102
        return self.cube.atoms

    def __len__(self) -> int:
        return self.cube.size

    def name(self, position: int) -> frozenset[str]:  # noqa: D102
        code = self.cube.code(position)
        return frozenset(atom for j, atom in enumerate(self.cube.atoms) if code >> j & 1)

    def find(self, world: Any) -> int | None:  # noqa: D102
        code = encode(self.cube.atoms, world) if isinstance(world, (set, frozenset)) else None
        return None if code is None else self.cube.position(code)


class OfCube(Frozen[T]):
    """A mapping of a cube: its valuation (atoms to `WorldSet`) or its relations (agents to `Relation`)."""

    def __init__(self, cube: Cube, parts: Mapping[str, T]) -> None:
        super().__init__(parts)
        self.cube = cube

    def __reduce__(self) -> tuple[Any, ...]:
        return OfCube, (self.cube, dict(self))


class CubeSet(WorldSet):
    """A set of worlds of a cube, stored as the assignments in it: an integer of 2^k bits."""

    __slots__ = ("cells", "cube")

    def __init__(self, cube: Cube, cells: int) -> None:
        super().__init__(cube.size, make=partial(worlds_among, cube, cells))
        self.cube, self.cells = cube, cells

    @property
    def mask(self) -> int:
        """The set as an integer, whose bit i says whether world i is in the set."""
        if self._mask is None and self.cube.is_small:
            self._mask = self.cube.origins.pulled(self.cells)
        return super().mask

    def __contains__(self, position: int) -> bool:
        return bool(self.cells >> self.cube.code(position) & 1)

    def __len__(self) -> int:
        return self.cells.bit_count()


def worlds_among(cube: Cube, cells: int) -> Column:
    """Which worlds of a cube are in a set of assignments (an integer of 2^k bits), as a Boolean array of shape (n,)."""
    among = mask_to_column(cells, 1 << len(cube.atoms))
    return among if cube.size == len(among) else among[cube.codes]


def cells_of(cube: Cube, among: Column) -> int:
    """The assignments of a set of worlds (a Boolean array of shape (n,)), as an integer of 2^k bits."""
    cells = np.zeros(1 << len(cube.atoms), dtype=np.bool_)
    cells[cube.codes[among]] = True
    return column_to_mask(cells)


def encode(atoms: tuple[str, ...], true: Iterable[str]) -> int | None:
    """The assignment where exactly the atoms in `true` are true, atom j as bit j; None for an unknown atom."""
    code = 0
    for atom in true:
        if atom not in atoms:
            return None
        code |= 1 << atoms.index(atom)
    return code


@lru_cache(maxsize=64)
def pattern(width: int, place: int) -> int:
    """The assignments to `width` atoms in which the atom with this index is true, as an integer of 2^width bits."""
    period = 2 << place
    cells = ((1 << (period >> 1)) - 1) << (period >> 1)
    while period < 1 << width:
        cells |= cells << period
        period <<= 1
    return cells


def _observed_label(codes: Labels, places: set[int]) -> Labels:
    """Class numbers (int32, shape (n,)), equal for equal bits at `places`. O(r n) for r runs of adjacent places."""
    cut = _cut(codes, places)
    if 1 << len(places) <= 2 * len(codes) + LABEL_BITS:
        return cut
    return np.unique(cut, return_inverse=True)[1].astype(np.int32)


def _cut(word: Labels, places: set[int]) -> Labels:
    """The bits of each word at these positions, packed into its lowest bits."""
    cut: Labels = np.zeros(len(word), dtype=np.int32)
    free = 0
    for start in sorted(p for p in places if p - 1 not in places):
        length = next(k for k in range(1, LABEL_BITS + 2) if start + k not in places)
        run = word >> start
        run &= (1 << length) - 1
        run <<= free
        cut |= run
        free += length
    return cut
