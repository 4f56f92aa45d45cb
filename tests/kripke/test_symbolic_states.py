"""States of symbolic models: listed, drawn at random, counted as shares; compared with listed worlds, one by one."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, islice
from random import Random

import numpy as np
import pytest
from effort import seeds, share
from randoms import FRAMES, random_cube, random_formula, random_structure
from reference_graphs import plain

from kripke.change.actions import public_change
from kripke.data.errors import ModelError, UnknownAgent, UnknownWorld
from kripke.data.structure import Structure
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from kripke.semantics import truth
from kripke.symbolic.laws.constraints import exactly, exactly_one, parity
from logic.clauses import BAtLeast
from logic.errors import TooLarge


def both(rng: Random) -> tuple[KripkeModel, SymbolicModel]:
    """A random model with listed worlds, named as the states of the symbolic one are."""
    s = random_cube(rng) if rng.random() < 0.4 else random_structure(rng, 10, rng.choice(FRAMES))
    symbolic = SymbolicModel.from_explicit(KripkeModel.of(Structure(s.worlds, s.valuation, s.relations, s.actuals)))
    return symbolic.to_explicit(), symbolic


def deal(cards: int, size: int, players: str = "NES") -> SymbolicModel:
    """A deal of cards to the players, with the size of each hand in binary; the atoms give the hands."""
    deck = {f"c{card}": list(players) for card in range(cards)}
    law = [exactly(size, [f"{card}={player}" for card in deck]) for player in players]
    return SymbolicModel(law=law, variables=deck, observes={p: [f"c{i}={p}" for i in range(cards)] for p in players})


# ------------------------------------------------------------------------------------------------- listing


@pytest.mark.parametrize("most", [-1, 1.5, True])
def test_how_many_possible_states_are_listed_is_a_number(most: object) -> None:
    with pytest.raises(ModelError, match=f"most {most}: expected the largest number of states"):
        SymbolicModel(["p"], "true", {"a": []}, actual={"p"}).some_possible("a", most)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", seeds(1, 6))
def test_extensions_list_each_state_once_and_no_other(seed):
    rng = Random(seed)
    for _ in range(share(25, 6)):
        explicit, symbolic = both(rng)
        formula = random_formula(rng, explicit.agents, 8)
        found = list(symbolic.extension(formula))
        assert len(found) == len(set(found)) == symbolic.count(formula), (seed, str(formula))
        assert set(found) == explicit.extension(formula), (seed, str(formula))


def test_a_limit_is_kept_at_once_and_without_one_states_are_made_when_asked_for():
    model = SymbolicModel([f"p{i}" for i in range(100)], exactly(50, [f"p{i}" for i in range(100)]))
    with pytest.raises(TooLarge, match=r"100,891,344,545,564,193,334,812,497,256 states.* 10,000.*limit="):
        model.extension()
    found = list(islice(model.iterate(), 500))
    assert len(set(found)) == 500
    assert {len(state) for state in found} == {50}
    assert len(list(SymbolicModel(["p", "q"]).extension(limit=4))) == 4
    with pytest.raises(TooLarge):
        SymbolicModel(["p", "q"]).extension(limit=3)


def test_states_of_laws_in_parts_that_share_nothing_are_all_combinations():
    names = [f"p{i}" for i in range(8)]
    law = [exactly_one(names[:3]), parity(names[3:6]), "p6 | p7"]
    model = SymbolicModel(names, law)
    found = set(model.extension())
    assert len(found) == model.count() == 3 * 4 * 3
    assert all(sum(n in s for n in names[:3]) == 1 and sum(n in s for n in names[3:6]) % 2 == 1 for s in found)


@pytest.mark.parametrize("seed", seeds(1, 4))
def test_what_agents_consider_possible_is_what_they_see_among_listed_worlds(seed):
    rng = Random(seed)
    for _ in range(share(20, 5)):
        explicit, symbolic = both(rng)
        for agent in explicit.agents:
            for world in islice(explicit.worlds, 5):
                assert symbolic.possible(agent, world) == explicit.possible(agent, world)
                assert symbolic.believed(agent, world) == explicit.believed(agent, world)


def test_possible_states_have_a_limit_and_agents_must_be_known():
    model = SymbolicModel([f"p{i}" for i in range(40)], observes={"ann": []}, actual=[])
    with pytest.raises(TooLarge, match="states that ann considers possible"):
        model.possible("ann")
    with pytest.raises(UnknownAgent, match="did you mean 'ann'"):
        model.possible("an")
    with pytest.raises(ModelError, match="no actual state"):
        model.at(None).possible("ann")


def test_the_length_of_a_model_is_its_number_of_states_as_far_as_python_can_say():
    assert len(SymbolicModel(["p", "q"], "p | q")) == 3
    huge = SymbolicModel([f"p{i}" for i in range(80)])
    assert huge
    with pytest.raises(TooLarge, match=r"2\^80"):
        len(huge)


# ------------------------------------------------------------------------------------------------- shares


@pytest.mark.parametrize("seed", seeds(1, 6))
def test_degrees_and_probabilities_are_those_of_listed_worlds(seed):
    rng = Random(seed)
    asked = 0
    for _ in range(20):
        explicit, symbolic = both(rng)
        formula = random_formula(rng, explicit.agents, 6)
        assert symbolic.probability(formula) == Fraction(explicit.count(formula), len(explicit))
        for agent in explicit.agents:
            for world in islice(explicit.worlds, 4):
                if explicit.possible(agent, world):
                    assert symbolic.degree(agent, formula, world) == explicit.degree(agent, formula, world)
                    asked += 1
                else:
                    with pytest.raises(ModelError, match="considers no world possible"):
                        symbolic.degree(agent, formula, world)
    assert asked > 50


@pytest.mark.parametrize("seed", seeds(1, 8))
def test_degrees_inside_formulas_agree_with_the_slow_semantics(seed):
    rng = Random(seed)
    for _ in range(25):
        explicit, symbolic = both(rng)
        slow = plain(explicit.structure)
        for agent in explicit.agents:
            share = Fraction(rng.randint(0, 12), 12)
            formula = BAtLeast(agent, share, random_formula(rng, explicit.agents, 5))
            where = truth(slow, formula)
            names = {world for i, world in enumerate(explicit.worlds) if i in where}
            assert set(symbolic.extension(formula)) == names, (seed, str(formula))


def test_a_degree_does_not_depend_on_what_another_agent_was_asked_before():
    listed = KripkeModel.from_observations(["p", "q", "r"], {"a": [], "b": ["p"]}, "q | r", actual={"q"})
    model = SymbolicModel.from_explicit(listed)
    assert model.degree("a", "q ^ r") == model.degree("b", "q ^ r") == model.degree("a", "q ^ r") == Fraction(2, 3)
    assert model.entropy("b") == listed.entropy("b")


def test_degrees_of_a_player_are_hypergeometric_at_every_deal():
    model = deal(9, 3)
    assert model.count() == 1680
    assert model.count("B_N>=1/2 c0=E") == model.count("~c0=N")
    assert not model.count("B_N>=0.51 c0=E")
    state = next(model.iterate("c0=N & c1=N & c2=N"))
    assert model.degree("N", "c3=E & c4=E & c5=E", state) == Fraction(1, 20)
    assert model.degree("N", "c3=E ^ c4=E", state) == Fraction(3, 5)


def test_sums_that_grow_too_large_are_refused_with_a_way_out(monkeypatch):
    monkeypatch.setattr("kripke.symbolic.diagrams.shares.MOST_NODES", 50)
    with pytest.raises(TooLarge, match="at one state"):
        deal(9, 3).count("B_N>=1/3 (c3=E & c5=E)")


def test_counts_are_remembered_for_the_same_law_and_question():
    model = deal(9, 3)
    model.count("c0=N")
    before = len(model.knowledge.manager.results)
    model.count("c0=N")
    model.probability("c0=N")
    assert len(model.knowledge.manager.results) <= before + 2


# ------------------------------------------------------------------------------------------------- samples


def chi_square(drawn: list[frozenset[str]], expected: list[frozenset[str]]) -> float:
    """How far the frequencies are from equal ones; its mean is the number of cells less one."""
    found, each = Counter(drawn), len(drawn) / len(expected)
    assert set(found) <= set(expected)
    return sum((found[state] - each) ** 2 / each for state in expected)


@pytest.mark.parametrize("seed", seeds(1, 3))
def test_samples_are_uniform_over_the_states_of_a_formula(seed):
    names = [f"p{i}" for i in range(9)]
    model = SymbolicModel(names, [exactly(2, names[:5]), parity(names[4:8]), "p8 -> p0"], {"a": names[:2]})
    for formula in ("true", "p0 | p3", "K_a p0 ^ p7"):
        states = list(model.extension(formula))
        value = chi_square(model.sample(np.random.default_rng(seed), 200 * len(states), formula), states)
        spread = (2 * (len(states) - 1)) ** 0.5
        assert abs(value - (len(states) - 1)) < 5 * spread, (formula, value)


def test_samples_of_rare_states_are_exact_where_doubles_alone_are_not():
    names = [f"p{i}" for i in range(1200)]
    model = SymbolicModel(names, [exactly_one(names)])
    drawn = model.sample(np.random.default_rng(1), 4000)
    assert {len(state) for state in drawn} == {1}
    places = sorted(int(name[1:]) for state in drawn for name in state)
    assert abs(places[len(places) // 2] - 600) < 60
    assert abs(np.mean(places) - 599.5) < 30


def test_samples_name_values_marks_and_definitions_as_extensions_do():
    rng = Random(5)
    for _ in range(15):
        _, symbolic = both(rng)
        assert set(symbolic.sample(rng, 20)) <= set(symbolic.extension())
    model = deal(6, 2).announce_whether("c0=N & ~K_E c1=S").announce("c0=N -> c1=E")
    assert set(model.sample(3, 400)) <= set(model.extension())


def test_the_same_seed_draws_the_same_states_and_one_without_size_is_a_state():
    model = deal(9, 3)
    assert model.sample(7, 5) == model.sample(7, 5) == model.sample(np.int64(7), 5) != model.sample(8, 5)
    assert model.sample(Random(2), 3) == model.sample(Random(2), 3)
    assert model.holds("true", at=model.sample(np.random.default_rng(0)))
    assert model.sample(1, 0) == []
    assert isinstance(model.sample(), frozenset)


def test_samples_after_a_change_of_fact_are_named_by_the_new_facts():
    model = SymbolicModel(["p", "q"], "p & ~q", {"a": ["p"]}, {"p"})
    assert model.sample(1) == {"p"}
    swapped = model.update(public_change({"p": "q", "q": "p"}))
    assert swapped.sample(1) == swapped.actual == {"q"}
    assert model.sample(1) == {"p"}


def test_what_cannot_be_drawn_is_refused():
    model = deal(6, 2)
    with pytest.raises(ModelError, match="no state to draw"):
        model.sample(1, formula="c0=N & c0=E")
    with pytest.raises(ModelError, match="rng 'seed': expected"):
        model.sample("seed")
    with pytest.raises(ModelError, match="size -1"):
        model.sample(1, -1)


def test_a_deal_of_52_cards_is_drawn_by_the_thousand():
    names = [f"{player}{card}" for card in range(52) for player in "NESW"]
    law = [exactly_one([f"{p}{card}" for p in "NESW"]) for card in range(52)]
    law += [exactly(13, [f"{player}{card}" for card in range(52)]) for player in "NESW"]
    model = SymbolicModel(names, law, {p: [n for n in names if n[0] == p] for p in "NESW"})
    assert model.count() == 53_644_737_765_488_792_839_237_440_000
    deals = model.sample(np.random.default_rng(1), 2000)
    assert all(Counter(name[0] for name in state) == dict.fromkeys("NESW", 13) for state in deals)
    assert all(len({name[1:] for name in state}) == 52 for state in deals)
    held = Counter(name for state in deals for name in state)
    assert all(abs(held[name] - 500) < 110 for name in names)
    one = model.at(deals[0])
    mine = {name for name in deals[0] if name[0] == "N"}
    card = next(c for c in range(52) if f"N{c}" not in mine)
    assert one.degree("N", f"S{card}") == Fraction(1, 3)
    with pytest.raises(TooLarge, match="84,478,098,072,866,400 states"):
        one.possible("N")


def test_brute_force_counts_the_same_hands():
    model = deal(6, 2, "NES")
    hands = {frozenset(hand) for hand in combinations(range(6), 2)}
    north = {frozenset(i for i in range(6) if f"c{i}=N" in state) for state in model.extension()}
    assert north == hands
    assert model.count() == len(hands) * 6


# ------------------------------------------------------------------------------------------------- bad questions


@pytest.mark.parametrize("ask", ["possible", "believed", "entropy", "frame_properties"])
@pytest.mark.parametrize("agent", [["ann"], None, 3])
def test_what_is_no_name_of_an_agent_is_refused(ask, agent):
    with pytest.raises(UnknownAgent, match=r"agent .*expected.* name.*'ann'"):
        getattr(SymbolicModel(["p"], observes={"ann": []}, actual=[]), ask)(agent)


def test_agents_who_are_told_are_named_by_texts():
    with pytest.raises(UnknownAgent, match=r"agent \['ann'\]: expected.* name"):
        SymbolicModel(["p"], observes={"ann": []}).announce("p", to=[["ann"]])


@pytest.mark.parametrize("at", [3, "p", {"p": True}])
def test_a_state_is_given_by_the_set_of_its_true_atoms(at):
    with pytest.raises(UnknownWorld, match=r"state .*expected.* atoms.*\{'p'\}"):
        SymbolicModel(["p"]).holds("p", at=at)
    with pytest.raises(ModelError, match=r"actual .*expected.* atoms.*\{'p'\}"):
        SymbolicModel(["p"], actual=at)


@pytest.mark.parametrize("limit", ["x", -1, float("nan"), True])
def test_a_limit_that_is_no_number_of_states_is_refused(limit):
    model = SymbolicModel(["p"], observes={"ann": []}, actual=[])
    for ask in (lambda: model.extension(limit=limit), lambda: model.possible("ann", limit=limit)):
        with pytest.raises(ModelError, match=r"limit .*expected.*number.*worlds.*None"):
            ask()
    with pytest.raises(ModelError, match="limit"):
        model.to_explicit(limit)


def test_a_model_cannot_be_changed_by_setting_its_attributes():
    model = SymbolicModel(["p"])
    with pytest.raises(AttributeError, match=r"SymbolicModel\.knowledge: a model is immutable"):
        model.knowledge = SymbolicModel(["q"]).knowledge
    with pytest.raises(AttributeError, match="immutable"):
        del model.knowledge
    assert model.atoms == ("p",)
