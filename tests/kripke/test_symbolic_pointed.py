"""What agents know at one state, decided at the states that they consider possible there: as everywhere else."""

from functools import cache
from random import Random

import pytest
from effort import seeds
from randoms import FRAMES, random_formula, random_structure
from reference_graphs import plain

from kripke.data.errors import UnknownAgent
from kripke.data.structure import Structure
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from kripke.semantics import truth
from kripke.symbolic.deals.dealing import deal
from kripke.symbolic.questions import pointed
from kripke.symbolic.structures import knowledge_structure
from kripke.symbolic.structures.algebra import SymbolicAlgebra
from kripke.symbolic.structures.states import States
from logic.clauses import And, Announce, Atom, K, M, Not, Or, conj
from logic.parser import parse

SEATS = "NESW"


@pytest.fixture
def all_are_large(monkeypatch):
    """Questions are decided at the state in small models, too."""
    monkeypatch.setattr(knowledge_structure, "LARGE", -1)


def dealt(rng: Random, size: int) -> SymbolicModel:
    """A deal of a small deck, at random cards."""
    cards = [f"S{number}" for number in range(size)] + [f"H{number}" for number in range(size)]
    hands = dict(zip(SEATS, (size // 2, size // 2, size - size // 2, size - size // 2), strict=True))
    law = deal(cards, hands)
    model = SymbolicModel(law.atoms, law, observes={seat: law.hand(seat) for seat in SEATS})
    return model.at(model.sample(rng.randrange(2**30)))


@cache
def listed() -> KripkeModel:
    """All deals of the deck of size 3."""
    return dealt(Random(1), 3).to_explicit()


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("seed", seeds(1, 5))
def test_formulas_hold_at_the_states_where_the_slow_semantics_says_so(all_are_large, frame, seed):
    rng = Random(f"{frame}{seed}")
    for _ in range(10):
        s = random_structure(rng, 8, frame)
        model = KripkeModel.of(Structure(s.worlds, s.valuation, s.relations, s.actuals))
        there = SymbolicModel.from_explicit(model)
        back = there.to_explicit()
        slow = plain(back.structure)
        for _ in range(6):
            formula = random_formula(rng, model.agents, rng.randint(1, 10))
            where = truth(slow, formula)
            for number, world in enumerate(back.worlds):
                assert there.holds(formula, at=world) == (number in where), (frame, seed, str(formula))


@pytest.mark.parametrize(
    "text",
    [
        "K_N has(S,S1)",
        "M_N has(S,S1) & ~K_E has(W,H0)",
        "Kw_N has(E,S0) | Kw_S has(E,S0)",
        "D_{N,S} (has(E,S1) | has(W,S1)) & ~E_{N,S} has(N,H1)",
        "D has(N,S0) <-> has(N,S0)",
        "E has(N,S0)",
        "C has(N,S0) | C_{N,S} ~has(N,H1) | C ~(has(N,S0) & has(E,S0)) & ~K_N C has(N,S0)",
        "C_{N,S} (has(N,S0) | has(E,S0) | has(S,S0) | has(W,S0)) & ~C_{N} has(S,H0)",
        "B_W (has(N,S0) -> ~has(E,S0))",
        "K_N ~K_S has(N,S0) -> M_E K_N has(N,S0)",
        "E^2 (has(N,S0) -> ~has(E,S0)) & (E^3_{N,S} has(N,S0) | ~E E has(S,H1))",
        "Kw_N Kw_S has(N,S0) & ~D_{E,W} M_N K_S ~has(E,H1)",
        "K_N (K_N has(S,S1) -> K_S has(S,S1)) & Kw_N (M_N has(E,S1) | Kw_N has(N,S0))",
        "K_N B_N>=1/3 has(S,H1) <-> B_N>=1/3 has(S,H1)",
        "D_{N,S} (K_S ~has(E,S0) ^ M_N has(E,S0)) | E_{N,W} ~K_W K_N has(N,S0)",
        "E_{N,E} K_S (has(N,S0) | has(E,S0) | has(S,S0) | has(W,S0)) & [has(N,S0)] K_S K_N has(N,S0)",
        "B_N>=1/3 has(S,H1) & K_N (has(N,H1) -> ~has(S,H1))",
    ],
)
def test_the_first_answer_is_the_second_and_that_of_listed_worlds(all_are_large, text):
    rng = Random(text)
    for _ in range(5):
        model = dealt(rng, 3)
        first, second = model.holds(text), model.holds(text)
        assert first == second == listed().holds(text, at=model.actual)


@pytest.mark.parametrize("text", ["E^2 p", "E^3 p", "~E^2_{a} p", "C p", "E E p", "K_a K_a p", "E p"])
def test_what_all_know_of_all_is_not_what_they_know_where_they_may_err(all_are_large, text):
    listed = KripkeModel({"w0": set(), "w1": set(), "w2": {"p"}}, {"a": [("w0", "w1"), ("w1", "w2")]}, "w0")
    assert SymbolicModel.from_explicit(listed).holds(text) == listed.holds(text)


@pytest.mark.parametrize(
    "text", ["K_W K_N has(W,H1)", "K_N ~K_W K_S ~has(N,S0)", "K_N ~E E ~has(S,S2)", "K_N (C_{N,W} has(W,H1) -> false)"]
)
def test_what_others_know_is_true_which_spares_a_look_at_all_states(all_are_large, monkeypatch, text):
    model = dealt(Random(1), 3).at({"has(N,S0)", "has(E,S1)", "has(S,S2)", "has(S,H0)", "has(W,H1)", "has(W,H2)"})
    expected = model.to_explicit().holds(text)
    monkeypatch.setattr(SymbolicAlgebra, "_preimage", lambda *_: pytest.fail("looked from all states"))
    assert model.holds(text) is expected


def test_what_an_announcement_says_is_common_knowledge_at_once(all_are_large):
    model = dealt(Random(4), 3)
    card = next(atom for atom in sorted(model.actual) if atom.startswith("has(E"))
    after = model.announce(card)
    asked = f"C {card}", f"C_{{N,W}} ({card} | has(N,S0))", f"C ~{card}"
    assert [after.holds(text) for text in asked] == [after.to_explicit().holds(text) for text in asked]
    assert after.knowledge.extensions.keys().isdisjoint(map(parse, asked[:2]))


def test_a_formula_is_decided_at_a_few_states_and_then_everywhere(all_are_large):
    model = dealt(Random(1), 3)
    question = parse("K_N has(S,S1)")
    states = model.sample(1, 50)
    distinct = list(dict.fromkeys(states))
    for state in distinct[: pointed.STATES]:
        model.holds(question, at=state)
        model.holds(question, at=state)
    assert question not in model.knowledge.extensions
    assert len(model.knowledge.answers[question]) == pointed.STATES
    model.holds(question, at=distinct[pointed.STATES])
    assert question in model.knowledge.extensions


@pytest.mark.parametrize(
    ("text", "decided"),
    [
        ("K_N has(S,S1)", False),
        ("M_N has(N,S0)", True),
        ("C has(N,S1) | E^3 has(N,S1)", False),
        ("E_{N,S} K_W K_E K_S has(E,S0)", False),
        ("K_N M_N has(N,S0) & Kw_N K_N has(E,S0) -> D_{N,S} ~K_S has(E,S0)", True),
    ],
)
def test_what_the_state_itself_shows_needs_no_look_at_others(all_are_large, monkeypatch, text, decided):
    model = dealt(Random(1), 3).at({"has(N,S0)", "has(E,S1)", "has(S,S2)", "has(S,H0)", "has(W,H1)", "has(W,H2)"})
    monkeypatch.setattr(States, "is_possible", property(lambda _: pytest.fail("looked at other states")))
    assert model.holds(text) is decided


def test_many_looks_are_taken_at_once(all_are_large, monkeypatch):
    """Of nested modalities only the outermost is decided at the state, of too many none."""
    monkeypatch.setattr(pointed, "FEW", 3)
    model = dealt(Random(2), 3)
    model.holds("K_N has(S,S1) & K_E has(S,S1) & K_S has(S,S1) & K_W has(S,S1)")
    model.holds("E has(S,S2)")
    assert not model.knowledge.answers
    model.holds("E_{N,S} (K_N has(N,S1) | K_N ~has(N,S1))")
    assert list(model.knowledge.answers) == [parse("E_{N,S} (K_N has(N,S1) | K_N ~has(N,S1))")]


def test_a_thousand_announcements_in_one_another_are_decided(all_are_large):
    model, card = dealt(Random(6), 3), Atom("has(N,S0)")
    formula = K("N", card)
    for _ in range(1_000):
        formula = Announce(card | ~card, formula)
    assert model.holds(formula) == model.holds(K("N", card))


@pytest.mark.parametrize("number", [2, 40])
def test_short_and_long_formulas_are_evaluated_at_the_state(all_are_large, number):
    model = dealt(Random(7), 3)
    mine = next(atom for atom in sorted(model.actual) if atom.startswith("has(N"))
    other = mine.replace("N", "S")
    true = conj([Or(Atom(mine), Atom(other))] * 2 + [Not(And(Atom(other), K("S", Atom(mine))))] * number)
    assert model.holds(K("N", true))
    assert not model.holds(K("N", Not(true)))
    assert model.holds(M("N", true))
    assert not model.holds(K("E", true))


def test_an_unknown_agent_is_refused_before_anything_is_decided(all_are_large):
    with pytest.raises(UnknownAgent, match="no agent 'X'"):
        dealt(Random(3), 3).holds("K_X has(S,S1)")
