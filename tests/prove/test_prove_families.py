"""The smallest formulas of the benchmark's families: the answer is known, and two procedures give it."""

from __future__ import annotations

import pytest
from oracles import by_elimination

from benchmarks.prover_families import FAMILIES
from kripke.prove.face import prove

ALL = [(logic, name) for logic, families in FAMILIES.items() for name in families]


@pytest.mark.parametrize("n", [1, *[pytest.param(n, marks=pytest.mark.slow) for n in (2, 3, 4)]])
@pytest.mark.parametrize(("logic", "name"), ALL)
def test_the_families_have_the_known_answers(logic: str, name: str, n: int) -> None:
    """Balsiger, Heuerding and Schwendimann (2000): the families whose names end in p are valid."""
    formula, known = FAMILIES[logic][name](n), name.endswith("p")
    assert prove(formula, logic).valid == known
    assert by_elimination(formula, logic) in (None, known)
