"""Long laws over many atoms: they are evaluated for no longer than a few seconds."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from kripke.checking import observations
from kripke.models.kripke_model import KripkeModel
from logic.clauses import disj
from logic.errors import TooLarge
from logic.formula import Formula
from logic.parser import parse


def random_cubes(atoms: int, cubes: int) -> Formula:
    rng = Random(1)
    parts = [
        " & ".join(rng.choice(("", "~")) + f"p{atom}" for atom in rng.sample(range(atoms), 5)) for _ in range(cubes)
    ]
    return disj([parse(part) for part in parts])


def test_a_long_law_of_many_atoms_is_refused_and_not_evaluated_for_minutes(monkeypatch):
    monkeypatch.setattr(observations, "MOST_CELLS", 2**22)
    with pytest.raises(TooLarge, match=r"256 assignments.*too many.*symbolic model"):
        KripkeModel.from_observations([f"p{n}" for n in range(150)], {"a": ["p0"]}, random_cubes(150, 900))


def test_a_long_law_over_few_atoms_is_refused_too(monkeypatch):
    monkeypatch.setattr(observations, "MOST_CELLS", 2**22)
    monkeypatch.setattr(observations, "MOST_BITS", 2**24)
    atoms = [f"p{n}" for n in range(20)]
    assert KripkeModel.from_observations(atoms, {}, " & ".join(atoms)).engine == "integer"
    with pytest.raises(TooLarge, match=r"2,048 assignments.*too many.*symbolic model"):
        KripkeModel.from_observations(atoms, {}, " <-> ".join(atoms * 50))


def pigeons(count: int, holes: int) -> Formula:
    """Each pigeon is in a hole, and no two are in the same one."""
    inside = [[f"p{pigeon}_{hole}" for hole in range(holes)] for pigeon in range(count)]
    somewhere = [" | ".join(each) for each in inside]
    alone = [
        f"~({one} & {other})"
        for hole in range(holes)
        for one, other in combinations([each[hole] for each in inside], 2)
    ]
    return parse(" & ".join(f"({part})" for part in somewhere + alone))


def test_many_short_laws_that_leave_many_assignments_for_long_are_refused_too(monkeypatch):
    monkeypatch.setattr(observations, "MOST_WORK", 2**24)
    law = pigeons(8, 7)
    with pytest.raises(TooLarge, match=r"[\d,]+ assignments.*too many.*symbolic model"):
        KripkeModel.from_observations(sorted(law.atoms), {}, law, limit=2**25)
