"""Cheat for the search in plain Python: a readable version of `games.cheat.compiled`.

The information states are those of Bitan and Kraus (2018): 16 attributes in a key of 31 bits. Counts have three bits,
which also store 0, such as the size of the pile after a call.

Sets of cards are integers with a bit for each card, four bits for each rank. Random numbers are drawn in the same order
as in the compiled version, so the same seed gives the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import exp
from typing import Any, NamedTuple

import numpy as np

from benchmarks.plain_search import PlainChance
from games.cheat.abstraction import CALL, CLAIMS, TAKE, Previous
from games.cheat.cards import of_rank
from games.cheat.compiled.moves import DECK, PILE, PREVIOUS
from games.cheat.predictors import FULL, MOST_LOGIT
from games.core.errors import GameError
from games.search.tree_search import draw_once
from logic.errors import shorten

BY_SIZE = (0, 0.6, 0.87, 0.97, 1)
"""The constant of `games.cheat.compiled.moves`, copied because that module loads Numba."""


class Attributes(NamedTuple):
    """The attributes of the current player's information state, in the source's order.

    Attributes
    ----------
    previous : int
        A value of `Previous`. If claims are hidden, every claim is stored as true.
    can_higher, can_lower : int
        Whether the hand has a card of the next higher or next lower rank.
    own, opponent, pile : int
        Numbers of cards, in the classes of `size_class`.
    round : int
        The round, from 1 to 127 (also for later ones).
    held_higher, held_lower : int
        Estimated number of the opponent's cards of the next higher or lower rank: 0, 1, 2, or 3 for more.
    own_higher, own_lower, opponent_higher, opponent_lower : int
        Whether the player or the opponent has made this claim since the last call.
    caught_higher, caught_lower : int
        Whether the player was caught on a claim of this rank.
    caught : int
        Whether the player was caught on any claim.
    """

    previous: int
    can_higher: int
    can_lower: int
    own: int
    opponent: int
    pile: int
    round: int
    held_higher: int
    held_lower: int
    own_higher: int
    own_lower: int
    opponent_higher: int
    opponent_lower: int
    caught_higher: int
    caught_lower: int
    caught: int


WIDTHS = Attributes(2, 1, 1, 3, 3, 3, 7, 2, 2, 1, 1, 1, 1, 1, 1, 1)
"""The width of each attribute in bits: 31 bits in all."""


def size_class(count: int) -> int:
    """The class of a number of cards: 0 to 4, then 5 for 5 to 8, and 6 for more (psi in the source)."""
    return count if count <= 4 else 5 if count <= 8 else 6


def held_class(count: int) -> int:
    """The class of an estimated number of cards: 0 to 2, and 3 for more (phi in the source)."""
    return min(count, 3)


def encode(attributes: Attributes) -> int:
    """Encode the attributes in one number of 31 bits, the first in the lowest bits.

    Raises
    ------
    GameError
        If a value does not fit its bits.
    """
    code, shift = 0, 0
    for name, value, width in zip(Attributes._fields, attributes, WIDTHS, strict=True):
        if not 0 <= value < 1 << width:
            raise GameError(f"{name} {shorten(repr(value))}: expected a number from 0 to {(1 << width) - 1}")
        code |= value << shift
        shift += width
    return code


def decode(code: int) -> Attributes:
    """The attributes of a key.

    Raises
    ------
    GameError
        If the number has more than 31 bits.
    """
    if not 0 <= code < 1 << sum(WIDTHS):
        raise GameError(f"key {shorten(repr(code))}: expected a number of {sum(WIDTHS)} bits")
    values = []
    for width in WIDTHS:
        values.append(code & (1 << width) - 1)
        code >>= width
    return Attributes(*values)


def counts_by_rank(cards: int) -> list[int]:
    """The number of cards of each rank."""
    return [(cards & of_rank(rank)).bit_count() for rank in range(13)]


class PlainPosition:
    """A state of the game with all cards known.

    Parameters
    ----------
    facts : Facts
        The end of the game, the view and the rollout policy.
    root : Root
        The information set that the state is drawn from.
    """

    def __init__(self, facts: Any, view: str, root: Any) -> None:
        self.facts, self.view = facts, view
        words = [int(word) for word in root.template]
        self.hands, self.pile, self.deck = words[0:2], words[2], words[3]
        self.current, self.rank, self.previous, self.count, self.turn = words[4:9]
        self.winner: int | None = None
        self.known, self.made, self.caught, self.times = words[10:12], words[14:16], words[16:18], words[18:20]
        self.held = [[word >> 4 * rank & 15 for rank in range(13)] for word in words[12:14]]
        self.repeated, self.shown, self.starter = bool(words[20]), view != "none", words[22]
        self.answer: bool | None = None

    # Moves ------------------------------------------------------------------------------------------------------------

    def legal(self) -> int:
        """The legal actions as bits; a predicted call is the only one, and a predicted pass excludes the call."""
        if self.answer:
            return 1 << CALL
        mask = (self.can_call and self.answer is None) << CALL | self.can_take << TAKE
        for number, claim in enumerate(CLAIMS, 2):
            mask |= (claim.size <= self._room(claim.lower, claim.true)) << number
        return mask

    @property
    def can_call(self) -> bool:
        """Whether the last move is a claim, which can be called."""
        return self.previous in (Previous.TRUE_CLAIM, Previous.FALSE_CLAIM)

    @property
    def can_take(self) -> bool:
        """Whether a card can be taken, or the turn passed."""
        return bool(self.deck) or self.facts.passing

    def _next_rank(self, lower: bool) -> int:
        return int((self.rank + (-1 if lower else 1)) % self.facts.ranks)

    def _fitting(self, lower: bool, true: bool) -> int:
        """The cards of the hand that make a true or a false claim."""
        fitting = of_rank(self._next_rank(lower))
        return self.hands[self.current] & (fitting if true else ~fitting)

    def _room(self, lower: bool, true: bool) -> int:
        return min(int(self.facts.suits), self._fitting(lower, true).bit_count())

    def move(self, action: int, chance: PlainChance) -> None:
        """Apply one of the 18 actions; drawn or claimed cards are random."""
        self.answer = None
        if action == CALL:
            self._call()
        elif action == TAKE:
            card = pick(self.deck, 1, chance) if self.deck else 0
            self.deck ^= card
            self.hands[self.current] |= card
            self.previous = Previous.TAKE
            self._next_turn(1 - self.current)
        else:
            claim = CLAIMS[action - 2]
            self._claim(claim.lower, claim.true, pick(self._fitting(claim.lower, claim.true), claim.size, chance))
            if self.current == self.facts.predicted >= 0:
                self.answer = chance.uniform() < self._call_chance()

    def _call_chance(self) -> float:
        """The probability that the current player calls the last claim, by a logistic model."""
        seat, other = self.current, 1 - self.current
        theirs, own = self.hands[other].bit_count(), self.hands[seat].bit_count()
        held = (self.hands[seat] & of_rank(self.rank)).bit_count()
        cards = self.count - 1, held, FULL - theirs, FULL - own, self.pile.bit_count()
        values = *cards, self.times[other], self.repeated, theirs == 0
        logit = self.facts.logit + sum(weight * value for weight, value in zip(self.facts.weights, values, strict=True))
        return 1 / (1 + exp(-max(-MOST_LOGIT, min(MOST_LOGIT, logit))))

    def _claim(self, lower: bool, true: bool, cards: int) -> None:
        seat = self.current
        self.hands[seat] ^= cards
        self.pile |= cards
        self.rank, self.count = self._next_rank(lower), cards.bit_count()
        self.previous = Previous.TRUE_CLAIM if true else Previous.FALSE_CLAIM
        self.repeated = bool(self.made[seat] >> self.rank & 1)
        self.made[seat] |= 1 << self.rank
        self.shown = self.view in ("all", "everything")
        if true or not self.shown:
            self.expect_less(seat)
        self._next_turn(1 - seat)

    def expect_less(self, seat: int) -> None:
        """Subtract the cards of the last claim from those expected in the seat's hand."""
        self.held[seat][self.rank] = max(0, self.held[seat][self.rank] - self.count)

    def _call(self) -> None:
        caller, claimer = self.current, 1 - self.current
        caught = self.previous == Previous.FALSE_CLAIM
        loser = claimer if caught else caller
        if caught:
            self.caught[claimer] |= 1 << self.rank
            self.times[claimer] += 1
        self.hands[loser] |= self.pile
        self.known[loser] |= self.pile
        self.known[1 - loser] &= ~self.pile
        self.held = [counts_by_rank(cards) for cards in self.known]
        self.made, self.pile, self.previous = [0, 0], 0, Previous.CALL
        self.count, self.repeated = 0, False
        self._next_turn(1 - loser if self.facts.winner_moves else claimer)

    def _next_turn(self, following: int) -> None:
        seat, other = self.current, 1 - self.current
        self.turn += 1
        if not self.hands[other]:
            self.winner = other
        elif self.facts.at_once and not self.hands[seat]:
            self.winner = seat
        elif self.turn >= self.facts.turns:
            self.winner = self._fewer()
        self.current = following if self.winner is None else -2

    def _fewer(self) -> int:
        one, other = (hand.bit_count() for hand in self.hands)
        if one != other:
            return int(other < one)
        return 1 - self.starter if self.facts.second else -1

    def payoff(self, seat: int) -> float:
        """1 for a win, -1 for a loss, 0 for a draw."""
        return 0.0 if self.winner == -1 else 1.0 if self.winner == seat else -1.0

    # What a player sees -----------------------------------------------------------------------------------------------

    def attributes(self) -> Attributes:
        """The 16 attributes of the current player's information state."""
        seat, other = self.current, 1 - self.current
        ranks = self._next_rank(False), self._next_rank(True)
        hidden = self.can_call and not self.shown
        values = (
            Previous.TRUE_CLAIM if hidden else self.previous,
            *[bool(self.hands[seat] & of_rank(rank)) for rank in ranks],
            *[size_class(cards.bit_count()) for cards in (self.hands[seat], self.hands[other], self.pile)],
            min(self.turn // 2 + 1, 127),
            *[held_class(self.held[other][rank]) for rank in ranks],
            *[self.made[seat] >> rank & 1 for rank in ranks],
            *[self.made[other] >> rank & 1 for rank in ranks],
            *[self.caught[seat] >> rank & 1 for rank in ranks],
            self.caught[seat] != 0,
        )
        return Attributes._make(map(int, values))

    def key(self) -> Hashable:
        """The seat and its 31-bit key; with full view, all that determines the state."""
        if self.view == "everything":
            cards = *self.hands, self.pile, self.deck
            return self.current, *cards, self.rank, self.previous, self.count, self.turn
        return self.current, encode(self.attributes())

    # The rollout policy -----------------------------------------------------------------------------------------------

    def rollout(self, chance: PlainChance) -> int:
        """Rules a to f of the source; otherwise an action drawn in proportion to the weights of the legal kinds."""
        if self.answer or (self.answer is None and self._must_call()):
            return CALL
        groups = self._groups()
        total = 0.0
        for _, share, _ in groups:
            total += share
        mark = chance.uniform() * total
        for first, share, sizes in groups:
            if mark < share:
                return first + next(number for number, each in enumerate(sizes) if mark < each)
            mark -= share
        raise AssertionError("the mark is below the sum of the shares")

    def _groups(self) -> list[tuple[int, float, Sequence[float]]]:
        """For each kind of action: its first number, its weight, and the cumulative weights by number of cards."""
        facts = self.facts
        calls = facts.call if self.can_call and self.answer is None else 0.0
        takes = facts.take if self.can_take else 0.0
        groups: list[tuple[int, float, Sequence[float]]] = [(CALL, calls, [calls]), (TAKE, takes, [takes])]
        for lower in (False, True):
            for true in (True, False):
                share, most = facts.true if true else facts.false, self._room(lower, true)
                sizes = [BY_SIZE[size] * share for size in range(most + 1)]
                groups.append((6 + 8 * lower - 4 * true, sizes[-1], sizes[1:]))
        return groups

    def _must_call(self) -> bool:
        """Whether a rule calls a false claim; a hidden claim is called only if the player loses otherwise."""
        other = 1 - self.current
        empty = not self.hands[other]
        if not self.shown:
            return self.can_call and empty
        rules = (
            empty,
            self.pile.bit_count() > 8,
            self.times[other] > 8,
            self.repeated,
            bool(self.hands[self.current] & of_rank(self.rank)),
            bool(self.caught[other] >> self.rank & 1),
        )
        return self.previous == Previous.FALSE_CLAIM and any(rules)


def drawing(facts: Any, view: str, root: Any, cases: tuple[int, ...]) -> Callable[[int, PlainChance], Any]:
    """A function for `PlainSearch.run` that draws states of an information set; the compiled loop deals the cards."""

    def draw(case: int, chance: PlainChance) -> PlainPosition | None:
        row, state = root.template.copy(), np.array([chance.state], np.uint64)
        if not draw_once(row, cases[case], state, root, facts):
            return None
        chance.state = int(state[0])
        position = PlainPosition(facts, view, root)
        other = 1 - position.current
        position.hands[other], position.pile, position.deck = int(row[other]), int(row[PILE]), int(row[DECK])
        if root.pending:
            position.previous = Previous(row[PREVIOUS])
            if position.previous == Previous.TRUE_CLAIM or not position.shown:
                position.expect_less(other)
        return position

    return draw


def pick(cards: int, count: int, chance: PlainChance) -> int:
    """A random subset of `count` cards."""
    picked = 0
    for _ in range(count):
        rest = cards
        for _ in range(chance.below(cards.bit_count())):
            rest &= rest - 1
        picked |= rest & -rest
        cards ^= rest & -rest
    return picked
