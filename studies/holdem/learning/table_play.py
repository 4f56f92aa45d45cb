"""Many games at once: at each moment, players make their decisions at all tables together.

A seed determines a deal: its cards do not depend on the players' actions, so the same deal can be played again with
other seats.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from games.core.compiled_loops import uniform
from games.holdem.agents.brain.inputs import LIVE, NOBODY, PHASE, PLAYER, ROUND, inputs, no_shares, told
from games.holdem.agents.brain.network import Network
from games.holdem.rules import Holdem
from kripke.checking.engine.compiled import compiled
from studies.holdem.learning.shares import compute_shares, preflop_shares
from studies.holdem.simulator import BET, CALL, CHECK, FOLD, RAISE, Facts, HoldemSimulator, facts_of

RULES = Holdem()
FACTS: Facts = facts_of(RULES)
MIXED = np.uint64(0x9E3779B97F4A7C15)  # Turns seeds of deals into other seeds, for random boards and for decisions


class Moment(NamedTuple):
    """The decisions to make at one moment of many games.

    Attributes
    ----------
    tables : int array of games and columns
        The states of all games; `games.holdem.agents.brain.inputs` has the columns.
    games : int array
        The indices of the games with a decision.
    shares : float array of games, seats, rounds and numbers of opponents
        Expected shares of the pot, from `studies.holdem.learning.shares`.
    legal : bool array of decisions and actions
        Whether each action is legal.
    chances : float array of decisions
        Random numbers from 0 to 1.
    seats : int array of games and seats
        The number of the player at each seat; partners have the same number.
    """

    tables: Any
    games: Any
    shares: Any
    legal: Any
    chances: Any
    seats: Any

    def part(self, which: Any) -> Moment:
        """The moment restricted to some of the decisions, by a mask."""
        return self._replace(games=self.games[which], legal=self.legal[which], chances=self.chances[which])


def seen_by(network: Network, moment: Moment, partners: Any = None) -> Any:
    """The network inputs at decisions. `partners`: the seats of the partners; by default from `partners_of`."""
    seen = inputs(moment.tables, moment.games, moment.shares, network.inputs)
    if network.channel == "none":
        return seen
    if partners is None:
        partners = partners_of(moment.tables, moment.games, moment.seats)
    more = told(moment.tables, moment.games, moment.shares, partners, network.channel)
    return np.concatenate([seen, more], axis=1)


@compiled
def partners_of(tables: Any, games: Any, seats: Any) -> Any:
    """The seats of the current players' partners, or `NOBODY`."""
    partners = np.full(len(games), NOBODY)
    for number in range(len(games)):
        here, seat = seats[games[number]], tables[games[number], PLAYER]
        after, before = (seat + 1) % 3, (seat + 2) % 3
        if here[after] != here[before]:
            if here[after] == here[seat]:
                partners[number] = after
            if here[before] == here[seat]:
                partners[number] = before
    return partners


class Player(Protocol):
    """A player that decides at many tables at once."""

    def act(self, moment: Moment) -> Any:
        """The number of the chosen action in each game of the moment."""


class NetworkPlayer:
    """A player that draws its actions from the probabilities of a neural network."""

    def __init__(self, network: Network) -> None:
        self.network = network

    def act(self, moment: Moment) -> Any:
        """Random actions with the network's probabilities."""
        return drawn(self.network.probabilities(seen_by(self.network, moment), moment.legal), moment.chances)


class RulePlayer:
    """A player that acts by its expected share of the pot; see `games.holdem.agents.rule_players`."""

    def __init__(self, stays: float, raises: float) -> None:
        self.stays, self.raises = stays, raises

    def act(self, moment: Moment) -> Any:
        """The action of the fixed rule at each decision."""
        rows = moment.tables[moment.games]
        players = np.array([live.bit_count() for live in rows[:, LIVE].tolist()])
        share = moment.shares[moment.games, rows[:, PLAYER], rows[:, ROUND], players - 2]
        strength = share * players
        stays = np.where(moment.legal[:, CHECK], CHECK, np.where(strength < self.stays, FOLD, CALL))
        return np.where((strength >= self.raises) & moment.legal[:, RAISE], RAISE, stays)


class FixedPlayer:
    """A player that takes the first legal action of a list."""

    def __init__(self, wanted: Sequence[int]) -> None:
        self.wanted = tuple(wanted)

    def act(self, moment: Moment) -> Any:
        """The first legal action of the list at each decision."""
        return np.array(self.wanted)[np.argmax(moment.legal[:, self.wanted], axis=1)]


class RandomPlayer:
    """A player that takes uniformly random legal actions."""

    def act(self, moment: Moment) -> Any:
        """Uniformly random legal actions."""
        return drawn(moment.legal / moment.legal.sum(axis=1, keepdims=True), moment.chances)


def drawn(probabilities: Any, chances: Any) -> Any:
    """Random actions with these probabilities.

    Parameters
    ----------
    chances : float array of decisions
        Uniform random numbers from 0 to 1.
    """
    sums = np.cumsum(probabilities, axis=1)
    actions = (chances[:, None] * sums[:, -1:] >= sums).sum(axis=1)
    last = probabilities.shape[1] - 1 - np.argmax(probabilities[:, ::-1] > 0, axis=1)
    return np.minimum(actions, last)


Watch = Callable[[Moment, Any], None]  # Called with all decisions of a moment and the numbers of the actions


def play(
    players: Sequence[Player], seats: Any, seeds: Any, known: Any = None, watch: Watch | None = None
) -> tuple[Any, Any]:
    """Play games to their end.

    `seats`: by game and seat, the index in `players`. `known`: the shares returned by an earlier call with `seeds`.

    Returns
    -------
    pair of float arrays
        The payoffs in big blinds, by game and seat; the expected shares of the pot, by game, seat, round and number of
        opponents.
    """
    simulator = HoldemSimulator(RULES)
    simulator.reset(seeds)
    tables, others = simulator.tables, np.array(seeds, np.uint64) * MIXED
    chances = others ^ MIXED
    shares = no_shares(len(tables)) if known is None else known
    while True:
        simulator.draw()
        games = np.flatnonzero(tables[:, PHASE] == BET)
        if not len(games):
            return simulator.returns(), shares
        compute_shares(tables, shares, preflop_shares(), others)
        moment = Moment(tables, games, shares, simulator.legal()[games], _numbers(games, chances), seats)
        who = seats[games, tables[games, PLAYER]]
        actions = np.full(len(tables), -1, np.int64)
        for number in np.unique(who):
            here = who == number
            actions[games[here]] = players[number].act(moment.part(here))
        if watch is not None:
            watch(moment, actions[games])
        simulator.step(actions)


@compiled
def _numbers(games: Any, chances: Any) -> Any:
    numbers = np.zeros(len(games))
    for number in range(len(games)):
        numbers[number] = uniform(chances, games[number])
    return numbers
