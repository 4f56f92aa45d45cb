"""The questions to a model with explicit worlds: where a formula holds, and the verdict at a world."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kripke.data.lazy import Lazy
from kripke.data.relation import Column, read_only
from kripke.data.worlds import World
from kripke.models.explicit_model import Actions, ExplicitModel
from kripke.why.verdict import Verdict, world_names
from logic.formula import Formula
from logic.parser import parse

if TYPE_CHECKING:
    from kripke.change import named_actions
else:  # loaded with the first formula that names an action
    named_actions = Lazy("kripke.change.named_actions")


class Questions(ExplicitModel):
    """Questions about formulas and relations."""

    __slots__ = ()

    def holds(self, formula: str | Formula, at: World | None = None, actions: Actions | None = None) -> bool:
        """Whether the formula holds at a world.

        Parameters
        ----------
        formula : Formula or str
            The formula, parsed if it is a string.
        at : world, optional
            The world; None: the actual world.
        actions : mapping of str to action, optional
            The actions that the formula names: ``m.holds("[@peek] K_a p", actions={"peek": peek})``.

        Raises
        ------
        ParseError, UnknownAgent, UnknownAtom, UnknownWorld
            If the formula is invalid, or the model does not have a name.
        ModelError
            If no world is given and the model has no actual world.
        """
        return self._position(at) in self._where(parse(formula), actions)

    def extension(self, formula: str | Formula, actions: Actions | None = None) -> frozenset[World]:
        """The names of the worlds where the formula holds.

        Parameters
        ----------
        formula : Formula or str
            The formula, parsed if it is a string.
        actions : mapping of str to action, optional
            Name in the formula -> event model or other action.
        """
        return world_names(self.structure, self._where(parse(formula), actions))

    def count(self, formula: str | Formula, actions: Actions | None = None) -> int:
        """Number of worlds where the formula holds; no names are made.

        Parameters
        ----------
        formula : Formula or str
            The formula, parsed if it is a string.
        actions : mapping of str to action, optional
            Name in the formula -> event model or other action.
        """
        return len(self._where(parse(formula), actions))

    def column(self, formula: str | Formula, actions: Actions | None = None) -> Column:
        """Where the formula holds, as a read-only Boolean array over `worlds`; no names are made.

        Parameters
        ----------
        formula : Formula or str
            The formula, parsed if it is a string.
        actions : mapping of str to action, optional
            Name in the formula -> event model or other action.
        """
        return read_only(self._where(parse(formula), actions).column)

    def valid(self, formula: str | Formula, actions: Actions | None = None) -> bool:
        """Whether the formula holds at every world of the model.

        Parameters
        ----------
        formula : Formula or str
            The formula, parsed if it is a string.
        actions : mapping of str to action, optional
            Name in the formula -> event model or other action.
        """
        return self.count(formula, actions) == len(self)

    def check(self, formula: str | Formula, at: World | None = None, actions: Actions | None = None) -> Verdict:
        """The verdict at a world, with the formula's extension and, on request, the reasons.

        Parameters
        ----------
        formula : Formula or str
            The formula, parsed if it is a string.
        at : world, optional
            The world; None: the actual world.
        actions : mapping of str to action, optional
            Name in the formula -> event model or other action.
        """
        position, question = self._position(at), parse(formula)
        where = self._where(question, actions)
        if not actions:
            return Verdict(self.structure, question, position, where)
        ready = named_actions.extend_vocabulary(self.structure, actions)
        return Verdict(ready, question, position, where, named_actions.occurrences(actions))

    def frame_properties(self, agent: str) -> set[str]:
        """The properties of the agent's relation among reflexive, serial, symmetric, transitive and euclidean."""
        from kripke.data.frames import properties

        return set(properties(self.structure, agent))
