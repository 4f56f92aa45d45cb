"""What one agent concludes about roles and gold by Bayes: the role worlds, weighed by how likely is what was done.

Her model has a class for each agent's own role, as in `threshold_belief.beliefs`; weights are shares of a
class, moved by `Likelihood` alone. Where the gold is is kept beside it: for each role world the chance of each goal,
given that world. Together they are the joint distribution, so that who lied is found out when the goal is seen, whoever
believed it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from games.knowing.queries import degree
from games.saboteur.agents.threshold_belief.beliefs import Settings, start_model
from games.saboteur.agents.threshold_belief.public_acts import Known
from games.saboteur.agents.threshold_belief.role_counts import Roles, guilt
from kripke.change.actions.evidence import Likelihood
from kripke.models.kripke_model import KripkeModel
from logic.formula import Formula
from logic.parser import parse

DIGITS = 9
"""Weights are rounded to so many digits, which would lengthen with every act."""
SAME = 1e-12
"""Chances that differ by less say nothing."""
Pair = tuple[str, str | None]
"""Who did it, and to whom, if to anybody else."""
UNIT = 10**6
"""Chances are so many parts of the likeliest world's."""
BELIEVED = Fraction(1, 2)
"""A world is believed while its share of the class is at least this part of an even share of all worlds."""


class Deduction:
    """One agent's beliefs.

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

    Attributes
    ----------
    saboteurs : array of worlds x players, bool
        The worlds as an array.
    """

    def __init__(self, owner: str, names: Sequence[str], worlds: Sequence[Roles], saboteur: bool) -> None:
        self.owner, self.names, self.worlds, self.saboteur = owner, tuple(names), tuple(worlds), saboteur
        self.saboteurs = guilt(self.names, self.worlds).astype(np.bool_)
        self._model = _dealt(owner, self.names, self.worlds, saboteur)
        self._own = np.full((len(worlds), 3), 1 / 3)
        self._waiting = np.ones(len(worlds))
        self._possible = np.ones(3, dtype=np.bool_)
        self._acts: list[tuple[Pair, Any]] = []
        self._hints: list[tuple[Pair, Any]] = []
        self._heard = dict.fromkeys(names, 0)
        self._mine = self.saboteurs[:, self.names.index(owner)] == saboteur

    @property
    def view(self) -> str:
        """A world of the owner's class."""
        return f"w{int(np.flatnonzero(self._mine)[0]) + 1}"

    @property
    def model(self) -> KripkeModel:
        """With a relation, weights and a threshold for each player; atoms are ``saboteur(bob)``."""
        for name in self.names:
            self._settle(name)
        return self._model

    def asked(self, agent: str) -> KripkeModel:
        """The model, with this agent's weights up to date; cheaper than all."""
        self._settle(agent)
        return self._model

    def learn(self, likelihood: Any, actor: str, target: str | None = None) -> None:
        """All but who did it learn from an act, which is so likely in each world, for each place of the gold.

        What others saw of the goals the owner does not know, nor how they put things together: as she sees it an act
        tells them of the roles of who did it, and whom it was done to, by what is public of the goals.
        """
        if actor != self.owner:
            chances, self._own = _bayes(self._own, likelihood)
            self._waiting *= chances
        pair = actor, target if target != actor else None
        self._acts.append((pair, likelihood))
        self._hints.append((pair, self._by_roles(pair, likelihood)))

    def learn_goals(self, known: Known, public: bool) -> None:
        """The owner, or everybody, saw goals, and is now certain of these."""
        possible = np.array([known.get(goal, "gold") == "gold" for goal in (1, 2, 3)])
        chances, self._own = _bayes(self._own, possible[None].astype(np.float64))
        self._waiting *= chances
        if public and (possible != self._possible).any():
            before = [self._by_roles(*act) for act in self._acts]
            self._possible = possible
            for (pair, likelihood), old in zip(self._acts, before, strict=True):
                self._hints.append((pair, self._by_roles(pair, likelihood) / old))

    def roles(self) -> tuple[Any, Any, Any]:
        """The worlds of the owner's class as rows of `saboteurs`, their degrees, and the gold's chances in each."""
        degrees = self.asked(self.owner).degrees(self.owner, at=self.view)
        shares = np.array([float(degree) for degree in degrees.values()])
        return self.saboteurs[self._mine], shares, self._own[self._mine]

    def degree(self, player: str, agent: str | None = None) -> float:
        """To what degree the owner, or as she sees it another, believes that the player is a saboteur."""
        agent = self.owner if agent is None else agent
        return float(degree(self.asked(agent), agent, f"saboteur({player})", at=self.view_of(agent)))

    def view_of(self, agent: str) -> str:
        """A world at which to ask what the agent believes: where the owner has her role, and the agent is a miner."""
        mining = self._mine & ~self.saboteurs[:, self.names.index(agent)]
        return f"w{int(np.flatnonzero(mining)[0]) + 1}" if agent != self.owner and mining.any() else self.view

    def gold(self) -> Any:
        """How likely the gold is at each goal, to the owner."""
        _, shares, places = self.roles()
        return shares @ places

    def _settle(self, name: str) -> None:
        """What the agent has learnt since comes to her weights."""
        if name == self.owner:
            self._settle_own()
            return
        model = self._model
        for pair, chances in self._hints[self._heard[name] :]:
            if pair[0] != name and np.ptp(chances) > SAME:
                model = model.update(Likelihood(name, list(zip(_of_roles(*pair), _parts(chances), strict=True))))
        self._model = model if model is self._model else model.rounded(DIGITS)
        self._heard[name] = len(self._hints)

    def _settle_own(self) -> None:
        if np.ptp(self._waiting[self._mine]) > SAME:
            described = _descriptions(self.names, self.worlds)
            chances = [(described[world], part) for world, part in zip(*self._members(), strict=True)]
            self._model = self._model.update(Likelihood(self.owner, chances)).rounded(DIGITS)
        self._waiting = np.ones(len(self.worlds))

    def _members(self) -> tuple[list[int], list[Fraction]]:
        """The worlds of the owner's class, and the chance of what she has learnt since in each."""
        return np.flatnonzero(self._mine).tolist(), _parts(self._waiting[self._mine])

    def _by_roles(self, pair: Pair, likelihood: Any) -> Any:
        """How likely an act is by the roles of those whom it is about, with the places of the gold that may be.

        The means over the worlds, in the order of `_of_roles`.
        """
        chances = likelihood[:, self._possible].mean(axis=1)
        guilty = [self.saboteurs[:, self.names.index(name)] for name in pair if name is not None]
        group = guilty[0] * 1 if len(guilty) == 1 else guilty[0] * 2 + guilty[1]
        found = np.ones(2 ** len(guilty))
        for number in range(len(found)):
            if (group == number).any():
                found[number] = chances[group == number].mean()
        return found


def _bayes(places: Any, likelihood: Any) -> tuple[Any, Any]:
    """The chance of what was observed in each world, and the places of the gold after it.

    A world where it could not be is left to its weight: its places stay.
    """
    joint = places * likelihood
    chances = joint.sum(axis=1)
    after = np.where(chances[:, None] > 0, joint / np.where(chances > 0, chances, 1)[:, None], places)
    return chances, after


@lru_cache(maxsize=64)
def _descriptions(names: tuple[str, ...], worlds: tuple[Roles, ...]) -> tuple[Formula, ...]:
    """For each world the formula that holds there alone."""
    return tuple(
        parse(" & ".join(f"{'' if name in roles else '~'}saboteur({name})" for name in names)) for roles in worlds
    )


@lru_cache(maxsize=1024)
def _of_roles(one: str, other: str | None) -> tuple[Formula, ...]:
    """Miner and saboteur, of one; of two, both miners, the other a saboteur, the one, both."""
    first = f"~saboteur({one})", f"saboteur({one})"
    second = ("",) if other is None else (f" & ~saboteur({other})", f" & saboteur({other})")
    return tuple(parse(a + b) for a in first for b in second)


def _parts(chances: Any) -> list[Fraction]:
    """Chances as parts of the greatest, none so small that it could not come back."""
    parts = np.maximum(np.rint(chances / chances.max() * UNIT), 1).astype(np.int64).tolist()
    return [Fraction(part, UNIT) for part in parts]


def _dealt(owner: str, names: tuple[str, ...], worlds: tuple[Roles, ...], saboteur: bool) -> KripkeModel:
    even = Fraction(1, len(worlds))
    return start_model(owner, names, worlds, saboteur, Settings(start=even, threshold=BELIEVED * even))
