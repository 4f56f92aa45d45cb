"""Our own stronger agent: what others do tells her their roles by Bayes, and she acts by what outcome she expects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from typing import Any

import numpy as np

from games.agent import Decision, Reason
from games.base import Event
from games.errors import GameError
from games.saboteur.actions import Goals, Lay, Role, Say, Take
from games.saboteur.believing.believer import Onlooker, role_worlds
from games.saboteur.believing.witness import Act, concluded
from games.saboteur.mine.routes import routes
from games.saboteur.observe import Observation
from games.saboteur.source import Cover, Source
from games.saboteur.strategies import MINER, OPEN, Scored, View
from games.saboteur.stronger.deduction import Deduction
from games.saboteur.stronger.habits import habits, measured
from games.saboteur.stronger.prospects import prospects
from games.saboteur.stronger.value import Value
from kripke.model import KripkeModel
from logic.errors import shorten

POINTS = 100
"""So many points of the source's evaluation count as much as odds e times as good."""
LIKELY, SURE = 0.6, 0.9
"""The degrees from which on she takes somebody for what she seems, and holds it certain where the gold is."""
SAME = 1e-9
"""Scores that differ by less are equal, and no chance is nearer to 0 or 1 than this."""


class Stronger(Onlooker):
    """Weighs worlds by the likelihood of acts, and actions by her side's chance to win and the source's evaluation.

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
        self.habits, self.value = habits(rules.variant), Value.of(measured()[rules.variant]["value"])

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
        """The actions with the best score, each as likely as the others."""
        if not self.plays_stronger:
            return self.source.policy(observation, legal)
        scores = self.scores(observation, legal)
        best = max(score for score, _ in scores.values())
        chosen = [action for action, (score, _) in scores.items() if score > best - SAME]
        self._reasons = {action: scores[action][1] for action in chosen}
        return dict.fromkeys(chosen, 1 / len(chosen))

    def reason(self, observation: Observation, action: Any) -> Reason:
        """What she expects of it."""
        return self._reasons[action] if self.plays_stronger else self.source.reason(observation, action)

    def scores(self, observation: Observation, legal: Sequence[Any]) -> dict[Any, Scored]:
        """Action -> the logarithm of her side's odds after it, with what the source's evaluation adds, and why.

        The odds are fitted to few rounds, and the evaluation looks at one act alone: what it is worth to add them
        is told in docs/games/saboteur.md.
        """
        if type(legal[0]) is Take:
            return {action: (float(action.nuggets), Reason("the most gold")) for action in legal}
        view = self.view(observation, legal)
        evaluation = OPEN if self.saboteur else MINER
        planned = {action: evaluation[type(action)](view, action) for action in legal}
        if type(legal[0]) is Say:
            return planned
        chances = self.chances(observation, legal)
        return {action: self._scored(chances[action], *planned[action]) for action in legal}

    def chances(self, observation: Observation, legal: Sequence[Any]) -> dict[Any, float]:
        """Action -> her side's chance to win after it, expected over roles and gold. O(a w) for a actions, w worlds."""
        assert self.deduction is not None  # roles are dealt before anyone decides
        saboteurs, shares, places = self.deduction.roles()
        ahead = prospects(observation, legal, self.witness.played)
        expected = np.einsum("awg,wg,w->a", self.value.chances(ahead, saboteurs), places, shares)
        return dict(zip(legal, (1 - expected if self.saboteur else expected).tolist(), strict=True))

    def view(self, observation: Observation, legal: Sequence[Any]) -> View:
        """What the source's evaluation goes by, with her own beliefs in place of the source's."""
        assert self.deduction is not None
        lengths, gold = routes(observation.board), self.deduction.gold()
        goal = min((1, 2, 3), key=lambda each: (-round(gold[each - 1], 2), lengths[each - 1]))
        certain = {each: "gold" if each == goal else "stone" for each in (1, 2, 3)}
        known = certain if gold[goal - 1] > SURE else concluded({**self.seen, **self.witness.faces})
        model = self.deduction.asked(self.me)
        verdicts = {name: _verdict(self.deduction.degree(name)) for name in self.rules.names}
        return View(observation, legal, goal, known, verdicts, lambda player: 0, model, self.deduction.view)

    def _scored(self, chance: float, points: float, why: Reason) -> Scored:
        bounded = min(max(chance, SAME), 1 - SAME)
        score = log(bounded / (1 - bounded)) + points / POINTS
        return score, Reason("{why}; her side then wins with {chance:.0%}", why=why, chance=chance)

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
        names = self.rules.names
        self.deduction.learn(likelihood, names[act.player], None if act.target is None else names[act.target])
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


def _verdict(degree: float) -> str:
    return "saboteur" if degree > LIKELY else "miner" if degree < 1 - LIKELY else "unclear"
