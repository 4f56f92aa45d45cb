"""Pictures and plots of what players of a game know and believe, for the command `ask`."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from games.core.errors import GameError
from games.core.rules import EVERYTHING, Event
from games.knowing.excerpt import Excerpt, seen_by, seen_by_all
from games.knowing.knower import Knower
from games.knowing.table import Table
from games.playing.records import Record
from games.playing.replay import Replayer
from games.telling.face import face_of
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from logic.errors import TooLarge, listing
from logic.formula import Formula
from viz.drawing import draw
from viz.minds import MOST, draw_mind, one_word
from viz.output.files import FORMATS
from viz.pictures.picture import Options
from viz.plots.beliefs import Panel, plot_course, plot_mind

DRAWN = Options().max_worlds
"""The largest number of worlds in a picture."""


def draw_knowledge(knower: Knower, path: str | PathLike[str], about: Sequence[str] = (), note: str = "") -> Path:
    """Draw what a player considers possible, and what others consider possible there, without the actual world.

    About some variables and atoms alone, worlds that differ neither in these nor in what is known of them are one; the
    worlds of a player's own model have weights and are never merged (`GameError`). `TooLarge` for too many worlds,
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
    knower: Knower, path: str | PathLike[str], about: Sequence[str] = (), asked: Formula | None = None
) -> Path:
    """Draw what is known at the table, with the actual world and the worlds where a formula holds.

    Variables, atoms and errors as in `draw_knowledge`.
    """
    return _drawn(seen_by_all(knower, about, asked, most=DRAWN), path, "What is known at the table")


def _drawn(shown: Excerpt, path: str | PathLike[str], title: str) -> Path:
    if shown.marker is None:
        return Path(draw(shown.model, path, title=title, atoms="none", names=True))
    return Path(draw(shown.model, path, title=title, highlight=shown.marker, atoms="none", names=True))


def _draw_mind(knower: Knower, whole: Model, path: str | PathLike[str], note: str) -> Path:
    """A ring of worlds for each player, or a table of many worlds, where the format is that of a picture."""
    title, mind = f"The mind of {knower.name}", knower.model
    if not isinstance(mind, KripkeModel):
        return Path(draw(whole, path, title=title))
    tabular = bool(one_word(mind)[1])
    if (len(mind) <= MOST or tabular) and Path(path).suffix.lower().lstrip(".") in FORMATS:
        return Path(draw_mind(mind, knower.name, path, title=title, note=note))
    if len(mind) > DRAWN:
        formats = listing([f".{each}" for each in FORMATS])
        asked = "ask formulas instead, such as the literals that are listed without one"
        way = f"as {formats} it is a table" if tabular else asked
        raise TooLarge(f"the model of {knower.name} has {len(mind):,} worlds, and at most {DRAWN} can be read: {way}")
    return Path(draw(whole, path, title=title))


START = "the start"


class Step(NamedTuple):
    """A moment of a game."""

    said: str
    table: Table
    minds: tuple[Model | None, ...]


def course(record: Record, line: int, name: str, moves: int, viewer: int = EVERYTHING) -> list[Step]:
    """The decisions of the round of the last move, and the moment before the first; `RecordError` if it is no game."""
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
    """Plot the players' degrees of belief in a formula; without a formula, all beliefs of one player's own model.

    With several players, a player whose own model does not have the formula's atoms is answered by the table.
    `GameError` if there are no decisions, or neither a formula nor a model of the player's own.
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
