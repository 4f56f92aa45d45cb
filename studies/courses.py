"""Trainings that take minutes or hours: rounds that can be interrupted at any time, and go on from a file.

A game has one where its module ``training`` has ``COURSES`` and ``course``. A round depends on nothing but the state
before it, the seed and its number, so a training that was killed goes on to the same result.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import NamedTuple, Protocol

SAVED_EVERY = 30.0
"""Seconds between two files."""


class Progress(NamedTuple):
    """How far a training is.

    Attributes
    ----------
    games : int
        How many games were played.
    done : float
        The share of the training that is done, from 0 to 1.
    figures : mapping of str to float
        What is plotted over the games.
    """

    games: int
    done: float
    figures: Mapping[str, float]


class Course(Protocol):
    """A training in rounds."""

    @property
    def done(self) -> float:
        """The share that is done, from 0 to 1."""

    @property
    def history(self) -> Sequence[Progress]:
        """What was measured so far."""

    def step(self) -> None:
        """One round."""

    def measure(self) -> Progress:
        """Measure how good the present state is, and add it to the history."""

    def save(self) -> None:
        """Write the file from which the training goes on, completely or not at all."""

    def finish(self) -> str:
        """Write the result; a line that says what it is."""


def run(course: Course, minutes: float, tell: Callable[[Sequence[Progress]], None]) -> None:
    """Train until the end or for some time; the file is written on the way, and when the training is interrupted.

    Parameters
    ----------
    minutes : float
        The longest time; infinite for none.
    """
    began = saved = monotonic()
    try:
        while course.done < 1 and monotonic() - began < 60 * minutes:
            course.step()
            if monotonic() - saved >= SAVED_EVERY:
                course.measure()
                course.save()
                tell(course.history)
                saved = monotonic()
    finally:
        course.save()
    course.measure()
    course.save()
    tell(course.history)
