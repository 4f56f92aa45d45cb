"""The two forms of explicit models, integers for small ones and arrays for others; and a way to have only arrays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from kripke.change import product
from kripke.checking import build, explicit
from kripke.data import cube, frames, relation, worlds
from kripke.formats import model_table
from kripke.sameness import bisimulation, invariance


@contextmanager
def arrays() -> Iterator[None]:
    """Meanwhile no model is small."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (bisimulation, build, cube, explicit, frames, invariance, product, relation, model_table, worlds):
            patch.setattr(module, "SMALL", 0)
        yield


@pytest.fixture(params=["integers", "arrays"], scope="module")
def form(request: pytest.FixtureRequest) -> Iterator[None]:
    """All tests of a file on both forms."""
    if request.param == "integers":
        yield
    else:
        with arrays():
            yield
