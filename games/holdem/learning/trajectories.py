"""Decisions of self-play, with what they led to: what an actor-critic learns from."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from games.holdem.compiled_table import PLAYER
from games.holdem.learning.features import CRITIC, encode_all, inputs
from games.holdem.learning.network import Network, forward
from games.holdem.learning.table_play import Moment, Player, drawn, play
from kripke.checking.engine.compiled import compiled


class Decisions(NamedTuple):
    """Decisions in the order of play.

    Attributes
    ----------
    seen, all_seen : float arrays
        What the player sees, and what the critic sees.
    legal : bool array of decisions and actions
    action : int array
    chance : float array
        The probability with which the action was drawn.
    advantage, target : float arrays
        How much better it was than expected, and what the critic should expect; in big blinds.
    """

    seen: Any
    all_seen: Any
    legal: Any
    action: Any
    chance: Any
    advantage: Any
    target: Any

    def take(self, which: Any) -> Decisions:
        """Some of the decisions, by number."""
        return Decisions(*(each[which] for each in self))


class Recorder:
    """Plays by a network and keeps its decisions.

    Parameters
    ----------
    network : Network
    """

    def __init__(self, network: Network) -> None:
        self.network = network
        self.kept: list[tuple[Any, ...]] = []

    def act(self, moment: Moment) -> Any:
        """Actions drawn by their probabilities.

        Parameters
        ----------
        moment : Moment
        """
        seen = inputs(moment.tables, moment.games, moment.shares, self.network.inputs)
        probabilities = self.network.probabilities(seen, moment.legal)
        action = drawn(probabilities, moment.chances)
        chance = probabilities[np.arange(len(action)), action]
        all_seen = np.zeros((len(action), CRITIC), np.float32)
        encode_all(moment.tables, moment.games, moment.shares, all_seen)
        seat = moment.tables[moment.games, PLAYER]
        self.kept.append((moment.games, seat, seen, all_seen, moment.legal, action, chance))
        return action


def self_play(
    network: Network, critic: Any, seeds: Any, trace: float, others: Player | None = None
) -> tuple[Decisions, Any]:
    """Games in which the network plays all seats, or one seat against two others.

    Parameters
    ----------
    network : Network
    critic : tuple of float arrays
        The layers of the critic.
    seeds : uint64 array
        The deals.
    trace : float
        Lambda of generalised advantage estimation, from 0 to 1 (Schulman and others, 2016).
    others : Player, optional
        Who plays the other seats; the network's seat changes from game to game.

    Returns
    -------
    Decisions, float array of games and seats
        And the payoffs.
    """
    recorder = Recorder(network)
    seats = np.zeros((len(seeds), 3), np.int64)
    if others is not None:
        seats = (np.arange(len(seeds))[:, None] % 3 != np.arange(3)).astype(np.int64)
    paid, _ = play([recorder] if others is None else [recorder, others], seats, seeds)
    games, places, *rest = (np.concatenate(each) for each in zip(*recorder.kept, strict=True))
    expected = forward(critic, rest[1])[:, 0].astype(np.float64)
    advantage, target = estimated(games, places, expected, paid, trace)
    seen, all_seen, legal, action, chance = rest
    return Decisions(seen, all_seen, legal, action, chance, advantage, target), paid


@compiled
def estimated(games: Any, seats: Any, expected: Any, paid: Any, trace: float) -> tuple[Any, Any]:
    """Generalised advantages of each player's own decisions, and the returns that they mean.

    Parameters
    ----------
    games, seats : int arrays
        Of decisions in the order of play.
    expected : float array
        What the critic expected at each.
    paid : float array of games and seats
    trace : float
        Lambda.
    """
    advantage, target = np.zeros(len(games)), np.zeros(len(games))
    after, further = paid.copy(), np.zeros_like(paid)
    for number in range(len(games) - 1, -1, -1):
        game, seat = games[number], seats[number]
        further[game, seat] = after[game, seat] - expected[number] + trace * further[game, seat]
        after[game, seat] = expected[number]
        advantage[number] = further[game, seat]
        target[number] = further[game, seat] + expected[number]
    return advantage, target
