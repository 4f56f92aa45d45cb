"""The limits of time and memory end in an error that says what was done, never in a dead process."""

from __future__ import annotations

import subprocess
import sys
from itertools import count
from pathlib import Path
from random import Random

import pytest
from effort import share
from pysat.solvers import Solver

from benchmarks.prover_groups import at_least, induction, rounds
from benchmarks.prover_limits import chains
from kripke.prove import countermodels
from kripke.prove.clock import CONFLICTS, SOLVER, Clock, solve, within_memory
from kripke.prove.errors import OutOfTime
from whoknows import TooLarge, prove


def test_a_hard_call_of_the_solver_looks_at_the_clock_each_hundred_conflicts() -> None:
    """400 atoms and 1,704 clauses of three literals: as hard as it gets. Glucose makes 3,000 conflicts at a time."""
    rng = Random(5)
    rows = [[x * rng.choice((1, -1)) for x in rng.sample(range(1, 401), 3)] for _ in range(1_704)]
    looks = count()
    with Solver(SOLVER, bootstrap_with=rows) as solver:
        with pytest.raises(OutOfTime):
            solve(solver, [], Clock(30, looks.__next__))  # each look takes a second
        assert 0 < solver.accum_stats()["conflicts"] < next(looks) * CONFLICTS / 2


def test_full_memory_ends_in_an_error_that_releases_it() -> None:
    class Large:
        alive = 0

        def __init__(self) -> None:
            Large.alive += 1
            self.itself = self  # a circle, as the worlds of a search are

        def __del__(self) -> None:
            Large.alive -= 1

    def work() -> None:
        large = Large()
        raise MemoryError(large.itself.alive)

    clock = Clock(None)
    clock.done = "; 7 lemmas learned"
    with pytest.raises(OutOfTime, match=r"; 7 lemmas.*; .*memory.*full") as caught:
        within_memory(work, clock)
    assert Large.alive == 0
    assert caught.value.__context__ is None


LITTLE = """
import resource
from pathlib import Path
from benchmarks.prover_families import FAMILIES
from whoknows import prove
prove("K_a p")
size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize() + 300 * 2**20
resource.setrlimit(resource.RLIMIT_AS, (size, size))
prove(FAMILIES["K"]["branch_n"](25), "K")
"""
"""A question about 2^25 worlds in a process that may grow by 300 MB."""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the limit is above the memory that Python takes")
def test_a_process_with_little_memory_says_so() -> None:
    done = subprocess.run([sys.executable, "-c", LITTLE], capture_output=True, encoding="utf-8")
    assert (done.returncode, "the memory that is allowed is full" in done.stderr) == (1, True)


def test_questions_that_others_hear_are_counted_before_they_are_combined() -> None:
    with pytest.raises(TooLarge, match="over 100,000 combinations of events"):
        prove("[p?{a}] " * 60 + "K_b p")


def test_a_model_with_too_many_pairs_is_not_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    apart = " & ".join(f"M_a (p{i} & ~p{i + 1})" for i in range(12))
    assert len(prove(f"~({apart})", "S5").model) > 6
    monkeypatch.setattr(countermodels, "MOST_PAIRS", 20)
    with pytest.raises(OutOfTime, match="over 20 pairs"):
        prove(f"~({apart})", "S5")


@pytest.mark.parametrize("row", [2, 4, *[pytest.param(row, marks=pytest.mark.slow) for row in (0, 1, 3)]])
def test_thousands_of_boxes_are_read_decided_and_printed(row: int) -> None:
    logic, formula = chains(boxes := share(10_000, 3_000))[row]
    answer = prove(formula, logic)
    assert answer.valid == (row != 1)
    assert str(answer).count("K_a") >= boxes / 2


@pytest.mark.parametrize("logic", ["S5", "KD45"])
def test_muddy_children_know_in_the_round_that_counts_them(logic: str) -> None:
    """The benchmark's formulas, with proofs that the checker accepts."""
    for n in (2, 3):
        for k in range(1, n + 1):
            prove(rounds(n, k), logic).check()
    prove(at_least(3, 2), "S5").check()
    prove(induction(3), logic).check()
    nobody = " & ".join(f"~K_c{i} m{i}" for i in range(3))
    assert not prove(rounds(3, 3).replace(f"[{nobody}] ", "", 1), logic).valid
