"""Building models from observations: 2^n worlds with n agents, the label arrays made, time and memory."""

import json
import subprocess
import sys

import numpy as np

from benchmarks.measure import best, peak_megabytes, table
from benchmarks.muddy_children import from_observations


def one(n: int) -> dict[str, float]:
    before = peak_megabytes()
    seconds, model = best(lambda: from_observations(n), runs=1)
    more, arrays = best(lambda: [model.structure.relations[agent].labels for agent in model.agents], runs=1)
    assert all(len(np.unique(labels)) == 2 ** (n - 1) for labels in arrays[:2])
    labels = sum(labels.nbytes for labels in arrays) / 2**20
    return {"seconds": seconds, "labels_seconds": more, "labels": labels, "grown": peak_megabytes() - before}


def main() -> None:
    """Print the table."""
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


if __name__ == "__main__" and len(sys.argv) == 2:
    print(json.dumps(one(int(sys.argv[1]))))
