"""A game told as it is played: what happens, and after each round what everybody had and why she did what she did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.core.rules import Event
from games.game import Game
from games.playing.match import Turn
from logic.errors import listing
from whoknows.cli.faces import Face, does
from whoknows.cli.knowing import Knower
from whoknows.cli.terminal import Terminal

HAD = 26
"""So wide is the column of what somebody had at most."""


class Teller:
    """Tells one viewer of a game.

    Parameters
    ----------
    game : Game
    face : Face
    terminal : Terminal
    viewer : int
        A seat, or `EVERYTHING`.
    silent : str
        The name of a player whose own reasons are not told: the person's.
    """

    def __init__(self, game: Game, face: Face, terminal: Terminal, viewer: int, silent: str = "") -> None:
        self.game, self.face, self.terminal, self.viewer, self.silent = game, face, terminal, viewer, silent
        self.round: list[Turn] = []
        self.last: list[Turn] = []

    def tell(self, turn: Turn, before: str = "") -> bool:
        """Say what the viewer sees of a move, behind a number or the like; whether it ends a round."""
        event = Event(turn.player, self.game.seen(turn.before, turn.action, self.viewer))
        views = [self.game.observation(state, self.viewer) for state in (turn.before, turn.after)]
        if said := self.face.sentence(event, *views):
            self.terminal.say(before + said, style="bold" if turn.player >= 0 else "", hang=len(before))
        self.round.append(turn)
        over = turn.after.is_terminal or self.face.round_of(turn.after) > self.face.round_of(turn.before) > 0
        if over:
            self.last, self.round = self.round, []
        return over

    def after_round(self, turn: Turn) -> None:
        """The table as the round left it, whose last move this was."""
        left = self.face.after_round(*(self.game.observation(each, self.viewer) for each in (turn.before, turn.after)))
        if left is not None:
            self.terminal.show(left)

    def explain(self) -> None:
        """What everybody had in the last round, and why she did what she did."""
        told = [turn for turn in self.last if turn.player >= 0]
        if not told:
            self.terminal.say("No round is over yet; the agents tell their reasons after a round.", "yellow")
            return
        from rich.table import Table

        table = Table(box=None, pad_edge=False, header_style="dim")
        hands = any(self.hand(turn) for turn in told)
        for heading in ("who", *(["had"] if hands else []), "did", "why"):
            table.add_column(
                heading, no_wrap=heading == "who", max_width=HAD if heading == "had" else None, overflow="fold"
            )
        for turn in told:
            name = self.face.name(turn.player)
            why = "you know best" if name == self.silent else str(turn.reason)
            table.add_row(name, *([self.hand(turn)] if hands else []), str(turn.action), why)
        self.terminal.show(table)

    def hand(self, turn: Turn) -> str:
        """What the mover had when she moved."""
        return self.face.hand(self.game.observation(turn.before, turn.player))

    def knowledge(self, state: Any, name: str) -> None:
        """The source's two sets of formulas: what the player knows, and what is common knowledge."""
        knower = Knower(self.game.table(state), name)
        own, common = knower.own(), knower.common()
        self.formulas(f"What {does(name, 'knows')}, and {does(name, 'knows').partition(' ')[2]} that others know:", own)
        self.formulas("What is common knowledge:", common)
        count = knower.possibilities()
        if count == 1:
            self.terminal.say("There is one possibility only: everything is known.")
        for answer in knower.open_questions():
            so = f"{answer.formula}: in {answer.share * count} of the {count:,} possibilities that"
            self.terminal.say(f"{so} {does(name, 'holds')} open")

    def formulas(self, heading: str, formulas: Sequence[Any]) -> None:
        """Formulas in columns under a heading."""
        from rich.columns import Columns

        self.terminal.say(heading, style="dim")
        if formulas:
            self.terminal.show(Columns([f"  {formula}" for formula in formulas]))
        else:
            self.terminal.say("  nothing about the values on the table")


def summary(game: Game, state: Any) -> dict[str, str]:
    """Who knows which values at the table: a text by name."""
    table = game.table(state)
    found = {}
    for name, items in table.observes:
        values = [f"{item}={table.actual[item]}" for item in items if isinstance(item, str) and item in table.actual]
        found[name] = f"{name} knows {listing(values, 'and') if values else 'no value'}"
    return found
