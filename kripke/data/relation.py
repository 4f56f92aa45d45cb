"""Sets of worlds and relations between worlds, in several representations that are converted on request.

Masks, which are Python integers whose bit i is world i, are fastest up to about 256 worlds, NumPy arrays above. A small
relation consists of blocks, pairs (lookers, seen) of masks: each world in `lookers` sees exactly the worlds in `seen`.
A large relation that is transitive and Euclidean (S5, KD45, K45) has disjoint classes. It is stored as two arrays: the
number of the class that each world sees, and whether the world is a member of that class. Any other large relation is a
sparse adjacency matrix.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, reduce
from itertools import islice
from operator import and_, or_
from typing import TYPE_CHECKING, Any, TypeAlias

from kripke.data.lazy import np
from kripke.data.worlds import SMALL, Kept, Origins

if TYPE_CHECKING:
    import numpy.typing as npt

Column: TypeAlias = "npt.NDArray[np.bool_]"
Labels: TypeAlias = "npt.NDArray[np.int32]"
Indices: TypeAlias = "npt.NDArray[np.intp]"
Blocks = tuple[tuple[int, int], ...]

SPARSE = 1_024  # number of unused class numbers that cost less than renumbering
MASKED = 1_024  # maximal number of worlds for which two sets are intersected as masks if one of them has a mask
EDGES = 1_024  # number of edges tested first: they are enough to reject most relations without classes


class WorldSet:
    """A set of worlds as a bit mask, as a Boolean array, or as a function that returns this array.

    `size` is the number of worlds. Exactly one of `mask`, `column` and `make` is given. Bit i of `mask`, or entry i of
    the Boolean array `column`, says whether world i is in the set. `make` is a function that returns the column; it is
    called on first use.
    """

    __slots__ = ("_column", "_make", "_mask", "size")

    def __init__(
        self,
        size: int,
        mask: int | None = None,
        column: Column | None = None,
        make: Callable[[], Column] | None = None,
    ) -> None:
        self.size, self._mask, self._column, self._make = size, mask, column, make

    @property
    def mask(self) -> int:
        """The set as an integer, whose bit i says whether world i is in the set."""
        if self._mask is None:
            self._mask = column_to_mask(self.column)
        return self._mask

    @property
    def column(self) -> Column:
        """The set as a read-only Boolean array of shape (n,)."""
        if self._column is None:
            self._column = mask_to_column(self.mask, self.size) if self._make is None else self._make()
            self._column.flags.writeable = False
        return self._column

    def __contains__(self, position: int) -> bool:
        return bool(self.column[position] if self._mask is None else self._mask >> position & 1)

    def __len__(self) -> int:
        return self._mask.bit_count() if self._mask is not None else int(np.count_nonzero(self.column))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, WorldSet):
            return NotImplemented
        if self._mask is not None and other._mask is not None:
            return self.size == other.size and self._mask == other._mask
        return self.size == other.size and bool(np.array_equal(self.column, other.column))

    __hash__ = None  # type: ignore[assignment]  # sets of 2^20 worlds are compared, never dictionary keys

    @classmethod
    def of(cls, size: int, positions: Iterable[int]) -> WorldSet:
        """The set of the worlds at these positions."""
        if size <= MASKED:
            return cls(size, mask=reduce(or_, [1 << i for i in positions], 0))
        return cls(size, column=column_of(size, list(positions)))

    def _combined(self, other: WorldSet, operation: Callable[[Any, Any], Any]) -> WorldSet:
        if self.size <= (SMALL if self._mask is None else MASKED):
            return WorldSet(self.size, mask=operation(self.mask, other.mask))
        return WorldSet(self.size, column=operation(self.column, other.column))

    def __and__(self, other: WorldSet) -> WorldSet:
        return self._combined(other, and_)

    def __or__(self, other: WorldSet) -> WorldSet:
        return self._combined(other, or_)

    def __sub__(self, other: WorldSet) -> WorldSet:
        return self._combined(other, lambda one, two: one & ~two)

    def positions(self) -> list[int]:
        """The positions of the worlds in the set, ascending."""
        return self.first(self.size)

    def first(self, most: int) -> list[int]:
        """The positions of the first `most` worlds in the set, ascending."""
        if self.size <= (SMALL if self._mask is None else MASKED):
            return list(islice(bits(self.mask), most))
        positions: list[int] = np.flatnonzero(self.column)[:most].tolist()
        return positions

    @property
    def first_outside(self) -> int:
        """The position of the first world that is not in the set; the set must not contain all worlds."""
        if self.size > MASKED:
            return int(self.column.argmin())
        return next(i for i in range(self.size) if i not in self)  # without arrays

    @property
    def kept(self) -> Kept:
        """The positions of the worlds in the set, as the argument of `restrict`."""
        return Origins(bits(self.mask)) if self.size <= SMALL else np.flatnonzero(self.column)

    def restrict(self, kept: Kept) -> WorldSet:
        """The set restricted to the worlds at these positions, and renumbered."""
        if isinstance(kept, Origins):
            return WorldSet(len(kept), mask=kept.pulled(self.mask))
        return WorldSet(len(kept), column=self.column[kept])

    def origins(self, kept: Kept, size: int) -> WorldSet:
        """The worlds of another model that correspond to the worlds in the set.

        `kept` maps each world of this model to its position in the other model; `size` is the size of the other model.
        """
        if isinstance(kept, Origins):
            return WorldSet.of(size, [kept.places[i] for i in self.positions()])
        return WorldSet(size, column=column_of(size, kept[self.column]))


def read_only(column: Column) -> Column:
    """A read-only view of the column."""
    view = column.view()
    view.flags.writeable = False
    return view


def column_to_mask(column: Column) -> int:
    """The Boolean array as an integer whose bit i is entry i."""
    return int.from_bytes(np.packbits(column, bitorder="little").tobytes(), "little")


def mask_to_column(mask: int, size: int) -> Column:
    """The mask as a Boolean array with `size` entries; bit i becomes entry i."""
    packed = np.frombuffer(mask.to_bytes((size + 7) // 8, "little"), dtype=np.uint8)
    return np.unpackbits(packed, count=size, bitorder="little").view(np.bool_)


def bits(mask: int) -> Iterator[int]:
    """The positions of the bits that are set in the mask, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Relation:
    """An immutable binary relation between n worlds.

    The constructors are `lazy` and the class methods whose names begin with ``from_``. Each representation is computed
    at most once.
    """

    def __init__(self, size: int, all_members: bool = False, **forms: Any) -> None:
        self.size = size
        self.all_members = all_members
        """Whether it is known that each world that sees a class is a member of this class, as in S5."""
        for name, form in forms.items():  # not __dict__.update, after which each object would store a dictionary
            setattr(self, name, form)

    @property
    def _has_labels(self) -> bool:
        return "labels" in self.__dict__ or "make" in self.__dict__

    @property
    def has_blocks(self) -> bool:
        """Whether the blocks (pairs of masks) are stored or can be computed without arrays."""
        known = self.__dict__
        return "blocks" in known or "parts" in known or (self.size <= SMALL and isinstance(self._made, list))

    @classmethod
    def from_blocks(cls, size: int, blocks: Iterable[tuple[int, int]]) -> Relation:
        """Build a relation from pairs (lookers, seen) of masks: each looker sees exactly the seen worlds.

        The masks of lookers are disjoint, and a world in none of them sees nothing. No two blocks have the same seen
        worlds.
        """
        relation = cls(size)
        relation.blocks = tuple(blocks)
        return relation

    @classmethod
    def from_parts(cls, size: int, blocks: Iterable[tuple[int, int]]) -> Relation:
        """Build a relation from pairs of masks as in `from_blocks`, but masks may be empty and seen sets may recur."""
        lookers_of: dict[int, int] = {}
        for lookers, seen in blocks:
            if lookers and seen:
                lookers_of[seen] = lookers_of.get(seen, 0) | lookers
        return cls.from_blocks(size, [(lookers, seen) for seen, lookers in lookers_of.items()])

    @classmethod
    def lazy(cls, size: int, parts: Callable[[], Iterable[tuple[int, int]]]) -> Relation:
        """Build a relation from pairs as in `from_parts`; the function `parts` returns them on first use."""
        return cls(size, parts=parts)

    @classmethod
    def from_successors(cls, seen: Sequence[int]) -> Relation:
        """Build a relation from the mask of each world's successors. O(n) integers of n bits."""
        return cls.from_parts(len(seen), [(1 << position, mask) for position, mask in enumerate(seen)])

    @classmethod
    def from_pairs(cls, size: int, pairs: Sequence[tuple[int, int]]) -> Relation:
        """Build a relation from pairs of positions (world, seen world), in the best representation for its size."""
        if size > SMALL:
            return cls.from_edges(size, *np.array(pairs, dtype=np.intp).reshape(-1, 2).T)
        seen = [0] * size
        for source, target in pairs:
            seen[source] |= 1 << target
        return cls.from_successors(seen)

    @classmethod
    def from_labels(cls, labels: Labels, members: Column | None = None) -> Relation:
        """Build a transitive and Euclidean relation from the class that each world sees, and the classes' members.

        `labels` is an int32 array of shape (n,): the number of the class that each world sees; -1 if it sees nothing.
        Class numbers start at 0 and are best without large gaps. `members` is a Boolean array of shape (n,): whether
        each world is a member of the class that it sees. It is None if all worlds that see a class are members.
        """
        return cls(len(labels), members is None, labels=labels, **({} if members is None else {"members": members}))

    @classmethod
    def from_partition(cls, size: int, make: Callable[[], Labels | list[int]]) -> Relation:
        """Build an equivalence relation; `make` returns its class numbers (int32 array or list of n) on first use."""
        return cls(size, True, make=make)

    @classmethod
    def from_edges(cls, size: int, sources: Indices, targets: Indices) -> Relation:
        """Build a relation from its edges, in any order. O(n + m log m) for n worlds and m edges.

        `sources`, `targets`: integer arrays of shape (m,), the position of the world that sees, and of the seen world.
        """
        pairs = sources.astype(np.int64, copy=False) * size + targets
        if (pairs[1:] <= pairs[:-1]).any():
            pairs.sort()  # np.unique hashes, which is 100 times slower
            pairs = pairs[np.diff(pairs, prepend=-1) > 0]
            looking = pairs // max(size, 1)
            indices = (pairs - looking * size).astype(np.intp, copy=False)
        else:  # sorted already, as relations from files are
            looking, indices = sources, targets.astype(np.intp)
        indptr = np.zeros(size + 1, dtype=np.intp)
        np.cumsum(np.bincount(looking, minlength=size), out=indptr[1:])
        labels = _labels_of(size, indptr, indices)
        relation = cls(size, csr=(indptr, indices))
        if labels is not None:
            relation.labels, relation.members = labels, column_of(size, indices)
        return relation

    @property
    def is_k45(self) -> bool:
        """Whether the relation is transitive and Euclidean. At most O(b) operations on masks for b blocks."""
        if self._has_labels:
            return True
        return "csr" not in self.__dict__ and all(not seen & ~lookers for lookers, seen in self.blocks)

    @cached_property
    def is_s5(self) -> bool:
        """Whether the relation is an equivalence: each world is a member of the class that it sees. O(n)."""
        if self.has_blocks:
            same = all(lookers == seen for lookers, seen in self.blocks)
            return same and self.seen_by_some.mask == (1 << self.size) - 1
        return self.is_k45 and bool((self.labels >= 0).all() and (self.all_members or self.members.all()))

    @cached_property
    def _made(self) -> Labels | list[int] | None:
        """The result of the function `make` of `from_partition`, called on first use; None for any other relation."""
        return self.__dict__["make"]() if "make" in self.__dict__ else None

    @cached_property
    def labels(self) -> Labels:
        """The class that each world sees (-1: none), as an array of shape (n,); defined only if `is_k45` is true."""
        if self._made is not None:
            return np.asarray(self._made, dtype=np.int32)
        labels = [-1] * self.size
        for label, (lookers, seen) in enumerate(self.blocks):
            for i in bits(lookers if seen else 0):
                labels[i] = label
        return np.array(labels, dtype=np.int32)

    @cached_property
    def members(self) -> Column:
        """Whether each world is a member of the class that it sees, as an array; defined only if `is_k45` is true."""
        return self.labels >= 0 if self.all_members else self.seen_by_some.column

    @cached_property
    def seen_by_some(self) -> WorldSet:
        """The worlds that some world sees. O(n) with class numbers, otherwise O(b) operations on masks for b blocks."""
        if not self.has_blocks and self.is_k45:
            return WorldSet(self.size, column=self.members)
        return WorldSet(self.size, mask=reduce(or_, [seen for _, seen in self.blocks], 0))

    @cached_property
    def top(self) -> int:
        """One more than the greatest class number; defined only if `is_k45` is true."""
        return int(self.labels.max(initial=-1)) + 1

    @cached_property
    def classes(self) -> int:
        """The number of classes with members; defined only if `is_k45` is true."""
        return len(np.unique(self.labels[self.members]))

    @cached_property
    def blocks(self) -> Blocks:
        """Pairs of masks: worlds with equal successors, and their successors. O(n) integers of n bits."""
        if "parts" in self.__dict__:
            return Relation.from_parts(self.size, self.__dict__["parts"]()).blocks
        if not self._has_labels:
            indptr, indices = self.csr
            rows = (indices[indptr[i] : indptr[i + 1]].tolist() for i in range(self.size))
            return Relation.from_successors([sum([1 << j for j in row]) for row in rows]).blocks
        lookers: dict[int, int] = {}
        seen: dict[int, int] = {}
        bit = 1
        if isinstance(self._made, list):  # the class numbers of a small `Cube`: no arrays are needed
            for label in self._made:
                lookers[label] = lookers.get(label, 0) | bit
                bit <<= 1
            return tuple([(mask, mask) for mask in lookers.values()])
        for label, member in zip(self.labels.tolist(), self.members.tolist(), strict=True):
            if label >= 0:
                lookers[label] = lookers.get(label, 0) | bit
                if member:
                    seen[label] = seen.get(label, 0) | bit
            bit <<= 1
        return tuple((lookers[label], seen[label]) for label in lookers if label in seen)

    @cached_property
    def csr(self) -> tuple[Indices, Indices]:
        """The edges as arrays (indptr, indices): world i sees ``indices[indptr[i]:indptr[i + 1]]``, ascending."""
        if not self.is_k45:
            rows: list[Sequence[int]] = [()] * self.size
            for lookers, seen in self.blocks:
                row = list(bits(seen))
                for i in bits(lookers):
                    rows[i] = row
            indptr = np.cumsum([0, *map(len, rows)], dtype=np.intp)
            return indptr, np.array([j for row in rows for j in row], dtype=np.intp)
        (start, order), labels, top = self.by_class, self.labels, self.top
        sizes = np.where(labels >= 0, np.diff(start, append=0)[labels] if top else 0, 0).astype(np.intp)
        indptr = np.concatenate([[0], np.cumsum(sizes)]).astype(np.intp)
        within = np.arange(indptr[-1], dtype=np.intp) - np.repeat(indptr[:-1], sizes)
        return indptr, order[np.repeat(start[labels], sizes) + within] if len(within) else within

    @property
    def by_class(self) -> tuple[Indices, Indices]:
        """The members of classes as arrays (start, order) if `is_k45`: class c has ``order[start[c]:start[c + 1]]``."""
        members = np.flatnonzero(self.members)
        order = members[stable_order(self.labels[members])]
        return np.searchsorted(self.labels[order], np.arange(self.top + 1)).astype(np.intp), order

    def has(self, source: int, target: int) -> bool:
        """Whether the source sees the target. O(1) with classes, otherwise O(d) if the source sees d worlds."""
        if self.is_k45:
            return bool(self.members[target] and self.labels[source] == self.labels[target] >= 0)
        indptr, indices = self.csr
        return target in indices[indptr[source] : indptr[source + 1]]

    @property
    def edges(self) -> tuple[Indices, Indices]:
        """The edges as two arrays (sources, targets), sorted."""
        indptr, indices = self.csr
        return np.repeat(np.arange(self.size, dtype=np.intp), np.diff(indptr)), indices

    def count_edges(self) -> int:
        """The number of edges, computed without a list of the edges. O(n)."""
        if self.has_blocks:
            return sum(lookers.bit_count() * seen.bit_count() for lookers, seen in self.blocks)
        if not self.is_k45:
            return len(self.csr[1])
        seen = np.bincount(self.labels[self.members], minlength=self.top)
        return int(seen[self.labels[self.labels >= 0]].sum())

    def seen(self, position: int) -> WorldSet:
        """The worlds that the world at `position` sees. O(n)."""
        if self.has_blocks:
            return WorldSet(self.size, mask=next((seen for lookers, seen in self.blocks if lookers >> position & 1), 0))
        if self.is_k45:
            label = self.labels[position]
            return WorldSet(self.size, column=(self.labels == label) & self.members & (label >= 0))
        return WorldSet(self.size, column=column_of(self.size, self.successors(position)))

    def image(self, source: WorldSet) -> WorldSet:
        """The worlds that some world of `source` sees. O(n + m) for m edges, O(n) for a relation of classes."""
        if self.has_blocks:
            mask = source.mask
            return WorldSet(self.size, mask=reduce(or_, [seen for lookers, seen in self.blocks if lookers & mask], 0))
        if self.is_k45:
            hit = np.zeros(self.top + 1, dtype=np.bool_)
            hit[self.labels[source.column]] = True
            hit[-1] = False  # the entry of the worlds that see no class
            return WorldSet(self.size, column=hit[self.labels] & self.members)
        indptr, indices = self.csr
        seen_from = [indices[indptr[i] : indptr[i + 1]] for i in source.positions()]
        return WorldSet(self.size, column=column_of(self.size, np.concatenate([indices[:0], *seen_from])))

    def lookers(self, position: int) -> WorldSet:
        """The worlds that see the world at `position`. O(n + m) for m edges, O(n) for a relation of classes."""
        if self.has_blocks:
            masks = [lookers for lookers, seen in self.blocks if seen >> position & 1]
            return WorldSet(self.size, mask=reduce(or_, masks, 0))
        if self.is_k45:
            return WorldSet(self.size, column=(self.labels == self.labels[position]) & self.members[position])
        sources, targets = self.edges
        return WorldSet(self.size, column=column_of(self.size, sources[targets == position]))

    def successors(self, position: int) -> list[int]:
        """The positions of the worlds that the world at `position` sees, ascending."""
        if self.has_blocks or self.is_k45:
            return self.seen(position).positions()
        indptr, indices = self.csr
        return [int(i) for i in indices[indptr[position] : indptr[position + 1]]]

    def groups(self) -> list[tuple[list[int], list[int]]]:
        """Pairs of lists: the worlds with equal successors, and these successors.

        Worlds without successors are left out. The groups are in the order of their first worlds. O(n + m) for m edges,
        O(n) for a relation of classes.
        """
        if self.has_blocks:
            return sorted([(list(bits(lookers)), list(bits(seen))) for lookers, seen in self.blocks])
        groups: dict[Any, tuple[list[int], list[int]]] = {}
        if self.is_k45:
            for i, (label, member) in enumerate(zip(self.labels.tolist(), self.members.tolist(), strict=True)):
                looking, seen = groups.setdefault(label, ([], []))
                looking.append(i)
                if member:
                    seen.append(i)
            return [group for label, group in groups.items() if label >= 0 and group[1]]
        for i in range(self.size):
            row = self.successors(i)
            groups.setdefault(tuple(row), ([], row))[0].append(i)
        return [group for group in groups.values() if group[1]]

    def pairs(self) -> Iterable[tuple[int, int]]:
        """The edges as pairs of positions, sorted."""
        if self.has_blocks:
            return [(i, j) for i in range(self.size) for j in self.successors(i)]
        return zip(*[ends.tolist() for ends in self.edges], strict=True)

    def restrict(self, kept: Kept) -> Relation:
        """The relation among the worlds at these ascending positions. O(n + m) for m edges."""
        if isinstance(kept, Origins):
            blocks = [
                (who := kept.pulled(lookers), who if lookers == seen else kept.pulled(seen))
                for lookers, seen in self.blocks
                if lookers & kept.sources and seen & kept.sources
            ]
            return Relation.from_parts(len(kept), blocks)
        if self.is_k45:
            labels = self.labels[kept]
            if self.top > 4 * len(labels) + SPARSE:  # most numbers are unused
                labels = (np.unique(np.append(labels, -1), return_inverse=True)[1][:-1] - 1).astype(np.int32)
            return Relation.from_labels(labels, None if self.all_members else self.members[kept])
        where = np.full(self.size, -1, dtype=np.intp)
        where[kept] = np.arange(len(kept))
        sources, targets = (where[ends] for ends in self.edges)
        inside = (sources >= 0) & (targets >= 0)
        return Relation.from_edges(len(kept), sources[inside], targets[inside])

    def refine(self, where: WorldSet) -> Relation:
        """The relation without the pairs that have exactly one world in the set.

        O(n log n) for a relation of classes, otherwise O(n + m) for m edges.
        """
        if self.has_blocks:
            return Relation.from_parts(self.size, cut(self.blocks, where.mask, ~where.mask))
        target = where.column
        if self.is_k45:
            labels = np.where(self.labels >= 0, self.labels * 2 + target, -1)
            _, numbers = np.unique(np.append(labels, -1), return_inverse=True)
            return Relation.from_labels((numbers[:-1] - 1).astype(np.int32), None if self.all_members else self.members)
        sources, targets = self.edges
        agree = target[sources] == target[targets]
        return Relation.from_edges(self.size, sources[agree], targets[agree])

    def within(self, where: WorldSet) -> Relation:
        """The relation without the pairs that leave or lie outside the set. O(n + m) for m edges."""
        if self.has_blocks:
            return Relation.from_parts(self.size, filter(all, cut(self.blocks, where.mask)))
        sources, targets = self.edges
        inside = where.column[sources] & where.column[targets]
        return Relation.from_edges(self.size, sources[inside], targets[inside])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Relation):
            return NotImplemented
        if self.size != other.size or self.count_edges() != other.count_edges():
            return False
        if self.has_blocks and other.has_blocks:
            return sorted(self.blocks) == sorted(other.blocks)
        if self.is_k45 and other.is_k45:
            forms: Iterable[tuple[Any, Any]] = zip(canonical_labels(self), canonical_labels(other), strict=True)
            return all(np.array_equal(a, b) for a, b in forms)
        return all(np.array_equal(a, b) for a, b in zip(self.csr, other.csr, strict=True))

    __hash__ = None  # type: ignore[assignment]  # relations are compared, never dictionary keys

    def __repr__(self) -> str:
        return f"<Relation over {self.size} worlds, {self.count_edges()} edges>"


def cut(blocks: Blocks, *parts: int) -> Iterator[tuple[int, int]]:
    """The blocks of a relation, restricted to each part; parts are masks of disjoint sets of worlds."""
    return ((lookers & part, seen & part) for lookers, seen in blocks for part in parts)


def reached(blocks: Iterable[tuple[int, int]], start: int, inside: int = -1, steps: int | None = None) -> int:
    """The worlds that can be reached from the worlds in `start` in one or more steps, as a mask.

    `start` and `inside` are masks; each step must end in `inside`. `steps`: the maximal number of steps.
    """
    waiting, worlds, frontier = list(blocks), 0, start
    while frontier and steps != 0:
        new, rest = 0, []
        for block in waiting:
            if block[0] & frontier:
                new |= block[1]
            else:
                rest.append(block)
        frontier, waiting = new & inside & ~worlds, rest
        worlds |= frontier
        steps = None if steps is None else steps - 1
    return worlds


def common(*relations: Blocks) -> Blocks:
    """The intersection of relations that are given as blocks."""
    first, *others = relations
    for blocks in others:
        pairs = ((a & c, b & d) for a, b in first for c, d in blocks)
        first = tuple([(lookers, seen) for lookers, seen in pairs if lookers and seen])
    return first


def _labels_of(size: int, indptr: Indices, indices: Indices) -> Labels | None:
    """The first member of the class that each world sees (-1: none); None if there are no classes.

    World i sees ``indices[indptr[i]:indptr[i + 1]]``, ascending. Classes exist if the relation is transitive and
    Euclidean.
    """
    lengths = np.diff(indptr)
    first = np.full(size, -1, dtype=np.intp)
    looking = lengths > 0
    first[looking] = indices[indptr[:-1][looking]]
    some = int(np.searchsorted(indptr, EDGES, side="right")) - 1
    if not np.array_equal(first[indices[: indptr[some]]], first[np.repeat(np.arange(some), lengths[:some])]):
        return None
    sources = np.repeat(np.arange(size), lengths)
    heads = first[sources]
    is_k45 = (
        np.array_equal(first[indices], heads)
        and np.array_equal(lengths[heads], lengths[sources])
        and np.array_equal(indices[indptr[heads] + np.arange(len(indices)) - indptr[sources]], indices)
    )
    return first.astype(np.int32) if is_k45 else None


def stable_order(labels: Labels) -> Indices:
    """The positions sorted by label, in ascending order for equal labels. O(n)."""
    order = np.argsort(labels.astype(np.uint16), kind="stable")  # for 16 bits NumPy uses radix sort
    if labels.max(initial=0) < 2**16:
        return order
    return order[np.argsort((labels >> 16).astype(np.uint16)[order], kind="stable")]


def column_of(size: int, indices: Indices | list[int]) -> Column:
    """The Boolean array that is true at these positions."""
    seen = np.zeros(size, dtype=np.bool_)
    seen[indices] = True
    return seen


def canonical_labels(relation: Relation) -> tuple[Labels, Column]:
    """Two arrays by world: the first member of the class that it sees (-1: none), and whether it is a member."""
    labels, members = relation.labels, relation.members
    first = np.full(relation.top + 1, -1, dtype=np.int32)
    seen = np.flatnonzero(members)[::-1]
    first[labels[seen]] = seen
    return np.where(labels >= 0, first[labels], -1).astype(np.int32), members
