"""Models, event models, events and verdicts as Python values: they are written as what makes them, compared, hashed."""

import pickle
from fractions import Fraction
from random import Random

import pytest
from effort import examples, seeds
from hypothesis import assume, given
from randoms import random_event_model, random_structure
from structures import structures

import whoknows
from whoknows import Event, EventModel, KripkeModel, may_read, peek, shuffling

NAMES = {name: getattr(whoknows, name) for name in whoknows.__all__}
WORLDS = {"w": {"p"}, "v": set()}
CLASSES = {"a": [["w", "v"]], "b": [["w"], ["v"]]}
MODEL = KripkeModel.s5(WORLDS, CLASSES, actual="w")


def again(value):
    """What the value's text says, with the public names alone."""
    return eval(repr(value), dict(NAMES))


@examples(60)
@given(structures())
def test_a_model_is_written_as_what_makes_it(structure):
    model = KripkeModel.of(structure)
    assume(len(repr(model)) > 100)  # else it is too long to be written
    assert again(model) == model
    assert again(model).structure.weights == structure.weights
    assert again(model).structure.ranks == structure.ranks


@pytest.mark.parametrize("seed", seeds(2, 10))
def test_an_event_model_is_written_as_what_makes_it(seed):
    rng = Random(seed)
    made = [random_event_model(rng, random_structure(rng)) for _ in range(20)]
    assert any(model.frame.weights for model in made)
    assert any(model.frame.ranks for model in made)
    for model in made:
        assert again(model) == model


def test_event_models_that_differ_in_weights_are_written_differently():
    both = [("e", "e"), ("e", "f"), ("f", "e"), ("f", "f")]
    made = [
        EventModel({"e": Event(), "f": Event()}, {"a": both}, **numbers)
        for numbers in ({}, {"weights": {"a": {"e": "1/3", "f": 1}}}, {"ranks": {"a": {"e": 0, "f": 1}}})
    ]
    assert len({repr(model) for model in made}) == 3
    assert len(set(made)) == 3
    assert made[0] != made[1] != made[2]


def test_numbers_too_long_to_be_read_again_are_not_written():
    small = Fraction(1, 3**1_000)
    model = KripkeModel.s5(WORLDS, CLASSES, weights={"a": {"w": small, "v": 1}})
    assert repr(model) == "<KripkeModel: 2 worlds, 2 agents, 1 atom>"
    ranked = KripkeModel.s5(WORLDS, CLASSES, ranks={"a": {"w": 10**5_000, "v": 1}})
    assert repr(ranked) == "<KripkeModel: 2 worlds, 2 agents, 1 atom>"


def test_a_model_of_knowledge_is_written_by_its_classes():
    assert repr(MODEL) == (
        "KripkeModel.s5(worlds={'w': {'p'}, 'v': set()}, partitions={'a': [['w', 'v']], 'b': [['w'], ['v']]}, "
        "actual='w', atoms=['p'])"
    )


def test_a_long_model_is_counted_not_written():
    model = KripkeModel.s5({i: {"p"} for i in range(200)}, {"a": [range(200)]})
    assert repr(model) == "<KripkeModel: 200 worlds, 1 agent, 1 atom>"
    assert len(repr(KripkeModel.from_observations([f"p{i}" for i in range(6)], {"a": []}))) < 100


def test_large_event_models_are_counted_not_written():
    assert repr(shuffling(list("abcde"), [1, 2])) == "<EventModel: 120 events, 0 agents by name>"
    names = [f"e{number}" for number in range(20)]
    many = EventModel(dict.fromkeys(names, Event("p")), {"a": [(e, f) for e in names for f in names]}, names[0])
    assert repr(many) == "<EventModel: 20 events, 1 agent by name>"


@pytest.mark.parametrize(
    "action",
    [
        whoknows.semi_private("p & q", "a"),
        whoknows.semi_private("p", ["a", "b"]),
        whoknows.announcement_whether("p"),
        whoknows.announcement_whether("p", to=["a", "b"]),
        whoknows.radical_upgrade("p"),
        whoknows.radical_upgrade("p", "a"),
        whoknows.conservative_upgrade("p | q", ["b", "a"]),
        whoknows.conservative_upgrade("p"),
        whoknows.Likelihood("a", {"p": 0.9, "~p": Fraction(1, 3)}, repair=True),
        whoknows.Likelihood("a", [("p", "0.1234567890123456789"), ("p", 1), ("~p", 0)]),
        whoknows.Evidence("a", "p & q", gain=0.3, loss=Fraction(1, 7)),
        whoknows.Trust("a", "b", rate="1/3"),
    ],
    ids=repr,
)
def test_actions_are_written_with_public_names(action):
    assert again(action) == action
    assert type(again(action)) is type(action)


def test_models_cannot_be_changed():
    for value, names in ((MODEL, ("structure", "_engine", "new")), (peek("p", "a"), ("events", "frame", "new"))):
        before = repr(value)
        for name in names:
            with pytest.raises(AttributeError, match=f"{name}: a model is immutable"):
                setattr(value, name, None)
        with pytest.raises(AttributeError, match="a model is immutable"):
            delattr(value, names[0])
        assert repr(value) == before
    assert pickle.loads(pickle.dumps(peek("p", "a"))) == peek("p", "a")
    assert pickle.loads(pickle.dumps(MODEL)) == MODEL


def test_equal_values_have_equal_hashes_whatever_the_order():
    other = KripkeModel.s5({"v": set(), "w": ["p"]}, {"b": [["v"], ["w"]], "a": [["v", "w"]]}, actual="w", atoms=["p"])
    assert other == MODEL
    assert len({MODEL, other, MODEL.at("v"), MODEL.at(None)}) == 3
    assert len({peek("p", "a"), peek("p", "a"), peek("p", "b"), peek("q", "a")}) == 3
    assert len({Event("p"), Event("p"), Event("p", {"q": "p"}), Event("p", {"q": "p"})}) == 2
    assert len({MODEL.check("p"), MODEL.check("p"), MODEL.check("~p")}) == 2


def test_a_cube_has_the_hash_of_the_same_model_given_by_its_worlds():
    cube = KripkeModel.from_observations(["p", "q"], {"a": ["p"]}, actual={"q"})
    given_out = eval(repr(cube), dict(NAMES))
    assert cube == given_out
    assert hash(cube) == hash(given_out)


def test_explanations_of_the_same_thing_are_equal():
    one, two = (MODEL.check("K_a p & K_b p").explain() for _ in range(2))
    assert one == two
    assert hash(one) == hash(two)
    assert one != MODEL.check("K_a p").explain()
    assert one != MODEL.at("v").check("K_a p & K_b p").explain()
    assert one != str(one)


def test_models_and_event_models_are_containers_of_their_worlds_and_events():
    assert list(MODEL) == ["w", "v"]
    assert "w" in MODEL
    assert "x" not in MODEL
    assert ["w"] not in MODEL
    letter = may_read("p", "a")
    assert list(letter) == ["yes", "no", "unread"]
    assert len(letter) == 3
    assert "yes" in letter
    assert ["yes"] not in letter
