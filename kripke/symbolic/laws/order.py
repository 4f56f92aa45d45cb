"""The order of a model's bits in its diagrams: the user's order, or an order computed from the state law.

The computed order combines two methods. Each part of the law repeatedly pulls its bits to their centre: Aloul, Markov
and Sakallah, "FORCE: a fast and easy-to-implement variable-ordering heuristic" (GLSVLSI 2003),
doi:10.1145/764808.764839. The search starts from the listed order, then from an order that is better for long chains:
Cuthill and McKee, "Reducing the bandwidth of sparse symmetric matrices" (ACM 1969), doi:10.1145/800195.805928.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import add, itemgetter
from typing import Any, cast

from kripke.data.errors import ModelError
from kripke.data.lazy import np
from logic.errors import did_you_mean, shorten

ROUNDS, PATIENCE = 30, 4  # maximal number of rounds of the search for a better order, and of rounds without gain
MANY = 12_000
"""Total number of bits in the parts of the law above which arrays pay off: loading NumPy takes as long as 13 rounds."""


def checked(bits: Sequence[str], order: Iterable[str], wholes: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the bits in the user's order; `ModelError` if a bit is missing, repeated or unknown there.

    `wholes`: the bits of each variable with several values; in the user's order, the variable stands for them.
    """
    if isinstance(order, str) or not isinstance(order, Iterable):
        raise ModelError(f"order {shorten(repr(order))}: expected all bits in a list")
    known = set(bits)
    placed: dict[str, None] = {}
    for name in order:
        if not isinstance(name, str) or (name not in known and name not in wholes):
            raise ModelError(
                f"order: no atom '{shorten(str(name))}'{did_you_mean(str(name), dict.fromkeys([*bits, *wholes]))}"
            )
        for bit in [name] if name in known else wholes[name]:
            if bit in placed:
                raise ModelError(f"order: '{shorten(bit)}' is listed twice")
            placed[bit] = None
    if len(placed) < len(known):
        some = next(bit for bit in bits if bit not in placed)
        raise ModelError(f"order: '{shorten(some)}' is missing; expected all {len(known)} bits, each once")
    return list(placed)


def drawn_together(bits: Sequence[str], edges: Iterable[Sequence[str]]) -> list[str]:
    """Return the bits in an order of small total span; an edge consists of the bits of a part of the law.

    The span of an edge is the distance between its outer bits. The listed order is returned if no better one is found,
    or if the bits of each edge are adjacent already. O(e + n log n) per round for n bits and edges of e bits in total;
    there are at most `ROUNDS` rounds from each of the two starting orders.
    """
    place = {bit: number for number, bit in enumerate(bits)}
    # An edge may contain an unknown name: the law is checked later, when there are diagrams.
    places = [sorted({place[bit] for bit in edge if bit in place}) for edge in edges]
    loose = [edge for edge in places if len(edge) > 1 and edge[-1] - edge[0] >= len(edge)]
    if not loose:
        return list(bits)
    graph = _ManyEdges if sum(map(len, places)) > MANY else _Edges
    return [bits[number] for number in graph(places, len(bits)).best()]


class _Edges:
    """Sets of positions, and a search for an order in which they span little. Plain lists, since NumPy loads slowly."""

    def __init__(self, edges: list[list[int]], length: int) -> None:
        self.edges = [edge for edge in edges if 1 < len(edge) < length]
        self.length = length
        self.least = sum([len(edge) - 1 for edge in self.edges])
        """The total span if each edge's bits were adjacent."""
        self.getters = [itemgetter(*edge) for edge in self.edges]
        self.pulls: dict[int, list[int]] = {}
        """Maps the position of each bit to the numbers of the edges that contain the bit."""
        for number, edge in enumerate(self.edges):
            for place in edge:
                self.pulls.setdefault(place, []).append(number)

    def best(self) -> list[int]:
        """The positions in the best order found."""
        least, ranks = self._improved(range(self.length))
        if least > self.least:
            shorter, other = self._improved(_inverse(self._unravelled()))
            ranks = other if shorter < least else ranks
        return _inverse(ranks)

    def _improved(self, ranks: Sequence[int]) -> tuple[int, Sequence[int]]:
        """Repeat `_pulled`; return the smallest total span found, and its ranks."""
        best, least, waited = ranks, self._span(ranks), 0
        for _ in range(ROUNDS):
            if least == self.least or waited == PATIENCE:
                break
            last, ranks = ranks, self._pulled(ranks)
            if list(ranks) == list(last):
                break
            span = self._span(ranks)
            waited += 1
            if span < least:
                best, least, waited = ranks, span, 0
        return least, best

    def _unravelled(self) -> list[int]:
        """The positions in reverse Cuthill-McKee order, in the bipartite graph of bits and edges."""
        near: list[list[int]] = [[] for _ in range(self.length)]
        for number, edge in enumerate(self.edges, self.length):
            near.append(edge)
            for place in edge:
                near[place].append(number)
        degree = [len(each) for each in near]
        seen = [False] * len(near)
        visited: list[int] = []
        for start in sorted(range(len(near)), key=degree.__getitem__):
            if seen[start]:
                continue
            seen[start] = True
            layer = [start]
            while layer:
                visited += layer
                below: list[int] = []
                for point in layer:
                    new = [other for other in near[point] if not seen[other]]
                    for other in new:
                        seen[other] = True
                    below += sorted(new, key=degree.__getitem__)
                layer = below
        return [point for point in reversed(visited) if point < self.length]

    def _span(self, ranks: Sequence[int]) -> int:
        where: list[tuple[int, ...]] = [ranks_of(ranks) for ranks_of in self.getters]
        return sum(map(max, where)) - sum(map(min, where))

    def _pulled(self, ranks: Sequence[int]) -> Sequence[int]:
        """Return the ranks after each bit is moved towards its edges: to the mean of their centres.

        Bits without edges stay, and ties keep their order.
        """
        centres = [sum(ranks_of(ranks)) / len(edge) for edge, ranks_of in zip(self.edges, self.getters, strict=True)]
        goals = list(map(float, ranks))
        for place, edges in self.pulls.items():
            goals[place] = reduce(add, [centres[edge] for edge in edges]) / len(edges)
        return _inverse([place for _, _, place in sorted(zip(goals, ranks, range(self.length), strict=True))])


class _ManyEdges(_Edges):
    """Computes the same orders as `_Edges`, with NumPy arrays, by the same sequence of additions."""

    def __init__(self, edges: list[list[int]], length: int) -> None:
        super().__init__(edges, length)
        self.sizes = np.array([len(edge) for edge in self.edges])
        self.members = np.array([place for edge in self.edges for place in edge], dtype=np.intp)
        self.starts = np.cumsum(self.sizes) - self.sizes
        self.degree = np.bincount(self.members, minlength=length)

    def _span(self, ranks: Sequence[int]) -> int:
        where = np.asarray(ranks)[self.members]
        spans = np.maximum.reduceat(where, self.starts) - np.minimum.reduceat(where, self.starts)
        return int(spans.sum())

    def _pulled(self, ranks: Sequence[int]) -> Sequence[int]:
        now = np.asarray(ranks)
        centres = np.add.reduceat(now[self.members], self.starts) / self.sizes
        pull = np.bincount(self.members, weights=np.repeat(centres, self.sizes), minlength=self.length)
        goals = np.where(self.degree > 0, pull / np.maximum(self.degree, 1), now)
        moved = np.empty_like(now)
        moved[np.lexsort((now, goals))] = np.arange(self.length)
        return cast("Sequence[int]", moved)


def _inverse(order: Sequence[int]) -> list[int]:
    ranks = [0] * len(order)
    for rank, place in enumerate(order):
        ranks[place] = rank
    return ranks


def spoken_of(part: Any) -> list[Sequence[str]]:
    """The sets of atoms that should be adjacent for a constraint: its groups, or all of its atoms."""
    groups = getattr(part, "groups", None)
    return [tuple(part.atoms)] if groups is None else list(groups)
