"""The cards that a player does not see, dealt again in any way that the rules allow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from games.cheat.cards import numbers, of_rank
from games.cheat.rules import Laid
from games.core.errors import GameError

ATTEMPTS = 1_000_000
"""So many deals are tried until one fits the claims; positions of real games need a few."""


class Hidden(NamedTuple):
    """What a player does not see of the opponent's cards and the deck. Sets of cards as in `games.cheat.cards`.

    Attributes
    ----------
    cards : int
        The cards whose place the player does not see.
    known : int
        Those of them that both have seen the opponent take up: they are in the hand or in the claims.
    hand : int
        The number of cards in the opponent's hand.
    claims : tuple of Laid
        The opponent's claims in the pile.
    mixed : bool
        As in the rules.
    """

    cards: int
    known: int
    hand: int
    claims: tuple[Laid, ...]
    mixed: bool


def dealt_again(hidden: Hidden, rng: Random) -> tuple[int, list[int]]:
    """The opponent's hand and the cards of each of the opponent's claims, all ways that the rules allow equally likely.

    Parameters
    ----------
    hidden : Hidden
        What is not seen.
    rng : Random
        The source of chance.

    Raises
    ------
    GameError
        If no deal fits.

    Notes
    -----
    By rejection: the expected number of attempts is one over the share of deals that fit the claims.
    """
    fresh, known = list(numbers(hidden.cards & ~hidden.known)), list(numbers(hidden.known))
    counts = [each.size for each in hidden.claims]
    drawn = hidden.hand + sum(counts) - len(known)
    for _ in range(ATTEMPTS):
        theirs = known + rng.sample(fresh, drawn)
        rng.shuffle(theirs)
        laid, start = [], 0
        for each in hidden.claims:
            laid.append(sum(1 << card for card in theirs[start : start + each.size]))
            start += each.size
        if _fits(hidden, laid):
            return sum(1 << card for card in theirs[start:]), laid
    raise GameError(f"no deal of {len(fresh)} cards fits claims of {counts} cards")


def _fits(hidden: Hidden, laid: Sequence[int]) -> bool:
    fresh = 0
    for claim, cards in zip(hidden.claims, laid, strict=True):
        fresh += (cards & ~hidden.known).bit_count()
        if fresh > claim.fresh or not (hidden.mixed or cards & of_rank(claim.rank) in (0, cards)):
            return False
    return True


def arrivals(first_uses: Mapping[int, int], slots: Sequence[int], rng: Random) -> dict[int, int]:
    """Slot -> the card that came then.

    From the last slot back, any card will do that is laid later only: for the slots before there is even more choice.

    Parameters
    ----------
    first_uses : mapping
        Number of a card -> when it was laid first.
    slots : sequence of int
        When cards came, in order; as many as the cards.
    rng : Random
        The source of chance.
    """
    left, found = dict(first_uses), dict[int, int]()
    for slot in reversed(slots):
        found[slot] = rng.choice([card for card, used in left.items() if used > slot])
        del left[found[slot]]
    return found
