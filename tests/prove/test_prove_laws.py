"""Laws of validity, on random formulas: duality, necessitation, substitution, stronger logics, and groups."""

from __future__ import annotations

from random import Random

from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from problems import ATOMS, GROUPS, random_static
from theorems import Maker, random_logic, random_question

from kripke.data.frames import SYSTEMS, required
from kripke.prove.face import entails, prove, satisfiable
from logic import clauses as f
from logic.formula import Formula
from logic.node_table import flatten, rebuild

chance = st.randoms(use_true_random=False)


def valid(formula: Formula, logic: object, theory: object = ()) -> bool:
    return prove(formula, logic, theory, atoms=ATOMS).valid


def put_in(formula: Formula, put: Formula) -> Formula:
    """The formula with another one for the atom p."""
    built: list[Formula] = []
    for node, kids in flatten(formula).rows:
        built.append(put if node == f.Atom("p") else rebuild(node, [built[kid] for kid in kids]))
    return built[-1]


def without_duals(formula: Formula) -> Formula:
    """The formula with negated boxes for diamonds."""
    built: list[Formula] = []
    for node, kids in flatten(formula).rows:
        new = rebuild(node, [built[kid] for kid in kids])
        match new:
            case f.M(agent, inside):
                new = f.Not(f.K(agent, f.Not(inside)))
            case f.AnnounceDual(said, then, group):
                new = f.Not(f.Announce(said, f.Not(then), group))
        built.append(new)
    return built[-1]


@examples(200)
@given(chance)
def test_a_diamond_is_a_negated_box_of_the_negation(rng: Random) -> None:
    formula, logic, theory = random_question(rng)
    assert valid(f.Iff(formula, without_duals(formula)), logic)
    assert valid(formula, logic, theory) == valid(without_duals(formula), logic, theory)


@examples(200)
@given(chance)
def test_a_formula_is_valid_if_its_negation_has_no_model(rng: Random) -> None:
    formula, logic, theory = random_question(rng)
    assert valid(formula, logic, theory) == (satisfiable(f.Not(formula), logic, theory, atoms=ATOMS) is None)
    assert not (valid(formula, logic) and valid(f.Not(formula), logic))


@examples(100)
@given(chance)
def test_what_is_valid_is_known_by_all_and_commonly(rng: Random) -> None:
    formula, logic, theory = random_question(rng)
    if valid(formula, logic, theory):
        m = Maker(rng, logic, (f.C, f.D, f.E))
        assert valid(m.box(formula), logic, theory)
        assert valid(m.box(m.box(formula)), logic, theory)


@examples(200)
@given(chance)
def test_a_theory_is_known_by_all_and_commonly(rng: Random) -> None:
    formula, logic, theory = random_question(rng)
    m = Maker(rng, logic, (f.C, f.D, f.E))
    assert valid(m.box(formula), logic, [*theory, formula])


@examples(200)
@given(chance)
def test_a_premise_can_move_into_the_formula(rng: Random) -> None:
    formula, logic, theory = random_question(rng)
    premise = Maker(rng, logic, (f.C, f.D)).small()
    assert entails([premise], formula, logic, theory, atoms=ATOMS).valid == valid(
        f.Implies(premise, formula), logic, theory
    )


@examples(200)
@given(chance)
def test_substitution_keeps_validities_without_changes_valid(rng: Random) -> None:
    """What changes a model is not closed under substitution: [p] p is valid, [p & ~K p] (p & ~K p) is not; nor is
    R_{a,b} p <-> p, with K_a p in place of p."""
    formula, logic, theory = random_question(rng)
    changes = (f.Announce, f.AnnounceDual, f.AnnounceWhether, f.R)
    static = not any(isinstance(node, changes) for each in (formula, *theory) for node in each.subformulas())
    if static and valid(formula, logic, theory):
        put = random_static(rng, list(logic), 3, (f.C,))
        assert valid(put_in(formula, put), logic, [put_in(law, put) for law in theory]), put


@examples(100)
@given(chance)
def test_what_is_valid_in_a_logic_is_valid_in_all_stronger_ones_of_the_cube(rng: Random) -> None:
    formula, logic, theory = random_question(rng)
    holds = {system for system in SYSTEMS if valid(formula, dict.fromkeys(logic, system), theory)}
    for weak in holds:
        assert {strong for strong in SYSTEMS if required(weak) <= required(strong)} <= holds, weak


@examples(100)
@given(chance)
def test_a_stronger_logic_of_one_agent_proves_at_least_as_much(rng: Random) -> None:
    formula, logic, theory = random_question(rng)
    if valid(formula, logic, theory):
        agent = rng.choice(list(logic))
        stronger = [each for each in SYSTEMS if required(logic[agent]) <= required(each)]
        assert valid(formula, {**logic, agent: rng.choice(stronger)}, theory)


@examples(200)
@given(chance)
def test_groups_agree_with_their_members(rng: Random) -> None:
    """E is K of each, C is a fixpoint, D and C are monotone in the group, in any mixture of logics."""
    m = Maker(rng, random_logic(rng), rng.choice(GROUPS))
    x, g = m.small(4), m.group()
    h = rng.sample(g, rng.randint(1, len(g)))
    everyone = f.K(g[0], x)
    for agent in g[1:]:
        everyone = f.And(everyone, f.K(agent, x))
    laws = [
        f.Iff(f.E(g, x), everyone),
        f.Iff(f.C(g, x), f.E(g, f.And(x, f.C(g, x)))),
        f.Implies(f.C(g, x), f.And(f.E(g, x), f.EIterated(g, 2, x))),
        f.Implies(f.C(g, x), f.C(h, x)),
        f.Implies(f.D(h, x), f.D(g, x)),
        f.Implies(f.E(g, x), f.D(g, x)),
        f.Iff(f.D([g[0]], x), f.K(g[0], x)),
        f.Implies(f.And(f.C(g, f.Implies(x, f.E(g, x))), f.E(g, x)), f.C(g, x)),
    ]
    assert all(valid(law, m.logic) for law in laws)
