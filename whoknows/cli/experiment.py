"""The command experiment: rounds of several set-ups, tables, pictures, and hypotheses judged."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from games.core.errors import GameError, RecordError
from games.playing.arena import BACKENDS
from games.playing.journal import resumed_seed
from kripke.formats.reading import read_regular_text
from kripke.formats.writing import write_text
from logic.errors import EpistemicError, shorten
from logic.options import read_value, split
from studies.experiment import run
from studies.set_ups import Experiment, SetUp, experiment_of
from whoknows.cli.experiment_report import Report
from whoknows.cli.games import Backend, Jobs, Name, Scheduler, Seed, stoppable
from whoknows.cli.help import examples
from whoknows.cli.inputs import AsJson
from whoknows.cli.output import emit, require_folder, say
from whoknows.cli.progress import progress
from whoknows.cli.several import Several, separate

app = typer.Typer(rich_markup_mode=None)

ELSEWHERE = "choose a new folder"

EXAMPLES = examples(
    "whoknows experiment saboteur --out results            # repeat it to continue",
    "whoknows experiment saboteur --rounds 50 --vary saboteurs=needed,never --vary depth=2",
    "whoknows experiment saboteur --variant official --players 3..10 --rounds 200 --out official",
    "whoknows experiment saboteur --map --rounds 60 --out map",
    "whoknows experiment saboteur --agents source 'source(saboteurs=never)' greedy --rounds 200",
    "whoknows experiment cheat --part main --part accuracy=200 --out cheat",
    "whoknows experiment bluff_poker --agents source learner --against random greedy-truthful-believe",
)


@app.command("experiment", cls=Several, epilog=EXAMPLES)
def _experiment(
    name: Name,
    rounds: Annotated[
        int | None, typer.Option("--rounds", metavar="N", help="Rounds of each set-up; else the usual number.")
    ] = None,
    variant: Annotated[str, typer.Option("--variant", metavar="NAME", help="Of the rules; else the usual one.")] = "",
    players: Annotated[
        str | None, typer.Option("--players", metavar="N", help="Their numbers, all alike: 5, or 3,5, or 3..10.")
    ] = None,
    vary: Annotated[
        list[str] | None,
        typer.Option("--vary", metavar="KEY=VALUES", help="A parameter's values, as factor=1.5,5; may be repeated."),
    ] = None,
    part: Annotated[
        list[str] | None,
        typer.Option(
            "--part", metavar="NAME[=N]", help="A part of the usual set-ups, with N rounds; may be repeated. Else all."
        ),
    ] = None,
    as_map: Annotated[
        bool, typer.Option("--map", help="The set-ups of the game's map: variations of its tuned numbers.")
    ] = False,
    agents: Annotated[
        list[str] | None,
        typer.Option("--agents", metavar="AGENT ...", help="Agents to compare: a set-up for each at each table."),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option("--against", metavar="AGENT ...", help="The other players; else the usual ones, or all alike."),
    ] = None,
    seed: Seed = None,
    jobs: Jobs = -1,
    backend: Backend = BACKENDS[0],
    scheduler: Scheduler = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FOLDER", help="Games, results, pictures; a killed run resumes from it."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play rounds of several set-ups, and judge hypotheses by them.

    The set-ups are the game's own, or those of --vary, --map or --agents. In a round the agents play a deal once in
    each seating that makes it another game. The answer is the game's figures with 95 % intervals over rounds, and its
    hypotheses: confirmed, refuted or undecided. The same seed gives the same result, on any number of processes. What
    is measured is on the game's page; in a game without an experiment of its own it is the agent's return.
    """
    asked = experiment_of(name)
    choice = _Choice(variant, players, vary or [], part or [], as_map, agents or [], against or [])
    choice.require_consistent(asked)
    if out is not None:
        require_folder(out)
    chosen = choice.set_ups(asked, rounds)
    if out is not None:
        _require_own_folder(out, asked.name, [each.name for each in chosen])
    files = [] if out is None else [out / f"{each.name}.jsonl" for each in chosen]
    resumed = out if any(file.exists() for file in files) else None
    count, first = asked.rounds if rounds is None else rounds, resumed_seed(*files) if seed is None else seed
    with stoppable(out, "matches") as done, progress(as_json, "matches") as done.told:
        results = run(
            [each.trial(first) for each in chosen], count, asked.measure, play=asked.play, out=out, jobs=jobs,
            backend=backend, scheduler=scheduler, told=done,
        )  # fmt: skip
    report = Report(asked, count, first, [(each, results[each.name]) for each in chosen])
    _require_figures(report, resumed)
    _tell(report, out, as_json)


@dataclass(frozen=True)
class _Choice:
    """The options that choose set-ups; they are described at the command."""

    variant: str
    players: str | None
    vary: Sequence[str]
    part: Sequence[str]
    as_map: bool
    agents: Sequence[str]
    against: Sequence[str]

    def require_consistent(self, asked: Experiment) -> None:
        """Refuse options of which one already says what another would."""
        if self.agents and (self.as_map or self.vary or self.part):
            raise GameError("--agents says all of the agents: leave out --map, --vary and --part")
        if self.part and self._changes_usual:
            raise GameError(
                "--part says all of the set-ups: leave out --map, --vary, --against, --variant and --players"
            )
        if self.as_map and not asked.map_axes:
            raise GameError(f"--map: the experiment of {asked.title} has no map; leave it out")
        if self.against and self.players is not None:
            raise GameError("--against says how many play: leave out --players")

    @property
    def _changes_usual(self) -> bool:
        return bool(self.as_map or self.vary or self.against or self.variant or self.players)

    def set_ups(self, asked: Experiment, rounds: int | None) -> list[SetUp]:
        """The set-ups: of agents, of parts, or of the axes of the game's experiment or of its map.

        Parameters
        ----------
        rounds : int, optional
            The number of rounds of each part; None: its own.
        """
        seats = () if self.players is None else asked.players(self.players)
        tables = [separate(self.against)] if self.against else None
        if self.agents:
            return asked.of_agents(separate(self.agents), self.variant, seats, tables)
        if self.part or (asked.parts and not self._changes_usual):
            parts = _parts(self.part)
            usual = asked.of_parts(tuple(parts), {each: count for each, count in parts.items() if count})
            return [each if rounds is None else replace(each, rounds=rounds) for each in usual]
        axes = asked.map_axes if self.as_map else asked.axes
        return asked.set_ups({**axes, **_varied(self.vary)}, self.variant, seats, tables)


def _tell(report: Report, out: Path | None, as_json: bool) -> None:
    """Write results and pictures into the folder, and tell the report."""
    pictures: list[str] = []
    if out is not None:
        from whoknows.cli.experiment_pictures import draw_all  # plotting is loaded where there is a folder for it

        write_text(out / "results.json", json.dumps(report.data(), ensure_ascii=False, indent=1) + "\n")
        pictures = draw_all(report, out)
    if as_json:
        emit(report.data())
        return
    report.tell()
    if out is not None:
        say(f"\n{out}: games, results.json, " + ", ".join(pictures))


def _require_own_folder(out: Path, game: str, names: list[str]) -> None:
    """Refuse a folder with the results of another experiment: its results and pictures would be written over."""
    try:
        there = json.loads(read_regular_text(out / "results.json"))
        other, lost = there["game"], {each["name"] for each in there["set_ups"]} - {*names}
    except (ValueError, KeyError, TypeError, RecursionError):  # no results of an experiment
        _require_no_loss(out, names)
        return
    if other != game or lost:
        what = f"another experiment on {other}" if other == game else f"an experiment on {other}"
        raise GameError(f"--out {out}: this folder has the results of {what}; {ELSEWHERE}")


def _require_no_loss(out: Path, names: list[str]) -> None:
    """Refuse a folder without games of the experiment in which a file might be written over."""
    there = sorted([*out.glob("results.json"), *out.glob("*.png")])
    if there and not any((out / f"{name}.jsonl").exists() for name in names):
        raise GameError(f"--out {out}: {there[0].name} there is of something else, and might be lost; {ELSEWHERE}")


def _require_figures(report: Report, resumed: Path | None) -> None:
    """Compute the figures; refuse games of a folder that lack something, as those of another version may."""
    try:
        report.data()
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, zlib.error) as error:
        if resumed is None or isinstance(error, EpistemicError):
            raise
        raise RecordError(
            f"--out {resumed}: a game in its files is not what this version measures "
            f"({type(error).__name__}: {error}); {ELSEWHERE}"
        ) from None


def _parts(texts: Sequence[str]) -> dict[str, int]:
    """Part -> its number of rounds, such as ``accuracy=200``; 0 for the usual one."""
    found: dict[str, int] = {}
    for text in texts:
        name, equals, number = text.partition("=")
        if equals and not (number.isdecimal() and number.isascii() and len(number) < 8 and int(number)):
            raise GameError(
                f"--part {shorten(text)}: expected a number of rounds from 1 on, such as {shorten(name)}=200"
            )
        if name in found:
            raise GameError(f"--part {shorten(text)}: expected each part once")
        found[name] = int(number or 0)
    return found


def _varied(texts: Sequence[str]) -> dict[str, tuple[object, ...]]:
    """Parameter -> its values, such as ``factor=1.5,5``."""
    found: dict[str, tuple[object, ...]] = {}
    for text in texts:
        key, equals, values = text.partition("=")
        if not equals or not key.strip() or not split(values)[0]:
            raise GameError(f"--vary {shorten(text)}: expected a parameter and its values, such as factor=1.5,5")
        name = key.strip()
        if name in found:
            raise GameError(f"--vary {shorten(text)}: {name} is varied already; give all its values at once: a,b")
        found[name] = tuple(read_value(each) for each in dict.fromkeys(split(values)))
    return found
