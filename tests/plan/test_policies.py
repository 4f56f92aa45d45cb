"""Policies branch on what the agent who acts learns, and never ask agents to act on what they do not know."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from effort import seeds
from plain_planner import TooFar, policy_cost
from random_tasks import random_sensing_task, random_task
from robots import GOAL, robots

from kripke.change.event import Event, EventModel
from kripke.change.product import Action
from kripke.data.errors import ModelError, UnknownAgent, UnsupportedByEngine
from kripke.models.kripke_model import KripkeModel
from kripke.plan.answers import NoPlan, Policy
from kripke.plan.tree import Branch, Node
from kripke.semantics import agents
from whoknows import peek, plan

BOTH = ["w", "v"]
BOX = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [BOTH], "b": [BOTH]}, actual=BOTH)
LOOK = Action("look", peek("p", by="a"), by="a")
TELL = [Action("yes", "K_a p", by="a"), Action("no", "K_a ~p", by="a")]


def turn(name: str, pre: str, post: dict[str, str], by: str | None = None, cost: int = 1) -> Action:
    """A change of facts that all see."""
    return Action(name, EventModel({"x": Event(pre, post)}, {}, others=[("x", "x")]), by=by, cost=cost)


def test_who_looks_into_the_box_then_tells_what_is_in_it() -> None:
    assert plan(BOX, [LOOK, *TELL], "Kw_b p").impossible
    found = plan(BOX, [LOOK, *TELL], "Kw_b p", policy=True)
    assert isinstance(found, Policy)
    assert (found.cost, found.depth, found.leaves, found.shortest, found.notes) == (2, 2, 2, True, ())
    assert found.tree.action == "look"
    assert {str(each.when): (each.worlds, each.then.action) for each in found.tree.branches} == {
        "K_a p": ((("p",),), "yes"),
        "K_a ¬p": (((),), "no"),
    }
    assert found.check()
    assert json.loads(json.dumps(found.to_dict()))["policy"]["branches"][1]["then"]["action"] == "yes"
    assert "if K_a p:\n    yes" in repr(found)
    with pytest.raises(UnsupportedByEngine, match=r"policy has no formula.* use check\(\)"):
        _ = found.formula
    told = str(found.why())
    assert told.startswith("a policy of at most 2 steps\n  Kw_b p fails at v: b cannot tell v from w;")
    assert "\nif K_a p:\n    a learns that p; b knows this\n" in told
    assert told.count("\n  2. ") == 2
    assert told.count("Kw_b p holds") == 2


def test_without_a_policy_the_nearest_state_and_what_is_missing_there_are_told() -> None:
    none = plan(BOX, [LOOK], "Kw_a p & Kw_b p", policy=True)
    nearest, *missing = str(none.why()).splitlines()[1:]
    assert nearest == "nearest is a state after look (1 of 2 parts of the goal hold)"
    assert missing[0].startswith("  Kw_b p fails at ")


def test_without_a_policy_the_nearest_state_may_be_one_of_several_initial_ones() -> None:
    true, classes = {"w": set(), "v": {"p"}, "u": {"p", "q"}}, {"a": [["w"], ["v"], ["u"]], "b": [["w"], ["v", "u"]]}
    none = plan(
        KripkeModel.s5(true, classes, actual=["w", "v", "u"]),
        [Action("tell", "p", by="a")],
        "p & q & K_b q",
        policy=True,
        by=["a"],
    )
    assert str(none.why()).splitlines()[1] == "nearest is the model itself (2 of 3 parts of the goal hold)"


def test_an_action_of_nobody_does_not_split_the_actual_worlds() -> None:
    found = plan(BOX, [Action("look", peek("p", by="a")), *TELL], "Kw_b p", policy=True)
    assert isinstance(found, NoPlan)
    assert found.impossible


def test_nobody_acts_on_what_others_have_seen() -> None:
    """Anne looks; then Bill would have to do what he cannot know to be right."""
    blind = [Action("on", change("~p"), by="b"), Action("off", change("p"), by="b")]
    anne = [Action(each.name, each.change, by="a") for each in blind]
    assert plan(BOX, [LOOK, *anne], "q", policy=True).cost == 2
    assert plan(BOX, [LOOK, *blind], "q", policy=True).impossible
    told = plan(BOX, [LOOK, *blind, Action("tell", peek("p", by="b"), by="a")], "q", policy=True)
    assert (told.cost, told.leaves) == (3, 2)
    assert told.check()


def change(pre: str) -> EventModel:
    return EventModel({"x": Event(pre, {"q": "true"})}, {}, others=[("x", "x")])


def test_the_same_state_of_knowledge_has_the_same_action_in_all_branches() -> None:
    """Either of Bill's switches is right in one branch, once; but Bill does not know in which."""
    up = turn("up", "~done", {"q": "p", "done": "true"}, by="b")
    down = turn("down", "~done", {"q": "~p", "done": "true"}, by="b")
    assert plan(BOX, [LOOK, up, down], "q", policy=True).impossible
    anne = [Action(each.name, each, by="a") for each in (up, down)]
    assert plan(BOX, [LOOK, *anne], "q", policy=True).cost == 2
    lever = turn("lever", "true", {"q": "true"}, by="b", cost=5)
    either = plan(BOX, [LOOK, up, down, lever], "q", policy=True)
    assert (either.cost, either.tree.action) == (5, "lever")


def test_a_policy_may_end_where_the_agents_do_not_know_that_the_goal_holds() -> None:
    """Bill tries the first switch in both branches, and the second where the first was wrong."""
    up, down = turn("up", "true", {"q": "p"}, by="b"), turn("down", "true", {"q": "~p"}, by="b")
    found = plan(BOX, [LOOK, up, down], "q", policy=True)
    assert (found.cost, found.leaves) == (3, 2)
    assert (
        found.notes == ("b does up in one branch, and cannot tell that another has ended",) or "down" in found.notes[0]
    )
    assert found.check()
    assert plan(BOX, [LOOK, up, down], "K_b q", policy=True).impossible


def test_policies_have_no_loops_and_say_so() -> None:
    toggle = turn("toggle", "true", {"q": "~q"}, by="a")
    found = plan(BOX, [LOOK, toggle], "K_b p", policy=True)
    assert found.impossible
    assert str(found).startswith("no policy without loops")
    assert str(found).endswith("exhausted after 6 states")


def test_where_agents_that_must_act_alike_have_no_policy_the_plan_is_told() -> None:
    """Who sets only where it needs no clearing does two things at states that they cannot tell apart."""
    m = KripkeModel.s5({"w": set(), "v": {"p"}}, {"a": [["w"], ["v"]]}, actual=BOTH, atoms=["p", "q"])
    acts = [turn("clear", "true", {"p": "false"}, by="a"), turn("set", "~p", {"q": "true"}, by="a")]
    none = plan(m, acts, "q", policy=True)
    assert "agents act alike wherever they cannot tell states apart" in str(none)
    assert none.notes == (f"if it need not be a policy there is a plan: {plan(m, acts, 'q')}",)
    assert none.notes[0] in str(none.why())
    assert none.to_dict()["notes"] == [*none.notes]
    assert plan(m, acts, "q", policy=True, by="a").check()


def test_a_policy_needs_agents_to_branch() -> None:
    none = plan(BOX, {each.name: each.change for each in (LOOK, *TELL)}, "Kw_b p", policy=True)
    assert none.notes == ("nothing branches, as no action has an agent who acts; name the agents of the actions",)


def test_a_policy_that_asks_too_much_fails_its_check() -> None:
    found = plan(BOX, [LOOK, *TELL], "Kw_b p", policy=True)

    def changed(tree: Node, **questions: Any) -> str:
        return replace(found, tree=tree, question=replace(found.question, **questions)).check().reason

    yes, no = found.tree.branches
    swapped = found.tree._replace(branches=(yes._replace(then=no.then), no._replace(then=yes.then)))
    assert changed(swapped) == "step 2: yes cannot happen at v·no: K_a p is false there"
    same = found.tree._replace(branches=(yes, no._replace(when=yes.when)))
    assert changed(same) == "after step 1, look, the branches do not cover each case once"
    assert changed(yes.then.branches[0].then) == "after the last step the goal fails at v"
    nobody = {**found.question.actions, "look": Action("look", peek("p", by="a"))}
    assert (
        changed(found.tree._replace(by=None), actions=nobody)
        == "after step 1, look, nobody cannot tell the branches apart"
    )
    bills = {name: Action(name, "p" if name == "yes" else "~p", by="b") for name in ("yes", "no")}
    other = [each._replace(then=each.then._replace(by="b")) for each in (yes, no)]
    reason = changed(found.tree._replace(branches=tuple(other)), actions=found.question.actions | bills)
    assert "who acts cannot tell where to do which" in reason


def test_the_least_cost_is_that_of_the_worst_case() -> None:
    """Doing it blindly costs 4; looking first costs 1, and then 1 or 2."""
    acts = [
        LOOK,
        turn("blindly", "true", {"q": "true"}, by="a", cost=4),
        turn("cheap", "K_a p", {"q": "true"}, by="a", cost=1),
        turn("dear", "K_a ~p", {"q": "true"}, by="a", cost=2),
    ]
    found = plan(BOX, acts, "q", policy=True)
    assert (found.cost, found.depth, found.tree.action, found.shortest) == (3, 2, "look", True)
    acts[3] = turn("dear", "K_a ~p", {"q": "true"}, by="a", cost=4)
    assert (plan(BOX, acts, "q", policy=True).cost, plan(BOX, acts, "q", policy=True).leaves) == (4, 1)
    greedy = plan(BOX, acts, "q", policy=True, shortest=False)
    assert not greedy.shortest
    assert greedy.cost >= 4


def test_a_goal_that_holds_needs_no_action() -> None:
    found = plan(BOX, [LOOK], "true", policy=True)
    assert (found.cost, found.depth, found.leaves, repr(found)) == (0, 0, 1, "the goal holds")


def test_a_policy_may_have_thousands_of_steps() -> None:
    found, tree = plan(BOX, [LOOK, *TELL], "Kw_b p", policy=True), Node(None, None, (), None)
    assert isinstance(found, Policy)
    for _ in range(3_000):
        tree = Node("look", "a", (Branch(None, (), tree),), None)
    long = replace(found, tree=tree, cost=3_000)
    assert (long.depth, long.leaves, long.title) == (3_000, 1, "a policy of at most 3,000 steps")


def test_it_warns_who_cannot_tell_that_a_branch_has_ended() -> None:
    one = plan(BOX, [LOOK, turn("set", "true", {"p": "true"}, by="b")], "p & Kw_a p", policy=True)
    assert (one.leaves, one.notes) == (1, ())
    two = plan(BOX, [LOOK, turn("set", "~p", {"p": "true"}, by="b")], "p", policy=True)
    assert two.notes == ("b does set in one branch, and cannot tell that another has ended",)


def test_robots_with_a_beacon_have_a_policy_and_by_lossy_radio_there_is_none() -> None:
    start, acts = robots(beacon=True)
    found = plan(start, acts, GOAL, policy=True)
    assert (found.cost, found.depth, found.leaves, found.shortest) == (5, 5, 2, True)
    assert found.expanded <= 60
    assert found.check()
    lossy = plan(*robots(beacon=False), GOAL, policy=True)
    assert lossy.impossible
    assert lossy.states == 31


def test_the_search_gives_up_at_its_limits_and_on_the_keyboard() -> None:
    start, acts = robots(beacon=True)
    few = plan(start, acts, GOAL, policy=True, states=10)
    assert (few.outcome, few.states) == ("gave up", 10)
    assert plan(start, acts, GOAL, policy=True, timeout=0).outcome == "gave up"

    def interrupt(explored: int, known: int) -> None:
        raise KeyboardInterrupt

    assert plan(start, acts, GOAL, policy=True, progress=interrupt).stopped.startswith("stopped by the keyboard")


# ------------------------------------------------------------------------------------- implicit coordination


def letter(to: str, by: str) -> Action:
    """The holder of the letter gives it to another."""
    events = {"x": Event(f"at_{by}", {f"at_{by}": "false", f"at_{to}": "true"})}
    return Action(f"{by} to {to}", EventModel(events, {}, others=[("x", "x")]), by=by)


def test_a_letter_is_passed_to_who_knows_where_it_goes() -> None:
    """Anne does not know the address, c or d, but that Bill does: Engesser and others (2017), section 5."""
    worlds = {"c": {"at_a", "for_c"}, "d": {"at_a", "for_d"}}
    blind, sees = [["c", "d"]], [["c"], ["d"]]
    relations = {"a": blind, "b": sees, "c": blind, "d": blind}
    atoms = ["at_a", "at_b", "at_c", "at_d", "for_c", "for_d"]
    start = KripkeModel.s5(worlds, relations, actual="c", atoms=atoms)
    acts = [letter("b", "a"), letter("c", "b"), letter("d", "b")]
    goal = "(for_c -> at_c) & (for_d -> at_d)"
    assert plan(start, acts, goal, by=[*"abcd"]).impossible
    found = plan(start, acts, goal, by=[*"abcd"], policy=True)
    assert (found.cost, found.leaves, found.tree.action) == (2, 2, "a to b")
    assert {each.then.action: str(each.when) for each in found.tree.branches} == {
        "b to c": "for_c",
        "b to d": "for_d",
    }
    assert found.check()
    unsure = KripkeModel.s5(worlds, dict.fromkeys("abcd", blind), actual="c", atoms=atoms)
    assert plan(unsure, acts, goal, by=[*"abcd"], policy=True).impossible


def test_an_agent_does_not_start_what_only_others_know_to_work() -> None:
    """It works at the actual world, but Anne considers possible that it does not."""
    actual = BOX.at("w")
    go = turn("go", "true", {"q": "p"}, by="a")
    assert plan(actual, [go], "q", policy=True).cost == 1
    assert plan(actual, [go], "q", policy=True, by="a").impossible
    looked = plan(actual, [LOOK, go, turn("other", "true", {"q": "~p"}, by="a")], "q", policy=True, by="a")
    assert (looked.cost, looked.leaves) == (2, 2)


@pytest.mark.parametrize("policy", [False, True])
def test_an_agent_who_considers_nothing_possible_at_some_actual_world_has_no_turn(policy: bool) -> None:
    both = {"w": {"p"}, "v": {"p"}}
    model = KripkeModel(both, {"a": [("w", "w")], "b": [("w", "w"), ("v", "v")]}, actual=["w", "v"])
    go = turn("go", "true", {"q": "true"}, by="a")
    assert plan(model, [go], "q", by="a", policy=policy).impossible
    assert plan(model.at("w"), [go], "q", by="a", policy=policy).cost == 1


@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("seed", seeds(10, 200))
def test_policies_cost_what_those_of_a_plain_search_of_all_trees_cost(seed: int, turns: bool) -> None:
    rng, options = Random(f"policy {seed}"), {"ranked": seed % 5 == 1, "turns": turns, "consistent": seed % 5 == 2}
    if seed % 2:
        task = random_task(rng, 2 + seed % 3, 3, (1, 2)[: 1 + seed % 4 // 2], 0.7, seed % 5 != 1, **options)
    else:
        task = random_sensing_task(rng, **options)
    given: dict[str, Any] = {
        "model": KripkeModel.from_networkx(task.graph),
        "actions": [deed.action for deed in task.deeds],
        "goal": task.goal,
        "by": agents(task.graph) if turns else None,
        "consistent": task.consistent,
        "states": 60,
    }
    found, greedy = plan(**given, policy=True), plan(**given, policy=True, shortest=False)
    if found and greedy:
        assert found.cost <= greedy.cost
        assert found.check()
        assert greedy.check()
    assert {found.outcome, greedy.outcome} != {"found", "impossible"}
    if found and (linear := plan(**given)) and turns:
        assert found.cost <= linear.cost
    with suppress(TooFar):
        cost = policy_cost(task, 3, 100)
        assert (found.cost if found and found.cost <= 3 else None) == cost


# --------------------------------------------------------------------------------------- consistent beliefs


def coin(**options: Any) -> KripkeModel:
    """Anne is wrong: the coin lies heads up, and she is sure, or thinks it more plausible, that it is tails."""
    worlds: dict[str, set[str]] = {"heads": {"h"}, "tails": set()}
    return KripkeModel.s5(worlds, {"ann": [[*worlds]], "bob": [["heads"], ["tails"]]}, "heads", **options)


@pytest.mark.parametrize("policy", [False, True])
def test_the_shortest_plan_exploits_collapsed_beliefs_where_ranks_revise_them(policy: bool) -> None:
    sure = KripkeModel.kd45(
        {"heads": {"h"}, "tails": set()},
        {"ann": [(["heads", "tails"], ["tails"])], "bob": [(["heads"], ["heads"]), (["tails"], ["tails"])]},
        actual="heads",
    )
    told, goal = {"tell": "h"}, "B_ann h"
    exploited = plan(sure, told, goal, policy=policy)
    assert exploited.cost == 1
    (note,) = exploited.notes
    assert note.startswith("after step 1 (tell) ann" if not policy else "after tell ann")
    assert plan(sure, told, goal, policy=policy, consistent=True).impossible
    ranked = coin(ranks={"ann": {"heads": 1, "tails": 0}, "bob": {"heads": 0, "tails": 0}})
    assert ranked.holds("B_ann ~h")
    revised = plan(ranked, told, goal, policy=policy, consistent=True)
    assert (revised.cost, revised.notes) == (1, ())
    assert plan(ranked, told, goal + " & B_ann ~h", policy=policy).impossible


def test_several_agents_need_actions_with_agents() -> None:
    with pytest.raises(ModelError, match="who does it"):
        plan(BOX, {"say": "p"}, "p", by=["a", "b"], policy=True)


def test_an_agent_who_acts_must_be_in_the_model() -> None:
    for options in ({"by": "ab"}, {"policy": True}):
        with pytest.raises(UnknownAgent, match="ab"):
            plan(BOX, [Action("say", "p", by="ab")], "p", **options)
    with pytest.raises(UnknownAgent, match=r"expected the name .* 'a' and 'b'"):
        plan(BOX, [LOOK], "p", by=[["a"]])  # type: ignore[list-item]
