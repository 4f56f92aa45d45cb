"""Proofs in the style of Hilbert: each derivation that is written, the marker accepts."""

from __future__ import annotations

from random import Random

import pytest
from problems import GROUPS as GROUPS_OF_OPERATORS
from theorems import Maker, random_question, theorem

from kripke.data.frames import SYSTEMS, required
from kripke.prove.errors import DerivationError, NoDerivation
from kripke.prove.face import entails, prove
from kripke.prove.hilbert.derivation import Derivation
from kripke.prove.proofs.deriving import sheet
from kripke.prove.proofs.deriving.deriving import REFUSED
from kripke.prove.question.plausibility import UPGRADES
from kripke.prove.question.reduction import SUPPORTED
from logic import clauses as f
from logic.formula import Formula
from logic.parser import parse
from tests.effort import seeds, some
from tests.prove.test_textbook_announcements import VALID as ANNOUNCEMENTS
from tests.prove.test_textbook_axioms import AXIOMS, SHOWN
from tests.prove.test_textbook_groups import VALID as GROUPS
from tests.prove.test_textbook_moltap import PROBLEMS

LESSONS = [
    ("S4", "K_a p -> K_a K_a p"),
    *[(logic, "~K_a (p & ~K_a p)") for logic in ("T", "B", "KD4", "S4", "KD45", "S5")],
    ("S5", "C_{a,b} (p -> E_{a,b} p) & p -> C_{a,b} p"),
    ("S5", "K_a (p -> q) & K_b p -> D_{a,b} q"),
]
"""The theorems of docs/guides/lessons-on-proof.md."""

TEXTBOOKS = [
    *LESSONS,
    *ANNOUNCEMENTS,
    *GROUPS,
    *[(system, axiom) for axiom, needs in AXIOMS.items() for system in SYSTEMS if needs <= required(system)],
    *[(system, formula) for formula, systems in SHOWN.items() for system in sorted(systems)],
    *[(logic, formula) for logic, formula, valid in PROBLEMS if valid],
]
NOT_COVERED = (f.R, f.Kv, f.AnnounceWhether)


def is_covered(formula: Formula) -> bool:
    """Whether derivations have axioms for all operators: none for what only some hear."""
    nodes = formula.subformulas()
    return not any(isinstance(node, NOT_COVERED) or _is_heard_by_some(node) for node in nodes)


def _is_heard_by_some(node: Formula) -> bool:
    return isinstance(node, (f.Announce, f.AnnounceDual)) and node.group is not None


def derived(formula: str, logic: str | dict[str, str] = "S5", axioms: str = "") -> Derivation:
    """The derivation of a formula, which the marker has accepted; marked once more."""
    found = prove(formula, logic).derivation(axioms.split() or None)
    assert found.check(proves=formula, premises=[], theory=[])
    assert found.lines[-1].formula == parse(formula)
    return found


@pytest.mark.parametrize(("logic", "formula"), [each for each in some(TEXTBOOKS, 4) if is_covered(parse(each[1]))])
def test_a_theorem_of_a_textbook_has_a_derivation(logic: str, formula: str) -> None:
    derived(formula, logic)


@pytest.mark.parametrize(
    ("logic", "formula", "lines"),
    [
        ("K", "K_a (p & q) -> K_a p & K_a q", 5),
        ("K", "K_a (p -> q) -> K_a p -> K_a q", 1),
        ("S5", "K_a p -> K_a K_a p", 1),
        ("KD45", "B_a (B_a p -> p)", 6),
        ("K", "C_{a,b} (p -> E_{a,b} p) & E_{a,b} p -> C_{a,b} p", 5),
        ("S5", "C_{a,b} (p -> E_{a,b} p) & p -> C_{a,b} p", 7),
        ("S5", "C_{a,b} p -> C_{a,b} C_{a,b} p", 5),
        ("S5", "[p & ~K_a p] ~(p & ~K_a p)", 8),
        ("S5", "[p] C_{a,b} p", 7),
    ],
)
def test_a_textbook_derivation_is_short(logic: str, formula: str, lines: int) -> None:
    assert len(derived(formula, logic).lines) <= lines


def test_two_muddy_children_fit_a_slide() -> None:
    """DEL 4.1 without announcements: a and b see each other, someone is muddy, and it is known that neither knows."""
    sees = "C_{a,b} Kw_a mb & C_{a,b} Kw_b ma"
    father = f"C_{{a,b}} (ma | mb) & {sees} & C_{{a,b}} ~K_a ma & C_{{a,b}} ~K_b mb"
    assert len(derived(f"{father} -> K_a ma & K_b mb").lines) <= 11


@pytest.mark.parametrize(
    ("logic", "axioms", "formula", "lines"),
    [
        ("S5", "K T 5", "K_a p -> K_a K_a p", 5),
        ("S5", "K T 5", "p -> K_a M_a p", 3),
        ("S5", "K T 5", "K_a p -> M_a p", 3),
        ("KB4", "K B 4", "M_a p -> K_a M_a p", 4),
        ("S5", "K D B 4", "K_a p -> p", 7),
        ("S5", "K B 5 D", "K_a p -> K_a K_a p", 4),
    ],
)
def test_an_axiom_that_may_not_be_used_is_derived_from_the_others(
    logic: str, axioms: str, formula: str, lines: int
) -> None:
    found = derived(formula, logic, axioms)
    assert {line.rule for line in found.lines} & set("TDB45") <= set(axioms.split())
    assert 1 < len(found.lines) <= lines


def test_an_axiom_that_does_not_follow_from_those_allowed_is_refused_by_name() -> None:
    with pytest.raises(NoDerivation, match=r"axiom 5, .* K and T .*axioms="):
        prove("~K_a p -> K_a ~K_a p").derivation(["K", "T"])


def test_no_axioms_are_none_and_not_all() -> None:
    with pytest.raises(NoDerivation, match=r"needs axiom T, .*no axioms.*axioms="):
        prove("K_a p -> p").derivation([])
    found = prove("K_a (p & q) -> K_a p").derivation([])
    assert str(found).startswith("logic: S5\naxioms: none\n")
    assert Derivation.parse(str(found)) == found
    assert found.check()


@pytest.mark.parametrize("axioms", [["K", "X"], [5]])
def test_an_axiom_that_does_not_exist_is_an_error(axioms: list[str]) -> None:
    with pytest.raises(DerivationError, match="axioms: no axiom"):
        prove("K_a p -> p").derivation(axioms)


AXIOM_SETS = {"S5": ("K T 5", "K T 4 B", "K D B 4"), "S4": ("K T 4",), "KD45": ("K D 4 5",), "KB4": ("K B 4", "K B 5")}
"""System -> sets of axioms of which each is complete for it (Chellas, chapter 4)."""


@pytest.mark.parametrize("seed", seeds(10, 1_000))
def test_a_random_theorem_follows_from_each_complete_set_of_axioms(seed: int) -> None:
    rng = Random(seed)
    system = rng.choice(list(AXIOM_SETS))
    formula = theorem(Maker(rng, {"a": system, "b": system}, rng.choice(GROUPS_OF_OPERATORS)))
    if is_covered(formula) and (answer := prove(formula, {"a": system, "b": system}, time=20)):
        axioms = rng.choice(AXIOM_SETS[system])
        try:
            found = answer.derivation(axioms.split())
        except NoDerivation as error:
            assert "distributed" in str(error)  # noqa: PT017  # the only reason
            return
        assert {line.rule for line in found.lines} & set("TDB45") <= set(axioms.split())


def test_premises_and_theories_are_lines() -> None:
    answer = entails(["K_a p"], "K_a q", theory=["p -> q & q"])
    found = answer.derivation()
    assert [line.rule for line in found.lines if line.rule in ("premise", "theory")] == ["premise", "theory"]
    assert found.check("K_a q", ["K_a p"], ["p -> q & q"])
    assert not found.check("K_a q", ["K_a p"])


def test_order_and_repetitions_in_the_scope_of_boxes_are_bridged() -> None:
    found = derived("K_a (q & p) & K_b p -> K_a (p & q & q)", "K")
    assert {"RE"} <= {line.rule for line in found.lines}


@pytest.mark.parametrize(
    ("logic", "formula"),
    [
        ({"a": "K45", "b": "KD5"}, "[C p] (K_b [p] Kw_a p -> M_b [p] Kw_a p)"),  # a box whose scope is a tautology
        ({"a": "S5", "b": "KD45"}, "<C_{b} M_a C ~false> E^2_{a} Kw_a C p"),  # common knowledge after M in what is said
        ({"a": "KB4", "b": "S4"}, "M_b C_{a,b} K_a C_{a,b} q -> M_b C_{a,b} K_b K_a C_{b} q"),  # inductions that nest
        ({"a": "KB4"}, "~(E q & E^4 p & C (q -> ~p) & M_a true)"),  # a relation that is reflexive where it leads on
        ({"a": "K5"}, "K_a (K_a p -> K_a K_a p) & K_a (p -> K_a M_a p)"),  # laws of the worlds that are seen
    ],
)
def test_proofs_with_rare_steps_have_derivations(logic: dict[str, str], formula: str) -> None:
    derived(formula, logic)


def test_the_text_of_a_derivation_is_read_again() -> None:
    proof = prove("C_{a,b} p -> K_a K_b p", {"a": "K", "b": "KD45"})
    again = Derivation.parse(proof.text("hilbert"))
    assert again.lines == proof.derivation().lines
    assert again.check(proves=proof.formula)


def test_a_long_derivation_is_cut_at_the_limit() -> None:
    text = prove("K_a (p & q) -> K_a p & K_a q", "K").text("hilbert", limit=2)
    assert text.splitlines()[-1] == (
        "# … the derivation has 5 lines, the first 2 are shown; all: limit=None, --limit 0"
    )
    assert len(Derivation.parse(text).lines) == 2
    assert "has 5 lines, only the first is shown" in prove("K_a (p & q) -> K_a p & K_a q", "K").text("hilbert", limit=1)


@pytest.mark.parametrize(
    ("formula", "what"),
    [
        ("R_{a,b} K_a p <-> D_{a,b} p", "derivations have no axioms for resolution"),
        ("[p?] Kw_a p", "derivations have no axioms for announcements whether a formula is true"),
        ("[p!{a}] K_a p", "derivations have no axioms for announcements to groups"),
        ("[^p] (true | q) <-> [^p] true", "derivations have no axioms for upgrades"),
    ],
)
def test_what_is_not_covered_is_refused_and_the_other_styles_are_named(formula: str, what: str) -> None:
    with pytest.raises(NoDerivation, match=rf"{what}; .*'hilbert', .*'steps', 'tree', 'latex'"):
        prove(formula).text("hilbert")


def test_a_derivation_is_read_again_where_only_a_premise_is_about_the_agent_without_a_name() -> None:
    derivation = entails(["<>p"], "q -> q", "S4").derivation()
    assert str(derivation).startswith("logic: S4\n")
    assert Derivation.parse(str(derivation)).check("q -> q", ["<>p"])


@pytest.mark.parametrize("formula", ["<>[p] p", "<>[p] p | <>q", "<>(q | p) | <>[q] q", "[](p -> q) & <>p -> <>q"])
def test_a_derivation_is_written_with_diamonds_of_the_agent_without_a_name(formula: str) -> None:
    assert prove(formula).derivation().check(formula)


@pytest.mark.parametrize("formula", ["B_a p -> K_a p", "C_{a,b} p & B_a q -> C_{a,b} p", "K_a p & CB_{a} q -> K_a p"])
def test_two_operators_for_one_box_are_refused(formula: str) -> None:
    proof = prove(formula, same_relation=True)
    with pytest.raises(NoDerivation, match=r"CB_{a} q: .*belief of groups|K_a and B_a are the box of one .*'steps'"):
        proof.derivation()
    with pytest.raises(NoDerivation, match="K_a and B_a are the box of one relation"):
        proof.fitch()


def test_each_operator_of_the_prover_is_covered_or_refused_by_name() -> None:
    reduced = (f.Atom, f.Top, f.Bottom, f.Not, f.And, f.Or, f.Xor, f.Implies, f.Iff, f.Announce, f.AnnounceDual)
    boxes = (f.K, f.M, f.Kw, f.B, f.E, f.EIterated, f.C, f.D)
    assert {*reduced, *boxes, *REFUSED} == {*SUPPORTED, *UPGRADES}


def test_a_derivation_that_nobody_reads_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet, "MOST_NODES", 1_000)
    with pytest.raises(NoDerivation, match=r"too long.*: .* 1,000 nodes.*'steps'"):
        prove("K_a " * 50 + "p -> p").derivation()


def test_iterated_shared_knowledge_has_a_derivation() -> None:
    """Its definition unfolds to more formulas than any text can have: none of it is written."""
    found = prove("E^100_{a,b} p -> p").derivation()
    assert [line.rule for line in found.lines] == ["T"] * 100 + ["PL"]


def test_a_long_formula_has_a_derivation() -> None:
    deep = parse("p")
    for _ in range(100):
        deep = f.K("a", deep)
    assert prove(f.Implies(deep, f.Atom("p"))).derivation()


@pytest.mark.parametrize("seed", seeds(15, 2_000))
def test_a_random_theorem_has_a_derivation(seed: int) -> None:
    """Mixed logics, groups, theories; what the rules do not cover is refused by name, never derived wrongly."""
    formula, logic, theory = random_question(Random(seed))
    if not all(is_covered(each) for each in (formula, *theory)):
        return
    answer = prove(formula, logic, theory=theory, time=20)
    if not answer:
        return
    try:
        found = answer.derivation()
    except NoDerivation as error:
        assert "agent" in str(error)  # noqa: PT017  # the only other reason: what an agent's seeing a world implies
        return
    assert found.check(proves=formula, premises=[], theory=theory)
