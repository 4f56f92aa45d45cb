"""Answers of the planner: what they tell, the check by the reference semantics, pictures and plain data."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from functools import cache
from itertools import count, product
from pathlib import Path
from random import Random

import pytest
from layouts import layout_in_this_process

from kripke.data.errors import ModelError, UnsupportedByEngine
from kripke.plan.answers import NoPlan, Plan
from kripke.plan.check import check
from kripke.plan.estimates import conjuncts
from kripke.plan.problem import Problem
from whoknows import (
    Action,
    Event,
    EventModel,
    Evidence,
    KripkeModel,
    SymbolicModel,
    conj,
    draw,
    explore,
    parse,
    peek,
    plan,
    private_announcement,
    radical_upgrade,
)

__all__ = ["layout_in_this_process"]

BLIND = [["w", "v"]]
COIN = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": BLIND, "b": BLIND, "c": BLIND}, actual="w")
ACTIONS = {"peek": peek("p", by="a"), "tell": "Kw_a p & p", "hint": private_announcement("p", to=["b"])}
LOOK = EventModel(
    {"p": Event("p"), "~p": Event("~p")},
    {"near": [("p", "p"), ("~p", "~p")], "far": [*product(("p", "~p"), repeat=2)]},
)


def text(found: Plan | NoPlan) -> list[str]:
    return [line.strip() for line in str(found.why()).splitlines()]


def test_each_step_tells_who_learns_what_and_who_knows_that() -> None:
    told = text(plan(COIN, ACTIONS, "C p"))
    assert told[0] == "peek, then tell: a plan of 2 steps"
    first, second = told.index("1. peek"), told.index("2. tell")
    assert told[first + 1 : first + 4] == [
        "a learns that p; every other agent knows this",
        "before, K_a p fails at w: a cannot tell w from v, and p is false at v",
        "at v the event is no, and a can tell it from yes",
    ]
    assert "b and c learn that p, and know this of each other; a knows this" in told[second:]
    assert "tell cannot happen at v: it needs Kw_a p ∧ p" in told[second:]


def test_where_all_learn_or_one_is_alone_nothing_is_said_of_other_agents_and_nothing_twice() -> None:
    for agents, said in (("a", "a learns that p"), ("ab", "a and b learn that p, and know this of each other")):
        m = KripkeModel.s5({"w": {"p"}, "v": set()}, {agent: [["w", "v"]] for agent in agents}, actual="w")
        told = text(plan(m, {"tell": "p"}, "K_a p"))
        assert said in told
        assert sum("K_a p holds at w" in line for line in told) == 1


def test_a_secret_is_known_to_those_who_hear_it() -> None:
    assert "b learns that p; no other agent knows this" in text(plan(COIN, ACTIONS, "K_b p & ~K_a p"))


def test_an_agent_who_misses_an_event_does_not_know_what_others_learn() -> None:
    m = KripkeModel.s5({"w": set()}, {"anne": [["w"]], "sally": [["w"]]}, actual="w", atoms=["box"])
    moved = {"move": Event(post={"box": "true"}), "nothing": Event()}
    sees = {"anne": [("move", "move"), ("nothing", "nothing")], "sally": [("move", "nothing"), ("nothing", "nothing")]}
    found = plan(m, {"move": EventModel(moved, sees, actual="move")}, "K_anne box & K_sally ~box")
    assert "anne learns that box; no other agent knows this" in text(found)


def test_the_nearest_state_is_where_everyone_knows_deepest() -> None:
    letter = {"a tells b": Action("a tells b", private_announcement("p", to=["b"]), by="a")}
    m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w"], ["v"]], "b": BLIND}, actual="w")
    none = plan(m, letter, "C p", states=50)
    assert not none
    assert text(none)[1] == "nearest is the state after a tells b"
    assert "so E p holds, but not E^2 p" in text(none)


def test_what_is_believed_but_false_is_said_to_be_false() -> None:
    ranked = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": BLIND}, actual="w", ranks={"a": {"w": 0, "v": 1}})
    found = plan(ranked, {"up": radical_upgrade("~p")}, "B_a ~p")
    assert "a comes to believe ¬p, which is false" in text(found)
    assert found.check()


def test_facts_that_change_are_told_and_worlds_keep_their_names() -> None:
    flip = EventModel({"e": Event(post={"p": "~p"})}, {}, others=[("e", "e")])
    found = plan(COIN, {"flip": flip}, "~p")
    assert "now p is false" in text(found)
    assert [*found.models[1].worlds] == [*COIN.worlds] or {*found.models[1].worlds} == {*COIN.worlds}


def test_a_blocked_goal_of_common_knowledge_tells_how_deep_everyone_knows() -> None:
    line = {n: {"p"} if n < 3 else set() for n in range(4)}
    agents = {"a": [[0, 1], [2, 3]], "b": [[0], [1, 2], [3]]}
    m = KripkeModel.s5(line, agents, actual=0)
    none = plan(m, {"nothing": "p | ~p"}, "C p")
    (depth,) = [said for said in text(none) if said.startswith("so ")]
    assert depth == "so E^2 p holds, but not E^3 p"
    assert m.holds("E^2 p")
    assert not m.holds("E^3 p")


def test_a_goal_that_is_impossible_names_the_nearest_state_and_what_is_missing() -> None:
    none = plan(COIN, {"peek": ACTIONS["peek"]}, "K_a p & K_b p")
    assert text(none)[:3] == [
        "no plan is possible: the search is exhausted after 2 states",
        "nearest is the state after peek (1 of 2 parts of the goal hold)",
        "K_b p fails at w: b cannot tell w from v, and p is false at v",
    ]
    barred = plan(COIN.at(["w", "v"]), {"tell": "p"}, "K_a p")
    assert text(barred)[-1] == "tell cannot happen at v: it needs p"


def test_a_search_that_gave_up_says_why() -> None:
    none = plan(COIN, ACTIONS, "K_c p", states=1)
    assert isinstance(none, NoPlan)
    assert text(none)[0].startswith("gave up: more than 1 state")
    assert none.to_dict()["outcome"] == "gave up"


def test_a_plan_for_several_actual_worlds_tells_what_is_learned_at_each() -> None:
    found = plan(COIN.at(["w", "v"]), ACTIONS, "Kw_a p")
    assert "a learns whether p; every other agent knows this" in text(found)
    assert found.models[1].actuals == ("v", "w")
    assert found.check()


@pytest.mark.parametrize("per_state", [False, True])
def test_observers_are_checked_per_world_and_per_state(per_state: bool) -> None:
    sees = {"a": "near", "b": [("p", "near"), ("true", "far")], "c": "far"}
    act = Action("look", LOOK, sees=sees, per_state=per_state)
    at_p, everywhere = COIN, COIN.at(["w", "v"])
    assert check(plan(at_p, [act], "K_a p & Kw_b p & ~Kw_c p").question, ("look",))
    found = plan(everywhere, [act], "Kw_a p & (p -> K_b p)")
    assert bool(found) is not per_state, "per state b sees nothing, as p does not hold at all actual worlds"
    assert bool(check(found.question, ("look",))) is not per_state


def test_turns_are_checked_at_what_the_agent_considers_possible() -> None:
    act = Action("tell", "p", by="a")
    assert plan(COIN, [act], "K_b p").check()
    coordinated = plan(COIN, [act], "K_b p", by="a")
    assert not coordinated
    failed = check(coordinated.question, ("tell",))
    assert (failed.step, "cannot happen at v" in failed.reason) == (1, True)


def test_who_acts_must_be_an_agent_of_the_model() -> None:
    with pytest.raises(KeyError, match="by: no agent 'd'"):
        plan(COIN, [Action("tell", "p", by="a")], "K_b p", by=["a", "d"])


def test_what_is_announced_in_a_plan_names_no_action() -> None:
    for said in ("[@tell] p", "[@again] p"):
        with pytest.raises(ModelError, match=r"action again: .* cannot contain named actions"):
            plan(COIN, {"tell": "p", "again": said}, "K_b ~p")


@pytest.mark.parametrize("policy", [False, True])
def test_a_plan_that_works_only_as_a_mistaken_agent_sees_it_says_so(policy: bool) -> None:
    mistaken = KripkeModel({"w": set(), "v": {"p"}}, {"a": [("w", "v"), ("v", "v")]}, actual="w")
    take = EventModel({"e": Event("p", post={"got": "true"})}, {}, others=[("e", "e")])
    found = plan(mistaken, [Action("take", take, by="a")], "got", by="a", policy=policy)
    assert "not from the actual worlds" in found.notes[0]
    assert found.notes[0] in text(found)
    assert found.check().view == "as the agents who act see it"
    plain = replace(found, question=replace(found.question, turns=False)).check()
    assert (bool(plain), plain.view) == (False, "from the actual worlds")
    right = plan(mistaken.at("v"), [Action("take", take, by="a")], "got", by="a", policy=policy)
    assert (right.notes, right.check().view) == ((), "as the agents who act see it")


@pytest.mark.parametrize("policy", [False, True])
def test_the_time_limit_is_kept_between_the_actions_of_a_state(policy: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count()
    monkeypatch.setattr("time.monotonic", lambda: next(ticks))
    many = [Action(f"tell{n}", "p", by="a") for n in range(50)]
    none = plan(COIN, many, "K_a ~p", policy=policy, timeout=20)
    assert (none.outcome, none.states) == ("gave up", 2 if policy else 1)
    assert none.stopped == f"{none.states} state{'s' * policy} in 20 seconds"


@cache
def flooded() -> tuple[KripkeModel, EventModel]:
    """A model and an event model whose product would have about 6 million edges an agent."""
    rng, worlds, events = Random(1), range(2048), range(30)
    edges = {agent: [(w, rng.choice(worlds)) for w in worlds for _ in range(20)] for agent in "ab"}
    pairs = [(f"e{k}", f"e{rng.choice(events)}") for k in events for _ in range(20)]
    return (
        KripkeModel({w: {f"p{bit}" for bit in range(11) if w >> bit & 1} for w in worlds}, edges, actual=0),
        EventModel({f"e{k}": Event("true", {"r": "p0"}) for k in events}, {}, others=pairs, actual="e0"),
    )


@pytest.mark.parametrize("policy", [False, True])
def test_the_time_limit_is_kept_within_a_single_large_product(policy: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock ticks only when it is looked at."""
    m, flood = flooded()
    ticks = count()
    monkeypatch.setattr("time.monotonic", lambda: next(ticks))
    none = plan(m, {"flood": flood}, "K_a r", timeout=9, policy=policy)
    assert (none.outcome, none.stopped) == ("gave up", "1 state in 9 seconds")
    assert next(ticks) == 11  # the first look beyond the limit was the last


def test_a_goal_names_no_action_and_steps_are_a_list() -> None:
    with pytest.raises(ModelError, match=r"\[@tell\] in .* a goal cannot contain named actions"):
        plan(COIN, ACTIONS, "[@tell] K_a p")
    with pytest.raises(ModelError, match="steps 'tell': expected a list of names"):
        Problem("coin", COIN, [Action("tell", "p")], parse("K_a p")).check("tell")


def test_the_check_of_a_plan_takes_true_or_false_for_consistent() -> None:
    with pytest.raises(ModelError, match="consistent 'no': expected True or False"):
        Problem("coin", COIN, [Action("tell", "p")], parse("K_a p")).check(["tell"], consistent="no")  # type: ignore[arg-type]


def test_a_bound_on_memory_counts_the_state_that_passes_it() -> None:
    both = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": BLIND, "b": BLIND}, actual=["w", "v"])
    none = plan(both, [Action("look", peek("p", by="a"), by="a")], "Kw_b p", policy=True, memory=0)
    assert none.stopped == "2 states take more than 0 bytes; raise the limit"


def test_the_check_of_a_plan_needs_an_actual_world() -> None:
    nowhere = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": BLIND})
    with pytest.raises(ModelError, match="the model has no actual world"):
        Problem("coin", nowhere, [Action("tell", "p")], parse("K_a p")).check(["tell"])


def test_steps_are_names_of_actions() -> None:
    for steps in ([1], [["tell"]], 1):
        with pytest.raises(ModelError, match="expected a list of names"):
            Problem("coin", COIN, [Action("tell", "p")], parse("K_a p")).check(steps)  # type: ignore[arg-type]


def test_a_goal_of_thousands_of_parts_is_estimated_and_explained() -> None:
    goal = conj(["K_a p", *["p"] * 3_000, "K_a (p & K_b p)"])
    assert plan(COIN, {"tell": "p"}, goal, shortest=False).steps == ("tell",)
    assert text(plan(COIN, {"tell": "p"}, goal))[1] == "K_a p fails at w: a cannot tell w from v, and p is false at v"
    assert [*map(str, conjuncts(parse("K_a (p & C (p & K_b q)) & ~p")))] == ["K_a p", "K_a C p", "K_a C K_b q", "¬p"]


def test_a_large_cost_is_told_with_all_its_digits() -> None:
    costs = {"tell": 1_234_567, "hint": 0.1}
    for name, said in (("tell", "1234567"), ("hint", "0.1")):
        assert str(plan(COIN, [Action(name, "p", cost=costs[name])], "K_a p")).endswith(f"1 step, cost {said}")


def test_who_considers_no_world_possible_has_no_turn_and_the_reason_says_so() -> None:
    lost = KripkeModel({"w": {"p"}}, {"a": [], "b": [("w", "w")]}, actual="w")
    none = plan(lost, [Action("tell", "p", by="a")], "K_b ~p", by="a")
    assert none.impossible
    assert "a considers no world possible at w, and so has no turn" in text(none)


def test_goals_that_contraction_would_change_are_asked_of_models_that_keep_them() -> None:
    """Worlds 0 and 1 are bisimilar, as are 2 and 3; what a and b know together depends on who sees which of them."""
    pairs = {"a": [[0, 2], [1, 3]], "b": [[0, 3], [1, 2]]}
    m = KripkeModel.s5({0: {"q"}, 1: {"q"}, 2: set(), 3: set()}, pairs, actual=0)
    assert plan(m, {"x": "true"}, "D_{a,b} q").steps == ()
    assert plan(m, {"x": "true"}, "~D_{a,b} q").impossible
    assert plan(m, {"x": "D_{a,b} q"}, "K_a q").steps == ("x",)
    one = EventModel({"e": Event("D_{a,b} q", post={"s": "true"})}, {}, others=[("e", "e")])
    assert plan(m, {"set": one}, "s").steps == ("set",)
    three = KripkeModel.s5({0: {"q"}, 1: set(), 2: set()}, {"a": [[0, 1, 2]]}, actual=0)
    assert plan(three, {"x": "true"}, "B_a>=0.6 ~q").steps == ()
    assert plan(three, {"x": "true"}, "B_a>=0.4 q").impossible


@pytest.mark.parametrize(
    ("by", "problem"),
    [(3, "by 3: expected the name of an agent"), ([], "expected the name of an agent"), (["a", "b"], "who does it")],
)
def test_who_acts_is_one_agent_or_several(by: object, problem: str) -> None:
    with pytest.raises(ModelError, match=problem):
        plan(COIN, ACTIONS, "K_a p", by=by)  # type: ignore[arg-type]


def test_the_check_says_which_part_of_a_precondition_or_a_goal_is_false() -> None:
    need = Action("set", EventModel({"e": Event("p & K_b p")}, {}, others=[("e", "e")]), by="a")
    asked = replace(plan(COIN, [need], "p").question, turns=True)
    assert check(asked, ("set",)).reason == (
        "step 1: set cannot happen at v, which a considers possible: p and K_b p are false there"
    )
    lacks = check(plan(COIN, ACTIONS, "p & K_b p", states=1).question, ())
    assert lacks.reason == "after the last step the goal fails at w: K_b p is false there"


def test_the_check_says_where_a_wrong_plan_fails() -> None:
    found = plan(COIN, ACTIONS, "C p")
    assert replace(found, steps=("tell", "peek")).check().step == 1
    lacking = replace(found, steps=("peek",)).check()
    assert not lacking
    assert (lacking.step, lacking.reason) == (None, "after the last step the goal fails at w·yes")
    with pytest.raises(ModelError, match=r"step 1: .* 'peak'; did you mean 'peek'"):
        replace(found, steps=("peak",)).check()


def test_a_plan_that_empties_what_an_agent_considers_possible_is_no_consistent_one() -> None:
    m = KripkeModel({"w": {"p"}}, {"a": [("w", "w")], "b": [("w", "w")]}, actual="w")
    trick = EventModel(
        {"e": Event("p"), "f": Event("~p")}, {"a": [("e", "f"), ("f", "f")], "b": [("e", "e"), ("f", "f")]}, actual="e"
    )
    exploited = plan(m, {"trick": trick}, "K_a ~p")
    assert exploited.check()
    assert "a considers no world possible at w now" in text(exploited)
    blind = KripkeModel({"w": {"p"}}, {"a": [], "b": [("w", "w")]}, actual="w")
    assert text(plan(blind, {"tell": "p"}, "K_b p", consistent=True))[1] == "at the start a considers no world possible"
    consistent = plan(m, {"trick": trick}, "K_a ~p", consistent=True)
    assert not consistent
    assert "a considers no world possible at w·e" in check(consistent.question, ("trick",)).reason


def test_evidence_has_no_reference_to_check_by() -> None:
    m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": BLIND}, actual="w", weights={"a": {"w": 0.5, "v": 0.5}})
    found = plan(m, {"see": Evidence("a", "p", gain=0.4, loss=0.4)}, "B_a>=3/4 p")
    assert found
    with pytest.raises(UnsupportedByEngine, match="step 1, see"):
        found.check()


def test_every_plan_for_random_goals_is_confirmed_by_the_reference_semantics() -> None:
    goals = ["K_a p", "Kw_a p & ~Kw_b p", "K_b p & ~K_a K_b p", "C p", "K_c p", "K_b p & K_a Kw_b p", "E^2 p"]
    for goal in goals:
        found = plan(COIN, ACTIONS, goal)
        assert found.check() if found else isinstance(found, NoPlan), goal
        assert not found or COIN.holds(found.formula, actions=ACTIONS), goal
        assert not found or found.models[-1].holds(goal), goal


def test_a_plan_is_drawn_as_a_strip_of_models_named_by_their_actions(tmp_path: Path) -> None:
    found = plan(COIN, [Action("peek", ACTIONS["peek"], by="a"), Action("tell", "Kw_a p & p")], "C p")
    svg = str(found.draw())
    assert all(caption in svg for caption in ("start", "1. peek (a)", "2. tell"))
    assert draw(found) == svg
    assert "tikzpicture" in Path(found.draw(tmp_path / "plan.tikz")).read_text()
    assert found._repr_html_().startswith("<img")
    assert "learns that p" in found._repr_html_()


@pytest.mark.parametrize("policy", [False, True])
@pytest.mark.parametrize("goal", ["Kw_a p", "K_a p & K_b p"])
def test_answers_are_pickled_without_the_states_of_the_search_and_have_a_hash(goal: str, policy: bool) -> None:
    found = plan(COIN.at(["w", "v"]), [Action("peek", ACTIONS["peek"], by="a")], goal, policy=policy)
    again = pickle.loads(pickle.dumps(found))
    assert (again, hash(again)) == (found, hash(found))
    assert str(again.why()) == str(found.why())
    assert not found or again.check()


def test_a_plan_of_a_law_is_pickled() -> None:
    law = SymbolicModel([f"p{n}" for n in range(20)], observes={"a": []}, actual=["p0"])
    found = plan(law, {"tell": "p0", "more": "~p1"}, "K_a (p0 & ~p1)")
    again = pickle.loads(pickle.dumps(found))
    assert (again.steps, hash(again), again.models[-1].holds("K_a p0")) == (found.steps, hash(found), True)


def test_who_is_told_of_progress_is_a_function() -> None:
    for run in (plan, lambda *given, **options: explore(*given[:2], **options)):
        with pytest.raises(ModelError, match="progress 3: expected a function of two numbers"):
            run(COIN, ACTIONS, "C p", progress=3)


def test_answers_are_plain_data() -> None:
    found = plan(COIN, ACTIONS, "C p")
    assert json.loads(json.dumps(found.to_dict()))["steps"] == ["peek", "tell"]
    assert json.loads(json.dumps(found.why().to_dict()))["lines"][0]["depth"] == 0
    assert json.dumps(explore(COIN, ACTIONS).run()[0].to_dict())


def test_a_policy_tells_who_learns_what_in_each_branch_and_is_drawn_with_its_models(
    tmp_path: Path,
) -> None:
    unsure = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": BLIND, "b": BLIND}, actual=["w", "v"])
    look, yes, no = Action("look", ACTIONS["peek"], by="a"), Action("yes", "K_a p", by="a"), Action("no", "~p", by="a")
    found = plan(unsure, [look, yes, no], "Kw_b p", policy=True)
    assert found.check()
    told = text(found)
    assert told[0] == "a policy of at most 2 steps"
    assert told[told.index("1. look (a)") + 1].startswith("if K_a ")
    assert {"if K_a p:", "a learns that p; b knows this", "b learns that p; a knows this"} <= {*told}
    assert "now p is true" not in told, "a branch is no change of facts"
    assert [len(model.actuals) for model in found.places.models] == [2, 1, 1, 1, 1]
    assert all(model.holds("Kw_b p") for model in found.places.models[3:])
    svg = Path(found.draw(tmp_path / "policy.svg")).read_text()
    assert "look" in svg
    assert "state 4" in svg
    tikz = Path(found.draw(tmp_path / "policy.tikz")).read_text()
    assert all(f"(state {number})" in tikz for number in range(5))
    assert tikz.count(r"\draw[->]") == len(found.places.transitions) == 4
    assert found._repr_html_().startswith("<img")
