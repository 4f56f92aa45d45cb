"""A model is a value: nothing that it hands out changes it, equal models are equal at once, and pickles are small."""

import pickle

import pytest

from kripke.change.event import Event, EventModel
from kripke.models.kripke_model import KripkeModel

SMALL = KripkeModel.s5({"w1": {"p"}, "w2": set()}, {"a": [["w1", "w2"]]}, "w1")
NAMES = [f"m{i}" for i in range(18)]


def cube() -> KripkeModel:
    return KripkeModel.from_observations(NAMES, {"a": NAMES[1:], "b": NAMES[:-1]}, actual=NAMES)


@pytest.mark.parametrize("part", ["relations", "valuation", "weights", "ranks"])
def test_the_parts_of_a_model_cannot_be_changed(part):
    for model in (SMALL, cube()):
        mapping = getattr(model.structure, part)
        for change in (lambda m: m.clear(), lambda m: m.update(p=1), lambda m: m.__setitem__("p", 1)):
            with pytest.raises(TypeError, match="immutable"):
                change(mapping)


def test_the_parts_of_an_event_model_cannot_be_changed():
    model = EventModel({"e": Event("p", {"q": "p"})}, {"a": [("e", "e")]})
    again = pickle.loads(pickle.dumps(model))
    assert again == model
    for made in (model, again):
        for mapping in (made.events, made.events["e"].post, made.frame.relations):
            with pytest.raises(TypeError, match="immutable"):
                mapping["q"] = None


def test_large_equal_models_are_equal_without_looking_at_each_world():
    assert cube() == cube()
    assert cube() != cube().announce("m3")
    assert cube() != cube().at(set())


def test_cubes_that_hide_differently_may_be_the_same_model():
    alike = [KripkeModel.from_observations(["p", "q"], {"a": seen}, law="~p & ~q") for seen in ([], ["p"], ["p", "q"])]
    assert alike[0] == alike[1] == alike[2]


def test_a_cube_is_pickled_as_its_one_integer():
    model = cube()
    assert model.count("K_a m1") == 2**17
    list(model.structure.relations["a"].labels[:2])  # forms that were made are not pickled
    assert len(pickle.dumps(model)) < 2**18 / 8 + 10_000
    assert pickle.loads(pickle.dumps(model)) == model
