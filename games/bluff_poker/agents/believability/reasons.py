"""Reasons of the source's agent, in words with the numbers of the decision."""

from __future__ import annotations

from games.bluff_poker.actions import CALL, Action
from games.bluff_poker.agents.believability.answering import Answer
from games.bluff_poker.agents.believability.bidding import Bidding
from games.bluff_poker.agents.believability.throwing import Throwing
from games.bluff_poker.agents.believability.viewpoint import part_of
from games.bluff_poker.dice import world
from games.bluff_poker.observe import Observation
from games.bluff_poker.outcomes import Ladder, outcome
from games.bluff_poker.poker_throws import poker_plan
from games.core.agent import Reason
from games.core.wording import often


def of_answer(found: Answer, seen: Observation, action: Action, unit: str) -> Reason:
    """Rule 5."""
    text = "{verb}: {below} of the {total} {what} that I consider possible {are} below {bid}"
    if 0 < found.below < found.total:
        text += (
            ". A bluff: forced {forced}, chosen freely {chosen}, so {bid} is one {bluff}. To believe goes well {safe}"
        )
    return Reason(
        f"{text}. So I believe {{believe}}",
        verb="calls" if action == CALL else "believes",
        are="is" if found.below == 1 else "are",
        total=found.total,
        what=_counted(unit, found.total),
        below=found.below,
        bid=seen.bid,
        forced=often(float(found.forced)),
        chosen=often(float((1 - found.forced) * found.bluffing)),
        bluff=often(float(found.bluff)),
        safe=often(found.safe),
        believe=often(found.believe),
    )


def of_throw(found: Throwing | None, seen: Observation, unit: str) -> Reason:
    """Rules 1 and 2."""
    assert found is not None  # the agent throws
    dice = found.throw.dice
    return Reason(
        "throws {dice}: {good} of {total} {what} beat {bid}. {way}: then {next:knows} {known}",
        dice=f"the lowest {len(dice)} that can be thrown" if len(dice) < len(seen.dice) else "all three dice",
        good=part_of(found.total, found.beats),
        total=found.total,
        what=_counted(unit, found.total),
        bid=seen.bid,
        way="In the open" if found.throw.is_open else "Closed",
        next=seen.rules.names[seen.next],
        known="none of the dice" if not found.known else f"{found.known} of the dice",
    )


def of_bid(found: Bidding, ladder: Ladder, seen: Observation, bid: int, unit: str) -> Reason:
    """Rules 3 and 4."""
    roll = outcome(seen.dice)
    if found.forced:
        text = "bids {bid}: my {roll} does not beat {beaten}, so I must bluff"
    elif ladder.rank[bid] > ladder.rank[roll]:
        text = "bids {bid}, a bluff"
    else:
        text = "bids {bid}, which my {roll} is" if bid == roll else "bids {bid}, less than my {roll}"
    return Reason(
        f"{text}. {{above}} of the {{total}} {{what}} that {{next:considers}} possible {{beat}} {{roll}}, so I bluff "
        "{bluffing}",
        bid=bid,
        roll=roll,
        beaten=seen.bid,
        total=found.total,
        what=_counted(unit, found.total),
        next=seen.rules.names[seen.next],
        above=found.above,
        beat="beats" if found.above == 1 else "beat",
        bluffing=often(float(found.bluffing)),
    )


def of_poker(ladder: Ladder, seen: Observation) -> Reason:
    """The words for the best throws after a believed poker."""
    assert seen.bid is not None  # a poker was believed
    best, place = poker_plan(ladder, ladder.rank[seen.bid]), world(seen.dice)
    return Reason(
        "the best throw against {bid}: it equals or beats that {safe}, and beats it {higher}",
        bid=seen.bid,
        safe=often(best.safe[seen.throws_left, place] / best.whole),
        higher=often(best.higher[seen.throws_left, place] / best.whole),
    )


def _counted(unit: str, total: int) -> str:
    return unit.removesuffix("s") if total == 1 else unit
