"""When two exercises are alike: digests of plain data, and colours that isomorphic graphs share."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from hashlib import blake2b


def digest(data: Hashable) -> int:
    """A number of 64 bits for plain data."""
    return int.from_bytes(blake2b(repr(data).encode(), digest_size=8).digest())


def refined(colours: Sequence[int], around: Callable[[int, Sequence[int]], Hashable]) -> list[int]:
    """The colours after one round of refinement: sorted, they are equal for isomorphic graphs (Weisfeiler and Leman).

    Graphs that differ only further away are alike too: of them one is enough.

    Parameters
    ----------
    around : callable
        A node and all colours -> plain data about the colours of its neighbours, without their order.
    """
    return [digest((own, around(node, colours))) for node, own in enumerate(colours)]
