from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kripke.checking import build
from kripke.data.relation import Relation
from viz.pictures.links import count_links, links_of

WORLDS = [f"w{i}" for i in range(7)]
WORLDS_OF_NINE = [f"w{i}" for i in range(9)]


def edges_of(structure, agent):
    return {(int(i), int(j)) for i, j in zip(*structure.relations[agent].edges, strict=True)}


def drawn_pairs(structure, agent, hubs, links):
    """The pairs that a reader takes from the picture, by the rules that its legend says."""
    n = structure.size
    pairs, into, out = set(), {}, {}
    for link in (each for each in links if agent in each.agents):
        ends = (link.source, link.target)
        ways = [ends] if link.kind in ("arrow", "loop") else [ends, ends[::-1]]
        for source, target in ways:
            if target >= n:
                into.setdefault(target, set()).add(source)
            elif source >= n:
                out.setdefault(source, set()).add(target)
            else:
                pairs.add((source, target))
    pairs |= {(source, target) for hub in into for source in into[hub] for target in out[hub]}
    if structure.relations[agent].is_s5:
        pairs |= {(i, i) for i in range(n)}
    return pairs


@st.composite
def structures(draw):
    n = draw(st.integers(1, 7))
    worlds = {w: set() for w in WORLDS[:n]}
    relations = {}
    for agent in "abc"[: draw(st.integers(0, 3))]:
        kind = draw(st.sampled_from(["any", "k45", "s5"]))
        if kind == "any":
            pairs = draw(st.sets(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))))
        else:
            low = 0 if kind == "s5" else -1
            label = draw(st.lists(st.integers(low, 2), min_size=n, max_size=n))
            member = [kind == "s5" or draw(st.booleans()) for _ in range(n)]
            pairs = {
                (i, j) for i in range(n) for j in range(n) if label[i] == label[j] != -1 and member[j]
            }  # fmt: skip
        relations[agent] = [(WORLDS[i], WORLDS[j]) for i, j in sorted(pairs)]
    return build.from_relations(worlds, relations)


@given(structures(), st.integers(0, 8), st.booleans())
def test_a_reader_of_the_picture_finds_exactly_the_pairs_of_each_relation(structure, hubs, full):
    found, links = links_of(structure, hubs, full, loops=None)
    for agent in structure.agents:
        assert drawn_pairs(structure, agent, found, links) == edges_of(structure, agent)


@given(structures(), st.integers(1, 8), st.booleans(), st.sampled_from([None, False, True]))
def test_the_count_before_building_is_never_less_than_what_is_built(structure, hubs, full, loops):
    assert len(links_of(structure, hubs, full, loops)[1]) <= count_links(structure, hubs, full, loops)


@given(structures())
def test_lines_between_the_same_worlds_are_one_for_all_agents(structure):
    _, links = links_of(structure, 4, full=False, loops=None)
    places = [(link.source, link.target, link.kind) for link in links]
    assert len(places) == len(set(places))


def reached(links, agent, start, ways):
    """The ends that a reader reaches from one along an agent's lines, and along arrows in these ways."""
    seen, due = {start}, [start]
    while due:
        here = due.pop()
        for link in (each for each in links if agent in each.agents):
            ends = [(link.source, link.target), (link.target, link.source)]
            for source, target in ends if link.kind == "line" else ends[:ways]:
                if source == here and target not in seen:
                    seen.add(target)
                    due.append(target)
    return seen


@given(st.data(), st.integers(1, 5))
def test_a_reader_finds_the_classes_and_the_plausibility_order(data, hubs):
    n = data.draw(st.integers(1, 9))
    worlds = WORLDS_OF_NINE[:n]
    label = data.draw(st.lists(st.integers(0, 2), min_size=n, max_size=n))
    rank = data.draw(st.lists(st.integers(0, 3), min_size=n, max_size=n))
    classes = [[w for w, k in zip(worlds, label, strict=True) if k == each] for each in set(label)]
    structure = build.s5({w: set() for w in worlds}, {"a": classes}, ranks={"a": dict(zip(worlds, rank, strict=True))})
    _, links = links_of(structure, hubs, full=False, loops=None)
    assert len(links) <= count_links(structure, hubs, full=False)
    for i in range(n):
        together, better = (reached(links, "a", i, ways) for ways in (2, 1))
        assert {j for j in together if j < n} == {j for j in range(n) if label[j] == label[i]}
        assert {j for j in better if j < n} == {j for j in range(n) if label[j] == label[i] and rank[j] <= rank[i]}


def test_agents_who_cannot_tell_the_same_worlds_apart_share_one_line():
    two = build.s5({"w1": set(), "w2": set()}, {"a": [["w1", "w2"]], "b": [["w1", "w2"]], "c": [["w1"], ["w2"]]})
    _, links = links_of(two, 4, full=False, loops=None)
    assert [(link.source, link.target, link.kind, link.agents) for link in links] == [(0, 1, "line", ("a", "b"))]


def test_full_shows_arrows_and_loops_of_an_equivalence_too():
    two = build.s5({"w1": set(), "w2": set()}, {"a": [["w1", "w2"]]})
    _, links = links_of(two, 4, full=True, loops=None)
    assert sorted((link.source, link.target, link.kind) for link in links) == [
        (0, 0, "loop"), (0, 1, "both"), (1, 1, "loop"),
    ]  # fmt: skip


@pytest.mark.parametrize(("members", "hubs"), [(4, 0), (5, 1)])
def test_a_class_of_five_is_a_star_and_a_class_of_four_has_all_its_lines(members, hubs):
    worlds = WORLDS[:members]
    found, links = links_of(build.s5({w: set() for w in worlds}, {"a": [worlds]}), 4, full=False, loops=None)
    assert len(found) == hubs
    lines = {(link.source, link.target) for link in links}
    assert lines == ({(5, i) for i in range(5)} if hubs else set(combinations(range(4), 2)))


def test_counting_the_lines_of_a_million_worlds_makes_no_edges():
    labels = (np.arange(2**20) // 2**10).astype(np.int32)
    relation = Relation.from_labels(labels)
    structure = build.s5({"w": set()}, {"a": [["w"]]})
    big = type(structure)(structure.worlds, structure.valuation, {"a": relation})
    assert count_links(big, 4, full=False) == 2**20
    assert count_links(big, 4, full=True) == 2**30
    assert "csr" not in vars(relation)
