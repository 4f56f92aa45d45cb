"""A law that deals cards: what it says, as far as it says who may have which card and how many cards a hand has.

Questions about such a law are answered by `kripke.symbolic.deals.deal_questions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import count
from operator import or_
from typing import NamedTuple

from kripke.symbolic.deals.hands import MOST_HANDS, Bound, Hands
from kripke.symbolic.diagrams.bdd import Bdd, BddManager
from kripke.symbolic.diagrams.state_set import StateSet, support_of
from kripke.symbolic.diagrams.variable_order import mask_of, members

MOST_NODES = 20_000
"""Largest number of nodes that are read for an exact count: 2 µs each; a hand of 13 of 52 cards has 559."""


def exact_count(states: StateSet) -> int | None:
    """The number n if the set says that exactly n of the variables of its support are true; else None. Cached.

    O(s) for s nodes. Equal numbers of true variables must lead to the same node.
    """
    if states.parity is not None:
        return None
    key = "exact count", states.key, states.support
    return states.manager.results.get(key, lambda: _exact_count(states))


def _exact_count(states: StateSet) -> int | None:
    if states.size > MOST_NODES or not _ends_last(states):
        return None
    layer = {0: states.function}  # number of true variables so far -> what is left to say
    false = states.manager.false
    excluded = []  # numbers of true variables that cannot be
    variables = states.manager.bottom_up(states.support)
    while variables:
        variable = variables.pop()
        below: dict[int, Bdd] = {}
        for n, node in layer.items():
            high, low = _branches(node, variable)
            if below.setdefault(n, low) != low or below.setdefault(n + 1, high) != high:
                return None
        excluded += [(n, n + len(variables)) for n, node in below.items() if node == false]
        layer = {n: node for n, node in below.items() if node != false}
    if len(layer) != 1:
        return None
    (number,) = layer
    return None if any(low <= number <= high for low, high in excluded) else number


def _ends_last(states: StateSet) -> bool:
    """Whether all variables are tested where the first ones are true: a quick test, which most other sets fail."""
    node, false = states.function, states.manager.false
    for _ in range(states.support.bit_count()):
        high, low = node.branches()
        if high == low:
            return False
        node = low if high == false else high
    return True


def _branches(node: Bdd, variable: int) -> tuple[Bdd, Bdd]:
    """What is left to say where the variable is true, and where it is false."""
    return node.branches() if node.variable == variable else (node, node)


class Choice(NamedTuple):
    """The constraint that at most one of some variables is true."""

    variables: int
    possible: int
    is_needed: bool

    @property
    def is_literal(self) -> bool:
        """Whether it is about one variable, which then has one value."""
        return not self.variables & (self.variables - 1)


def choices(states: StateSet) -> tuple[Choice, ...] | None:
    """The choices that the set consists of, each about other variables; None if it does not consist of choices. Cached.

    Literals are choices, too. The variables of a choice must stand together in the order.

    O(s) for s nodes.
    """
    if states.parity is not None and states.support.bit_count() > 1:
        return None

    def read() -> tuple[Choice, ...] | None:
        found, node, true = [], states.function, states.manager.true
        while node != true:
            step = _choice(node)
            if step is None:
                return None
            choice, node = step
            found.append(choice)
        return tuple(found)

    return states.manager.results.get(("choices", states.key, states.support), read)


def _choice(node: Bdd) -> tuple[Choice, Bdd] | None:
    """The choice at the top of a diagram, and what is left to say; None if there is no choice, or nothing satisfies it.

    Until one variable is true there is one node, and after that another.
    """
    false = node.manager.false
    none, one = node, false  # what is left to say where none of the variables so far is true, and where one is
    variables = possible = 0
    while True:
        tested = [variable for variable in (none.variable, one.variable) if variable is not None]
        if not tested:
            return None
        variable = min(tested, key=node.manager.level)
        again, one = _branches(one, variable)
        high, none = _branches(none, variable)
        if again != false or (false not in (one, high) and one != high):
            return None
        variables |= 1 << variable
        if high != false:
            possible, one = possible | 1 << variable, high
        if none == one or false in (none, one):
            return Choice(variables, possible, none == false), one if none == false else none


MANY = 13
"""Number of cards from which the size of a hand stays a part of its own: one diagram for a smaller deal is fast."""

MOST_VARIABLES = 2_048
"""Largest number of variables of a law that is looked at: reading the diagrams takes 2 µs for each node."""

Cube = tuple[int, int]
"""Variables that have a value, and those of them that are true."""


@dataclass(frozen=True, eq=False)
class Dealt:
    """A law that deals cards, and may say more.

    `places`: variable -> the hand and the card: the variable is true where the card is in the hand.
    `counts`: the parts of the law that say how many cards the first hands have.
    `known`: other variables with one value in all states, and those of them that are true.
    """

    hands: Hands
    places: dict[int, tuple[int, int]]
    counts: tuple[StateSet, ...]
    known: Cube
    rest: tuple[StateSet, ...]

    @property
    def manager(self) -> BddManager:
        """The manager of the law's diagrams."""
        return self.counts[0].manager

    @cached_property
    def variables(self) -> tuple[int, ...]:
        """For each hand the set of its variables."""
        masks = [0] * len(self.hands.possible)
        for variable, (hand, _) in self.places.items():
            masks[hand] |= 1 << variable
        return tuple(masks)

    @cached_property
    def everywhere(self) -> int:
        """The variables of all hands."""
        return reduce(or_, self.variables)

    @cached_property
    def bounds(self) -> tuple[frozenset[Bound], ...]:
        """For each hand what the law says of it because of the other hands."""
        return tuple(map(self.hands.bounds, range(len(self.variables))))

    def given(self, cube: Cube, hands: Hands | None = None) -> Hands:
        """The possible deals given values of variables; variables that are not of cards do not count.

        `hands`: what may be dealt without that; None: what the law says.
        """
        known, true = cube
        has, lacks = [0] * len(self.variables), [0] * len(self.variables)
        for variable in members(known & self.everywhere):
            hand, card = self.places[variable]
            (has if true >> variable & 1 else lacks)[hand] |= 1 << card
        return (hands or self.hands).given(has, lacks)

    def cards(self, variables: int) -> int:
        """The cards of variables of one hand."""
        return reduce(or_, [1 << self.places[variable][1] for variable in members(variables)], 0)

    def variables_of(self, hand: int, cards: int) -> int:
        """The variables of some cards in a hand."""
        return mask_of([v for v in members(self.variables[hand]) if cards >> self.places[v][1] & 1])

    def certain(self, hand: int, hands: Hands) -> Cube:
        """The variables of a hand that have one value, as far as the cards alone say it."""
        needed, possible = hands.needed(hand), hands.possible[hand]
        known = true = 0
        for variable in members(self.variables[hand]):
            card = self.places[variable][1]
            is_needed = needed >> card & 1
            true |= is_needed << variable
            known |= (is_needed | ~possible >> card & 1) << variable
        return known, true


def dealt(law: Sequence[StateSet]) -> Dealt | None:
    """The part of the law about cards in hands; None if no part of it gives the size of a hand.

    None as well if it has too many variables or hands, or a hand has two variables of one card.

    O(s) for the s nodes of the law.
    """
    if support_of(law).bit_count() > MOST_VARIABLES:
        return None
    parts = _Parts(law)
    places = parts.places()
    number = max([hand for hand, _ in places.values()], default=-1) + 1
    if not parts.counts or number > MOST_HANDS or len(set(places.values())) < len(places):
        return None
    sizes = tuple([exact_count(part) for part in parts.counts] + [None] * (number - len(parts.counts)))
    needed = reduce(or_, [choice.is_needed << card for card, choice in enumerate(parts.cards)])
    possible = [0] * number
    for variable, (hand, card) in places.items():
        possible[hand] |= (parts.cards[card].possible >> variable & 1) << card
    placed = reduce(or_, [1 << variable for variable in places])
    known = parts.known & ~placed, parts.true & ~placed
    found = Dealt(Hands(tuple(possible), sizes, needed), places, tuple(parts.counts), known, tuple(parts.rest))
    return replace(found, hands=found.given((parts.known, parts.true)))


def hand_sizes(law: Sequence[StateSet]) -> frozenset[StateSet]:
    """The parts of a law that say how many of its many cards a hand has, where another part says who may have each.

    The number is two or more. A part about all variables of the law deals nothing, so it is not among them.
    """
    everything = support_of(law)
    if everything.bit_count() > MOST_VARIABLES:
        return frozenset()
    some = [part for part in law if part.support != everything and part.support.bit_count() >= MANY]
    more = [part for part in some if part.size > part.support.bit_count() + 1]  # a cube has a node for each variable
    counts = [part for part in more if (exact_count(part) or 0) > 1]
    if not counts:
        return frozenset()
    held = 0
    for part in law:
        held |= reduce(or_, [choice.variables for choice in choices(part) or () if not choice.is_literal], 0)
    return frozenset([part for part in counts if (part.support & held).bit_count() > 1])


class _Parts:
    """The parts of a law by what they say: where a card may be, how many cards a hand has, or more."""

    def __init__(self, law: Sequence[StateSet]) -> None:
        self.groups: list[Choice] = []
        self.counts: list[StateSet] = []
        self.rest: list[StateSet] = []
        self.known = self.true = self.grouped = self.counted = 0
        either = []
        for part in law:
            found = choices(part)
            if found is None:
                self._count(part)
            elif len(found) == 1 and exact_count(part) == 1:
                either.append((part, found))
            else:
                self._choose(part, found)
        for part, found in either:  # one card that is somewhere, or a hand of one card
            if part.support & self.grouped:
                self._count(part)
            else:
                self._choose(part, found)

    @cached_property
    def cards(self) -> list[Choice]:
        """Where each card may be; a variable that is counted and in no choice is a card that is there or nowhere."""
        alone = self.counted & ~self.grouped
        return [*self.groups, *[Choice(1 << variable, 1 << variable, False) for variable in members(alone)]]

    def places(self) -> dict[int, tuple[int, int]]:
        """Variable -> the hand and the card; hands of any size come after those that are counted."""
        hand_of = {variable: hand for hand, part in enumerate(self.counts) for variable in members(part.support)}
        places = {}
        for card, choice in enumerate(self.cards):
            others = count(len(self.counts))
            for variable in members(choice.variables):
                places[variable] = hand_of[variable] if variable in hand_of else next(others), card
        return places

    def _count(self, part: StateSet) -> None:
        if exact_count(part) is None or part.support & self.counted:
            self.rest.append(part)
        else:
            self.counts.append(part)
            self.counted |= part.support

    def _choose(self, part: StateSet, found: tuple[Choice, ...]) -> None:
        groups = [choice for choice in found if not choice.is_literal]
        grouped = reduce(or_, [choice.variables for choice in groups], 0)
        literals = [choice for choice in found if choice.is_literal]
        known = reduce(or_, [choice.variables for choice in literals], 0)
        true = reduce(or_, [choice.possible for choice in literals], 0)
        if grouped & self.grouped or (true ^ self.true) & known & self.known:
            self.rest.append(part)
            return
        self.groups += groups
        self.grouped |= grouped
        self.known |= known
        self.true |= true
