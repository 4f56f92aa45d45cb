"""Plans agree with plain searches over the reference semantics, which neither contract models nor use keys."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from effort import seeds, thorough
from plain_planner import (
    Deed,
    Task,
    bisimilar,
    coordinated,
    coordinated_cost,
    least_cost,
    policy_cost,
    reachable,
    run,
    spelled_out,
    true_at,
    views,
)
from random_tasks import counting_goal, random_task

from kripke.plan.face import ONLY_SEEN
from kripke.semantics import agents
from logic.errors import TooLarge
from whoknows import Event, EventModel, KripkeModel, parse, plan, public_change

TASKS = 25 if thorough() else 3
"""Problems of a block; twelve blocks have 300."""

STATES = 40  # number of states up to which all of them are found
RANKS = {"ranked": True, "observers": False}


def planned(task: Task, **options: Any) -> Any:
    model, acts = KripkeModel.from_networkx(task.graph), [deed.action for deed in task.deeds]
    by = agents(task.graph) if task.turns else None
    return plan(model, acts, task.goal, **{"by": by, "consistent": task.consistent, "states": STATES, **options})


def tasks(block: int, **options: Any) -> list[Task]:
    return [random_task(Random(f"{block} {number}"), **options) for number in range(TASKS)]


@pytest.mark.slow  # the next one does so too, of other problems
@pytest.mark.parametrize("options", [{}, {"consistent": True}, {"turns": True}])
def test_compiled_steps_find_the_same_states(options: dict[str, bool], monkeypatch: pytest.MonkeyPatch) -> None:
    for task in [random_task(Random(f"compiled {number}"), **options) for number in range(2 * TASKS)]:
        plain = planned(task)
        with monkeypatch.context() as patched:
            patched.setattr("kripke.plan.states.COMPILED_FROM", 0)
            assert planned(task) == plain


@pytest.mark.parametrize("options", [{}, {"consistent": True}, {"turns": True}, RANKS])
@pytest.mark.parametrize("block", seeds(1, 12))
def test_plans_work_by_the_reference_and_are_as_short_as_those_of_a_plain_search(
    block: int, options: dict[str, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    impossible = 0
    for task in tasks(block, costs=(1,) if block % 3 else (1, 2, 5), **options):
        answer, greedy = planned(task), planned(task, shortest=False)
        with monkeypatch.context() as patched:
            patched.setattr("kripke.plan.states.COMPILED_FROM", 0)
            assert planned(task) == answer
        for found in filter(None, [answer, greedy]):
            assert true_at(end := run(task, found.steps), task.goal)
            assert bisimilar(end, found.models[-1].to_networkx())
            assert found.check()
            plainly = replace(found.question, turns=False)
            assert bool(replace(found, question=plainly).check()) is (ONLY_SEEN not in found.notes)
        space = reachable(task, STATES, 24)
        if space is not None:
            outcome = "found" if any(true_at(g, task.goal) for g in space) else "impossible"
            assert (answer.outcome, greedy.outcome) == (outcome, outcome)
            impossible += outcome == "impossible"
            if not answer:
                continue  # no sequence leads to the goal either
        cost, least = least_cost(task, 60, 1_500)
        if cost is not None:
            assert answer.cost == cost
        elif answer and least is not None:
            assert answer.cost >= least
    assert TASKS // 3 <= impossible <= TASKS * 9 // 10


@pytest.mark.parametrize("block", seeds(1, 12))
def test_goals_that_tell_bisimilar_states_apart_are_reached_as_cheaply_as_by_a_plain_search(block: int) -> None:
    for number, task in enumerate(tasks(block, most=4, deeds=3)):
        rng, g, everyone = Random(f"{block} {number}"), task.graph.copy(), agents(task.graph)
        weighted = rng.sample(everyone, rng.choice([0, 1, 2]))
        if weighted and not any(deed.sees for deed in task.deeds):
            g.graph["threshold"] = Fraction(1, 2)
            g.graph["weights"] = {
                a: {
                    w: Fraction(rng.randint(0, 3), 4)
                    for w in sorted({v for seen in views(g).values() for v in seen[a]})
                }
                for a in weighted
            }
        goals = [counting_goal(rng, everyone) for _ in range(20)]
        task = replace(task, graph=g, goal=next((goal for goal in goals if not true_at(g, goal)), goals[0]))
        answer, greedy = planned(task), planned(task, shortest=False)
        for found in filter(None, [answer, greedy]):
            assert true_at(run(task, found.steps), task.goal)
            assert found.check()
        assert {answer.outcome, greedy.outcome} != {"found", "impossible"}
        cost, least = least_cost(task, 60, 1_500)
        if cost is not None:
            assert answer.cost == cost
        elif answer and least is not None:
            assert answer.cost >= least


@pytest.mark.parametrize("block", seeds(1, 12))
def test_a_plan_exists_exactly_if_some_repetition_of_the_actions_may_reach_the_goal(block: int) -> None:
    """With one actual world and deterministic actions."""
    compared = 0
    for task in tasks(block, most=4, deeds=3, several=0):
        task = replace(task, deeds=[replace(deed, per_state=False) for deed in task.deeds])
        answer = planned(task)
        said = f"<({' | '.join(f'@{deed.name}' for deed in task.deeds)})*> ({task.goal})"
        with suppress(TooLarge):
            assert answer.question.model.holds(said, actions=answer.question.actions) == bool(answer)
            compared += answer.outcome != "gave up"
    assert compared >= TASKS // 2


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
    for task in tasks(block, most=4, deeds=3, observers=False, turns=True):
        answer = planned(task)
        if answer:
            assert coordinated(task, answer.steps)
            assert true_at(task.graph, answer.formula, answer.question.actions)
        cost = coordinated_cost(task, 3)
        assert (answer.cost if answer and answer.cost <= 3 else None) == cost


def test_the_formula_of_a_plan_also_holds_where_who_acts_considers_nothing_possible() -> None:
    start = KripkeModel({"w": {"p"}, "v": {"p"}}, {"a": [("w", "w")]}, actual="w")
    found = plan(start, [Deed("go", public_change({"p": "false"}), "a").action], "~p", by="a")
    assert found.formula == parse("K_a (<@go> true & [@go] ~p)")
    elsewhere = replace(found.question, model=start.at("v"))
    assert elsewhere.model.holds(found.formula, actions=elsewhere.actions)
    assert not replace(found, question=elsewhere).check()


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
