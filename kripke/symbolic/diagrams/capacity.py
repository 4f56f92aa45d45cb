"""The capacity of managers on this machine, in nodes: limited by memory, control groups and address space.

The diagram library ends the process if the system refuses memory. A manager therefore reserves no more nodes than fit
beside the other managers, whose tables may still grow. A model that needs more nodes raises `TooLarge`.
"""

import gc
import mmap
import os
import sys
from collections.abc import Sequence
from functools import cache
from threading import Lock
from typing import Any
from weakref import WeakSet

from logic.errors import TooLarge, by_face

if sys.platform != "win32":
    import resource

NODES = 2**27  # Default capacity of a manager in nodes. The memory is reserved, and costs nothing until it is used.

MOST_NODES = 2**29  # largest capacity of a manager in nodes

SMALL_CACHE, CACHE = 2**16, 2**20
"""Smallest and largest number of cached results of operations.

With a cache that is too small, operations take hundreds of times as long. Deals of 40, 52, 60 and 80 cards, of four
bits each, need 2^15, 2^17, 2^18 and 2^19 results, about n³/60 for n bits; the default is n³/16 (measured). A larger
cache slows down each operation a little. Managers with up to `FEW_BITS` bits have a quarter of the smallest number:
they are made in a third of the time."""

FEW_BITS = 24

FEWEST_NODES = 2**12  # a manager with less room than this many nodes is useless

SLOT_BYTES, NODE_BYTES = 16, 40
"""Bytes that a manager reserves per node, and bytes that a node in use takes with its hash tables (measured)."""

SPARE_BYTES = 2**28
"""Address space, in bytes, left for everything else: Python's objects, threads, tables of cached results."""

LIMIT_FILES = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


_managers: WeakSet[Any] = WeakSet()
_counting = Lock()  # the thread that holds it may change the set of managers or iterate over it


def register(manager: Any) -> None:
    """Include a manager's memory in the total of all managers as long as the manager lives."""
    with _counting:
        _managers.add(manager)


def cached_results(bits: int, nodes: int = NODES) -> int:
    """Number of operation results that a manager for this number of bits caches.

    It is at most half the number of `nodes`, unless the smallest cache is larger.

    With far more nodes than cached results, operations repeat their work instead of filling the manager, so they may
    run long without raising `TooLarge`.
    """
    smallest = SMALL_CACHE // 4 if bits <= FEW_BITS else SMALL_CACHE
    return max(smallest, min(1 << (bits**3 // 16 + 1).bit_length() - 1, CACHE, nodes // 2))


def most_nodes() -> int:
    """Largest capacity of a manager: diagrams may take half of this machine's memory."""
    memory = _memory()
    return NODES if memory is None else min(MOST_NODES, max(memory // 2 // NODE_BYTES, 2**16))


def capacity(nodes: int) -> int:
    """Return the capacity of a new manager: `nodes`, halved until it fits into memory, and at most `most_nodes()`.

    If the address space is limited, the manager may use half of the free part; the other half is for counts and copies.
    `TooLarge` if not even `FEWEST_NODES` nodes fit.
    """
    wanted = min(nodes, most_nodes())
    sizes = [wanted >> i for i in range(wanted.bit_length()) if wanted >> i >= min(FEWEST_NODES, wanted)]
    refusal = "no memory for decision diagrams: free some, or allow this process more address space (ulimit -v)"
    return _fitting(sizes, refusal)


def larger(nodes: int, wanted: int | None = None) -> int:
    """Return a larger capacity: `wanted` or, by default, four times `nodes`, or twice if memory is short.

    `TooLarge` if there is no memory, or `nodes` is already the largest capacity.
    """
    sizes = [min(more, most_nodes()) for more in ((4 * nodes, 2 * nodes) if wanted is None else (wanted,))]
    return _fitting(
        [more for more in sizes if more > nodes],
        f"the diagrams need more than {nodes:,} nodes, and there is no memory for more; try another order of the "
        f"atoms{by_face(' (order=...)')}, a law in smaller parts, or fewer atoms",
    )


def _fitting(sizes: Sequence[int], refusal: str) -> int:
    """Return the first size that fits, if necessary after collecting unused managers; otherwise raise `TooLarge`."""
    for collect in (False, True):
        if collect:
            gc.collect()
        for nodes in sizes:
            if _fits(nodes):
                return nodes
    raise TooLarge(refusal)


def _fits(nodes: int) -> bool:
    """Whether a manager with this many nodes fits into memory.

    In a limited address space, there must also be room for all other managers if they become full.
    """
    if not _is_limited():
        return _can_reserve(nodes * NODE_BYTES + SPARE_BYTES)
    with _counting:
        promised = sum([manager.nodes for manager in _managers]) * (NODE_BYTES - SLOT_BYTES)
    return _can_reserve(2 * nodes * NODE_BYTES + promised + SPARE_BYTES)


@cache
def _memory() -> int | None:
    """Bytes of memory of this machine, or of the control group of this process; None if unknown."""
    try:
        limits = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")]
    except (AttributeError, ValueError, OSError):  # not on this system
        return None
    for name in LIMIT_FILES:
        try:
            with open(name, encoding="utf-8") as file:
                text = file.read().strip()
        except OSError:
            continue
        if text.isdigit():
            limits.append(int(text))
    return min(limits)


def _is_limited() -> bool:
    """Whether this process has a limit on its address space, which all managers share."""
    if sys.platform == "win32":
        return False
    limits = (resource.RLIMIT_AS, resource.RLIMIT_DATA)
    return any(resource.getrlimit(limit)[0] != resource.RLIM_INFINITY for limit in limits)


def _can_reserve(size: int) -> bool:
    """Whether the system gives this process `size` bytes of address space."""
    private = {} if sys.platform == "win32" else {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS}
    try:
        mmap.mmap(-1, size, **private).close()
    except (OSError, ValueError, OverflowError):
        return False
    return True
