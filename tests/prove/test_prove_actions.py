"""Announcements and named actions by reduction, against updates of models in the reference semantics."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from effort import seeds
from problems import ATOMS, random_static, small_models

from kripke.prove.face import prove, satisfiable
from kripke.semantics import truth
from logic import clauses as f
from logic.formula import Formula
from whoknows import Event, EventModel, OutOfTime

AGENTS = ["a", "b"]
SYSTEMS = ("K", "T", "S4", "S5", "KD45", "K45", "KB", "K5")
BATCH = 12


def random_action(rng: Random) -> EventModel:
    names = [f"e{i}" for i in range(rng.randint(1, 3))]
    groups = (f.D,)
    events = {}
    for name in names:
        post = {p: random_static(rng, AGENTS, 3, groups) for p in ("p", "q") if rng.random() < 0.3}
        events[name] = Event(random_static(rng, AGENTS, rng.randint(1, 4), groups), post)
    pairs = {agent: [(d, e) for d in names for e in names if rng.random() < 0.6] for agent in AGENTS}
    return EventModel(events, pairs, rng.choice([None, names[0]]))


def random_question(rng: Random) -> Formula:
    inside = random_static(rng, AGENTS, rng.randint(2, 6), rng.choice([(f.C,), (f.C, f.D), (f.E,)]))
    formula: Formula = rng.choice([f.Act, f.ActDual])("act", inside)
    for _ in range(rng.randint(0, 2)):
        formula = rng.choice(
            [
                f.Not(formula),
                f.K(rng.choice(AGENTS), formula),
                f.C(None, formula),
                f.And(formula, random_static(rng, AGENTS, 3, (f.C,))),
                f.Act("act", formula),
                f.Announce(random_static(rng, AGENTS, 2, (f.D,)), formula, rng.choice([None, ["a"]])),
                f.R(None, formula),
            ]
        )
    return formula


@pytest.mark.parametrize("seed", seeds(5, 400))
def test_what_holds_somewhere_after_an_action_is_satisfiable(seed: int) -> None:
    """And each model that is found is confirmed by the engines, which update models instead of formulas."""
    for number in range(BATCH):
        rng = Random(f"actions/{seed}/{number}")
        logic = {agent: rng.choice(SYSTEMS) for agent in AGENTS}
        action, formula = random_action(rng), random_question(rng)
        try:
            found = satisfiable(formula, logic, actions={"act": action}, atoms=ATOMS, time=30)
        except OutOfTime:
            continue
        for size in (1, 2, 3):
            for m in small_models(rng, logic, ATOMS, size, 10):
                if truth(replace(m, actions={"act": action}), formula):
                    assert found is not None, (formula, logic, action, m)


def test_worlds_that_are_used_again_have_their_successors_although_what_they_rest_on_changed() -> None:
    test_what_holds_somewhere_after_an_action_is_satisfiable(388)


def test_a_lie_is_believed_by_those_who_hear_it_and_no_one_else_notices() -> None:
    lie = EventModel(
        {"told": Event("~p"), "true": Event("p"), "nothing": Event()},
        {"a": [(e, "true") for e in ("told", "true")] + [("nothing", "nothing")],
         "b": [(e, "nothing") for e in ("told", "true", "nothing")]},
        actual="told",
    )  # fmt: skip
    assert prove("[@lie] B_a p", "KD45", actions={"lie": lie}).valid
    assert prove("B_b ~B_a p -> [@lie] B_b ~B_a p", "KD45", actions={"lie": lie}).valid
    assert not prove("[@lie] ~B_a false", "KD45", actions={"lie": lie}).valid
    assert prove("~B_a ~p -> [@lie] ~B_a false", "KD45", actions={"lie": lie}).valid
