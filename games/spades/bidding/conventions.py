"""Conventions between partners: Big 5 offers cover for nil, Big 6 asks for blind nil; and blind nil itself.

Source: Cohensius, Meir, Oved, Stern, "Bidding in Spades", appendices G.2 and G.3.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.spades.bidding.endgame import HIGH_SUM, they_can_win, we_win_with
from games.spades.bidding.hand import ACE, KING, SIDE, SPADES, TEN, Hand
from games.spades.bidding.situation import MEAN_BID, Situation, is_nil

BEHIND = 100
"""Big 6 takes the place of Big 5 where the side is behind by more points."""


@dataclass(frozen=True, slots=True)
class Convention:
    """A bid that is reserved for covering hands.

    Parameters
    ----------
    honour : int
        The hand has a spade from this rank up.
    cover : int
        The hand has a card from this rank up in each side suit, or is void there.
    """

    name: str
    bid: int
    honour: int
    cover: int
    takes: range

    def fits(self, hand: Hand, takes: int) -> bool:
        """Whether a hand covers a partner's nil."""
        covered = all(not hand.suits[suit] or bool(hand.suits[suit] >> self.cover) for suit in SIDE)
        return covered and takes in self.takes and bool(hand.suits[SPADES] >> self.honour)


BIG_5 = Convention("Big 5", 5, KING, TEN + 1, range(4, 7))
BIG_6 = Convention("Big 6", 6, ACE, TEN, range(4, 14))


def convention(situation: Situation) -> Convention:
    """The convention that is on: Big 6 where blind nil can be bid and the side is far behind, else Big 5."""
    far_behind = situation.theirs - situation.ours > BEHIND
    return BIG_6 if situation.blind and far_behind else BIG_5


def signalled(situation: Situation) -> bool:
    """Whether the partner bid the reserved bid: only the first of both partners does."""
    return situation.partner == convention(situation).bid


def opening(hand: Hand, situation: Situation, bid: int, takes: int) -> int:
    """The bid of the first of both partners: the reserved one with a covering hand, else any other."""
    now = convention(situation)
    if situation.place < 2 and now.fits(hand, takes):
        return now.bid
    return kept_free(hand, situation, bid, takes)


def kept_free(hand: Hand, situation: Situation, bid: int, takes: int) -> int:
    """A trick less than the reserved bid for the first of both partners without a covering hand."""
    now = convention(situation)
    is_false = situation.place < 2 and bid == now.bid and not now.fits(hand, takes)
    return bid - 1 if is_false else bid


def bids_blind(situation: Situation) -> str:
    """Why blind nil is bid without looking at the cards; empty where it is not.

    It is where the partner has asked for it, or where the last bidder's side is lost otherwise: the opponents win by
    their contract, nobody bid nil, and the bids are low.
    """
    if not situation.blind or (situation.partner is not None and is_nil(situation.partner)):
        return ""
    if convention(situation) is BIG_6 and signalled(situation):
        return "the partner asks for blind nil by Big 6"
    easy = not any(map(is_nil, situation.before)) and situation.sum + MEAN_BID < HIGH_SUM
    if situation.place == 3 and easy and they_can_win(situation) and not we_win_with(situation, MEAN_BID):
        return "the opponents win by an easy contract: a desperate blind nil"
    return ""
