"""Every phase of the prover asks the clock, so that an answer does not come long after the limit."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest

from kripke.prove.clock import Clock
from kripke.prove.countermodels import Encoding, NumberedModel, close
from kripke.prove.errors import OutOfTime
from kripke.prove.face import _model
from kripke.prove.question.problem import Options, Problem, pose, system
from kripke.prove.search.levels import Levels, contradictory
from kripke.prove.search.rules import Rules
from kripke.prove.search.search import Decision, Goodness
from logic.clauses import Not
from logic.parser import parse


def refuting(formula: str) -> Problem:
    return pose([Not(parse(formula))], Options("S5"))


def settled(over: Clock) -> object:
    """The worlds of a search sorted out, after the search itself."""
    decision = Decision(refuting("E^5_{a,b} p -> C_{a,b} p"), Clock(None))
    decision.search.expand({decision.problem.goal: ()}, {})
    decision.search.clock = over
    return Goodness(decision.search).settle()


def counted(over: Clock) -> object:
    somewhere = [frozenset({10 * pigeon + hole for hole in (1, 2, 3)}) for pigeon in (1, 2, 3, 4)]
    alone = [frozenset({-10 * i - hole, -10 * j - hole}) for hole in (1, 2, 3) for i, j in combinations(range(1, 5), 2)]
    return contradictory(somewhere + alone, over)


def levelled(over: Clock) -> object:
    problem = refuting("K_a p -> K_b p")
    return Levels(problem, Rules(problem), over)


def written_out(over: Clock) -> object:
    problem = refuting("K_a p -> K_b p")
    return _model(
        problem, NumberedModel([{"p"}, set()], {"a": [(0, 0), (1, 1)], "b": [(0, 0), (0, 1), (1, 0), (1, 1)]}, 0), over
    )


def closed(over: Clock) -> object:
    return close([(0, 1), (1, 2)], system("S5"), 3, over)


PHASES: dict[str, Callable[[Clock], object]] = {
    "reading the formula": lambda over: pose([Not(parse("p"))], Options("S5"), over),
    "clauses of the search": levelled,
    "counting": counted,
    "sorting worlds out": settled,
    "closing relations": closed,
    "writing the countermodel out": written_out,
    "clauses of the smallest model": lambda over: Encoding(refuting("K_a p -> K_b p"), 2, over),
}


@pytest.mark.parametrize("phase", PHASES)
def test_a_phase_ends_when_the_time_is_over(phase: str) -> None:
    PHASES[phase](Clock(None))
    with pytest.raises(OutOfTime):
        PHASES[phase](Clock(0))
