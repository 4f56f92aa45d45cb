"""The examples of MOLTAP, a tableau prover for epistemic logic; the aim is less than 0.1 s for all.

The formulas are those of the page http://moltap.twanvl.nl/examples.html and of the test cases that it points to (Twan
van Laarhoven, 2008), in our notation. MOLTAP's ``K x`` without an agent is ``E x``. Its common knowledge ``K* x``
includes zero steps, so it is ``x & C x``. The default system is S5.
"""

from __future__ import annotations

from time import process_time

from whoknows import prove

VALID = [
    ("S5", "x | ~x"),
    ("S5", "true"),
    ("S5", "K_1 (x | ~x)"),
    ("S5", "M_1 x | M_1 ~x"),
    ("S5", "M_1 x <-> ~K_1 ~x"),
    ("S5", "(x & y) <-> ~(~x | ~y)"),
    ("S5", "(x -> y) <-> (~x | y)"),
    ("S5", "K_1 M_1 M_3 K_3 K_2 K_1 a -> a"),
    ("S5", "~(K_1 (a | ~b) & M_1 ~a & M_1 (~a & b))"),
    ("S5", "~M_1 (~a & a)"),
    ("S5", "K_1 M_1 M_3 K_3 K_2 K_3 a -> M_1 M_3 a"),
    ("S5", "~(K_1 (a | b) & M_1 ~a & M_1 K_1 M_3 ~b & (M_1 K_2 M_1 (~a & ~b) | M_1 (~a & ~b) | K_1 a))"),
    ("S5", "~(K_1 M_1 M_3 K_3 K_2 K_3 a & K_1 M_3 M_2 K_3 M_2 ~a)"),
    ("S5", "~(K_1 M_1 M_3 K_3 K_2 K_3 a & K_1 M_3 K_3 K_2 (~a | x) & K_1 ~x)"),
    ("S5", "K_1 (a -> b) -> (K_1 a -> K_1 b)"),
    ("S5", "K_1 a -> a"),
    ("S5", "K_1 a -> K_1 K_1 a"),
    ("S5", "M_1 a -> K_1 M_1 a"),
    ("S5", "M_1 (K_1 p | M_2 K_2 K_1 q) -> K_1 (~q -> p)"),
    ("S5", "((p & ~K_1 p) -> ~p) | ((p & ~K_1 p) -> ~((p & ~K_1 p) -> ~K_1 ((p & ~K_1 p) -> p)))"),
    ("S5", "(K_1 (a | b) & (c -> K_1 ~b) & (K_1 a -> d)) -> (c -> d)"),
    ("S5", "(K_1 (g <-> K_1 p) & M_1 g) -> (g & p)"),
    ("S5", "(K_1 (g <-> K_1 p) & M_1 ~g) -> ~g"),
    ("S5", "(K_1 p & K_1 ((a & p) -> b)) -> K_1 (a -> b)"),
    ("S5", "M_1 M_2 K_2 K_1 a -> a"),
    ("K5", "M_1 M_2 K_2 a -> M_1 M_2 a"),
    ("S5", "K_1 M_1 a & K_1 x -> M_1 x"),
    ("K", "K_1 x & K_1 ~x -> K_1 y"),
    ("S5", "x -> K_1 (M_1 x | y)"),
    ("K", "K_1 x & K_1 y -> K_1 (x & y)"),
    ("K", "K_1 x & K_1 (x -> y) -> K_1 y"),
    ("KD", "K_1 x -> M_1 x"),
    ("KT", "K_1 x -> M_2 x"),
    ("KT", "K_1 x -> x"),
    ("KT", "x -> M_1 x"),
    ("K4", "K_1 a -> K_1 K_1 a"),
    ("K5", "M_1 a -> K_1 M_1 a"),
    ("KT5", "M_1 K_1 a -> a"),
    ("S5", "E_{1,2} x -> K_1 x"),
    ("S5", "E x -> K_john x"),
    ("S5", "M_bob a -> ~E ~a"),
]
"""Valid formulas, each with its system."""

HATS = "(b1 & b2 -> ~b3) & (b3 & b1 -> ~b2) & (b2 & b3 -> ~b1)"
SEEN = " & ".join(f"(K_{i} b{j} | K_{i} ~b{j})" for j in (1, 2, 3) for i in (1, 2, 3) if i != j)
RULES = f"({HATS} & {SEEN}) & C_{{1,2,3}} ({HATS} & {SEEN})"
ONE = "~(b1 & b2) & ~(b2 & b3) & ~(b3 & b1)"
NONE = "~b1 & ~b2 & ~b3"
KNOWN = " | ".join(f"K_{i} b{i} | K_{i} ~b{i}" for i in (1, 2, 3))

THREE_HATS = [
    (False, f"{RULES} -> {KNOWN}"),
    (True, f"{RULES} & b1 & b2 -> {KNOWN}"),
    (False, f"{RULES} & {ONE} & C_{{1,2,3}} ({ONE}) -> {KNOWN}"),
    (True, f"{RULES} & {NONE} & C_{{1,2,3}} ({NONE}) -> {KNOWN}"),
    (False, f"{RULES} & {ONE} -> {KNOWN}"),
]
"""Pairs of validity and formula in S5: of three agents who see the others' hats, at most two blue, does one know?"""

NOT_VALID = [
    ("S5", "x | x"),
    ("S5", "x & ~x"),
    ("S5", "false"),
    ("S5", "K_1 x | K_1 ~x"),
    ("S5", "(K_1 p & K_1 ((a & p) -> b)) -> (M_1 ~b & K_1 (a -> b))"),
    ("S5", "K_1 M_1 M_3 K_3 K_2 K_3 a -> b"),
    ("S5", "~(K_1 (a | ~b) & M_1 ~a & M_1 b)"),
    ("S5", "K_1 M_1 M_3 K_3 K_2 M_3 a -> K_1 K_3 a"),
    ("S5", "~(K_1 (a | b) & M_1 ~a & (M_1 (~a & ~b) | M_1 a))"),
    ("S5", "~(K_1 M_1 M_3 K_3 K_2 K_3 a & K_1 M_3 K_3 K_2 (~a | x) & ~x)"),
    ("S5", "((p & ~K_1 p) -> p) & ((p & ~K_1 p) -> ~((p & ~K_1 p) -> K_1 ((p & ~K_1 p) -> p)))"),
    ("S5", "~(K_1 M_3 (M_1 a | K_4 b) & K_3 (K_1 K_3 ~a & M_3 K_4 K_3 M_6 ~b))"),
    ("K", "K_1 x & K_2 y -> K_1 (x & y)"),
    ("K", "M_1 true"),
    ("KD45", "K_1 x -> x"),
    ("K45", "K_1 x -> M_1 x"),
    ("KD45", "K_1 x -> M_2 x"),
    ("S4", "M_1 a -> K_1 M_1 a"),
    ("KD45", "M_1 K_1 a -> a"),
    ("KT4", "M_1 K_1 a -> a"),
]
"""Formulas that are not valid, each with its system."""

MISTAKES = [
    ("KT5", "K_1 a -> K_1 K_1 a", True),
    ("S5", "E_{1,2} x & z -> E_{1,2} (E_{1,2} (x | y) & x | y)", False),
    ("S5", "E_{1,2} x -> E_{1,2} E_{1,2} x", False),
]
"""System, formula and whether it is valid, where MOLTAP's test cases (for the last: its page) are wrong."""

PROBLEMS = [
    *[(logic, formula, True) for logic, formula in VALID],
    *[("S5", formula, valid) for valid, formula in THREE_HATS],
    *[(logic, formula, False) for logic, formula in NOT_VALID],
    *MISTAKES,
]
"""System, formula, and whether it is valid."""


def moltap() -> float:
    """The processor seconds to parse and decide all examples; fails if an answer is wrong."""
    start = process_time()
    answers = [prove(formula, logic).valid for logic, formula, _ in PROBLEMS]
    seconds = process_time() - start
    assert answers == [valid for _, _, valid in PROBLEMS]
    return seconds
