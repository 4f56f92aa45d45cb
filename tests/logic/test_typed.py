"""How the command and the page read what a person typed: names that look run together, brackets, premises."""

import re

import pytest

from logic.clauses import Atom
from logic.errors import ParseError, ReadingWarning, RunTogether
from logic.lenient import listed, uncopied
from logic.operators import looks_run_together
from logic.parser import parse
from logic.shared import size
from logic.typed import read_typed, sequent

ONE, TWO = ("a",), ("a", "b")


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Kp -> p", "K p -> p"),
        ("KA -> A", "K A -> A"),
        ("K1p -> p", "K_1 p -> p"),
        ("K1p -> K1K1p", "K_1 p -> K_1 K_1 p"),
        ("Cp -> p", "C p -> p"),
        ("Kap -> p", "K_a p -> p"),
        ("K1p & K2p -> K1(p)", "K_1 p & K_2 p -> K_1 p"),
        ("Ka(p) -> p", "K_a p -> p"),
        ("Ka(p & q) -> p", "K_a (p & q) -> p"),
        ("K(p -> q) -> (Kp -> Kq)", "K (p -> q) -> (K p -> K q)"),
        ("~K~p2 <-> Mp2", "~K ~p2 <-> M p2"),
        ("KaKbp -> p", "K_a K_b p -> p"),
        ("K_a p & Kbp", "K_a p & K_b p"),
        ("Bp' & ~p'", "B p' & ~p'"),
        ("~Kp -> K~Kp", "~K p -> K ~K p"),
        ("~K1p -> K1~K1p", "~K_1 p -> K_1 ~K_1 p"),
        ("KaKbp -> KbKap", "K_a K_b p -> K_b K_a p"),
        ("EBp -> p", "EB p -> p"),
        ("CBp & DBp -> p", "CB p & DB p -> p"),
        ("Kp -> Mp", "K p -> M p"),
        ("¬Ki¬p", "¬K_i ¬p"),
        ("Ka(p) -> Mb(p)", "K_a p -> M_b p"),
        ("K1p -> M2p", "K_1 p -> M_2 p"),
    ],
)
def test_a_name_is_read_as_the_operator_if_its_rest_is_an_atom_elsewhere(text: str, read: str) -> None:
    (formula,), (note,) = read_typed([text])
    assert formula == parse(read)
    assert "is read as" in note


@pytest.mark.parametrize(
    "text", ["Kwp -> p", "Kvp -> p", "Kp -> q", "Kp -> Kq", "Ra & Ba", "Kate & Deal -> e", "Kab -> a & b", '"Kp" & p']
)
def test_without_such_an_atom_a_name_stays_an_atom(text: str) -> None:
    (formula,), notes = read_typed([text])
    assert not formula.agents
    alike = [name for name in formula.atoms if looks_run_together(name) and '"' not in text]
    assert [note.split(" is ")[0] for note in notes] == [f"'{name}'" for name in sorted(alike, key=text.index)]
    assert read_typed([text], agents=("x", "y")).notes == []  # the error says it, since the model has no such atom
    assert all(len(name) > 1 or name in "abepq" for name in formula.atoms)


def test_where_two_readings_fit_none_is_taken_and_both_are_shown() -> None:
    (formula,), notes = read_typed(["E2p -> p"])
    assert formula.atoms == {"E2p", "p"}
    assert notes == ["'E2p' is read as an atom; it could be E_2 p or E^2 p, if written so"]
    assert read_typed(["Kab -> b & ab"]).notes == ["'Kab' is read as an atom; it could be K ab or K_a b, if written so"]
    assert str(read_typed(["Kab -> ab"]).formulas[0]) == "K ab → ab"


def test_all_names_of_a_question_are_read_in_one_way() -> None:
    (formula, other), notes = read_typed(["Kp -> p", "Kq"])
    assert (formula.atoms, other.atoms) == ({"Kp", "p"}, {"Kq"})
    assert notes == [
        "'Kp' is read as an atom; it could be K p, if written so",
        "'Kq' is read as an atom; an operator stands apart: K q, of an agent K_a q",
    ]


@pytest.mark.parametrize(
    ("text", "atoms", "agents", "read"),
    [
        ("Kp", ["p"], ONE, "K p"),
        ("Kp", ["p"], TWO, '"Kp"'),
        ("Kp", ["p", "Kp"], ONE, '"Kp"'),
        ("Kap", ["p"], TWO, "K_a p"),
        ("Kcp", ["p"], TWO, '"Kcp"'),
        ("KaKbp", ["p"], TWO, "K_a K_b p"),
        ("Cp", ["p"], TWO, "C p"),
    ],
)
def test_the_names_of_the_model_decide(text: str, atoms: list[str], agents: tuple[str, ...], read: str) -> None:
    assert str(read_typed([text], atoms, agents).formulas[0]) == read


@pytest.mark.parametrize("name", ["Kp", "K1p", "Kap", "KA", "Kp1", "Kp'", "K1K1p", "Ka(p)"])
def test_parse_keeps_the_name_and_warns_and_the_printers_quote_it(name: str) -> None:
    with pytest.warns(RunTogether, match="is read as an atom"):
        assert parse(f"{name} | (fresh_{abs(hash(name))} & true)").left == Atom(name)
    assert str(Atom(name)) == Atom(name).to_ascii() == f'"{name}"'
    assert parse(str(Atom(name))) == parse(Atom(name).to_latex()) == Atom(name)


@pytest.mark.parametrize(
    "name", ["Kate", "Deal", "CB", "EB", "DB", "EX", "EF", "EG", "AX", "AF", "AG", "p1", "E1", "D4", "K" * 200 + "_"]
)
def test_other_names_do_not_look_run_together(name: str) -> None:
    assert not looks_run_together(name)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("[a]p -> p", "K_a p -> p"),
        ("<a>p -> [a]<b>p", "M_a p -> K_a M_b p"),
        ("[p] p", "[p] p"),
        ("[p] K_a p", "[p] K_a p"),
        ("[a!] q", "[a] q"),
        ("[!a] q", "[a] q"),
        ("[a & b] q", "[a & b] q"),
        ("[a] q & [p?] q", "[a] q & [p?] q"),
    ],
)
def test_a_bracket_is_the_box_of_an_agent_where_none_must_be_an_announcement(text: str, read: str) -> None:
    (formula,), notes = read_typed([text], boxes=True)
    assert formula == parse(read) == parse(text, boxes=True)
    assert bool(notes) == ("K_a" in read and "[p]" not in read)
    assert read_typed([text]) == ([parse(text)], [])


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("[a ; b] p <-> [a] [b] p", "[a ; b] p <-> K_a K_b p"),
        ("[a*] p <-> p & [a] [a*] p", "[a*] p <-> p & K_a [a*] p"),
        ("[(a|b);c] p <-> [a][c] p & [b][c] p", "[(a|b);c] p <-> K_a K_c p & K_b K_c p"),
        ("[(a|b)*] p -> [a | b] p & <a> p", "[(a|b)*] p -> E_{a,b} p & M_a p"),
        ("<a | b> p -> <(a|b)*> p", "~E_{a,b} ~p -> <(a|b)*> p"),
        ("[?q ; a] p <-> (q -> [a] p)", "[?q ; a] p <-> (q -> K_a p)"),
        ("K_a p & [a*] p -> [a] p", "K_a p & [a*] p -> K_a p"),
    ],
)
def test_beside_a_program_over_an_agent_its_name_in_brackets_is_its_box(text: str, read: str) -> None:
    (formula,), (note,) = read_typed([text])
    assert formula == parse(read) == parse(text, boxes=True)
    assert "[!" in note
    assert parse(text) != formula


@pytest.mark.parametrize(
    "text",
    [
        "[a ; b] p <-> [a] [b] a",
        "[a ; b] p <-> [!a] [b] p",
        "[?a ; b] p -> [a] p",
        "[@a ; @b] p -> [a] p",
        "[a ; b] p -> [q] p",
        "[a ; b] p -> [a | q] p",
        "[a*] p -> [a] p & [q?] p",
        "[a*] p -> [a & b] p",
    ],
)
def test_beside_a_program_other_brackets_stay_announcements(text: str) -> None:
    assert read_typed([text]).formulas == [parse(text)]


def test_the_note_on_a_group_in_brackets_names_it_and_the_announcement() -> None:
    (note,) = read_typed(["[a ; b] p -> [b | a | b] p"]).notes
    assert "E_{a,b}" in note
    assert note.endswith("write [!b | a | b]")


def test_beside_a_program_the_name_of_an_atom_of_the_model_stays_an_announcement() -> None:
    assert read_typed(["[a*] p -> [a] p"], ["a", "p"], ["a"]).formulas == [parse("[a*] p -> [a] p")]


def test_premises_stand_before_the_sign() -> None:
    for sign in ("|=", "⊨", "|-", "⊢", "∴", r"\models", r"\vdash", r"\therefore"):
        assert sequent(f"p, E_{{a,b}} f(x,y); [q] r {sign} p | q") == (["p", "E_{a,b} f(x,y)", "[q] r"], " p | q")
    assert sequent('"a |= b" & p') == ([], '"a |= b" & p')
    assert sequent("|= p")[0] == []
    assert sequent("{p, q} |= {p & E_{a,b} q}") == (["p", "q"], "p & E_{a,b} q")
    assert sequent("{} |= E_{a} p") == ([], " E_{a} p")
    assert listed("p\n, (q | r), ") == ["p", "(q | r)"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("p |= q |= r", "second sign"),
        ("p ⊢_{S4} q", "a logic below ⊢"),
        (r"p \vdash_{\mathbf{S4}} q", r"a logic below \\vdash(?s:.*)logic='S4'"),
        (r"⊢_\mathsf{KD45} q", r"a logic below ⊢(?s:.*)logic='KD45'"),
        ("p |= p, q", "several conclusions"),
        ("{p} |= {p; q}", "several conclusions"),
        ("p |= {}", "no conclusion"),
        ("M, w |= p", "a model and a world"),
    ],
)
def test_a_wrong_sequent_is_an_error_with_its_place(text: str, problem: str) -> None:
    with pytest.raises(ParseError, match=problem):
        sequent(text)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("p v q -> r", "p | q -> r"),
        ("~p v (q V r)", "~p | (q | r)"),
        ("[]p v []q", "[]p | []q"),
        ("[p → q] ∨ p", "(p -> q) | p"),
        ("[[p -> q] & [q -> r]] -> [p -> r]", "((p -> q) & (q -> r)) -> (p -> r)"),
        ("K_a [p | q] & r", "K_a (p | q) & r"),
        ("[p & q] [r | s]", "[p & q] (r | s)"),
        ("v & p", "v & p"),
        (r"\begin{align*} K_a p \\ &\to p \end{align*}", "K_a p -> p"),
        (r"\begin{equation}\begin{aligned} p &\land q \end{aligned}\end{equation}", "p & q"),
        ("∼p", "~p"),
        ("[1]p -> <12>p", "K_1 p -> M_12 p"),
        ("K[1] p -> p", "K_1 p -> p"),
        ("box 1 p & ◇2 q", "K_1 p & M_2 q"),
        ("[]_a p -> <>_b p", "K_a p -> M_b p"),
        ("p -> p.", "p -> p"),
        ("nec p imp p", "[]p -> p"),
        ("p equiv q", "p <-> q"),
        ("⎕p -> ˜p", "[]p -> ~p"),
        ("￢p", "~p"),
        ("everyone knows that p", "E p"),
        ("Everybody believes that p", "EB p"),
    ],
)
def test_signs_that_people_copy_are_read_where_there_is_one_reading(text: str, read: str) -> None:
    assert parse(text) == parse(read)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("imp nec p p", "[]p -> p"),
        ("and (nec R P) (pos R Q)", "K_R P & M_R Q"),
        ("imp nec 1 p nec 1 nec 1 p", "K_1 p -> K_1 K_1 p"),
        ("or p not and p K_a q", "p | ~(p & K_a q)"),
        ("equiv (xor p true) not not p", "(p ^ true) <-> ~~p"),
        ("imp " * 3_000 + "p " + "q " * 3_000, None),
    ],
)
def test_prefix_notation_is_read_where_there_is_one_reading(text: str, read: str | None) -> None:
    assert size(parse(text)) == 6_001 if read is None else parse(text) == parse(read)


@pytest.mark.parametrize(
    "text", ["nec p q", "p v v", "[p]", "[p] & q", "v p", "nobody knows that p", "[1 & p] q", "Ki ~p"]
)
def test_they_are_refused_where_it_is_unclear(text: str) -> None:
    with pytest.raises(ParseError):
        parse(text)


@pytest.mark.parametrize(
    "text", ["{p, K_{a} q} |= p", r"\{p, K_{a} q\} \models p", " { p ; K_{a} q } ⊢ p", "p, K_{a} q |= p"]
)
def test_braces_round_premises_are_a_list_and_those_of_groups_are_not(text: str) -> None:
    premises, formula = sequent(text)
    assert ([parse(each) for each in premises], parse(formula)) == ([parse("p"), parse("K_a q")], parse("p"))


def test_a_list_that_begins_and_ends_with_groups_is_not_in_braces() -> None:
    assert listed("K{a} p, E_{a,b} q") == ["K{a} p", "E_{a,b} q"]
    assert listed("p & f(a,b), E_{a,b} q; [p] q") == ["p & f(a,b)", "E_{a,b} q", "[p] q"]
    assert listed("{p, K_{a} q}") == ["p", "K_{a} q"]


@pytest.mark.parametrize("text", ["p |=", "p, q ⊢  ", r"p \models"])
def test_a_sign_of_consequence_without_a_conclusion_says_so(text: str) -> None:
    with pytest.raises(ParseError, match="no conclusion after"):
        sequent(text)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("p · q", "p & q"),
        ("p • q", "p & q"),
        (r"p \cdot q", "p & q"),
        ("⟡p", "<>p"),
        ("ann believes that p", "B_ann p"),
        ("ann thinks that p -> ann knows that q", "B_ann p -> K_ann q"),
    ],
)
def test_copied_signs_and_sentences_about_belief_are_read(text: str, read: str) -> None:
    assert parse(text) == parse(read)


@pytest.mark.parametrize(
    ("text", "hint"),
    [("CB_{a,b}>=-1 p", "from 0 to 1"), ("EB_{a,b}>=-1 p", "from 0 to 1"), ("E^2.5 p", "a whole number")],
)
def test_numbers_that_are_no_degree_or_no_times_have_a_hint(text: str, hint: str) -> None:
    with pytest.raises(ParseError) as error:
        parse(text)
    assert hint in error.value.hint


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("~Kap -> Ka~Kap", "~K_a p -> K_a ~K_a p"),
        ("¬Kaφ → Ka¬Kaφ", "~K_a φ -> K_a ~K_a φ"),
        ("¬Kip → Ki¬Kip", "~K_i p -> K_i ~K_i p"),
        ("Bap -> ~Ba~p", "B_a p -> ~B_a ~p"),
        ("Ka p -> p", "K_a p -> p"),
        ("Ka[]p", "K_a []p"),
        ("𝐾𝑎𝑝 → 𝑝", "K_a p -> p"),
        ("Lp -> p", "Lp -> p"),
        ("knows(alice,p) -> p", "K_alice p -> p"),
    ],
)
def test_an_operator_before_a_formula_is_read_and_said(text: str, read: str) -> None:
    (formula,), (note,) = read_typed([text])
    assert formula == parse(read)
    assert "is read as" in note


def test_an_agent_of_the_model_stands_directly_behind_its_operator() -> None:
    assert str(read_typed(["Ka~p"], ["p"], TWO).formulas[0]) == "K_a ¬p"
    with pytest.raises(ParseError):
        read_typed(["Kc~p"], ["p"], TWO)


@pytest.mark.parametrize("text", ["Ka v p", "Ka & p", "Kate~p", "Ed knows that p"])
def test_other_names_before_a_formula_are_no_operators(text: str) -> None:
    try:
        (formula,), _ = read_typed([text])
    except ParseError:
        return
    assert not formula.agents & {"a", "d"}


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("EB_{a,b}[q] p", "EB_{a,b} ([q] p)"),
        ("CB[q] p", "CB ([q] p)"),
        ("L_a p", "L_a is read as M_a"),
        ("L_{a} p", "L_a is read as M_a"),
        ("Lp & q", "in some books L is K"),
        ("C^B p", "C ^ B; belief of a group is written CB p"),
        ("ann knows that p & q", "brackets make it reach further"),
        ("ann knows that [p] q -> r", "brackets make it reach further"),
    ],
)
def test_what_may_be_meant_otherwise_is_said(text: str, note: str) -> None:
    assert note in read_typed([text]).notes[0]
    with pytest.warns(ReadingWarning, match=re.escape(note)):
        parse(f"{text} | fresh{abs(hash(text))}")


@pytest.mark.parametrize(
    "text", ["EB_{a,b} [q] p", "p ^ q", "B_a[q] p", "ann knows that (p & q)", '"Lp" & p', "[L!] q"]
)
def test_what_has_one_reading_has_no_note(text: str) -> None:
    assert read_typed([text]).notes == []


def test_names_that_look_the_same_are_said() -> None:
    (note,) = read_typed(["K_a p -> K_\u0430 p"]).notes
    assert "agents a and \u0430 look the same" in note
    (note,) = read_typed(["p", "K_a \u0440"]).notes
    assert "atoms p and \u0440 look the same" in note
    assert read_typed(["K_a p -> K_\u03bb p & K_\u00e9 a"]).notes == []


@pytest.mark.parametrize("text", ["GCK(all, p) -> K(a,p)", "DK(g,p)", "knows(a,p) & q"])
def test_an_operator_of_another_tool_that_stays_an_atom_has_a_note_and_quotes(text: str) -> None:
    (formula,), (note,) = read_typed([text])
    assert "is read as an atom; " in note
    assert f'"{note.split(chr(39))[1]}"' in str(formula)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("everybody knows that p", "E p"),
        ("Everyone believes that p -> q", "EB p -> q"),
        ("K_a 𝑝 → p", "K_a p -> p"),
        ("□𝑝 → 𝜑", "[]p -> φ"),
        ('"𝑝" -> 𝑝', '"𝑝" -> p'),
        ("p → q.", "p -> q"),
        ("p → p;", "p -> p"),
        ("p → p .", "p -> p"),
        (r"$\Box p\supset\Diamond p$.", "[]p -> <>p"),
        (r"\(p \to q.\)", "p -> q"),
        ("Box p -> Diamond p", "[]p -> <>p"),
    ],
)
def test_what_is_copied_along_with_a_formula_is_left_out(text: str, read: str) -> None:
    assert parse(text) == parse(read)


def test_mathematical_letters_need_quotes() -> None:
    assert str(Atom("𝑝")) == '"𝑝"'


@pytest.mark.parametrize("text", ["nobody knows that p", "someone believes that p", "everyone knows whether p"])
def test_sentences_without_an_operator_are_refused(text: str) -> None:
    with pytest.raises(ParseError):
        parse(text)


@pytest.mark.parametrize("text", ["p..", ".", "p" + " ." * 2_000])
def test_no_more_than_a_full_stop_is_left_out(text: str) -> None:
    with pytest.raises(ParseError):
        parse(text)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("[1]p -> p", "K_1 p -> p"),
        ("[1][2]p -> <2>[ 1 ]p", "K_1 K_2 p -> M_2 K_1 p"),
        ("[1 ; 2] p <-> [1][2] p", "[1 ; 2] p <-> K_1 K_2 p"),
    ],
)
def test_a_number_in_brackets_is_an_agent_where_boxes_are_read(text: str, read: str) -> None:
    assert read_typed([text], boxes=True).formulas == [parse(text, boxes=True)] == [parse(read)]


@pytest.mark.parametrize(
    "text",
    ["K |- []p -> p", "S4 |- ~Kp -> K~Kp", "KD45 ⊢ p", r"\mathbf{K} \vdash []p", "S5n |= p", "|-S5 []p", "⊢_S4 p"],
)
def test_a_logic_beside_the_sign_is_no_premise(text: str) -> None:
    with pytest.raises(ParseError, match=r"a logic (before|below)") as error:
        sequent(text)
    assert "the logic is given" in error.value.hint


@pytest.mark.parametrize(
    "text", ["B |- A | B", "D |- p -> D", "S5, p |- q", '"K" |- p', "|- K p", "|- S5 and p", "|-K p"]
)
def test_an_atom_with_the_name_of_a_logic_stays_one(text: str) -> None:
    sequent(text)


def test_brackets_of_agents_beside_what_is_no_token_are_no_error_of_the_program() -> None:
    assert read_typed(["K(a, p)"], boxes=True).formulas == [parse("K_a p")]


def test_premises_and_the_formula_are_apart_where_a_sign_of_consequence_stands() -> None:
    assert sequent("p, E_{a,b} q |- r") == (["p", "E_{a,b} q"], " r")
    assert sequent("{p, q} |= {p}") == (["p", "q"], "p")
    assert sequent("p | q") == ([], "p | q")


def test_what_is_copied_along_leaves_the_places_of_the_rest() -> None:
    assert uncopied("𝐾𝑎𝑝 → 𝑝.") == "Kap → p "
