"""Tricks: legal cards, winners, and the voids that a play reveals, in plain arithmetic that Numba can compile.

A set of cards has a bit for each card: thirteen bits for each suit from clubs up, the ace highest.
"""

from games.core.cards import PER_SUIT, SUIT

SPADES = 3  # the number of the suit of spades
SIDE_SUITS = 0b0111  # all suits but spades, a bit for each
ALL_SPADES = SUIT << PER_SUIT * SPADES


def suit_set(suits: int) -> int:
    """The set of all cards of these suits, given as bits."""
    return sum(SUIT << PER_SUIT * place for place in range(4) if suits >> place & 1)


NO_SUIT = -1  # the suit led before the first card


def playable(hand: int, suit_led: int, broken: bool) -> int:
    """The cards of a hand that can be played; `broken` says whether spades can be led."""
    if suit_led >= 0:
        following = hand & (SUIT << PER_SUIT * suit_led)
        return following if following else hand
    others = hand & ~ALL_SPADES
    return others if others and not broken else hand


def strength(card: int, suit_led: int) -> int:
    """The strength of a card in a trick, where the strongest wins; -1 if the card cannot win."""
    suit = card // PER_SUIT
    return card if suit in (suit_led, SPADES) else -1


def shown_void(card: int, suit_led: int, broken: bool) -> int:
    """The suits that a player is shown to lack by playing this card, as bits."""
    suit = card // PER_SUIT
    if suit_led < 0:
        return SIDE_SUITS if suit == SPADES and not broken else 0
    return 0 if suit == suit_led else 1 << suit_led


A_TRICK = 10  # Points for each trick that is bid
BLIND_COUNTS = 2  # the factor of blind nil over nil


def nil_points(took: int, is_blind: bool, nil: int) -> int:
    """The points for a bid of nil: `nil` if it is made, minus `nil` if it fails; twice as many for blind nil."""
    points = nil if took == 0 else -nil
    return points * BLIND_COUNTS if is_blind else points


def contract_points(bid: int, took: int) -> int:
    """The points of a contract: ten per trick bid and one per further trick; minus ten per trick bid if it fails."""
    return A_TRICK * bid + took - bid if took >= bid else -A_TRICK * bid


def bags_of(bid: int, took: int) -> int:
    """The number of tricks beyond a contract that is made; 0 if it fails."""
    return max(0, took - bid)


def fines(bags: int, most: int) -> int:
    """The number of fines for a side's bags: one per `most` bags, none if `most` is 0."""
    return bags // most if most else 0
