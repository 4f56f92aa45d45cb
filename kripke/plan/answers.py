"""What a question for a plan returns: a plan, or none, which is proved or given up."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from kripke.change.observers import Observed
from kripke.change.product import Action
from kripke.change.successors import Successors
from kripke.data.errors import UnsupportedByEngine
from kripke.models.kripke_model import KripkeModel
from kripke.plan.states import Reached
from kripke.space.explore import at_turn
from kripke.space.states import outcomes
from logic.clauses import Act, ActDual, K, Top
from logic.formula import Formula

Outcome = Literal["found", "impossible", "gave up"]


@dataclass(frozen=True)
class Question:
    """Which model, actions and goal a plan is for, and how it is asked; `turns`: each agent who acts must know it."""

    model: KripkeModel
    actions: dict[str, Action]
    goal: Formula
    turns: bool = False
    consistent: bool = False


@dataclass(frozen=True)
class Plan:
    """Actions, one after the other, after which the goal holds at all actual worlds.

    Parameters
    ----------
    question : Question
        What was asked.
    steps : tuple of str
        The names of the actions, in their order.
    cost : int or float
        The sum of their costs.
    shortest : bool
        Whether no plan costs less; otherwise that is not known.
    notes : tuple of str
        What to know about it: where it makes an agent consider nothing possible.
    space : Reached
        The states that were found.

    Examples
    --------
    >>> from whoknows import KripkeModel, peek, plan
    >>> blind = [["w", "v"]]
    >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": blind, "b": blind}, actual="w")
    >>> found = plan(m, {"peek": peek("p", by="a"), "tell": "Kw_a p & p"}, "C p")
    >>> found.steps, len(found), bool(found)
    (('peek', 'tell'), 2, True)
    """

    question: Question = field(repr=False)
    steps: tuple[str, ...]
    cost: int | float
    shortest: bool
    notes: tuple[str, ...] = ()
    space: Any = field(default=None, repr=False, compare=False)

    outcome = "found"

    def __len__(self) -> int:
        return len(self.steps)

    def __bool__(self) -> bool:
        return True

    @cached_property
    def models(self) -> tuple[KripkeModel, ...]:
        """The model before, and after each step, contracted; for turns as the agent who acts then sees it."""
        if self.space is not None and not isinstance(self.question.model, KripkeModel):
            return tuple(self.space.along(self.steps))
        found = [self.question.model]
        for name in self.steps:
            action, before = self.question.actions[name], found[-1]
            if self.question.turns and action.by:
                before = KripkeModel.of(at_turn(before.structure, action.by))
            (after,) = outcomes(before.structure, action, Successors(), together=True)
            found.append(KripkeModel.of(after[1].structure))
        return tuple(found)

    @cached_property
    def formula(self) -> Formula:
        """The plan as a formula that holds exactly where it leads to the goal: ``<@a> true & [@a] (…)``.

        For turns each step is known to the agent who acts: ``K_a (…)``. `UnsupportedByEngine` for actions whose
        observers are read per state.
        """
        says = self.question.goal
        for name in reversed(self.steps):
            action = self.question.actions[name]
            if isinstance(action.change, Observed) and action.change.per_state:
                raise UnsupportedByEngine(
                    f"action {name}: observers that are read per state have no formula; use check()"
                )
            says = ActDual(name, Top()) & Act(name, says)
            if self.question.turns and action.by:
                says = K(action.by, says)
        return says


@dataclass(frozen=True)
class NoPlan:
    """No plan was found: there is none, or the search stopped before that was known.

    Parameters
    ----------
    question : Question
        What was asked.
    stopped : str
        Why the search stopped; empty if all states were searched, so there is no plan.
    states : int
        The number of states that were found.
    space : Reached
        These states.

    Examples
    --------
    >>> from whoknows import KripkeModel, peek, plan
    >>> blind = [["w", "v"]]
    >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": blind, "b": blind}, actual="w")
    >>> found = plan(m, {"peek": peek("p", by="a")}, "K_b p")
    >>> found.impossible, found.states, bool(found)
    (True, 2, False)
    """

    question: Question = field(repr=False)
    stopped: str
    states: int
    space: Reached | None = field(default=None, repr=False, compare=False)

    @property
    def impossible(self) -> bool:
        """Whether there is no plan; otherwise it is not known."""
        return not self.stopped

    @property
    def outcome(self) -> Outcome:
        """``"impossible"`` or ``"gave up"``."""
        return "impossible" if self.impossible else "gave up"

    def __bool__(self) -> bool:
        return False
