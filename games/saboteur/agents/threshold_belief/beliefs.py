"""An agent's model of the roles: its own beliefs, and its beliefs about the beliefs of the other players.

The model has a world for each distribution of roles. All players know their own role, so a player's relation has a
class for each of the two roles. The owner considers only worlds with their own role. A saboteur who owns the model
assumes that Bob considers only worlds in which Bob is a miner, and likewise for all other players, because everyone is
a miner or pretends to be one. The update chart says how acts change the weights of worlds.

The method is that of Veldhuis, Jansen and Broers, "Saboteurs", Groningen (2012); docs/games/saboteur_agents.md lists
the differences.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from itertools import compress
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from games.knowing.queries import considering, is_recording, note
from games.saboteur.agents.threshold_belief.chart import Row, Settings, evidence, load
from kripke.change.actions.evidence import Trust
from kripke.models.kripke_model import KripkeModel

Roles = frozenset[str]  # the saboteurs of a world


@dataclass(eq=False)
class RoleCounts:
    """The worlds that an agent believes possible, as a boolean array, and the roles of the players in them."""

    held: npt.NDArray[np.bool_]
    names: Sequence[str]
    matrix: npt.NDArray[np.int64]  # as returned by `saboteur_matrix`

    @cached_property
    def worlds(self) -> int:
        """The number of worlds that the agent believes possible."""
        return int(np.count_nonzero(self.held))

    @cached_property
    def guilty(self) -> dict[str, int]:
        """For each player, the number of believed worlds in which the player is a saboteur."""
        return dict(zip(self.names, (self.held.astype(self.matrix.dtype) @ self.matrix).tolist(), strict=True))

    @cached_property
    def verdicts(self) -> dict[str, str]:
        """The role of each player in most of these worlds: ``miner``, ``saboteur`` or, on a tie, ``unclear``."""
        return {
            name: "unclear" if 2 * count == self.worlds else "saboteur" if 2 * count > self.worlds else "miner"
            for name, count in self.guilty.items()
        }


@lru_cache(maxsize=64)
def saboteur_matrix(names: tuple[str, ...], worlds: tuple[Roles, ...]) -> npt.NDArray[np.int64]:
    """Array of worlds x players: 1 for a saboteur, otherwise 0. Cached and shared: do not modify it."""
    return np.array([[name in roles for name in names] for roles in worlds], dtype=np.int64)


DIGITS = 6  # number of decimals to which weights are rounded after a drift; otherwise they get longer with every move


class WeightMove(NamedTuple):
    """A change of the owner's weights, by a row of the chart or, if `row` is None, by trust in player i.

    The row is about an act of player i, which may concern player j. `after` is the model after the change.
    """

    row: Row | None
    i: str
    j: str | None
    after: KripkeModel


class Change(NamedTuple):
    """A world that an agent began or stopped believing possible at a move.

    The elements `since` to `until` - 1 of `Beliefs.moves` may have caused this.
    """

    move: int
    world: str
    believed: bool
    since: int
    until: int


@dataclass
class Beliefs:
    """One agent's model of the roles.

    `owner` is the agent, `saboteur` says whether the owner is a saboteur, and `worlds` are the possible sets of
    saboteurs.
    """

    owner: str
    names: Sequence[str]
    worlds: Sequence[Roles]
    saboteur: bool
    settings: Settings = field(default_factory=Settings)

    def __post_init__(self) -> None:
        self.roles = {f"w{number}": roles for number, roles in enumerate(self.worlds, 1)}
        # the model now, with a relation, weights and a threshold for each player; atoms are ``saboteur(bob)``
        self.model = start_model(self.owner, tuple(self.names), tuple(self.worlds), self.saboteur, self.settings)
        self.changes: list[Change] = []  # worlds that the owner began or stopped believing; see `Source.reasons`
        # `emptied`: the number of updates after which no world of some class reached the threshold; in such a class,
        # the heaviest worlds are believed
        self.emptied = self.updates = 0
        self._guilt = saboteur_matrix(tuple(self.names), tuple(self.worlds))
        self._views: dict[str, str] = {}
        self._kept: dict[str, RoleCounts] = {}
        self._now = self._counts(self.owner).held
        self.dealt, self.moves = self.model, list[WeightMove]()  # the model at the deal, and the owner's changes
        self._since = [0] * len(self.roles)

    @property
    def others(self) -> list[str]:
        """The players except the owner."""
        return [name for name in self.names if name != self.owner]

    def believed(self, agent: str | None = None) -> list[Roles]:
        """The distributions of roles that the owner believes possible, or thinks that an agent believes possible."""
        return list(compress(self.worlds, self._counts(agent).held))

    def _counts(self, agent: str | None = None) -> RoleCounts:
        """The cached counts of an agent's beliefs; without `agent`, of the owner's beliefs."""
        agent = self.owner if agent is None else agent
        if agent not in self._kept:
            self._kept[agent] = RoleCounts(self._held(agent), self.names, self._guilt)
        return self._kept[agent]

    def _held(self, agent: str) -> npt.NDArray[np.bool_]:
        """The worlds that the agent believes possible, as a boolean array."""
        if agent == self.owner or self.settings.others == "miner":
            return self.model.believed_column(agent, at=self.view(agent))
        own = compress(self.roles.items(), self._counts(self.owner).held)
        views = {agent in roles: world for world, roles in own}  # one world for each class that the agent may be in
        held = np.zeros(len(self.worlds), dtype=np.bool_)
        for world in views.values():
            held |= self.model.believed_column(agent, at=world)
        return held

    def count(self, player: str, agent: str | None = None) -> tuple[int, int]:
        """The numbers of believed worlds where the player is a miner, and where the player is a saboteur.

        The believer is the agent, by default the owner.
        """
        counts = self._counts(agent)
        self._log(counts, agent, [player])
        guilty = counts.guilty[player]
        return counts.worlds - guilty, guilty

    def verdicts(self, agent: str | None = None) -> dict[str, str]:
        """Each player's role in most of the believed worlds: ``miner``, ``saboteur`` or, on a tie, ``unclear``.

        The believer is the agent, by default the owner.
        """
        counts = self._counts(agent)
        self._log(counts, agent, [name for name in self.names if name != (agent or self.owner)])
        return counts.verdicts

    def _log(self, counts: RoleCounts, agent: str | None, players: Iterable[str]) -> None:
        """Add to the query log, for each of these players, the number of believed worlds where they are a saboteur."""
        if not is_recording():
            return
        believer = agent or self.owner
        is_one = believer == self.owner or self.settings.others == "miner"  # otherwise the beliefs of several classes
        check = partial(self.model.check, at=self.view(believer)) if is_one else None
        with considering(f"of {believer}'s beliefs in {self.owner}'s model"):
            for player in players:
                answer = f"true in {counts.guilty[player]} of {counts.worlds} believed worlds"
                note(f"saboteur({player})", answer, check=check, about=f"B_{believer} saboteur({player})")

    def learn(self, believer: str, row: str, i: str, j: str | None = None, move: int = 0) -> None:
        """Update the believer's weights by a row of the chart, for an act of player i, which may concern player j."""
        entry = load(self.settings.chart)[row]
        if not entry.evidence:
            return
        for hint in entry.evidence:
            self.model = self.model.update(evidence(self.settings, believer, hint, i, j))
            self.updates += 1
            self.emptied += bool(self.model.emptied(believer))
        self._kept.pop(believer, None)
        if believer == self.owner and self.settings.others == "believed":
            self._kept.clear()
        if believer == self.owner:
            self._note(move, WeightMove(entry, i, j, self.model))

    def drift(self, move: int = 0) -> str | None:
        """Move a miner's weights towards those of the most trusted player; return this player or None."""
        friend = None if self.saboteur or self.settings.depth < 2 or not self.settings.drift else self.trusted()
        if friend is not None:
            self.model = self.model.update(Trust(self.owner, friend, self.settings.drift)).rounded(DIGITS)
            self._kept.clear()  # rounding may have moved all weights
            self._note(move, WeightMove(None, friend, None, self.model))
        return friend

    def trusted(self) -> str | None:
        """The player whom the owner trusts most; None if the owner trusts nobody enough.

        A trusted player is a miner in at least two believed worlds, and a saboteur in at most one.
        """
        counts = {name: self.count(name) for name in self.others}
        fit = [name for name, (good, bad) in counts.items() if good > 1 and bad <= 1]
        return max(fit, key=lambda name: counts[name][0] - counts[name][1], default=None)

    def suspecting(self) -> list[str]:
        """The players who suspect the owner, according to the owner's model of their beliefs.

        Each of them believes at most one world possible where the owner is a miner, and at least as many others.
        """
        counts = {name: self.count(self.owner, name) for name in self.others}
        return [name for name, (good, bad) in counts.items() if good <= 1 and bad >= good]

    def _note(self, move: int, heard: WeightMove) -> None:
        """Store a change of the owner's weights, and the worlds that the owner began or ceased to believe possible."""
        self.moves.append(heard)
        before, self._now = self._now, self._counts(self.owner).held
        for place in np.flatnonzero(before != self._now).tolist():
            world, until = str(self.model.worlds.name(place)), len(self.moves)
            self.changes.append(Change(move, world, bool(self._now[place]), self._since[place], until))
            self._since[place] = until

    def view(self, agent: str) -> str:
        """The name of a world at which to evaluate the agent's beliefs.

        The owner has their own role there and, if possible, the agent is a miner.
        """
        if agent not in self._views:
            right = [world for world, roles in self.roles.items() if (self.owner in roles) == self.saboteur]
            mining = (world for world in right if agent == self.owner or agent not in self.roles[world])
            self._views[agent] = next(mining, right[0])
        return self._views[agent]


@lru_cache(maxsize=4096)
def start_model(
    owner: str, names: tuple[str, ...], worlds: tuple[Roles, ...], saboteur: bool, settings: Settings
) -> KripkeModel:
    """The owner's model at the deal; the worlds are named w1, w2, ... in order."""
    roles = {f"w{number}": guilty for number, guilty in enumerate(worlds, 1)}
    everywhere = list(roles)
    members: dict[str, Any] = {}  # each agent's classes: pairs of the worlds where arrows start and where they end
    for name in names:
        guilty, mining = ([world for world in roles if (name in roles[world]) == role] for role in (True, False))
        if name == owner:
            members[name] = [(everywhere, guilty if saboteur else mining)]
        elif saboteur:
            members[name] = [(everywhere, mining)]
        elif settings.relations == "roles":
            members[name] = [(each, each) for each in (guilty, mining) if each]
        else:
            members[name] = [(everywhere, everywhere)]
    weights = {
        name: {world: settings.start for _, mine in classes for world in mine} for name, classes in members.items()
    }
    return KripkeModel.kd45(
        worlds={world: {f"saboteur({name})" for name in guilty} for world, guilty in roles.items()},
        members=members,
        atoms=[f"saboteur({name})" for name in names],
        weights=weights,
        threshold=settings.threshold,
    )
