"""Compiled loops: rollouts, which play a round on to its end, for many actions and deals."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from games.core.compiled_loops import copy
from games.saboteur.agents.bayes_lookahead.compiled_mine import (
    BREAK,
    DISCARD,
    FALL,
    LAY,
    LOOK,
    REPAIR,
    Cards,
    Hidden,
    Mine,
    Public,
    Work,
    count_sides,
    fitting,
    length_to,
    length_with,
    reach,
    remaining,
    settle,
)
from games.saboteur.agents.bayes_lookahead.saboteur_evaluation import MOST, TASTE
from games.saboteur.tunnels.board import HIDDEN
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


SEAT, LEFT, PASSED, DRAWN, LAID, KNOWN = range(6)
"""Counters: whose turn it is, cards in the deck, passes in a row, cards drawn, cards laid; and as bits the goals whose
costs are up to date."""


class Play(NamedTuple):
    """The state of a rollout."""

    counts: Any
    broken: Any
    peeks: Any
    claims: Any
    laid: Any
    hands: Any


@compiled
def _knows_gold(seen: int, gold: int) -> bool:
    """Whether a player who has seen these goals knows where the gold is: they saw it, or both stones."""
    return bool(seen >> gold & 1) or (seen | 1 << gold) == 7


@compiled
def _expected_goal(seat: int, seen: int, gold: int, claims: Any, doubted: Any, mine: Mine, out: Any) -> int:
    """The goal where a player expects the gold: the known one, otherwise by claims of players considered miners."""
    if _knows_gold(seen, gold):
        return gold
    best, found = -1e9, 0
    for goal in range(len(mine.ends)):
        if seen >> goal & 1:
            continue
        worth = -0.01 * length_to(mine.ends[goal], out)
        for other in range(len(doubted)):
            if other != seat and doubted[other] < 0.5 - UNCLEAR:
                worth += claims[other, goal]
        if worth > best:
            best, found = worth, goal
    return found


@compiled
def _choose(
    mine: Mine, cards: Cards, roles: Any, gold: int, doubts: Any, play: Play, luck: int, work: Work, chosen: Any
) -> None:
    """Write the action of the player whose turn it is."""
    seat = play.counts[SEAT]
    doubted = doubts[seat]
    seen = play.peeks[seat]
    for goal in range(len(mine.ends)):
        if mine.grid[mine.ends[goal]] != HIDDEN:
            seen |= 1 << goal
    goal = _expected_goal(seat, seen, gold, play.claims, doubted, mine, work.out)
    if not play.counts[KNOWN] >> goal & 1:
        reach(mine, mine.ends[goal], work.backs[goal], work)
        play.counts[KNOWN] |= 1 << goal
    mover = Mover(seat, roles[seat], play.hands[seat], doubted, goal, _knows_gold(seen, gold), luck)
    decide(mine, cards, mover, play.broken, play.laid[: play.counts[LAID]], work, chosen)


@compiled
def _apply(mine: Mine, roles: Any, faces: Any, play: Play, work: Work, chosen: Any) -> Any:
    """Apply an action; whether it reaches the gold."""
    seat = play.counts[SEAT]
    what, kind, where, which = chosen[0], chosen[1], chosen[2], chosen[3]
    play.hands[seat, kind] -= 1
    play.counts[PASSED] = play.counts[PASSED] + (play.counts[LEFT] == 0) if what == DISCARD else 0
    if what in (LAY, FALL):
        mine.grid[where] = which
        if what == LAY:
            play.laid[play.counts[LAID]] = where
            play.counts[LAID] += 1
        play.counts[KNOWN] = 0
        return settle(mine, faces, work)
    if what == LOOK:
        play.peeks[seat] |= 1 << where
        play.claims[seat, where] = 1 if (faces[where] == 0) != roles[seat] else -1
    elif what == BREAK:
        play.broken[where] |= which
    elif what == REPAIR:
        play.broken[where] &= ~which
    return False


@compiled
def _next_turn(play: Play, deck: Any, official: bool) -> bool:
    """Draw a card and pass the turn on; whether anyone is left to play."""
    counts, hands = play.counts, play.hands
    if counts[LEFT] > 0:
        hands[counts[SEAT], deck[counts[DRAWN]]] += 1
        counts[DRAWN] += 1
        counts[LEFT] -= 1
    for _ in range(len(hands)):
        if counts[PASSED] >= len(hands) and not official:
            return False
        counts[SEAT] = (counts[SEAT] + 1) % len(hands)
        if np.sum(hands[counts[SEAT]]) > 0:
            return True
        counts[PASSED] += 1
    return False


@compiled
def _roll_out(
    mine: Mine, cards: Cards, hidden: Hidden, play: Play, doubts: Any, first: Any, deal: int, work: Work
) -> float:
    """Play a round from an action to its end; 1 if the gold is found, else 0. O(t c) for t turns, c places."""
    roles, faces, chosen = hidden.roles[deal], hidden.faces[deal], first.copy()
    gold = np.argmin(faces)
    settle(mine, faces, work)
    while True:
        if _apply(mine, roles, faces, play, work, chosen):
            return 1.0
        if not _next_turn(play, hidden.decks[deal], mine.official):
            return 0.0
        _choose(mine, cards, roles, gold, doubts, play, deal, work, chosen)


@compiled
def roll_outs(mine: Mine, cards: Cards, hidden: Hidden, public: Public, actions: Any, found: Any) -> None:
    """Write for each action and deal how the round ends; every action meets the same deals."""
    size = len(mine.grid)
    work = Work(
        np.empty(size, dtype=np.int16),
        np.empty((3, size), dtype=np.int16),
        np.empty(size, dtype=np.int16),
        np.empty(size, dtype=np.int32),
        np.empty(size, dtype=np.int32),
    )
    room = len(public.laid) + np.sum(hidden.hands[0]) + public.left
    for deal in range(len(hidden.roles)):
        for number in range(len(actions)):
            laid = np.zeros(room, dtype=np.int64)
            copy(public.laid, laid)
            counts = np.array([public.seat, public.left, public.passed, 0, len(public.laid), 0])
            play = Play(
                counts,
                public.broken.copy(),
                public.peeks.copy(),
                public.claims.copy(),
                laid,
                hidden.hands[deal].copy(),
            )
            dug = Mine(mine.grid.copy(), mine.width, mine.home, mine.ends, mine.official)
            found[number, deal] = _roll_out(dug, cards, hidden, play, public.doubts, actions[number], deal, work)
