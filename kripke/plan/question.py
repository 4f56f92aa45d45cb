"""The question that a planner answers, and the effects of actions on explicit models."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, chain
from typing import Any

from kripke.change.product import Action, extend_vocabulary
from kripke.data.structure import Structure
from kripke.data.worlds import Named, kept_of
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from kripke.space.states import Kept, state
from logic.formula import Formula


@dataclass(frozen=True)
class Question:
    """The model, actions, goal and options of a search for a plan.

    `turns`: whether the agents who act must know that the plan works. `consistent`: whether every agent must consider
    some world possible at every world of every state.
    """

    model: Model
    actions: dict[str, Action] = field(hash=False)
    goal: Formula
    turns: bool = False
    consistent: bool = False

    @property
    def view(self) -> str:
        """The point of view from which a plan must work, in words such as ``from the actual worlds``."""
        return "as the agents who act see it" if self.turns else "from the actual worlds"

    @cached_property
    def start(self) -> KripkeModel:
        """The contracted model before the first step, with the atoms that actions introduce."""
        structure = extend_vocabulary(self.model._listed(), self.actions)
        return KripkeModel.of(state(structure, (structure.worlds, None), self.kept).structure)

    @cached_property
    def kept(self) -> Kept:
        """The information that keys of states contain in addition to the bisimulation class."""
        formulas = [self.goal, *[each for one in self.actions.values() for each in one.formulas]]
        return Kept.for_formulas(formulas, self.model._listed())

    def before(self, structure: Structure, name: str) -> Structure:
        """The structure before an action; if agents act, its actual worlds are those that the agent considers possible.

        There are none if, at some actual world, the agent considers no world possible.
        """
        by = self.actions[name].by
        if not (self.turns and by):
            return structure
        seen = [structure.relations[by].successors(actual) for actual in structure.actuals]
        return replace(structure, actuals=tuple(sorted({*chain(*seen)})) if all(seen) else ())

    def after(self, structure: Structure, name: str) -> Structure:
        """The contracted structure after a possible action; worlds keep their names if these stay distinct."""
        before, action = self.before(structure, name), self.actions[name]
        result = action(before)
        origins, ends = result.worlds.tolist(), tuple(result.ends(before.actuals).positions())
        product = replace(result.structure, actuals=ends)
        contraction = state(product, (Named(range(product.size)), None), self.kept).structure
        places: list[Any] = [*contraction.worlds]
        old = [origins[place] for place in places]
        worlds, chosen = (before.worlds, old) if len({*old}) == len(old) else (product.worlds, places)
        return replace(contraction, worlds=worlds.restrict(kept_of(chosen, len(worlds))))

    def along(self, steps: Iterable[str], space: Any) -> Iterator[Any]:
        """Yield the model at the start and the model after each step.

        `space`: the states of the search, which are only used for a symbolic model.
        """
        if not isinstance(self.model, KripkeModel):
            return map(space.model, space.along(steps))
        return accumulate(steps, lambda at, name: KripkeModel.of(self.after(at.structure, name)), initial=self.start)
