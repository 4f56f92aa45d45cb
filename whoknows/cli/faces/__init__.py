"""How a game shows itself in a terminal: `Face` does for any game, a module here named as the game does better."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar

from games.core.rules import CHANCE, Event, Rules, State
from games.game import Game

if TYPE_CHECKING:
    from rich.console import RenderableType

    from games.core.agent import Agent
    from games.playing.match import Turn

YOU = "you"
"""What a person is called where she names herself nothing else."""

PLURAL = {"has": "have", "passes": "pass", "is": "are"}
LISTED = 12
"""So many actions are listed one by one; of more, each kind is."""


class Face:
    """What is said and shown of a game, to one viewer.

    Parameters
    ----------
    game : Game
    rules : Rules
        The game that is played.
    """

    cells: ClassVar[bool] = False
    """Whether numbers that stand together are places on a board, so that their order counts."""

    aloud: ClassVar[tuple[str, ...]] = ()
    """Verbs that are never filled in for the person: who means them says so."""

    def __init__(self, game: Game, rules: Rules) -> None:
        self.game, self.rules = game, rules

    def name(self, player: int) -> str:
        """What a player is called."""
        return "chance" if player == CHANCE else self.rules.names[player]

    def table(self, view: Any) -> RenderableType:
        """The table as an observation has it."""
        return str(view)

    def sentence(self, event: Event, before: Any, after: Any) -> str:
        """What a viewer saw happen: her observations before and after."""
        return f"{self.name(event.player)}: {event.seen}"

    def choices(self, view: Any, legal: Sequence[Any]) -> list[str]:
        """What can be done, in lines."""
        if self.numbers(legal):
            return [f"{number}  {action}" for number, action in enumerate(legal, 1)]
        kinds: dict[str, list[str]] = {}
        for action in map(str, legal):
            kinds.setdefault(action.split()[0] if action else "", []).append(action)
        return [texts[0] if len(texts) == 1 else f"{kind}: {_some(texts)}" for kind, texts in kinds.items()]

    def numbers(self, legal: Sequence[Any]) -> bool:
        """Whether the choices have numbers: where they are few and say no numbers themselves."""
        return len(legal) <= LISTED and not any(each.isdigit() for action in legal for each in str(action))

    def understood(self, text: str, legal: Sequence[Any]) -> str:
        """What is meant by words that people use and the game's own texts do not; `IllegalAction` where it is wrong."""
        return text

    def why_not(self, action: Any, legal: Sequence[Any]) -> str:
        """Why an action of the game cannot be taken where these can be; empty where nothing can be said of that."""
        return ""

    def hand(self, view: Any) -> str:
        """What the player has or knows that others may not; empty where that is nothing."""
        return ""

    def round_of(self, state: State) -> int:
        """The number of the round, which ends with an explanation; a game is one round where it has no others."""
        return 0

    def after_round(self, before: Any, after: Any) -> RenderableType | None:
        """What is to be shown of the table when a round is over, if anything: observations before its last move and
        after it, when the next round may be laid already.
        """
        return None

    def advisor(self) -> Agent | None:
        """An agent who listens in a person's place, and believes what one who plays by beliefs would; or none."""
        return None

    def beliefs(self, agent: Agent, whole: bool = False) -> list[str]:
        """What an agent believes, in a few lines, or as a whole; nothing where she has no beliefs."""
        return []

    def news(self, agents: Sequence[Agent], turn: Turn) -> list[str]:
        """What agents began or ceased to believe by a move, in lines."""
        return []

    def result(self, returns: Sequence[Fraction]) -> list[str]:
        """How the game ended, in lines."""
        return [f"{name}: {paid} ({self.rules.unit})" for name, paid in zip(self.rules.names, returns, strict=True)]


def does(who: str, verb: str) -> str:
    """The name with its verb: ``ann calls``, ``you call``."""
    return f"{who} {PLURAL.get(verb, verb[:-1])}" if who == YOU else f"{who} {verb}"


def shown(text: str, plain: Mapping[int, int]) -> str:
    """The text, in plain signs where the terminal knows no others."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return text.translate(plain)
    return text


def capital(text: str) -> str:
    """The text with its first letter large, unless a name stands there."""
    return text[:1].upper() + text[1:] if text.startswith(f"{YOU} ") else text


def _some(texts: Sequence[str]) -> str:
    shown = ", ".join(texts if len(texts) <= LISTED else texts[:6])
    return shown if len(texts) <= LISTED else f"{shown} and {len(texts) - 6} more"


def face_of(game: Game, rules: Rules) -> Face:
    """The game's own face, if there is one."""
    name = game.name
    if not name.isidentifier() or find_spec(f"{__name__}.{name}") is None:
        return Face(game, rules)
    made: Face = import_module(f"{__name__}.{name}").FACE(game, rules)
    return made
