"""Deals of cards as laws."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import and_
from typing import Any

from kripke.data.errors import ModelError
from kripke.symbolic.diagrams.bdd import BddManager
from kripke.symbolic.diagrams.state_set import StateSet
from kripke.symbolic.laws.constraints import (
    Counting,
    DiagramConstraint,
    PortableConstraint,
    Ungrouped,
    in_order,
    listed,
    names_of,
    place_of,
)
from logic.clauses import conj
from logic.errors import did_you_mean, shorten
from logic.exact import plural
from logic.formula import Formula


@dataclass(frozen=True)
class OneHolder(DiagramConstraint):
    """The constraint that each card is in exactly one hand.

    `groups`: for each card the atoms that say of each player that they have it.
    """

    groups: tuple[tuple[str, ...], ...]

    @property
    def atoms(self) -> tuple[str, ...]:
        """The atoms, card by card."""
        return tuple([atom for card in self.groups for atom in card])

    def state_set(self, manager: BddManager, atoms: Mapping[str, StateSet]) -> StateSet:
        """The states where it holds. O(k) nodes for k atoms."""
        held = StateSet.constant(manager, True)
        for names in sorted(self.groups, key=lambda names: -place_of(manager, in_order(manager, names, atoms)[0])):
            held = Counting(names, 1, 1).state_set(manager, atoms) & held
        return held


@dataclass(frozen=True, repr=False)
class HandSize(Ungrouped, Counting):
    """The constraint that a hand has its size."""


@dataclass(frozen=True)
class Deal(PortableConstraint):
    """The constraint that each card is in exactly one hand, and each hand has its size.

    A law in parts: one for the cards, one for each hand but the largest, which holds what is left. Each has O(m h)
    nodes for m cards and hands of h; their conjunction has one for each way to have dealt the first cards. A question
    about what a player knows conjoins only parts that concern what this player does not see (J. R. Burch, E. M. Clarke,
    D. E. Long, "Symbolic model checking with partitioned transition relations", VLSI 1991).

    Parameters
    ----------
    sizes : tuple of (str, int)
        The players, and how many cards each holds: together all cards.
    holders : tuple of tuple of str
        For each card the atoms that say of each player that they have it.
    """

    sizes: tuple[tuple[str, int], ...]
    holders: tuple[tuple[str, ...], ...]

    @property
    def atoms(self) -> tuple[str, ...]:
        """The atoms, card by card: the order in which the diagram is small."""
        return OneHolder(self.holders).atoms

    @property
    def parts(self) -> tuple[OneHolder | HandSize, ...]:
        """The constraints that together say the same; see `kripke.symbolic.structures.build.laws`."""
        *counted, _ = sorted(self.sizes, key=lambda pair: pair[1])
        hands = [HandSize(self.hand(player), size, size) for player, size in counted]
        return (OneHolder(self.holders), *hands)

    def hand(self, player: str) -> tuple[str, ...]:
        """The atoms that say which cards the player has: what the player observes."""
        players = [name for name, _ in self.sizes]
        if player not in players:
            raise ModelError(f"no player '{shorten(str(player))}' was dealt cards{did_you_mean(str(player), players)}")
        return tuple([card[players.index(player)] for card in self.holders])

    def formula(self, atoms: Collection[str]) -> Formula:
        """The condition as a formula: each card has one holder, and each hand its size."""
        cards = [Counting(names, 1, 1) for names in self.holders]
        hands = [Counting(self.hand(player), size, size) for player, size in self.sizes]
        return conj([part.formula(atoms) for part in (*cards, *hands)])

    def state_set(self, manager: BddManager, atoms: Mapping[str, StateSet]) -> StateSet:
        """Where the cards are dealt so, as one diagram: the conjunction of the parts.

        O(m n) nodes for m cards and n ways to have dealt the first cards to all players but one.
        """
        return reduce(and_, [part.state_set(manager, atoms) for part in self.parts])


def deal(cards: Iterable[Any], hands: Mapping[str, int], name: str = "has({player},{card})") -> Deal:
    """The constraint that the cards are dealt to the players, a given number to each.

    Parameters
    ----------
    cards : iterable
        The cards' names, each once.
    hands : mapping
        Player -> number of cards; together all cards. A pile on the table is a player too.
    name : str
        The atom that says of a player that they have a card; ``"{card}={player}"`` for cards as variables.

    Raises
    ------
    ModelError
        If the hands are not all cards together, a card is there twice, or the atoms cannot be told apart.

    Examples
    --------
    >>> from whoknows import SymbolicModel, deal
    >>> law = deal(range(7), {"anne": 3, "bob": 3, "cath": 1})
    >>> s = SymbolicModel(law.atoms, law, observes={player: law.hand(player) for player in ("anne", "bob", "cath")})
    >>> s.count(), s.valid("has(anne,0) -> K_anne ~has(bob,0)")
    (140, True)
    """
    deck = [str(card) for card in listed("deal, cards", cards)]
    sizes = _sizes(hands)
    dealt = sum(size for _, size in sizes)
    if dealt != len(deck):
        way_out = "give what is left to a player such as 'table'" if dealt < len(deck) else "give smaller hands"
        raise ModelError(f"deal: the hands have {plural(dealt, 'card')} in all, but there are {len(deck)}; {way_out}")
    if not isinstance(name, str) or "{player}" not in name or "{card}" not in name:
        raise ModelError(f"deal, name {shorten(repr(name))}: expected a text with {{player}} and {{card}}")
    holders = [[name.replace("{player}", player).replace("{card}", card) for player, _ in sizes] for card in deck]
    names_of("deal", [atom for card in holders for atom in card])
    return Deal(sizes, tuple(map(tuple, holders)))


def _sizes(hands: Any) -> tuple[tuple[str, int], ...]:
    if not isinstance(hands, Mapping) or not hands:
        raise ModelError(f"deal, hands {shorten(repr(hands))}: expected players with numbers, {{'anne': 3, 'bob': 3}}")
    for player, size in hands.items():
        if isinstance(size, bool) or not isinstance(size, int) or size < 0:
            raise ModelError(
                f"deal, hand of {shorten(str(player))}: expected how many cards, got {shorten(repr(size))}"
            )
    return tuple([(str(player), size) for player, size in hands.items()])
