"""Training of what a game's agents learn from data; a game that has it brings a module `training`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from types import ModuleType
from typing import Any, NamedTuple, Protocol

from games import registry
from games.core.errors import GameError
from logic.errors import listing, near_miss, shorten


class Curves(NamedTuple):
    """Curves between 0 and 1 that show how good a predictor is.

    Attributes
    ----------
    title, across, up : str
        Texts above and along the axes.
    lines : mapping
        Name of a curve -> its points' places across and up.
    """

    title: str
    across: str
    up: str
    lines: Mapping[str, tuple[Sequence[float], Sequence[float]]]


class Trained(NamedTuple):
    """The result of a training.

    Attributes
    ----------
    columns : tuple of str
        The heads of the table of the validation.
    curves : Curves, optional
        To be drawn, if the module has texts for them in `PLOTTED`.
    """

    head: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    text: str
    curves: Curves | None = None


def training_of(name: str, what: str = "") -> Any:
    """The module `training` of a game; `GameError` if it has none.

    It has ``simulated``, ``recorded`` and ``trained``, or ``course`` for a long training (`studies.training`).

    Its ``TRAINS`` says what is trained, ``USED`` what the written file is for.

    Parameters
    ----------
    what : str
        One of the modules in its ``OTHERS``, which has the same functions; empty: the module itself.
    """
    there = [
        each for each in registry.names() if registry.part(registry.game(each).rules, "training", "studies") is not None
    ]
    module = (
        registry.part(registry.game(name).rules, "training", "studies")
        if name in registry.names() or ":" in name
        else None
    )
    if module is None:
        problem = f"nothing to train in {shorten(repr(name))}: expected {listing(there)}"
        raise GameError(problem + near_miss(name, there))
    others = getattr(module, "OTHERS", {})
    if what and what not in others:
        also = f"expected {', '.join(others)}; without --what" if others else "leave --what out:"
        raise GameError(
            f"--what {shorten(repr(what))}: {also} {name} trains {module.TRAINS}{near_miss(what, list(others))}"
        )
    return others[what] if what else module


def _module(game: str) -> ModuleType | None:
    return registry.part(registry.game(game).rules, "training", "studies")


SAVED_EVERY = 30.0  # seconds between two files


class Progress(NamedTuple):
    """The progress of a training.

    Attributes
    ----------
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
        """The measurements so far."""

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
