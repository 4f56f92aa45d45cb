"""Boxes without an agent: one meaning with ``K p``, in models with one agent, in the prover and in derivations."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import formulas

from kripke.data.errors import UnknownAgent
from kripke.formats.intohylo import dumps_intohylo
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from kripke.prove.errors import UnknownLogic
from kripke.prove.face import entails, prove, satisfiable, valid_on_frame
from kripke.prove.hilbert.derivation import Derivation
from kripke.semantics import truth
from logic.clauses import B, BGiven, Box, Diamond, K, M, Not
from logic.formula import NAMELESS, Formula
from logic.node_table import build, flatten, rebuild
from logic.parser import parse
from logic.shared import boxed, named

ARROWS = KripkeModel({"w": {"p"}, "v": set()}, {"a": [("w", "w"), ("w", "v"), ("v", "v")]}, actual="w")
TWO = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]], "b": [["w"], ["v"]]}, actual="w")

KNOWING = [K, M, Not, *[type(parse(text)) for text in ("p & q", "p | q", "p -> q", "p <-> q")]]


def unnamed(whole: Formula) -> Formula:
    """The formula with the nameless agent for its only one."""
    built: list[Formula] = []
    for node, kids in flatten(whole).rows:
        new = rebuild(node, [built[kid] for kid in kids])
        built.append(build(type(new), (NAMELESS, *new.content[1:]), new.children) if "agent" in new.data else new)
    return built[-1]


@pytest.mark.parametrize(
    ("text", "read", "written"),
    [
        ("[]p", Box("p"), "□p"),
        ("[ ] p", Box("p"), "□p"),
        (r"\Box p", Box("p"), "□p"),
        ("☐p", Box("p"), "□p"),
        ("<>p", Diamond("p"), "◇p"),
        ("⬦p", Diamond("p"), "◇p"),
        ("K p", K(None, "p"), "K p"),
        ("K(p)", K(None, "p"), "K p"),
        (r"\mathbf{K} p", K(None, "p"), "K p"),
        ("M ~p", M(None, "~p"), "M ¬p"),
        ("B p", B(None, "p"), "B p"),
        ("B[q] p", BGiven(None, "q", "p"), "B[q] p"),
        ("B []p", B(None, Box("p")), "B □p"),
        ("~[]~p", Not(Box(Not("p"))), "¬□¬p"),
    ],
)
def test_an_operator_without_an_agent_is_read_and_written_as_it_stands(text: str, read: Formula, written: str) -> None:
    assert parse(text) == read
    assert str(read) == written
    assert parse(str(read)) == parse(read.to_ascii()) == parse(read.to_latex()) == read
    assert not read.agents


@settings(max_examples=60, deadline=None)
@given(formulas("pq", ["a"], KNOWING, max_leaves=6), st.randoms(use_true_random=False))
def test_the_nameless_agent_is_the_only_agent_of_a_model(whole: Formula, rng: Random) -> None:
    worlds = {number: {p for p in "pq" if rng.random() < 0.5} for number in range(4)}
    pairs = [(x, y) for x in worlds for y in worlds if rng.random() < 0.4]
    model = KripkeModel(worlds, {"a": pairs}, atoms=["p", "q"])
    where, symbolic = model.extension(whole), SymbolicModel.from_explicit(model)
    for other in (unnamed(whole), boxed(unnamed(whole))):
        assert model.extension(other) == truth(model.to_networkx(), other) == where
        assert symbolic.count(other) == len(where)
        assert named(other, "a") == named(unnamed(whole), "a")


@settings(max_examples=60, deadline=None)
@given(formulas("pq", ["a"], KNOWING, max_leaves=6), st.sampled_from(["K", "S4", "KD45", "B"]))
def test_the_prover_decides_it_as_with_a_name(whole: Formula, logic: str) -> None:
    answer, other = prove(whole, logic), prove(boxed(unnamed(whole)), {None: logic})
    assert answer.valid == other.valid
    if other.valid:
        other.check()
        assert not {"K_", "M_"} & set(other.text().split())


def test_an_explanation_speaks_of_boxes_where_the_formula_does() -> None:
    assert str(ARROWS.check("<>[]~p").explain()).splitlines()[0].startswith("◇□¬p holds at w: at w, a considers v")
    assert "K_a" not in str(ARROWS.check("<>[]~p").explain())


@pytest.mark.parametrize("text", ["[]p", "K p", "B p", "K_a p -> <>p", "[p] []p", "[]p & E p"])
def test_a_model_with_several_agents_refuses_it_and_names_them(text: str) -> None:
    for ask in (TWO.holds, SymbolicModel.from_explicit(TWO).holds, lambda f: truth(TWO.to_networkx(), f)):
        with pytest.raises(UnknownAgent, match=r"no agent .*expected .*'a' and 'b'; name one"):
            ask(text)
    with pytest.raises(UnknownAgent, match="no agent is named"):
        valid_on_frame(TWO, text)


def test_in_a_model_with_one_agent_both_are_about_it() -> None:
    assert ARROWS.valid("K_a p <-> []p")
    assert ARROWS.valid("C p -> []p")
    assert valid_on_frame(ARROWS, "[]p -> [][]p & K_a p").valid


@pytest.mark.parametrize("text", ["[]p -> K_a p", "C p -> []p", "K p & E_{a,b} p"])
def test_a_question_about_named_and_nameless_agents_is_refused_with_both(text: str) -> None:
    with pytest.raises(UnknownAgent, match=r"names no agent, .* does"):
        prove(text)
    with pytest.raises(UnknownAgent, match=r"names no agent, .* does"):
        Derivation.parse(f"1. {text}  PL").check()


def test_premises_and_theory_belong_to_the_question() -> None:
    for ask in (lambda: entails(["[]p"], "K_a p"), lambda: prove("[]p", theory=["K_a p"])):
        with pytest.raises(UnknownAgent, match="□p names no agent, K_a p does"):
            ask()


def test_its_logic_is_a_name_or_has_the_key_none() -> None:
    assert prove("[]p -> [][]p", "S4").valid
    assert prove("[]p -> [][]p", {None: "S4"}).valid
    assert not prove("[]p -> [][]p", {None: "T"}).valid
    assert not prove("B p -> p").valid
    with pytest.raises(UnknownLogic, match=r"logic for 'a': expected .* without a name"):
        prove("[]p", {"a": "S4"})


def test_a_countermodel_has_one_agent_and_evaluates_the_formula() -> None:
    model = satisfiable("<>p & <>~p & []<>p", "S4")
    assert model is not None
    assert model.agents == ("a",)
    assert model.holds("<>p & <>~p & []<>p")


def test_a_proof_is_written_and_marked_as_a_derivation_with_boxes() -> None:
    derivation = prove("<>(p & q) -> <>p", "K").derivation()
    assert [str(line.formula) for line in derivation.lines] == ["¬p → ¬(p ∧ q)", "□¬p → □¬(p ∧ q)", "◇(p ∧ q) → ◇p"]
    assert Derivation.parse(str(derivation)).check("<>(p & q) -> <>p")
    assert not Derivation.parse("logic: S4\n1. ~[]p -> []~[]p  5").check()


@pytest.mark.parametrize(
    "text", ["A -> B", "K_a (A | C)", "A ∧ C → B", "E ^ p", "[C!] q", "[C?] q", "[C!{a,b}] q", "<D!> q", "K & ~M"]
)
def test_a_capital_letter_that_no_formula_follows_is_an_atom(text: str) -> None:
    read = parse(text)
    assert {"A", "B", "C", "D", "E", "K", "M"} & read.atoms
    assert parse(str(read)) == parse(read.to_latex()) == read
    assert '"' not in str(read)


def test_it_is_written_to_intohylo_as_its_only_relation() -> None:
    assert dumps_intohylo("[]p -> <>K p").splitlines()[-2] == "([r1]p1 -> <r1>[r1]p1)"
