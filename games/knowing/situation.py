"""A who-knows-what, for agents who ask it many questions: the model without an actual world, and shares in arrays.

What depends on who knows what alone is the same whatever the actual values are. So each answer is computed for all
worlds at once and kept; who asks at a world takes her row.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from games.core.errors import GameError
from games.knowing.classes import Classes, Shares
from games.knowing.ground import Ground
from games.knowing.memory import bounded
from kripke.change.belief import relation_of
from kripke.checking import explicit
from kripke.data.frozen import Frozen
from kripke.data.relation import Indices, Relation, WorldSet
from kripke.data.structure import Structure
from kripke.models.kripke_model import KripkeModel
from logic.errors import listing, shorten
from logic.formula import Atom, Formula
from logic.parser import parse

Question = str | Formula


class Situation:
    """What everybody knows at a table, whatever the actual values.

    Parameters
    ----------
    ground : Ground
        The worlds.
    valuation : mapping of str to WorldSet
        Where each atom is true, those that are defined included.
    relations : mapping of str to Relation
        What each player cannot tell apart.
    """

    def __init__(self, ground: Ground, valuation: Frozen[WorldSet], relations: Mapping[str, Relation]) -> None:
        self.ground = ground
        self.structure = Structure(ground.worlds, valuation, Frozen(relations))
        self._answers: dict[Formula, WorldSet] = {}
        self._shares: dict[tuple[str, tuple[Question, ...]], Shares] = {}
        self._classes: dict[str, Classes] = {}

    @cached_property
    def model(self) -> KripkeModel:
        """The model without an actual world."""
        return KripkeModel.of(self.structure)

    def at(self, position: int | None) -> KripkeModel:
        """The model seen from the world at a position."""
        if position is None:
            return self.model
        here = self.structure
        return KripkeModel.of(Structure(here.worlds, here.valuation, here.relations, position))

    def place(self, values: Mapping[str, Any]) -> int:
        """The position of a world with these values, such as a player sees: there she asks what depends on them alone.

        `GameError` where no world has them.
        """
        found = self.ground.agreeing(values)
        if not len(found):
            shown = listing([f"{name}={value}" for name, value in values.items()], "and")
            raise GameError(
                f"{shown}: no world of the table has these values; its law is {shorten(str(self.ground.law))}"
            )
        return int(found[0])

    def where(self, formula: Question) -> WorldSet:
        """The worlds where a formula holds, any formula of the language; asked once. Errors as in `KripkeModel`."""
        question = parse(formula)
        if isinstance(question, Atom) and question.name in self.structure.valuation:
            return self.structure.valuation[question.name]
        found = self._answers.get(question)
        if found is None:
            found = bounded(self._answers)[question] = explicit.extension(self.structure, question)
        return found

    def classes(self, agent: str) -> Classes:
        """What the agent cannot tell apart, as arrays; `UnknownAgent` where there is no such agent."""
        found = self._classes.get(agent)
        if found is None:
            found = self._classes[agent] = self.ground.classes(relation_of(self.structure, agent))
        return found

    def possible(self, agent: str, position: int) -> Indices:
        """The positions of the worlds that the agent holds possible at the world at a position, ascending."""
        return self.classes(agent).members(position)

    def shares(self, agent: str, formulas: tuple[Question, ...]) -> Shares:
        """`KripkeModel.degree` of many formulas at once: one row for each class of the agent, one column a formula.

        Asked once; ``shares(...)[classes(agent).number]`` has a row for each world, `share` is the row of one world.
        O(n m) for n worlds and m formulas, beside what the formulas themselves cost.
        """
        found = self._shares.get((agent, formulas))
        if found is None:
            sets = [self.where(formula) for formula in formulas]
            found = bounded(self._shares)[agent, formulas] = self.classes(agent).shares(formulas, sets)
        return found

    def share(self, agent: str, formulas: tuple[Question, ...], position: int) -> Shares:
        """The agent's degree of belief in each formula at the world at a position: an array of shape (formulas,)."""
        row: Shares = self.shares(agent, formulas)[self.classes(agent).number[position]]
        return row
