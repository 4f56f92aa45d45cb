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
    """Quantify the variables existentially in the conjunction of the parts; return the result as parts.

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
    return untouched + _by_buckets(manager, touched, variables)


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


def _by_buckets(manager: BddManager, parts: list[StateSet], variables: int) -> list[StateSet]:
    """Eliminate all variables, the cheapest bucket first; variables that occur in the same parts are in one bucket."""
    left = dict(enumerate(parts))
    buckets: dict[frozenset[int], int] = {frozenset(): variables}  # numbers of parts -> the variables of just these
    for number, part in left.items():
        split: dict[frozenset[int], int] = {}
        for bucket, there in buckets.items():
            inside = there & part.support
            if inside:
                split[bucket | {number}] = inside
            if inside != there:
                split[bucket] = there ^ inside
        buckets = split
    buckets.pop(frozenset(), None)
    prices: dict[frozenset[int], int] = {}  # the estimated cost of a bucket
    number = len(parts)  # of the next part
    while buckets:
        for bucket in buckets:  # parts never change, so each cost is computed once
            if bucket not in prices:
                prices[bucket] = sum([_cost(left[n]) for n in bucket])
        cheapest = min(buckets, key=prices.__getitem__)
        gone = 0  # the variables that occur in no other part
        moved: dict[frozenset[int], int] = {}
        for bucket, there in buckets.items():
            if bucket <= cheapest:
                gone |= there
            else:
                new = bucket if bucket.isdisjoint(cheapest) else bucket - cheapest | {number}
                moved[new] = moved.get(new, 0) | there
        buckets = moved
        left[number] = _merge(manager, [left.pop(n) for n in cheapest], gone)
        number += 1
    return list(left.values())
