"""Operators of time and the past: where their words are operators, and where they stay atoms."""

import re
import warnings
from pathlib import Path

import networkx as nx
import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from strategies import formulas

from kripke.semantics import truth
from logic.clauses import (
    AG,
    AU,
    EF,
    EG,
    EU,
    EX,
    PAST,
    TIME,
    And,
    Announce,
    AnnounceWhether,
    Atom,
    BGiven,
    Bottom,
    C,
    E,
    Iff,
    Implies,
    K,
    Kv,
    Not,
    O,
    Top,
    Y,
    atoms,
)
from logic.errors import ParseError, ReadingWarning
from logic.formula import Formula
from logic.lenient import remarks
from logic.normal import cnf, dnf, nnf
from logic.operators import is_plain_atom
from logic.parser import parse
from logic.reduction import NoReduction, eliminate_announcements
from logic.shared import modal_depth, substitute
from logic.simplification import simplify
from logic.transform import fragment
from logic.typed import read_typed

p, q, r, U = atoms("p q r U")
UNCHANGED = Path(__file__).with_name("names_of_time.txt").read_text(encoding="utf-8").splitlines()


def outline(node: Formula) -> str:
    """The clauses of a formula and their contents: a text that does not depend on notation."""
    parts = [str(sorted(each) if isinstance(each, frozenset) else each) for each in node.content]
    parts += map(outline, node.children)
    return node.name if isinstance(node, Atom) else f"{type(node).__name__}({', '.join(parts)})"


@pytest.mark.filterwarnings("ignore::logic.errors.ReadingWarning")
@pytest.mark.parametrize("line", UNCHANGED)
def test_all_other_uses_of_the_names_keep_the_reading_that_they_had_before_there_was_time(line: str) -> None:
    text, expected = re.split(r"\s+=>\s+", line)
    assert outline(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("AG p", AG(p)),
        ("AG (p & q)", AG(p & q)),
        ("AG(p & q)", AG(p & q)),
        ("AG(p)", AG(p)),
        ("EX( p )", EX(p)),
        ("AG(true)", AG(Top())),
        ("EF(C)", EF(Atom("C"))),
        ("AG(p) -> q", Implies(AG(p), q)),
        ("AG p -> q", Implies(AG(p), q)),
        ("EF EF", EF(Atom("EF"))),
        ("AG ~EF K_a O p", AG(~EF(K("a", O(p))))),
        ("O (p)", O(p)),
        ("O ~p", O(~p)),
        ("O O O", O(O(Atom("O")))),
        ("Y [p] q", Y(Announce(p, q))),
        ("E[p U q]", EU(p, q)),
        ("E [ p U q ]", EU(p, q)),
        ("A[p <-> q U p -> q]", AU(parse("p <-> q"), p >> q)),
        ("E[A[p U q] U E[q U r]]", EU(AU(p, q), EU(q, r))),
        ("E[U U U]", EU(U, U)),
        ("E[~U U [p] U]", EU(~U, Announce(p, U))),
        ("E[[p] U U q]", EU(Announce(p, U), q)),
        ("E[C U q]", EU(Atom("C"), q)),
        ("E[C U U q]", EU(C(None, U), q)),
        ("E[C U U U]", EU(C(None, U), U)),
        ("E[C U C U]", EU(Atom("C"), C(None, U))),
        ("E[p U q] & A", EU(p, q) & "A"),
        ("E E[p U q]", E(None, EU(p, q))),
        ("[E[p U q]] E[p] q", Announce(EU(p, q), E(None, Announce(p, q)))),
        ("B_a[E[p U q]] p", BGiven("a", EU(p, q), p)),
        (r"\mathsf{EG} p", EG(p)),
        (r"\mathbf{A}\mathbf{G} p", AG(p)),
        (r"\mathbf{E}\mathbf{F}(p \wedge q)", EF(p & q)),
        (r"\mathbf{E}[p U q]", EU(p, q)),
        (r"\mathsf{A}[p \mathsf{U} q]", AU(p, q)),
        ("𝐄𝐆 𝑝", EG(p)),
    ],
)
@pytest.mark.filterwarnings("ignore::logic.errors.ReadingWarning")
def test_a_word_of_time_is_an_operator_where_a_formula_of_it_follows(text: str, formula: Formula) -> None:
    assert parse(text) == formula


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("AG(p) & fresh1", "'AG(p)' is read as AG p; the atom is written \"AG(p)\""),
        ("EX(true) & fresh2", "'EX(true)' is read as EX true; the atom is written \"EX(true)\""),
        ("H(p) & fresh3", "'H(p)' is read as an atom; the operator is written H (p), the atom \"H(p)\""),
        ("EF & fresh4", "'EF' is read as an atom; the operator is written EF p, the atom \"EF\""),
        ("Kv_a AG(p) & fresh5", "'AG(p)' is read as an atom; the operator is written AG p, the atom \"AG(p)\""),
    ],
)
def test_a_note_says_how_a_name_is_read_that_may_be_meant_otherwise(text: str, note: str) -> None:
    with pytest.warns(ReadingWarning) as told:
        formula = parse(text)
    assert [str(each.message) for each in told] == [note] == read_typed([text]).notes
    with warnings.catch_warnings(action="error"):
        assert parse(str(formula)) == parse(formula.to_latex()) == formula


def test_no_note_is_about_an_atom_that_the_model_has() -> None:
    assert remarks("EF & H(p)", ["EF", "H(p)"]) == []
    assert len(remarks("AG(p)", ["AG(p)"])) == 1


@pytest.mark.parametrize(
    "text", ["AG p", "E[p U q]", "H & O", "Y (p)", "AG(1)", "AG(p,q)", "EX(a,b)=3", '"AG(p)"', "A | U"]
)
def test_nothing_is_said_where_only_one_thing_can_be_meant(text: str) -> None:
    assert remarks(text) == []


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("H(p & q)", "with a space it is the operator, H (p & q)"),
        ("K_a Y(~p)", "with a space it is the operator, Y (~p)"),
        ("O(K_a (p | q)) & r", "with a space it is the operator, O (K_a (p | q))"),
        ("Y(~p)", "with a space it is the operator, Y (~p)"),
        ("E F p", "EF is one word, EF p"),
        ("A G K_a p", "AG is one word, AG p"),
        ("F p", "on all runs is written AF p, on some run EF p"),
        ("always p", "on all runs p holds always: AG p, at last: AF p, next: AX p"),
        ("Once K_a p", "that p held once is written O p"),
        ("p until q", "until is written E[p U q] or A[p U q]"),
        ("p U q", "until is written E[p U q] or A[p U q]"),
        ("A(p U q)", "until is written E[p U q] or A[p U q]"),
        ("E[p U q U r]", "each has a bracket of its own, E[p U E[q U r]]"),
        ("E[(p U q)]", "each has a bracket of its own, E[p U E[q U r]]"),
        ("K_a[p U q]", "until is written E[p U q] or A[p U q]"),
    ],
)
def test_a_slip_with_a_word_of_time_has_a_hint(text: str, hint: str) -> None:
    with pytest.raises(ParseError) as error:
        parse(text)
    assert hint in error.value.hint


@pytest.mark.parametrize("name", ["EF", "AG(p)", "AG(true)", "H(p)", "Y(q')", "O(C)"])
def test_the_printers_quote_an_atom_that_looks_like_an_operator_of_time(name: str) -> None:
    assert str(Atom(name)) == f'"{name}"'
    assert Atom(name).to_latex() == rf"\text{{{name}}}"
    assert str(Kv("a", name)) == f'Kv_a "{name}"'


@pytest.mark.parametrize(
    "name", ["AG(p,q)", "AG(not)", "AG(-1)", "AG(p)=1", "H(1)", "H", "U", "A", "H(a,b)", "AG1", "AG_a"]
)
def test_other_atoms_need_no_quotes(name: str) -> None:
    assert is_plain_atom(name)


NAMES = ("U", "A", "E", "C", "EF", "AG(p)", "H", "H(p)", "p")
NESTED = (*TIME, *PAST, Not, And, Iff, C, E, K, Kv, Announce, AnnounceWhether, BGiven)


@examples(600)
@given(formulas(NAMES, ("a", "U"), NESTED, ("U", "AG(p)"), max_leaves=6))
def test_formulas_over_names_like_words_of_time_are_read_back(f: Formula) -> None:
    with warnings.catch_warnings(action="error"):
        assert parse(str(f)) == parse(f.to_ascii()) == parse(f.to_latex()) == f


def test_normal_forms_move_negations_through_operators_with_a_dual() -> None:
    assert str(nnf("~AG (p -> EX q)")) == "EF (p ∧ AX ¬q)"
    assert str(nnf("~EG ~H p")) == "AF H p"
    assert str(nnf("~Y p & ~E[p U ~~q]")) == "¬Y p ∧ ¬E[p U q]"
    assert str(cnf("AG p | (AF q & r)")) == "(r ∨ AG p) ∧ (AF q ∨ AG p)"


def test_constants_are_simplified_where_there_may_be_no_next_state() -> None:
    kept = {"EX true", "AX false", "EG true", "AF false", "Y true"}
    for word in ("EX", "AX", "EF", "AF", "EG", "AG", "Y", "O", "H"):
        for constant in ("true", "false"):
            text = f"{word} {constant}"
            assert simplify(text).to_ascii() == (text if text in kept else constant)
    for text in ("E[p U false]", "A[p U true]", "E[p U true]"):
        assert simplify(text).to_ascii() == text[6:-1]
    assert simplify("A[p U false]").to_ascii() == "A[p U false]"


@st.composite
def runs(draw: st.DrawFn) -> nx.MultiDiGraph:
    """Graphs of three worlds with time, perhaps with ends, and perhaps with a fairness."""
    worlds = range(3)
    sets = st.sets(st.sampled_from(worlds))
    graph = nx.MultiDiGraph(agents=["a", "b", "c"], vocabulary=["p", "q", "r", "x=1"])
    graph.graph["next"] = draw(st.sets(st.tuples(st.sampled_from(worlds), st.sampled_from(worlds)), max_size=5))
    graph.graph["fair"] = draw(st.lists(sets, max_size=1))
    for world in worlds:
        graph.add_node(world, atoms=draw(st.sets(st.sampled_from(["p", "q", "r"]))))
        graph.add_edge(world, world, agent="a")
    graph.add_edge(0, 1, agent="a")
    graph.graph["first"] = {0, 1, 2}
    return graph


SAID = formulas("pqr", "a", (*TIME, *PAST, Not, And, Implies, Iff, K, Top, Bottom), max_leaves=4)


@examples(300)
@given(runs(), SAID)
def test_normal_forms_and_simplification_keep_what_is_said_of_time(graph: nx.MultiDiGraph, formula: Formula) -> None:
    meaning = truth(graph, formula)
    for form in (nnf, cnf, dnf, simplify):
        assert truth(graph, form(formula)) == meaning == truth(graph, ~form(~formula)), form


def test_fragments_depth_and_substitution_know_time() -> None:
    assert fragment(AG(p)) == "propositional logic with time"
    assert fragment(parse("AG (p -> O K_a q)")) == "basic epistemic logic with time and the past"
    assert modal_depth(parse("AG EX K_a p")) == 3
    assert substitute("E[p U Y p]", {"p": "q & r"}) == EU(q & r, Y(q & r))


@pytest.mark.parametrize("text", ["[p] AG q", "[p] E[p U q]", "<p> Y q"])
def test_a_change_before_an_operator_of_time_is_not_eliminated(text: str) -> None:
    with pytest.raises(NoReduction, match="runs"):
        eliminate_announcements(text)
    assert eliminate_announcements("AG [p] q") == AG(p >> q)
