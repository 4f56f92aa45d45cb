"""The deals consistent with a player's view in Cheat, as plans for counting and drawing them.

Deals that differ only in the order of the cards in a claim count as different. A claim is *checked* if its rank
restricts its cards: either all of them or none of them have this rank. Checked claims are filled rank by rank. Cards
whose rank comes later are interchangeable and form one pool: only the number of cards that a claim takes out of the
pool counts, and the cards themselves are chosen when their rank comes. Cards of finished ranks form another pool.

Cards that the opponent was not seen to take up are *fresh*; the others are *public*. Some claims are *limits*: in the
claims up to a limit, the opponent can have laid at most a known number of fresh cards. A limit ends a period. The
number of fresh cards in the claims of each period is counted. The unchecked claims of a period are merged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.cheat.cards import of_rank
from games.cheat.rules import Laid


class Hidden(NamedTuple):
    """The cards that a player does not see: the opponent's and the deck's. Sets of cards: see `games.cheat.cards`."""

    cards: int  # the cards whose place the player does not see
    known: int  # the cards that both have seen the opponent take up: they are in the hand or in the claims
    hand: int  # the number of cards in the opponent's hand
    claims: tuple[Laid, ...]  # the opponent's claims in the pile
    mixed: bool  # whether a false claim may contain cards of the claimed rank
    pending: bool  # whether the last of the claims can be called


TRUE, FALSE, ANY = range(3)  # the cases of the last claim in a deal


class Pair(NamedTuple):
    """A value for public cards, which the opponent was seen to take up, and one for all other (fresh) cards."""

    public: int
    fresh: int


class Step(NamedTuple):
    """A step of a plan, which fills one checked claim: a claim whose rank restricts its cards."""

    claim: int  # the index of the claim among the opponent's claims
    rank: int
    size: int
    numbers: int  # as bits, the possible numbers of cards of the claim that have the claimed rank
    period: int
    before: int  # the number of cards in the claims that are filled before
    opens: bool  # whether the claim is the first of its rank
    closes: bool  # whether the claim is the last of its rank
    own: Pair  # the numbers of unseen cards of the claimed rank
    over: Pair  # the numbers of unseen cards of the ranks that were closed before
    others: int  # the set of the cards of these closed ranks


class Period(NamedTuple):
    """Successive claims, with a limit on the number of fresh cards laid up to the last of them."""

    claims: tuple[int, ...]  # the indices of the claims that are not checked
    size: int  # the number of cards in these claims
    before: int  # the number of cards in the claims that are filled before these
    limit: int  # the largest number of fresh cards in the claims of this period and those before it
    most: int  # the largest number of fresh cards in the claims of this period


class Plan(NamedTuple):
    """A plan for filling the opponent's claims and then the hand."""

    cards: Pair  # the sets of unseen cards
    drawn: int  # the number of fresh cards in the opponent's claims and hand
    sizes: tuple[int, ...]  # the sizes of the claims
    steps: tuple[Step, ...]  # the checked claims; if the last claim can be called, it is the first step
    periods: tuple[Period, ...]  # in order; the unchecked claims of the last period are filled with the hand
    unchecked: int  # the set of the cards of ranks without a checked claim

    def fits(self, fresh: Sequence[int]) -> bool:
        """Whether the claims of the periods can contain these numbers of fresh cards."""
        return all(sum(fresh[: number + 1]) <= each.limit for number, each in enumerate(self.periods))


def plan(hidden: Hidden) -> Plan:
    """A plan for dealing the cards that the player does not see."""
    cards = Pair(hidden.cards & hidden.known, hidden.cards & ~hidden.known)
    drawn = hidden.hand + sum(each.size for each in hidden.claims) - cards.public.bit_count()
    ends = limits(hidden.claims, drawn)
    period = [sum(number > end for end in ends) for number in range(len(hidden.claims))]
    checked = _checked(hidden)
    steps = _steps(hidden, cards, checked, period)
    filled = sum(each.size for each in steps)
    unchecked = ~0
    for step in steps:
        unchecked &= ~of_rank(step.rank)
    return Plan(
        cards,
        drawn,
        tuple(each.size for each in hidden.claims),
        steps,
        _periods(hidden.claims, [*(hidden.claims[end].fresh for end in ends), drawn], period, checked, filled),
        (cards.public | cards.fresh) & unchecked,
    )


def limits(claims: Sequence[Laid], drawn: int) -> list[int]:
    """The indices of the claims that limit the number of fresh cards laid so far, without redundant limits.

    `claims`: the claims of one player. `drawn`: the number of the player's fresh cards.
    """
    ends, most = list[int](), 0
    for number, claim in enumerate(claims):
        most = min(drawn, most + claim.size)
        if claim.fresh < most:
            if ends and claims[ends[-1]].fresh == claim.fresh:
                ends.pop()
            ends.append(number)
            most = claim.fresh
    return ends


def _checked(hidden: Hidden) -> list[int]:
    """The indices of the checked claims, grouped by rank; if the last claim can be called, it comes first."""
    last = len(hidden.claims) - 1
    checked = [
        number
        for number, each in enumerate(hidden.claims)
        if (hidden.pending and number == last)
        or (not hidden.mixed and each.size > 1 and of_rank(each.rank) & hidden.cards)
    ]
    if hidden.pending:
        checked.insert(0, checked.pop())
    ranks = list(dict.fromkeys(hidden.claims[number].rank for number in checked))
    return sorted(checked, key=lambda number: ranks.index(hidden.claims[number].rank))


def _steps(hidden: Hidden, cards: Pair, checked: Sequence[int], period: Sequence[int]) -> tuple[Step, ...]:
    steps: list[Step] = []
    others = before = 0
    for place, number in enumerate(checked):
        claim = hidden.claims[number]
        own = of_rank(claim.rank)
        opens = not steps or steps[-1].rank != claim.rank
        if opens and steps:
            others |= of_rank(steps[-1].rank)
        closes = place + 1 == len(checked) or hidden.claims[checked[place + 1]].rank != claim.rank
        numbers = (2 << claim.size) - 1 if hidden.mixed else 1 | 1 << claim.size
        steps.append(
            Step(number, claim.rank, claim.size, numbers, period[number], before, opens, closes,
                 numbers_of(cards, own), numbers_of(cards, others), others)
        )  # fmt: skip
        before += claim.size
    return tuple(steps)


def numbers_of(cards: Pair, some: int) -> Pair:
    """The numbers of public and of fresh cards in the set `some`."""
    return Pair((cards.public & some).bit_count(), (cards.fresh & some).bit_count())


def _periods(
    claims: Sequence[Laid], limits: Sequence[int], period: Sequence[int], checked: Sequence[int], before: int
) -> tuple[Period, ...]:
    periods: list[Period] = []
    for number, limit in enumerate(limits):
        here = [each for each in range(len(claims)) if period[each] == number]
        rest = tuple(each for each in here if each not in checked)
        size = sum(claims[each].size for each in rest)
        is_last = number + 1 == len(limits)
        counted = sum(claims[each].size for each in here) - (size if is_last else 0)
        periods.append(Period(rest, size, before, limit, min(limit, counted)))
        before += size
    return tuple(periods)
