"""A policy as a tree: what to do, and what may follow it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from kripke.checking.explicit import extension
from kripke.models.kripke_model import KripkeModel
from kripke.plan.question import Question
from kripke.sameness.invariance import generated
from logic.formula import Formula


class Branch(NamedTuple):
    """What may follow an action: where it does, and how the policy goes on there.

    `when`: a formula that holds there and in no other branch; None if there is no other. `worlds`: for each actual
    world the atoms that are true there.
    """

    when: Formula | None
    worlds: tuple[tuple[str, ...], ...]
    then: Node

    @property
    def told(self) -> str:
        """The words for where it is taken."""
        return " or ".join(["{" + ", ".join(w) + "}" for w in self.worlds]) if self.when is None else str(self.when)


class Node(NamedTuple):
    """A place in a policy: the action to do there, and what may follow it; without an action and branches it ends.

    `state`: the number of the model there; None at the start if agents act by what they know in different worlds.
    """

    action: str | None
    by: str | None
    branches: tuple[Branch, ...]
    state: int | None

    def to_dict(self) -> dict[str, Any]:
        """As plain data for JSON: the action, its agent, and the branches with the text of their formulas."""
        branches = [
            {"when": None if each.when is None else str(each.when), "worlds": [list(world) for world in each.worlds],
             "then": each.then.to_dict()}
            for each in self.branches
        ]  # fmt: skip
        return {"action": self.action, "by": self.by, "branches": branches}

    def lines(self) -> Iterator[str]:
        """The policy from here in words."""
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


class Way(NamedTuple):
    """A branch from a place to a place of a policy, by their numbers, with the words for where it is taken."""

    source: int
    target: int
    when: str


class Places(NamedTuple):
    """The places of a policy, with the model at each and the branches between them; 0 is the first."""

    nodes: list[Node]
    models: list[KripkeModel]
    ways: list[Way]


def places(question: Question, tree: Node, space: Any) -> Places:
    """The places of a policy; branches that go on in the same way share a place. `space`: the models by number."""
    found, number = Places([tree], [question.start], []), {id(tree): 0}
    for source, node in enumerate(found.nodes):  # which grows
        structure = found.models[source].structure
        after = structure if node.action is None else question.after(structure, node.action)
        for branch in node.branches:
            if id(branch.then) not in number:
                number[id(branch.then)] = len(found.nodes)
                model = after
                if branch.when is not None and len(node.branches) > 1:
                    where = extension(after, branch.when)
                    here = tuple([actual for actual in after.actuals if actual in where])
                    model = generated(replace(after, actuals=here))
                elif len(node.branches) > 1:
                    model = space.structure(branch.then.state)
                found.nodes.append(branch.then)
                found.models.append(KripkeModel.of(model))
            found.ways.append(Way(source, number[id(branch.then)], branch.told))
    return found
