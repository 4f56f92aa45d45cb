"""Random belief structures, each also as a Kripke model that was made from the definitions, state by state."""

from __future__ import annotations

from itertools import product
from random import Random

from randoms import ATOMS

from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from kripke.symbolic.structures.beliefs import prime
from logic import clauses as f
from logic.formula import Formula

State = frozenset


def fact(rng: Random, size: int, atoms) -> Formula:
    """A boolean formula of about `size` nodes."""
    if size <= 1:
        return f.Atom(rng.choice(atoms))
    clause = rng.choice([f.And, f.Or, f.Xor, f.Implies, f.Iff, f.Not])
    if clause is f.Not:
        return f.Not(fact(rng, size - 1, atoms))
    part = rng.randint(1, size - 1)
    return clause(fact(rng, part, atoms), fact(rng, size - part, atoms))


def true(formula: Formula, state) -> bool:
    """Whether a boolean formula holds where exactly these atoms are true."""
    match formula:
        case f.Top():
            return True
        case f.Atom(name):
            return name in state
        case f.Not(one):
            return not true(one, state)
        case f.And(one, two):
            return true(one, state) and true(two, state)
        case f.Or(one, two):
            return true(one, state) or true(two, state)
        case f.Xor(one, two):
            return true(one, state) != true(two, state)
        case f.Implies(one, two):
            return not true(one, state) or true(two, state)
        case f.Iff(one, two):
            return true(one, state) == true(two, state)
    raise TypeError(formula)


def states_of(atoms, law: Formula) -> list[State]:
    """The assignments that satisfy the law."""
    rows = [
        frozenset(a for a, value in zip(atoms, row, strict=True) if value) for row in product((0, 1), repeat=len(atoms))
    ]
    return [state for state in rows if true(law, state)]


def random_pair(rng: Random, atoms=None, kinds=("S5", "facts", "mapping", "primed", "both")):
    """A belief structure with some states, and the same as a Kripke model; neither has an actual world."""
    while True:
        chosen = list(atoms or rng.sample(ATOMS[:4], rng.randint(1, 4)))
        if "x=1" not in chosen:
            chosen[-1] = "x=1"  # formulas may ask for the value of x
        law = f.Top() if rng.random() < 0.3 else fact(rng, rng.randint(1, 2 * len(chosen)), chosen)
        states = states_of(chosen, law)
        if states:
            return _pair(rng, chosen, law, states, kinds)


def _pair(rng, atoms, law, states, kinds):
    observes, believes, relations, pairs = {}, {}, {}, {}
    for agent in "abc"[: rng.randint(1, 3)]:
        kind = rng.choice(kinds)
        seen = [fact(rng, rng.randint(1, 2), atoms) for _ in range(rng.randint(0, 3))]
        here_there, joint = [], []
        if seen or kind == "S5":
            observes[agent] = seen
        if kind in ("facts", "both"):
            believes[agent] = fact(rng, rng.randint(1, 3), atoms)
            here_there = [(f.Top(), believes[agent])]
        if kind == "mapping":
            believes[agent] = {fact(rng, rng.randint(1, 3), atoms): fact(rng, rng.randint(1, 3), atoms) for _ in "12"}
            here_there = list(believes[agent].items())
        if kind in ("primed", "both"):
            names = [*atoms, *map(prime, atoms)]
            joint = relations[agent] = [fact(rng, rng.randint(1, 4), names) for _ in range(rng.randint(1, 2))]
        pairs[agent] = [(s, t) for s in states for t in states if looks(s, t, seen, here_there, joint)]
    explicit = KripkeModel({state: state for state in states}, pairs, atoms=atoms)
    symbolic = SymbolicModel(atoms, law, observes, believes=believes, relations=relations)
    return symbolic, explicit


def looks(here: State, there: State, seen, here_there, joint) -> bool:
    """Whether an agent looks from one state at another, by the definition."""
    return (
        all(true(each, here) == true(each, there) for each in seen)
        and all(true(then, there) for given, then in here_there if true(given, here))
        and all(true(each, here | {prime(atom) for atom in there}) for each in joint)
    )


def says(formula: Formula, atoms) -> bool:
    """Whether the formula speaks of these atoms only."""
    return formula.atoms <= set(atoms)


def speakable(model, atoms) -> bool:
    """The same of all formulas of an event model."""
    return all(says(each, atoms) for each in model.formulas)
