"""Belief over ranked models in the prover: the textbook's laws, and all plausibility models of up to three worlds."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from functools import partial
from random import Random

import numpy as np
import pytest
from effort import seeds
from reference_graphs import graph, plain
from three_worlds import Models, orders, ranked_models

from kripke.change.event import Event, EventModel
from kripke.prove.answers import Countermodel, Proof
from kripke.prove.clock import Clock
from kripke.prove.errors import NoDerivation, OutOfTime, UnknownLogic, UnsupportedOperator
from kripke.prove.face import entails, prove, satisfiable
from kripke.prove.proofs.forms.choices import Style
from kripke.prove.proofs.writing.extraction import script_of
from kripke.semantics import truth
from logic import clauses as f
from logic.errors import TooLarge
from logic.formula import Formula
from logic.parser import parse
from logic.shared import substitute

BATCH = 30
"""Random formulas of one test; 100 such tests are 3,000."""

ATOMS = ("p", "q")
GUESS = EventModel.s5(
    {"likely": Event("p"), "unlikely": Event("true", {"q": "~q"})},
    {"a": [["likely", "unlikely"]], "b": [["likely"], ["unlikely"]]},
    ranks={"a": {"likely": 0, "unlikely": 1}, "b": {"likely": 0, "unlikely": 0}},
)
"""An action whose events agent a finds more and less plausible; both have ranks, so both agents have ranked models."""

HIDDEN = EventModel(
    {"told": Event("p"), "nothing": Event()},
    {"a": [("told", "told"), ("nothing", "nothing")], "b": [("told", "nothing"), ("nothing", "nothing")]},
)
"""Agent a learns p, agent b suspects nothing."""

ACTIONS = {"guess": GUESS, "hidden": HIDDEN}

BOARD = {  # Board (2004), and the rationality postulates of conditional belief after Stalnaker
    "K_a p -> B_a p": True,
    "B_a p -> K_a B_a p": True,
    "~B_a p -> K_a ~B_a p": True,
    "B_a p -> B_a B_a p & B_a K_a B_a p": True,
    "~B_a false & (K_a p | true)": True,
    "B_a p & K_a q -> p": False,
    "B_a p -> B_a K_a p": False,
    "B_a p -> K_a p": False,
    "B_a[q] q": True,
    "B_a[q] (p -> r) -> (B_a[q] p -> B_a[q] r)": True,
    "M_a q -> ~B_a[q] false": True,
    "B_a[q] false <-> K_a ~q": True,
    "K_a (p <-> q) -> (B_a[p] r <-> B_a[q] r)": True,
    "B_a[true] p <-> B_a p": True,
    "B_a[q] r & ~B_a[q] ~p -> B_a[q & p] r": True,
    "B_a[q & p] r -> B_a[q] (p -> r)": True,
    "~B_a[q] ~p -> (B_a[q & p] r <-> B_a[q] (p -> r))": True,
    "B_a[p | q] r -> B_a[p] r | B_a[q] r": True,
    "B_a[p] r & B_a[q] r -> B_a[p | q] r": True,
    "B_a[q] p -> K_a B_a[q] p": True,
    "~B_a[q] p -> K_a ~B_a[q] p": True,
    "K_a p <-> B_a[~p] p": True,
    "K_a p <-> B_a[~p] false": True,
    "B_a[q] r -> B_a[q & p] r": False,
    "B_a[p] r -> B_a[p | q] r": False,
    "B_a[q] p -> (q -> p)": False,
}
BALTAG_SMETS = {  # Baltag and Smets (2008), sections 2 and 3
    "Bsafe_a p -> p": True,
    "Bsafe_a p -> Bsafe_a Bsafe_a p": True,
    "~Bsafe_a p -> Bsafe_a ~Bsafe_a p": False,
    "Bsafe_a (p -> q) -> (Bsafe_a p -> Bsafe_a q)": True,
    "K_a p -> Bsafe_a p": True,
    "K_a (p | Bsafe_a q) & K_a (q | Bsafe_a p) -> K_a p | K_a q": True,
    "Bsafe_a p -> B_a p": True,
    "B_a p <-> M_a Bsafe_a p": True,
    "B_a p <-> B_a Bsafe_a p": True,
    "Bsafe_a p & q -> B_a[q] p": True,
    "B_a[q] p <-> (M_a q -> M_a (q & Bsafe_a (q -> p)))": True,
    "Bsafe_a (Bsafe_a p -> q) | Bsafe_a (Bsafe_a q -> p)": True,
    "p & Bsafe_a q -> K_a q": False,
    "Bstrong_a p -> B_a p": True,
    "Bstrong_a p <-> B_a p & K_a (p -> Bsafe_a p)": True,
    "Bstrong_a p & M_a (p & q) -> B_a[q] p": True,
    "Bstrong_a p & ~K_a ~(p & q) -> Bstrong_a (p & q)": False,
    "Bstrong_a p & Bstrong_a q -> Bstrong_a (p & q)": True,
    "Bstrong_a p -> Bstrong_a (p | q)": False,
    "Bstrong_a p -> K_a Bstrong_a p": True,
    "K_a p -> Bstrong_a p": True,
}
CHANGES = {  # van Benthem (2007) and Baltag and Smets (2008): announcements
    "[q] B_a p <-> (q -> B_a[q] [q] p)": True,
    "[q] B_a[r] p <-> (q -> B_a[q & [q] r] [q] p)": True,
    "[q] Bsafe_a p <-> (q -> Bsafe_a (q -> [q] p))": True,
    "[p] B_a p & M_a q": False,
    "[p & ~B_a p] B_a (p & ~B_a p) & M_a q": False,
    "M_a p -> [q!{b}] (B_a p <-> B_a p)": True,
    "[p!{b}] B_b p & K_b q -> K_b q": True,
    "(M_a q | B_a q) & [p!{a}] B_a p": False,
    "[p!{a}] (B_a p | K_a q)": True,
}
UPGRADED = {  # van Benthem (2007)
    "[^^p] K_a q <-> K_a [^^p] q": True,
    "[^^p] B_a[r] q <-> M_a (p & [^^p] r) & B_a[p & [^^p] r] [^^p] q | ~M_a (p & [^^p] r) & B_a[[^^p] r] [^^p] q": True,
    "[^p] B_a[r] q <-> B_a[p] ~[^p] r & B_a[[^p] r] [^p] q | ~B_a[p] ~[^p] r & B_a[p & [^p] r] [^p] q": True,
    "[^p] K_a q <-> K_a [^p] q": True,
    "M_a p & K_a (p <-> [^^p] p) -> [^^p] B_a p": True,
    "[^^p] Bsafe_a q <-> (p -> Bsafe_a (p -> [^^p] q)) & (~p -> Bsafe_a (~p -> [^^p] q) & K_a (p -> [^^p] q))": True,
    "[^^p] (q & ~B_a q) <-> [^^p] q & ~[^^p] B_a q": True,
    "[^^p] B_a q <-> [^p] B_a q": True,
    "[^^p] B_a[r] q <-> [^p] B_a[r] q": False,
    "<^^p> B_a q <-> [^^p] B_a q": True,
    "[^^p & ~B_a p] B_a (p & ~B_a p)": False,
    "[^p] Bsafe_a q <-> (p -> Bsafe_a q)": False,
    "[^^p] CB_{a,b} r -> [^^p] EB_{a,b} CB_{a,b} r": True,
}
GROUPS = {
    "C_{a,b} p -> CB_{a,b} p": True,
    "CB_{a,b} p -> C_{a,b} p": False,
    "CB_{a,b} p -> p | C_{a,b} p": False,
    "C_{a,b} q -> (CB_{a,b} p <-> EB_{a,b} (p & CB_{a,b} p))": True,
    "C_{a,b} (p -> EB_{a,b} p) & p -> CB_{a,b} p": True,
    "D_{a,b} q & B_a p -> DB_{a,b} p": True,
    "DB_{a,b} p -> D_{a,b} DB_{a,b} p": True,
    "DB_{a,b} p & D_{a,b} q -> B_a p": False,
    "D_{a,b} p -> DB_{a,b} p": True,
    "E_{a,b} q & EB_{a,b} p <-> E_{a,b} q & B_a p & B_b p": True,
    "[q] CB_{a,b} p & K_a q & K_b q -> [q] EB_{a,b} CB_{a,b} p": True,
    "C_{a,b} (q -> p) -> [q] CB_{a,b} q": True,
    "C_{a,b} (q -> EB_{a,b} p) -> CB_{a,b} p": False,
}


RUNS = {  # programs run along what K is about
    "[(a | b) ; (a | b)*] p -> CB_{a,b} p": True,
    "[a ; ?p ; b] q -> B_a (p -> B_b q)": True,
    "B_a B_b p -> [a ; b] p": False,
    "[^^p] [a ; ?B_b q] B_a p": False,
    "[p] [(a | ?B_a q)*] B_a r -> [p] B_a r": True,
}


@pytest.mark.parametrize(
    ("formula", "valid"), {**BOARD, **BALTAG_SMETS, **CHANGES, **UPGRADED, **GROUPS, **RUNS}.items()
)
def test_the_laws_of_the_textbooks_are_decided(formula: str, valid: bool) -> None:
    answer = prove(formula)
    assert answer.valid is valid
    assert "ranked models" in str(answer)
    if answer.valid:
        check(answer)
        assert not satisfiable(f"~({formula})")
    else:
        assert refutes(answer)


def check(answer: Proof) -> None:
    """Check the proof, unless it has thousands of cases."""
    with suppress(OutOfTime, TooLarge):
        vars(answer)["script"] = script_of(*answer.decided, Clock(1))
        answer.check()


def refutes(answer: Countermodel) -> bool:
    """Whether a countermodel is one by the reference semantics, with ranks over classes."""
    m = plain(answer.model.structure)
    assert all(relation.is_s5 for relation in answer.model.structure.relations.values())
    return answer.model.structure.actual not in truth(m, answer.formula, answer.actions)


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        ("K_a p & R_{a,b} B_a p", "the beliefs of a are undefined after a resolution R, which pools"),
        ("B_a p & K_a p & R_{a,b} CB_{a,b} p", "the beliefs of a are undefined"),
        ("R_{a,b} [^^p] B_a p", "the beliefs of a and b are undefined"),
        ("K_a p & B_a p & R_{a} [@hidden] p", r"\[@hidden\]: the beliefs of a are undefined"),
    ],
)
def test_what_ranked_agents_believe_after_they_pooled_is_refused(formula: str, words: str) -> None:
    with pytest.raises(UnsupportedOperator, match=words):
        prove(formula, actions={"hidden": HIDDEN} if "@" in formula else None)


def test_another_logic_than_s5_is_refused_for_an_agent_with_ranks_alone() -> None:
    with pytest.raises(UnknownLogic, match="leave out the logic, or give S5; same_relation=True reads"):
        prove("K_a p & B_a p", {"a": "KD45"})
    assert prove("K_a p -> B_a p | B_b p", {"a": "S5", "b": "KD45"}).logic == {"a": "S5", "b": "KD45"}
    assert not prove("B_b p -> p | K_a p | B_a p", {"a": "S5", "b": "KD45"}).model.structure.ranks.get("b")


def test_agents_under_knowledge_or_belief_alone_have_no_ranks() -> None:
    for formula in ("K_a p -> B_b p", "C_{a,b} p -> CB_{c,d} p", "[p] K_a q"):
        assert not prove(formula).model.structure.ranks
    assert {*prove("p -> [^^p] q").model.structure.ranks} == set()
    assert {*prove("K_a p -> [^^p] q").model.structure.ranks} == {"a"}


def test_the_theory_and_premises_are_about_ranks_too() -> None:
    assert prove("B_a q -> p", theory=["K_a q -> p", "B_a q -> K_a q"]).valid
    assert entails(["B_a[q] p", "~B_a ~q"], "B_a (q -> p)").valid
    assert satisfiable(["B_a p", "~p", "B_a[~p] q"], smallest=True).holds("B_a p & ~p & B_a[~p] q")
    answer = prove("B_a p | B_a ~p", theory=["M_a p & M_a ~p"], smallest=True)
    assert (len(answer.model), answer.model.structure.ranks) == (2, {"a": (0, 0)})


def test_the_nameless_agent_has_ranks() -> None:
    assert prove("K p -> B p").valid
    assert prove("B p -> []p").model.structure.ranks.keys() == {"a"}


def test_too_many_ranks_are_refused() -> None:
    with pytest.raises(TooLarge, match=r"256 ranks, .* 200: write fewer changes"):
        prove("K_a p & " + "[^^p] " * 8 + "B_a q")


def test_the_orders_of_three_worlds_are_as_many_as_the_tables_say() -> None:
    """13 weak orders of three worlds (OEIS A000670), three times 3 of two and one, and no two worlds together."""
    assert [len(orders(size)) for size in (1, 2, 3)] == [1, 3 + 1, 13 + 3 * 3 + 1]


MODELS = {agents: [ranked_models(agents, ATOMS, size, ACTIONS) for size in (1, 2, 3)] for agents in ("a", "ab")}


def random_formula(rng: Random, agents: str, size: int) -> Formula:
    """A formula of up to `size` nodes, about agents with ranks."""
    if size <= 1:
        return rng.choice([f.Atom("p"), f.Atom("q"), f.Not(f.Atom("p")), f.Top()])
    agent, part = rng.choice(agents), rng.randint(1, size - 1)
    group = rng.choice([None, rng.sample(agents, rng.randint(1, len(agents)))])

    def one() -> Formula:
        return random_formula(rng, agents, size - 1)

    def two() -> tuple[Formula, Formula]:
        return random_formula(rng, agents, part), random_formula(rng, agents, size - part)

    kind = rng.random()
    if kind < 0.35:
        return rng.choice([f.And, f.Or, f.Implies, f.Iff])(*two()) if rng.random() < 0.7 else f.Not(one())
    if kind < 0.5:
        return rng.choice([f.K, f.M, f.Kw, f.B])(agent, one())
    if kind < 0.7:
        return rng.choice([f.Bsafe, f.Bstrong, f.B])(agent, one())
    if kind < 0.82:
        return f.BGiven(agent, *two())
    if kind < 0.9:
        return rng.choice([f.E, f.C, f.D, f.EB, f.CB, f.DB])(group, one())
    if kind < 0.93:
        return rng.choice([f.RadicalUpgrade, f.ConservativeUpgrade])(*two())
    if kind < 0.97 or len(agents) == 1:
        change = rng.choice([f.Announce, f.AnnounceDual, f.AnnounceWhether])
        return change(*two(), group if rng.random() < 0.4 else None)
    return rng.choice([f.Act, f.ActDual])(rng.choice([*ACTIONS]), one())


LAWS = [text for text, valid in {**BOARD, **BALTAG_SMETS, **CHANGES, **UPGRADED, **GROUPS}.items() if valid]


def random_question(rng: Random, agents: str) -> Formula:
    """A random formula; or the instance of a law, at times in a context; or a law that one change may break."""
    kind = rng.random()
    if kind < 0.6:
        return random_formula(rng, agents, rng.randint(3, 8))
    law = parse(rng.choice([law for law in LAWS if len(agents) > 1 or not parse(law).agents - {"a"}]))
    law = substitute(law, {atom: random_formula(rng, agents, rng.randint(1, 3)) for atom in sorted(law.atoms)})
    if kind < 0.8:
        return law
    other = random_formula(rng, agents, rng.randint(1, 3))
    return rng.choice([f.Announce(other, law), f.K("a", law), f.Or(other, law), f.BGiven("a", other, law)])


def small_countermodel(models: list[tuple[Models, list]], formula: Formula) -> tuple[int, Models, int] | None:
    """The size of the smallest models where the formula fails somewhere, if that is three at most."""
    for size, (m, _) in enumerate(models, 1):
        if (~m.truth(formula) & m.worlds).any():
            return size
    return None


@pytest.mark.parametrize("seed", seeds(1, 100))
@pytest.mark.parametrize("agents", MODELS)
def test_the_prover_agrees_with_all_plausibility_models_of_three_worlds(agents: str, seed: int) -> None:
    """And some formulas are valid, some are not."""
    shares: Counter[str] = Counter()
    for number in range(BATCH):
        rng = Random(f"ranked/{agents}/{seed}/{number}")
        formula = f.And(random_question(rng, agents), TAUTOLOGY[agents])
        actions = ACTIONS if len(agents) > 1 else None
        answer = prove(formula, actions=actions)
        least = small_countermodel(MODELS[agents], formula)
        if isinstance(answer, Countermodel):
            assert refutes(answer), formula
            smallest = prove(formula, actions=actions, smallest=True)
            assert len(smallest.model) == (least or len(smallest.model)), formula
            assert least or len(smallest.model) > 3, formula
        else:
            assert least is None, formula
            check(answer)
        shares["valid" if answer.valid else "not valid"] += 1
    print(shares)
    assert min(shares["valid"], shares["not valid"]) >= BATCH / 15


TAUTOLOGY = {"a": parse("B_a true | K_a p"), "ab": parse("B_a true & B_b true | K_a p & K_b p")}
"""With it both agents have ranks, whatever else is said of them."""


@pytest.mark.parametrize("seed", seeds(15, 1_000))
def test_the_arrays_with_ranks_agree_with_the_reference_semantics(seed: int) -> None:
    rng = Random(f"arrays/{seed}")
    agents = rng.choice([*MODELS])
    formula = random_formula(rng, agents, rng.randint(2, 9))
    size = rng.choice([1, 2, 3])
    m, rows = MODELS[agents][size - 1]
    found = np.broadcast_to(m.truth(formula), m.worlds.shape)
    for _ in range(10):
        frame, number = rng.randrange(len(rows)), rng.randrange(1 << size * len(ATOMS))
        seen = {agent: relation for agent, (relation, _) in zip(agents, rows[frame], strict=True)}
        ranks = {agent: dict(enumerate(given)) for agent, (_, given) in zip(agents, rows[frame], strict=True)}
        true = {p: frozenset(w for w in range(size) if number >> k * size + w & 1) for k, p in enumerate(ATOMS)}
        one = graph(range(size), seen, true, ranks=ranks)
        assert {w for w in range(size) if int(found[frame, w, 0]) >> number & 1} == truth(one, formula, ACTIONS), (
            formula
        )


@pytest.mark.parametrize("style", ["steps", "tree", "latex", "bussproofs"])
def test_a_proof_with_ranks_states_the_theorem_that_was_asked_and_what_it_says_of_ranks(style: Style) -> None:
    told = entails(["K_a p"], "B_a p").text(style).splitlines()
    (theorem,) = [line for line in told if "Theorem" in line]
    assert "rank" not in theorem
    assert "B" in theorem
    assert "follows from" in theorem
    before = "\n".join(told[: told.index(theorem)])
    assert "rank(a,0)" in before
    assert "B_a p" in before.replace("{a}", "a")


@pytest.mark.parametrize("formula", ["K_a p -> B_a p", "E_{a,b} p -> B_a p", "Bsafe_a p -> B_a p", "[]p -> B p"])
def test_a_derivation_about_ranks_is_refused_with_the_formula_and_other_styles(formula: str) -> None:
    answer = prove(formula)
    for write in (answer.derivation, partial(answer.text, "hilbert")):
        with pytest.raises(NoDerivation, match=r"has ranks, .*styles 'steps'") as error:
            write()
        assert error.value.message.startswith(str(parse(formula)))
