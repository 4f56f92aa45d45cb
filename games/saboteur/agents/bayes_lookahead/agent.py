"""The agent `stronger`: it infers roles from acts by Bayes' rule, and acts by expected outcomes."""

from collections.abc import Mapping, Sequence
from math import log
from random import Random
from typing import Any

import numpy as np

from games.core.agent import Decision, Reason
from games.core.errors import require_choice, require_number
from games.core.rules import Event
from games.core.sentences import often
from games.saboteur.actions import Discard, Goals, Role, Say
from games.saboteur.agents.bayes_lookahead.act_likelihood import ActLikelihoods, fitted_data
from games.saboteur.agents.bayes_lookahead.deduction import Deal, Deduction, sample_deal
from games.saboteur.agents.bayes_lookahead.rollouts import outcomes
from games.saboteur.agents.bayes_lookahead.saboteur_evaluation import score_spoiling
from games.saboteur.agents.bayes_lookahead.win_chance import afterstates, win_chances
from games.saboteur.agents.threshold_belief.agent import Cover, Onlooker, Source, role_worlds
from games.saboteur.agents.threshold_belief.evaluations import Scored, View, score_miner
from games.saboteur.agents.threshold_belief.public_acts import Act, chance_degrees, concluded_goals
from games.saboteur.observe import Observation
from games.saboteur.tunnels.board import Lay
from games.saboteur.tunnels.routes import routes
from kripke.models.kripke_model import KripkeModel

POINTS = 100  # Points of an evaluation that count as much as e times higher odds; best of five values in 70 rounds each
WEIGHT = 8.0  # Factor of the proportion of rollouts won, when added to the logarithm of odds; chosen by played rounds
LIKELY, SURE = 0.6, 0.9
"""Thresholds on degrees of belief: for a verdict on a player, and for certainty about the place of the gold.

Above `LIKELY` a player counts as a saboteur, and below 1 - `LIKELY` as a miner. Above `SURE` a goal counts as the gold.
"""
MOST = 10_000  # largest number of actions and of sampled deals: a move then takes minutes
EDGE = 1e-9  # the smallest distance of a chance from 0 and from 1


class Stronger(Onlooker):
    """Weighs worlds by the likelihood of acts; rates actions by its side's chance to win, and by rollouts.

    Parameters
    ----------
    miner, saboteur : bool
        Whether it plays by this method in that role; otherwise it plays as `source`.
    saboteurs : {'explicit', 'needed', 'never'}
        As in `Source`, for rounds in which it plays as `source`.
    actions, samples : int
        Number of actions to roll out to the end of the round, and number of sampled deals of the hidden cards; with 0
        samples no action is rolled out.
    """

    deduction: Deduction | None = None
    fitted: Mapping[str, Any] | None = None  # Fitted data; None for those of `fitted_data`

    def __init__(
        self,
        miner: bool = True,
        saboteur: bool = True,
        saboteurs: Cover = "needed",
        actions: int = 6,
        samples: int = 12,
    ) -> None:
        require_choice("miner", miner, (True, False))
        require_choice("saboteur", saboteur, (True, False))
        require_number("actions", actions, 1, MOST, whole=True)
        require_number("samples", samples, 0, MOST, whole=True)
        self.actions, self.samples = actions, samples
        self.stronger = {False: miner, True: saboteur}
        self.source = Source(saboteurs)

    def begin(self, seat: int, rules: Any, seed: str) -> None:
        """Start a game with the fitted coefficients, for this agent and for the `source` agent that it contains."""
        super().begin(seat, rules, seed)
        self.source.begin(seat, rules, seed)
        self.luck, self.deduction = seed, None
        data = self.fitted or fitted_data()[rules.variant]
        self.habits = ActLikelihoods(**data["habits"])
        self.coefficients = data["value"]

    def observe(self, event: Event) -> None:
        """Update the agent's beliefs and, if it plays as `source` or makes rollouts, the beliefs of `source`."""
        super().observe(event)
        if self.samples or not self.plays_stronger or type(event.seen.action) in (Role, Goals):
            self.source.observe(event)
        if type(event.seen.action) is Discard and event.seen.action.card is not None:
            self.aside[self.rules.kinds[event.seen.action.card]] += 1

    def act(self, observation: Observation, legal: Sequence[Any]) -> Decision:
        """Choose an action by lookahead or, in a role for which it is off, let the `source` agent choose."""
        return super().act(observation, legal) if self.plays_stronger else self.source.act(observation, legal)

    @property
    def plays_stronger(self) -> bool:
        """Whether the agent plays this round by inference and lookahead, and not as `source`."""
        return self.stronger[self.saboteur]

    def policy(self, observation: Observation, legal: Sequence[Any]) -> Mapping[Any, float]:
        """Equal probabilities for the actions with the best score, or the policy of the `source` agent."""
        return super().policy(observation, legal) if self.plays_stronger else self.source.policy(observation, legal)

    def reason(self, observation: Observation, action: Any) -> Reason:
        """The reason for the action, from `scores` or from the `source` agent."""
        return super().reason(observation, action) if self.plays_stronger else self.source.reason(observation, action)

    def scores(self, observation: Observation, legal: Sequence[Any]) -> dict[Any, Scored]:
        """The score of each action or, with rollouts, of the best actions, and the reason for it.

        A claim has the points of `score_miner` or `score_spoiling`. The score of another action is the sum of three
        parts: the log-odds that the agent's side wins after the action, a fraction of these points, and a multiple of
        the proportion of rollouts won. docs/reports/saboteur-stronger.md measures the value of each part.
        """
        view = self.view(observation, legal)
        evaluation = score_spoiling if self.saboteur else score_miner
        scored = {action: evaluation(view, action) for action in legal}
        if type(legal[0]) is Say:
            return scored
        for action, chance in self.chances(observation, legal).items():
            points, why = scored[action]
            bounded = min(max(chance, EDGE), 1 - EDGE)
            reason = Reason("{why}; this side then wins {chance}", why=why, chance=often(chance))
            scored[action] = log(bounded / (1 - bounded)) + points / POINTS, reason
        return self._ahead(observation, scored) if self.samples and len(legal) > 1 else scored

    def _ahead(self, observation: Observation, scored: dict[Any, Scored]) -> dict[Any, Scored]:
        """Add the results of rollouts to the scores of the best actions, and omit the other actions.

        O(a d) rounds for a actions and d deals.
        """
        tried = promising(scored, self.actions)
        deals = self.deals(observation, self.samples)
        miner_wins = outcomes(observation, tried, deals, self.doubts()).mean(axis=1)
        wins = (1 - miner_wins if self.saboteur else miner_wins).tolist()
        why = "{why}; when it was played on, this side won {wins:.0%} of {deals} rounds"
        return {
            action: (
                scored[action][0] + WEIGHT * share,
                Reason(why, why=scored[action][1], wins=share, deals=len(deals)),
            )
            for action, share in zip(tried, wins, strict=True)
        }

    def deals(self, observation: Observation, count: int) -> list[Deal]:
        """Deals of the hidden cards, sampled from the agent's beliefs with one seed for each move."""
        assert self.deduction is not None  # roles are dealt before anyone decides
        rng = Random(f"{self.luck}/{observation.round}/{self.moves}")
        gone = [played + aside for played, aside in zip(self.witness.played, self.aside, strict=True)]
        beliefs = self.deduction.roles()
        return [sample_deal(observation, gone, beliefs, rng) for _ in range(count)]

    def doubts(self) -> Any:
        """Array of players x players: entry (i, j) is the proportion of i's believed worlds where j is a saboteur."""
        beliefs = self.source.beliefs
        assert beliefs is not None  # roles are dealt before anyone decides
        names = self.rules.names
        counts = np.array([[beliefs.count(player, agent) for player in names] for agent in names])
        return counts[:, :, 1] / counts.sum(axis=2)

    def chances(self, observation: Observation, legal: Sequence[Any]) -> dict[Any, float]:
        """For each action, the chance that the agent's side wins. O(a w) for a actions, w worlds."""
        assert self.deduction is not None  # roles are dealt before anyone decides
        saboteurs, shares, places = self.deduction.roles()
        ahead = afterstates(observation, legal, self.witness.played)
        expected = np.einsum("awg,wg,w->a", win_chances(ahead, saboteurs, self.coefficients), places, shares)
        return dict(zip(legal, (1 - expected if self.saboteur else expected).tolist(), strict=True))

    def view(self, observation: Observation, legal: Sequence[Any]) -> View:
        """The data for the evaluation of actions, with this agent's beliefs."""
        assert self.deduction is not None
        lengths, gold = routes(observation.board), chance_degrees(self.me, self.deduction.gold().tolist())
        goal = min((1, 2, 3), key=lambda each: (-round(float(gold[each]), 2), lengths[each - 1]))
        certain = {each: "gold" if each == goal else "stone" for each in (1, 2, 3)}
        known = certain if gold[goal] > SURE else concluded_goals({**self.seen, **self.witness.faces})
        model = self.deduction.own_model
        degrees = {name: self.deduction.degree(name) for name in self.rules.names}
        verdicts = {
            name: "saboteur" if degree > LIKELY else "miner" if degree < 1 - LIKELY else "unclear"
            for name, degree in degrees.items()
        }
        return View(observation, legal, goal, known, verdicts, lambda player: 0, model, self.deduction.view)

    def mind(self) -> KripkeModel | None:
        """The agent's model of the roles, its own or that of `source`; None before the roles are dealt."""
        return self.source.mind() if self.deduction is None else self.deduction.model

    def _new_round(self) -> None:
        self.deduction = None
        self.aside = [0] * len(self.rules.cards)
        if self.plays_stronger:
            self.deduction = Deduction(self.me, self.rules.names, role_worlds(self.rules), self.saboteur)

    def _learn(self, act: Act) -> None:
        if self.deduction is None:
            return
        likelihood = self.habits.likelihood(act, self.deduction.saboteurs)
        names = self.rules.names
        self.deduction.learn(likelihood, names[act.player], None if act.target is None else names[act.target])
        if type(act.action) is Lay and self.witness.faces:
            self.deduction.learn_goals(concluded_goals(self.witness.faces), public=True)
        if own := concluded_goals({**self.seen, **self.witness.faces}):
            self.deduction.learn_goals(own, public=False)

    _learn_look = _learn


def promising(scored: Mapping[Any, Scored], count: int) -> list[Any]:
    """At most `count` actions: those with the best scores, and the best action of each type."""
    ranked = sorted(scored, key=lambda action: -scored[action][0])
    kinds: dict[type, Any] = {}
    for action in ranked:
        kinds.setdefault(type(action), action)
    first = ranked[: max(count - len(kinds) + 1, (count + 1) // 2)]
    return list(dict.fromkeys([*first, *kinds.values(), *ranked]))[:count]
