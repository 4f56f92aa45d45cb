"""Random models of a law, for both engines."""

from random import Random

import pytest

from kripke.checking import observations
from kripke.data.errors import ModelError
from kripke.models.symbolic_model import SymbolicModel
from logic import clauses as f
from logic.clauses import conj
from logic.formula import Formula

SMALL = ("p", "q", "r", "x=1", "x=2", "x=3", "s")
LARGE = (*SMALL, "t", "u", "v", "w", "z")


def random_fact(rng: Random, atoms: tuple[str, ...], size: int) -> Formula:
    """A boolean formula with `size` leaves at most."""
    if size <= 1:
        return f.Atom(rng.choice(atoms))
    clause = rng.choice([f.And, f.Or, f.Xor, f.Implies, f.Iff, f.Not])
    if clause is f.Not:
        return f.Not(random_fact(rng, atoms, size - 1))
    part = rng.randint(1, size - 1)
    return clause(random_fact(rng, atoms, part), random_fact(rng, atoms, size - part))


def random_pair(rng: Random, atoms: tuple[str, ...]):
    """The same model for both engines: a random law, and agents who see atoms and formulas."""
    while True:
        law = conj([random_fact(rng, atoms, rng.randint(1, 5)) for _ in range(rng.randint(1, 4))])
        agents = ("a", "b", "c")[: rng.randint(0, 3)]
        sees = {a: [random_fact(rng, atoms, rng.choice([1, 1, 3])) for _ in range(rng.randint(0, 4))] for a in agents}
        try:
            return observations.from_observations(atoms, sees, law), SymbolicModel(atoms, law, sees)
        except ModelError:
            with pytest.raises(ModelError, match="no assignment satisfies it"):
                SymbolicModel(atoms, law, sees)
