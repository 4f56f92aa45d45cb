"""Repeated actions in formulas, ``[(@a | @b)*] p``: a search in the space of the models to which the actions lead."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from operator import and_, or_
from typing import Any

from kripke.change.product import Action
from kripke.checking.engine.algebra import ExplicitAlgebra
from kripke.checking.explicit import extension
from kripke.data.relation import WorldSet
from kripke.data.structure import Structure
from kripke.data.worlds import Kept
from kripke.space.explore import Limits, Space
from logic.errors import TooLarge, by_face, shorten
from logic.formula import Formula
from logic.programs import FALSE, Guard, automaton

STATES = 10_000  # maximal number of models that repeated actions may lead to, if nothing else is said
WORLDS = 200_000  # maximal number of worlds of all products on the way: models may grow with each action


Run = tuple[tuple[str, int], ...]
"""Actions in turn, each with the number of worlds of the model after it, as far as agents can reach them."""


class Repeating(dict[str, Action]):
    """Named actions, with the search for what holds after any number of them."""

    def __init__(self, actions: Mapping[str, Action], limits: Limits | None = None) -> None:
        super().__init__(actions)
        self.limits = limits or Limits(STATES, worlds=WORLDS)

    def repeat(self, model: ExplicitAlgebra[Any], node: Any) -> Any:
        """The worlds from which some run of the program ends where the body holds; for a box, where it fails."""
        kept, found = self._search(model, node)
        where = WorldSet.of(len(found), [place for place, run in enumerate(found) if run is not None])
        return model.engine_set(where.origins(kept, model.structure.size))

    def run(self, model: ExplicitAlgebra[Any], node: Any, position: int) -> Run | None:
        """Such a run from a world of the model, if there is one."""
        kept, found = self._search(model, node)
        return found[list(kept.tolist()).index(position)]

    def found(self, structure: Structure, node: Any) -> list[Run | None]:
        """Such a run for each world of a structure. `TooLarge` if that is not decided within the limits."""
        return _Search(self, structure, node).found()

    def _search(self, model: ExplicitAlgebra[Any], node: Any) -> tuple[Kept, list[Run | None]]:
        now = replace(model.structure, actuals=(), relations=model.agents)
        kept = model.world_set(model.domain).kept
        return kept, self.found(now.restrict(kept), node)


Pair = tuple[int, int]  # a step of the automaton and the number of a state


class _Search:
    """The runs of one program, from each world of a structure."""

    def __init__(self, actions: Repeating, structure: Structure, node: Any) -> None:
        self.actions, self.node = actions, node
        self.value = node.operator.keeps == (False,)  # what the body of a run that is looked for is like
        used = {name: actions[name] for name in dict.fromkeys(node.own_actions)}
        everywhere = replace(structure, actuals=tuple(range(structure.size)))
        asked = (*node.tests, node.sub)
        try:
            self.space: Space[Structure] = Space(everywhere, used, actions.limits, lambda each: each, asking=asked)
        except TooLarge as limit:  # there are more worlds to begin from
            raise self.undecided(limit) from limit
        self.steps = automaton(node.program)
        self.guards, self.true = cache(self._guards), cache(self._true)

    def found(self) -> list[Run | None]:
        """The answer at each world."""
        before: dict[Pair, list[Pair]] = {(-1, start): [] for start in self.space.starts}
        ends, left = list[Pair](), list[Pair]()
        over: TooLarge | None = None
        for pair in (waiting := list(before)):  # which grows: breadth first
            if self.ends(*pair):
                ends.append(pair)
            try:
                for then in self.after(*pair):
                    if then not in before:
                        before[then] = []
                        waiting.append(then)
                    before[then].append(pair)
            except TooLarge as limit:
                over = limit
                left.append(pair)
        good, unsure = _backwards(ends, before), _backwards(left, before)
        answers: list[Run | None] = []
        for start in self.space.starts:
            pair = (-1, start)
            if pair not in good and pair in unsure:
                raise self.undecided(over) from over
            answers.append(self.run(pair, good) if pair in good else None)
        return answers

    def after(self, step: int, state: int) -> list[Pair]:
        """The pairs to which one more step leads."""
        able = [then for then, guard in self.steps.follow[step].items() if self.holds(guard, state)]
        names = {then: str(self.steps.steps[then])[1:] for then in able}
        moves = self.space.successors(state) if able else ()
        return [(then, move.target) for then in able for move in moves if move.action == names[then]]

    def ends(self, step: int, state: int) -> bool:
        """Whether a run ends after the step, with the body as it is looked for."""
        return self.holds(self.steps.last.get(step, FALSE), state) and self.true(self.node.sub, state) is self.value

    def holds(self, guard: Guard, state: int) -> bool:
        """Whether the guard holds at a state."""
        return self.guards(state)[guard] if guard > FALSE else guard != FALSE

    def _guards(self, state: int) -> list[bool]:
        tests = [self.true(test, state) for test in self.node.tests]
        return self.steps.valued(True, False, tests, and_, or_)

    def _true(self, formula: Formula, state: int) -> bool:
        structure = self.space[state]
        return structure.actuals[0] in extension(structure, formula, actions=self.actions)

    def run(self, pair: Pair, distance: Mapping[Pair, int]) -> Run:
        """A run with the fewest steps to an end."""
        steps = []
        while distance[pair]:
            pair = next(then for then in self.after(*pair) if distance.get(then, -1) == distance[pair] - 1)
            steps.append((str(self.steps.steps[pair[0]])[1:], self.space[pair[1]].size))
        return tuple(steps)

    def undecided(self, limit: TooLarge | None) -> TooLarge:
        """The error where the limits leave the question open."""
        states, worlds = self.actions.limits.states, self.actions.limits.worlds
        bound = (
            f"{worlds:,} worlds of models"
            if worlds and "worlds" in str(limit)
            else f"{states:,} models"
            if states
            else "the models"
        )
        return TooLarge(
            f"{shorten(str(self.node))}: not decided within {bound} that the actions lead to"
            + by_face(
                "; explore(model, actions, states=...).where(formula) has a limit of its own",
                "; whoknows explore MODEL --where FORMULA --states N has a limit of its own",
            )
        )


def _backwards(ends: list[Pair], before: Mapping[Pair, list[Pair]]) -> dict[Pair, int]:
    """The pairs that lead to the ends, with the fewest steps to one."""
    found = dict.fromkeys(ends, 0)
    for pair in (waiting := list(found)):  # which grows
        for earlier in before[pair]:
            if earlier not in found:
                found[earlier] = found[pair] + 1
                waiting.append(earlier)
    return found
