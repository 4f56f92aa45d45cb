"""Packages of others beside ours, where `PEERS` names a Python that has them: see `benchmarks.peers`."""

import pytest

from benchmarks import peers
from logic.errors import ParseError
from logic.parser import parse

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(peers.PEERS is None, reason=f"PEERS names no Python with {peers.PACKAGES}"),
]


def test_nd_prover_gives_our_verdicts_in_its_four_modal_logics_and_proves_with_quantifiers_that_we_do_not_read():
    verdicts, _, _ = peers.nd_prover(50)
    assert set(verdicts) == {"valid, valid", "invalid, invalid"}
    program = """
import nd_prover
read = lambda text: nd_prover.parse_and_verify_formula(text, nd_prover.QS5)
answers = [nd_prover.prove(nd_prover.QS5, [read(one)], read(other)).status for one, other in asked]
"""
    assert peers.ask(program, [("∀x☐F(x)", "☐∀xF(x)")]) == ["success"]
    with pytest.raises(ParseError):
        parse("∀x K F(x)")


def test_flakepl_has_our_knowledge_and_our_time_on_all_runs():
    assert peers.flakepl(50) == 0


def test_py_model_checking_has_our_branching_time():
    assert peers.py_model_checking(50) == 0


def test_epistemictree_finds_models_of_the_same_formulas_where_one_formula_is_asked_of_k_and_t():
    assert {(their, ours) for _, their, ours in peers.epistemictree(100)} == {("one", "one"), ("none", "none")}


def test_paige_and_tarjan_of_bispy_find_our_largest_bisimulation_and_its_second_method_does_not():
    counts = peers.bispy(500)
    assert ("PaigeTarjan", False) not in counts
    assert ("DovierPiazzaPolicriti", False) in counts


def test_model_checker_gives_our_verdicts_in_s5_with_necessity_for_knowledge():
    assert set(peers.model_checker(50)) == {("valid", "valid"), ("invalid", "invalid")}
