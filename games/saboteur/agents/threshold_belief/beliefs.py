"""What one agent believes of the roles, and what she believes that the others believe: her own threshold model.

The model has a world for each distribution of roles. Everyone's classes are by her own role, which she knows; the owner
looks only at worlds where her role is the one that she has, and a saboteur takes it that the others look only at worlds
where they are miners, since everyone is a miner or pretends to be one. Acts are evidence, by the chart.

Veldhuis, Jansen and Broers, "Saboteurs", Groningen (2012); docs/games/saboteur.md has its chart and what it left open.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import compress
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from games.core.errors import GameError
from games.knowing.queries import considering, is_recording, note
from games.saboteur.agents.threshold_belief.chart import Chart, Hint, Row, load
from games.saboteur.agents.threshold_belief.role_counts import Roles, Tally, guilt
from kripke.change.actions.evidence import Evidence, Trust
from kripke.models.kripke_model import KripkeModel
from logic.errors import listing, shorten
from logic.exact import Number, exact, share
from logic.formula import Formula, Not
from logic.parser import parse

DIGITS = 6
"""Weights are rounded to so many digits after a drift, which would lengthen them with every move."""

CHOICES = {"relations": ("roles", "complete"), "others": ("miner", "believed"), "plus": ("both", "raises")}
"""Setting -> its choices."""


@dataclass(frozen=True)
class Settings:
    """How beliefs move.

    Parameters
    ----------
    depth : {1, 2}
        Whether the owner keeps what the others believe up to date, and a miner follows whom she trusts.
    start, threshold, step, factor, drift : number
        The weight of every world at the deal; from which weight on it is believed; what evidence adds; how many times
        as much it takes from the other worlds; how far a miner's weights move towards those of whom she trusts.
    chart : str, optional
        A file with another update chart.
    relations : {'roles', 'complete'}
        The relations of the others in a miner's model at the deal: each other agent has a class for each role that
        they may have, or looks from every world at every world, as in the report of 2012.
    others : {'miner', 'believed'}
        What another agent is read to believe: what they believe if they are a miner, `B_i` in the owner's worlds
        where i is a miner; or all worlds that `B_owner B_i` looks at.
    plus : {'both', 'raises'}
        Whether ``+`` in the chart also lowers the weights of the other worlds.
    """

    depth: int = 2
    start: Fraction = Fraction(1, 2)
    threshold: Fraction = Fraction(3, 10)
    step: Fraction = Fraction(2, 100)
    factor: Fraction = Fraction(3, 2)
    drift: Fraction = Fraction(5, 100)
    chart: str | None = None
    relations: Literal["roles", "complete"] = "roles"
    others: Literal["miner", "believed"] = "miner"
    plus: Literal["both", "raises"] = "both"

    def __post_init__(self) -> None:
        for name, choices in CHOICES.items():
            require_choice(name, getattr(self, name), choices)
        if isinstance(self.depth, bool) or self.depth not in (1, 2):
            raise GameError(f"depth {shorten(repr(self.depth))}: expected 1 or 2")
        for name in ("start", "threshold", "step", "drift"):
            object.__setattr__(self, name, share(getattr(self, name), name))
        object.__setattr__(self, "factor", _positive(self.factor))
        if self.step * 2 > 1 or self.step * self.factor * 2 > 1:
            raise GameError(f"step {self.step} times factor {self.factor}: expected at most 1/2, since ++ is two steps")
        load(self.chart)  # refused here, and not when the first act is judged by it

    @classmethod
    def of(cls, **values: Any) -> Settings:
        """The settings with these values, numbers as they are written (0.15 is 15/100); equal settings are shared."""
        return _shared(cls(**values))

    @cached_property
    def rows(self) -> Chart:
        """The chart's rows."""
        return load(self.chart)

    def evidence(self, believer: str, hint: Hint, i: str, j: str | None) -> Evidence:
        """What an entry of the chart is to a believer.

        Parameters
        ----------
        believer : str
            Whose weights move.
        hint : Hint
        i : str
            Who did the act.
        j : str, optional
            The other player, in an act between two.
        """
        key = believer, hint, i, j
        if key not in self._evidence:
            self._evidence[key] = self._made(believer, hint, parse(hint.formula(i, j)))
        return self._evidence[key]

    def _made(self, believer: str, hint: Hint, formula: Formula) -> Evidence:
        step = self.step * abs(hint.steps)
        if hint.steps < 0:
            return Evidence(believer, Not(formula), gain=0, loss=step * self.factor)
        return Evidence(believer, formula, gain=step, loss=step * self.factor if self.plus == "both" else 0)

    @cached_property
    def _evidence(self) -> dict[tuple[str, Hint, str, str | None], Evidence]:
        return {}


@lru_cache(maxsize=256)
def _shared(settings: Settings) -> Settings:
    """The first of equal settings: it keeps the evidence that it made."""
    return settings


def require_choice(name: str, value: Any, choices: Sequence[str]) -> None:
    """`GameError` where the value of a parameter is not one of the choices.

    Parameters
    ----------
    name : str
        The parameter.
    value : object
    choices : sequence of str
    """
    if value not in choices:
        raise GameError(f"{name} {shorten(repr(value))}: expected {listing([repr(each) for each in choices])}")


class Heard(NamedTuple):
    """What has moved the owner's own weights: a row of the chart, of player i and maybe j; or, without, following i."""

    row: Row | None
    i: str
    j: str | None
    after: KripkeModel


class Change(NamedTuple):
    """A world that the owner began or ceased to believe, and since when, until when acts may have spoken of it."""

    move: int
    world: str
    believed: bool
    since: int
    until: int


@dataclass
class Beliefs:
    """One agent's model of the roles.

    Parameters
    ----------
    owner : str
        Whose model it is.
    names : sequence of str
        The players by seat.
    worlds : sequence of frozenset of str
        The saboteurs of each distribution of roles that can be.
    saboteur : bool
        The owner's role.
    settings : Settings

    Attributes
    ----------
    dealt, model : KripkeModel
        At the deal, and now: with a relation, weights and a threshold for each player; ask it anything. Atoms are
        ``saboteur(bob)``.
    heard : list of Heard
        What has moved the owner's weights, in order.
    changes : list of Change
        What the owner began and ceased to believe, in order; `games.saboteur.agents.threshold_belief.reasons` says why.
    emptied : int
        How often an update would have left a class without any believed world, had not its heaviest stayed.
    updates : int
        How many pieces of evidence there were.
    """

    owner: str
    names: Sequence[str]
    worlds: Sequence[Roles]
    saboteur: bool
    settings: Settings = field(default_factory=Settings)

    def __post_init__(self) -> None:
        self.roles = {f"w{number}": roles for number, roles in enumerate(self.worlds, 1)}
        self.model = start_model(self.owner, tuple(self.names), tuple(self.worlds), self.saboteur, self.settings)
        self.changes: list[Change] = []
        self.emptied = self.updates = 0
        self._guilt = guilt(tuple(self.names), tuple(self.worlds))
        self._views: dict[str, str] = {}
        self._tallies: dict[str, Tally] = {}
        self._now = self._tally(self.owner).held
        self.dealt, self.heard = self.model, list[Heard]()
        self._told = [0] * len(self.roles)

    @property
    def others(self) -> list[str]:
        """The players but the owner."""
        return [name for name in self.names if name != self.owner]

    def believed(self, agent: str | None = None) -> list[Roles]:
        """The distributions of roles that the owner believes possible; or that she believes an agent so believes.

        An agent is taken for the miner that she is or pretends to be, where the owner can take her for one.
        """
        return list(compress(self.worlds, self._tally(agent).held))

    def _tally(self, agent: str | None = None) -> Tally:
        """What the agent (None: the owner) believes, asked for once after a change."""
        agent = self.owner if agent is None else agent
        if agent not in self._tallies:
            self._tallies[agent] = Tally(self.names, self._guilt, self._held(agent))
        return self._tallies[agent]

    def _held(self, agent: str) -> npt.NDArray[np.bool_]:
        """The worlds that the agent is read to believe, as a boolean array."""
        if agent == self.owner or self.settings.others == "miner":
            return self.model.believed_column(agent, at=self.view(agent))
        own = compress(self.roles.items(), self._tally(self.owner).held)
        views = {agent in roles: world for world, roles in own}  # one world for each class that the agent may be in
        held = np.zeros(len(self.worlds), dtype=np.bool_)
        for world in views.values():
            held |= self.model.believed_column(agent, at=world)
        return held

    def count(self, player: str, agent: str | None = None) -> tuple[int, int]:
        """In how many believed worlds the player is a miner, and in how many a saboteur."""
        tally = self._tally(agent)
        self._log(tally, agent, [player])
        guilty = tally.guilty[player]
        return tally.worlds - guilty, guilty

    def verdicts(self, agent: str | None = None) -> dict[str, str]:
        """Player -> ``miner``, ``saboteur`` or ``unclear``: what she is in most of the believed worlds."""
        tally = self._tally(agent)
        self._log(tally, agent, [name for name in self.names if name != (agent or self.owner)])
        return tally.verdicts

    def _log(self, tally: Tally, agent: str | None, players: Iterable[str]) -> None:
        """Note in the query log in how many of the believed worlds the players are saboteurs."""
        if not is_recording():
            return
        with considering(f"of {agent or self.owner}'s beliefs in {self.owner}'s model"):
            for player in players:
                note(f"saboteur({player})", f"true in {tally.guilty[player]} of {tally.worlds} believed worlds")

    def learn(self, believer: str, row: str, i: str, j: str | None = None, move: int = 0) -> None:
        """The believer's weights move by a row of the chart: i did it, to j where it is between two."""
        entry = self.settings.rows[row]
        if not entry.evidence:
            return
        for hint in entry.evidence:
            self.model = self.model.update(self.settings.evidence(believer, hint, i, j))
            self.updates += 1
            self.emptied += bool(self.model.emptied(believer))
        self._forget(believer)
        if believer == self.owner:
            self._note(move, Heard(entry, i, j, self.model))

    def _forget(self, believer: str) -> None:
        """Drop the counts that rest on the weights of the believer."""
        if believer == self.owner and self.settings.others == "believed":
            self._tallies.clear()
        self._tallies.pop(believer, None)

    def drift(self, move: int = 0) -> str | None:
        """A miner's weights move towards those of whom she trusts most; who that is, or None."""
        friend = None if self.saboteur or self.settings.depth < 2 or not self.settings.drift else self.trusted()
        if friend is not None:
            self.model = self.model.update(Trust(self.owner, friend, self.settings.drift)).rounded(DIGITS)
            self._tallies.clear()  # rounding may have moved all weights
            self._note(move, Heard(None, friend, None, self.model))
        return friend

    def trusted(self) -> str | None:
        """Whom the owner trusts most and enough: a miner in more than one believed world, a saboteur in at most one."""
        counts = {name: self.count(name) for name in self.others}
        fit = [name for name, (good, bad) in counts.items() if good > 1 and bad <= 1]
        return max(fit, key=lambda name: counts[name][0] - counts[name][1], default=None)

    def suspecting(self) -> list[str]:
        """Who, as the owner sees it, finds her suspicious: believes at most one world where she is a miner, and at
        least as many where she is a saboteur.
        """
        counts = {name: self.count(self.owner, name) for name in self.others}
        return [name for name, (good, bad) in counts.items() if good <= 1 and bad >= good]

    def _note(self, move: int, heard: Heard) -> None:
        """Remember what moved the owner's weights, and what that changed."""
        self.heard.append(heard)
        before, self._now = self._now, self._tally(self.owner).held
        for place in np.flatnonzero(before != self._now).tolist():
            world, until = str(self.model.worlds[place]), len(self.heard)
            self.changes.append(Change(move, world, bool(self._now[place]), self._told[place], until))
            self._told[place] = until

    def view(self, agent: str) -> str:
        """A world at which to ask what the agent believes: where the owner has her role, and the agent is a miner."""
        if agent not in self._views:
            right = [world for world, roles in self.roles.items() if (self.owner in roles) == self.saboteur]
            mining = (world for world in right if agent == self.owner or agent not in self.roles[world])
            self._views[agent] = next(mining, right[0])
        return self._views[agent]


@lru_cache(maxsize=4096)
def start_model(
    owner: str, names: tuple[str, ...], worlds: tuple[Roles, ...], saboteur: bool, settings: Settings
) -> KripkeModel:
    """The owner's model at the deal, worlds named w1, w2, ... in order."""
    roles = {f"w{number}": guilty for number, guilty in enumerate(worlds, 1)}
    split = settings.relations == "roles"
    members = {name: _classes(name, owner, roles, saboteur, split) for name in names}
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


def _classes(
    agent: str, owner: str, roles: dict[str, Roles], saboteur: bool, split: bool
) -> list[tuple[list[str], list[str]]]:
    """The agent's classes in the owner's model: who looks, and at which worlds."""
    guilty = [world for world, each in roles.items() if agent in each]
    mining = [world for world, each in roles.items() if agent not in each]
    if agent == owner:
        return [(list(roles), guilty if saboteur else mining)]
    if saboteur:
        return [(list(roles), mining)]
    if not split:
        return [(list(roles), list(roles))]
    return [(each, each) for each in (guilty, mining) if each]


def _positive(factor: Number) -> Fraction:
    found = exact(factor, "factor")
    if found <= 0:
        raise GameError(f"factor {found}: expected a number above 0")
    return found
