"""What is known at the table of hold'em: who has which card, and who has the best hand.

``has(ann,SA)`` says that ann has the ace of spades, with ``board`` and ``deck`` for the other places. ``wins(ann)``
says that the others still in have worse hands with the cards that lie on the table now, ``splits(ann)`` that the best
hand of others is as good as ann's. Each player sees the own hand; public are the board, and the hands at a showdown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.cards import CARDS, hands_law, listed
from games.core.rules import EVERYTHING
from games.holdem.hand_rank import RankDigit, better, by_rank, digits, has, rank
from games.holdem.observe import BOARD, Observation, observation
from games.holdem.position import HOLE, SEATS
from games.holdem.rules import HoldemState
from games.knowing.table import Table
from logic.clauses import Atom, Bottom, Not, Top
from logic.constructors import conj
from logic.formula import Formula

DECK = "deck"


def table(state: HoldemState) -> Table:
    """What is known at this moment, as the engine needs it."""
    now, view = state.position, observation(state, EVERYTHING)
    places = dict(zip(view.rules.names, now.hands, strict=True)) | {BOARD: view.shown, DECK: state.undealt}
    order = [CARDS[card] for card in by_rank(state.rules.deck)]
    return Table(
        variables=tuple((has(place, card), ()) for card in order for place in places),
        observes=tuple((name, tuple(has(name, card) for card in order)) for name in view.rules.names),
        law=tuple(_law(view, places)),
        defined=tuple(_defined(view)),
        actual={
            has(place, CARDS[card]): bool(cards >> card & 1)
            for card in by_rank(state.rules.deck)
            for place, cards in places.items()
        },
    )


def _law(view: Observation, places: dict[str, int]) -> Iterator[Any]:
    """The deal, and where the cards are that all see."""
    public = {BOARD: view.shown}
    if view.is_shown:
        public |= {name: places[name] for seat, name in enumerate(view.rules.names) if view.live >> seat & 1}
    hidden = {name: cards for name, cards in places.items() if name not in public}
    cards = listed(sum(hidden.values()))
    dealt = [name for name, each in hidden.items() if each]
    if cards:
        yield hands_law(sorted(cards, reverse=True), {name: hidden[name].bit_count() for name in dealt})
    for card in listed(view.rules.deck):
        for name in places:
            if card not in cards or name not in dealt:
                atom = Atom(has(name, card))
                yield atom if name in public and card in listed(public[name]) else Not(atom)


def _defined(view: Observation) -> Iterator[tuple[str, Any]]:
    """The digits of the hands that are still in, and who wins."""
    names, cards = view.rules.names, view.rules.deck & ~view.shown
    live = [name for seat, name in enumerate(names) if view.live >> seat & 1]
    if sum(view.sizes) < SEATS * HOLE:
        yield from ((f"{atom}({name})", Bottom()) for name in names for atom in ("wins", "splits"))
        return
    count = digits(cards, view.shown)
    numbers = {name: [rank(name, digit) for digit in range(count)] for name in live}
    for name in live:
        yield from ((rank(name, digit), RankDigit(name, cards, view.shown, digit)) for digit in range(count))
    for name in names:
        others = [other for other in live if other != name]
        yield f"wins({name})", _beats(numbers, name, others, or_equal=False)
        yield f"splits({name})", conj([_beats(numbers, name, others, or_equal=True), Not(Atom(f"wins({name})"))])


def _beats(numbers: dict[str, list[str]], name: str, others: list[str], or_equal: bool) -> Formula:
    if name not in numbers:
        return Bottom()
    return conj([Top(), *[better(numbers[name], numbers[other], or_equal) for other in others]])
