"""Symbolic models on the page: the same routes as for listed models, and answers that agree with these."""

import base64
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from viz.web.answers import answer

pytestmark = pytest.mark.usefixtures("as_in_a_worker")

GIVEN = {
    "atoms": ["p", "q", "r"],
    "law": "p | q",
    "observes": {"a": ["p"], "b": ["q", "r"]},
    "actual": {"p", "q"},
}
SMALL, LISTED = SymbolicModel(**GIVEN), KripkeModel.from_observations(**GIVEN)
FORMULAS = ["K_a p", "Kw_b p | M_a ~q", "[p] K_b p", "<q> C_{a,b} q", "[p & q] ~K_a r", "p -> K_a (q | M_b r)"]
MANY = [f"p{i}" for i in range(12)]
LARGE = SymbolicModel(MANY, "p0 | p1", {"a": MANY[1:], "b": MANY[:2]}, set(MANY))


def ask(route, **body):
    status, content = answer(route, json.dumps(body).encode())
    return status, json.loads(content)


def good(route, **body):
    status, data = ask(route, **body)
    assert status == 200, data
    return data


def says(route, **body):
    status, data = ask(route, **body)
    assert status == 422
    return data["message"]


@settings(max_examples=20)
@given(st.sampled_from(FORMULAS))
def test_each_part_holds_at_the_same_states_as_in_the_listed_model(text):
    states = [sorted(world) for world in LISTED.worlds]
    one = good("formula", model=SMALL.to_dict(), formula=text, states=states)
    other = good("formula", model=LISTED.to_dict(), formula=text)
    assert one == other


def test_a_state_that_an_announcement_removes_is_not_among_those_behind_it():
    data = good("formula", model=SMALL.to_dict(), formula="[p] q", states=[["q"], ["p", "q"]])
    inner = data["rows"][-1]
    assert (inner["worlds"], inner["left"]) == ([1], "4")


def test_a_drawn_state_that_the_model_lacks_is_an_error():
    assert "law" in says("formula", model=SMALL.to_dict(), formula="p", states=[["r"]])
    said = says("formula", model=SMALL.to_dict(), formula="p", states=[["p", "qq"]])
    assert "no atom 'qq'" in said
    assert "did you mean 'q'?" in said


def test_reasons_name_the_states_as_the_picture_does():
    rows = good("reasons", model=LARGE.to_dict(), formula="~K_a p0")["rows"]
    keys = good("symbolic", model=LARGE.to_dict())["around"]["keys"]
    worlds = {row["world"] for row in rows if "world" in row}
    assert worlds
    assert worlds <= set(keys)


CHANGES = [
    {"kind": "announce", "formula": "p0"},
    {"kind": "announce", "formula": "p0", "to": ["a"], "whether": True},
    {"kind": "private", "formula": "p0", "to": ["a"]},
    {"kind": "say", "formula": "p0"},
    {"kind": "peek", "formula": "p3", "by": ["b"], "noticed": False},
    {"kind": "set", "atom": "p4", "formula": "p5 & p6"},
    {"kind": "events", "text": "event yes: pre p2\nevent no: pre ~p2\na: yes | no\nb: yes no"},
    {"kind": "generated", "at": None, "depth": 1},
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda each: each["kind"])
def test_a_change_gives_the_model_of_the_engine(change):
    after = good("change", model=LARGE.to_dict(), change=change)["model"]
    assert "bits" in after
    told = good("symbolic", model=after)
    assert told["around"]["states"]
    for formula in ("p0", "K_a p0", "Kw_b p3"):
        assert good("formula", model=after, formula=formula)["actual"] is SymbolicModel.from_dict(after).holds(formula)


def test_an_announcement_is_the_engine_s():
    after = good("change", model=LARGE.to_dict(), change={"kind": "announce", "formula": "K_b p0"})["model"]
    assert SymbolicModel.from_dict(after) == LARGE.announce("K_b p0")


def test_a_model_with_few_states_left_is_listed():
    said = " & ".join(MANY[:8])
    after = good("change", model=LARGE.to_dict(), change={"kind": "announce", "formula": said})["model"]
    assert len(after["worlds"]) == 16


def test_the_states_around_one_are_those_that_agents_consider_possible():
    around = good("symbolic", model=LARGE.to_dict())["around"]
    assert around["at"] == MANY
    assert [sorted(set(MANY) - set(state)) for state in around["states"]] == [["p0"], []]
    assert list(around["model"]["worlds"]) == ["¬p0", "this state"]
    assert around["left"] == ["b (1,024)"]
    beside = good("symbolic", model=LARGE.to_dict(), at=around["states"][0])["around"]
    assert set(beside["model"]["worlds"]) == {"this state", "p0"}


def test_other_seeds_draw_other_states_and_the_same_seed_the_same():
    one, same, other = (good("symbolic", model=LARGE.to_dict(), seed=seed)["samples"] for seed in (1, 1, 2))
    assert one == same != other


def test_what_needs_listed_worlds_says_why_it_cannot_be_had():
    model = SymbolicModel([f"p{i}" for i in range(30)], observes={"a": ["p1"]}).to_dict()
    for route, body in (
        ("picture", {}),
        ("compare", {"other": model}),
        ("change", {"change": {"kind": "contract"}}),
        ("save", {"format": "smcdel"}),
    ):
        assert says(route, model=model, **body).startswith("the model has 1,073,741,824 states, and this needs a list")


def test_a_symbolic_model_of_few_states_is_compared_with_a_listed_one():
    assert good("compare", model=SMALL.to_dict(), other=LISTED.to_dict())["formula"] is None


def test_saved_code_makes_the_same_model():
    for form in ("json", "python"):
        saved = good("save", model=SMALL.to_dict(), format=form)
        text = base64.b64decode(saved["base64"]).decode()
        if form == "json":
            assert SymbolicModel.loads(text) == SMALL
        else:
            names = {}
            exec(text, names)
            assert names["model"] == SMALL


def test_a_puzzle_with_many_children_is_symbolic_and_its_models_come_one_by_one():
    given = {"name": "muddy_children", "options": {"n": "20", "muddy": "", "engine": "auto"}}
    story = good("library", **given)
    assert [step["worlds"] for step in story["steps"][:3]] == ["1,048,576", "1,048,575", "1,048,555"]
    assert story["steps"][1]["symbolic"]
    assert story["steps"][1]["model"] is None
    assert SymbolicModel.from_dict(good("library", **given, step=1)["model"]).count() == 2**20 - 1
    assert story["steps"][-1]["worlds"] == "1"
    assert len(good("library", **given, step=len(story["steps"]) - 1)["model"]["worlds"]) == 1
    assert says("library", **given, step=99).startswith("step 99: this story has no model there")


def test_the_engine_of_a_puzzle_can_be_chosen_and_wrong_options_are_named():
    symbolic = {"name": "russian_cards", "options": {"engine": "symbolic"}}
    assert good("library", **symbolic)["steps"][0]["symbolic"]
    assert "'quantum'" in says("library", name="russian_cards", options={"engine": "quantum"})
    assert "engine" not in good("library", name="monty_hall")["options"]
    assert "children" in says("library", name="muddy_children", options={"children": "4"})


def test_a_file_with_a_law_over_many_atoms_opens_as_a_symbolic_model():
    names = ",".join(map(str, range(1, 31)))
    model = good("open", name="m.smcdel.txt", text=f"VARS {names}\nLAW OR({names})\nOBS a: 1\n")["model"]
    assert good("symbolic", model=model)["facts"][0] == ["states", "1,073,741,823"]


def test_the_listed_worlds_of_a_model_are_not_shown_as_states():
    assert "ask for its picture" in says("symbolic", model=LISTED.to_dict())


NINE = [f"m{i}" for i in range(9)]


@pytest.mark.parametrize("atoms", [NINE, MANY], ids=["listed for the search", "diagrams"])
def test_a_plan_for_a_model_with_many_states_goes_from_one_symbolic_model_to_the_next(atoms):
    first, second, *_, last = atoms
    model = SymbolicModel(atoms, f"{first} | {second}", {"a": atoms[1:], "b": atoms[:2]}, set(atoms))
    actions = {"tell": {"kind": "announce", "formula": last}, "b": {"kind": "private", "formula": first, "to": ["a"]}}
    goal = f"K_b {last} & K_a {first} & ~K_b {atoms[3]}"
    found = good("plan", model=model.to_dict(), actions=actions, formula=goal)
    assert sorted(step["name"] for step in found["steps"]) == ["b", "tell"]
    for step in found["steps"]:
        model = SymbolicModel.from_dict(good("change", model=model.to_dict(), change=actions[step["name"]])["model"])
        after = SymbolicModel.from_dict(step["model"])
        for formula in [goal, f"K_b {last}", f"K_a K_b {second}", f"C {last}", f"K_b Kw_a {first}"]:
            assert after.holds(formula) == model.holds(formula)
    assert model.holds(goal)
    assert any(row["text"].startswith(f"K_a {first} holds") for step in found["steps"] for row in step["why"])
