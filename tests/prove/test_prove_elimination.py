"""Type elimination by itself: small theorems, and its limits."""

from __future__ import annotations

import pytest
import type_elimination as elimination
from oracles import by_elimination
from type_elimination import Elimination

from kripke.prove.clock import Clock
from kripke.prove.errors import OutOfTime
from kripke.prove.question.problem import Options, Problem, pose
from logic.errors import TooLarge
from logic.parser import parse


def problem(text: str, logic: str = "S5") -> Problem:
    return pose([parse(text)], Options(logic))


@pytest.mark.parametrize("n", [1, 2, 3, 4])
@pytest.mark.parametrize("logic", ["K", "KD45", "S5"])
def test_common_knowledge_needs_every_number_of_steps(logic: str, n: int) -> None:
    assert by_elimination(f"C_{{a,b}} p -> E^{n}_{{a,b}} p", logic)
    assert by_elimination(f"E^{n}_{{a,b}} p -> C_{{a,b}} p", logic) is False
    assert by_elimination("C_{a,b} (p -> E_{a,b} p) & E_{a,b} p -> C_{a,b} p", logic)


def test_a_long_formula_needs_no_recursion() -> None:
    text = " & ".join(["K_a p", "M_a p"] + [f"{'~' * (2 * k)}p" for k in range(50)] * 5)
    assert by_elimination(f"{text} -> p", "S5")


def test_too_many_bits_are_refused() -> None:
    with pytest.raises(TooLarge, match=r"over 3 bits: .* 5 atoms"):
        Elimination(problem("K_a p & K_b q & K_b p", "K"), Clock(None), most=3)


def test_diagrams_that_do_not_fit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elimination, "NODES", 40)
    with pytest.raises(TooLarge, match=r"types of worlds: .*40 nodes"):
        Elimination(problem("C_{a,b} (p -> E_{a,b} (q | K_a p)) & ~K_a K_b K_a (p | q)"), Clock(None)).satisfiable()


def test_a_time_limit_ends_the_rounds() -> None:
    with pytest.raises(OutOfTime):
        Elimination(problem("~K_a p & C_{a,b} q"), Clock(0)).satisfiable()
