"""The shape of a tableau, checked: its branches, its worlds, and what each step may rest on."""

from __future__ import annotations

from kripke.prove.errors import WrongProof
from kripke.prove.proofs import script
from kripke.prove.proofs.checking.table import FALSE, Table
from kripke.prove.proofs.script import Step, Tableau
from logic.errors import shorten

CREATING = (script.POSSIBLE, script.SUCCESSOR, *script.WAYS)
"""The rules that make a new world."""


class Shape:
    """The branches and worlds of a tableau, step by step.

    Raises
    ------
    WrongProof
        If a branch goes on from none, or from itself.
    """

    def __init__(self, name: str, table: Table, tableau: Tableau) -> None:
        self.name, self.table = name, table
        self.steps, self.worlds, self.parents = tableau.steps, tableau.worlds, (-1, *tableau.branches)
        self.last: dict[int, int] = {}
        """Branch -> its last step."""
        self.cases: dict[int, list[int]] = {}
        """Branch that others go on from -> the first step of each of them."""
        self.created: dict[int, int] = {}
        """World -> the step that made it."""
        self._number()

    def _number(self) -> None:
        """Number the branches so that those that go on from one have the numbers after it."""
        parents = self.parents
        for branch, parent in enumerate(parents[1:], 1):
            if not isinstance(parent, int) or not 0 <= parent < branch:
                raise WrongProof(f"{self.name}: branch {branch} goes on from {parent!r}, expected a smaller number")
        self.sizes = [1] * len(parents)
        for branch in range(len(parents) - 1, 0, -1):
            self.sizes[parents[branch]] += self.sizes[branch]
        self.numbers, free = [0] * len(parents), [1] * len(parents)
        for branch, parent in enumerate(parents[1:], 1):
            self.numbers[branch] = free[parent]
            free[parent] += self.sizes[branch]
            free[branch] = self.numbers[branch] + 1

    def fail(self, place: int, why: str) -> None:
        """Refuse a step."""
        raise WrongProof(f"{self.name}, step {place}: {why}; got {shorten(repr(self.steps[place]), 200)}")

    def leads(self, above: int, branch: int) -> bool:
        """Whether a branch is another, or goes on from it."""
        return 0 <= self.numbers[branch] - self.numbers[above] < self.sizes[above]

    def add(self, place: int, step: Step) -> bool:
        """Check that the step is on an open branch, at a world that is there, with premises that are there.

        Returns whether it starts a branch that goes on from another.
        """
        if not _is_plain(step):
            self.fail(place, "expected the name of a rule, a tuple of premises, and numbers")
        if not 0 <= step.branch < len(self.parents):
            self.fail(place, f"expected a branch below {len(self.parents)}")
        if not self.table.is_node(step.node):
            self.fail(place, "expected a node of the table")
        starts = step.branch != 0 and step.branch not in self.last
        self._go_on(place, step.branch)
        for premise in step.premises:
            if not 0 <= premise < place:
                self.fail(place, "expected numbers of earlier steps as premises")
            if not self.leads(self.steps[premise].branch, step.branch):
                self.fail(place, f"premise {premise} is on another branch")
        if len(set(step.premises)) < len(step.premises):
            self.fail(place, "expected each premise once")
        self._reach(place, step)
        return starts

    def _go_on(self, place: int, branch: int) -> None:
        """Check that the branch may go on, and note the step."""
        if branch and branch not in self.last:
            parent = self.parents[branch]
            if parent not in self.last or self._is_closed(parent):
                self.fail(place, f"branch {parent} is closed or has not started")
            self.cases.setdefault(parent, []).append(place)
        elif branch in self.cases or (branch in self.last and self._is_closed(branch)):
            self.fail(place, f"branch {branch} has ended")
        self.last[branch] = place

    def _is_closed(self, branch: int) -> bool:
        """Whether the last step of a branch is a contradiction."""
        return self.steps[self.last[branch]].node == FALSE

    def _reach(self, place: int, step: Step) -> None:
        """Check that the world is there, or is made now."""
        if step.rule not in CREATING:
            if not self._is_there(step.world, step.branch):
                self.fail(place, "the world is not there on this branch")
            return
        if not 0 < step.world <= len(self.worlds) or step.world in self.created:
            self.fail(place, "expected a new world")
        parent, group = self.worlds[step.world - 1]
        if not isinstance(parent, int) or not parent < step.world or not self._is_there(parent, step.branch):
            self.fail(place, f"world {parent!r}, the parent of the new world, is not there")
        if not self.table.is_group(group):
            self.fail(place, f"no group {group!r} leads to the new world")
        self.created[step.world] = place

    def _is_there(self, world: int, branch: int) -> bool:
        """Whether a world has been made on a branch or one that it goes on from."""
        if world == 0:
            return True
        made = self.created.get(world)
        return made is not None and self.leads(self.steps[made].branch, branch)

    def open_branch(self) -> int | None:
        """A branch that neither ends in a contradiction nor goes on in others, or has no step; None: none."""
        for branch in range(len(self.parents)):
            if branch not in self.last or (branch not in self.cases and not self._is_closed(branch)):
                return branch
        return None


def _is_plain(step: Step) -> bool:
    """Whether the fields of a step have the types that they should have."""
    numbers = (step.node, step.world, step.branch, step.of)
    plain = isinstance(step.rule, str) and isinstance(step.premises, tuple)
    return plain and all(isinstance(number, int) for number in (*numbers, *step.premises))
