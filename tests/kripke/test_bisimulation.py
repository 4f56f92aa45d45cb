"""Contraction, bisimilarity and the formulas that part, against partitions found by brute force."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations, product
from random import Random
from typing import Any

import numpy as np
import pytest
from effort import seeds, share, thorough
from forms import form  # noqa: F401
from networkx import MultiDiGraph
from randoms import ATOMS, FRAMES, random_formula, random_structure
from reference_graphs import plain
from structures import distinguishing_formula

from kripke import semantics
from kripke.checking import build, observations
from kripke.checking.explicit import extension
from kripke.data.errors import ModelError, UnknownAtom
from kripke.data.relation import Relation, WorldSet
from kripke.data.structure import Structure, Weights
from kripke.data.worlds import Named
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from kripke.sameness import refinement
from kripke.sameness.bisimulation import bisimilar, bisimulation, isomorphic
from kripke.sameness.invariance import contract, generated, quotient, unravel
from kripke.sameness.refinement import class_graph, refine_by_rounds
from logic import clauses as f
from logic.errors import TooLarge
from logic.formula import Formula
from logic.parser import parse
from logic.shared import modal_depth

pytestmark = pytest.mark.usefixtures("form")

# ---- models in which something can be merged


def poor(structure: Structure, atoms: int = 1) -> Structure:
    """The structure with all but the first atoms false everywhere, so that many worlds are alike."""
    nowhere = WorldSet(structure.size, mask=0)
    valuation = {p: where if i < atoms else nowhere for i, (p, where) in enumerate(structure.valuation.items())}
    return replace(structure, valuation=valuation, relations=dict(structure.relations))


def copied(structure: Structure, origins: list[int], apart: bool) -> Structure:
    """Worlds that are copies of these: each sees all copies of what the origin sees, or only those of its own row.

    Rows are the successive runs of `origins` through all the worlds.
    """
    rows = [i // structure.size if apart else 0 for i in range(len(origins))]
    names = [f"c{i}" for i in range(len(origins))]
    relations = {
        agent: [
            (names[i], names[j])
            for i, origin in enumerate(origins)
            for j, seen in enumerate(origins)
            if rows[i] == rows[j] and seen in relation.successors(origin)
        ]
        for agent, relation in structure.relations.items()
    }
    made = build.from_relations(
        {name: structure.true_atoms(i) for name, i in zip(names, origins, strict=True)},
        relations,
        [names[origins.index(place)] for place in structure.actuals] or None,
        structure.atoms,
    )
    weights = {a: replace(w, numerators=tuple(w.numerators[i] for i in origins)) for a, w in structure.weights.items()}
    ranks = {a: tuple(given[i] for i in origins) for a, given in structure.ranks.items()}
    return replace(made, weights=weights, ranks=ranks)


def blown_up(rng: Random, structure: Structure) -> Structure:
    origins = [i for i in range(structure.size) for _ in range(rng.choice([1, 1, 2, 3]))]
    rng.shuffle(origins)
    return copied(structure, origins, apart=False)


def side_by_side(rng: Random, structure: Structure) -> Structure:
    """Copies that do not see one another, each in an order of its own."""
    origins: list[int] = []
    for _ in range(rng.choice([2, 3])):
        origins += rng.sample(range(structure.size), structure.size)
    return copied(structure, origins, apart=True)


def permuted(rng: Random, structure: Structure) -> Structure:
    return copied(structure, rng.sample(range(structure.size), structure.size), apart=False)


def unordered(structure: Structure) -> Structure:
    return replace(structure, weights={}, ranks={}, relations=dict(structure.relations))


def some_structure(rng: Random, most: int = 8) -> Structure:
    base = random_structure(rng, most, rng.choice([*FRAMES, "mixed"]))
    changes = [poor, lambda s: poor(s, 2), lambda s: blown_up(rng, s), lambda s: side_by_side(rng, s)]
    for _ in range(rng.randint(1, 2)):
        base = rng.choice(changes)(base)
        if base.size > 40:
            break
    return base


def within_the_promise(formula: Formula, structure: Structure) -> bool:
    """Whether the formula is one that contraction keeps: nothing in it counts worlds."""
    ordered = structure.weights.keys() | structure.ranks.keys()
    return not any(
        isinstance(part, (f.D, f.DB, f.R)) or (of_degree(part, structure) - ordered and part.degree not in (0, 1))
        for part in formula.subformulas()
    )


def of_degree(part: Any, structure: Structure) -> set[str]:
    """The agents of whose degrees of belief a formula speaks."""
    if isinstance(part, (f.EBAtLeast, f.CBAtLeast)):
        return set(structure.agents if part.group is None else part.group)
    return {part.agent} if isinstance(part, f.BAtLeast) else set()


def promised_formula(rng: Random, structure: Structure, size: int = 12) -> Formula:
    while True:
        formula = random_formula(rng, structure.agents, rng.randint(1, size))
        if within_the_promise(formula, structure):
            return formula


# ---- partitions by brute force


def coarsest(structure: Structure) -> list[int]:
    """Blocks by definition: from what worlds are, split by which blocks each agent sees, until nothing changes."""
    model = plain(structure)
    seen = {(a, w): semantics.see(model, a, w) for a in structure.agents for w in model}
    blocks = numbered([what_it_is(structure, w) for w in range(structure.size)])
    while True:
        cells = [[frozenset(blocks[v] for v in seen[a, w]) for a in structure.agents] for w in range(structure.size)]
        finer = numbered(zip(blocks, map(tuple, cells), strict=True))
        if finer == blocks:
            return blocks
        blocks = finer


def what_it_is(structure: Structure, world: int) -> tuple[object, ...]:
    """The world's atoms, and each agent's weight or rank."""
    weights = [
        (given.numerators[world], bool(structure.relations[a].members[world])) for a, given in structure.weights.items()
    ]
    return structure.true_atoms(world), *weights, *[ranks[world] for ranks in structure.ranks.values()]


def numbered(marks: Iterable[object]) -> list[int]:
    given = list(marks)
    return [given.index(mark) for mark in given]


def unions(blocks: list[int]) -> list[frozenset[int]]:
    cells = [frozenset(w for w, b in enumerate(blocks) if b == each) for each in set(blocks)]
    chosen = chain.from_iterable(combinations(cells, k) for k in range(len(cells) + 1))
    return [frozenset().union(*some) for some in chosen]


def by_the_whole_language(structure: Structure) -> list[int]:
    """Blocks of worlds that no formula parts: split by every modality of every union of blocks."""
    model = plain(structure)
    blocks = numbered([structure.true_atoms(w) for w in range(structure.size)])
    while True:
        assert len(set(blocks)) < 8, "far more blocks than the refinement found"
        sets = unions(blocks)
        where = list(chain.from_iterable(modal_sets(model, a, sets) for a in structure.agents))
        finer = numbered(
            (
                blocks[w],
                tuple([w in each for each in where]),
                tuple([semantics.degree(model, a, w, u) for a in structure.weights for u in sets]),
            )
            for w in range(structure.size)
        )
        if finer == blocks:
            return blocks
        blocks = finer


def modal_sets(model: MultiDiGraph, agent: str, sets: list[frozenset[int]]) -> list[frozenset[int]]:
    """Where she knows, believes, believes given any condition, safely and strongly believes each of the sets."""
    found = [semantics.box(model, semantics.relation(model, agent), u) for u in sets]
    found += [semantics.believed(model, agent, q, u) for q in sets for u in sets]
    for u in sets:
        see = {w: semantics.see(model, agent, w) for w in model}
        rank = {w: semantics.rank(model, agent, w) for w in model}
        found.append(frozenset(w for w in see if all(v in u for v in see[w] if rank[v] <= rank[w])))
        found.append(frozenset(w for w in see if semantics.strongly(model, agent, see[w], u)))
    return found


def same_partition(one: list[int], other: list[int]) -> bool:
    return len(set(zip(one, other, strict=True))) == len(set(one)) == len(set(other))


def positions(where: WorldSet) -> set[int]:
    return set(np.flatnonzero(where.column).tolist())


# ---- contraction


@pytest.mark.parametrize("seed", seeds(1, 10))
def test_contraction_keeps_the_truth_of_ten_thousand_formulas_at_every_world(seed):
    rng = Random(seed)
    merged = compared = 0
    while compared < 1_000:
        structure = some_structure(rng)
        made = quotient(structure)
        merged += made.structure.size < structure.size
        for _ in range(20):
            formula = promised_formula(rng, structure)
            before, after = positions(extension(structure, formula)), positions(extension(made.structure, formula))
            assert before == {w for w in range(structure.size) if int(made.places[w]) in after}, (seed, formula)
            compared += 1
    assert merged > 15


@pytest.mark.parametrize("seed", seeds(1, 5))
def test_contraction_is_the_smallest(seed):
    rng = Random(seed)
    for _ in range(share(40, 10)):
        structure = unordered(some_structure(rng))
        made = quotient(structure)
        assert same_partition(made.places.tolist(), coarsest(structure))
        assert made.structure.size == len(set(coarsest(structure)))


@pytest.mark.parametrize("seed", seeds(1, 5))
def test_with_weights_and_ranks_it_is_the_smallest_that_merges_no_two_worlds_of_a_class(seed):
    rng = Random(seed)
    unique = repeated = 0
    for _ in range(share(60, 15)):
        structure = some_structure(rng)
        places, least = quotient(structure).places.tolist(), coarsest(structure)
        assert all(least[u] == least[v] for u in range(len(least)) for v in range(u) if places[u] == places[v])
        cells = [c for a in [*structure.weights, *structure.ranks] for c in classes(structure, a)]
        assert all(len({places[w] for w in cell}) == len(cell) for cell in cells)
        if all(len({least[w] for w in cell}) == len(cell) for cell in cells):
            assert same_partition(places, least)
            unique += bool(cells)
        else:
            repeated += 1
    assert unique > 1
    assert repeated > 1


def classes(structure: Structure, agent: str) -> set[frozenset[int]]:
    return {frozenset(structure.relations[agent].successors(w)) for w in range(structure.size)} - {frozenset()}


@pytest.mark.parametrize("seed", seeds(1, 5))
def test_contracting_twice_changes_nothing(seed):
    rng = Random(seed)
    for _ in range(share(60, 15)):
        once = contract(some_structure(rng))
        assert contract(once) is once


@pytest.mark.parametrize("seed", seeds(1, 5))
def test_a_contraction_keeps_what_the_model_is_made_of(seed):
    rng = Random(seed)
    for _ in range(share(60, 15)):
        structure = some_structure(rng)
        made = quotient(structure)
        small = made.structure
        assert (small.atoms, small.agents) == (structure.atoms, structure.agents)
        assert all(small.relations[a].is_k45 for a in structure.agents if structure.relations[a].is_k45)
        assert {a: w.threshold for a, w in small.weights.items()} == {
            a: w.threshold for a, w in structure.weights.items()
        }
        for w in range(structure.size):
            for a, weights in structure.weights.items():
                assert small.weights[a].numerators[made.places[w]] == weights.numerators[w]
            for a, ranks in structure.ranks.items():
                assert small.ranks[a][made.places[w]] == ranks[w]
        if structure.actual is not None:
            assert small.actual == made.places[structure.actual]
            assert small.worlds[small.actual] == structure.worlds[structure.actual]


def test_blocks_are_named_after_their_first_world_or_the_actual_one():
    twice = {"w1": {"p"}, "w2": {"p"}, "w3": set(), "w4": set()}
    structure = build.s5(twice, {"a": [["w1", "w3"], ["w2", "w4"]]}, actual="w4")
    assert list(contract(structure).worlds) == ["w1", "w4"]
    assert list(contract(replace(structure, actuals=())).worlds) == ["w1", "w3"]


def test_classes_are_merged_where_no_single_worlds_of_them_are_named_alike():
    structure = build.s5({i: {"p"} if i % 2 else set() for i in range(6)}, {"a": [[0, 1], [2, 3], [4, 5]]})
    small = contract(structure)
    assert small.size == 2
    assert small.relations["a"].successors(0) == [0, 1]


def test_worlds_that_cannot_be_reached_stay():
    structure = build.s5({1: {"p"}, 2: set()}, {"a": [[1], [2]]}, actual=1)
    assert contract(structure) is structure
    assert list(generated(structure).worlds) == [1]


@pytest.mark.parametrize("seed", seeds(12, 60))
def test_a_world_and_those_within_some_steps_decide_formulas_of_that_depth(seed):
    rng = Random(seed)
    structure = replace(random_structure(rng, most_worlds=20), actuals=())
    agents, world = tuple(structure.relations), rng.randrange(structure.size)
    formula = random_formula(rng, agents, size=8)
    if not any(isinstance(each, f.C) for each in formula.subformulas()):
        near = generated(structure, [world], modal_depth(formula))
        assert near.actual is not None
        assert (world in extension(structure, formula)) == (near.actual in extension(near, formula))
    assert generated(structure, [world], structure.size).worlds == generated(structure, [world]).worlds


def test_a_neighbourhood_grows_by_a_step_on_both_engines():
    law = {"a": ["p"], "b": ["q"], "c": ["r"]}
    listed = KripkeModel.from_observations(["p", "q", "r"], law, actual={"p"})
    symbolic = SymbolicModel(["p", "q", "r"], observes=law, actual={"p"})
    for depth, count in ((0, 1), (1, 7), (2, 8), (None, 8)):
        assert len(listed.generated(depth=depth)) == symbolic.generated(depth=depth).count() == count


def test_dead_ends_of_belief_are_not_merged_with_worlds_that_see_something():
    relations = {"a": [("w", "w"), ("v", "w")]}
    structure = build.from_relations({"w": (), "v": (), "dead": (), "end": ()}, relations)
    small = contract(structure)
    assert list(small.worlds) == ["w", "dead"]
    assert small.relations["a"].successors(0) == [0]
    assert small.relations["a"].successors(1) == []
    assert small.relations["a"].is_k45


def test_a_class_without_members_is_no_class():
    labels = np.array([0, 0, 1, 1, -1], dtype=np.int32)
    members = np.array([True, False, False, False, False])
    made = quotient(Structure(Named("abcde"), {}, {"a": Relation.from_labels(labels, members)}))
    assert made.places.tolist() == [0, 0, 1, 1, 1]


def test_models_without_agents_or_without_atoms_are_contracted():
    lonely = build.from_relations({1: {"p"}, 2: {"p"}, 3: set()}, {})
    assert list(contract(lonely).worlds) == [1, 3]
    bare = build.s5({1: (), 2: (), 3: ()}, {"a": [[1, 2], [3]]}, actual=2)
    assert list(contract(bare).worlds) == [2]
    assert bisimilar(lonely, contract(lonely))
    assert str(distinguishing_formula(lonely, build.from_relations({1: {"p"}}, {}))) in ("p", "¬p")


def test_models_from_observations_have_no_two_worlds_alike():
    cube = observations.from_observations(["p", "q"], {"a": ["p"]})
    assert contract(cube) is cube


def test_distributed_knowledge_is_outside_the_promise():
    square = build.s5(
        {1: {"p"}, 2: set(), 3: {"p"}, 4: set()}, {"a": [[1, 2], [3, 4]], "b": [[1, 4], [2, 3]]}, actual=1
    )
    small = contract(square)
    assert small.size == 2
    assert bisimilar(square, small)
    assert 0 in extension(square, parse("D_{a,b} p"))
    assert 0 not in extension(small, parse("D_{a,b} p"))


def test_counting_worlds_is_outside_the_promise_for_agents_without_weights_alone():
    worlds = {1: {"p"}, 2: {"p"}, 3: set()}
    counted = build.s5(worlds, {"a": [[1, 2, 3]]})
    assert len(extension(counted, parse("B_a>=2/3 p"))) == 3
    assert len(extension(contract(counted), parse("B_a>=2/3 p"))) == 0
    weighed = build.s5(worlds, {"a": [[1, 2, 3]]}, weights={"a": {1: 0.5, 2: 0.5, 3: 0.5}})
    assert contract(weighed) is weighed


def test_weights_keep_classes_apart_only_where_they_differ():
    worlds = {1: {"p"}, 2: set(), 3: {"p"}, 4: set()}
    partition = {"a": [[1, 2], [3, 4]]}
    alike = build.s5(worlds, partition, weights={"a": {1: 0.1, 2: 0.9, 3: "1/10", 4: 0.9}})
    assert contract(alike).size == 2
    different = build.s5(worlds, partition, weights={"a": {1: 0.1, 2: 0.9, 3: 0.2, 4: 0.9}})
    assert contract(different).size == 4


@pytest.mark.parametrize("seed", seeds(1, 5))
def test_shuffled_copies_with_weights_and_ranks_are_merged_onto_one_where_worlds_differ(seed):
    rng = Random(seed)
    for _ in range(share(20, 5)):
        one = random_structure(rng, 6, "S5")
        valued = {p: WorldSet(one.size, column=np.arange(one.size) >> i & 1 == 1) for i, p in enumerate(ATOMS)}
        distinct = replace(one, valuation=valued)
        assert isomorphic(contract(side_by_side(rng, distinct)), distinct)


# ---- large models


@pytest.mark.parametrize("most_rounds", [0, 1, refinement.MOST_ROUNDS])  # 0: smaller parts first from the beginning
@pytest.mark.parametrize("seed", seeds(1, 5))
def test_the_compiled_refinement_finds_the_same_blocks_at_the_same_levels(seed, most_rounds, monkeypatch):
    monkeypatch.setattr(refinement, "MOST_ROUNDS", most_rounds)
    rng = Random(seed)
    for _ in range(share(40, 10)):
        structure = unordered(some_structure(rng, 15))
        graph = class_graph(structure)
        colours = refinement.column_colours([w.column for w in structure.valuation.values()], structure.size)
        slow, fast = refine_by_rounds(graph, colours.tolist()), refinement.refine_compiled(graph, colours)
        assert same_partition(slow.blocks.tolist(), fast.blocks.tolist())
        assert same_partition(slow.classes.tolist(), fast.classes.tolist())
        for u in range(structure.size):
            for v in range(structure.size):
                assert slow.level(u, v) == fast.level(u, v)
        for level in range(4):
            ours = [[s.block(w, level) for w in range(structure.size)] for s in (slow, fast)]
            assert same_partition(*ours)


def line(n: int, last: bool = True) -> Structure:
    """Consecutive numbers: a confuses 2k and 2k + 1, b confuses 2k + 1 and 2k + 2; p at the end alone."""
    numbers = np.arange(n)
    relations = {"a": numbers // 2, "b": (numbers + 1) // 2}
    return Structure(
        Named(range(n)),
        {"p": WorldSet(n, column=(numbers == n - 1) & last)},
        {agent: Relation.from_labels(labels.astype(np.int32)) for agent, labels in relations.items()},
        (0,),
    )


def test_a_long_line_is_contracted_without_rounds_over_all_of_it():
    structure = line(20_000)
    assert contract(structure) is structure
    assert contract(line(20_000, last=False)).size == 1


def test_a_large_model_with_copies_is_contracted_to_one_of_them():
    n, copies = 2_000, 5
    numbers = np.arange(n * copies)
    rng = np.random.default_rng(1)
    cells = rng.permutation(n) // 3
    once = np.arange(n) % 7 == 0, rng.random(n) < 0.5
    where = {p: WorldSet(n * copies, column=np.tile(column, copies)) for p, column in zip("pq", once, strict=True)}
    labels = (cells[numbers % n] + numbers // n * n).astype(np.int32)
    sparse = Relation.from_edges(n * copies, numbers, (numbers * 7 % n) + numbers // n * n)
    many = Structure(Named(range(n * copies)), where, {"a": Relation.from_labels(labels), "b": sparse})
    few = many.restrict(np.arange(n))
    assert contract(many).size == contract(few).size
    assert bisimilar(many, few)


# ---- bisimilarity


@pytest.mark.parametrize("seed", seeds(1, 10))
def test_permuted_and_copied_models_are_bisimilar(seed):
    rng = Random(seed)
    for _ in range(share(30, 7)):
        structure = some_structure(rng)
        for other in (structure, permuted(rng, structure), side_by_side(rng, structure), contract(structure)):
            assert bisimilar(structure, other)
            assert distinguishing_formula(structure, other) is None
        simple = unordered(structure)
        assert bisimilar(blown_up(rng, simple), simple)


MOST_BLOCKS = 5 if thorough() else 4


@pytest.mark.parametrize("seed", seeds(1, 10))
def test_bisimilar_worlds_are_those_that_no_formula_parts(seed):
    rng = Random(seed)
    ordered = 0
    for _ in range(share(40, 10)):
        structure = some_structure(rng, 4)
        blocks = bisimulation(structure, structure)
        if len(set(blocks[0].tolist())) > MOST_BLOCKS:
            continue
        assert np.array_equal(*blocks)
        assert same_partition(blocks[0].tolist(), by_the_whole_language(structure))
        ordered += bool(structure.weights or structure.ranks)
    assert ordered > 2


@pytest.mark.parametrize("seed", seeds(1, 5))
def test_a_bisimulation_has_forth_and_back(seed):
    rng = Random(seed)
    for _ in range(share(30, 7)):
        one = unordered(some_structure(rng))
        other = unordered(some_structure(rng))
        agents = [a for a in one.agents if a in other.relations]
        one, other = (replace(s, relations={a: s.relations[a] for a in agents}) for s in (one, other))
        here, there = bisimulation(one, other, atoms=["p"])
        pairs = {(u, v) for u, v in product(range(one.size), range(other.size)) if here[u] == there[v]}
        for u, v in pairs:
            assert (u in one.valuation["p"]) == (v in other.valuation["p"])
            for a in agents:
                here, there = one.relations[a].successors(u), other.relations[a].successors(v)
                assert all(any((i, j) in pairs for j in there) for i in here)
                assert all(any((i, j) in pairs for i in here) for j in there)


def test_with_actual_worlds_only_these_are_compared():
    one = build.s5({1: {"p"}, 2: set()}, {"a": [[1], [2]]}, actual=1)
    other = build.s5({1: {"p"}}, {"a": [[1]]}, actual=1)
    assert bisimilar(one, other)
    assert not bisimilar(one, replace(other, actuals=()))


# ---- formulas that part


def first_level(structure: Structure, one: int, other: int) -> int:
    """The first of the rounds of the definition in which the worlds part."""
    seen = [[structure.relations[a].successors(w) for a in structure.agents] for w in range(structure.size)]
    blocks = numbered([structure.true_atoms(w) for w in range(structure.size)])
    for level in range(structure.size + 1):
        if blocks[one] != blocks[other]:
            return level
        cells = [[frozenset(blocks[v] for v in cell) for cell in seen[w]] for w in range(structure.size)]
        blocks = numbered(zip(blocks, map(tuple, cells), strict=True))
    raise AssertionError("bisimilar")


@pytest.mark.parametrize("seed", seeds(2, 10))
def test_the_formula_is_true_here_and_false_there_of_the_least_depth(seed):
    rng = Random(seed)
    parted = 0
    for _ in range(share(60, 30)):
        structure = unordered(some_structure(rng))
        u, v = rng.randrange(structure.size), rng.randrange(structure.size)
        one, other = replace(structure, actuals=(u,)), replace(structure, actuals=(v,))
        formula = distinguishing_formula(one, other)
        blocks = coarsest(structure)
        assert (formula is None) == (blocks[u] == blocks[v]) == bisimilar(one, other)
        if formula is not None:
            parted += 1
            where = semantics.truth(plain(structure), formula)
            assert u in where
            assert v not in where
            assert modal_depth(formula) == first_level(structure, u, v)
            assert not any(isinstance(part, (f.D, f.C)) for part in formula.subformulas())
    assert parted > share(5)


def reordered(rng: Random, structure: Structure) -> Structure:
    """Other weights, thresholds and ranks on the same classes."""
    weights = {
        a: Weights(
            tuple(rng.randint(0, 3) if member else 0 for member in structure.relations[a].members),
            3,
            rng.choice([given.threshold, Fraction(1, 3)]),
        )
        for a, given in structure.weights.items()
    }
    ranks = {a: tuple(rng.randint(0, 2) for _ in given) for a, given in structure.ranks.items()}
    return replace(structure, weights=weights, ranks=ranks)


@pytest.mark.parametrize("seed", seeds(1, 10))
def test_with_weights_and_ranks_there_is_a_formula_exactly_where_models_are_not_bisimilar(seed):
    rng = Random(seed)
    clauses: set[type] = set()
    for _ in range(share(60, 15)):
        structure = poor(random_structure(rng, 7, rng.choice(["S5", "KD45", "K45"])), rng.randint(0, 2))
        u, v = (rng.randrange(structure.size) for _ in range(2))
        changed = reordered(rng, structure) if rng.random() < 0.7 else structure
        one, other = replace(structure, actuals=(u,)), permuted(rng, replace(changed, actuals=(rng.choice([u, v]),)))
        formula = distinguishing_formula(one, other)
        assert (formula is None) == bisimilar(one, other)
        if formula is None:
            for _ in range(share(20, 5)):
                known = promised_formula(rng, structure, 8)
                if not counts_worlds(known, structure):
                    assert (u in extension(one, known)) == (other.actual in extension(other, known))
        else:
            assert u in semantics.truth(plain(one), formula)
            assert other.actual not in semantics.truth(plain(other), formula)
            clauses |= {type(part) for part in formula.subformulas()}
    assert clauses & {f.B, f.Bsafe, f.BAtLeast, f.BGiven}


def counts_worlds(formula: Formula, structure: Structure) -> bool:
    return any(of_degree(part, structure) - structure.weights.keys() for part in formula.subformulas())


def weighed(weights: dict[int, object], threshold: object, actual: int = 1) -> Structure:
    worlds = {1: {"p"}, 2: {"q"}, 3: {"r"}}
    return build.s5(worlds, {"a": [[1, 2, 3]]}, actual, weights={"a": weights}, threshold=threshold)


def test_shares_thresholds_and_the_order_below_them_can_be_told():
    even = weighed({1: 0.5, 2: 0.5, 3: 0.5}, 0.5)
    assert bisimilar(even, weighed({1: 0.2, 2: 0.2, 3: 0.2}, 0.1))
    heavier = weighed({1: 0.6, 2: 0.5, 3: 0.5}, 0.5)
    assert str(distinguishing_formula(heavier, even)) == "B_a>=3/8 p"
    hopeful = weighed({1: 0.6, 2: 0.5, 3: 0.5}, 0.6)
    assert str(distinguishing_formula(hopeful, heavier)) == "B_a p"
    one, other = (weighed({1: 0.9, 2: 0.3, 3: 0.2}, t) for t in (0.5, 0.9))
    assert bisimilar(one, other)
    low = weighed({1: 0.9, 2: 0.3, 3: 0.2}, 0.1)
    assert str(distinguishing_formula(one, low)) == "B_a p"
    middle = build.s5(
        {1: {"p"}, 2: {"q"}, 3: {"r"}}, {"a": [[1, 2, 3]]}, 1, weights={"a": {1: 0.5, 2: 0, 3: 0}}, threshold=0.5
    )
    assert bisimilar(middle, weighed({1: 0.4, 2: 0, 3: 0}, 0.2))


def test_an_order_below_the_threshold_is_told_by_conditional_belief():
    heavy = build.s5(
        {1: {"p"}, 2: {"q"}, 3: {"r"}}, {"a": [[1, 2, 3]]}, 1, weights={"a": {1: 0.9, 2: 0.4, 3: 0.3}}, threshold=0.5
    )
    halves = build.s5(
        {1: {"p"}, 2: {"q"}, 3: {"r"}, 4: {"q"}},
        {"a": [[1, 2, 3, 4]]},
        1,
        weights={"a": {1: 0.9, 2: 0.2, 3: 0.3, 4: 0.2}},
        threshold=0.5,
    )
    assert str(distinguishing_formula(heavy, halves)) == "B_a[q ∨ r] q"
    assert str(distinguishing_formula(halves, heavy)) == "B_a[r ∨ q] r"


def test_of_ranks_only_the_order_can_be_told():
    first, second, third = (
        build.s5({1: {"p"}, 2: {"q"}, 3: {"r"}}, {"a": [[1, 2, 3]]}, 1, ranks={"a": dict(enumerate(ranks, 1))})
        for ranks in ((0, 1, 2), (0, 2, 1), (0, 5, 7))
    )
    assert bisimilar(first, third)
    assert str(distinguishing_formula(first, second)) == "B_a[q ∨ r] q"
    assert str(distinguishing_formula(third, second)) == "B_a[q ∨ r] q"


def test_an_agent_without_ranks_holds_all_worlds_equally_plausible():
    even = build.s5({1: {"p"}, 2: set()}, {"a": [[1, 2]]}, 1)
    assert bisimilar(even, build.s5({1: {"p"}, 2: set()}, {"a": [[1, 2]]}, 1, ranks={"a": {1: 3, 2: 3}}))
    ranked = build.s5({1: {"p"}, 2: set()}, {"a": [[1, 2]]}, 1, ranks={"a": {1: 0, 2: 1}})
    assert str(distinguishing_formula(ranked, even)) in ("B_a p", "Bsafe_a p")


@pytest.mark.parametrize("seed", seeds(1, 5))
def test_without_actual_worlds_the_formula_is_valid_here_or_satisfiable_here_alone(seed):
    rng = Random(seed)
    kinds = set()
    for _ in range(share(60, 15)):
        one = replace(unordered(some_structure(rng, 3)), actuals=())
        other = replace(one.restrict(np.sort(rng.sample(range(one.size), rng.randint(1, one.size)))), actuals=())
        for here, there in ((one, other), (other, one)):
            formula = distinguishing_formula(here, there)
            assert (formula is None) == bisimilar(here, there)
            if formula is None:
                continue
            mine, yours = len(extension(here, formula)), len(extension(there, formula))
            kinds.add(mine == here.size and yours < there.size)
            assert (mine == here.size and yours < there.size) or (mine > 0 and yours == 0)
    assert kinds == {True, False}


def test_short_formulas_are_found_on_textbook_models():
    knows = build.s5({1: {"p"}, 2: set()}, {"a": [[1], [2]], "b": [[1, 2]]}, 1)
    neither = build.s5({1: {"p"}, 2: set()}, {"a": [[1, 2]], "b": [[1, 2]]}, 1)
    assert str(distinguishing_formula(knows, neither)) == "K_a p"
    assert str(distinguishing_formula(neither, knows)) == "M_a ¬p"
    stuck = build.from_relations({1: ()}, {"a": []}, 1)
    loop = build.from_relations({1: ()}, {"a": [(1, 1)]}, 1)
    assert str(distinguishing_formula(stuck, loop)) == "K_a ⊥"
    assert str(distinguishing_formula(loop, stuck)) == "M_a ⊤"


def test_numbers_apart_are_told_at_their_depth_without_recursion():
    one = line(600)
    formula = distinguishing_formula(one, replace(one, actuals=(2,)))
    assert formula is not None
    assert modal_depth(formula) == 597
    with pytest.raises(TooLarge, match="only at depth 49,99"):
        distinguishing_formula(line(50_000), replace(line(50_000), actuals=(2,)))


# ---- errors


def test_models_that_cannot_be_compared_are_refused():
    one = build.s5({1: {"p"}}, {"a": [[1]]}, 1)
    with pytest.raises(ModelError, match=r"atoms q: .*one model only.*atoms="):
        bisimilar(one, build.s5({1: {"p"}}, {"a": [[1]]}, 1, atoms=["q"]))
    assert bisimilar(one, build.s5({1: {"p"}}, {"a": [[1]]}, 1, atoms=["q"]), atoms=["p"])
    with pytest.raises(ModelError, match=r"atoms p and q: .* no atom in common, .* with atoms=\[\]"):
        bisimilar(one, build.s5({1: {"q"}}, {"a": [[1]]}, 1))
    with pytest.raises(ModelError, match=r"atoms q\(0\), q\(1\), q\(2\) and 37 others: "):
        bisimilar(one, build.s5({1: {"p"}}, {"a": [[1]]}, 1, atoms=[f"q({n})" for n in range(40)]))
    assert bisimilar(one, build.s5({1: {"q"}}, {"a": [[1]]}, 1), atoms=[])
    with pytest.raises(ModelError, match=r"agents b: .*one model only"):
        bisimilar(one, build.s5({1: {"p"}}, {"b": [[1]], "a": [[1]]}, 1))
    with pytest.raises(UnknownAtom, match="no atom 'r'"):
        distinguishing_formula(one, one, atoms=["r"])
    with pytest.raises(ModelError, match="expected a list such as"):
        bisimilar(one, one, atoms="p")
    with pytest.raises(ModelError, match=r"agent a: weights.*one model only"):
        bisimilar(one, build.s5({1: {"p"}}, {"a": [[1]]}, 1, weights={"a": {1: 1}}))


# ---- submodels


@pytest.mark.parametrize("seed", seeds(1, 5))
def test_what_cannot_be_reached_does_not_count(seed):
    rng = Random(seed)
    for _ in range(share(40, 10)):
        structure = some_structure(rng)
        start = rng.randrange(structure.size)
        part = generated(structure, [start])
        assert part.worlds[part.actual] == structure.worlds[start]
        for _ in range(5):
            formula = random_formula(rng, structure.agents, 8)
            where = extension(structure, formula)
            inside = extension(part, formula)
            for i, world in enumerate(part.worlds):
                assert (i in inside) == (structure.worlds.position(world) in where) or speaks_of_distribution(formula)
        assert bisimilar(replace(structure, actuals=(start,)), part)


def speaks_of_distribution(formula: Formula) -> bool:
    """Distributed knowledge, also of nobody, and what follows from pooling it."""
    return any(isinstance(part, (f.D, f.R)) for part in formula.subformulas())


@pytest.mark.parametrize("seed", seeds(1, 5))
def test_unravelling_keeps_formulas_up_to_its_depth(seed):
    rng = Random(seed)
    for _ in range(share(40, 10)):
        structure = unordered(random_structure(rng, 4))
        tree = unravel(structure, 3, 0)
        assert tree.worlds[0] == ("w0",)
        for _ in range(10):
            formula = random_formula(rng, structure.agents, 8)
            simple = all(
                isinstance(p, (f.Atom, f.Not, f.And, f.Or, f.Iff, f.Implies, f.Xor, f.K, f.M))
                for p in formula.subformulas()
            )
            if simple and modal_depth(formula) <= 3:
                assert (0 in extension(structure, formula)) == (0 in extension(tree, formula))


def test_an_unravelling_is_a_tree_of_named_paths():
    structure = build.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, actual="w")
    tree = unravel(structure, 1, 0)
    assert list(tree.worlds) == [("w",), ("w", "a", "w"), ("w", "a", "v")]
    assert tree.relations["a"].successors(0) == [1, 2]
    assert tree.actual == 0
    assert unravel(structure, 0, 0).size == 1
    with pytest.raises(TooLarge, match="over 100 paths"):
        unravel(structure, 50, 0, limit=100)
    for depth in (-1, True):
        with pytest.raises(ModelError, match=f"depth {depth}: expected a whole number"):
            unravel(structure, depth, 0)
    ranked = build.s5({"w": {"p"}}, {"a": [["w"]]}, ranks={"a": {"w": 0}})
    with pytest.raises(ModelError, match="weights and ranks need classes"):
        unravel(ranked, 1, 0)


@pytest.mark.parametrize("seed", seeds(1, 5))
def test_renamed_models_are_isomorphic_and_changed_ones_are_not(seed):
    rng = Random(seed)
    for _ in range(share(100)):
        structure = some_structure(rng)
        if structure.size > 12:
            continue
        assert isomorphic(structure, permuted(rng, structure))
        world = rng.randrange(structure.size)
        flipped = WorldSet(structure.size, mask=structure.valuation["p"].mask ^ 1 << world)
        assert not isomorphic(structure, replace(structure, valuation={**structure.valuation, "p": flipped}))
        assert not isomorphic(structure, side_by_side(rng, structure))


# ---- the face


def test_models_are_compared_by_the_public_names():
    import whoknows

    m = KripkeModel.s5({1: {"p"}, 2: {"p"}, 3: set()}, {"a": [[1, 2, 3]]}, actual=2)
    small = whoknows.contract(m)
    assert list(small.worlds) == [2, 3]
    assert small.actual == 2
    assert whoknows.bisimilar(m, small)
    assert whoknows.contract(small) is small
    assert whoknows.distinguishing_formula(m, small) is None
    assert str(whoknows.distinguishing_formula(m, small.announce("p"))) == "M_a ¬p"
