"""Theorems about common knowledge for the prover: muddy children, and induction."""

from __future__ import annotations

from itertools import combinations

from benchmarks.measure import best, table
from whoknows import parse, prove

SIZES = (2, 3, 4, 5, 6, 8)


def _group(n: int) -> str:
    return "{" + ",".join(f"c{i}" for i in range(n)) + "}"


def _exactly(n: int, k: int) -> str:
    """The formula that exactly the first k children are muddy."""
    return " & ".join(f"m{i}" if i < k else f"~m{i}" for i in range(n))


def _all_know(k: int) -> str:
    return "(" + " & ".join(f"K_c{i} m{i}" for i in range(k)) + ")"


def rounds(n: int, k: int) -> str:
    """The formula C(each sees the others) -> [one is muddy] [nobody knows] ... (if k are muddy, they know in round k).

    Parameters
    ----------
    n, k : int
        Numbers of children and of muddy children.
    """
    pairs = [(i, j) for i in range(n) for j in range(n) if i != j]
    sees = " & ".join(f"(m{j} -> K_c{i} m{j}) & (~m{j} -> K_c{i} ~m{j})" for i, j in pairs)
    some = " | ".join(f"m{i}" for i in range(n))
    nobody = " & ".join(f"~K_c{i} m{i}" for i in range(n))
    said = f"[{some}] " + f"[{nobody}] " * (k - 1)
    return f"C_{_group(n)} ({sees}) & {sees} -> {said} ({_exactly(n, k)} -> {_all_know(k)})"


def at_least(n: int, k: int) -> str:
    """The formula C(each sees the others) & C(at least k are muddy) & (exactly k are muddy) -> they know.

    Parameters
    ----------
    n, k : int
        Numbers of children and of muddy children.
    """
    sees = " & ".join(f"Kw_c{i} m{j}" for i in range(n) for j in range(n) if i != j)
    some = " | ".join("(" + " & ".join(f"m{i}" for i in who) + ")" for who in combinations(range(n), k))
    known = f"C_{_group(n)} ({sees}) & {sees} & C_{_group(n)} ({some})"
    return f"{known} & {_exactly(n, k)} -> {_all_know(k)}"


def induction(n: int) -> str:
    """The formula C(p -> E p) & E p -> C p, for n agents."""
    group = _group(n)
    return f"C_{group} (p -> E_{group} p) & E_{group} p -> C_{group} p"


def _seconds(text: str, logic: str) -> float:
    """The processor seconds of one run, from the parsed formula to the answer."""
    formula = parse(text)
    seconds, answer = best(lambda: prove(formula, logic), runs=1)
    assert answer.valid, text
    return seconds


def main() -> None:
    """Run the benchmark and print its table."""
    rows = []
    for n in SIZES:
        half = max(2, n // 2)
        muddy = [_seconds(at_least(n, half), "S5")]
        muddy += [_seconds(rounds(n, k), logic) for logic in ("S5", "KD45") for k in (half, n)]
        rows.append((n, *muddy, *[_seconds(induction(n), logic) for logic in ("K", "KD45", "S5")]))
    asked = ["C(at least n/2), S5", *[f"round {k}, {logic}" for logic in ("S5", "KD45") for k in ("n/2", "n")]]
    heads = ("agents", *asked, *[f"induction, {logic}" for logic in ("K", "KD45", "S5")])
    table("Theorems about common knowledge, in seconds", heads, rows)
