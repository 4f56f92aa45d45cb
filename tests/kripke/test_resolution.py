"""Resolution: what holds after a group has pooled what its members know."""

import pytest
from effort import examples, share
from hypothesis import given
from hypothesis import strategies as st
from randoms import random_cube, random_formula, random_structure
from reference_graphs import plain

from kripke.change.event import Event, EventModel
from kripke.checking.explicit import extension
from kripke.data.errors import ModelError
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from kripke.semantics import truth
from logic import clauses as f
from logic.parser import parse
from logic.reduction import NoReduction, eliminate_announcements

SECRETS = {"atoms": ["p", "q"], "observes": {"a": ["p"], "b": ["q"], "c": []}, "actual": ["p", "q"]}
models = pytest.mark.parametrize("make", [KripkeModel.from_observations, SymbolicModel], ids=["listed", "diagrams"])
WORLDS = {"w1": {"p"}, "w2": set()}
WEIGHTS = {"weights": {"a": {"w1": 0.5, "w2": 0.5}}, "threshold": 0.3}
RANKS = {"ranks": {"a": {"w1": 0, "w2": 1}}}
FACTS = ("p", "p & ~q", "p | r", "p ^ q", "~(p -> q & r)")
CLASSES = {"a": [["w1", "w2"]], "b": [["w1"], ["w2"]]}


@models
@pytest.mark.parametrize(
    "formula",
    [
        "R_{a,b} (K_a q & K_b p)", "~K_a q", "R_{a,b} C_{a,b} (p & q)", "~R_{a,b} K_c p",
        "R_{a,b} K_c (Kw_a q <-> Kw_b p)",
        "R_{a} ~K_a q", "R E (p & q)", "R_{a,b} R_{b,c} K_c p", "[p -> q] R_{a,b} K_b p", "R_{a,b} [p] K_c p",
        "R_{a,b} [q?{c}] (K_c q & ~K_c p)", "R_{a,b} Kw_a q", "R_{a,b} B_a q", "R_{a,b} B_a>=1 q",
        "D_{a,b} p -> R_{a,b} D_{a,b} p",
    ],
)  # fmt: skip
def test_after_pooling_the_group_knows_what_it_knew_together_and_others_do_not(make, formula):
    assert make(**SECRETS).holds(formula)


@models
def test_a_group_pools_after_an_action_and_before_one(make):
    tell = {"tell": EventModel({"e": Event("q")}, {agent: [("e", "e")] for agent in "abc"}, "e")}
    model = make(**SECRETS)
    assert model.holds("[@tell] R_{a,c} K_c (p & q)", actions=tell)
    assert model.holds("R_{a,c} [@tell] K_c (p & q)", actions=tell)


@examples(200)
@given(st.randoms(use_true_random=False))
def test_what_is_known_after_pooling_was_distributed_knowledge(rng):
    structure = random_structure(rng, 10)
    if not structure.agents:
        return
    group = frozenset(rng.sample(structure.agents, rng.randint(1, len(structure.agents))))
    fact = parse(rng.choice(FACTS))
    known = extension(structure, f.R(group, f.K(min(group), fact)))
    assert known == extension(structure, f.D(group, fact)) == extension(structure, f.R(group, f.E(group, fact)))
    for agent in set(structure.agents) - group:
        assert extension(structure, f.R(group, f.K(agent, fact))) == extension(structure, f.K(agent, fact))


@examples(100)
@given(st.randoms(use_true_random=False))
def test_pooling_twice_is_pooling_once_and_it_is_its_own_dual(rng):
    structure = random_cube(rng) if rng.random() < 0.5 else random_structure(rng, 10)
    inside = random_formula(rng, structure.agents, 6, beliefs=False)
    once = extension(structure, f.R(None, inside))
    assert once == extension(structure, f.R(None, f.R(None, inside)))
    assert once == extension(structure, f.Not(f.R(None, f.Not(inside))))
    assert len(once) == len(truth(plain(structure), f.R(None, inside)))


@pytest.mark.parametrize("belief", ["B_a p", "B_a>=1/2 p", "B_a[p] p", "Bsafe_a p", "Bstrong_a p", "[@x] p"])
@pytest.mark.parametrize(
    "given", [{"weights": {"a": {"w1": 0.5, "w2": 0.5}}, "threshold": 0.3}, {"ranks": {"a": {"w1": 0, "w2": 1}}}]
)
def test_beliefs_of_a_member_with_weights_or_ranks_are_refused(belief, given):
    model = KripkeModel.s5(WORLDS, CLASSES, actual="w1", **given)
    actions = {"x": EventModel({"e": Event("true")}, {"a": [("e", "e")], "b": [("e", "e")]}, "e")}
    with pytest.raises(ModelError, match=r"R_\{a,b\}: agent a .*weights.* ask"):
        model.holds(f"p -> R_{{a,b}} K_b {belief}", actions=actions)
    with pytest.raises(ModelError, match="undefined"):
        truth(plain(model.structure), f"R_{{a,b}} {belief}", actions)
    assert model.holds(f"R_{{b}} {belief} -> true", actions=actions)
    assert model.holds("R_{a,b} (K_a p & B_b p)")


@examples(600)
@given(st.randoms(use_true_random=False))
def test_what_is_reduced_to_distributed_knowledge_holds_at_the_same_worlds(rng):
    structure = random_structure(rng, 6)
    agents = structure.agents
    inside = random_formula(rng, agents, rng.randint(1, 8), beliefs=False)
    group = rng.sample(agents, rng.randint(1, len(agents))) if agents and rng.random() < 0.8 else None
    formula = rng.choice([f.R(group, inside), f.Announce(f.Atom("p"), f.R(group, inside), group)])
    try:
        reduced = eliminate_announcements(formula, agents=rng.choice([agents, None]))
    except NoReduction:
        assert any(isinstance(part, (f.C, f.Kv, f.E, f.EIterated)) for part in formula.subformulas())
        return
    assert not any(part.operator.changes for part in reduced.subformulas())
    assert extension(structure, reduced) == extension(structure, formula)


@pytest.mark.parametrize(
    ("text", "reduced"),
    [
        ("R_{a,b} K_a p", "D_{a,b} p"), ("R_{a,b} K_c p", "K_c p"), ("R_{a,b} M_a p", "~D_{a,b} ~p"),
        ("R_{a,b} Kw_b p", "D_{a,b} p | D_{a,b} ~p"), ("R_{a,b} D_{b,c} p", "D_{a,b,c} p"), ("R K_a p", "D p"),
        ("R_{a,b} E_{a,c} p", "D_{a,b} p & E_{c} p"), ("R_{a,b} C_{c} p", "C_{c} p"), ("R p", "p"),
        ("R E p", "E false | D p"),
        ("[q] R_{a,b} K_a p", "q -> D_{a,b} (q -> p)"), ("R_{a,b} [q] K_a p", "q -> D_{a,b} (q -> p)"),
        ("[q] E^2_{a,b} p", "q -> E_{a,b} (q -> E_{a,b} (q -> p))"), ("R_{a} E^2_{b} p", "E^2_{b} p"),
    ],
)  # fmt: skip
def test_resolutions_are_reduced_by_hand(text, reduced):
    assert eliminate_announcements(parse(text)) == parse(reduced)


@pytest.mark.parametrize(
    "text", ["R_{a,b} C_{b,c} p", "R C p", "R_{a,b} Kv_a x", "R_{a,b} B_a p", "R_{a,b} Bstrong_b p"]
)
def test_what_has_no_axiom_after_a_resolution_is_refused(text):
    with pytest.raises(NoReduction, match=r"resolution before .*: .*pooled.*model\.holds"):
        eliminate_announcements(parse(text))


def test_explanations_say_who_pools_and_what_is_left():
    model = KripkeModel.from_observations(**SECRETS)
    text = str(model.check("R_{a,b} K_a q").explain())
    assert text.startswith(
        "R_{a,b} K_a q holds at {p, q}: a and b pool what they know, which leaves them {p, q} possible"
    )
    assert "after R_{a,b}, K_a q holds at {p, q}" in text
    assert "R_{a,b}" in model.check("R_{a,b} K_c p").explain().to_dot()


def test_thousands_of_resolutions_in_a_row_are_evaluated():
    model = KripkeModel.s5(WORLDS, CLASSES, actual="w1", ranks={"a": {"w1": 0, "w2": 1}})
    formula = f.K("a", f.Atom("p"))
    for _ in range(share(10_000)):
        formula = f.R(None, formula)
    assert model.holds(formula)
    assert SymbolicModel(**SECRETS).count(formula) == 2


@pytest.mark.parametrize("text", ["R", "R & p", "p & R"])
def test_a_bare_letter_is_an_atom_where_no_formula_follows(text):
    assert "R" in parse(text).atoms
    with pytest.raises(ValueError, match="R"):
        parse("R_ p")
    assert str(parse('"R" & R1')) == "R ∧ R1"
