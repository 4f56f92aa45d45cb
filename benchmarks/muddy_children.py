"""The muddy children, all n muddy: the father speaks, nobody knows n - 1 times, then all know; with model building.

Each size runs in a new process, so that its memory is measured separately.
"""

import json
import subprocess
import sys
from itertools import product

from benchmarks.measure import best, peak_megabytes, table
from benchmarks.plain_sets import PlainModel
from whoknows import K, KripkeModel, Kw, atoms, conj, disj

SIZES = (4, 6, 8, 10, 12, 14, 16, 18, 20)
MOST_PLAIN = 10


def announcements(n: int):
    muddy = atoms(" ".join(f"m{i}" for i in range(n)))
    father = disj(muddy)
    nobody = conj(~Kw(f"c{i}", m) for i, m in enumerate(muddy))
    everybody = conj(K(f"c{i}", m) for i, m in enumerate(muddy))
    return father, nobody, everybody


def from_observations(n: int) -> KripkeModel:
    names = [f"m{i}" for i in range(n)]
    return KripkeModel.from_observations(names, {f"c{i}": names[:i] + names[i + 1 :] for i in range(n)}, actual=names)


def from_partitions(n: int) -> KripkeModel:
    """The model of the story, built from partitions that are listed in Python."""
    worlds = {bits: {f"m{i}" for i in range(n) if bits[i]} for bits in product((0, 1), repeat=n)}
    partitions = {}
    for i in range(n):
        cells: dict[tuple, list] = {}
        for w in worlds:
            cells.setdefault(w[:i] + w[i + 1 :], []).append(w)
        partitions[f"c{i}"] = list(cells.values())
    return KripkeModel.s5(worlds, partitions, actual=(1,) * n)


def play(model, said) -> list[int]:
    """The number of worlds before and after each announcement; at the end all children know."""
    father, nobody, everybody = said
    counts = [len(model)]
    for statement in [father] + [nobody] * (len(model.agents) - 1):
        model = model.announce(statement)
        counts.append(len(model))
    assert model.holds(everybody)
    return counts


def plainly(n: int) -> list[int]:
    """The numbers of worlds that `play` returns, computed on plain frozen sets."""
    father, nobody, everybody = announcements(n)
    worlds = {bits: {f"m{i}" for i in range(n) if bits[i]} for bits in product((0, 1), repeat=n)}
    model = PlainModel.s5(worlds, {f"c{i}": lambda w, i=i: w[:i] + w[i + 1 :] for i in range(n)})
    counts = [len(model.worlds)]
    for statement in [father] + [nobody] * (n - 1):
        model = model.announce(statement)
        counts.append(len(model.worlds))
    assert (1,) * n in model.extension(everybody)
    return counts


def one(n: int, how: str) -> dict[str, object]:
    """Seconds and memory of one implementation; to be run in a new process."""
    said = announcements(n)
    work = {
        "observations": lambda: play(from_observations(n), said),
        "partitions": lambda: play(from_partitions(n), said),
        "plain": lambda: plainly(n),
    }[how]
    before = peak_megabytes()
    seconds, counts = best(work, runs=5 if n <= 12 else 2)
    return {"seconds": seconds, "counts": counts, "megabytes": peak_megabytes(), "before": before}


def in_a_process(n: int, how: str) -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.muddy_children", str(n), how], check=True, capture_output=True, text=True
    )
    return json.loads(done.stdout)


def main() -> None:
    """Run the benchmark and print its table."""
    rows = []
    for n in SIZES:
        ours = in_a_process(n, "observations")
        classes = in_a_process(n, "partitions") if n <= 16 else None
        plain = in_a_process(n, "plain") if n <= MOST_PLAIN else None
        for other in (classes, plain):
            assert other is None or other["counts"] == ours["counts"]
        rows.append(
            (
                n,
                ours["counts"][0],
                ours["seconds"] * 1e3,
                ours["megabytes"],
                classes["seconds"] * 1e3 if classes else "",
                plain["seconds"] * 1e3 if plain else "",
                plain["seconds"] / ours["seconds"] if plain else "",
            )
        )
    table(
        "Muddy children, whole, in milliseconds",
        ("n", "worlds", "from observations", "peak MB", "from partitions in Python", "plain frozen sets", "ratio"),
        rows,
    )


if __name__ == "__main__" and len(sys.argv) == 3:
    print(json.dumps(one(int(sys.argv[1]), sys.argv[2])))
