"""Exercises from seeds, no two alike.

Each likeness falls into one of `SEEDS` buckets, by a hash of it. A seed takes only exercises of its own bucket, so two
seeds that differ modulo `SEEDS` never give exercises that are alike, and no list of the others is needed.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from random import Random

from learn.exercises.exercise import Exercise, Unsolvable
from learn.exercises.likeness import digest
from logic.errors import shorten

SEEDS = 256
"""Number of consecutive seeds whose exercises differ."""
TRIES = 60_000
"""Drafts that are thrown away before an error; about 300 are needed."""
LEVELS = (1, 2, 3)
"""The difficulties."""
KEPT = 200
"""Exercises that are kept: the marks and hints of one are asked for after it was made."""


@lru_cache(maxsize=KEPT)
def make(kind: type[Exercise], seed: int, difficulty: int = 1) -> Exercise:
    """The exercise of a seed: solved, of the difficulty, and unlike those of the next `SEEDS` - 1 seeds.

    Raises
    ------
    Unsolvable
        If no draft of this seed is accepted, which no test has seen.

    Examples
    --------
    >>> from learn.exercises.predict import Predict
    >>> make(Predict, 1, 2) == make(Predict, 1, 2), make(Predict, 1).answer == make(Predict, 2).answer
    (True, False)
    """
    if difficulty not in LEVELS:
        raise Unsolvable(f"{kind.title}: difficulty {shorten(repr(difficulty))}: expected 1, 2 or 3")
    rng = Random(f"{kind.title} {difficulty} {seed}")
    for _ in range(TRIES):
        for draft in kind.drafts(rng, difficulty):
            exercise = draft.finish() if bucket(draft.likeness) == seed % SEEDS else None
            if exercise is not None:
                return exercise
    raise Unsolvable(f"{kind.title}: no exercise for seed {seed}: take another seed")


def bucket(likeness: Hashable) -> int:
    """The bucket of a likeness, the same on every machine."""
    return (likeness if isinstance(likeness, int) else digest(likeness)) % SEEDS
