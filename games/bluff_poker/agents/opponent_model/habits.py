"""The possible habits of an opponent, as probabilities of actions.

A habit is a policy for bidding, throwing or answering. The habits of `games.bluff_poker.agents.fixed_strategy` keep
their names. ``reasoning`` plays as `SourceAgent` does. ``strong`` bids the roll if that is legal, and otherwise plays
by the equilibrium of `throws_duel`. ``own`` calls with learned frequencies.

Bids and outcomes are indices in the ladder (the ranking of the outcomes). The standing bid, the last one of the round,
is its index plus 1, or 0 for none. Worlds are the 216 rolls.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from games.bluff_poker.agents.believability.decisions import answer, bidding
from games.bluff_poker.agents.believability.plans import Settings, plan
from games.bluff_poker.agents.believability.viewpoint import Viewpoint
from games.bluff_poker.agents.fixed_strategy import CALLED, STEPS
from games.bluff_poker.agents.opponent_model.throws_duel import Floats, Ladders, arrays, solve
from games.bluff_poker.outcomes import ALL, OUTCOME, ROLLS, SETS, Ladder, dice_of
from games.bluff_poker.outlook import places_of, spread

BIDDING = ("truthful", "overbid", "random", "reasoning", "strong")
ROLLING = ("greedy", "random", "reckless", "reasoning")
CALLING = ("believe", "random", "call", "reasoning", "own", "strong")
SLIP = 0.01  # Probability that a player departs from their habit


@dataclass(frozen=True, eq=False)
class Tables:
    """The action probabilities of every habit as arrays, and the ladder that gives bids their indices."""

    ladder: Ladder
    arrays: Ladders
    # array of shape (5, 57, 56, 56): for each habit in `BIDDING`, standing bid and outcome of the dice, the probability
    # of each bid
    bids: Floats
    # array of shape (4, 56, 56, 56): for each habit in `ROLLING`, believed bid and outcome before the throws, the
    # probability of each outcome after them
    keeps: Floats
    # array of shape (6, 57, 56): for each habit in `CALLING`, earlier bid (0 for none) and standing bid, the
    # probability of a call. The habit ``own`` has placeholders for learned probabilities.
    calls: Floats
    outcome: Any  # array of shape (216,): for each world, the index of its outcome in the ladder


@lru_cache(maxsize=64)
def mixed(given: Tables, question: str, weights: tuple[float, ...]) -> Floats:
    """The probabilities of bids (if `question` is ``bids``) or of outcomes of throws, as weighted means over habits."""
    habits = given.bids if question == "bids" else given.keeps
    parts = [weight * each for weight, each in zip(weights, habits, strict=True) if weight]
    return np.asarray(sum(parts) / sum(weights))


@lru_cache(maxsize=16)
def tables(ladder: Ladder, players: int) -> Tables:
    """The action probabilities of all habits, for this ladder and number of players."""
    table, reasoning = arrays(ladder), Settings(ladder, players)
    strong = solve(ladder).play
    count, can_follow = len(table.rank), table.above[:, :, None]
    exact, steps = np.eye(count), _steps(table)
    any_bid = table.above / np.maximum(table.above.sum(axis=1, keepdims=True), 1)
    overbid = np.vstack([table.chance, steps[1:]])
    even, overbid = (np.repeat(each[:, None, :], count, axis=1) for each in (any_bid, overbid))
    truthful = np.where(can_follow, exact, steps[:, None, :])
    honest = np.where(can_follow, exact, strong.bids)  # the roll if it can be bid, else as in `throws_duel`
    bids = np.stack([truthful, overbid, even, _reasoned_bids(reasoning, table), honest])
    random_calls = np.full(table.above.shape, CALLED)
    random_calls[:, ~table.above.any(axis=1)[1:]] = 1.0
    own = np.full_like(random_calls, 0.25)
    reasoned = _reasoned_calls(reasoning, table)
    calls = np.stack([np.zeros_like(own), random_calls, np.ones_like(own), reasoned, own, strong.calls])
    first, keeps = [OUTCOME.index(each) for each in ladder.outcomes], []
    for habit, name in enumerate(ROLLING):
        believed = range(count) if name == "reasoning" else (0,)  # only this habit's throws depend on the bid
        ends = np.stack([_ends(ladder, habit, bid)[first] for bid in believed])
        keeps.append(np.broadcast_to(ends, (count, count, count)))
    slipping = (1 - SLIP) * bids + SLIP * even
    return Tables(ladder, table, slipping, np.stack(keeps), SLIP / 2 + (1 - SLIP) * calls, places_of(ladder))


def _steps(table: Ladders) -> Floats:
    """For each standing bid, the probabilities of the next bid if a player raises by one to three steps."""
    chances = np.zeros(table.above.shape)
    for standing, open_ in enumerate(table.above):
        higher = np.flatnonzero(open_)
        for step in range(STEPS if len(higher) else 0):
            chances[standing, higher[min(step, len(higher) - 1)]] += 1 / STEPS
    return chances


def _view(ladder: Ladder, dice: tuple[int, ...], bid: int | None) -> Viewpoint:
    """The viewpoint of a bidder who alone knows the dice; if they are all given as 0, nobody knows them."""
    return Viewpoint.of(("bidder", "next"), 0, 1, (int(any(dice)),) * 3, dice, ladder, bid)


def _reasoned_bids(reasoning: Settings, table: Ladders) -> Floats:
    """The bid probabilities of `SourceAgent` when the next player knows no dice."""
    ladder, chances = reasoning.ladder, np.zeros((*table.above.shape, len(table.rank)))
    outcomes = ladder.outcomes
    for standing in np.flatnonzero(table.above.any(axis=1)).tolist():
        for number, each in enumerate(outcomes):
            view = _view(ladder, ROLLS[OUTCOME.index(each)], outcomes[standing - 1] if standing else None)
            weights, parts = bidding(reasoning, view).weights()
            for bid, weight in weights.items():
                chances[standing, number, ladder.place[bid]] = weight / parts
    return chances


def _reasoned_calls(reasoning: Settings, table: Ladders) -> Floats:
    """The call probabilities of `SourceAgent` when neither it nor the next player knows a die."""
    ladder, calls = reasoning.ladder, np.zeros(table.above.shape)
    for standing, bid in np.argwhere(table.above).tolist():
        beaten = ladder.outcomes[standing - 1] if standing else None
        view = _view(ladder, (0, 0, 0), ladder.outcomes[bid])
        calls[standing, bid] = 1 - answer(reasoning, view, beaten, 0).believe
    return calls


LOW = np.array([sum((value < 6) << die for die, value in enumerate(roll)) for roll in ROLLS])
"""For each world, the dice that do not show a six, as bits."""
SINGLES = (1, 2, 4)


def _chosen(ladder: Ladder, habit: int, believed: int, thrown: int) -> list[tuple[int, Any]]:
    """The sets of dice that a player with this habit may throw next (0: none), with their probabilities by world.

    `believed`: the index of the believed bid. `thrown`: the dice thrown before, as bits.
    """
    nothing, name = np.zeros(len(ROLLS)), ROLLING[habit]
    if name == "reasoning":
        choice = plan(ladder, ladder.rank[ladder.outcomes[believed]]).choice[thrown]
        return [(some, nothing + (choice == some)) for some in SETS]
    if thrown:
        return [(0, nothing + 1)]
    if name == "reckless":
        return [(ALL, nothing + 1)]
    alone = nothing + 1 / 3 if name == "random" else np.where(LOW == 0, 1 / 3, 0.0)
    held = [(some, (some == LOW) * (name == "greedy")) for some in range(1, 8)]
    return [(some, share + alone if some in SINGLES else nothing + share) for some, share in held]


@lru_cache(maxsize=4_096)
def throws(ladder: Ladder, believed: int, thrown: int, some: int) -> Floats:
    """For each habit in `ROLLING` and world, the probability of throwing the dice `some` after the dice `thrown`.

    `believed`: the index of the believed bid.
    """
    rows = [dict(_chosen(ladder, habit, believed, thrown)) for habit in range(len(ROLLING))]
    return np.asarray(SLIP / 7 + (1 - SLIP) * np.stack([row.get(some, np.zeros(len(ROLLS))) for row in rows]))


def _ends(ladder: Ladder, habit: int, believed: int) -> Floats:
    """For each world, the probabilities of the outcomes after all throws, computed backwards from the last throw.

    `believed`: the index of the believed bid, which the throws must beat.
    """
    stopped = np.equal.outer(OUTCOME, ladder.outcomes).astype(float)
    after: dict[int, Floats] = {}
    for thrown in sorted(SETS, key=int.bit_count, reverse=True):
        after[thrown], left = np.zeros(stopped.shape), np.ones(len(ROLLS))
        for some, share in _chosen(ladder, habit, believed, thrown):
            if some and share.any():
                after[thrown] += share[:, None] * spread(after[thrown | some], dice_of(some))
                left = left - share
        after[thrown] += left[:, None] * stopped
    return after[0]
