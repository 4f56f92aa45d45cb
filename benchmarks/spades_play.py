"""Spades: the cost of decisions, the value of knowing the partner's voids, and the branching factor.

Parts: ``python -m benchmarks spades_play:cost``, or ``:bids``, ``:void``, ``:branching``.
"""

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from time import process_time
from typing import Any

import numpy as np

from benchmarks.measure import table
from games.core.cards import PER_SUIT, full_deck, in_suit
from games.spades.agents.bidder import ENUMERATED, CardPlayer, bis, player_of, possible_deals
from games.spades.bidding.rollout import Rollout
from games.spades.bidding.situation import Hand, Situation
from games.spades.double_dummy import card_values, empty_memo, goals_of, moment_of
from games.spades.observe import Observation, observation
from games.spades.rules import Phase, Spades, SpadesState

ROUNDS, SEED = 200, 16
REPEATS = 3
"""Number of runs of each timed decision."""
SAMPLES = 200
"""Number of deals with which cards are chosen and evaluated, where not all deals are enumerated."""
FULL = full_deck(PER_SUIT)
LAST = (3, 4, 5)
"""Numbers of tricks left."""


@lru_cache
def _rounds() -> list[list[SpadesState]]:
    """The states of play in rounds of four agents that bid as BIS and play by the strong rules."""
    found: list[list[SpadesState]] = []
    for number in range(ROUNDS):
        rng, state, agent = Random(SEED + number), Spades(limit=1).start(), bis()
        agent.begin(0, state.rules, str(number))
        moments = []
        while not state.is_terminal:
            if state.is_chance:
                state = state.after(state.sample(rng))
                continue
            view = observation(state, state.current_player)
            if view.phase is Phase.PLAY:
                moments.append(state)
            state = state.after(next(iter(agent.policy(view, state.legal_actions()))))
        found.append(moments)
    return found


def _choices(left: int) -> Iterator[tuple[SpadesState, Observation]]:
    """States with this number of tricks left in which several cards can be played, with the player's observation."""
    for moments in _rounds():
        for state in moments:
            view = observation(state, state.current_player)
            if PER_SUIT - len(view.tricks) == left and view.playable.bit_count() > 1:
                yield state, view


def _playable(view: Observation) -> int:
    return view.playable


def cost() -> None:
    """Print milliseconds of processor time per decision, the minimum of `REPEATS` runs."""
    rows = []
    for name in ("dummy", "uct"):
        for left in LAST:
            play, times = player_of(name, 0, left), []
            for number, (_, view) in enumerate(_choices(left)):
                if number == 0:
                    play(view, 1)  # compiles
                times.append(min(_milliseconds(play, view, number) for _ in range(REPEATS)))
            rows.append((name, left, len(times), np.mean(times), np.quantile(times, 0.95), max(times)))
    table("Spades: a decision, ms", ("player", "tricks left", "decisions", "mean", "95 % below", "most"), rows)


def bids() -> None:
    """Print milliseconds of processor time per bid of `rollout`: the first in a process, and later ones."""
    rng, times, bidder = Random(SEED), [], Rollout()
    for _ in range(ROUNDS):
        hand, before = Hand.of_set(sum(1 << card for card in rng.sample(range(52), PER_SUIT))), rng.randrange(4)
        began = process_time()
        bidder(hand, Situation(tuple(rng.choices(range(6), k=before))))
        times.append(1000 * (process_time() - began))
    first, *later = times
    rows = [("rollout", first, np.mean(later), np.quantile(later, 0.95), max(later))]
    table("Spades: a bid, ms", ("bidder", "first", "mean of later ones", "95 % below", "most"), rows)


def _milliseconds(play: CardPlayer, view: Observation, seed: int) -> float:
    began = process_time()
    play(view, seed)
    return 1000 * (process_time() - began)


def void() -> None:
    """Print the points that a decision by double-dummy play gains if the partner's voids are known.

    With three tricks left, all deals are enumerated. With more, cards are chosen on half of the drawn deals and
    evaluated on the other half.
    """
    rows = []
    for left in LAST:
        gains = []
        for number, (_, view) in enumerate(_choices(left)):
            deals, weights = possible_deals(view, SAMPLES, number)
            values, voids = _values(view, deals), _voids(deals[:, view.player ^ 2])
            chosen = np.arange(len(deals)) < (len(deals) if left <= ENUMERATED else len(deals) // 2)
            valued = ~chosen if left > ENUMERATED else chosen
            gains.append(_gain(values, weights, voids, chosen, valued))
        error = 1.96 * np.std(gains) / len(gains) ** 0.5
        rows.append((left, len(gains), f"{np.mean(gains):.2f} ± {error:.2f}", f"{np.max(gains):.1f}"))
    columns = ("tricks left", "decisions", "points a decision", "most")
    table("Spades: the partner's voids known", columns, rows)


def _gain(values: Any, weights: Any, voids: Any, chosen: Any, valued: Any) -> float:
    """The gain of the best card for each set of voids over the best card for all."""
    plain = np.argmax(weights[chosen] @ values[chosen])
    total = 0.0
    for some in np.unique(voids[valued]):
        here, there = chosen & (voids == some), valued & (voids == some)
        told = np.argmax(weights[here] @ values[here]) if here.any() else plain
        total += weights[there] @ (values[there, told] - values[there, plain])
    return float(total / weights[valued].sum())


def _values(view: Observation, deals: Any) -> Any:
    """The value of each playable card in each deal for the player's side."""
    sign, memo, found = -1 if view.player % 2 else 1, empty_memo(), np.zeros((len(deals), 52), np.int64)
    moment, goals = moment_of(view), goals_of(view)
    for deal, values in zip(deals, found, strict=True):
        card_values(deal.copy(), moment, goals, memo, values)
    return sign * found[:, [card for card in range(52) if view.playable >> card & 1]]


def _voids(hands: Any) -> Any:
    """The suits that each hand lacks, as bits."""
    return sum((hands & in_suit(FULL, suit) == 0).astype(np.int64) << suit for suit in range(4))


def branching() -> None:
    """Print the distribution of the number of playable cards: figure 6 of the source, with mean 3.6."""
    counts = [
        _playable(observation(state, state.current_player)).bit_count() for moments in _rounds() for state in moments
    ]
    rows = [(count, 100 * share / len(counts)) for count, share in enumerate(np.bincount(counts)) if share]
    table(f"Spades: cards that can be played, mean {np.mean(counts):.2f}", ("cards", "moments, %"), rows)


PARTS = {"bids": bids, "cost": cost, "void": void, "branching": branching}


def main() -> None:
    """Run the benchmark and print its tables."""
    for part in PARTS.values():
        part()
