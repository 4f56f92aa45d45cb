"""What one agent concludes about roles and gold by Bayes: the role worlds, weighed by how likely is what was done.

Her model has a class for each agent's own role, as in `games.saboteur.beliefs`; weights are shares of a class, moved by
`Likelihood` alone. Where the gold is is kept beside it: for each role world the chance of each goal, given that world.
Together they are the joint distribution, so that who lied is found out when the goal is seen, whoever believed it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from games.saboteur.beliefs import Roles, Settings, start_model
from games.saboteur.witness import Known
from kripke.actions.evidence import Likelihood
from kripke.model import KripkeModel
from logic.formula import Formula
from logic.parser import parse

DIGITS = 9
"""Weights are rounded to so many digits, which would lengthen with every act."""
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
        self.saboteurs = np.array([[name in roles for name in names] for roles in worlds])
        self._model = _dealt(owner, self.names, self.worlds, saboteur)
        self._own = np.full((len(worlds), 3), 1 / 3)
        self._public = self._own.copy()
        self._waiting = {name: np.ones(len(worlds)) for name in names}
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

    def learn(self, likelihood: Any, actor: str) -> None:
        """All but who did it learn from an act, which is so likely in each world, for each place of the gold.

        What others saw of the goals the owner does not know: in their rows she counts with what is public.
        """
        chances, self._own = _bayes(self._own, likelihood)
        public, self._public = _bayes(self._public, likelihood)
        for name in self.names:
            if name != actor:
                self._waiting[name] *= chances if name == self.owner else public

    def learn_goals(self, known: Known, public: bool) -> None:
        """The owner, or everybody, saw goals, and is now certain of these."""
        possible = np.array([[known.get(goal, "gold") == "gold" for goal in (1, 2, 3)]], dtype=np.float64)
        if "gold" in known.values():
            possible[:] = [[known.get(goal) == "gold" for goal in (1, 2, 3)]]
        chances, self._own = _bayes(self._own, possible)
        self._waiting[self.owner] *= chances
        if public:
            chances, self._public = _bayes(self._public, possible)
            for name in self.names:
                self._waiting[name] *= 1 if name == self.owner else chances

    def roles(self) -> tuple[Any, Any, Any]:
        """The worlds of the owner's class as rows of `saboteurs`, their degrees, and the gold's chances in each."""
        weights = self.asked(self.owner).weights(self.owner)
        mine = self._mine
        shares = np.array([float(weights.get(f"w{i + 1}", 0)) for i in np.flatnonzero(mine)])
        return self.saboteurs[mine], shares / shares.sum(), self._own[mine]

    def degree(self, player: str, agent: str | None = None) -> float:
        """To what degree the owner, or as she sees it another, believes that the player is a saboteur."""
        agent = self.owner if agent is None else agent
        return float(self.asked(agent).degree(agent, f"saboteur({player})", at=self.view_of(agent)))

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
        waiting = self._waiting[name]
        if np.ptp(waiting) > 0:
            parts = np.maximum(np.rint(waiting / waiting.max() * UNIT), 1).astype(np.int64).tolist()
            described = zip(_descriptions(self.names, self.worlds), parts, strict=True)
            chances = [(formula, Fraction(part, UNIT)) for formula, part in described]
            learnt = Likelihood(name, self._members(name, chances))
            self._model = self._model.update(learnt).rounded(DIGITS)
        self._waiting[name] = np.ones(len(self.worlds))

    def _members(self, name: str, chances: Any) -> Any:
        """Of worlds that her classes leave out nothing need be said."""
        kept = (
            self._mine if name == self.owner else ~self.saboteurs[:, self.names.index(name)] if self.saboteur else None
        )
        return (
            chances if kept is None else [chance for chance, keep in zip(chances, kept.tolist(), strict=True) if keep]
        )


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


def _dealt(owner: str, names: tuple[str, ...], worlds: tuple[Roles, ...], saboteur: bool) -> KripkeModel:
    even = Fraction(1, len(worlds))
    return start_model(owner, names, worlds, saboteur, Settings(start=even, threshold=BELIEVED * even))
