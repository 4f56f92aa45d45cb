"""The examples of the prover MOLTAP, from its page and its test cases; see `benchmarks/moltap.py`."""

from __future__ import annotations

import pytest
from oracles import by_elimination

from benchmarks.moltap import PROBLEMS
from kripke.prove.face import prove


@pytest.mark.parametrize(("logic", "formula", "valid"), PROBLEMS)
def test_the_examples_of_moltap(logic: str, formula: str, valid: bool) -> None:
    answer = prove(formula, logic)
    assert answer.valid == valid
    if answer:
        answer.check()
    else:
        assert not answer.model.holds(formula)
    assert by_elimination(formula, logic) is valid
