"""Models with few states and many queries: the states are listed once, and later queries use the explicit engine.

An operation on a diagram of a few dozen nodes spends most of its time on the call. If a set of states fits into one
integer, the same operation takes a third of the time (measured: 5.5 and 1.4 to 1.9 microseconds a step).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import or_

from kripke.checking.explicit import extension
from kripke.checking.program import BOOLEAN, compile_formula
from kripke.data.relation import WorldSet
from kripke.data.structure import SMALL, Structure
from kripke.symbolic import counting
from kripke.symbolic.knowledge_structure import Bits, KnowledgeStructure
from kripke.symbolic.listing import listed
from kripke.symbolic.state_set import StateSet
from kripke.symbolic.translate import structure_of
from logic import clauses as f
from logic.formula import Formula

MUCH = 128
"""Steps of evaluation before the states are listed. A list of 100 states takes as long (measured), of 256 twice."""

QUICK = {*BOOLEAN, f.K, f.M, f.Kw, f.Kv, f.E, f.C, f.BAtLeast, f.Announce, f.AnnounceDual}
"""Operators that are faster on the list (measured); belief, distributed knowledge and private announcements are not."""

PLAIN, SHORT = 1_000, 64
"""Largest number of nodes of a law, and of names of a state: for more, a list may cost more time than it saves."""

REMEMBERED = 4_096
"""Number of formulas whose extensions a list caches, the same as for diagrams."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A model's states as a list.

    Parameters
    ----------
    structure : Structure
        The structure with the states as worlds.
    place : mapping of Bits to int
        State -> position of its world.
    """

    structure: Structure
    place: Mapping[Bits, int]
    _answers: dict[Formula, ListedExtension] = field(default_factory=dict, init=False, repr=False)

    @classmethod
    def of(cls, knowledge: KnowledgeStructure) -> Listed:
        """The states of a model; errors and cost as in `kripke.symbolic.translate.to_structure`."""
        states = list(listed(knowledge))
        return cls(structure_of(knowledge, states), {state: place for place, state in enumerate(states)})

    def find(self, formula: Formula) -> ListedExtension:
        """Where the formula holds; errors as in `kripke.checking.explicit.extension`."""
        answer = self._answers.get(formula)
        if answer is None:
            answer = ListedExtension(self, extension(self.structure, formula))
            if len(self._answers) >= REMEMBERED:
                self._answers.clear()
            self._answers[formula] = answer
        return answer


@dataclass(frozen=True, slots=True)
class ListedExtension:
    """The extension of a formula in a list.

    Parameters
    ----------
    listed : Listed
        The list.
    where : WorldSet
        The positions of the states where the formula holds.
    """

    listed: Listed
    where: WorldSet

    def __len__(self) -> int:
        return len(self.where)

    def holds(self, state: Bits) -> bool:
        """Whether it holds at the state."""
        return self.listed.place[state] in self.where

    @property
    def valid(self) -> bool:
        """Whether it holds everywhere."""
        return len(self.where) == self.listed.structure.size


class QueryCounter:
    """The query counter of a model, and the list of its states after enough queries."""

    __slots__ = ("few", "listed", "steps")

    def __init__(self) -> None:
        self.steps, self.few = 0, True
        self.listed: Listed | None = None

    def find(self, knowledge: KnowledgeStructure, formula: Formula) -> ListedExtension | None:
        """Where the formula holds in the list; None if the diagrams must answer. Errors as in `extension`.

        Parameters
        ----------
        knowledge : KnowledgeStructure
            The model.
        formula : Formula
            The formula.
        """
        program = compile_formula(formula)
        if not self.few or not program.clauses <= QUICK:
            return None
        if self.listed is None:
            if self.steps >= MUCH:
                self.few = has_few(knowledge)
                self.listed = Listed.of(knowledge) if self.few else None
            self.steps += len(program.steps)
        return None if self.listed is None else self.listed.find(formula)


def has_few(knowledge: KnowledgeStructure) -> bool:
    """Whether a set of the states fits into one integer; False if that takes too long to decide."""
    if any(observation.relation for observation in knowledge.observes.values()):
        return False
    if len(knowledge.names) > SHORT or len(knowledge.law) > 1 or sum([part.size for part in knowledge.law]) > PLAIN:
        return False
    free = knowledge.state & ~reduce(or_, [part.support for part in knowledge.law], 0)
    if free.bit_count() >= SMALL.bit_length():
        return False
    return counting.count(knowledge, StateSet.constant(knowledge.manager, True)) <= SMALL
