"""Atoms that are defined by others: they take no bit, and say what an atom with the same law would say."""

import pickle
from random import Random

import pytest
from effort import seeds
from randoms import ATOMS, random_formula

from kripke.change.event import Event, EventModel
from kripke.data.errors import ModelError, UnknownAtom, UnknownWorld
from kripke.models.functions import load
from kripke.models.symbolic_model import SymbolicModel
from kripke.symbolic.deals.dealing import deal
from kripke.symbolic.laws.constraints import exactly
from logic.clauses import Atom, Iff
from logic.formula import Formula
from logic.parser import parse

LAW = deal(["SA", "SK", "HA", "HK"], {"N": 2, "S": 2})
SPADES = ["has(S,SA)", "has(S,SK)"]
ACTUAL = {"has(N,SA)", "has(N,SK)", "has(S,HA)", "has(S,HK)", "void", "either"}


def table() -> SymbolicModel:
    """Two hands of two; S is told of a void, which is defined."""
    defined = {"void": exactly(0, SPADES), "either": "void | has(N,HA)"}
    return SymbolicModel(LAW.atoms, LAW, {"N": LAW.hand("N"), "S": ["void"]}, ACTUAL, defined=defined)


def boolean(rng: Random, names: list[str]) -> Formula:
    """A random condition on three atoms."""
    p, q, r = (Atom(name) for name in rng.sample(names, 3))
    return rng.choice([p & q, p | ~q, p ^ q, (p >> q) & r, ~p, p])


@pytest.mark.parametrize("seed", seeds(2, 40))
def test_a_defined_atom_says_what_an_atom_with_that_law_says(seed):
    rng = Random(seed)
    *plain, last = ATOMS
    meaning = boolean(rng, plain)
    observes = {"a": [plain[0], last], "b": [plain[1]]}
    short = SymbolicModel(plain, f"{plain[0]} | {plain[1]}", observes, defined={last: meaning})
    long = SymbolicModel(ATOMS, [f"{plain[0]} | {plain[1]}", Iff(Atom(last), meaning)], observes)
    assert short.extension() == long.extension()
    for _ in range(10):
        question = random_formula(rng, ("a", "b"), rng.randint(1, 8))
        assert short.extension(question) == long.extension(question), str(question)


def test_agents_may_see_what_is_defined():
    model = table()
    assert model.holds("K_N void & K_S void & C either & ~Kw_S has(N,HA) | K_S has(N,SA)")
    assert len(model.knowledge.law) == 1
    assert model.count() == 6


class Both:
    """The constraint that p and q are true, with a variable of its own where it defines an atom."""

    is_digit, atoms = True, ("p", "q")

    def state_set(self, manager, atoms):
        return atoms["p"] & atoms["q"]

    def holds(self, true):
        return {"p", "q"} <= set(true)

    def formula(self, atoms):
        return parse("p & q")


@pytest.mark.parametrize("events", ["yn", "ny"])
def test_events_happen_where_a_defined_atom_with_a_variable_of_its_own_is_true_in_any_order(events):
    model = SymbolicModel(["p", "q", "z"], "~z", {"a": ["p"]}, actual={"p", "q", "r"}, defined={"r": Both()})
    known = {"y": Event("r", post={"z": "true"}), "n": Event("~r")}
    after = model.update(EventModel.s5({name: known[name] for name in events}, {"a": [["y"], ["n"]]}))
    assert after.holds("z")
    assert after.count("z") == 1


def test_a_model_with_defined_atoms_comes_back_from_files_and_copies(tmp_path):
    model = table()
    model.save(tmp_path / "model.json")
    for again in (load(tmp_path / "model.json"), pickle.loads(pickle.dumps(model)), model.reordered()):
        assert again == model
        assert again.actual == ACTUAL
        assert again.holds("K_S void")
    assert model.to_explicit().holds("K_S void & K_N either")


def test_states_are_named_by_all_true_atoms():
    with pytest.raises(UnknownWorld, match=r"'void' follows .*is true there"):
        table().at(ACTUAL - {"void"})
    assert table().define({"same": "has(N,SA)"}).at(ACTUAL | {"same"}).holds("same")
    with pytest.raises(UnknownWorld, match=r"'same' follows .*is false there"):
        table().define({"same": "has(S,SA)"}).at(ACTUAL | {"same"})


@pytest.mark.parametrize(
    ("defined", "error", "message"),
    [
        ({"void": "has(N,SA)"}, ModelError, r"defined atom void: .*name already"),
        ({"x": "K_N void"}, ModelError, r"defined atom x: K_N void .*boolean; use"),
        ({"x": "y", "y": "void"}, UnknownAtom, "defined atom x: no atom 'y'"),
        (["x"], ModelError, "expected atoms with conditions"),
    ],
)
def test_what_defines_nothing_is_refused(defined, error, message):
    with pytest.raises(error, match=message):
        table().define(defined)


def test_a_definition_may_use_the_one_before():
    model = table().define({"x": parse("~void"), "y": "~x"})
    assert model.valid("y <-> void")
