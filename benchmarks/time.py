"""Systems with time: reachable states, and questions about runs and knowledge.

``time:states``: five agents, each with a counter of k values, see their own and the next one's. The environment moves a
counter in one of three ways; two counters move when others are full. All k^5 states are reached, with three transitions
each.
"""

import time
import tracemalloc
from collections.abc import Callable, Mapping

from benchmarks.measure import table
from whoknows import System

WAYS = ("left", "right", "up")


def counters(top: int) -> System:
    """The system of five counters, the greatest value of each."""
    moved = [("env=left",), ("env=right",), ("env=up",), ("env=left", f"n0={top}"), ("env=right", f"n1={top}")]
    return System(
        agents={f"a{i}": [f"n{i}", f"n{(i + 1) % 5}"] for i in range(5)},
        variables={f"n{i}": range(top + 1) for i in range(5)},
        init=" & ".join(f"n{i}=0" for i in range(5)),
        protocol={"env": WAYS},
        evolution={
            f"a{i}": [
                (" & ".join([*when, f"~n{i}={top}"]), {f"n{i}": f"n{i} + 1"}),
                (" & ".join([*when, f"n{i}={top}"]), {f"n{i}": "0"}),
            ]
            for i, when in enumerate(moved)
        },
        symbolic=False,
    )


def states() -> None:
    """Print the table of listed states."""
    for _ in range(2):
        counters(15).count("EG n0=0 & AG K_a0 n0=0 & C n0=0")  # compiles
    rows = []
    for top in (3, 5, 9, 15):
        p = f"~n0={top // 2}"
        asked = [f"AG K_a0 ({p})", f"EG ({p})", f"C ({p})"]
        least = [float("inf")] * (1 + len(asked))
        for _ in range(3):
            start = time.process_time()
            system = counters(top)
            times = [time.process_time() - start]
            for formula in asked:
                start = time.process_time()
                system.count(formula)
                times.append(time.process_time() - start)
            least = [min(pair) for pair in zip(least, times, strict=True)]
        tracemalloc.start()
        measured = counters(top)
        for formula in asked:
            measured.count(formula)
        held, peak = (amount / len(measured) for amount in tracemalloc.get_traced_memory())
        tracemalloc.stop()
        assert (len(measured), measured.count("EX true")) == ((top + 1) ** 5, (top + 1) ** 5)
        rows.append((len(measured), *least, sum(least), held, peak))
    head = ("states", "reached, s", "AG K_a p", "EG p", "C p", "together, s", "bytes of a state", "at the peak")
    table("Systems of listed states, three transitions each", head, rows)


PARTS: Mapping[str, Callable[[], None]] = {"states": states}


def main() -> None:
    """Print all tables."""
    for part in PARTS.values():
        part()
