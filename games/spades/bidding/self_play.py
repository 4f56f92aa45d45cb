"""Compiled self-play of single rounds: BIS bids at 0 to 0, a rule-based player plays, and one seat explores nil.

A set of cards has a bit for each card: thirteen bits for each suit from clubs up, so spades are the highest cards.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from math import exp
from typing import Any, NamedTuple

import numpy as np

from games.core.compiled_chance import below, uniform
from games.core.compiled_sets import size
from games.spades.bidding.bid_tables import BidTables
from games.spades.bidding.bis import COVERED, PER_TRICK, SHIFT, THRESHOLD
from games.spades.bidding.conventions import BIG_5
from games.spades.bidding.learning import UNBID, Nils
from games.spades.bidding.situation import MEAN_BID
from games.spades.bidding.trick_play import choose
from kripke.checking.engine.compiled import compiled

SEATS, TRICKS, CARDS, SUIT = 4, 13, 52, 8191
SPADES = SUIT << 39
NOBODY = -1
"""No seat explores."""
WORTH = 0.02
"""An explorer bids nil from this nil value on."""
NIL_VALUE, TAKES, ACE = 0, 1, 2
"""The columns of what is kept of each hand."""
_FIVE, _LOWEST, _HIGHEST = BIG_5.bid, BIG_5.takes.start, BIG_5.takes.stop - 1
_HONOUR, _COVER = BIG_5.honour, BIG_5.cover


@compiled
def values_of(hand: int, can_cut: int, covered: bool, tables: Any) -> tuple[float, float]:
    """The nil value and the regular takes.

    Parameters
    ----------
    hand : int
        A set.
    can_cut : int
        How many opponents may cut.
    covered : bool
        Whether the partner has offered cover.
    tables : BidTables
        What is looked up.
    """
    takes, nil, short, void = 0.0, 1.0, 0, False
    for suit in range(3):
        cards = hand >> 13 * suit & SUIT
        takes += tables.side[can_cut, cards]
        nil *= tables.side_nil[cards]
        length = size(cards)
        if length < 3:
            short += 1 << 2 * length
        void = void or length == 0
    spades = hand >> 39
    takes += tables.spades[can_cut, spades >> 9, size(spades & 511), short]
    nil *= tables.covered_nil[spades] if covered else tables.spade_nil[spades]
    return min(1.0, nil * 1.15) if void or not spades else nil, takes


@compiled
def chance_of(nil: float, place: int, bids: Any, tables: Any) -> float:
    """The chance that nil succeeds, by the success curve.

    Parameters
    ----------
    nil : float
        The nil value.
    place : int
        How many have bid.
    bids : int array of seats
        The bids before, in their order.
    tables : BidTables
        What is looked up.
    """
    height, slope = tables.heights[place], tables.slopes[place]
    for back in range(place):
        bid = bids[place - 1 - back]
        height += tables.bid_heights[place, back, bid]
        slope += tables.bid_slopes[place, back, bid]
    return 1 / (1 + exp(-height - slope * nil))


@compiled
def covers(hand: int, regular: int) -> bool:
    """Whether a hand has what the convention Big 5 asks for.

    Parameters
    ----------
    hand : int
        A set.
    regular : int
        The regular bid.
    """
    if not hand >> 39 >> _HONOUR or not _LOWEST <= regular <= _HIGHEST:
        return False
    for suit in range(3):
        cards = hand >> 13 * suit & SUIT
        if cards and not cards >> _COVER:
            return False
    return True


@compiled
def bid_of(place: int, hand: int, bids: Any, explores: bool, learned: bool, tables: Any, kept: Any) -> int:
    """The bid of BIS far from the end of a game.

    Parameters
    ----------
    place : int
        How many have bid.
    hand : int
        A set.
    bids : int array of seats
        The bids before, in their order.
    explores : bool
        Whether nil is bid wherever it is not excluded and worth something.
    learned : bool
        Whether there are success curves; else the nil value is the chance.
    tables : BidTables
        What is looked up.
    kept : float array of columns
        Gets the nil value, the regular takes, and whether the hand has the ace of spades.
    """
    can_cut, total = 2, 0
    for seat in range(place):
        total += bids[seat]
        if bids[seat] == 0 and (place - seat) % 2 == 1:
            can_cut -= 1
    partner = bids[place - 2] if place >= 2 else -1
    covered = partner == _FIVE
    nil, takes = values_of(hand, can_cut, covered, tables)
    kept[NIL_VALUE], kept[TAKES], kept[ACE] = nil, takes, hand >> 51
    shifted = takes + SHIFT + PER_TRICK[place] * (total - MEAN_BID * place)
    regular = max(1, min(13, int(shifted + 0.5)))
    if partner != 0 and tables.spade_nil[hand >> 39] + (covered and tables.covered_nil[hand >> 39]) > 0:
        chance = chance_of(nil, place, bids, tables) if learned else nil
        threshold = COVERED if covered else THRESHOLD
        if explores:
            if nil >= WORTH:
                return 0
        elif 100 * (2 * chance - 1) > threshold:
            return 0
    if place < 2:
        if covers(hand, regular):
            return _FIVE
        return regular - 1 if regular == _FIVE else regular
    return regular


@compiled
def play_round(hands: Any, bids: Any, took: Any) -> None:
    """Thirteen tricks; the first bidder leads.

    Parameters
    ----------
    hands : int array of seats
        Sets, empty at the end.
    bids, took : int array of seats
        Bids, and tricks, which are counted up from 0.
    """
    leader, played, broken = 0, 0, False
    for _ in range(TRICKS):
        led, best, winner = -1, -1, -1
        for place in range(SEATS):
            seat = (leader + place) % SEATS
            card = choose(seat, place, hands[seat], led, best, winner, broken, played, bids, took)
            hands[seat] &= ~(1 << card)
            played |= 1 << card
            suit = card // 13
            broken = broken or suit == 3
            if led < 0:
                led, best, winner = suit, card, seat
            elif (suit == led or suit == 3) and card > best:
                best, winner = card, seat
        took[winner] += 1
        leader = winner


@compiled
def deal(deck: Any, chance: Any, hands: Any) -> None:
    """Deal all cards at random.

    Parameters
    ----------
    deck : int array of cards
        A permutation of the cards, which is shuffled.
    chance : uint64 array of one
        The generator.
    hands : int array of seats
        Gets the sets.
    """
    hands[:] = 0
    for number in range(CARDS):
        other = number + below(chance, 0, CARDS - number)
        deck[number], deck[other] = deck[other], deck[number]
        hands[number // 13] |= 1 << deck[number]


@compiled
def rounds(chance: Any, explores: bool, learned: bool, tables: Any, bids: Any, took: Any, kept: Any, who: Any) -> None:
    """Play rounds; seats are in the order of bids.

    Parameters
    ----------
    chance : uint64 array of one
        The generator.
    explores : bool
        Whether one seat of each round, drawn at random, explores nil.
    learned : bool
        Whether there are success curves.
    tables : BidTables
        What is looked up.
    bids, took : int array of rounds and seats
        Get bids and tricks.
    kept : float array of rounds, seats and columns
        Gets what `bid_of` keeps.
    who : int array of rounds
        Gets the seat that explores, or `NOBODY`.
    """
    deck, hands, tricks = np.arange(CARDS), np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    for number in range(len(bids)):
        deal(deck, chance, hands)
        who[number] = int(uniform(chance, 0) * SEATS) if explores else NOBODY
        for place in range(SEATS):
            bids[number, place] = bid_of(
                place, hands[place], bids[number], place == who[number], learned, tables, kept[number, place]
            )
        tricks[:] = 0
        play_round(hands, bids[number], tricks)
        took[number] = tricks


class Rounds(NamedTuple):
    """What happened in rounds of self-play; seats are in the order of bids.

    Attributes
    ----------
    bids, took : int array of rounds and seats
        Bids and tricks.
    nil, takes : float array of rounds and seats
        Nil values and regular takes.
    ace : bool array of rounds and seats
        Who has the ace of spades.
    explorer : int array of rounds
        The seat that explored, or `NOBODY`.
    """

    bids: Any
    took: Any
    nil: Any
    takes: Any
    ace: Any
    explorer: Any


def self_play(count: int, seed: int, tables: BidTables, learned: bool = True, explores: bool = False) -> Rounds:
    """Rounds of self-play: some 100,000 a second.

    Parameters
    ----------
    count : int
        Number of rounds.
    seed : int
        Of all chance.
    tables : BidTables
        What is looked up.
    learned : bool
        Whether there are success curves; else the nil value is the chance of nil.
    explores : bool
        Whether one seat of each round explores nil.
    """
    bids, took = np.zeros((2, count, SEATS), np.int64)
    kept, who = np.zeros((count, SEATS, 3)), np.zeros(count, np.int64)
    rounds(np.array([seed], np.uint64), explores, learned, tables, bids, took, kept, who)
    return Rounds(bids, took, kept[..., NIL_VALUE], kept[..., TAKES], kept[..., ACE] > 0, who)


def explored(count: int, seed: int, tables: BidTables, learned: bool) -> Nils:
    """The nil bids of explorers, one in each three rounds: the others bid as they always do.

    Parameters
    ----------
    count, seed, tables, learned
        As in `self_play`.
    """
    found = self_play(count, seed, tables, learned, explores=True)
    which = np.flatnonzero(found.bids[np.arange(count), found.explorer] == 0)
    seats = found.explorer[which]
    before = np.full((len(which), SEATS - 1), UNBID)
    for back in range(SEATS - 1):
        there = seats > back
        before[there, back] = found.bids[which[there], seats[there] - 1 - back]
    return Nils(before, found.nil[which, seats], found.took[which, seats] == 0)
