"""The deals that fit a player's observation in Cheat: counted in three ways, drawn, and queried in the model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, factorial, prod, sqrt
from random import Random
from typing import Any

import numpy as np
import pytest
from effort import thorough
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games import registry
from games.cheat.abstraction import Previous
from games.cheat.agents.tree_search import TreeSearch
from games.cheat.cards import full_deck, listed, of_rank
from games.cheat.compiled import moves as words
from games.cheat.compiled.deals import Counts, count_deals, dealt_again
from games.cheat.dealing import ANY, FALSE, TRUE, Hidden, Plan, plan
from games.cheat.observe import Observation, hidden, observation
from games.cheat.places import PinnedDeals, places
from games.cheat.rules import Cheat, CheatState, Laid, Phase
from games.cheat.search_space import facts, root
from games.core.cards import numbers
from games.core.errors import GameError
from games.core.stages import choices
from games.search.tree_search import draw_once

GAME = registry.game("cheat")
CASES = TRUE, FALSE, ANY


def subsets(cards: int, count: int) -> Iterator[int]:
    for some in combinations(numbers(cards), count):
        yield sum(1 << number for number in some)


def all_deals(unseen: Hidden) -> list[tuple[int, tuple[int, ...]]]:
    """The opponent's hand and the cards of each claim, tried one by one by the words of the rules."""

    def fill(number: int, left: int, fresh: int, laid: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
        if number == len(unseen.claims):
            for hand in subsets(left, unseen.hand):
                if not left & ~hand & unseen.known:
                    yield hand, laid
            return
        claim = unseen.claims[number]
        for cards in subsets(left, claim.size):
            used = fresh + (cards & ~unseen.known).bit_count()
            if used <= claim.fresh and (unseen.mixed or cards & of_rank(claim.rank) in (0, cards)):
                yield from fill(number + 1, left & ~cards, used, (*laid, cards))

    return list(fill(0, unseen.cards, 0, ()))


def number_of_deals(order: Plan, counts: Counts, case: int = ANY) -> Fraction:
    """The count without the order of cards in a claim, and with how the hand and claims filled with it share cards."""
    sizes, last = order.sizes, order.periods[-1].claims
    ordered = prod(factorial(size) for number, size in enumerate(sizes) if number not in last)
    hand = order.drawn + order.cards.public.bit_count() - sum(sizes)
    shares = factorial(hand + sum(sizes[number] for number in last)) // factorial(hand)
    return Fraction(int(counts.cases[case]) * shares, ordered * prod(factorial(sizes[number]) for number in last))


def exact(unseen: Hidden, case: int = ANY) -> int:
    """The exact number of deals for a case of the last claim, counted in another way."""
    bits = {TRUE: 1 << unseen.claims[-1].size, FALSE: (1 << unseen.claims[-1].size) - 1} if unseen.claims else {}
    return PinnedDeals(unseen, [(claim,) for claim in range(len(unseen.claims))]).count((), bits.get(case))


def orders(view: Observation) -> int:
    """In how many ways the opponent's cards in claims that are one place of the model can lie in these claims."""
    theirs = [each for each in places(view) if each.claims and each.seat != view.player]
    return prod(factorial(each.size) // prod(factorial(view.laid[n].size) for n in each.claims) for each in theirs)


@st.composite
def unseen_cards(draw: Any) -> Hidden:
    """What a player may not see, in a deck of up to nine cards."""
    ranks, suits = draw(st.sampled_from([(2, 3), (3, 2), (3, 3)]))
    deck = full_deck(ranks, suits)
    cards = sum(draw(st.sets(st.sampled_from([1 << number for number in numbers(deck)]), min_size=3)))
    known = sum(draw(st.sets(st.sampled_from([1 << number for number in numbers(cards)]))))
    laid = draw(st.lists(st.tuples(st.integers(0, ranks - 1), st.integers(1, suits), st.integers(0, 4)), max_size=3))
    hand, claims, fresh = draw(st.integers(0, 3)), [], 0
    drawn = hand + sum(size for _, size, _ in laid) - known.bit_count()
    assume(0 <= drawn <= (cards & ~known).bit_count())
    for rank, size, more in laid:
        fresh = min(drawn, fresh + more)
        claims.append(Laid(0, rank, size, 0, fresh))
    return Hidden(cards, known, hand, tuple(claims), draw(st.booleans()), bool(laid) and draw(st.booleans()))


@given(unseen_cards())
@settings(deadline=None)
def test_as_many_deals_are_counted_as_there_are_and_only_these_are_drawn(unseen: Hidden) -> None:
    every, order = all_deals(unseen), plan(unseen)
    counts = count_deals(order)
    assert number_of_deals(order, counts) == len(every) == exact(unseen)
    if unseen.pending:
        true = sum(not laid[-1] & ~of_rank(unseen.claims[-1].rank) for _, laid in every)
        assert [number_of_deals(order, counts, case) for case in CASES] == [true, len(every) - true, len(every)]
    if not every:
        with pytest.raises(GameError, match="no deal of"):
            dealt_again(unseen, Random(1))
        return
    hand, laid = dealt_again(unseen, Random(1))
    assert (hand, tuple(laid)) in every


FEW = (
    Hidden(0x77, 0, 1, (Laid(0, 0, 2, 0, 3), Laid(0, 1, 2, 0, 4)), False, True),
    Hidden(0xFF, 0x33, 0, (Laid(0, 0, 2, 0, 1), Laid(0, 1, 1, 0, 1), Laid(0, 1, 2, 0, 2)), False, False),
    Hidden(0x377, 0x11, 1, (Laid(0, 0, 2, 0, 1), Laid(0, 1, 2, 0, 2), Laid(0, 0, 2, 0, 5)), False, True),
    Hidden(0x77, 0x13, 1, (Laid(0, 1, 2, 0, 1), Laid(0, 0, 1, 0, 2), Laid(0, 1, 2, 0, 3)), True, True),
)
"""Positions with 24 to 144 deals: ranks claimed twice, limits on fresh cards, one with mixed claims."""


@pytest.mark.parametrize("number", range(len(FEW)))
def test_all_deals_are_drawn_equally_often(number: int) -> None:
    unseen, rng = FEW[number], Random(number)
    every, often = all_deals(unseen), 30 if thorough() else 10
    drawn = Counter[Any]()
    for _ in range(often * len(every)):
        hand, laid = dealt_again(unseen, rng)
        drawn[hand, tuple(laid)] += 1
    assert set(drawn) <= set(every)
    deviation = sum((drawn[each] - often) ** 2 / often for each in every)
    freedom = len(every) - 1
    assert abs(deviation - freedom) < 4.5 * sqrt(2 * freedom)


# Against the model ----------------------------------------------------------------------------------------------------

SMALL: dict[str, Any] = {"ranks": 4, "suits": 3, "hand": 3, "limit": 30}
OPTIONS: tuple[dict[str, Any], ...] = ({}, {"mixed": True}, SMALL, SMALL | {"mixed": True})


@cache
def moments(number: int, longest: int = 4) -> list[tuple[CheatState, Observation]]:
    """Claims that can be called in random games with few calls, each of another game, and what the player sees."""
    found, rng, rules = [], Random(number), Cheat.of(**OPTIONS[number])
    while len(found) < 12:
        state, here = rules.start(), []
        while not state.is_terminal:
            if state.is_chance:
                state = state.after(state.sample(rng))
                continue
            view = observation(state, state.current_player)
            if view.can_call and 0 < sum(each.seat != view.player for each in view.laid) <= longest:
                here.append((state, view))
            state = state.after(_any(state.legal_actions(), rng))
        found += [max(rng.sample(here, min(6, len(here))), key=lambda each: len(each[1].laid))] if here else []
    return found


def _any(legal: Any, rng: Random) -> Any:
    legal = rng.choice(list(choices(legal).values())[-2:])  # a claim, or a card
    while hasattr(legal, "choices"):
        legal = rng.choice(list(choices(legal).values()))
    return legal


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_the_model_has_as_many_worlds_as_deals_are_counted_and_the_same_chance_of_a_lie(number: int) -> None:
    for state, view in moments(number)[: 3 if number < 2 else None]:
        unseen, model, name = hidden(view), GAME.model(state), view.rules.names[view.player]
        assert model.count_possible(name) * orders(view) == exact(unseen)
        assert model.degree(name, "honest") == Fraction(exact(unseen, TRUE), exact(unseen))
        order, counts = plan(unseen), root(view).counts
        for case in CASES:
            assert number_of_deals(order, counts, case) == pytest.approx(exact(unseen, case), rel=1e-12)


@pytest.mark.parametrize(
    "number", [0, *(pytest.param(number, marks=pytest.mark.slow) for number in range(1, len(OPTIONS)))]
)
@pytest.mark.slow
def test_the_model_holds_each_of_ten_thousand_drawn_states_possible(number: int) -> None:
    """Compiled draws; equal states are asked once, and are drawn as often as the model's degree of belief says."""
    few = moments(number)[: 3 if number < 2 else 5]
    often, most = 10_000 // len(OPTIONS) // len(few), 40 if number < 2 else 1_000
    for state, view in few:
        model, name, other = GAME.model(state), view.rules.names[view.player], 1 - view.player
        drawn = Counter(_draws(view, often))
        for count, (hand, deck, honest) in enumerate(drawn):
            cards = [*_has(view.rules.names[other], hand), *_has("deck", deck), "honest" if honest else "~honest"]
            if count < most:
                assert model.holds(f"M_{name} ({' & '.join(cards)})")
        for card in listed(hidden(view).cards)[::5]:
            share = float(model.degree(name, f"has({view.rules.names[other]},{card})"))
            times = sum(many for (hand, _, _), many in drawn.items() if card in listed(hand))
            assert times / often == pytest.approx(share, abs=4.5 * sqrt(share * (1 - share) / often) + 1e-9)


def _draws(view: Observation, count: int) -> Iterator[tuple[int, int, bool]]:
    fixed, place, chance = facts(view.rules), root(view), np.array([3], np.uint64)
    for _ in range(count):
        row = place.template.copy()
        assert draw_once(row, ANY, chance, place, fixed)
        other = words.HANDS + 1 - view.player
        yield int(row[other]), int(row[words.DECK]), row[words.PREVIOUS] == Previous.TRUE_CLAIM


def _has(place: str, cards: int) -> list[str]:
    return [f"has({place},{card})" for card in listed(cards)]


# Long piles -----------------------------------------------------------------------------------------------------------

LONG_PILE = (
    (0, 4, 3, 0, 0), (1, 5, 2, 1125899940397056, 2), (0, 6, 2, 0, 0), (1, 5, 4, 17600775991296, 2),
    (1, 4, 1, 262144, 2),
    (0, 5, 3, 0, 1), (1, 6, 1, 134217728, 2), (0, 7, 2, 0, 1), (1, 8, 1, 34359738368, 2), (0, 9, 1, 0, 1),
    (1, 8, 4, 1099511628368, 2), (0, 7, 3, 0, 1), (0, 8, 1, 0, 1), (0, 7, 1, 0, 1), (1, 8, 1, 17179869184, 4),
    (1, 7, 1, 536870912, 4), (1, 8, 4, 246359324098560, 7), (0, 9, 1, 0, 6),
)  # fmt: skip
"""Seat, rank, size, cards and fresh cards of each claim of a game; few deals fit the limits on fresh cards."""


def long_pile() -> Observation:
    hands, known = (None, 2815300600889385), (288216292459776, 1954425543602801)
    laid, rules = tuple(Laid(*each) for each in LONG_PILE), Cheat(names=("1", "2"))
    return Observation(rules, 1, Phase.PLAY, 1, 0, hands, (6, 9), 1, 0, laid, 9, True, False, known, 169, -1, ())


@pytest.mark.slow
def test_with_a_long_pile_deals_are_counted_drawn_and_searched_as_well() -> None:
    view = long_pile()
    unseen, counts = hidden(view), root(view).counts
    for case in CASES:
        assert number_of_deals(plan(unseen), counts, case) == pytest.approx(exact(unseen, case), rel=1e-12)
    assert comb(24, 6) < exact(unseen)
    true = [honest for _, _, honest in _draws(view, 1_000)]
    share = exact(unseen, TRUE) / exact(unseen)
    assert sum(true) / 1_000 == pytest.approx(share, abs=4.5 * sqrt(share * (1 - share) / 1_000))
    for seed in range(5):
        _, laid = dealt_again(unseen, Random(seed))
        known, used = hidden(view).known, 0
        for cards, claim in zip(laid, hidden(view).claims, strict=True):
            used += (cards & ~known).bit_count()
            assert (cards.bit_count(), cards & of_rank(claim.rank) in (0, cards)) == (claim.size, True)
            assert used <= claim.fresh
    agent = TreeSearch(simulations=20)
    agent.begin(1, view.rules, "1")
    assert agent.weigh(view).simulations == 20
