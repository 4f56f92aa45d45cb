"""Builds a tableau step by step."""

from __future__ import annotations

from collections.abc import Iterable

from kripke.prove.proofs import script
from kripke.prove.proofs.script import Step, Tableau
from kripke.prove.proofs.writing.reasoning import Reasoning
from kripke.prove.question.nodes import FALSE, Group, Node

Places = dict[Node, int]
"""What holds at a world on the current branch -> the number of its step."""


class Builder:
    """A tableau that grows."""

    def __init__(self, suppositions: Iterable[Node]) -> None:
        self.steps: list[Step] = []
        self.worlds: list[tuple[int, Group]] = []
        self.branches: list[int] = []
        self.start: Places = {node: self.add(Step(script.SUPPOSE, node)) for node in suppositions}

    def add(self, step: Step) -> int:
        """Add a step; its number."""
        self.steps.append(step)
        return len(self.steps) - 1

    def world(self, group: Group, parent: int = 0) -> int:
        """Add a world that a group considers possible at its parent; its number."""
        self.worlds.append((parent, group))
        return len(self.worlds)

    def branch(self, parent: int) -> int:
        """Add a branch that goes on from another."""
        self.branches.append(parent)
        return len(self.branches)

    def reason(self, reasoning: Reasoning, places: Places, world: int, branch: int) -> None:
        """Add the steps of a reasoning at a world."""
        for node, clause in reasoning.derived:
            premises = tuple([places[other ^ 1] for other in clause.nodes if other != node])
            places[node] = self.add(Step(clause.rule, node, world, premises, branch, clause.of))
        end = reasoning.end
        open_nodes = {node for node, _ in reasoning.cases}
        premises = tuple([places[node ^ 1] for node in end.nodes if node not in open_nodes])
        if not reasoning.cases:
            self.add(Step(end.rule, FALSE, world, premises, branch, end.of))
        for node, below in reasoning.cases:
            case = self.branch(branch)
            number = self.add(Step(end.rule, node, world, premises, case, end.of))
            self.reason(below, {**places, node: number}, world, case)

    def done(self) -> Tableau:
        """The tableau."""
        return Tableau(tuple(self.steps), tuple(self.worlds), tuple(self.branches))
