"""Models from observations: 2^n worlds with n agents; time and memory with and without label arrays."""

import json
import subprocess
import sys

import numpy as np

from benchmarks.measure import best, first_time, peak_megabytes, table
from benchmarks.muddy_children import from_observations
from whoknows import KripkeModel


def one(n: int) -> dict[str, float]:
    before = peak_megabytes()
    seconds, model = best(lambda: from_observations(n), runs=1)
    more, arrays = best(lambda: [model.structure.relations[agent].labels for agent in model.agents], runs=1)
    assert all(len(np.unique(labels)) == 2 ** (n - 1) for labels in arrays[:2])
    labels = sum(labels.nbytes for labels in arrays) / 2**20
    return {"seconds": seconds, "labels_seconds": more, "labels": labels, "grown": peak_megabytes() - before}


def of_formulas(n: int) -> KripkeModel:
    """A model of five agents who each see four fifths of the atoms and whether one of the first two is true."""
    names = [f"m{i}" for i in range(n)]
    sees = {f"c{k}": [*(names[i] for i in range(n) if i % 5 != k), "m0 | m1"] for k in range(5)}
    return KripkeModel.from_observations(names, sees, limit=2**n)


def memory() -> None:
    """Print the table of bytes per world."""
    rows = []
    for n in (16, 18, 20, 22, 24):
        building, megabytes = first_time(lambda n=n: of_formulas(n))
        _, more = first_time(lambda n=n: of_formulas(n).count("C (m0 | m1 | m2)"))
        rows.append((n, building * 1e3, megabytes * 2**20 / 2**n, more * 2**20 / 2**n))
    head = ("n", "building, ms", "bytes a world", "bytes a world with a C, and Numba from 2^20")
    table("A model of 2^n worlds and 5 agents who observe formulas, at most", head, rows)


def main() -> None:
    """Run the benchmark and print its tables."""
    memory()
    rows = []
    for n in (12, 14, 16, 18, 20):
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.observations", str(n)], check=True, capture_output=True, text=True
        )
        got = json.loads(done.stdout)
        rows.append((n, 2**n, got["seconds"] * 1e3, got["labels_seconds"] * 1e3, got["labels"], got["grown"]))
    table(
        "A model of 2^n worlds and n agents from observations",
        ("n", "worlds", "building, ms", "all label arrays, ms", "label arrays, MB", "memory grown, MB"),
        rows,
    )


PARTS = {"memory": memory}

if __name__ == "__main__" and len(sys.argv) == 2:
    print(json.dumps(one(int(sys.argv[1]))))
