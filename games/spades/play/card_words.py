"""What a card does in its trick, in words: the last part of the reason why it is played."""

from __future__ import annotations

from games.spades.bidding.trick_play import above, first, is_boss, winning
from games.spades.observe import Observation
from games.spades.tricks import SPADES, in_suit, playable, suit_of


def does(view: Observation, card: int) -> str:
    """What a card of the player whose turn it is does, such as ``wins so far, as cheaply as it can``."""
    legal = playable(view.hand, view.trick.led, view.broken or not view.rules.broken)
    if legal & legal - 1 == 0:
        return "is the only one that can be played"
    if not view.trick.cards:
        return _leads(view, card)
    best, winner = view.trick.best
    with_partner = winner == view.rules.partner(view.player)
    winners = winning(legal, view.trick.led, best)
    if winners >> card & 1:
        return f"{_wins(view, card, winners)}{', over the partner' if with_partner else ''}"
    left = f", and leaves the trick to {'the partner' if with_partner else 'others'}" if winners or with_partner else ""
    return f"{_loses(view, card, legal, best)}{left}"


def _leads(view: Observation, card: int) -> str:
    suit = in_suit(view.hand, suit_of(card))
    if is_boss(card, view.hand, sum(view.played)):
        return "leads: others have no higher card of its suit"
    return "leads, as the lowest of its suit" if card == first(suit) and suit & suit - 1 else "leads, and can be beaten"


def _wins(view: Observation, card: int, winners: int) -> str:
    """A card that wins so far; cards between it and the cheapest that are out of play cost nothing."""
    how = "cuts" if suit_of(card) == SPADES != view.trick.led else "wins so far"
    cheaper = above(first(winners) - 1) & ~above(card - 1) & ~(view.hand | sum(view.played))
    return f"{how}, {'with more than it needs' if cheaper else 'as cheaply as it can'}"


def _loses(view: Observation, card: int, legal: int, best: int) -> str:
    """A card that does not win so far."""
    if suit_of(card) != view.trick.led:
        return "is a spade too low to win" if suit_of(card) == SPADES else "is thrown away"
    suit = in_suit(legal, suit_of(card))
    is_cut = suit_of(best) != view.trick.led
    under = suit if is_cut else suit & ~above(best)
    what = "follows suit" if is_cut else "stays under"
    if card == first(suit):
        return f"{what}, with the lowest"
    return f"{what}, with the highest{'' if is_cut else ' that does'}" if not under & above(card) else what
