"""Questions to a table of Cheat by fewer places and by counts of cards, against the model as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from games.cheat.cards import full_deck, listed, of_rank
from games.cheat.dealing import Hidden
from games.cheat.game import GAME
from games.cheat.knowledge import Checked, Fillable
from games.cheat.places import IN_DECK, IN_HAND, Pin, PinnedDeals
from games.cheat.rules import Cheat, CheatState
from games.core.stages import choices
from games.knowing import asked_model
from games.knowing.asked_model import AskedModel
from games.knowing.table import Table, model
from kripke.models.model import Model
from kripke.models.symbolic_model import SymbolicModel
from logic.clauses import And, Announce, Atom, C, D, K, Kw, M, Not, Or
from logic.errors import TooLarge
from logic.formula import Formula
from tests.effort import examples
from tests.games.test_cheat_deals import all_deals, unseen_cards

SMALL = {"ranks": 4, "suits": 2, "hand": 3, "limit": 12}
NAMES = ("ann", "bob")


def played(rules: Cheat, seed: int, turns: int, calls: float = 0.1) -> CheatState:
    """A random game in which few claims are called, so that piles grow."""
    rng, state = Random(seed), rules.start()
    while not state.is_terminal and (state.is_chance or state.position.turns < turns):
        if state.is_chance:
            state = state.after(state.sample(rng))
            continue
        ways: Any = choices(state.legal_actions())
        kinds = [kind for kind in ways if kind != "call" or len(ways) == 1 or rng.random() < calls]
        action = ways[rng.choice(kinds)]
        while hasattr(action, "choices"):
            action = rng.choice(list(choices(action).values()))
        state = state.after(action)
    return state


def whole(table: Table, engine: Any = "symbolic") -> Model:
    """The model that answers by nothing but its worlds."""
    return model(replace(table, narrowed=None, counted=None), engine)


def formulas(atoms: list[str]) -> st.SearchStrategy[Formula]:
    one = st.sampled_from([Atom(atom) for atom in atoms])
    agent = st.sampled_from(NAMES)

    def larger(parts: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
        return st.one_of(
            st.builds(Not, parts),
            st.builds(And, parts, parts),
            st.builds(Or, parts, parts),
            *(st.builds(modality, agent, parts) for modality in (K, M, Kw)),
            *(st.builds(modality, st.none() | st.just(NAMES), parts) for modality in (C, D)),
            st.builds(Announce, parts, parts),
        )

    return st.recursive(one, larger, max_leaves=5)


positions = st.builds(
    lambda seed, turns, mixed, drawing: played(Cheat(**SMALL, mixed=mixed, passing=True), seed, turns, 0.3 * drawing),
    st.integers(0, 10_000),
    st.integers(2, 11),
    st.sampled_from([False, False, True]),
    st.booleans(),
)


@given(positions, st.data())
@examples(150)
def test_fewer_places_give_the_answers_of_all_worlds(state: CheatState, data: st.DataObject) -> None:
    table = GAME.table(state)
    asked, listed_worlds = model(table, "symbolic"), whole(table, "explicit")
    assert isinstance(asked, AskedModel)
    assert set(asked.atoms) == set(listed_worlds.atoms)
    assert asked.agents == listed_worlds.agents
    atoms = data.draw(st.lists(st.sampled_from(sorted(asked.atoms)), min_size=1, max_size=3, unique=True))
    for question in data.draw(st.lists(formulas([*atoms, "honest"]), min_size=4, max_size=4)):
        note(f"{state.position} {question}")
        assert asked.holds(question) == listed_worlds.holds(question)


@given(positions, st.data())
@examples(150)
def test_counts_of_cards_give_the_degrees_of_all_worlds(state: CheatState, data: st.DataObject) -> None:
    table = GAME.table(state)
    asked, worlds = model(table, "symbolic"), whole(table, "explicit")
    atoms = data.draw(st.lists(st.sampled_from(sorted(asked.atoms)), min_size=1, max_size=4, unique=True))
    one = st.sampled_from([Atom(atom) for atom in [*atoms, "honest"]])
    boolean = st.recursive(one, lambda p: st.one_of(st.builds(Not, p), st.builds(And, p, p), st.builds(Or, p, p)))
    for question in data.draw(st.lists(boolean, min_size=3, max_size=3)):
        for name in NAMES:
            note(f"{state.position} {name} {question}")
            assert asked.degree(name, question) == worlds.degree(name, question, alike=True)
            assert asked.holds(f"B_{name}>=1/2 ({question})") == worlds.holds(f"B_{name}>=1/2 ({question})")
            assert table.counted is not None
            assert table.counted(name, question) is not None
    for name in NAMES:
        assert asked.count_possible(name) == worlds.count_possible(name)


@given(unseen_cards(), st.data())
@examples(200)
def test_deals_with_cards_at_given_places_are_counted(unseen: Hidden, data: st.DataObject) -> None:
    claims = range(len(unseen.claims))
    some = data.draw(st.lists(st.sampled_from(listed(unseen.cards)), max_size=3, unique=True))
    where = [data.draw(st.sampled_from([IN_HAND, IN_DECK, *claims])) for _ in some]
    pins = [
        Pin(1 << list(listed(full_deck(13, 4))).index(card), place) for card, place in zip(some, where, strict=True)
    ]
    last = data.draw(st.none() | st.integers(0, 15)) if claims else None

    def fits(hand: int, laid: tuple[int, ...]) -> bool:
        lies = {IN_HAND: hand, **dict(enumerate(laid)), IN_DECK: unseen.cards & ~hand & ~sum(laid)}
        own = (laid[-1] & of_rank(unseen.claims[-1].rank)).bit_count() if laid else 0
        return all(pin.card & lies[pin.place] for pin in pins) and (last is None or bool(last >> own & 1))

    every = all_deals(unseen)
    deals = PinnedDeals(unseen, [(claim,) for claim in claims])
    rules_too = last is None or unseen.mixed or unseen.claims[-1].size == 1
    if rules_too or not last & ~(1 | 1 << unseen.claims[-1].size):
        assert deals.count(pins, last) == sum(fits(hand, laid) for hand, laid in every)


def splits(cards: int, claims: list[tuple[int, int]]) -> Iterator[tuple[int, ...]]:
    """All ways to give cards to claims of a rank and a size, each with cards of its rank alone or without any."""
    if not claims:
        yield ()
        return
    (rank, size), *others = claims
    numbers = [1 << number for number in range(52) if cards >> number & 1]
    for some in map(sum, combinations(numbers, size)):
        if size == 1 or some & of_rank(rank) in (0, some):
            yield from ((some, *rest) for rest in splits(cards & ~some, others))


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(1, 4)), min_size=1, max_size=4), st.integers(2, 4))
@examples(120)
def test_cards_can_be_spread_over_claims_by_their_numbers(claims: list[tuple[int, int]], suits: int) -> None:
    deck, size = full_deck(3, suits), sum(size for _, size in claims)
    ranks = sorted({rank for rank, size in claims if size > 1})
    atoms = {rank: tuple(map(str, listed(deck & of_rank(rank)))) for rank in range(3)}
    checked = [Checked(atoms[rank], tuple(n for each, n in claims if each == rank and n > 1)) for rank in ranks]
    law = Fillable(size, tuple(checked))
    every = [atom for names in atoms.values() for atom in names]
    places = SymbolicModel(every) if law.is_trivial or not ranks else SymbolicModel(every, law, actual=None)
    numbers = [1 << number for number in range(12) if deck >> number & 1]
    for some in map(sum, combinations(numbers, size)):
        can = next(splits(some, claims), None) is not None
        assert (frozenset(map(str, listed(some))) in places) == can


@pytest.mark.parametrize("seed", range(3))
def test_at_six_claims_of_the_full_deck_both_models_agree(seed: int) -> None:
    state = played(Cheat(), seed, 7, 0.0)
    table = GAME.table(state)
    asked, worlds = model(table), whole(table)
    for question in (
        "K_ann K_bob has(ann,SQ)",
        "K_ann ~K_bob ~honest",
        "M_bob ~K_ann honest",
        "[honest] M_ann K_bob has(deck,SA)",
        "laid2(SQ)",
    ):
        assert asked.holds(question) == worlds.holds(question)
    for name in NAMES:
        assert asked.degree(name, "honest & has(deck,SA)") == worlds.degree(name, "honest & has(deck,SA)")
        assert asked.count_possible(name) == worlds.count_possible(name)


@pytest.mark.parametrize("turns", [9, 17, 25])
def test_the_whole_model_of_many_claims_answers_nested_questions(turns: int) -> None:
    table = GAME.table(played(Cheat(), 1, turns, 0.0))
    for question in ("M_ann (has(bob,SK) & has(deck,SA))", "Kw_bob has(ann,SQ)", "K_ann ~K_bob ~honest"):
        assert whole(table).holds(question) == model(table).holds(question)


def test_a_smaller_model_grows_where_its_first_room_is_too_small(monkeypatch: pytest.MonkeyPatch) -> None:
    table, question = GAME.table(played(Cheat(), 4, 13, 0.0)), "[honest] M_bob K_ann has(bob,SQ)"
    answer = model(table).holds(question)
    monkeypatch.setattr(asked_model, "FIRST_NODES", 2**10)
    monkeypatch.setattr(asked_model, "NODES", 2**20)
    asked: Any = model(table)
    assert asked.holds(question) is answer
    (smaller,) = asked._narrow.values()
    assert smaller.knowledge.manager.nodes > 2**10


def test_what_needs_too_large_diagrams_is_given_up_and_the_error_says_what_to_ask(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(asked_model, "NODES", 2**16)  # the usual number takes seconds
    asked = model(GAME.table(played(Cheat(), 4, 13, 0.0)))
    with pytest.raises(TooLarge, match=r"[\d,]+ nodes.*formula.* K_a p"):
        asked.count()
    assert asked.degree("ann", "honest | ~honest") == 1
