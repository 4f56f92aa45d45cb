"""A game told to one viewer as it is played: what happens, and after each round what players had and why they acted."""

from __future__ import annotations

from typing import Any, NamedTuple

from games.core.rules import EVERYTHING, Event
from games.game import Game
from games.playing.match import Turn
from games.telling.face import Block, Face


class MoveReport(NamedTuple):
    """A move as one viewer sees it: a sentence (empty if unseen), and whether a player, not chance, made it."""

    text: str
    is_chosen: bool
    ends_round: bool


class Deed(NamedTuple):
    """A move of the last round, explained: who, what they had, what they did, and why."""

    who: str
    had: str
    did: str
    why: str


class Story:
    """A game as one viewer sees it; the reasons of the player named `silent`, a person, are not told."""

    def __init__(self, game: Game, face: Face, viewer: int, silent: str = "") -> None:
        self.game, self.face, self.viewer, self.silent = game, face, viewer, silent
        self._round: list[Turn] = []
        self._last: list[Turn] = []

    def tell(self, turn: Turn) -> MoveReport:
        """A move as the viewer sees it; keeps it for the explanation of the round."""
        event = Event(turn.player, self.game.seen(turn.before, turn.action, self.viewer))
        text = self.face.sentence(event, *self._views(turn))
        self._round.append(turn)
        face = self.face
        over = turn.after.is_terminal or face.round_of(turn.after) > face.round_of(turn.before) > 0
        if over:
            self._last, self._round = self._round, []
        return MoveReport(text, turn.player >= 0, over)

    def left(self, turn: Turn) -> tuple[Block, ...]:
        """The table as the round left it, after its last move."""
        return self.face.after_round(*self._views(turn))

    def deeds(self) -> list[Deed]:
        """The moves of the last round, explained; empty while no round is over."""
        found = []
        for turn in self._last:
            if turn.player >= 0:
                name = self.face.name(turn.player)
                had = self.face.hand(self.game.observation(turn.before, turn.player))
                why = "you know best" if name == self.silent else str(turn.reason)
                found.append(Deed(name, had, self.face.deed(turn.action), why))
        return found

    def may_hear(self, player: int) -> bool:
        """Whether the viewer may hear a player's reasons while the round lasts."""
        return self.viewer in (EVERYTHING, player)

    def _views(self, turn: Turn) -> list[Any]:
        return [self.game.observation(state, self.viewer) for state in (turn.before, turn.after)]
