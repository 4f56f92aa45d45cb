"""Knowledge at a moment of Spades: who has which card.

``has(N,SQ)`` says that N has the queen of spades in hand, ``void(N,S)`` that N has no spade. Each player sees their own
hand. Public facts are the cards that were played, the suits that players are known to lack, and the numbers of spades
that bids imply in mirror and whiz.
"""

from collections.abc import Iterator
from typing import Any

from games.core.cards import SUITS, Card, hands_law, has, in_suit, listed, lying
from games.core.rules import EVERYTHING
from games.knowing.table import Table
from games.spades.dealing import DECK, UNKNOWN
from games.spades.observe import Observation, known_spades, observation
from games.spades.rules import Spades, SpadesState
from games.spades.tricks import ALL_SPADES, suit_set
from kripke.symbolic.laws.constraints import Counting
from logic.clauses import Atom, Not, conj
from logic.formula import Formula


def void(player: str, suit: str) -> str:
    """The atom which says that a player has no card of a suit."""
    return f"void({player},{suit})"


def lacks(rules: Spades, player: str, suit: str, but: Card | None = None) -> Formula:
    """The formula which says that a player has no card of a suit, except possibly the card `but`."""
    cards = listed(in_suit(rules.deck, 3 - SUITS.index(suit)))
    return conj([Not(Atom(has(player, card))) for card in cards if card != but])


def table(state: SpadesState) -> Table:
    """The players' common knowledge at a state, as a `Table` for the symbolic engine."""
    view, now = observation(state, EVERYTHING), state.position
    cards = view.rules.deck & ~sum(view.played)
    places = dict(zip(view.rules.names, now.hands, strict=True)) | {DECK: cards & ~sum(now.hands)}
    sizes = {place: hand.bit_count() for place, hand in places.items()}
    actual = lying(places, listed(view.rules.deck))
    return Table(
        variables=tuple((atom, ()) for atom in actual),
        observes=tuple(
            (name, tuple(has(name, card) for card in listed(cards)) if now.looked >> seat & 1 else ())
            for seat, name in enumerate(view.rules.names)
        ),
        law=tuple(_law(view, cards, sizes)),
        defined=tuple((void(name, suit), lacks(view.rules, name, suit)) for name in view.rules.names for suit in SUITS),
        actual=actual,
    )


def _law(view: Observation, cards: int, sizes: dict[str, int]) -> Iterator[Any]:
    """The parts of the state law: the common knowledge about the places of the cards."""
    if cards:
        yield hands_law(listed(cards), sizes)
    here = [place for place, size in sizes.items() if size] if cards else []
    for card in listed(view.rules.deck):
        played = card not in listed(cards)
        yield from (Not(Atom(has(place, card))) for place in sizes if played or place not in here)
    counts = known_spades(view.rules.variant, view.bids, view.played)
    for seat, name in enumerate(view.rules.names):
        yield from (Not(Atom(has(name, card))) for card in listed(cards & suit_set(view.voids[seat])))
        spades, count = listed(cards & ALL_SPADES), counts[seat]
        if count != UNKNOWN and sizes[name] and spades:
            yield Counting(tuple(has(name, card) for card in spades), count, count)
