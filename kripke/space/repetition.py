"""Repeated actions in formulas such as ``[(@a | @b)*] p``: search in the space of models that the actions lead to.

In this formula, ``(@a | @b)*`` is the program and ``p`` the body. The program is searched as an automaton, see
`logic.programs.Automaton`: its steps are actions, and its guards are conditions on the tests of the program.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from operator import and_, or_
from typing import Any

from kripke.change.product import Action
from kripke.checking.engine.algebra import ExplicitAlgebra
from kripke.checking.explicit import extension
from kripke.data.relation import WorldSet
from kripke.data.structure import Structure
from kripke.space.explore import Limits, Space
from logic.errors import TooLarge, by_face, shorten
from logic.formula import Formula
from logic.programs import FALSE, Guard, automaton

STATES = 10_000  # default maximal number of models that repeated actions may lead to
WORLDS = 200_000  # default maximal number of worlds of all products in total: models may grow with each action


Run = tuple[tuple[str, int], ...]
"""A sequence of actions, each with the number of reachable worlds of the model after it."""


class Repeating(dict[str, Action]):
    """Named actions, and a search for runs: the sequences of actions that a program such as ``(@a | @b)*`` allows."""

    def __init__(self, actions: Mapping[str, Action], limits: Limits | None = None) -> None:
        super().__init__(actions)
        self.limits = limits or Limits(STATES, worlds=WORLDS)

    def repeat(self, model: ExplicitAlgebra[Any], node: Any) -> Any:
        """The worlds from which some run of the program ends where the body holds; for a box, where it fails."""
        where = [world for world, run in self.runs(model, node).items() if run is not None]
        return model.engine_set(WorldSet.of(model.structure.size, where))

    def runs(self, model: ExplicitAlgebra[Any], node: Any) -> dict[int, Run | None]:
        """For each world of the model, a run that decides the formula; None if there is no such run.

        The run ends where the body holds or, for a box, where the body fails.
        """
        kept = model.world_set(model.domain).kept
        now = replace(model.structure, actuals=(), relations=model.agents)
        return dict(zip(kept.tolist(), self.runs_from(now.restrict(kept), node), strict=True))

    def runs_from(self, structure: Structure, node: Any) -> list[Run | None]:
        """For each world, a run that decides the formula, or None; `TooLarge` if undecided within the limits."""
        return _Search(self, structure, node).runs()


Pair = tuple[int, int]  # a step of the automaton and the number of a state


class _Search:
    """The runs of one program, from each world of a structure."""

    def __init__(self, actions: Repeating, structure: Structure, node: Any) -> None:
        self.actions, self.node, self.steps = actions, node, automaton(node.program)
        self.value = node.operator.keeps == (False,)  # the body's value at the end of a run that decides the formula
        used = {name: actions[name] for name in dict.fromkeys(node.own_actions)}
        everywhere = replace(structure, actuals=tuple(range(structure.size)))
        after = {name for formula in (*node.tests, node.sub) for name in formula.actions}
        formulas = [*node.tests, node.sub, *[each for name in after for each in actions[name].formulas]]
        try:
            self.space: Space[Structure] = Space(everywhere, used, actions.limits, lambda each: each, asking=formulas)
        except TooLarge as limit:  # more worlds to begin from than the limits allow
            raise self.undecided(limit) from limit
        self.guards, self.true = cache(self._guards), cache(self._true)

    def runs(self) -> list[Run | None]:
        starts = [(-1, start) for start in self.space.starts]
        before: dict[Pair, list[Pair]] = {start: [] for start in starts}
        ends, left = list[Pair](), dict[Pair, TooLarge]()
        for pair in (waiting := list(before)):  # grows in the loop: breadth first
            step, state = pair
            if self.holds(self.steps.last.get(step, FALSE), state) and self.true(self.node.sub, state) is self.value:
                ends.append(pair)
            try:
                for then in self.after(step, state):
                    if then not in before:
                        before[then] = []
                        waiting.append(then)
                    before[then].append(pair)
            except TooLarge as limit:
                left[pair] = limit
        good, unsure = _backwards(ends, before), _backwards(left, before)
        if any(start in unsure and start not in good for start in starts):
            *_, last = left.values()
            raise self.undecided(last) from last
        return [self.run(start, good) if start in good else None for start in starts]

    def after(self, step: int, state: int) -> list[Pair]:
        """The pairs (step of the program, state) that can follow this pair."""
        able = [then for then, guard in self.steps.follow[step].items() if self.holds(guard, state)]
        moves = self.space.successors(state) if able else ()
        return [(then, move.target) for then in able for move in moves if self.steps.steps[then] == f"@{move.action}"]

    def holds(self, guard: Guard, state: int) -> bool:
        return self.guards(state)[guard] if guard > FALSE else guard != FALSE

    def _guards(self, state: int) -> list[bool]:
        tests = [self.true(test, state) for test in self.node.tests]
        return self.steps.valued(True, False, tests, and_, or_)

    def _true(self, formula: Formula, state: int) -> bool:
        structure = self.space[state]
        return structure.actuals[0] in extension(structure, formula, actions=self.actions)

    def run(self, pair: Pair, onwards: Mapping[Pair, Pair | None]) -> Run:
        """The run from a pair of a step and a state to an end; `onwards` maps each pair to the next one."""
        steps = []
        while (then := onwards[pair]) is not None:
            steps.append((str(self.steps.steps[then[0]])[1:], self.space[then[1]].size))
            pair = then
        return tuple(steps)

    def undecided(self, limit: TooLarge) -> TooLarge:
        """Return the error for a question that the limits leave undecided."""
        states, _, _, worlds = self.actions.limits
        bound = f"{states:,} models" if states else "the models"
        if worlds and "worlds" in str(limit):
            bound = f"{worlds:,} worlds of models"
        return TooLarge(
            f"{shorten(str(self.node))}: not decided within {bound} that the actions lead to"
            + by_face(
                "; explore(model, actions, states=...).where(formula) has a limit of its own",
                "; whoknows explore MODEL --where FORMULA --states N has a limit of its own",
            )
        )


def _backwards(ends: Iterable[Pair], before: Mapping[Pair, list[Pair]]) -> dict[Pair, Pair | None]:
    """The pairs from which an end can be reached, each with the next pair on a shortest path; None at an end."""
    next_pairs: dict[Pair, Pair | None] = dict.fromkeys(ends)
    for pair in (waiting := list(next_pairs)):  # grows in the loop
        for earlier in before[pair]:
            if earlier not in next_pairs:
                next_pairs[earlier] = pair
                waiting.append(earlier)
    return next_pairs
