"""The detector of collusion: hypotheses about the players, likelihoods of actions, and the model of belief.

A world determines which pair colludes, if any, and how each other player plays. A player who does not collude plays by
an honest network, or as the rule player, or in the style of colluders without their information. In the last case, the
policy is the mean of the two policies of a colluder who sees the cards of the next or of the previous player: without
information, a player has no reason to prefer one of the two. With this kind, the detector distinguishes colluders
from players who only have their style. Brain 1 is the network against which pairs learn. Networks that learned against
it without a channel (inputs about a partner) are honest too: they exploit Brain 1, but do not collude.

The detector is the casino, the agent ``floor`` of formulas: it sees all cards. Atoms are ``colludes(ann,bob)`` for each
pair, and ``plays(ann,KIND)``. Likelihoods are rounded to thousandths, and are at least one thousandth, so that the
engine's fractions stay short; sums over many games use the same likelihoods. The detector convicts ann and bob if
``B_floor>=0.99 colludes(ann,bob)`` is true.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np

from games.holdem.agents.brain.agent import network_of
from games.holdem.agents.brain.inputs import PLAYER
from games.holdem.rules import SEATS
from kripke.change.actions.evidence import Likelihood
from kripke.models.kripke_model import KripkeModel
from logic.clauses import Atom
from studies.holdem.learning.table_play import Moment, seen_by
from studies.holdem.learning.trajectories import TESTED

NEXT, PREVIOUS = "next", "previous"
"""The kinds of colluders: the partner is the next player, clockwise, or the previous one."""
UNTOLD = "untold"  # the kind of players who play as colluders do, without knowing a partner's cards
RULE = "rule"  # the kind of the rule player `studies.holdem.learning.trajectories.TESTED`
PAIRS: tuple[tuple[int, ...], ...] = ((), *combinations(range(SEATS), 2))  # the possible colluders; first: nobody


class World(NamedTuple):
    """A world of the detector: the colluding pair and each player's kind.

    Attributes
    ----------
    pair : tuple of int
        The two colluders; empty if nobody colludes.
    kinds : tuple of str
        The kind of each player: one of `Suspicion.kinds`.
    """

    pair: tuple[int, ...]
    kinds: tuple[str, ...]


@dataclass(frozen=True)
class Suspicion:
    """The hypotheses of a detector: the worlds that it considers possible.

    Parameters
    ----------
    colluder : str
        The name of the trained weights of colluders.
    honest : tuple of str
        The kinds of honest players: names of trained weights, and possibly `RULE` and `UNTOLD`.
    """

    colluder: str
    honest: tuple[str, ...]

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of all kinds of players: honest ones and colluders."""
        return (*self.honest, NEXT, PREVIOUS)

    @cached_property
    def worlds(self) -> tuple[World, ...]:
        """The possible worlds; worlds without collusion come first."""
        return tuple(World(pair, kinds) for pair in PAIRS for kinds in product(*choices(pair, self.honest)))

    @cached_property
    def prior(self) -> tuple[Fraction, ...]:
        """The prior weight of each world; the worlds of each pair total 1/4, and the worlds without a pair too."""
        counts = Counter(each.pair for each in self.worlds)
        return tuple(Fraction(1, len(counts) * counts[each.pair]) for each in self.worlds)


def choices(pair: Sequence[int], honest: tuple[str, ...]) -> list[tuple[str, ...]]:
    """For each player, the kinds that are possible if `pair` colludes."""
    kinds = [honest] * SEATS
    for player in pair:
        kinds[player] = (NEXT,) if (player + 1) % SEATS in pair else (PREVIOUS,)
    return kinds


THOUSAND = 1_000


def policies(suspicion: Suspicion, moment: Moment) -> Any:
    """The policies of all kinds of players (in the order of `Suspicion.kinds`) at all decisions of a moment.

    Returns
    -------
    float array of kinds, decisions and actions
    """
    colluder, seat = network_of(suspicion.colluder), moment.tables[moment.games, PLAYER]
    chances = {
        kind: colluder.probabilities(seen_by(colluder, moment, (seat + step) % 3), moment.legal)
        for kind, step in ((NEXT, 1), (PREVIOUS, 2))
    }
    chances[UNTOLD] = (chances[NEXT] + chances[PREVIOUS]) / 2
    chances[RULE] = np.eye(moment.legal.shape[1])[TESTED.act(moment)]
    for name in suspicion.honest:
        if name not in chances:
            network = network_of(name)
            chances[name] = network.probabilities(seen_by(network, moment), moment.legal)
    return np.stack([chances[kind] for kind in suspicion.kinds])


def likelihoods(chances: Any, actions: Any) -> Any:
    """The likelihoods of the chosen actions, in thousandths: an int array of shape (decisions, kinds)."""
    taken = chances[:, np.arange(len(actions)), actions].T
    return np.maximum(1, np.rint(THOUSAND * taken)).astype(np.int64)


class Decision(NamedTuple):
    """A decision with its likelihoods, for a detector.

    Attributes
    ----------
    player : int
        The player's index in the line-up; seats change from game to game.
    likelihoods : tuple of int
        The likelihood of the action for each kind of player, in thousandths.
    """

    game: int
    player: int
    likelihoods: tuple[int, ...]


class Watcher:
    """An observer of all decisions of games at one table, which stores their likelihoods.

    Parameters
    ----------
    positions : int array of games and seats
        The line-up position of the player at each seat; all games have the same three players.
    """

    def __init__(self, suspicion: Suspicion, positions: Any) -> None:
        self.suspicion, self.positions = suspicion, positions
        self.kept: list[tuple[Any, Any, Any, Any]] = []

    def watch(self, moment: Moment, actions: Any) -> None:
        """Store the decisions of a moment with their likelihoods."""
        chances = policies(self.suspicion, moment)
        player = self.positions[moment.games, moment.tables[moment.games, PLAYER]]
        self.kept.append((moment.games, player, likelihoods(chances, actions), matches(chances, actions)))

    def decisions(self) -> list[Decision]:
        """All decisions, ordered by game."""
        games, players, likelihoods, _ = self._all()
        order = np.argsort(games, kind="stable")
        return [Decision(int(games[n]), int(players[n]), tuple(map(int, likelihoods[n]))) for n in order]

    def sums(self, block: int) -> Any:
        """The log-likelihoods in nats, summed over `block` games each: a float array of blocks, players and kinds."""
        return self._summed(np.log(self._all()[2] / THOUSAND), block)

    def counts(self, block: int) -> Any:
        """Sums of `matches` over blocks of `block` games: an int array of blocks, players, partners and networks."""
        summed = self._summed(self._all()[3].reshape(-1, 4), block)
        return np.rint(summed).astype(np.int64).reshape(-1, 3, 2, 2)

    def _all(self) -> list[Any]:
        """The games, players, likelihoods and `matches` of all decisions."""
        return [np.concatenate(each) for each in zip(*self.kept, strict=True)]

    def _summed(self, values: Any, block: int) -> Any:
        games, players, *_ = self._all()
        sums = np.zeros((-(-len(self.positions) // block), 3, values.shape[1]))
        np.add.at(sums, (games // block, players), values)
        return sums


def matches(chances: Any, actions: Any) -> Any:
    """Whether only the first honest network prefers an action, or only the colluders' network does.

    Returns
    -------
    bool array of decisions, partners (next, previous) and networks (honest, colluder)
    """
    honest, *_, after, before = chances.argmax(axis=2)
    pairs = [[(honest == actions) & (honest != each), (each == actions) & (honest != each)] for each in (after, before)]
    return np.moveaxis(np.array(pairs), 2, 0)


def log_odds(suspicion: Suspicion, sums: Any) -> Any:
    """The log-odds that each pair colludes, against no collusion, in nats.

    Returns
    -------
    float array of tables and pairs

    Notes
    -----
    O(t k) for t tables and k kinds. The engine's `Likelihood` gives the same odds, decision by decision.
    """
    nobody, *by_pair = (_log_likelihoods(suspicion, sums, pair) for pair in PAIRS)
    return np.stack([each - nobody for each in by_pair], axis=1)


def _log_likelihoods(suspicion: Suspicion, sums: Any, pair: Sequence[int]) -> Any:
    """The log likelihood of the actions at each table if this pair colludes.

    Given the pair, the players' kinds are independent.
    """
    logs = np.zeros(len(sums))
    for player, kinds in enumerate(choices(pair, suspicion.honest)):
        places = [suspicion.kinds.index(kind) for kind in kinds]
        logs += np.logaddexp.reduce(sums[:, player, places], axis=1) - np.log(len(places))
    return logs


FLOOR = "floor"


def colludes(names: Sequence[str], pair: Sequence[int]) -> str:
    """The atom which says that two players collude."""
    return f"colludes({names[pair[0]]},{names[pair[1]]})"


def plays(name: str, kind: str) -> str:
    """The atom which says that a player is of a certain kind."""
    return f"plays({name},{kind.replace('-', '_')})"


def start_model(suspicion: Suspicion, names: Sequence[str], pair: Sequence[int] = ()) -> KripkeModel:
    """The model of the casino's beliefs before the first game; `pair` colludes in the actual world."""
    worlds = {f"w{number}": world for number, world in enumerate(suspicion.worlds, 1)}
    return KripkeModel.s5(
        worlds={
            name: {*map(plays, names, world.kinds), *([colludes(names, world.pair)] if world.pair else [])}
            for name, world in worlds.items()
        },
        partitions={FLOOR: [list(worlds)]},
        actual=next(name for name, world in worlds.items() if world.pair == tuple(pair)),
        weights={FLOOR: dict(zip(worlds, suspicion.prior, strict=True))},
        threshold=0,
    )


def learned(
    model: KripkeModel, suspicion: Suspicion, names: Sequence[str], decisions: Iterable[Decision]
) -> Iterator[KripkeModel]:
    """Yield the model after each decision, updated by Bayes' rule."""
    for each in decisions:
        name = names[each.player]
        chances = [
            (Atom(plays(name, kind)), Fraction(of, THOUSAND))
            for kind, of in zip(suspicion.kinds, each.likelihoods, strict=True)
        ]
        model = model.update(Likelihood(FLOOR, chances))
        yield model
