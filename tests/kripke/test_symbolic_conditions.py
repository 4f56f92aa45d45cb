"""Boolean laws as diagrams: one walk gives what the connectives give one by one, and refuses what they refuse."""

from functools import reduce
from itertools import product
from operator import and_, or_, xor
from random import Random

import pytest
from effort import share

from kripke.data.errors import ModelError, UnknownAtom
from kripke.models.symbolic_model import SymbolicModel
from kripke.symbolic.diagrams.bdd import BddManager
from kripke.symbolic.diagrams.state_set import StateSet
from kripke.symbolic.laws.conditions import MANY_CUBES, Condition, any_of
from kripke.symbolic.structures import build
from kripke.symbolic.structures.build import laws
from logic.clauses import And, Atom, Bottom, Iff, Implies, K, Not, Or, Top, Xor, conj, disj
from logic.errors import TooLarge
from logic.formula import Formula

NAMES = ("p", "q", "r", "s", "t")
JOINS = {
    And: and_,
    Or: or_,
    Xor: xor,
    Implies: lambda a, b: ~a | b,
    Iff: lambda a, b: ~(a ^ b),
}


def one_by_one(formula: Formula, manager: BddManager, atoms: dict[str, StateSet]) -> StateSet:
    """The diagram as the connectives build it."""
    match formula:
        case Atom(name):
            return atoms[name]
        case Top() | Bottom():
            return StateSet.constant(manager, isinstance(formula, Top))
        case Not(sub):
            return ~one_by_one(sub, manager, atoms)
    return reduce(JOINS[type(formula)], [one_by_one(child, manager, atoms) for child in formula.children])


def with_atoms(names=NAMES):
    manager = BddManager(len(names))
    return manager, {name: StateSet.literal(manager, 2 * place) for place, name in enumerate(names)}


def boolean(rng: Random, depth: int) -> Formula:
    if depth == 0 or rng.random() < 0.1:
        return rng.choice([Atom(rng.choice(NAMES)), Top(), Bottom()]) if rng.random() < 0.2 else Atom(rng.choice(NAMES))
    clause = rng.choice([Not, And, And, Or, Or, Xor, Implies, Iff])
    if clause is Not:
        return Not(boolean(rng, depth - 1))
    return clause(boolean(rng, depth - 1), boolean(rng, depth - 1))


def test_random_boolean_formulas_become_the_diagrams_that_their_connectives_make():
    rng = Random(12)
    manager, atoms = with_atoms()
    for _ in range(share(400, 100)):
        formula = boolean(rng, rng.randrange(6))
        condition = Condition(formula)
        assert condition.atoms == formula.atoms
        assert condition.state_set(manager, atoms).function == one_by_one(formula, manager, atoms).function


@pytest.mark.parametrize("count", [1, MANY_CUBES - 1, MANY_CUBES, 20])
def test_listed_states_become_the_diagram_of_their_disjunction_in_any_order_of_the_bits(count):
    rng = Random(count)
    for order in (None, [3, 0, 4, 1, 2]):
        manager, atoms = with_atoms()
        if order is not None:
            manager.reorder(order)
        rows = rng.sample(list(product([False, True], repeat=len(NAMES))), count)
        states = [conj([Atom(n) if v else Not(Atom(n)) for n, v in zip(NAMES, row, strict=True)]) for row in rows]
        shuffled = disj([*states, states[0], Atom("p") & ~Atom("p")])
        assert Condition(shuffled).state_set(manager, atoms).function == one_by_one(shuffled, manager, atoms).function
        places = {name: 1 << 2 * place for place, name in enumerate(NAMES)}
        cubes = [sum(places[n] for n, v in zip(NAMES, row, strict=True) if v) for row in rows]
        assert any_of(manager, sum(places.values()), cubes) == one_by_one(disj(states), manager, atoms).function


def test_atoms_that_are_values_of_variables_are_conditions_too():
    law = "(x=1 & y=2) | (x=3 & y=1) | ~(x=1 | x=2 | x=3)"
    m = SymbolicModel(variables={"x": [1, 2, 3], "y": [1, 2]}, law=law)
    assert {frozenset(state) for state in m.extension()} == {frozenset({"x=1", "y=2"}), frozenset({"x=3", "y=1"})}


def test_a_shared_formula_of_exponentially_many_paths_is_walked_once():
    formula: Formula = Atom("p")
    for name in NAMES * 40:
        formula = Or(And(formula, Atom(name)), And(formula, Not(Atom(name))))
    twice: Formula = Atom("p")
    for _ in range(200):
        twice = And(twice, twice)
    manager, atoms = with_atoms()
    assert Condition(formula).state_set(manager, atoms).function == atoms["p"].function
    assert Condition(twice).state_set(manager, atoms).function == atoms["p"].function
    assert len(laws(twice)) == 1


def test_a_formula_of_very_many_levels_is_a_condition():
    formula: Formula = Atom("p")
    for _ in range(share(100_000)):
        formula = Not(formula)
    manager, atoms = with_atoms()
    assert Condition(formula).state_set(manager, atoms).function == atoms["p"].function


def test_modalities_and_unknown_atoms_in_a_law_are_refused():
    with pytest.raises(ModelError, match=r"law: K_a p .*boolean; use"):
        SymbolicModel(["p"], K("a", Atom("p")) | Atom("p"))
    with pytest.raises(UnknownAtom, match="no atom 'pp'"):
        SymbolicModel(["p"], "p | pp")


def test_the_atoms_of_operands_stand_together_in_the_order():
    groups = Condition((Atom("p") & Atom("q") & ~Atom("r")) | (Atom("s") & Atom("t"))).groups
    assert sorted(map(tuple, groups)) == [("p", "q", "r"), ("p", "q", "r", "s", "t"), ("s", "t")]


def test_a_long_condition_whose_diagram_would_fill_the_memory_is_refused(monkeypatch):
    monkeypatch.setattr(build, "MOST_NODES", 2**14)
    rng, atoms = Random(5), [f"p{i}" for i in range(60)]
    cubes = [" & ".join(rng.choice(["", "~"]) + rng.choice(atoms) for _ in range(4)) for _ in range(400)]
    with pytest.raises(TooLarge, match=r"law: .* 521 parts.*nodes.*shorter"):
        SymbolicModel(atoms, " | ".join(f"({cube})" for cube in cubes))


@pytest.mark.parametrize("seed", range(5))
def test_a_long_condition_has_the_same_diagram_as_a_short_one(monkeypatch, seed):
    rng, atoms = Random(seed), [f"p{i}" for i in range(7)]
    law = " | ".join(" & ".join(rng.choice(["", "~"]) + rng.choice(atoms) for _ in range(5)) for _ in range(8))
    more = {"defined": {"d": f"p0 ^ ({law})", "t": "true"}}
    short = SymbolicModel(atoms, law, {"a": ["p0 | p1"]}, **more)
    monkeypatch.setattr(build, "LONG", 0)
    long = SymbolicModel(atoms, f"({law}) | d0 & ~d0".replace("d0", "p0"), {"a": ["p0 | p1"]}, **more)
    assert long == short
    assert long.define({"e": "d & t | p2"}).count("e") == short.define({"e": "d & t | p2"}).count("e")
