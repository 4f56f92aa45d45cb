"""Orders of bits: from the law's structure, the user's, and found by a search."""

import random
from itertools import pairwise

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st

from kripke.change.actions import public_change
from kripke.data.errors import ModelError
from kripke.symbolic.laws import order
from kripke.symbolic.laws.order import checked, drawn_together
from whoknows import SymbolicModel, UnknownAtom, at_most, deal, exactly_one


def span(order, edges):
    place = {bit: number for number, bit in enumerate(order)}
    return sum(max(map(place.get, edge)) - min(map(place.get, edge)) for edge in edges if edge)


def nodes(model):
    return sum(part.size for part in model.knowledge.law)


def couples(n):
    return [f"x{i}" for i in range(n)], [f"y{i}" for i in range(n)]


def coupled(n, **more):
    """Some of n couples holds: a law of 2n + 1 nodes where couples stand together, of 2^(n+1) where they do not."""
    x, y = couples(n)
    return SymbolicModel(x + y, " | ".join(f"x{i} & y{i}" for i in range(n)), **more)


@examples(100)
@given(st.integers(4, 30).flatmap(lambda n: st.lists(st.sets(st.integers(0, n - 1), min_size=1), max_size=30)))
def test_laws_of_many_parts_get_the_order_that_the_search_in_lists_finds(edges):
    bits = [f"p{i}" for i in range(30)]
    named = [[f"p{i}" for i in edge] for edge in edges]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(order, "MANY", -1)
        by_arrays = drawn_together(bits, named)
        patch.setattr(order, "MANY", 10**9)
        assert by_arrays == drawn_together(bits, named)


@pytest.mark.parametrize("said", ["x{} <-> y{}", "x{} | y{}", "x{} ^ y{}", "x{} -> ~y{}"])
def test_bits_that_the_law_couples_stand_together(said):
    x, y = couples(12)
    m = SymbolicModel(x + y, [said.format(i, i) for i in range(12)])
    assert m.order == tuple(bit for pair in zip(x, y, strict=True) for bit in pair)


def test_the_operands_of_one_formula_stand_together_too():
    x, y = couples(40)
    m = coupled(40)
    assert m.order == tuple(bit for pair in zip(x, y, strict=True) for bit in pair)
    assert nodes(m) == 81
    assert m.count() == 4**40 - 3**40


def test_a_chain_in_any_order_is_unravelled():
    bits = [f"p{i}" for i in range(200)]
    edges = list(pairwise(bits))
    shuffled = random.Random(5).sample(bits, 200)
    assert drawn_together(shuffled, edges) in (bits, bits[::-1])


@given(st.data())
def test_no_order_is_worse_than_the_listed_one_and_each_bit_is_there_once(data):
    bits = [f"p{i}" for i in range(data.draw(st.integers(0, 12)))]
    pick = st.lists(st.sampled_from(bits), unique=True) if bits else st.just([])
    edges = data.draw(st.lists(pick, max_size=12))
    found = drawn_together(bits, edges)
    assert sorted(found) == sorted(bits)
    assert span(found, edges) <= span(bits, edges)


def test_where_all_bits_stand_together_already_the_listed_order_stays():
    bits = [f"p{i}" for i in random.Random(1).sample(range(5_000), 5_000)]
    assert drawn_together(bits, [bits[7:1_000], bits[2_000:2_002]]) == bits
    assert SymbolicModel(bits, at_most(1, bits[:70])).order == tuple(bits)


def test_a_deal_stands_card_by_card_though_listed_player_by_player():
    law = deal(range(8), {"a": 4, "b": 4})
    m = SymbolicModel([*law.hand("a"), *law.hand("b")], law)
    assert m.order == law.atoms


def test_the_bits_of_variables_that_the_law_couples_stand_together():
    values = {f"x{i}": range(4) for i in range(5)} | {f"y{i}": range(4) for i in range(5)}
    m = SymbolicModel(variables=values, law=[f"x{i}=1 -> y{i}=2" for i in range(5)])
    assert set(m.order[:4]) == {"x0#0", "x0#1", "y0#0", "y0#1"}


def test_an_unknown_atom_in_the_law_is_the_error_that_it_was():
    with pytest.raises(UnknownAtom, match="no atom 'rain'") as refused:
        SymbolicModel(["p", "train"], "p & (rain | train)")
    assert "did you mean 'train'" in str(refused.value)


def test_the_users_order_is_taken():
    wanted = ["c", "a", "b"]
    m = SymbolicModel(["a", "b", "c"], "a & b", order=iter(wanted))
    assert m.order == ("c", "a", "b")
    assert m.reordered(["b", "c", "a"]).order == ("b", "c", "a")


def test_a_variable_in_the_users_order_stands_for_all_its_bits():
    m = SymbolicModel(["p"], variables={"x": range(5), "y": ["u"]}, order=["y=u", "x", "p"])
    assert m.order == ("y=u", "x#0", "x#1", "x#2", "p")
    assert m.reordered(["p", "y", "x"]).order == ("p", "y=u", "x#0", "x#1", "x#2")
    assert m.reordered(["x#2", "p", "x#0", "y=u", "x#1"]).order == ("x#2", "p", "x#0", "y=u", "x#1")
    assert m.reordered(m.order[::-1]).count("x=3 | x=4") == 4
    hot = SymbolicModel(["p"], variables={"x": range(3)}, encoding="one-hot", order=["x", "p"])
    assert hot.order == ("x=0", "x=1", "x=2", "p")
    assert hot.reordered(["p", "x"]).order == ("p", "x=0", "x=1", "x=2")


@pytest.mark.parametrize(
    ("order", "message"),
    [
        (["p", "q", "rr"], r"order: no atom 'rr'.* mean 'r'"),
        (["p", "q"], r"order: 'r' is missing; expected.* 3 bits"),
        (["p", "q", "r", "p"], "order: 'p' is listed twice"),
        ("pqr", r"order .*expected all bits"),
        (7, r"order .*expected all bits"),
        (["p", "q", 3], "order: no atom '3'"),
    ],
)
def test_an_order_that_is_none_is_refused(order, message):
    with pytest.raises(ModelError, match=message):
        SymbolicModel(["p", "q", "r"], order=order)
    with pytest.raises(ModelError, match=message):
        SymbolicModel(["p", "q", "r"]).reordered(order)
    with pytest.raises(ModelError, match=message):
        checked(["p", "q", "r"], order, {})


def test_a_search_finds_the_good_order_again():
    x, y = couples(11)
    m = coupled(11, order=x + y)
    assert nodes(m) == 2**12 - 1
    found = m.reordered()
    assert nodes(found) == 23
    place = {bit: number for number, bit in enumerate(found.order)}
    assert all(abs(place[one] - place[other]) == 1 for one, other in zip(x, y, strict=True))
    assert found.count() == m.count() == 4**11 - 3**11


def test_the_search_begins_with_what_is_there_and_makes_nothing_worse():
    rng = random.Random(2)
    for _ in range(3):
        bits = [f"p{i}" for i in range(8)]
        clauses = [" | ".join(rng.choice(["", "~"]) + bit for bit in rng.sample(bits, 3)) for _ in range(10)]
        m = SymbolicModel(bits, clauses, order=rng.sample(bits, 8))
        before, count = nodes(m), m.count()
        assert nodes(m.reordered()) <= before
        assert m.count() == count


@examples(25)
@given(st.randoms(use_true_random=False))
def test_a_model_says_the_same_in_any_order(rng):
    bits = [f"p{i}" for i in range(6)]
    questions = [
        f"K_a {rng.choice(bits)}",
        f"Kw_b ({rng.choice(bits)} ^ {rng.choice(bits)})",
        f"[p0 | p1] C ({rng.choice(bits)} | p0 | p1)",
    ]
    m = SymbolicModel(bits, "p0 -> p5 | (p1 ^ p2)", {"a": bits[:3], "b": ["p3 & p4", "p5", exactly_one(bits[:3])]})
    told = m.announce("~K_a p5").announce_whether("p2 | p4", to="a")
    # Drawn and counted before, so that what is remembered of the old order would show.
    drawn = set(m.sample(rng.randrange(9), size=5))
    before = [(s.count(q), s.valid(q)) for s in (m, told) for q in questions]
    extensions = [set(s.extension(q)) for s in (m, told) for q in questions]
    found = m.reordered(rng.sample(bits, 6) if rng.random() < 0.8 else None)
    assert [(s.count(q), s.valid(q)) for s in (found, told) for q in questions] == before
    assert [set(s.extension(q)) for s in (m, told) for q in questions] == extensions
    assert drawn <= set(m.extension())
    assert set(m.sample(1, size=5)) <= set(m.extension())
    assert found.announce(f"~{questions[0]}").count() == m.count(f"~{questions[0]}")


@pytest.mark.parametrize("law", ["x=2", "~x=2"])
def test_bits_keep_their_names_when_facts_and_orders_change(law):
    model = SymbolicModel(["x=1", "x=2", "x=3", "p"], law).update(public_change({"x=2": "x=2 ^ p"}))
    backwards = model.order[::-1]
    assert len(backwards) == 4
    assert model.reordered(backwards).order == backwards


def test_a_bit_without_a_name_is_not_taken_for_an_atom_that_looks_like_one():
    model = SymbolicModel(["p", "q", "#1"], "q").update(public_change({"q": "p"}))
    assert sorted(model.order) == ["##1", "#1", "q"]


def test_an_atom_named_as_a_bit_of_a_numbered_variable_is_refused():
    with pytest.raises(ModelError, match=r"variable x: .*x#0 .*encoding='one-hot'"):
        SymbolicModel(["x#0"], variables={"x": [1, 2, 3]})
    assert SymbolicModel(["x#0"], variables={"x": [1, 2, 3]}, encoding="one-hot").count() == 6
    assert SymbolicModel(["x#2"], variables={"x": [1, 2, 3]}).count() == 6


def test_an_unknown_bit_in_an_order_is_answered_with_each_of_the_bits_once():
    with pytest.raises(ModelError, match=r"order: .*'z'; .*'p' and 'q'$"):
        SymbolicModel(["p", "q"]).reordered(["p", "z"])
