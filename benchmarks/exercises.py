"""Exercises of each kind: the time to generate them and to mark their sample answers; and to mark a class."""

import csv
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.measure import best, table, timed
from learn.exercises.registry import KINDS, made_of, make

SEEDS = 20  # number of seeds of each kind and difficulty
ANSWERS = 1_000  # number of answers of a class, each to an exercise of its own


def mark_all(kind: str, data: list[dict[str, Any]]) -> bool:
    """Read exercises from data and mark their sample answers."""
    return all(KINDS[kind].model_validate(each).mark(each["answer"]).right for each in data)


def a_class() -> None:
    """Print the seconds that `whoknows mark` takes for a class whose students all have different exercises."""
    rows = []
    for level in (1, 2, 3):
        with tempfile.TemporaryDirectory() as folder, (Path(folder) / "answers.csv").open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(("student", "exercise", "answer"))
            for number in range(ANSWERS):
                student, kind = number // len(KINDS), [*KINDS][number % len(KINDS)]
                answer = make(kind, student, level).model_dump(mode="json")["answer"]
                text = answer if isinstance(answer, str) else json.dumps(answer)
                writer.writerow((student, f"{kind}/{level}/{student}", text))
            file.flush()
            start = time.perf_counter()
            seconds, _ = timed([sys.executable, "-m", "whoknows", "mark", file.name])
            rows.append((level, ANSWERS, time.perf_counter() - start, seconds))
    table("Answers of a class", ("difficulty", "answers", "wall, s", "processor, s"), rows)


def main() -> None:
    """Print the mean times for each kind in milliseconds."""
    rows = []
    for kind in KINDS:
        asked = [(KINDS[kind], seed, level) for level in (1, 2, 3) for seed in range(300, 300 + SEEDS)]
        making, made = best(lambda asked=asked: [made_of.__wrapped__(*each) for each in asked], runs=3)
        data = [each.model_dump(mode="json") for each in made]
        marking, right = best(lambda kind=kind, data=data: mark_all(kind, data), runs=3)
        assert right
        rows.append((kind, 1e3 * making / len(asked), 1e3 * marking / len(asked)))
    table("Exercises", ("kind", "make, ms", "read and mark, ms"), rows)
    a_class()


PARTS = {"class": a_class}
