"""Refinement in rounds over all worlds, by signatures: a world's block and the blocks that agents see there.

A round costs O(n + m) for n worlds and m arrows (see `ClassGraph`), so this is the fastest way where few rounds split
nearly everything, as in random models. Signatures have 95 bits, so two different ones are treated as equal with
probability 2^-95. Source: S. Blom and S. Orzan, A distributed algorithm for strong bisimulation reduction of state
spaces (2005), doi:10.1007/s10009-004-0159-4.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from kripke.checking.engine.compiled import compiled

FEW = 8  # number of worlds of a class up to which repeated blocks are found by comparing them with one another
A, B, C = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB), np.uint64(0x9E3779B97F4A7C15)
HALF = np.uint64(32)


@cache
def loops() -> tuple[Any, Any]:
    """Return the compiled loops `_see` and `_split`."""
    return compiled(_see), compiled(_split)


def _see(blocks: Any, starts: Any, ends: Any, worlds: Any, kinds: Any, stamps: Any, keys: Any) -> None:
    """Compute two keys of each class from its kind and its set of blocks, and write them to `keys` (classes x 2)."""
    for c in range(len(starts)):
        start, end = starts[c], ends[c]
        one, other = C * np.uint64(kinds[c] + 1), B * np.uint64(kinds[c] + 1)
        for place in range(start, end):
            block, fresh = blocks[worlds[place]], True
            if end - start > FEW:
                fresh = stamps[block] != c
                stamps[block] = c
            else:
                for earlier in range(start, place):
                    fresh &= blocks[worlds[earlier]] != block
            if fresh:
                key = (np.uint64(block) + C) * A
                key = (key ^ (key >> HALF)) * B
                key ^= key >> HALF
                one += key
                other += (key ^ (key >> HALF)) * C
        keys[c, 0], keys[c, 1] = one, other


def _split(blocks: Any, classes: Any, keys: Any, slots: Any, kept: Any, born: Any, parents: Any) -> int:
    """Split each block in place by the signatures of its worlds; return the number of blocks.

    `slots` is the memory of the hash table: an array of zeros of shape (2^k, 2). `kept`, at first False, marks the
    blocks whose number a part has kept. `born` is the number of blocks before the split, and `parents` gets the old
    block of each new one.
    """
    last, low = np.uint64(len(slots) - 1), np.uint64(0xFFFFFFFF)
    for world in range(len(blocks)):
        block = blocks[world]
        one = (np.uint64(block) + C) * A
        one = (one ^ (one >> HALF)) * B
        other = one * C
        for number in range(len(classes)):
            c = classes[number, world]
            if c >= 0:
                one += keys[c, 0]
                other += keys[c, 1]
            one = (one ^ (one >> HALF)) * A
            other = (other ^ (other >> HALF)) * B
        one ^= one >> HALF
        high = (other ^ (other >> HALF)) & ~low
        slot = one & last
        one |= np.uint64(1)  # 0 is a free slot
        while slots[slot, 0] != np.uint64(0) and (slots[slot, 0] != one or slots[slot, 1] & ~low != high):
            slot = (slot + np.uint64(1)) & last
        if slots[slot, 0] == np.uint64(0):
            number = block
            if kept[block]:
                number = born
                born += 1
                parents[number] = block
            kept[block] = True
            slots[slot, 0], slots[slot, 1] = one, high | np.uint64(number)
        blocks[world] = np.int32(slots[slot, 1] & low)
    return born  # type: ignore[no-any-return]
