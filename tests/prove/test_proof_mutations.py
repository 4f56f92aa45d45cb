"""The checker accepts each proof of the prover, and refuses it when something in it is changed."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from effort import seeds
from mutations import mutant
from problems import ATOMS, random_static, small_models
from proof_semantics import mistakes
from theorems import certificates

from kripke.prove.errors import WrongProof
from kripke.prove.proofs.checking.checker import check_script
from kripke.prove.proofs.checking.statement import check_statement
from kripke.prove.proofs.script import Script, Tableau
from kripke.prove.proofs.writing.extraction import rows_of
from kripke.prove.question.problem import Options, pose
from logic import clauses as f
from whoknows import Event, EventModel

PROOFS, MUTANTS = 10, 10
"""Number of proofs of one test, and of changed proofs for each."""


@pytest.mark.parametrize("seed", seeds(5, 1_000))
def test_each_proof_is_accepted(seed: int) -> None:
    for certificate in islice(certificates(Random(f"proofs/{seed}")), PROOFS):
        certificate.check()


def is_true(rng: Random, proof: Script) -> bool:
    """Whether all that a proof says holds in models of up to three worlds: all small ones, some of the others."""
    atoms = tuple(sorted({row[1] for row in proof.rows if row[0] == "atom"}))
    models = [m for size in (1, 2, 3) for m in small_models(rng, dict(proof.systems), atoms, size, 100)]
    return not any(any(mistakes(proof, model)) for model in models)


@pytest.mark.parametrize("seed", seeds(10, 500))
def test_a_changed_proof_is_refused_or_another_proof_of_the_same(seed: int) -> None:
    """1,000 changed proofs in the quick suite; about 2 in 1,000 are accepted: another rule or conjunct does as well."""
    rng = Random(f"mutations/{seed}")
    accepted = 0
    for certificate in islice(certificates(rng), PROOFS):
        for _ in range(MUTANTS):
            name, changed = mutant(rng, certificate.script)
            try:
                replace(certificate, script=changed).check()
            except WrongProof:
                continue
            accepted += 1
            assert is_true(rng, changed), (name, changed)
    assert accepted <= PROOFS * MUTANTS // 20


@pytest.mark.parametrize("seed", seeds(2, 500))
def test_what_is_accepted_without_its_statement_is_true(seed: int) -> None:
    """Changes of logic, theory and table that leave each step right, such as a proof that needs no transitivity."""
    rng = Random(f"unstated/{seed}")
    for certificate in islice(certificates(rng), PROOFS):
        for _ in range(MUTANTS):
            name, changed = mutant(rng, certificate.script)
            try:
                check_script(changed)
            except WrongProof:
                continue
            assert is_true(rng, changed), (name, changed)


AGENTS = ["a", "b"]


def random_action(rng: Random) -> EventModel:
    names = [f"e{i}" for i in range(rng.randint(1, 3))]
    small = [random_static(rng, AGENTS, 3, (f.D,)) for _ in range(6)]
    events = {
        name: Event(rng.choice(small), {p: rng.choice(small) for p in "pq" if rng.random() < 0.4}) for name in names
    }
    pairs = {agent: [(d, e) for d in names for e in names if rng.random() < 0.6] for agent in AGENTS}
    return EventModel(events, pairs, rng.choice([None, names[0]]))


@pytest.mark.parametrize("seed", seeds(10, 500))
def test_both_translations_say_the_same_of_announcements_resolution_and_actions(seed: int) -> None:
    """That of the search and that of the checker, which share no code; order, brackets and constants aside."""
    rng = Random(f"translations/{seed}")
    for _ in range(10):
        formula = random_static(rng, AGENTS, rng.randint(3, 9), rng.choice([(f.C,), (f.C, f.D), (f.E,)]))
        for _ in range(rng.randint(0, 2)):
            change = rng.choice(["act", "dual", "announce", "common", "pool"])
            formula = {
                "act": f.Act("act", formula),
                "dual": f.ActDual("act", formula),
                "announce": f.Announce(random_static(rng, AGENTS, 2, (f.C,)), formula, rng.choice([None, ["a"]])),
                "common": f.C(None, formula),
                "pool": f.R(None, formula),
            }[change]
        problem = pose([formula], Options("S5", actions={"act": random_action(rng)}, atoms=ATOMS))
        rows = rows_of(problem, {problem.goal})
        proof = Script(rows, problem.goal, (), dict.fromkeys(problem.systems, "S5"), (), Tableau(()))
        check_statement(proof, problem.goals, (), None, problem.actions, problem.atoms)
        with pytest.raises(WrongProof, match="goal"):
            check_statement(proof, [f.Not(formula)], (), None, problem.actions, problem.atoms)
