"""Existential quantification over a conjunction that is given as parts, by bucket elimination.

A variable concerns only the parts in which it occurs. These are conjoined, and the variable is quantified away
(R. Dechter, "Bucket elimination", Artificial Intelligence 113, 1999, doi:10.1016/S0004-3702(99)00059-4). Parities are
removed by Gaussian elimination: one parity with the variable is added to the others.
"""

from collections.abc import Callable, Iterable
from functools import reduce
from operator import and_

from kripke.symbolic.diagrams.bdd import BddManager
from kripke.symbolic.diagrams.state_set import StateSet, support_of


def eliminate(manager: BddManager, parts: Iterable[StateSet], variables: int) -> list[StateSet]:
    """Return the conjunction of the parts with the variables quantified existentially, again as parts.

    O(k) operations on diagrams for k variables. The size of the diagrams depends on which variables the parts share: it
    is at worst exponential in the number of variables of the parts that are conjoined.
    """
    untouched: list[StateSet] = []
    touched: list[StateSet] = []
    for part in parts:
        (touched if part.support & variables else untouched).append(part)
    if not touched:
        return untouched
    diagrams = [part for part in touched if part.parity is None]
    if len(diagrams) < len(touched):
        parities = [part for part in touched if part.parity is not None]
        parities = gauss(parities, variables & ~support_of(diagrams), _cost)[1]
        untouched += [part for part in parities if not part.support & variables and part.value is not True]
        touched = [*[part for part in parities if part.support & variables], *diagrams]
    if len(touched) <= 2:
        return [*untouched, _merge(manager, touched, variables)] if touched else untouched
    return untouched + _Buckets(manager, touched, variables).emptied()


def conjunction(manager: BddManager, parts: Iterable[StateSet]) -> StateSet:
    """The conjunction of the parts as one set; small parts go first, since they keep the results small."""
    ready = list(parts)
    if len(ready) == 1:
        return ready[0]
    if len(ready) > 2:
        ready.sort(key=lambda part: part.size)
    return reduce(and_, ready) if ready else StateSet.constant(manager, True)


def project(manager: BddManager, parts: Iterable[StateSet], variables: int) -> StateSet:
    """The conjunction of the parts with the variables quantified existentially, as one set."""
    return conjunction(manager, eliminate(manager, parts, variables) if variables else parts)


def satisfiable(manager: BddManager, parts: Iterable[StateSet]) -> bool:
    """Whether some assignment satisfies all parts."""
    ready = list(parts)
    if any(part.value is False for part in ready):
        return False
    return project(manager, ready, support_of(ready)).value is not False


def _cost(part: StateSet) -> int:
    """An estimate of the size of a diagram; counting its nodes would cost more than it saves."""
    return part.support.bit_count()


def _merge(manager: BddManager, parts: list[StateSet], variables: int) -> StateSet:
    """The conjunction of the parts with the variables quantified away; the last conjunction is a relational product."""
    if len(parts) == 1:
        (only,) = parts
        return StateSet.of(manager, only.function.exists(only.support & variables), only.support & ~variables)
    *rest, last = parts if len(parts) == 2 else sorted(parts, key=_cost)
    first = rest[0] if len(rest) == 1 else conjunction(manager, rest)
    support = first.support | last.support
    product = first.function.and_exists(last.function, support & variables)
    return StateSet.of(manager, product, support & ~variables)


def gauss(
    parities: list[StateSet], free: int, cost: Callable[[StateSet], int]
) -> tuple[list[tuple[int, StateSet]], list[StateSet]]:
    """Remove the `free` variables from parities by Gaussian elimination, the parity of least `cost` first.

    Return pairs (variable, parity that determines it), and the parities that are left.
    """
    determined: list[tuple[int, StateSet]] = []
    while True:
        pivot = min((part for part in parities if part.support & free), key=cost, default=None)
        if pivot is None:
            return determined, parities
        bit = (pivot.support & free) & -(pivot.support & free)
        determined.append((bit.bit_length() - 1, pivot))
        parities = [~(part ^ pivot) if part.support & bit else part for part in parities if part is not pivot]


class _Buckets:
    """The remaining parts and variables; variables that occur in the same parts are in one bucket.

    `parts`: maps numbers to parts.
    `number`: the number of the next part.
    `buckets`: maps sets of part numbers to the variables that occur in exactly these parts.
    `prices`: maps these sets to the estimated cost of quantifying the variables of the bucket away.
    """

    def __init__(self, manager: BddManager, parts: list[StateSet], variables: int) -> None:
        self.manager = manager
        self.parts = dict(enumerate(parts))
        self.number = len(parts)
        self.prices: dict[frozenset[int], int] = {}
        self.buckets: dict[frozenset[int], int] = {frozenset(): variables}
        for number, part in self.parts.items():
            self._split(number, part.support)
        self.buckets.pop(frozenset(), None)

    def _split(self, number: int, support: int) -> None:
        """Split the buckets by whether their variables occur in part `number`, which has this support."""
        split: dict[frozenset[int], int] = {}
        for bucket, variables in self.buckets.items():
            inside = variables & support
            if inside:
                split[bucket | {number}] = inside
            if inside != variables:
                split[bucket] = variables ^ inside
        self.buckets = split

    def emptied(self) -> list[StateSet]:
        """Eliminate all variables, the cheapest bucket first; return the remaining parts."""
        while self.buckets:
            for bucket in self.buckets:  # parts never change, so each cost is computed once
                if bucket not in self.prices:
                    self.prices[bucket] = sum([_cost(self.parts[number]) for number in bucket])
            self._empty(min(self.buckets, key=self.prices.__getitem__))
        return list(self.parts.values())

    def _empty(self, numbers: frozenset[int]) -> None:
        """Conjoin the parts with these numbers, and quantify away the variables that occur in no other part."""
        gone = 0
        moved: dict[frozenset[int], int] = {}
        for bucket, variables in self.buckets.items():
            if bucket <= numbers:
                gone |= variables
            else:
                new = bucket if bucket.isdisjoint(numbers) else bucket - numbers | {self.number}
                moved[new] = moved.get(new, 0) | variables
        self.buckets = moved
        self.parts[self.number] = _merge(self.manager, [self.parts.pop(number) for number in numbers], gone)
        self.number += 1
