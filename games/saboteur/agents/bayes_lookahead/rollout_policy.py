"""Compiled loops: the policy of players in rollouts, by the evaluations of miners and of `stronger` saboteurs.

It leaves out what such players rarely do: lay a card that changes no route to the expected goal.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from games.saboteur.agents.bayes_lookahead.arrays import BREAK, DISCARD, FALL, LAY, LOOK, REPAIR, Cards, Mine
from games.saboteur.agents.bayes_lookahead.compiled_mine import (
    Work,
    count_sides,
    fitting,
    length_to,
    length_with,
    remaining,
)
from games.saboteur.agents.bayes_lookahead.saboteur_evaluation import MOST, TASTE
from games.saboteur.tunnels.cards import DEAD
from kripke.checking.engine.compiled import compiled

UNCLEAR = 1e-6
"""A degree this close to 1/2 decides nothing."""
LENGTHENS, LONGER, FALLS, FALLEN, FALLS_FAR, BLOCKS, BLOCKS_FAR, FREES, LOOKS, DISCARDS = TASTE


class Mover(NamedTuple):
    """The player to act, with hand and beliefs, and the goal where they expect the gold, from 0."""

    seat: int
    saboteur: bool
    hand: Any
    doubted: Any
    goal: int
    knows: bool
    luck: int


@compiled
def best_digging_card(
    mine: Mine, cards: Cards, hand: Any, end: int, back: Any, work: Work
) -> tuple[float, int, int, int]:
    """A miner's best path card: its score, kind, place and shape."""
    score, kind, where, which = 0.0, -1, 0, 0
    length = length_to(end, work.out)
    for place in range(mine.width, len(mine.grid) - mine.width):
        if mine.grid[place] != 0 or work.out[place] != 1:
            continue
        must, never, comes = fitting(mine, place, work.out)
        for each in range(len(hand)):
            if comes == 0 or hand[each] == 0 or cards.shapes[each, 0] & DEAD:
                continue
            for turn in range(2):
                bits = cards.shapes[each, turn]
                if bits == 0 or bits & must != must or bits & never:
                    continue
                gain = length - remaining(mine, place, bits, back, end)
                worth = 100.0 + 10 * gain + count_sides(bits)
                if gain > 0 and worth > score:
                    score, kind, where, which = worth, each, place, bits
    return score, kind, where, which


@compiled
def best_spoiling_card(
    mine: Mine, cards: Cards, hand: Any, end: int, back: Any, work: Work
) -> tuple[float, int, int, int]:
    """A saboteur's best path card, which makes the route longer: its score, kind, place and shape."""
    score, kind, where, which = 0.0, -1, 0, 0
    length = length_to(end, work.out)
    for place in range(mine.width, len(mine.grid) - mine.width):
        if mine.grid[place] != 0 or work.out[place] < 1 or work.out[place] + back[place] - 1 != length:
            continue
        must, never, comes = fitting(mine, place, work.out)
        for each in range(len(hand)):
            if must == 0 or (mine.official and comes == 0) or hand[each] == 0:
                continue
            for turn in range(2):
                bits = cards.shapes[each, turn]
                if bits == 0 or bits & must != must or bits & never:
                    continue
                if comes != 0 and remaining(mine, place, bits, back, end) < length:
                    continue
                longer = length_with(mine, place, bits, end, work) - length
                worth = LENGTHENS + LONGER * min(longer, MOST) - cards.kept[each]
                if longer > 0 and worth > score:
                    score, kind, where, which = worth, each, place, bits
    return score, kind, where, which


@compiled
def _best_rockfall(mine: Mine, laid: Any, saboteur: bool, end: int, work: Work) -> tuple[float, int]:
    """The score and the place of the best rockfall: nearer to the goal for a miner, further away for a saboteur."""
    score, where = 0.0, -1
    length = length_to(end, work.out)
    for place in laid:
        if mine.grid[place] == 0:
            continue
        gain = length - length_with(mine, place, 0, end, work)
        worth = 0.0
        if saboteur and gain < 0:
            worth = FALLS + FALLEN * min(-gain, MOST) + FALLS_FAR * length
        elif not saboteur and gain > 0:
            worth = 60.0 + 10 * gain
        if worth > score:
            score, where = worth, place
    return score, where


@compiled
def _best_tool_use(mover: Mover, what: int, bit: int, broken: Any, length: int) -> tuple[float, int]:
    """The score and the seat of the best player whose tool to break or mend."""
    score, whom = 0.0, -1
    for step in range(len(broken)):
        other = (step + mover.luck) % len(broken)
        degree, worth = mover.doubted[other], 0.0
        if what == REPAIR and broken[other] & bit:
            if other == mover.seat:
                worth = FREES if mover.saboteur else 150.0
            elif degree < 0.5 - UNCLEAR and not mover.saboteur:
                worth = 55.0 + 40 * (1 - degree)
        elif what == BREAK and other != mover.seat and not broken[other] & bit:
            if mover.saboteur and degree <= 0.5 + UNCLEAR:
                worth = BLOCKS + BLOCKS_FAR * length - 10 * degree
            elif not mover.saboteur and degree > 0.5 + UNCLEAR:
                worth = 60.0 + 60 * min(degree, 1.0)
        if worth > score:
            score, whom = worth, other
    return score, whom


@compiled
def _discard_score(mover: Mover, cards: Cards, kind: int) -> Any:
    """The score of laying a card aside."""
    if mover.saboteur:
        return DISCARDS - cards.kept[kind]
    return 10.0 if cards.uses[kind] == LOOK and mover.knows else 10.0 - cards.useful[kind]


@compiled
def decide(mine: Mine, cards: Cards, mover: Mover, broken: Any, laid: Any, work: Work, chosen: Any) -> None:
    """Write the best action, as four numbers."""
    end, back = mine.ends[mover.goal], work.backs[mover.goal]
    length = length_to(end, work.out)
    score = 0.0
    if broken[mover.seat] == 0:
        if mover.saboteur:
            score, kind, where, which = best_spoiling_card(mine, cards, mover.hand, end, back, work)
        else:
            score, kind, where, which = best_digging_card(mine, cards, mover.hand, end, back, work)
        chosen[0], chosen[1], chosen[2], chosen[3] = LAY, kind, where, which
    fell = False
    for step in range(len(mover.hand)):
        each = (step + mover.luck) % len(mover.hand)
        if mover.hand[each] == 0:
            continue
        use, worth = cards.uses[each], _discard_score(mover, cards, each)
        if worth > score or score <= 0:
            score, chosen[0], chosen[1] = worth, DISCARD, each
        worth = LOOKS if mover.saboteur else 95.0
        if use == LOOK and not mover.knows and worth > score:
            score, chosen[0], chosen[1], chosen[2] = worth, LOOK, each, mover.goal
        if use == FALL and not fell:
            fell = True
            worth, where = _best_rockfall(mine, laid, mover.saboteur, end, work)
            if worth > score:
                score, chosen[0], chosen[1], chosen[2], chosen[3] = worth, FALL, each, where, 0
        for tool in range(3):
            if cards.tools[each] >> tool & 1:
                worth, whom = _best_tool_use(mover, use, 1 << tool, broken, length)
                if worth > score:
                    score, chosen[0], chosen[1], chosen[2], chosen[3] = worth, use, each, whom, 1 << tool
