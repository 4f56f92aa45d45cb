"""Compiled loops: rollouts, which play a round on to its end, for many actions and deals."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from games.core.compiled_loops import copy
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
    """Where a player expects the gold: where they know it to be, else by claims of players considered miners."""
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
