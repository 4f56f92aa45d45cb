"""A bid as a condition on the cards, exactly: the hands from which an additive bidder makes it, as a decision diagram.

The event of a bid has this condition: who hears it, and knows how the bidder bids, learns that it is true. ``bid(E)=0``
stands for it, so that ``K_N (bid(E)=0 -> ~has(E,SA))`` can be asked before the bid, and is known when it is made.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeVar

from games.spades.bidding.additive import Additive, Sums
from games.spades.bidding.hand import Hand
from games.spades.bidding.situation import MOST, Situation
from games.spades.cards import CARDS, PER_SUIT, full_deck, in_suit, numbers, suit_of
from kripke.symbolic.diagrams.bdd import BddManager
from kripke.symbolic.diagrams.state_set import StateSet, support_of
from kripke.symbolic.laws.constraints import PortableConstraint, Ungrouped, choice, place_of, where
from logic.clauses import Atom, Bottom, Top
from logic.formula import Formula

ALL = full_deck(PER_SUIT)
T = TypeVar("T")


@dataclass(frozen=True)
class BidIs(Ungrouped, PortableConstraint):
    """That a player's cards lead to one of some bids.

    Parameters
    ----------
    cards : int
        The cards that may be in the hand now, a set as in `games.spades.cards`.
    played : int
        The cards that the player has played since the bid.
    """

    player: str
    bidder: Additive
    bids: frozenset[int]
    situation: Situation
    cards: int = ALL
    played: int = 0

    @property
    def atoms(self) -> tuple[str, ...]:
        """The atoms of the player's cards."""
        return tuple(map(self._atom, numbers(self.cards)))

    def formula(self, atoms: Collection[str]) -> Formula:
        """The condition as a formula, in which equal rests are shared."""
        order = [*numbers(self.cards)][::-1]
        return self._folded(order, lambda card, *rests: choice(Atom(self._atom(card)), *rests), Top(), Bottom())

    def holds(self, true: Collection[str]) -> bool:
        """Whether the cards lead to one of the bids."""
        held = sum(1 << card for card in numbers(self.cards) if self._atom(card) in true)
        return self.bidder.of(Hand.of_set(held | self.played), self.situation) in self.bids

    def state_set(self, manager: BddManager, atoms: Mapping[str, StateSet]) -> StateSet:
        """Where it is true. O(s d) nodes for s sums of the first suits and d nodes that tell what counts of a suit."""
        literals = {card: where(self._atom(card), atoms) for card in numbers(self.cards)}
        order = sorted(literals, key=lambda card: place_of(manager, literals[card]))
        functions = {card: states.function for card, states in literals.items()}
        found = self._folded(order, lambda card, *rests: functions[card].ite(*rests), manager.true, manager.false)
        return StateSet.of(manager, found, support_of(literals.values()))

    def _atom(self, card: int) -> str:
        return f"has({self.player},{CARDS[card]})"

    def _folded(self, order: Sequence[int], choose: Callable[[int, T, T], T], true: T, false: T) -> T:
        """The condition as choices card by card, those with equal ends made once."""
        nodes, root = _choices(self.bidder, self.situation, tuple(order), self.played)
        numbers, made = [int(bid in self.bids) for bid in range(MOST + 1)], [false, true]
        known = dict[tuple[int, int, int], int]()
        for card, having, lacking in nodes:
            one, other = numbers[having], numbers[lacking]
            if one == other:
                numbers.append(one)
                continue
            number = known.setdefault((card, one, other), len(made))
            if number == len(made):
                made.append(choose(card, made[one], made[other]))
            numbers.append(number)
        return made[numbers[root]]


@lru_cache(maxsize=64)
def _choices(
    bidder: Additive, situation: Situation, order: tuple[int, ...], played: int
) -> tuple[tuple[tuple[int, int, int], ...], int]:
    """The bid that is made, as choices card by card: by what a card's suit counts, after the sums of the suits before.

    Returns
    -------
    tuple of (card, int, int), and int
        Each choice with the number of what follows with the card and without it, and the number of the first choice.
        Numbers up to `MOST` are bids; choices are numbered from there on, each after what follows it.
    """
    suits = [_counts(bidder, suit, tuple(cards), played) for suit, cards in _by_suit(order).items()]
    sums = [{(0,) * len(bidder.caps)}]
    for each in suits:
        sums.append({bidder.plus(before, counted) for before in sums[-1] for counted in each.leaves})
    nodes = dict[tuple[int, int, int], int]()
    values = {total: bidder.bid(total, situation) for total in sums[-1]}
    for each, before in zip(reversed(suits), reversed(sums[:-1]), strict=True):
        values = {
            total: each.folded([values[bidder.plus(total, leaf)] for leaf in each.leaves], nodes) for total in before
        }
    return tuple(nodes), values[(0,) * len(bidder.caps)]


class Counts(NamedTuple):
    """What counts of a suit, as choices card by card.

    Attributes
    ----------
    leaves : tuple of tuple of int
        What may count.
    nodes : tuple of (int, int, int)
        A card, and the numbers of what follows with it and without it: of a leaf, or of a node after all leaves.
    root : int
        The number of the first choice.
    """

    leaves: tuple[Sums, ...]
    nodes: tuple[tuple[int, int, int], ...]
    root: int

    def folded(self, values: list[int], nodes: dict[tuple[int, int, int], int]) -> int:
        """The number of the first choice, where each leaf has a value."""
        if all(value == values[0] for value in values):  # most sums lead to one bid, whatever follows
            return values[0]
        found = list(values)
        for card, having, lacking in self.nodes:
            one, other = found[having], found[lacking]
            found.append(one if one == other else nodes.setdefault((card, one, other), MOST + 1 + len(nodes)))
        return found[self.root]


def _by_suit(order: Sequence[int]) -> dict[int, list[int]]:
    """The cards of each suit, in their order; a suit of which no card is left counts too."""
    found: dict[int, list[int]] = {}
    for card in order:
        found.setdefault(suit_of(card), []).append(card)
    return found | {suit: [] for suit in range(4) if suit not in found}


@lru_cache(maxsize=256)
def _counts(bidder: Additive, suit: int, cards: tuple[int, ...], played: int) -> Counts:
    """What counts of a suit: choices with equal ends are one choice. O(2^k) for k cards."""
    holdings = [in_suit(played, suit)]
    for card in cards:
        holdings = [each | have for each in holdings for have in (0, 1 << card)]
    table = bidder.table(suit)
    counted = [table[holding >> PER_SUIT * suit] for holding in holdings]
    leaves = {leaf: number for number, leaf in enumerate(dict.fromkeys(counted))}
    row, nodes = [leaves[each] for each in counted], dict[tuple[int, int, int], int]()
    for card in reversed(cards):
        above = []
        for lacking, having in zip(row[::2], row[1::2], strict=True):
            choice = card, having, lacking
            above.append(having if having == lacking else nodes.setdefault(choice, len(leaves) + len(nodes)))
        row = above
    return Counts(tuple(leaves), tuple(nodes), row[0])


def bid_atoms(
    player: str, bidder: Additive, situation: Situation, cards: int = ALL, played: int = 0
) -> dict[str, BidIs]:
    """An atom for each bid, such as ``bid(E)=0``, with the cards that lead to it; for `SymbolicModel.define`."""
    return {
        f"bid({player})={bid}": BidIs(player, bidder, frozenset((bid,)), situation, cards, played)
        for bid in range(MOST + 1)
    }
