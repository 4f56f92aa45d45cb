"""The deals that fit what a player sees, counted, and drawn so that all are equally likely.

The reading version of `games.cheat.compiled.deals`, in whole numbers: the same random numbers give the same deal. A
deal is counted with an order of the cards in each claim.

The rules look at the rank of a claim only where its cards must all have it or none: such claims are *checked*. They are
filled rank by rank. Cards of the ranks to come are one pool: nothing so far tells them apart, so of the cards that
claims take out of it only the number counts, and which they were is settled when their rank comes. Cards of ranks that
are over are a pool as well. What else is counted is how many fresh cards lie in the claims of a period: until a
*limit*, a claim up to which the opponent can have had only a known number of them. All other claims of a period are
one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb, perm
from random import Random
from typing import NamedTuple, TypeAlias

from games.cheat.cards import of_rank
from games.cheat.position import Laid
from games.core.cards import numbers
from games.core.errors import GameError
from games.core.seeds import PlainChance


class Hidden(NamedTuple):
    """A player's unseen cards: the opponent's cards and the deck. Sets of cards as in `games.cheat.cards`.

    Attributes
    ----------
    cards : int
        The cards whose place the player does not see.
    known : int
        Those of them that both have seen the opponent take up: they are in the hand or in the claims.
    hand : int
        The number of cards in the opponent's hand.
    claims : tuple of Laid
        The opponent's claims in the pile.
    mixed : bool
        As in the rules.
    pending : bool
        Whether the last of the claims can be called.
    """

    cards: int
    known: int
    hand: int
    claims: tuple[Laid, ...]
    mixed: bool
    pending: bool


TRUE, FALSE, ANY = range(3)
"""The cases of the last claim in a deal."""


class Pair(NamedTuple):
    """Public and fresh cards: those that the opponent was seen to take up, and the others. Numbers or sets."""

    public: int
    fresh: int


class Step(NamedTuple):
    """A checked claim.

    Attributes
    ----------
    claim, rank, size : int
        Its number among the opponent's claims, its rank and its number of cards.
    numbers : int
        The bits of how many of its cards can have the rank.
    period : int
        The number of its period.
    before : int
        The number of cards in the claims that are filled before.
    opens, closes : bool
        Whether it is the first, the last of its rank.
    own, over : Pair
        The number of unseen cards of the rank, and of the ranks that were closed before.
    others : int
        The set of the cards of these closed ranks.
    """

    claim: int
    rank: int
    size: int
    numbers: int
    period: int
    before: int
    opens: bool
    closes: bool
    own: Pair
    over: Pair
    others: int


class Period(NamedTuple):
    """Claims up to a limit.

    Attributes
    ----------
    claims : tuple of int
        The numbers of those that are not checked.
    size : int
        Their number of cards.
    before : int
        The number of cards in the claims that are filled before these.
    limit : int
        The largest number of fresh cards in the claims of this period and those before it.
    most : int
        The largest number of fresh cards in the claims of this period.
    """

    claims: tuple[int, ...]
    size: int
    before: int
    limit: int
    most: int


class Plan(NamedTuple):
    """A plan to fill the opponent's claims and then the hand.

    Attributes
    ----------
    cards : Pair
        The sets of unseen cards.
    drawn : int
        The number of fresh cards in the opponent's claims and hand.
    sizes : tuple of int
        The sizes of the claims.
    steps : tuple of Step
        The checked claims. If the last claim can be called, it is the first step.
    periods : tuple of Period
        In their order. The claims of the last one that are not checked are filled with the hand.
    unchecked : int
        The set of the cards of ranks without a checked claim.
    """

    cards: Pair
    drawn: int
    sizes: tuple[int, ...]
    steps: tuple[Step, ...]
    periods: tuple[Period, ...]
    unchecked: int

    def fits(self, fresh: Sequence[int]) -> bool:
        """Whether these numbers of fresh cards can lie in the claims of each period."""
        return all(sum(fresh[: number + 1]) <= each.limit for number, each in enumerate(self.periods))


def allowed(numbers: int, size: int, case: int) -> int:
    """The bits of how many cards of the last claim can have its rank, in a case."""
    true = 1 << size
    return numbers if case == ANY else numbers & true if case == TRUE else numbers & ~true


def plan(hidden: Hidden) -> Plan:
    """The order for what a player does not see."""
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
    """The claims at which a limit on fresh cards counts that the sizes and the other limits do not imply."""
    found, most = list[int](), 0
    for number, claim in enumerate(claims):
        most = min(drawn, most + claim.size)
        if claim.fresh < most:
            if found and claims[found[-1]].fresh == claim.fresh:
                found.pop()
            found.append(number)
            most = claim.fresh
    return found


def _checked(hidden: Hidden) -> list[int]:
    """The numbers of the claims whose rank counts, rank by rank; first the last one, if it can be called."""
    last = len(hidden.claims) - 1
    found = [
        number
        for number, each in enumerate(hidden.claims)
        if (hidden.pending and number == last)
        or (not hidden.mixed and each.size > 1 and of_rank(each.rank) & hidden.cards)
    ]
    if hidden.pending:
        found.insert(0, found.pop())
    ranks = list(dict.fromkeys(hidden.claims[number].rank for number in found))
    return sorted(found, key=lambda number: ranks.index(hidden.claims[number].rank))


def _steps(hidden: Hidden, cards: Pair, checked: Sequence[int], period: Sequence[int]) -> tuple[Step, ...]:
    found: list[Step] = []
    others = before = 0
    for place, number in enumerate(checked):
        claim = hidden.claims[number]
        own = of_rank(claim.rank)
        opens = not found or found[-1].rank != claim.rank
        if opens and found:
            others |= of_rank(found[-1].rank)
        closes = place + 1 == len(checked) or hidden.claims[checked[place + 1]].rank != claim.rank
        numbers = (2 << claim.size) - 1 if hidden.mixed else 1 | 1 << claim.size
        found.append(
            Step(number, claim.rank, claim.size, numbers, period[number], before, opens, closes,
                 _counted(cards, own), _counted(cards, others), others)
        )  # fmt: skip
        before += claim.size
    return tuple(found)


def _counted(cards: Pair, some: int) -> Pair:
    return Pair((cards.public & some).bit_count(), (cards.fresh & some).bit_count())


def _periods(
    claims: Sequence[Laid], limits: Sequence[int], period: Sequence[int], checked: Sequence[int], before: int
) -> tuple[Period, ...]:
    found: list[Period] = []
    for number, limit in enumerate(limits):
        here = [each for each in range(len(claims)) if period[each] == number]
        rest = tuple(each for each in here if each not in checked)
        size = sum(claims[each].size for each in rest)
        is_last = number + 1 == len(limits)
        counted = sum(claims[each].size for each in here) - (size if is_last else 0)
        found.append(Period(rest, size, before, limit, min(limit, counted)))
        before += size
    return tuple(found)


NOTHING = Pair(0, 0)


class Filled(NamedTuple):
    """The relevant numbers of the claims filled so far.

    Attributes
    ----------
    fresh : tuple of int
        By period the number of fresh cards in them.
    waiting : Pair
        The number of their cards that are of a rank to come.
    left : Pair
        How many cards of the rank that is open are in none of them.
    """

    fresh: tuple[int, ...]
    waiting: Pair
    left: Pair


class Choice(NamedTuple):
    """A way to fill a checked claim.

    Attributes
    ----------
    came : Pair
        How many waiting cards are of this rank; of the first claim of a rank only.
    own, others : Pair
        How many cards of the claim are of its rank, and of ranks that are over.
    waiting : Pair
        How many are of ranks to come.
    """

    came: Pair
    own: Pair
    others: Pair
    waiting: Pair


class Dealt(NamedTuple):
    """A deal. Which waiting card lies in which claim is left open, as it makes no difference to the game.

    Attributes
    ----------
    steps : tuple of (Choice, Pair, int)
        Of each step the choice, the sets of waiting cards that are of its rank, and the other cards that are laid.
    waiting : Pair
        The sets of waiting cards whose rank is never checked.
    periods : tuple of int
        The set of the cards in the other claims of each period.
    hand, deck : int
        Sets.
    """

    steps: tuple[tuple[Choice, Pair, int], ...]
    waiting: Pair
    periods: tuple[int, ...]
    hand: int
    deck: int

    @property
    def laid(self) -> int:
        """The cards of all claims."""
        found = self.waiting.public | self.waiting.fresh | sum(self.periods)
        for _, came, cards in self.steps:
            found |= came.public | came.fresh | cards
        return found

    def is_true(self, plan: Plan) -> bool:
        """Whether all cards of the last claim, which is the first step, have its rank."""
        return sum(self.steps[0][0].own) == plan.steps[0].size


Options: TypeAlias = Iterator[tuple[int, Choice, Filled]]


class Deals:
    """All deals of a plan.

    Notes
    -----
    A state of the count is a `Filled`, so there are at most O(t^p * c^2) for t fresh cards, p periods and c checked
    cards, and each is looked at once.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._counts: dict[tuple[int, Filled], int] = {}
        self.sizes = Pair(plan.cards.public.bit_count(), plan.cards.fresh.bit_count())
        self.start = Filled((0,) * len(plan.periods), NOTHING, NOTHING)

    def count(self, case: int = ANY) -> int:
        """The number of deals for a case of the last claim, with orders of the cards in each claim."""
        return self._step(0, self.start, case)

    def _step(self, number: int, filled: Filled, case: int = ANY) -> int:
        if number == len(self.plan.steps):
            return self._unchecked(filled)
        key = number, filled
        if case == ANY and key in self._counts:
            return self._counts[key]
        found = sum(ways * self._step(number + 1, after) for ways, _, after in self._options(number, filled, case))
        if case == ANY:
            self._counts[key] = found
        return found

    def _unchecked(self, filled: Filled) -> int:
        plan = self.plan
        ways = perm((plan.cards.public & plan.unchecked).bit_count(), filled.waiting.public)
        ways *= perm((plan.cards.fresh & plan.unchecked).bit_count(), filled.waiting.fresh)
        return ways and ways * self._period(0, filled.fresh)

    def _period(self, number: int, fresh: tuple[int, ...]) -> int:
        """Ways to fill what is left from a period on."""
        plan, used = self.plan, sum(fresh)
        if number + 1 == len(plan.periods):
            return comb(self.sizes.fresh - used, plan.drawn - used) if plan.fits(fresh) else 0
        return sum(ways * self._period(number + 1, after) for ways, _, after in self._splits(number, fresh))

    def _splits(self, number: int, fresh: tuple[int, ...]) -> Iterator[tuple[int, int, tuple[int, ...]]]:
        """Ways, number of fresh cards and what comes out where the other claims of a period are filled."""
        period, used = self.plan.periods[number], sum(fresh)
        public_left, fresh_left = self.sizes.public - (period.before - used), self.sizes.fresh - used
        for count in range(period.size + 1):
            ways = comb(period.size, count) * perm(fresh_left, count) * perm(public_left, period.size - count)
            if ways:
                yield ways, count, _with_more(fresh, number, count)

    def _options(self, number: int, filled: Filled, case: int = ANY) -> Options:
        """Ways, choice and what comes out where a checked claim is filled."""
        step = self.plan.steps[number]
        if not step.opens:
            yield from self._choices(step, filled, NOTHING, 1, case)
            return
        waiting, own = filled.waiting, step.own
        for public in range(min(waiting.public, own.public) + 1):
            for fresh in range(min(waiting.fresh, own.fresh) + 1):
                ways = comb(waiting.public, public) * perm(own.public, public)
                ways *= comb(waiting.fresh, fresh) * perm(own.fresh, fresh)
                opened = Filled(
                    filled.fresh,
                    Pair(waiting.public - public, waiting.fresh - fresh),
                    Pair(own.public - public, own.fresh - fresh),
                )
                yield from self._choices(step, opened, Pair(public, fresh), ways, case)

    def _choices(self, step: Step, filled: Filled, came: Pair, ways: int, case: int) -> Options:
        numbers = allowed(step.numbers, step.size, case)
        others = self._others(step, filled)
        for fresh in range(step.size + 1):
            public = step.size - fresh
            for own_public in range(min(public, filled.left.public) + 1):
                for own_fresh in range(min(fresh, filled.left.fresh) + 1):
                    if not numbers >> own_public + own_fresh & 1:
                        continue
                    own = comb(public, own_public) * perm(filled.left.public, own_public)
                    own *= comb(fresh, own_fresh) * perm(filled.left.fresh, own_fresh)
                    rest = Pair(public - own_public, fresh - own_fresh)
                    for some, over in _from_others(rest, others):
                        choice = Choice(
                            came,
                            Pair(own_public, own_fresh),
                            over,
                            Pair(rest.public - over.public, rest.fresh - over.fresh),
                        )
                        yield ways * comb(step.size, fresh) * own * some, choice, _after(step, filled, choice, fresh)

    def _others(self, step: Step, filled: Filled) -> Pair:
        """The number of remaining cards of the ranks that are over."""
        fresh = sum(filled.fresh)
        public = step.before - fresh
        return Pair(
            step.over.public - (public - filled.waiting.public - (step.own.public - filled.left.public)),
            step.over.fresh - (fresh - filled.waiting.fresh - (step.own.fresh - filled.left.fresh)),
        )

    # Drawing ----------------------------------------------------------------------------------------------------------

    def draw(self, case: int, chance: PlainChance) -> Dealt | None:
        """One deal of a case, all equally likely; None where there is none."""
        if not self.count(case):
            return None
        filled, public, fresh, steps = self.start, *self.plan.cards, []
        for number, step in enumerate(self.plan.steps):
            mark = chance.uniform() * self._step(number, filled, case if number == 0 else ANY)
            for ways, choice, after in self._options(number, filled, case if number == 0 else ANY):  # noqa: B007
                mark -= ways * self._step(number + 1, after)
                if mark < 0:
                    break
            filled = after
            own = of_rank(step.rank)
            came = Pair(pick(public & own, choice.came.public, chance), pick(fresh & own, choice.came.fresh, chance))
            public, fresh = public ^ came.public, fresh ^ came.fresh
            laid = pick(public & own, choice.own.public, chance)
            laid |= pick(public & step.others, choice.others.public, chance)
            laid |= pick(fresh & own, choice.own.fresh, chance)
            laid |= pick(fresh & step.others, choice.others.fresh, chance)
            public, fresh = public & ~laid, fresh & ~laid
            steps.append((choice, came, laid))
        some = self.plan.unchecked
        waiting = Pair(
            pick(public & some, filled.waiting.public, chance), pick(fresh & some, filled.waiting.fresh, chance)
        )
        return self._rest(filled, tuple(steps), waiting, public ^ waiting.public, fresh ^ waiting.fresh, chance)

    def _rest(
        self,
        filled: Filled,
        steps: tuple[tuple[Choice, Pair, int], ...],
        waiting: Pair,
        public: int,
        fresh: int,
        chance: PlainChance,
    ) -> Dealt:
        """Fill the other claims and the hand."""
        used, periods = filled.fresh, []
        for number, period in enumerate(self.plan.periods[:-1]):
            mark = chance.uniform() * self._period(number, used)
            for ways, count, after in self._splits(number, used):  # noqa: B007
                mark -= ways * self._period(number + 1, after)
                if mark < 0:
                    break
            used = after
            cards = pick(public, period.size - count, chance) | pick(fresh, count, chance)
            public, fresh = public & ~cards, fresh & ~cards
            periods.append(cards)
        drawn = pick(fresh, self.plan.drawn - sum(used), chance)
        periods.append(pick(public | drawn, self.plan.periods[-1].size, chance))
        return Dealt(steps, waiting, tuple(periods), (public | drawn) & ~periods[-1], fresh & ~drawn)

    def deal(self, rng: Random) -> tuple[int, list[int]]:
        """The opponent's hand and the cards of each of the opponent's claims, all deals equally likely.

        Raises
        ------
        GameError
            If no deal fits.
        """
        found = self.draw(ANY, PlainChance(rng.getrandbits(64)))
        if found is None:
            cards = self.sizes.public + self.sizes.fresh
            raise GameError(f"no deal of {cards} cards fits claims of {list(self.plan.sizes)} cards")
        return found.hand, _by_claim(self.plan, found, rng)


def _from_others(rest: Pair, others: Pair) -> Iterator[tuple[int, Pair]]:
    """Ways to take some of the rest of a claim from the ranks that are over, and how many."""
    for public in range(min(rest.public, others.public) + 1):
        for fresh in range(min(rest.fresh, others.fresh) + 1):
            ways = comb(rest.public, public) * perm(others.public, public)
            yield ways * comb(rest.fresh, fresh) * perm(others.fresh, fresh), Pair(public, fresh)


def _after(step: Step, filled: Filled, choice: Choice, fresh: int) -> Filled:
    left, waiting = filled.left, filled.waiting
    return Filled(
        _with_more(filled.fresh, step.period, fresh),
        Pair(waiting.public + choice.waiting.public, waiting.fresh + choice.waiting.fresh),
        NOTHING if step.closes else Pair(left.public - choice.own.public, left.fresh - choice.own.fresh),
    )


def _with_more(counts: tuple[int, ...], number: int, more: int) -> tuple[int, ...]:
    return (*counts[:number], counts[number] + more, *counts[number + 1 :])


def pick(cards: int, count: int, chance: PlainChance) -> int:
    """Some of the cards, all choices equally likely."""
    picked = 0
    for _ in range(count):
        rest = cards
        for _ in range(chance.below(cards.bit_count())):
            rest &= rest - 1
        picked |= rest & -rest
        cards ^= rest & -rest
    return picked


def dealt_again(hidden: Hidden, rng: Random) -> tuple[int, list[int]]:
    """One deal of what a player does not see, as `Deals.deal`."""
    return Deals(plan(hidden)).deal(rng)


def _by_claim(order: Plan, dealt: Dealt, rng: Random) -> list[int]:
    """The cards of each claim: those that wait for a rank lie in any of the claims that have waiting cards then."""
    laid, public, fresh = [0] * len(order.sizes), list[int](), list[int]()

    def settle(claims: list[int], cards: int) -> None:
        for card in numbers(cards):
            laid[claims.pop(rng.randrange(len(claims)))] |= 1 << card

    for step, (choice, came, cards) in zip(order.steps, dealt.steps, strict=True):
        settle(public, came.public)
        settle(fresh, came.fresh)
        laid[step.claim] |= cards
        public += [step.claim] * choice.waiting.public
        fresh += [step.claim] * choice.waiting.fresh
    settle(public, dealt.waiting.public)
    settle(fresh, dealt.waiting.fresh)
    for period, cards in zip(order.periods, dealt.periods, strict=True):
        settle([number for number in period.claims for _ in range(order.sizes[number])], cards)
    return laid
