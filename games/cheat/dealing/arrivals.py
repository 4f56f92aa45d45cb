"""When the cards that a player had from the deck came."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random


def arrivals(first_uses: Mapping[int, int], slots: Sequence[int], rng: Random) -> dict[int, int]:
    """Slot -> the card that came then.

    From the last slot back, any card will do that is laid later only: for the slots before there is even more choice.

    Parameters
    ----------
    first_uses : mapping
        Number of a card -> when it was laid first.
    """
    left, found = dict(first_uses), dict[int, int]()
    for slot in reversed(slots):
        found[slot] = rng.choice([card for card, used in left.items() if used > slot])
        del left[found[slot]]
    return found
