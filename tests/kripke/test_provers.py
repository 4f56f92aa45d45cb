"""Problems of other provers: TPTP's modal form and KSP's input, what is read, and what is refused by name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st

from kripke.data.errors import FileWarning
from kripke.formats import ksp, tptp
from kripke.formats.problems import Problem, load_problem, module_of
from kripke.prove.face import entails
from logic.clauses import Bottom, Not
from logic.errors import FormulaError, ParseError, TooLarge
from logic.formula import Formula
from logic.parser import parse
from whoknows import FileError

FOLDER = Path(__file__).parents[1] / "data" / "provers"


def decided(problem: Problem, formula: Formula | None = None) -> bool:
    wanted = problem.formula if formula is None else formula
    return entails(problem.premises, wanted, problem.logic, theory=problem.theory).valid


# ------------------------------------------------------------------------------------------------------------ TPTP


def test_axioms_hold_everywhere_and_hypotheses_at_one_world() -> None:
    problem = load_problem(FOLDER / "knowledge.p")
    knows = "K_anne rain & K_bob (rain -> K_anne rain)"
    assert problem == Problem(
        parse(knows), (parse("rain"),), (parse("K_anne rain | K_anne ~rain"),), {"anne": "S5", "bob": "KT4"}
    )
    assert decided(problem)
    assert not decided(problem._replace(theory=(), premises=(*problem.premises, *problem.theory)))


def test_the_system_of_the_specification_decides() -> None:
    problem = load_problem(FOLDER / "five.p")
    assert problem == Problem(parse("<>p -> []<>p"), (), (), "S4")
    assert not decided(problem)
    assert decided(problem._replace(logic="S5"))


def test_without_a_conjecture_the_question_is_a_contradiction() -> None:
    problem = load_problem(FOLDER / "local.p")
    keep = '"keep the promise"'
    assert problem == Problem(Bottom(), (parse(f"[]{keep}"), parse(f"~{keep}")), (parse("<>true"),), "KD")
    assert not decided(problem)
    assert decided(problem._replace(logic="T"))


@pytest.mark.parametrize(
    ("problem", "together"),
    [
        (Problem(parse("p"), (parse("q"),)), "q & p"),
        (Problem(Bottom(), (parse("q"),)), "q"),
        (Problem(Bottom(), (), (parse("q"),)), "true"),
        (Problem(Bottom()), "false"),
    ],
)
def test_what_shall_be_satisfiable_is_all_that_stands_at_the_world(problem: Problem, together: str) -> None:
    assert problem.together() == parse(together)


def test_one_box_is_not_both_knowledge_and_belief_of_one_agent() -> None:
    text = SPEC.format("$modal_system_KD45") + "tff(c,conjecture,{$believes(#a)} @ (p) => {$knows(#%s)} @ (p))."
    assert tptp.loads_problem(text % "b").formula == parse("K_a p -> K_b p")
    with pytest.raises(ParseError, match="knowledge and belief of one agent") as refusal:
        tptp.loads_problem(text % "a")
    assert text[refusal.value.position :].startswith("{$knows")


def test_an_unexpected_sign_beside_brackets_that_are_closed_is_named() -> None:
    with pytest.raises(ParseError, match="unexpected '&'"):
        tptp.loads_problem("tff(c,conjecture, ~ p => p & (p <= q) & (p <~> q)).")


SPEC = "tff(s,logic,$modal == [$modalities == {}]). "


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("{$box} @ (p)", "[]p"),
        ("{$dia(#a)} @ ~ p & q", "M_a ~p & q"),
        ("{ $necessary ( #1 ) } @ (p | q | r)", "K_1 (p | q | r)"),
        ("[.] p & <.> @ (q)", "[]p & <>q"),
        ("[#a] <#a> p", "K_a M_a p"),
        ("{$believes(#a)} @ (p) => {$canBelieve(#a)} @ (p)", "K_a p -> M_a p"),
        ("p <= q", "q -> p"),
        ("p <=> ~ q", "p <-> ~q"),
        ("p <~> q", "p ^ q"),
        ("p ~| q", "~(p | q)"),
        ("p ~& q", "~(p & q)"),
        ("~ ~ p & $true & ~$false", "~~p & true & ~false"),
        ("(p & q) | ( r )", "p & q | r"),
        (r"'it\'s' & 'p'", '"it\'s" & p'),
    ],
)
def test_a_conjecture_is_a_formula(text: str, formula: str) -> None:
    for language in ("tff", "thf"):
        problem = tptp.loads_problem(SPEC.format("$modal_system_K") + f"{language}(c,conjecture,( {text} )).")
        assert problem == Problem(parse(formula))


@pytest.mark.parametrize(
    ("modalities", "logic"),
    [
        ("$modal_system_S5", "S5"),
        ("[$modal_system_D45]", "D45"),
        ("[$modal_axiom_K, $modal_axiom_M, $modal_axiom_5]", "KT5"),
        ("[$modal_system_S4, [#b] == $modal_system_K]", {"a": "S4", "b": "K"}),
        ("[{$box(#a)} == $modal_system_D, {$box(#b)} == $modal_system_D]", "D"),
        ("[a == $modal_system_D, b == [$modal_axiom_B]]", {"a": "D", "b": "KB"}),
    ],
)
def test_the_modalities_are_the_logic(modalities: str, logic: object) -> None:
    for sign in ("==", ":="):
        spec = f"tff(s,logic,( $modal {sign} [$modalities {sign} {modalities}] )). "
        problem = tptp.loads_problem(spec + "tff(c,conjecture,[#a] p => [#b] p).")
        assert problem.logic == logic
        assert not decided(problem)


def test_roles_and_their_subroles_say_where_a_formula_holds() -> None:
    problem = tptp.loads_problem(
        "fof(1,axiom,a). fof(2,axiom-local,b). fof(3,hypothesis,c). fof(4,hypothesis-global,d). fof(5,lemma,e). "
        "fof(6,conjecture,f). fof(7,conjecture-local,g)."
    )
    assert problem == Problem(parse("f & g"), (parse("b"), parse("c")), (parse("a"), parse("d"), parse("e")), "K")


@pytest.mark.parametrize(
    ("text", "at", "problem"),
    [
        ("tff(c,conjecture,! [X: $i] : p).", "! [", "quantifiers"),
        ("tff(c,conjecture,? [X] : p).", "? [", "quantifiers"),
        ("tff(c,conjecture,f(a)).", "(a", "predicates with arguments"),
        ("tff(c,conjecture,X).", "X", "variables"),
        ("tff(c,conjecture,[#I] p).", "[#I", "variables"),
        ("tff(c,conjecture,{$box(#I)} @ (p)).", "{$box(#I", "variables"),
        ("tff(c,conjecture,a = b).", "= b", "equality"),
        ("tff(c,conjecture,a != b).", "!= b", "equality"),
        ("tff(c,conjecture,f @ a).", "@ a", "application"),
        ("tff(c,conjecture,{$$own} @ (p)).", "{$$own", "operators and logics of one system"),
        ("tff(c,conjecture,{$common($agents:=[a])} @ (p)).", "{$common", "other parameters than an index"),
        ("tff(c,conjecture,{$future} @ (p)).", "{$future", "the operator '{$future}'"),
        ("tff(c,conjecture,$less).", "$less", "the constant '$less'"),
        ("tff(c,negated_conjecture,p).", "negated", "the role 'negated_conjecture'"),
        ("tff(c,axiom-foo,p).", "foo", "the subrole 'foo'"),
        ("tff(c,conjecture-global,p).", "conjecture-global", "a global 'conjecture'"),
        ("cnf(c,axiom,p).", "cnf", "'cnf'"),
        ("include('a.ax').", "include", "'include'"),
        ("tff(s,logic,$temporal_instant == [$time == $reflexivity]).", "$temporal", "the logic '$temporal_instant'"),
        ("tff(s,logic,$modal == [$consequence == $global]).", "$consequence", "the property '$consequence'"),
        ("tff(s,logic,$modal == [$modalities == $modal_axiom_GL]).", "$modal_axiom_GL", "'$modal_axiom_GL'"),
        (SPEC.format("$modal_system_S5U"), "$modal_system", "'$modal_system_S5U'"),
        (SPEC.format("[$modal_system_K, [#a] == $modal_system_GL]"), "$modal_system_GL", "'$modal_system_GL'"),
    ],
)
def test_what_is_not_propositional_or_not_modal_is_refused_by_name(text: str, at: str, problem: str) -> None:
    with pytest.raises(ParseError, match="not supported") as refusal:
        tptp.loads_problem(text)
    assert problem in refusal.value.problem
    assert refusal.value.position == text.index(at)
    assert refusal.value.advice


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "there is no formula"),
        ("tff(t,type,p: $o).", "there is no formula"),
        ("tff(c,conjecture,[.] p).", "there is no logic specification"),
        (SPEC.format("[[#a] == $modal_system_K]") + "tff(c,conjecture,[#b] p).", "there is no system for agent 'b'"),
        (SPEC.format("[[#a] == $modal_system_K]") + "tff(c,conjecture,[.] p).", "no system for boxes without an agent"),
        ("tff(c,conjecture,p: $o).", "the role 'conjecture' does not fit"),
        ("tff(c,type,p).", "the role 'type' does not fit"),
        ("tff(c,logic,p).", "the role 'logic' does not fit"),
        ("tff(c,conjecture,p | q & r).", "unexpected '&'"),
        ("tff(c,conjecture,p => q => r).", "unexpected '=>'"),
        ("tff(c,conjecture,(p & q).", "the ( at column 4 is never closed"),
        ("tff(c,conjecture,p)", "the text ends too early"),
        ("tff(c,conjecture,{$box} p).", "unexpected 'p'"),
    ],
)
def test_a_mistake_in_tptp_has_its_place(text: str, problem: str) -> None:
    with pytest.raises(ParseError) as refusal:
        tptp.loads_problem(text)
    assert problem in refusal.value.problem


# ------------------------------------------------------------------------------------------------------------- KSP


def test_the_formulas_of_all_lists_hold_together() -> None:
    problem = load_problem(FOLDER / "two_boxes.ksp")
    assert problem == Problem(parse("K_1 (p -> K_2 q) & (K_1 p & M_1 M_2 ~q)")) or problem == Problem(
        parse("(K_1 (p -> K_2 q) & K_1 p) & M_1 M_2 ~q")
    )
    assert decided(problem, Not(problem.formula))


def test_axioms_that_the_file_sets_are_the_logic() -> None:
    problem = load_problem(FOLDER / "transitive.ksp")
    assert problem == Problem(parse("[]p & <><>~p"), logic="K4T")
    assert decided(problem, Not(problem.formula))
    assert not decided(problem._replace(logic="T"), Not(problem.formula))


def test_implications_are_read_from_the_left() -> None:
    problem = load_problem(FOLDER / "left.ksp")
    assert not decided(problem, Not(problem.formula))
    right = parse("~(p -> (q -> r)) & ~p")
    assert decided(problem, Not(right))


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("box 1 p & [2]q", "K_1 p & K_2 q"),
        ("box a p | dia a (q)", "K_a p | M_a q"),
        ("box p -> [] (q)", "[]p -> []q"),
        ("box & p", None),
        ("box a", "[]a"),
        ("Diamond 1 ~-p", "M_1 ~~p"),
        ("p -> q -> r <-> s", "((p -> q) -> r) <-> s"),
        ("p <- q <- r", "r -> (q -> p)"),
        ("p | q & r <- TRUE & false", "true & false -> (p | q & r)"),
        ("p % & q\n & r", "p & r"),
    ],
)
def test_a_text_for_ksp_is_a_formula(text: str, formula: str | None) -> None:
    whole = f"sos(formulas). {text}. end_of_list."
    if formula is None:
        with pytest.raises(ParseError):
            ksp.loads_problem(whole)
    else:
        assert ksp.loads_problem(whole).formula == parse(formula)


@pytest.mark.parametrize(
    ("text", "at", "problem"),
    [
        ("sos(clauses). p. end_of_list.", "clauses", "'clauses' is not supported: lists of other parts"),
        ("sos(clauses).\n1 : p | q. start -> r. end_of_list.", "clauses", "'clauses' is not supported"),
        ("set(global). sos(formulas). p. end_of_list.", "global", "formulas that hold at every world"),
        ("set(box 1, mck). sos(formulas). p. end_of_list.", "mck", "the axiom 'mck'"),
        ("sos(formulas). p & start. end_of_list.", "start", "clauses about the first world"),
        ("sos(formulas). K p. end_of_list.", "K p", "a box or diamond of another name"),
        ("sos(formulas). necessary 1 p. end_of_list.", "necessary", "a box or diamond of another name"),
    ],
)
def test_what_ksp_has_beyond_formulas_is_refused_by_name(text: str, at: str, problem: str) -> None:
    with pytest.raises(ParseError, match="not supported") as refusal:
        ksp.loads_problem(text)
    assert problem in refusal.value.problem
    assert refusal.value.position == text.index(at)


def test_axioms_of_a_box_that_no_formula_has_are_told() -> None:
    text = "set(box 1, ref). set(box 2, sym). set(box, trans). sos(formulas). [1] p. end_of_list."
    with pytest.warns(FileWarning, match=r"axioms of box 2 and box have no effect") as warned:
        assert ksp.loads_problem(text).logic == "KT"
    assert warned[0].filename == __file__


@pytest.mark.parametrize(
    ("text", "problem", "expected"),
    [
        ("", "there is no formula", "sos(formulas)"),
        ("usable(formulas). end_of_list.", "there is no formula", "sos(formulas)"),
        ("sos(formulas). p", "the text ends too early", "'.'"),
        ("sos(formulas). p q. end_of_list.", "unexpected 'q'", "a connective"),
        ("sos(formulas). p & (q. end_of_list.", "the ( at column 20 is never closed", "')'"),
        ("sos(formulas). p &. end_of_list.", "unexpected '.'", "a formula such as box 1 p"),
        ("p & q.", "unexpected 'p'", "'sos'"),
    ],
)
def test_a_mistake_in_a_text_for_ksp_has_its_place(text: str, problem: str, expected: str) -> None:
    with pytest.raises(ParseError) as refusal:
        ksp.loads_problem(text)
    assert refusal.value.problem == problem
    assert any(expected in each for each in refusal.value.expected)


# ------------------------------------------------------------------------------------------------------------ both


@pytest.mark.parametrize(
    ("reader", "text", "at", "sign"),
    [
        (ksp, "sos(formulas). box 1 p & box q. end_of_list.", "box q", "box"),
        (ksp, "sos(formulas). [] p & <1> q. end_of_list.", "[]", "[]"),
        (ksp, "set(box, ref). sos(formulas). <1> q. < > p. end_of_list.", "< >", "< >"),
        (
            tptp,
            SPEC.format("$modal_system_S5") + "tff(c,conjecture,{$dia(#1)} @ (q) => {$box} @ (p)).",
            "{$box}",
            "{$box}",
        ),
        (tptp, SPEC.format("$modal_system_S5") + "tff(a,axiom,[#a] p). tff(c,conjecture,<.> p).", "<.>", "<.>"),
    ],
)
def test_a_box_without_an_index_beside_boxes_with_one_is_refused_at_its_place(
    reader: Any, text: str, at: str, sign: str
) -> None:
    with pytest.raises(ParseError, match=re.escape(f"'{sign}' has no index, and other boxes")) as refusal:
        reader.loads_problem(text)
    assert refusal.value.position == text.index(at)


WORDS = (
    "tff thf ( ) [ ] , . : $o p q 'r s' X ~ & | => <= <=> @ {$box} {$dia(#a)} [.] <#a> == := $modal $modalities "
    "axiom $modal_system_K conjecture type logic - ! ? = sos usable set formulas clauses box dia 1 "
    "[] <> end_of_list -> <- % /*"
)


@given(st.lists(st.sampled_from([*WORDS.split(), "\n"]), max_size=14).map(" ".join))
@examples(300)
def test_any_text_is_a_problem_or_a_parse_error(text: str) -> None:
    tff = SPEC.format("$modal_system_K") + f"tff(c,conjecture,{text})."
    for reader, whole in ((tptp, text), (tptp, tff), (ksp, text), (ksp, f"sos(formulas). {text}. end_of_list.")):
        try:
            problem = reader.loads_problem(whole)
        except ParseError:
            continue
        assert parse(str(problem.formula)) == problem.formula


@pytest.mark.parametrize(
    ("reader", "before", "opening", "after"),
    [
        (ksp, "sos(formulas). ", "(box 1 ~", ". end_of_list."),
        (tptp, SPEC.format("$modal_system_K") + "tff(c,conjecture,", "({$box} @ ~", ")."),
    ],
)
def test_the_depth_is_not_limited_but_the_size_is(reader, before: str, opening: str, after: str) -> None:
    depth = 2_000
    problem = reader.loads_problem(before + opening * depth + "p" + ")" * depth + after)
    assert sum(1 for _ in problem.formula.subformulas()) == 2 * depth + 1
    with pytest.raises(TooLarge, match="10,000,001 characters"):
        reader.loads_problem(" " * 10_000_001)
    with pytest.raises(FormulaError, match="expected a text"):
        reader.loads_problem(3)


@pytest.mark.parametrize("text", ["tff(s,{},p).", "tff(c,axiom-{},p).", "tff(c,conjecture,{{${}}} @ (p))."])
def test_a_message_cuts_long_names(text: str) -> None:
    with pytest.raises(ParseError) as refusal:
        tptp.loads_problem(text.format("x" * 50_000))
    assert len(str(refusal.value)) < 1_000


@pytest.mark.parametrize(
    "text",
    [
        "% a box\nset(box 1, ref).\nsos(formulas). box 1 p. end_of_list.",
        "begin\n[r1] p1\nend\n",
        "/* a box */ tff(s,logic,$modal == [$modalities == $modal_system_T]). tff(c,conjecture,{$box(#1)} @ (p)).",
    ],
)
def test_a_problem_is_read_by_its_look_whatever_its_name_is(text: str, tmp_path: Path) -> None:
    for name in ("problem", "problem.txt", "problem.p", "problem.intohylo"):
        (tmp_path / name).write_text(text)
        assert str(load_problem(tmp_path / name).formula).startswith(("K_1 ", "K_r1 "))


def test_formulas_that_begin_with_words_of_provers_are_no_problems() -> None:
    for text in ("begin & p", "set(a,b)", "tff(a,b) -> sos(formulas)", "set(p) & q."):
        assert not module_of(text)


def test_files_have_their_endings_and_their_names_in_messages(tmp_path: Path) -> None:
    (tmp_path / "f.ksp").write_text("sos(formulas).\np q.\nend_of_list.")
    with pytest.raises(FileError, match=r"f\.ksp: line 2, column 3: .*'q'\n  p q\.\n    \^"):
        load_problem(tmp_path / "f.ksp")
    (tmp_path / "f.txt").write_text("(p -> q)")
    with pytest.raises(FileError, match=r"no ending is \.intohylo, \.p, \.tptp or \.ksp"):
        load_problem(tmp_path / "f.txt")
    with pytest.raises(FileError, match="there is no such file"):
        load_problem(tmp_path / "g.p")
