"""Double-dummy play: the compiled search against plain minimax through the states, and endings worked out by hand."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from effort import share

from games.core.cards import CARDS, NUMBER, card
from games.core.errors import GameError
from games.core.rules import EVERYTHING, Deal
from games.spades.double_dummy import card_values, empty_memo, goals_of, mean_values, moment_of
from games.spades.observe import observation
from games.spades.rules import Phase, Spades, SpadesState
from games.spades.tricks import bags_of, contract_points, nil_points


def worth(state: SpadesState) -> int:
    """What a round gave the first side less the other: a bag is worth a point less a tenth of the fine."""
    (done,) = state.position.rounds
    rules, found = state.rules, []
    for side in (0, 1):
        bid, took = done.bids[side] + done.bids[side + 2], done.took[side] + done.took[side + 2]
        points = contract_points(bid, took) - bags_of(bid, took) * (rules.fine // rules.bags if rules.bags else 0)
        for seat in (side, side + 2):
            if done.bids[seat] == 0:
                points += nil_points(done.took[seat], bool(done.blind >> seat & 1), rules.nil)
        found.append(points)
    return found[0] - found[1]


def minimax(state: SpadesState) -> int:
    if state.is_terminal:
        return worth(state)
    values = [minimax(state.after(action)) for action in state.legal_actions()]
    return max(values) if state.current_player % 2 == 0 else min(values)


def solved(state: SpadesState) -> dict[str, int]:
    """Card -> value."""
    view, values = observation(state, EVERYTHING), np.zeros(52, np.int64)
    legal = card_values(np.array(view.hands, np.int64), moment_of(view), goals_of(view), empty_memo(1 << 12), values)
    return {str(CARDS[number]): int(values[number]) for number in range(52) if legal >> number & 1}


def endings(options: dict[str, Any], cards: int, count: int) -> list[SpadesState]:
    """Moments of random rounds with so few cards left in all hands."""
    found, rng = [], Random(8)
    while len(found) < count:
        state = Spades(limit=1, **options).start()
        while state.position.phase is not Phase.PLAY or sum(map(int.bit_count, state.position.hands)) > cards:
            state = state.after(state.sample(rng) if state.is_chance else rng.choice(state.legal_actions()))
        found.append(state)
    return found


@pytest.mark.parametrize(
    ("options", "cards"),
    [
        ({}, 12),
        ({"ranks": 4}, 14),
        ({"ranks": 3, "bags": 0, "nil": 30}, 12),
        ({"broken": False}, 11),
        ({"blind": "always"}, 10),
    ],
)
def test_each_card_has_the_value_of_plain_minimax(options: dict[str, Any], cards: int) -> None:
    for state in endings(options, cards, share(30)):
        expected = {str(action.card): minimax(state.after(action)) for action in state.legal_actions()}
        assert solved(state) == expected


def test_values_are_the_same_with_a_table_of_one_slot() -> None:
    for state in endings({}, 20, share(15)):
        view = observation(state, EVERYTHING)
        found = []
        for slots in (1, 1 << 12):
            values = np.zeros(52, np.int64)
            card_values(np.array(view.hands, np.int64), moment_of(view), goals_of(view), empty_memo(slots), values)
            found.append(values.tolist())
        assert found[0] == found[1]


def dealt(hands: dict[str, str], bids: str) -> SpadesState:
    state = Spades(ranks=len(hands["N"].split()), limit=1).deserialize(["dealer W"])
    left = {seat: hands[name].split() for seat, name in enumerate(state.rules.names)}
    while state.is_chance:
        state = state.apply(Deal(card(left[state.receiver].pop(0))))
    for bid in bids.split():
        state = state.apply(state.rules.parse(f"bid {bid}"))
    return state


def test_a_forced_round_has_its_points() -> None:
    """N takes both tricks of the bid; S, E and W make nil: 20 + 100 less 100 + 100."""
    hands = {"N": "SA HA", "E": "SK HK", "S": "DA CA", "W": "DK CK"}
    assert solved(dealt(hands, "2 0 0 0")) == {"HA": 20 + 100 - 200}


@pytest.mark.slow
def test_the_mean_over_deals_is_the_mean_of_the_values() -> None:
    states = endings({}, 12, 3)
    for state in states:
        view = observation(state, EVERYTHING)
        deals = np.array([view.hands] * 4, np.int64)
        means, _ = mean_values(deals, np.ones(len(deals)), moment_of(view), goals_of(view), empty_memo(1 << 12))
        for text, value in solved(state).items():
            assert means[NUMBER[card(text)]] == value


def test_without_partners_there_is_no_double_dummy_play() -> None:
    (state,) = endings({"variant": "cutthroat"}, 8, 1)
    with pytest.raises(GameError, match="expected partners"):
        goals_of(observation(state, EVERYTHING))
