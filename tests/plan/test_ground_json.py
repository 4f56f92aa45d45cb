"""Ground planning problems are written as JSON and read again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kripke.change.event import Event, EventModel
from kripke.change.observers import Observed
from kripke.change.product import Action
from kripke.data.errors import FileError, ModelError, UnsupportedByEngine
from kripke.models.functions import bisimilar
from kripke.models.kripke_model import KripkeModel
from kripke.plan.answers import Plan
from kripke.plan.epddl.ground_json import dumps_ground, loads_ground
from kripke.plan.epddl.loading import load_epddl
from kripke.plan.problem import Problem
from logic.errors import TooLarge
from logic.parser import parse
from tests.plan.epddl_texts import DOMAIN, LIBRARY, PROBLEM, loads_epddl

BLIND = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]], "b": [["w", "v"]]}, actual="w")


def coin(**options: Any) -> Problem:
    return loads_epddl(DOMAIN, PROBLEM, LIBRARY, **options)


def data(problem: Problem) -> Any:
    return json.loads(dumps_ground(problem))


def plain(model: KripkeModel) -> KripkeModel:
    return model.rename(atoms={atom: atom.replace("(", "_").replace(",", "_").replace(")", "") for atom in model.atoms})


@pytest.mark.parametrize("as_plank", [False, True])
def test_a_problem_that_is_written_and_read_again_has_the_same_states_and_plan(as_plank: bool) -> None:
    problem = coin(as_plank=as_plank)
    again = loads_ground(dumps_ground(problem), as_plank=as_plank)
    assert again.name == "coin-1"
    assert [(action.name, action.by) for action in again.actions] == [(a.name, a.by) for a in problem.actions]
    one, two = problem.model, again.model
    assert isinstance(one, KripkeModel)
    assert isinstance(two, KripkeModel)
    assert bisimilar(plain(one), two)
    meet = ["go_bob_attic_hall", "look_ann"]
    for before, after in zip(problem.actions, again.actions, strict=True):
        if before.name in meet:
            one, two = one.update(before), two.update(after)
            assert bisimilar(plain(one), two)
    found = again.plan()
    assert isinstance(found, Plan)
    assert len(found.steps) == 2
    assert dumps_ground(again) == dumps_ground(problem)


def test_the_entries_are_those_of_the_format() -> None:
    whole = data(coin())
    assert list(whole) == ["planning-task-info", "language", "facts", "initial-state", "actions", "goal"]
    assert whole["language"] == {
        "atoms": ["heads", "in_ann_hall", "in_ann_attic", "in_bob_hall", "in_bob_attic"], "agents": ["ann", "bob"]
    }  # fmt: skip
    assert whole["initial-state"]["designated"] == ["w1"]
    assert whole["initial-state"]["relations"]["ann"]["w0"] == ["w0", "w1"]
    look = whole["actions"]["look_ann"]
    assert look["events"] == ["e-heads", "e-tails", "nil"]
    assert look["relations"]["Blind"]["e-heads"] == ["nil"]
    assert look["preconditions"]["e-tails"] == {"formula": {"connective": "not", "formula": "heads"}}
    assert look["observability-conditions"]["ann"] == {"Fully": {"formula": "true"}}
    assert set(look["observability-conditions"]["bob"]) == {"Notices", "Blind"}
    assert whole["actions"]["go_bob_attic_hall"]["effects"]["e-go"] == {
        "in_bob_hall": {"formula": "true"}, "in_bob_attic": {"formula": "false"}
    }  # fmt: skip
    assert whole["goal"]["formula"]["connective"] == "and"


FORMULAS = [
    "true", "p & ~p", "p | q & ~p", "p -> q", "p <-> q", "p ^ q", "K_a p", "M_a ~p", "Kw_b p", "~Kw_a p", "E p",
    "E_{a,b} p", "C p", "C_{a} K_b p", "K_a (p & (q | M_b ~q))", "p & q & (p & q)",
]  # fmt: skip


@pytest.mark.parametrize("text", FORMULAS)
def test_formulas_mean_the_same_when_they_are_read_again(text: str) -> None:
    model = KripkeModel(
        {"u": {"p"}, "v": {"q"}, "w": {"p", "q"}},
        {"a": [("u", "v"), ("v", "v"), ("w", "u")], "b": [("u", "w"), ("w", "w"), ("v", "u")]},
        "u",
    )
    again = loads_ground(dumps_ground(Problem("f", model, [], parse(text)))).goal
    assert model.extension(again) == model.extension(text)


def test_diamonds_of_groups_are_read_as_duals_or_as_plank_does() -> None:
    whole = data(Problem("f", BLIND, [], parse("p")))
    whole["goal"] = {"formula": {"modality-name": "diamond", "modality-index": ["a", "b"], "formula": "p"}}
    assert loads_ground(json.dumps(whole)).goal == parse("~E ~p")
    assert loads_ground(json.dumps(whole), as_plank=True).goal == parse("M_a p & M_b p")
    whole["goal"]["formula"] |= {"modality-name": "Kw.diamond", "modality-index": "a"}
    assert loads_ground(json.dumps(whole)).goal == parse("~Kw_a p")


def test_actions_of_ones_own_are_written_with_agents_and_costs() -> None:
    peek = EventModel(
        {"yes": Event("p", {"q": "~q"}), "no": Event("~p")},
        {"near": [("yes", "yes"), ("no", "no")], "far": [(e, d) for e in ("yes", "no") for d in ("yes", "no")]},
    )
    actions = [
        Action("peek", peek, by="a", sees={"a": [("true", "near")], "b": [("q", "near"), ("true", "far")]}, cost=3),
        Action("tell", "p"),
    ]
    start = KripkeModel.s5({"w": {"p"}, "v": {"q"}}, {"a": [["w", "v"]], "b": [["w", "v"]]}, actual="w")
    problem = Problem("own", start, actions, parse("K_b p"))
    again = loads_ground(dumps_ground(problem))
    assert [(a.name, a.by, a.cost) for a in again.actions] == [("peek", "a", 3), ("tell", None, 1)]
    change = again.actions[0].change
    assert isinstance(change, Observed)
    for one, two in zip(problem.actions, again.actions, strict=True):
        assert bisimilar(problem.model.update(one), again.model.update(two))


def test_problems_are_saved_and_loaded_by_either_function(tmp_path: Path) -> None:
    (tmp_path / "coin.json").write_text(dumps_ground(coin()))
    assert load_epddl(tmp_path / "coin.json").name == "coin-1"
    assert len(load_epddl(tmp_path / "coin.json").actions) == 6


def _modal(name: str, agent: str) -> Any:
    return {"formula": {"modality-name": name, "modality-index": [agent], "formula": "p"}}


STATE, TELL = "initial-state", "actions tell"
BROKEN = [
    ("language agents", ["a", 3], r"language\.agents\[1\]: expected a text, got 3"),
    ("goal", {"formula": "z"}, r"goal\.formula: there is no atom 'z'"),
    ("goal", {"formula": {"connective": "xor", "formulas": []}}, r"goal\.formula\.connective: expected not, and"),
    ("goal", _modal("X", "a"), r"modality-name: expected box"),
    ("goal", _modal("box", "c"), r"there is no agent 'c'"),
    (f"{STATE} designated", ["x"], r"initial-state\.designated: there is no world 'x'"),
    (f"{STATE} designated", [], r"initial-state\.designated: expected one or more worlds"),
    (f"{STATE} relations a", {"w": ["x"]}, r"initial-state\.relations\.a\.w: there is no name 'x'"),
    (f"{STATE} labels w", ["pp"], r"initial-state\.labels\.w: there is no atom 'pp'; did you mean 'p'"),
    (f"{STATE} relations", {"b": {}}, r"initial-state\.relations\.a is missing"),
    ("goal", {"formula": {**_modal("box", "a")["formula"], "modality-index": []}}, r"expected one or more agents"),
    (f"{TELL} observability-conditions z", {}, r"observability-conditions: there is no agent 'z'"),
    (f"{TELL} events", [], r"actions\.tell\.events: expected one or more names"),
    (f"{TELL} observability-conditions a", {"Near": {"formula": "p"}}, r"no kind of observation 'Near'"),
    (f"{TELL} relations", {}, r"actions\.tell\.relations: expected one or more relations"),
    (f"{TELL} by", "c", r"actions\.tell\.by: there is no agent 'c'"),
    (f"{TELL} preconditions", {}, r"actions\.tell\.preconditions\.said is missing"),
    (f"{STATE} labels", {"w": ["p"]}, r"initial-state\.labels\.v is missing"),
    (f"{STATE} labels x", ["p"], r"initial-state\.labels: there is no world 'x'"),
    (f"{STATE} actual", "w", r"initial-state: there is no entry 'actual'"),
    ("goals", {"formula": "p"}, r"goals: there is no such entry; did you mean 'goal'"),
    ("goal formulas", [], r"goal: there is no entry 'formulas'; did you mean 'formula'"),
    (
        "goal formula",
        {"connective": "not", "formula": "p", "formulas": []},
        r"goal\.formula\.formulas: there is no such",
    ),
    (f"{TELL} costs", 3, r"actions\.tell: there is no entry 'costs'; did you mean 'cost'"),
    (f"{TELL} effects sad", {}, r"actions\.tell\.effects: there is no event 'sad'; did you mean 'said'"),
]


@pytest.mark.parametrize(("place", "value", "message"), BROKEN)
def test_a_mistake_is_told_with_its_path(place: str, value: Any, message: str) -> None:
    whole = inner = data(Problem("f", BLIND, [Action("tell", "p")], parse("p")))
    *above, last = place.split()
    for key in above:
        inner = inner[key]
    inner[last] = value
    with pytest.raises(FileError, match=message):
        loads_ground(json.dumps(whole), "f.json")


@pytest.mark.parametrize("condition", ["false", {"connective": "not", "formula": "p"}])
def test_an_agent_without_a_kind_that_applies_does_not_observe_by_another(condition: Any) -> None:
    whole = data(Problem("f", BLIND, [Action("tell", "p")], parse("K_a p")))
    (kind,) = whole["actions"]["tell"]["observability-conditions"]["a"]
    assert loads_ground(json.dumps(whole)).plan()
    whole["actions"]["tell"]["observability-conditions"]["a"] = {kind: {"formula": condition}}
    with pytest.raises(ModelError, match="sees of a: no condition holds"):
        loads_ground(json.dumps(whole)).plan()


def test_a_text_that_is_no_json_is_refused_with_the_place() -> None:
    with pytest.raises(FileError, match=r"f\.json: line 1, column 2: not valid JSON"):
        loads_ground("{", "f.json")


def test_an_atom_that_only_an_action_sets_is_written() -> None:
    setting = Action("set", EventModel({"e": Event("true", {"q(a)": "true"})}, {}, others=[("e", "e")]))
    again = loads_ground(dumps_ground(Problem("f", BLIND, [setting], parse("q(a)"))))
    assert again.plan().steps == ("set",)
    assert again.model.atoms == ("p", "q_a")


@pytest.mark.usefixtures("no_collections")
def test_deep_formulas_are_written_and_refused_when_they_are_read() -> None:
    goal = parse("~" * 5_000 + "K_a p")
    with pytest.raises((FileError, TooLarge), match=r"too deep|inside each other"):
        loads_ground(dumps_ground(Problem("f", BLIND, [], goal)))


def test_what_the_format_has_not_is_refused() -> None:
    with pytest.raises(UnsupportedByEngine, match="no such operator"):
        dumps_ground(Problem("f", BLIND, [], parse("D p")))
    with pytest.raises(ModelError, match="actual world"):
        dumps_ground(Problem("f", KripkeModel({"w": set()}, {"a": []}), [], parse("true")))
    ranked = KripkeModel.s5({"w": set()}, {"a": [["w"]]}, actual="w", ranks={"a": {"w": 0}})
    with pytest.raises(UnsupportedByEngine, match="no ranks"):
        dumps_ground(Problem("f", ranked, [], parse("true")))
    with pytest.raises(ModelError, match="atom true"):
        dumps_ground(Problem("f", KripkeModel.s5({"w": {"true"}}, {"a": [["w"]]}, actual="w"), [], parse("p")))


def test_a_kind_of_observation_of_an_action_keeps_its_relation_whatever_its_name() -> None:
    events = EventModel(
        {"e": Event("p"), "f": Event("~p")},
        {"Fully": [(one, other) for one in "ef" for other in "ef"], "b": [("e", "e"), ("f", "f")]},
    )
    look = Action("look", events, sees={"a": "Fully"})
    (again,) = loads_ground(dumps_ground(Problem("f", BLIND, [look], parse("K_b p")))).actions
    assert BLIND.update(again).holds("K_b p & ~K_a p")
