"""The prover at its limits: formulas nested 10,000 deep, and the behaviour when time or memory runs out.

Each query runs in its own process, since the memory limit applies to a process.
"""

from __future__ import annotations

import multiprocessing
import resource
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

from benchmarks.measure import table
from benchmarks.prover_families import FAMILIES
from benchmarks.prover_groups import induction
from benchmarks.prover_random import in_s5, quantified
from whoknows import Atom, EpistemicError, Formula, OutOfTime, conj, disj, parse, prove

DEPTHS = (500, 1_000, 2_000, 5_000, 10_000)
ROOM = 400
"""Megabytes by which a process may grow if memory is limited."""

TIME, LONG = 1.0, 60.0
"""Time limits in seconds: if only time is limited, and if memory is limited too."""


def chains(n: int) -> list[tuple[str, str]]:
    """Pairs of system and formula with n nested boxes.

    Parameters
    ----------
    n : int
        The depth.
    """
    boxes, both = "K_a " * n, "K_a K_b " * (n // 2)
    return [
        ("K", f"{boxes} p -> {boxes} (p | q)"),
        ("K", f"{boxes} p"),
        ("T", f"{boxes} p -> p"),
        ("S4", f"K_a p -> {boxes} p"),
        ("S5", f"{both} p -> p"),
        ("KD45", f"B_a p -> {'B_a ' * n} p"),
    ]


def _answer(text: str, logic: str) -> str:
    """The kind of the answer and the seconds until it is printed, as text."""
    start = process_time()
    try:
        answer = prove(parse(text), logic)
    except OutOfTime:
        return f"undecided, {process_time() - start:.1f}"
    printed = str(answer)
    kind = "valid" if answer.valid else "not valid"
    assert printed.startswith(kind)
    return f"{kind}, {process_time() - start:.1f}"


def nested() -> None:
    """Print the table of nested boxes, timed from text to printed answer."""
    rows = []
    for row, (logic, _) in enumerate(chains(1)):
        answers = [_apart(partial(_answer, chains(n)[row][1], logic)) for n in DEPTHS]
        rows.append((logic, chains(2)[row][1], *answers))
    table(
        "Nested n deep instead of twice: answer, seconds from text to printed answer",
        ("logic", "formula", *map(str, DEPTHS)),
        rows,
    )


def _hard_clauses() -> Formula:
    """The negation of a random 3CNF of 400 atoms at the ratio where half of such formulas are satisfiable."""
    rng = Random(5)
    signed = [
        [Atom(f"p{i}") if rng.random() < 0.5 else ~Atom(f"p{i}") for i in rng.sample(range(400), 3)]
        for _ in range(1_704)
    ]
    return ~conj([disj(clause) for clause in signed])


def _laws() -> list[str]:
    """A theory of 3,000 laws about 12 agents, each of the form p_i -> M_a (p_j & ~p_k)."""
    return [f"p{i} -> M_a{i % 12} (p{(7 * i + 1) % 3_000} & ~p{(11 * i + 5) % 3_000})" for i in range(3_000)]


HARD: dict[str, Callable[[], tuple[Formula | str, dict[str, Any]]]] = {
    "branch_n 25 in K, 2^25 worlds": lambda: (FAMILIES["K"]["branch_n"](25), {"logic": "K"}),
    "branch_n 25 in S4": lambda: (FAMILIES["S4"]["branch_n"](25), {"logic": "S4"}),
    "41 pigeons, 40 holes": lambda: (FAMILIES["K"]["ph_p"](40), {"logic": "K"}),
    "random 3CNF of 400 atoms": lambda: (_hard_clauses(), {}),
    "V6-D8-C100 in S5": lambda: (~in_s5(quantified(Random(1), 100, 6, 8)), {}),
    "induction, 40 agents": lambda: (induction(40), {"logic": "K"}),
    "10,000 boxes in S5": lambda: ("M_a p -> " + "K_a " * 10_000 + "M_a p", {}),
    "E^10,000": lambda: ("C_{a,b} p -> E^10000_{a,b} p", {}),
    "60 questions that others hear": lambda: ("[p?{a}] " * 60 + "K_b p", {}),
    "3,000 laws, 12 agents": lambda: ("~p0", {"theory": _laws()}),
    "one class of 3,000 worlds": lambda: ("~(" + " & ".join(f"M_a (p{i} & ~p{i + 1})" for i in range(3_000)) + ")", {}),
}
"""Name -> a function that makes a hard formula and the options of its query."""


def _outcome(name: str, time: float, room: int | None) -> str:
    """The answer or the error, with the wall-clock seconds, as text; `room` limits the memory in megabytes."""
    formula, options = HARD[name]()
    if room is not None:
        size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize() + room * 2**20
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
    start = perf_counter()
    try:
        answer = "valid" if prove(formula, **options, time=time) else "not valid"
    except EpistemicError as error:
        answer = f"{type(error).__name__}: {error}"
    return f"{perf_counter() - start:.1f} s: {answer.partition(chr(10))[0]}"


def limits() -> None:
    """Print the outcomes of hard formulas when time is limited, and when memory is."""
    rows = [
        (name, _apart(partial(_outcome, name, TIME, None)), _apart(partial(_outcome, name, LONG, ROOM)))
        for name in HARD
    ]
    table("Limits", ("question", f"time={TIME:.0f}", f"time={LONG:.0f} and {ROOM} MB more memory"), rows)


def _apart(work: Callable[[], str]) -> str:
    """The result of the work in a new process, or a message with the exit code if the process dies."""
    context: Any = multiprocessing.get_context("fork")  # the work cannot be pickled for a new process
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=lambda: there.send(work()))
    process.start()
    there.close()
    try:
        return str(here.recv())
    except EOFError:
        process.join()
        return f"died with exit code {process.exitcode}"
    finally:
        process.join()
