"""What a player does not see of the cards."""

from __future__ import annotations

from typing import NamedTuple

from games.cheat.position import Laid


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
    pending : bool
        Whether the last of the claims can be called.
    """

    cards: int
    known: int
    hand: int
    claims: tuple[Laid, ...]
    mixed: bool
    pending: bool
