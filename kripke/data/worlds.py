"""The names of worlds: any hashable values, stored or computed on request."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, overload

from kripke.data.errors import ModelError, UnknownWorld, unknown_assignment, unknown_world
from kripke.data.lazy import np

if TYPE_CHECKING:
    import numpy.typing as npt

World = Hashable
Positions: TypeAlias = "npt.NDArray[np.intp]"


SMALL = 256
"""Maximal number of worlds for which sets of worlds are Python integers; above it they are usually NumPy arrays."""


class Origins(Sequence[int]):
    """The position of each world of a small submodel or product in the original model."""

    __slots__ = ("_bits_of", "places", "sources")

    def __init__(self, places: Iterable[int]) -> None:
        self.places = list(places)
        self._bits_of: dict[int, int] = {}  # bit of a world -> the worlds that come from it
        bit = 1
        for place in self.places:
            origin = 1 << place
            self._bits_of[origin] = self._bits_of.get(origin, 0) | bit
            bit <<= 1
        self.sources = sum(self._bits_of)  # a mask of the positions

    def __len__(self) -> int:
        return len(self.places)

    def __getitem__(self, index: Any) -> Any:
        return self.places[index]

    def tolist(self) -> list[int]:
        """The positions as a list, as for NumPy arrays."""
        return self.places

    def pulled(self, mask: int) -> int:
        """The mask of the worlds that come from the original worlds in `mask`. O(k) for k original worlds."""
        mask &= self.sources
        if not mask:
            return 0
        if 4 * mask.bit_count() < len(self._bits_of):
            return union_of(mask, self._bits_of)
        return sum([worlds for origin, worlds in self._bits_of.items() if mask & origin])


def union_of(mask: int, masks: Mapping[int, int]) -> int:
    """The union of the masks for the bits of `mask`. O(k) for k bits.

    `masks`: maps a mask of one bit to the mask for this bit; a bit that is left out adds nothing.
    """
    union = 0
    while mask:
        low = mask & -mask
        union |= masks.get(low, 0)
        mask ^= low
    return union


Places: TypeAlias = "Positions | Sequence[int]"
Kept: TypeAlias = "Positions | Origins"
"""Positions of worlds in another structure: an integer array, or for small structures `Origins`."""


def kept_of(positions: Sequence[int], size: int) -> Kept:
    """Positions in a model of `size` worlds: `Origins`, or an array for more than `SMALL` worlds or positions."""
    return Origins(positions) if max(size, len(positions)) <= SMALL else np.array(positions, dtype=np.intp)


def composed(first: Places, then: Kept) -> Kept:
    """The entries of `first` at the positions `then`."""
    if isinstance(then, Origins):
        return Origins([int(first[i]) for i in then.places])
    return np.asarray(first, dtype=np.intp)[then]


def frozen(world: Any) -> World:
    """The name as a hashable value: a set becomes a frozen set, other values do not change."""
    return frozenset(world) if isinstance(world, set) else world


def unpacked(value: Any) -> Any:
    """An array as a list, since an array has neither a hash nor a truth value; other values do not change."""
    return value.tolist() if type(value).__hash__ is None and hasattr(value, "tolist") else value


def actual_places(actual: Any, place: Callable[[Any], int]) -> tuple[int, ...]:
    """The positions, ascending, of one actual world, or of several in a list, set or tuple; ``()`` for None.

    A tuple or set may itself be a world. `place` returns the position of a world or raises `UnknownWorld`. `ModelError`
    for an empty list.
    """
    actual = unpacked(actual)
    if actual is None:
        return ()
    if not isinstance(actual, list):
        try:
            return (place(actual),)
        except UnknownWorld:
            if not isinstance(actual, (set, frozenset, tuple)) or not actual:
                raise
            try:
                return tuple(sorted({place(world) for world in actual}))
            except UnknownWorld:
                pass
            raise
    if not actual:
        raise ModelError("actual []: expected one or more worlds, or None for no actual world")
    return tuple(sorted({place(world) for world in actual}))


class Worlds(Sequence[World]):
    """The worlds of a model in order: a sequence of names that also finds the position of a name."""

    noun: str = "world"  # the word for a world in messages; event models use this class for their events

    def name(self, position: int) -> World:
        """The name of the world at a position from 0 to n - 1."""
        raise NotImplementedError

    def find(self, world: Any) -> int | None:
        """The position of the world with this name, or None."""
        raise NotImplementedError

    def position(self, world: Any) -> int:
        """The position of the world with this name; `UnknownWorld` if there is none."""
        position = self.find(world)
        if position is None:
            named_by = self.named_by
            raise unknown_world(world, self) if named_by is None else unknown_assignment(world, named_by)
        return position

    @property
    def named_by(self) -> Collection[str] | None:
        """The vocabulary if the names of worlds are their sets of true atoms, otherwise None."""
        return None

    def restrict(self, kept: Kept) -> Worlds:
        """The worlds at these ascending positions."""
        return Restricted(self, kept.places if isinstance(kept, Origins) else kept)

    @overload
    def __getitem__(self, index: int) -> World: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[World, ...]: ...
    def __getitem__(self, index: int | slice) -> World | tuple[World, ...]:
        if isinstance(index, slice):
            return tuple(self.name(i) for i in range(*index.indices(len(self))))
        if not hasattr(index, "__index__"):
            raise TypeError(
                f"{self.noun}s[{index!r}]: {self.noun}s are listed by position, {self.noun}s[0] is the first; "
                "m[world] gives the true atoms of a world"
            )
        if not -len(self) <= index < len(self):
            raise IndexError(f"position {index}: the model has {len(self)} worlds")
        return self.name(index % len(self))

    def __iter__(self) -> Iterator[World]:
        return map(self.name, range(len(self)))

    def __contains__(self, world: object) -> bool:
        return self.find(world) is not None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Worlds({', '.join(map(repr, self[:10]))}{', …' if len(self) > 10 else ''})"


class Named(Worlds):
    """Worlds with stored names."""

    __slots__ = ("_positions", "names", "noun")

    def __init__(self, names: Mapping[World, Any] | Sequence[World], noun: str = "world") -> None:
        self.names = names if isinstance(names, range) else tuple(names)
        self.noun = noun
        self._positions: dict[World, int] = {}

    @property
    def positions(self) -> dict[World, int]:
        """The position of each name, computed on first use."""
        if not self._positions:
            self._positions = {name: i for i, name in enumerate(self.names)}
        return self._positions

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[World]:
        return iter(self.names)

    def name(self, position: int) -> World:  # noqa: D102
        return self.names[position]

    def find(self, world: Any) -> int | None:  # noqa: D102
        try:
            return self.positions.get(frozen(world))
        except TypeError:  # an unhashable value cannot be a name
            return None

    def restrict(self, kept: Kept) -> Worlds:  # noqa: D102
        return Named([self.names[i] for i in kept.tolist()], self.noun)


class Valued(Worlds):
    """Worlds with distinct sets of true atoms, which are also their names.

    `valuation`: maps each atom to the `WorldSet` where it is true. `size`: the number of worlds.
    """

    __slots__ = ("size", "valuation")

    def __init__(self, valuation: Mapping[str, Any], size: int) -> None:
        self.valuation, self.size = valuation, size

    @property
    def named_by(self) -> Collection[str]:  # noqa: D102
        return self.valuation.keys()

    def __len__(self) -> int:
        return self.size

    def name(self, position: int) -> World:  # noqa: D102
        return frozenset(atom for atom, where in self.valuation.items() if position in where)

    def find(self, world: Any) -> int | None:  # noqa: D102
        if not isinstance(world, (set, frozenset)) or not world <= self.valuation.keys():
            return None
        if self.size <= SMALL:
            fit = (1 << self.size) - 1
            for atom, where in self.valuation.items():
                fit &= where.mask if atom in world else ~where.mask
            return fit.bit_length() - 1 if fit else None
        fits = np.ones(self.size, dtype=np.bool_)
        for atom, where in self.valuation.items():
            fits &= where.column if atom in world else ~where.column
        position = int(fits.argmax())
        return position if fits[position] else None


class Restricted(Worlds):
    """A selection of another sequence of worlds, in the same order.

    `base`: the other sequence. `kept`: the positions in it, ascending, a list or an integer array of shape (n,).
    """

    __slots__ = ("base", "kept")

    def __init__(self, base: Worlds, kept: Places) -> None:
        self.base, self.kept = base, kept

    @property
    def named_by(self) -> Collection[str] | None:  # noqa: D102
        return self.base.named_by

    def __len__(self) -> int:
        return len(self.kept)

    def name(self, position: int) -> World:  # noqa: D102
        return self.base.name(int(self.kept[position]))

    def find(self, world: Any) -> int | None:  # noqa: D102
        there = self.base.find(world)
        if there is None:
            return None
        here = bisect_left(self.kept, there)
        return here if here < len(self.kept) and self.kept[here] == there else None

    def restrict(self, kept: Kept) -> Worlds:  # noqa: D102
        return self.base.restrict(composed(self.kept, kept))
