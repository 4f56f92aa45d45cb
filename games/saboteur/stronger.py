"""Our own stronger agent: what others do tells her their roles by Bayes, and she does what the outcome speaks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from games.agent import Decision, Reason
from games.base import Event
from games.errors import GameError
from games.saboteur.actions import Goals, Lay, Role, Say, Take
from games.saboteur.believer import Onlooker, role_worlds
from games.saboteur.deduction import Deduction
from games.saboteur.habits import habits, measured
from games.saboteur.observe import Observation
from games.saboteur.prospects import Value, prospects
from games.saboteur.source import Cover, Source
from games.saboteur.witness import Act, concluded
from kripke.model import KripkeModel
from logic.errors import shorten


class Stronger(Onlooker):
    """Weighs worlds by the likelihood of acts, and actions by the chance that the miners win.

    Parameters
    ----------
    miner, saboteur : bool
        Whether she plays so in this role; else as the agent of the source does.
    saboteurs : {'explicit', 'needed', 'never'}
        How she plays as a saboteur of the source.
    """

    deduction: Deduction | None

    def __init__(
        self,
        miner: bool = True,
        saboteur: bool = True,
        saboteurs: Cover = "needed",
    ) -> None:
        for name, flag in (("miner", miner), ("saboteur", saboteur)):
            if not isinstance(flag, bool):
                raise GameError(f"{name} {shorten(repr(flag))}: expected true or false")
        self.stronger = {False: miner, True: saboteur}
        self.source = Source(saboteurs)

    def begin(self, seat: int, rules: Any, seed: str) -> None:
        """A game begins."""
        super().begin(seat, rules, seed)
        self.source.begin(seat, rules, seed)
        self.deduction = None
        self.habits, self.value = habits(rules.variant), Value.of(measured()[rules.variant])

    def observe(self, event: Event) -> None:
        """Take notice of a move; she has beliefs of the one kind or the other, by her role."""
        super().observe(event)
        if not self.plays_stronger or type(event.seen.action) in (Role, Goals):
            self.source.observe(event)

    def act(self, observation: Observation, legal: Sequence[Any]) -> Decision:
        """By her role, her own decision or that of the source."""
        return super().act(observation, legal) if self.plays_stronger else self.source.act(observation, legal)

    @property
    def plays_stronger(self) -> bool:
        """Whether she plays so in this round."""
        return self.stronger[self.saboteur]

    def policy(self, observation: Observation, legal: Sequence[Any]) -> Mapping[Any, float]:
        """The actions that are best for her side, each as likely as the others."""
        if not self.plays_stronger:
            return self.source.policy(observation, legal)
        values = self.values(observation, legal)
        best = max(values.values())
        chosen = [action for action, value in values.items() if value > best - 1e-9]
        return dict.fromkeys(chosen, 1 / len(chosen))

    def reason(self, observation: Observation, action: Any) -> Reason:
        """What she expects of it."""
        if not self.plays_stronger:
            return self.source.reason(observation, action)
        if type(action) is Take:
            return Reason("the most gold")
        if type(action) is Say:
            return Reason("a saboteur lies about goals" if self.saboteur else "a miner tells the truth about goals")
        chance = self.values(observation, [action])[action]
        return Reason(
            "her side then wins with {chance:.0%}; she takes {suspect} for a saboteur with {degree:.0%}",
            chance=chance,
            **self._suspect(),
        )

    def values(self, observation: Observation, legal: Sequence[Any]) -> dict[Any, float]:
        """Action -> her side's chance to win after it; of gold cards and of words, what she prefers."""
        if type(legal[0]) is Take:
            return {action: float(action.nuggets) for action in legal}
        if type(legal[0]) is Say:
            gold = observation.faces[legal[0].goal - 1] == "gold"
            wanted = "gold" if gold != self.saboteur else "stone"
            return {action: float(action.what == wanted) for action in legal}
        assert self.deduction is not None  # roles are dealt before anyone decides
        saboteurs, shares, places = self.deduction.roles()
        ahead = prospects(observation, legal, self.witness.played)
        chances = self.value.chances(ahead, saboteurs)
        expected = np.einsum("awg,wg,w->a", chances, places, shares)
        side = 1 - expected if self.saboteur else expected
        return dict(zip(legal, side.tolist(), strict=True))

    def mind(self) -> KripkeModel | None:
        """Her own model of the roles, once they are dealt."""
        return self.source.mind() if self.deduction is None else self.deduction.model

    def _new_round(self) -> None:
        self.deduction = None
        if self.plays_stronger:
            self.deduction = Deduction(self.me, self.rules.names, role_worlds(self.rules), self.saboteur)

    def _learn(self, act: Act) -> None:
        if self.deduction is None:
            return
        likelihood = self.habits.likelihood(act, self.deduction.saboteurs)
        self.deduction.learn(likelihood, self.rules.names[act.player])
        if type(act.action) is Lay and self.witness.faces:
            self.deduction.learn_goals(concluded(self.witness.faces), public=True)
        self._sees()

    def _learn_look(self, act: Act) -> None:
        self._learn(act)

    def _sees(self) -> None:
        """What she saw herself."""
        known = concluded({**self.seen, **self.witness.faces})
        if known and self.deduction is not None:
            self.deduction.learn_goals(known, public=False)

    def _suspect(self) -> dict[str, Any]:
        assert self.deduction is not None
        degrees = {name: self.deduction.degree(name) for name in self.rules.names if name != self.me}
        suspect = max(degrees, key=degrees.__getitem__)
        return {"suspect": suspect, "degree": degrees[suspect]}
