"""A person at the table: what she types, what she is answered, and the action that she takes in the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from games.core.agent import Agent, Reason
from games.core.errors import IllegalAction
from games.core.rules import Event, Rules, State
from logic.errors import EpistemicError
from logic.parser import parse
from whoknows.cli.choosing import chosen
from whoknows.cli.knowing import Answer, Knower
from whoknows.cli.telling import Teller
from whoknows.cli.wording import worded

HELP = (
    ("?", "what you know, and what you know that others know"),
    ("? FORMULA", "whether you can know it, such as ? {example}"),
    ("draw FILE", "draw what you hold possible, as svg, png or pdf; draw FILE WORD ... about these only"),
    ("why", "what everybody had in the last round, and why they did what they did"),
    ("table", "show the table again"),
    ("save FILE", "save the record, when the game is over or you leave it"),
    ("quit", "leave the game"),
)


class Leaves(EOFError):
    """The person leaves the game: she has nothing more to say."""


class Person(Agent):
    """A person, who is asked at her terminal.

    Parameters
    ----------
    save : function of path
        Has the record saved when the game is over.
    """

    teller: Teller
    state: State
    """Of the game now: what is asked of it is what she herself can know."""

    def __init__(self, save: Callable[[Path], None]) -> None:
        self.save_record = save
        self.commands: dict[str, Callable[[str], None]] = {
            "?": self._knowledge, "draw": self._draw, "why": self._why, "table": self._table, "save": self._save,
            "quit": self._quit, "exit": self._quit, "q": self._quit, "help": self._help, "h": self._help,
        }  # fmt: skip

    def begin(self, seat: int, rules: Rules, seed: str) -> None:
        """A game begins; where the game has an advisor, it sits in her place and listens."""
        super().begin(seat, rules, seed)
        self.advisor = self.teller.face.advisor()
        if self.advisor is not None:
            self.advisor.begin(seat, rules, seed)

    def observe(self, event: Event) -> None:
        """Take notice of a move."""
        if self.advisor is not None:
            self.advisor.observe(event)

    def policy(self, observation: Any, legal: Sequence[Any]) -> Mapping[Any, float]:
        """What she chooses, once she has typed something that can be done."""
        self.view, self.legal = observation, legal
        self._table("")
        while True:
            text = self.teller.terminal.ask(f"{self.me}> ")
            try:
                if text and not self._command(text):
                    return {chosen(text, legal, self.teller.face): 1.0}
                if not text:
                    self._choices()
            except IllegalAction as error:
                self._refuse(str(error))
                self._choices()
            except (EpistemicError, OSError) as error:
                self._refuse(worded(str(error)))

    def reason(self, observation: Any, action: Any) -> Reason:
        """Hers to know."""
        return Reason("chosen by a person")

    @property
    def me(self) -> str:
        """Her name in formulas."""
        return str(self.rules.names[self.seat])

    def _command(self, text: str) -> bool:
        """Obey, where it is a command and no action of the game starts like that."""
        word, _, rest = ("?", "", text[1:]) if text.startswith("?") else text.lstrip("/").partition(" ")
        verbs = {str(action).partition(" ")[0] for action in self.legal}
        if word.lower() not in self.commands or (word.lower() in verbs and not text.startswith("/")):
            return False
        self.commands[word.lower()](rest.strip())
        return True

    def _say(self, text: str, style: str = "", hang: int = 0) -> None:
        self.teller.terminal.say(text, style, hang)

    def _refuse(self, text: str) -> None:
        self._say(text, "yellow")

    def _table(self, _: str) -> None:
        self.teller.terminal.say()
        self.teller.terminal.show(self.teller.face.table(self.view))
        self._beliefs()
        self._choices()

    def _beliefs(self, whole: bool = False) -> None:
        """What one who plays by beliefs would believe in her place."""
        lines = [] if self.advisor is None else self.teller.face.beliefs(self.advisor, whole)
        if lines and whole:
            self._say("What one who plays by beliefs would believe in your place:", "dim")
        for line in lines:
            self._say(f"  {line}", "cyan", hang=4)

    def _choices(self) -> None:
        for line in self.teller.face.choices(self.view, self.legal):
            self._say(f"  {line}", hang=6)
        self._say("  (? what you know, h help)", "dim")

    def _knowledge(self, formula: str) -> None:
        if not formula:
            self.teller.knowledge(self.state, self.me)
            self._beliefs(whole=True)
            return
        knower = self._knower()
        self._answer(knower.ask(formula), knower.possibilities())
        mind = None if self.advisor is None else self.advisor.mind()
        if mind is not None and parse(formula).atoms <= set(mind.atoms):  # hers is of roles, and not of gold
            said = Knower(knower.table, self.me, mind).ask(formula)
            self._say(f"One who plays by beliefs would say in your place: {said.said()}", "cyan")

    def _knower(self) -> Knower:
        return Knower(self.teller.game.table(self.state), self.me)

    def _answer(self, answer: Answer, count: int) -> None:
        if answer.settled is None:
            share = f"it is so in {answer.share * count} of the {count:,} possibilities that you hold open"
            self._say(f"You cannot know: {share} ({float(answer.share):.0%}).", "bold")
        else:
            self._say("You know that it is so." if answer.settled else "You know that it is not so.", "bold")

    def _draw(self, rest: str) -> None:
        path, *about = rest.split() or [""]
        if not path:
            self._refuse("draw needs a file, such as draw model.svg, or draw model.svg die1")
            return
        written = self._knower().draw(Path(path).expanduser(), about)
        self._say(f"Wrote {written}.")

    def _why(self, _: str) -> None:
        self.teller.explain()

    def _save(self, path: str) -> None:
        if not path:
            self._refuse("save needs a file, such as save game.jsonl")
            return
        self.save_record(Path(path).expanduser())
        self._say(f"The record will be in {path} when the game is over, or when you leave.")

    def _quit(self, _: str) -> None:
        raise Leaves

    def _help(self, _: str) -> None:
        variable, values = self._knower().table.variables[0]
        other = self.rules.names[self.seat - 1]
        example = f"K_{other} {variable}={values[0]}" if values else f"K_{other} {variable}"
        self._say("Type what you do, or enough of its words. Besides:")
        for command, meaning in HELP:
            self._say(f"  {command:<11}{meaning.format(example=example)}", hang=13)
