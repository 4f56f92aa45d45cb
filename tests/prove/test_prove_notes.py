"""What the prover says besides its answer: how belief is read, and names that were probably meant otherwise."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from logic.errors import IdleProgram
from whoknows import EpistemicError, KripkeModel, entails, parse, prove, satisfiable, successful


def test_an_agent_that_occurs_only_under_belief_has_kd45_by_default_and_any_other_s5() -> None:
    assert not prove("B_a p -> p").valid
    assert prove("B_a p -> B_a B_a p & ~B_a ~p").valid
    assert prove("K_b p -> p").valid
    assert prove("B_a p -> K_b p").logic == {"a": "KD45", "b": "S5"}
    assert prove("B_a p", theory=["C_{a,b} q"]).logic == {"a": "S5", "b": "S5"}
    assert prove("B_a p -> E p").logic == {"a": "S5"}
    assert satisfiable("B_a p & ~p") is not None
    assert successful("B_a p & ~p").logic == {"a": "KD45"}


def test_a_logic_that_is_given_counts_for_belief_too_and_a_note_says_how_belief_is_read() -> None:
    answer = prove("B_a p -> p", "S5")
    assert answer.valid
    assert "B is the box over the agent's relation" in str(answer)
    assert "beliefs that may be false have logic KD45" in str(answer)
    assert "may be false" not in str(prove("B_a p -> p"))
    assert prove("K_a p -> p").notes == ()


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        ("K_aK_b p", "'aK_b' is one agent; operators in a row have spaces"),
        ("K_aKb p", "'aKb' is one agent; operators in a row have spaces"),
        ("C_{ab} p -> K_a p & K_b p", "separated by commas: {a,b}"),
        ("C_{ab} p", "{ab} is a group of one agent"),
        ("C_G p", "{G} is a group of one agent"),
        ("[a] p -> K_a p", "'a' is an atom where it is announced"),
        ("T -> p", "'T' is an atom; for the constant write true"),
        ("p -> False", "'False' is an atom; for the constant write false"),
        ("Kap -> p", "'Kap' is an atom; an agent is a subscript: K_a p"),
        ("Kp -> p", "'Kp' is an atom; an operator stands apart: K p, of an agent K_a p"),
        ("K1p -> p", "'K1p' is an atom; an agent is a subscript: K_1 p"),
        ("K12p", "K_12 p"),
        ("KA -> A", "'KA' is an atom; an operator stands apart: K A, of an agent K_a A"),
        ("Mp1 & Bq'", "'Mp1' is an atom; an operator stands apart: M p1, of an agent M_a p1"),
        ("Mp1 & Bq'", "'Bq'' is an atom; an operator stands apart: B q', of an agent B_a q'"),
        ("Kwp", "Kw_a p"),
        ("Cp -> p", "'Cp' is an atom; an operator stands apart: C p, of a group C_{a,b} p"),
        ("Dap", "D p, of a group D_{a} p"),
        ("E2p", "an operator stands apart: E^2 p"),
        ("Rp", "R p, of a group R_{a,b} p"),
        ("CBp", "CB p, of a group CB_{a,b} p"),
        ("nec(p) -> p", "'nec(p)' is an atom; an operator has no brackets of its own: []p"),
        ("knows(a,p) -> p", "'knows(a,p)' is an atom; the agent is a subscript: K_a p"),
        ("KaKbp", "an agent is a subscript: K_a K_b p"),
    ],
)
def test_a_name_that_was_probably_meant_otherwise_has_a_note(formula: str, words: str) -> None:
    assert words in " ".join(prove(formula).notes)


@pytest.mark.parametrize(
    "formula",
    [
        "K_anne p & K_anna p & C_{anne,bob} q",
        "K_a1 p & K_a2 p & C_{a1} p",
        "Kate & Deal | Emma & Max1e",
        "K_AnnBob p",
        "[p] K_a p",
    ],
)
def test_usual_names_have_no_note(formula: str) -> None:
    assert prove(formula).notes == ()


def test_a_variable_with_one_value_is_noted_where_its_value_is_known() -> None:
    note = "x=1 is the only value of 'x' that is named, so Kv_a x says K_a x=1"
    assert note in str(prove("Kv_a x -> K_a x=1"))
    assert note in str(prove("Kv_a x", atoms=["x=1"]))
    assert prove("Kv_a x -> K_a x=1", atoms=["x=2"]).notes == ()
    assert prove("Kv_a x -> K_a x=1 | K_a x=2").notes == ()


@pytest.mark.parametrize("theory", [["p", "~p"], ["false"], ["M_a p & K_a ~p"], iter(["false"])])
def test_a_theory_without_a_model_is_noted(theory) -> None:
    assert "no model satisfies the theory" in str(prove("K_a q", theory=theory))


def test_a_theory_with_a_model_has_no_such_note() -> None:
    assert prove("K_a p", theory=["p"]).notes == ()
    assert prove("p -> p", theory=[]).notes == ()


def test_a_proof_does_not_wait_for_the_note_on_its_theory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kripke.prove.face.NOTED", 0)
    assert prove("K_a q", theory=["p & ~p"]).notes == ()


@pytest.mark.parametrize("formula", ["Kp -> p", "[a] p -> p", "p | ~p", "Kate & Deal"])
@pytest.mark.parametrize("logic", ["T", "S5", "KT5"])
def test_under_a_logic_a_formula_without_agents_is_said_to_have_none(formula: str, logic: str) -> None:
    said = "no agent is named, so the answer is the same in every logic"
    assert said in " ".join(prove(formula, logic).notes)
    assert said not in str(prove(formula))
    assert said not in str(prove(f"({formula}) & K_a q", logic))
    assert ("[a] announces the atom a" in str(prove(formula, logic))) == formula.startswith("[a]")


@pytest.mark.parametrize(
    ("formula", "note"),
    [
        ("[anne]p -> p", "[anne] announces the atom anne; that anne knows p is K_anne p; parse(text, boxes=True)"),
        ("K[anne] p -> p", "[anne] announces the atom anne; that anne knows p is K_anne p"),
        ("<a>p -> [b]p", "[a] and [b] announce the atoms a and b; that a knows p is K_a p; parse(text, boxes=True)"),
    ],
)
def test_an_announced_name_that_may_be_an_agent_is_said_to_be_an_atom_without_a_logic_too(
    formula: str, note: str
) -> None:
    assert prove(formula).notes[0].startswith(note)
    assert "parse" in note or prove(formula).notes == (note,)
    assert prove("[rain] p -> rain").notes == ()  # rain is an atom elsewhere too
    assert prove("[p] q -> K [q] p").notes == ()  # usual atoms
    assert prove("[a] p -> K_b p").notes == ()  # agents are named


def test_a_premise_that_is_named_like_a_world_is_said_to_be_a_premise() -> None:
    assert "'w' is read as a premise" in str(entails(["w"], "p"))
    assert "model.holds(formula, at='w')" in str(entails(["w"], "p"))
    for premises in (["p"], ["w", "q"], ["w & q"]):
        assert entails(premises, "r").notes == ()
    assert entails(["w"], "p | w").notes == ()


@pytest.mark.parametrize(
    ("formula", "way", "then", "options"),
    [
        ("C p -> CB p", "logic={'a': 'S5', 'b': 'S5'}", "C p -> CB p", {"logic": {"a": "S5", "b": "S5"}}),
        ("K p -> EB p", "name the agent everywhere, as in K_a p", "K_a p -> EB p", {}),
        ("E p -> p", "name a group", "E_{a,b} p -> p", {}),
        ("Kv_a x", "atoms=['x=1', 'x=2']", "Kv_a x", {"atoms": ["x=1", "x=2"]}),
    ],
)
def test_the_advice_of_a_refusal_leads_out(formula: str, way: str, then: str, options: dict[str, Any]) -> None:
    with pytest.raises(EpistemicError) as refusal:
        prove(formula)
    assert way in str(refusal.value)
    prove(then, **options)


def test_a_copy_of_a_countermodel_is_equal_to_it_and_has_its_hash() -> None:
    result = prove("K_a p -> q")
    for again in (copy.copy(result), copy.deepcopy(result), pickle.loads(pickle.dumps(result))):
        assert again == result
        assert hash(again) == hash(result)
    assert result != prove("K_a p -> r")
    assert result != prove("K_a p -> q", "T")


def test_without_a_logic_and_without_agents_the_answer_is_that_of_every_logic() -> None:
    assert str(prove("p | ~p")) == "valid in every logic: p ∨ ¬p"
    assert str(prove("p")).startswith("not valid in any logic: p\n")


def test_an_atom_in_quotes_beside_its_operator_is_meant() -> None:
    assert "is an atom" in " ".join(prove('"Kp" -> q').notes)
    assert "is an atom" not in " ".join(prove('p & "Kp" -> K p').notes)


@pytest.mark.parametrize("ask", [parse, KripkeModel({"w": {"p", "announce"}}, {}, actual="w").announce, prove])
def test_a_note_points_to_the_line_of_the_user_at_any_depth(ask) -> None:
    with pytest.warns(IdleProgram) as noted:
        ask(f"[?p] p | {ask.__name__}")  # a text of its own for each, since formulas are cached
    assert {note.filename for note in noted} == {__file__}
