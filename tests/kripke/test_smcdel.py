"""SMCDEL's text files: read with their own precedence, answered as SMCDEL answers them, refused with a caret."""

import json
import pickle
import re
from itertools import product
from pathlib import Path

import pytest
from effort import examples, share
from hypothesis import given
from hypothesis import strategies as st

from kripke.checking.explicit import extension
from kripke.checking.observations import from_observations
from kripke.data.errors import FileError, ModelError
from kripke.data.structure import Structure
from kripke.formats import quantifiers, smcdel_reader
from kripke.formats.file_reading import read_text
from kripke.formats.smcdel import answer, read, with_state
from kripke.formats.smcdel_reader import tokens
from kripke.models.symbolic_model import SymbolicModel
from logic.clauses import And, Atom, Bottom, Iff, Implies, Not, Or, Top, Xor, disj
from logic.errors import FormulaError, ParseError, TooLarge
from logic.formula import Formula
from logic.node_table import flatten
from logic.parser import parse

ROOT = Path(__file__).parents[2]
CHILDREN = """
VARS 1,2,3   LAW 1|2|3
OBS front: 1  middle: 1  back: 1,2
TRUE? {1} back knows whether 3
WHERE? <! ~back knows whether 3> <! ~middle knows whether 2> Top
VALID? [! ~back knows whether 3][! ~middle knows whether 2] (front,middle,back) comknow that 1
"""
DEALS = """
VARS 11,12,13,21,22,23,31,32,33
LAW AND(ONEOF(11,12,13),ONEOF(21,22,23),ONEOF(31,32,33),ONEOF(11,21,31),ONEOF(12,22,32),ONEOF(13,23,33))
OBS ann: 11,12,13  bob: 21,22,23  cat: 31,32,33
WHERE? Top
VALID? (ann,bob) distknow whether 33
TRUE? {11,22,33} [! ~12](cat knows whether (11,22) & ~bob knows that 11)
WHERE? <ann,bob ! 11>(bob knows that 11 & ~cat knows that 11 & cat knows that (bob knows whether 11))
"""
SECRET = """
VARS 1,2  LAW Top  OBS a: 1,2  b: 2  e: 1
VALID? [?! XOR(1,2)] (a,b) comknow whether 1
VALID? ~ (b knows whether 1)
VALID? Forall 1 (Exists 2 (1 iff 2))
"""


def formula(text: str, agents: str = "a: 1 b: 2 c: 3") -> Formula:
    file = read(f"VARS 1,2,3,4 LAW Top OBS {agents} VALID? {text}")
    return file.queries[0].formula


def means(text: str, ours: str) -> bool:
    return formula(text) == parse(ours)


def error(text: str) -> ParseError:
    with pytest.raises(ParseError) as caught:
        read(text)
    return caught.value


def refused(query: str) -> ParseError:
    return error(f"VARS 1,2 LAW Top OBS a: 1 b: 2\nVALID? {query}")


def test_the_stored_table_is_that_of_the_grammar() -> None:
    stored = json.loads((ROOT / "kripke" / "formats" / "smcdel.json").read_text(encoding="utf-8"))
    assert stored == smcdel_reader.table(), "run: python -m kripke.formats.smcdel_reader > kripke/formats/smcdel.json"


# ------------------------------------------------------------------------------------- the answers SMCDEL gave


def test_the_muddy_children_in_a_row_get_the_answers_that_smcdel_gave():
    first, second, third = answer(read(CHILDREN))
    assert first.value is False
    assert set(second.value) == {(1,), (1, 3), (1, 2), (1, 2, 3)}
    assert third.value is True


def test_the_deals_of_three_cards_get_the_answers_that_smcdel_gave():
    first, second, third, fourth = answer(read(DEALS))
    assert len(first.value) == 6
    assert second.value is True
    assert third.value is True
    assert str(fourth) == "[11,22,33] [11,23,32]"


def test_the_shared_secret_gets_the_answers_that_smcdel_gave():
    assert [each.value for each in answer(read(SECRET))] == [True, True, True]


def test_a_clause_that_is_one_token_reads_as_one_that_a_comment_divides():
    clause = "OR (AND (1,~2, 3),AND(~1 ,2),AND (1,~2, 3))"
    divided = clause.replace(",", ", -- a comment\n")
    whole, parts = (read(f"VARS 1,2,3 LAW {law} OBS a: 1\nVALID? a knows that {law}") for law in (clause, divided))
    assert (whole.law, whole.queries[0].formula) == (parts.law, parts.queries[0].formula)
    assert str(whole.law) == "p1 ∧ ¬p2 ∧ p3 ∨ ¬p1 ∧ p2 ∨ p1 ∧ ¬p2 ∧ p3"


@pytest.mark.parametrize(
    ("wrong", "token"), [("AND (1,2) 2", "2"), ("2 AND (1,2)", "AND"), ("AND (1,~2,)", ")"), ("AND (1,~3 2)", "2")]
)
def test_a_mistake_beside_a_clause_is_at_its_own_token(wrong, token):
    caught = refused(wrong)
    assert f"unexpected '{token}'" in str(caught)
    assert "CLAUSE" not in str(caught)


NOBODY = f"AND ({', '.join(f'~ a{agent} knows whether {agent}' for agent in range(1, 21))})"
SEEN = " ".join(f"a{agent}: {agent}" for agent in range(1, 21))
TWENTY = f"VARS {','.join(map(str, range(1, 21)))} LAW Top OBS {SEEN}"


def test_a_list_that_a_file_repeats_is_built_once_and_reads_as_one_that_a_comment_divides():
    whole, divided = (
        read(f"{TWENTY} VALID? [! {said}] [! {said}] {said}").queries[0].formula
        for said in (NOBODY, NOBODY.replace(",", ", -- a comment\n"))
    )
    assert whole == divided
    assert whole.statement is whole.sub.statement is whole.sub.sub


@pytest.mark.parametrize(("right", "wrong", "token"), [("a7 knows", "7 knows", "knows whether"), ("7,", "7,,", ",")])
def test_a_mistake_in_a_list_is_at_its_own_token(right, wrong, token):
    with pytest.raises(ParseError) as caught:
        read(f"{TWENTY} VALID? [! {NOBODY}] {NOBODY.replace(right, wrong, 1)}")
    assert f"unexpected '{token}'" in str(caught.value)
    assert caught.value.position > len(TWENTY) + len(NOBODY)


def test_cheryls_birthday_is_the_sixteenth_of_july():
    days = {5: (15, 16, 19), 6: (17, 18), 7: (14, 16), 8: (14, 15, 17)}
    dates = [(month, day) for month, its in days.items() for day in its]
    distinct = ",".join(f"~({x} & {y})" for xs in ((5, 6, 7, 8), range(14, 20)) for x in xs for y in xs if x < y)
    albert = ",".join(f"albert knows that ({m} & {d})" for m, d in dates)
    bernard = ",".join(f"bernard knows that ({m} & {d})" for m, d in dates)
    text = f"""VARS 5,6,7,8,14,15,16,17,18,19
        LAW AND(OR({",".join(f"({m} & {d})" for m, d in dates)}), AND({distinct}))
        OBS albert: 5,6,7,8 -- the month
            bernard: 14,15,16,17,18,19 -- the day
        WHERE? Top
        WHERE? <! ~OR({albert})> <! (albert knows that ~OR({bernard}))> <! OR({bernard})> <! OR({albert})> Top"""
    everywhere, there = answer(read(text))
    assert len(everywhere.value) == 10
    assert str(there) == "[7,16]"


def test_a_law_that_leaves_few_states_of_twenty_five_variables_is_enumerated_at_once():
    rows = [[10 * i + j for j in range(1, 6)] for i in range(1, 6)]
    cells = [cell for row in rows for cell in row]
    law = ",".join(f"ONEOF({','.join(map(str, line))})" for line in [*rows, *zip(*rows, strict=True)])
    agents = " ".join(f"r{row[0]}: {','.join(map(str, row))}" for row in rows)
    text = f"VARS {','.join(map(str, cells))} LAW AND({law}) OBS {agents} VALID? r11,r21,r31,r41 distknow whether 55"
    file = read(text)
    assert file.structure.size == 120
    assert answer(file)[0].value is True


# ----------------------------------------------------------------------------------------------- the language


def test_and_and_or_have_the_same_level_and_bind_to_the_left():
    assert means("1 | 2 & 3", "(p1 | p2) & p3")
    assert means("1 & 2 | 3 & 4", "((p1 & p2) | p3) & p4")


def test_implication_and_equivalence_have_the_same_level_and_bind_to_the_left():
    assert means("1 -> 2 -> 3", "(p1 -> p2) -> p3")
    assert means("1 iff 2 -> 3 iff 4", "((p1 <-> p2) -> p3) <-> p4")
    assert means("1 & 2 -> 3 | 4", "(p1 & p2) -> (p3 | p4)")


def test_negation_infix_knowledge_and_announcements_bind_tightly():
    assert means("~1 & 2", "~p1 & p2")
    assert means("[!1] 1 & 2", "([p1] p1) & p2")
    assert means("a knows whether 1 & 2", "(Kw_a p1) & p2")
    assert means("a knows that 1 -> 2", "(K_a p1) -> p2")
    assert means("~ a knows that ~ 1 | 2", "(~K_a ~p1) | p2")
    assert means("(a,b) comknow that 1 & 2", "(C_{a,b} p1) & p2")
    assert means("a,b distknow that 1 & 2", "(D_{a,b} p1) & p2")


def test_prefix_knowledge_and_quantifiers_take_all_that_follows():
    assert means("K a 1 & 2", "K_a (p1 & p2)")
    assert means("3 & K a 1 & 2 -> 4", "p3 & K_a ((p1 & p2) -> p4)")
    assert means("~ Kw a 1 | 2", "~Kw_a (p1 | p2)")
    assert means("[!1] K a 1 & 2", "[p1] K_a (p1 & p2)")
    assert means("b knows that K a 1 & 2", "K_b K_a (p1 & p2)")
    assert means("K a K b 1 & 2", "K_a K_b (p1 & p2)")
    assert means("(K a 1) & 2", "(K_a p1) & p2")
    assert means("Forall 1 1 | 2", "p2")
    assert means("4 | Exists 1 1 & 2", "p4 | p2")


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("Top -> Bot", "true -> false"),
        ("not 1", "~p1"),
        ("Not 1", "~p1"),
        ("¬1 ∧ 2 ∨ 3 → 4", "((~p1 & p2) | p3) -> p4"),
        ("AND(1,2,3)", "p1 & p2 & p3"),
        ("OR(1)", "p1"),
        ("XOR(1,2,3)", "p1 ^ p2 ^ p3"),
        ("a knows whether (1,2)", "(Kw_a p1) & (Kw_a p2)"),
        ("(a,b) comknow whether 1", "(C_{a,b} p1) | (C_{a,b} ~p1)"),
        ("a comknow that 1", "C_{a} p1"),
        ("a,b distknow whether 1", "(D_{a,b} p1) | (D_{a,b} ~p1)"),
        ("[! 1] 2", "[p1] p2"),
        ("[?! 1] 2", "[p1?] p2"),
        ("<! 1> 2", "<p1> p2"),
        ("<?! 1> 2", "[p1?] p2"),
        ("[a,b ! 1] 2", "[p1!{a,b}] p2"),
        ("[a ?! 1] 2", "[p1?{a}] p2"),
        ("<a,b ! 1> 2", "<p1!{a,b}> p2"),
        ("<a ? ! 1> 2", "[p1?{a}] p2"),
        ("a   knows\n that 001", "K_a p1"),
    ],
)
def test_each_form_is_read_as_the_formula_that_it_means(theirs, ours):
    assert means(theirs, ours)


def test_exactly_one_is_true_at_the_states_with_one_true_atom():
    made = formula("ONEOF(1,2,3)")
    worlds = from_observations(["p1", "p2", "p3"], {"a": ["p1"]}, made).worlds
    assert set(worlds) == {frozenset({atom}) for atom in ("p1", "p2", "p3")}


def test_names_may_begin_with_the_words_of_the_format():
    file = read("VARS 1 LAW Top OBS Kate: 1 knowsx: 1 Topper: 1 ANDy: 1 VALID? Kate knows that K Topper 1")
    assert file.queries[0].formula == parse("K_Kate K_Topper p1")


def test_a_query_keeps_its_text_on_one_line_without_comments():
    file = read("VARS 1 LAW Top OBS a: 1 VALID? 1 -- one\n & 1\n-- end\n WHERE? Top --")
    assert [query.text for query in file.queries] == ["VALID? 1 & 1", "WHERE? Top"]


def test_a_file_may_ask_nothing():
    assert answer(read("VARS 1 LAW Top OBS a: 1")) == []


def test_a_formula_nested_very_deep_is_read_and_answered():
    depth = share(100_000)
    file = read(f"VARS 1 LAW Top OBS a: 1 TRUE? {{1}} {'~' * depth} 1 TRUE? {{1}} {'(' * depth}1{')' * depth}")
    assert [each.value for each in answer(file)] == [True, True]


def test_a_file_from_disk_is_read_and_a_missing_one_is_reported(tmp_path):
    path = tmp_path / "secret.smcdel.txt"
    path.write_text(SECRET)
    assert read(read_text(path)).variables == ("p1", "p2")
    with pytest.raises(FileError, match="there is no such file"):
        read(read_text(tmp_path / "none"))


# -------------------------------------------------------------------------------------- states beyond the law


def test_from_a_state_beyond_the_law_agents_look_at_states_of_the_law():
    file = read("VARS 1,2 LAW 1 | 2 OBS a: 1 TRUE? {} a knows that 2")
    assert answer(file)[0].value is True


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("a knows that 1", False),
        ("b knows that Bot", True),
        ("[! ~1] a knows that 2", True),
        ("[! 1] Bot", True),
        ("a comknow that 2", False),
        ("a comknow that OR(2, ~2)", True),
        ("a distknow whether 2", True),
        ("[?! 3] a knows that ~3", True),
        ("[a ! ~3] a knows that ~3", True),
        ("[b ! ~3] a knows that ~3", False),
        ("~1 & ~2 & ~3", True),
    ],
)
def test_beyond_the_law_agents_think_of_the_lawful_states_that_look_alike(question, expected):
    file = read(f"VARS 1,2,3,4 LAW (1 | 2) & 4 OBS a: 1 b: 4 TRUE? {{}} {question}")
    assert answer(file)[0].value is expected


def test_the_added_state_is_seen_by_nobody():
    structure = from_observations(["p1", "p2"], {"a": ["p1"]}, "p1 | p2")
    wider = with_state(structure, {"a": ["p1"]}, frozenset())
    assert wider.worlds[3] == frozenset()
    assert all(3 not in wider.relations["a"].successors(position) for position in range(4))
    assert wider.relations["a"].successors(3) == [wider.worlds.position({"p2"})]


# ---------------------------------------------------------------------------------------------- quantifiers


def booleans() -> st.SearchStrategy[Formula]:
    leaves = st.sampled_from([Top(), Bottom(), *map(Atom, ("p", "q", "r"))])
    return st.recursive(
        leaves,
        lambda inner: (
            inner.map(Not)
            | st.builds(lambda c, x, y: c(x, y), st.sampled_from([And, Or, Xor, Implies, Iff]), inner, inner)
        ),
        max_leaves=12,
    )


def models_of(made: Formula, atoms: list[str]) -> set[frozenset[str]]:
    values: Structure = from_observations(atoms, {"a": atoms})
    where = extension(values, made)
    return {values.worlds[i] for i in range(values.size) if i in where}


@examples(60)
@given(booleans(), st.lists(st.sampled_from(["p", "q", "r"]), max_size=3))
def test_expanded_quantifiers_say_all_values_and_some_value(made, bound):
    atoms = ["p", "q", "r"]
    free = [atom for atom in atoms if atom not in bound]
    true = models_of(made, atoms)
    for clause, judge in (("Forall", all), ("Exists", any)):
        expanded = quantifiers.expanded(clause, bound, made)
        assert not expanded.atoms & set(bound)
        for chosen in product([False, True], repeat=len(free)):
            fixed = frozenset(atom for atom, value in zip(free, chosen, strict=True) if value)
            completions = [
                fixed | {atom for atom, value in zip(sorted(set(bound)), values, strict=True) if value}
                for values in product([False, True], repeat=len(set(bound)))
            ]
            assert (fixed in {m - set(bound) for m in models_of(expanded, atoms)}) == judge(
                c in true for c in completions
            )


def test_quantifying_over_what_decides_nothing_costs_nothing():
    chain = formula("AND(" + ",".join(["1 | 2"] * 50) + ")")
    assert len(flatten(quantifiers.expanded("Forall", [f"x{i}" for i in range(500)], chain)).rows) <= len(
        flatten(chain).rows
    )


def test_a_quantifier_that_explodes_is_refused_in_time():
    big = Bottom()
    for i in range(40):
        big = Xor(big, And(Atom(f"x{i}"), Atom(f"y{i * 7 % 40}")))
    with pytest.raises(TooLarge, match="fewer atoms"):
        quantifiers.expanded("Exists", [f"x{i}" for i in range(40)], big, limit=2_000)


def test_a_quantifier_that_goes_through_a_long_formula_once_for_each_atom_is_refused_in_time():
    names = [f"x{i}" for i in range(300)]
    parts = disj([And(Atom(name), Atom(f"y{i}")) for i, name in enumerate(names)])
    outer = names[:-6:-1]  # the parts on the outside, with which the formula grows little
    assert quantifiers.expanded("Exists", outer, parts, limit=1_500).atoms == parts.atoms - set(outer)
    with pytest.raises(TooLarge, match=r"quantifier.*'x2\d\d'.* 1,500 .*fewer atoms"):
        quantifiers.expanded("Exists", reversed(names), parts, limit=1_500)


def test_quantifiers_refuse_modal_formulas():
    with pytest.raises(FormulaError, match="only boolean formulas"):
        quantifiers.expanded("Forall", ["p"], parse("K_a p"))


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("a knows that (Exists 2 2)", "K_a true"),
        ("K a Forall 1 1", "K_a false"),
        ("[! Exists 1 1] 2", "[true] p2"),
        ("[! 1] Exists 1 (1 & 3)", "[p1] p3"),
        ("a knows whether (1, Exists 1 1)", "(Kw_a p1) & (Kw_a true)"),
        ("Forall 1 (1 | Exists 2 (2 & 3))", "p3"),
        ("Forall 7 (7 | 1)", "p1"),
    ],
)
def test_boolean_quantifiers_stand_anywhere_and_are_written_out(theirs, ours):
    assert means(theirs, ours)


def test_a_quantifier_over_a_modality_is_read_and_bound():
    file = read("VARS 1,2 LAW Top OBS a: 1\nVALID? Forall 1 (a knows that Exists 2 (1 & 2))\nVALID? 1 | ~1")
    scopes = list(file.bound.values())
    (name,) = file.queries[0].formula.atoms
    assert [(each.clause, each.atoms) for each in scopes] == [("Exists", ("p2",)), ("Forall", ("p1",))]
    assert file.bound[name] is scopes[1]
    assert str(scopes[1].formula).startswith('K_a "Exists p2')
    assert file.queries[1].formula == parse("p1 | ~p1")
    first, second = answer(file)
    assert first.value is None
    assert first.problem.line == 2
    assert str(first).startswith("not answered: line 2, column 1: a modal operator under a quantifier")
    assert second.value is True


@pytest.mark.parametrize(
    ("law", "column"),
    [
        ("a knows that 1", 12),
        ("1 & K a 1", 18),
        ("(a,b) comknow that 1", 13),
        ("Top & [! 1] 1", 18),
        ("1 | <?! 1> 1", 16),
        ("Forall 1 (a knows that 1)", 22),
    ],
)
def test_a_law_with_a_modal_operator_is_refused_at_its_place(law, column):
    found = error(f"VARS 1 LAW {law} OBS a: 1 b: 1")
    assert (found.problem, found.column) == ("the law must be boolean", column)


def test_quantifiers_beside_modal_operators_are_read():
    assert means("(Forall 1 (1 | 2)) & a knows that 1", "p2 & K_a p1")


# ------------------------------------------------------------------------------------------------------ errors


def test_an_error_shows_the_line_with_a_caret():
    found = refused("a knows 1")
    assert str(found).splitlines() == [
        "line 2, column 10: unexpected 'knows'",
        "  VALID? a knows 1",
        "           ^",
        "expected 'knows that' or 'knows whether', 'comknow that' or 'distknow that' (or whether) or ','",
        "hint: write 'knows that' or 'knows whether'",
    ]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", (1, 1), "an empty text"),
        ("  -- nothing", (1, 1), "an empty text"),
        ("VARS", (1, 5), "the text ends too early"),
        ("VARS 1 LAW Top", (1, 15), "the text ends too early"),
        ("VARS 1 LAW Top OBS", (1, 19), "an agent's name"),
        ("VARS 1 LAW Top OBS a:", (1, 22), "an atom's number"),
        ("VARS 1 LAW Top OBS K: 1", (1, 20), "so no agent can have this name"),
        ("vars 1", (1, 1), "write VARS"),
        ("VARS p LAW Top", (1, 6), "an atom's number"),
        ("VARS 1 LAW 2 OBS a: 1", (1, 12), "variable 2 is not in VARS"),
        ("VARS 1 LAW a knows that 1 OBS a: 1", (1, 12), "the law must be boolean"),
        ("VARS 1,1 LAW Top OBS a: 1", (1, 8), "VARS lists 1 twice"),
        ("VARS 1 LAW Top OBS a: 1 a: 1", (1, 25), "OBS lists a twice"),
        ("VARS 1 LAW Top OBS a: 2", (1, 23), "variable 2 is not in VARS"),
        (f"VARS {'9' * 1_000_000} LAW Top OBS a: 1", (1, 6), "1,000,000 digits"),
        ("\x00\x01\x02", (1, 1), "unknown symbol"),
    ],
)
def test_a_text_that_is_no_file_is_refused_at_its_place(text, place, message):
    found = error(text)
    assert (found.line, found.column) == place
    assert message in str(found)
    assert len(str(found)) < 1_000


@pytest.mark.parametrize(
    ("query", "column", "message"),
    [
        ("3", 8, "variable 3 is not in VARS"),
        ("1 & (2 -> 12)", 18, "variable 12 is not in VARS"),
        ("c knows that 1", 8, "agent 'c' is not in OBS"),
        ("[c ! 1] 2", 9, "agent 'c' is not in OBS"),
        ("1 TRUE? {7} 1", 17, "variable 7 is not in VARS"),
    ],
)
def test_a_question_with_an_undeclared_name_has_the_mistake_and_the_others_are_answered(query, column, message):
    *_, wrong, last = answer(read(f"VARS 1,2 LAW Top OBS a: 1 b: 2\nVALID? {query} VALID? 1 -> 1"))
    assert message in str(wrong.problem)
    assert wrong.value is None
    assert isinstance(wrong.problem, ParseError)
    assert (wrong.problem.line, wrong.problem.column) == (2, column)
    assert last.value is True


def test_the_search_for_an_undeclared_name_reads_only_the_questions_that_have_one(monkeypatch):
    starts = []
    monkeypatch.setattr(smcdel_reader, "tokens", lambda text, start=0: starts.append(start) or tokens(text, start))
    text = "VARS 1 LAW Top OBS a: 1\n" + "TRUE? {1} 1\n" * 50 + "TRUE? {7} 1\n" + "VALID? 9\n"
    *_, state, formula = answer(read(text))
    assert ("variable 7" in str(state.problem), "variable 9" in str(formula.problem)) == (True, True)
    assert starts == [0, text.index("TRUE? {7}")]


@pytest.mark.parametrize(
    ("query", "column", "message"),
    [
        ("(1", 10, "the ( at line 2, column 8 is never closed"),
        ("(1 & (2 | 3)", 20, "the ( at line 2, column 8 is never closed"),
        ("[!1 -> 2 b knows that 1", 17, "the [ at line 2, column 8 is never closed"),
        ("<!1] 2", 11, "the < at line 2, column 8 is never closed"),
        ("(1 VALID? (2)", 11, "the ( at line 2, column 8 is never closed"),
        ("OR(1,(2 VALID? 1", 16, "the ( at line 2, column 13 is never closed"),
        ("(1 2)", 11, "unexpected '2'"),
        ("(1 -- )", 10, "the ( at line 2, column 8 is never closed"),
        ("1 &", 11, "expected a formula"),
        ("1 2", 10, "a connective"),
        ("1 ^ 2", 10, "write XOR"),
        ("() comknow that 1", 9, "unexpected ')'"),
        ("1 TRUE? {1", 18, "the { at line 2, column 16 is never closed"),
        ("1 WHERE 1", 10, "unexpected 'WHERE'"),
    ],
)
def test_a_question_that_is_wrong_is_refused_at_its_place(query, column, message):
    found = refused(query)
    assert message in str(found)
    assert (found.line, found.column) == (2, column)


def test_under_a_law_that_no_state_satisfies_everything_is_valid_and_nothing_is_somewhere():
    file = read("VARS 1,2 LAW 1 & (~1 | 2 & Bot) OBS a: 1 VALID? Bot WHERE? Top TRUE? {1} a knows that Bot TRUE? {1} 2")
    assert [each.value for each in answer(file)] == [True, (), True, False]
    with pytest.raises(ModelError, match=re.escape("law 1 & (~1 | 2 & Bot): no assignment")):
        file.structure  # noqa: B018  # a property that is computed on access


def test_errors_survive_pickling():
    found = refused("1 &")
    assert str(pickle.loads(pickle.dumps(found))) == str(found)
    assert pickle.dumps(found.__context__), "Dask pickles the context too"


def place_of_the_error(text: str) -> int:
    try:
        read(text)
    except ParseError as found:
        return found.position
    return 0


@examples(150)
@given(st.text(alphabet="VARSLAWOB ?TUEDH123,:(){}[]<>!~&|->iffKw aknowsthat\n", max_size=60))
def test_any_text_is_read_or_refused_with_a_parse_error(text):
    for candidate in (text, "VARS 1,2 LAW Top OBS a: 1 VALID? " + text):
        assert 0 <= place_of_the_error(candidate) <= len(candidate)


@pytest.mark.parametrize("number", [1, 2, 3, 7, 8])
def test_oneof_holds_where_exactly_one_of_its_formulas_does(number):
    names = ",".join(str(n) for n in range(1, number + 1))
    assert SymbolicModel.loads(f"VARS {names} LAW ONEOF({names}) OBS a: 1").count() == number


def test_oneof_of_fifteen_hundred_variables_is_read():
    names = ",".join(str(n) for n in range(1, 1501))
    assert SymbolicModel.loads(f"VARS {names} LAW ONEOF({names}) OBS a: 1").count() == 1500


def test_a_question_begins_where_the_tokens_say_so() -> None:
    file = read("VARS 1 LAW 1 OBS a: 1 WHERE? a knows whether1TRUE? {1} 1 VALID? (a) comknow that(1)VALID?1")
    assert [query.keyword for query in file.queries] == ["WHERE?", "TRUE?", "VALID?", "VALID?"]
    assert file.queries[0].text == "WHERE? a knows whether1"
