"""Ways to make a model, and what a wrong one is told."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lawful import LARGE, random_fact

from kripke.checking import observations
from kripke.checking.joining import joined
from kripke.data.errors import ModelError, UnknownAgent, UnknownAtom, UnknownWorld
from kripke.data.relation import Relation, WorldSet
from kripke.data.worlds import SMALL
from kripke.models.kripke_model import KripkeModel
from logic.clauses import conj
from logic.errors import EpistemicError, FormulaError, ParseError, TooLarge

TWO = {"w1": {"p"}, "w2": set()}
WEIGHED = {"worlds": TWO, "partitions": {"a": [["w1", "w2"]]}}


def test_relations_are_exactly_the_pairs_given_and_nothing_is_closed():
    m = KripkeModel(TWO, {"a": [("w1", "w2")]}, actual="w1")
    assert m.frame_properties("a") == {"transitive"}
    assert m.holds("K_a ~p")
    assert m.holds("K_a false", at="w2")


def test_any_hashable_names_a_world_and_a_set_stands_for_its_frozen_set():
    m = KripkeModel({(1, 2): {"p"}, frozenset("x"): [], 3: ["q"]}, {"a": [((1, 2), 3)]}, actual=(1, 2))
    assert m.actual == (1, 2)
    assert m.at({"x"}).actual == frozenset("x")
    assert list(m.worlds) == [(1, 2), frozenset("x"), 3]


def test_a_vocabulary_keeps_atoms_that_are_nowhere_true():
    m = KripkeModel(TWO, {"a": []}, atoms=["q"], actual="w1")
    assert set(m.atoms) == {"p", "q"}
    assert not m.holds("q")
    assert set(m.announce("p").atoms) == {"p", "q"}


def test_observers_know_what_they_observe_and_nothing_else():
    m = KripkeModel.from_observations(["m1", "m2"], {"a": ["m2"], "b": ["m1"]}, law="m1 | m2", actual={"m1"})
    assert set(m.worlds) == {frozenset({"m1"}), frozenset({"m2"}), frozenset({"m1", "m2"})}
    assert m.actual == {"m1"}
    assert m.holds("K_a m1 & ~K_b ~m2 & K_b m1")
    assert m.frame_properties("a") == {"reflexive", "serial", "symmetric", "transitive", "euclidean"}


def test_an_agent_may_observe_a_formula():
    m = KripkeModel.from_observations(["p", "q"], {"a": ["p ^ q"], "b": []}, actual={"p"})
    assert m.holds("Kw_a (p ^ q) & ~Kw_a p & ~Kw_b (p ^ q)")


def test_thirty_atoms_under_a_tight_law_are_enumerated_by_pruning():
    atoms = [f"x{i}" for i in range(30)]
    chain = " & ".join(f"(x{i} -> x{i + 1})" for i in range(29))
    m = KripkeModel.from_observations(atoms, {"a": ["x0"]}, law=chain)
    assert len(m) == 31


@given(st.randoms(use_true_random=False))
def test_few_worlds_of_a_law_are_joined_from_its_parts_to_the_same_model_as_from_all_assignments(rng):
    law = [random_fact(rng, LARGE, rng.randint(1, 6)) for _ in range(rng.randint(4, 12))]
    sees = {agent: [random_fact(rng, LARGE, rng.choice([1, 3])) for _ in range(rng.randint(0, 4))] for agent in "ab"}
    found = joined(LARGE, conj(law))
    columns = observations.assignments(LARGE, conj(law), 2**12)
    size = len(columns[LARGE[0]])
    if found is None:
        assert size > SMALL or not size
        return
    few = observations.of_few(found, sees)
    for atom in LARGE:
        assert few.valuation[atom] == WorldSet(size, column=columns[atom])
    for agent, items in sees.items():
        seen = [observations.evaluate(item, columns, size) for item in items]
        assert few.relations[agent] == Relation.from_labels(observations.classes(seen, size))
    assert all(few.worlds.position(world) == i for i, world in enumerate(few.worlds))


def test_a_law_that_leaves_too_many_worlds_is_refused():
    with pytest.raises(TooLarge, match="limit of 1,000"):
        KripkeModel.from_observations([f"x{i}" for i in range(12)], {}, limit=1000)


@pytest.mark.parametrize("bits", [18, pytest.param(25, marks=pytest.mark.slow)])
def test_a_law_that_leaves_too_many_worlds_is_refused_before_memory_runs_out(bits, monkeypatch):
    monkeypatch.setattr(observations, "LIMIT", 2**bits)
    with pytest.raises(TooLarge, match="stricter law"):
        KripkeModel.from_observations([f"x{i}" for i in range(200)], {}, limit=50_000)


@given(st.integers(0, 2**6 - 1), st.sets(st.integers(0, 5)))
def test_labels_of_a_cube_are_the_classes_of_worlds_that_agree_on_what_is_observed(actual, seen):
    names = [f"x{i}" for i in range(6)]
    m = KripkeModel.from_observations(names, {"a": [f"x{i}" for i in seen]})
    labels = m.structure.relations["a"].labels
    shown = [frozenset(w) & {f"x{i}" for i in seen} for w in m.worlds]
    assert all((labels[i] == labels[actual]) == (shown[i] == shown[actual]) for i in range(64))


def test_two_to_the_twenty_worlds_are_counted_without_making_their_names():
    names = [f"m{i}" for i in range(20)]
    m = KripkeModel.from_observations(names, {"a": names[1:]}, actual=names)
    assert len(m) == 2**20
    assert m.count("K_a m1") == 2**19
    assert m.actual == frozenset(names)
    assert m.worlds[5] == frozenset({"m0", "m2"})
    assert frozenset({"m3"}) in m.worlds


def test_belief_models_have_classes_with_lookers_and_members():
    m = KripkeModel.kd45(TWO, {"a": [(["w1", "w2"], ["w2"])]}, actual="w1")
    assert m.holds("p & B_a ~p")
    assert m.frame_properties("a") == {"serial", "transitive", "euclidean"}


BAD = {
    "no worlds": lambda: KripkeModel({}, {}),
    "worlds as a list": lambda: KripkeModel(["w1"], {}),
    "a text instead of a set of atoms": lambda: KripkeModel({"w1": "pq"}, {}),
    "an unknown world in an edge": lambda: KripkeModel(TWO, {"a": [("w1", "w3")]}),
    "an edge that is no pair": lambda: KripkeModel(TWO, {"a": [("w1", "w2", "w1")]}),
    "an edge that is a text": lambda: KripkeModel(TWO, {"a": ["w1"]}),
    "relations that are a list": lambda: KripkeModel(TWO, [("w1", "w2")]),
    "an actual world that is not there": lambda: KripkeModel(TWO, {}, actual="w0"),
    "no actual world in a list": lambda: KripkeModel(TWO, {}, actual=[]),
    "an unknown one of several actual worlds": lambda: KripkeModel(TWO, {}, actual=["w1", "w9"]),
    "None as a world": lambda: KripkeModel({None: set()}, {}),
    "an agent with a space": lambda: KripkeModel(TWO, {"a b": []}),
    "an agent that is a number": lambda: KripkeModel(TWO, {1: []}),
    "an atom that is empty": lambda: KripkeModel({"w": [""]}, {}),
    "an atom twice in the vocabulary": lambda: KripkeModel(TWO, {}, atoms=["p", "p"]),
    "a vocabulary that is a text": lambda: KripkeModel(TWO, {}, atoms="pq"),
    "a world in two classes": lambda: KripkeModel.s5(TWO, {"a": [["w1", "w2"], ["w2"]]}),
    "a world in no class": lambda: KripkeModel.s5(TWO, {"a": [["w1"]]}),
    "classes that are texts": lambda: KripkeModel.s5(TWO, {"a": ["w1", "w2"]}),
    "a class of belief without a member": lambda: KripkeModel.kd45(TWO, {"a": [(["w1", "w2"], [])]}),
    "a class of belief that is no pair": lambda: KripkeModel.kd45(TWO, {"a": [["w1", "w2", "w1"]]}),
    "a negative weight": lambda: KripkeModel.s5(**WEIGHED, weights={"a": {"w1": -0.1, "w2": 1}}),
    "a weight over 1": lambda: KripkeModel.s5(**WEIGHED, weights={"a": {"w1": 1.1, "w2": 1}}),
    "a weight that is no number": lambda: KripkeModel.s5(**WEIGHED, weights={"a": {"w1": float("nan"), "w2": 1}}),
    "a weight that is missing": lambda: KripkeModel.s5(**WEIGHED, weights={"a": {"w1": 1}}),
    "weights of an unknown agent": lambda: KripkeModel.s5(**WEIGHED, weights={"b": {"w1": 1, "w2": 1}}),
    "a threshold without weights": lambda: KripkeModel.s5(**WEIGHED, threshold=0.3),
    "a threshold over 1": lambda: KripkeModel.s5(**WEIGHED, weights={"a": {"w1": 1, "w2": 1}}, threshold=3),
    "a rank that is no whole number": lambda: KripkeModel.s5(**WEIGHED, ranks={"a": {"w1": 0.5, "w2": 1}}),
    "weights and ranks of one agent": lambda: KripkeModel.s5(
        **WEIGHED, weights={"a": {"w1": 1, "w2": 1}}, ranks={"a": {"w1": 0, "w2": 1}}
    ),
    "weights over a relation without classes": lambda: KripkeModel(TWO, {"a": [("w1", "w2")]}, weights={"a": {}}),
    "an unknown atom in the law": lambda: KripkeModel.from_observations(["p"], {}, law="q"),
    "a law that speaks of knowledge": lambda: KripkeModel.from_observations(["p"], {"a": []}, law="K_a p"),
    "a law that nothing satisfies": lambda: KripkeModel.from_observations(["p"], {}, law="p & ~p"),
    "a law that is no formula": lambda: KripkeModel.from_observations(["p"], {}, law="p &"),
    "an unknown observed atom": lambda: KripkeModel.from_observations(["p"], {"a": ["q"]}),
    "observations that are a text": lambda: KripkeModel.from_observations(["p"], {"a": "p"}),
    "an actual world outside the law": lambda: KripkeModel.from_observations(["p"], {}, law="p", actual=set()),
    "an actual world that is a text": lambda: KripkeModel.from_observations(["p"], {}, actual="p"),
    "an unknown atom in the actual world": lambda: KripkeModel.from_observations(["p"], {}, actual={"q"}),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_model_is_refused_with_a_message_that_names_the_part(name):
    with pytest.raises((ModelError, UnknownWorld, UnknownAgent, UnknownAtom, FormulaError, ParseError)) as refused:
        BAD[name]()
    assert isinstance(refused.value, EpistemicError)
    assert 10 < len(str(refused.value)) < 400


def test_messages_name_the_value_and_the_way_out():
    with pytest.raises(UnknownWorld, match=r"of a: no world 'w3'.*'w1'.*'w2'"):
        BAD["an unknown world in an edge"]()
    with pytest.raises(ModelError, match=r"partition of a: .*'w2'.*no class"):
        BAD["a world in no class"]()
    with pytest.raises(ModelError, match=r"got \{\}; .*set\(\)"):
        KripkeModel.s5({"w": {}}, {"a": [["w"]]})
    with pytest.raises(ModelError, match=r"expected.* true atoms.*\{'p'\}, got 'pq'"):
        BAD["a text instead of a set of atoms"]()


def test_classes_that_are_no_lists_are_shown_as_they_are_written():
    with pytest.raises(ModelError, match=r"\[\['w1', 'w2'\]\], got 'w1'"):
        KripkeModel.s5(TWO, {"a": ["w1", "w2"]})
    with pytest.raises(ModelError, match=r"\[\(\['w1', 'w2'\], \['w1'\]\)\], got 'w1'"):
        KripkeModel.kd45(TWO, {"a": ["w1", "w2"]})


def test_large_models_from_partitions_are_kept_as_arrays():
    m = KripkeModel.s5({i: {"p"} if i % 3 else [] for i in range(1000)}, {"a": [range(500), range(500, 1000)]})
    assert m.count("M_a p & ~K_a p") == 1000
    assert np.array_equal(m.structure.relations["a"].labels, np.repeat([0, 1], 500))


@pytest.mark.parametrize("law", ["false", "p & ~true", "p & (false | ~true)"])
@pytest.mark.parametrize("seen", ["p", "p & q"])
def test_a_law_of_constants_that_nothing_satisfies_is_refused_whatever_is_observed(law, seen):
    with pytest.raises(ModelError, match="no assignment satisfies it"):
        KripkeModel.from_observations(["p", "q"], {"a": [seen]}, law)
