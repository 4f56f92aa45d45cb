"""The publicly known places of cards, and the number of deals that satisfy a formula, counted without BDDs.

Places are the deck, the hands, and the claims of the pile. If no rule distinguishes several claims of a player, they
form one place: how their cards are distributed among these claims is independent of everything else. The truth of a
formula depends only on the locations of the cards that it names: for each way to fix these locations, all deals of the
other cards are counted. Fresh and public cards, limits and periods are explained in `games.cheat.dealing`.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate, product
from math import comb, factorial, perm, prod
from operator import add, le, sub
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from games.cheat.cards import CARDS, of_rank
from games.cheat.dealing import Hidden, Pair, limits
from games.cheat.observe import Observation, hidden
from games.core.cards import numbers
from kripke.checking.observations import evaluate
from logic.formula import Formula
from logic.shared import BOOLEAN

DECK, PILE, HONEST = "deck", "pile", "honest"
_TEXTS = tuple(map(str, CARDS))


class Place(NamedTuple):
    """A place where cards may lie: the deck, a hand, or claims in the pile."""

    before: str  # the start of the place's atoms, before the card, such as ``has(ann,``
    seat: int  # the player who put the cards there and knows them; -1 for the deck
    size: int  # the number of cards
    cards: int  # the set of the cards that may lie there according to public information
    claims: tuple[int, ...] = ()  # the claims of the pile that are this place, from 0

    def atom(self, number: int) -> str:
        """The atom which says that the card with this number lies here."""
        return f"{self.before}{_TEXTS[number]})"

    def atoms(self, cards: int) -> tuple[str, ...]:
        """The atoms for the given cards that may lie here."""
        return tuple([self.atom(number) for number in numbers(self.cards & cards)])


def places(view: Observation, vocabulary: Collection[str] | None = None) -> tuple[Place, ...]:
    """The places where cards may lie unseen: the deck, the hands, and the claims, with the last claim at the end.

    `vocabulary`: the atoms of a formula. Claims that no atom is about are merged: one place for each player and each
    period between two limits on fresh cards.
    """
    public = view.known[0] | view.known[1] | view.opening
    fresh = view.rules.deck & ~public
    hands = [
        Place(f"has({name},", seat, size, (view.known[seat] | (fresh if view.fresh(seat) else 0)) if size else 0)
        for seat, (name, size) in enumerate(zip(view.rules.names, view.sizes, strict=True))
    ]
    claims = [
        Place(
            f"{_name(each)}(",
            view.laid[each[0]].seat,
            sum(view.laid[number].size for number in each),
            view.known[view.laid[each[0]].seat] | (fresh if view.laid[each[0]].fresh else 0),
            each,
        )
        for each in _together(view, vocabulary)
    ]
    return (Place(f"has({DECK},", -1, view.deck, fresh if view.deck else 0), *hands, *claims)


def _name(claims: tuple[int, ...]) -> str:
    return f"laid{'_'.join(str(number + 1) for number in claims)}"


def _together(view: Observation, vocabulary: Collection[str] | None) -> list[tuple[int, ...]]:
    """Group the claims into places. With a `vocabulary`, groups that it does not name are merged."""
    last = len(view.laid) - 1
    groups = _grouped(view, {each: (each,) for each in range(last + 1) if each == last or is_checked(view, each)})
    if vocabulary is None:
        return groups
    named = {atom.partition("(")[0] for atom in vocabulary} | ({_name((last,))} if HONEST in vocabulary else set())
    return _grouped(view, {number: each for each in groups if _name(each) in named for number in each})


def _grouped(view: Observation, alone: Mapping[int, tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Group the claims into places: the groups in `alone`, and the other claims of each player by period."""
    groups: dict[Any, list[int]] = {}
    for seat in range(len(view.sizes)):
        own, ends = limited(view, seat)
        for number in own:
            key = alone.get(number) or (seat, f"period {sum(number > end for end in ends)}")
            groups.setdefault(key, []).append(number)
    return sorted(map(tuple, groups.values()), key=lambda numbers: numbers[-1])


def limited(view: Observation, seat: int) -> tuple[list[int], list[int]]:
    """The indices of a player's claims, and of those claims that limit how many fresh cards were laid so far."""
    own = [number for number, each in enumerate(view.laid) if each.seat == seat]
    return own, [own[end] for end in limits([view.laid[number] for number in own], view.fresh(seat))]


def is_checked(view: Observation, number: int) -> bool:
    """Whether a claim has several cards that must all have the claimed rank, or all have other ranks."""
    return not view.rules.mixed and view.laid[number].size > 1


def has(place: str, number: int) -> str:
    """The atom which says that a card is in a player's hand, in the deck or in the pile."""
    return f"has({place},{_TEXTS[number]})"


IN_HAND, IN_DECK = -1, -2


class Pin(NamedTuple):
    """A card whose location is fixed."""

    card: int  # the card, as a set with one element
    place: int  # `IN_HAND`, `IN_DECK`, or the number of a place of claims


class PinnedDeals:
    """Counts the deals in which some cards have fixed locations; cards that the rules treat alike share cached counts.

    `places` contains, for each place in the pile, the indices of the claims that form it.
    """

    def __init__(self, hidden: Hidden, places: Sequence[tuple[int, ...]]) -> None:
        self.hidden, self.places = hidden, places
        self._ranks = {claim.rank for claim in hidden.claims}
        self._counts: dict[Any, int] = {}

    def count(self, pins: Sequence[Pin], last: int | None = None) -> int:
        """The number of deals with these pins.

        `last`: as bits, how many cards of the claimed rank the last claim may have.
        """
        known, ranks = self.hidden.known, self._ranks  # cards of a rank that is not claimed are alike
        kinds = [next((rank for rank in ranks if pin.card & of_rank(rank)), -1) for pin in pins]
        alike = [(kind, bool(pin.card & known), pin.place) for kind, pin in zip(kinds, pins, strict=True)]
        key = tuple(sorted(alike)), last
        if key not in self._counts:
            self._counts[key] = self._counted(pins, last)
        return self._counts[key]

    def _counted(self, pins: Sequence[Pin], last: int | None) -> int:
        left = _Left(self.hidden, last)
        free = [sum(self.hidden.claims[number].size for number in place) for place in self.places]
        for card, place in pins:
            if (place == IN_DECK and card & self.hidden.known) or (place >= 0 and not free[place]):
                return 0
            if place >= 0:
                free[place] -= 1
                place = next(number for number in self.places[place] if left.sizes[number])
            left.put(card, place)
        return left.count() // prod(map(factorial, free))


class _Left:
    """The free positions in the claims and the hand, and the remaining cards, after some cards were placed."""

    def __init__(self, hidden: Hidden, last: int | None) -> None:
        self.hidden, self.cards, self.hand = hidden, hidden.cards, hidden.hand
        self.sizes = [claim.size for claim in hidden.claims]
        self.fresh = [0] * len(self.sizes)
        """The number of fresh cards in each claim."""
        self.own = [(2 << size) - 1 if hidden.mixed or size == 1 else 1 | 1 << size for size in self.sizes]
        """For each claim the possible numbers of cards of its rank, as bits."""
        if last is not None and self.own:
            self.own[-1] &= last

    def put(self, card: int, number: int) -> None:
        """Put a card into the claim `number`, which is not full; if `number` is negative, into the hand or the deck."""
        self.cards &= ~card
        if number < 0:
            self.hand -= number == IN_HAND
            return
        self.sizes[number] -= 1
        self.own[number] >>= bool(card & of_rank(self.hidden.claims[number].rank))
        self.own[number] &= (2 << self.sizes[number]) - 1
        self.fresh[number] += not card & self.hidden.known

    def count(self) -> int:
        """The number of deals of the remaining cards, counting the order of the cards in each claim."""
        known = self.hidden.known
        public, fresh = (self.cards & known).bit_count(), (self.cards & ~known).bit_count()
        drawn = self.hand + sum(self.sizes) - public
        if self.hand < 0 or not 0 <= drawn <= fresh:
            return 0
        claims = [
            each._replace(size=size, fresh=each.fresh - some)
            for each, size, some in zip(self.hidden.claims, self.sizes, accumulate(self.fresh), strict=True)
        ]
        ends = limits(claims, drawn)
        period = [sum(number > end for end in ends) for number in range(len(claims))]
        sizes = [0] * (len(ends) + 1)
        for number, size in enumerate(self.sizes):
            sizes[period[number]] += size
        pools = _Pools(tuple(sizes), tuple(claims[end].fresh for end in ends), drawn, Pair(public, fresh))
        forced = {(0,) * (2 * len(sizes)): 1}
        for rank in {claim.rank for claim in claims}:
            some = self.cards & of_rank(rank)
            own = Pair((some & known).bit_count(), (some & ~known).bit_count())
            slots = [(period[n], self._signed(n)) for n, claim in enumerate(claims) if claim.rank == rank]
            forced = pools.joined(forced, _of_rank(len(sizes), slots, own))
        return sum(ways * pools.filled(each) for each, ways in forced.items())

    def _signed(self, number: int) -> list[int]:
        """The inclusion-exclusion coefficients of a claim: entry j is for deals with j cards fixed to its rank."""
        size, own = self.sizes[number], self.own[number]
        return [
            comb(size, j) * sum((-1) ** (j - i) * comb(j, i) for i in range(j + 1) if own >> i & 1)
            for j in range(size + 1)
        ]


Forced: TypeAlias = tuple[int, ...]
"""For each period, the number of public cards in claims that are fixed to have the claimed rank; then the same numbers
for fresh cards."""


def _of_rank(periods: int, slots: Sequence[tuple[int, list[int]]], own: Pair) -> dict[Forced, int]:
    """For each `Forced`, the number of ways to lay the cards of a rank, with signs for inclusion and exclusion.

    `slots`: each claim's period, and its coefficients from `_Left._signed`. `own`: the numbers of cards of the rank.
    """
    chosen = {(0,) * periods: 1}
    for period, signed in slots:
        larger = defaultdict[tuple[int, ...], int](int)
        for counts, ways in chosen.items():
            for more, sign in enumerate(signed[: sum(own) - sum(counts) + 1]):
                if sign:
                    larger[*counts[:period], counts[period] + more, *counts[period + 1 :]] += ways * sign
        chosen = larger
    totals: dict[Forced, int] = {}
    for counts, ways in chosen.items():
        for fresh in product(*(range(count + 1) for count in counts)):
            public = sum(counts) - sum(fresh)
            cards = perm(own.fresh, sum(fresh)) * perm(own.public, public) * prod(map(comb, counts, fresh))
            if cards and ways:
                totals[(*map(sub, counts, fresh), *fresh)] = ways * cards
    return totals


class _Pools(NamedTuple):
    """The numbers of cards in the claims of each period, and the limits on fresh cards."""

    sizes: tuple[int, ...]  # for each period, the number of cards in its claims
    most: tuple[int, ...]  # for each period but the last, the largest number of fresh cards in the claims up to its end
    drawn: int  # the number of fresh cards in the claims and the hand
    cards: Pair  # the numbers of unseen cards

    def joined(self, one: Mapping[Forced, int], other: Mapping[Forced, int]) -> dict[Forced, int]:
        """Combine two counts of ways by multiplication; drop the cases that violate the limits on fresh cards."""
        totals = defaultdict[Forced, int](int)
        for before, ways in one.items():
            for more, times in other.items():
                totals[tuple(map(add, before, more))] += ways * times
        fresh = {both: accumulate(both[len(self.sizes) : -1]) for both in totals}
        return {both: ways for both, ways in totals.items() if all(map(le, fresh[both], self.most))}

    def filled(self, forced: Forced) -> int:
        """The number of ways to complete the claims and deal the hand, after placing the cards counted in `forced`."""
        periods = len(self.sizes)
        left = Pair(self.cards.public - sum(forced[:periods]), self.cards.fresh - sum(forced[periods:]))
        return self._from(0, forced, 0, left)

    def _from(self, period: int, forced: Forced, before: int, left: Pair) -> int:
        """The number of ways to fill the claims from this period on, given the number of fresh cards before it."""
        own = forced[len(self.sizes) + period]
        free = self.sizes[period] - forced[period] - own
        if period == len(self.most):
            drawn = self.drawn - before - own
            return comb(left.fresh, drawn) * perm(left.public + drawn, free) if drawn >= 0 else 0
        total, fixed = 0, before + own
        for fresh in range(min(free, self.most[period] - fixed) + 1):
            ways = comb(free, fresh) * perm(left.fresh, fresh) * perm(left.public, free - fresh)
            if ways:
                rest = Pair(left.public - (free - fresh), left.fresh - fresh)
                total += ways * self._from(period + 1, forced, fixed + fresh, rest)
        return total


LAID = -3  # in the pile; in `_Ways.places`, it stands for all places that no atom names
MOST = 2_000  # largest number of combinations of places and of cases of the last claim; enough for five cards


def counted(view: Observation, actual: Mapping[str, bool], formula: Formula) -> tuple[int, int] | None:
    """The number of deals that satisfy a formula, and of all deals; None for a modal formula or too many named cards.

    It takes O(p) counts of deals for p ways to fix the places of the cards that the formula names. Interchangeable ways
    are counted once.

    `actual` has the values of atoms; those for cards that the player does not see are ignored.
    """
    if not all(isinstance(node, BOOLEAN) for node in formula.subformulas()):
        return None
    atoms = formula.atoms
    ways = _Ways(view, atoms)
    if prod(ways.shape) > MOST:
        return None
    weights = ways.weights()
    known = {atom: np.full(weights.size, actual[atom]) for atom in atoms if atom in actual}
    return sum(weights[evaluate(formula, known | ways.columns(), weights.size)]), sum(weights)


class _Ways:
    """The possible truth values of the last claim, combined with the places of the unseen cards in the atoms."""

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
        # by card, the places to distinguish; the first one stands for all places that no atom names
        wanted = [set(named.values()) for named in self.named.values()]
        self.places = [
            [LAID, *sorted(each - {LAID} | ({IN_HAND, IN_DECK} if LAID in each else set()))] for each in wanted
        ]
        self.honest = self._of_last() if HONEST in atoms else (None,)

    def _of_last(self) -> tuple[int | None, ...]:
        """The numbers of cards of the claimed rank, as bits, for a true last claim and for a false one.

        Returns (None,) if there is no claim, or the player made the last one.
        """
        last = self.view.last
        if last is None or last.seat == self.view.player:
            return (None,)
        return 1 << last.size, (1 << last.size) - 1 if self.view.rules.mixed or last.size == 1 else 1

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of places for each card, then the number of cases of the last claim."""
        return (*map(len, self.places), len(self.honest))

    def weights(self) -> Any:
        """The number of deals for each combination of places, as a flat array."""
        counts = np.empty(self.shape, dtype=object)
        for way in np.ndindex(*self.shape):
            pins = [
                Pin(card, places[index])
                for card, places, index in zip(self.named, self.places, way[:-1], strict=True)
                if index
            ]
            counts[way] = self.deals.count(pins, self.honest[way[-1]])
        for axis in range(len(self.places)):
            along = np.moveaxis(counts, axis, 0)
            along[0] -= along[1:].sum(axis=0)  # the card is in none of the other places
        return counts.ravel()

    def columns(self) -> dict[str, Any]:
        """For each atom with a value unknown to the player, whether it is true in each combination of places."""
        ways, last = np.indices(self.shape).reshape(len(self.shape), -1), self.view.last
        known = np.full(ways.shape[1], last is None or last.is_true)
        columns = {HONEST: known if self.honest == (None,) else ways[-1] == 0}
        for way, named, apart in zip(ways[:-1], self.named.values(), self.places, strict=True):
            columns |= {atom: _lies(way, place, apart) for atom, place in named.items()}
        return columns


def _lies(way: Any, place: int, places: list[int]) -> Any:
    """For each entry of `way`, whether the card lies at `place`; an entry is the index of the card's place in `places`.

    `LAID` stands for all places except the hand and the deck.
    """
    if place == LAID:
        return ~np.isin(way, [places.index(IN_HAND), places.index(IN_DECK)])
    return way == places.index(place)
