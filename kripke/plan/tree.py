"""A policy as a tree: actions, and the branches after them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from kripke.checking.constraint import Question
from kripke.checking.explicit import extension
from kripke.data.structure import Structure
from kripke.models.kripke_model import KripkeModel
from kripke.plan.question import Question as PlanQuestion
from kripke.sameness.invariance import generated
from kripke.space.explore import Transition
from logic.formula import Formula


class Branch(NamedTuple):
    """A branch of a policy: its condition `when`, its actual worlds as sets of true atoms, and the next node."""

    when: Formula | None
    worlds: tuple[tuple[str, ...], ...]
    then: Node

    @property
    def told(self) -> str:
        """The condition of the branch as text; without a condition, the true atoms of its actual worlds."""
        return " or ".join(["{" + ", ".join(w) + "}" for w in self.worlds]) if self.when is None else str(self.when)


class Node(NamedTuple):
    """A node of a policy: an action and its branches, or an end.

    `by`: the agent who acts. `state`: the number of the state in the search; None if the node does not correspond to
    one state.
    """

    action: str | None
    by: str | None
    branches: tuple[Branch, ...]
    state: int | None

    def to_dict(self) -> dict[str, Any]:
        """The node as plain data for JSON: the action, its agent, and the branches with the text of their formulas."""
        branches = [
            {"when": None if each.when is None else str(each.when), "worlds": [list(world) for world in each.worlds],
             "then": each.then.to_dict()}
            for each in self.branches
        ]  # fmt: skip
        return {"action": self.action, "by": self.by, "branches": branches}

    def lines(self) -> Iterator[str]:
        """The policy from this node on, in lines of text."""
        if self.action is None and not self.branches:
            yield "the goal holds"
            return
        if self.action is not None:
            yield self.action
        for each in self.branches:
            if len(self.branches) == 1:
                yield from each.then.lines()
            else:
                yield f"if {each.told}:"
                yield from [f"    {line}" for line in each.then.lines()]


@dataclass(frozen=True)
class Places:
    """The nodes of a plan or policy, numbered from 0, as a graph of models with the interface of `Space`."""

    done: list[tuple[str | None, str | None]]  # at each node the action, and the agent who acts
    models: list[Any]
    transitions: list[Transition]  # the event of a transition is the condition of its branch, if there are several
    starts: tuple[int, ...] = (0,)

    def where(self, formula: Question) -> list[int]:
        """The numbers of the nodes where a formula holds."""
        return [number for number, model in enumerate(self.models) if model.holds(formula)]

    def structure(self, number: int) -> Structure:
        """The model at a node, as a structure."""
        structure: Structure = self.models[number].to_structure()
        return structure


def places(question: PlanQuestion, tree: Node, space: Any) -> Places:
    """The nodes of a policy, with their models.

    Branches that continue in the same way share a node. `space`: the states of the search.
    """
    nodes, number, is_listed = [tree], {id(tree): 0}, isinstance(question.model, KripkeModel)
    graph = Places([], [question.start if is_listed else space.model(space.first)], [])
    for source, node in enumerate(nodes):  # the list grows in the loop
        graph.done.append((node.action, node.by))
        after = graph.models[source].structure if is_listed else None
        after = question.after(after, node.action) if after and node.action is not None else after
        several = len(node.branches) > 1
        for branch in node.branches:
            if id(branch.then) not in number:
                number[id(branch.then)] = len(nodes)
                model = after and KripkeModel.of(after)
                if after is None or (several and branch.when is None):
                    model = space[branch.then.state]
                elif several and branch.when is not None:
                    where = extension(after, branch.when)
                    here = tuple([actual for actual in after.actuals if actual in where])
                    model = KripkeModel.of(generated(replace(after, actuals=here)))
                nodes.append(branch.then)
                graph.models.append(model)
            event: Any = None if not several else branch.told if branch.when is None else branch.when
            graph.transitions.append(Transition(source, node.action or "if", event, number[id(branch.then)]))
    return graph
