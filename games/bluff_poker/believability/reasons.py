"""Why the source agent does what she does, in words with the numbers of the decision."""

from __future__ import annotations

from typing import NamedTuple

from games.bluff_poker.actions import CALL, Action, Throw
from games.bluff_poker.believability.classes import ALL, bits, known_by, world
from games.bluff_poker.believability.numbers import Answer, Bidding, Numbers
from games.bluff_poker.believability.throws import SIZE, poker_plan
from games.bluff_poker.observe import Observation
from games.bluff_poker.outcomes import MOST, Ladder, outcome
from games.core.agent import Reason


class Unit(NamedTuple):
    """What she counts, and by which weight of it."""

    name: str
    weight: int


ROLLS, OUTCOMES = Unit("rolls", 1), Unit("outcomes", MOST)


def of_answer(found: Answer, seen: Observation, action: Action, unit: Unit) -> Reason:
    """Rule 5."""
    text = "{verb}: of the {total} {what} I hold possible {below} are below {bid}"
    if 0 < found.below < found.total:
        text += (
            "; a bluff was forced with probability {forced:.3f}, not forced but chosen with {chosen:.3f}, so it is one "
            "with {bluff:.3f}; believing is safe with {safe:.3f}"
        )
    return Reason(
        f"{text}; I believe with probability {{believe:.3f}}",
        verb="calls" if action == CALL else "believes",
        total=found.total // unit.weight,
        what=unit.name,
        below=found.below // unit.weight,
        bid=seen.bid,
        forced=float(found.forced),
        chosen=float((1 - found.forced) * found.bluffing),
        bluff=float(found.bluff),
        safe=found.safe,
        believe=found.believe,
    )


def of_throw(hers: Numbers, seen: Observation, action: Throw, unit: Unit) -> Reason:
    """Rules 1 and 2."""
    assert seen.bid is not None  # only a believer throws
    some, after = bits(action.dice), known_by(seen.knowers, seen.next)
    return Reason(
        "throws {dice}: {good} of {total} {what} beat {bid}; {way}, for then {next:knows} {known} of the dice",
        dice=f"the lowest {len(action.dice)} that can be thrown" if some != ALL else "all three dice",
        good=int(hers.plan(seen.bid).chance[some, world(seen.dice)]) // unit.weight,
        total=hers.held[ALL - some].total // unit.weight,
        what=unit.name,
        bid=seen.bid,
        way="in the open" if action.is_open else "closed",
        next=seen.rules.names[seen.next],
        known=SIZE[some] + SIZE[after & ALL - some] if action.is_open else SIZE[ALL - some],
    )


def of_bid(found: Bidding, ladder: Ladder, seen: Observation, bid: int, unit: Unit) -> Reason:
    """Rules 3 and 4."""
    roll = outcome(seen.dice)
    if found.forced:
        text = "bids {bid}: my {roll} does not beat {beaten}, so I must bluff"
    elif ladder.rank[bid] > ladder.rank[roll]:
        text = "bids {bid}, a bluff"
    else:
        text = "bids {bid}, which my {roll} is" if bid == roll else "bids {bid}, less than my {roll}"
    return Reason(
        f"{text}; of the {{total}} {{what}} that {{next:holds}} possible {{above}} are above {{roll}}, so I bluff with "
        "probability {bluffing:.3f}",
        bid=bid,
        roll=roll,
        beaten=seen.bid,
        total=found.total // unit.weight,
        what=unit.name,
        next=seen.rules.names[seen.next],
        above=found.above // unit.weight,
        bluffing=float(found.bluffing),
    )


def of_poker(ladder: Ladder, seen: Observation) -> Reason:
    """How a believed poker is best thrown for."""
    assert seen.bid is not None  # a poker was believed
    best, place = poker_plan(ladder, ladder.rank[seen.bid]), world(seen.dice)
    return Reason(
        "the best against {bid}: it is equalled or beaten with probability {safe:.3f}, beaten with {higher:.3f}",
        bid=seen.bid,
        safe=best.safe[seen.throws_left, place] / best.whole,
        higher=best.higher[seen.throws_left, place] / best.whole,
    )
