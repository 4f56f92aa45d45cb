"""Experiments: rounds of several set-ups, measurements of each game, and hypotheses judged by the measurements.

A round is a deal, played once in each seating that gives a different game. Games are measured one by one, in any number
of processes or on a cluster. Each set-up has a file with a line for each game, from which a killed run resumes. Rounds
with the same number have the same deal in all set-ups. The rounds of one set-up have independent deals, so intervals
are clustered by round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

from games.core.errors import GameError, RecordError
from games.core.progress import ProgressCallback, untold
from games.playing.arena import MOST_GAMES, header, require_backend, require_jobs, spread
from games.playing.match import Match, Played, Setup
from games.playing.records import Journal, again
from games.playing.statistics import LEVEL, Estimate, clustered_share, estimate, proportion
from kripke.formats.writing import made_folder
from logic.errors import listing, parameter, shorten

VERSION = 1
LONGEST_NAME = 240  # Letters of a set-up's name. Names of files may have 255 bytes.

Measured = dict[str, Any]  # the measurements of a game, as JSON values; ``round`` is the number of its round
Measure = Callable[[Match, Any], Measured]
Play = Callable[[Match, int], Any]
Verdict = Literal["confirmed", "refuted", "undecided"]


@dataclass(frozen=True)
class Trial:
    """A set-up of an experiment, with its number of rounds.

    Parameters
    ----------
    rounds : int
        The number of its rounds; 0: the default number.
    """

    name: str
    setup: Setup
    rounds: int = 0

    @property
    def matches(self) -> int:
        """The number of matches in a round: one for each seating that gives a different game."""
        return self.setup.seat_order.distinct

    def match(self, number: int) -> Match:
        """The match with this number among the matches of the set-up."""
        done, seating = divmod(number, self.matches)
        return Match(self.setup, done * len(self.setup.seat_order.seats) + seating)

    def place(self, number: int) -> Measured:
        """Entries for the game with this number: round and, if there are several, seating and index in the match."""
        match, game = divmod(number, self.setup.block)
        done, seating = divmod(match, self.matches)
        several = {"seating": seating} if self.matches > 1 else {}
        return {"round": done} | several | ({"game": game} if self.setup.block > 1 else {})


def run(
    trials: Sequence[Trial],
    rounds: int,
    measure: Measure,
    *,
    play: Play = Match.play,
    out: Path | None = None,
    jobs: int = -1,
    backend: str = "loky",
    scheduler: str | None = None,
    told: ProgressCallback = untold,
) -> dict[str, list[Measured]]:
    """Play rounds of each set-up and measure them.

    Parameters
    ----------
    measure : function of (match, played)
        Returns the measurements of a finished game; a module-level function, so other processes can import it.
    out : Path, optional
        A folder, created if needed, with a file for each set-up. Matches in these files are not played again.

    Returns
    -------
    dict
        The measured games of each set-up in their order, by the set-up's name.

    Raises
    ------
    GameError
        If a number or a line-up is invalid.
    RecordError, FileError
        If a file or a folder cannot be written, or a file belongs to another run.

    Notes
    -----
    Time O(games / processes); memory O(games).
    """
    counts = _counts(trials, rounds)
    require_jobs(jobs)
    require_backend(backend, scheduler)
    if twice := [name for name, times in Counter(trial.name for trial in trials).items() if times > 1]:
        raise GameError(f"{listing(twice)}: expected set-ups with different names")
    for trial in trials:
        trial.setup.lineup.new_agents(trial.setup.played)  # refused before a file is touched
        if out is not None and len(trial.name) > LONGEST_NAME:
            raise GameError(f"set-up {shorten(trial.name)}: its name is too long for a file; give shorter values")
    with ExitStack() as stack:
        files = [_File(trial, out, stack) for trial in trials]
        games = {each.name: file.done(count) for each, file, count in zip(trials, files, counts, strict=True)}
        for file in files:
            file.begin()
        begun = [len(games[trial.name]) // trial.setup.block for trial in trials]
        left = _left(trials, counts, begun)
        done, wanted = sum(begun), sum(begun) + len(left)
        told(done, wanted)
        playing = spread(partial(_play, trials, measure, play), left, jobs, backend, scheduler)
        for (place, _), measured in zip(left, stack.enter_context(closing(playing)), strict=True):
            files[place].write(measured)
            games[trials[place].name] += measured
            done += 1
            told(done, wanted)
    return games


def _counts(trials: Sequence[Trial], rounds: int) -> list[int]:
    """The number of rounds of each set-up."""
    counts = [trial.rounds or rounds for trial in trials]
    games = sum(count * trial.matches * trial.setup.block for count, trial in zip(counts, trials, strict=True))
    if not min(counts, default=rounds) >= 1 or games > MOST_GAMES:
        raise GameError(
            f"{parameter('rounds', rounds)}: expected at least one of each set-up, and at most {MOST_GAMES:,} games "
            "in all"
        )
    return counts


def _left(trials: Sequence[Trial], counts: Sequence[int], begun: Sequence[int]) -> list[tuple[int, int]]:
    """The matches still to play (index of the set-up, number), one round of each set-up in turn."""
    return [
        (place, number)
        for done in range(max(counts, default=0))
        for place, trial in enumerate(trials)
        if done < counts[place]
        for number in range(max(begun[place], done * trial.matches), (done + 1) * trial.matches)
    ]


def _play(trials: Sequence[Trial], measure: Measure, play: Play, which: tuple[int, int]) -> list[Measured]:
    """Play and measure a match; `which` contains the indices of the trial and of the match."""
    place, number = which
    trial = trials[place]
    match, block = trial.match(number), trial.setup.block
    return [trial.place(number * block + game) | measure(match, play(match, game)) for game in range(block)]


class _File:
    """The file of a set-up's games; without a folder nothing is stored."""

    def __init__(self, trial: Trial, out: Path | None, stack: ExitStack) -> None:
        self.trial = trial
        self.header = {"rounds": VERSION} | header(trial.setup)
        self.journal = None if out is None else stack.enter_context(Journal(made_folder(out) / f"{trial.name}.jsonl"))

    def done(self, rounds: int) -> list[Measured]:
        """The games of complete matches in the file, up to `rounds` rounds; an incomplete match is deleted."""
        if self.journal is None:
            return []
        entries, block = list(self.journal.following(self.header)), self.trial.setup.block
        for number, entry in enumerate(entries):
            expected = self.trial.place(number)
            if any(entry.get(key) != value for key, value in expected.items()):
                words = " ".join(f"{key} {value}" for key, value in expected.items())
                raise RecordError(
                    f"{self.journal.path}, line {number + 2}: expected {words}; "
                    + again(number + 2, str(self.journal.path))
                )
        if len(entries) % block:
            entries = entries[: -(len(entries) % block)]
            self.journal.keep(1 + len(entries))
        return entries[: rounds * self.trial.matches * block]

    def begin(self) -> None:
        """Write the header of a new file; called after all files are accepted."""
        if self.journal is not None and next(self.journal.entries(), None) is None:
            self.journal.append(self.header)

    def write(self, measured: Sequence[Measured]) -> None:
        if self.journal is not None:
            self.journal.append(*measured)


Figure = Callable[[Measured], Fraction | int | None]  # a number of a game; None where the game has none
Size = Callable[[Measured], int]


def mean(games: Sequence[Measured], figure: Figure, size: Size = lambda game: 1, level: float = LEVEL) -> Estimate:
    """The mean of a statistic over games, or per unit of their `size`, with an interval clustered by round."""
    sums, sizes = by_round(games, figure, size)
    return estimate(list(sums.values()), list(sizes.values()), level)


def share(games: Sequence[Measured], figure: Figure, size: Size = lambda game: 1, level: float = LEVEL) -> Estimate:
    """The proportion of games (or parts of games) with a property, with an interval clustered by round.

    A game has `size` parts, and `figure` of them have the property. The interval is Wilson's, which is also valid
    near 0 and 1 and if all rounds have the same result.
    """
    sums, sizes = by_round(games, figure, size)
    if any(each != 1 for each in sizes.values()) or any(each not in (0, 1) for each in sums.values()):
        return clustered_share(list(sums.values()), list(sizes.values()), level)
    return proportion(int(sum(sums.values())), len(sums), level)


def gap(one: Sequence[Measured], other: Sequence[Measured], figure: Figure, level: float = LEVEL) -> Estimate:
    """The difference of a statistic's means between two set-ups; rounds with the same number are compared as pairs.

    Parameters
    ----------
    figure : function of a game
        Returns the statistic of a game. It is averaged in each round; a round without a value in one of the set-ups is
        left out.
    """
    sides = [by_round(games, figure) for games in (one, other)]
    (more, many), (less, few) = sides
    shared = [each for each in more if each in less]
    return estimate([more[each] / many[each] - less[each] / few[each] for each in shared], [1] * len(shared), level)


def by_round(
    games: Sequence[Measured], figure: Figure, size: Size = lambda game: 1
) -> tuple[dict[int, Fraction], dict[int, int]]:
    """The sum of a statistic and the total size, by round; games without the statistic are left out."""
    sums: dict[int, Fraction] = {}
    sizes: dict[int, int] = {}
    for game in games:
        value = figure(game)
        if value is not None:
            sums[game["round"]] = sums.get(game["round"], Fraction(0)) + value
            sizes[game["round"]] = sizes.get(game["round"], 0) + size(game)
    return sums, sizes


@dataclass(frozen=True)
class Claim:
    """A statement that a statistic (`figure`, described by `of`) lies between two bounds."""

    of: str
    figure: Estimate
    low: float
    high: float

    @property
    def verdict(self) -> Verdict:
        """Confirmed if the whole interval is between the bounds, refuted if it is outside them, otherwise undecided."""
        low, high = self.figure.low, self.figure.high
        if low is None or high is None:
            return "undecided"
        if low > self.high or high < self.low:
            return "refuted"
        return "confirmed" if low > self.low and high < self.high else "undecided"


@dataclass(frozen=True)
class Hypothesis:
    """A statement about an experiment, given as several claims about its statistics.

    Parameters
    ----------
    name, says, criterion : str
        Its number, such as H1, its statement, and the criterion by which it is judged, as text.
    """

    name: str
    says: str
    criterion: str
    claims: tuple[Claim, ...]

    @property
    def verdict(self) -> Verdict:
        """Confirmed if all claims are confirmed, refuted if any claim is refuted, otherwise undecided."""
        verdicts = {claim.verdict for claim in self.claims}
        if "refuted" in verdicts:
            return "refuted"
        return "confirmed" if verdicts == {"confirmed"} else "undecided"


def together(claims: int, level: float) -> float:
    """The confidence level for each of `claims` intervals, so that `level` is their joint level (Bonferroni)."""
    return 1 - (1 - level) / claims


def first_return(match: Match, played: Played) -> Measured:
    """The return of the agent at the first position of the line-up, as a fraction in text form."""
    return {"return": str(match.by_position(played.returns)[0])}


class Survivor(NamedTuple):
    """A set-up after a step of successive halving.

    Attributes
    ----------
    returns : Estimate
        The mean return of the first agent.
    """

    trial: Trial
    rounds: int
    returns: Estimate


def halve(
    trials: Sequence[Trial],
    rounds: int,
    *,
    out: Path | None = None,
    jobs: int = 1,
    told: ProgressCallback = untold,
) -> list[list[Survivor]]:
    """The steps of successive halving, each with its set-ups, best first; the rounds double at each step.

    K. Jamieson and A. Talwalkar, *AISTATS* 51, 240-248 (2016). The best set-up is partly selected by luck, so its
    mean return is biased upwards; play it again on new deals.

    Notes
    -----
    All n set-ups together play at most ``rounds * n * log2(2 n)`` rounds.
    """
    steps: list[list[Survivor]] = []
    left = list(trials)
    while left:
        games = run(left, rounds, first_return, out=out, jobs=jobs, told=told)
        step = [Survivor(each, rounds, mean(games[each.name], lambda game: Fraction(game["return"]))) for each in left]
        steps.append(sorted(step, key=lambda each: -each.returns.mean))
        left = [each.trial for each in steps[-1][: len(left) // 2]]
        rounds *= 2
    return steps
