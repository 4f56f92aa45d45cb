"""How likely each action at a table was, by each brain that a detector knows.

The detector is the casino: it sees all cards. Likelihoods are in whole thousandths, at least one, so that numbers stay
short in the engine; bulk sums use the same ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from games.holdem.agents.brain.agent import network_of
from games.holdem.compiled_table import PLAYER
from studies.holdem.collusion.suspicion import NEXT, PREVIOUS, RULE, UNTOLD, Suspicion, choices
from studies.holdem.learning.sparring import TESTED
from studies.holdem.learning.table_play import Moment, seen_by

THOUSAND = 1_000


class Policies(NamedTuple):
    """What brains would do at decisions.

    Attributes
    ----------
    kinds : tuple of str
    chances : float array of kinds, decisions and actions
    """

    kinds: tuple[str, ...]
    chances: Any


def policies(suspicion: Suspicion, moment: Moment) -> Policies:
    """The policies of all kinds of players at the decisions of a moment."""
    colluder, seat = network_of(suspicion.colluder), moment.tables[moment.games, PLAYER]
    found = {
        kind: colluder.probabilities(seen_by(colluder, moment, (seat + step) % 3), moment.legal)
        for kind, step in ((NEXT, 1), (PREVIOUS, 2))
    }
    found[UNTOLD] = (found[NEXT] + found[PREVIOUS]) / 2
    found[RULE] = np.eye(moment.legal.shape[1])[TESTED.act(moment)]
    for name in suspicion.honest:
        if name not in found:
            network = network_of(name)
            found[name] = network.probabilities(seen_by(network, moment), moment.legal)
    return Policies(suspicion.kinds, np.stack([found[kind] for kind in suspicion.kinds]))


def likelihoods(chances: Any, actions: Any) -> Any:
    """The likelihoods of the actions that were taken, in thousandths, by decision and kind."""
    taken = chances[:, np.arange(len(actions)), actions].T
    return np.maximum(1, np.rint(THOUSAND * taken)).astype(np.int64)


class Decision(NamedTuple):
    """A decision as a detector sees it.

    Attributes
    ----------
    game : int
    player : int
        By position at the table, not by seat.
    likelihoods : tuple of int
        In thousandths, by kind.
    """

    game: int
    player: int
    likelihoods: tuple[int, ...]


class Watcher:
    """Sees all decisions of games at one table and keeps their likelihoods.

    Parameters
    ----------
    positions : int array of games and seats
        Who sits where: positions at the table, the same three players in all games.
    """

    def __init__(self, suspicion: Suspicion, positions: Any) -> None:
        self.suspicion, self.positions = suspicion, positions
        self.kept: list[tuple[Any, Any, Any]] = []
        self.matched: list[Any] = []

    def watch(self, moment: Moment, actions: Any) -> None:
        """Keep the decisions of a moment."""
        found = policies(self.suspicion, moment)
        player = self.positions[moment.games, moment.tables[moment.games, PLAYER]]
        self.kept.append((moment.games, player, likelihoods(found.chances, actions)))
        self.matched.append(matches(found, actions))

    def decisions(self) -> list[Decision]:
        """All decisions, game by game."""
        games, players, found = (np.concatenate(each) for each in zip(*self.kept, strict=True))
        order = np.argsort(games, kind="stable")
        return [Decision(int(games[n]), int(players[n]), tuple(map(int, found[n]))) for n in order]

    def sums(self, block: int) -> Any:
        """Log-likelihoods in nats, summed over blocks of games: by block, player and kind."""
        games, players, found = (np.concatenate(each) for each in zip(*self.kept, strict=True))
        return _summed(np.log(found / THOUSAND), games // block, players, -(-len(self.positions) // block))

    def counts(self, block: int) -> Any:
        """The source's discriminator, summed over blocks: by block, player, partner and brain how often it matched."""
        games, players, _ = (np.concatenate(each) for each in zip(*self.kept, strict=True))
        found = np.concatenate(self.matched)
        summed = _summed(found.reshape(len(found), 4), games // block, players, -(-len(self.positions) // block))
        return np.rint(summed).astype(np.int64).reshape(-1, 3, 2, 2)


def matches(found: Policies, actions: Any) -> Any:
    """Whether an action is the one that the first honest brain, and the colluders, prefer, where these differ.

    Returns
    -------
    bool array of decisions, partners (next, previous) and brains (honest, colluder)
    """
    best = found.chances.argmax(axis=2)
    honest = best[0]
    told = [best[found.kinds.index(kind)] for kind in (NEXT, PREVIOUS)]
    pairs = [[(honest == actions) & (honest != each), (each == actions) & (honest != each)] for each in told]
    return np.moveaxis(np.array(pairs), 2, 0)


def _summed(values: Any, blocks: Any, players: Any, count: int) -> Any:
    """Sums of the rows of values by block and player."""
    found = np.zeros((count, 3, values.shape[1]))
    np.add.at(found, (blocks, players), values)
    return found


def posteriors(suspicion: Suspicion, sums: Any) -> Any:
    """The degree of belief in each world, from sums of log-likelihoods.

    Returns
    -------
    float array of tables and worlds

    Notes
    -----
    O(t w) for t tables and w worlds. The engine's `Likelihood` gives the same degrees, decision by decision.
    """
    prior = np.log([up / down for up, down in suspicion.prior])
    logs = prior + sum(sums[:, player, suspicion.places[:, player]] for player in range(3))
    found = np.exp(logs - logs.max(axis=1, keepdims=True))
    return found / found.sum(axis=1, keepdims=True)


def pairs_of(suspicion: Suspicion) -> Sequence[tuple[int, ...]]:
    """The pairs of the worlds in order, the empty one first."""
    return list(dict.fromkeys(world.pair for world in suspicion.worlds))


def log_odds(suspicion: Suspicion, sums: Any) -> Any:
    """How much more likely each pair is than that nobody colludes, in nats.

    Returns
    -------
    float array of tables and pairs

    Notes
    -----
    O(t k) for t tables and k kinds: the same as from `posteriors`, whose worlds are all combinations of kinds.
    """
    nobody, *by_pair = (_log_likelihoods(suspicion, sums, pair) for pair in pairs_of(suspicion))
    return np.stack([each - nobody for each in by_pair], axis=1)


def _log_likelihoods(suspicion: Suspicion, sums: Any, pair: Sequence[int]) -> Any:
    """How likely tables are where a pair colludes: the players' kinds do not depend on each other."""
    found = np.zeros(len(sums))
    for player, kinds in enumerate(choices(pair, suspicion.honest)):
        places = [suspicion.kinds.index(kind) for kind in kinds]
        found += np.logaddexp.reduce(sums[:, player, places], axis=1) - np.log(len(places))
    return found
