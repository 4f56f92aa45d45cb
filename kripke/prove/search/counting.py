"""Contradictions by counting: more disjunctions than there are groups of literals with at most one true literal each.

Resolution needs exponential time for the pigeonhole principle, and with it the SAT solvers. Here disjunctions are
matched with groups of literals that exclude each other; if the matching leaves a disjunction out, some disjunctions
have fewer groups than they are (Hall's theorem).

The groups are found as in Biere, Le Berre, Lonca and Manthey, "Detecting cardinality constraints in CNF" (SAT 2014),
doi:10.1007/978-3-319-09284-3_22.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from networkx import Graph
from networkx.algorithms.bipartite import hopcroft_karp_matching

from kripke.prove.clock import Clock

Clause = frozenset[int]


def contradictory(clauses: Collection[Clause], clock: Clock) -> bool:
    """Whether the clauses contradict each other by counting; False: unknown.

    Parameters
    ----------
    clock : Clock
        The time limit.

    Notes
    -----
    O(p + e sqrt(c)) for c clauses, p pairs of literals that exclude each other, and e pairs of a clause and a group.

    Examples
    --------
    Four pigeons and three holes, where literal 23 says that pigeon 2 is in hole 3:

    >>> somewhere = [frozenset({10 * pigeon + hole for hole in (1, 2, 3)}) for pigeon in (1, 2, 3, 4)]
    >>> pairs = [(i, j) for i in (1, 2, 3, 4) for j in range(1, i)]
    >>> alone = [frozenset({-10 * i - hole, -10 * j - hole}) for hole in (1, 2, 3) for i, j in pairs]
    >>> contradictory(somewhere + alone, Clock(None)), contradictory(somewhere + alone[1:], Clock(None))
    (True, False)
    """
    apart = _disjoint(clause for clause in clauses if len(clause) > 2)
    group = _groups([literal for clause in apart for literal in sorted(clause)], clauses, clock)
    graph = Graph((("clause", row), group[literal]) for row, clause in enumerate(apart) for literal in clause)
    rows = [("clause", row) for row in range(len(apart))]
    return len(hopcroft_karp_matching(graph, rows)) < 2 * len(rows)


def _disjoint(clauses: Iterable[Clause]) -> list[Clause]:
    """Clauses without common literals: each has a true literal of its own."""
    used: set[int] = set()
    found = []
    for clause in sorted(clauses, key=len):
        if used.isdisjoint(clause):
            used |= clause
            found.append(clause)
    return found


def _groups(literals: Iterable[int], clauses: Iterable[Clause], clock: Clock) -> dict[int, int]:
    """The number of a group for each literal; by clauses of two literals the literals of a group exclude each other."""
    excluded: dict[int, set[int]] = {}
    for clause in clauses:
        if len(clause) == 2:
            one, other = clause
            excluded.setdefault(-one, set()).add(-other)
            excluded.setdefault(-other, set()).add(-one)
    group: dict[int, int] = {}
    size: Counter[int] = Counter()
    for literal in literals:
        clock.tick()
        near = Counter(group[other] for other in excluded.get(literal, ()) if other in group)
        group[literal] = next((number for number, count in near.items() if count == size[number]), len(size))
        size[group[literal]] += 1
    return group
