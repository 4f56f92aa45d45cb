"""Why the source's agent does what it does, in words with the numbers of the decision."""

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


def of_answer(found: Answer, seen: Observation, action: Action, unit: str) -> Reason:
    """Rule 5.

    Parameters
    ----------
    found : Answer
        The numbers.
    seen : Observation
        What the agent sees.
    action : action
        What the agent does.
    unit : str
        What is counted: rolls or outcomes.
    """
    text = "{verb}: of the {total} {what} I consider possible {below} are below {bid}"
    if 0 < found.below < found.total:
        text += (
            "; a bluff was forced with probability {forced:.3f}, not forced but chosen with {chosen:.3f}, so it is one "
            "with {bluff:.3f}; believing is safe with {safe:.3f}"
        )
    return Reason(
        f"{text}; I believe with probability {{believe:.3f}}",
        verb="calls" if action == CALL else "believes",
        total=found.total,
        what=_counted(unit, found.total),
        below=found.below,
        bid=seen.bid,
        forced=float(found.forced),
        chosen=float((1 - found.forced) * found.bluffing),
        bluff=float(found.bluff),
        safe=found.safe,
        believe=found.believe,
    )


def of_throw(found: Throwing | None, seen: Observation, unit: str) -> Reason:
    """Rules 1 and 2.

    Parameters
    ----------
    found : Throwing
        The numbers.
    seen : Observation
        What the agent sees.
    unit : str
        What is counted: rolls or outcomes.
    """
    assert found is not None  # the agent throws
    dice = found.throw.dice
    return Reason(
        "throws {dice}: {good} of {total} {what} beat {bid}; {way}, for then {next:knows} {known} of the dice",
        dice=f"the lowest {len(dice)} that can be thrown" if len(dice) < len(seen.dice) else "all three dice",
        good=part_of(found.total, found.beats),
        total=found.total,
        what=_counted(unit, found.total),
        bid=seen.bid,
        way="in the open" if found.throw.is_open else "closed",
        next=seen.rules.names[seen.next],
        known=found.known,
    )


def of_bid(found: Bidding, ladder: Ladder, seen: Observation, bid: int, unit: str) -> Reason:
    """Rules 3 and 4.

    Parameters
    ----------
    found : Bidding
        The numbers.
    ladder : Ladder
        How the agent ranks outcomes.
    seen : Observation
        What the agent sees.
    bid : int
        What the agent bids.
    unit : str
        What is counted: rolls or outcomes.
    """
    roll = outcome(seen.dice)
    if found.forced:
        text = "bids {bid}: my {roll} does not beat {beaten}, so I must bluff"
    elif ladder.rank[bid] > ladder.rank[roll]:
        text = "bids {bid}, a bluff"
    else:
        text = "bids {bid}, which my {roll} is" if bid == roll else "bids {bid}, less than my {roll}"
    return Reason(
        f"{text}; of the {{total}} {{what}} that {{next:considers}} possible {{above}} are above {{roll}}, so I bluff "
        "with probability {bluffing:.3f}",
        bid=bid,
        roll=roll,
        beaten=seen.bid,
        total=found.total,
        what=_counted(unit, found.total),
        next=seen.rules.names[seen.next],
        above=found.above,
        bluffing=float(found.bluffing),
    )


def of_poker(ladder: Ladder, seen: Observation) -> Reason:
    """How a believed poker is best thrown for.

    Parameters
    ----------
    ladder : Ladder
        How the agent ranks outcomes.
    seen : Observation
        What the agent sees.
    """
    assert seen.bid is not None  # a poker was believed
    best, place = poker_plan(ladder, ladder.rank[seen.bid]), world(seen.dice)
    return Reason(
        "the best against {bid}: it is equalled or beaten with probability {safe:.3f}, beaten with {higher:.3f}",
        bid=seen.bid,
        safe=best.safe[seen.throws_left, place] / best.whole,
        higher=best.higher[seen.throws_left, place] / best.whole,
    )


def _counted(unit: str, total: int) -> str:
    return unit.removesuffix("s") if total == 1 else unit
