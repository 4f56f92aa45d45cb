"""The results of a search for a plan: a plan, a policy, or the answer that none exists or none was found."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, reduce
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar
from warnings import catch_warnings

from kripke.change.observers import Observed
from kripke.data.errors import UnsupportedByEngine
from kripke.data.lazy import Pictured
from kripke.models.kripke_model import KripkeModel
from kripke.plan.question import Question
from kripke.plan.tree import Node, Places, places
from kripke.space.explore import Transition
from logic.clauses import Act, ActDual, Implies, K, Top, conj, disj
from logic.errors import EpistemicError, by_face
from logic.exact import plural
from logic.formula import Formula

if TYPE_CHECKING:
    from kripke.plan.check import Checked
    from kripke.plan.reasons import Reasons

T = TypeVar("T")
Outcome = Literal["found", "impossible", "gave up"]

LINES = 200  # maximal number of lines of a policy that are shown


@dataclass(frozen=True)
class Answer:
    """The result of a search for a plan; truthy if a plan was found.

    Parameters
    ----------
    question : Question
        The model, actions, goal and options of the search.
    notes : tuple of str
        Warnings, for example that the plan makes an agent consider no world possible, that it works only from the point
        of view of agents with false beliefs, or that there is a plan but no policy.
    space : Reached or Diagrams, optional
        The states that were found.
    """

    outcome: ClassVar[Outcome]
    question: Question = field(repr=False)
    notes: tuple[str, ...] = field(default=(), kw_only=True)
    space: Any = field(default=None, repr=False, compare=False, kw_only=True)

    def __bool__(self) -> bool:
        return self.outcome == "found"

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields for pickling, without the states of the search.

        The reasons need these states, so they are computed first.
        """
        self.why()
        return {**vars(self), "space": None}

    @property
    def title(self) -> str:
        """A title for the picture: the answer in one sentence."""
        return str(self)

    def why(self) -> Reasons:
        """Explain the answer: what agents learn in each step, and which parts of the goal hold or are missing.

        If there is no plan, the explanation says how many states were searched, which of them is nearest to the goal,
        and what is missing there.
        """
        return self._reasons

    @cached_property
    def _reasons(self) -> Reasons:
        from kripke.plan.reasons import reasons

        return reasons(self)

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain data for JSON."""
        return {"outcome": self.outcome, "goal": str(self.question.goal), "notes": [*self.notes]}

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self}>"

    def _repr_html_(self) -> str:
        return self.why().to_html()


class Solution(Answer, Pictured):
    """Base class of plans and policies, which can be drawn."""

    outcome: ClassVar[Outcome] = "found"

    def _repr_html_(self) -> str:
        picture = ""
        if Solution.renderer is not None:
            with catch_warnings(action="ignore"), suppress(EpistemicError):  # the picture may be too large
                coded = b64encode(str(self.draw()).encode()).decode()  # two texts in one page may use the same ids
                picture = f"<img alt='' src='data:image/svg+xml;base64,{coded}'>"
        return picture + super()._repr_html_()


def _first(question: Question, name: str, says: Formula) -> Formula:
    """The formula which says that the action can happen and that `says` holds after it.

    With `turns` in the question, it says that the action's agent, if any, knows this.
    """
    action = question.actions[name]
    if isinstance(action.change, Observed) and action.change.per_state:
        raise UnsupportedByEngine(
            f"action {name}: observers that are read per state have no formula" + by_face("; use check()")
        )
    says = ActDual(name, Top()) & Act(name, says)
    return K(action.by, says) if question.turns and action.by else says


def _by_formula(question: Question, says: Formula) -> Checked:
    """Check a plan of a symbolic model by evaluating the formula `says`."""
    from kripke.plan.check import Checked

    holds = question.model.holds(says, actions=question.actions)
    return Checked(None, "" if holds else "the formula of the plan fails before the first step", question.view)


@dataclass(frozen=True, repr=False)
class Plan(Solution):
    """A sequence of actions after which the goal holds at all actual worlds.

    Parameters
    ----------
    steps : tuple of str
        The names of the actions, in their order.
    cost : int or float
        The sum of the actions' costs.
    shortest : bool
        Whether it is known that no plan costs less.

    Examples
    --------
    >>> from whoknows import KripkeModel, peek, plan
    >>> blind = [["w", "v"]]
    >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": blind, "b": blind}, actual="w")
    >>> found = plan(m, {"peek": peek("p", by="a"), "tell": "Kw_a p & p"}, "C p")
    >>> found.steps, len(found), bool(found)
    (('peek', 'tell'), 2, True)
    """

    steps: tuple[str, ...]
    cost: int | float
    shortest: bool

    def __len__(self) -> int:
        return len(self.steps)

    @cached_property
    def models(self) -> tuple[Any, ...]:
        """The contracted models at the start and after each step; worlds keep their names if these stay distinct."""
        return tuple(self.question.along(self.steps, self.space))

    @cached_property
    def formula(self) -> Formula:
        """A formula that is true at the start if the plan leads to the goal.

        A step with the action x is ``<@x> true & [@x] (…)``. If agents act, the agent a of the step must know this:
        ``K_a (…)``. If this agent considers no world possible, the formula is also true, although the plan does not
        work. `UnsupportedByEngine` for actions whose observers are determined for each state and not for each world.
        """
        return reduce(lambda says, name: _first(self.question, name, says), reversed(self.steps), self.question.goal)

    def check(self) -> Checked:
        """Run the plan in the reference semantics; the result is truthy if the plan works.

        The reference semantics, `kripke.semantics`, shares no code with the search.

        A plan for acting agents is run from their point of view; see `Checked.view`. The plan of a symbolic model is
        checked by evaluating its `formula` at the start. `UnsupportedByEngine` for changes that the reference semantics
        does not support, such as evidence.
        """
        from kripke.plan.check import check

        if isinstance(self.question.model, KripkeModel):
            return check(self.question, self.steps)
        return _by_formula(self.question, self.formula)

    @property
    def acting(self) -> list[tuple[str, str | None]]:
        """The names of the steps, each with the agent who acts."""
        return [(name, self.question.actions[name].by) for name in self.steps]

    @property
    def places(self) -> Places:
        """The models along the plan, and the actions between them."""
        steps = [Transition(number, name, None, number + 1) for number, name in enumerate(self.steps)]
        return Places([*self.acting, (None, None)], [*self.models], steps)

    def to_dict(self) -> dict[str, Any]:  # noqa: D102
        return super().to_dict() | {"steps": [*self.steps], "cost": self.cost, "shortest": self.shortest}

    def __str__(self) -> str:
        """The steps with their agents, the cost, and whether another plan may cost less."""
        steps = ", then ".join([f"{name} ({by})" if by else name for name, by in self.acting]) or "nothing to do"
        cost = "" if self.cost == len(self) else f", cost {self.cost:.15g}"
        rest = "" if self.shortest else "; there may be a shorter one"
        return f"{steps}: a plan of {plural(len(self), 'step')}{cost}{rest}"


@dataclass(frozen=True, repr=False)
class Policy(Solution):
    """A plan whose branches depend on what the acting agents learn; the goal holds at the end of each branch.

    A policy has no loops. It chooses the same action at two states if the agent who acts cannot distinguish them. It
    ends if the goal holds at all actual worlds, even if the agents do not know that; a goal such as ``K_a p`` requires
    that agent a knows p.

    Parameters
    ----------
    tree : Node
        The root: the first action, and the branches after it. Branches that continue in the same way may share a node.
    cost : int or float
        The sum of the costs of actions in the worst case.
    shortest : bool
        Whether it is known that no policy costs less in the worst case.
    expanded : int
        The number of states whose actions were tried.

    Examples
    --------
    Only an agent who looks into the box can tell what is in it:

    >>> from whoknows import Action, KripkeModel, peek, plan
    >>> both = ["w", "v"]
    >>> box = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [both], "b": [both]}, actual=both)
    >>> say = [Action("yes", "K_a p", by="a"), Action("no", "K_a ~p", by="a")]
    >>> plan(box, [Action("look", peek("p", by="a"), by="a"), *say], "Kw_b p", policy=True)
    look
    if K_a ¬p:
        no
        the goal holds
    if K_a p:
        yes
        the goal holds
    """

    tree: Node
    cost: int | float
    shortest: bool
    expanded: int = field(compare=False)

    @property
    def depth(self) -> int:
        """The number of actions in the longest branch."""
        return self._fold(lambda node, below: max(below, default=0) + (node.action is not None))

    @property
    def leaves(self) -> int:
        """The number of leaves of the policy as a tree; a shared node counts once for each path to it."""
        return self._fold(lambda node, below: sum(below) or 1)

    def check(self) -> Checked:
        """Run all branches in the reference semantics; the result is truthy if they lead to the goal.

        The check also compares what acting agents consider possible at different nodes of the policy. For a large
        symbolic model, it only evaluates a formula which says that the branches lead to the goal.
        """
        from kripke.plan.check import check

        if isinstance(self.question.model, KripkeModel):
            return check(self.question, self.tree)

        def says(node: Node, below: list[Formula]) -> Formula:
            whens = [each.when for each in node.branches if each.when is not None]
            if len(whens) < len(node.branches) > 1:
                raise UnsupportedByEngine("the branches of this policy have no formulas, so no formula checks it")
            cases = [disj(whens), *map(Implies, whens, below)] if len(whens) > 1 else below or [self.question.goal]
            return conj(cases) if node.action is None else _first(self.question, node.action, conj(cases))

        return _by_formula(self.question, self._fold(says))

    @property
    def formula(self) -> Formula:
        """Raise `UnsupportedByEngine`: a policy branches, while a formula describes one sequence of actions."""
        raise UnsupportedByEngine("a policy has no formula, as it branches" + by_face("; use check()"))

    @cached_property
    def places(self) -> Places:
        """The models along the policy, and the branches between them."""
        return places(self.question, self.tree, self.space)

    @property
    def title(self) -> str:
        """The number of actions in the longest branch, the cost, and whether another policy may cost less, in words."""
        cost = "" if self.cost == self.depth else f", cost {self.cost:.15g}"
        rest = "" if self.shortest else "; there may be a shorter one"
        return f"a policy of at most {plural(self.depth, 'step')}{cost}{rest}"

    def to_dict(self) -> dict[str, Any]:  # noqa: D102
        size = {"cost": self.cost, "depth": self.depth, "leaves": self.leaves, "shortest": self.shortest}
        return super().to_dict() | size | {"policy": self.tree.to_dict()}

    def _fold(self, value: Callable[[Node, list[T]], T]) -> T:
        done: dict[int, T] = {}
        waiting = [self.tree]
        while waiting:
            node = waiting[-1]
            if left := [each.then for each in node.branches if id(each.then) not in done]:
                waiting += left
            else:
                done[id(node)] = value(node, [done[id(each.then)] for each in node.branches])
                waiting.pop()
        return done[id(self.tree)]

    def __repr__(self) -> str:
        shown = list(islice(self.tree.lines(), LINES + 1))
        return "\n".join([*shown[:LINES], "..."] if len(shown) > LINES else shown)


@dataclass(frozen=True, repr=False)
class NoPlan(Answer):
    """The result of a search that found no plan, because none exists or because the search stopped early.

    Parameters
    ----------
    stopped : str
        Why the search stopped; empty if all states were searched, so there is no plan.
    states : int
        The number of states that were found.
    came : sequence of (int, str, float)
        For each state, the previous state on the path to it, the action between them, and the cost of the path.
    policy : bool
        Whether a policy was requested; if so, the goal may hold in some states although there is no policy.

    Examples
    --------
    >>> from whoknows import KripkeModel, peek, plan
    >>> blind = [["w", "v"]]
    >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": blind, "b": blind}, actual="w")
    >>> found = plan(m, {"peek": peek("p", by="a")}, "K_b p")
    >>> found.impossible, found.states, bool(found)
    (True, 2, False)
    """

    stopped: str
    states: int
    came: Sequence[tuple[int, str, float]] = field(default=(), compare=False)
    policy: bool = False

    @property
    def impossible(self) -> bool:
        """Whether it is proved that there is no plan."""
        return not self.stopped

    @property
    def outcome(self) -> Outcome:  # type: ignore[override]
        """The outcome: ``"impossible"`` or ``"gave up"``."""
        return "impossible" if self.impossible else "gave up"

    def to_dict(self) -> dict[str, Any]:  # noqa: D102
        return super().to_dict() | {"steps": None, "states": self.states, "stopped": self.stopped or None}

    def __str__(self) -> str:
        if self.stopped:
            return f"gave up: {self.stopped}"
        kind = "policy without loops" if self.policy else "plan"
        alike = ", where agents act alike wherever they cannot tell states apart," if self.policy else ""
        return f"no {kind}{alike} is possible: the search is exhausted after {plural(self.states, 'state')}"
