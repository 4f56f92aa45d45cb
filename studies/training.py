"""Training of predictors and players from data; a game with training has a module `training`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import Any, NamedTuple, Protocol

from games import registry
from games.core.errors import GameError
from kripke.data.lazy import np
from logic.errors import listing, near_miss, shorten


class Curves(NamedTuple):
    """Curves with values between 0 and 1 that show the quality of a predictor.

    Attributes
    ----------
    title, across, up : str
        The title, and the labels of the horizontal and the vertical axis.
    lines : mapping
        The coordinates of the points of each curve, across and up, by the curve's name.
    """

    title: str
    across: str
    up: str
    lines: Mapping[str, tuple[Sequence[float], Sequence[float]]]


def area(positive: Any, negative: Any) -> float:
    """The area under the ROC curve: the probability that a positive case has a higher score than a negative one.

    Ties count as half (Mann and Whitney, *Annals of Mathematical Statistics* 18, 50-60, 1947). O((m + n) log n) for the
    scores of m positive and n negative cases. Equals `sklearn.metrics.roc_auc_score`, in a tenth of its time.
    """
    ordered = np.sort(negative)
    below, upto = np.searchsorted(ordered, positive, "left"), np.searchsorted(ordered, positive, "right")
    return float((below + upto).mean() / 2 / len(ordered))


class Trained(NamedTuple):
    """The result of training: the text of the written file, and the table of its validation.

    Attributes
    ----------
    columns : tuple of str
        The column headers of the table of the validation.
    curves : Curves, optional
        Curves that show the quality of the result, if there are any.
    """

    head: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    text: str
    curves: Curves | None = None


def training_of(name: str, what: str = "") -> Any:
    """The module `training` of a game; `GameError` if it has none.

    The module has the functions ``simulated``, ``recorded`` and ``trained``, or ``course`` for a long training run.

    The module's ``TRAINS`` describes the result, and its ``USED`` says how the written file is used.

    Parameters
    ----------
    what : str
        The name of another module with the same functions, from the module's ``OTHERS``; empty: the module itself.
    """

    def part_of(game: str) -> Any:
        return registry.part(registry.game(game).rules, "training", "studies")

    there = [each for each in registry.names() if part_of(each) is not None]
    module = part_of(name) if name in registry.names() or ":" in name else None
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


SAVED_EVERY = 30.0  # seconds between two checkpoints


class Progress(NamedTuple):
    """The progress of a training run.

    Attributes
    ----------
    done : float
        The fraction of the training run that is done, from 0 to 1.
    figures : mapping of str to float
        The statistics to plot against the number of games.
    """

    games: int
    done: float
    figures: Mapping[str, float]


class Course(Protocol):
    """A training run that is done in rounds, with measurements and checkpoints."""

    @property
    def done(self) -> float:
        """The fraction of the training run that is done, from 0 to 1."""

    @property
    def history(self) -> Sequence[Progress]:
        """The measurements so far, in order."""

    def step(self) -> None:
        """Run one round of training."""

    def measure(self) -> Progress:
        """Measure the quality of the present state, and add it to the history."""

    def save(self) -> None:
        """Atomically write the checkpoint from which the training run continues."""

    def finish(self) -> str:
        """Write the result; return a line that describes it."""


def run(course: Course, minutes: float, tell: Callable[[Sequence[Progress]], None]) -> None:
    """Train until the end or the time limit; checkpoints are written regularly and on interruption.

    Parameters
    ----------
    minutes : float
        The longest time; infinite for no limit.
    tell : function of a sequence of Progress
        Called with the measurements so far after each measurement.
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
