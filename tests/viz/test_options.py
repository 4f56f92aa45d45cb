"""Options of pictures that cannot be are refused by name, with the value and what was expected."""

import pytest

from kripke.models.kripke_model import KripkeModel
from viz.drawing import draw
from viz.pictures.picture import DrawError

MODEL = KripkeModel.s5({"w1": {"p"}, "w2": set()}, {"a": [["w1", "w2"]]}, "w1")
BAD = [
    {"max_worlds": -5}, {"max_worlds": "x"}, {"max_lines": 0}, {"hubs": "x"}, {"names": "x"}, {"legend": "no"},
    {"title": 3}, {"highlight": 3}, {"engine": 3}, {"timeout": -1}, {"timeout": float("nan")}, {"timeout": "x"},
]  # fmt: skip


@pytest.mark.parametrize("options", BAD, ids=str)
def test_an_option_that_cannot_be_is_refused(options):
    (name,) = options
    with pytest.raises(DrawError, match=f"{name} .*: expected"):
        draw(MODEL, **options)
