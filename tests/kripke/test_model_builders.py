"""Models from what agents see of a world, and models without some of their worlds."""

from collections import UserDict
from itertools import product
from random import Random

import numpy as np
import pytest
from effort import share

from kripke.data.errors import ModelError, UnknownWorld
from kripke.data.relation import Relation
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from kripke.time.system import System

PAIRS = [(x, y) for x in range(2, 50) for y in range(x + 1, 51 - x)]


def valued(worlds):
    return {world: {f"x={world[0]}", f"y={world[1]}"} for world in worlds}


def test_a_key_function_is_the_partition_by_its_keys():
    sums = {}
    for pair in PAIRS:
        sums.setdefault(sum(pair), []).append(pair)
    by_key = KripkeModel.s5(valued(PAIRS), sees={"s": sum}, actual=(3, 4))
    by_classes = KripkeModel.s5(valued(PAIRS), {"s": sums.values()}, actual=(3, 4))
    assert by_key == by_classes
    assert by_key.possible("s") == {(2, 5), (3, 4)}
    assert by_key.frame_properties("s") >= {"reflexive", "symmetric", "transitive"}


def test_sum_and_product_leaves_four_and_thirteen():
    pairs = [(x, y) for x in range(2, 100) for y in range(x + 1, 101 - x)]
    m = KripkeModel.s5(valued(pairs), sees={"s": sum, "p": lambda w: w[0] * w[1]})
    for said in ("K_s ~(Kv_p x & Kv_p y)", "Kv_p x & Kv_p y", "Kv_s x & Kv_s y"):
        m = m.announce(said)
    assert list(m.worlds) == [(4, 13)]


def test_random_key_functions_give_the_partition_of_their_keys():
    rng = Random(5)
    for _ in range(share(50, 12)):
        worlds = rng.sample(range(100), rng.randint(1, 30))
        key = {world: rng.choice("abc") for world in worlds}
        m = KripkeModel.s5({world: set() for world in worlds}, sees={"a": key.get})
        for world in worlds:
            assert m.possible("a", world) == {other for other in worlds if key[other] == key[world]}


def test_agents_may_have_partitions_and_key_functions_side_by_side():
    worlds = UserDict({"ab": {"p"}, "ac": {"q"}, "bc": set()})
    m = KripkeModel.s5(worlds, {"a": [["ab", "ac", "bc"]]}, sees={"b": lambda w: w[0], "c": len}, actual="ab")
    assert m.agents == ("a", "b", "c")
    assert m.possible("b") == {"ab", "ac"}
    assert m.possible("c") == m.possible("a") == {"ab", "ac", "bc"}


def test_weights_fit_key_functions():
    m = KripkeModel.s5({1: {"p"}, 2: set()}, sees={"a": bool}, weights={"a": {1: 0.75, 2: 0.25}}, threshold=0.5)
    assert m.holds("B_a p", at=2)


@pytest.mark.parametrize(
    ("sees", "message"),
    [
        ({"a": lambda w: w[5]}, r"sees of a, world 'w1': IndexError: .*expected a function"),
        ({"a": lambda w: [w]}, r"sees of a, world 'w1': TypeError: .*'list'.*; expected a function"),
        ({"a": ["w1"]}, r"sees of a: expected a function.* got \['w1'\]"),
        ([("a", len)], r"sees \[.*\]: expected a mapping from agents"),
        ({"b": len}, r"agent b: .*partitions.*sees; give one"),
        ({"a b": len}, r"agent 'a b': expected.* letters"),
    ],
)
def test_a_key_function_that_fails_names_the_agent_and_the_world(sees, message):
    with pytest.raises(ModelError, match=message):
        KripkeModel.s5({"w1": set(), "w2": set()}, {"b": [["w1", "w2"]]}, sees=sees)


def test_without_gives_the_submodel_of_the_other_worlds():
    worlds = {f"w{i}": {"p"} if i % 2 else set() for i in range(6)}
    m = KripkeModel.s5(worlds, {"a": [["w0", "w1", "w2"], ["w3", "w4"], ["w5"]]}, actual="w1")
    assert m.without("w0", "w2") == KripkeModel.s5(
        {world: true for world, true in worlds.items() if world not in ("w0", "w2")},
        {"a": [["w1"], ["w3", "w4"], ["w5"]]},
        actual="w1",
    )
    assert m.without("w0", "w2").holds("K_a p")
    assert m.without() == m
    assert m.at(None).without("w1").actual is None


def test_a_text_is_read_once():
    m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]})
    assert all(m._formula(text) is m._formula(text) for text in ("true", "K_a p"))


def test_a_restricted_structure_may_have_other_relations_and_has_then_no_runs():
    s = System({"a": ["p"]}, ["p"]).structure
    one_world = Relation.from_pairs(1, [(0, 0)])
    after = s.restrict(np.array([0]), {"b": one_world})
    assert (after.size, dict(after.relations), after.time) == (1, {"b": one_world}, None)
    assert s.restrict(np.array([0])).time is not None


def test_without_keeps_pairs_weights_and_ranks_of_the_worlds_that_stay():
    pairs = [("u", "v"), ("v", "w"), ("w", "u"), ("u", "u")]
    m = KripkeModel({"u": {"p"}, "v": set(), "w": set()}, {"a": pairs}, actual="u")
    assert m.without("w") == KripkeModel(
        {"u": {"p"}, "v": set()}, {"a": [("u", "v"), ("u", "u")]}, actual="u", atoms=["p"]
    )
    ranked = KripkeModel.s5(
        {"u": {"p"}, "v": set(), "w": set()}, sees={"a": lambda w: 0}, ranks={"a": {"u": 2, "v": 0, "w": 1}}
    )
    assert ranked.believed("a", "u") == {"v"}
    assert ranked.without("v").believed("a", "u") == {"w"}


def test_without_on_models_of_arrays_and_of_observations():
    big = KripkeModel.s5(
        {w: {"p"} if w[0] else set() for w in product(range(20), repeat=2)}, sees={"a": lambda w: w[0]}
    )
    assert big.without(*[(0, y) for y in range(20)]).valid("K_a p")
    cube = KripkeModel.from_observations(["p", "q"], {"a": ["p"]}, actual={"p"})
    assert len(cube.without(frozenset())) == 3
    assert cube.without(frozenset({"p", "q"})).holds("K_a ~q")


def test_without_refuses_the_actual_world_unknown_worlds_and_to_leave_none():
    m = KripkeModel.s5({"w1": set(), "w2": set()}, sees={"a": len}, actual="w1")
    with pytest.raises(ModelError, match=r"'w1' is the actual world.*at\("):
        m.without("w1")
    with pytest.raises(UnknownWorld, match="w3"):
        m.without("w3")
    with pytest.raises(ModelError, match="all 2 worlds would go"):
        m.at(None).without("w1", "w2")
    one = KripkeModel.s5({"w": {"p"}})
    for model, world in ((one, "w"), (SymbolicModel.from_explicit(one), {"p"})):
        with pytest.raises(ModelError, match=r"the only (world|state) would go"):
            model.without(world)
