"""A person at the table: commands, answers, and the action in the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

from games.core.agent import Agent, Decision, Reason
from games.core.errors import IllegalAction
from games.core.rules import Event, Rules, State
from games.core.wording import YOU, capital
from games.knowing.knower import AT_THE_TABLE, Answer, Knower, speaks_of_beliefs
from games.playing.records import LONGEST_MOVE
from games.telling.choosing import chosen
from games.telling.face import kinds
from logic.errors import EpistemicError
from logic.exact import decimals_text
from viz.minds import draw_knowledge
from whoknows.cli.telling import Teller
from whoknows.cli.wording import worded

HELP = (
    ("?", "what you know, and how likely the rest is"),
    ("? FORMULA", "whether you can know it, such as ? {example}"),
    (
        "draw FILE",
        "draw the worlds that you consider possible, as svg, png or pdf; FILE WORD ...: about these",
    ),
    ("h", "the rules in short, and this list"),
    ("why", "what players had in the last round, and why they acted"),
    ("table", "show the table again"),
    ("save FILE", "save the record, when the game is over or you leave it"),
    ("quit", "leave the game"),
)


class Leaves(EOFError):
    """The person leaves the game."""


ALONE = ("q", "h")
"""Commands of one letter are not followed by words: in Cheat ``q sq hq`` claims queens."""


class Person(Agent):
    """A person who plays at a terminal."""

    teller: Teller
    state: State
    """The state now; answers use only what the person can know of it."""

    def __init__(self, save: Callable[[Path], None]) -> None:
        self.save_record = save
        self.commands: dict[str, Callable[[str], None]] = {
            "?": self._knowledge, "draw": self._draw, "why": self._why, "table": self._table, "save": self._save,
            "quit": self._quit, "exit": self._quit, "q": self._quit, "help": self._help, "h": self._help,
        }  # fmt: skip

    def begin(self, seat: int, rules: Rules, seed: str) -> None:
        """Begin a game; an advisor, if the game has one, listens in the person's place."""
        super().begin(seat, rules, seed)
        self.advisor = self.teller.story.face.advisor()
        if self.advisor is not None:
            self.advisor.begin(seat, rules, seed)

    def observe(self, event: Event) -> None:
        """Take notice of a move."""
        if self.advisor is not None:
            self.advisor.observe(event)

    def policy(self, observation: Any, legal: Sequence[Any]) -> Mapping[Any, float]:
        """The action that the person types."""
        self.view, self.legal = observation, legal
        self._table("")
        while True:
            text = self.teller.terminal.ask(f"{self.me}> ")
            try:
                if text and not self._command(text):
                    return {chosen(text, legal, self.teller.story.face): 1.0}
                if not text:
                    self._choices()
            except IllegalAction as error:
                self._refuse(str(error))
                self._choices()
            except (EpistemicError, OSError) as error:
                self._refuse(worded(str(error)))

    def act(self, observation: Any, legal: Sequence[Any]) -> Decision:
        """The action, and how long the person took from the sight of the table on, to the millisecond."""
        begun = monotonic()
        decision = super().act(observation, legal)
        return decision._replace(seconds=round(min(max(monotonic() - begun, 0.001), LONGEST_MOVE), 3))

    def reason(self, observation: Any, action: Any) -> Reason:
        """Persons do not tell their reasons."""
        return Reason("chosen by a person")

    @property
    def me(self) -> str:
        """The person's name in formulas."""
        return str(self.rules.names[self.seat])

    def _command(self, text: str) -> bool:
        """Run a command, unless an action of the game has the same first word, or words follow one of `ALONE`."""
        if text.replace(" ", "") in ("?h", "??", "?help"):
            text = "h"
        first, _, rest = ("?", "", text[1:]) if text.startswith("?") else text.lstrip("/").partition(" ")
        word = first.lower()
        is_action = word in kinds(self.legal) or (word in ALONE and bool(rest.strip()))
        if word not in self.commands or (is_action and not text.startswith("/")):
            return False
        self.commands[word](rest.strip())
        return True

    def _say(self, text: str, style: str = "", hang: int = 0) -> None:
        self.teller.terminal.say(text, style, hang)

    def _refuse(self, text: str) -> None:
        self._say(text, "yellow")

    def _table(self, _: str) -> None:
        scene = self.teller.story.scene(self.view, self.legal, self.advisor)
        self._say("")
        self.teller.terminal.show(*scene.table)
        self._believed(scene.beliefs)
        self._choices(scene.choices)

    def _believed(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._say(f"  {line}", "cyan", hang=4)

    def _choices(self, lines: Sequence[str] | None = None) -> None:
        for line in self.teller.story.face.choices(self.view, self.legal) if lines is None else lines:
            self._say(f"  {line}", hang=6)
        self._say("  (? what you know, h help)", "dim")

    def _knowledge(self, formula: str) -> None:
        if not formula:
            facts = self.teller.story.face.facts(self.state, self.seat)
            self.teller.knowledge(self._knower().all(), facts)
            if self.advisor is not None and (lines := self.teller.story.face.beliefs(self.advisor, whole=True)):
                self._say("What an agent that plays by beliefs would believe in your place:", "dim")
                self._believed(lines)
            return
        knower = self._knower()
        answer, mind = knower.ask(formula), None if self.advisor is None else self.advisor.mind()
        own = mind if mind is not None and answer.formula.atoms <= set(mind.atoms) else None  # Saboteur's: only roles
        if own is None or not speaks_of_beliefs(answer.formula):
            self._answer(answer, knower.possibilities())
        if own is not None:
            said = Knower(knower.table, self.me, own).ask(formula).said_of(YOU)
            self._say(f"By the beliefs of an agent in your place, {said}", "cyan")
        elif speaks_of_beliefs(answer.formula):
            self._say(f"{AT_THE_TABLE}.", "dim")

    def _knower(self) -> Knower:
        return Knower(self.teller.story.game.table(self.state), self.me)

    def _answer(self, answer: Answer, count: int) -> None:
        if answer.settled is None:
            share = f"{answer.among(count)} that you consider possible ({decimals_text(answer.share)})"
            self._say(f"You cannot know: it is so in {share}.", "bold")
        else:
            self._say(f"{capital(answer.settled_of(YOU))}.", "bold")

    def _draw(self, rest: str) -> None:
        path, *about = rest.split() or [""]
        if not path:
            knower = self._knower()
            example = [*knower.focus(), knower.table.variables[0][0]][0]
            self._refuse(f"draw needs a file, such as draw model.svg, or draw model.svg {example}")
            return
        written = draw_knowledge(self._knower(), Path(path).expanduser(), about)
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
        for rule in self.teller.story.face.how_to_play:
            self._say(rule, hang=2)
        self._say("Type your action, or enough of its words. Other commands:")
        for command, meaning in HELP:
            self._say(f"  {command:<11}{meaning.format(example=example)}", hang=13)
