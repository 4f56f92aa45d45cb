"""A story told on a terminal: moves, explained rounds, and what players know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.core.wording import capital, does, verb_of
from games.knowing.knower import Known
from games.playing.match import Turn
from games.telling.story import Story
from logic.exact import decimals_text
from whoknows.cli.rendering import deeds_table
from whoknows.cli.terminal import Terminal

NARROW = 60
"""Columns of a terminal with too little room for a table of moves: there each move has lines of its own."""


class Teller:
    """Tells a story on a terminal."""

    def __init__(self, story: Story, terminal: Terminal) -> None:
        self.story, self.terminal = story, terminal

    def tell(self, turn: Turn, before: str = "") -> bool:
        """Say what the viewer sees of a move; whether it ends a round."""
        told = self.story.tell(turn)
        if told.text:
            self.terminal.say(before + told.text, style="bold" if told.is_chosen else "", hang=len(before))
        return told.ends_round

    def after_round(self, turn: Turn) -> None:
        """Show the table as the round left it, after this last move."""
        self.terminal.show(*self.story.left(turn))

    def explain(self) -> None:
        """Show what players had in the last round, what they did and why."""
        deeds = self.story.deeds()
        if deeds and self.terminal.console.width < NARROW:
            for deed in deeds:
                had = f" ({deed.had})" if deed.had else ""
                self.terminal.say(f"{deed.who}{had}: {deed.did}", hang=2)
                self.terminal.say(f"  why: {deed.why}", "dim", hang=7)
        elif deeds:
            self.terminal.show(deeds_table(deeds))
        else:
            self.terminal.say("No round is over yet; the agents tell their reasons after a round.", "yellow")

    def knowledge(self, known: Known, facts: Sequence[str] = ()) -> None:
        """Say what a player knows, what is common knowledge, and what is open."""
        name = known.name
        if facts:
            self.terminal.say(f"What {does(name, 'knows')}:", style="dim")
            for fact in facts:
                self.terminal.say(f"  {fact}", hang=4)
        else:
            self._formulas(f"What {does(name, 'knows')}, and {verb_of(name, 'knows')} that others know:", known.own)
            self._formulas("What is common knowledge:", known.common)
        if known.possibilities == 1:
            self.terminal.say(f"{capital(does(name, 'considers'))} one world possible: everything is known.")
        if known.open_questions:
            self.terminal.say(f"What is so in some of the worlds that {does(name, 'considers')} possible:", style="dim")
        for answer in known.open_questions:
            share = f"{answer.among(known.possibilities)} ({decimals_text(answer.share)})"
            self.terminal.say(f"  {answer.formula}: in {share}", hang=4)

    def _formulas(self, heading: str, formulas: Sequence[Any]) -> None:
        from rich.columns import Columns

        self.terminal.say(heading, style="dim")
        if formulas:
            self.terminal.show(Columns([f"  {formula}" for formula in formulas]))
        else:
            self.terminal.say("  nothing about the values on the table")
