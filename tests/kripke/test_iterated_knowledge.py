"""Everyone knows, n times over: E^n p."""

import numpy as np
import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from randoms import random_cube, random_formula, random_structure

from kripke.checking.engine.arrays import ArrayAlgebra
from kripke.checking.engine.bitset import BitsetAlgebra
from kripke.checking.explicit import extension
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from logic import clauses as f
from logic.errors import FormulaError, ParseError
from logic.parser import parse

CHAIN = 12


def chain(agents: str = "ab", reflexive: bool = True) -> KripkeModel:
    """Worlds in a row; p is false at the last, and in turn two agents confuse neighbours."""
    worlds = {str(i): {"p"} for i in range(CHAIN)} | {str(CHAIN): set()}
    if reflexive:
        pairs = [[str(i), str(i + 1)] for i in range(CHAIN)]
        return KripkeModel.s5(worlds, {"a": [*pairs[::2], ["12"]], "b": [["0"], *pairs[1::2]]}, actual="0")
    steps = [(str(i), str(i + 1)) for i in range(CHAIN)]
    return KripkeModel(worlds, dict.fromkeys(agents, steps), actual="0")


@examples(200)
@given(st.randoms(use_true_random=False), st.integers(1, 5))
def test_the_number_stands_for_so_many_operators(rng, times):
    structure = random_cube(rng) if rng.random() < 0.3 else random_structure(rng, 12)
    agents = structure.agents
    group = frozenset(rng.sample(agents, rng.randint(1, len(agents)))) if agents and rng.random() < 0.7 else None
    inside = nested = random_formula(rng, agents, 4)
    for _ in range(times):
        nested = f.E(group, nested)
    expected = extension(structure, nested)
    for engine in (BitsetAlgebra, ArrayAlgebra):
        assert extension(structure, f.EIterated(group, times, inside), engine(structure)) == expected
    assert len(extension(structure, f.EIterated(group, times, inside))) == len(expected)


@pytest.mark.parametrize("times", [1, 5, 11, 12, 13, 9_999, 10_000])
@pytest.mark.parametrize("reflexive", [True, False])
def test_the_first_world_knows_of_so_many_steps(times, reflexive):
    model = chain(reflexive=reflexive)
    holds = times < CHAIN if reflexive else times != CHAIN
    assert model.holds(f"E^{times}_{{a,b}} p") == holds
    assert SymbolicModel.from_explicit(model).holds(f"E^{times} p") == holds


@pytest.mark.parametrize("period", [2, 3, 7])
@pytest.mark.parametrize("engine", [BitsetAlgebra, ArrayAlgebra])
def test_a_cycle_is_not_taken_for_a_fixed_point(period, engine):
    worlds = {i: {"p"} if i == 0 else set() for i in range(period)}
    ring = KripkeModel(worlds, {"a": [(i, (i + 1) % period) for i in range(period)]}).structure
    for times in (*range(1, 3 * period), 9_998, 9_999, 10_000):
        found = extension(ring, f.EIterated(["a"], times, f.Atom("p")), engine(ring))
        assert np.flatnonzero(found.column).tolist() == [-times % period]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("E^3_{a,b} p", "E^3_{a,b} p"), ("E^3 p", "E^3 p"), ("E^{3}_{\\{a,b\\}} p", "E^3_{a,b} p"), ("E^1 p", "E^1 p"),
        ("E_{a,b}^3 p", "E^3_{a,b} p"), ("E_{\\{a, b\\}}^{3} p", "E^3_{a,b} p"), ("\\mathbf{E}^{2}_a p", "E^2_{a} p"),
        ("E ^ 2 E^007_a p", "E^2 E^7_{a} p"), ("E^10000 (p ^ q)", "E^10000 (p ⊕ q)"),
    ],
)  # fmt: skip
def test_a_number_is_read_and_written_after_the_letter(text, written):
    assert str(parse(text)) == written
    assert parse(parse(text).to_latex()) == parse(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("E^0 p", "0 times(.|\n)*expected.* from 1 to 10,000"),
        ("E^10001_{a,b} p", "10001 times"),
        ("E^" + "9" * 5_000 + " p", "times"),
        ("E^_{a,b} p", "E\\^ without a number"),
        ("E^n p", "E\\^2 p or E\\^2_{a,b} p, with a number"),
        ("E^{} p", "E\\^ without a number"),
        ("E^3_{} p", "empty group"),
        ("C^3 p", "C"),
    ],
)
def test_other_numbers_are_refused_with_a_hint(text, words):
    with pytest.raises(ParseError, match=words):
        parse(text)


@pytest.mark.parametrize("times", [0, 10_001, -1, 2.0, True, "3", None])
def test_python_refuses_other_numbers_too(times):
    with pytest.raises(FormulaError, match=r"times .*expected.* 1 to 10,000"):
        f.EIterated(["a"], times, f.Atom("p"))


def test_explanations_show_a_path_of_so_many_steps():
    text = str(chain().check("E^12 p").explain())
    assert "a path to a counterexample is 0 –a→ 1 –b→ 2" in text
    assert "p is false at 12" in text
    text = str(chain().check("E^2_{a,b} p").explain())
    assert text == "E^2_{a,b} p holds at 0: p is true at all 3 worlds to which 2 steps of a and b lead: 0, 1 and 2"
    assert "no 13 steps of a and b lead anywhere" in str(chain(reflexive=False).check("E^13 p").explain())


def test_explanations_of_many_steps_in_a_large_model_are_short():
    atoms = [f"m{i}" for i in range(10)]
    observes = {f"a{i}": [m for m in atoms if m != f"m{i}"] for i in range(10)}
    model = KripkeModel.from_observations(atoms, observes, "m0 | m1", actual={"m0"})
    text = str(model.check("E^10000 m0").explain())
    assert "a0 cannot tell {m0} from" not in text
    assert "a0 considers {m0} itself possible, so 10,000 steps of a0, a1" in text
    assert "a shortest path to a counterexample is {m0} –a1→ {m0, m1} –a0→ {m1}, and m0 is false at {m1}" in text
    assert "within reach" in str(model.check("E^10000 (m0 | m1)").explain())
