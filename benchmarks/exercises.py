"""Exercises of each kind: made from seeds, and their sample answers read and marked, on one core."""

from typing import Any

from benchmarks.measure import best, table
from learn.exercises.registry import KINDS, make

SEEDS = 20  # number of seeds of each kind and difficulty


def mark_all(kind: str, data: list[dict[str, Any]]) -> bool:
    """Read exercises and mark their sample answers."""
    return all(KINDS[kind].model_validate(each).mark(each["answer"]).right for each in data)


def main() -> None:
    """Print the mean of each kind in milliseconds."""
    rows = []
    for kind in KINDS:
        asked = [(kind, seed, level) for level in (1, 2, 3) for seed in range(300, 300 + SEEDS)]
        making, made = best(lambda asked=asked: [make.__wrapped__(*each) for each in asked], runs=3)
        data = [each.model_dump(mode="json") for each in made]
        marking, right = best(lambda kind=kind, data=data: mark_all(kind, data), runs=3)
        assert right
        rows.append((kind, 1e3 * making / len(asked), 1e3 * marking / len(asked)))
    table("Exercises", ("kind", "make, ms", "read and mark, ms"), rows)
