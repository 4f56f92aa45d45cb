"""Compiled partition refinement in O(m log n), in rounds that correspond to the levels of the refinement.

Paige and Tarjan (1987), "Three partition refinement algorithms", SIAM Journal on Computing 16(6), section 3,
doi:10.1137/0216062, with the refinable partition (one array of nodes, blocks as ranges of it) of Valmari (2009),
"Bisimilarity minimization in O(m log n) time", doi:10.1007/978-3-642-02424-5_9. In the next round, all parts of a split
block except the largest refine all blocks. Each part separates three kinds of nodes (see `ClassGraph`): those
that point into the part and into the rest of the split block, only into the part, or only into the rest. The number of
arrows from each node into each set distinguishes these cases.

Importing this module loads Numba (about 0.4 s), and the first use on a machine compiles (some seconds, then cached).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kripke.checking.engine.compiled import compiled
from kripke.data.relation import stable_order

# Rows of an int32 array of shape (19, n + 2), which is quicker to compile than separate arrays. For each node or block:
NODES = 0  # the nodes, block after block
PLACE = 1  # index of each node in the row NODES
BLOCK = 2  # block of each node
FIRST, END = 3, 4  # start and end of each block
TOUCHED = 5  # for each block, number of nodes at its front that point into the splitter
ONLY = 6  # number of these nodes, at the very front, that point to no other part of the split block
HOME = 7  # last round in which the block was split or split off
BIRTH, PARENT = 8, 9  # for each block, the round in which it was split off, and the block it was split from
START = 10  # for each node its first arrow, in the order of targets
HITS = 11  # for each node, number of its arrows into the splitter
MINE = 12  # for each node, the counter of these arrows
LOWS, HIGHS = 13, 14  # starts and ends of the splitters
HIT, MARKED = 15, 16  # the nodes that point into a splitter, and their blocks
BROKEN_LOWS, BROKEN_HIGHS = 17, 18  # starts and ends of the blocks split in this round

# Rows of an int32 array of shape (2, m), for each arrow in the order of targets:
SOURCE, COUNTER = 0, 1  # its source, and its counter, which counts the arrows from one source into one set


def refine(colours: Any, kinds: int, sources: Any, targets: Any) -> tuple[Any, Any, Any]:
    """Return the coarsest partition that refines the colours and is stable under the arrows.

    `colours` is an int32 array of shape (n,) with a number below `kinds` for each node; every such number must occur.
    `sources` and `targets` are int32 arrays of shape (m,) with the ends of the arrows. The results are int32 arrays:
    the block of each node, the round in which each block was split off, and the block it was split from (0 and
    the block itself for a block that was never split off).
    """
    size = len(colours)
    part, arrows = np.zeros((19, size + 2), np.int32), np.empty((2, len(sources)), np.int32)
    part[NODES, :size] = stable_order(colours)
    part[PLACE, part[NODES, :size]] = np.arange(size)
    part[BLOCK, :size] = colours
    ends = np.cumsum(np.bincount(colours, minlength=kinds))
    part[END, :kinds], part[FIRST, 1:kinds] = ends, ends[:-1]
    part[PARENT] = np.arange(size + 2)
    part[START, 1 : size + 1] = np.cumsum(np.bincount(targets, minlength=size))
    arrows[:] = sources[stable_order(targets)]
    counts = np.append(np.bincount(sources, minlength=size), np.zeros(len(sources))).astype(np.int32)
    numbers = np.array([kinds, size])
    part[LOWS], part[HIGHS] = part[FIRST], part[END]
    _rounds(part, arrows, counts, numbers)
    return part[BLOCK, :size], part[BIRTH, : numbers[0]], part[PARENT, : numbers[0]]


@compiled
def _touch(part: Any, arrows: Any, low: int, high: int) -> int:
    """Collect the nodes that point into the splitter, with their numbers of arrows; return the number of nodes.

    The splitter is the part from `low` to `high` of a block that was split.
    """
    number = 0
    for place in range(low, high):
        node = part[NODES, place]
        for i in range(part[START, node], part[START, node + 1]):
            source = arrows[SOURCE, i]
            if part[HITS, source] == 0:
                part[HIT, number] = source
                number += 1
                part[MINE, source] = arrows[COUNTER, i]
            part[HITS, source] += 1
    return number


@compiled
def _move(part: Any, node: int, place: int) -> None:
    other, old = part[NODES, place], part[PLACE, node]
    part[NODES, place], part[PLACE, node] = node, place
    part[NODES, old], part[PLACE, other] = other, old


@compiled
def _mark(part: Any, counts: Any, hit: int) -> int:
    """Move the collected nodes to the front of their blocks, and return the number of these blocks.

    The nodes that do not point into the rest of the split block come first.
    """
    number = 0
    for i in range(hit):
        node = part[HIT, i]
        block = part[BLOCK, node]
        if part[TOUCHED, block] == 0:
            part[MARKED, number] = block
            number += 1
        _move(part, node, part[FIRST, block] + part[TOUCHED, block])
        part[TOUCHED, block] += 1
    for i in range(hit):
        node = part[HIT, i]
        if part[HITS, node] == counts[part[MINE, node]]:
            block = part[BLOCK, node]
            _move(part, node, part[FIRST, block] + part[ONLY, block])
            part[ONLY, block] += 1
    return number


@compiled
def _recount(part: Any, arrows: Any, counts: Any, numbers: Any, low: int, high: int, hit: int) -> None:
    """Count the arrows into the splitter separately from those into the rest of the split block."""
    for i in range(hit):
        node = part[HIT, i]
        old, hits = part[MINE, node], part[HITS, node]
        part[HITS, node] = 0
        if counts[old] > hits:
            counts[old] -= hits
            part[MINE, node] = numbers[1]
            counts[numbers[1]] = hits
            numbers[1] += 1
    for place in range(low, high):
        node = part[NODES, place]
        for i in range(part[START, node], part[START, node + 1]):
            arrows[COUNTER, i] = part[MINE, arrows[SOURCE, i]]


@compiled
def _split(part: Any, numbers: Any, marked: int, round_: int, broken: int) -> int:
    """Split the marked blocks, and store the old range of each block that is split for the first time in this round.

    Return the number of blocks split in this round so far.
    """
    for i in range(marked):
        block = part[MARKED, i]
        only, touched = part[ONLY, block], part[TOUCHED, block]
        part[ONLY, block] = part[TOUCHED, block] = 0
        first, end = part[FIRST, block], part[END, block]
        alike = only == 0 or only == touched
        if alike and end - first == touched:
            continue
        if part[HOME, block] != round_:
            part[BROKEN_LOWS, broken], part[BROKEN_HIGHS, broken] = first, end
            broken += 1
            part[HOME, block] = round_
        _cut(part, numbers, block, first + only, round_)
        if end - first > touched:
            _cut(part, numbers, block, first + touched, round_)
    return broken


@compiled
def _cut(part: Any, numbers: Any, block: int, until: int, round_: int) -> None:
    """Split off the front of a block, up to the index `until`, as a new block."""
    first = part[FIRST, block]
    if first == until:
        return
    new = numbers[0]
    numbers[0] += 1
    for place in range(first, until):
        part[BLOCK, part[NODES, place]] = new
    part[FIRST, new], part[END, new], part[FIRST, block] = first, until, until
    part[HOME, new], part[BIRTH, new], part[PARENT, new] = round_, round_, block


@compiled
def _splitters(part: Any, broken: int) -> int:
    """Collect all parts of each split block except the largest; return their number."""
    number = 0
    for i in range(broken):
        largest, place = part[BLOCK, part[NODES, part[BROKEN_LOWS, i]]], part[BROKEN_LOWS, i]
        while place < part[BROKEN_HIGHS, i]:
            block = part[BLOCK, part[NODES, place]]
            if part[END, block] - part[FIRST, block] > part[END, largest] - part[FIRST, largest]:
                largest = block
            place = part[END, block]
        place = part[BROKEN_LOWS, i]
        while place < part[BROKEN_HIGHS, i]:
            block = part[BLOCK, part[NODES, place]]
            if block != largest:
                part[LOWS, number], part[HIGHS, number] = part[FIRST, block], part[END, block]
                number += 1
            place = part[END, block]
    return number


@compiled
def _rounds(part: Any, arrows: Any, counts: Any, numbers: Any) -> None:
    """Split blocks until all are stable.

    `counts` has the values of all counters, and `numbers` the number of blocks and the number of counters.
    """
    number, round_ = numbers[0], 0
    while number:
        round_ += 1
        broken = 0
        for i in range(number):
            low, high = part[LOWS, i], part[HIGHS, i]
            hit = _touch(part, arrows, low, high)
            marked = _mark(part, counts, hit)
            _recount(part, arrows, counts, numbers, low, high, hit)
            broken = _split(part, numbers, marked, round_, broken)
        number = _splitters(part, broken)
