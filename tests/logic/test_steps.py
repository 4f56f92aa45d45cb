"""The steps of transformations: each keeps the meaning, and the last one ends with the function's result."""

from __future__ import annotations

import re
from typing import get_args

import pytest
from effort import examples
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from networkx import MultiDiGraph
from reference_graphs import revalued

from kripke.semantics import truth
from logic import normal
from logic.clauses import And, Announce, Atom, Iff, K, Or, atoms, conj
from logic.derivation import Step, Steps
from logic.errors import FormulaError, TooLarge
from logic.formula import Formula
from logic.normal import cnf, dnf, nnf
from logic.parser import parse
from logic.reduction import NoReduction, eliminate_announcements
from logic.shared import replace
from logic.simplification import simplify
from logic.transform import Form, steps
from tests.logic.test_transform import AGENTS, anything, models

FORMS = get_args(Form)
RESULTS = {"nnf": nnf, "cnf": cnf, "dnf": dnf, "simple": simplify}
p, q = atoms("p q")


def result(formula: Formula, to: Form) -> Formula:
    return eliminate_announcements(formula, agents=AGENTS) if to == "static" else RESULTS[to](formula)


def test_a_condition_that_becomes_true_stays_in_the_result_as_in_the_steps() -> None:
    formula = parse("[true] B_a[true] p")
    assert (
        steps(formula, "static", agents=AGENTS)[-1].after == result(formula, "static") == parse("true -> B_a[true] p")
    )


@pytest.mark.parametrize("to", FORMS)
@examples(150, suppress_health_check=[HealthCheck.too_slow])
@given(model=models(), formula=anything)
def test_each_step_keeps_the_meaning_and_they_lead_to_the_result(
    to: Form, model: MultiDiGraph, formula: Formula
) -> None:
    try:
        last = result(formula, to)
    except NoReduction:
        with pytest.raises(NoReduction):
            steps(formula, to, agents=AGENTS)
        return
    now, meaning = formula, truth(model, formula)
    for step in steps(formula, to, agents=AGENTS):
        assert step.before == now
        now = step.after
        assert now != step.before
        assert truth(model, now) == meaning, step
    assert now == last


@pytest.mark.parametrize("operator", ["K_a", "M_a", "Kw_a", "B_a", "Bsafe_a", "B_a>=1", "D", "E_{a,b}", "B_a[true]"])
def test_an_axiom_keeps_a_constant_operand_as_its_steps_do(operator: str) -> None:
    for change in ("[p]", "[p?]", "<p>", "[p!{a}]"):
        formula = f"{change} {operator} true"
        assert steps(formula, "static", agents=AGENTS)[-1].after == eliminate_announcements(formula, agents=AGENTS)


@pytest.mark.parametrize("to", FORMS)
@examples(100)
@given(formula=anything)
def test_the_changed_part_is_marked_wherever_it_changes(to: Form, formula: Formula) -> None:
    try:
        found = steps(formula, to, agents=AGENTS)
    except NoReduction:
        return
    for step in found:
        before, after = step.marked()
        assert before.count("⟦") == after.count("⟧") >= 1
        for text, whole in ((before, step.before), (after, step.after)):
            if text[0] == "…" or text[-1] == "…":  # of a long formula a part is shown
                continue
            assert parse(text.replace("⟦", "(").replace("⟧", ")")) == whole


LAWS = examples(150)


@LAWS
@given(models(), anything, st.tuples(anything, anything, anything))
def test_laws_of_negation_hold_whatever_stands_for_the_letters(
    model: MultiDiGraph, formula: Formula, values: tuple[Formula, ...]
) -> None:
    for step in steps(formula, "nnf"):
        left, right = (replace(parse(side), dict(zip(atoms("p q r"), values, strict=True))) for side in sides(step))
        assert truth(model, left) == truth(model, right), step


def sides(step: Step) -> list[str]:
    return step.law.split(" ≡ ")


@LAWS
@given(models(), anything)
def test_reduction_axioms_hold_where_they_are_used(model: MultiDiGraph, formula: Formula) -> None:
    try:
        found = steps(formula, "static", agents=AGENTS)
    except NoReduction:
        return
    for step in found:
        law, _, where = re.sub(r"; [^;]* propositional$", "", step.law).partition(", where ")
        left, right = map(parse, law.split(" ≡ "))
        axiom = parse(where or "true") >> Iff(left, right)
        p, q = truth(model, "p"), truth(model, "q")
        lettered = revalued(model, {name: p if i % 2 else q for i, name in enumerate(sorted(axiom.atoms))})
        if not axiom.variables:
            assert truth(lettered, axiom) == frozenset(model), step


@pytest.mark.parametrize(
    ("text", "to", "rules"),
    [
        ("~(p & ~K_a q)", "nnf", ["De Morgan", "double negation"]),
        ("~(p | [q] r)", "nnf", ["De Morgan", "dual"]),
        ("p -> Kw_a ~~q", "nnf", ["implication", "knowing whether", "double negation", "double negation"]),
        ("~E_{a,b} p ^ q", "nnf", ["exclusive or", "everyone knows", "double negation"]),
        ("~B_a ~p", "nnf", []),
        ("p", "cnf", []),
        ("p & q | r", "cnf", ["distribution"]),
        ("(p -> q) & p", "dnf", ["implication", "distribution", "shortest form with the same truth table"]),
        ("K_a (p & true) | ~~q", "simple", ["constant", "double negation"]),
        ("K_a (p & q | p & ~q)", "simple", ["shortest form with the same truth table"]),
        ("p -> ~p", "simple", ["complement"]),
        ("[p] K_a q", "static", ["reduction axiom"] * 2),
        ("K_a p", "static", []),
    ],
)
def test_the_rules_have_the_names_of_the_books(text: str, to: Form, rules: list[str]) -> None:
    assert [step.rule for step in steps(text, to)] == rules


def test_a_step_is_shown_with_rule_law_and_marks() -> None:
    first, second = steps("~(p & K_a q)", "nnf")
    assert str(first) == "De Morgan: ¬(p ∧ q) ≡ ¬p ∨ ¬q\n  ⟦¬(p ∧ K_a q)⟧\n  ⟦¬p ∨ ¬K_a q⟧"
    assert second.marked() == ("¬p ∨ ⟦¬K_a q⟧", "¬p ∨ ⟦M_a ¬q⟧")
    assert (second.old, second.new, second.after) == (parse("~K_a q"), parse("M_a ~q"), nnf("~(p & K_a q)"))


@pytest.mark.parametrize(
    ("text", "law"),
    [
        ("[p] K_a q", "[p] K_a q ≡ p → K_a (p → [p] q)"),
        ("<p> M_a q", "⟨p⟩ M_a q ≡ p ∧ M_a (p ∧ [p] q)"),
        ("[p?] K_a q", "[p?] K_a q ≡ (p → K_a (p → [p?] q)) ∧ (¬p → K_a (¬p → [p?] q))"),
        ("[p] B_a q", "[p] B_a q ≡ p → B_a[p] [p] q"),
        ("[p] (q & r)", "[p] q ≡ p → q; q propositional"),
        ("[p] (q & K_a r)", "[p] (q ∧ r) ≡ p → [p] q ∧ [p] r"),
        ("[p] ~K_a r", "[p] ¬q ≡ p → ¬[p] q"),
        ("[p] [q] K_a r", "[p] q ≡ p → [p] q"),
    ],
)
def test_reduction_axioms_by_hand(text: str, law: str) -> None:
    assert steps(text, "static")[0].law == law


def test_an_announcement_that_occurs_in_two_contexts_is_reduced_in_each() -> None:
    formula = parse("[p] K_a [q] K_b r & [q] K_b r")
    found = steps(formula, "static")
    assert found[-1].after == eliminate_announcements(formula)


def test_letters_inside_modalities_stay_in_a_normal_form() -> None:
    found = steps("K_a (p & q | r) | (p & q | r)", "cnf")
    assert found[-1].after == cnf("K_a (p & q | r) | (p & q | r)")
    assert "K_a (p ∧ q ∨ r)" in str(found[-1].after)


@pytest.mark.parametrize("to", FORMS)
def test_more_steps_than_the_limit_are_too_large_with_a_way_out(to: Form) -> None:
    formula = Announce(p, K("a", conj(Or(And(p, Atom(f"q{i}")), And(p, ~p & q)) for i in range(5))))
    formula = formula if to == "static" else conj(~~Or(And(p, Atom(f"q{i}")), And(p, p)) for i in range(8))
    with pytest.raises(TooLarge, match=r"than 1 steps: .*higher limit"):
        steps(formula, to, limit=1)


@pytest.mark.parametrize("to", ["cnf", "dnf"])
def test_a_normal_form_that_explodes_ends_with_a_way_out(to: Form) -> None:
    inner, outer = (Or, And) if to == "dnf" else (And, Or)
    formula = Atom("r")
    for i in range(40):
        formula = outer(inner(Atom(f"p{i}"), Atom(f"q{i}")), formula)
    with pytest.raises(TooLarge, match="simplify the formula first"):
        steps(formula, to)


@pytest.mark.parametrize("to", ["cnf", "dnf"])
def test_the_parity_of_many_letters_has_too_many_clauses(to: Form) -> None:
    formula: Formula = p
    for i in range(1_000):
        formula = Iff(formula, Atom(f"p{i}"))
    with pytest.raises(TooLarge, match="more than 10,000 clauses"):
        RESULTS[to](formula)


def test_clauses_whose_comparisons_are_too_many_end_with_a_limit_that_grows_with_that_of_clauses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, other = (" ^ ".join(f"{letter}{i}" for i in range(9)) for letter in "pq")  # 256 cubes each
    formula = parse(f"({one}) | ({other}) & r")
    monkeypatch.setattr(normal, "COMPARISONS", 100)
    with pytest.raises(TooLarge, match=r"60,000 comparisons.*: .*higher limit"):
        dnf(formula, limit=600)
    assert dnf(formula, limit=6_000) == dnf(formula, limit=7_000)


@pytest.mark.slow
def test_a_chain_of_implications_whose_cubes_grow_ends_with_the_same_limit() -> None:
    with pytest.raises(TooLarge, match="comparisons of clauses"):
        dnf(" & ".join(f"(p{i} | ~p{i + 1})" for i in range(600)))


def test_a_deep_formula_has_too_many_steps_but_no_recursion() -> None:
    formula: Formula = p
    for _ in range(2_000):
        formula = ~K("a", formula)
    with pytest.raises(TooLarge, match="steps"):
        steps(formula, "nnf")


@pytest.mark.parametrize("text", ["~" * 10_000 + "p", "p <-> " * 700 + "p", "p ^ " * 700 + "p", "Kw_a " * 700 + "p"])
def test_too_many_steps_are_counted_before_they_are_made(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Steps, "add", None)
    with pytest.raises(TooLarge, match="more than 1,000 steps"):
        steps(text, "nnf")


def test_steps_within_their_number_end_where_their_formulas_together_are_too_large() -> None:
    with pytest.raises(TooLarge, match=r"300,000 nodes.* 1,000 steps: .*without"):
        steps("~" * 2_000 + "p", "nnf")


def test_a_step_of_a_long_formula_shows_the_surroundings_of_the_changed_part() -> None:
    long = conj(Atom(f"q{i}") for i in range(1_000))
    (step,) = steps(Or(long, K("a", ~~p)), "nnf")
    assert step.marked() == ("… K_a ⟦¬¬p⟧ …", "… K_a ⟦p⟧ …")
    assert step.before == Or(long, K("a", ~~p))
    (step,) = steps(~~long, "nnf")
    before, after = step.marked()
    assert before.startswith("⟦¬¬(q0 ∧ q1 ∧")
    assert after.startswith("⟦q0 ∧ q1 ∧")
    assert before.endswith("…⟧")
    assert len(before) < 1_100


def test_steps_whose_texts_would_double_with_each_operator_are_shown() -> None:
    assert all(len(str(step)) < 50_000 for step in steps("Kw_a " * 50 + "p", "nnf"))


def test_another_form_is_refused() -> None:
    with pytest.raises(FormulaError, match=r"'pnf': expected 'nnf', 'cnf', .*'static'"):
        steps("p", "pnf")  # type: ignore[arg-type]
