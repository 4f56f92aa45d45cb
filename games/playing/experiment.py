"""Experiments: many rounds of several set-ups, what was measured in each, and hypotheses that the figures judge.

A set-up's rounds are measured one by one, in any number of processes, and kept in a file of its own, a line a round: a
run that was killed and is started again goes on. Rounds of the same number share the luck of the cards in all set-ups,
and those of one set-up share none, so that they are independent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

from games.core.errors import GameError, RecordError
from games.playing.arena import Told, header, require_jobs, spread
from games.playing.journal import Journal
from games.playing.match import Match, Played, Setup
from games.playing.statistics import Estimate
from logic.errors import listing

VERSION = 1

Measured = dict[str, Any]
"""What was measured in a round, as JSON has it."""
Measure = Callable[[Match, Played], Measured]
Verdict = Literal["confirmed", "refuted", "undecided"]


@dataclass(frozen=True)
class Trial:
    """A set-up of an experiment.

    Parameters
    ----------
    name : str
        What it is called, in the names of files too.
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
    """Play so many rounds of each set-up and measure them.

    Parameters
    ----------
    trials : sequence of Trial
        The set-ups.
    rounds : int
        How many rounds of each.
    measure : function of (match, played)
        What is measured when a round is over; the function of a module, so that other processes find it.
    out : Path, optional
        A folder, which is made, for a file a set-up. Rounds that are there are not played again.
    jobs : int
        How many processes; -1 is one a core.
    told : function of (rounds done, rounds), optional
        Called at the beginning and after each round.

    Returns
    -------
    dict
        Name of a set-up -> its rounds in their order.

    Raises
    ------
    GameError
        If a number is none that can be, or a line-up cannot be made.
    RecordError
        If a file cannot be written, or is of another run.

    Notes
    -----
    Time O(rounds / processes); memory O(rounds).
    """
    if rounds < 1:
        raise GameError(f"rounds={rounds}: expected at least one round of each set-up")
    require_jobs(jobs)
    if twice := [name for name, times in Counter(trial.name for trial in trials).items() if times > 1]:
        raise GameError(f"{listing(twice)}: expected set-ups of different names, whose rounds can be told apart")
    for trial in trials:
        trial.setup.lineup.made(trial.setup.played)  # refused before a file is touched
    with ExitStack() as stack:
        files = [_File(trial, out, stack) for trial in trials]
        found = {trial.name: file.done(rounds) for trial, file in zip(trials, files, strict=True)}
        for file in files:
            file.begin()
        left = [  # all set-ups come forward together, so that a run that is stopped has something of each
            (place, number)
            for number in range(rounds)
            for place, trial in enumerate(trials)
            if number >= len(found[trial.name])
        ]
        done, wanted = sum(map(len, found.values())), rounds * len(trials)
        if told:
            told(done, wanted)
        for (place, _), measured in zip(left, spread(partial(_play, trials, measure), left, jobs), strict=True):
            files[place].write(measured)
            found[trials[place].name].append(measured)
            done += 1
            if told:
                told(done, wanted)
    return found


def _play(trials: Sequence[Trial], measure: Measure, which: tuple[int, int]) -> Measured:
    """A round of a set-up, measured: the task of a worker.

    As many matches as there are players share their luck: a round is the first of them.
    """
    place, number = which
    setup = trials[place].setup
    match = Match(setup, number * setup.lineup.players)
    return {"round": number, **measure(match, match.play(0))}


class _File:
    """A set-up's rounds in the folder, if there is one."""

    def __init__(self, trial: Trial, out: Path | None, stack: ExitStack) -> None:
        self.header = {"rounds": VERSION} | header(trial.setup)
        self.journal = None if out is None else stack.enter_context(Journal(_folder(out) / f"{trial.name}.jsonl"))

    def done(self, rounds: int) -> list[Measured]:
        """The first rounds that are there."""
        if self.journal is None:
            return []
        found = list(self.journal.following(self.header))
        for number, entry in enumerate(found):
            if entry.get("round") != number:
                raise RecordError(
                    f"{self.journal.path}, line {number + 2}: expected round {number}; name another folder"
                )
        return found[:rounds]

    def begin(self) -> None:
        """Give a new file its header, once no other is refused."""
        if self.journal is not None and next(self.journal.entries(), None) is None:
            self.journal.append(self.header)

    def write(self, measured: Measured) -> None:
        """Keep a round."""
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
    """What a hypothesis says of one figure: that it lies between two bounds.

    Attributes
    ----------
    of : str
        What the figure is.
    figure : Estimate
    low, high : float
        The bounds; infinite where there is none.
    """

    of: str
    figure: Estimate
    low: float
    high: float

    @property
    def verdict(self) -> Verdict:
        """Confirmed where the whole interval lies between the bounds, refuted where it lies beyond one of them."""
        low, high = self.figure.low, self.figure.high
        if low is None or high is None:
            return "undecided"
        if low > self.high or high < self.low:
            return "refuted"
        return "confirmed" if low > self.low and high < self.high else "undecided"


@dataclass(frozen=True)
class Hypothesis:
    """A statement about an experiment, as claims about its figures, which it makes all together.

    Attributes
    ----------
    name, says, criterion : str
        Its number; what it says; by which figures it is judged.
    claims : tuple of Claim
    """

    name: str
    says: str
    criterion: str
    claims: tuple[Claim, ...]

    @property
    def verdict(self) -> Verdict:
        """Confirmed where all claims are, refuted where one is, else undecided."""
        verdicts = {claim.verdict for claim in self.claims}
        if "refuted" in verdicts:
            return "refuted"
        return "confirmed" if verdicts == {"confirmed"} else "undecided"


def together(claims: int, level: float) -> float:
    """The level of each interval such that so many hold together at this level (Bonferroni)."""
    return 1 - (1 - level) / claims


def combined(axes: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """Each choice of a value on each axis, the last axis the fastest."""
    found: list[dict[str, Any]] = [{}]
    for key, values in axes.items():
        found = [{**each, key: value} for each in found for value in values]
    return found
