"""Constraints: counts against all assignments, tables against their rows, deals against multinomials."""

import random
from collections import Counter
from itertools import combinations, product
from math import comb, factorial, prod

import numpy as np
import pytest
from effort import seeds
from hypothesis import given
from hypothesis import strategies as st

from kripke.data.errors import ModelError
from kripke.symbolic.diagrams.bdd import Bdd
from kripke.symbolic.laws.constraints import Counting
from kripke.symbolic.laws.values import Table
from logic import formula
from whoknows import (
    Atom,
    SymbolicModel,
    TooLarge,
    UnknownAtom,
    at_least,
    at_most,
    deal,
    exactly,
    exactly_one,
    from_table,
    parity,
    parse,
)

SUITS, RANKS = "SHDC", "AKQJT98765432"
DECK = [suit + rank for suit in SUITS for rank in RANKS]
SEATS = "NESW"


def names(length):
    return [f"p{i}" for i in range(length)]


def assignments(atoms):
    for values in product((False, True), repeat=len(atoms)):
        yield frozenset(atom for atom, value in zip(atoms, values, strict=True) if value)


def states(atoms, constraint, **more):
    """The states of the model that has the constraint as its law, or none where it has none."""
    try:
        return set(SymbolicModel(atoms, constraint, **more).extension())
    except ModelError:
        return set()


@given(st.data())
def test_a_count_holds_where_so_many_atoms_are_true(data):
    atoms = names(data.draw(st.integers(0, 6)))
    counted = data.draw(st.lists(st.sampled_from(atoms), unique=True)) if atoms else []
    low = data.draw(st.integers(0, len(counted)))
    high = data.draw(st.integers(low, len(counted)))
    expected = {state for state in assignments(atoms) if low <= len(state & set(counted)) <= high}
    assert states(atoms, Counting(tuple(counted), low, high)) == expected


@given(st.integers(0, 40), st.data())
def test_exactly_at_most_and_at_least_count_binomials(length, data):
    atoms = names(length)
    k = data.draw(st.integers(0, length))
    free = SymbolicModel([*atoms, "free"])
    ways = [comb(length, i) for i in range(length + 1)]
    assert free.count(exactly(k, atoms)) == 2 * ways[k]
    assert free.count(at_most(k, atoms)) == 2 * sum(ways[: k + 1])
    assert free.count(at_least(k, atoms)) == 2 * sum(ways[k:])


@given(st.lists(st.sampled_from(names(5)), max_size=8, unique=True), st.booleans())
def test_a_parity_holds_where_an_odd_or_an_even_number_is_true(chosen, odd):
    atoms = names(5)
    expected = {state for state in assignments(atoms) if len(state & set(chosen)) % 2 == odd}
    assert states(atoms, parity(chosen, odd)) == expected


def test_counts_over_very_many_atoms_remember_only_what_can_still_matter():
    atoms = names(3_000)
    m = SymbolicModel(atoms, at_least(1, atoms))
    assert m.count() == 2**3_000 - 1
    assert m.count(at_most(2_999, atoms)) == 2**3_000 - 2
    assert m.count(exactly(2_998, atoms)) == comb(3_000, 2)
    assert m.valid(at_most(3_000, atoms))


def test_a_constraint_is_a_law_a_question_an_announcement_and_an_observation():
    atoms = names(4)
    m = SymbolicModel(
        atoms, exactly(2, atoms), observes={"a": [exactly_one(["p0", "p1"])], "b": []}, actual=["p0", "p1"]
    )
    assert m.holds("K_a (p0 <-> p1)")
    assert not m.holds("Kw_b (p0 <-> p1)")
    assert m.holds(at_most(1, ["p2", "p3"]))
    assert m.announce(at_least(2, ["p0", "p1"])).count() == 1
    assert m.count(parity(atoms)) == 0


@given(st.data())
def test_a_table_of_truth_values_holds_at_its_rows(data):
    width = data.draw(st.integers(0, 6))
    atoms = names(width)
    columns = data.draw(st.permutations(atoms))
    rows = data.draw(st.lists(st.tuples(*[st.booleans()] * width), max_size=20))
    expected = {frozenset(atom for atom, value in zip(columns, row, strict=True) if value) for row in rows}
    assert states(atoms, from_table(columns, rows)) == expected


@pytest.mark.parametrize("seed", seeds(4, 30))
def test_a_table_of_values_holds_at_its_rows_in_both_encodings(seed):
    rng = random.Random(seed)
    variables = {name: range(rng.randint(1, 9)) for name in ("x", "y", "z")}
    columns = rng.sample(["p", "x", "y", "z"], 4)
    domain = [[False, True] if name == "p" else list(variables[name]) for name in columns]
    rows = [tuple(map(rng.choice, domain)) for _ in range(rng.randint(1, 30))]
    expected = {
        frozenset(
            "p" if name == "p" else f"{name}={value}"
            for name, value in zip(columns, row, strict=True)
            if name != "p" or value
        )
        for row in rows
    }
    for encoding in ("binary", "one-hot"):
        found = states(["p"], from_table(columns, rows), variables=variables, encoding=encoding)
        assert found == expected


def test_a_table_finds_its_values_where_an_update_has_moved_them():
    m = SymbolicModel(variables={"x": range(4), "y": range(4)}, law=from_table(["x", "y"], [(1, 2), (2, 3), (3, 0)]))
    swapped = {f"x={i}": m.knowledge.atoms[f"y={i}"] for i in range(4)} | {
        f"y={i}": m.knowledge.atoms[f"x={i}"] for i in range(4)
    }
    where = from_table(["y", "x"], [(1, 2), (2, 3)]).state_set(m.knowledge.manager, swapped)
    again = from_table(["x", "y"], [(1, 2), (2, 3)]).state_set(m.knowledge.manager, m.knowledge.atoms)
    assert where.function == again.function


def test_values_that_are_any_conditions_are_looked_up_one_by_one():
    m = SymbolicModel(["p", "q", "r"])
    state_sets = m.knowledge.atoms
    odd = {
        "x=odd": state_sets["p"] ^ state_sets["q"],
        "x=even": ~(state_sets["p"] ^ state_sets["q"]),
        "r": state_sets["r"],
    }
    found = Table(("x", "r"), (("odd", 1), ("even", 0))).state_set(m.knowledge.manager, odd)
    assert (found ^ odd["x=odd"] ^ odd["r"]).value is True


def test_sum_and_product_as_a_table_gives_as_many_states_as_there_are_pairs():
    pairs = [(x, y) for x in range(2, 100) for y in range(x + 1, 101 - x)]
    rows = [(x, y, x + y, x * y) for x, y in pairs]
    variables = dict(zip("xysp", (sorted({row[i] for row in rows}) for i in range(4)), strict=True))
    m = SymbolicModel(
        variables=variables, law=from_table(["x", "y", "s", "p"], rows), observes={"s": ["s"], "p": ["p"]}
    )
    assert m.count() == len(pairs) == 2352
    assert m.count("Kv_p x") == [*Counter(x * y for x, y in pairs).values()].count(1)


def test_rows_may_be_an_array_and_numbers_of_numpy():
    rows = np.array([[0, 1], [1, 0]])
    assert from_table(["p", "q"], rows) == from_table(["p", "q"], [(0, 1), (1, 0)])
    assert states(["p", "q"], from_table(["p", "q"], map(tuple, rows))) == {frozenset({"p"}), frozenset({"q"})}


def test_a_variable_whose_values_are_nought_and_one_is_no_atom():
    for encoding in ("binary", "one-hot"):
        m = SymbolicModel(variables={"x": [0, 1, 2]}, law=from_table(["x"], [(0,), (1,)]), encoding=encoding)
        assert set(m.extension()) == {frozenset({"x=0"}), frozenset({"x=1"})}


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: exactly(3, ["p", "q"]), "exactly 3 of 2 atoms: expected 0 to 2"),
        (lambda: exactly(-1, ["p"]), "expected 0 to 1"),
        (lambda: at_most(True, ["p"]), "expected 0 to 1, not a bool"),
        (lambda: at_least(1.0, ["p"]), "expected 0 to 1"),
        (lambda: exactly(1, "pq"), "expected a list"),
        (lambda: exactly_one(["p", "p"]), "'p' is listed twice"),
        (lambda: exactly_one([]), "name at least one"),
        (lambda: parity(7), "expected a list"),
        (lambda: from_table(["p", "q"], [(1, 0), (1,)]), r"row 1: \(1,\); expected 2 values"),
        (lambda: from_table(["p"], ["1"]), "row 0: expected 1 values, got '1'"),
        (lambda: from_table(["p"], 5), "expected a list of rows"),
        (lambda: from_table(["p", "p"], []), "listed twice"),
        (lambda: SymbolicModel(["p"], from_table(["p"], [(1,), (2,)])), r"row 1: 'p' .*2 no truth value; expected"),
        (lambda: SymbolicModel(["p"], from_table(["p"], [])), "no assignment satisfies it"),
        (
            lambda: deal(DECK, {"N": 13}),
            r" 13 cards.* 52; give.*'table'",
        ),
        (lambda: deal("abc", {"N": 3}), "expected a list"),
        (lambda: deal([], {}), "expected players with numbers"),
        (lambda: deal(["a"], ["N"]), "expected players with numbers"),
        (lambda: deal(["a"], {"N": "1"}), r"hand of N: expected.* cards, got '1'"),
        (lambda: deal(["a", "a"], {"N": 1, "S": 1}), r"'has\(N,a\)' is listed twice"),
        (lambda: deal(["a"], {"N": 1}, name="has_{card}"), r"expected.*{player} and {card}"),
        (lambda: deal(["a"], {"N": 1, "S": 0}).hand("X"), r"no player 'X'.*'N' and 'S'"),
    ],
)
def test_what_is_no_constraint_is_refused(make, message):
    with pytest.raises(ModelError, match=message):
        make()


@pytest.mark.parametrize(
    ("law", "name"),
    [
        (exactly_one(["p", "r"]), "r"),
        (parity(["r"]), "r"),
        (exactly_one(["x"]), "x"),
        (from_table(["p", "r"], [(0, 1)]), "r"),
        (from_table(["x"], [(7,)]), "x=7"),
        (from_table(["z"], [(7,)]), "z"),
        (deal(["a"], {"N": 1}), r"has\(N,a\)"),
    ],
)
def test_a_constraint_on_what_is_not_there_is_an_unknown_atom(law, name):
    with pytest.raises(UnknownAtom, match=f"no atom '{name}'"):
        SymbolicModel(["p", "q"], law, variables={"x": [1, 2]})


@pytest.mark.parametrize("hands", [{"a": 2, "b": 1, "c": 1}, {"a": 0, "b": 3}, {"a": 5}, {"a": 1, "b": 1, "table": 2}])
@pytest.mark.parametrize("encoding", ["atoms", "binary", "one-hot"])
def test_a_deal_has_a_state_for_each_way_to_deal_the_cards(hands, encoding):
    cards = range(sum(hands.values()))
    expected = factorial(len(cards)) // prod(map(factorial, hands.values()))
    if encoding == "atoms":
        law = deal(cards, hands)
        m = SymbolicModel(law.atoms, law)
        held = [[f"has({player},{card})" for card in cards] for player in hands]
    else:
        law = deal([f"card{card}" for card in cards], hands, name="{card}={player}")
        m = SymbolicModel(law=law, variables={f"card{card}": list(hands) for card in cards}, encoding=encoding)
        held = [[f"card{card}={player}" for card in cards] for player in hands]
    found = list(m.extension())
    assert len(set(found)) == m.count() == expected
    for state in found:
        assert [len(state & set(hand)) for hand in held] == list(hands.values())
        assert len(state) == len(cards)


def test_a_deal_is_found_card_by_card_even_where_its_atoms_are_listed_player_by_player():
    law = deal(DECK, dict.fromkeys(SEATS, 13))
    by_player = [atom for seat in SEATS for atom in law.hand(seat)]
    assert SymbolicModel(by_player, law).count() == factorial(52) // factorial(13) ** 4


def test_the_parts_of_a_deal_together_say_the_same():
    cards = range(9)
    law = deal(cards, {"a": 2, "b": 4, "c": 3})
    parts = SymbolicModel(law.atoms, list(law.parts))
    assert parts == SymbolicModel(law.atoms, law.formula(()))
    assert parts.valid(law)
    assert parts.count() == parts.count(law) == 1260


def test_conditions_on_separate_ranges_of_atoms_become_one_part_with_all_their_nodes():
    rows = [[f"p{row}_{column}" for column in range(14)] for row in range(60)]
    pairs = [[f"p{row}_{column}" for row in (0, 59)] for column in range(14)]
    atoms = [atom for row in rows for atom in row]
    sizes = [SymbolicModel(row, exactly(1, row)).knowledge.law[0].size for row in rows]
    law = [exactly(1, row) for row in rows] + [at_most(1, pair) for pair in pairs]
    parts = SymbolicModel(atoms, law, order=atoms).knowledge.law
    assert max(part.support.bit_count() for part in parts) == len(atoms)
    assert min(part.size for part in parts if part.support.bit_count() == len(atoms)) < 2 * sum(sizes)


def test_a_law_of_a_deal_stays_in_small_parts(model):
    assert sum(part.size for part in model.knowledge.law) < 2_500


@pytest.fixture(scope="module")
def model():
    law = deal(DECK, dict.fromkeys(SEATS, 13))
    return SymbolicModel(law.atoms, law, observes={seat: law.hand(seat) for seat in SEATS})


@pytest.fixture(scope="module")
def hands():
    cards = DECK[:]
    random.Random(3).shuffle(cards)
    return {seat: cards[13 * i : 13 * i + 13] for i, seat in enumerate(SEATS)}


@pytest.fixture(scope="module")
def dealt(model, hands):
    return model.at({f"has({seat},{card})" for seat, hand in hands.items() for card in hand})


def test_all_deals_are_counted(model):
    assert model.count() == 53_644_737_765_488_792_839_237_440_000


def test_a_hand_that_is_shown_leaves_the_deals_of_the_others(dealt, hands):
    shown = dealt.announce(Atom(f"has(N,{hands['N'][0]})"))
    for card in hands["N"][1:]:
        shown = shown.announce(Atom(f"has(N,{card})"))
    assert shown.count() == factorial(39) // factorial(13) ** 3 == 84_478_098_072_866_400
    assert all(shown.holds(f"C has(N,{card})") for card in hands["N"])


def test_a_player_without_spades_leaves_the_spades_to_three(model):
    told = model.announce(exactly(0, [f"has(W,S{rank})" for rank in RANKS]))
    assert told.count() == comb(39, 13) * factorial(39) // factorial(13) ** 3
    assert told.probability("has(N,SA)") == told.probability("has(E,S2)")
    assert 3 * told.probability("has(N,SA)") == 1
    assert told.probability("has(N,HA)") == told.probability("has(N,C2)") != model.probability("has(N,HA)")


def test_what_players_know_at_a_deal(dealt, hands):
    mine, hers, theirs = hands["N"][0], hands["S"][0], hands["E"][0]
    assert dealt.holds(f"K_N has(N,{mine}) & K_N ~has(S,{mine}) & ~Kw_N has(S,{hers}) & Kw_S has(S,{hers})")
    assert dealt.holds(f"D_{{N,S}} (has(E,{theirs}) | has(W,{theirs})) & ~D_{{N,S}} has(E,{theirs})")
    assert dealt.holds(f"K_N ~K_E has(N,{mine}) & ~K_N K_S has(S,{hers}) & ~C has(N,{mine})")
    assert dealt.valid("has(N,SA) -> K_N ~has(S,SA)")


def test_three_players_together_know_all(dealt, hands):
    for card in hands["W"][:3]:
        assert dealt.holds(f"D_{{N,E,S}} has(W,{card})")


def test_a_partner_has_a_card_in_a_third_of_the_deals_that_one_holds_possible(dealt, hands):
    told = dealt.announce(f"~has(E,{hands['S'][0]})")
    # The card told of is with S or W, by symmetry with either in half of the deals that N holds possible.
    assert told.degree("N", f"has(S,{hands['S'][0]})") * 2 == 1
    others = [card for seat in "ESW" for card in hands[seat] if card != hands["S"][0]]
    shares = [told.degree("N", f"has(S,{card})") for card in others[:4]]
    assert len(set(shares)) == 1
    # Of her 13 cards one is that card in half of the deals; the others are among 38.
    assert shares[0] * 38 + told.degree("N", f"has(S,{hands['S'][0]})") == 13
    assert [told.degree("N", f"has(S,{card})") for card in hands["N"][:2]] == [0, 0]


def test_russian_cards_by_a_deal_agree_with_all_deals_listed():
    law = deal(range(7), {"a": 3, "b": 3, "c": 1})
    m = SymbolicModel(law.atoms, law, observes={player: law.hand(player) for player in "abc"})
    listed = {
        frozenset(
            [
                *[f"has(a,{i})" for i in a],
                *[f"has(b,{i})" for i in b],
                *[f"has(c,{i})" for i in range(7) if i not in a + b],
            ]
        )
        for a in combinations(range(7), 3)
        for b in combinations([i for i in range(7) if i not in a], 3)
    }
    assert set(m.extension()) == listed


def test_a_parity_is_odd_or_not_and_nothing_else():
    with pytest.raises(ModelError, match=r"parity, odd 'no': expected True.*False"):
        parity(["p"], odd="no")


@pytest.mark.parametrize("name", [1, "", "x=", None])
def test_a_variable_without_a_proper_name_is_refused(name):
    with pytest.raises(ModelError, match=r"variable .*expected a name, .*'='"):
        SymbolicModel(variables={name: [1, 2]})


def test_the_atom_that_a_long_list_has_twice_is_named():
    with pytest.raises(ModelError, match="exactly: 'p9999' is listed twice"):
        exactly(1, [*names(10_000), "p9999"])


def test_a_question_that_was_compiled_is_not_walked_again(monkeypatch):
    model = SymbolicModel(["p", "q"], observes={"a": ["p"]}, actual=["p"])
    question = parse("K_a p & ~K_a q")
    assert model.holds(question)
    monkeypatch.setattr(formula, "flatten", lambda *_: pytest.fail("the formula is walked"))
    assert model.holds(question)


def test_a_definition_has_one_diagram_until_its_meaning_changes():
    model = SymbolicModel(["p", "q", "r"], observes={"a": ["p ^ q ^ r"]}, actual=["p"])
    definitions = model.knowledge.definitions
    (variable,) = definitions.meaning
    assert definitions.part(variable) is definitions.part(variable)


def test_a_variable_of_far_too_many_values_is_refused_before_they_are_listed():
    with pytest.raises(TooLarge, match=r"variable x: .*100,000 values.*bits"):
        SymbolicModel(variables={"x": range(10**12)})


def test_large_models_made_in_the_same_way_are_seen_to_be_the_same():
    people = [f"p{i}" for i in range(200)]

    def made(count):
        return SymbolicModel(people, exactly(count, people), {"a": people[:70], "b": people[70:]})

    assert made(100) == made(100)
    assert made(100) != made(99)


@pytest.mark.parametrize("seed", range(5))
def test_the_steps_of_a_parity_in_any_order_give_the_same_count_and_knowledge(seed):
    steps = [f"c{i} <-> (c{i - 1} ^ p{i})" for i in range(1, 60)]
    random.Random(seed).shuffle(steps)
    atoms = [f"{kind}{i}" for i in range(60) for kind in "pc"]
    model = SymbolicModel(atoms, ["c0 <-> p0", *steps], {"a": names(60), "b": ["c59"]})
    assert model.count() == 2**60
    assert model.valid("Kw_a c59 & ~Kw_b p0")


def test_a_long_list_of_states_is_built_without_a_conjunction_of_diagrams(monkeypatch):
    rows = random.Random(1).sample(list(product([False, True], repeat=10)), 300)
    states = [" & ".join(f"{'' if bit else '~'}p{i}" for i, bit in enumerate(row)) for row in rows]
    law = parse(" | ".join(f"({state})" for state in states))
    monkeypatch.setattr(Bdd, "__and__", lambda *_: pytest.fail("two diagrams are joined"))
    model = SymbolicModel(names(10), law)
    monkeypatch.undo()
    assert model.count() == 300
    assert all(model.holds(law, at={f"p{i}" for i, bit in enumerate(row) if bit}) for row in rows[:20])
