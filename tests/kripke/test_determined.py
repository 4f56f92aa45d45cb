"""Variables that the others determine are not counted: counts stay what they are."""

from dataclasses import replace
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from kripke.symbolic.deals.dealing import deal
from kripke.symbolic.questions.evaluation import extension
from kripke.symbolic.structures import counting
from kripke.symbolic.structures.counting import undetermined
from logic.parser import parse

ATOMS = list("pqrst")
EVERYTHING = KripkeModel.from_observations(ATOMS, {})
DETERMINING = ("s <-> p & q", "t <-> (p | r)", "(s -> p) & (t -> ~s)", "(p & s) | (~p & ~s & q)", "s ^ t", "q -> r")
LITERALS = ("p", "q", "s", "t", "~s", "~t")


def in_parts(parts):
    """A model whose law stays in these parts, and the same with a law in one part."""
    whole = " & ".join(f"({part})" for part in parts)
    model = SymbolicModel(ATOMS, "true", {"a": ["p"]})
    law = tuple(extension(model.knowledge, parse(part)) for part in parts)
    return model.of(replace(model.knowledge, law=law)), whole


@given(st.lists(st.sampled_from(DETERMINING), min_size=2, max_size=4), st.lists(st.sampled_from(LITERALS), max_size=3))
def test_as_many_states_are_counted_in_each_set_as_worlds_are_listed(parts, wanted):
    model, whole = in_parts(parts)
    assert model.count(" & ".join(wanted) or "true") == EVERYTHING.count(" & ".join([whole, *wanted]))


def test_the_fourth_hand_is_left_out_and_each_of_its_cards_has_its_chance():
    cards = [f"{suit}{rank}" for suit in "SHDC" for rank in range(13)]
    law = deal(cards, dict.fromkeys("NESW", 13))
    model = SymbolicModel(law.atoms, law, {seat: law.hand(seat) for seat in "NESW"})
    found = undetermined(model.knowledge)
    own = [reduce(int.__or__, [model.knowledge.atoms[atom].support for atom in law.hand(seat)]) for seat in "NESW"]
    assert found.gone in own
    assert {model.count(f"has({seat},H7)") * 4 for seat in "NESW"} == {model.count()}
    suit_of = dict(zip("NESW", "SHDC", strict=True))
    here = model.at({f"has({seat},{card})" for seat in "NESW" for card in cards if card[0] == suit_of[seat]})
    assert sum(here.degree("N", f"has({seat},H7)") for seat in "ESW") == 1
    assert here.degree("N", "has(W,H7) & has(W,H8)") == here.degree("N", "has(E,H7) & has(E,H8)")


@pytest.mark.parametrize("parts", [["s <-> p & q"], ["p -> q", "q -> r"], ["s <-> p & q", "t <-> s & p"]])
def test_a_variable_in_two_parts_or_with_two_values_stays(parts):
    model, _ = in_parts(parts)
    gone = undetermined(model.knowledge).gone
    assert not gone & reduce(int.__or__, [model.knowledge.atoms[atom].support for atom in "pqrs"])
    assert counting.count(model.knowledge, model.knowledge.atoms["t"]) == model.count("t")
