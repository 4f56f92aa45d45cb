"""Belief structures: relations given by formulas over two states mean what the slow semantics says."""

from random import Random

import pytest
from beliefstructures import random_pair, says
from effort import seeds, share
from randoms import random_formula
from reference_graphs import plain

from kripke.data.errors import ModelError, UnknownAgent, UnknownAtom
from kripke.models.symbolic_model import SymbolicModel
from kripke.semantics import truth
from kripke.symbolic.structures.beliefs import believing, prime
from logic import clauses as f
from logic.errors import EpistemicError, ParseError
from logic.parser import parse

KD45 = {"serial", "transitive", "euclidean"}
S5 = {"reflexive", "serial", "symmetric", "transitive", "euclidean"}


def compare(rng, make_formula, pairs, kinds=("S5", "facts", "mapping", "primed", "both")):
    """Compare pairs of a belief structure and a formula with the slow semantics; the number with relations."""
    compared = related = 0
    while compared < pairs:
        symbolic, explicit = random_pair(rng, kinds=kinds)
        slow = plain(explicit.structure)
        for _ in range(8):
            formula = make_formula(rng, explicit.agents)
            if not says(formula, explicit.atoms):
                continue
            expected = truth(slow, formula)
            assert symbolic.count(formula) == len(expected), (compared, str(formula))
            position = rng.randrange(len(explicit))
            assert symbolic.holds(formula, at=explicit.worlds[position]) == (position in expected), str(formula)
            assert symbolic.valid(formula) == (len(expected) == len(explicit))
            compared += 1
            related += any(explicit.frame_properties(agent) != S5 for agent in explicit.agents)
    return related


@pytest.mark.parametrize("seed", seeds(1, 4))
def test_belief_structures_agree_with_the_slow_semantics(seed):
    related = compare(Random(seed), lambda rng, agents: random_formula(rng, agents, rng.randint(1, 12)), share(1_000))
    assert related > share(500)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 120))
def test_belief_structures_agree_with_the_slow_semantics_many_times(seed):
    compare(Random(seed), lambda rng, agents: random_formula(rng, agents, rng.randint(1, 12)), 2_000)


def told(rng, agents):
    """Announcements to groups inside one another and inside modalities."""
    formula = random_formula(rng, agents, rng.randint(1, 4))
    for _ in range(rng.randint(1, 3)):
        change = rng.choice([f.Announce, f.AnnounceDual, f.AnnounceWhether])
        group = rng.sample(agents, rng.randint(1, len(agents))) if rng.random() < 0.8 else None
        formula = change(random_formula(rng, agents, rng.randint(1, 4)), formula, group)
        if rng.random() < 0.6:
            around = rng.choice([f.K, f.M, f.Kw, f.B, f.C, f.D, f.E])
            who = rng.choice(agents) if around in (f.K, f.M, f.Kw, f.B) else rng.choice([None, agents[:2]])
            formula = around(who, formula)
    return formula


@pytest.mark.parametrize("seed", seeds(1, 4))
def test_announcements_to_groups_of_believers_agree_with_the_slow_semantics(seed):
    assert compare(Random(1_000 + seed), told, share(1_000), ("facts", "facts", "mapping", "primed", "S5")) > share(500)


@pytest.mark.parametrize("seed", seeds(1, 4))
def test_frame_properties_are_those_of_the_pairs(seed):
    rng = Random(seed)
    found = set()
    for _ in range(60):
        symbolic, explicit = random_pair(rng)
        for agent in explicit.agents:
            expected = explicit.frame_properties(agent)
            assert symbolic.frame_properties(agent) == expected
            found.add(frozenset(expected))
    assert len(found) >= 6


def test_frame_properties_that_fail_alone_are_told_apart():
    made = {
        "less": (["p' -> p"], {"reflexive", "serial", "transitive"}),
        "other": (["p' ^ p"], {"serial", "symmetric"}),
        "none": (["false"], {"symmetric", "transitive", "euclidean"}),
        "p": (["p'"], KD45),
        "stuck": (["~p", "p'"], {"transitive"}),
        "chain": (["~(p & q)", "(p' <-> p ^ q)", "q' <-> ~q"], set()),
    }
    model = SymbolicModel(["p", "q"], relations={agent: law for agent, (law, _) in made.items()})
    assert {agent: model.frame_properties(agent) for agent in made} == {a: has for a, (_, has) in made.items()}
    with pytest.raises(UnknownAgent, match="did you mean 'chain'"):
        model.frame_properties("chains")


def test_who_believes_a_fact_looks_at_its_states_and_can_be_wrong():
    model = SymbolicModel(["p", "q"], observes={"a": ["q"], "b": ["p", "q"]}, believes={"a": "p"}, actual={"q"})
    assert model.holds("B_a p & ~p & B_a K_b p & K_b B_a p & B_a q")
    assert model.frame_properties("a") == KD45
    assert model.frame_properties("b") == S5
    assert not model.valid("B_a p -> p")
    assert model.valid("B_a p & (B_a q <-> q) & ~B_a ~p")


def test_a_belief_that_nothing_satisfies_leaves_nothing_possible():
    model = SymbolicModel(["p"], observes={"a": ["p"]}, believes={"a": "p"})
    assert model.holds("K_a false & B_a p", at=set())
    assert model.holds("K_a p & ~K_a false", at={"p"})
    assert model.frame_properties("a") == {"symmetric", "transitive", "euclidean"}


def test_beliefs_are_added_to_those_that_there_are():
    twice = believing(SymbolicModel(["p", "q"], believes={"a": "p"}).knowledge, {"a": "q"}, {"b": "p'"})
    assert SymbolicModel.of(twice).valid("K_a (p & q) & K_b p & ~Kw_b q")


def test_what_is_believed_there_can_depend_on_what_holds_here():
    model = SymbolicModel(["rain", "wet"], believes={"a": {"rain": "wet", "~rain": ["~wet", "~rain"]}})
    assert model.valid("(rain -> K_a wet) & (~rain -> K_a (~wet & ~rain))")
    assert model.holds("M_a ~rain & M_a rain", at={"rain"})


def test_a_prime_says_what_holds_at_the_state_looked_at():
    model = SymbolicModel(["p", "q"], relations={"a": ["p' <-> q", "q' <-> p"]})
    assert model.valid("(K_a p <-> q) & (K_a q <-> p) & (K_a K_a p <-> p)")
    assert model.frame_properties("a") == {"serial", "symmetric"}


@pytest.mark.parametrize(
    ("atom", "primed"),
    [("p", "p'"), ("has(N,SA)", "has'(N,SA)"), ("die1=4", "die1'=4"), ("at(b)=x", "at'(b)=x"), ("p'", "p''")],
)
def test_the_prime_stands_where_the_name_stays_an_atom(atom, primed):
    assert prime(atom) == primed
    assert parse(primed) == f.Atom(primed)
    model = SymbolicModel([atom], relations={"a": f"{primed} <-> {atom}"})
    assert model.valid(f"Kw_a {atom}")


def test_values_of_variables_have_primes_too():
    model = SymbolicModel(variables={"die": range(1, 7)}, relations={"a": "die=3 -> die'=4"}, actual={"die=3"})
    assert model.holds("K_a die=4 & Kv_a die")
    assert model.count("Kv_a die") == 1


def test_a_primed_name_that_is_an_atom_is_refused_where_it_is_used():
    model = SymbolicModel(["p", "p'"], relations={"a": "p''"}, believes={"a": "p"})
    assert model.valid("K_a p' & K_a p")
    with pytest.raises(ModelError, match=r"'p'' is an atom.* prime.*believes="):
        SymbolicModel(["p", "p'"], relations={"a": "p' -> p"})


@pytest.mark.parametrize(
    ("more", "error", "words"),
    [
        ({"believes": {"a": "K_b p"}}, ModelError, "believes of a: .*not boolean"),
        ({"believes": {"a": {"r": "p"}}}, UnknownAtom, "believes of a: no atom 'r'"),
        ({"believes": {"a": "p &"}}, ParseError, "the text ends"),
        ({"believes": {"a": 3}}, ModelError, "expected"),
        ({"believes": "p"}, ModelError, "believes 'p': expected a mapping from agents"),
        ({"believes": {"no name": "p"}}, ModelError, "expected a name of letters"),
        ({"relations": {"a": "p' -> s'"}}, UnknownAtom, "relations of a: no atom 's''"),
        ({"relations": {"a": ["M_a p"]}}, ModelError, "not boolean"),
        ({"relations": 5}, ModelError, "expected a mapping"),
    ],
)
def test_beliefs_that_say_nothing_are_refused(more, error, words):
    with pytest.raises(error, match=words) as caught:
        SymbolicModel(["p", "q"], **more)
    assert isinstance(caught.value, EpistemicError)


def test_beliefs_over_many_atoms_stay_small():
    atoms = [f"p{i}" for i in range(200)]
    model = SymbolicModel(
        atoms,
        relations={"copy": [f"p{i}' <-> p{i}" for i in range(200)], "next": [f"p{i}' -> p{i + 1}" for i in range(199)]},
        believes={"hope": atoms},
    )
    assert model.frame_properties("copy") == S5
    assert model.frame_properties("hope") == KD45
    assert model.frame_properties("next") == {"serial"}
    assert model.count("K_next ~p0") == 2**199
    assert model.valid("K_hope (p0 & p199)")
    assert model.valid("(K_copy p7 <-> p7) & (C_{copy,hope} p7 <-> p7)")
