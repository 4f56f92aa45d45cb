"""The questions to a model with decision diagrams: where a formula holds, and what an agent considers possible."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from kripke.checking.constraint import Question, formula_of
from kripke.data.chance import Source, sample_size
from kripke.data.errors import require_flag
from kripke.data.listing import LIMIT, require_listable
from kripke.data.naming import name_text
from kripke.data.wording import Abridged, world_text
from kripke.data.worlds import Named, World, Worlds
from kripke.models.diagram_model import DiagramModel, State, where
from kripke.models.formula_queries import Actions
from kripke.symbolic.laws.constraints import is_constraint
from kripke.symbolic.questions import pointed, sampling
from kripke.symbolic.questions.evaluation import is_valid
from kripke.symbolic.questions.why import abridged, explain, survey
from kripke.symbolic.structures import beliefs, build, counting, memory, states
from kripke.symbolic.structures.algebra import SymbolicAlgebra
from kripke.symbolic.structures.knowledge_structure import KnowledgeStructure
from kripke.why.explanation import Explanation
from kripke.why.survey import Survey
from kripke.why.verdict import Verdict
from kripke.why.view import DEPTH, SIZE, Detail
from logic.clauses import BAtLeast, Not
from logic.formula import Formula


class SymbolicQuestions(DiagramModel):
    """Questions about formulas, and about one agent."""

    __slots__ = ()

    @property
    def worlds(self) -> Worlds:
        require_listable(self.count(), LIMIT, "states")
        return Named(tuple(self.iterate()))

    def holds(self, formula: Question, at: State | None = None, actions: Actions | None = None) -> bool:
        state = self._state(at)

        def work(knowledge: KnowledgeStructure) -> bool:
            if isinstance(formula, (str, Formula)):
                return pointed.holds(knowledge, formula_of(formula, knowledge.atoms), state, actions)
            return knowledge.true(where(knowledge, formula, actions), state)

        return self._do(work)

    def check(self, formula: Question, at: State | None = None, actions: Actions | None = None) -> Verdict:
        world, question = self._name(at), formula_of(formula, self.atoms)
        return Verdict(question, world, self.holds(question, at, actions), StatesWhere(self, question, actions))

    def explain(
        self,
        formula: Question,
        at: State | None = None,
        actions: Actions | None = None,
        depth: int = DEPTH,
        size: int = SIZE,
        detail: Detail = "full",
    ) -> Explanation:
        state, question = self._state(at), formula_of(formula, self.atoms)
        return self._do(lambda k: explain(k, question, state, depth, size, actions, detail))

    def survey(self, formula: Question, actions: Actions | None = None, detail: Detail = "full") -> Survey:
        """Explain why a formula that holds at every state does so, by cases.

        Parameters
        ----------
        formula : Formula, str or constraint
            The formula.
        actions : mapping of str to action, optional
            The actions that the formula names.
        detail : {"full", "brief"}
            How much is said of the example of each case.
        """
        question = formula_of(formula, self.atoms)
        return self._do(lambda k: survey(k, question, detail, actions))

    def valid(self, formula: Question, actions: Actions | None = None) -> bool:
        def work(knowledge: KnowledgeStructure) -> bool:
            if isinstance(formula, (str, Formula)):
                return is_valid(knowledge, formula_of(formula, knowledge.atoms), actions)
            return SymbolicAlgebra(knowledge).is_empty(~where(knowledge, formula, actions))

        return self._do(work)

    def count(self, formula: Question = "true", actions: Actions | None = None) -> int:
        return self._do(lambda k: counting.count(k, where(k, formula, actions)))

    def has_at_most(self, states: int) -> bool:
        """Whether the model has at most this number of states; False if that would take long to decide."""
        return self._do(lambda k: counting.has_at_most(k, states))

    def count_within(self, formula: Question, nodes: int) -> int | None:
        """The number of states where a formula holds; None if counting them takes more nodes of diagrams than given.

        Parameters
        ----------
        formula : Formula, str or constraint
            The formula.
        nodes : int
            Largest number of nodes. Also None for a formula with degrees of belief, which need more than nodes.
        """
        if not is_constraint(formula):
            parts = formula_of(formula, self.atoms).subformulas()
            if any(isinstance(part, BAtLeast) for part in parts):
                return None
        return self._do(lambda k: memory.within(k, nodes, lambda copy: counting.count(copy, where(copy, formula))))

    def extension(
        self, formula: Question = "true", actions: Actions | None = None, limit: int | None = LIMIT
    ) -> frozenset[World]:
        return self._do(lambda k: frozenset(map(self._shown, states.extension(k, where(k, formula, actions), limit))))

    def iterate(self, formula: Question = "true", actions: Actions | None = None) -> Iterator[World]:
        def work(knowledge: KnowledgeStructure) -> Iterator[frozenset[str]]:
            return map(states.namer(knowledge), states.in_turn(knowledge, where(knowledge, formula, actions)))

        return map(self._shown, self._do(work))

    def sample(
        self,
        rng: Source = None,
        size: int | None = None,
        formula: Question = "true",
        actions: Actions | None = None,
    ) -> World | list[World]:
        number = 1 if size is None else sample_size(size)
        drawn = self._do(lambda k: sampling.samples(k, where(k, formula, actions), rng, number))
        return self._shown(drawn[0]) if size is None else list(map(self._shown, drawn))

    def possible(self, agent: str, at: State | None = None, limit: int | None = LIMIT) -> frozenset[World]:
        return self._seen(agent, at, limit, "considers")

    def some_possible(self, agent: str, most: int, at: State | None = None) -> list[World]:
        """Some states that an agent considers possible, where there may be too many to list.

        Parameters
        ----------
        agent : str
            The agent.
        most : int
            Maximal number of states.
        at : state, optional
            Where the agent is; None: the actual state.
        """
        found = self._do(lambda k: states.some_possible(k, agent, self._state(at), most))
        return list(map(self._shown, found))

    def count_possible(self, agent: str, at: State | None = None) -> int:
        return self._do(lambda k: states.look(k, agent, self._state(at)).size)

    def believed(self, agent: str, at: State | None = None, limit: int | None = LIMIT) -> frozenset[World]:
        return self._seen(agent, at, limit, "believes")

    def degree(
        self,
        agent: str,
        formula: Question,
        at: State | None = None,
        actions: Actions | None = None,
        *,
        alike: bool = False,
    ) -> Fraction:
        require_flag(alike, "alike")
        state, question = self._state(at), formula_of(formula, self.atoms)
        states.require_agent(self.knowledge, agent)
        return self._do(lambda k: states.degree(k, agent, lambda: where(k, question, actions), state))

    def degrees(
        self, agent: str, at: State | None = None, limit: int | None = LIMIT, *, alike: bool = False
    ) -> dict[World, Fraction]:
        require_flag(alike, "alike")
        shares = self._do(lambda k: states.degrees(k, agent, self._state(at), limit))
        return {self._shown(state): share for state, share in shares.items()}

    def entropy(self, agent: str, at: State | None = None) -> float:
        return self._do(lambda k: states.entropy(k, agent, self._state(at)))

    def frame_properties(self, agent: str) -> set[str]:
        return self._do(lambda k: set(beliefs.properties(k, agent)))

    def _seen(self, agent: str, at: State | None, limit: int | None, verb: str) -> frozenset[World]:
        seen = self._do(lambda k: states.possible(k, agent, self._state(at), limit, verb))
        return frozenset(map(self._shown, seen))

    def _name(self, at: State | None) -> World:
        return self._shown(build.name_of(self.knowledge, self._state(at)))


@dataclass(frozen=True)
class StatesWhere:
    """The extension of a formula in a symbolic model; see `kripke.why.verdict.Extension`."""

    model: SymbolicQuestions
    formula: Formula
    actions: Actions | None = None

    @cached_property
    def count(self) -> int:
        """Number of states where the formula holds."""
        return self.model.count(self.formula, self.actions)

    @cached_property
    def size(self) -> int:
        """Number of states."""
        return self.model.count()

    @property
    def weighted(self) -> Collection[str]:
        """The agents with weights: none."""
        return ()

    def names(self) -> frozenset[World]:
        """The states where the formula holds; `TooLarge` if there are too many to list."""
        return self.model.extension(self.formula, self.actions)

    def holds(self, world: World) -> bool:
        """Whether the formula holds at the state."""
        return self.model.holds(self.formula, world, self.actions)

    def counterexample(self) -> World | None:
        """A state where the formula fails, or None."""
        return next(self.model.iterate(Not(self.formula), self.actions), None)

    def text(self, world: World) -> str:
        """The name of the state as a text; if many atoms are true in it, only those of the formula."""
        shown = abridged(world, self.formula.atoms) if isinstance(world, frozenset) else world
        return world_text(shown) if isinstance(shown, Abridged) else name_text(shown)

    def explain(self, world: World, depth: int, size: int, detail: Detail = "full") -> Explanation:
        """Explain why the formula holds or fails at a state."""
        return self.model.explain(self.formula, world, self.actions, depth, size, detail)

    def survey(self, detail: Detail = "full") -> Survey:
        """Explain why the formula, which holds at every state, does so."""
        return self.model.survey(self.formula, self.actions, detail)
