"""An agent that keeps a model of what everybody believes about the roles, and learns from each act by the chart."""

from __future__ import annotations

from abc import abstractmethod
from functools import cache
from itertools import combinations
from typing import Any

from games.core.agent import Agent
from games.core.rules import Event
from games.saboteur.actions import SABOTEUR, Goals, Look, Role
from games.saboteur.agents.threshold_belief.beliefs import Beliefs, Roles
from games.saboteur.agents.threshold_belief.public_acts import (
    Act,
    Judge,
    Known,
    PublicTable,
    chart_rows,
    concluded_goals,
    expected_goal,
)
from games.saboteur.agents.threshold_belief.reasons import change_text
from games.saboteur.agents.threshold_belief.settings import Settings
from games.saboteur.rules import Saboteur
from kripke.models.kripke_model import KripkeModel
from logic.exact import Number

ANY = 1
"""A placeholder for the goal, for acts that say nothing about goals."""


@cache
def role_worlds(rules: Saboteur) -> tuple[Roles, ...]:
    """The saboteurs of each placement of the saboteur cards: on the players, and in the card game on the table too."""
    dealt = (*rules.names, "") if rules.is_official else rules.names
    placed = combinations(dealt, rules.role_cards[1])
    return tuple(frozenset(each).difference([""]) for each in placed)


class Onlooker(Agent):
    """An agent that follows the round: its role, what it saw of the goals, the table, and each public act."""

    witness: PublicTable
    saboteur: bool

    def begin(self, seat: int, rules: Any, seed: str) -> None:
        """Start a game."""
        super().begin(seat, rules, seed)
        self.witness, self.saboteur = PublicTable(rules), False
        self.seen: dict[int, str] = {}
        self.moves = 0

    @property
    def me(self) -> str:
        """The agent's name at the table."""
        return str(self.rules.names[self.seat])

    def observe(self, event: Event) -> None:
        """Learn the role, what the goals show, and what acts say about those who do them."""
        action = event.seen.action
        if type(action) is Role:
            if event.seen.to == self.me:
                self.saboteur = action.role == SABOTEUR
        elif type(action) is Goals:
            self.witness, self.seen, self.moves = PublicTable(self.rules), {}, 0
            self._new_round()
        elif type(action) is Look:
            self.seen.update(event.seen.goals)
            self._learn_look(self.witness.look(event))
        else:
            act = self.witness.see(event)
            if act is not None:
                self.moves += 1
                self._learn(act)

    @abstractmethod
    def _new_round(self) -> None:
        """Prepare for a round: roles and cards are dealt, and nothing has been done yet."""

    @abstractmethod
    def _learn(self, act: Act) -> None:
        """Learn from an act that all see."""

    def _learn_look(self, act: Act) -> None:  # by the chart it is evidence of nothing
        """Learn from a look at the map, by another player or by the agent itself."""


class Believer(Onlooker):
    """An agent with beliefs; subclasses decide by them."""

    beliefs: Beliefs | None = None

    def __init__(
        self,
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
    ) -> None:
        self.settings = Settings.of(
            depth=depth,
            start=start,
            threshold=threshold,
            step=step,
            factor=factor,
            drift=drift,
            chart=chart,
            relations=relations,
            others=others,
            plus=plus,
        )

    def begin(self, seat: int, rules: Any, seed: str) -> None:
        """Start a game."""
        super().begin(seat, rules, seed)
        self.beliefs = None

    def mind(self) -> KripkeModel | None:
        """The agent's own model of the roles, once they are dealt."""
        return None if self.beliefs is None else self.beliefs.model

    def reasons(self) -> list[str]:
        """The beliefs that the agent started and ended in the round, each with the acts that moved it, as text."""
        return [] if self.beliefs is None else [change_text(self.beliefs, change) for change in self.beliefs.changes]

    def known(self, seat: int) -> Known:
        """A player's certain knowledge of the goals, according to this agent.

        The agent does not know what the map showed another player, and believes what they said as long as it can be
        true.
        """
        said = {goal: what for who, goal, what in self.witness.claims if who == seat and what != "nothing"}
        own = self.seen if seat == self.seat else said
        return concluded_goals({**own, **self.witness.faces}) or concluded_goals(self.witness.faces)

    def judge(self, seat: int) -> Judge:
        """The verdicts of a player on the others, as this agent sees it."""
        assert self.beliefs is not None  # roles are dealt before anyone acts
        beliefs, names = self.beliefs, self.rules.names
        return lambda other: beliefs.verdicts(names[seat])[names[other]]

    def goal(self, seat: int) -> int:
        """The goal where a player expects the gold, as this agent sees it."""
        name, table = self.rules.names[seat], self.witness
        return expected_goal(name, table.board, self.known(seat), table.claims, self.judge(seat))

    def _new_round(self) -> None:
        self.beliefs = Beliefs(self.me, self.rules.names, role_worlds(self.rules), self.saboteur, self.settings)

    def _learn(self, act: Act) -> None:
        """Move the weights of all who saw the act, except the actor; then a miner follows the player they trust."""
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
