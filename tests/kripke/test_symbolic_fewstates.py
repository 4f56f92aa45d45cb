"""A symbolic model of few states that is asked much lists them once; nobody should notice but by the clock."""

import pytest

from kripke.change.actions.announcements import announcement_whether, private_announcement, semi_private
from kripke.data.errors import ModelError, UnknownAgent, UnknownAtom
from kripke.models.symbolic_model import SymbolicModel
from kripke.symbolic import fewstates

PQR = {"atoms": ["p", "q", "r"], "law": "p | q | r", "observes": {"a": ["p"], "b": ["q ^ r"]}, "actual": ["p"]}


@pytest.fixture
def patient(monkeypatch):
    """As users have it."""
    monkeypatch.setattr(fewstates, "MUCH", 128)


def is_listed(model):
    return model._asked.listed is not None


def ask_much(model, formula="K_a p & ~K_b q & [q] ~K_a r"):
    return [model.holds(formula) for _ in range(60)]


def test_a_model_of_seven_states_is_listed_after_a_while_and_its_answers_stay(patient):
    model = SymbolicModel(**PQR)
    answers = ask_much(model)
    assert is_listed(model)
    assert len(set(answers)) == 1
    assert (model.count("q"), model.count(), model.valid("p | q | r"), model.valid("p")) == (4, 7, True, False)
    assert model.holds("q & ~r", at={"q"})


def test_one_question_lists_nothing(patient):
    model = SymbolicModel(**PQR)
    assert model.holds("K_a p")
    assert not is_listed(model)


@pytest.mark.parametrize(
    "spec",
    [
        {"atoms": [f"p{i}" for i in range(10)], "observes": {"a": ["p0"]}, "actual": ["p0"]},
        {"atoms": [f"p{i}" for i in range(60)], "law": "p0 | p1", "observes": {"a": ["p0"]}, "actual": ["p0"]},
        {**PQR, "believes": {"a": "q"}},
        {
            "atoms": [f"p{i}" for i in range(70)],
            "law": [f"~p{i}" for i in range(3, 70)],
            "observes": {"a": ["p0"]},
            "actual": ["p0"],
        },
    ],
    ids=["too many states", "too many bits that the law leaves free", "a relation", "too many atoms"],
)
def test_other_models_are_never_listed(lists_from_the_first_question, spec):
    model = SymbolicModel(**spec)
    ask_much(model, "K_a " + spec["atoms"][0])
    assert not is_listed(model)


@pytest.mark.parametrize(
    "action", [private_announcement("p", to="a"), semi_private("p", to="b"), announcement_whether("q", to="a")]
)
def test_what_is_asked_after_updates_is_answered_alike(patient, action):
    one, two = (SymbolicModel(**PQR).update(action) for _ in range(2))
    ask_much(one)
    questions = ["K_a p", "Kw_b p", "K_b Kw_a q", "[p] C p", "B_b ~K_a p", "M_b (q & ~Kw_a q)"]
    for state in one.extension():
        assert [one.holds(each, at=state) for each in questions] == [two.holds(each, at=state) for each in questions]


@pytest.mark.parametrize(("formula", "error"), [("K_z p", UnknownAgent), ("K_a zebra", UnknownAtom)])
def test_wrong_names_get_the_same_message(lists_from_the_first_question, monkeypatch, formula, error):
    with pytest.raises(error) as listed:
        SymbolicModel(**PQR).holds(formula)
    monkeypatch.setattr(fewstates, "MUCH", 10**9)
    with pytest.raises(error) as diagrams:
        SymbolicModel(**PQR).holds(formula)
    assert str(listed.value) == str(diagrams.value)


@pytest.mark.parametrize("formula", ["D p", "D_{a,b} q", "B_a p", "[p!{a}] K_a p", "[p?] K_b p"])
def test_what_a_list_is_slower_at_is_asked_of_the_diagrams(lists_from_the_first_question, formula):
    model = SymbolicModel(**PQR)
    ask_much(model, formula)
    assert not is_listed(model)


def test_what_a_list_was_asked_is_remembered(lists_from_the_first_question, monkeypatch):
    model = SymbolicModel(**PQR)
    answer = model.holds("K_a p | Kw_b q")
    monkeypatch.setattr(fewstates, "extension", None)
    assert model.holds("K_a p | Kw_b q") == answer


@pytest.mark.parametrize("ask", ["holds", "valid", "count"])
@pytest.mark.parametrize("actions", [[], 0, ""])
def test_actions_that_are_none_are_refused_of_a_list_too(lists_from_the_first_question, ask, actions):
    model = SymbolicModel(**PQR)
    ask_much(model)
    assert is_listed(model)
    with pytest.raises(ModelError, match=r"actions .*: expected a mapping"):
        getattr(model, ask)("p", actions=actions)
