"""The prover on random sets: 3CNF_K by clauses for each atom, quantified Boolean formulas in K and in S5.

A row has the number of formulas decided in `SECONDS` of processor time each, the number of satisfiable ones, and the
median and maximum seconds. Quantified formulas of up to 24 variables are compared with their truth tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from statistics import median
from time import process_time

from benchmarks.measure import table
from benchmarks.prover_random import Quantified, cnf_k, in_k, in_s5, quantified
from kripke.prove.clock import Clock
from kripke.prove.errors import OutOfTime
from kripke.prove.question.problem import Options, pose
from kripke.prove.search.search import Decision
from whoknows import Formula

SECONDS = 10.0
SEEDS = range(4)
PLAIN = 0.5
"""Proportion of atoms among the literals of 3CNF_K outside the innermost boxes."""

Row = tuple[object, ...]


def satisfiable(formula: Formula, logic: str) -> tuple[bool | None, float]:
    """Whether the formula is satisfiable (None if the time is up), and the processor seconds.

    Parameters
    ----------
    formula : Formula
        The formula.
    logic : str
        The system.
    """
    start, clock = process_time(), Clock(SECONDS, process_time)
    try:
        answer: bool | None = Decision(pose([formula], Options(logic), clock), clock).arcs() is not None
    except OutOfTime:
        answer = None
    spent = process_time() - start
    return (answer if spent <= SECONDS else None), spent


def _row(name: str, results: Iterable[tuple[bool | None, float]]) -> Row:
    answers, seconds = zip(*results, strict=True)
    decided = len(answers) - answers.count(None)
    return name, f"{decided} of {len(answers)}", answers.count(True), median(seconds), max(seconds)


def _table(title: str, rows: list[Row]) -> None:
    decided = sum(int(str(row[1]).split()[0]) for row in rows)
    asked = sum(int(str(row[1]).split()[-1]) for row in rows)
    heads = ("formulas", "decided", "satisfiable", "median, s", "greatest, s")
    table(f"{title}: {decided} of {asked} decided in {SECONDS:.0f} s each", heads, rows)


def cnf() -> None:
    """Print the tables of 3CNF_K: depth 1 and 2 with few clauses, then numbers of clauses up to unsatisfiability."""
    rows = [_cnf_row(depth, n, ratio) for depth in (1, 2) for n in (3, 4, 5) for ratio in (4, 8, 12, 16, 20)]
    _table("3CNF_K to depth 2", rows)
    curves = [(1, 6), (1, 8), (2, 3), (2, 4), (2, 5), (3, 3)]
    rows = [_cnf_row(depth, n, ratio) for depth, n in curves for ratio in (20, 30, 40, 60, 80, 120, 160)]
    _table("3CNF_K, curves", rows)


def _cnf_row(depth: int, atoms: int, ratio: int) -> Row:
    formulas = [cnf_k(Random(seed), depth, atoms, ratio * atoms, PLAIN) for seed in SEEDS]
    return _row(f"depth {depth}, N = {atoms}, L/N = {ratio}", [satisfiable(formula, "K") for formula in formulas])


def mqbf() -> None:
    """Print the tables of quantified formulas: sizes up to V4-D4, then larger ones."""
    small = [(v, d) for v in (2, 4) for d in (2, 4)]
    for logic, translated in (("K", in_k), ("S5", in_s5)):
        rows = [_mqbf_row(logic, translated, v, d, c) for v, d in small for c in (10, 20, 30, 40, 50)]
        _table(f"Quantified formulas in {logic} to V4-D4", rows)
        rows = [_mqbf_row(logic, translated, v, d, 30) for v, d in ((2, 6), (4, 5), (5, 4), (4, 6))]
        _table(f"Quantified formulas in {logic}, beyond", rows)


def _mqbf_row(logic: str, translated: Callable[[Quantified], Formula], v: int, d: int, c: int) -> Row:
    results = []
    for seed in SEEDS:
        asked = quantified(Random(seed), c, v, d)
        answer, seconds = satisfiable(translated(asked), logic)
        assert answer is None or v * d > 24 or answer == asked.holds(), f"{logic} V{v}-D{d}-C{c}, seed {seed}"
        results.append((answer, seconds))
    return _row(f"V{v}-D{d}-C{c}", results)
