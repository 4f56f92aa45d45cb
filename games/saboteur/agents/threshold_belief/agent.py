"""The agent `source`: it decides by its beliefs about roles and an evaluation of each kind of card.

The agent has a model of all players' beliefs about the roles. The update chart says how an act changes this model.
The method is that of Veldhuis, Jansen and Broers, "Saboteurs", Groningen (2012).
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any, Literal, get_args

from games.core.agent import Agent, Reason
from games.core.errors import require_choice
from games.core.rules import Event
from games.saboteur.actions import SABOTEUR, Goals, Look, Role, Take
from games.saboteur.agents.threshold_belief.beliefs import Beliefs, Roles
from games.saboteur.agents.threshold_belief.chart import Settings
from games.saboteur.agents.threshold_belief.evaluations import Scored, View, score_covered, score_miner, score_open
from games.saboteur.agents.threshold_belief.panel import change_text, glance, panel
from games.saboteur.agents.threshold_belief.public_acts import (
    Act,
    Judge,
    Known,
    PublicTable,
    chart_rows,
    concluded_goals,
    expected_goal,
    gold_known,
    possible_goals,
)
from games.saboteur.observe import Observation
from games.saboteur.rules import Saboteur
from games.saboteur.tunnels.routes import routes
from kripke.models.kripke_model import KripkeModel
from logic.exact import Number

NEAR = 2  # the miners are near if this number of cards is enough to reach the gold
SUSPECTING = 2  # number of others who must find a saboteur suspicious before the saboteur drops the cover
SAME = 1e-9  # Scores that differ by less are equal
Cover = Literal["explicit", "needed", "never"]
COVERS: tuple[Cover, ...] = get_args(Cover)
Blocks = Literal["suspects", "most"]
ANY = 1  # a placeholder for the goal, for acts that say nothing about goals


@cache
def role_worlds(rules: Saboteur) -> tuple[Roles, ...]:
    """The possible sets of saboteurs; in the card game, a saboteur's card may be the one that is not dealt."""
    dealt = (*rules.names, "") if rules.is_official else rules.names
    return tuple(frozenset(each).difference([""]) for each in combinations(dealt, rules.role_cards[1]))


class Onlooker(Agent):
    """Base class of agents that follow the public events of a round and take the action with the best score."""

    witness: PublicTable
    saboteur: bool

    def begin(self, seat: int, rules: Any, seed: str) -> None:
        """Start a game with no public acts and no goals seen."""
        super().begin(seat, rules, seed)
        self.witness, self.saboteur = PublicTable(rules), False
        self.seen: dict[int, str] = {}
        self.moves = 0

    @property
    def me(self) -> str:
        """The agent's name at the table."""
        return str(self.rules.names[self.seat])

    def observe(self, event: Event) -> None:
        """Process a move: store the role, begin a round when the goals are dealt, and learn from public acts."""
        action = event.seen.action
        if type(action) is Role:
            if event.seen.to == self.me:
                self.saboteur = action.role == SABOTEUR
        elif type(action) is Goals:
            self.witness, self.seen, self.moves = PublicTable(self.rules), {}, 0
            self._new_round()
        elif (act := self.witness.see(event)) is not None:
            if type(action) is Look:
                self.seen.update(event.seen.goals)
                self._learn_look(act)
            else:
                self.moves += 1
                self._learn(act)

    @abstractmethod
    def _new_round(self) -> None:
        """Prepare for a round: the roles and goals are dealt, and no act has happened yet."""

    @abstractmethod
    def _learn(self, act: Act) -> None:
        """Process a public act other than a look under a goal."""

    def _learn_look(self, act: Act) -> None:  # the chart does not count it as evidence
        """Process a look under a goal, by another player or by the agent itself."""

    @abstractmethod
    def scores(self, observation: Observation, legal: Sequence[Any]) -> dict[Any, Scored]:
        """The score of each action, with the reason for it."""

    def policy(self, observation: Observation, legal: Sequence[Any]) -> Mapping[Any, float]:
        """The actions with the best score, with equal probability."""
        if type(legal[0]) is Take:
            scores = {action: (float(action.nuggets), Reason("the most gold")) for action in legal}
        else:
            scores = self.scores(observation, legal)
        best = max(score for score, _ in scores.values())
        self._reasons = {action: why for action, (score, why) in scores.items() if score > best - SAME}
        return dict.fromkeys(self._reasons, 1 / len(self._reasons))

    def reason(self, observation: Observation, action: Any) -> Reason:
        """The reason for the action's score."""
        return self._reasons[action]


class Source(Onlooker):
    """Plays by its beliefs about the roles, as in the report of Veldhuis, Jansen and Broers (2012).

    The parameters that are not listed here are those of `chart.Settings`.

    Parameters
    ----------
    saboteurs : {'explicit', 'needed', 'never'}
        The time when a saboteur begins to play openly. With 'explicit' it is the start of the round. With 'needed' it
        is the moment when two others suspect the saboteur, or when the miners are near the gold. With 'never' a
        saboteur stays covert.
    blocks : {'suspects', 'most'}
        The players whom the agent blocks. With 'suspects' a miner blocks only players whom the miner considers
        saboteurs. With 'most' a miner blocks the most suspicious player, as in the report, and a covert saboteur
        blocks the player who is suspected by the largest number of others.
    """

    beliefs: Beliefs | None = None

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
        numbers = {"start": start, "threshold": threshold, "step": step, "factor": factor, "drift": drift}
        self.settings = Settings.of(depth=depth, chart=chart, relations=relations, others=others, plus=plus, **numbers)
        require_choice("saboteurs", saboteurs, COVERS)
        require_choice("blocks", blocks, get_args(Blocks))
        self.cover, self.blocks = saboteurs, blocks
        self.is_open = False

    def begin(self, seat: int, rules: Any, seed: str) -> None:
        """Start a game without beliefs about the roles, which are not dealt yet."""
        super().begin(seat, rules, seed)
        self.beliefs = None

    def mind(self) -> KripkeModel | None:
        """The agent's own model of the roles; None before the roles are dealt."""
        return None if self.beliefs is None else self.beliefs.model

    def reasons(self) -> list[str]:
        """A sentence for each belief that the agent adopted or dropped in the round, with the acts that caused it."""
        return [] if self.beliefs is None else [change_text(self.beliefs, change) for change in self.beliefs.changes]

    def beliefs_text(self, whole: bool = False) -> list[str]:
        """The agent's suspicions and the expected goal as text; with `whole`, all of its beliefs about roles."""
        if self.beliefs is None:
            return []
        goal = self.goal(self.seat)
        is_known = self.known(self.seat).get(goal) == "gold"
        gold = f"the gold is {'at' if is_known else 'expected at'} goal {goal}"
        return panel(self.beliefs, gold) if whole else [glance(self.beliefs), gold]

    def known(self, seat: int) -> Known:
        """A player's knowledge of the goals as this agent models it.

        The agent knows the goals that it has seen. Other players are assumed to know what they claimed. All players
        know the goals that are face up.
        """
        said = {goal: what for who, goal, what in self.witness.claims if who == seat and what != "nothing"}
        own = self.seen if seat == self.seat else said
        return concluded_goals({**own, **self.witness.faces}) or concluded_goals(self.witness.faces)

    def judge(self, seat: int) -> Judge:
        """The function that returns a player's verdict on another player, in this agent's model."""
        assert self.beliefs is not None  # roles are dealt before anyone acts
        beliefs, names = self.beliefs, self.rules.names
        return lambda other: beliefs.verdicts(names[seat])[names[other]]

    def goal(self, seat: int) -> int:
        """The goal where a player expects the gold, in this agent's model."""
        name, table = self.rules.names[seat], self.witness
        return expected_goal(name, table.board, self.known(seat), table.claims, self.judge(seat))

    def _new_round(self) -> None:
        self.is_open = False
        self.beliefs = Beliefs(self.me, self.rules.names, role_worlds(self.rules), self.saboteur, self.settings)

    def _learn(self, act: Act) -> None:
        """Update the weights of all players except the actor or, with `depth` 1, only the agent's own.

        With `depth` 2, a miner then moves its own weights towards those of the player that it trusts most.
        """
        assert self.beliefs is not None  # roles are dealt before anyone acts
        names, beliefs = self.rules.names, self.beliefs
        believers = range(len(names)) if self.settings.depth == 2 else (self.seat,)
        for seat in believers:
            if seat != act.player:
                known, judge = self.known(seat) if act.is_of_goals else {}, self.judge(seat)
                goal = expected_goal(names[seat], act.before, known, act.claims, judge) if act.moves_routes else ANY
                for row, other in chart_rows(act, known, goal, judge):
                    about = None if other is None else names[other]
                    beliefs.learn(names[seat], row, names[act.player], about, self.moves)
        beliefs.drift(self.moves)

    def scores(self, observation: Observation, legal: Sequence[Any]) -> dict[Any, Scored]:
        """The score of each action by the evaluation, with the reason for it."""
        view = self.view(observation, legal)
        self.is_open = self.saboteur and (self.is_open or self._drops_cover(view))
        evaluation = score_open if self.is_open else score_covered if self.saboteur else score_miner
        return {action: evaluation(view, action) for action in legal}

    def view(self, observation: Observation, legal: Sequence[Any]) -> View:
        """The data for the evaluation of actions, with this agent's beliefs."""
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

    def _drops_cover(self, view: View) -> bool:
        if self.cover != "needed":
            return self.cover == "explicit"
        assert self.beliefs is not None
        suspected = self.settings.depth == 2 and len(self.beliefs.suspecting()) >= SUSPECTING
        return suspected or routes(view.observation.board)[view.goal - 1] <= NEAR
