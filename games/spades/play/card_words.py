"""What a card does in its trick, in words: the last part of the reason why it is played."""

from __future__ import annotations

from games.spades.bidding.trick_play import first, is_boss, winning
from games.spades.cards import SPADES, in_suit, suit_of
from games.spades.observe import Observation
from games.spades.tricks import playable


def does(view: Observation, card: int) -> str:
    """What a card of the player whose turn it is does, such as ``wins so far, as cheaply as it can``.

    Parameters
    ----------
    view : Observation
        Of that player.
    card : int
        The number of a card that can be played.
    """
    legal = playable(view.hand, view.trick.led, view.broken or not view.rules.broken)
    if legal & legal - 1 == 0:
        return "is the only one that can be played"
    if not view.trick.cards:
        return _leads(view, card)
    best, winner = view.trick.best
    winners = winning(legal, view.trick.led, best)
    if not winners >> card & 1:
        return _loses(view, card, legal, bool(winners))
    how = "cuts" if suit_of(card) == SPADES != view.trick.led else "wins so far"
    over = ", over the partner's card" if winner == view.rules.partner(view.player) else ""
    return f"{how}{', as cheaply as it can' if card == first(winners) else ', with more than it needs'}{over}"


def _leads(view: Observation, card: int) -> str:
    suit = in_suit(view.hand, suit_of(card))
    if is_boss(card, view.hand, sum(view.played)):
        return "leads: others have no higher card of its suit"
    return "leads low" if card == first(suit) and suit & suit - 1 else "leads, and can be beaten"


def _loses(view: Observation, card: int, legal: int, could_win: bool) -> str:
    """What a card that does not win so far is."""
    rest = " and leaves the trick to others" if could_win else ""
    if suit_of(card) != view.trick.led:
        return f"is thrown away{rest}"
    suit = in_suit(legal, suit_of(card))
    low, high = card == first(suit), not suit >> (card + 1)
    return f"stays under{', low' if low else ', high' if high or could_win else ''}{rest}"
