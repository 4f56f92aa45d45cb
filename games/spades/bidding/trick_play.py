"""Two rule-based card players as compiled arithmetic: only the strong one protects and attacks nils and avoids bags.

A set of cards has a bit for each card: thirteen bits for each suit from clubs up, the ace highest. Of two cards that
can win a trick, the one with the larger number wins. The players use only public information and their own hands. A bag
is a trick beyond a contract that is made.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any

from games.core.cards import PER_SUIT, SUIT
from games.core.compiled_loops import size
from games.spades.compiled_rules import playable, strength
from games.spades.rules import SEATS
from games.spades.tricks import ALL_SPADES, SPADES
from kripke.checking.engine.compiled import compiled

NONE = -1
HIGH_SUM = 11  # if the bids sum to this or more, both sides try to take tricks, since a side may fail


@compiled
def lowest(cards: int) -> int:
    """The card of the lowest rank, on ties one that is not a spade; `NONE` for the empty set."""
    if cards:
        for rank in range(PER_SUIT):
            for suit in range(SEATS):
                if cards >> (PER_SUIT * suit + rank) & 1:
                    return PER_SUIT * suit + rank
    return NONE


@compiled
def highest(cards: int) -> int:
    """The card of the highest rank, on ties a spade if possible; `NONE` for the empty set."""
    if cards:
        for rank in range(PER_SUIT - 1, -1, -1):
            for suit in range(SEATS - 1, -1, -1):
                if cards >> (PER_SUIT * suit + rank) & 1:
                    return PER_SUIT * suit + rank
    return NONE


@compiled
def first(cards: int) -> int:
    """The card with the smallest number, which is the cheapest winner if all these cards win."""
    number = 0
    while not cards >> number & 1:
        number += 1
    return number


@compiled
def above(card: int) -> int:
    """The set of all cards with a larger number; all cards for `NONE`."""
    return ~((1 << (card + 1)) - 1)


@compiled
def without_spades(cards: int) -> int:
    """The cards of side suits, or all cards if there are none."""
    side = cards & ~ALL_SPADES
    return side if side else cards


@compiled
def winning(legal: int, suit_led: int, best: int) -> int:
    """The legal cards that beat the best card so far."""
    return legal & (SUIT << PER_SUIT * suit_led | ALL_SPADES) & above(best)


@compiled
def is_boss(card: int, hand: int, played: int) -> bool:
    """Whether all higher cards of the card's suit are in the hand or played."""
    higher = (SUIT << PER_SUIT * (card // PER_SUIT)) & above(card)
    return higher & ~(hand | played) == 0


@compiled
def side_total(numbers: Any, seat: int, partner: int) -> int:
    """The sum of a side's bids or tricks, given the numbers by seat; the partner may be `NONE`."""
    return numbers[seat] + (numbers[partner] if partner != NONE else 0)


@compiled
def choose(
    weak: bool,
    seat: int,
    partner: int,
    place: int,
    hand: int,
    suit_led: int,
    best: int,
    winner: int,
    broken: bool,
    played: int,
    bids: Any,
    took: Any,
) -> int:
    """The card to play, by the strong or the weak rules.

    The weak player tries to win tricks until the contract is made, ignores the nils of others, and leads without
    counting the cards that were played. Of nine such sets of simplifications, tried in 100,000 games each, this one
    best reproduces the difference between the two players of Cohensius et al., "Bidding in Spades": with the bidder
    RB, the strong player wins 56 % of the games (55.3 to 56.6 in 10,000 further games).

    Parameters
    ----------
    weak : bool
        Whether the weak rules are used.
    seat, partner : int
        The player's seat and the partner's; `NONE` if all play alone.
    place : int
        The number of cards in the trick.
    hand : int
        The player's cards.
    suit_led, best, winner : int
        The suit led, the card and the seat that win so far; `NONE` for the leader.
    broken : bool
        Whether spades can be led.
    played : int
        The cards that were played in the round.
    bids, took : int arrays
        The bids and the numbers of tricks, by seat.
    """
    legal = playable(hand, suit_led, broken)
    if legal & (legal - 1) == 0:
        return first(legal)
    if bids[seat] == 0 and took[seat] == 0:
        return duck(legal, suit_led, best, place)
    ours = side_total(bids, seat, partner)
    needed = ours - side_total(took, seat, partner)
    if weak:
        unseen = 0 if suit_led == NONE else played
        return win(legal, hand, suit_led, best, winner, place, partner, unseen) if needed > 0 else lowest(legal)
    tricks_left = size(hand)
    theirs = bids.sum() - ours
    theirs_needed = theirs - (took.sum() - ours + needed)
    wants = needed > 0 or (ours + theirs >= HIGH_SUM and theirs_needed > 0 and theirs_needed + 1 >= tricks_left)
    if partner != NONE and bids[partner] == 0 and took[partner] == 0:
        card = cover(legal, suit_led, best, winner, place, partner)
        if card != NONE:
            return card
    elif needed < tricks_left:
        for step in range(1, SEATS):
            other = (seat + step) % SEATS
            if other != partner and bids[other] == 0 and took[other] == 0:
                card = attack(legal, suit_led, best, winner, place, seat, other)
                if card != NONE:
                    return card
    if wants:
        return win(legal, hand, suit_led, best, winner, place, partner, played)
    return duck(legal, suit_led, best, place)


@compiled
def duck(legal: int, suit_led: int, best: int, place: int) -> int:
    """The card to play in order to take no trick: the leader's lowest card, or another player's highest losing card.

    A losing spade is preferred. If all cards win so far, the lowest is played or, in the last place, the highest.
    """
    if suit_led == NONE:
        return lowest(legal)
    winners = winning(legal, suit_led, best)
    losers = legal & ~winners
    if losers:
        spades = losers & ALL_SPADES
        return highest(spades if spades else losers)
    return highest(winners) if place == SEATS - 1 else lowest(winners)


@compiled
def cover(legal: int, suit_led: int, best: int, winner: int, place: int, partner: int) -> int:
    """The card to play in order to protect a partner's nil; `NONE` if it is not in danger."""
    if suit_led == NONE:
        return highest(without_spades(legal))
    winners = winning(legal, suit_led, best)
    if winner == partner:
        return first(winners) if winners else lowest(legal)
    if place < 2:
        return highest(winners) if winners else lowest(legal)
    return NONE


@compiled
def attack(legal: int, suit_led: int, best: int, winner: int, place: int, seat: int, nil: int) -> int:
    """The card to play to make an opponent's nil fail; `NONE` if the opponent has played a card that is not winning."""
    if suit_led == NONE:
        return lowest(without_spades(legal))
    has_played = (nil - seat) % SEATS >= SEATS - place
    if has_played and winner != nil:
        return NONE
    losers = legal & ~winning(legal, suit_led, best)
    return highest(losers) if losers else lowest(legal)


@compiled
def win(legal: int, hand: int, suit_led: int, best: int, winner: int, place: int, partner: int, played: int) -> int:
    """The card to play in order to take tricks without wasting high cards."""
    if suit_led == NONE:
        return lead(legal, hand, played)
    winners = winning(legal, suit_led, best)
    losers = legal & ~winners
    cheapest = lowest(losers) if losers else lowest(legal)
    if not winners:
        return cheapest
    if place == SEATS - 1:
        return cheapest if winner == partner and losers else first(winners)
    if winner == partner and (is_boss(best, hand, played) or best % PER_SUIT >= PER_SUIT - 3):
        return cheapest
    top = highest(winners)
    if top // PER_SUIT != suit_led:
        return first(winners)
    if is_boss(top, hand, played):
        return top
    return top if place == 2 else cheapest


@compiled
def lead(legal: int, hand: int, played: int) -> int:
    """The card to lead: a side suit's highest remaining card, or the lowest of the shortest side suit; spades last."""
    card, fewest = NONE, PER_SUIT + 1
    for suit in range(SPADES):
        cards = legal >> PER_SUIT * suit & SUIT
        if cards:
            top = highest(cards << PER_SUIT * suit)
            if is_boss(top, hand, played):
                return top
            if size(cards) < fewest:
                card, fewest = first(cards << PER_SUIT * suit), size(cards)
    if card != NONE:
        return card
    top = highest(legal)
    return top if is_boss(top, hand, played) else lowest(legal)


@compiled
def play_round(hands: Any, bids: Any, took: Any, weak: int, alone: bool) -> None:
    """Play thirteen tricks, counted in `took`; the first bidder leads. Seats in `weak` play by the weak rules."""
    leader, played, broken = 0, 0, False
    for _ in range(PER_SUIT):
        suit_led, best, winner = -1, -1, -1
        for place in range(SEATS):
            seat = (leader + place) % SEATS
            partner, hand = NONE if alone else (seat + 2) % SEATS, hands[seat]
            is_weak = weak >> seat & 1 != 0
            card = choose(is_weak, seat, partner, place, hand, suit_led, best, winner, broken, played, bids, took)
            hands[seat] &= ~(1 << card)
            played |= 1 << card
            broken = broken or card // PER_SUIT == SPADES
            if place == 0:
                suit_led = card // PER_SUIT
            if strength(card, suit_led) > best:
                best, winner = card, seat
        took[winner] += 1
        leader = winner
