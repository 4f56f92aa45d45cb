"""Compiled partition refinement in O(m log n), in rounds, so the levels are a by-product.

Paige and Tarjan (1987), "Three partition refinement algorithms", SIAM Journal on Computing 16(6), section 3,
doi:10.1137/0216062, with the refinable partition (one array of nodes, blocks as ranges of it) of Valmari (2009),
"Bisimilarity minimization in O(m log n) time", doi:10.1007/978-3-642-02424-5_9. All parts of a split block except the
largest refine the other blocks in the next round, three ways: nodes that point into the part and also into the rest of
the split block, only into the part, or only into the rest. A counter for the arrows from one node into one set
distinguishes these cases.

Importing this module loads Numba (about 0.4 s), and the first use on a machine compiles (some seconds, then cached).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kripke.checking.engine.compiled import compiled


class Partition(NamedTuple):
    """Nodes in an array in which each block is a range; all arrays have type int32."""

    nodes: Any  # the nodes, block after block
    place: Any  # index of each node in that array
    block: Any  # block of each node
    first: Any  # start of each block
    end: Any  # end of each block
    touched: Any  # for each block, number of nodes at its front that point into the splitter
    only: Any  # number of those, at the very front, that point to no other part of the split block
    home: Any  # last round in which the block was split or split off
    birth: Any  # round in which it was split off
    parent: Any  # the block it was split from
    count: Any  # [number of blocks]


class Arrows(NamedTuple):
    """Arrows ordered by target, with counters of the arrows from one source into one set."""

    start: Any  # first arrow of each target
    source: Any  # source of each arrow
    counter: Any  # counter of each arrow
    counts: Any  # values of the counters
    used: Any  # [number of counters]
    hits: Any  # for each node, number of its arrows into the splitter
    mine: Any  # for each node, the counter of these arrows


def refine(colours: Any, kinds: int, sources: Any, targets: Any) -> tuple[Any, Any, Any]:
    """The coarsest partition that refines the colours and is stable under the arrows.

    `colours`, an int32 array of shape (n,): a number below `kinds` for each node; every number occurs, so there is room
    for all blocks. `sources` and `targets`, int32 arrays of shape (m,): the arrows. Returns int32 arrays: the block of
    each node; the round of birth and the parent of each block.
    """
    size = len(colours)
    part, arrows = _partition(colours, kinds), _arrows(sources, targets, size)
    lows, highs, number = part.first.copy(), part.end.copy(), kinds
    sources_hit, blocks = np.empty(size, np.int32), np.empty(size, np.int32)
    broken_lows, broken_highs, round_ = np.empty(size, np.int32), np.empty(size, np.int32), 0
    while number:
        round_ += 1
        broken = 0
        for i in range(number):
            hit = _touch(part, arrows, lows[i], highs[i], sources_hit)
            marked = _mark(part, arrows, sources_hit[:hit], blocks)
            _recount(part, arrows, lows[i], highs[i], sources_hit[:hit])
            broken = _split(part, blocks[:marked], round_, broken_lows, broken_highs, broken)
        number = _splitters(part, broken_lows[:broken], broken_highs[:broken], lows, highs)
    return part.block, part.birth[: part.count[0]], part.parent[: part.count[0]]


@compiled
def _partition(colours: Any, kinds: int) -> Partition:
    size = len(colours)
    first, end = np.zeros(size + 1, np.int32), np.zeros(size + 1, np.int32)
    for colour in colours:
        end[colour] += 1
    for colour in range(1, kinds):
        end[colour] += end[colour - 1]
        first[colour] = end[colour - 1]
    nodes, place, free = np.empty(size, np.int32), np.empty(size, np.int32), first.copy()
    for node in range(size):
        place[node] = free[colours[node]]
        nodes[place[node]] = node
        free[colours[node]] += 1
    none, parent = np.zeros(size + 1, np.int32), np.arange(size + 1).astype(np.int32)
    count = np.array([kinds], np.int32)
    return Partition(
        nodes, place, colours.copy(), first, end, none, none.copy(), none.copy(), none.copy(), parent, count
    )


@compiled
def _arrows(sources: Any, targets: Any, size: int) -> Arrows:
    start, counts = np.zeros(size + 2, np.int32), np.zeros(size + len(sources), np.int32)
    for i in range(len(sources)):
        start[targets[i] + 2] += 1
        counts[sources[i]] += 1
    for node in range(size):
        start[node + 2] += start[node + 1]
    ordered = np.empty(len(sources), np.int32)
    for i in range(len(sources)):
        ordered[start[targets[i] + 1]] = sources[i]
        start[targets[i] + 1] += 1
    used, hits, mine = np.array([size], np.int64), np.zeros(size, np.int32), np.zeros(size, np.int32)
    return Arrows(start, ordered, ordered.copy(), counts, used, hits, mine)


@compiled
def _touch(part: Partition, arrows: Arrows, low: int, high: int, hit: Any) -> int:
    """Collect the nodes that point into the splitter, with the number of their arrows; return how many there are."""
    number = 0
    for place in range(low, high):
        node = part.nodes[place]
        for i in range(arrows.start[node], arrows.start[node + 1]):
            source = arrows.source[i]
            if arrows.hits[source] == 0:
                hit[number] = source
                number += 1
                arrows.mine[source] = arrows.counter[i]
            arrows.hits[source] += 1
    return number


@compiled
def _move(part: Partition, node: int, place: int) -> None:
    other, old = part.nodes[place], part.place[node]
    part.nodes[place], part.place[node] = node, place
    part.nodes[old], part.place[other] = other, old


@compiled
def _mark(part: Partition, arrows: Arrows, hit: Any, blocks: Any) -> int:
    """Move these nodes to the front of their blocks, those that point only into the part first; count blocks."""
    number = 0
    for node in hit:
        block = part.block[node]
        if part.touched[block] == 0:
            blocks[number] = block
            number += 1
        _move(part, node, part.first[block] + part.touched[block])
        part.touched[block] += 1
    for node in hit:
        if arrows.hits[node] == arrows.counts[arrows.mine[node]]:
            block = part.block[node]
            _move(part, node, part.first[block] + part.only[block])
            part.only[block] += 1
    return number


@compiled
def _recount(part: Partition, arrows: Arrows, low: int, high: int, hit: Any) -> None:
    """Give the arrows into the splitter a new counter, separate from the arrows into the rest of the split block."""
    for node in hit:
        old, hits = arrows.mine[node], arrows.hits[node]
        arrows.hits[node] = 0
        if arrows.counts[old] > hits:
            arrows.counts[old] -= hits
            arrows.mine[node] = arrows.used[0]
            arrows.counts[arrows.used[0]] = hits
            arrows.used[0] += 1
    for place in range(low, high):
        node = part.nodes[place]
        for i in range(arrows.start[node], arrows.start[node + 1]):
            arrows.counter[i] = arrows.mine[arrows.source[i]]


@compiled
def _split(part: Partition, blocks: Any, round_: int, lows: Any, highs: Any, broken: int) -> int:
    """Split the marked blocks; record the ranges of those that were whole before this round, and count them."""
    for block in blocks:
        only, touched = part.only[block], part.touched[block]
        part.only[block] = part.touched[block] = 0
        first, end = part.first[block], part.end[block]
        alike = only == 0 or only == touched
        if alike and end - first == touched:
            continue
        if part.home[block] != round_:
            lows[broken], highs[broken] = first, end
            broken += 1
            part.home[block] = round_
        _cut(part, block, first + only, round_)
        if end - first > touched:
            _cut(part, block, first + touched, round_)
    return broken


@compiled
def _cut(part: Partition, block: int, until: int, round_: int) -> None:
    """Make the front of the block, up to a place, a new block."""
    first = part.first[block]
    if first == until:
        return
    new = part.count[0]
    part.count[0] += 1
    for place in range(first, until):
        part.block[part.nodes[place]] = new
    part.first[new], part.end[new], part.first[block] = first, until, until
    part.home[new], part.birth[new], part.parent[new] = round_, round_, block


@compiled
def _splitters(part: Partition, lows: Any, highs: Any, starts: Any, ends: Any) -> int:
    """All parts of each split block except the largest; return their number."""
    number = 0
    for i in range(len(lows)):
        largest, place = part.block[part.nodes[lows[i]]], lows[i]
        while place < highs[i]:
            block = part.block[part.nodes[place]]
            if part.end[block] - part.first[block] > part.end[largest] - part.first[largest]:
                largest = block
            place = part.end[block]
        place = lows[i]
        while place < highs[i]:
            block = part.block[part.nodes[place]]
            if block != largest:
                starts[number], ends[number] = part.first[block], part.end[block]
                number += 1
            place = part.end[block]
    return number


refine = compiled(refine)
