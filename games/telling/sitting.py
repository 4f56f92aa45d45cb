"""Games as each viewer sees them during play or in a replay. At most one player is a person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Any, NamedTuple

from games.core.agent import Agent
from games.core.errors import GameError
from games.core.rules import EVERYTHING, Event, State
from games.game import Game
from games.knowing.queries import Query
from games.playing.match import Match, Setup, Turn
from games.playing.records import Record, record_of
from games.playing.replay import Replayer, agent_at
from games.telling.choosing import chosen
from games.telling.face import Block, Face, face_of
from kripke.models.kripke_model import KripkeModel

REPLAY = 1.0  # the most seconds for a replay that answers a question, half of the time for an answer


class MoveReport(NamedTuple):
    """A move as one viewer sees it.

    `text` is a sentence, empty if the move is unseen; `is_chosen` says whether a player, not chance, made the move, and
    `ends_round` whether it ends a round.
    """

    text: str
    is_chosen: bool
    ends_round: bool
    # The player's reason, if the viewer may see it during the round. A reason without queries is not repeated.
    why: str
    queries: tuple[Query, ...]  # the player's queries to models, if the viewer may see them


class Deed(NamedTuple):
    """A move of the last round, explained: the player, their hand, the action and the reason."""

    who: str
    had: str
    did: str
    why: str


class Story:
    """A game as one viewer sees it. `deeds` does not give the reasons of the player with the name `silent`."""

    def __init__(self, game: Game, face: Face, viewer: int, silent: str = "") -> None:
        self.game, self.face, self.viewer, self.silent = game, face, viewer, silent
        self._round: list[Turn] = []
        self._last: list[Turn] = []
        self._unasked: dict[int, str] = {}  # each player's last reason without a query

    def tell(self, turn: Turn) -> MoveReport:
        """Return the report of a move for the viewer; store the move, to explain the round later."""
        event = Event(turn.player, self.game.seen(turn.before, turn.action, self.viewer))
        text = self.face.sentence(event, *self._views(turn))
        self._round.append(turn)
        face = self.face
        over = turn.after.is_terminal or face.round_of(turn.after) > face.round_of(turn.before) > 0
        if over:
            self._last, self._round = self._round, []
        if not (turn.player >= 0 and self.may_hear(turn.player)):
            return MoveReport(text, turn.player >= 0, over, "", ())
        why = str(turn.reason)
        if why and not turn.queries:
            last, self._unasked[turn.player] = self._unasked.get(turn.player, ""), why
            why = "" if why == last else why if last else f"{why} (without asking a model)"
        return MoveReport(text, True, over, why, turn.queries)

    def left(self, turn: Turn) -> tuple[Block, ...]:
        """The description of the state after the last move of a round."""
        return self.face.after_round(*self._views(turn))

    def deeds(self) -> list[Deed]:
        """The moves of the last finished round, explained; empty if no round has ended."""
        deeds = []
        for turn in self._last:
            if turn.player >= 0:
                name = self.face.name(turn.player)
                view = self.game.observation(turn.before, turn.player)
                why = "you know best" if name == self.silent else str(turn.reason)
                deeds.append(Deed(name, self.face.hand(view), self.face.deed(turn.action, view), why))
        return deeds

    def may_hear(self, player: int) -> bool:
        """Whether the viewer may see a player's reasons during the round."""
        return self.viewer in (EVERYTHING, player)

    def _views(self, turn: Turn) -> list[Any]:
        return [self.game.observation(state, self.viewer) for state in (turn.before, turn.after)]


class Entry(NamedTuple):
    """A move in a viewer's log: `moment` is its number, from 1, and `deeds` explain the round that it ends, if any."""

    moment: int
    text: str  # a sentence; empty if the viewer sees nothing of the move
    # `is_chosen`, `why`: as in `MoveReport`: whether a player made the move, and the reason; `asked`: the number of
    # queries
    is_chosen: bool
    why: str
    asked: int
    news: tuple[str, ...]  # the beliefs that agents visible to the viewer adopted or dropped
    deeds: tuple[Deed, ...]


class Sitting:
    """A game that is played move by move, or replayed from a record."""

    def __init__(self, match: Match, turns: Iterator[Turn], person: int | None = None, number: int = 0) -> None:
        self.match, self.person, self.number = match, person, number
        self.face = face_of(match.setup.played, match.rules)
        self.turns: list[Turn] = []
        self._coming = turns
        self._news: list[dict[int, list[str]]] = []
        self._logs: dict[int, tuple[Story, list[Entry]]] = {}

    @classmethod
    def of(cls, setup: Setup, moves: Sequence[str] = ()) -> Sitting:
        """A new game, or one that continues after these moves; `GameError` for a line-up with several persons."""
        match = Match(setup, 0, setup.lineup.new_agents(setup.played, _Person), queries=True)
        seats = [setup.seats_of(0)[place] for place, spec in enumerate(setup.lineup.agents) if spec is None]
        if len(seats) > 1:
            raise GameError(f"{len(seats)} persons: expected at most one")
        sitting = cls(match, match.turns(0, made=moves), seats[0] if seats else None)
        for _ in moves:
            sitting._go()
        return sitting

    @classmethod
    def of_record(cls, record: Record, line: int, name: str, reasons: bool = True) -> Sitting:
        """A replay of the record in line `line` of the file `name`; with `reasons`, agents repeat their decisions."""
        match, turns = Replayer(name, reasons).turns(record, line, queries=True)
        return cls(match, turns, None, record.number)

    @property
    def state(self) -> State:
        """The state after all moves so far."""
        return self.turns[-1].after if self.turns else self.match.rules.start()

    @property
    def is_persons_turn(self) -> bool:
        """Whether it is the person's turn."""
        return self.person is not None and self.state.current_player == self.person

    def at(self, moment: int) -> State:
        """The state after this number of moves; `GameError` if there are fewer."""
        if not 0 <= moment <= len(self.turns):
            raise GameError(f"moment {moment}: expected a number from 0 to {len(self.turns)}, the moves so far")
        return self.turns[moment - 1].after if moment else self.match.rules.start()

    def minds(self, seats: Sequence[int], moment: int) -> dict[int, tuple[KripkeModel, bool]]:
        """For each seat, the model after `moment` moves, and whether its owner is an agent that advises a person.

        Players without a model are left out. An earlier moment, or an agent that advises a person, needs a replay. If
        the replay takes more than `REPLAY` seconds, the result is empty.
        """
        own = [seat for seat in seats if agent_at(self.match, seat)[0].mind() is not None]
        has_person = self.person in seats and self.face.advisor() is not None
        match, end = self.match, monotonic() + REPLAY
        if has_person or (own and moment < len(self.turns)):
            for _, replayed in Replayer("the game", listener=self.face.advisor).walk(self.record(), 1, moment):
                if monotonic() > end:
                    return {}
                match = replayed
        agents = [(seat, *agent_at(match, seat)) for seat in seats if seat in own or seat == self.person]
        return {seat: (model, is_other) for seat, agent, is_other in agents if (model := agent.mind()) is not None}

    def play(self, moves: int, seconds: float) -> None:
        """Make moves of agents and chance until the person's turn, the end of the game, or one of the limits."""
        end = monotonic() + seconds
        for _ in range(moves):
            if self.is_persons_turn or not self._go() or monotonic() > end:
                return

    def act(self, text: str) -> None:
        """Make the person's move, given as text; see `games.telling.choosing.chosen`.

        `GameError` if it is not the person's turn; `IllegalAction` if the text means no action.
        """
        if self.person is None or not self.is_persons_turn:
            raise GameError("it is not your turn")
        person = self.match.agents[self.match.seats.index(self.person)]
        assert isinstance(person, _Person)
        person.action = chosen(text, self.state.legal_actions(), self.face)
        self._go()

    def _go(self) -> bool:
        turn = next(self._coming, None)
        if turn is None:
            return False
        self.turns.append(turn)
        agents = zip(self.match.seats, self.match.agents, strict=True)
        self._news.append({seat: self.face.news([agent], turn) for seat, agent in agents})  # from present beliefs
        return True

    def may_see(self, viewer: int) -> bool:
        """Whether a viewer (a seat or `EVERYTHING`) may see the game: while a person plays, only that person may."""
        return self.person is None or viewer == self.person or self.state.is_terminal

    def log(self, viewer: int, since: int = 0) -> list[Entry]:
        """The moves as the viewer saw them, without the first `since` moves."""
        if viewer not in self._logs:
            silent = "" if self.person is None else self.face.name(self.person)
            self._logs[viewer] = Story(self.match.setup.played, self.face, viewer, silent), []
        story, entries = self._logs[viewer]
        for number in range(len(entries), len(self.turns)):
            turn = self.turns[number]
            report = story.tell(turn)
            news = [line for seat, lines in self._news[number].items() if story.may_hear(seat) for line in lines]
            deeds = tuple(story.deeds()) if report.ends_round else ()
            entries.append(
                Entry(number + 1, report.text, report.is_chosen, report.why, len(report.queries), tuple(news), deeds)
            )
        return entries[since:]

    def asked(self, viewer: int, moment: int) -> tuple[Query, ...]:
        """The queries for the move before this moment; empty if the viewer may not see them."""
        self.at(moment)
        turn = self.turns[moment - 1] if moment else None
        return () if turn is None or viewer not in (EVERYTHING, turn.player) else turn.queries

    def record(self) -> Record:
        """The record of the game so far; while a person plays, it contains secrets that the person must not see."""
        return record_of(self.match, self.number, self.state, None, [turn.seconds for turn in self.turns])


class _Person(Agent):
    """The agent of a person: it takes the action that was entered last."""

    action: Any = None

    def policy(self, observation: Any, legal: Sequence[Any]) -> dict[Any, float]:
        return {self.action: 1.0}
