"""The common knowledge that a `games.knowing.table.Table` describes, with cached answers to the queries of agents.

Relations do not depend on the actual values. So each answer is computed for all worlds at once, and a query at a world
only looks it up. Answers are cached by relations and formula: in the `Situation` itself, and in the `Ground` for all
situations that agree on what the formula is about. Players share the cache. It does not show at which worlds the others
evaluate formulas, which would reveal their cards. Queries are noted in the log of `games.knowing.queries`.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

from games.knowing.ground import Classes, Ground, bounded, first_place
from games.knowing.queries import is_recording, note
from kripke.change.belief import relation_of
from kripke.data.frozen import Frozen
from kripke.data.lazy import np
from kripke.data.relation import Column, Indices, Relation, WorldSet
from kripke.data.structure import Structure
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Verdict
from logic.formula import Formula

Question = str | Formula


class Situation:
    """The model of the common knowledge in a `Table`, without actual values; its valuation includes defined atoms."""

    def __init__(self, ground: Ground, valuation: Frozen[WorldSet], relations: Mapping[str, Relation]) -> None:
        self.ground = ground
        self.structure = Structure(ground.worlds, valuation, Frozen(relations))
        self._answers: dict[Question, WorldSet] = {}
        self._truths: dict[tuple[Question, ...], Column] = {}
        self._counts: dict[tuple[str, tuple[Question, ...]], Indices] = {}
        self._classes: dict[str, Classes] = {}

    @cached_property
    def model(self) -> KripkeModel:
        """The model without an actual world."""
        return KripkeModel.of(self.structure)

    def at(self, position: int | None) -> KripkeModel:
        """The model whose actual world has this index; None stands for no actual world."""
        if position is None:
            return self.model
        here = self.structure
        return KripkeModel.of(Structure(here.worlds, here.valuation, here.relations, (position,)))

    def place(self, values: Mapping[str, Any]) -> int:
        """The index of a world with these values, such as the values that a player sees; `GameError` if there is none.

        Formulas that depend only on these values, such as formulas about the player's knowledge, have the same truth
        value at all such worlds.
        """
        return first_place(self.ground, tuple(values.items()))

    def holds(self, formula: Question, position: int) -> bool:
        """Whether a formula holds at the world with this index. Errors as in `KripkeModel.holds`."""
        holds = position in self._where(formula)
        if is_recording():
            note(formula, holds, check=self._checking(position))
        return holds

    def holding(self, formulas: tuple[Question, ...], position: int) -> Column:
        """Whether each formula holds at the world with this index, as a Boolean array with one entry per formula."""
        table = self._truths.get(formulas)
        if table is None:
            table = np.array([self._where(each).column for each in formulas]).reshape(len(formulas), -1).T
            bounded(self._truths)[formulas] = table
        row: Column = table[position]
        if is_recording():
            for formula, answer in zip(formulas, row.tolist(), strict=True):
                note(formula, answer, check=self._checking(position))
        return row

    def degree(self, agent: str, formula: Question, position: int) -> Fraction:
        """The agent's degree of belief in a formula at the world with this index, as in `KripkeModel.degree`."""
        classes = self.classes(agent)
        number = classes.number[position]
        answer = _fraction(int(self._counted(agent, (formula,))[number, 0]), int(classes.size[number]))
        if is_recording():
            note(formula, answer, agent, self._checking(position))
        return answer

    def column(self, formula: Question) -> Column:
        """For each world, whether a formula holds. Callers log the answers that they compute from this array."""
        return self._where(formula).column

    def _checking(self, position: int) -> Callable[[Formula], Verdict]:
        return lambda formula: self.at(position).check(formula)

    def _where(self, formula: Question) -> WorldSet:
        extension = self._answers.get(formula)
        if extension is None:
            extension = bounded(self._answers)[formula] = self.ground.answer(formula, self.structure)
        return extension

    def classes(self, agent: str) -> Classes:
        """The agent's classes of indistinguishable worlds as arrays; `UnknownAgent` if there is no such agent."""
        classes = self._classes.get(agent)
        if classes is None:
            classes = self._classes[agent] = self.ground.classes(relation_of(self.structure, agent))
        return classes

    def possible(self, agent: str, position: int, given: Question | None = None) -> Indices:
        """The worlds that the agent considers possible at a world and that satisfy `given`, as ascending indices."""
        members = everything = self.classes(agent).members(position)
        if given is not None:
            members = members[self._where(given).column[members]]
        if is_recording():
            if given is None:
                note(f'possible("{agent}")', f"{len(members)} worlds")
            else:
                note(given, Fraction(len(members), len(everything)), agent, self._checking(position))
        return members

    def counts(self, agent: str, formulas: tuple[Question, ...]) -> Indices:
        """The number of worlds where each formula (columns) holds in each class of the agent (rows).

        Divided by ``classes(agent).size``, these are the degrees of belief in all classes. The row of a world is
        ``classes(agent).number[position]``. Cached; O(n m) for n worlds and m formulas.
        """
        counts = self._counted(agent, formulas)
        if is_recording():
            several = f"{formulas[0]}, ..., {formulas[-1]}" if len(formulas) > 1 else formulas[0]
            note(several, f"by class ({len(counts)})", agent)
        return counts

    def _counted(self, agent: str, formulas: tuple[Question, ...]) -> Indices:
        counts = self._counts.get((agent, formulas))
        if counts is None:
            counts = self.classes(agent).counts(formulas, [self._where(formula) for formula in formulas])
            bounded(self._counts)[agent, formulas] = counts
        return counts


@lru_cache(maxsize=2**14)
def _fraction(count: int, total: int) -> Fraction:
    return Fraction(count, total)
