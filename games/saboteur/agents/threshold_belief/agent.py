"""The agent `source` of the report of 2012: it decides by its beliefs and an evaluation of each kind of card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from games.core.agent import Reason
from games.saboteur.actions import Take
from games.saboteur.agents.threshold_belief.believer import Believer
from games.saboteur.agents.threshold_belief.evaluations import COVERED, MINER, OPEN, Evaluation, Scored, View
from games.saboteur.agents.threshold_belief.gold import gold_known
from games.saboteur.agents.threshold_belief.public_acts import possible_goals
from games.saboteur.agents.threshold_belief.settings import require_choice
from games.saboteur.observe import Observation
from games.saboteur.tunnels.routes import routes
from logic.exact import Number

NEAR = 2
"""The miners are near if this number of cards is enough to reach the gold."""
SUSPECTING = 2
"""Number of others who must find a saboteur suspicious before the saboteur drops the cover."""
Cover = Literal["explicit", "needed", "never"]
COVERS: tuple[Cover, ...] = ("explicit", "needed", "never")
Blocks = Literal["suspects", "most"]
BLOCKS: tuple[Blocks, ...] = ("suspects", "most")


class Source(Believer):
    """Plays by its beliefs about the roles, as in the report of 2012.

    Parameters
    ----------
    saboteurs : {'explicit', 'needed', 'never'}
        When a saboteur plays openly: from the start; once two others find them suspicious (at depth two) or the miners
        are near; or never.
    blocks : {'suspects', 'most'}
        A miner blocks only players considered saboteurs, and a covered saboteur prefers players that somebody suspects;
        or, as in the report, a miner blocks the most suspicious player that is not blocked, and a covered saboteur the
        miner that most others suspect.
    """

    def __init__(
        self,
        saboteurs: Cover = "needed",
        depth: int = 2,
        start: Number = "1/2",
        threshold: Number = "0.3",
        step: Number = "0.02",
        factor: Number = "1.5",
        drift: Number = "0.05",
        chart: str | None = None,
        relations: str = "roles",
        others: str = "miner",
        plus: str = "both",
        blocks: Blocks = "suspects",
    ) -> None:
        super().__init__(depth, start, threshold, step, factor, drift, chart, relations, others, plus)
        require_choice("saboteurs", saboteurs, COVERS)
        require_choice("blocks", blocks, BLOCKS)
        self.cover, self.blocks = saboteurs, blocks
        self.is_open = False

    def policy(self, observation: Observation, legal: Sequence[Any]) -> Mapping[Any, float]:
        """The actions with the best score, with equal probability."""
        scores = self.scores(observation, legal)
        best = max(score for score, _ in scores.values())
        chosen = [action for action, (score, _) in scores.items() if score == best]
        self._reasons = {action: scores[action][1] for action in chosen}
        return dict.fromkeys(chosen, 1 / len(chosen))

    def reason(self, observation: Observation, action: Any) -> Reason:
        """The evaluation's reason for the action."""
        return self._reasons[action]

    def scores(self, observation: Observation, legal: Sequence[Any]) -> dict[Any, Scored]:
        """Action -> its score by the evaluation, and why."""
        if type(legal[0]) is Take:
            return {action: (float(action.nuggets), Reason("the most gold")) for action in legal}
        view = self.view(observation, legal)
        evaluation = self._evaluation(view)
        return {action: evaluation[type(action)](view, action) for action in legal}

    def view(self, observation: Observation, legal: Sequence[Any]) -> View:
        """The inputs of the agent's decision."""
        beliefs = self.beliefs
        assert beliefs is not None  # roles are dealt before anyone decides
        return View(
            observation,
            legal,
            self.goal(self.seat),
            gold_known(self.me, possible_goals(self.known(self.seat))),
            beliefs.verdicts(),
            lambda player: sum(beliefs.verdicts(name)[player] == "saboteur" for name in beliefs.others),
            beliefs.model,
            beliefs.view(self.me),
            self.blocks == "most",
        )

    def _evaluation(self, view: View) -> Evaluation:
        if not self.saboteur:
            return MINER
        self.is_open = self.is_open or self._drops_cover(view)
        return OPEN if self.is_open else COVERED

    def _drops_cover(self, view: View) -> bool:
        if self.cover != "needed":
            return self.cover == "explicit"
        assert self.beliefs is not None
        suspected = self.settings.depth == 2 and len(self.beliefs.suspecting()) >= SUSPECTING
        return suspected or routes(view.observation.board)[view.goal - 1] <= NEAR

    def _new_round(self) -> None:
        super()._new_round()
        self.is_open = False
