"""The commonly known places of cards: the deck, the hands, and the claims of the pile.

Claims of a player that no rule tells apart are one place: which of their cards lies in which of them is independent of
all else.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from games.cheat.cards import CARDS
from games.cheat.dealing import limits
from games.cheat.observe import Observation
from games.core.cards import numbers

DECK, PILE, HONEST = "deck", "pile", "honest"
_TEXTS = tuple(map(str, CARDS))


class Place(NamedTuple):
    """A place where cards may lie."""

    before: str  # the text of its atoms before the card
    seat: int  # who put the cards there, and knows them; -1 for nobody
    size: int  # the number of cards
    cards: int  # the set of the cards that may lie there, as far as all know
    claims: tuple[int, ...] = ()  # the claims of the pile that are this place, from 0

    def atom(self, number: int) -> str:
        """The atom that the card of this number lies here."""
        return f"{self.before}{_TEXTS[number]})"

    def atoms(self, cards: int) -> tuple[str, ...]:
        """The atoms of those of these cards that may lie here."""
        return tuple([self.atom(number) for number in numbers(self.cards & cards)])


def places(view: Observation, asked: Collection[str] | None = None) -> tuple[Place, ...]:
    """The places where cards may lie unseen: the deck, the hands, and the claims, the last one at the end.

    `asked`: the atoms of a question. Claims that it does not name are then one place too where no limit on new cards
        lies between them; `games.cheat.knowledge` says which cards they can have together. None: all places.
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
        for each in _together(view, asked)
    ]
    return (Place(f"has({DECK},", -1, view.deck, fresh if view.deck else 0), *hands, *claims)


def _name(claims: tuple[int, ...]) -> str:
    return f"laid{'_'.join(str(number + 1) for number in claims)}"


def _together(view: Observation, asked: Collection[str] | None) -> list[tuple[int, ...]]:
    """The claims that are one place: a player's between two limits, except the last, the checked and those asked."""
    last = len(view.laid) - 1
    found = _grouped(view, {each: (each,) for each in range(last + 1) if each == last or is_checked(view, each)})
    if asked is None:
        return found
    named = {atom.partition("(")[0] for atom in asked} | ({_name((last,))} if HONEST in asked else set())
    return _grouped(view, {number: each for each in found if _name(each) in named for number in each})


def _grouped(view: Observation, alone: Mapping[int, tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The claims in groups: these groups, and of the others each player's between two limits."""
    found: dict[Any, list[int]] = {}
    for seat in range(len(view.sizes)):
        own, ends = limited(view, seat)
        for number in own:
            key = alone.get(number) or (seat, f"period {sum(number > end for end in ends)}")
            found.setdefault(key, []).append(number)
    return sorted(map(tuple, found.values()), key=lambda numbers: numbers[-1])


def limited(view: Observation, seat: int) -> tuple[list[int], list[int]]:
    """A player's claims, and those up to which the number of new cards laid has a limit."""
    own = [number for number, each in enumerate(view.laid) if each.seat == seat]
    return own, [own[end] for end in limits([view.laid[number] for number in own], view.fresh(seat))]


def is_checked(view: Observation, number: int) -> bool:
    """Whether the rules look at the rank of a claim, numbered from 0."""
    return not view.rules.mixed and view.laid[number].size > 1


def has(place: str, number: int) -> str:
    """The atom that a card is in a player's hand, in the deck or in the pile."""
    return f"has({place},{_TEXTS[number]})"
