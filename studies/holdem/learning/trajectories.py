"""Self-play for the training of an actor-critic: schedules, opponents that do not learn, decisions, and rewards."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from games.holdem.agents.brain.inputs import HANDS, PLAYER, ROUND, WIDTHS, encode_cards, put_cards
from games.holdem.agents.brain.network import Network, forward
from games.holdem.agents.rule_players import RAISES, STAYS
from kripke.checking.engine.compiled import compiled
from studies.holdem.learning.table_play import (
    FixedPlayer,
    Moment,
    Player,
    RandomPlayer,
    RulePlayer,
    drawn,
    play,
    seen_by,
)
from studies.holdem.simulator import CALL, CHECK, RAISE

CRITIC = WIDTHS["cards"] + 104 + 6
"""The number of the critic's inputs about the game, which include all players' cards and pot shares."""


@compiled
def encode_all(tables: Any, games: Any, shares: Any, all_seen: Any) -> None:
    """Write the critic's input: the player's input, the other players' hands, and the pot shares of all players."""
    for number in range(len(games)):
        row = tables[games[number]]
        encode_cards(row, all_seen[number])
        for step in range(3):
            other = (row[PLAYER] + step) % 3
            if step:
                put_cards(row[HANDS + other], all_seen[number, 148 + 52 * (step - 1) :])
            for others in range(2):
                all_seen[number, 252 + 2 * step + others] = shares[games[number], other, row[ROUND], others]


def rewards(kind: str, paid: Any, learns: Any) -> Any:
    """The rewards, a float array of shape (games, seats); those of seats that do not learn are meaningless.

    ``own``: each seat's payoff. ``shared``: the mean of the pair's payoffs. ``source`` (Pyne and others, 2023): the
    larger of the pair's payoffs if the third player wins nothing, otherwise their mean.

    Notes
    -----
    The reward ``source`` counts a win of one partner against the other as a gain. So partners gain if they continue to
    play against each other after the third player has folded.
    """
    if kind == "own":
        return paid
    both = np.where(learns, paid, 0.0).sum(axis=1) / 2
    if kind == "source":
        most, third = np.where(learns, paid, -np.inf).max(axis=1), np.where(learns, 0.0, paid).sum(axis=1)
        both = np.where(third <= 0, most, both)
    return np.repeat(both[:, None], paid.shape[1], axis=1)


class Schedule(NamedTuple):
    """The constants of a training run.

    Attributes
    ----------
    decisions : int
        The number of decisions used for learning after each round.
    rate : tuple of float
        The first and the last step size.
    magnet : tuple of float
        The first and the last weight of the divergence from the magnet (the uniform policy).
    averaged : float
        The result is a mean of the policies after each round. The first 1 / (1 - `averaged`) policies have equal
        weights; then the weight of a policy falls by the factor `averaged` with each later round.
    """

    decisions: int
    rate: tuple[float, float] = (1e-3, 5e-5)
    magnet: tuple[float, float] = (0.05, 0.001)
    averaged: float = 0.995


SELF_PLAY = Schedule(12_288)
OF_A_PAIR = Schedule(10_752, (1e-3, 2e-4), averaged=0.9)
OF_ONE_SEAT = Schedule(3_072)  # with one seat that learns; two seats learn in a pair, three in self-play
OF_A_LEAGUE = Schedule(8_256, magnet=(0.02, 0.0005), averaged=0.99)
"""The schedule for training with players of `LEAGUES`. The magnet is weaker, since these players limit folding too."""


class Decisions(NamedTuple):
    """Decisions in the order of play, as arrays.

    Attributes
    ----------
    seen, all_seen : float arrays
        The inputs of the policy and of the critic.
    legal : bool array of decisions and actions
        Whether each action is legal.
    action : int array
        The action that was taken.
    chance : float array
        The probability with which the action was drawn.
    advantage, target : float arrays
        The gain over the expectation, scaled to standard deviation 1 for each opponent, and the target of the critic in
        big blinds.
    """

    seen: Any
    all_seen: Any
    legal: Any
    action: Any
    chance: Any
    advantage: Any
    target: Any

    def take(self, which: Any) -> Decisions:
        """The decisions with these indices."""
        return Decisions(*(each[which] for each in self))


class Recorder:
    """A player that draws its actions from a network's probabilities and records its decisions for training.

    `others` is the number of opponents that do not learn; for each of them the critic has an input.
    """

    def __init__(self, network: Network, others: int) -> None:
        self.network, self.others = network, others
        self.kept: list[tuple[Any, ...]] = []

    def act(self, moment: Moment) -> Any:
        """Random actions with the network's probabilities."""
        seen = seen_by(self.network, moment)
        probabilities = self.network.probabilities(seen, moment.legal)
        action = drawn(probabilities, moment.chances)
        chance = probabilities[np.arange(len(action)), action]
        all_seen, seat = np.zeros((len(action), CRITIC + self.others), np.float32), moment.tables[moment.games, PLAYER]
        encode_all(moment.tables, moment.games, moment.shares, all_seen)
        after = moment.seats[moment.games, (seat + 1) % 3]
        all_seen[:, CRITIC:] = after[:, None] == np.arange(self.others)
        self.kept.append((moment.games, seat, seen, all_seen, moment.legal, action, chance))
        return action


class Against(NamedTuple):
    """Players at the table that do not learn.

    Attributes
    ----------
    players : tuple of Player
        The players, used in turn: in each game one of them has all other seats.
    learners : int
        The number of seats of the network: 1, or 2 for partners.
    reward : str
        ``own``, ``shared`` or ``source``; see `rewards`.
    share : float
        The proportion of games with these players; in the rest the network plays all seats.
    """

    players: tuple[Player, ...]
    learners: int = 1
    reward: str = "own"
    share: float = 1.0

    def seats(self, games: int) -> Any:
        """The number of the player at each seat of each game; 0 is the learner, and seats rotate from game to game."""
        number = np.arange(games)[:, None]
        learns = (number % 3 == np.arange(3)) == (self.learners == 1)
        alone = number >= self.share * games
        return np.where(learns | alone, 0, 1 + number // 3 % len(self.players))


def self_play(network: Network, critic: Any, seeds: Any, trace: float, against: Against) -> tuple[Decisions, Any]:
    """Play games in which the network has all seats, or one or two seats against players that do not learn.

    Parameters
    ----------
    trace : float
        Lambda of generalised advantage estimation, from 0 to 1 (Schulman and others, 2016).

    Returns
    -------
    Decisions, float array of games and seats
        The decisions, and the payoffs.
    """
    recorder, seats = Recorder(network, len(against.players)), against.seats(len(seeds))
    paid, _ = play([recorder, *against.players], seats, seeds)
    rewarded = rewards(against.reward, paid, seats == 0)
    games, places, *rest = (np.concatenate(each) for each in zip(*recorder.kept, strict=True))
    expected = forward(critic, rest[1])[:, 0].astype(np.float64)
    advantage, target = estimated(games, places, expected, rewarded, trace)
    _scale(advantage, seats.max(axis=1)[games])
    seen, all_seen, legal, action, chance = rest
    return Decisions(seen, all_seen, legal, action, chance, advantage, target), paid


def _scale(advantage: Any, tables: Any) -> None:
    """Scale the advantages to standard deviation 1 for each opponent; otherwise large pots against raisers dominate."""
    for each in np.unique(tables):
        here = tables == each
        advantage[here] /= advantage[here].std() + 1e-6


@compiled
def estimated(games: Any, seats: Any, expected: Any, paid: Any, trace: float) -> tuple[Any, Any]:
    """The generalised advantages of each player's own decisions, and the corresponding target returns."""
    advantage, target = np.zeros(len(games)), np.zeros(len(games))
    after, further = paid.copy(), np.zeros_like(paid)
    for number in range(len(games) - 1, -1, -1):
        game, seat = games[number], seats[number]
        further[game, seat] = after[game, seat] - expected[number] + trace * further[game, seat]
        after[game, seat] = expected[number]
        advantage[number] = further[game, seat]
        target[number] = further[game, seat] + expected[number]
    return advantage, target


TESTED = RulePlayer(STAYS, RAISES)  # the rule player against which networks are measured
CALLER, RAISER, RANDOM = FixedPlayer((CALL, CHECK)), FixedPlayer((RAISE, CALL, CHECK)), RandomPlayer()
OTHER_RULES = tuple(
    RulePlayer(*each)
    for each in ((0.7, 1.2), (0.8, 1.5), (0.9, 1.35), (0.9, 1.8), (1.1, 1.5), (1.1, 2.0), (1.2, 1.35), (1.2, 1.8))
)
"""Rule players with thresholds close to those of the tested rule player, which is not included."""
PARTNERS: tuple[Player, ...] = (RAISER, CALLER, RANDOM, *OTHER_RULES)
LEAGUES = {
    "league": Against(PARTNERS, share=0.6),
    "league-tested": Against((*PARTNERS, TESTED), share=0.6),
    "random": Against((RANDOM,), share=0.1),
}
"""Opponents in training, and the proportion of games in which they have two seats; the other games are self-play.

The second league includes the tested player, so it shows how much a network gains from training against this player.
In the third, a tenth of the games are against random players; without these games, a network trained by self-play wins
less from players who call too much.
"""
