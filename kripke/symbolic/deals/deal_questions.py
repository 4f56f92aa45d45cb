"""Questions about a state law that deals cards, answered by counting cards instead of quantifying over diagrams.

A state law is the condition that all states of a model satisfy. Most conditions are a union of a few cubes: a cube, a
conjunction of literals, says that hands have some cards and lack others. Within a cube, `kripke.symbolic.deals.hands`
decides whether the hands can be filled. Diagrams are only used for a more complex condition on one hand.
"""

from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random

from kripke.symbolic.deals.dealing import Dealt, exact_count
from kripke.symbolic.deals.hands import MOST_HANDS, Bound, Hands
from kripke.symbolic.diagrams.bdd import Bdd
from kripke.symbolic.diagrams.elimination import conjunction, satisfiable
from kripke.symbolic.diagrams.state_set import Cube, StateSet, given, support_of
from kripke.symbolic.laws.constraints import counted

Term = tuple[int, Cube]  # a cube with its factor in a sum: 1, or -1 if its states are subtracted

MOST_NODES = 128  # largest number of nodes of a condition that are visited to find its cubes: 2 µs each

MOST_CUBES = 64  # largest number of cubes of a condition, and of products of such cubes that are tried: 20 µs each

MOST_STEPS = 1_024  # largest number of steps in which these products are found: 1 µs each

MOST_FITS = 4  # largest number of products for which diagrams of a hand are made

LARGE, TRIED = 4_000, 6
"""If conditions have more than `LARGE` nodes, up to `TRIED` example hands are tested before a diagram is built.

A test takes 40 µs; the diagram for a condition of 20,000 nodes takes 8 ms.
"""

FEW_CUBES = 16  # largest number of cubes whose preimages are joined; a condition with as many or more is split by hands


def is_possible(law: Dealt, known: Cube, conditions: Iterable[StateSet]) -> bool | None:
    """Whether some state with the values `known` satisfies the state law and the conditions; None if undecided."""
    if len(law.variables) > MOST_HANDS:
        return None
    query = _Conditions(law, known, conditions, _inside)
    if query.hand is None:
        return None
    fitted = 0
    for case in query.cases():
        if case is None or fitted == MOST_FITS:
            return None
        _, cube, hands = case
        if hands.is_possible:
            if not query.more or _fits(law, query.hand, hands, cube, query.more):
                return True
            fitted += 1
    return False


def count(law: Dealt, known: Cube, conditions: Sequence[StateSet], others: int) -> int | None:
    """The number of states with the values `known` that satisfy the law and the conditions; None if unknown. Cached.

    `others`: the mask of all variables of a state. Variables that stand for no card may have any values that the
        conditions allow.
    """
    key = ("dealt count", law, known, others, *[condition.key for condition in conditions])
    return law.manager.results.get(key, lambda: _count(law, known, conditions, others))


def _count(law: Dealt, known: Cube, conditions: Sequence[StateSet], others: int) -> int | None:
    query = _Conditions(law, known, conditions, _inside_or_outside)
    if query.hand is None:
        return None
    free = others & ~(law.everywhere | law.known[0] | known[0])
    total = 0
    for case in query.cases():
        if case is None:
            return None
        sign, cube, hands = case
        ways = hands.ways
        if ways and query.more:
            ways = _ways(law, query.hand, hands, query.more)
        if ways is None:
            return None
        total += sign * ways << (free & ~cube[0]).bit_count()
    return total


class Draws:
    """Draws uniformly random states that satisfy a condition and a state law with a deal of cards.

    `free`: the mask of the variables that are not about cards and have no value fixed by the law.
    `summands`: triples (1, cube, deals of the cube); the condition is the disjoint union of the cubes.
    `cases`: pairs of a cube and its deals, if there are any; the cube includes the values fixed by the law.
    `sums`: the cumulative numbers of states in the cases.
    `variable`: maps pairs of a hand and a card to their variables.
    `dealt`: the mask of the variables of all hands.
    """

    def __init__(self, law: Dealt, free: int, summands: Sequence[tuple[int, Cube, Hands]]) -> None:
        self.cases: list[tuple[Cube, Hands]] = []
        self.sums: list[int] = []
        self.variable = {place: variable for variable, place in law.places.items()}
        self.dealt = law.everywhere
        fixed, true = law.known
        total = 0
        for _, (known, more), hands in summands:
            if hands.ways:
                total += hands.ways << (free & ~known).bit_count()
                self.sums.append(total)
                self.cases.append(((known | fixed, more | true), hands))

    def state(self, rng: Random) -> tuple[Cube, list[int]]:
        """Draw a state; return its fixed values and the variables of the dealt cards.

        The card variables that are not returned are false. All other variables without a fixed value are free.
        """
        cube, hands = self.cases[bisect(self.sums, rng.randrange(self.sums[-1]))]
        return cube, [self.variable[hand, card] for hand, held in enumerate(hands.draw(rng)[:-1]) for card in held]


def draws(law: Dealt, condition: StateSet, others: int) -> Draws | None:
    """Return a `Draws` for the states that satisfy the law and a condition; None if they are hard to count."""
    query = _Conditions(law, (0, 0), [condition], _inside)
    cases = [] if query.more else list(query.cases())
    known = [case for case in cases if case is not None and case[2].ways is not None]
    if query.more or len(known) < len(cases):
        return None
    return Draws(law, others & ~(law.everywhere | law.known[0]), known)


class _Conditions:
    """Conditions sorted by how they are counted.

    `known`: the variables with given values, and those of them that are true.
    `here`: the deals of the law with these values.
    `terms`: function that returns the cubes of a condition, or None if there are many.
    `sums`: the conditions with few cubes, each as a sum of signed cubes.
    `numbers`: maps a hand to a condition that fixes the number of certain cards in this hand.
    `more`: all other conditions.
    `hand`: the hand that `more` is about, 0 if `more` is empty; None if it is about several hands or other variables.
    """

    def __init__(
        self, law: Dealt, known: Cube, conditions: Iterable[StateSet], terms: Callable[[StateSet], list[Term] | None]
    ) -> None:
        self.law, self.here = law, law.given(known)
        self.sums: list[list[Term]] = []
        self.numbers: dict[int, StateSet] = {}  # hand -> the condition that fixes its number of certain cards
        self.more: list[StateSet] = []
        fixed, true = law.known
        if (known[1] ^ true) & known[0] & fixed:
            self.sums.append([])
        parts = given([*law.rest, *conditions], known[0] | fixed, known[1] | true)
        for part in [each for whole in parts for each in _by_hand(law, whole)]:
            hand = self._hand_counted(part)
            if hand is not None:
                self.numbers[hand] = part
            elif (summands := terms(part)) is not None:
                self.sums.append(summands)
            else:
                self.more.append(part)
        if not {part.key for part in self.more}.isdisjoint([(~part).key for part in self.more]):
            self.sums.append([])  # contradictory conditions
        self.hand = _only_hand(law, support_of(self.more))
        if self.more and self.hand in self.numbers:
            self.more.append(self.numbers.pop(self.hand))

    def _hand_counted(self, part: StateSet) -> int | None:
        """If the condition fixes how many cards of a set a hand has, the index of this hand; otherwise None.

        The result is also None if `numbers` already has a condition for this hand.
        """
        if part.value is not None or part.size <= part.support.bit_count() + 1:
            return None  # a cube has a node for each variable
        hand = _only_hand(self.law, part.support)
        return None if hand in self.numbers or exact_count(part) is None else hand

    def cases(self) -> Iterator[tuple[int, Cube, Hands] | None]:
        """Expand the product of all sums; yield the sign, cube and deals of each term.

        If there are too many terms, None is the last item.
        """
        for term in _products(self.sums):
            if term is None:
                yield None
                return
            sign, cube = term
            hands = self.law.given(cube, self.here) if cube[0] else self.here
            for hand, part in self.numbers.items():
                hands = hands.apart(hand, self.law.cards(part.support), exact_count(part) or 0)
            yield sign, cube, hands


def _ways(law: Dealt, hand: int, hands: Hands, conditions: list[StateSet]) -> int | None:
    """The number of ways to deal the cards such that one hand satisfies the conditions; None if unknown.

    The number is known if each choice of this hand leaves the same number of ways to deal the other hands.
    """
    example = hands.example(hand)
    if example is None or example.ways is None:
        return None
    known, true = law.certain(hand, hands)
    there = conjunction(law.manager, given([*conditions, law.counts[hand]], known, true))
    return example.ways * there.function.count((law.variables[hand] & ~known).bit_count())


def _only_hand(law: Dealt, support: int) -> int | None:
    """The hand to which all variables of `support` belong; 0 without variables, None if there is no such hand."""
    return next((hand for hand, variables in enumerate(law.variables) if not support & ~variables), None)


def _by_hand(law: Dealt, part: StateSet) -> list[StateSet]:
    """Split a condition with many cubes into conditions that each concern one hand, if that is possible."""
    touched = [variables for variables in law.variables if variables & part.support]
    if len(touched) < 2 or part.support & ~law.everywhere or len(cubes(part) or range(FEW_CUBES)) < FEW_CUBES:
        return [part]
    manager = part.manager
    alone = [StateSet.of(manager, part.function.exists(part.support & ~v), part.support & v) for v in touched]
    return alone if conjunction(manager, alone).key == part.key else [part]


def _inside(part: StateSet) -> list[Term] | None:
    """Return a condition as the sum of its cubes; None if there are many."""
    cover = cubes(part)
    return None if cover is None else [(1, cube) for cube in cover]


def _inside_or_outside(part: StateSet) -> list[Term] | None:
    """Return a condition as the sum of its cubes, or as all states minus the cubes of its negation."""
    inside, outside = _inside(part), cubes(~part)
    if outside is not None and (inside is None or len(outside) + 1 < len(inside)):
        return [(1, (0, 0)), *[(-1, cube) for cube in outside]]
    return inside


def _fits(law: Dealt, hand: int, hands: Hands, cube: Cube, conditions: list[StateSet]) -> bool:
    """Whether the hand can satisfy the conditions and `cube`, and leave enough cards for the other hands."""
    bounds = hands.bounds(hand)
    tried = TRIED if sum([condition.size for condition in conditions]) > LARGE else 0
    for cards in hands.candidates(hand, bounds, tried):
        held = law.variables_of(hand, cards)
        if all(condition.function.holds(condition.support, held) for condition in conditions):
            return True
    known, true = law.certain(hand, hands)
    parts = [*conditions, *law.counts[hand : hand + 1], *_said(law, hand, bounds)]
    return satisfiable(law.manager, given(parts, known | cube[0], true | cube[1]))


def preimage(law: Dealt, seen: int, target: StateSet) -> StateSet | None:
    """The states where an observer considers some state of `target` possible; None if unknown.

    `seen`: the mask of the variables that the observer sees.
    """
    looked = _looked(law, seen) if len(law.variables) <= MOST_HANDS else None
    (target,) = given([target], *law.known)
    hidden = (law.everywhere | target.support) & ~seen
    cover = None if any(part.support & hidden for part in law.rest) else cubes(target)
    if looked is None or cover is None or len(cover) > FEW_CUBES:
        return None
    union = StateSet.constant(law.manager, False)
    for known, true in cover:
        hands = law.given((known, true))
        if hands.is_possible:
            said = []  # the conditions on the hand under which the others can be dealt, if the law does not imply them
            for hand in looked:
                before, _ = law.certain(hand, law.hands)
                certain, held = law.certain(hand, hands)
                said += [StateSet.of_cube(law.manager, certain & ~before, held & ~before)]
                said += _said(law, hand, hands.bounds(hand) - law.bounds[hand])
            said += [StateSet.of_cube(law.manager, known & seen, true & seen)]
            union = union | conjunction(law.manager, said)
    return union


def _looked(law: Dealt, seen: int) -> list[int] | None:
    """A list with the hand that an observer of `seen` sees, or an empty list.

    None if the observer sees several hands, or only a part of a hand.
    """
    looked = [hand for hand, variables in enumerate(law.variables) if variables & seen]
    for hand in looked:
        known, _ = law.certain(hand, law.hands)
        if law.variables[hand] & ~(seen | known):
            return None
    return looked if len(looked) <= 1 else None


def _said(law: Dealt, hand: int, bounds: Iterable[Bound]) -> Iterator[StateSet]:
    """Yield, for each bound, the set of states in which the hand satisfies it."""
    manager = law.manager
    for cards, low, high in bounds:
        variables = law.variables_of(hand, cards)
        conditions = [manager.literal(variable) for variable in reversed(manager.bottom_up(variables))]
        yield StateSet.of(manager, counted(manager, conditions, low, high), variables)


def _products(sums: Iterable[list[Term]]) -> Iterator[Term | None]:
    """Multiply the sums out; yield the terms that are not constant false, and a final None if there are too many."""
    factors = sorted(sums, key=len)
    pending: list[tuple[int, Term]] = [(0, (1, (0, 0)))]
    steps = products = 0
    while pending:
        place, (sign, (known, true)) = pending.pop()
        if place == len(factors):
            products += 1
            yield sign, (known, true)
            continue
        steps += len(factors[place])
        if steps > MOST_STEPS or products >= MOST_CUBES:
            yield None
            return
        pending += [
            (place + 1, (sign * factor, (known | more, true | also)))
            for factor, (more, also) in reversed(factors[place])
            if not (true ^ also) & known & more
        ]


def cubes(states: StateSet) -> list[Cube] | None:
    """Return disjoint cubes whose union is the set; None for many cubes or a parity of several variables. Cached."""
    if states.value is not None:
        return [(0, 0)] if states.value else []
    if states.parity is not None:
        return None if states.cube is None else [states.cube]
    return states.manager.results.get(("cubes", states.key), lambda: _cubes(states.function))


def _cubes(function: Bdd) -> list[Cube] | None:
    true, false = function.manager.true, function.manager.false
    cover, stack, visited = [], [(function, 0, 0)], 0
    while stack:
        node, known, bits = stack.pop()
        if node == true:
            cover.append((known, bits))
        elif node != false:
            visited += 1
            if visited > MOST_NODES or len(cover) > MOST_CUBES:
                return None
            high, low = node.branches()
            bit = 1 << node.variable  # type: ignore[operator]
            stack += [(low, known | bit, bits), (high, known | bit, bits | bit)]
    return cover
