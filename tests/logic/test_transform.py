"""Transformations keep what a formula says: the oracle says so on random small models, also with weights and ranks."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from effort import examples, share
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from networkx import MultiDiGraph
from reference_graphs import graph, revalued
from strategies import programs

from kripke.semantics import truth
from logic.clauses import (
    Act,
    ActDual,
    And,
    Announce,
    AnnounceDual,
    AnnounceWhether,
    Atom,
    B,
    BAtLeast,
    BGiven,
    Bottom,
    Bsafe,
    Bstrong,
    C,
    D,
    E,
    Iff,
    Implies,
    K,
    Kv,
    Kw,
    M,
    Not,
    Or,
    Run,
    RunDual,
    Top,
    Xor,
    atoms,
    conj,
    disj,
)
from logic.errors import FormulaError, ParseError, TooLarge
from logic.formula import Formula, Group
from logic.normal import cnf, dnf, from_sympy, nnf, to_sympy
from logic.parser import parse
from logic.reduction import NoReduction, eliminate_announcements
from logic.shared import distinct_size, modal_depth, replace, size, substitute
from logic.simplification import simplify
from logic.transform import features, fragment, steps

AGENTS = ("a", "b")
LETTERS = ("p", "q", "x=1", "x=2")
DEEP = share(50_000)
p, q, r = atoms("p q r")

# ---------------------------------------------------------------------------------- random formulas and models

agents = st.sampled_from(AGENTS)
groups = st.sampled_from([None, frozenset("a"), frozenset("b"), frozenset("ab")])
leaves = st.sampled_from([Atom(name) for name in LETTERS] + [Top(), Bottom()])
connectives = st.sampled_from([And, Or, Xor, Implies, Iff])
announcements = st.sampled_from([Announce, AnnounceDual, AnnounceWhether])


def propositional_over(sub: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    return st.one_of(st.builds(Not, sub), st.builds(lambda c, x, y: c(x, y), connectives, sub, sub))


def reducible_over(sub: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    """The clauses that elimination promises to reduce."""
    return st.one_of(
        propositional_over(sub),
        st.builds(lambda c, a, x: c(a, x), st.sampled_from([K, M, Kw, B, Bsafe]), agents, sub),
        st.builds(BGiven, agents, sub, sub),
        st.builds(BAtLeast, agents, st.sampled_from([0, 1]), sub),
        st.builds(lambda c, g, x: c(g, x), st.sampled_from([E, D]), groups, sub),
        st.builds(lambda c, x, y, g: c(x, y, g), announcements, sub, sub, groups),
    )


def anything_over(sub: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    return st.one_of(
        reducible_over(sub),
        st.builds(C, groups, sub),
        st.builds(Kv, agents, st.just("x")),
        st.builds(Bstrong, agents, sub),
        st.builds(BAtLeast, agents, st.sampled_from([Fraction(1, 3), Fraction(1, 2)]), sub),
    )


def nameless_over(sub: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    """Clauses that name no agent, for models that may have none."""
    return st.one_of(
        propositional_over(sub),
        st.builds(lambda c, x: c(None, x), st.sampled_from([E, D]), sub),
        st.builds(lambda c, x, y: c(x, y), announcements, sub, sub),
    )


def announced(
    over: Callable[[st.SearchStrategy[Formula]], st.SearchStrategy[Formula]], whom: st.SearchStrategy[Group]
) -> st.SearchStrategy[Formula]:
    """Formulas that begin with an announcement before an operator."""
    small = st.recursive(leaves, over, max_leaves=4)
    return st.builds(lambda c, x, y, g: c(x, y, g), announcements, small, over(small), whom)


propositional = st.recursive(leaves, propositional_over, max_leaves=10)
reducible = st.one_of(st.recursive(leaves, reducible_over, max_leaves=6), announced(reducible_over, groups))
anything = st.one_of(st.recursive(leaves, anything_over, max_leaves=7), announced(anything_over, groups))
nameless = st.one_of(st.recursive(leaves, nameless_over, max_leaves=6), announced(nameless_over, st.none()))


@st.composite
def models(draw: st.DrawFn, names: tuple[str, ...] = AGENTS) -> MultiDiGraph:
    """Arbitrary relations over one to four worlds; each agent with weights, with ranks, or with neither."""
    n = draw(st.integers(1, 4))
    worlds = range(n)
    pairs = [(w, v) for w in worlds for v in worlds]
    kinds = {a: draw(st.sampled_from(["plain", "weights", "ranks"])) for a in names}
    numbers = st.lists(st.integers(0, 3), min_size=n, max_size=n)
    given_numbers = {a: draw(numbers) for a in names if kinds[a] != "plain"}
    return graph(
        worlds,
        relations={a: draw(st.frozensets(st.sampled_from(pairs))) for a in names},
        valuation={name: draw(st.frozensets(st.sampled_from(worlds))) for name in LETTERS},
        weights={
            a: {w: Fraction(k, 3) for w, k in enumerate(ks)} for a, ks in given_numbers.items() if kinds[a] == "weights"
        },
        threshold={a: draw(st.sampled_from([Fraction(1, 3), Fraction(2, 3)])) for a in given_numbers},
        ranks={a: dict(enumerate(ks)) for a, ks in given_numbers.items() if kinds[a] == "ranks"},
    )


laws = examples(300, suppress_health_check=[HealthCheck.too_slow])


def has(formula: Formula, *clauses: type[Formula]) -> bool:
    return any(isinstance(node, clauses) for node in formula.subformulas())


# ---------------------------------------------------------------------------------- negation normal form

FREE = (Atom, Kv, C, D, B, BAtLeast, BGiven, Bsafe, Bstrong)


@laws
@given(models(), anything)
def test_the_negation_normal_form_says_the_same(model: MultiDiGraph, formula: Formula) -> None:
    assert truth(model, nnf(formula)) == truth(model, formula)


@laws
@given(anything)
def test_in_negation_normal_form_negations_stand_before_atoms_and_boxes_without_dual(formula: Formula) -> None:
    normal = nnf(formula)
    assert not has(normal, Implies, Iff, Xor, Kw)
    for node in normal.subformulas():
        if isinstance(node, Not):
            assert isinstance(node.sub, FREE) or (isinstance(node.sub, E) and node.sub.group is None)


@laws
@given(anything)
def test_the_negation_normal_form_of_one_is_itself(formula: Formula) -> None:
    assert nnf(nnf(formula)) == nnf(formula)


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("~K_a p", "M_a ~p"),
        ("~M_a ~p", "K_a p"),
        ("~(p -> q)", "p & ~q"),
        ("p <-> q", "p & q | ~p & ~q"),
        ("p ^ q", "p & ~q | ~p & q"),
        ("~(p ^ q)", "p & q | ~p & ~q"),
        ("~Kw_a p", "M_a p & M_a ~p"),
        ("~E_{b,a} p", "M_a ~p | M_b ~p"),
        ("~E p", "~E p"),
        ("~C_{a,b} ~~p", "~C_{a,b} p"),
        ("~D_{a} ~(p & q)", "~D_{a} (~p | ~q)"),
        ("~B_a[~~q] ~~p", "~B_a[q] p"),
        ("~[p] K_a q", "<p> M_a ~q"),
        ("~<p!{a}> ~q", "[p!{a}] q"),
        ("~[~~p?{a}] q", "[p?{a}] ~q"),
        ("~[@peek] K_a p", "<@peek> M_a ~p"),
        ("~true", "false"),
        ("~Kv_a x", "~Kv_a x"),
    ],
)
def test_negation_normal_forms_by_hand(text: str, normal: str) -> None:
    assert nnf(parse(text)) == parse(normal)


def test_nested_equivalences_stay_a_small_graph_in_negation_normal_form() -> None:
    formula: Formula = p
    for i in range(200):
        formula = Iff(formula, K("a", Atom(f"p{i}"))) if i % 2 else Xor(Atom(f"p{i}"), formula)
    assert distinct_size(nnf(Not(formula))) < 10 * distinct_size(formula)


# ---------------------------------------------------------------------------------- announcements


@laws
@given(models(), reducible)
def test_elimination_says_the_same_without_announcements(model: MultiDiGraph, formula: Formula) -> None:
    reduced = eliminate_announcements(formula, agents=AGENTS)
    assert not has(reduced, Announce, AnnounceDual, AnnounceWhether)
    assert truth(model, reduced) == truth(model, formula)


small = st.recursive(leaves, reducible_over, max_leaves=3)
runs = st.one_of(
    *[programs(clause, agents, st.nothing(), small) for clause in (Run, RunDual)],
    st.builds(C, groups, small),
)


@laws
@given(models(), st.builds(lambda c, x, y, g: c(x, y, g), announcements, small, runs, groups))
def test_elimination_before_programs_and_common_knowledge_says_the_same(model: MultiDiGraph, formula: Formula) -> None:
    reduced = eliminate_announcements(formula, agents=AGENTS)
    assert not has(reduced, Announce, AnnounceDual, AnnounceWhether)
    assert truth(model, reduced) == truth(model, formula)


@laws
@given(models(), anything)
def test_what_cannot_be_said_without_announcements_is_refused_and_never_said_wrongly(
    model: MultiDiGraph, formula: Formula
) -> None:
    try:
        reduced = eliminate_announcements(formula)
    except NoReduction:
        assert has(formula, C, Kv, Bstrong, BAtLeast, E)
    else:
        assert not has(reduced, Announce, AnnounceDual, AnnounceWhether)
        assert truth(model, reduced) == truth(model, formula)


@laws
@given(st.sampled_from([(), ("a",), AGENTS]).flatmap(models), nameless)
def test_elimination_holds_in_models_without_agents_too(model: MultiDiGraph, formula: Formula) -> None:
    assert truth(model, eliminate_announcements(formula)) == truth(model, formula)


@pytest.mark.parametrize("agents", ["anne", 3])
def test_the_agents_of_an_elimination_are_a_list_and_a_name_is_not_taken_letter_by_letter(agents: Any) -> None:
    for eliminate in (eliminate_announcements, lambda formula, agents: steps(formula, "static", agents=agents)):
        with pytest.raises(FormulaError, match="expected a list of agents"):
            eliminate("[p] C q", agents=agents)


def test_without_agents_distributed_knowledge_looks_at_all_worlds_and_nobody_learns() -> None:
    model = graph([0, 1], {}, {"p": [0], "q": [0]})
    formula = parse("[p?] D q")
    assert truth(model, formula) == truth(model, eliminate_announcements(formula)) == frozenset()
    reduced = parse("(p -> D (p -> q)) & (~p -> D (~p -> q))")
    assert eliminate_announcements(formula, agents=["a"]) == reduced
    assert eliminate_announcements(And(K("a", r), formula)) == And(K("a", r), reduced)


@laws
@given(reducible)
def test_elimination_never_deepens_and_is_done_once(formula: Formula) -> None:
    reduced = eliminate_announcements(formula, agents=AGENTS)
    assert modal_depth(reduced) <= modal_depth(formula)
    assert eliminate_announcements(reduced) is reduced


@pytest.mark.parametrize(
    ("text", "reduced"),
    [
        ("[p] q", "p -> q"),
        ("<p> q", "p & q"),
        ("[p] ~q", "p -> ~q"),
        ("[p] (q & r)", "p -> q & r"),
        ("[p] K_a q", "p -> K_a (p -> q)"),
        ("<p> K_a q", "p & K_a (p -> q)"),
        ("[p] M_a q", "p -> M_a (p & q)"),
        ("[p] Kw_a q", "p -> K_a (p -> q) | K_a (p -> ~q)"),
        ("[p] E q", "p -> E (p -> q)"),
        ("[p] D_{a,b} q", "p -> D_{a,b} (p -> q)"),
        ("[p] [q] r", "p -> (q -> r)"),
        ("[p] [q] K_a r", "p -> (q -> K_a (p & q -> r))"),
        ("[K_a p] K_b q", "K_a p -> K_b (K_a p -> q)"),
        ("[[p] K_a q] r", "(p -> K_a (p -> q)) -> r"),
        ("[p] B_a q", "p -> B_a[p] q"),
        ("[p] B_a[q] r", "p -> B_a[p & q] r"),
        ("[p] B_a>=1 q", "p -> B_a>=1 (p -> q) & ~B_a>=1 ~p"),
        ("[p] B_a>=0 q", "p -> true"),
        ("[p] Bsafe_a q", "p -> Bsafe_a (p -> q)"),
        ("[p?] q", "q"),
        ("[p?] K_a q", "(p -> K_a (p -> q)) & (~p -> K_a (~p -> q))"),
        ("[~p?] K_a q", "(~p -> K_a (~p -> q)) & (p -> K_a (p -> q))"),
        ("[p?] [q] K_a r", "q -> (p -> K_a (q & p -> r)) & (~p -> K_a (q & ~p -> r))"),
        ("[p?{a}] K_b q", "K_b q"),
        ("[p?{a}] C_{b,c} q", "C_{b,c} q"),
        ("[p?{a}] Kv_b x", "Kv_b x"),
        ("[p?{a}] E_{a,b} q", "(p -> E_{a} (p -> q)) & (~p -> E_{a} (~p -> q)) & E_{b} q"),
        ("[p?{a}] D_{a,b} q", "(p -> D_{a,b} (p -> q)) & (~p -> D_{a,b} (~p -> q))"),
        ("[p!{a}] K_b K_a q", "p -> K_b ((p -> K_a (p -> q)) & (~p -> K_a (~p -> q)))"),
        ("[@peek] [p] q", "[@peek] (p -> q)"),
        ("C [p] q", "C (p -> q)"),
    ],
)
def test_reductions_by_hand(text: str, reduced: str) -> None:
    assert eliminate_announcements(parse(text)) == parse(reduced)


TEXTBOOK = [
    ("[p] ~q", "p -> ~[p] q"),
    ("[p] (q & r)", "[p] q & [p] r"),
    ("[p] K_a q", "p -> K_a [p] q"),
    ("[p] [q] r", "[p & [p] q] r"),
    ("<p> q", "~[p] ~q"),
    ("<p> q", "p & [p] q"),
]


@pytest.mark.parametrize(("left", "right"), TEXTBOOK)
@examples(30)
@given(model=models(), values=st.tuples(reducible, reducible, reducible))
def test_both_sides_of_the_textbook_axioms_reduce_to_the_same(
    left: str, right: str, model: MultiDiGraph, values: tuple[Formula, Formula, Formula]
) -> None:
    mapping = dict(zip("pqr", values, strict=True))
    sides = [substitute(parse(text), mapping) for text in (left, right)]
    one, other = [truth(model, eliminate_announcements(side, agents=AGENTS)) for side in sides]
    assert one == other == truth(model, sides[0])


@given(models())
def test_moores_sentence_is_false_after_it_is_announced_where_knowledge_is_reflexive(model: MultiDiGraph) -> None:
    model.add_edges_from([(w, w, {"agent": a}) for w in model for a in model.graph["agents"]])
    moore = p & ~K("a", p)
    assert truth(model, eliminate_announcements(Announce(moore, Not(moore)))) == frozenset(model)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[p?{a}] C q", ["C q", "agents=[...]"]),
        ("R_{a,b} C_{b} q", ["C_{b} q", "pooled"]),
        ("[p] Kv_a x", ["Kv_a x", "all values", "model.holds"]),
        ("[p] Bstrong_a q", ["Bstrong_a q"]),
        ("[p] B_a>=1/2 q", ["B_a>=1/2 q", "ratio"]),
        ("[p] [@peek] q", ["[@peek] q", "named action"]),
        ("[p?{a}] E q", ["E q", "agents=[...]"]),
    ],
)
def test_a_refusal_names_the_operator_the_reason_and_the_way_out(text: str, words: list[str]) -> None:
    with pytest.raises(NoReduction) as caught:
        eliminate_announcements(parse(text))
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[p] C_{a,b} q", "p -> [(a ; ?p | b ; ?p) ; (a ; ?p | b ; ?p)*] q"),
        ("[p] [q] C_a r", "p -> q -> [a ; ?(p & q) ; (a ; ?(p & q))*] r"),
        ("[p?{a}] C_{a,b} q", "[(?p;a;?p | ?~p;a;?~p | b) ; (?p;a;?p | ?~p;a;?~p | b)*] q"),
        ("[p] [(a ; ?K_b q)*] r", "p -> [(a ; ?p ; ?K_b (p -> q))*] r"),
        ("<p> <a ; b> q", "p & <a ; ?p ; (b ; ?p)> q"),
        ("[p!{a}] [b*] q", "p -> [b*] q"),
    ],
)
def test_common_knowledge_and_programs_after_announcements_are_programs_before_them(text: str, expected: str) -> None:
    assert eliminate_announcements(parse(text)) == parse(expected)


def test_common_knowledge_of_all_is_reduced_once_the_agents_are_named() -> None:
    assert eliminate_announcements("[p] C q", agents=["a"]) == parse("p -> [a ; ?p ; (a ; ?p)*] q")


def test_everyone_is_reduced_after_a_half_private_announcement_once_the_agents_are_named() -> None:
    reduced = eliminate_announcements(parse("[p?{a}] E q"), agents=["a", "b"])
    assert reduced == parse("(p -> E_{a} (p -> q)) & (~p -> E_{a} (~p -> q)) & E_{b} q")


def test_a_question_asked_twice_is_answered_once() -> None:
    assert eliminate_announcements(parse("[p?] [p?] K_a q")) == eliminate_announcements(parse("[p?] K_a q"))


def test_nested_announcements_stay_a_small_graph_though_the_tree_explodes() -> None:
    formula: Formula = q
    for i in range(100):
        formula = Announce(Atom(f"p{i}"), And(K("a", formula), K("b", formula)))
    reduced = eliminate_announcements(formula)
    assert size(reduced) > 2**100
    assert distinct_size(reduced) < 2_000


def test_a_reduction_that_must_explode_is_stopped_with_a_way_out() -> None:
    formula: Formula = p
    for _ in range(60):
        formula = Announce(K("a", formula), formula)
    with pytest.raises(TooLarge, match=r"5,000 distinct subformulas.*higher limit"):
        eliminate_announcements(formula, limit=5_000)


def test_thirty_questions_are_too_many_cases() -> None:
    formula: Formula = K("a", p)
    for i in range(30):
        formula = AnnounceWhether(Atom(f"q{i}"), formula)
    with pytest.raises(TooLarge):
        eliminate_announcements(formula)


# ---------------------------------------------------------------------------------- substitution


def test_a_text_that_is_no_atom_is_refused_as_a_key_of_a_substitution() -> None:
    with pytest.raises(FormulaError, match=r"'K_a p': expected.* atom"):
        substitute("K_a p", {"K_a p": "q"})
    assert substitute('"K_a p" & p', {"K_a p": "q"}) == parse("q & p")
    assert substitute("p", {"a name": "q"}) == parse("p")


def test_substitution_is_simultaneous() -> None:
    assert substitute(parse("p & K_a (q -> p)"), {"p": q, "q": p}) == parse("q & K_a (p -> q)")


def test_formulas_may_be_given_as_texts() -> None:
    assert substitute("p & K_a p", {"p": "q -> r"}) == parse("(q -> r) & K_a (q -> r)")
    assert nnf("~K_a p") == parse("M_a ~p")
    assert cnf("p & q | r") == cnf(parse("p & q | r"))
    assert dnf("p") == simplify("p & p") == eliminate_announcements("p") == p


def test_substitution_goes_into_what_is_announced_and_into_conditions() -> None:
    found = substitute(parse("[p!{a}] B_a[p] q & [p?] p & [@peek] p"), {p: K("b", r)})
    assert found == parse("[K_b r!{a}] B_a[K_b r] q & [K_b r?] K_b r & [@peek] K_b r")


def test_atoms_that_do_not_occur_are_ignored_and_nothing_is_copied() -> None:
    formula = parse("K_a (p | q)")
    assert substitute(formula, {"r": p}) is formula


@laws
@given(models(), anything, propositional)
def test_substitution_is_a_change_of_valuation_where_nothing_is_announced(
    model: MultiDiGraph, formula: Formula, value: Formula
) -> None:
    if has(formula, Announce, AnnounceDual, AnnounceWhether):
        formula = K("a", p)
    other = revalued(model, {"p": truth(model, value)})
    assert truth(model, substitute(formula, {"p": value})) == truth(other, formula)


def test_substitution_below_an_announcement_does_not_preserve_validity() -> None:
    everywhere = frozenset([(w, v) for w in (0, 1) for v in (0, 1)])
    model = graph([0, 1], {"a": everywhere}, {"p": [0]})
    assert truth(model, parse("[p] p")) == frozenset(model)
    assert truth(model, substitute(parse("[p] p"), {"p": parse("p & ~K_a p")})) != frozenset(model)


@pytest.mark.parametrize(
    ("mapping", "words"),
    [
        ({"x=1": p}, r"x=1: Kv .*'x'.*replace.* Kv"),
        ({"p": 7}, "expected a text or a formula"),
        ({K("a", p): q}, r"'K_a p'\): expected an atom"),
        ({7: q}, "expected an atom"),
        ({"": q}, "atom"),
    ],
)
def test_a_bad_substitution_is_refused(mapping: dict[object, object], words: str) -> None:
    with pytest.raises(FormulaError, match=words):
        substitute(parse("Kv_a x & p & x=1"), mapping)  # type: ignore[arg-type]


def test_values_of_a_variable_are_replaced_where_no_kv_speaks_of_it() -> None:
    assert substitute(parse("Kv_a y & x=1"), {"x=1": p}) == parse("Kv_a y & p")


def test_replacing_takes_outermost_occurrences_and_does_not_search_again() -> None:
    old = {parse("K_a p"): p, p: q, parse("Kv_a x"): parse("K_a x=1 | K_a x=2")}
    assert replace(parse("K_a p & p & Kv_a x & [p] K_a p"), old) == parse("p & q & (K_a x=1 | K_a x=2) & [q] p")


def test_replacing_finds_equal_formulas_that_are_other_objects() -> None:
    assert replace(And(K("a", Atom("p")), q), {K("a", Atom("p")): r}) == And(r, q)


# ---------------------------------------------------------------------------------- propositional normal forms


def literals_only(formula: Formula, outer: type[Formula], inner: type[Formula]) -> bool:
    """Whether the formula is a nest of `outer` over nests of `inner` over literals (constants only alone)."""
    if isinstance(formula, (Top, Bottom)):
        return True
    clauses, stack = [], [formula]
    while stack:
        node = stack.pop()
        if isinstance(node, outer):
            stack.extend(node.children)
        else:
            clauses.append(node)
    while clauses:
        node = clauses.pop()
        if isinstance(node, inner):
            clauses.extend(node.children)
        elif isinstance(node.sub if isinstance(node, Not) else node, (Top, Bottom, Not, And, Or, Xor, Implies, Iff)):
            return False
    return True


@laws
@given(models(), anything, st.integers(0, 6))
def test_normal_forms_say_the_same_and_have_their_shape(model: MultiDiGraph, formula: Formula, letters: int) -> None:
    conjunctive, disjunctive = cnf(formula, letters=letters), dnf(formula, letters=letters)
    assert truth(model, conjunctive) == truth(model, disjunctive) == truth(model, formula)
    assert literals_only(conjunctive, And, Or)
    assert literals_only(disjunctive, Or, And)


@laws
@given(anything, st.integers(0, 6))
def test_normal_forms_of_normal_forms_are_themselves(formula: Formula, letters: int) -> None:
    for form in (cnf, dnf):
        once = form(formula, letters=letters)
        assert form(once, letters=letters) == once


@laws
@given(propositional)
def test_few_letters_have_one_normal_form_for_each_truth_table(formula: Formula) -> None:
    assert cnf(nnf(formula)) == cnf(Not(Not(formula))) == cnf(dnf(formula)) == cnf(formula)


@pytest.mark.parametrize(
    ("text", "conjunctive", "disjunctive"),
    [
        ("p <-> q", "(p | ~q) & (~p | q)", "p & q | ~p & ~q"),
        ("p & q | p & ~q", "p", "p"),
        ("p | ~p", "true", "true"),
        ("K_a p & ~K_a p", "false", "false"),
        ("~(K_a (p & p) | q)", "~q & ~K_a (p & p)", "~q & ~K_a (p & p)"),
        ("p & (q | C r)", "p & (q | C r)", "p & q | p & C r"),
        ("[p] q -> q", "q | ~[p] q", "q | ~[p] q"),
    ],
)
def test_normal_forms_by_hand(text: str, conjunctive: str, disjunctive: str) -> None:
    assert cnf(parse(text)) == parse(conjunctive)
    assert dnf(parse(text)) == parse(disjunctive)


def test_many_letters_are_multiplied_out_and_freed_of_what_is_implied() -> None:
    pairs = [(Atom(f"p{i}"), Atom(f"q{i}")) for i in range(8)]
    formula = disj(And(x, y) for x, y in pairs)
    clauses = str(cnf(formula)).count("∧") + 1
    assert clauses == 2**8
    assert dnf(formula) == formula
    assert dnf(Or(formula, And(formula, r))) == formula


@pytest.mark.parametrize(
    ("text", "disjunctive"),
    [
        ("(p | q) & (p | r)", "p | q & r"),
        ("p & ~p | ~q & r", "~q & r"),
        ("~p & q | ~p & q & r", "~p & q"),
        ("(p | q | r) & ~p & ~q", "~p & ~q & r"),
        ("p & q & r | ~(q -> r) & ~p | false", "p & q & r | ~p & q & ~r"),
    ],
)
def test_what_is_multiplied_out_keeps_no_more_than_it_needs(text: str, disjunctive: str) -> None:
    assert dnf(parse(text), letters=2) == parse(disjunctive)


def test_a_letter_that_does_not_matter_cannot_change_the_normal_form() -> None:
    cyclic = parse("~((p <-> q) & (q <-> r))")  # it has two shortest forms
    for name in ("a", "q1", "z"):
        assert dnf(And(cyclic, Atom(name) | ~Atom(name))) == dnf(cyclic)


def test_too_many_clauses_are_refused_with_a_way_out() -> None:
    formula = disj(And(Atom(f"p{i}"), Atom(f"q{i}")) for i in range(40))
    with pytest.raises(TooLarge, match=r"more than 10,000 clauses.*limit"):
        cnf(formula)


def test_a_nest_too_deep_for_recursion_has_normal_forms() -> None:
    formula: Formula = p
    for i in range(DEEP):
        formula = Implies(formula, q) if i % 2 else Xor(formula, Not(q))
    assert cnf(formula) in (cnf(f) for f in (Top(), Bottom(), p, q, ~p, ~q, p | q, ~p | q, p | ~q, ~p | ~q, p & q))


# ---------------------------------------------------------------------------------- simplification


@laws
@given(models(), anything)
def test_simplification_says_the_same(model: MultiDiGraph, formula: Formula) -> None:
    assert truth(model, simplify(formula)) == truth(model, formula)


@laws
@given(st.sampled_from([(), ("a",)]).flatmap(models), nameless)
def test_simplification_holds_in_models_without_agents_too(model: MultiDiGraph, formula: Formula) -> None:
    assert truth(model, simplify(formula)) == truth(model, formula)


@laws
@given(anything, st.integers(0, 6))
def test_simplification_never_enlarges_and_is_done_once(formula: Formula, letters: int) -> None:
    simple = simplify(formula, letters=letters)
    assert size(simple) < size(formula) or simple is formula
    assert simplify(simple, letters=letters) is simple


@laws
@given(propositional)
def test_tautologies_and_contradictions_are_found(formula: Formula) -> None:
    assert simplify(Or(formula, Not(formula))) == Top()
    assert simplify(And(formula, Not(nnf(formula)))) == Bottom()


@pytest.mark.parametrize(
    ("text", "simple"),
    [
        ("p & q | p & ~q", "p"),
        ("K_a (p & (q | p))", "K_a p"),
        ("K_a (p & p) -> K_a p", "true"),
        ("K_a ~p | M_a p", "true"),
        ("M_a ~(p & p) & K_a p", "false"),
        ("K_b K_a ~p & (q | M_b M_a p)", "K_b K_a ~p & q"),
        ("<p & p> K_a q | ~<p> K_a q", "true"),
        ("[p] ~q | <p> q", "true"),
        ("[p?] ~q & [~p?] q", "false"),
        ("Kw_a ~~~p & Kw_a p", "Kw_a p"),
        ("K_a true & E true & C true & D true & B_a true & [p] true & [@x] true", "true"),
        ("M_a false | <p> false | <@x> false | Bstrong_a false | B_a>=1/2 false", "false"),
        ("[true] p & [true!{a}] p & [q ^ q?] p & (p | [false] q)", "p"),
        ("[p | true] K_a q", "K_a q"),
        ("B_a[true] p & B_a[false] q & B_a>=0 q", "B_a p"),
        ("(p -> q) & (p -> ~q)", "~p"),
        ("p -> (q -> r)", "p -> (q -> r)"),
        ("p <-> K_a q", "p <-> K_a q"),
        ("p ^ true", "~p"),
        ("(p -> false) -> false", "p"),
    ],
)
def test_simplifications_by_hand(text: str, simple: str) -> None:
    assert simplify(parse(text)) == parse(simple)


def test_a_part_with_few_letters_is_simplified_inside_one_with_many() -> None:
    many = conj(Xor(Atom(f"p{i}"), K("a", Atom(f"p{i}"))) for i in range(10))
    assert simplify(And(many, Or(And(p, q), And(p, Not(q))))) == And(many, p)


def test_simplification_goes_deep_into_modalities_without_recursion() -> None:
    formula: Formula = p & p
    for _ in range(5_000):
        formula = K("a", Or(formula, Bottom()))
    assert size(simplify(formula)) == 5_001


# ---------------------------------------------------------------------------------- measures


@pytest.mark.parametrize(
    ("text", "depth", "nodes"),
    [
        ("p", 0, 1),
        ("p & ~q", 0, 4),
        ("K_a (p -> M_b q)", 2, 5),
        ("C E p | Kv_a x", 2, 5),
        ("Kw_a p", 1, 2),
        ("B_a[K_b p] q", 2, 4),
        ("[K_a p] K_b K_a q", 3, 6),
        ("[@peek] K_a p", 1, 3),
    ],
)
def test_modal_depth_and_size_by_hand(text: str, depth: int, nodes: int) -> None:
    assert (modal_depth(parse(text)), size(parse(text))) == (depth, nodes)


@given(anything)
def test_the_size_is_the_number_of_nodes_of_the_tree(formula: Formula) -> None:
    stack, count = [formula], 0
    while stack:
        count += 1
        stack.extend(stack.pop().children)
    assert size(formula) == count


def test_the_size_of_a_shared_graph_is_exact() -> None:
    formula: Formula = p
    for _ in range(100):
        formula = And(formula, formula)
    assert size(formula) == 2**101 - 1
    assert distinct_size(formula) == 101


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("p -> ~q", "propositional logic"),
        ("K_a p | Kw_b q & E_{a,b} p", "basic epistemic logic"),
        ("C p", "epistemic logic with common knowledge"),
        ("C p & D_{a,b} K_a q", "epistemic logic with common knowledge and distributed knowledge"),
        ("Kv_a x", "epistemic logic with knowledge of values"),
        ("B_a p", "doxastic logic"),
        ("B_a>=0.7 p", "doxastic logic with graded belief"),
        ("B_a K_b p", "epistemic doxastic logic"),
        ("B_a[q] p", "plausibility logic"),
        ("Bsafe_a p & B_a>=1/2 q", "plausibility logic with graded belief"),
        ("[p] q", "public announcement logic"),
        ("<p> C q", "public announcement logic with common knowledge"),
        ("[p?] q", "dynamic epistemic logic with announcements whether"),
        ("[p!{a}] [q] B_a q", "dynamic epistemic logic with belief, public announcements and announcements to groups"),
        ("[@peek] K_a p", "action model logic"),
    ],
)
def test_fragments_have_names(text: str, name: str) -> None:
    assert fragment(parse(text)) == name


@given(anything)
def test_a_formula_has_the_features_of_its_parts(formula: Formula) -> None:
    assert all(features(node) <= features(formula) for node in formula.subformulas())


# ---------------------------------------------------------------------------------- depth and start-up


def deep(clauses: int = DEEP) -> Formula:
    formula: Formula = p
    for i in range(clauses // 5):
        formula = Iff(Not(K("a", Implies(Announce(q, formula), Kw("b", r)))), Atom(f"p{i % 7}"))
    return formula


def test_many_levels_are_transformed_without_recursion() -> None:
    formula = deep()
    assert distinct_size(nnf(formula)) < 6 * DEEP
    assert "p" not in substitute(formula, {"p": r}).atoms
    assert modal_depth(formula) == DEEP // 5 + 1
    assert size(formula) > DEEP
    assert fragment(formula) == "public announcement logic"


def test_deep_announcements_are_eliminated_without_recursion() -> None:
    formula: Formula = q
    for i in range(DEEP // 2):
        formula = Announce(Atom(f"p{i % 3}"), K("a", formula))
    assert modal_depth(eliminate_announcements(formula)) == DEEP // 2


def test_a_deep_shared_graph_has_a_size_of_thousands_of_digits() -> None:
    formula: Formula = p
    for _ in range(20_000):
        formula = And(formula, formula)
    assert size(formula) == 2**20_001 - 1


def test_sympy_is_loaded_only_when_it_is_needed() -> None:
    code = "import sys, logic.transform as t; print('sympy' in sys.modules); t.cnf(t.nnf(__import__('logic.parser')."
    code += "parser.parse('p <-> q'))); print('sympy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


def test_actions_keep_their_names_in_every_transformation() -> None:
    formula = Not(Act("peek", ActDual("show", And(p, p))))
    assert nnf(formula) == ActDual("peek", Act("show", Or(Not(p), Not(p))))
    assert simplify(formula) == Not(Act("peek", ActDual("show", p)))


def test_a_refusal_shows_the_formula_of_the_user() -> None:
    with pytest.raises(NoReduction, match=r"Kv_a die1: .*all values.*model\.holds"):
        eliminate_announcements("[p] Kv_a die1")
    long = conj(Atom(f"r{i}") for i in range(100))
    with pytest.raises(NoReduction, match="before C q: "):
        eliminate_announcements(Announce(Atom("p"), C(None, long)))


def test_common_knowledge_of_an_agent_without_a_name_has_no_reduction():
    with pytest.raises(NoReduction, match=r"before C q: .* an agent without a name"):
        eliminate_announcements("[p] C q", agents=[""])


# ---------------------------------------------------------------------------------- SymPy


@laws
@given(models(), anything)
def test_a_formula_comes_back_from_sympy_with_the_same_meaning(model: MultiDiGraph, formula: Formula) -> None:
    expression = to_sympy(formula)
    back = from_sympy(expression)
    assert truth(model, back) == truth(model, formula)
    assert to_sympy(back) == expression


def test_knowledge_is_a_symbol_of_its_own_for_sympy() -> None:
    import sympy

    p, q, known = map(sympy.Symbol, ("p", "q", "K_a (p ∧ q)"))
    assert to_sympy("K_a (p & q) -> p ^ q") == sympy.Implies(known, sympy.Xor(p, q))
    assert from_sympy(known & ~p) == parse("K_a (p & q) & ~p")
    assert to_sympy("true") is sympy.true
    assert from_sympy(sympy.ITE(p, q, known)) == parse("(p -> q) & (~p -> K_a (p & q))")
    assert from_sympy(sympy.Equivalent(p, q, known)) == parse("(K_a (p & q) <-> p) & (p <-> q)")
    assert from_sympy(False) == Bottom()


def test_an_atom_with_any_name_comes_back_from_sympy() -> None:
    for name in ("p & q", "K_a p", "true", "die1=4", "x y"):
        assert from_sympy(to_sympy(Atom(name))) == Atom(name)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda sympy: sympy.Symbol("x") > 1, "x > 1: expected a SymPy formula of symbols and connectives"),
        (lambda _: "p & q", "'p & q': expected a SymPy formula; to_sympy makes one"),
        (lambda sympy: sympy.Symbol("x y"), 'put a name that has spaces in quotes: "x y"'),
    ],
)
def test_what_is_no_formula_of_sympy_is_refused_with_the_way_out(wrong: Callable[[Any], object], words: str) -> None:
    import sympy

    with pytest.raises((FormulaError, ParseError)) as refused:
        from_sympy(wrong(sympy))
    assert words in str(refused.value)


@pytest.mark.usefixtures("no_collections")
def test_formulas_too_deep_for_sympy_are_refused() -> None:
    deep = parse("p")
    for level in range(5_000):
        deep = Implies(deep, Atom(f"q{level % 7}"))
    with pytest.raises(TooLarge, match="nested too deeply"):
        from_sympy(to_sympy(deep))


@pytest.mark.parametrize("mapping", [5, None, "q", ["p"]])
def test_a_substitution_that_is_no_mapping_is_refused(mapping: object) -> None:
    with pytest.raises(FormulaError, match="expected a formula for each atom"):
        substitute("p", mapping)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("formula", "reduced"),
    [
        ("[p] []q", "p -> [](p -> q)"),
        ("[p] <>q", "p -> <>(p & q)"),
        ("[p] K q", "p -> K (p -> q)"),
        ("[p] []q & K r", "(p -> K (p -> q)) & K r"),
    ],
)
def test_a_box_stays_a_box_where_announcements_are_eliminated(formula: str, reduced: str) -> None:
    assert eliminate_announcements(formula) == parse(reduced)


@pytest.mark.parametrize("text", ["[^^p] B_a q", "K_a <^p> B_a q", "[q] [^^p] B_a q", "<*> K_a p", "[+{a}] [q] p"])
def test_upgrades_and_quantifiers_are_no_announcements_that_can_be_eliminated(text: str) -> None:
    with pytest.raises(NoReduction, match=r"cannot eliminate .*: (upgrades|it speaks of all announcements) .*m\.holds"):
        eliminate_announcements(text)
