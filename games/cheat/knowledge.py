"""The locations of the cards in Cheat, as a `Table`: what is commonly known at a moment of the game.

``has(ann,SQ)`` says that ann has the queen of spades in hand; ``has(deck,SQ)`` and ``has(pile,SQ)`` say that it is in
the deck or in the pile; ``laid2(SQ)`` says that it is in the second claim of the pile; ``honest`` says that the last
claim of the pile is true. Players see their own hands and claims. Public facts are the numbers of cards at each place,
the cards that players took up when a pile was shown, and the rules for claims.

Public facts need no variables, so only hidden cards make decision diagrams larger. If no rule distinguishes several
claims of a player, they form one place, ``laid1_3(SQ)``: how their cards are distributed among these claims is
independent of everything else. Fresh cards and checked claims are explained in `games.cheat.dealing`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import product
from operator import and_, or_
from random import Random
from typing import NamedTuple

from games.cheat.cards import of_rank
from games.cheat.observe import Observation, hidden, observation
from games.cheat.places import DECK, HONEST, PILE, Place, counted, has, is_checked, limited, places
from games.cheat.rules import CheatState, Laid
from games.core.cards import numbers
from games.core.rules import EVERYTHING
from games.knowing.table import Table
from kripke.symbolic.deals.dealing import HandSize
from kripke.symbolic.diagrams.bdd import BddManager
from kripke.symbolic.diagrams.state_set import StateSet
from kripke.symbolic.laws.constraints import Counting, PortableConstraint, Ungrouped
from logic.clauses import Atom, Bottom, Top, conj, disj
from logic.formula import Formula


@dataclass(frozen=True)
class HowMany(Ungrouped, PortableConstraint):
    """The constraint that the number of true atoms is one of the given numbers."""

    names: tuple[str, ...]
    numbers: tuple[int, ...]

    @property
    def atoms(self) -> tuple[str, ...]:
        """The atoms that are counted."""
        return self.names

    def formula(self, atoms: Collection[str]) -> Formula:
        """The constraint as a formula."""
        return disj([each.formula(atoms) for each in self._ranges()])

    def state_set(self, manager: BddManager, atoms: Mapping[str, StateSet]) -> StateSet:
        """The extension of the constraint, as a state set."""
        nowhere = StateSet.constant(manager, False)
        return reduce(or_, [each.state_set(manager, atoms) for each in self._ranges()], nowhere)

    def _ranges(self) -> list[Counting]:
        possible = [number for number in self.numbers if number <= len(self.atoms)]
        starts = [number for number in possible if number - 1 not in possible]
        ends = [number for number in possible if number + 1 not in possible]
        return [Counting(self.atoms, low, high) for low, high in zip(starts, ends, strict=True)]


class Checked(NamedTuple):
    """The checked claims of a rank: their sizes, and an atom for each card of the rank that may lie in them."""

    atoms: tuple[str, ...]
    sizes: tuple[int, ...]

    @property
    def own(self) -> list[int]:
        """The possible total numbers of cards in the true claims of this rank."""
        totals = {0}
        for size in self.sizes:
            totals |= {number + size for number in totals}
        return sorted(number for number in totals if number <= len(self.atoms))


@dataclass(frozen=True)
class Fillable(Ungrouped, PortableConstraint):
    """The constraint that the cards of several claims can be distributed over them.

    Let `size` be the number of cards in all claims. Fix which claims are true, and let s be the number of cards in all
    true ones. Let n cards of a rank lie in the claims, t of them in true claims of this rank, and let c cards be
    claimed with this rank. The other n - t cards must be among the other size - s cards of the claims, but not among
    the c - t cards of false claims of this rank: n - t <= (size - s) - (c - t). By Hall's theorem these conditions are
    sufficient, because each position in a claim excludes at most one rank.
    """

    size: int
    ranks: tuple[Checked, ...]  # the checked claims; the others can have any cards

    @property
    def atoms(self) -> tuple[str, ...]:
        """The atoms of all ranks that occur in the constraint."""
        return tuple(atom for each in self.ranks for atom in each.atoms)

    @property
    def is_trivial(self) -> bool:
        """Whether the constraint always holds, because all cards fit even if all claims are false."""
        return all(min(len(each.atoms), self.size) + sum(each.sizes) <= self.size for each in self.ranks)

    def formula(self, atoms: Collection[str]) -> Formula:
        """The constraint as a formula."""
        return disj([conj([each.formula(atoms) for each in counts]) for counts in self._cases()])

    def state_set(self, manager: BddManager, atoms: Mapping[str, StateSet]) -> StateSet:
        """The extension of the constraint, as a state set."""
        sets = [[each.state_set(manager, atoms) for each in counts] for counts in self._cases()]
        return reduce(or_, [reduce(and_, each) for each in sets])

    def _cases(self) -> Iterator[list[HowMany]]:
        """For each assignment of t to the ranks, a condition on n for each rank; the class explains t and n."""
        for own in product(*[each.own for each in self.ranks]):
            free = self.size - sum(own)
            yield [
                HowMany(each.atoms, tuple(range(true, free + 2 * true - sum(each.sizes) + 1)))
                for each, true in zip(self.ranks, own, strict=True)
            ]


def table(state: CheatState) -> Table:
    """The `Table` of a state: variables for the places of cards, their law, and the players' observations."""
    return who_knows_what(observation(state, EVERYTHING), state.position.hands, state.position.laid)


def table_of(view: Observation, rng: Random) -> Table:
    """The `Table` of an observation, with unseen cards drawn at random; they do not affect the player's knowledge."""
    from games.cheat.compiled.deals import dealt_again  # loads Numba

    hand, laid = dealt_again(hidden(view), rng)
    theirs = iter(laid)
    claims = tuple(each if each.cards else each._replace(cards=next(theirs)) for each in view.laid)
    return who_knows_what(view, (view.hand, hand) if view.player == 0 else (hand, view.hand), claims)


def who_knows_what(
    view: Observation, hands: tuple[int, int], claims: tuple[Laid, ...], vocabulary: Collection[str] | None = None
) -> Table:
    """A `Table` of public facts and card locations; with a `vocabulary`, a smaller one for formulas over these atoms.

    `hands` and `claims` have the actual cards.
    """
    all_places, last = places(view, vocabulary), view.last
    by_card = [_possible(all_places, number) for number in numbers(view.rules.deck)]
    variables = tuple((atom, ()) for atoms in by_card for atom in atoms)  # by card and place: diagrams stay small
    one_place = [Atom(here[0]) if len(here) == 1 else Counting(here, 1, 1) for here in by_card if here]
    actual, seats = _actual(view, hands, claims, all_places), range(len(view.rules.names))
    observed = [[atom for each in all_places if each.seat == seat for atom in each.atoms(each.cards)] for seat in seats]
    honest: Formula = Top()  # all cards of the last claim have its rank
    if last is not None:
        honest = HowMany(all_places[-1].atoms(of_rank(last.rank)), (last.size,)).formula(())
    return Table(
        variables=variables,
        observes=tuple(zip(view.rules.names, map(tuple, observed), strict=True)),
        law=(*one_place, *_sizes(view, all_places), *_claims(view, all_places)),
        defined=((HONEST, honest),) if vocabulary is None or HONEST in vocabulary else (),
        actual={atom: actual[atom] for atom, _ in variables},
        implied=tuple(_implied(view, all_places)),
        narrowed=partial(who_knows_what, view, hands, claims) if vocabulary is None else None,
        counted=partial(_counted, view, hands, claims, actual) if vocabulary is None else None,
    )


def _counted(
    view: Observation,
    hands: tuple[int, int],
    claims: tuple[Laid, ...],
    actual: Mapping[str, bool],
    name: str,
    formula: Formula,
) -> tuple[int, int] | None:
    """Count the deals that satisfy the formula, and all deals, as the player `name` sees the game.

    None if the formula is modal or names too many cards.
    """
    seat = view.rules.names.index(name)
    own = replace(
        view,
        player=seat,
        hands=tuple(hand if number == seat else None for number, hand in enumerate(hands)),
        laid=tuple(each if each.seat == seat else each._replace(cards=0) for each in claims),
    )
    return counted(own, actual, formula)


def _possible(places: Sequence[Place], number: int) -> tuple[str, ...]:
    """The atoms for the places where a card may lie."""
    return tuple([place.atom(number) for place in places if place.cards >> number & 1])


def _implied(view: Observation, places: tuple[Place, ...]) -> Iterator[tuple[str, Formula]]:
    """Yield the atoms that other atoms or public facts determine, each with a formula for its truth value."""
    hands, claims = places[: 1 + len(view.sizes)], places[1 + len(view.sizes) :]
    for number in numbers(view.rules.deck):
        yield from ((place.atom(number), Bottom()) for place in hands if not place.cards >> number & 1)
        inside = [Atom(atom) for atom in _possible(claims, number)]
        shown = not any(place.cards >> number & 1 for place in places)
        yield has(PILE, number), Top() if shown else disj(inside)


def _sizes(view: Observation, places: tuple[Place, ...]) -> Iterator[HandSize]:
    """Conditions on the number of cards at each place.

    Two kinds of redundant conditions are left out: those for a player whose cards are all known, and the one that costs
    most to count. The latter follows from the others, because its place has the remaining cards.
    """
    closed = [place for place in places[1 : 1 + len(view.sizes)] if not view.fresh(place.seat)]
    others = [place for place in places if place.seat < 0 or view.fresh(place.seat)]
    left = max(others, key=lambda place: min(place.size, place.cards.bit_count() - place.size))
    for place in places:
        if place.cards and place not in (left, *closed):
            yield HandSize(place.atoms(place.cards), place.size, place.size)


def _claims(view: Observation, places: tuple[Place, ...]) -> Iterator[HowMany | Fillable]:
    """The constraints that the rules put on the claims in the pile."""
    claims = places[1 + len(view.sizes) :]
    ends = [limited(view, seat)[1] for seat in range(len(view.sizes))]
    for count, place in enumerate(claims, 1):
        fillable = _fillable(view, place)
        if len(place.claims) == 1:
            yield from (HowMany(each.atoms, (0, place.size)) for each in fillable.ranks)
        elif not fillable.is_trivial:
            yield fillable
        last = view.laid[place.claims[-1]]
        if place.claims[-1] in ends[place.seat] and last.fresh:
            before = [each for each in claims[:count] if each.seat == place.seat]
            names = [atom for each in before for atom in each.atoms(~view.known[place.seat])]
            yield HowMany(tuple(names), tuple(range(last.fresh + 1)))


def _fillable(view: Observation, place: Place) -> Fillable:
    sizes: dict[int, list[int]] = {}
    for number in place.claims:
        if is_checked(view, number):
            sizes.setdefault(view.laid[number].rank, []).append(view.laid[number].size)
    ranks = [Checked(place.atoms(of_rank(rank)), tuple(each)) for rank, each in sizes.items()]
    return Fillable(place.size, tuple(ranks))


def _actual(
    view: Observation, hands: Sequence[int], claims: Sequence[Laid], places: Sequence[Place]
) -> dict[str, bool]:
    """The values of the atoms for these locations of the cards."""
    pile = view.opening + sum(each.cards for each in claims)
    deck = view.rules.deck & ~(hands[0] | hands[1] | pile)
    where = {DECK: deck, PILE: pile, **dict(zip(view.rules.names, hands, strict=True))}
    actual = {
        has(place, number): bool(cards >> number & 1)
        for number in numbers(view.rules.deck)
        for place, cards in where.items()
    }
    for place in places[1 + len(hands) :]:
        cards = sum(claims[number].cards for number in place.claims)
        actual |= {place.atom(number): bool(cards >> number & 1) for number in numbers(place.cards)}
    return actual
