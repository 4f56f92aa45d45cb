"""The prover: the families of K, KT and S4 up to n = 21, common knowledge, induction, and a long formula.

A family counts the formulas that are decided in order, with `SECONDS` of processor time each, until one is not.
"""

from __future__ import annotations

from itertools import combinations
from time import process_time

from benchmarks.measure import best, table
from benchmarks.moltap import PROBLEMS, moltap
from benchmarks.prover_families import FAMILIES
from kripke.prove.clock import Clock
from kripke.prove.errors import OutOfTime
from kripke.prove.question.options import Options
from kripke.prove.question.problem import pose
from kripke.prove.search.decide import Decision
from whoknows import Formula, Not, parse, prove

SECONDS = 10.0
MOST = 21


def decided(formula: Formula, logic: str) -> bool | None:
    """Whether the formula is valid; None if the time is over."""
    clock = Clock(SECONDS, process_time)
    try:
        return Decision(pose([Not(formula)], Options(logic), clock), clock).arcs() is None
    except OutOfTime:
        return None


def family(logic: str, name: str) -> tuple[str, int, float]:
    """The name, the number of formulas decided, and the seconds of the last."""
    seconds = 0.0
    for n in range(1, MOST + 1):
        formula = FAMILIES[logic][name](n)
        start = process_time()
        answer = decided(formula, logic)
        spent = process_time() - start
        assert answer in (None, name.endswith("p")), f"{logic} {name} {n}"
        if answer is None or spent > SECONDS:  # an answer that comes too late does not count
            return name, n - 1, seconds
        seconds = spent
    return name, MOST, seconds


def rounds(n: int) -> str:
    """C(each sees the others) -> [at least one is muddy] [nobody knows] ... (those k = n / 2 who are muddy know)."""
    group = "{" + ",".join(f"c{i}" for i in range(n)) + "}"
    pairs = [(i, j) for i in range(n) for j in range(n) if i != j]
    sees = " & ".join(f"(m{j} -> K_c{i} m{j}) & (~m{j} -> K_c{i} ~m{j})" for i, j in pairs)
    muddy = max(2, n // 2)
    here = " & ".join(f"m{i}" if i < muddy else f"~m{i}" for i in range(n))
    some = " | ".join(f"m{i}" for i in range(n))
    nobody = " & ".join(f"~K_c{i} m{i}" for i in range(n))
    said = f"[{some}] " + f"[{nobody}] " * (muddy - 1)
    return f"C_{group} ({sees}) & {sees} -> {said} ({here} -> K_c0 m0)"


def at_least(n: int, k: int) -> str:
    """C(each sees the others) & C(at least k are muddy) & exactly k are -> one of them knows."""
    group = "{" + ",".join(f"c{i}" for i in range(n)) + "}"
    sees = " & ".join(f"Kw_c{i} m{j}" for i in range(n) for j in range(n) if i != j)
    some = " | ".join("(" + " & ".join(f"m{i}" for i in who) + ")" for who in combinations(range(n), k))
    here = " & ".join(f"m{i}" if i < k else f"~m{i}" for i in range(n))
    return f"C_{group} ({sees}) & {sees} & C_{group} ({some}) & {here} -> K_c0 m0"


def induction(n: int) -> str:
    """C(p -> E p) & E p -> C p, for n agents in K."""
    group = "{" + ",".join(f"a{i}" for i in range(n)) + "}"
    return f"C_{group} (p -> E_{group} p) & E_{group} p -> C_{group} p"


def common_knowledge() -> None:
    """Print the table of common knowledge."""
    rows = []
    for n in (2, 3, 4, 5, 6, 8):
        times = []
        texts = [at_least(n, max(2, n // 2)), rounds(n), rounds(n), induction(n)]
        for text, logic in zip(texts, ("S5", "S5", "KD45", "K"), strict=True):
            formula = parse(text)
            seconds, answer = best(lambda f=formula, name=logic: prove(f, name), runs=1)
            assert answer.valid
            times.append(seconds)
        rows.append((n, *times))
    heads = ("agents", "C(at least k), S5", "rounds, S5", "rounds, KD45", "induction, K")
    table("Theorems about common knowledge, in seconds", heads, rows)


def long_formula() -> None:
    """Print how long a formula of 125 kB takes from text to nodes."""
    text = " & ".join(f"K_a (p{i} -> M_b q{i})" for i in range(5_200))
    formula = parse(text)
    seconds, _ = best(lambda: pose([formula], Options("K")), runs=3)
    print(f"{len(text):,} characters to nodes: {seconds:.2f} s\n")


def main() -> None:
    """Print the tables."""
    for logic, families in FAMILIES.items():
        rows = [family(logic, name) for name in families]
        solved = sum(row[1] for row in rows)
        title = f"{logic}: {solved} of {MOST * len(rows)} formulas decided in {SECONDS:.0f} s each"
        table(title, ("family", "decided", "seconds for the last"), rows)
    common_knowledge()
    print(f"MOLTAP's {len(PROBLEMS)} examples together: {min(moltap() for _ in range(3)):.3f} s\n")
    long_formula()
