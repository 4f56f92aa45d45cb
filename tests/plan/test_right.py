"""Plans agree with plain searches over the reference semantics, which neither contract models nor use keys."""

from __future__ import annotations

from random import Random

import pytest
from effort import seeds, thorough
from plain_planner import (
    Deed,
    Task,
    coordinated,
    coordinated_cost,
    least_cost,
    policy_cost,
    reachable,
    run,
    spelled_out,
    true_at,
)
from random_tasks import random_task

from kripke.plan.answers import NoPlan, Plan
from kripke.semantics import agents
from whoknows import Event, EventModel, KripkeModel, plan, public_change

TASKS = 30 if thorough() else 6
"""Problems of a test; twelve tests have 360."""


def planned(task: Task, **options: object) -> Plan | NoPlan:
    return plan(KripkeModel.from_networkx(task.graph), [deed.action for deed in task.deeds], task.goal, **options)


def tasks(block: int, **options: object) -> list[Task]:
    return [random_task(Random(f"{block} {number}"), **options) for number in range(TASKS)]


@pytest.mark.parametrize("block", seeds(1, 12))
def test_plans_work_by_the_reference_and_are_as_short_as_those_of_a_plain_search(block: int) -> None:
    impossible = 0
    for task in tasks(block, costs=(1,) if block % 3 else (1, 2, 5)):
        answer = planned(task, states=2_000)
        if answer:
            assert true_at(run(task, answer.steps), task.goal)
        space = reachable(task, 40, 24)
        if space is not None:
            exists = any(true_at(g, task.goal) for g in space)
            assert answer.outcome == ("found" if exists else "impossible")
            impossible += not exists
        cost, least = least_cost(task, 60, 1_500)
        if cost is not None:
            assert answer
            assert answer.cost == cost
        elif answer and least is not None:
            assert answer.cost >= least
    assert TASKS // 3 <= impossible <= TASKS * 4 // 5


@pytest.mark.parametrize("block", seeds(1, 12))
def test_an_action_with_observers_leads_where_its_plain_event_model_leads(block: int) -> None:
    for task in tasks(block):
        everyone = agents(task.graph)
        for deed in [deed for deed in task.deeds if not deed.per_state]:
            model = KripkeModel.from_networkx(task.graph)
            plain = plan(model, [deed.action], task.goal, states=20)
            other = plan(model, {deed.name: spelled_out(deed, everyone)}, task.goal, states=20)
            assert (plain.outcome, len(plain.space)) == (other.outcome, len(other.space))


@pytest.mark.parametrize("block", seeds(1, 12))
def test_each_agent_knows_at_their_turn_that_the_rest_of_the_plan_works(block: int) -> None:
    for task in tasks(block, most=4, deeds=3, observers=False):
        answer = planned(task, by=agents(task.graph), states=2_000)
        if answer:
            assert coordinated(task, answer.steps)
        cost = coordinated_cost(task, 3)
        assert (answer.cost if answer and answer.cost <= 3 else None) == cost


def doors(presser: str, peeker: str | None, tells: bool) -> Task:
    """Where p holds the left door wins, else the right one: one may look, one may tell, one opens a door."""
    model = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]], "b": [["w", "v"]]}, ["w", "v"], ["p", "won"])
    look = {"yes": Event("p"), "no": Event("~p")}
    both, own = [["yes", "no"]], [["yes"], ["no"]]
    deeds = [
        Deed("look", EventModel.s5(look, {"a": own, "b": both}, ["yes", "no"]), peeker),
        *[
            Deed(side, public_change({"won": "true"}, when=pre), presser)
            for side, pre in (("left", "p"), ("right", "~p"))
        ],
    ]
    knows = {"yes": Event("K_a p"), "no": Event("K_a ~p")}
    told = Deed("tell", EventModel.s5(knows, {"a": own, "b": own}, ["yes", "no"]), "b")
    return Task(model.to_networkx(), [*deeds, *[told] * tells], "won")


@pytest.mark.parametrize(
    ("presser", "peeker", "tells", "cost"),
    [
        ("a", "a", False, 2),
        ("a", None, False, None),
        ("b", "a", False, None),
        ("b", "a", True, 3),
        ("a", "b", False, None),
    ],
)
def test_the_plain_search_for_policies_splits_by_who_acts_and_never_by_what_that_agent_cannot_tell(
    presser: str, peeker: str | None, tells: bool, cost: int | None
) -> None:
    task = doors(presser, peeker, tells)
    assert policy_cost(task, 4, 10_000) == cost
    assert planned(task).impossible
