"""The process that holds one game, and answers what the page may know of it."""

from __future__ import annotations

import json
import re
import signal
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from games import registry
from games.core.errors import GameError
from games.core.rules import EVERYTHING
from games.core.seeds import draw_seed
from games.playing.journal import read_line
from games.playing.lineup import Lineup
from games.playing.match import Setup
from games.playing.records import read_record
from games.telling.sitting import Sitting
from kripke.formats.reading import confine
from logic.errors import did_you_mean, shorten
from logic.parser import parse
from viz.web.answers import answered
from viz.web.reply import Answer
from viz.web.tables.apart import apart
from viz.web.tables.moment import Moment, board, knows, mind, question
from viz.web.tables.offer import offer
from viz.web.tables.requests import Act, Ask, AtTable, Draw, Log, Look, Open, Play, Replay

SECONDS = 0.5
"""No agent begins a move later in a request, so the page shows moves as they come."""
NAME = "the record"


def list_games(connection: Connection) -> None:
    """Answer which games there are: loading them all takes longer than a worker has."""
    connection.send(answered(offer))


def hold(connection: Connection, asked: Open | Replay) -> None:
    """Answer requests until the other end is closed; the first answer is to the request that opens the table."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's, which closes the pipe
    confine(Path(registry.__file__).parent)  # agents of a record may name files
    holders: list[Holder] = []

    def opened() -> dict[str, Any]:
        holders.append(Holder(_new(asked) if isinstance(asked, Open) else _again(asked)))
        return holders[0].opened()

    connection.send(answered(opened))
    while holders:
        try:
            request = connection.recv()
        except EOFError:
            return
        connection.send(holders[0].answer(request))


def _new(asked: Open) -> Sitting:
    game = registry.built_in(asked.game)
    agents = registry.makers(game)
    for agent in asked.agents:
        if agent is not None and agent not in agents:  # a name alone: parameters may name files
            raise GameError(f"no agent {shorten(repr(agent))}{did_you_mean(agent, agents)}")
    options = registry.read(game, [f"{name}={value}" for name, value in asked.options.items()])
    seed = draw_seed() if asked.seed is None else int(asked.seed)
    return Sitting.of(Setup(game.name, Lineup(tuple(asked.agents), tuple(asked.names)), options, seed))


def _again(asked: Replay) -> Sitting:
    line = next((line for line in asked.record.splitlines() if line.strip()), "")
    return Sitting.of_record(read_record(read_line(line, 1, NAME), NAME), 1, NAME, asked.reasons)


class Holder:
    """A game, and what may be said of it."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting

    def opened(self) -> dict[str, Any]:
        """What the page is told first."""
        match, person = self.sitting.match, self.sitting.person
        agents = match.setup.lineup.agents
        names = match.rules.names
        return {
            "game": match.setup.game,
            "title": match.setup.played.title,
            "players": [{"name": name, "agent": agents[match.seats.index(seat)]} for seat, name in enumerate(names)],
            "person": None if person is None else names[person],
            "examples": self._examples(),
        }

    def _examples(self) -> list[str]:
        """Formulas to ask: the game's own, where they are about these players, else one about the first variable."""
        rules, game = self.sitting.match.rules, self.sitting.match.setup.played
        usual = set(game.rules.of().names)
        own = [
            text
            for text, _ in game.formulas
            if parse(text).agents | usual.intersection(re.findall(r"\w+", text)) <= set(rules.names)
        ]
        variable, values = game.table(rules.start()).variables[0]
        atom = f"{variable}={values[0]}" if values else variable
        return own or [f"K_{rules.names[-1]} {atom}", f"M_{rules.names[0]} K_{rules.names[-1]} {atom}"]

    def answer(self, asked: AtTable) -> Answer:
        """The answer; an error for what the viewer may not see."""
        if isinstance(asked, Play):
            return answered(lambda: self._play(asked))
        if isinstance(asked, Act):
            return answered(lambda: self._act(asked))
        if isinstance(asked, (Look, Ask, Draw)):
            return apart(lambda: self._moment(asked))
        return answered(self._record)

    def _play(self, asked: Play) -> dict[str, Any]:
        self._viewer(asked)
        self.sitting.play(asked.moves, SECONDS)
        return self._told(asked)

    def _act(self, asked: Act) -> dict[str, Any]:
        self._viewer(asked)
        self.sitting.act(asked.text)
        return self._told(asked)

    def _told(self, asked: Log) -> dict[str, Any]:
        sitting = self.sitting
        log = sitting.log(self._viewer(asked), asked.since)
        return {
            "log": [entry._asdict() | {"deeds": [deed._asdict() for deed in entry.deeds]} for entry in log],
            "moments": len(sitting.turns),
            "mine": sitting.is_persons_turn,
            "over": sitting.state.is_terminal,
        }

    def _moment(self, asked: Look | Ask | Draw) -> dict[str, Any]:
        sitting, number = self.sitting, asked.moment
        game = sitting.match.setup.played
        moment = Moment(game, sitting.face, sitting.at(number), number, self._viewer(asked))
        if isinstance(asked, Ask):
            return question(moment, asked.formula, lambda: sitting.mind(moment.viewer, number))
        if isinstance(asked, Draw):
            return mind(moment, asked.about)
        return board(moment, asked.narrow) if asked.do == "board" else knows(moment)

    def _record(self) -> dict[str, Any]:
        if self.sitting.person is not None and not self.sitting.state.is_terminal:
            raise GameError("the record tells what is hidden from you: it is there when the game is over")
        return {"text": json.dumps(self.sitting.record().as_data(), ensure_ascii=False) + "\n"}

    def _viewer(self, asked: AtTable) -> int:
        """The viewer's seat; `GameError` if there is none, or if a person must not see it yet."""
        seats = self.sitting.match.rules.seats
        if asked.viewer is not None and asked.viewer not in seats:
            raise GameError(f"no player {shorten(repr(asked.viewer))}{did_you_mean(asked.viewer, seats)}")
        viewer = EVERYTHING if asked.viewer is None else seats[asked.viewer]
        if not self.sitting.may_see(viewer):
            raise GameError("what others see is hidden from you until the game is over")
        return viewer
