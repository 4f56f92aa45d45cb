"""Games for training: from records, or of the simulated population."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from games.cheat.agents.habits import Habitual
from games.cheat.game import GAME
from games.cheat.predictors import Past
from games.cheat.rules import Cheat
from games.core.errors import GameError
from games.core.rules import State
from games.playing.match import turns
from games.playing.records import Record


class TrainingGame(NamedTuple):
    """A game for training; games of a match must be used in order.

    Attributes
    ----------
    last : State
        The last state of the game, which may be unfinished.
    past : Past
        The statistics of both players before the game; the caller must update them after the game.
    seconds : sequence of float, optional
        The time of each move; None: not measured.
    taught : frozenset of str
        The players whose claims and replies are used for training.
    """

    number: int
    names: tuple[str, ...]
    last: State
    past: Past
    seconds: Sequence[float] | None
    taught: frozenset[str]


def simulated_games(players: int, matches: int, seed: int) -> Iterator[TrainingGame]:
    """The games of a simulated population whose players play in pairs."""
    rules, rng = Cheat(), Random(seed)
    for pair in range(players // 2):
        names = (f"player {2 * pair + 1}", f"player {2 * pair + 2}")
        agents, past = [Habitual(), Habitual()], Past()
        for number in range(matches * pair, matches * (pair + 1)):
            for seat, agent in enumerate(agents):
                agent.begin(seat, rules, str(rng.getrandbits(64)))
            played = list(turns(GAME, rules, agents, lambda state: state.sample(rng)))
            seconds = [turn.seconds for turn in played]
            yield TrainingGame(number, names, played[-1].after, past, seconds, frozenset(names))


def recorded_games(records: Iterable[Record]) -> Iterator[TrainingGame]:
    """The games in records of Cheat. Equal names mean the same player; if people play, only they are `taught`."""
    pasts: dict[tuple[str, ...], Past] = {}
    for number, record in enumerate(records):
        if record.played is not GAME:
            raise GameError(f"{record.place}: a record of {record.played.title}, expected one of Cheat")
        names = tuple(record.rules.names)
        past = pasts[names] = pasts.get(names, Past()) if record.number else Past()
        persons = {names[seat] for agent, seat in zip(record.agents, record.seats, strict=True) if agent is None}
        yield TrainingGame(number, names, record.state(), past, record.seconds, frozenset(persons or names))
