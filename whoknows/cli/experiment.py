"""The commands `experiment`, which compares set-ups and tests hypotheses, and `train`, which trains agents.

A set-up (`studies.set_ups.SetUp`) says which agents play, and by which rules.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from math import inf, isinf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games.core.errors import GameError, RecordError
from games.playing.records import read_records, resumed_seed
from games.playing.statistics import Estimate
from kripke.data.lazy import Lazy
from kripke.formats.file_reading import read_regular_text
from kripke.formats.writing import require_place, write_text
from logic.errors import EpistemicError, listing, shorten
from logic.exact import plural
from logic.json_values import loads_json
from logic.options import read_value, split
from studies.experiment import Hypothesis, run
from studies.set_ups import Column, Comparison, Experiment, MeasuredSetUps, Series, SetUp, experiment_of
from studies.training import training_of
from whoknows.cli.games import BACKEND, GAME, JOBS, SCHEDULER, SEED, lines_of, stoppable
from whoknows.cli.guard import AS_JSON, argument, command, flag, option, separate, written
from whoknows.cli.streams import emit, name_of, require_folder, say, table

if TYPE_CHECKING:
    from studies.training import Progress

plots, outputs = Lazy("viz.plots.experiments"), Lazy("viz.output.files")  # with NumPy, which the help does not need

STYLES = {"confirmed": "good", "refuted": "bad", "undecided": "strong"}
OF_CLAIMS = Column("", decimals=3)  # the format of the statistics that the hypotheses are about


@dataclass(frozen=True)
class Report:
    """An experiment with its results: the measured rounds of each set-up.

    `rounds` is the default number of rounds of a set-up, and `seed` is the seed of the games.
    """

    experiment: Experiment
    rounds: int
    seed: int
    results: MeasuredSetUps

    @cached_property
    def figures(self) -> list[dict[str, Estimate]]:
        """The measured quantities of each set-up: an estimate for each quantity, by the quantity's key."""
        shares = {key for key, column in self.experiment.columns.items() if column.unit == "%"}
        return [
            {key: each.as_share if key in shares else each for key, each in self.experiment.figures(rounds).items()}
            for _, rounds in self.results
        ]

    @cached_property
    def judged(self) -> dict[int, list[Hypothesis]]:
        """The hypotheses about the set-ups, with their verdicts, by number of players."""
        groups = groupby(self.results, key=lambda pair: pair[0].players)
        by_players = {players: self.experiment.judge(list(group)) for players, group in groups}
        return {players: judged for players, judged in by_players.items() if judged}

    @cached_property
    def comparison(self) -> Comparison | None:
        """The effects of single changes between set-ups; None if the set-ups do not allow this comparison."""
        return self.experiment.compare(self.results)

    @cached_property
    def series(self) -> list[Series]:
        """Measured quantities as functions of a parameter, over several set-ups."""
        return self.experiment.series(self.results)

    @property
    def variants(self) -> str:
        """A phrase that lists the variants of the rules in the experiment."""
        names = list(dict.fromkeys(each.variant for each, _ in self.results))
        return f"{'variant' if len(names) == 1 else 'variants'} {listing(names, 'and')}"

    def table_of(self, each: SetUp) -> str:
        """Return a phrase for a set-up: number of players, opponents, and the variant if the report has several."""
        return each.table if len({other.variant for other, _ in self.results}) == 1 else f"{each.table}, {each.variant}"

    @property
    def counted(self) -> str:
        """A phrase for the number of rounds per set-up."""
        counts = [each.rounds or self.rounds for each, _ in self.results]
        fewest, most = min(counts), max(counts)
        return plural(most, "round") if fewest == most else f"{fewest:,} to {most:,} rounds"

    def data(self) -> dict[str, Any]:
        """Return the report as JSON values."""
        rows = [
            {"name": each.name, "players": each.players, "agent": each.agent, "parameters": dict(each.parameters)}
            | ({"against": list(each.against)} if each.against else {})
            | ({"rounds": each.rounds} if each.rounds else {})
            | ({"variant": each.variant} if each.variant != self.results[0][0].variant else {})
            | {key: _interval(figure) for key, figure in figures.items()}
            for (each, _), figures in zip(self.results, self.figures, strict=True)
        ]
        data = {
            "game": self.experiment.name,
            "variant": self.results[0][0].variant,
            "rounds": self.rounds,
            "seed": self.seed,
            "set_ups": rows,
        }
        if self.comparison is not None:
            data[self.comparison.name] = [
                {"name": each.name, **_interval(figure)} for each, _, figure in self.comparison.rows
            ]
        for each in self.series:
            lines = {line: [_interval(figure) for figure in figures] for line, figures in each.lines.items()}
            data[each.name] = {"numbers": list(each.numbers), "lines": lines}
        return data | {"hypotheses": [_as_data(count, each) for count, group in self.judged.items() for each in group]}

    def tell(self) -> None:
        """Print the report."""
        count = plural(len(self.results), "set-up")
        say(f"{self.experiment.title}, {self.variants}: {count}, {self.counted} each, seed {self.seed}", "strong")
        say(self.experiment.note)
        columns = {key: column for key, column in self.experiment.columns.items() if column.heading}
        by_set_up = dict(zip([each.name for each, _ in self.results], self.figures, strict=True))
        for name in dict.fromkeys(self.table_of(each) for each, _ in self.results):
            say()
            heads = [name, *(column.heading for column in columns.values())]
            rows = [
                [each.label, *(shown(by_set_up[each.name][key], column) for key, column in columns.items())]
                for each, _ in self.results
                if self.table_of(each) == name
            ]
            table([heads, *rows])
        if self.comparison is not None:
            say(f"\n{self.comparison.title}", "strong")
            column = self.experiment.columns[self.comparison.column]
            table([f"{each.players} players", label, shown(gap, column)] for each, label, gap in self.comparison.rows)
        for each in self.series:
            say(f"\n{each.title}, by {each.label}", "strong")
            heads = ["", *(f"{number:,g}" for number in each.numbers)]
            lines = [[line, *(shown(figure, each.column) for figure in of)] for line, of in each.lines.items()]
            table([heads, *lines])
        for players, judged in self.judged.items():
            say(f"\nHypotheses, {players} players", "strong")
            for hypothesis in judged:
                say(f"{hypothesis.name} ", end="")
                say(hypothesis.verdict, STYLES[hypothesis.verdict], end="")
                say(f": {hypothesis.says}\n   judged: {hypothesis.criterion}")
                claims = ([each.of, shown(each.figure, OF_CLAIMS), each.verdict] for each in hypothesis.claims)
                table(claims, indent="   ")


def shown(figure: Estimate, column: Column) -> str:
    """Return the mean of an estimate and its interval as text, formatted for a column."""
    times, digits = 100 if column.unit == "%" else 1, column.decimals
    if figure.is_empty:
        return "-"
    if figure.low is None or figure.high is None:
        return f"{figure.mean * times:z.{digits}f}"
    return f"{figure.mean * times:z.{digits}f} ({figure.low * times:z.{digits}f} to {figure.high * times:z.{digits}f})"


def _interval(figure: Estimate) -> dict[str, float | None]:
    return {"mean": None if figure.is_empty else figure.mean, "low": figure.low, "high": figure.high}


def _as_data(players: int, each: Hypothesis) -> dict[str, Any]:
    claims = [
        {
            "of": claim.of,
            **_interval(claim.figure),
            "above": None if isinf(claim.low) else claim.low,
            "below": None if isinf(claim.high) else claim.high,
            "verdict": claim.verdict,
        }
        for claim in each.claims
    ]
    said = {"name": each.name, "says": each.says, "criterion": each.criterion, "verdict": each.verdict}
    return {"players": players, **said, "claims": claims}


Figures = Sequence[tuple[SetUp, Mapping[str, Estimate]]]  # Set-ups with their figures


def draw_all(report: Report, folder: Path) -> list[str]:
    """Draw all pictures of the report; return the names of their files."""
    experiment = report.experiment
    both = list(zip([each for each, _ in report.results], report.figures, strict=True))
    head = f"{experiment.title}, {report.variants}: {report.counted} of each"
    counts = list(dict.fromkeys(each.players for each, _ in both))
    drawn = []
    for players in counts:
        here = [(each, figures) for each, figures in both if each.players == players]
        tables = [report.table_of(each) for each, _ in here]
        one_table = len(set(tables)) == 1
        is_map = one_table and set(here[0][0].parameters) == set(experiment.map_axes) != set()
        name = f"map-{players}.png" if is_map else f"set-ups-{players}.png"
        if is_map:
            _map(experiment, here, folder / name, f"{head} of {len(here)} set-ups")
        else:
            title = f"{head} set-up, 95 % intervals; {players} players"
            _intervals(experiment, here, [] if one_table else tables, folder / name, title)
        drawn.append(name)
    if len(counts) > 1 and not any(each.against for each, _ in both):
        _along(experiment, both, counts, folder / "players.png", f"{head} set-up, 95 % intervals")
        drawn.append("players.png")
    by_name = {each.name: figures for each, figures in both}
    for curve in experiment.curves(report.results):
        numbers, set_ups = zip(*curve.points, strict=True)
        column = experiment.columns[curve.column]
        lines = {column.chart or column.heading: [by_name[each.name][curve.column] for each in set_ups]}
        path = folder / f"{curve.name}.png"
        plots.plot_along(numbers, {"": lines}, path, label=curve.label, title=curve.title, is_log=curve.is_log)
        drawn.append(f"{curve.name}.png")
    for each in report.series:
        panels, path = {each.column.chart or each.column.heading: each.lines}, folder / f"{each.name}.png"
        plots.plot_along(each.numbers, panels, path, label=each.label, title=each.title, is_log=each.is_log)
        drawn.append(f"{each.name}.png")
    return drawn


def _charts(experiment: Experiment) -> dict[str, str]:
    return {key: column.chart for key, column in experiment.columns.items() if column.chart}


def _intervals(experiment: Experiment, here: Figures, tables: Sequence[str], path: Path, title: str) -> None:
    panels = {chart: [figures[key] for _, figures in here] for key, chart in _charts(experiment).items()}
    groups = [str(each.parameters.get(experiment.groups, each.agent)) for each, _ in here]
    labels = [each.label for each, _ in here]
    rows = [f"{label}, {table}" for label, table in zip(labels, tables, strict=True)] if tables else labels
    plots.plot_intervals(rows, panels, path, title=title, groups=groups)


def _along(experiment: Experiment, both: Figures, counts: Sequence[int], path: Path, title: str) -> None:
    labels = list(dict.fromkeys(each.label for each, _ in both))
    by_place = {(each.label, each.players): figures for each, figures in both}
    panels = {
        chart: {label: [by_place[label, players][key] for players in counts] for label in labels}
        for key, chart in _charts(experiment).items()
    }
    plots.plot_along(counts, panels, path, label="players", title=title)


def _map(experiment: Experiment, here: Figures, path: Path, title: str) -> None:
    rows, columns, panels = axes = tuple(experiment.map_axes)
    values = {key: list(dict.fromkeys(each.parameters[key] for each, _ in here)) for key in axes}
    by_place = {tuple(each.parameters[key] for key in axes): figures for each, figures in here}
    charts = {key: column for key, column in experiment.columns.items() if column.on_map}
    grids = [
        [
            plots.Grid(
                f"{column.on_map}\n{panels} {panel}",
                [str(each) for each in values[columns]],
                [str(each) for each in values[rows]],
                [[by_place[row, each, panel][key].mean for each in values[columns]] for row in values[rows]],
            )
            for panel in values[panels]
        ]
        for key, column in charts.items()
    ]
    scales = tuple((0, 1) if column.unit == "%" else None for column in charts.values())
    plots.plot_maps(grids, path, labels=experiment.map_labels, scales=scales, title=title)


ELSEWHERE = "choose a new folder"


@command("experiment")
def _experiment(
    name: str = GAME,
    rounds: int | None = option("--rounds N", "Rounds of each set-up; else the usual number."),
    variant: str = option("--variant NAME", "Of the rules; else the usual one.", ""),
    players: str | None = option("--players N", "Their numbers, all alike: 5, or 3,5, or 3..10."),
    vary: list[str] = option("--vary KEY=VALUES", "A parameter's values, as factor=1.5,5; may be repeated."),
    part: list[str] = option(
        "--part NAME[=N]", "A part of the usual set-ups, with N rounds; may be repeated. Else all."
    ),
    as_map: bool = flag("--map", "The set-ups of the game's map: variations of its tuned numbers."),
    agents: list[str] = option("--agents AGENT ...", "Agents to compare: a set-up for each at each table."),
    against: list[str] = option("--against AGENT ...", "The other players; else the usual ones, or all alike."),
    seed: int | None = SEED,
    jobs: int = JOBS,
    backend: str = BACKEND,
    scheduler: str | None = SCHEDULER,
    out: Path | None = option("--out FOLDER", "Games, results, pictures; a killed run resumes from it."),
    as_json: bool = AS_JSON,
) -> None:
    """Play rounds of several set-ups, and judge hypotheses by them.

    The set-ups are the game's own, or those of --vary, --map or --agents. In a round the agents play a deal once in
    each seating that makes a different game. The output is the game's statistics with 95 % intervals over rounds, and
    its hypotheses: confirmed, refuted or undecided. The same seed gives the same result, on any number of processes.
    The game's page lists what is measured; for a game without its own experiment, this is the agent's return.

    Examples
    --------
    whoknows experiment saboteur --out results            # repeat it to continue
    whoknows experiment saboteur --rounds 50 --vary saboteurs=needed,never --vary depth=2
    whoknows experiment saboteur --variant official --players 3..10 --rounds 200 --out official
    whoknows experiment saboteur --map --rounds 60 --out map
    whoknows experiment saboteur --agents source 'source(saboteurs=never)' greedy --rounds 200
    whoknows experiment cheat --part main --part accuracy=200 --out cheat
    whoknows experiment bluff_poker --agents source learner --against random greedy-truthful-believe
    """
    experiment = experiment_of(name)
    if out is not None:
        require_folder(out)
    chosen = _chosen(experiment, rounds, variant, players, vary, part, as_map, agents, against)
    if out is not None:
        _require_own_folder(out, experiment.name, [each.name for each in chosen])
    files = [] if out is None else [out / f"{each.name}.jsonl" for each in chosen]
    resumed = out if any(file.exists() for file in files) else None
    count, first = experiment.rounds if rounds is None else rounds, resumed_seed(*files) if seed is None else seed
    with stoppable(out, as_json) as callback:
        results = run(
            [each.trial(first) for each in chosen], count, experiment.measure, play=experiment.play, out=out, jobs=jobs,
            backend=backend, scheduler=scheduler, told=callback,
        )  # fmt: skip
    report = Report(experiment, count, first, [(each, results[each.name]) for each in chosen])
    _require_figures(report, resumed)
    pictures: list[str] = []
    if out is not None:
        write_text(out / "results.json", json.dumps(report.data(), ensure_ascii=False, indent=1) + "\n")
        pictures = draw_all(report, out)
    if as_json:
        emit(report.data())
        return
    report.tell()
    if out is not None:
        say(f"\n{out}: games, results.json, " + ", ".join(pictures))


def _chosen(
    experiment: Experiment, rounds: int | None, variant: str, players: str | None, vary: Sequence[str],
    part: Sequence[str], as_map: bool, agents: Sequence[str], against: Sequence[str],
) -> list[SetUp]:  # fmt: skip
    """Return the requested set-ups: of given agents, of named parts, or for all values of the varied parameters."""
    changes_usual = as_map or vary or against or variant or players
    if agents and (as_map or vary or part):
        raise GameError("--agents says all of the agents: leave out --map, --vary and --part")
    if part and changes_usual:
        raise GameError("--part says all of the set-ups: leave out --map, --vary, --against, --variant and --players")
    if as_map and not experiment.map_axes:
        raise GameError(f"--map: the experiment of {experiment.title} has no map; leave it out")
    if against and players is not None:
        raise GameError("--against says how many play: leave out --players")
    seats = () if players is None else experiment.players(players)
    tables = [separate(against)] if against else None
    if agents:
        return experiment.of_agents(separate(agents), variant, seats, tables)
    if part or (experiment.parts and not changes_usual):
        parts = _parts(part)
        usual = experiment.of_parts(tuple(parts), {each: count for each, count in parts.items() if count})
        return [each if rounds is None else replace(each, rounds=rounds) for each in usual]
    axes = experiment.map_axes if as_map else experiment.axes
    return experiment.set_ups({**axes, **_varied(vary)}, variant, seats, tables)


def _require_own_folder(out: Path, game: str, names: list[str]) -> None:
    """Raise an error if the folder contains results of another experiment, which would be overwritten."""
    try:
        there = loads_json(read_regular_text(out / "results.json"))
        other, lost = there["game"], {each["name"] for each in there["set_ups"]} - {*names}
    except (ValueError, KeyError, TypeError, RecursionError):  # no results of an experiment
        others = sorted([*out.glob("results.json"), *out.glob("*.png")])
        if others and not any((out / f"{name}.jsonl").exists() for name in names):
            raise GameError(
                f"--out {out}: {others[0].name} there is of something else, and might be lost; {ELSEWHERE}"
            ) from None
        return
    if other != game or lost:
        what = f"another experiment on {other}" if other == game else f"an experiment on {other}"
        raise GameError(f"--out {out}: this folder has the results of {what}; {ELSEWHERE}")


def _require_figures(report: Report, resumed: Path | None) -> None:
    """Compute all quantities; raise an error if recorded games lack values, for example games of another version."""
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
    """Parse part names, with or without a number of rounds, such as ``accuracy=200``; 0 means the default number."""
    parts: dict[str, int] = {}
    for text in texts:
        name, equals, number = text.partition("=")
        if equals and not (number.isdecimal() and number.isascii() and len(number) < 8 and int(number)):
            raise GameError(
                f"--part {shorten(text)}: expected a number of rounds from 1 on, such as {shorten(name)}=200"
            )
        if name in parts:
            raise GameError(f"--part {shorten(text)}: expected each part once")
        parts[name] = int(number or 0)
    return parts


def _varied(texts: Sequence[str]) -> dict[str, tuple[object, ...]]:
    """Parse parameters and their values, such as ``factor=1.5,5``."""
    varied: dict[str, tuple[object, ...]] = {}
    for text in texts:
        key, equals, values = text.partition("=")
        if not equals or not key.strip() or not split(values)[0]:
            raise GameError(f"--vary {shorten(text)}: expected a parameter and its values, such as factor=1.5,5")
        name = key.strip()
        if name in varied:
            raise GameError(f"--vary {shorten(text)}: {name} is varied already; give all its values at once: a,b")
        varied[name] = tuple(read_value(each) for each in dict.fromkeys(split(values)))
    return varied


LINES = 20  # maximum number of measurements in the JSON data of a long training: the last ones


@command("train")
def _train(
    game: str = argument("GAME", "A game with something to train."),
    records: list[str] = argument("[RECORDS]...", "Files of records; without: a simulated population plays.", None),
    what: str = option("--what NAME", "What is trained, where a game has several things.", ""),
    compare: bool = flag("--compare", "Validate other classifiers too."),
    agent: str = option("--agent NAME", "Which learner, where a training is a long one.", ""),
    minutes: float = option("--minutes M", "Stop a long training after so long; it can go on.", inf, min=0),
    seed: int = option("--seed N", "Of play and training.", 1, min=0),
    out: Path | None = written("--out FILE", "Where to write what is trained; the command says what takes the file."),
    plot: Path | None = written("--plot FILE", "Draw curves of the validation: svg, png or pdf."),
    as_json: bool = AS_JSON,
) -> None:
    """Train models and agents of a game on data.

    The output says how well the trained model or agent does on data that it was not trained on.
    A long training is self-play; it writes a checkpoint beside --out twice a minute, and continues from it. Short
    trainings need scikit-learn: pip install 'whoknows[predict]'; long ones need JAX: pip install 'whoknows[learn]'.

    Examples
    --------
    whoknows train cheat --out predictor.json            # on a simulated population
    whoknows train cheat mine.jsonl --out predictor.json
    whoknows train cheat --what calls                    # will a claim be called?
    whoknows train cheat --compare --plot roc.svg        # other classifiers too; takes minutes
    whoknows train spades --out curves.json              # success curves of nil, by self-play
    whoknows train holdem --agent ac --minutes 10 --out brain.npz --plot curves.svg   # goes on where it was stopped
    whoknows watch cheat --agents 'pmga(predictor=predictor.json)' habits
    """
    training = training_of(game, what)
    for place in (out, plot):
        if place is not None:
            require_place(place)
    if twice := [name for name in records if records.count(name) > 1]:
        raise GameError(f"{twice[0]}: expected each file of records once")
    if plot is not None:
        outputs.format_of(plot)
    if hasattr(training, "course"):
        if records or compare:
            raise GameError(f"the training of {game} is a long one by self-play: leave out records and --compare")
        _learn(training, game, agent, seed, minutes, out, plot, as_json)
        return
    if long := [name for name, given in (("--agent", agent), ("--minutes", minutes != inf)) if given]:
        raise GameError(f"{listing(long, 'and')}: the training of {game} is a short one; leave this out")
    if plot is not None and not hasattr(training, "PLOTTED"):
        raise GameError(f"--plot: the training of {game} has no curves to draw; leave it out")
    read = (record for each in records for _, record in read_records(lines_of(each), name_of(each)))
    given = training.recorded(read) if records else training.simulated(seed)
    kind = [f"--what {what}"] if what else []
    made_by = " ".join(["whoknows train", game, *map(name_of, records), *kind, f"--seed {seed}"])
    training_result = training.trained(given, compare, seed, made_by)
    if plot is not None and training_result.curves is not None:
        plots.plot_curves(training_result.curves, plot)
    if out is not None:
        write_text(out, training_result.text)
    if as_json:
        rows = [dict(zip(training_result.columns, row, strict=True)) for row in training_result.rows]
        emit({"data": training_result.head, "validation": rows, "out": None if out is None else str(out)})
        return
    say(training_result.head)
    table([training_result.columns, *training_result.rows])
    if out is not None:
        say(f"written to {out}: {training.USED.format(out=out)}")
    if plot is not None:
        say(f"drawn in {plot}")


def _learn(
    training: Any, game: str, agent: str, seed: int, minutes: float, out: Path | None, plot: Path | None, as_json: bool
) -> None:
    """Run a training; print a line and update the curves after each measurement."""
    from studies.training import run

    if out is None:
        raise GameError("--out: expected a file for what is trained; the checkpoint is beside it")
    made_by = " ".join(["whoknows train", game, *([f"--agent {agent}"] if agent else []), f"--seed {seed}"])
    course = training.course(agent, seed, out, made_by)

    def tell(history: Sequence[Progress]) -> None:
        if plot is not None:
            plots.plot_progress(history, f"{game}, seed {seed}", plot)
        if not as_json:
            now = history[-1]
            figures = ", ".join(f"{name} {value:+.3f}" for name, value in now.figures.items())
            say(f"{now.games:,} games, {now.done:.0%}: {figures}")

    run(course, minutes, tell)
    result = course.finish()
    if as_json:
        history = [{"games": each.games, "done": each.done, **each.figures} for each in course.history[-LINES:]]
        emit({"result": result, "history": history, "out": str(out)})
    else:
        say(result)
        say(f"written to {out}")
