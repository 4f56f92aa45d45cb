"""Tree search by UCT for the last tricks of a round of Spades.

Each simulation plays a possible deal. The cards are chosen by confidence bounds in the tree, and below it by the strong
rules.

Source: Cohensius, Meir, Oved, Stern, "Bidding in Spades", appendix F.3; Kocsis and Szepesvári, "Bandit based
Monte-Carlo planning", ECML 2006. The search itself is in `games.search`. Each player has a separate tree of their own
observations.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from games.core.compiled_loops import below, copy
from games.search.settings import settings
from games.search.tree_search import Search, SearchResult, implement_search
from games.spades import compiled_rules as table
from games.spades.bidding.trick_play import NONE, choose
from games.spades.compiled_rules import cards_to_play, facts, led_suit, play_card, row_of, trick_winner
from games.spades.observe import Observation
from kripke.checking.engine.compiled import compiled

CARDS = 52
EXPLORATION = 0.5  # the weight of exploration; results are in hundreds of points. Chosen by hand.
_MIX, _SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(29)


class Facts(NamedTuple):
    """The constants of a search: the rules, the number of the current round, and each side's score before it."""

    rules: table.Facts
    number: int
    scores: Any


class Root(NamedTuple):
    """The information set at the root: the observation as a row of numbers, and the possible deals."""

    template: Any
    deals: Any


@compiled
def _current(row: Any, facts: Facts) -> int:
    return row[table.PLAYER] if row[table.PHASE] == table.PLAY and row[table.NUMBER] == facts.number else -1


@compiled
def _legal(row: Any, facts: Facts) -> int:
    return cards_to_play(row, facts.rules)


@compiled
def _key(row: Any, facts: Facts) -> Any:
    """A hash of the player's information: their hand and the cards that each player has played.

    Since it includes all cards that were played in the round, decisions in different tricks have different keys.
    """
    seat = row[table.PLAYER]
    key = np.uint64(seat + 4 * row[table.LEADER] + 16 * row[table.COUNT] + 1) * _MIX
    key = (key ^ np.uint64(row[table.HANDS + seat])) * _MIX
    for other in range(4):
        key = ((key ^ (key >> _SHIFT)) ^ np.uint64(row[table.PLAYED + other])) * _MIX
    return key ^ (key >> _SHIFT)


@compiled
def _rollout(row: Any, chance: Any, facts: Facts) -> int:
    seat, count = row[table.PLAYER], row[table.COUNT]
    best = winner = NONE
    if count:
        winner = trick_winner(row)
        best = row[table.TRICK + (winner - row[table.LEADER] & 3)]
    played = row[table.PLAYED] | row[table.PLAYED + 1] | row[table.PLAYED + 2] | row[table.PLAYED + 3]
    broken = row[table.BROKEN] != 0 or not facts.rules.broken
    bids, took = row[table.BIDS : table.BIDS + 4], row[table.TOOK : table.TOOK + 4]
    hand = row[table.HANDS + seat]
    return choose(False, seat, seat ^ 2, count, hand, led_suit(row), best, winner, broken, played, bids, took)


@compiled
def _move(row: Any, action: int, chance: Any, facts: Facts) -> None:
    play_card(row, action, facts.rules)


@compiled
def _payoff(row: Any, seat: int, facts: Facts) -> float:
    """The gain of the player's side minus the best gain of any other side, in hundreds of points."""
    own, best = seat % facts.rules.sides, -1_000_000
    for side in range(facts.rules.sides):
        if side != own:
            best = max(best, row[table.SCORES + side] - facts.scores[side])
    return (row[table.SCORES + own] - facts.scores[own] - best) / 100.0


@compiled
def _draw(row: Any, case: int, chance: Any, root: Root, facts: Facts) -> bool:
    copy(root.template, row)
    deal = below(chance, 0, len(root.deals))
    for seat in range(4):
        row[table.HANDS + seat] = root.deals[deal, seat]
    return True


implement_search(Facts, _current, _legal, _key, _rollout, _move, _payoff, _draw)


def searched(view: Observation, deals: Any, simulations: int, seed: int) -> SearchResult:
    """The result of a search with simulations of these deals; the actions are the numbers of the cards."""
    template = np.array(row_of(view, view.current, (0, 0, 0, 0)), np.int64)
    fixed = Facts(facts(view.rules), view.number, np.array(view.scores, np.int64))
    rule = settings("uct", c=EXPLORATION, discount=1, nodes=max(64, simulations))
    search = Search(rule, CARDS, seed, Root(template, deals), fixed, (0,))
    search.run(simulations)
    return search.result()
