"""Validity on a frame, against all valuations in the reference semantics; and correspondence."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import networkx as nx
import pytest
from effort import seeds
from problems import random_static
from reference_graphs import graph

from kripke.prove.face import successful, valid_on_frame
from kripke.semantics import truth
from logic import clauses as f
from logic.errors import EpistemicError, TooLarge
from whoknows import Event, EventModel, KripkeModel, UnknownAgent

CORRESPONDENCE = {
    "K_a p -> p": "reflexive",
    "K_a p -> M_a p": "serial",
    "p -> K_a M_a p": "symmetric",
    "K_a p -> K_a K_a p": "transitive",
    "M_a p -> K_a M_a p": "euclidean",
}


def frame(rng: Random, size: int, agents: str = "a") -> KripkeModel:
    pairs = list(product(range(size), range(size)))
    density = rng.choice([0.2, 0.5, 0.8])
    relations = {agent: [pair for pair in pairs if rng.random() < density] for agent in agents}
    return KripkeModel({w: set() for w in range(size)}, relations)


@pytest.mark.parametrize("seed", seeds(15, 300))
def test_an_axiom_is_valid_on_exactly_the_frames_with_its_property(seed: int) -> None:
    m = frame(Random(seed), 3)
    for axiom, name in CORRESPONDENCE.items():
        answer = valid_on_frame(m, axiom)
        assert answer.valid == (name in m.frame_properties("a"))
        if not answer:
            assert not answer.model.holds(axiom)


@pytest.mark.parametrize("seed", seeds(15, 300))
def test_validity_on_a_frame_is_truth_under_all_valuations(seed: int) -> None:
    rng = Random(seed)
    m = frame(rng, 3, "ab")
    formula = random_static(rng, ["a", "b"], 7, (f.C, f.D))
    if formula.variables:
        return
    relations = {a: frozenset((i, j) for i in range(3) for j in m.structure.relations[a].successors(i)) for a in "ab"}
    sets = [frozenset(w for w in range(3) if bits >> w & 1) for bits in range(8)]
    valuations = [{"p": p, "q": q} for p in sets for q in sets]
    everywhere = all(len(truth(graph(range(3), relations, v), formula)) == 3 for v in valuations)
    assert valid_on_frame(m, formula).valid == everywhere, formula


def test_moore_sentences_are_not_successful_and_the_answer_shows_where() -> None:
    answer = successful("p & ~K_a p")
    assert not answer
    assert answer.model.holds("<p & ~K_a p> ~(p & ~K_a p)")
    assert successful("C_{a,b} p")


def test_knowledge_and_belief_are_one_box_on_a_frame_and_actions_are_known() -> None:
    m = KripkeModel({1: set(), 2: set()}, {"a": [(1, 2), (2, 2)]})
    assert valid_on_frame(m, "B_a p <-> K_a p")
    peek = EventModel({"yes": Event(pre="p"), "no": Event(pre="~p")}, {"a": [("yes", "yes"), ("no", "no")]})
    assert valid_on_frame(m, "p & M_a p -> [@peek] M_a p", actions={"peek": peek})
    assert not valid_on_frame(m, "[@peek] K_a q", actions={"peek": peek})


def test_an_agent_that_the_frame_does_not_have_is_refused() -> None:
    with pytest.raises(UnknownAgent, match=r"K_an p: .*'an'.* mean 'ann'"):
        valid_on_frame(KripkeModel({1: set()}, {"ann": [(1, 1)]}), "K_an p")


def test_all_agents_of_a_frame_without_agents_are_refused_without_advice_to_give_a_logic() -> None:
    with pytest.raises(UnknownAgent, match=r"E p .* the model has none") as error:
        valid_on_frame(KripkeModel({"w": ["p"]}, {}), "E p")
    assert "logic" not in str(error.value)


def test_a_graph_needs_no_atoms_to_be_a_frame():
    graph = nx.MultiDiGraph([(1, 2, {"agent": "a"}), (2, 2, {"agent": "a"})])
    assert valid_on_frame(graph, "K_a p -> K_a K_a p")
    assert not valid_on_frame(graph, "K_a p -> p")


def test_a_frame_whose_valuations_take_too_long_is_refused_with_its_size() -> None:
    m = KripkeModel.s5({w: set() for w in range(100)}, {"a": [list(range(100))]})
    assert valid_on_frame(m, "C_{a} p -> K_a C_{a} p")
    with pytest.raises(TooLarge, match=r"100 worlds: .*1,000,000; .*smaller frame"):
        valid_on_frame(m, "[q] C_{a} p")
    with pytest.raises(TooLarge, match="a frame of 3,000 worlds"):
        valid_on_frame(KripkeModel({w: set() for w in range(3_000)}, {"a": [(0, 1)]}), "C_{a} p")


@pytest.mark.parametrize("size", range(1, 9))
def test_common_knowledge_reaches_round_a_ring(size: int) -> None:
    ring = KripkeModel({w: set() for w in range(size)}, {"a": [(w, (w + 1) % size) for w in range(size)]})
    assert valid_on_frame(ring, "C_{a} p -> p")
    assert not valid_on_frame(ring, "K_a p -> C_{a} p") or size == 1


def test_knowing_a_value_is_about_the_values_that_the_model_names() -> None:
    seen = KripkeModel.s5({1: {"x=1"}, 2: {"x=2"}}, {"a": [[1], [2]], "b": [[1, 2]]})
    assert not valid_on_frame(seen, "Kv_b x")
    assert valid_on_frame(seen, "Kv_b x -> Kv_a x")
    assert valid_on_frame(seen, "x=1 -> Kv_a x")


BELIEFS = ["B_a p -> p", "K_a p -> B_a p", "B_a p -> K_a B_a p", "B_a[q] p | B_a ~p", "[q] B_a p -> B_a[q] p"]
UPGRADED = [
    "Bsafe_a p -> p",
    "B_a p -> Bsafe_a p",
    "[^^p] B_a p | K_a ~p",
    "[^p] (B_a q -> B_a p)",
    "Bstrong_a p -> B_a p",
]


@pytest.mark.parametrize("seed", seeds(5, 100))
def test_ranks_and_weights_belong_to_the_frame(seed: int) -> None:
    rng = Random(seed)
    partition = rng.choice([[[0, 1, 2]], [[0, 1], [2]]])
    numbers = {"a": {w: rng.randrange(4) for w in range(3)}}
    weights = {"a": {w: Fraction(number, 3) for w, number in numbers["a"].items()}}
    weighed = {"weights": weights, "threshold": rng.choice([0, 0.5, 1])}
    for given, formulas in (({"ranks": numbers}, [*BELIEFS, *UPGRADED]), (weighed, BELIEFS)):
        models = [
            KripkeModel.s5(
                {w: {a for a, n in (("p", p), ("q", q)) if n >> w & 1} for w in range(3)},
                {"a": partition},
                atoms=["p", "q"],
                **given,
            )
            for p, q in product(range(8), range(8))
        ]
        for formula in formulas:
            answer = valid_on_frame(models[0], formula)
            assert answer.valid == all(m.valid(formula) for m in models), (formula, given)
            if not answer:
                assert not answer.model.holds(formula)
                assert (answer.model.structure.ranks, answer.model.structure.weights) == (
                    models[0].structure.ranks,
                    models[0].structure.weights,
                )


def test_a_frame_with_weights_decides_no_safe_belief_and_no_upgrade() -> None:
    m = KripkeModel.s5({1: set(), 2: set()}, {"a": [[1, 2]]}, weights={"a": {1: 1, 2: 0.5}})
    for formula in ("Bsafe_a p -> p", "[^^p] B_a p"):
        with pytest.raises(EpistemicError, match="has weights"):
            valid_on_frame(m, formula)


def test_ranks_need_not_start_at_the_same_number_in_each_class() -> None:
    m = KripkeModel.s5({1: set(), 2: set(), 3: set()}, {"a": [[1], [2, 3]]}, ranks={"a": {1: 0, 2: 1, 3: 2}})
    assert valid_on_frame(m, "B_a p -> ~B_a ~p")
    assert not valid_on_frame(m, "B_a p -> K_a p")
    note = str(valid_on_frame(m, "B p -> M p"))
    assert "ranks here" not in note
    assert "the most plausible" in note
