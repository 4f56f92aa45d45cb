"""The history of a refinement: which block was split from which, and at which level."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from kripke.sameness.class_graph import Look, Looks, Numbers, told


@dataclass(frozen=True, slots=True)
class Splits:
    """The coarsest stable partition and the levels on the way to it.

    At level 0 worlds are told apart by their colours alone, at level k + 1 by what agents see of level k. When a block
    is split, one part keeps its number.

    Parameters
    ----------
    blocks : int32 array of shape (n,)
        The final block of each world.
    classes : int32 array
        The final block of each class of the graph.
    births, parents : sequences of int
        For each block the level at which it was split off, and from which block.
    """

    blocks: Numbers
    classes: Numbers
    births: Sequence[int]
    parents: Sequence[int]

    def block(self, world: int, level: int) -> int:
        """The block of the world at a level."""
        block = int(self.blocks[world])
        while self.births[block] > level:
            block = int(self.parents[block])
        return block

    def level(self, one: int, other: int) -> int | None:
        """The first level at which the two worlds are told apart, or None where they never are."""
        a, b = int(self.blocks[one]), int(self.blocks[other])
        level = None
        while a != b:
            if self.births[a] < self.births[b]:
                a, b = b, a
            level = int(self.births[a])
            if not level:
                return 0
            a = int(self.parents[a])
        return level


def by_rounds(looks: Looks, colours: Sequence[int], pair: tuple[int, int] | None = None) -> Splits:
    """Refine in rounds until no block is split: plain, and for orders the only way.

    The largest part of a block that is split keeps its number, so that a round looks only at classes in which a world
    has a new number, and at the worlds that point to these. With a pair of worlds only until these are parted.

    O(n + m) for n worlds and m arrows, and in each round the sizes of the classes that are looked at; a world gets a
    new number at most log n times.
    """
    return _Rounds(looks, colours).until(pair)


class _Rounds:
    """A partition under way: each round splits the blocks by what agents see of those of the round before."""

    def __init__(self, looks: Looks, colours: Sequence[int]) -> None:
        self.blocks = list(colours)
        self.inside = _grouped(enumerate(self.blocks), max(self.blocks) + 1)
        self.births, self.parents = [0] * len(self.inside), list(range(len(self.inside)))
        self.segments = _segments(looks)
        held = [(number, world) for number, segment in enumerate(self.segments) for world in segment.worlds]
        self.holding = _grouped(held, looks.size)
        self.points = list(zip(*[look.classes.tolist() for look in looks.looks], strict=True)) or [()] * looks.size
        pointing = [(world, c) for world, classes in enumerate(self.points) for c in classes if c >= 0]
        self.lookers = _grouped(pointing, looks.count)
        self.classes = [-1] * (looks.count + 1)  # the last one is that of worlds that look nowhere
        self.known: dict[Hashable, int] = {}
        self.keys = _Keys()

    def until(self, pair: tuple[int, int] | None) -> Splits:
        """The partition where the two worlds are parted, or else nothing is split any more."""
        waiting: Iterable[int] = range(len(self.segments))
        looking: Iterable[int] = range(len(self.blocks))
        moved = True
        while moved and (pair is None or self.blocks[pair[0]] == self.blocks[pair[1]]):
            changed = self._look(waiting)
            if self.births[-1]:  # in the first round all worlds are compared, also those that look nowhere
                looking = set().union(*[self.lookers[c] for c in changed])
            fresh = self._split(looking, self.births[-1] + 1)
            waiting, moved = sorted(set().union(*[self.holding[world] for world in fresh])), bool(fresh)
        blocks, classes = np.array(self.blocks, dtype=np.int32), np.array(self.classes[:-1], dtype=np.int32)
        return Splits(blocks, classes, self.births, self.parents)

    def _look(self, numbers: Iterable[int]) -> list[int]:
        """Look at these segments; the classes that are not what they were."""
        changed = []
        for number in numbers:
            segment = self.segments[number]
            for c, seen in segment.seen(self.blocks, self.keys):
                found = self.known.setdefault((segment.look.agent, segment.look.kind, seen), len(self.known))
                if found != self.classes[c]:
                    self.classes[c] = found
                    changed.append(c)
        return changed

    def _split(self, looking: Iterable[int], level: int) -> list[int]:
        """Split the blocks of the worlds that may see something new; the worlds with new numbers."""
        sights: dict[int, dict[tuple[int, ...], list[int]]] = {}
        for world in looking:
            seen = tuple([self.classes[c] for c in self.points[world]])
            sights.setdefault(self.blocks[world], {}).setdefault(seen, []).append(world)
        moved: list[int] = []
        for block, by_sight in sights.items():
            whole = self.inside[block]
            if len(by_sight) == 1 and len(next(iter(by_sight.values()))) == len(whole):
                continue
            parts = [set(part) for part in by_sight.values()]
            whole.difference_update(*parts)
            parts += [whole] if whole else []
            self.inside[block] = most = max(parts, key=len)
            for part in parts:
                if part is not most:
                    moved += self._cut(part, block, level)
        return moved

    def _cut(self, part: set[int], block: int, level: int) -> set[int]:
        """Make the part of a block a block of its own."""
        for world in part:
            self.blocks[world] = len(self.parents)
        self.inside.append(part)
        self.parents.append(block)
        self.births.append(level)
        return part


def _grouped(pairs: Iterable[tuple[int, int]], count: int) -> list[set[int]]:
    """For each number below the count what stands before it in a pair."""
    found: list[set[int]] = [set() for _ in range(count)]
    for item, number in pairs:
        found[number].add(item)
    return found


class _Keys(dict[int, int]):
    """For each block a random key: sets are told apart by the sum of their keys, with 2^-128 for a mistake."""

    def __init__(self) -> None:
        self._random = Random(0)

    def __missing__(self, block: int) -> int:
        self[block] = key = self._random.getrandbits(128)
        return key


@dataclass(frozen=True, slots=True)
class _Segment:
    """Classes of one look that begin together, each the first worlds of the next.

    Parameters
    ----------
    look : Look
        Who looks, and how.
    classes : list of (int, int)
        The number of worlds of each class, ascending, and the class.
    worlds : list of int
        Those of the longest.
    """

    look: Look
    classes: list[tuple[int, int]]
    worlds: list[int]

    def seen(self, blocks: Sequence[int], keys: Mapping[int, int]) -> Iterator[tuple[int, Hashable]]:
        """Each class with what an agent sees in it: the blocks, and how they are ordered."""
        if self.look.order is not None:
            yield self.classes[0][1], told(self.look.order, self.worlds, blocks.__getitem__)
            return
        found: set[int] = set()
        total = start = 0
        for end, c in self.classes:
            for world in self.worlds[start:end]:
                block = blocks[world]
                if block not in found:
                    found.add(block)
                    total ^= keys[block]
            start = end
            yield c, total


def _segments(looks: Looks) -> list[_Segment]:
    kinds = looks.kinds().tolist()
    together: dict[int, list[tuple[int, int]]] = {}
    for c, (start, end) in enumerate(zip(looks.starts.tolist(), looks.ends.tolist(), strict=True)):
        together.setdefault(start, []).append((end - start, c))
    made = []
    for start, classes in together.items():
        classes.sort()
        longest, c = classes[-1]
        made.append(_Segment(looks.looks[kinds[c]], classes, looks.worlds[start : start + longest].tolist()))
    return made
