"""The questions to a model about what an agent considers possible, believes, and to what degree."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from kripke.data.lazy import Lazy
from kripke.data.relation import Column, read_only
from kripke.data.worlds import World
from kripke.models.explicit_model import Actions, ExplicitModel
from kripke.why.verdict import world_names
from logic.formula import Formula
from logic.parser import parse

if TYPE_CHECKING:
    from kripke.change import belief
else:  # loaded with the first question about belief
    belief = Lazy("kripke.change.belief")


class BeliefQuestions(ExplicitModel):
    """Questions about one agent."""

    __slots__ = ()

    def weights(self, agent: str) -> dict[World, Fraction]:
        """The agent's weights of the members of the agent's classes; see `kripke.change.belief.weights`."""
        return belief.weights(self.structure, agent)

    def possible(self, agent: str, at: World | None = None) -> frozenset[World]:
        """The worlds that the agent considers possible at a world: the successors for ``K_a``.

        Parameters
        ----------
        agent : str
            Name of the agent.
        at : world, optional
            The world; None: the actual world.
        """
        return world_names(self.structure, belief.possible(self.structure, agent, self._position(at)))

    def believed(self, agent: str, at: World | None = None) -> frozenset[World]:
        """The worlds that the agent believes possible at a world: the successors for ``B_a``.

        Parameters
        ----------
        agent : str
            Name of the agent.
        at : world, optional
            The world; None: the actual world.
        """
        return world_names(self.structure, belief.believed(self.structure, agent, self._position(at)))

    def believed_column(self, agent: str, at: World | None = None) -> Column:
        """The worlds of `believed` as a read-only Boolean array over `worlds`; no names are made.

        Parameters
        ----------
        agent : str
            Name of the agent.
        at : world, optional
            The world; None: the actual world.
        """
        return read_only(belief.believed(self.structure, agent, self._position(at)).column)

    def degree(
        self,
        agent: str,
        formula: str | Formula,
        at: World | None = None,
        actions: Actions | None = None,
        *,
        alike: bool = False,
    ) -> Fraction:
        """The agent's degree of belief in a formula at a world; see `kripke.change.belief.degree`.

        Parameters
        ----------
        agent : str
            Name of the agent.
        formula : Formula or str
            The formula, parsed if it is a string.
        at : world, optional
            The world; None: the actual world.
        actions : mapping of str to action, optional
            Name in the formula -> event model or other action.
        alike : bool
            Whether the worlds of a class without weight count equally; otherwise such a class is an error.
        """
        question = parse(formula)
        where = self._where(question, actions) if actions else None
        return belief.degree(self.structure, agent, question, self._position(at), where, alike)

    def degrees(self, agent: str, at: World | None = None, *, alike: bool = False) -> dict[World, Fraction]:
        """The agent's degree of belief in each world of the agent's class; they sum to 1. See `belief.degrees`.

        Parameters
        ----------
        agent : str
            Name of the agent.
        at : world, optional
            The world; None: the actual world.
        alike : bool
            Whether the worlds of a class without weight count equally; otherwise such a class is an error.
        """
        return belief.degrees(self.structure, agent, self._position(at), alike)

    def entropy(self, agent: str, at: World | None = None) -> float:
        """The uncertainty of the agent at a world in bits; see `kripke.change.belief.entropy`.

        Parameters
        ----------
        agent : str
            Name of the agent.
        at : world, optional
            The world; None: the actual world.
        """
        return belief.entropy(self.structure, agent, self._position(at))

    def emptied(self, agent: str) -> int:
        """Number of the agent's classes without a member at the threshold, where the heaviest members stay believed.

        After an update it says how often belief depends on that repair; see `belief.count_unsupported_classes`.
        """
        return belief.count_unsupported_classes(self.structure, agent)
