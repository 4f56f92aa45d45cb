"""Compiled loops: states drawn from an information set, all equally likely."""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any, NamedTuple

from games.cheat.cards import CARDS
from games.cheat.compiled.moves import lessened
from games.cheat.compiled.row import (
    COUNT,
    DECK,
    FALSE_CLAIM,
    HANDS,
    HELD,
    NONE,
    PILE,
    PLAYER,
    PREVIOUS,
    RANK,
    SHOWN,
    TRUE_CLAIM,
    Facts,
    of_rank,
)
from games.core.compiled_chance import uniform
from games.core.compiled_sets import pick, size
from kripke.checking.engine.compiled import compiled

TRUE, FALSE, ANY = range(3)
"""What the last claim is where a state is drawn."""
ATTEMPTS = 2_000
"""Deals that are tried until one fits the claims."""


class Root(NamedTuple):
    """An information set: what the player whose turn it is sees, and the claims that they do not see through.

    Attributes
    ----------
    template : int array
        The row, without what is hidden.
    unseen : int
        The cards whose place the player does not see.
    public : int
        Those of them that the opponent is known to have or to have played: taken up with a pile.
    pile : int
        Cards that the player knows to be in the pile.
    hand : int
        The number of the opponent's cards.
    ranks, counts : int array
        The opponent's claims in the pile, in order.
    fresh : int array
        How many cards outside `public` the opponent can have had at each of these claims.
    pending : bool
        Whether the last of them can be called.
    shares : float array of cases and numbers
        For a true and a false last claim the chance that at most 0 to 4 of its cards are public; 0 where impossible.
    """

    template: Any
    unseen: int
    public: int
    pile: int
    hand: int
    ranks: Any
    counts: Any
    fresh: Any
    pending: bool
    shares: Any


def at_any_time(root: Root) -> Root:
    """The information set without the order in which the opponent can have drawn their cards, which leaves more deals.

    Parameters
    ----------
    root : Root
    """
    return root._replace(fresh=root.fresh * 0 + len(CARDS))


@compiled
def _last_claim(case: int, chance: Any, root: Root) -> int:
    """Cards of the last claim where it is true, or false; nothing where that is impossible."""
    shares, last = root.shares[case], len(root.ranks) - 1
    if shares[4] == 0.0:
        return 0
    mark, of_public = uniform(chance, 0) * shares[4], 0
    while mark >= shares[of_public]:
        of_public += 1
    fitting = of_rank(root.ranks[last])
    some = root.unseen & (fitting if case == TRUE else ~fitting)
    cards = pick(some & root.public, of_public, chance)
    return cards | pick(some & ~root.public, root.counts[last] - of_public, chance)


@compiled
def _fits(cards: int, number: int, used: int, root: Root, facts: Facts) -> bool:
    """Whether these can be the cards of a claim: all or none have its rank, and the opponent had enough fresh ones."""
    fitting = cards & of_rank(root.ranks[number])
    return used <= root.fresh[number] and (facts.mixed or fitting == 0 or fitting == cards)


@compiled
def _dealt(row: Any, case: int, chance: Any, root: Root, facts: Facts) -> bool:
    """Deal what is unseen to the opponent's claims, their hand and the deck; whether that is possible."""
    claims, last, earlier = len(root.ranks), 0, len(root.ranks)
    if case == TRUE or (case == FALSE and not facts.mixed):
        last, earlier = _last_claim(case, chance, root), claims - 1
        if last == 0:
            return False
    unseen, public = root.unseen & ~last, root.public & ~last
    slots = root.hand
    for number in range(earlier):
        slots += root.counts[number]
    theirs = public | pick(unseen & ~public, slots - size(public), chance)
    row[DECK], row[PILE] = unseen & ~theirs, root.pile
    used, cards = 0, 0
    for number in range(claims):
        cards = pick(theirs, root.counts[number], chance) if number < earlier else last
        theirs &= ~cards
        used += size(cards & ~root.public)
        if not _fits(cards, number, used, root, facts):
            return False
        row[PILE] |= cards
    row[HANDS + 1 - row[PLAYER]] = theirs
    if root.pending:
        row[PREVIOUS] = FALSE_CLAIM if cards & ~of_rank(row[RANK]) else TRUE_CLAIM
    return case == ANY or row[PREVIOUS] == case


@compiled
def draw_state(row: Any, case: int, chance: Any, root: Root, facts: Facts) -> bool:
    """Write a state drawn from the information set, all equally likely; whether one was found.

    Parameters
    ----------
    row : int array
    case : int
        Whether the last claim is to be `TRUE`, `FALSE` or `ANY`.
    chance : uint64 array
        One generator.
    root : Root
    facts : Facts
    """
    row[:] = root.template
    for _ in range(ATTEMPTS):
        if _dealt(row, case, chance, root, facts):
            row[SHOWN] = facts.shows != NONE
            if root.pending and (row[PREVIOUS] == TRUE_CLAIM or not row[SHOWN]):
                other = 1 - row[PLAYER]
                row[HELD + other] = lessened(row[HELD + other], row[RANK], row[COUNT])
            return True
    return False
