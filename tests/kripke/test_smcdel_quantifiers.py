"""Quantifiers over atoms mixed with modal operators, against an evaluation state by state as SMCDEL defines it."""

from itertools import product
from random import Random

import pytest
from effort import seeds

from kripke.formats import smcdel_symbolic
from kripke.formats.smcdel import read

ATOMS = (1, 2, 3)
SEES = {"a": (1,), "b": (2, 3), "c": (1, 3)}
STATES = [frozenset(v for v, bit in zip(ATOMS, bits, strict=True) if bit) for bits in product([0, 1], repeat=3)]
TEXTS = {
    "Top": "Top",
    "atom": "{0}",
    "not": "~({0})",
    "and": "({0} & {1})",
    "or": "({0} | {1})",
    "that": "({0} knows that ({1}))",
    "whether": "({0} knows whether ({1}))",
    "announce": "[! {0}] ({1})",
    "Forall": "(Forall {0} ({1}))",
    "Exists": "(Exists {0} ({1}))",
}
BOOLEAN = ("not", "and", "or", "Forall", "Exists")


def random_formula(rng: Random, depth: int, kinds: tuple[str, ...]) -> tuple:
    if depth == 0:
        return rng.choice([("Top",), *[("atom", v) for v in ATOMS]])
    kind = rng.choice(kinds)
    sub = random_formula(rng, depth - 1, kinds)
    if kind in ("and", "or", "announce"):
        return kind, random_formula(rng, depth - 1, kinds), sub
    if kind in ("Forall", "Exists"):
        return kind, tuple(sorted(rng.sample(ATOMS, rng.choice([1, 1, 2])))), sub
    return (kind, sub) if kind == "not" else (kind, rng.choice("abc"), sub)


def text(formula: object) -> str:
    if not isinstance(formula, tuple):
        return str(formula)
    if isinstance(formula[0], int):
        return ",".join(map(str, formula))
    return TEXTS[formula[0]].format(*map(text, formula[1:]))


def holds(formula: tuple, state: frozenset[int], law: list[frozenset[int]]) -> bool:
    kind, *parts = formula
    if kind in ("Top", "atom"):
        return kind == "Top" or parts[0] in state
    if kind == "not":
        return not holds(parts[0], state, law)
    if kind in ("and", "or"):
        return (all if kind == "and" else any)(holds(part, state, law) for part in parts)
    if kind == "announce":
        return not holds(parts[0], state, law) or holds(
            parts[1], state, [other for other in law if holds(parts[0], other, law)]
        )
    if kind in ("Forall", "Exists"):
        changed = [other for other in STATES if other - set(parts[0]) == state - set(parts[0])]
        return (all if kind == "Forall" else any)(holds(parts[1], other, law) for other in changed)
    alike = [other for other in law if all((v in other) == (v in state) for v in SEES[parts[0]])]
    values = {holds(parts[1], other, law) for other in alike}
    return values <= {True} if kind == "that" else len(values) < 2


@pytest.mark.parametrize("seed", seeds(8, 60))
def test_random_questions_hold_at_the_states_where_smcdel_says(seed: int) -> None:
    rng = Random(seed)
    law: list[frozenset[int]] = []
    while not law:
        condition = random_formula(rng, 2, BOOLEAN)
        law = [state for state in STATES if holds(condition, state, [])]
    questions = [random_formula(rng, 4, (*BOOLEAN, "that", "that", "whether", "announce")) for _ in range(5)]
    asked = "\n".join(f"WHERE? {text(question)}" for question in questions)
    file = read(f"VARS 1,2,3 LAW {text(condition)} OBS a: 1 b: 2,3 c: 1,3\n{asked}", expand=False)
    for question, answer in zip(questions, smcdel_symbolic.answer(file), strict=True):
        expected = {tuple(sorted(state)) for state in law if holds(question, state, law)}
        assert set(answer.value) == expected, answer.query.text
