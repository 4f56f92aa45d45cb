"""What the prover answers, refuses, and says."""

from __future__ import annotations

import copy
import pickle

import pytest

from whoknows import (
    Countermodel,
    EpistemicError,
    Event,
    EventModel,
    KripkeModel,
    OutOfTime,
    Proof,
    TooLarge,
    UnknownAction,
    UnknownAgent,
    UnknownAtom,
    UnknownLogic,
    UnsupportedOperator,
    entails,
    parse,
    prove,
    satisfiable,
)


def test_a_proof_is_true_and_a_countermodel_is_false() -> None:
    assert isinstance(prove("p | ~p"), Proof)
    answer = entails(["p"], "q")
    assert isinstance(answer, Countermodel)
    assert not answer
    assert answer.model.holds("p & ~q")


def test_a_countermodel_is_a_model_of_the_logic_of_each_agent_and_of_the_theory() -> None:
    answer = prove("B_b p -> p", {"a": "S5", "b": "KD45"}, theory=["K_a p | K_a ~p"])
    assert answer.model.frame_properties("a") >= {"reflexive", "euclidean"}
    assert answer.model.frame_properties("b") >= {"serial", "transitive", "euclidean"}
    assert answer.model.valid("K_a p | K_a ~p")
    assert "fails" in str(answer.explain())


def test_a_notebook_shows_a_countermodel_with_its_picture_and_the_reasons() -> None:
    page = prove("B_a <p> p -> p", "KD45")._repr_html_()
    first, why = page.split("<svg")
    assert first.startswith("<div><p>not valid in KD45: B_a ⟨p⟩ p → p<br/>it fails at w0")
    assert "✗ B_a ⟨p⟩ p → p fails at w0" in why
    large = prove("~(" + "M_a " * 250 + "p)", "K")._repr_html_()
    assert "<svg" not in large


def test_the_smallest_model_has_no_world_too_many() -> None:
    model = satisfiable("M_a (p & q) & M_a (p & ~q) & M_a (~p & q)", smallest=True)
    assert len(model) == 3
    assert len(satisfiable("C_{a,b} p & ~K_a K_b K_a q", smallest=True)) == 1


def test_named_actions_are_reduced_also_before_common_knowledge() -> None:
    look = EventModel(
        {"look": Event("h"), "nothing": Event()},
        {"anne": [("look", "look"), ("nothing", "nothing")], "bob": [("look", "nothing"), ("nothing", "nothing")]},
        actual="look",
    )
    actions = {"look": look}
    assert prove("[@look] K_anne h", "KD45", actions=actions).valid
    assert prove("~B_bob h -> [@look] ~B_bob h", {"anne": "S5", "bob": "KD45"}, actions=actions).valid
    assert not prove("[@look] C_{anne,bob} h", "S5", actions=actions).valid
    assert prove("C_{anne,bob} ~K_anne h -> [@look] C_{bob} ~K_anne h", "S5", actions=actions).valid


def test_postconditions_are_simultaneous_substitutions() -> None:
    swap = EventModel({"e": Event("true", {"p": "q", "q": "p"})}, {"a": [("e", "e")]})
    assert prove("[@swap] K_a p <-> K_a q", "K", actions={"swap": swap}).valid
    assert prove("[@swap] [@swap] (C_{a} p <-> q) <-> (C_{a} p <-> q)", "K", actions={"swap": swap}).valid


def test_an_action_whose_formulas_name_actions_is_refused() -> None:
    again = EventModel({"e": Event("[@again] p")}, {"a": [("e", "e")]})
    with pytest.raises(EpistemicError, match="names an action"):
        prove("[@again] p", actions={"again": again})


def test_an_atom_that_looks_like_a_constant_is_pointed_out() -> None:
    assert "write true" in str(prove("K_a T"))


def test_a_counterexample_that_is_too_far_away_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kripke.prove.search.search.MOST_STEPS", 3)
    with pytest.raises(TooLarge, match="over 3 steps"):
        prove("E^9_{a,b} p -> C_{a,b} p")


def test_the_limit_of_memory_ends_in_an_error_that_says_what_was_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kripke.prove.search.search.MOST_CLAIMS", 20)
    with pytest.raises(OutOfTime, match="do not fit into memory"):
        satisfiable("M_a " * 60 + "p", "K")


def test_values_come_from_the_vocabulary() -> None:
    assert prove("Kv_a x <-> K_a x=1 | K_a x=2", atoms=["x=1", "x=2"]).valid
    assert not prove("Kv_a x <-> K_a x=1", atoms=["x=1", "x=2"]).valid
    with pytest.raises(UnknownAtom, match="no value of 'x'"):
        prove("Kv_a x")


@pytest.mark.parametrize(
    ("error", "words", "formula", "options"),
    [
        (UnknownLogic, "did you mean 'KD45'", "p", {"logic": "KD455"}),
        (UnknownLogic, "did you mean 'KD45'", "p", {"logic": {"a": "KD-45"}}),
        (UnknownLogic, "no logic for agent 'b'", "K_b p", {"logic": {"a": "S5"}}),
        (UnknownLogic, "expected a name", "p", {"logic": 5}),
        (UnknownLogic, "a logic for 1: expected the name of an agent", "K_a p", {"logic": {"a": "S5", 1: "S5"}}),
        (UnsupportedOperator, "degrees of belief", "B_a>=1/2 p", {}),
        (UnsupportedOperator, "plausibility where K and B are the box of one", "B_a[q] p", {"same_relation": True}),
        (UnsupportedOperator, "plausibility where K and B are", "Bsafe_a p | Bstrong_a p", {"same_relation": True}),
        (UnknownLogic, "same_relation=True", "B_a p -> K_a p", {"logic": "KD45"}),
        (UnknownLogic, r"logic T for a: in B_a\[q\] p knowledge is about", "B_a[q] p", {"logic": {"a": "T"}}),
        (UnknownAgent, "name a group", "C p", {}),
        (UnknownAction, "no action 'peek'", "[@peek] p", {}),
        (EpistemicError, "theory 'p'", "p", {"theory": "p"}),
        (EpistemicError, "actions 'look': expected a mapping from names", "p", {"actions": "look"}),
        (EpistemicError, "time '5': expected a number of seconds", "p", {"time": "5"}),
        (EpistemicError, "time nan: expected a number of seconds", "p", {"time": float("nan")}),
        (EpistemicError, "atoms 5: expected a list of atoms", "p", {"atoms": 5}),
        (EpistemicError, "atoms 'x=1': expected a list of atoms", "Kv_a x", {"atoms": "x=1"}),
    ],
)
def test_a_refusal_says_what_and_what_to_do(error: type, words: str, formula: str, options: dict) -> None:
    with pytest.raises(error, match=words):
        prove(formula, **options)


def test_knowledge_and_belief_of_one_agent_are_one_box_on_request() -> None:
    assert prove("B_a p -> K_a p", "KD45", same_relation=True).valid


def test_operators_of_all_agents_range_over_those_of_the_logic_too() -> None:
    assert not prove("K_a p -> E p", {"a": "S5", "b": "S5"}).valid
    assert prove("K_a p -> E p", {"a": "S5"}).valid
    assert not prove("E p -> K_a p & K_b p & p", "K").valid


def test_the_time_limit_ends_in_an_error_that_says_what_was_done() -> None:
    with pytest.raises(OutOfTime, match="undecided after"):
        prove("C_{a,b} p -> K_a p", time=0)


def test_long_and_deep_formulas_are_decided_without_recursion() -> None:
    deep = parse("p")
    for _ in range(500):
        deep = ~~deep
    assert not prove(deep).valid
    chain = "K_a " * 1_000 + "p"
    assert isinstance(satisfiable(chain, "K"), KripkeModel)
    assert not prove("M_a " * 200 + "p", "K").valid


def test_without_agents_a_formula_is_valid_in_every_logic_or_in_none() -> None:
    assert prove("p -> p", logic={}).summary == "valid in every logic: p → p"
    assert prove("p", logic={}).summary.splitlines()[0] == "not valid in any logic: p"


@pytest.mark.parametrize(
    "name", ["S0.5", "S1", "S4.1", "S4.2", "S4.3", "S4.4", "S4Grz", "K4.3", "KD4.3", "K4M", "GL", "Grz", "PDL", "EMN"]
)
def test_another_logic_is_no_spelling_of_a_supported_one(name: str) -> None:
    with pytest.raises(UnknownLogic) as caught:
        prove("p", logic=name)
    assert str(caught.value).startswith(f"logic '{name}' is not supported; the ")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("KT5", "S5"),
        ("KDB4", "S5"),
        ("KTB", "B"),
        ("KD54", "KD45"),
        ("D4", "KD4"),
        ("KB5", "KB4"),
        ("kt4", "S4"),
        ("KDT", "T"),
    ],
)
def test_a_system_may_be_named_after_its_axioms(name: str, meant: str) -> None:
    assert prove("K_a p -> p", logic=name).logic == {"a": meant}


@pytest.mark.parametrize("formula", ["K_a p -> p", "C_{a,b} (p -> E_{a,b} p) & E_{a,b} p -> C_{a,b} p"])
def test_a_copied_proof_is_written_and_checked_as_the_first(formula):
    proof = prove(formula)
    for copied in (pickle.loads(pickle.dumps(proof)), copy.deepcopy(proof)):
        copied.check()
        assert (str(copied), copied.text()) == (str(proof), proof.text())


def test_a_text_with_a_sign_of_consequence_has_premises() -> None:
    assert prove("p, K_a q |= p & q").valid
    assert prove("[](p -> q), []p ⊢ []q", logic="K").premises == tuple(map(parse, ("[](p -> q)", "[]p")))
    assert not prove("p |= K_a p")


@pytest.mark.parametrize(
    ("name", "system"),
    [("S5n", "S5"), ("KD45_n", "KD45"), ("S5_2", "S5"), ("S4_{m}", "S4"), ("K_(n)", "K")],
)
def test_the_number_of_agents_is_no_part_of_the_name_of_a_logic(name: str, system: str) -> None:
    assert prove("K_a p -> K_a p", logic=name).logic == {"a": system}
