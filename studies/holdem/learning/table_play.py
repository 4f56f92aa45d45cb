"""Many games at once, in which all decisions of a moment are made together by the players at the tables.

A seed is a deal: its cards are the same whatever the players do, so the same deal can be played again with other seats.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from games.core.compiled_loops import uniform
from games.holdem.agents.brain.inputs import LIVE, NOBODY, PHASE, PLAYER, ROUND, inputs, missing, no_shares, told
from games.holdem.agents.brain.network import Network
from games.holdem.rules import Holdem
from kripke.checking.engine.compiled import compiled
from studies.holdem.learning.shares import compute_shares, preflop_shares
from studies.holdem.simulator import BET, CALL, CHECK, FOLD, RAISE, Facts, HoldemSimulator, can_raise, facts_of

RULES = Holdem()
FACTS: Facts = facts_of(RULES)
MIXED = np.uint64(0x9E3779B97F4A7C15)  # Makes of the seeds of deals others, for boards of shares and for decisions


class Moment(NamedTuple):
    """Decisions to be made: some of many games.

    Attributes
    ----------
    tables : int array of games and columns
        All games.
    games : int array
        Those with a decision.
    shares : float array
        As in `studies.holdem.learning.shares`.
    legal : bool array of decisions and actions
    chances : float array of decisions
        Random numbers from 0 to 1.
    seats : int array of games and seats
        Who sits where: numbers of players.
    """

    tables: Any
    games: Any
    shares: Any
    legal: Any
    chances: Any
    seats: Any

    def part(self, which: Any) -> Moment:
        """Some of the decisions, by a mask."""
        return self._replace(games=self.games[which], legal=self.legal[which], chances=self.chances[which])


def seen_by(network: Network, moment: Moment, partners: Any = None) -> Any:
    """The input of a network at decisions, and what it is told of partners."""
    seen = inputs(moment.tables, moment.games, moment.shares, network.inputs)
    if network.channel == "none":
        return seen
    if partners is None:
        partners = partners_of(moment.tables, moment.games, moment.seats)
    more = told(moment.tables, moment.games, moment.shares, partners, network.channel)
    return np.concatenate([seen, more], axis=1)


@compiled
def partners_of(tables: Any, games: Any, seats: Any) -> Any:
    """The seats of the partners of the players whose turn it is, or `NOBODY`."""
    found = np.full(len(games), NOBODY)
    for number in range(len(games)):
        here, seat = seats[games[number]], tables[games[number], PLAYER]
        after, before = (seat + 1) % 3, (seat + 2) % 3
        if here[after] != here[before]:
            if here[after] == here[seat]:
                found[number] = after
            if here[before] == here[seat]:
                found[number] = before
    return found


class Player(Protocol):
    """Decides at many tables at once."""

    def act(self, moment: Moment) -> Any:
        """The numbers of the actions."""


class NetworkPlayer:
    """Plays by a network."""

    def __init__(self, network: Network) -> None:
        self.network = network

    def act(self, moment: Moment) -> Any:
        """Actions drawn by their probabilities."""
        return drawn(self.network.probabilities(seen_by(self.network, moment), moment.legal), moment.chances)


class RulePlayer:
    """Acts by its share of the pot; see `games.holdem.agents.rule_players`."""

    def __init__(self, stays: float, raises: float) -> None:
        self.stays, self.raises = stays, raises

    def act(self, moment: Moment) -> Any:
        """One action for sure."""
        rows = moment.tables[moment.games]
        players = np.bitwise_count(rows[:, LIVE].astype(np.uint64)).astype(np.int64)
        share = moment.shares[moment.games, rows[:, PLAYER], rows[:, ROUND], players - 2]
        strength = share * players
        stays = np.where(moment.legal[:, CHECK], CHECK, np.where(strength < self.stays, FOLD, CALL))
        return np.where((strength >= self.raises) & moment.legal[:, RAISE], RAISE, stays)


class FixedPlayer:
    """Takes the first of some actions that is legal."""

    def __init__(self, wanted: Sequence[int]) -> None:
        self.wanted = tuple(wanted)

    def act(self, moment: Moment) -> Any:
        """The first that is legal."""
        return np.array(self.wanted)[np.argmax(moment.legal[:, self.wanted], axis=1)]


class RandomPlayer:
    """All legal actions are equally likely."""

    def act(self, moment: Moment) -> Any:
        """Actions drawn at random."""
        return drawn(moment.legal / moment.legal.sum(axis=1, keepdims=True), moment.chances)


def drawn(probabilities: Any, chances: Any) -> Any:
    """Actions drawn by their probabilities.

    Parameters
    ----------
    chances : float array of decisions
        From 0 to 1.
    """
    sums = np.cumsum(probabilities, axis=1)
    found = (chances[:, None] * sums[:, -1:] >= sums).sum(axis=1)
    last = probabilities.shape[1] - 1 - np.argmax(probabilities[:, ::-1] > 0, axis=1)
    return np.minimum(found, last)


Watch = Callable[[Moment, Any], None]  # Called with all decisions of a moment and the numbers of the actions


def play(
    players: Sequence[Player], seats: Any, seeds: Any, known: Any = None, watch: Watch | None = None
) -> tuple[Any, Any]:
    """Play games to their end.

    Returns
    -------
    float array of games and seats, float array
        Payoffs in big blinds, and shares.
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
        legal, numbers = _looked(tables, games, chances, FACTS)
        moment = Moment(tables, games, shares, legal, numbers, seats)
        who = seats[games, tables[games, PLAYER]]
        actions = np.full(len(tables), -1, np.int64)
        for number in np.unique(who):
            here = who == number
            actions[games[here]] = players[number].act(moment.part(here))
        if watch is not None:
            watch(moment, actions[games])
        simulator.step(actions)


@compiled
def _looked(tables: Any, games: Any, chances: Any, facts: Facts) -> tuple[Any, Any]:
    """The legal actions, and a random number for each decision."""
    legal, found = np.zeros((len(games), 4), np.bool_), np.zeros(len(games))
    for number in range(len(games)):
        row = tables[games[number]]
        legal[number, CALL] = legal[number, FOLD] = missing(row) > 0
        legal[number, CHECK] = missing(row) == 0
        legal[number, RAISE] = can_raise(row, facts)
        found[number] = uniform(chances, games[number])
    return legal, found
