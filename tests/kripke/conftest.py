"""What the tests of models share."""

import sys

import pytest

from kripke.symbolic import fewstates


@pytest.fixture(autouse=True)
def diagrams_answer_however_much_is_asked(monkeypatch):
    """A symbolic model of few states lists them after a while; these tests want to know what its diagrams say."""
    monkeypatch.setattr(fewstates, "MUCH", sys.maxsize)


@pytest.fixture
def lists_from_the_first_question(monkeypatch):
    """Few states are listed before anything was asked."""
    monkeypatch.setattr(fewstates, "MUCH", 0)
