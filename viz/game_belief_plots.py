"""Plots of beliefs in a recorded game, move by move."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from games.core.errors import GameError
from games.core.rules import EVERYTHING, Event
from games.knowing.knower import Knower
from games.knowing.table import Table
from games.playing.records import Record
from games.playing.replay import Replayer
from games.telling.face import face_of
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from logic.formula import Formula
from viz.belief_plots import Panel, plot_course, plot_mind

START = "the start"


class Step(NamedTuple):
    """A moment of a game."""

    said: str
    table: Table
    minds: tuple[Model | None, ...]


def course(record: Record, line: int, name: str, moves: int, viewer: int = EVERYTHING) -> list[Step]:
    """The decisions of the round of the last move, and the moment before the first of them.

    Raises
    ------
    RecordError
        If the record cannot be replayed.
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
    """Plot the players' degrees of belief in a formula; without a formula, all beliefs of one player's own model.

    With several players, a player whose own model does not have the formula's atoms is answered by the table.

    Raises
    ------
    GameError
        If there are no decisions, or neither a formula nor a model of the player's own.
    """
    if not steps:
        raise GameError("--plot: there is no decision before this move; choose a later one")
    said = [step.said for step in steps]
    if formula is None:
        (seat,) = seats
        minds = [mind for step in steps if isinstance(mind := step.minds[seat], KripkeModel)]
        if len(minds) < len(steps):
            raise GameError(f"--plot: {names[seat]} has no model of their own; give a FORMULA to plot")
        return Path(plot_mind(minds, names[seat], path, steps=said, title=title, actual=_actual(steps[-1].table)))
    knowers_by_seat = [[_knower(step, names[seat], seat, formula, len(seats) > 1) for step in steps] for seat in seats]
    series = {
        names[seat]: [float(each.ask(formula).share) for each in knowers]
        for seat, knowers in zip(seats, knowers_by_seat, strict=True)
    }
    return Path(
        plot_course([Panel(series, f"degree of belief in\n{formula}", names=names)], path, steps=said, title=title)
    )


def _knower(step: Step, name: str, seat: int, formula: Formula, several: bool) -> Knower:
    mind = step.minds[seat]
    speaks = mind is None or formula.atoms <= set(mind.atoms)
    return Knower(step.table, name, mind if speaks or not several else None)


def _actual(table: Table) -> list[str]:
    """The atoms that are true."""
    values = dict(table.variables)
    return [
        f"{name}={value}" if values[name] else name for name, value in table.actual.items() if values[name] or value
    ]
