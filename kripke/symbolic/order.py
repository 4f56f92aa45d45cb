"""The order of a model's bits in its diagrams."""

from __future__ import annotations

from collections.abc import Sequence

from kripke.errors import ModelError
from logic.errors import did_you_mean, shorten


def arranged(bits: Sequence[str], edges: Sequence[Sequence[str]], order: Sequence[str] | None = None) -> list[str]:
    """The bits in the order that the user gave, or in the order in which they are listed."""
    if order is None:
        return list(bits)
    given = list(order)
    for bit in given:
        if bit not in bits:
            raise ModelError(f"order: no atom '{shorten(str(bit))}'{did_you_mean(str(bit), bits)}")
    missing = set(bits).difference(given)
    if missing:
        some = next(bit for bit in bits if bit in missing)
        raise ModelError(f"order: '{shorten(some)}' is missing; expected all {len(bits)} bits, each once")
    if len(given) > len(bits):
        twice = next(bit for bit in given if given.count(bit) > 1)
        raise ModelError(f"order: '{shorten(twice)}' is listed twice")
    return given
