"""Cards in hands: whether they can be dealt so that each hand has its size, in how many ways, and what one hand may be.

They can be dealt if it is so for each set of hands: the cards that only these hands may have find room there, and the
cards that they may have fill them. Sources: P. Hall, "On representatives of subsets", Journal of the London
Mathematical Society 10, 1935, doi:10.1112/jlms/s1-10.37.26; with sizes, A. J. Hoffman, "Some recent applications of the
theory of linear inequalities to extremal combinatorial analysis", Proc. Symposia in Applied Mathematics 10, 1960.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from math import comb
from operator import or_
from random import Random
from typing import NamedTuple

from kripke.symbolic.diagrams.variable_order import mask_of, members

MOST_HANDS = 8
"""Largest number of hands: all sets of them are gone through."""

MOST_SPLITS = 1_000
"""Largest number of splits of the cards of one kind that a count goes through: 2 ms."""


class Bound(NamedTuple):
    """The constraint that a hand has from `low` to `high` of some cards."""

    cards: int
    low: int
    high: int


@dataclass(frozen=True)
class Hands:
    """The possible hands of a deal. A set of cards is an integer: bit c stands for card c.

    `possible`: for each hand the cards that it may have.
    `sizes`: for each hand the number of its cards; None: any number.
    `dealt`: the cards that some hand must have; the others may be in no hand.
    """

    possible: tuple[int, ...]
    sizes: tuple[int | None, ...]
    dealt: int

    def given(self, has: Sequence[int], lacks: Sequence[int]) -> Hands:
        """The same where it is known of some cards which hand has them, or does not have them."""
        once = twice = 0
        for cards in has:
            twice |= once & cards
            once |= cards
        possible = [
            cards & ~(no | once & ~yes | twice) for cards, yes, no in zip(self.possible, has, lacks, strict=True)
        ]
        return Hands(tuple(possible), self.sizes, self.dealt | once)

    def apart(self, hand: int, cards: int, number: int) -> Hands:
        """The same, where a hand has exactly `number` of some cards: these become the last hand."""
        possible, sizes = [*self.possible, self.possible[hand] & cards], [*self.sizes, number]
        possible[hand] &= ~cards
        size = sizes[hand]
        sizes[hand] = None if size is None else size - number
        return Hands(tuple(possible), tuple(sizes), self.dealt)

    @cached_property
    def is_possible(self) -> bool:
        """Whether the cards can be dealt so. O(2^h) for h hands."""
        if self.dealt & ~reduce(or_, self.possible, 0):
            return False
        return all(only.bit_count() <= size <= reached.bit_count() for only, reached, size in self._sets())

    def _sets(self, but: int | None = None) -> Iterator[tuple[int, int, int]]:
        """For each set of hands of a known size: the cards that need a hand of it, that it may have, and its size.

        `but`: a hand that does not count: cards that may be there need a hand of the set if no other may have them.
        """
        reached, sizes, others = [0], [0], 0
        for hand, (cards, size) in enumerate(zip(self.possible, self.sizes, strict=True)):
            if hand == but:
                continue
            if size is None:
                others |= cards
            else:
                reached += [each | cards for each in reached]
                sizes += [each + size for each in sizes]
        dealt, last = self.dealt & reached[-1] & ~others, len(reached) - 1
        for number in range(1, last + 1):
            yield dealt & ~reached[last ^ number], reached[number], sizes[number]

    def needed(self, hand: int) -> int:
        """The cards that no other hand may have."""
        return self.dealt & ~reduce(or_, [cards for other, cards in enumerate(self.possible) if other != hand], 0)

    def bounds(self, hand: int) -> frozenset[Bound]:
        """The conditions on one hand for the others to be dealt, without those on its size and single cards."""
        own, needed = self.possible[hand], self.needed(hand)
        found = []
        for only, reached, size in self._sets(but=hand):
            found.append(Bound(only & own, only.bit_count() - size, only.bit_count()))
            found.append(Bound(reached & own, 0, reached.bit_count() - size))
        return frozenset([bound for bound in found if not self._is_trivial(hand, needed, bound)])

    def _is_trivial(self, hand: int, needed: int, bound: Bound) -> bool:
        """Whether every hand of this size with the needed cards satisfies the bound."""
        inside, own = bound.cards, self.possible[hand]
        least, most = (inside & needed).bit_count(), inside.bit_count()
        size = self.sizes[hand]
        if size is not None:
            least = max(least, size - (own & ~inside).bit_count())
            most = min(most, size - (needed & ~inside).bit_count())
        return bound.low <= least and bound.high >= most

    def candidates(self, hand: int, bounds: frozenset[Bound], number: int) -> Iterator[int]:
        """Some sets of cards that a hand of a known size may be; the same ones each time."""
        size, needed = self.sizes[hand], self.needed(hand)
        if size is None:
            return
        free = list(members(self.possible[hand] & ~needed))
        rng = Random(0)
        for _ in range(number):
            cards = needed | mask_of(rng.sample(free, size - needed.bit_count()))
            if all(low <= (cards & some).bit_count() <= high for some, low, high in bounds):
                yield cards

    def example(self, hand: int) -> Hands | None:
        """The same with one choice of a hand's cards; None unless each leaves as many ways to deal the others."""
        needed, size = self.needed(hand), self.sizes[hand]
        free = self.possible[hand] & ~needed
        others = [*self.possible[:hand], *self.possible[hand + 1 :], self.dealt]
        if size is None or any(cards & free not in (0, free) for cards in others):
            return None
        taken = needed | mask_of(list(members(free))[: max(0, size - needed.bit_count())])
        nothing = [0] * len(self.sizes)
        has, lacks = [*nothing], [*nothing]
        has[hand], lacks[hand] = taken, ~taken
        return self.given(has, lacks)

    @cached_property
    def ways(self) -> int | None:
        """The number of ways to deal the cards so; None if it takes long to count them.

        O(k) for k splits of the cards between hands, where cards that the same hands may have are alike.
        """
        if not self.is_possible:
            return 0
        room = tuple([size for size in self.sizes if size is not None])
        *kinds, last = sorted(self._kinds, key=_Kind.splits) or [_Kind((), 1, 0)]
        ways = {room: 1}
        for kind in kinds:
            if len(ways) * kind.splits() > MOST_SPLITS:
                return None
            after: dict[tuple[int, ...], int] = {}
            for room, before in ways.items():
                for left, splits in kind.split(room):
                    after[left] = after.get(left, 0) + before * splits
            ways = after
        return sum([before * last.filling(room) for room, before in ways.items()])

    @property
    def _kinds(self) -> list[_Kind]:
        """The cards by the hands that may have them."""
        everything = self.dealt | reduce(or_, self.possible, 0)
        kinds: list[tuple[tuple[int, ...], int, int]] = [((), 0, self.dealt), ((), 1, everything & ~self.dealt)]
        place = 0
        for cards, size in zip(self.possible, self.sizes, strict=True):
            counted, free = ((), 1) if size is None else ((place,), 0)
            place += size is not None
            kinds = [
                kind
                for hands, others, some in kinds
                for kind in ((hands + counted, others + free, some & cards), (hands, others, some & ~cards))
                if kind[2]
            ]
        return [_Kind(hands, others, some.bit_count()) for hands, others, some in kinds]


class _Kind(NamedTuple):
    """Cards that the same hands may have.

    `others`: the number of other places: hands of any size, and outside of all hands.
    """

    hands: tuple[int, ...]
    others: int
    cards: int

    def splits(self) -> int:
        """An upper bound of the number of splits between the hands."""
        places = len(self.hands) + (self.others > 0)
        return comb(self.cards + places - 1, self.cards)

    def split(self, room: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
        """What room each split leaves in the hands of a known size, and the number of ways."""
        found = [(room, self.cards, 1)]
        for place, hand in enumerate(self.hands, 1):
            takes_rest = place == len(self.hands) and not self.others
            found = [
                ((*room[:hand], room[hand] - taken, *room[hand + 1 :]), left - taken, ways * comb(left, taken))
                for room, left, ways in found
                for taken in range(left if takes_rest else 0, min(room[hand], left) + 1)
            ]
        return ((room, ways * self.others**left) for room, left, ways in found)

    def filling(self, room: tuple[int, ...]) -> int:
        """The number of ways to give each hand what it still needs."""
        left = self.cards - sum(room)
        if left < 0 or any(cards for hand, cards in enumerate(room) if hand not in self.hands):
            return 0
        ways: int = self.others**left
        cards = self.cards
        for hand in self.hands:
            ways *= comb(cards, room[hand])
            cards -= room[hand]
        return ways
