"""The prover decides dynamic logic over agents' relations; its proofs are checked, its countermodels evaluated."""

from dataclasses import replace
from random import Random

import pytest
from effort import share
from mutations import mutant
from randoms import random_formula, random_run, random_structure
from reference_graphs import plain

from kripke.change.event import Event, EventModel
from kripke.prove.clock import Clock
from kripke.prove.errors import OutOfTime, UnsupportedOperator, WrongProof
from kripke.prove.face import prove, satisfiable
from kripke.prove.proofs.checking.checker import check_script
from kripke.prove.proofs.checking.statement import check_statement
from kripke.prove.proofs.writing.extraction import script_of
from kripke.prove.question.problem import Options, pose
from kripke.prove.search.search import Decision
from kripke.semantics import truth
from logic import clauses as f
from logic.formula import Formula
from logic.parser import parse
from logic.programs import OfProgram

VALID = [
    "[(a | b) ; (a | b)*] p <-> C_{a,b} p",
    "[a ; b] p <-> K_a K_b p",
    "[a | b ; a] p <-> K_a p & K_b K_a p",
    "[?q ; a] p <-> (q -> K_a p)",
    "[(a ; b)*] p <-> p & [a ; b] [(a ; b)*] p",
    "p & [(a ; b)*] (p -> [a ; b] p) -> [(a ; b)*] p",
    "[(a | b)*] p <-> [(a* ; b*)*] p",
    "<(a ; ?q ; b)*> p -> <(a | b)*> p",
    "[(?q ; a)* ; ?~q] p <-> ((q -> K_a [(?q ; a)* ; ?~q] p) & (~q -> p))",
    "[p] [(a | b)*] q <-> (p -> [((a | b) ; ?p)*] [p] q)",
    "<p!{a}> [(a ; b)*] q <-> <p!{a}> q & <p!{a}> [a ; b] [(a ; b)*] q",
    "[(a ; (b ; ?q)*)*] p <-> p & [a ; (b ; ?q)*] [(a ; (b ; ?q)*)*] p",
]


@pytest.mark.parametrize("text", VALID)
@pytest.mark.parametrize("logic", ["K", "KD45", "S5"])
def test_a_theorem_has_a_proof_that_is_checked_and_written(text: str, logic: str) -> None:
    proof = prove(text, logic=logic)
    assert proof.valid
    proof.check()
    assert proof.text()
    assert proof.text("latex")


@pytest.mark.parametrize(
    ("text", "logic"),
    [
        ("[(a ; b)*] p -> C_{a,b} p", "K"),
        ("[a ; b] p -> [b ; a] p", "S5"),
        ("[(a ; ?q)*] p -> [a* ; ?q] p", "K"),
        ("[a*] p -> [(a | b)*] p", "S5"),
        ("p & [a*] (p -> K_a p) -> [(a | b)*] p", "S4"),
        ("[p] [(a | b)*] q -> [(a | b)*] [p] q", "S5"),
    ],
)
def test_what_is_no_theorem_has_a_countermodel(text: str, logic: str) -> None:
    found = prove(text, logic=logic)
    assert not found.valid
    assert not found.model.holds(text)


def test_random_formulas_with_programs_are_proved_truly_or_have_a_countermodel() -> None:
    proved = 0
    for seed in range(share(3_000)):
        rng = Random(seed)
        formula = _formula(rng, 3)
        logic = rng.choice(["K", "T", "S4", "KD45", "S5"])
        try:
            found = prove(formula, logic=dict.fromkeys("ab", logic), time=5)
        except OutOfTime:
            continue
        if found.valid:
            proved += 1
            found.check()
            structure = random_structure(rng, 5, {"K": "any", "KD45": "KD45"}.get(logic, logic))
            if len(structure.agents) >= 2 and not structure.weights and not structure.ranks:
                assert len(truth(plain(structure), formula)) == structure.size, formula
        else:
            assert not found.model.holds(formula), formula
    assert proved


def _formula(rng: Random, size: int) -> Formula:
    """An implication between programs, with knowledge, announcements and tests."""
    agents = ("a", "b")

    def small() -> Formula:
        formula = random_formula(rng, agents, 3, beliefs=False)
        return (
            formula
            if not any(isinstance(part, (f.Kv, f.R, f.EIterated)) for part in formula.subformulas())
            else f.Atom("p")
        )

    def run() -> Formula:
        made = random_run(rng, agents, (), size + 1)
        made = (
            made
            if not isinstance(made, OfProgram)
            else type(made)(made.program, [small() for _ in made.tests], small())
        )
        return f.Announce(small(), made) if rng.random() < 0.2 else made

    return f.Implies(run(), rng.choice([run(), small(), f.K("a", run())]))


def test_programs_of_actions_are_reduced_and_repetitions_refused_by_name() -> None:
    actions = {"tell": EventModel({"e": Event("p")}, {}, "e", others=[("e", "e")])}
    proof = prove("[@tell ; @tell] K_a p <-> [@tell] K_a p", actions=actions, logic={"a": "S5"})
    assert proof.valid
    proof.check()
    assert prove("[?q ; @tell | @tell] p -> p | ~p", actions=actions).valid
    assert prove("[@tell] [(a | b)*] q <-> (p -> [((a | b) ; ?p)*] q)", actions=actions).valid
    with pytest.raises(UnsupportedOperator, match=r"\[@tell\*\] p: the prover does not decide repeated actions"):
        prove("[@tell*] p", actions=actions)


def test_an_agent_of_a_program_knows_so_beliefs_of_the_same_agent_have_ranks() -> None:
    assert prove("[a ; a*] p -> B_a p").valid
    assert satisfiable("B_a p & ~[a ; a*] p") is not None
    assert prove("[a*] p -> p").valid


@pytest.mark.parametrize("seed", range(share(100)))
def test_a_changed_proof_about_programs_is_refused(seed: int) -> None:
    rng = Random(seed)
    text = rng.choice(VALID)
    problem = pose([f.Not(parse(text))], Options("S5"))
    decision = Decision(problem, Clock(None))
    assert decision.arcs() is None
    proof = script_of(problem, decision)
    accepted = []
    for _ in range(share(20, 5)):
        name, changed = mutant(rng, proof)
        try:
            check_script(changed)
            check_statement(changed, problem.goals, problem.laws, {"a": "S5", "b": "S5"}, {}, problem.atoms)
        except WrongProof:
            continue
        accepted.append(name)
    assert len(accepted) <= 2, accepted  # another rule or conjunct does as well


@pytest.mark.parametrize("step", [("at", 2), ("at", -1), ("at", "a"), ("at",), ("at", 0, 1)])
def test_a_fixpoint_of_another_step_is_refused(step: tuple[object, ...]) -> None:
    proof = prove("p & [(a ; b)*] (p -> [a ; b] p) -> [(a ; b)*] p")
    script = proof.script
    rows = [(*row[:2], (step,), row[3]) if row[0] == "fix" else row for row in script.rows]
    with pytest.raises(WrongProof):
        check_statement(replace(script, rows=tuple(rows)), [f.Not(proof.formula)])
