"""The arrays of all small models, against the reference semantics one by one."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from effort import seeds
from problems import AGENTS, ATOMS, random_action, random_consequence, random_static
from theorems import random_logic
from three_worlds import all_frames, countermodel, frames, models, plain, words_of

from kripke.semantics import truth
from logic import clauses as f
from logic.parser import parse

FRAMES = {"K": 104, "T": 16, "KB": 20, "B": 4, "S4": 9, "S5": 3}
"""Relations on three worlds up to names: digraphs with and without loops, graphs, preorders, partitions (OEIS A000595,
A000273, A000666, A000088, A001930, A000041)."""


@pytest.mark.parametrize("system", FRAMES)
def test_the_frames_of_three_worlds_are_as_many_as_the_tables_say(system: str) -> None:
    assert len(all_frames((system,), 3)) == FRAMES[system]


def test_all_models_of_two_agents_of_k_are_tried() -> None:
    assert len(all_frames(("K", "K"), 3)) == 44_224  # OEIS A000595 for pairs of relations: Burnside's lemma
    assert frames(Random(0), ("K", "K"), 3, words_of(["p", "q"], 3))[1]


@pytest.mark.parametrize("seed", seeds(15, 1_000))
def test_the_arrays_agree_with_the_reference_semantics(seed: int) -> None:
    rng = Random(seed)
    logic, atoms, size = random_logic(rng), ATOMS[: rng.choice([1, 2, 4])], rng.choice([1, 2, 3])
    while (formula := random_static(rng, list(logic), 10, (f.C, f.D, f.E))).variables or formula.atoms - {*atoms}:
        pass
    rows, _ = frames(rng, tuple(logic.values()), size, words_of(atoms, size))
    m = models(rows, list(logic), atoms, size)
    found = np.broadcast_to(m.truth(formula), m.worlds.shape)
    for _ in range(20):
        frame, number = rng.randrange(len(rows)), rng.randrange(1 << size * len(atoms))
        one = plain(rows[frame], list(logic), atoms, size, number)
        word, bit = divmod(number, 64)
        assert {w for w in range(size) if int(found[frame, w, word]) >> bit & 1} == truth(one, formula), formula


@pytest.mark.parametrize("seed", seeds(10, 500))
def test_the_arrays_agree_with_the_reference_semantics_about_actions(seed: int) -> None:
    rng = Random(f"actions/{seed}")
    logic = {agent: rng.choice(["K", "S4", "S5", "KD45"]) for agent in AGENTS}
    actions, formula, size = {"act": random_action(rng)}, random_consequence(rng), rng.choice([1, 2, 3])
    rows, _ = frames(rng, tuple(logic.values()), size, words_of(ATOMS, size), 4_000)
    m = models(rows, AGENTS, ATOMS, size, actions)
    found = np.broadcast_to(m.truth(formula), m.worlds.shape)
    for _ in range(10):
        frame, number = rng.randrange(len(rows)), rng.randrange(1 << size * len(ATOMS))
        one = plain(rows[frame], AGENTS, ATOMS, size, number)
        word, bit = divmod(number, 64)
        assert {w for w in range(size) if int(found[frame, w, word]) >> bit & 1} == truth(one, formula, actions), (
            formula
        )


def test_a_countermodel_is_found_where_there_is_one() -> None:
    rng = Random(0)
    found = countermodel(rng, parse("K_a p -> K_a K_a p"), {"a": "T"}, [], ["p"])
    assert found.complete
    assert len(found.model) == 3
    assert countermodel(rng, parse("K_a p -> K_a K_a p"), {"a": "S4"}, [], ["p"]).model is None
    assert countermodel(rng, parse("K_a p"), {"a": "K"}, [parse("p")], ["p"]).model is None
    assert countermodel(rng, parse("Kv_a x"), {"a": "S5"}, [], ["x=1", "x=2"]).model is not None
