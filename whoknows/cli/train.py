"""The command train: a predictor for a game's agents, from records or from a simulated population."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games.core.errors import GameError
from games.playing.records import read_records
from kripke.formats.writing import require_place, write_text
from logic.errors import listing
from studies.training import training_of
from viz.output.files import format_of
from viz.plots.experiments import plot_curves
from whoknows.cli.games import lines_of
from whoknows.cli.guard import AS_JSON, argument, command, flag, option
from whoknows.cli.streams import emit, name_of, say, table

if TYPE_CHECKING:
    from studies.training import Progress

LINES = 20  # number of the last measurements in the data of a long training


@command("train")
def _train(
    game: str = argument("GAME", "A game with something to train."),
    records: list[str] = argument("[RECORDS]...", "Files of records; without: a simulated population plays.", None),
    what: str = option("--what NAME", "What is trained, where a game has several things.", ""),
    compare: bool = flag("--compare", "Validate other classifiers too."),
    agent: str = option("--agent NAME", "Which learner, where a training is a long one.", ""),
    minutes: float = option("--minutes M", "Stop a long training after so long; it can go on.", inf, min=0),
    seed: int = option("--seed N", "Of play and training.", 1, min=0),
    out: Path | None = option("--out FILE", "Where to write what is trained; the command says what takes the file."),
    plot: Path | None = option("--plot FILE", "Draw curves of the validation: svg, png or pdf."),
    as_json: bool = AS_JSON,
) -> None:
    """Train what a game's agents learn from data.

    Says how well what is trained does on data that it was not trained on.
    A long training plays against itself, writes a checkpoint beside --out twice a minute, and goes on from it.
    Needs scikit-learn: pip install 'whoknows[predict]'; long trainings need JAX: pip install 'whoknows[learn]'.

    Examples
    --------
    whoknows train cheat --out predictor.json            # on a simulated population
    whoknows train cheat mine.jsonl --out predictor.json
    whoknows train cheat --what calls                    # will a claim be called?
    whoknows train cheat --compare --plot roc.svg        # other classifiers too; minutes
    whoknows train spades --out curves.json              # success curves of nil, by self-play
    whoknows train holdem --agent ac --minutes 10 --out brain.npz --plot curves.svg   # goes on where it was stopped
    whoknows watch cheat --agents 'pmga(predictor=predictor.json)' habits
    """
    training = training_of(game, what)
    for place in (out, plot):
        if place is not None:
            require_place(place)
    _require_apart(out, plot, records)
    if plot is not None:
        format_of(plot)
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
        plot_curves(training_result.curves, plot)
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


def _require_apart(out: Path | None, plot: Path | None, read: Sequence[str]) -> None:
    """Refuse to write two things into one file, or into a file of records, and to read one twice."""
    places = [place.resolve() for place in (out, plot) if place is not None]
    if len(places) == 2 and places[0] == places[1]:
        raise GameError(f"--out, --plot: {out} is one file; name two")
    for number, name in enumerate(read):
        if name in read[:number]:
            raise GameError(f"{name}: expected each file of records once")
    if both := [name for name in read if Path(name).resolve() in places]:
        raise GameError(f"{both[0]}: the records there would be written over; give --out or --plot another file")


def _learn(
    training: Any, game: str, agent: str, seed: int, minutes: float, out: Path | None, plot: Path | None, as_json: bool
) -> None:
    """A long training, with a line and the curves after each measurement."""
    from studies.training import run
    from viz.plots.experiments import plot_progress

    if out is None:
        raise GameError("--out: expected a file for what is trained; the checkpoint is beside it")
    made_by = " ".join(["whoknows train", game, *([f"--agent {agent}"] if agent else []), f"--seed {seed}"])
    course = training.course(agent, seed, out, made_by)

    def tell(history: Sequence[Progress]) -> None:
        if plot is not None:
            plot_progress(history, f"{game}, seed {seed}", plot)
        if not as_json:
            now = history[-1]
            figures = ", ".join(f"{name} {value:+.3f}" for name, value in now.figures.items())
            say(f"{now.games:,} games, {now.done:.0%}: {figures}")

    run(course, minutes, tell)
    told = course.finish()
    if as_json:
        history = [{"games": each.games, "done": each.done, **each.figures} for each in course.history[-LINES:]]
        emit({"result": told, "history": history, "out": str(out)})
    else:
        say(told)
        say(f"written to {out}")
