"""Tables at which the same players play many games and rotate through the seats, for a detector to observe."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from games.core.agent import Agent, RandomAgent
from games.core.errors import GameError
from games.holdem.agents.brain.agent import Brain
from games.holdem.agents.rule_players import Always, WinProbability
from games.holdem.rules import SEATS
from games.playing.match import Lineup, Match, Setup
from studies.holdem.collusion.evidence import Suspicion, Watcher
from studies.holdem.learning.table_play import FixedPlayer, NetworkPlayer, Player, RandomPlayer, RulePlayer, play
from studies.holdem.simulator import CALL, CHECK, RAISE

GAMES = 1_000  # Games that the same three players play one after the other


class Table(NamedTuple):
    """Many games of the same three players, who rotate through the seats.

    Attributes
    ----------
    players : tuple of Player
        The players. The members of a coalition are a single `Player`, which acts at several seats.
    numbers : tuple of int
        For each position of the line-up, the index in `players`.
    positions : int array of games and seats
        The position of the player at each seat.
    seeds : uint64 array of games
        The seeds of the deals.
    """

    players: tuple[Player, ...]
    numbers: tuple[int, ...]
    positions: Any
    seeds: Any

    @property
    def seats(self) -> Any:
        """The index in `players` of the player at each seat (columns) in each game (rows)."""
        return np.array(self.numbers)[self.positions]


def table_of(match: Match, game: int, games: int = GAMES) -> Table:
    """A table whose players are the agents of a match.

    Parameters
    ----------
    game : int
        The number of the game in the match; the deals depend on it, as in ordinary matches.
    """
    specs, numbers = match.setup.lineup.agents, list(range(SEATS))
    for group in match.setup.lineup.coalitions:
        for position in group:
            if specs[position] == specs[group[0]]:
                numbers[position] = group[0]
    rng = np.random.default_rng(int(match.setup.chance_seed(match.number, game), 16))
    turned = (np.arange(games)[:, None] + np.array(match.seats)) % SEATS
    return Table(
        tuple(map(at_many_tables, match.agents)),
        tuple(numbers),
        np.argsort(turned, axis=1),
        rng.integers(0, 2**63, games, np.uint64),
    )


def at_many_tables(agent: Agent) -> Player:
    """An agent as a player that decides at many tables at once.

    Raises
    ------
    GameError
        If the agent cannot play at many tables at once.
    """
    if isinstance(agent, Brain):
        return NetworkPlayer(agent.network)
    if isinstance(agent, WinProbability):
        return RulePlayer(agent.stays, agent.raises)
    if isinstance(agent, Always):
        return FixedPlayer((RAISE, CALL, CHECK) if agent.raises else (CALL, CHECK))
    if isinstance(agent, RandomAgent):
        return RandomPlayer()
    raise GameError(f"{type(agent).__name__}: an agent that does not play at many tables at once; use whoknows match")


def watch(
    agents: Sequence[str], suspicion: Suspicion, games: int, seed: int = 1, pair: tuple[int, ...] = (0, 1)
) -> Watcher:
    """Play games of three agents and store a detector's evidence.

    Parameters
    ----------
    games : int
        The number of games; the players rotate through the seats.
    pair : tuple of int
        The positions of partners, who tell each other their cards if their network has a channel.

    Raises
    ------
    GameError
        If an agent or its weights do not exist.
    """
    setup = Setup("holdem", Lineup(tuple(agents), coalitions=(pair,) if pair else ()), seed=seed)
    table = table_of(Match(setup, 0), 0, games)
    watcher = Watcher(suspicion, table.positions)
    play(table.players, table.seats, table.seeds, watch=watcher.watch)
    return watcher
