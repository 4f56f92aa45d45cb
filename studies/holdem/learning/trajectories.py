"""Decisions of self-play, with what they led to: what an actor-critic learns from."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from games.holdem.agents.brain.features import CRITIC, encode_all
from games.holdem.agents.brain.network import Network, forward
from games.holdem.compiled_table import PLAYER
from kripke.checking.engine.compiled import compiled
from studies.holdem.learning.rewards import rewards
from studies.holdem.learning.table_play import Moment, Player, drawn, play, seen_by


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
    """Plays by a network and keeps its decisions."""

    def __init__(self, network: Network, width: int) -> None:
        self.network, self.width = network, width
        self.kept: list[tuple[Any, ...]] = []

    def act(self, moment: Moment) -> Any:
        """Actions drawn by their probabilities."""
        seen = seen_by(self.network, moment)
        probabilities = self.network.probabilities(seen, moment.legal)
        action = drawn(probabilities, moment.chances)
        chance = probabilities[np.arange(len(action)), action]
        all_seen, seat = np.zeros((len(action), self.width), np.float32), moment.tables[moment.games, PLAYER]
        encode_all(moment.tables, moment.games, moment.shares, all_seen)
        after = moment.seats[moment.games, (seat + 1) % 3]
        all_seen[:, CRITIC:] = after[:, None] == np.arange(self.width - CRITIC)
        self.kept.append((moment.games, seat, seen, all_seen, moment.legal, action, chance))
        return action


class Against(NamedTuple):
    """Players at the table who do not learn.

    Attributes
    ----------
    players : tuple of Player
        They take turns: the same one sits on all other seats of a game.
    learners : int
        On how many seats the network sits: one, or two, who are partners.
    reward : str
        One of `studies.holdem.learning.rewards.REWARDS`.
    share : float
        Of the games; in the rest the network plays all seats.
    """

    players: tuple[Player, ...]
    learners: int = 1
    reward: str = "own"
    share: float = 1.0

    def seats(self, games: int) -> Any:
        """Who sits where: 0 learns, others do not; they move on from game to game."""
        number = np.arange(games)[:, None]
        learns = (number % 3 == np.arange(3)) == (self.learners == 1)
        alone = number >= self.share * games
        return np.where(learns | alone, 0, 1 + number // 3 % len(self.players))


def critic_width(against: Against | None) -> int:
    """The width of what the critic sees: also which player is next, where others play: all but the last have a bit."""
    return CRITIC + (0 if against is None else len(against.players))


def self_play(
    network: Network, critic: Any, seeds: Any, trace: float, against: Against | None = None
) -> tuple[Decisions, Any]:
    """Games in which the network plays all seats, or one or two seats against others.

    Parameters
    ----------
    trace : float
        Lambda of generalised advantage estimation, from 0 to 1 (Schulman and others, 2016).

    Returns
    -------
    Decisions, float array of games and seats
        And the payoffs.
    """
    recorder = Recorder(network, critic_width(against))
    players, reward = ((), "own") if against is None else (against.players, against.reward)
    seats = np.zeros((len(seeds), 3), np.int64) if against is None else against.seats(len(seeds))
    paid, _ = play([recorder, *players], seats, seeds)
    rewarded = rewards(reward, paid, seats == 0)
    games, places, *rest = (np.concatenate(each) for each in zip(*recorder.kept, strict=True))
    expected = forward(critic, rest[1])[:, 0].astype(np.float64)
    advantage, target = estimated(games, places, expected, rewarded, trace)
    _scale(advantage, seats.max(axis=1)[games])
    seen, all_seen, legal, action, chance = rest
    return Decisions(seen, all_seen, legal, action, chance, advantage, target), paid


def _scale(advantage: Any, tables: Any) -> None:
    """Give advantages the same deviation against each player: those of raisers' large pots would drown the others."""
    for each in np.unique(tables):
        here = tables == each
        advantage[here] /= advantage[here].std() + 1e-6


@compiled
def estimated(games: Any, seats: Any, expected: Any, paid: Any, trace: float) -> tuple[Any, Any]:
    """Generalised advantages of each player's own decisions, and the returns that they mean."""
    advantage, target = np.zeros(len(games)), np.zeros(len(games))
    after, further = paid.copy(), np.zeros_like(paid)
    for number in range(len(games) - 1, -1, -1):
        game, seat = games[number], seats[number]
        further[game, seat] = after[game, seat] - expected[number] + trace * further[game, seat]
        after[game, seat] = expected[number]
        advantage[number] = further[game, seat]
        target[number] = further[game, seat] + expected[number]
    return advantage, target
