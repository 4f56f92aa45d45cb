"""The routes of the page as functions: a request's body in, the answer's data out."""

import base64
import functools
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference_graphs import plain
from served import MODEL

from kripke.models.functions import distinguish
from kripke.models.kripke_model import KripkeModel
from kripke.semantics import truth
from kripke.time.ispl import loads_ispl
from logic.parser import parse
from viz.drawing import draw
from viz.web.answers import ROUTES, answer, answered
from viz.web.request import refusal

pytestmark = pytest.mark.usefixtures("as_in_a_worker")


def ask(route, **body):
    status, content = answer(route, json.dumps(body).encode())
    return status, json.loads(content)


def good(route, **body):
    status, data = ask(route, **body)
    assert status == 200, data
    return data


def test_a_world_comes_from_the_world_before_its_event_also_if_an_old_world_has_its_name():
    all_alike = {"partition": [["w", "w·said"]]}
    model = {"whoknows": 1, "worlds": {"w": ["p"], "w·said": []}, "actual": "w", "relations": {"x": all_alike}}
    private = {"kind": "private", "formula": "p", "to": ["x"]}
    found = good("change", model=model | {"relations": {"x": all_alike, "y": all_alike}}, change=private)["parents"]
    assert found == {"w·said": "w", "w·nothing": "w", "w·said·nothing": "w·said"}
    assert good("change", model=model, change={"kind": "announce", "formula": "p"})["parents"] == {"w": "w"}


@pytest.mark.parametrize(
    ("route", "body", "says"),
    [
        (
            "mark",
            {"at": {"kind": "translate", "difficulty": 9, "seed": 1}, "answer": "p"},
            "at.difficulty: expected a number that is at most 3, got 9",
        ),
        ("exercise", {"at": {"lesson": "muddy-children"}}, "at.question: is missing"),
        ("open", {"name": "m.json"}, "text: is missing"),
        ("open", {"name": 3, "text": "{}"}, "name: expected a text, got 3"),
        ("proof", {"formula": "p" * 5_000}, "formula: expected at most 4,000 characters"),
        ("formula", {"model": MODEL, "formula": [None, True]}, "formula: expected a text, got [null, true]"),
        ("picture", {"model": MODEL, "colour": "red"}, "colour: there is no such field"),
        ("change", {"model": MODEL, "change": {"formula": "p"}}, "change: the field kind is missing"),
    ],
)
def test_wrong_requests_are_answered_in_our_words(route, body, says):
    status, data = ask(route, **body)
    assert status == 422
    assert data["message"].startswith(says)


EITHER = {"kind": "events", "text": "event e: pre p\nevent f: pre p\nothers: e, f"}


@pytest.mark.parametrize(
    ("route", "body", "ends"),
    [
        ("proof", {"formula": "[@peek] p"}, "no action 'peek' was given"),
        ("proof", {"formula": "p", "logic": "S4.2"}, "the nearest stronger one S5"),
        ("change", {"model": MODEL, "change": EITHER}, "e and f can happen: choose the event that happens"),
    ],
)
def test_advice_is_in_the_terms_of_the_page(route, body, ends):
    assert bad(route, **body).endswith(ends)


def test_an_unknown_route_names_the_known_ones():
    status, data = ask("nothing")
    assert status == 404
    assert "picture" in data["message"]


def bad(route, **body):
    status, data = ask(route, **body)
    assert status == 422, data
    return data["message"]


def test_each_part_of_a_formula_has_its_place_and_its_worlds():
    data = good("formula", model=MODEL, formula="K_a p | ~p")
    parts = {data["text"][row["start"] : row["end"]]: row["worlds"] for row in data["rows"]}
    assert parts == {"K_a p ∨ ¬p": [1], "K_a p": [], "p": [0], "¬p": [1]}
    assert (data["actual"], data["valid"]) == (False, False)


def test_parts_behind_an_announcement_are_evaluated_after_it():
    data = good("formula", model=MODEL, formula="[p] K_a p")
    inner = next(row for row in data["rows"] if data["text"][row["start"] : row["end"]] == "K_a p")
    assert inner["worlds"] == [0]
    assert (inner["after"], inner["left"]) == (True, "1")
    assert data["valid"]


def test_behind_an_announcement_that_is_true_nowhere_no_world_is_left():
    data = good("formula", model=MODEL, formula="[p & ~p] K_a p")
    assert data["valid"]
    assert data["rows"][-1] == {
        "start": 13,
        "end": 14,
        "above": 5,
        "count": "0",
        "worlds": [],
        "after": True,
        "left": "0",
    }


@settings(max_examples=25)
@given(
    st.sampled_from(
        ["p", "~p", "K_a p", "K_b p", "M_a ~p", "C_{a,b} p", "[p] q", "[~p] K_b q", "[p?] K_a q", "<p> K_a p"]
    )
)
def test_the_whole_agrees_with_the_reference_semantics(text):
    model = KripkeModel.from_dict(MODEL | {"atoms": ["p", "q"]})
    rows = good("formula", model=model.to_dict(), formula=text)["rows"]
    assert rows[0]["worlds"] == sorted(truth(plain(model.structure), parse(text)))


def test_the_picture_has_places_lines_and_frames():
    data = good("picture", model=MODEL)
    assert [spot["name"] for spot in data["worlds"]] == ["w", "v"]
    assert [(link["source"], link["target"], link["agents"]) for link in data["links"]] == [(0, 1, ["a"])]
    assert data["frames"] == {agent: {"system": "S5", "fails": ""} for agent in "ab"}
    assert data["sees"] == {"a": [[0, 1], [0, 1]], "b": [[0], [1]]}


def test_of_a_model_that_is_too_large_for_a_picture_a_part_is_drawn_and_checked():
    worlds = {f"w{i}": ["p"] if i % 3 else [] for i in range(70)}
    pairs = [[f"w{i}", f"w{i + 1}"] for i in range(0, 70, 2)]
    large = ["w40", "w41", *(f"w{i}" for i in range(50, 64))]
    classes = [large, *([world] for world in worlds if world not in large)]
    model = {"whoknows": 1, "agents": ["a", "b"], "atoms": ["p"], "worlds": worlds, "actual": "w40"}
    model["relations"] = {"a": {"partition": pairs}, "b": {"partition": classes}}
    whole = KripkeModel.from_dict(model)
    for at, first in ((None, {"w40", "w41", *(f"w{i}" for i in range(50, 56)), "w0"}), ("w69", {"w68", "w69", "w0"})):
        data = good("picture", model=model, at=at)
        assert data["part"] == {"of": 70, "around": at or "w40"}
        shown = [spot["name"] for spot in data["worlds"]]
        assert len(shown) == 24
        assert first <= {*shown}
        for agent, seen in data["sees"].items():
            there = {(shown[i], shown[k]) for i, successors in enumerate(seen) for k in successors}
            assert there == {pair for pair in whole.relations[agent] if {*pair} <= {*shown}}
        (row, *_) = good("formula", model=model, formula="M_a p & K_b p", states=shown)["rows"]
        holds = whole.extension("M_a p & K_b p")
        assert row["count"] == str(len(holds))
        assert [shown[i] for i in row["worlds"]] == [world for world in shown if world in holds]
    assert "part" not in good("picture", model=MODEL)


def test_plausibility_is_drawn_as_arrows_and_as_layers():
    ranks = {"w": 1, "v": 0, "u": 2, "t": 0}
    worlds = {world: ["p"] for world in ranks}
    model = {"whoknows": 1, "worlds": worlds, "relations": {"a": {"partition": [[*ranks]]}}, "ranks": {"a": ranks}}
    data = good("picture", model=model, places=None)
    arrows = {(link["source"], link["target"]) for link in data["links"] if link["kind"] == "arrow"}
    assert arrows == {(0, 1), (0, 3), (2, 0)}, "from each world to the next more plausible ones"
    assert data["notes"] == ["an arrow leads to what the agent finds more plausible"]
    assert not any(spot["remarks"] for spot in data["worlds"])
    strict = good("picture", model=model | {"ranks": {"a": {"w": 1, "v": 0, "u": 2, "t": 3}}})
    height = {spot["name"]: spot["y"] for spot in strict["worlds"]}
    assert height["v"] > height["w"] > height["u"] > height["t"], "the most plausible world is above"


def test_given_places_are_kept_and_new_worlds_get_one():
    model = MODEL | {"worlds": MODEL["worlds"] | {"u": []}, "relations": {}}
    data = good("picture", model=model, places={"w": [0, 0], "v": [200, 50]})
    places = {spot["name"]: (spot["x"], spot["y"]) for spot in data["worlds"]}
    assert (places["w"], places["v"]) == ((0, 0), (200, 50))
    assert places["u"][0] > 200


def test_a_frame_that_is_not_s5_says_what_fails_and_where():
    model = MODEL | {"relations": {"a": {"edges": [["w", "v"]]}}}
    frame = good("picture", model=model)["frames"]["a"]
    assert frame["system"] != "S5"
    assert "not reflexive" in frame["fails"]


CHANGES = [
    ({"kind": "announce", "formula": "p", "to": None, "whether": False}, "K_a p"),
    ({"kind": "announce", "formula": "p", "to": None, "whether": True}, "K_a p & K_b K_a p"),
    ({"kind": "announce", "formula": "p", "to": ["a"], "whether": False}, "K_a p"),
    ({"kind": "private", "formula": "p", "to": ["a"]}, "K_a p & ~K_b K_a p"),
    ({"kind": "say", "formula": "~p", "by": "b", "to": None}, "B_a ~p & B_b p"),
    ({"kind": "peek", "formula": "p", "by": ["a"], "noticed": False}, "Kw_a p & ~K_b Kw_a p"),
    ({"kind": "set", "atom": "q", "formula": "p"}, "q & K_b q & ~K_a q"),
    ({"kind": "events", "text": "event yes: pre p\na, b: yes\n"}, "K_a p"),
    ({"kind": "generated", "at": None}, "~K_a p"),
    ({"kind": "contract"}, "~K_a p"),
]


@pytest.mark.parametrize(("change", "after"), CHANGES, ids=lambda each: each["kind"] if isinstance(each, dict) else "")
def test_a_change_gives_the_model_after_it(change, after):
    data = good("change", model=MODEL, change=change)
    assert KripkeModel.from_dict(data["model"]).holds(after)
    assert set(data["parents"]) == set(data["model"]["worlds"])
    assert set(data["parents"].values()) <= set(MODEL["worlds"])


def planned(formula, *changes, **options):
    actions = {str(number): change for number, change in enumerate(changes)}
    return good("plan", model=MODEL, actions=actions, formula=formula, **options)


@pytest.mark.parametrize(
    ("change", "after"), CHANGES[:-2], ids=lambda each: each["kind"] if isinstance(each, dict) else ""
)
def test_a_plan_uses_every_change_that_happens_and_gives_the_model_after_it(change, after):
    found = planned(after, change)
    assert [step["name"] for step in found["steps"]] == ["0"]
    here, there = found["steps"][0]["model"], good("change", model=MODEL, change=change)["model"]
    shared = sorted({*here["atoms"]} & {*there["atoms"]})
    assert distinguish(KripkeModel.from_dict(here), KripkeModel.from_dict(there), shared) is None


def test_a_plan_does_not_use_what_only_changes_the_drawing():
    body = {"model": MODEL, "actions": {"merge": {"kind": "contract"}}, "formula": "K_a p"}
    assert bad("plan", **body).startswith("actions.merge: expected 'announce', 'private'")


PEEK = {"kind": "peek", "formula": "p", "by": ["a"], "noticed": False}
SECRET = {"kind": "private", "formula": "K_a p", "to": ["b"]}


def test_each_step_says_what_it_teaches_and_lights_worlds_of_its_model():
    found = planned("K_a K_b K_a p", SECRET, {**PEEK, "noticed": True})
    assert (found["outcome"], [step["name"] for step in found["steps"]]) == ("found", ["1"])
    step = found["steps"][0]
    assert step["why"][0]["text"].startswith("a learns that p; b knows")
    assert {world for row in step["why"] for world in row["worlds"]} <= {*step["model"]["worlds"]}
    assert set(step["parents"].values()) <= {*MODEL["worlds"]}
    assert found["why"][-1]["worlds"] == ["w", "v"], "what fails at the start"


def test_of_plans_by_collapsed_beliefs_the_page_warns_and_consistent_ones_have_none():
    goal = "K_b K_a p & ~K_a K_b K_a p"
    found = planned(goal, PEEK, SECRET)
    assert [step["name"] for step in found["steps"]] == ["0", "1"]
    assert "considers no world possible" in found["notes"][0]
    none = planned(goal, PEEK, SECRET, consistent=True)
    assert (none["outcome"], none["steps"], none["says"].partition(":")[0]) == ("impossible", [], "no plan is possible")
    assert "may be a shorter one" in planned("K_a p", PEEK, shortest=False)["says"]


def test_a_policy_branches_on_what_the_agents_who_act_learn_and_is_drawn():
    changes = {
        "look": {**PEEK, "noticed": True},
        "yes": {"kind": "announce", "formula": "K_a p"},
        "no": {"kind": "announce", "formula": "K_a ~p"},
    }
    model = MODEL | {"actual": ["w", "v"], "relations": {x: {"partition": [["w", "v"]]} for x in "ab"}}
    asked = {"model": model, "actions": changes, "actors": dict.fromkeys(changes, "a"), "formula": "Kw_b p"}
    assert good("plan", **asked)["outcome"] == "impossible"
    found = good("plan", **asked, policy=True)
    assert (found["outcome"], found["says"]) == ("found", "a policy of at most 2 steps")
    ways = {(step["name"], step["case"]): step for step in found["steps"]}
    assert {name: (ways[name]["before"], ways[name]["after"]) for name in ways} == {
        ("look", "K_a p"): (0, 2), ("look", "K_a ¬p"): (0, 1), ("yes", None): (2, 4), ("no", None): (1, 3),
    }  # fmt: skip
    assert KripkeModel.from_dict(ways["look", "K_a p"]["model"]).holds("K_a p")
    assert KripkeModel.from_dict(ways["no", None]["model"]).holds("K_b ~p")
    assert ways["yes", None]["why"][0]["text"].startswith("b learns that p")
    assert found["svg"].count("look") >= 1


def test_a_search_for_a_plan_that_takes_too_long_gives_up_with_the_reason(monkeypatch):
    monkeypatch.setattr("viz.web.routes.plan.PLAN_SECONDS", 0.0)
    found = planned("C ~p", PEEK)
    assert (found["outcome"], found["says"]) == ("gave up", "gave up: 1 state in 0 seconds")


def test_what_may_happen_in_a_plan_is_measured_before_a_worker_is_taken():
    wide = {"kind": "announce", "formula": "&".join(f"(p{i}|q{i})" for i in range(260))}
    for change, says in ((wide, "different parts"), ({"kind": "events", "text": "#" * 20_001}, "20,001 characters")):
        assert says in json.loads(refusal(json.dumps({"actions": {"x": change}}).encode()).body)["message"]


def test_ranks_and_weights_change_too():
    ranked = MODEL | {"ranks": {"a": {"w": 1, "v": 0}}}
    after = good("change", model=ranked, change={"kind": "upgrade", "formula": "p", "radical": True})["model"]
    assert KripkeModel.from_dict(after).holds("B_a p")
    weighted = MODEL | {"weights": {"a": {"w": 0.5, "v": 0.5}}, "threshold": {"a": 0.3}}
    evidence = {"kind": "evidence", "agent": "a", "formula": "p", "gain": 0.2, "loss": 0.3}
    assert KripkeModel.from_dict(good("change", model=weighted, change=evidence)["model"]).holds("B_a p")


def test_names_stay_short_after_many_changes():
    model = MODEL
    for agent in "abababab":
        change = {"kind": "peek", "formula": "p", "by": [agent], "noticed": True}
        model = good("change", model=model, change=change)["model"]
    assert max(map(len, model["worlds"])) <= 24


def test_false_announcements_are_refused_with_the_reason():
    change = {"kind": "announce", "formula": "~p", "to": None, "whether": False}
    assert "w" in bad("change", model=MODEL, change=change)


def test_reasons_are_rows_with_their_worlds():
    data = good("reasons", model=MODEL, formula="K_a p & ~K_b ~p", at=None)
    assert (data["holds"], data["world"]) == (False, "w")
    first, second, *_ = data["rows"]
    assert (first["depth"], first["holds"], first["world"], first["steps"]) == (0, False, "w", [])
    assert (second["depth"], second["worlds"], second["steps"]) == (1, ["w", "v"], [["a", "w", "v"]])


@pytest.mark.parametrize(
    ("formula", "steps"),
    [
        ("K_a p", [["a", "w", "v"]]),
        ("~~K_a p", [["a", "w", "v"]]),
        ("B_a p", [["a", "w", "v"]]),
        ("Kw_a p", [["a", "w", "w"], ["a", "w", "v"]]),
        ("C p", [["a", "w", "v"]]),
        ("D_{a,b} ~p", [["a", "w", "w"], ["b", "w", "w"]]),
        ("[p] K_a q", []),
    ],
)
def test_reasons_have_the_steps_to_their_witnesses(formula, steps):
    model = {**MODEL, "worlds": {"w": ["p"], "v": []}, "atoms": ["p", "q"]}
    assert good("reasons", model=model, formula=formula, at="w")["rows"][0]["steps"] == steps


def test_premises_stand_before_a_sign_of_consequence():
    assert good("proof", formula="p, q |- p", logic="S5")["says"].startswith("Valid in S5: p, q ⊨ p")


def test_validity_needs_no_model_and_all_agents_are_those_of_the_model_and_the_formula():
    ways = {(): "a and b", ("x",): "x", ("x", "y", "z"): "x, y and z"}
    for agents, everyone in ways.items():
        assert good("proof", formula="C p -> E p", agents=[*agents])["notes"] == [f"All agents: {everyone}."]
    assert good("proof", formula="C p -> K_a p", agents=["x"])["notes"] == ["All agents: a and x."]
    assert good("proof", formula="E p -> C p", agents=["x"])["valid"]
    countermodel = KripkeModel.from_dict(good("proof", formula="E p -> C p")["model"])
    assert countermodel.agents == ("a", "b")
    assert not countermodel.holds("E p -> C p")


def test_valid_formulas_have_a_proof_and_others_a_countermodel():
    assert "Theorem" in good("proof", formula="K_a p -> p", logic="S5")["proof"]
    assert good("proof", formula="Kp -> p")["notes"][0].startswith("'Kp' is read as K p")
    kept = "'Kp' is read as an atom; an operator stands apart: K p, of an agent K_a p."
    assert kept in good("proof", formula="Kp -> q")["notes"]
    data = good("proof", formula="p -> K_a p", logic="S5")
    assert not KripkeModel.from_dict(data["model"]).holds("p -> K_a p")


@functools.cache
def story(name):
    return good("library", name=name)


def test_the_formula_at_each_step_of_a_puzzle_is_the_one_that_is_said_next():
    said = [step["next"] for step in story("hexa")["steps"]]
    formulas = [step["formula"] for step in story("hexa")["steps"]]
    assert said == [formulas[1], formulas[1], formulas[3], formulas[4], formulas[5], formulas[5]]
    for each in good("library")["puzzles"]:
        for step in story(each["name"])["steps"]:
            if step["model"] and step["next"]:
                assert good("formula", model=step["model"], formula=step["next"])["rows"], each


def test_advice_about_weights_names_what_the_page_has():
    evidence = {"kind": "evidence", "agent": "a", "formula": "p", "gain": 0.2, "loss": 0.2}
    status, body = answer("change", json.dumps({"model": MODEL, "change": evidence}).encode())
    assert status == 422
    assert json.loads(body)["message"].endswith("; choose a world, and give weights under Belief")


def test_every_puzzle_of_the_library_is_told():
    for each in good("library")["puzzles"]:
        told = story(each["name"])
        assert told["steps"]
        assert told["conclusion"]
        limited = each["name"] in ("what_sum", "consecutive_numbers")
        assert bool(told["warnings"]) == limited, "answers that depend on the limit of the model"


def test_a_graph_of_another_program_is_opened_by_the_attributes_that_are_named():
    key = '<key id="l" for="edge" attr.name="who" attr.type="string"/>'
    edge = '<edge source="w" target="v"><data key="l">ann</data></edge>'
    graph = f'<graph edgedefault="directed"><node id="w"/><node id="v"/>{edge}</graph>'
    file = {
        "name": "g.graphml",
        "text": f'<graphml xmlns="http://graphml.graphdrawing.org/xmlns">{key}{graph}</graphml>',
    }
    assert "at all nodes: =p,q" in ask("open", **file)[1]["message"]
    assert "all edges are: =a" in ask("open", **file, atoms="=p")[1]["message"]
    model = KripkeModel.from_dict(good("open", **file, atoms="=p", agent="who")["model"])
    assert model == KripkeModel({"w": {"p"}, "v": {"p"}}, {"ann": [("w", "v")]})


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("m.txt", "ApS0,1;AS;"),
        ("m.json", '[{"assignment": {"p": true}, "successors": [0, 1]}, {"assignment": {}, "successors": []}]'),
        (
            "m.json",
            '{"directed": true, "nodes": [{"id": 0, "atoms": ["p"]}, {"id": 1, "atoms": []}], '
            '"edges": [{"source": 0, "target": 0, "agent": "a"}, {"source": 0, "target": 1, "agent": "a"}]}',
        ),
    ],
)
def test_models_of_other_tools_are_opened(name, text):
    model = KripkeModel.from_dict(good("open", name=name, text=text)["model"])
    assert model == KripkeModel({"0": {"p"}, "1": set()}, {"a": [("0", "0"), ("0", "1")]})


def test_a_graph_in_dot_is_opened_with_a_warning_of_missing_loops_until_it_is_closed():
    file = {"name": "g.dot", "text": "graph { edge [label=a]; w -- v }", "atoms": "=p", "agent": "label"}
    (warning,) = good("open", **file)["warnings"]
    assert warning.endswith("it has no loop, so a does not consider it possible there; S5 under Attributes adds loops")
    opened = good("open", **file, close="S5")
    assert KripkeModel.from_dict(opened["model"]) == KripkeModel.s5({"w": {"p"}, "v": {"p"}}, {"a": [["w", "v"]]})
    assert opened["warnings"] == []


def test_a_weight_that_the_page_sends_as_a_float_is_the_fraction_that_was_meant():
    sixths = {"whoknows": 1, "worlds": {"w": ["p"], "v": []}, "actual": "w"}
    sixths |= {"relations": {"a": {"partition": [["w", "v"]]}}, "weights": {"a": {"w": 1 / 6, "v": 5 / 6}}}
    assert good("formula", model=sixths, formula="B_a>=1/6 p")["actual"] is True
    why = good("reasons", model=sixths, formula="B_a>=1/6 p")["rows"][0]["text"]
    assert "1/6 (w), of 1 in all that a considers possible" in why


def test_the_reasons_say_that_worlds_count_equally():
    ranked = {"whoknows": 1, "worlds": {"w": ["p"], "v": []}, "actual": "w", "ranks": {"a": {"w": 0, "v": 1}}}
    ranked |= {"relations": {"a": {"partition": [["w", "v"]]}}}
    text = good("reasons", model=ranked, formula="B_a>=0.5 p")["rows"][0]["text"]
    assert "which count equally, whatever their ranks: a share of 1/2" in text


@pytest.mark.parametrize("format", ["json", "graphml"])
def test_a_saved_model_is_opened_again(format):
    from base64 import b64decode

    observed = KripkeModel.from_observations(["p", "q"], {"a": ["p"], "b": ["q"]}, actual={"p"}).to_dict()
    saved = good("save", model=observed, format=format)
    opened = good("open", name=saved["name"], text=b64decode(saved["base64"]).decode())["model"]
    assert KripkeModel.from_dict(opened).holds("p & K_a p & ~K_b p")


@pytest.mark.parametrize(
    ("format", "start"),
    [
        ("svg", "<?xml"),
        ("tikz", "% for a document"),
        ("dot", "digraph"),
        ("python", "from whoknows"),
        ("notebook", "{"),
    ],
)
def test_models_are_saved_as_pictures_and_as_code(format, start):
    from base64 import b64decode

    saved = good("save", model=MODEL, format=format, highlight="p")
    assert b64decode(saved["base64"]).decode().startswith(start)


def test_a_mistake_in_a_formula_has_its_place_and_what_was_expected():
    status, data = ask("formula", model=MODEL, formula="K_a (p &")
    assert (status, data["error"], data["position"]) == (422, "ParseError", 8)
    assert data["expected"]


NOBODY = {agent: {"edges": []} for agent in "ab"}
MANY = MODEL | {"worlds": {f"w{i}": [] for i in range(1_000)}, "actual": None, "relations": NOBODY}
EVENTS = "\n".join([*(f"event e{i}: pre true" for i in range(12)), "others: " + " ".join(f"e{i}" for i in range(12))])
HOSTILE = [
    ("formula", {"model": MODEL, "formula": "~" * 2000 + "p"}, "nested"),
    ("formula", {"model": MODEL, "formula": "~\n" * 1500 + "p"}, "nested"),
    ("formula", {"model": MODEL, "formula": "(" * 1_001 + "p" + ")" * 1_001}, "nested"),
    ("formula", {"model": MODEL, "formula": " & ".join(["p"] * 900)}, "1,000 occurrences"),
    ("formula", {"model": MODEL, "formula": "p" * 5000}, "4,000"),
    ("formula", {"model": {"worlds": {str(i): [] for i in range(10_000)}}, "formula": "p"}, "10,000 worlds"),
    ("formula", {"model": MODEL, "formula": "K_zed p"}, "zed"),
    ("formula", {"model": MODEL, "formula": "[@peek] p"}, "peek"),
    ("formula", {"model": {"worlds": 3}, "formula": "p"}, "worlds"),
    ("formula", {"model": MODEL}, "formula"),
    ("formula", {"model": MODEL, "formula": "p", "extra": 1}, "extra"),
    ("picture", {"model": MODEL, "places": {"w": [1e999, 0]}}, "finite"),
    ("picture", {"model": MODEL, "places": {"w": [1e308, 0]}}, "at most 1000000"),
    ("change", {"model": MODEL, "change": {"kind": "explode"}}, "explode"),
    ("change", {"model": MODEL, "change": {"kind": "peek", "formula": "p", "by": ["zed"], "noticed": True}}, "zed"),
    (
        "change",
        {"model": MODEL, "change": {"kind": "events", "text": "event yes: pre ("}},
        "the text ends after (",
    ),
    ("reasons", {"model": MODEL, "formula": "p", "at": "nowhere"}, "nowhere"),
    ("proof", {"formula": "p", "logic": "S9"}, "S9"),
    ("library", {"name": "no such puzzle"}, "no such puzzle"),
    ("library", {"name": "muddy_children", "options": {"n": "1e9"}}, "n"),
    ("open", {"name": "x.json", "text": "{"}, "x.json"),
    ("open", {"name": "x.json", "text": r'{"whoknows": 1, "worlds": {"\ud800": []}}'}, r"'\ud800'"),
    ("open", {"name": "x.event", "text": "event a: pre p"}, "paste it under Change"),
    ("save", {"model": MODEL, "format": "exe"}, "exe"),
    ("change", {"model": MANY, "change": {"kind": "events", "text": EVENTS}}, "12,000 pairs"),
]


@pytest.mark.parametrize(("route", "body", "word"), HOSTILE)
def test_bad_requests_are_answered_with_a_message(route, body, word):
    assert word in bad(route, **body)


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b'{"model":' + b"[" * 100_000, b"\xff\xfe", b'{"formula": "\\ud800"}']
)
def test_bodies_that_are_not_requests_are_answered_with_a_message(body):
    for route in ROUTES:
        status, content = answer(route, body)
        assert status == (200 if route == "library" and body == b"{}" else 422)
        assert json.loads(content)["message"]


def test_a_fault_of_ours_is_an_answer_and_the_process_goes_on():
    status, content = answered(lambda: {"never": 1 // 0})
    assert (status, json.loads(content)["error"]) == (500, "Fault")
    assert "ZeroDivisionError" in json.loads(content)["message"]


def test_two_models_are_compared_by_the_atoms_that_both_have():
    sure = MODEL | {"relations": {"a": {"partition": [["w"], ["v"]]}, "b": {"partition": [["w"], ["v"]]}}}
    found = good("compare", model=MODEL, other=sure)
    assert "the actual worlds of this model, not at" in found["said"]
    assert KripkeModel.from_dict(MODEL).holds(found["formula"])
    assert not KripkeModel.from_dict(sure).holds(found["formula"])
    same = good("compare", model=MODEL, other=MODEL)
    assert (same["said"], same["formula"]) == (None, None)
    assert "bisimilar" in same["svg"]
    assert "worlds" in bad("compare", model=MODEL, other={"whoknows": 1})


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        ({"kind": "peek", "formula": "p", "by": ["a"]}, "event model"),
        ({"kind": "events", "text": "event e: pre p\nothers: e"}, "event model"),
        ({"kind": "announce", "formula": "p"}, "before"),
        ({"kind": "contract"}, "after"),
    ],
)
def test_a_change_is_drawn_step_by_step(change, shown):
    assert shown in good("steps", model=MODEL, change=change)["svg"]


def test_a_change_that_cannot_happen_is_not_drawn():
    assert "no event can happen" in bad("steps", model=MODEL, change={"kind": "private", "formula": "~p", "to": ["a"]})


def test_a_notebook_runs_and_makes_exactly_this_model():
    file = good("save", model=MODEL, format="notebook", highlight="K_a p")
    assert file["name"] == "model.ipynb"
    known = {}
    for cell in json.loads(base64.b64decode(file["base64"]))["cells"]:
        exec(cell["source"], known)
    assert known["model"].to_dict() == KripkeModel.from_dict(MODEL).to_dict()
    assert not known["verdict"].holds


def test_only_worlds_within_some_steps_are_kept():
    chain = {
        "whoknows": 1,
        "worlds": {"u": [], "v": [], "w": []},
        "relations": {"a": {"edges": [["u", "v"], ["v", "w"]]}},
    }
    for depth, worlds in ((0, ["u"]), (1, ["u", "v"]), (None, ["u", "v", "w"])):
        found = good("change", model=chain, change={"kind": "generated", "at": "u", "depth": depth})
        assert list(found["model"]["worlds"]) == worlds


def test_the_page_gives_no_advice_for_python():
    said = bad("proof", formula="R_{a,b} B_a p -> K_a p", logic="S5")
    assert "=" not in said


def test_the_page_shows_the_words_of_the_explanations():
    alone = {"whoknows": 1, "agents": ["b"], "worlds": {"w": ["p"]}, "actual": "w", "relations": {}}
    (row,) = good("reasons", model=alone, formula="K_b false")["rows"]
    assert row["text"].endswith("b considers no world possible at w, so everything holds in all of them")


def test_saved_pictures_have_the_chosen_look():
    look = {"layout": "circle", "legend": False, "compact": True}
    plain, chosen = (
        base64.b64decode(good("save", model=MODEL, format="svg", **more)["base64"]).decode()
        for more in ({}, {"look": look})
    )
    assert chosen == str(draw(KripkeModel.from_dict(MODEL), layout="circle", legend=False, names="compact"))
    assert plain != chosen
    assert ask("picture", model=MODEL, look={"layout": "spiral"})[1]["message"].startswith("look.layout")


@pytest.mark.parametrize("typed", ["Ka p", " & ".join(["K_a p"] * 60)])
def test_a_picture_is_saved_with_any_formula_that_the_page_evaluates(typed):
    text = good("formula", model=MODEL, formula=typed)["text"]
    saved = base64.b64decode(good("save", model=MODEL, format="svg", highlight=typed)["base64"]).decode()
    assert saved == str(draw(KripkeModel.from_dict(MODEL), highlight=text))


def test_several_actual_worlds_are_asked_counted_and_compared():
    model = MODEL | {"actual": ["w", "v"]}
    said = good("formula", model=model, formula="p")
    assert (said["actual"], said["truths"]) == (False, [True, False])
    assert good("reasons", model=model, formula="p", at=None)["rows"][0]["world"] == "v"
    found = good("compare", model=model, other=MODEL)
    assert (found["formula"], found["pointed"]) == ("p", True)
    assert found["said"] == "holds at the actual worlds of the other, not at the actual worlds of this model"
    kept = good("change", model=model, change={"kind": "law", "formula": "p"})["model"]
    assert kept["actual"] == "w"


def test_a_system_is_asked_for_a_formula_and_answers_with_a_run():
    text = (Path(__file__).parents[2] / "examples/systems/bit_transmission.ispl").read_text(encoding="utf-8")
    status, found = ask("system", system=text, formula="AF received")
    assert (status, found["holds"], found["run"]["loop"]) == (200, False, 0)
    assert found["rows"][0]["text"].startswith("AF received fails at {bit=0, got=nothing}")
    assert len(found["where"]) == 4
    status, found = ask("system", system=text, formula="AF recieved")
    assert (status, found["error"]) == (422, "Unknown")
    assert "did you mean 'received'" in found["message"]
    status, found = ask("system", system="Agent", formula="p")
    assert status == 422


def test_a_file_in_ispl_opens_as_its_reachable_states_with_its_formulas():
    text = (Path(__file__).parents[2] / "examples/systems/lossy_channel.ispl").read_text(encoding="utf-8")
    found, system = good("open", name="lossy.ispl", text=text), loads_ispl(text)
    assert len(KripkeModel.from_dict(found["model"])) == len(system)
    assert found["model"]["agents"] == [agent for agent in system.agents if agent != "Environment"]
    assert [parse(each["formula"]) for each in found["system"]["formulas"]] == [
        each.formula for each in system.formulas
    ]
    status, found = ask("open", name="lossy.ispl", text=text + " " * 20_000)
    assert (status, found["error"]) == (422, "TooLarge")
    many = text.replace("Vars:", "Vars: more: 0..3000;", 1)
    status, found = ask("open", name="lossy.ispl", text=many)
    assert (status, found["error"]) == (422, "TooLarge")
    assert "states" in found["message"]
