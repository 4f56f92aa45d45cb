"""A policy as a tree: what to do, and what may follow it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

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
    def said(self) -> str:
        """The formula, or what is true at each of its worlds."""
        return str(self.when) if self.when is not None else " or ".join(["{" + ", ".join(w) + "}" for w in self.worlds])


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
                yield f"if {each.said}:"
                yield from [f"    {line}" for line in each.then.lines()]
