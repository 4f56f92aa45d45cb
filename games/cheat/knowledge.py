"""What is known at the table of Cheat: where the cards are, and so whether the last claim is true.

``has(ann,SQ)`` says that ann has the queen of spades in hand, ``has(deck,SQ)`` and ``has(pile,SQ)`` that it is in the
deck, in the pile; ``laid2(SQ)`` that it is in the second claim of the pile; ``honest`` that the last claim of the pile
is true. Each player sees the own hand and the own claims. Public is how many cards lie where, who took up which cards
when a pile was shown, and what the rules say of claims.

Nothing is counted that is public: diagrams are as small as what is hidden. Claims of a player that no rule tells apart
are one place, ``laid1_3(SQ)``: which of their cards lies in which of them is independent of all else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from random import Random
from typing import Any, ClassVar, NamedTuple

from games.cheat.cards import CARDS, listed, numbers, of_rank
from games.cheat.dealing.deals import dealt_again
from games.cheat.dealing.plan import limits
from games.cheat.observe import Observation, hidden, observation
from games.cheat.position import Laid
from games.cheat.rules import CheatState
from games.core.cards import Card
from games.core.rules import EVERYTHING
from games.knowing.table import Table
from kripke.symbolic.bdd import BddManager
from kripke.symbolic.laws import Counting
from kripke.symbolic.state_set import StateSet
from logic.clauses import Atom, Iff, Not
from logic.constructors import disj
from logic.formula import Formula

DECK, PILE, HONEST = "deck", "pile", "honest"


class Place(NamedTuple):
    """Where cards may lie.

    Attributes
    ----------
    form : str
        Its atoms, with ``{}`` for the card.
    seat : int
        Who put the cards there, and knows them; -1 for nobody.
    size : int
        The number of cards.
    cards : int
        The set of the cards that may lie there, as far as all know.
    claims : tuple of int
        The claims of the pile that are this place, from 0.
    """

    form: str
    seat: int
    size: int
    cards: int
    claims: tuple[int, ...] = ()

    def atom(self, card: Card) -> str:
        """The atom that the card lies here."""
        return self.form.format(card)

    def atoms(self, cards: int) -> tuple[str, ...]:
        """The atoms of those of these cards that may lie here."""
        return tuple(map(self.atom, listed(self.cards & cards)))


@dataclass(frozen=True)
class HowMany:
    """That the number of true atoms is one of these numbers.

    Parameters
    ----------
    atoms : tuple of str
        The atoms, in the order of the cards.
    numbers : tuple of int
        The numbers, ascending.
    """

    atoms: tuple[str, ...]
    numbers: tuple[int, ...]
    groups: ClassVar[tuple[()]] = ()
    """Nothing need stand together for this: diagrams are small where the atoms of each card do."""

    def formula(self, atoms: Collection[str]) -> Formula:
        """The condition as a formula.

        Parameters
        ----------
        atoms : collection of str
            The vocabulary of the model, which makes no difference here.
        """
        return disj([each.formula(atoms) for each in self._ranges()])

    def state_set(self, manager: BddManager, atoms: Mapping[str, StateSet]) -> StateSet:
        """Where it is true.

        Parameters
        ----------
        manager : BddManager
            The manager of the diagrams.
        atoms : mapping of str to StateSet
            Where each atom is true.
        """
        return reduce(or_, [each.state_set(manager, atoms) for each in self._ranges()])

    def _ranges(self) -> list[Counting]:
        possible = [number for number in self.numbers if number <= len(self.atoms)]
        starts = [number for number in possible if number - 1 not in possible]
        ends = [number for number in possible if number + 1 not in possible]
        return [Counting(self.atoms, low, high) for low, high in zip(starts, ends, strict=True)]


def has(place: str, card: Card) -> str:
    """The atom that a card is in a player's hand, in the deck or in the pile.

    Parameters
    ----------
    place : str
        A player's name, `DECK` or `PILE`.
    card : Card
        The card.
    """
    return f"has({place},{card})"


def table(state: CheatState) -> Table:
    """What is known at this moment, as the engine needs it."""
    view = observation(state, EVERYTHING)
    return who_knows_what(view, _actual(view, state.position.hands, state.position.laid))


def table_of(view: Observation, rng: Random) -> Table:
    """What a player can say of the table, with values as they may be: what the player knows of is the same in all.

    Parameters
    ----------
    view : Observation
        Of a seat.
    rng : Random
        The source of chance, which draws cards that the player does not see.
    """
    hand, laid = dealt_again(hidden(view), rng)
    theirs = iter(laid)
    claims = tuple(each if each.cards else each._replace(cards=next(theirs)) for each in view.laid)
    hands = (view.hand, hand) if view.player == 0 else (hand, view.hand)
    return who_knows_what(view, _actual(view, hands, claims))


def who_knows_what(view: Observation, actual: dict[str, bool] | None = None) -> Table:
    """A table from what is public.

    Parameters
    ----------
    view : Observation
        Of anybody: only what is public is used.
    actual : dict of str to bool, optional
        Which atoms are true.
    """
    found = places(view)
    last = view.last
    return Table(
        variables=tuple((atom, ()) for atom in _vocabulary(view, found)),
        observes=tuple((name, _observed(found, seat)) for seat, name in enumerate(view.rules.names)),
        law=(*_where_cards_are(view, found), *_sizes(view, found), *_claims(view, found)),
        defined=((HONEST, "true" if last is None else _is_true(last, found[-1])),),
        actual=actual or {},
    )


def _vocabulary(view: Observation, found: tuple[Place, ...]) -> Iterator[str]:
    """The atoms card by card, those of places where the card may lie together: diagrams are small in this order."""
    hands = found[: 1 + len(view.sizes)]
    for number in numbers(view.rules.deck):
        card = CARDS[number]
        yield from (place.atom(card) for place in hands if not place.cards >> number & 1)
        yield from (place.atom(card) for place in found if place.cards >> number & 1)
        yield has(PILE, card)


def places(view: Observation) -> tuple[Place, ...]:
    """The places where cards may lie unseen: the deck, the hands, and the claims, the last one at the end.

    Parameters
    ----------
    view : Observation
        Of anybody.
    """
    public = view.known[0] | view.known[1] | view.opening
    fresh = view.rules.deck & ~public
    hands = [
        Place(f"has({name},{{}})", seat, size, (view.known[seat] | (fresh if view.fresh(seat) else 0)) if size else 0)
        for seat, (name, size) in enumerate(zip(view.rules.names, view.sizes, strict=True))
    ]
    claims = [
        Place(
            f"laid{'_'.join(str(number + 1) for number in each)}({{}})",
            view.laid[each[0]].seat,
            sum(view.laid[number].size for number in each),
            view.known[view.laid[each[0]].seat] | (fresh if view.laid[each[0]].fresh else 0),
            each,
        )
        for each in _together(view)
    ]
    return (Place(f"has({DECK},{{}})", -1, view.deck, fresh if view.deck else 0), *hands, *claims)


def _together(view: Observation) -> list[tuple[int, ...]]:
    """The claims that are one place: a player's between two limits on new cards, but the last and the checked."""
    found: dict[tuple[int, ...], list[int]] = {}
    for seat in range(len(view.sizes)):
        own, ends = _limited(view, seat)
        for number in own:
            alone = number + 1 == len(view.laid) or _is_checked(view, number)
            key = (number,) if alone else (seat, sum(number > end for end in ends))
            found.setdefault(key, []).append(number)
    return sorted(map(tuple, found.values()), key=lambda numbers: numbers[-1])


def _limited(view: Observation, seat: int) -> tuple[list[int], list[int]]:
    """A player's claims, and those up to which only so many new cards can have been laid."""
    own = [number for number, each in enumerate(view.laid) if each.seat == seat]
    return own, [own[end] for end in limits([view.laid[number] for number in own], view.fresh(seat))]


def _is_checked(view: Observation, number: int) -> bool:
    """Whether the rules look at the rank of a claim."""
    return not view.rules.mixed and view.laid[number].size > 1


def _observed(found: tuple[Place, ...], seat: int) -> tuple[str, ...]:
    return tuple(atom for place in found if place.seat == seat for atom in place.atoms(place.cards))


def _where_cards_are(view: Observation, found: tuple[Place, ...]) -> Iterator[Any]:
    """Each card lies in one place; where it cannot lie, and where alone it can, is a fact."""
    hands, claims = found[: 1 + len(view.sizes)], found[1 + len(view.sizes) :]
    for number in numbers(view.rules.deck):
        card = CARDS[number]
        yield from (Not(Atom(place.atom(card))) for place in hands if not place.cards >> number & 1)
        here = tuple(place.atom(card) for place in found if place.cards >> number & 1)
        inside = [Atom(place.atom(card)) for place in claims if place.cards >> number & 1]
        pile = Atom(has(PILE, card))
        if not here:
            yield pile
        else:
            yield Atom(here[0]) if len(here) == 1 else Counting(here, 1, 1)
            yield Iff(pile, disj(inside)) if inside else Not(pile)


def _sizes(view: Observation, found: tuple[Place, ...]) -> Iterator[HowMany]:
    """How many cards lie where.

    What follows is not counted. A player of whom all cards are known has in hand those that are in no claim; and one of
    the other places has what is left: the one whose number is most work to count.
    """
    closed = [place for place in found[1 : 1 + len(view.sizes)] if not view.fresh(place.seat)]
    others = [place for place in found if place.seat < 0 or view.fresh(place.seat)]
    left = max(others, key=lambda place: min(place.size, place.cards.bit_count() - place.size))
    for place in found:
        if place.cards and place not in (left, *closed):
            yield HowMany(place.atoms(place.cards), (place.size,))


def _claims(view: Observation, found: tuple[Place, ...]) -> Iterator[HowMany]:
    """What the rules say of the claims in the pile."""
    claims = found[1 + len(view.sizes) :]
    ends = [_limited(view, seat)[1] for seat in range(len(view.sizes))]
    for count, place in enumerate(claims, 1):
        number = place.claims[-1]
        laid = view.laid[number]
        if _is_checked(view, number):
            yield HowMany(place.atoms(of_rank(laid.rank)), (0, place.size))
        if number in ends[place.seat] and laid.fresh:
            before = [each for each in claims[:count] if each.seat == place.seat]
            names = [atom for each in before for atom in each.atoms(~view.known[place.seat])]
            yield HowMany(tuple(names), tuple(range(laid.fresh + 1)))


def _is_true(laid: Laid, place: Place) -> Formula:
    """That all cards of a claim have its rank."""
    return HowMany(place.atoms(of_rank(laid.rank)), (laid.size,)).formula(())


def _actual(view: Observation, hands: Sequence[int], claims: Sequence[Laid]) -> dict[str, bool]:
    """Which atoms are true where the cards lie so."""
    pile = view.opening + sum(each.cards for each in claims)
    deck = view.rules.deck & ~(hands[0] | hands[1] | pile)
    where = {DECK: deck, PILE: pile, **dict(zip(view.rules.names, hands, strict=True))}
    actual = {
        has(place, CARDS[number]): bool(cards >> number & 1)
        for number in numbers(view.rules.deck)
        for place, cards in where.items()
    }
    for place in places(view)[1 + len(hands) :]:
        cards = sum(claims[number].cards for number in place.claims)
        actual |= {place.atom(CARDS[number]): bool(cards >> number & 1) for number in numbers(place.cards)}
    return actual
