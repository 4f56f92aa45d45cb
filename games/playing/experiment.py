"""Experiments: rounds of several set-ups, measurements of each round, and hypotheses judged by figures.

Rounds are measured one by one, in any number of processes. Each set-up has a file with a line for each round, from
which a killed run resumes. Rounds of the same number share the luck of the cards in all set-ups; rounds of one set-up
share none, so they are independent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

from games.core.errors import GameError, RecordError
from games.playing.arena import MOST_GAMES, Told, header, require_jobs, spread
from games.playing.journal import Journal, again
from games.playing.match import Match, Played, Setup
from games.playing.statistics import Estimate
from logic.errors import listing, shorten

VERSION = 1

Measured = dict[str, Any]
"""What was measured in a round, as JSON values."""
Measure = Callable[[Match, Played], Measured]
Verdict = Literal["confirmed", "refuted", "undecided"]


@dataclass(frozen=True)
class Trial:
    """A set-up of an experiment.

    Parameters
    ----------
    name : str
        Its name, in names of files too.
    setup : Setup
        What is played and by whom; a match is one game.
    """

    name: str
    setup: Setup

    def __post_init__(self) -> None:
        if self.setup.block != 1:
            raise GameError(f"set-up {self.name}: matches of {self.setup.block} games; expected one game a match")


def run(
    trials: Sequence[Trial],
    rounds: int,
    measure: Measure,
    *,
    out: Path | None = None,
    jobs: int = -1,
    told: Told | None = None,
) -> dict[str, list[Measured]]:
    """Play rounds of each set-up and measure them.

    Parameters
    ----------
    trials : sequence of Trial
        The set-ups.
    rounds : int
        Number of rounds of each.
    measure : function of (match, played)
        What is measured when a round is over; a function of a module, so other processes can import it.
    out : Path, optional
        A folder, made if needed, with a file for each set-up. Rounds in it are not played again.
    jobs : int
        Number of processes; -1: one for each core.
    told : function of (rounds done, rounds), optional
        Called at the start and after each round.

    Returns
    -------
    dict
        Name of a set-up -> its rounds in their order.

    Raises
    ------
    GameError
        If a number or a line-up is invalid.
    RecordError
        If a file cannot be written, or belongs to another run.

    Notes
    -----
    Time O(rounds / processes); memory O(rounds).
    """
    if not 1 <= rounds * len(trials) <= MOST_GAMES:
        raise GameError(
            f"rounds={shorten(rounds)}: expected at least one round of each set-up, and at most {MOST_GAMES:,} in all"
        )
    require_jobs(jobs)
    if twice := [name for name, times in Counter(trial.name for trial in trials).items() if times > 1]:
        raise GameError(f"{listing(twice)}: expected set-ups with different names")
    for trial in trials:
        trial.setup.lineup.made(trial.setup.played)  # refused before a file is touched
    with ExitStack() as stack:
        files = [_File(trial, out, stack) for trial in trials]
        found = {trial.name: file.done(rounds) for trial, file in zip(trials, files, strict=True)}
        for file in files:
            file.begin()
        left = [  # in turn, so a run that is stopped has rounds of each set-up
            (place, number)
            for number in range(rounds)
            for place, trial in enumerate(trials)
            if number >= len(found[trial.name])
        ]
        done, wanted = sum(map(len, found.values())), rounds * len(trials)
        if told:
            told(done, wanted)
        playing = stack.enter_context(closing(spread(partial(_play, trials, measure), left, jobs)))
        for (place, _), measured in zip(left, playing, strict=True):
            files[place].write(measured)
            found[trials[place].name].append(measured)
            done += 1
            if told:
                told(done, wanted)
    return found


def _play(trials: Sequence[Trial], measure: Measure, which: tuple[int, int]) -> Measured:
    """A round of a set-up, measured: the task of a worker.

    The matches of all seatings share their luck: a round is the first of them.
    """
    place, number = which
    setup = trials[place].setup
    match = Match(setup, number * len(setup.seat_order.seats))
    return {"round": number, **measure(match, match.play(0))}


class _File:
    """The file of a set-up's rounds, if there is a folder."""

    def __init__(self, trial: Trial, out: Path | None, stack: ExitStack) -> None:
        self.header = {"rounds": VERSION} | header(trial.setup)
        self.journal = None if out is None else stack.enter_context(Journal(_folder(out) / f"{trial.name}.jsonl"))

    def done(self, rounds: int) -> list[Measured]:
        """The rounds in the file, the first ones if there are more."""
        if self.journal is None:
            return []
        found = list(self.journal.following(self.header))
        for number, entry in enumerate(found):
            if entry.get("round") != number:
                raise RecordError(
                    f"{self.journal.path}, line {number + 2}: expected round {number}; "
                    + again(number + 2, str(self.journal.path))
                )
        return found[:rounds]

    def begin(self) -> None:
        """Write the header of a new file, after all files were accepted."""
        if self.journal is not None and next(self.journal.entries(), None) is None:
            self.journal.append(self.header)

    def write(self, measured: Measured) -> None:
        """Write a round."""
        if self.journal is not None:
            self.journal.append(measured)


def _folder(out: Path) -> Path:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise RecordError(f"{out}: the folder cannot be made: {reason}; name another") from None
    return out


@dataclass(frozen=True)
class Claim:
    """A statement about one figure: it lies between two bounds.

    Parameters
    ----------
    of : str
        What the figure is.
    figure : Estimate
        The figure.
    low, high : float
        The bounds, perhaps infinite.
    """

    of: str
    figure: Estimate
    low: float
    high: float

    @property
    def verdict(self) -> Verdict:
        """Confirmed if the whole interval lies between the bounds, refuted if it lies beyond one of them."""
        low, high = self.figure.low, self.figure.high
        if low is None or high is None:
            return "undecided"
        if low > self.high or high < self.low:
            return "refuted"
        return "confirmed" if low > self.low and high < self.high else "undecided"


@dataclass(frozen=True)
class Hypothesis:
    """A statement about an experiment: several claims about its figures at once.

    Parameters
    ----------
    name, says, criterion : str
        Its number, its statement, and the figures by which it is judged.
    claims : tuple of Claim
        What it claims.
    """

    name: str
    says: str
    criterion: str
    claims: tuple[Claim, ...]

    @property
    def verdict(self) -> Verdict:
        """Confirmed if all claims are, refuted if one is, otherwise undecided."""
        verdicts = {claim.verdict for claim in self.claims}
        if "refuted" in verdicts:
            return "refuted"
        return "confirmed" if verdicts == {"confirmed"} else "undecided"


def together(claims: int, level: float) -> float:
    """The level of each of several intervals for a level of all together (Bonferroni).

    Parameters
    ----------
    claims : int
        Number of intervals.
    level : float
        Of all together.
    """
    return 1 - (1 - level) / claims


def combined(axes: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """All combinations of values, the last axis fastest."""
    found: list[dict[str, Any]] = [{}]
    for key, values in axes.items():
        found = [{**each, key: value} for each in found for value in values]
    return found
