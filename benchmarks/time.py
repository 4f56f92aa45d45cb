"""Systems with time: reachable states, and queries about runs and knowledge.

``time:states`` has five agents, who see their own counter of k values and the next agent's. The environment moves a
counter in one of three ways, and two counters move when others are full. All k^5 states are reached, each with three
transitions.

``time:recall`` has agents with perfect recall: a sender sends its counter, which goes up to k; messages may be lost.
"""

import time
import tracemalloc
from collections.abc import Callable, Mapping

from benchmarks.measure import table
from whoknows import System

WAYS = ("left", "right", "up")


def counters(top: int) -> System:
    """A system of five counters from 0 to `top`."""
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
    """Print the table of systems with listed states."""
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


def lossy(top: int) -> System:
    """A sender that counts up and sends the number in each step through a channel that may lose it."""
    return System(
        agents={"sender": ["n"], "receiver": ["got"]},
        variables={"n": range(top + 1), "got": range(top + 1)},
        init="n=0 & got=0",
        protocol={"channel": ["deliver", "lose"]},
        evolution={"sender": [(f"~n={top}", {"n": "n + 1"})], "receiver": [("channel=deliver", {"got": "n"})]},
        recall=True,
    )


def recall() -> None:
    """Print the table of perfect recall, by the depth of knowledge."""
    lossy(3).holds("AG K_receiver M_sender K_receiver O got=0 & EF C got=0")
    rows = []
    for top in (8, 16, 32, 64):
        row: list[object] = [len(lossy(top))]
        for formula, holds in (
            ("AG K_receiver O got=0", True),
            ("AG K_receiver K_sender K_receiver O got=0", True),
            (f"EF C_{{sender,receiver}} got={top}", False),
        ):
            least = float("inf")
            for _ in range(3):
                system = lossy(top)
                start = time.process_time()
                assert system.holds(formula) is holds
                least = min(least, time.process_time() - start)
            assert system._recall is not None
            row += [len(system._recall.histories.known), least]
        rows.append(row)
    head = ("states", "K", "s", "K K K", "s", "C", "s")
    table("Perfect recall: knowledge states and seconds, by what is asked", head, rows)


PARTS: Mapping[str, Callable[[], None]] = {"states": states, "recall": recall}


def main() -> None:
    """Run the benchmark and print all its tables."""
    for part in PARTS.values():
        part()
