"""The prover: formula families of K, KT and S4, random sets, common knowledge, long and deep formulas, and limits.

A family counts the formulas that are decided in order, with `SECONDS` of processor time each, until one is not. Each
part can be run alone, ``python -m benchmarks prover:K``; the parts are those of `PARTS`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from benchmarks import prover_groups, prover_limits, prover_outsiders, prover_sets
from benchmarks.measure import best, table
from benchmarks.moltap import PROBLEMS, moltap
from benchmarks.prover_families import FAMILIES
from benchmarks.prover_sets import SECONDS, satisfiable
from kripke.prove.clock import SOLVER
from kripke.prove.question.problem import Options, pose
from kripke.prove.search import levels
from whoknows import Not, parse

MOST = 21


def family(logic: str, name: str) -> tuple[str, int, float]:
    """The name, the number of formulas decided, and the seconds for the last of them."""
    seconds = 0.0
    for n in range(1, MOST + 1):
        formula = FAMILIES[logic][name](n)
        falsified, spent = satisfiable(Not(formula), logic)
        assert falsified in (None, name.endswith("n")), f"{logic} {name} {n}"
        if falsified is None:
            return name, n - 1, seconds
        seconds = spent
    return name, MOST, seconds


def solvers() -> None:
    """Print how many formulas of the families each SAT solver decides, and the seconds for those that all decide."""
    names = ("minisat22", "cadical195", "cadical300")
    for logic in FAMILIES:
        decided, seconds = dict.fromkeys(names, 0), dict.fromkeys(names, 0.0)
        for name, make in FAMILIES[logic].items():
            alive = [*names]
            for n in range(1, MOST + 1):
                spent = {}
                for levels.SOLVER in [*alive]:
                    falsified, spent[levels.SOLVER] = satisfiable(Not(make(n)), logic)
                    assert falsified in (None, name.endswith("n")), f"{logic} {name} {n}"
                    if falsified is None:
                        alive.remove(levels.SOLVER)
                for solver in alive:
                    decided[solver] += 1
                    seconds[solver] += spent[solver] if len(alive) == len(names) else 0
        levels.SOLVER = SOLVER
        rows = [(solver, decided[solver], seconds[solver]) for solver in names]
        table(f"{logic}: SAT solvers", ("solver", "decided", "seconds where all decide"), rows)


def long_formula() -> None:
    """Print the time from the text of a formula of 125 kB to the prover's nodes."""
    text = " & ".join(f"K_a (p{i} -> M_b q{i})" for i in range(5_200))
    formula = parse(text)
    seconds, _ = best(lambda: pose([formula], Options("K")), runs=3)
    print(f"{len(text):,} characters to nodes: {seconds:.2f} s\n")


def families(logic: str) -> None:
    """Print the table of the families of a logic."""
    rows = [family(logic, name) for name in FAMILIES[logic]]
    solved = sum(row[1] for row in rows)
    title = f"{logic}: {solved} of {MOST * len(rows)} formulas decided in {SECONDS:.0f} s each"
    table(title, ("family", "decided", "seconds for the last"), rows)


def examples() -> None:
    """Print the time for all examples of MOLTAP."""
    print(f"MOLTAP's {len(PROBLEMS)} examples together: {min(moltap() for _ in range(3)):.3f} s\n")


PARTS: dict[str, Callable[[], None]] = {
    **{logic: partial(families, logic) for logic in FAMILIES},
    "solvers": solvers,
    "cnf": prover_sets.cnf,
    "mqbf": prover_sets.mqbf,
    "groups": prover_groups.main,
    "moltap": examples,
    "long": long_formula,
    "nested": prover_limits.nested,
    "limits": prover_limits.limits,
    "outsiders": prover_outsiders.main,
}
"""Name of a part -> a function that prints its tables."""


def main() -> None:
    """Run the benchmark and print all its tables."""
    for part in PARTS.values():
        part()
