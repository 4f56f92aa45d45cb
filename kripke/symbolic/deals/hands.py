"""Cards and hands of given sizes: whether a deal exists, the number of deals, random deals, and bounds on one hand.

A deal exists if two conditions hold for each set of hands: these hands have room for the cards that no other hand may
have, and there are enough cards that these hands may have. Sources: P. Hall, "On representatives of subsets", Journal
of the London Mathematical Society 10, 1935, doi:10.1112/jlms/s1-10.37.26; with sizes, A. J. Hoffman, "Some recent
applications of the theory of linear inequalities to extremal combinatorial analysis", Proc. Symposia in Applied
Mathematics 10, 1960.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import accumulate
from math import comb
from operator import or_
from random import Random
from typing import NamedTuple

from kripke.symbolic.diagrams.variable_order import mask_of, members

MOST_HANDS = 8  # largest number of hands: all sets of hands are enumerated

MOST_SPLITS = 1_000  # largest number of splits of cards with the same possible hands that a count enumerates: 2 ms

OUTSIDE = -1  # stands for the index of a hand, for cards that are in no hand

Room = tuple[int, ...]  # for each hand of known size, the number of cards that it still needs


class Bound(NamedTuple):
    """The constraint that a hand has from `low` to `high` cards of the set `cards`."""

    cards: int
    low: int
    high: int


@dataclass(frozen=True)
class Hands:
    """The possible hands of a deal. A set of cards is an integer: bit c stands for card c.

    `possible`: for each hand the cards that it may have.
    `sizes`: for each hand the number of its cards; None: any number.
    `dealt`: the cards that must be in some hand; any other card may be left in no hand.
    `parts`: for each of the last ``len(parts)`` hands, which are parts of other hands, the index of the whole hand.
    `most`: maximal number of splits of cards in one step of a count; beyond it the number of deals is unknown.
    """

    possible: tuple[int, ...]
    sizes: tuple[int | None, ...]
    dealt: int
    parts: tuple[int, ...] = ()
    most: int = MOST_SPLITS

    def given(self, has: Sequence[int], lacks: Sequence[int]) -> Hands:
        """The deals in which each hand has its cards in `has`, and none of its cards in `lacks`."""
        once = twice = 0
        for cards in has:
            twice |= once & cards
            once |= cards
        possible = [own & ~(no | once & ~yes | twice) for own, yes, no in zip(self.possible, has, lacks, strict=True)]
        return Hands(tuple(possible), self.sizes, self.dealt | once, self.parts, self.most)

    def apart(self, hand: int, cards: int, number: int) -> Hands:
        """The deals in which a hand has exactly `number` of `cards`; these cards become a separate last hand."""
        possible, sizes = [*self.possible, self.possible[hand] & cards], [*self.sizes, number]
        possible[hand] &= ~cards
        size = sizes[hand]
        sizes[hand] = None if size is None else size - number
        return Hands(tuple(possible), tuple(sizes), self.dealt, (*self.parts, hand), self.most)

    @cached_property
    def is_possible(self) -> bool:
        """Whether some deal gives each hand its size. O(2^h) for h hands."""
        if self.dealt & ~reduce(or_, self.possible, 0):
            return False
        return all(only.bit_count() <= size <= reached.bit_count() for only, reached, size in self._sets())

    def _sets(self, but: int | None = None) -> Iterator[tuple[int, int, int]]:
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
        """The cards that this hand must have, since no other hand may have them."""
        return self.dealt & ~reduce(or_, [cards for other, cards in enumerate(self.possible) if other != hand], 0)

    def bounds(self, hand: int) -> frozenset[Bound]:
        """The bounds that one hand must satisfy so that the other hands can be dealt; trivial bounds are omitted."""
        own, needed = self.possible[hand], self.needed(hand)
        bounds = []
        for only, reached, size in self._sets(but=hand):
            bounds.append(Bound(only & own, only.bit_count() - size, only.bit_count()))
            bounds.append(Bound(reached & own, 0, reached.bit_count() - size))
        return frozenset([bound for bound in bounds if not self._is_trivial(hand, needed, bound)])

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
        """Yield sets of cards that the hand can have within the bounds; none for a hand without a fixed size.

        They are found by `number` random draws with a fixed seed.
        """
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
        """The deals left after one choice of this hand's cards; None if their number may depend on the choice."""
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
        """The number of deals; None if a step of the count would take more than `most` splits of cards.

        O(k) for k splits of cards with the same possible hands.
        """
        if len(self.sizes) <= MOST_HANDS and not self.is_possible:
            return 0
        return None if self._steps is None else (self._ends[1] or [0])[-1]

    @cached_property
    def _kinds(self) -> list[_Kind]:
        """The cards grouped by the hands that may have them; groups that can be split in few ways come first."""
        everything = self.dealt | reduce(or_, self.possible, 0)
        kinds: list[tuple[tuple[int, ...], tuple[int, ...], int]]
        kinds = [((), (), self.dealt), ((), (OUTSIDE,), everything & ~self.dealt)]
        place = 0
        for hand, (cards, size) in enumerate(zip(self.possible, self.sizes, strict=True)):
            counted, free = ((), (hand,)) if size is None else ((place,), ())
            place += size is not None
            kinds = [
                kind
                for hands, others, some in kinds
                for kind in ((hands + counted, others + free, some & cards), (hands, others, some & ~cards))
                if kind[2]
            ]
        return sorted(map(_Kind._make, kinds), key=_Kind.splits) or [_Kind((), (OUTSIDE,), 0)]

    @cached_property
    def _steps(self) -> list[dict[Room, tuple[list[Room], list[int]]]] | None:
        """The tables from which deals are counted and drawn, one for each kind of cards; None if they are too large."""
        start = tuple([size for size in self.sizes if size is not None])
        steps: list[dict[Room, tuple[list[Room], list[int]]]] = [{start: ([start], [1])}]
        for kind in self._kinds[:-1]:
            if len(steps[-1]) * kind.splits() > self.most:
                return None
            after: dict[Room, tuple[list[Room], list[int]]] = {}
            for room, (_, ways) in steps[-1].items():
                before = sum(ways)
                for left, splits in kind.split(room):
                    rooms, times = after.setdefault(left, ([], []))
                    rooms.append(room)
                    times.append(before * splits)
            steps.append(after)
        return steps

    def draw(self, rng: Random) -> list[list[int]]:
        """Draw a uniformly random deal: the cards of each hand, then the cards in no hand. Requires `ways` above 0."""
        kinds, steps = self._kinds, self._steps
        assert steps is not None
        whole = len(self.sizes) - len(self.parts)
        owners = [*range(whole), *self.parts]
        counted = [owners[hand] for hand, size in enumerate(self.sizes) if size is not None]
        hands: list[list[int]] = [[] for _ in range(whole + 1)]
        ends, weights = self._ends
        room, left = ends[_place(weights, rng)], (0,) * len(counted)
        for kind, step in zip(kinds[::-1], steps[::-1], strict=True):
            cards = list(members(kind.cards))
            rng.shuffle(cards)
            for place in kind.hands:
                taken = room[place] - left[place]
                hands[counted[place]] += cards[:taken]
                del cards[:taken]
            for card in cards:
                place = rng.choice(kind.free)
                hands[OUTSIDE if place == OUTSIDE else owners[place]].append(card)
            rooms, times = step[room]
            left, room = room, rooms[0] if len(rooms) == 1 else rooms[_place(list(accumulate(times)), rng)]
        return hands

    @cached_property
    def _ends(self) -> tuple[list[Room], list[int]]:
        """Each `Room` before the last kind of cards is dealt, and the cumulative numbers of deals over these rooms."""
        *_, last = self._kinds
        assert self._steps is not None
        rooms = self._steps[-1]
        return list(rooms), list(accumulate([last.filling(room) * sum(ways) for room, (_, ways) in rooms.items()]))


def _place(sums: list[int], rng: Random) -> int:
    """Return a random index, weighted by the differences of the cumulative sums."""
    return bisect(sums, rng.randrange(sums[-1]))


class _Kind(NamedTuple):
    """Cards with the same possible hands.

    `hands`: the indices of the possible hands of known size.
    `free`: the indices of the possible hands of any size, and `OUTSIDE` if the cards need not be in a hand.
    `cards`: the set of these cards.
    """

    hands: tuple[int, ...]
    free: tuple[int, ...]
    cards: int

    def splits(self) -> int:
        """An upper bound on the number of pairs that `split` yields."""
        number, places = self.cards.bit_count(), len(self.hands) + bool(self.free)
        return comb(number + places - 1, number)

    def split(self, room: Room) -> Iterator[tuple[Room, int]]:
        """For each split, yield the room left in the hands of known size, and the number of ways."""
        splits = [(room, self.cards.bit_count(), 1)]
        for place, hand in enumerate(self.hands, 1):
            takes_rest = place == len(self.hands) and not self.free
            splits = [
                ((*room[:hand], room[hand] - taken, *room[hand + 1 :]), left - taken, ways * comb(left, taken))
                for room, left, ways in splits
                for taken in range(left if takes_rest else 0, min(room[hand], left) + 1)
            ]
        return ((room, ways * len(self.free) ** left) for room, left, ways in splits)

    def filling(self, room: Room) -> int:
        """The number of ways to give each hand exactly its remaining number of cards."""
        cards = self.cards.bit_count()
        left = cards - sum(room)
        if left < 0 or any(missing for hand, missing in enumerate(room) if hand not in self.hands):
            return 0
        ways: int = len(self.free) ** left
        for hand in self.hands:
            ways *= comb(cards, room[hand])
            cards -= room[hand]
        return ways
