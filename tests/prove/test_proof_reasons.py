"""The reasons in proofs to read: what was simplified and why, ways to a counterexample, the lemmas of an induction."""

import re

import pytest

from kripke.prove.proofs.forms.choices import STYLES
from kripke.prove.proofs.forms.telling import laws
from logic.parser import parse
from whoknows import entails, loads_event_model, prove

LOOK = {
    "look": loads_event_model(
        "event heads: pre heads\nevent tails: pre ~heads\nann: heads | tails\nothers: heads tails"
    )
}
MUTUAL = "C_{a,b} (p -> E_{a,b} p) & p -> C_{a,b} p"
EVENTUALITIES = ["[p] C_{a,b} (q | ~q)", "[p?{a}] C_{a,b} Kw_a p", "[@look] C_{ann,bob} Kw_ann heads", "C_{a,b} true"]
DRAWN = [style for style in STYLES if style not in ("steps", "hilbert", "fitch", "fitch-latex")]
KW, M, E = "Kw_a p ≡ K_a p ∨ K_a ¬p", "M_a p ≡ ¬K_a ¬p", "E_{a,b} p ≡ K_a p ∧ K_b p"
REDUCTION, BOX, CONNECTIVES = "the reduction axioms", "K_a ⊤ ≡ ⊤", "propositional logic"


def proof(formula):
    answer = prove(formula, actions=LOOK)
    answer.check()
    return answer


def reasons(answer):
    """The reasons of all closing steps, as plain data has them."""
    steps = [step for part in answer.to_dict(limit=None)["parts"] for step in part["steps"]]
    return [step["reason"] for step in steps if step["formula"] == "⊥"]


@pytest.mark.parametrize("formula", EVENTUALITIES)
def test_each_case_of_an_induction_names_its_way_and_its_agent(formula) -> None:
    cases = [line for line in proof(formula).text(limit=None).splitlines() if "Case " in line]
    assert cases
    for line in cases:
        assert re.search(r"Case \d+: (the counterexample is one step away|it is farther away), and \w+ considers", line)
        assert "By line 1, there is" not in line


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("[p] C_{a,b} (q | ~q)", "where q ∨ ¬q fails after the announcement of p. But by propositional logic, "),
        (
            "[p?{a}] C_{a,b} Kw_a p",
            "b considers possible a world v where Kw_a p fails after the answer to a that p is false. "
            f"But by {REDUCTION}, {KW}, {BOX} and {CONNECTIVES}, it is the same as ⊤.",
        ),
        (
            "[@look] C_{ann,bob} Kw_ann heads",
            "ann considers possible a world v where Kw_ann heads fails after event heads of look. But by ",
        ),
    ],
)
def test_a_way_where_nothing_can_fail_says_what_and_after_which_event(formula, said) -> None:
    assert said in proof(formula).text(limit=None)


def test_the_reason_why_nothing_can_fail_is_given_once_in_a_lemma() -> None:
    lemma, _ = proof("[p] C_{a,b} (q | ~q)").text().split("\nTheorem. ")
    assert lemma.count("But by propositional logic, it is the same as ⊤.") == 1
    assert lemma.count("which is impossible as in line 2.") == 1


def test_a_fixpoint_says_which_part_its_unfolding_leaves_out() -> None:
    assert (
        "X1 → E_{a,b} (p → X1), since q ∨ ¬q never fails after the announcement of p\n"
        in proof(EVENTUALITIES[0]).text()
    )
    assert "K_b (¬p → X2), since Kw_a p never fails after these events\n" in proof(EVENTUALITIES[1]).text()
    assert "since" not in proof("[p] C_{a,b} p | [p] ~C_{a,b} p").text()


@pytest.mark.parametrize("style", DRAWN)
def test_all_forms_say_why_a_way_is_closed(style) -> None:
    text = proof("[p] C_{a,b} (q | ~q)").text(style, limit=None)
    for agent in "ab":
        assert f"one step away via {agent}, from line 1, but " in text
    assert text.count("never fails after the announcement of p") == 3


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("true", [CONNECTIVES]),
        ("p | ~p", [CONNECTIVES]),
        ("Kw_a p -> Kw_a p", [CONNECTIVES]),
        ("C_{a,b} p | ~C_{a,b} p", [CONNECTIVES]),
        ("K_a (p & q) -> K_a (q & p)", [CONNECTIVES]),
        ("Kw_a p -> Kw_a ~p", [KW, CONNECTIVES]),
        ("M_a p <-> ~K_a ~p", [M, CONNECTIVES]),
        ("(M_a p <-> ~K_a ~p) & (Kw_a q -> Kw_a q)", [M, CONNECTIVES]),
        ("E_{a,b} p -> K_a p & K_b p", [E, CONNECTIVES]),
        ("K_a (p | ~p)", [BOX, CONNECTIVES]),
        ("~M_a false", [M, BOX, CONNECTIVES]),
        ("[p] p", [REDUCTION, CONNECTIVES]),
        ("[p] K_a p", [REDUCTION, BOX, CONNECTIVES]),
        ("Kw_a K_a [p!{a}] E_{a} K_a (true & p | p)", [REDUCTION, "E_{a} p ≡ K_a p", KW, BOX, CONNECTIVES]),
        ("[p] Kw_a p", [REDUCTION, BOX, CONNECTIVES]),
    ],
)
def test_a_formula_that_is_simplified_names_the_laws_that_do_it_and_no_others(formula, expected) -> None:
    said = expected[0] if len(expected) == 1 else f"{', '.join(expected[:-1])} and {expected[-1]}"
    answer = proof(formula)
    assert laws(parse(formula), answer.script.systems) == expected
    assert answer.text().endswith(f"1. By {said}, the formula is the same as ⊤, so it never fails.")
    assert answer.text("tree").endswith(f"1  ✗   supposed, which is ⊥ by {said}")
    assert reasons(answer) == [f"supposed, which is ⊥ by {said}"]


@pytest.mark.parametrize("formula", ["K_a p -> p", "C_{a,b} p -> K_a p", "Kw_a p", "[p] C_{a,b} p"])
def test_no_laws_are_named_for_what_is_not_simplified(formula) -> None:
    assert laws(parse(formula), {"a", "b"}) == []


def test_the_reduction_of_an_action_is_named_where_no_formula_shows_it() -> None:
    text = proof("[@look] K_bob Kw_ann heads").text()
    assert text.endswith(
        "1. By the reduction axioms, Kw_ann p ≡ K_ann p ∨ K_ann ¬p, K_ann ⊤ ≡ ⊤ and propositional logic, "
        "the formula is the same as ⊤, so it never fails."
    )


def test_premises_that_are_simplified_with_the_conclusion_are_said_so() -> None:
    assert (
        entails(["Kw_a p"], "Kw_a ~p")
        .text()
        .endswith(
            f"1. By {KW} and {CONNECTIVES}, the implication from the premises is the same as ⊤, so it never fails."
        )
    )


@pytest.mark.parametrize("style", DRAWN)
def test_a_lemma_at_w_is_told_from_the_hypothesis_at_a_nearer_world(style) -> None:
    text = prove(MUTUAL).text(style, limit=None)
    assert text.count("Lemma 1 at w, from lines 1, 6 and 8") == 1
    assert text.count("induction hypothesis, Lemma 1, from") == 1
    assert text.count("induction hypothesis, Lemma 2, from") == 1


def test_plain_data_and_pictures_tell_a_lemma_from_the_hypothesis() -> None:
    answer = prove(MUTUAL)
    first, second, _ = answer.to_dict(limit=None)["parts"]
    named = [
        {(step["rule"], step["of"]) for step in part["steps"] if step["formula"] == "⊥" and "of" in step}
        for part in (first, second)
    ]
    assert named == [{("hypothesis", 1), ("hypothesis", 2)}, {("lemma", 1)}]
    assert "Lemma 1 at w, from lines 1, 6 and 8" in answer.to_dot()
    assert answer.to_dot().count("induction hypothesis, Lemma 2, from") == 1


@pytest.mark.parametrize("style", DRAWN)
def test_each_form_gives_the_reason_of_a_proof_of_one_line(style) -> None:
    text = prove("K_a (p | ~p)").text(style)
    assert "which is" in text
    assert "propositional logic" in text
