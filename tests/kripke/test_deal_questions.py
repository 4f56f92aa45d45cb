"""Laws that deal cards: what is counted card by card is what holds where all deals are listed."""

from collections import Counter
from math import comb, sqrt
from random import Random

import pytest
from effort import seeds
from lawful import random_fact
from randoms import random_formula
from reference_graphs import plain

from kripke.data.errors import ModelError
from kripke.models.symbolic_model import SymbolicModel
from kripke.semantics import truth
from kripke.symbolic.deals import deal_questions, dealing
from kripke.symbolic.deals.dealing import Deal, deal
from kripke.symbolic.diagrams import elimination
from kripke.symbolic.laws.constraints import exactly
from kripke.symbolic.questions import sampling
from kripke.symbolic.structures import knowledge_structure, states
from logic.clauses import Atom, K, Not, conj
from logic.formula import Formula

SEATS = "NESW"
DECK = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]


@pytest.fixture
def all_deals_count(monkeypatch):
    """Small deals are answered as large ones are."""
    monkeypatch.setattr(knowledge_structure, "LARGE", -1)
    monkeypatch.setattr(dealing, "MANY", 2)


def random_deal(rng: Random) -> tuple[SymbolicModel, tuple[str, ...]]:
    """A deal of a few cards of which more is known, with agents who see their hands, or more or less; and its atoms."""
    seats = SEATS[: rng.choice([2, 3, 3, 4])]
    cards = [f"c{number}" for number in range(rng.randint(2, 6 if len(seats) < 4 else 5))]
    held = [rng.choice(seats) for _ in cards]
    law = deal(cards, {seat: held.count(seat) for seat in seats})
    atoms = (*law.atoms, *["p", "q"][: rng.randint(0, 2)])
    more = [_more(rng, law, atoms) for _ in range(rng.choice([0, 0, 1, 2, 3]))]
    sees = {seat: _seen(rng, law.hand(seat), atoms) for seat in seats}
    try:
        return SymbolicModel(atoms, [law, *more], sees), atoms
    except ModelError:  # nothing satisfies the law
        return random_deal(rng)


def _more(rng: Random, law: Deal, atoms: tuple[str, ...]) -> Formula:
    """That a card is somewhere or not, that a hand lacks cards, or more of a hand or of all."""
    hand = law.hand(rng.choice(law.sizes)[0])
    kind = rng.choice(["card", "cards", "hand", "all"])
    if kind == "card":
        return Not(Atom(rng.choice(hand))) if rng.random() < 0.8 else Atom(rng.choice(hand))
    if kind == "cards":
        return conj([Not(Atom(atom)) for atom in rng.sample(hand, rng.randint(1, len(hand)))])
    return random_fact(rng, hand if kind == "hand" else atoms, rng.randint(2, 5))


def _fact(rng: Random, atoms: tuple[str, ...]) -> Formula:
    """Something about some atoms, or how many of some atoms are true, for one hand or several."""
    if rng.random() < 0.5:
        return random_fact(rng, atoms, rng.randint(1, 4))
    numbers = []
    for seat in rng.sample(SEATS, rng.randint(1, 2)):
        hand = [atom for atom in atoms if atom.startswith(f"has({seat}")]
        some = rng.sample(hand, rng.randint(0, len(hand)))
        numbers.append(exactly(rng.randint(0, len(some)), some).formula(()))
    return rng.choice([conj(numbers), Not(conj(numbers)), conj([*numbers, random_fact(rng, atoms, 2)])])


def _seen(rng: Random, hand: tuple[str, ...], atoms: tuple[str, ...]) -> list[Formula | str]:
    seen = rng.choice(["hand", "hand", "hand", "hand", "nothing", "less", "more", "a fact"])
    if seen == "nothing":
        return []
    if seen == "less":
        return list(hand[1:])
    return [
        *hand,
        *([rng.choice(atoms)] if seen == "more" else [random_fact(rng, atoms, 3)] if seen == "a fact" else []),
    ]


@pytest.mark.parametrize("seed", seeds(8, 200))
def test_deals_are_answered_as_where_all_worlds_are_listed(all_deals_count, monkeypatch, seed):
    rng = Random(seed)
    monkeypatch.setattr(deal_questions, "MOST_NODES", rng.choice([2, 4, 128]))  # more conditions are no few cubes
    monkeypatch.setattr(deal_questions, "MOST_CUBES", rng.choice([2, 64]))
    monkeypatch.setattr(deal_questions, "TRIED", rng.choice([0, 12]))
    for _ in range(6):
        model, atoms = random_deal(rng)
        back = model.to_explicit()
        slow = plain(back.structure)
        monkeypatch.setattr("randoms.ATOMS", (*atoms, "x=1"))
        for _ in range(6):
            formula = random_formula(rng, tuple(model.agents), rng.randint(2, 9))
            if "x" in str(formula):
                continue
            where = truth(slow, formula)
            for number, world in rng.sample(list(enumerate(back.worlds)), min(3, len(back.worlds))):
                assert model.holds(formula, at=world) == (number in where), (seed, str(formula), world)
            assert model.count(formula) == len(where), (seed, str(formula))
            world, agent, fact = rng.choice(back.worlds), rng.choice(model.agents), _fact(rng, atoms)
            asked = seed, agent, str(fact), world
            assert model.degree(agent, fact, at=world) == back.degree(agent, fact, at=world), asked
            assert model.holds(K(agent, fact), at=world) == back.holds(K(agent, fact), at=world), asked


@pytest.fixture(scope="module")
def table() -> SymbolicModel:
    """The deal of 52 cards, at the deal in the order of the deck: North has the spades, East the hearts."""
    law = deal(DECK, dict.fromkeys(SEATS, 13))
    model = SymbolicModel(law.atoms, law, observes={seat: law.hand(seat) for seat in SEATS})
    return model.at(
        {f"has({seat},{card})" for card, seat in zip(DECK, [seat for seat in SEATS for _ in range(13)], strict=True)}
    )


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("K_N has(E,HA)", False),
        ("Kw_N has(E,HA) | Kw_S has(N,SA)", False),
        ("K_N ~has(E,SA) & D_{N,E} ~has(S,HA)", True),
        ("K_W ~K_N ~has(E,HA)", False),
        ("K_W ~K_N ~has(W,CA)", True),
        ("K_N (~has(E,DA) & ~has(S,DA) -> has(W,DA))", True),
        ("M_N (has(E,HA) & has(E,HK) & has(S,CA)) & E E ~(has(E,HA) & has(S,HA))", True),
    ],
)
def test_52_cards_are_answered_without_a_diagram_of_a_hand(monkeypatch, table, text, holds):
    for module in (states, elimination):
        monkeypatch.setattr(module, "eliminate", lambda *_: pytest.fail("diagrams were quantified"))
    assert table.holds(text) is holds


@pytest.mark.parametrize("mine", ["has(N,HA)", "(~has(E,CA) & (has(E,D3) | has(E,D4))) & has(E,CA)"])
def test_a_contradiction_among_long_conditions_is_found_at_once(table, mine):
    clauses = [" | ".join(f"has(E,{card})" for card in DECK[13 + 3 * i : 21 + 3 * i]) for i in range(11)]
    assert not table.holds(f"M_N ({mine} & {' & '.join(f'({clause})' for clause in clauses)})")
    assert table.holds(f"M_N ({' & '.join(f'({clause})' for clause in clauses)})")


def test_two_atoms_that_are_one_variable_count_twice():
    atoms = [f"z{number}" for number in range(60)]
    model = SymbolicModel(["x", *atoms], "true", {"a": atoms[:1]}).define({"same": "x"})
    told = model.announce(exactly(31, ["x", "same", *atoms]))
    assert told.count() == comb(60, 29) + comb(60, 31)
    assert told.count("x") == comb(60, 29)


def test_a_condition_on_a_hand_with_many_cubes_is_decided_with_that_hand_alone(monkeypatch, table):
    spades = [f"has(E,{card})" for card in DECK[:13]]
    told = table.define({"many": f"{' ^ '.join(spades)}", "four": " & ".join(spades[:4])})
    for name in ("algebra.project", "states.eliminate", "states.satisfiable"):
        module = f"kripke.symbolic.structures.{name}"
        monkeypatch.setattr(module, lambda *_: pytest.fail("other hands were quantified"))
    assert told.holds("K_S (many -> ~four) | M_S (many & four)")
    assert told.holds("M_S many & M_S ~many & K_N ~many")


@pytest.mark.parametrize("more", ["true", "~has(S,c0) & ~has(S,c1)", "has(N,c0) | has(E,c1) & ~p", "p -> has(E,c5)"])
def test_states_of_a_deal_are_drawn_equally_often(all_deals_count, monkeypatch, more):
    monkeypatch.setattr(states, "LIMIT", 0)  # so that they are not listed
    monkeypatch.setattr(sampling, "separated", lambda *_: pytest.fail("diagrams were joined"))
    law = deal([f"c{number}" for number in range(6)], {"N": 2, "E": 3, "S": 1})
    model = SymbolicModel([*law.atoms, "p"], [law, "~has(E,c3)"], {})
    worlds, often = model.extension(more), 40
    told = model.announce(exactly(1, [f"has(E,c{number})" for number in range(3)])).extension(more)
    for here, known in ((worlds, model), (told, model.announce(exactly(1, ["has(E,c0)", "has(E,c1)", "has(E,c2)"])))):
        drawn = Counter(known.sample(1, often * len(here), more))
        assert set(drawn) <= set(here)
        freedom = len(here) - 1
        assert abs(sum((drawn[world] - often) ** 2 / often for world in here) - freedom) < 5 * sqrt(2 * freedom)


@pytest.mark.parametrize("players", [4, 6, 13])
def test_deals_to_any_number_of_players_are_drawn_without_a_diagram_of_all(monkeypatch, players):
    monkeypatch.setattr(sampling, "separated", lambda *_: pytest.fail("diagrams were joined"))
    names, size = [f"p{number}" for number in range(players)], 52 // players
    law = deal(DECK[: players * size], dict.fromkeys(names, size))
    model = SymbolicModel(law.atoms, [law, "~has(p0,SA) & ~has(p1,SA)"], {})
    drawn = model.sample(3, 600)
    assert all(sum(atom in world for atom in law.hand(name)) == size for world in drawn[:20] for name in names)
    for name in names[1:3]:
        times, share = sum(f"has({name},SA)" in world for world in drawn), float(model.probability(f"has({name},SA)"))
        assert times == pytest.approx(600 * share, abs=5 * sqrt(600 * share * (1 - share)))
