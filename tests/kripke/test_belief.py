"""What agents believe: the worlds they look at, degrees, entropy, and the laws of threshold belief."""

from __future__ import annotations

import warnings
from fractions import Fraction
from math import isclose, log2

import pytest
from believers import AGENTS, SHARES, belief_relation, believers, degree, names, pair, positions, questions
from effort import examples
from hypothesis import assume, given
from hypothesis import strategies as st
from reference_graphs import plain

from kripke.change.actions import announcement
from kripke.change.belief import (
    believed,
    count_unsupported_classes,
    degrees,
    entropy,
    possible,
    rounded,
    weights,
)
from kripke.checking import build
from kripke.checking.explicit import extension
from kripke.data.errors import ModelError, UnknownAgent
from kripke.data.structure import Structure
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from kripke.semantics import best, see
from logic import clauses as f
from logic.parser import parse
from logic.shared import substitute

SCHEMES = {
    "belief is consistent": "B_a p -> ~B_a ~p",
    "belief distributes": "B_a (p -> q) -> B_a p -> B_a q",
    "belief is believed": "B_a p -> B_a B_a p",
    "disbelief is believed": "~B_a p -> B_a ~B_a p",
    "belief is known": "B_a p -> K_a B_a p",
    "knowledge is believed": "K_a p -> B_a p",
    "certainty is a degree": "K_a p & B_a>=1/10 true -> B_a>=1 p",
    "a degree is known": "B_a>=1/3 p -> K_a B_a>=1/3 p",
    "degrees of contraries": "B_a>=3/5 p -> ~B_a>=1/2 ~p",
}


@given(st.sampled_from(["weights", "ranks"]).flatmap(believers))
def test_possible_and_believed_are_the_worlds_that_the_definitions_look_at(structure):
    m = plain(structure)
    for agent in AGENTS:
        for w in m:
            assert positions(possible(structure, agent, w)) == see(m, agent, w)
            assert positions(believed(structure, agent, w)) == best(m, agent, see(m, agent, w))


@given(believers() | believers("ranks"), questions())
def test_belief_holds_just_where_all_believed_worlds_satisfy_the_formula(structure, formula):
    inside = positions(extension(structure, formula))
    holds = positions(extension(structure, f.B("a", formula)))
    assert holds == {w for w in range(structure.size) if positions(believed(structure, "a", w)) <= inside}


@given(believers() | believers("ranks"))
def test_the_relation_of_belief_joins_each_world_to_its_believed_worlds(structure):
    for agent in AGENTS:
        relation = belief_relation(structure, agent)
        for w in range(structure.size):
            assert set(relation.successors(w)) == positions(believed(structure, agent, w))


def test_without_weights_and_ranks_an_agent_believes_what_she_knows_possible():
    m = build.from_relations({0: set(), 1: {"p"}, 2: set()}, {"a": [(0, 1), (0, 2), (1, 0)]})
    assert positions(believed(m, "a", 0)) == positions(possible(m, "a", 0)) == {1, 2}
    assert positions(believed(m, "a", 2)) == frozenset()
    assert degree(m, "a", parse("p"), 0) == Fraction(1, 2)
    assert belief_relation(m, "a") == m.relations["a"]


@pytest.mark.parametrize("law", SCHEMES.values(), ids=SCHEMES.keys())
@examples(40)
@given(structure=believers(), p=questions(max_leaves=3), q=questions(max_leaves=3))
def test_a_law_of_threshold_belief_holds_on_every_model(law, structure, p, q):
    formula = substitute(parse(law), {"p": p, "q": q})
    assert len(extension(structure, formula)) == structure.size


# ------------------------------------------------------------------------------------------- degrees and entropy


@given(believers(), questions(), SHARES)
def test_a_degree_of_belief_is_what_degrees_in_formulas_compare(structure, formula, bound):
    at_least = positions(extension(structure, f.BAtLeast("a", bound, formula)))
    for w in range(structure.size):
        try:
            exact = degree(structure, "a", formula, w)
        except ModelError:
            assert not any(structure.weights["a"].numerators[v] for v in possible_list(structure, w))
            assert (w in at_least) == (bound == 0)
        else:
            assert (w in at_least) == (exact >= bound)


def possible_list(structure, w):
    return positions(possible(structure, "a", w))


@given(believers(), questions())
def test_the_degrees_of_a_formula_and_of_its_negation_sum_to_one(structure, formula):
    assume(any(structure.weights["a"].numerators[v] for v in possible_list(structure, 0)))
    assert degree(structure, "a", formula, 0) + degree(structure, "a", ~formula, 0) == 1


@given(believers(), questions())
def test_the_degree_of_a_formula_is_the_sum_of_those_of_the_worlds_where_it_holds(structure, formula):
    assume(any(structure.weights["a"].numerators[v] for v in possible_list(structure, 0)))
    by_world, where = degrees(structure, "a", 0), names(structure, extension(structure, formula))
    assert set(by_world) == names(structure, possible(structure, "a", 0))
    assert sum(by_world.values()) == 1
    assert sum(share for world, share in by_world.items() if world in where) == degree(structure, "a", formula, 0)


RANKED = {"ranks": {"a": {"w": 0, "v": 1}}}
EQUALLY = "a has no weights, so worlds count equally"


@pytest.mark.parametrize("formula", ["B_a>=0.5 p", "q -> K_a ~B_a>=0.6 p", "[q] B_a>=1/2 p", "[@look] B_a>=1 p"])
@pytest.mark.parametrize("given", [{}, RANKED], ids=["plain", "ranks"])
def test_an_answer_says_that_worlds_without_weights_count_equally(formula, given):
    model = KripkeModel.s5({"w": {"p", "q"}, "v": {"q"}}, {"a": [["w", "v"]]}, "w", **given)
    verdict = model.check(formula, actions={"look": announcement("p")})
    assert verdict.holds
    assert verdict.note == EQUALLY
    assert EQUALLY in verdict._repr_html_()
    assert "which count equally" in str(verdict.explain()) or "look" in formula  # one world is left


def test_diagrams_have_no_weights_so_states_count_equally():
    model = SymbolicModel(["p"], "true", {"a": []}, actual={"p"})
    assert model.check("B_a>=0.5 p").note == EQUALLY
    assert "which count equally: a share of 1/2" in str(model.explain("B_a>=0.5 p"))


def test_nothing_is_said_where_there_are_weights_or_no_degrees():
    cell = {"a": [["w", "v"]], "b": [["w", "v"]]}
    model = KripkeModel.s5({"w": {"p"}, "v": ()}, cell, "w", weights={"a": {"w": 1 / 6, "v": 5 / 6}})
    assert model.check("B_a>=1/6 p").note == model.check("B_b p | K_b p").note == ""
    assert model.check("B_a>=1/6 p & B_b>=1/2 p").note == "b has no weights, so worlds count equally"
    assert "equally" not in str(model.explain("B_a>=1/6 p"))


def test_degrees_of_an_agent_with_ranks_come_with_a_warning_that_worlds_count_equally():
    model = KripkeModel.s5({"w": {"p"}, "v": ()}, {"a": [["w", "v"]]}, "w", **RANKED)
    for ask in (lambda: model.degree("a", "p"), lambda: model.degrees("a")["w"]):
        with pytest.warns(UserWarning, match=r"ranks.*no weights, .* count equally"):
            assert ask() == Fraction(1, 2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert model.degree("a", "p", alike=True) == Fraction(1, 2)
        assert KripkeModel.s5({"w": {"p"}}, {"a": [["w"]]}, "w").degree("a", "p") == 1


def test_degrees_are_exact():
    m = pair({"w": 0.1, "v": 0.2})
    assert degree(m, "a", parse("p"), 0) == Fraction(1, 3)
    assert weights(m, "a") == {"w": Fraction(1, 10), "v": Fraction(1, 5)}


@pytest.mark.parametrize(
    "ask", [lambda m: degree(m, "a", parse("p"), 0), lambda m: degrees(m, "a", 0), lambda m: entropy(m, "a", 0)]
)
def test_a_class_without_weight_has_no_degrees_and_no_entropy(ask):
    with pytest.raises(ModelError, match=r"agent a: no .* w: .*weight 0.*B_a"):
        ask(pair({"w": 0, "v": 0}))
    blind = build.from_relations({"w": {"p"}}, {"a": []})
    with pytest.raises(ModelError, match=r"agent a: no .* w: .*no world.*B_a"):
        ask(blind)


@given(st.lists(st.integers(0, 20), min_size=1, max_size=9).filter(any))
def test_entropy_is_shannons_formula_between_nothing_and_that_of_equal_weights(loads_given):
    worlds = {w: set() for w in range(len(loads_given))}
    given_weights = {"a": {w: Fraction(load, 20) for w, load in enumerate(loads_given)}}
    m = build.s5(worlds, {"a": [worlds]}, weights=given_weights)
    shares = [load / sum(loads_given) for load in loads_given if load]
    bits = entropy(m, "a", 0)
    assert isclose(bits, sum(s * log2(1 / s) for s in shares), abs_tol=1e-12)
    assert 0 <= bits <= log2(len(shares)) + 1e-12


def test_entropy_counts_questions():
    worlds = {w: set() for w in range(8)}
    assert entropy(build.s5(worlds, {"a": [range(8)]}), "a", 0) == 3
    sure = {"a": {w: int(w == 5) for w in worlds}}
    assert str(entropy(build.s5(worlds, {"a": [range(8)]}, weights=sure), "a", 0)) == "0.0"
    two = {"a": {w: 0.3 * (w in (1, 2)) for w in worlds}}
    assert entropy(build.s5(worlds, {"a": [range(8)]}, weights=two), "a", 0) == 1


# ------------------------------------------------------------------------------------------- bad input


@pytest.mark.parametrize("ask", [possible, believed, entropy], ids=["possible", "believed", "entropy"])
def test_queries_refuse_an_unknown_agent(ask):
    with pytest.raises(UnknownAgent, match="no agent 'b'"):
        ask(pair({"w": 0.5, "v": 0.5}), "b", 0)


@pytest.mark.parametrize("ask", [weights, count_unsupported_classes])
def test_queries_over_all_worlds_refuse_an_unknown_agent(ask):
    with pytest.raises(UnknownAgent, match="no agent 'b'"):
        ask(pair({"w": 0.5, "v": 0.5}), "b")


@given(st.fractions(0, 1), st.integers(0, 200), st.integers(1, 30))
def test_weights_are_rounded_as_python_rounds_halves_too(weight, half, digits):
    unit = 10**digits
    start = {"w": weight, "v": min(Fraction(2 * half + 1, 2 * unit), Fraction(1))}
    after = weights(rounded(pair(start), digits), "a")
    for world, each in start.items():
        assert after[world] == max(round(each, digits), Fraction(1, unit) if each else 0)


@given(SHARES)
def test_all_weights_at_nought_are_all_believed(level):
    m = pair({"w": 0, "v": 0}, threshold=level)
    assert isinstance(m, Structure)
    assert names(m, believed(m, "a", 0)) == {"w", "v"}
    assert count_unsupported_classes(m, "a") == (1 if level > 0 else 0)
