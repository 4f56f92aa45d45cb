"""Announcements and named actions by reduction, against updates of models in the reference semantics."""

from __future__ import annotations

from random import Random

import pytest
from effort import seeds
from oracles import by_elimination, used_atoms
from problems import AGENTS, ATOMS, random_action, random_consequence
from three_worlds import countermodel

from kripke.prove.face import prove
from kripke.semantics import truth
from logic import clauses as f
from whoknows import Event, EventModel, OutOfTime

SYSTEMS = ("K", "T", "S4", "S5", "KD45", "K45", "KB", "K5")
BATCH = 12


@pytest.mark.parametrize("seed", seeds(1, 400))
def test_validity_after_actions_agrees_with_elimination_and_with_small_models(seed: int) -> None:
    """And each countermodel is confirmed by the engines, which update models instead of formulas."""
    for number in range(BATCH):
        rng = Random(f"actions/{seed}/{number}")
        logic = {agent: rng.choice(SYSTEMS) for agent in AGENTS}
        actions, formula = {"act": random_action(rng)}, random_consequence(rng)
        try:
            valid = prove(formula, logic, actions=actions, atoms=ATOMS, time=30).valid
        except OutOfTime:
            continue
        assert by_elimination(formula, logic, (), ATOMS, actions) in (None, valid), (formula, logic, actions)
        inside = [formula, *actions["act"].formulas]
        small = countermodel(rng, formula, logic, [], used_atoms(f.Top(), inside), actions, most=4_000)
        if small.model is not None:
            assert not valid, (formula, logic, actions, small.model)
            assert len(truth(small.model, formula, actions)) < len(small.model), (formula, logic, actions)


def test_worlds_that_are_used_again_have_their_successors_although_what_they_rest_on_changed() -> None:
    test_validity_after_actions_agrees_with_elimination_and_with_small_models(388)


def test_a_lie_is_believed_by_those_who_hear_it_and_no_one_else_notices() -> None:
    lie = EventModel(
        {"told": Event("~p"), "true": Event("p"), "nothing": Event()},
        {"a": [(e, "true") for e in ("told", "true")] + [("nothing", "nothing")],
         "b": [(e, "nothing") for e in ("told", "true", "nothing")]},
        actual="told",
    )  # fmt: skip
    prove("[@lie] B_a p", "KD45", actions={"lie": lie}).check()
    prove("B_b ~B_a p -> [@lie] B_b ~B_a p", "KD45", actions={"lie": lie}).check()
    assert not prove("[@lie] ~B_a false", "KD45", actions={"lie": lie}).valid
    prove("~B_a ~p -> [@lie] ~B_a false", "KD45", actions={"lie": lie}).check()
