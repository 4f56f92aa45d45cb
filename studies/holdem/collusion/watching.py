"""A table that the casino watches: some games of three agents, and what each decision says of who plays how."""

from __future__ import annotations

from collections.abc import Sequence

from games.playing.lineup import Lineup
from games.playing.match import Match, Setup
from studies.holdem.collusion.evidence import Watcher
from studies.holdem.collusion.suspicion import Suspicion
from studies.holdem.collusion.table import table_of
from studies.holdem.learning.table_play import play


def watch(
    agents: Sequence[str], suspicion: Suspicion, games: int, seed: int = 1, pair: tuple[int, ...] = (0, 1)
) -> Watcher:
    """Play games of three agents and keep what a detector sees of them.

    Parameters
    ----------
    games : int
        How many games; the players move round the blinds.
    pair : tuple of int
        The positions of those who tell each other their cards, where their network has a channel.

    Raises
    ------
    GameError
        If an agent or its weights do not exist.
    """
    setup = Setup("holdem", Lineup(tuple(agents), coalitions=(pair,) if pair else ()), seed=seed)
    table = table_of(Match(setup, 0), 0, games)
    found = Watcher(suspicion, table.positions)
    play(table.players, table.seats, table.seeds, watch=found.watch)
    return found
