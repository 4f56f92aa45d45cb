"""The players' knowledge of cards and best hands in hold'em, as a `Table` (what is commonly known at a moment).

``has(ann,SA)`` says that ann has the ace of spades; ``has(board,SA)`` and ``has(deck,SA)`` say that it is on the board
or in the deck. ``wins(ann)`` says that, with the present board, ann has a better hand than all other players still in.
``splits(ann)`` says that the best of the others' hands is as good as ann's. Players see their own hands; the board and
the hands at a showdown are public.

The value of a hand is encoded in binary digits. All values that two cards can have with the present board are
numbered from the lowest; the number is the *rank* of the hand. ``rank(ann,3)`` is the binary digit for 8 in the rank of
ann's hand. A formula over such digits says that ann's hand is better than bob's. A BDD over the cards of two players
would have to distinguish the cards of both, which takes millions of nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, TypeVar

import numpy as np

from games.core.cards import CARDS, hands_law, has, listed, lying, numbers
from games.core.rules import EVERYTHING
from games.holdem.hand_value import value_of
from games.holdem.observe import BOARD, Observation, observation
from games.holdem.rules import HOLE, SEATS, HoldemState
from games.knowing.table import Table
from kripke.checking.engine.compiled import compiled
from kripke.symbolic.laws.constraints import ChoiceConstraint
from logic.clauses import And, Atom, Bottom, Iff, Not, Or, Top, conj
from logic.formula import Formula

T = TypeVar("T")
KEPT = 64  # number of boards whose ranks of hands are cached


def rank(player: str, digit: int) -> str:
    """The atom for a binary digit, numbered from 0, of the rank of a player's hand."""
    return f"rank({player},{digit})"


@dataclass(frozen=True)
class RankDigit(ChoiceConstraint):
    """The constraint that defines one binary digit of the rank of a player's hand; see the module docstring."""

    player: str
    cards: int  # the cards that may be in hands, a set as in `games.core.cards`
    board: int
    digit: int  # from 0
    is_digit: ClassVar[bool] = True

    @property
    def atoms(self) -> tuple[str, ...]:
        """The atoms about the player's cards, on which the rank of the hand depends."""
        return tuple(has(self.player, CARDS[card]) for card in by_rank(self.cards))

    def holds(self, true: Collection[str]) -> bool:
        """Whether the digit is 1 if the atoms in `true` are true and all other atoms are false."""
        order = by_rank(self.cards)
        first, second = (place for place, card in enumerate(order) if has(self.player, CARDS[card]) in true)
        return bool(hand_ranks(self.cards, self.board)[first][second] >> self.digit & 1)

    def folded(self, order: Sequence[str], choose: Callable[[str, T, T], T], true: T, false: T) -> T:
        """The digit as nested choices over the atoms of the player's cards. O(h^2) calls of `choose` for h cards."""
        ranks, names = hand_ranks(self.cards, self.board), self.atoms
        tree: T | None = None
        for first in range(len(names) - 2, -1, -1):
            digits = [true if number >> self.digit & 1 else false for number in ranks[first]]
            pair = digits[-1]
            for second in range(len(names) - 2, first, -1):
                pair = pair if digits[second] is pair else choose(names[second], digits[second], pair)
            tree = pair if tree is None or tree is pair else choose(names[first], pair, tree)
        assert tree is not None
        return tree


def digits(cards: int, board: int) -> int:
    """The number of binary digits for the ranks of hands from `cards`, with this board."""
    return max(map(max, hand_ranks(cards, board))).bit_length()


def better(one: Sequence[str], other: Sequence[str], or_equal: bool) -> Formula:
    """The formula which says that one number is larger than another or, if `or_equal`, at least as large.

    The numbers are given by atoms for their binary digits, from the lowest.
    """
    formula: Formula = Top() if or_equal else Bottom()
    for here, there in zip(map(Atom, one), map(Atom, other), strict=True):
        formula = Or(And(here, Not(there)), And(Iff(here, there), formula))
    return formula


def by_rank(cards: int) -> tuple[int, ...]:
    """The numbers of a set's cards, from the aces down, so that cards of the same rank are neighbours."""
    return tuple(sorted(numbers(cards), key=lambda card: CARDS[card], reverse=True))


@lru_cache(maxsize=KEPT)
def hand_ranks(cards: int, board: int) -> tuple[tuple[int, ...], ...]:
    """Rank the pairs of cards by value with the board, from the lowest. Rows and columns follow `by_rank`."""
    values = _values(np.array(by_rank(cards), np.int64), board)
    above = np.triu_indices(len(values), 1)
    values[above] = np.unique(values[above], return_inverse=True)[1]
    return tuple(map(tuple, values.tolist()))


@compiled
def _values(order: Any, board: int) -> Any:
    """The value of each pair of the cards in `order`, with the board."""
    values = np.zeros((len(order), len(order)), np.int64)
    for first in range(len(order)):
        for second in range(first + 1, len(order)):
            values[first, second] = value_of(board | 1 << order[first] | 1 << order[second])
    return values


DECK = "deck"


def table(state: HoldemState) -> Table:
    """The `Table` of a state: variables for the places of cards, their law, and the players' observations."""
    now, view = state.position, observation(state, EVERYTHING)
    places = dict(zip(view.rules.names, now.hands, strict=True)) | {BOARD: view.shown, DECK: state.undealt}
    order = [CARDS[card] for card in by_rank(state.rules.deck)]
    actual = lying(places, order)
    return Table(
        variables=tuple((atom, ()) for atom in actual),
        observes=tuple((name, tuple(has(name, card) for card in order)) for name in view.rules.names),
        law=tuple(_law(view, places, now.is_shown)),
        defined=tuple(_defined(view)),
        actual=actual,
    )


def _law(view: Observation, places: dict[str, int], is_shown: bool) -> Iterator[Any]:
    """The state law: the constraints of the deal, and the public locations of cards."""
    public = {BOARD: view.shown}
    if is_shown:
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
    """The defined atoms: the rank digits of the hands still in, and the atoms ``wins(...)`` and ``splits(...)``."""
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
