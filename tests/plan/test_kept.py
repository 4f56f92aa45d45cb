"""Formulas that contraction does not keep, `D`, `R` and degrees of agents without weights, in goals and actions."""

import pytest

from whoknows import Action, Event, EventModel, KripkeModel, plan

CROSSED = KripkeModel.s5(
    {0: {"q"}, 1: {"q"}, 2: set(), 3: set()}, {"a": [[0, 2], [1, 3]], "b": [[0, 3], [1, 2]]}, actual=0
)
THIRD = KripkeModel.s5({0: {"q"}, 1: set(), 2: set()}, {"a": [[0, 1, 2]]}, actual=0)


def setting(pre: str) -> Action:
    return Action("x", EventModel({"e": Event(pre, {"s": "true"})}, {}, others=[("e", "e")]), by="a")


@pytest.mark.parametrize("policy", [False, True])
@pytest.mark.parametrize("by", [None, "a"])
@pytest.mark.parametrize(
    ("model", "goal", "holds"),
    [
        (CROSSED, "D_{a,b} q", True),
        (CROSSED, "~D_{a,b} q", False),
        (CROSSED, "R_{a,b} K_a q", True),
        (THIRD, "B_a>=0.4 q", False),
        (THIRD, "B_a>=0.6 ~q", True),
    ],
)
def test_a_goal_is_asked_of_models_that_keep_it(
    model: KripkeModel, goal: str, holds: bool, policy: bool, by: str | None
) -> None:
    assert model.holds(goal) is holds
    found = plan(model, [Action("x", "true", by="a")], goal, policy=policy, by=by)
    assert found.outcome == ("found" if holds else "impossible")
    assert not holds or found.check()


@pytest.mark.parametrize(("pre", "outcome"), [("D_{a,b} q", "found"), ("~D_{a,b} q", "impossible")])
def test_so_are_preconditions_after_other_steps(pre: str, outcome: str) -> None:
    assert plan(CROSSED, [Action("wait", "true", by="b"), setting(pre)], "s").outcome == outcome


def test_what_is_announced_may_be_distributed_knowledge() -> None:
    assert plan(CROSSED, {"x": "D_{a,b} q"}, "K_a q").steps == ("x",)
