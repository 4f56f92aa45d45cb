"""Random systems by local states: states, steps and formulas of past and future, against a plain interpreter."""

from random import Random

import pytest
from effort import seeds
from random_systems import Plain, formula

from kripke.checking.engine.arrays import ArrayAlgebra
from kripke.checking.explicit import extension
from kripke.semantics import lasting, past, remembering, truth
from kripke.time import reachable
from kripke.time.reachable import remembering as histories
from kripke.time.system import System


def compare(seed: int, formulas: int, depth: int) -> None:
    plain = Plain(seed)
    graph, system, rng = plain.graph(), System.from_description(plain.description), Random(seed)
    left = lasting(graph)
    assert frozenset(system.states) == frozenset(left)
    assert frozenset(system.initial) == frozenset(graph.graph["first"]) & frozenset(left)
    name = system.states.name
    steps = {(name(source), name(target)) for source, target in system.structure.time.next.pairs()}
    assert steps == {(w, v) for w, v in graph.graph["next"] if w in left and v in left}
    for _ in range(formulas):
        asked = formula(rng, depth)
        over, without = remembering(left, asked)
        where = truth(over, without)
        starts = [w for w in over.graph["first"] if w in over]
        assert system.holds(asked) == all(w in where for w in starts), str(asked)
        structure, _, hidden = histories(system.structure, asked)
        assert extension(structure, hidden, ArrayAlgebra(structure)) == extension(structure, hidden), str(asked)
        fails = frozenset(over) - where
        for _ in past(asked):
            fails = frozenset(w for w, _ in fails)
        assert frozenset(system.where(asked)) == frozenset(left) - fails, str(asked)


@pytest.mark.parametrize("seed", seeds(15, 500))
def test_random_systems_agree_with_a_plain_interpreter_and_the_reference_semantics(seed):
    compare(seed, 10, 3 + seed % 2)


@pytest.mark.parametrize("seed", seeds(8, 150))
def test_states_taken_few_at_a_time_and_terms_without_tables_make_the_same_system(seed, monkeypatch):
    description = Plain(seed).description
    whole = System.from_description(description).structure
    for name, least in (("CHUNK", 5), ("ROWS", 27), ("TABLE", 1), ("WORD", 3)):
        monkeypatch.setattr(reachable, name, least)
    parts = System.from_description(description).structure
    assert list(whole.worlds) == list(parts.worlds)
    assert whole.time == parts.time
    assert all(whole.relations[agent] == parts.relations[agent] for agent in whole.agents)
    assert all(whole.valuation[atom] == parts.valuation[atom] for atom in whole.atoms)
