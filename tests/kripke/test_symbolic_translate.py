"""From listed worlds to diagrams and back: the same formulas hold at the same worlds, whatever the relations are."""

from random import Random

import numpy as np
import pytest
from effort import seeds, share
from randoms import FRAMES, random_cube, random_formula, random_structure
from reference_graphs import plain

from kripke.checking.explicit import extension
from kripke.data.errors import ModelError, UnsupportedByEngine
from kripke.data.structure import Structure
from kripke.models.functions import bisimilar, contract, distinguishing_formula, isomorphic
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from kripke.semantics import truth
from logic.errors import TooLarge


def random_model(rng: Random, frame: str) -> KripkeModel:
    """A model without weights and ranks, with an actual world or without."""
    s = random_structure(rng, 20, frame)
    return KripkeModel.of(Structure(s.worlds, s.valuation, s.relations, s.actuals))


@pytest.mark.parametrize("frame", [*FRAMES, "mixed"])
@pytest.mark.parametrize("seed", seeds(1, 2))
def test_diagrams_of_listed_worlds_count_what_the_slow_semantics_counts(frame, seed):
    rng = Random(f"{frame}{seed}")
    for _ in range(share(50)):
        model = random_model(rng, frame)
        symbolic = SymbolicModel.from_explicit(model)
        slow = plain(model.structure)
        for _ in range(6):
            formula = random_formula(rng, model.agents, rng.randint(1, 10))
            where = truth(slow, formula)
            assert symbolic.count(formula) == len(where), (frame, seed, str(formula))
            if model.actual is not None:
                assert symbolic.holds(formula) == (model.structure.actual in where), (frame, seed, str(formula))


@pytest.mark.parametrize("frame", [*FRAMES, "mixed"])
def test_worlds_listed_again_bear_the_same_truths_one_by_one(frame):
    rng = Random(frame)
    for _ in range(share(50)):
        model = random_model(rng, frame)
        there = SymbolicModel.from_explicit(model)
        back = there.to_explicit()
        assert len(back) == len(model) == len(there)
        assert (back.actual is None) == (model.actual is None)
        for _ in range(6):
            formula = random_formula(rng, model.agents, rng.randint(1, 10))
            found = extension(back.structure, formula)
            listed = {world for i, world in enumerate(back.worlds) if i in found}
            assert set(there.extension(formula)) == listed, (frame, str(formula))
            assert len(found) == len(truth(plain(model.structure), formula))
            if model.actual is not None:
                assert back.holds(formula) == model.holds(formula)


@pytest.mark.parametrize("frame", FRAMES)
def test_relations_keep_their_frame_properties(frame):
    rng = Random(frame)
    for _ in range(share(75)):
        model = random_model(rng, frame)
        back = SymbolicModel.from_explicit(model).to_explicit()
        for agent in model.agents:
            assert back.frame_properties(agent) == model.frame_properties(agent)
            assert back.structure.relations[agent].count_edges() == model.structure.relations[agent].count_edges()


def test_cubes_are_the_same_models_after_the_round_trip():
    rng = Random(7)
    for _ in range(share(40, 10)):
        model = KripkeModel.of(random_cube(rng))
        assert SymbolicModel.from_explicit(model).to_explicit() == model


def test_a_partition_by_atoms_is_observed_as_those_atoms_and_defines_nothing():
    model = KripkeModel.from_observations(["p", "q", "r"], {"a": ["p", "q"], "b": []}, "p | q | r")
    symbolic = SymbolicModel.from_explicit(model)
    assert not symbolic.knowledge.definitions.mask
    assert symbolic.to_explicit() == model


def test_worlds_with_the_same_atoms_get_marks_that_no_atom_is_called():
    worlds = {i: {"#1"} for i in range(5)}
    symbolic = SymbolicModel.from_explicit(KripkeModel.s5(worlds, {"a": [[0, 1], [2], [3, 4]]}, actual=2))
    assert symbolic.count() == 5
    assert sorted(symbolic.knowledge.marks) == ["##1", "##2", "##3"]
    assert symbolic.holds('K_a "#1"')
    assert len(symbolic.possible("a")) == 1


def test_diagrams_with_announcements_made_are_listed_as_they_stand():
    rng = Random(11)
    for _ in range(share(60, 15)):
        model = KripkeModel.of(random_cube(rng))
        told, public = (random_formula(rng, model.agents, 4) for _ in range(2))
        if not model.count(public) or not model.agents:
            continue
        mine = model.announce(public).announce_whether(told, model.agents[:1])
        theirs = SymbolicModel.from_explicit(model).announce(public).announce_whether(told, model.agents[:1])
        assert theirs.to_explicit() == mine, (str(public), str(told))


@pytest.mark.parametrize(
    ("given", "what"), [({"weights": {"a": {1: 1, 2: 0.5}}}, "weights"), ({"ranks": {"a": {1: 0, 2: 1}}}, "ranks")]
)
def test_weights_and_ranks_are_refused_by_name(given, what):
    model = KripkeModel.s5({1: {"p"}, 2: set()}, {"a": [[1, 2]]}, **given)
    with pytest.raises(ModelError, match=f"agent a has {what}"):
        SymbolicModel.from_explicit(model)


def test_more_states_than_the_limit_are_not_listed():
    symbolic = SymbolicModel([f"p{i}" for i in range(60)])
    with pytest.raises(TooLarge, match="limit of 10,000"):
        symbolic.to_explicit()
    with pytest.raises(TooLarge, match="limit of 7"):
        SymbolicModel(["p", "q", "r"]).to_explicit(limit=7)
    assert len(SymbolicModel(["p", "q", "r"]).to_explicit(limit=8)) == 8


def test_a_relation_that_looks_nowhere_stays_one():
    model = KripkeModel({1: {"p"}, 2: set()}, {"a": [], "b": [(1, 2)]})
    symbolic = SymbolicModel.from_explicit(model)
    assert symbolic.valid("K_a false")
    assert symbolic.count("M_b ~p") == 1
    assert np.array_equal(symbolic.to_explicit().structure.relations["a"].edges, [[], []])


def test_symbolic_models_are_compared_by_their_listed_states():
    model = SymbolicModel(["p"], observes={"a": []})
    listed = model.to_explicit()
    assert bisimilar(model, listed)
    assert isomorphic(listed, model)
    assert distinguishing_formula(listed, model) is None
    assert contract(model) == listed


@pytest.mark.parametrize("ask", [bisimilar, isomorphic, distinguishing_formula])
def test_only_models_are_compared(ask):
    with pytest.raises(ModelError, match=r"model 3: expected.*KripkeModel.*networkx"):
        ask(SymbolicModel(["p"]), 3)


def test_methods_that_only_listed_worlds_have_are_pointed_out():
    model = SymbolicModel(["p"])
    with pytest.raises(UnsupportedByEngine, match=r"^weights: not supported .*to_explicit\(\)"):
        model.weights("a")
    with pytest.raises(UnsupportedByEngine, match=r"^order: .*; SymbolicModel.from_explicit\(model\)"):
        _ = model.to_explicit().order
    with pytest.raises(AttributeError, match=r"no attribute 'nothing'$"):
        _ = model.nothing


@pytest.mark.parametrize("given", [3, SymbolicModel(["p"])])
def test_diagrams_are_made_from_listed_worlds_only(given):
    with pytest.raises(ModelError, match=r"model .*expected.*KripkeModel.*explicit worlds"):
        SymbolicModel.from_explicit(given)
