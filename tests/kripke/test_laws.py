"""Laws of the logics hold on random models of their frames, and what is no law fails on some."""

from random import Random

import pytest
from randoms import random_formula, random_structure

from kripke.checking.explicit import extension
from kripke.data.frames import system
from logic.parser import parse
from logic.shared import substitute

S5 = {
    "distribution": "K_a (p -> q) -> K_a p -> K_a q",
    "truth": "K_a p -> p",
    "positive introspection": "K_a p -> K_a K_a p",
    "negative introspection": "~K_a p -> K_a ~K_a p",
    "everybody": "E_{a,b} p <-> K_a p & K_b p",
    "common knowledge is a fixed point": "C_{a,b} p <-> E_{a,b} (p & C_{a,b} p)",
    "induction": "C_{a,b} (p -> E_{a,b} p) -> p -> C_{a,b} p",
    "distributed knowledge is more": "K_a p -> D_{a,b} p",
    "pooling": "K_a p & K_b (p -> q) -> D_{a,b} q",
    "knowing whether": "Kw_a p <-> K_a p | K_a ~p",
    "duality": "M_a p <-> ~K_a ~p",
}
ANY_FRAME = {
    "distribution": "K_a (p -> q) -> K_a p -> K_a q",
    "C implies E": "C_{a,b} p -> E_{a,b} p",
    "C implies E E": "C_{a,b} p -> E_{a,b} E_{a,b} p",
    "C unfolds": "C_{a,b} p <-> E_{a,b} p & E_{a,b} C_{a,b} p",
    "D of one is K": "D_{a} p <-> K_a p",
    "belief without weights is the box": "K_a p -> B_a p",
}
ANNOUNCEMENT = {
    "atoms stay": "[p] q <-> (p -> q)",
    "negation": "[p] ~q <-> (p -> ~[p] q)",
    "conjunction": "[p] (q & r) <-> [p] q & [p] r",
    "knowledge": "[p] K_a q <-> (p -> K_a (p -> [p] q))",
    "composition": "[p] [q] r <-> [p & [p] q] r",
    "dual": "<p> q <-> p & [p] q",
    "executable only if true": "<p> true <-> p",
    "learning whether": "[p?] K_a q <-> (p -> K_a (p -> [p?] q)) & (~p -> K_a (~p -> [p?] q))",
    "to a group, for a member": "[p!{a}] q <-> (p -> [p?{a}] q)",
    "to a group, others notice nothing new": "[p!{a}] K_b r <-> (p -> K_b [p?{a}] r)",
}
NO_LAWS = {
    "what is true is known": "p -> K_a p",
    "what is possible is known": "M_a p -> K_a p",
    "what all know is common": "E_{a,b} p -> C_{a,b} p",
    "what all know twice is common": "E_{a,b} E_{a,b} p -> C_{a,b} p",
    "what is distributed is known": "D_{a,b} p -> K_a p | K_b p",
    "what is announced is known": "[p & ~K_a p] K_a (p & ~K_a p)",
    "knowledge is shared": "K_a p -> K_b p",
    "belief in a disjunction": "K_a (p | q) -> K_a p | K_a q",
}


def structures(frame, count, seed):
    rng = Random(seed)
    found = 0
    while found < count:
        structure = random_structure(rng, most_worlds=12, frame=frame)
        if len(structure.agents) >= 2:
            found += 1
            yield rng, structure


def instances(law, rng, agents):
    """The law itself, and with formulas for its atoms."""
    yield parse(law)
    yield substitute(parse(law), {atom: random_formula(rng, agents, 5) for atom in "pqr"})


@pytest.mark.parametrize("law", S5.values(), ids=S5.keys())
def test_a_law_of_s5_holds_on_every_s5_model(law):
    for rng, structure in structures("S5", 40, 1):
        for formula in instances(law, rng, structure.agents):
            assert len(extension(structure, formula)) == structure.size, (law, formula)


@pytest.mark.parametrize("law", ANY_FRAME.values(), ids=ANY_FRAME.keys())
@pytest.mark.parametrize("frame", ["any", "KD45", "K45", "T", "S4"])
def test_a_law_of_every_frame_holds_on_every_model(law, frame):
    for rng, structure in structures(frame, 20, 2):
        if structure.weights or structure.ranks:
            continue
        for formula in instances(law, rng, structure.agents):
            assert len(extension(structure, formula)) == structure.size, (law, formula)


@pytest.mark.parametrize("law", ANNOUNCEMENT.values(), ids=ANNOUNCEMENT.keys())
def test_a_law_of_announcements_holds_for_atoms_on_every_model(law):
    for frame in ("any", "S5", "KD45"):
        for _, structure in structures(frame, 15, 3):
            assert len(extension(structure, parse(law))) == structure.size, law


@pytest.mark.parametrize("formula", NO_LAWS.values(), ids=NO_LAWS.keys())
def test_what_is_no_law_of_s5_fails_on_a_model_that_is_found(formula):
    question = parse(formula)
    counter = next(
        structure for _, structure in structures("S5", 2_000, 4) if len(extension(structure, question)) < structure.size
    )
    assert all(system(properties) == "S5" for properties in _properties(counter))


def _properties(structure):
    from kripke.data.frames import properties

    return [properties(structure, agent) for agent in structure.agents]


def test_moores_sentence_is_false_after_it_is_announced_truthfully():
    for _, structure in structures("S5", 60, 5):
        assert len(extension(structure, parse("[p & ~K_a p] ~(p & ~K_a p)"))) == structure.size


def test_common_knowledge_is_not_reflexive_where_the_relations_are_not():
    from kripke.models.kripke_model import KripkeModel

    m = KripkeModel({"w": set(), "v": {"p"}}, {"a": [("w", "v"), ("v", "v")]}, actual="w")
    assert m.holds("C p & ~p")
    assert m.holds("E p & B_a p")
