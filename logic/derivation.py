"""Derivations: a transformation as a sequence of steps, each with its rule and the subformula that it changes.

A transformation that builds its result from the results of subformulas is a `Rewriting`. `result` computes it bottom
up; `Unfolding` performs the same rewritings one by one from the outside in, so both end with the same formula.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from logic.clauses import Atom
from logic.errors import TooLarge, by_face
from logic.exact import require_whole
from logic.formula import Formula
from logic.node_table import flatten, rebuild
from logic.printer import beginning
from logic.shared import evaluated, replace, size

STEPS = 1_000  # Default for the maximal number of steps
NODES = 300_000  # maximal number of nodes of all formulas of a derivation together: a second or two of work
SHOWN = 1_000  # maximal number of nodes of a formula that is shown whole in a step

_MARK = "\ue000"  # not printable, so no atom of a user has this name
HOLE = Atom.make(_MARK)  # the place of the changed part in a step's frame

Goal = TypeVar("Goal", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a derivation; ``str(step)`` shows the rule, and the formula before and after it.

    Parameters
    ----------
    rule : str
        Name of the rule, such as ``De Morgan``.
    law : str
        The equivalence that was applied, such as ``¬(p ∧ q) ≡ ¬p ∨ ¬q``; empty if the name is sufficient.
    frame : Formula
        The formula with a hole at each occurrence of the changed part.
    old, new : Formula
        The changed part before and after the step.

    Examples
    --------
    >>> from whoknows import steps
    >>> for step in steps("~(p & K_a q)", "nnf"):
    ...     print(step)
    De Morgan: ¬(p ∧ q) ≡ ¬p ∨ ¬q
      ⟦¬(p ∧ K_a q)⟧
      ⟦¬p ∨ ¬K_a q⟧
    dual: ¬K_a p ≡ M_a ¬p
      ¬p ∨ ⟦¬K_a q⟧
      ¬p ∨ ⟦M_a ¬q⟧
    """

    rule: str
    law: str
    frame: Formula
    old: Formula
    new: Formula

    @property
    def before(self) -> Formula:
        """The whole formula before the step."""
        return replace(self.frame, {HOLE: self.old})

    @property
    def after(self) -> Formula:
        """The whole formula after the step."""
        return replace(self.frame, {HOLE: self.new})

    def marked(self) -> tuple[str, str]:
        """Return the formula before and after the step, with the changed subformula between ``⟦`` and ``⟧``.

        If the formula has more than 1,000 nodes, with the changed part counted as one, only a subformula around this
        part is shown, between ``…``. A changed part with more than 1,000 nodes is cut off after its beginning.
        """
        near = _near(self.frame)
        around = (str(near) if near is self.frame else f"… {near} …").split(str(HOLE))
        return f"⟦{_shown(self.old)}⟧".join(around), f"⟦{_shown(self.new)}⟧".join(around)

    def __str__(self) -> str:
        before, after = self.marked()
        title = f"{self.rule}: {self.law}" if self.law else self.rule
        return f"{title}\n  {before}\n  {after}"


def _near(frame: Formula) -> Formula:
    """Return the largest subformula around the hole that is small enough to be shown."""
    holes: list[bool] = []
    sizes: list[int] = []
    near, largest = frame, 0
    for node, kids in flatten(frame).rows:
        sizes.append(1 + sum([sizes[kid] for kid in kids]))
        holes.append(node == HOLE if not kids else any(holes[kid] for kid in kids))
        if holes[-1] and largest < sizes[-1] <= SHOWN:
            near, largest = node, sizes[-1]
    return frame if sizes[-1] <= SHOWN else near


def _shown(formula: Formula) -> str:
    return str(formula) if size(formula) <= SHOWN else beginning(formula, SHOWN)


def law(old: Formula, new: Formula) -> str:
    """Return the text of an equivalence: ``old ≡ new``."""
    return f"{old} ≡ {new}"


class Building(Protocol[Goal]):
    """Builds a formula for each goal (any hashable value) from the formulas of other goals."""

    def needs(self, goal: Goal) -> list[Goal]:
        """Return the goals whose formulas `build` gets as `parts` for this goal, in the same order."""

    def build(self, goal: Goal, parts: list[Formula]) -> Formula:
        """Build the formula of a goal from the formulas of the goals that it needs."""


class Rewriting(Building[Goal], Protocol[Goal]):
    """A transformation of formulas, in which each goal stands for a formula to be rewritten."""

    def given(self, goal: Goal) -> Formula:
        """Return the formula that is rewritten for this goal."""

    def rule(self, goal: Goal) -> tuple[str, str]:
        """Return the name and the law of the rule that rewrites the goal's formula."""


def result(building: Building[Goal], goal: Goal, done: dict[Goal, Formula] | None = None) -> Formula:
    """Return the formula of a goal, without recursion. Each goal's formula is built once and cached in `done`."""
    done = {} if done is None else done
    return evaluated(
        goal,
        done,
        lambda current: building.needs(current)[::-1],  # reversed, so that the first goal is built first
        lambda current: building.build(current, [done[need] for need in building.needs(current)]),
    )


class Steps:
    """Collects the steps of a derivation and bounds their number and size."""

    def __init__(self, limit: int) -> None:
        self.limit, self.nodes = require_whole(limit, "limit"), 0
        self.found: list[Step] = []

    def add(self, step: Step) -> None:
        """Append a step to the derivation."""
        self.found.append(step)

    def expect(self, nodes: int, count: int = 1) -> None:
        """Count the nodes of `count` further steps, `nodes` each; `TooLarge` if there are too many steps or nodes."""
        self.nodes += nodes * count
        if len(self.found) + count > self.limit:
            raise TooLarge(
                f"the derivation has more than {self.limit:,} steps: ask for the result without steps, or for the "
                f"steps of a part of the formula, or give a higher {by_face('limit', '--limit', 'limit')}"
            )
        if self.nodes > NODES:
            raise TooLarge(
                f"the derivation has more than {NODES:,} nodes in {len(self.found) + count:,} steps: ask for the "
                "result without steps, or for the steps of a part of the formula"
            )


class Unfolding(Generic[Goal]):
    """Rewrites a formula from the outside in; goals mark the subformulas that are still to be rewritten.

    O(n) per step, where n is the number of goals and nodes.
    """

    def __init__(self, rewriting: Rewriting[Goal], goal: Goal) -> None:
        self.rewriting, self.goal = rewriting, goal
        self.needs: dict[Goal, list[Goal]] = {}
        self.given: dict[Goal, Formula] = {}
        self.templates: dict[Goal, _Template] = {}
        self.rewritten: list[Goal] = []

    def run(self, steps: Steps) -> Formula:
        """Rewrite the formula and return it; append one step per change to `steps`, which may raise `TooLarge`."""
        goals = self.outside_in()
        changes = {goal: new for goal in goals if (new := self.changed(goal)) is not None}
        steps.expect(len(goals), len(changes))
        for goal in goals:
            if goal in changes:
                frame = self.present({goal: HOLE})
                steps.add(Step(*self.rewriting.rule(goal), frame, self.given[goal], changes[goal]))
            self.rewritten.append(goal)
        return self.present({})

    def changed(self, goal: Goal) -> Formula | None:
        """Return the formula that replaces the formula of the goal; None if they are equal."""
        old, new = self.given[goal], self._filled(goal, self.given)
        is_same = hash(new) == hash(old) and new == old  # cached hashes first, since == may visit every node
        return None if is_same else new

    def outside_in(self) -> list[Goal]:
        """Return the goals from left to right, but each after all goals that need it."""
        goals: dict[Goal, None] = {}
        stack = [(self.goal, False)]
        while stack:
            goal, is_left = stack.pop()
            if is_left:
                goals[goal] = None
            elif goal not in self.needs:
                self.needs[goal] = needs = self.rewriting.needs(goal)
                self.templates[goal] = template = self._template(goal)
                self.given |= {each: self.rewriting.given(each) for each in (goal, *needs) if each not in self.given}
                stack.append((goal, True))
                stack += [(needs[number], False) for number in template.used]
        return list(reversed(goals))

    def _template(self, goal: Goal) -> _Template:
        holes: list[Formula] = [Atom.make(f"{_MARK}{number}") for number in range(len(self.needs[goal]))]
        return _Template(self.rewriting.build(goal, holes), holes)

    def _filled(self, goal: Goal, values: Mapping[Goal, Formula]) -> Formula:
        return self.templates[goal].filled([values.get(need, self.given[need]) for need in self.needs[goal]])

    def present(self, values: dict[Goal, Formula]) -> Formula:
        """Return the formula as rewritten so far. `values` maps goals to replacements, and is extended in place."""
        for goal in reversed(self.rewritten):
            values[goal] = self._filled(goal, values)
        return values[self.goal]


class _Template:
    """A formula with holes that can be filled repeatedly."""

    def __init__(self, formula: Formula, holes: list[Formula]) -> None:
        number_of = {id(hole): number for number, hole in enumerate(holes)}
        self.rows = [(number_of.get(id(node)), node, kids) for node, kids in flatten(formula).rows]
        self.used = sorted(number for number, _, _ in self.rows if number is not None)

    def filled(self, parts: list[Formula]) -> Formula:
        built: list[Formula] = []
        for number, node, kids in self.rows:
            built.append(rebuild(node, [built[kid] for kid in kids]) if number is None else parts[number])
        return built[-1]
