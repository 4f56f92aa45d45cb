"""The questions to a model about what an agent considers possible, believes, and to what degree."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from kripke.checking.constraint import Question
from kripke.data.errors import require_flag
from kripke.data.lazy import Lazy
from kripke.data.listing import LIMIT, require_listable
from kripke.data.relation import Column, read_only
from kripke.data.worlds import World
from kripke.models.explicit_model import ExplicitModel
from kripke.models.formula_queries import Actions
from kripke.why.verdict import world_names

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

    def possible(self, agent: str, at: World | None = None, limit: int | None = LIMIT) -> frozenset[World]:
        seen = belief.possible(self.structure, agent, self._position(at))
        return world_names(self.structure, seen, limit, f"worlds that {agent} considers possible")

    def count_possible(self, agent: str, at: World | None = None) -> int:
        return len(belief.possible(self.structure, agent, self._position(at)))

    def believed(self, agent: str, at: World | None = None, limit: int | None = LIMIT) -> frozenset[World]:
        seen = belief.believed(self.structure, agent, self._position(at))
        return world_names(self.structure, seen, limit, f"worlds that {agent} believes possible")

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
        formula: Question,
        at: World | None = None,
        actions: Actions | None = None,
        *,
        alike: bool = False,
    ) -> Fraction:
        require_flag(alike, "alike")
        position, question = self._position(at), self._formula(formula)
        belief.relation_of(self.structure, agent)
        return belief.degree(self.structure, agent, lambda: self._where(question, actions), position, alike)

    def degrees(
        self, agent: str, at: World | None = None, limit: int | None = LIMIT, *, alike: bool = False
    ) -> dict[World, Fraction]:
        require_flag(alike, "alike")
        require_listable(self.count_possible(agent, at), limit, f"worlds that {agent} considers possible")
        return belief.degrees(self.structure, agent, self._position(at), alike)

    def entropy(self, agent: str, at: World | None = None) -> float:
        return belief.entropy(self.structure, agent, self._position(at))

    def emptied(self, agent: str) -> int:
        """Number of the agent's classes without a member at the threshold, where the heaviest members stay believed.

        After an update it says how often belief depends on that repair; see `belief.count_unsupported_classes`.
        """
        return belief.count_unsupported_classes(self.structure, agent)
