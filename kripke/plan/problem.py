"""A planning problem: a model, the actions that may happen, and a goal."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from kripke.change.product import Action, named_actions
from kripke.data.errors import ModelError, require_flag
from kripke.models.model import Model
from kripke.plan.answers import NoPlan, Plan, Policy
from kripke.plan.check import Checked, check
from kripke.plan.face import acting, plan
from kripke.plan.question import Question
from logic.errors import shorten
from logic.exact import plural
from logic.formula import Formula


@dataclass(frozen=True)
class Problem:
    """A planning problem: a model, the actions that may happen, and a goal for its actual worlds.

    Attributes
    ----------
    name : str
        The name.
    model : Model
        The state at the start: a `KripkeModel`, or a `SymbolicModel` if it has very many worlds.
    actions : tuple of Action
        The actions that may happen.
    goal : Formula
        The formula that must hold at all actual worlds.
    notes : tuple of str
        Notes from reading its files: missing requirements, and passages that other programs read differently.

    Examples
    --------
    >>> from whoknows import Action, KripkeModel, parse
    >>> coin = KripkeModel.s5({"heads": {"h"}, "tails": set()}, {"ann": [["heads", "tails"]]}, actual="heads")
    >>> problem = Problem("coin", coin, [Action("tell", "h")], parse("K_ann h"))
    >>> problem, problem.plan().steps
    (<Problem 'coin': 1 action, goal K_ann h>, ('tell',))
    """

    name: str
    model: Model
    actions: Sequence[Action]
    goal: Formula
    notes: Sequence[str] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "actions", tuple(self.actions))
        object.__setattr__(self, "notes", tuple(self.notes))

    def __repr__(self) -> str:
        return f"<Problem {self.name!r}: {plural(len(self.actions), 'action')}, goal {shorten(str(self.goal))}>"

    def plan(self, **options: Any) -> Plan | Policy | NoPlan:
        """Search for a plan that reaches the goal; parameters and result as for the function `plan`."""
        return plan(self.model, list(self.actions), self.goal, **options)

    def check(self, steps: Iterable[str], by: str | Iterable[str] | None = None, consistent: bool = False) -> Checked:
        """Check in the reference semantics whether actions lead to the goal; if not, the result says where and why.

        Parameters
        ----------
        steps : iterable of str
            The names of the actions, in their order.
        by, consistent : as for the function `plan`
        """
        names = tuple(steps) if isinstance(steps, Iterable) else (steps,)
        if isinstance(steps, str) or not all(isinstance(name, str) for name in names):
            raise ModelError(f"steps {shorten(repr(steps))}: expected a list of names of actions, such as ['look']")
        actions = acting(named_actions(self.actions), by, self.model)
        consistent = require_flag(consistent, "consistent")
        return check(Question(self.model, actions, self.goal, by is not None, consistent), names)
