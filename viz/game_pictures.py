"""Pictures and plots of players' knowledge and beliefs, and of counts over many games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from games.core.errors import GameError
from games.core.rules import EVERYTHING, Event
from games.knowing.excerpt import Excerpt, asked_in, seen_by, seen_by_all
from games.knowing.knower import Knower
from games.knowing.table import Table
from games.playing.records import Record
from games.playing.replay import Replayer
from games.playing.statistics import proportion
from games.telling.description import chart_of, games_with_charts
from games.telling.face import face_of
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model, Verdict
from logic.errors import TooLarge, by_face, listing, shorten
from logic.exact import plural
from logic.formula import Formula
from viz.canvas import composed
from viz.drawing import draw
from viz.minds import MOST, draw_mind, one_word
from viz.output.files import FORMATS, finish, format_of
from viz.pictures.picture import DrawError, Options
from viz.plots import HEIGHT, WIDTH, furnish
from viz.plots.beliefs import Panel, plot_course, plot_mind
from viz.plots.experiments import arms
from viz.theme import INK, Stroke, strokes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from games.core.rules import State

DRAWN = Options().max_worlds  # maximum number of worlds in a picture


def draw_knowledge(knower: Knower, path: str | PathLike[str], about: Sequence[str] = (), note: str = "") -> Path:
    """Draw the worlds that a player considers possible, and the worlds that other players consider possible in them.

    No world is marked as actual. If the player has a model of their own, it is drawn instead, with the text `note`.
    With `about`, worlds that agree on these variables and atoms and on the knowledge about them are merged;
    `GameError` if the player has a model of their own, since its worlds have weights. `TooLarge` for too many worlds,
    `UnknownAtom` for a name that is neither a variable nor an atom.
    """
    if knower.mind is None:
        return _drawn(seen_by(knower, about, most=DRAWN), path, f"Possible for {knower.name}")
    if about:
        raise GameError(
            f"{knower.name} has a model of their own, whose worlds have weights: it is drawn whole; without --as the "
            "table's model is drawn, about what you like"
        )
    return _draw_mind(knower, knower.mind, path, note)


def draw_table(
    knower: Knower, path: str | PathLike[str], about: Sequence[str] = (), formula: Formula | None = None
) -> Path:
    """Draw the model of all players' knowledge, with the actual world and the worlds where `formula` holds.

    With `about`, worlds that agree on these variables and atoms and on the knowledge about them are merged.
    `TooLarge` and `UnknownAtom` as in `draw_knowledge`.
    """
    return _drawn(seen_by_all(knower, about, formula, most=DRAWN), path, "What is known at the table")


def draw_asked(verdict: Verdict, path: str | PathLike[str]) -> Path:
    """Draw the model of a query with the worlds where its formula holds; `TooLarge` for too many worlds."""
    return _drawn(asked_in(verdict, most=DRAWN), path, f"Asked: {shorten(str(verdict.formula))}")


def _drawn(shown: Excerpt, path: str | PathLike[str], title: str) -> Path:
    return Path(draw(shown.model, path, title=title, highlight=shown.marker, atoms="none", names=True))


def _draw_mind(knower: Knower, whole: Model, path: str | PathLike[str], note: str) -> Path:
    """Draw a player's own model as rings of worlds (see `draw_mind`) or, if there are many worlds, as a table.

    Symbolic models, models of many worlds whose atoms have no common predicate, and files in other formats than SVG,
    PNG and PDF are left to `draw`; `TooLarge` for too many worlds.
    """
    title, mind = f"The mind of {knower.name}", knower.model
    if not isinstance(mind, KripkeModel):
        return Path(draw(whole, path, title=title))
    tabular = bool(one_word(mind)[1])
    if (len(mind) <= MOST or tabular) and Path(path).suffix.lower().lstrip(".") in FORMATS:
        return Path(draw_mind(mind, knower.name, path, title=title, note=note))
    if len(mind) > DRAWN:
        formats = listing([f".{each}" for each in FORMATS])
        advice = "ask formulas instead, such as the literals that are listed without one"
        way = f"as {formats} it is a table" if tabular else advice
        raise TooLarge(f"the model of {knower.name} has {len(mind):,} worlds, and at most {DRAWN} can be read: {way}")
    return Path(draw(whole, path, title=title))


START = "the start"


class Step(NamedTuple):
    """A step of a plotted game: its description, the model of all players' knowledge, and the players' own models."""

    said: str
    table: Table
    minds: tuple[Model | None, ...]


def course(record: Record, line: int, name: str, moves: int, viewer: int = EVERYTHING) -> list[Step]:
    """Return the steps up to move number `moves`, from the start of its round; the first is before any decision.

    `name` and `line`: the file and line of the record, for error messages. Steps are described as `viewer` sees them.
    """
    played, face = record.played, face_of(record.played, record.rules)
    steps: list[Step] = []
    walk = Replayer(name, listener=face.advisor).walk(record, line, moves)
    before, match = next(walk)
    minds: tuple[Model | None, ...] = ()
    shown = None
    for state, match in walk:
        now = tuple(match.agents[match.seats.index(seat)].mind() for seat in range(record.rules.players))
        if not before.is_chance:
            if face.round_of(before) != shown:
                shown, steps = face.round_of(before), [Step(START, played.table(before), minds)]
            move = state.history()[-1]
            event = Event(move.player, played.seen(before, move.action, viewer))
            said = face.sentence(event, *(played.observation(each, viewer) for each in (before, state)))
            steps.append(Step(said.rstrip("."), played.table(state), now))
        before, minds = state, now
    return steps


def plot_beliefs(
    steps: Sequence[Step], names: Sequence[str], seats: Sequence[int], formula: Formula | None, path: Path, title: str
) -> Path:
    """Plot the players' degrees of belief in a formula or, without a formula, all beliefs of a single player.

    With several players, the model of all players' knowledge replaces a player's own model that lacks atoms of the
    formula. `GameError` if there are no decisions, or if there is no formula and the player has no model of their own.
    """
    if not steps:
        raise GameError("--plot: there is no decision before this move; choose a later one")
    said = [step.said for step in steps]
    if formula is None:
        (seat,) = seats
        minds = [mind for step in steps if isinstance(mind := step.minds[seat], KripkeModel)]
        if len(minds) < len(steps):
            raise GameError(f"--plot: {names[seat]} has no model of their own; give a FORMULA to plot")
        table = steps[-1].table
        values = dict(table.variables)
        true = [
            f"{name}={value}" if values[name] else name for name, value in table.actual.items() if values[name] or value
        ]
        return Path(plot_mind(minds, names[seat], path, steps=said, title=title, actual=true))
    series: dict[str, list[float]] = {}
    for seat in seats:
        degrees = series[names[seat]] = []
        for step in steps:
            mind = step.minds[seat]
            speaks = len(seats) == 1 or mind is None or formula.atoms <= set(mind.atoms)
            knower = Knower(step.table, names[seat], mind if speaks else None)
            degrees.append(float(knower.ask(formula).share))
    panel = Panel(series, f"degree of belief in\n{formula}", names=names)
    return Path(plot_course([panel], path, steps=said, title=title))


PLOTTED = by_face("plot_mind", "whoknows ask RECORD --as NAME --plot FILE", "plot_mind")
Shares = Mapping[str, Sequence[tuple[int, int]]]  # for each series and step: a count, and the number of trials


def plot_shares(
    shares: Shares,
    path: str | PathLike[str] | None = None,
    *,
    steps: Sequence[str],
    title: str = "",
    label: str = "share",
    below: str = "",
    least: int = 1,
) -> str | Path:
    """Plot proportions (hits out of trials) with 95 % intervals, a line for each series.

    Steps with fewer than `least` trials are left out. `DrawError` if no step has that many trials, or a series
    does not have one count for each step; `FileError` if the file cannot be written. `label` and `below` name the axes.
    """
    ending = format_of(path)
    counted = {name: series for name, series in shares.items() if any(trials >= least for _, trials in series)}
    if not counted:
        raise DrawError(f"there is nothing to plot: no step was counted {least} times or more")
    for name, series in counted.items():
        if len(series) != len(steps):
            raise DrawError(f"{shorten(name)}: {len(series)} counts for {len(steps)} steps")

    def build(figure: Figure) -> None:
        axes = figure.add_subplot()
        for place, (name, series) in enumerate(counted.items()):
            _line(axes, name, series, place - (len(counted) - 1) / 2, strokes(list(counted))[name], least)
        furnish(axes, len(steps), list(steps), title, label)
        axes.set_xlabel(below, color=INK)
        axes.set_ylim(-0.03, 1.03)
        axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"])
        axes.legend(frameon=False, fontsize=8, labelcolor=INK)

    return finish(composed(build, (WIDTH, HEIGHT), ending), path)


def _line(axes: Axes, name: str, series: Sequence[tuple[int, int]], aside: float, stroke: Stroke, least: int) -> None:
    """Draw a series with error bars, shifted sideways by `aside` so that series do not hide each other."""
    there = [place for place, (_, trials) in enumerate(series) if trials >= least]
    estimates = [proportion(*series[place]) for place in there]
    axes.errorbar(
        [place + 0.06 * aside for place in there], [each.mean for each in estimates], yerr=arms(estimates),
        label=f"{name} ({sum(trials for _, trials in series):,})", color=stroke.colour, linestyle=stroke.style,
        linewidth=stroke.width, marker="o", markersize=3.5, elinewidth=1, capsize=2,
    )  # fmt: skip


def plot_games(ends: Iterable[State], path: str | PathLike[str] | None = None) -> str | Path:
    """Plot counts over many games, such as how often bluffs are believed, from the final states of the games.

    Each game defines what is counted. `DrawError` if the states do not belong to a single game, the game has no plot,
    or the counts are too small.
    """
    states = list(ends)
    kinds = {state.rules.game for state in states}
    if len(kinds) != 1:
        raise DrawError(f"{listing(sorted(kinds), 'and') or 'no games'}: expected records of one game")
    (kind,) = kinds
    chart = chart_of(states)
    if chart is None:
        there = listing(games_with_charts(), "and")
        way_out = f"there is one of {there}; how beliefs went in one game is plotted by {PLOTTED}"
        raise DrawError(f"{kind}: there is no plot of this game; {way_out}")
    most = max((trials for series in chart.series.values() for _, trials in series), default=0)
    if most < chart.least:
        raise DrawError(
            f"{plural(len(states), 'game')} of {kind}: the plot needs {chart.least} {chart.counted}, there are at most "
            f"{most}; play more games, such as {chart.games}"
        )
    return plot_shares(
        chart.series, path, steps=chart.steps, title=chart.title, label=chart.label, below=chart.below,
        least=chart.least,
    )  # fmt: skip
