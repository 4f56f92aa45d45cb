"""Sets of cards as numbers: a bit for each card, four bits for each rank from the ace up.

Ranks are numbers too, their indices in `RANKS`; the ace follows the king.
"""

from collections.abc import Iterable

from games.core.cards import SUITS, Card, card, numbers

RANKS = "A23456789TJQK"  # in ascending order; the ace is also one rank above the king
NAMES = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")
CARDS = tuple(card(suit + rank) for rank in RANKS for suit in SUITS)
"""All cards by number: the ace in each suit, then the two in each suit, and so on."""
NUMBER = {each: number for number, each in enumerate(CARDS)}
_BITS = {each: 1 << number for each, number in NUMBER.items()}


def of_rank(rank: int) -> int:
    """The set of all cards of a rank."""
    return 15 << 4 * rank


def set_of(cards: Iterable[Card]) -> int:
    """A set of cards as an integer with one bit for each card."""
    return sum(_BITS[each] for each in cards)


def listed(cards: int) -> tuple[Card, ...]:
    """The cards of a set, from the ace up."""
    return tuple([CARDS[number] for number in numbers(cards)])


def ordered(cards: Iterable[Card]) -> tuple[Card, ...]:
    """These cards, sorted from the ace up."""
    return tuple(sorted(cards, key=NUMBER.__getitem__))


def full_deck(ranks: int, suits: int) -> int:
    """The deck of the first `ranks` ranks and `suits` suits, as a set of cards."""
    return sum((1 << suits) - 1 << 4 * rank for rank in range(ranks))


def rank_name(rank: int, count: int = 2) -> str:
    """A rank in words: "queens", or "queen" for one card."""
    name = NAMES[rank]
    return name if count == 1 else name + ("es" if name == "six" else "s")
