"""Fitch-style proofs of random valid formulas, compared with nd-prover for formulas of one agent.

``PEERS`` is the path of a Python that has nd-prover 3.2.0; without it, only our results are printed.
"""

import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from random import Random
from time import process_time

from benchmarks.measure import table
from logic.clauses import And, Atom, C, Iff, Implies, K, Kw, M, Not, OfGroup, Or
from logic.errors import EpistemicError
from logic.formula import Formula
from whoknows import Proof, prove

COUNT = 100
SECONDS = 10.0

PEER = """
import json, sys, time
import nd_prover
asked = json.load(sys.stdin)
for logic, text in asked:
    begun = time.process_time()
    try:
        found = nd_prover.prove(getattr(nd_prover, logic), [], nd_prover.parse_formula(text), timeout=SECONDS)
        status = found.status
    except Exception as error:
        status = type(error).__name__
    print(json.dumps([status, time.process_time() - begun]), flush=True)
""".replace("SECONDS", str(round(SECONDS * 1e3)))


def random_modal(rng: Random, size: int, agents: str, modalities: Sequence[type[Formula]]) -> Formula:
    """A random formula of these modalities and connectives; group modalities are for the group of all agents."""
    if size <= 1:
        return Atom(rng.choice("pqr"))
    roll = rng.random()
    if roll < 0.15:
        return Not(random_modal(rng, size - 1, agents, modalities))
    if roll < 0.5:
        inside = random_modal(rng, size - 1, agents, modalities)
        clause = rng.choice(modalities)
        return clause(frozenset(agents) if issubclass(clause, OfGroup) else rng.choice(agents), inside)
    left = rng.randint(1, size - 1)
    clause = rng.choice([And, Or, Implies, Implies, Iff])
    return clause(random_modal(rng, left, agents, modalities), random_modal(rng, size - left, agents, modalities))


def valid_formulas(logic: str, agents: str, groups: bool) -> Iterator[Proof]:
    """Proofs of random valid formulas."""
    rng = Random(f"{logic} {agents} {groups}")
    modalities = [K, K, K, M, *[Kw] * (len(agents) > 1), *[C] * groups]
    while True:
        answer = prove(random_modal(rng, rng.randint(5, 14), agents, modalities), logic)
        if isinstance(answer, Proof) and answer.formula.agents:
            yield answer


def plain(formula: Formula) -> str:
    """The formula in the notation of nd-prover, fully parenthesized."""
    match formula:
        case Atom(name):
            return name.upper()
        case Not(sub):
            return f"~({plain(sub)})"
        case K(_, sub) | M(_, sub):
            return f"{'[]' if isinstance(formula, K) else '<>'}({plain(sub)})"
    signs: dict[type[Formula], str] = {And: "&", Or: "|", Implies: "->", Iff: "<->"}
    left, right = formula.children
    return f"({plain(left)}) {signs[type(formula)]} ({plain(right)})"


def main() -> None:
    """Run the benchmark and print its table."""
    rows = []
    asks = [(logic, agents, groups) for logic in ("K", "T", "S4", "S5", "KD45") for agents, groups in CASES]
    for logic, agents, groups in asks:
        chosen = [answer for _, answer in zip(range(COUNT), valid_formulas(logic, agents, groups), strict=False)]
        begun, lines = process_time(), []
        for answer in chosen:
            try:
                lines.append(len(answer.fitch(time=SECONDS).lines))
            except EpistemicError:
                continue
        spent = (process_time() - begun) / COUNT * 1e3
        theirs: list[tuple[str, float]] = []
        if "PEERS" in os.environ and len(agents) == 1 and logic != "KD45":
            given = json.dumps([(logic, plain(answer.formula)) for answer in chosen])
            command = [os.environ["PEERS"], "-c", PEER]
            said = subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout
            theirs = [json.loads(line) for line in said.splitlines()]
        found = sum(status == "success" for status, _ in theirs) if theirs else float("nan")
        time = sum(seconds for _, seconds in theirs) / COUNT * 1e3 if theirs else float("nan")
        kind = f"{agents}{', C' * groups}"
        rows.append((logic, kind, COUNT, len(lines), sum(lines) / len(lines), max(lines), spent, found, time))
    head = ("logic", "agents", "formulas", "proofs", "lines, mean", "most", "ms each", "nd-prover", "its ms each")
    table(f"Fitch proofs of random valid formulas, {SECONDS:g} s at most for each", head, rows)


CASES = (("a", False), ("abc", False), ("ab", True))
