"""Frames: what an agent's relation is, why it is not more, and the least relation around it that is."""

from itertools import product

import numpy as np
import pytest
from forms import arrays
from hypothesis import given
from hypothesis import strategies as st

from kripke.checking.build import from_relations, kd45, s5
from kripke.data.errors import ModelError, UnknownAgent
from kripke.data.frames import (
    PROPERTIES,
    SYSTEMS,
    FrameLost,
    check_frames,
    close,
    closure,
    frame,
    properties,
    required,
    system,
    violations,
)
from kripke.data.relation import Relation
from kripke.data.structure import Structure
from kripke.data.worlds import Named
from logic.errors import TooLarge

Pairs = frozenset[tuple[int, int]]


def paths(pairs):
    return [(u, v, w) for u, v in pairs for x, w in pairs if v == x]


def forks(pairs):
    return [(u, v, w) for u, v in pairs for x, w in pairs if u == x]


DEFINITIONS = {
    "reflexive": lambda n, r: all((w, w) in r for w in range(n)),
    "serial": lambda n, r: {u for u, _ in r} == set(range(n)),
    "symmetric": lambda n, r: all((v, u) in r for u, v in r),
    "transitive": lambda n, r: all((u, w) in r for u, _, w in paths(r)),
    "euclidean": lambda n, r: all((v, w) in r for _, v, w in forks(r)),
}


def refutes(name: str, worlds: tuple[int, ...], r: Pairs) -> bool:
    match name, worlds:
        case "reflexive", (w,):
            return (w, w) not in r
        case "serial", (w,):
            return all(u != w for u, _ in r)
        case "symmetric", (u, v):
            return (u, v) in r and (v, u) not in r
        case "transitive", (u, v, w):
            return (u, v) in r and (v, w) in r and (u, w) not in r
        case "euclidean", (u, v, w):
            return (u, v) in r and (u, w) in r and (v, w) not in r
    return False


def relation(size: int, pairs: Pairs) -> Relation:
    ends = np.array(sorted(pairs), dtype=np.intp).reshape(-1, 2)
    return Relation.from_edges(size, ends[:, 0], ends[:, 1])


def pairs_of(made: Relation) -> Pairs:
    return frozenset(zip(*(ends.tolist() for ends in made.edges), strict=True))


def closed_by_rule(size: int, pairs: Pairs, names: frozenset[str]) -> Pairs:
    now = set(pairs)
    while True:
        new = {(w, w) for w in range(size)} if "reflexive" in names else set()
        new |= {(v, u) for u, v in now} if "symmetric" in names else set()
        new |= {(u, w) for u, _, w in paths(now)} if "transitive" in names else set()
        new |= {(v, w) for _, v, w in forks(now)} if "euclidean" in names else set()
        if new <= now:
            break
        now |= new
    if "serial" in names:
        now |= {(w, w) for w in range(size) if all(u != w for u, _ in now)}
    return frozenset(now)


@st.composite
def any_pairs(draw):
    size = draw(st.integers(1, 7))
    worlds = st.integers(0, size - 1)
    pairs = draw(st.frozensets(st.tuples(worlds, worlds), max_size=20))
    rule = draw(st.frozensets(st.sampled_from(PROPERTIES), max_size=4))
    kept = closed_by_rule(size, pairs, rule)
    dropped = draw(st.sampled_from(sorted(kept))) if kept and draw(st.booleans()) else None
    return size, kept - {dropped}


def labelled(size: int, labels: list[int], members: list[bool]) -> Relation:
    return Relation.from_labels(np.array(labels, dtype=np.int32), np.array(members))


@given(any_pairs())
def test_properties_are_those_of_the_textbook_and_each_counterexample_refutes(case):
    size, pairs = case
    found = violations(relation(size, pairs))
    for name in PROPERTIES:
        assert (name not in found) == DEFINITIONS[name](size, pairs)
        assert name not in found or refutes(name, found[name], pairs)


@given(st.lists(st.tuples(st.integers(-1, 3), st.booleans()), min_size=1, max_size=8))
def test_labels_with_classes_that_have_lost_their_members_are_judged_as_their_edges(rows):
    made = labelled(len(rows), [label for label, _ in rows], [m and label >= 0 for label, m in rows])
    pairs = pairs_of(made)
    found = violations(made)
    for name in PROPERTIES:
        assert (name not in found) == DEFINITIONS[name](len(rows), pairs)
        assert name not in found or refutes(name, found[name], pairs)


@given(any_pairs(), st.frozensets(st.sampled_from([*PROPERTIES, *SYSTEMS]), min_size=1, max_size=3))
def test_the_closure_is_the_least_relation_that_the_rules_give(case, wanted):
    size, pairs = case
    made = closure(relation(size, pairs), wanted)
    assert pairs_of(made) == closed_by_rule(size, pairs, required(wanted))
    with arrays():
        assert closure(relation(size, pairs), wanted) == made
    assert not required(wanted) & violations(made).keys()


@given(any_pairs(), st.sampled_from([*PROPERTIES, *SYSTEMS]))
def test_closing_twice_is_closing_once(case, wanted):
    once = closure(relation(*case), wanted)
    assert closure(once, wanted) == once


@given(st.lists(st.tuples(st.integers(-1, 3), st.booleans()), min_size=1, max_size=8), st.sampled_from([*SYSTEMS]))
def test_closing_labels_is_closing_their_edges(rows, wanted):
    made = labelled(len(rows), [label for label, _ in rows], [m and label >= 0 for label, m in rows])
    assert pairs_of(closure(made, wanted)) == closed_by_rule(len(rows), pairs_of(made), required(wanted))
    with arrays():
        assert pairs_of(closure(made, wanted)) == closed_by_rule(len(rows), pairs_of(made), required(wanted))


def test_every_set_of_properties_has_the_system_that_the_modal_cube_says():
    named = set()
    for size in (1, 2, 3):
        cells = list(product(range(size), repeat=2))
        for chosen in range(1 << len(cells)):
            pairs = frozenset(cell for i, cell in enumerate(cells) if chosen >> i & 1)
            having = frozenset(name for name in PROPERTIES if DEFINITIONS[name](size, pairs))
            name = system(having)
            named.add(name)
            assert SYSTEMS[name] <= having
            assert required(name) == having
    nested_and_blind = frozenset({(0, 1), (1, 1), (1, 2), (2, 1), (2, 2)})
    assert frame(model_of(relation(4, nested_and_blind)), "a").system == "K5"
    assert named | {"K5"} == set(SYSTEMS)


def test_a_frame_says_in_words_why_it_is_no_more():
    model = from_relations({"w": [], "v": []}, {"a": [("w", "v")]})
    found = frame(model, "a")
    assert found.system == "K4"
    assert found.properties == {"transitive"}
    assert [str(found.counterexamples[name]) for name in PROPERTIES if name != "transitive"] == [
        "w does not see itself",
        "v sees no world",
        "w sees v, but v does not see w",
        "w sees v and v, but v does not see v",
    ]


def test_belief_is_kd45_and_knowledge_s5_in_one_structure():
    worlds = {"w": ["p"], "v": []}
    knows = s5(worlds, {"a": [["w", "v"]]})
    believes = kd45(worlds, {"b": [(["w", "v"], ["v"])]})
    both = Structure(knows.worlds, knows.valuation, {**knows.relations, **believes.relations})
    assert [frame(both, agent).system for agent in both.agents] == ["S5", "KD45"]
    assert properties(both, "a") == set(PROPERTIES)


def test_an_unknown_agent_is_named_with_a_near_miss():
    model = s5({"w": []}, {"ann": [["w"]]})
    with pytest.raises(UnknownAgent, match="did you mean 'ann'"):
        frame(model, "an")
    with pytest.raises(UnknownAgent, match="did you mean 'ann'"):
        close(model, "S5", ["an"])


def test_an_announcement_that_costs_a_belief_its_seriality_is_reported_with_the_world_and_the_way_out():
    before = kd45({"w": ["p"], "v": []}, {"a": [(["w", "v"], ["v"])]})
    kept = np.array([0])
    after = Structure(
        before.worlds.restrict(kept),
        {atom: where.restrict(kept) for atom, where in before.valuation.items()},
        {"a": before.relations["a"].restrict(kept)},
    )
    with pytest.raises(FrameLost) as caught:
        check_frames(before, after)
    message = str(caught.value)
    assert message.startswith("after the update the relation of a is K45, no longer KD45")
    assert "serial: w sees no world" in message
    assert "may cost a belief relation its seriality" in message
    assert isinstance(caught.value, AssertionError)


def test_an_update_that_keeps_or_improves_the_frame_passes_the_check():
    before = from_relations({"w": [], "v": []}, {"a": [("w", "v"), ("v", "v")]})
    check_frames(before, before)
    check_frames(before, close(before, "S5"))


def test_a_lost_property_that_is_not_seriality_gets_no_word_about_belief():
    before = s5({"w": [], "v": []}, {"a": [["w", "v"]]})
    after = from_relations({"w": [], "v": []}, {"a": [("w", "v"), ("v", "v"), ("w", "w")]})
    with pytest.raises(FrameLost) as caught:
        check_frames(before, after)
    assert "ceased to be symmetric and euclidean" in str(caught.value)
    assert "hint" not in str(caught.value)


def test_closing_keeps_weights_only_where_the_classes_stay():
    worlds = {"w": [], "v": []}
    weighted = kd45(worlds, {"a": [(["w", "v"], ["v"])]}, weights={"a": {"v": 1}})
    assert close(weighted, "KD45").weights == weighted.weights
    with pytest.raises(ModelError, match=r"agent a: .*weights.*closed model"):
        close(weighted, "S5")


def test_an_iterator_of_properties_closes_the_relation_of_each_agent():
    given = from_relations({"w": [], "v": []}, {"a": [("w", "v")], "b": [("w", "v")]})
    assert close(given, iter(["reflexive"])).relations == close(given, ["reflexive"]).relations


def test_an_unknown_property_is_refused_with_the_nearest_name():
    with pytest.raises(ModelError, match="did you mean 'reflexive'"):
        closure(relation(1, frozenset()), "reflexiv")


def test_a_closure_that_would_fill_the_memory_is_refused_and_the_compact_one_is_made():
    size = 20_000
    chain = Relation.from_edges(size, np.arange(size - 1), np.arange(1, size))
    with pytest.raises(TooLarge, match="close it to S5"):
        closure(chain, "S4", limit=1_000_000)
    assert closure(chain, "S5").count_edges() == size * size


def model_of(made: Relation) -> Structure:
    return Structure(Named(range(made.size)), {}, {"a": made})


def test_ten_thousand_worlds_are_judged_at_once_whatever_the_relation():
    size, random = 10_000, np.random.default_rng(5)
    sources, targets = (random.integers(0, size, 10 * size) for _ in range(2))
    tree = Relation.from_edges(size, np.arange(1, size), (np.arange(1, size) - 1) // 2)
    ladder = Relation.from_edges(size, np.repeat(np.arange(size), 3)[:-3], np.arange(3 * size - 3) // 3 + 1)
    one_class = Relation.from_labels(np.zeros(size, dtype=np.int32))
    cliques = closure(Relation.from_edges(size, np.arange(0, size, 20), np.arange(1, size, 20)), "S5")
    expected = ["K", "K", "K", "S5", "S5", "S4"]
    forest = closure(Relation.from_edges(size, np.arange(1, size), np.arange(1, size) // 20 * 20), "S4")
    cases = [Relation.from_edges(size, sources, targets), tree, ladder, one_class, cliques, forest]
    assert [frame(model_of(made), "a").system for made in cases] == expected


def test_an_open_path_among_millions_of_closed_ones_is_found():
    sources, targets = np.triu_indices(400)
    order = Relation.from_edges(400, sources, targets)
    assert violations(order).keys() == {"symmetric", "euclidean"}
    kept = (sources != 390) | (targets != 399)
    start, middle, end = violations(Relation.from_edges(400, sources[kept], targets[kept]))["transitive"]
    assert (start, end) == (390, 399)
    assert 390 < middle < 399


@pytest.mark.parametrize(
    ("name", "known"), [("s5", "S5"), ("kd45", "KD45"), ("D45", "KD45"), ("KT4", "S4"), ("M", "T"), ("Serial", "D")]
)
def test_closures_have_the_names_of_the_logics_in_any_case(name: str, known: str) -> None:
    assert required(name) == required(known)
