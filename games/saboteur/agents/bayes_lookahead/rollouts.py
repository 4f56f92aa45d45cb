"""Compiled loops: a round played on to its end from an action, and so for many actions and deals."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from games.saboteur.agents.bayes_lookahead.arrays import (
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
)
from games.saboteur.agents.bayes_lookahead.compiled_mine import Work, length_to, reach, settle
from games.saboteur.agents.bayes_lookahead.rollout_policy import UNCLEAR, Mover, decide
from games.saboteur.tunnels.board import HIDDEN
from kripke.checking.engine.compiled import compiled

SEAT, LEFT, PASSED, DRAWN, LAID, KNOWN = range(6)
"""What is counted: whose turn it is, cards in the deck, passes in a row, cards drawn, cards laid; and the goals, as
bits, from which the costs are reckoned since the mine changed."""


class Play(NamedTuple):
    """A round in play: what changes."""

    counts: Any
    broken: Any
    peeks: Any
    claims: Any
    laid: Any
    hands: Any


@compiled
def knows_gold(seen: int, gold: int) -> bool:
    """Whether one who has seen these goals knows where the gold is: she saw it, or both stones."""
    return bool(seen >> gold & 1) or (seen | 1 << gold) == 7


@compiled
def expects(seat: int, seen: int, gold: int, claims: Any, doubted: Any, mine: Mine, out: Any) -> int:
    """Where a player expects the gold: where she knows it to be, else by what those said whom she takes for miners."""
    if knows_gold(seen, gold):
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
def moves(
    mine: Mine, cards: Cards, roles: Any, gold: int, doubts: Any, play: Play, luck: int, work: Work, chosen: Any
) -> None:
    """Write what the player does whose turn it is."""
    seat = play.counts[SEAT]
    doubted = doubts[seat]
    seen = play.peeks[seat]
    for goal in range(len(mine.ends)):
        if mine.grid[mine.ends[goal]] != HIDDEN:
            seen |= 1 << goal
    goal = expects(seat, seen, gold, play.claims, doubted, mine, work.out)
    if not play.counts[KNOWN] >> goal & 1:
        reach(mine, mine.ends[goal], work.backs[goal], work)
        play.counts[KNOWN] |= 1 << goal
    mover = Mover(seat, roles[seat], play.hands[seat], doubted, goal, knows_gold(seen, gold), luck)
    decide(mine, cards, mover, play.broken, play.laid[: play.counts[LAID]], work, chosen)


@compiled
def apply(mine: Mine, roles: Any, faces: Any, play: Play, work: Work, chosen: Any) -> Any:
    """An action is done; whether it reaches the gold."""
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
def comes_next(play: Play, deck: Any, official: bool) -> bool:
    """A card is drawn and the turn passed on; whether anyone is left to play."""
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
def roll_out(
    mine: Mine, cards: Cards, hidden: Hidden, play: Play, doubts: Any, first: Any, deal: int, work: Work
) -> float:
    """Play a round to its end from an action; 1 if the gold is found, else 0. O(t c) for t turns, c places."""
    roles, faces, chosen = hidden.roles[deal], hidden.faces[deal], first.copy()
    gold = np.argmin(faces)
    settle(mine, faces, work)
    while True:
        if apply(mine, roles, faces, play, work, chosen):
            return 1.0
        if not comes_next(play, hidden.decks[deal], mine.official):
            return 0.0
        moves(mine, cards, roles, gold, doubts, play, deal, work, chosen)


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
            laid[: len(public.laid)] = public.laid
            counts = np.array([public.seat, public.left, public.passed, 0, len(public.laid), 0])
            play = Play(
                counts,
                public.broken.copy(),
                public.peeks.copy(),
                public.claims.copy(),
                laid,
                hidden.hands[deal].copy(),
            )
            copy = Mine(mine.grid.copy(), mine.width, mine.home, mine.ends, mine.official)
            found[number, deal] = roll_out(copy, cards, hidden, play, public.doubts, actions[number], deal, work)
