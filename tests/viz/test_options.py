"""Options of pictures that cannot be are refused by name, with the value and what was expected."""

import numpy as np
import pytest

from kripke.models.kripke_model import KripkeModel
from viz.drawing import draw
from viz.pictures.picture import DrawError
from viz.update_pictures import draw_update

MODEL = KripkeModel.s5({"w1": {"p"}, "w2": set()}, {"a": [["w1", "w2"]]}, "w1")
BAD = [
    {"max_worlds": -5}, {"max_worlds": "x"}, {"max_lines": 0}, {"hubs": "x"}, {"names": "x"}, {"legend": "no"},
    {"title": 3}, {"highlight": 3}, {"engine": 3}, {"timeout": -1}, {"timeout": float("nan")}, {"timeout": "x"},
    {"palette": ["tol"]}, {"size": [12]}, {"agents": [1]}, {"positions": {"w1": 3, "w2": (0, 1)}}, {"dpi": "many"},
    {"font": "two\nrows"},
]  # fmt: skip


@pytest.mark.parametrize("options", BAD, ids=str)
def test_an_option_that_cannot_be_is_refused(options):
    (name,) = options
    with pytest.raises(DrawError, match=f"{name}.*: expected"):
        draw(MODEL, **options)


def test_a_world_that_is_a_list_is_no_world():
    with pytest.raises(DrawError, match=r"worlds: there is no world \['w1'\]"):
        draw(MODEL, worlds=[["w1"]])


def test_names_of_agents_that_can_be_read_once_choose_the_same_lines_in_each_picture():
    after = MODEL.announce("p")
    assert draw_update(MODEL, after, agents=iter(["a"])) == draw_update(MODEL, after, agents=["a"])


def test_agents_may_be_an_array():
    assert draw(MODEL, agents=np.array(["a", "a"])) == draw(MODEL, agents=["a"])
