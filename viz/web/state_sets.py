"""The extensions of the subformulas of a formula in a symbolic model, as sets of states."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from kripke.checking.build import assignment_of
from kripke.checking.check import Evaluation
from kripke.models.symbolic_model import SymbolicModel
from kripke.symbolic.questions.evaluation import prepared
from kripke.symbolic.structures import build, counting
from kripke.symbolic.structures.knowledge_structure import KnowledgeStructure
from kripke.symbolic.structures.memory import with_nodes
from logic.formula import Formula

T = TypeVar("T")


def evaluated(model: SymbolicModel, formula: Formula, states: Sequence[frozenset[str]], use: Callable[..., T]) -> T:
    """Call `use` with an evaluation of the formula and a function about sets of states; return the result.

    The function maps a context (see `Evaluation`) and a set to the number of states in the set, and to the indices of
    the members of `states` that are in the set.
    """

    def work(knowledge: KnowledgeStructure) -> T:
        named = [assignment_of(state, knowledge.names, "state") for state in states]
        drawn = [build.state_of(knowledge, true, "state") for true in named]

        def states_of(here: Any, value: Any) -> tuple[int, list[int]]:
            there = here.knowledge
            holds = [i for i, state in enumerate(drawn) if there.true(value, state) and there.lawful(state)]
            return counting.count(there, value), holds

        program, start = prepared(knowledge, formula)
        return use(Evaluation(program, start, keep=True), states_of)

    return with_nodes(model, work)
