"""Random systems with perfect recall: formulas against all histories one by one, and against exhausted kinds."""

from random import Random

import pytest
from effort import seeds, thorough
from unrolled import Exhausted, Unrolled, random_formula, random_system

from kripke.data.errors import Undecided
from kripke.space.stepping import SystemRecall
from logic.clauses import AX, EX, Atom, C, disj
from whoknows import Event, EventModel, KripkeModel


@pytest.mark.parametrize("seed", seeds(13, 500))
def test_past_and_next_agree_with_all_histories_one_by_one(seed):
    r, system = Random(seed), random_system(seed)
    asked = SystemRecall(system.structure())
    for steps in (0, 1, 3, 6):
        formula = random_formula(r, 4, steps=steps)
        assert asked.ask(formula) == Unrolled(system).holds(formula), str(formula)


@pytest.mark.parametrize("seed", seeds(13, 500))
def test_knowledge_after_steps_agrees_with_updates_step_by_step(seed):
    r, system = Random(seed), random_system(seed)
    states = range(system.size)
    facts = {w: {f"at={w}", *[p for p, where in system.true.items() if w in where]} for w in states}
    vocabulary = sorted({*system.true, *[f"at={w}" for w in states]})
    cells = {a: [[w for w in system.first if local[w] == k] for k in {*local}] for a, local in system.local.items()}
    model = KripkeModel.s5(
        {w: facts[w] for w in system.first}, {a: [c for c in cs if c] for a, cs in cells.items()}, atoms=vocabulary
    )
    step = EventModel.s5(
        {
            f"to {w}": Event(
                disj([Atom(f"at={v}") for v in states if w in system.next[v]]),
                {p: "true" if p in facts[w] else "false" for p in vocabulary},
            )
            for w in states
        },
        {a: [[f"to {w}" for w in states if local[w] == k] for k in {*local}] for a, local in system.local.items()},
    )
    asked = SystemRecall(system.structure())
    for steps in range(7):
        formula = random_formula(r, 3, steps=0, past=False)
        later = formula
        for _ in range(steps):
            later = AX(later)
        assert all(asked.ask(later)) == model.valid(formula), f"{steps} steps: {formula}"
        model = model.update(step)


@pytest.mark.parametrize("seed", seeds(13, 500))
def test_six_steps_with_three_agents_agree_with_all_histories(seed):
    r, system = Random(seed), random_system(seed, agents="abc", most=4)
    for _ in range(2):
        formula = random_formula(r, 2, agents="abc", changes=seed % 2)
        for _ in range(6):
            formula = r.choice([EX, AX])(formula)
        assert SystemRecall(system.structure()).ask(formula) == Unrolled(system).holds(formula), str(formula)


@pytest.mark.parametrize("seed", seeds(13, 500))
def test_unbounded_operators_agree_where_the_kinds_of_histories_are_exhausted(seed):
    r, system = Random(seed), random_system(seed)
    asked, plain = SystemRecall(system.structure(), limit=2_000), Exhausted(system)
    for _ in range(4):
        formula = random_formula(r, 4, past=False, changes=False, unbounded=True)
        if plain.kinds is None:
            continue
        assert asked.ask(formula) == plain.holds(formula), str(formula)


@pytest.mark.parametrize("seed", seeds(13, 500))
def test_what_is_decided_with_few_knowledge_states_is_right(seed):
    r, system = Random(seed), random_system(seed)
    few, many = SystemRecall(system.structure(), limit=r.choice([3, 6, 12])), SystemRecall(system.structure())
    for _ in range(4):
        formula = random_formula(r, 4, unbounded=True)
        try:
            found = few.ask(formula)
        except Undecided:
            continue
        assert found == many.ask(formula), str(formula)


def test_at_most_a_tenth_of_the_questions_stay_open():
    undecided = asked = 0
    for seed in range(60 if thorough() else 20):
        r, system = Random(seed), random_system(seed)
        recall = SystemRecall(system.structure(), limit=2_000)
        for _ in range(3):
            formula = C(None, random_formula(r, 3, past=False, changes=False, unbounded=True))
            asked += 1
            try:
                recall.ask(formula)
            except Undecided:
                undecided += 1
    assert undecided <= asked / 10
