"""Spades: what a decision of the searching players costs, what knowing the partner's voids is worth, and branching.

Parts: ``python -m benchmarks spades_play:cost``, or ``:void``, ``:branching``.
"""

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from time import process_time
from typing import Any

import numpy as np

from benchmarks.measure import table
from games.spades.agents.bidder import bis
from games.spades.cards import PER_SUIT, in_suit
from games.spades.double_dummy import card_values, empty_memo, goals_of, mean_values, moment_of
from games.spades.observe import Observation, observation
from games.spades.play.deals import possible_deals
from games.spades.play.players import player_of
from games.spades.position import Phase
from games.spades.rules import Spades, SpadesState
from games.spades.tricks import playable

ROUNDS, SEED = 60, 16
SAMPLES = 200
"""Deals by which cards are chosen with and without the partner's voids."""
LAST = (3, 4, 5)
"""Numbers of tricks that are left."""


@lru_cache
def _rounds() -> list[list[SpadesState]]:
    """The moments of play in rounds of four agents that bid as BIS and play by the strong rules."""
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
    """Moments with so many tricks left in which several cards can be played."""
    for moments in _rounds():
        for state in moments:
            view = observation(state, state.current_player)
            if PER_SUIT - len(view.tricks) == left and _playable(view).bit_count() > 1:
                yield state, view


def _playable(view: Observation) -> int:
    return playable(view.hand, view.trick.led, view.broken or not view.rules.broken)


def cost() -> None:
    """Milliseconds of processor time of a decision."""
    rows = []
    for name in ("dummy", "uct"):
        for left in LAST:
            play, times = player_of(name, 0, left), []
            for number, (_, view) in enumerate(_choices(left)):
                if number == 0:
                    play(view, 1)  # compiles
                began = process_time()
                play(view, number)
                times.append(1000 * (process_time() - began))
            rows.append((name, left, len(times), np.mean(times), np.quantile(times, 0.95), max(times)))
    table("Spades: a decision, ms", ("player", "tricks left", "decisions", "mean", "95 % below", "most"), rows)


def void() -> None:
    """Points that a choice by double-dummy play gains if the partner's voids are known, in the deal as it was."""
    rows = []
    for left in LAST:
        gains, differ = [], 0
        for number, (state, view) in enumerate(_choices(left)):
            truth = np.array(state.position.hands, np.int64)
            deals, weights = possible_deals(view, SAMPLES, number)
            known = _voids(deals[:, view.player ^ 2]) == _voids(truth[None, view.player ^ 2])[0]
            if not known.any():
                continue
            plain, told = (_best(view, deals[some], weights[some]) for some in (np.full(len(deals), True), known))
            values = np.zeros(52, np.int64)
            card_values(truth, moment_of(view), goals_of(view), empty_memo(), values)
            gains.append(int(values[told] - values[plain]) * (-1 if view.player % 2 else 1))
            differ += plain != told
        error = np.std(gains) / len(gains) ** 0.5
        rows.append((left, len(gains), 100 * differ / len(gains), f"{np.mean(gains):+.2f} ± {1.96 * error:.2f}"))
    columns = ("tricks left", "decisions", "other card, %", "points a decision")
    table("Spades: the partner's voids known", columns, rows)


def _voids(hands: Any) -> Any:
    """By hand the suits that it lacks, as bits."""
    return sum((hands & in_suit((1 << 52) - 1, suit) == 0).astype(np.int64) << suit for suit in range(4))


def _best(view: Observation, deals: Any, weights: Any) -> int:
    """The card with the best mean, as `dummy` chooses without a bound on nodes."""
    means, _ = mean_values(deals, weights, moment_of(view), goals_of(view), empty_memo())
    sign = -1 if view.player % 2 else 1
    cards = [card for card in range(52) if _playable(view) >> card & 1]
    return max(cards, key=lambda card: (round(sign * means[card], 6), -card % PER_SUIT))


def branching() -> None:
    """How many cards can be played: figure 6 of the source, mean 3.6."""
    counts = [
        _playable(observation(state, state.current_player)).bit_count() for moments in _rounds() for state in moments
    ]
    rows = [(count, 100 * share / len(counts)) for count, share in enumerate(np.bincount(counts)) if share]
    table(f"Spades: cards that can be played, mean {np.mean(counts):.2f}", ("cards", "moments, %"), rows)


PARTS = {"cost": cost, "void": void, "branching": branching}


def main() -> None:
    """Print the tables."""
    for part in PARTS.values():
        part()
