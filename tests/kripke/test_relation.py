"""Relations are the same in every form, and say truly what they are."""

from random import Random

import numpy as np
import pytest
from effort import share
from hypothesis import given
from hypothesis import strategies as st

from kripke.checking.engine.arrays import intersection
from kripke.data.relation import Relation, WorldSet, bits, common
from kripke.data.worlds import Origins


@st.composite
def pairs(draw, most=9):
    n = draw(st.integers(1, most))
    ends = st.integers(0, n - 1)
    return n, draw(st.sets(st.tuples(ends, ends), max_size=25))


def from_pairs(n, edges):
    ends = np.array(sorted(edges), dtype=np.intp).reshape(-1, 2)
    return Relation.from_edges(n, ends[:, 0], ends[:, 1])


def from_masks(n, edges):
    seen = {}
    for i in range(n):
        mask = sum(1 << j for k, j in edges if k == i)
        seen[mask] = seen.get(mask, 0) | 1 << i
    return Relation.from_blocks(n, [(who, mask) for mask, who in seen.items() if mask])


def edges_of(relation):
    return set(zip(*(ends.tolist() for ends in relation.edges), strict=True))


def is_k45(edges):
    return all((j, k) in edges for i, j in edges for i2, k in edges if i == i2) and all(
        (i, k) in edges for i, j in edges for j2, k in edges if j == j2
    )


@given(pairs())
def test_edges_and_blocks_are_two_forms_of_one_relation(given_pairs):
    n, edges = given_pairs
    sparse, blocks = from_pairs(n, edges), from_masks(n, edges)
    assert edges_of(sparse) == edges_of(blocks) == edges
    assert sparse == blocks
    assert sparse.is_k45 == blocks.is_k45 == is_k45(edges)
    assert sparse.count_edges() == blocks.count_edges() == len(edges)
    assert [sparse.successors(i) for i in range(n)] == [blocks.successors(i) for i in range(n)]
    for made in (sparse, blocks):
        assert [made.seen(i).column.nonzero()[0].tolist() for i in range(n)] == [made.successors(i) for i in range(n)]
    assert {(i, j) for who, seen in sparse.blocks for i in bits(who) for j in bits(seen)} == edges


@given(pairs(), st.data())
def test_restriction_keeps_the_pairs_among_the_worlds_that_stay(given_pairs, data):
    n, edges = given_pairs
    kept = sorted(data.draw(st.sets(st.integers(0, n - 1), min_size=1)))
    expected = {(kept.index(i), kept.index(j)) for i, j in edges if i in kept and j in kept}
    for relation in (from_pairs(n, edges), from_masks(n, edges)):
        assert edges_of(relation.restrict(np.array(kept))) == expected
        assert edges_of(relation.restrict(Origins(kept))) == expected


@given(pairs(), st.data())
def test_a_small_relation_is_taken_back_along_any_origins(given_pairs, data):
    n, edges = given_pairs
    places = data.draw(st.lists(st.integers(0, n - 1), min_size=1, max_size=12))
    taken = from_masks(n, edges).restrict(Origins(places))
    assert edges_of(taken) == {(i, j) for i, w in enumerate(places) for j, v in enumerate(places) if (w, v) in edges}
    assert taken.is_k45 == is_k45(edges_of(taken))


@given(pairs())
def test_groups_and_pairs_list_the_edges_in_order(given_pairs):
    n, edges = given_pairs
    for relation in (from_pairs(n, edges), from_masks(n, edges)):
        assert list(relation.pairs()) == sorted(edges)
        groups = relation.groups()
        assert {(i, j) for looking, seen in groups for i in looking for j in seen} == edges
        assert groups == sorted(groups)
        assert len({tuple(seen) for _, seen in groups}) == len(groups)


@given(pairs(), st.data())
def test_refinement_keeps_the_pairs_that_agree(given_pairs, data):
    n, edges = given_pairs
    told = np.array(data.draw(st.lists(st.booleans(), min_size=n, max_size=n)))
    expected = {(i, j) for i, j in edges if told[i] == told[j]}
    for relation in (from_pairs(n, edges), from_masks(n, edges)):
        assert edges_of(relation.refine(WorldSet(n, column=told))) == expected


@given(pairs(), pairs())
def test_the_intersection_has_the_pairs_that_both_have(one, other):
    n = max(one[0], other[0])
    assert edges_of(intersection([from_pairs(n, one[1]), from_pairs(n, other[1])])) == one[1] & other[1]
    joint = common(from_masks(n, one[1]).blocks, from_masks(n, other[1]).blocks)
    assert edges_of(Relation.from_parts(n, joint)) == one[1] & other[1]


def test_the_intersection_of_two_belief_relations_has_labels_again():
    rng = Random(1)
    for _ in range(share(50, 12)):
        labels = [np.array([rng.randrange(-1, 3) for _ in range(8)], dtype=np.int32) for _ in range(2)]
        members = [np.array([rng.random() < 0.6 for _ in range(8)]) & (of >= 0) for of in labels]
        relations = [Relation.from_labels(of, who) for of, who in zip(labels, members, strict=True)]
        joint = intersection(relations)
        assert joint.is_k45
        assert edges_of(joint) == edges_of(relations[0]) & edges_of(relations[1])


@pytest.mark.parametrize("size", [1, 7, 8, 9, 64, 65, 300])
def test_a_set_of_worlds_is_the_same_as_a_mask_and_as_an_array(size):
    rng = Random(size)
    members = {i for i in range(size) if rng.random() < 0.5}
    mask = WorldSet(size, mask=sum(1 << i for i in members))
    array = WorldSet(size, column=np.array([i in members for i in range(size)]))
    assert mask == array
    assert array.mask == mask.mask
    assert len(mask) == len(array) == len(members)
    assert [i in mask for i in range(size)] == [i in array for i in range(size)] == array.column.tolist()
