"""Relations from edges: the same in any order, with repeated edges or without."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kripke.data.relation import Relation

EDGES = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)))


def of(edges: list[tuple[int, int]]) -> Relation:
    pairs = np.array(edges, dtype=np.intp).reshape(-1, 2)
    return Relation.from_edges(6, pairs[:, 0], pairs[:, 1])


@given(EDGES)
def test_sorted_edges_and_edges_in_any_order_make_the_same_relation(edges: list[tuple[int, int]]) -> None:
    given_as, arranged = of(edges), of(sorted(set(edges)))
    for one, other in zip(given_as.csr, arranged.csr, strict=True):
        assert one.tolist() == other.tolist()
    assert given_as.is_k45 == arranged.is_k45
    assert [
        (x, int(y)) for x in range(6) for y in arranged.csr[1][arranged.csr[0][x] : arranged.csr[0][x + 1]]
    ] == sorted(set(edges))
