"""In how many of the deals that a player considers possible something is true, counted without diagrams.

That depends on where the cards lie that it names. For each way to pin these, all deals of the others are counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

import numpy as np

from games.cheat.cards import numbers
from games.cheat.dealing.pinned import IN_DECK, IN_HAND, Pin, PinnedDeals
from games.cheat.observe import Observation, hidden
from games.cheat.places import DECK, HONEST, PILE, has, places
from kripke.data.assignments import evaluate
from logic.clauses import Atom
from logic.formula import Formula
from logic.shared import CONNECTIVES

LAID = -3
"""In the pile; without more, the place that stands for all that are not named."""
MOST = 2_000
"""Largest number of ways to pin the cards that are named: five cards with four places each."""


def counted(view: Observation, actual: Mapping[str, bool], formula: Formula) -> tuple[int, int] | None:
    """In how many deals a formula is true, and how many there are; None if it is not about cards alone, or about many.

    Parameters
    ----------
    actual : mapping of str to bool
        The atoms, and whether they are true; those of cards that the player does not see make no difference.

    Notes
    -----
    O(p) counts of deals for p ways to pin the cards that the formula names; those that no rule tells apart are one.
    """
    if not all(isinstance(node, (*CONNECTIVES, Atom)) for node in formula.subformulas()):
        return None
    atoms = formula.atoms
    ways = _Ways(view, atoms)
    if prod(ways.shape) > MOST:
        return None
    weights = ways.weights()
    known = {atom: np.full(weights.size, actual[atom]) for atom in atoms if atom in actual}
    true = evaluate(formula, known | ways.columns(), weights.size)
    return sum(weights[true]), sum(weights)


class _Ways:
    """How the unseen cards named by some atoms can lie: an axis for each card, one for the last claim."""

    def __init__(self, view: Observation, atoms: frozenset[str]) -> None:
        self.view, unseen = view, hidden(view)
        other, own = 1 - view.player, [number for number, each in enumerate(view.laid) if each.seat != view.player]
        theirs = [place for place in places(view) if place.claims and place.seat == other]
        self.deals = PinnedDeals(unseen, [tuple(map(own.index, place.claims)) for place in theirs])
        self.named: dict[int, dict[str, int]] = {}
        for number in numbers(unseen.cards):
            names = {has(view.rules.names[other], number): IN_HAND, has(DECK, number): IN_DECK, has(PILE, number): LAID}
            names |= {place.atom(number): claims for claims, place in enumerate(theirs)}
            named = {atom: place for atom, place in names.items() if atom in atoms}
            if named:
                self.named[1 << number] = named
        self.places = [self._apart(set(named.values())) for named in self.named.values()]
        self.honest = self._of_last() if HONEST in atoms else (None,)

    @staticmethod
    def _apart(named: set[int]) -> list[int]:
        """The places to tell apart; the first stands for all others."""
        return [LAID, *sorted(named - {LAID} | ({IN_HAND, IN_DECK} if LAID in named else set()))]

    def _of_last(self) -> tuple[int | None, ...]:
        """As bits, with how many cards of its rank the last claim is true, and false; None if that is known."""
        last = self.view.last
        if last is None or last.seat == self.view.player:
            return (None,)
        return 1 << last.size, (1 << last.size) - 1 if self.view.rules.mixed or last.size == 1 else 1

    @property
    def shape(self) -> tuple[int, ...]:
        """How many places there are for each card; and whether the last claim can be true or false."""
        return (*map(len, self.places), len(self.honest))

    def weights(self) -> Any:
        """The number of deals of each way, in one row."""
        found = np.empty(self.shape, dtype=object)
        for way in np.ndindex(*self.shape):
            pins = [
                Pin(card, places[index])
                for card, places, index in zip(self.named, self.places, way[:-1], strict=True)
                if index
            ]
            found[way] = self.deals.count(pins, self.honest[way[-1]])
        for axis in range(len(self.places)):
            along = np.moveaxis(found, axis, 0)
            along[0] -= along[1:].sum(axis=0)  # the card is in none of the other places
        return found.ravel()

    def columns(self) -> dict[str, Any]:
        """Of each atom that is open to the player the ways in which it is true."""
        ways, last = np.indices(self.shape).reshape(len(self.shape), -1), self.view.last
        known = np.full(ways.shape[1], last is None or last.is_true)
        columns = {HONEST: known if self.honest == (None,) else ways[-1] == 0}
        for way, named, apart in zip(ways[:-1], self.named.values(), self.places, strict=True):
            columns |= {atom: _lies(way, place, apart) for atom, place in named.items()}
        return columns


def _lies(way: Any, place: int, places: list[int]) -> Any:
    """The ways in which a card lies at a place: in the pile where it is neither in the hand nor in the deck."""
    if place == LAID:
        return ~np.isin(way, [places.index(IN_HAND), places.index(IN_DECK)])
    return way == places.index(place)
