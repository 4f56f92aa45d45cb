"""Public announcements: the lists of a textbook.

DEL: van Ditmarsch, van der Hoek and Kooi, *Dynamic Epistemic Logic* (Springer 2007), chapters 4 and 7,
doi:10.1007/978-1-4020-5839-4. The proof systems PA and PAC are those of sections 4.8 and 7.4 and 7.5.
"""

from __future__ import annotations

import pytest
from oracles import by_elimination

from kripke.prove.face import prove, successful

VALID = [
    # the axioms of PA: reduction, DEL 4.8 and 7.4
    ("K", "[p] q <-> (p -> q)"),
    ("K", "[K_a p] q <-> (K_a p -> q)"),
    ("K", "[p] ~q <-> (p -> ~[p] q)"),
    ("K", "[p] (q & r) <-> [p] q & [p] r"),
    ("K", "[p] K_a q <-> (p -> K_a [p] q)"),
    ("K", "[~K_a p] K_b M_a q <-> (~K_a p -> K_b [~K_a p] M_a q)"),
    ("K", "[p] [q] r <-> [p & [p] q] r"),
    ("K", "[K_a p] [M_b q] K_c r <-> [K_a p & [K_a p] M_b q] K_c r"),
    # partial functionality and its consequences, DEL 4.3 (propositions 4.11 to 4.14)
    ("K", "<p> q -> [p] q"),
    ("K", "<K_a p> K_b q -> [K_a p] K_b q"),
    ("K", "[p] q <-> (p -> <p> q)"),
    ("K", "[p] q <-> (p -> [p] q)"),
    ("K", "<p> q <-> p & [p] q"),
    ("K", "<p> q <-> p & <p> q"),
    ("K", "<p> true <-> p"),
    ("K", "[p] (q -> r) <-> ([p] q -> [p] r)"),
    # announcement and knowledge, DEL 4.3 (proposition 4.18) and after
    ("S5", "[p] K_a p"),
    ("S5", "<p> K_a q -> K_a [p] q"),
    ("K", "<p> K_a q <-> p & K_a (p -> <p> q)"),
    ("K", "[p] Kw_a q <-> (p -> K_a [p] q | K_a [p] ~q)"),
    ("S5", "[p & ~K_a p] ~(p & ~K_a p)"),  # Moore: it is false once it was announced, DEL 4.7
    ("S5", "[p & ~K_a p] K_a p"),
    # announcement and common knowledge, DEL 4.4 (the rule of proposition 4.26 as a formula)
    ("S5", "[p] C_{a,b} p"),
    ("S5", "C_{a,b} (q -> p) -> [q] C_{a,b} p"),
    ("S5", "C_{a,b} (p -> [q] r) & C_{a,b} (p & q -> E_{a,b} p) -> (p & q -> [q] C_{a,b} r)"),
    ("K", "[q] C_{a,b} p <-> (q -> E_{a,b} (q -> p & [q] C_{a,b} p))"),
    ("S5", "C_{a,b} [p] q -> [p] C_{a,b} q"),
    # an announcement to some, and whether
    ("K", "[p?] Kw_a p"),
    ("S5", "[p!{a}] K_a p"),
    ("S5", "~K_b Kw_a p & p & ~K_b p -> [p?{a}] (K_a p & ~K_b p & K_b Kw_a p)"),
    ("S5", "[p?] q <-> (p -> [p] q) & (~p -> [~p] q)"),
]

NOT_VALID = [
    ("S5", "[p & ~K_a p] (p & ~K_a p)"),
    ("S5", "[p & ~K_a p] K_a (p & ~K_a p)"),
    ("S5", "[p] q -> <p> q"),  # DEL 4.3: announcements are partial
    ("S5", "[p] K_a q -> K_a [p] q"),
    ("S5", "K_a M_b q -> [p] M_b q"),
    ("S5", "[p] q <-> [q] p"),
    ("S5", "[p] [q] r <-> [q] [p] K_a r"),
    ("S5", "[M_a q] [~K_a q] r <-> [M_a q & ~K_a q] K_a r"),
    ("S5", "[p] C_{a,b} q <-> (p -> C_{a,b} [p] q)"),  # DEL 4.4: no reduction axiom of this form
    ("S5", "[p] C_{a,b} q -> C_{a,b} [p] q"),
    ("S5", "[p!{a}] K_b p"),
    ("S5", "[p!{a}] C_{a,b} p"),
    ("KD45", "[p] ~B_a false"),  # a false belief may leave no world
]


@pytest.mark.parametrize(("logic", "formula"), VALID)
def test_a_theorem_about_announcements_is_valid(logic: str, formula: str) -> None:
    prove(formula, logic, time=20).check()
    assert by_elimination(formula, logic)


@pytest.mark.parametrize(("logic", "formula"), NOT_VALID)
def test_what_is_no_theorem_about_announcements_has_a_countermodel(logic: str, formula: str) -> None:
    answer = prove(formula, logic, time=20)
    assert not answer.valid
    assert not answer.model.holds(formula)
    assert by_elimination(formula, logic) is False


SUCCESSFUL = {
    "p": True,
    "~p": True,
    "p | q": True,
    "K_a p": True,
    "~K_a p": True,
    "M_a p": True,
    "K_a (p | K_b q)": True,
    "C_{a,b} p": True,
    "~C_{a,b} p": True,
    "C_{a,b} p | K_a q": True,
    "[~p] K_a q": True,
    "~p | K_a p": True,
    "p & ~K_a p": False,
    "p & ~K_a p & ~K_b p": False,
    "K_b p & ~K_a p": False,
    "p & ~C_{a,b} p": False,
    "M_a p & M_a ~p & p": False,
    "p & ~Kw_a q | q & ~Kw_a p": False,
}
"""Whether ``[f] f`` is valid in S5, after DEL 4.7: those without negated K are preserved, and so successful; ``p``
and ``~K_a p`` are successful, their conjunction is not; ``~p | K_a p`` is, its negation is not."""


@pytest.mark.parametrize("formula", SUCCESSFUL)
def test_successful_formulas_stay_true_after_their_announcement(formula: str) -> None:
    answer = successful(formula, {"a": "S5", "b": "S5"})
    assert answer.valid == SUCCESSFUL[formula]
    assert answer.valid == prove(f"[{formula}] C_{{a,b}} ({formula})", "S5").valid  # DEL 4.7: then it is commonly known


@pytest.mark.parametrize("logic", ["K", "KD45", "S5"])
def test_the_rule_of_announcement_and_common_knowledge(logic: str) -> None:
    """DEL 7.5: from p -> [q] r and p & q -> E p infer p -> [q] C r; here q holds, or nothing is claimed."""
    rules = ["p -> [q] r", "p & q -> E_{a,b} p"]
    assert prove("p & q -> [q] C_{a,b} r", logic, theory=rules)
    assert prove("p -> [q] C_{a,b} r", logic, theory=rules)
    assert not prove("p -> [q] C_{a,b} r", logic, theory=rules[:1])


def test_an_announcement_in_front_keeps_a_validity_valid() -> None:
    """DEL 7.4: necessitation of [p], and replacement of equivalents."""
    assert prove("[p] (K_a q -> K_a K_a q)", "S5")
    assert prove("K_a (q -> r) & K_a (r -> q) -> ([K_a q] p <-> [K_a r] p)", "S5")
    assert not prove("(q <-> r) -> ([q] K_a p <-> [r] K_a p)", "S5")


CARDS = [
    "a0 | a1 | a2",
    "b0 | b1 | b2",
    "c0 | c1 | c2",
    *[f"~({x}{i} & {x}{j})" for x in "abc" for i, j in ("01", "02", "12")],
    *[f"~({x}{i} & {y}{i})" for i in "012" for x, y in ("ab", "ac", "bc")],
    *[f"{x}{i} -> K_{x} {x}{i}" for x in "abc" for i in "012"],
]
"""Anne, Bill and Cath hold one of the cards 0, 1 and 2 each, and see their own (DEL, example 4.2 and section 4.1)."""


def test_what_is_known_when_anne_says_that_she_does_not_have_card_one() -> None:
    deal = "a0 & b1 & c2"
    assert prove(f"{deal} -> [~a1] K_c ({deal})", theory=CARDS)
    assert prove(f"{deal} -> [~a1] C_{{a,b,c}} ~a1", theory=CARDS)
    assert prove(f"{deal} & M_b a2 -> [~a1] ~K_b a0", theory=CARDS)
    assert prove(f"{deal} & M_a (c1 & M_c a2) -> [~a1] ~K_a Kw_c a0", theory=CARDS)
    assert not prove(f"{deal} -> K_c ({deal})", theory=CARDS)
    assert not prove(f"{deal} -> [~a1] K_a K_c ({deal})", theory=CARDS)
