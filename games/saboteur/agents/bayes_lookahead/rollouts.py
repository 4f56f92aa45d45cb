"""Rollouts: each action is simulated to the end of the round, with sampled hidden cards.

Compiled loops compute the ways to lay a card, its effect on routes, the goals reached, and the players' actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from games.core.compiled_loops import size
from games.saboteur.actions import Break, Look, Repair, played_card
from games.saboteur.agents.bayes_lookahead import saboteur_evaluation as spoiling
from games.saboteur.agents.bayes_lookahead.deduction import Deal
from games.saboteur.agents.threshold_belief.evaluations import usefulness
from games.saboteur.observe import Observation
from games.saboteur.rules import Saboteur
from games.saboteur.tunnels.board import FIXED, HIDDEN, WALL, Board, Lay, Rockfall, used
from games.saboteur.tunnels.cards import DEAD, Use, shape
from games.saboteur.tunnels.routes import CUT_OFF, beside, fitting, spread
from kripke.checking.engine.compiled import compiled, inlined

LAY, FALL, LOOK, BREAK, REPAIR, DISCARD = range(6)  # the first number of an action; see `action_numbers`
MARGIN = 4  # Distance from the cards and goals beyond which no card is laid
_USES = {Use.PATH: LAY, Use.ROCKFALL: FALL, Use.MAP: LOOK, Use.BREAK: BREAK, Use.REPAIR: REPAIR}


class Cards(NamedTuple):
    """Properties of each kind of card as arrays: shapes, use, tools as bits, value to a miner, value to a saboteur."""

    shapes: Any
    uses: Any
    tools: Any
    useful: Any
    kept: Any


class Mine(NamedTuple):
    """The part of the board that is in play, with a wall around it.

    `home`, `ends`: the indices of the start and the goals in the grid. `official`: whether cards must be connected to
    the start.
    """

    grid: Any
    width: int
    home: int
    ends: Any
    official: bool


class Hidden(NamedTuple):
    """The hidden cards of several deals, as arrays."""

    roles: Any  # bool array of deals x players: whether the player is a saboteur
    faces: Any  # array of deals x goals: 0 for gold, otherwise a shape
    hands: Any  # array of deals x players x kinds: the number of cards in hand
    decks: Any  # array of deals x cards: the kinds of cards in the order of drawing


@cache
def card_arrays(rules: Saboteur) -> Cards:
    """The properties of the kinds of cards as arrays."""
    return Cards(
        np.array([(card.shapes[0], card.shapes[-1]) if card.shapes else (0, 0) for card in rules.cards]),
        np.array([_USES[card.use] for card in rules.cards]),
        np.array([sum(1 << rules.tools.index(tool) for tool in card.tools) for card in rules.cards]),
        np.array([usefulness(card.name) for card in rules.cards]),
        np.array([spoiling.kept(card.name) for card in rules.cards]),
    )


class Cut:
    """The part of a board in which cards may still be laid."""

    def __init__(self, board: Board) -> None:
        self.board, self.plan = board, board.plan
        self.columns, self.rows = used(board, MARGIN)
        self.width = len(self.columns) + 2

    def mine(self) -> Mine:
        """The part of the board as a separate array with a wall around it."""
        plan = self.plan
        whole = np.frombuffer(self.board.grid, dtype=np.uint8).reshape(plan.height, plan.width)
        top, left = self.rows.start - plan.top, self.columns.start - plan.left
        part = whole[top : top + len(self.rows) + 2, left : left + self.width].copy()
        part[0], part[-1], part[:, 0], part[:, -1] = WALL, WALL, WALL, WALL
        ends = np.array([self.place(end) for end in plan.ends])
        return Mine(part.reshape(-1), self.width, self.place(plan.home), ends, plan.connected)

    def place(self, place: int) -> int:
        """Convert an array index of the whole board to one of this part."""
        x, y = self.plan.cell(place)
        return (y - self.rows.start + 1) * self.width + x - self.columns.start + 1


def action_numbers(rules: Saboteur, cut: Cut, action: Any) -> tuple[int, int, int, int]:
    """An action as four numbers: the kind of action, the kind of card, the target, and the shape or tool."""
    kind, what = rules.kinds[played_card(action) or ""], type(action)
    if what is Lay or what is Rockfall:
        place = cut.place(cut.plan.place(action.x, action.y))
        return (LAY, kind, place, action.shape) if what is Lay else (FALL, kind, place, 0)
    if what is Look:
        return LOOK, kind, action.goal - 1, 0
    if what is Break or what is Repair:
        tool = 1 << rules.tools.index(action.tool)
        return BREAK if what is Break else REPAIR, kind, rules.seats[action.player], tool
    return DISCARD, kind, 0, 0


class Work(NamedTuple):
    """Scratch arrays for searches on the board."""

    out: Any  # the number of path cards needed from the start to each cell
    backs: Any  # array of goals x cells: the number of path cards needed from the goal to the cell
    cost: Any
    one: Any
    two: Any


@compiled
def scratch_arrays(size: int) -> Work:
    """Scratch arrays for a grid with this number of cells."""
    return Work(
        np.empty(size, dtype=np.int16),
        np.empty((3, size), dtype=np.int16),
        np.empty(size, dtype=np.int16),
        np.empty(size, dtype=np.int32),
        np.empty(size, dtype=np.int32),
    )


@compiled
def reach(mine: Mine, source: int, cost: Any, work: Work) -> None:
    """Write to `cost` the number of path cards needed from a source to each cell; -1 if unreachable."""
    spread(mine.grid, mine.width, source, np.empty(0, dtype=np.int64), cost, work.one, work.two)


@compiled
def length_to(end: int, cost: Any) -> Any:
    """The number of cards needed to reach a goal, taken from `cost`; `CUT_OFF` if no route exists."""
    return cost[end] if cost[end] >= 0 else CUT_OFF


@compiled
def _turn_up(mine: Mine, place: int, face: int, out: Any) -> None:
    """Turn up a stone in the orientation that continues the arriving path; on a tie, in the one that fits best."""
    must, never, comes = fitting(mine.grid, mine.width, place, out)
    best, bits = -100, face
    for way in (face, (face & 3) << 2 | (face & 12) >> 2):
        worth = 10 * size(way & comes) + size(way & must) - size(way & never)
        if worth > best:
            best, bits = worth, way
    mine.grid[place] = FIXED | bits


@compiled
def settle(mine: Mine, faces: Any, work: Work) -> bool:
    """Turn up the goals that are connected to the start; return whether the gold is among them."""
    again = True
    while again:
        again = False
        reach(mine, mine.home, work.out, work)
        for goal in range(len(faces)):
            place = mine.ends[goal]
            if not again and mine.grid[place] == HIDDEN and work.out[place] == 0:
                if faces[goal] == 0:
                    return True
                _turn_up(mine, place, faces[goal], work.out)
                again = True
    return False


@compiled
def remaining(mine: Mine, place: int, bits: int, back: Any, end: int) -> int:
    """The number of further cards needed to reach a goal from a card of this shape at `place`.

    `back[i]` is the number of cards needed from the goal to cell i.
    """
    best = CUT_OFF
    for side in range(4):
        if bits & DEAD or not bits >> side & 1:
            continue
        near = place + beside(mine.width, side)
        there = mine.grid[near]
        if near == end:
            return 0
        if there in (HIDDEN, WALL) or back[near] < 0:
            continue
        if there == 0 or (not there & DEAD and there >> (side + 2 & 3) & 1):
            best = min(best, back[near])
    return best


@compiled
def length_with(mine: Mine, place: int, bits: int, end: int, work: Work) -> Any:
    """The length of the route to a goal after a card of this shape is put in a cell; shape 0 empties the cell."""
    before = mine.grid[place]
    mine.grid[place] = bits
    ends = np.empty(1, dtype=np.int64)
    ends[0] = end
    spread(mine.grid, mine.width, mine.home, ends, work.cost, work.one, work.two)
    mine.grid[place] = before
    return length_to(end, work.cost)


UNCLEAR = 1e-6  # a degree this close to 1/2 decides nothing


class Mover(NamedTuple):
    """The player to move: their hand and beliefs, and the goal where they expect the gold, counted from 0.

    `doubted` is the player's degree of suspicion of each player, and `knows` says whether they know where the gold is.
    `luck` is a number that decides ties.
    """

    seat: int
    saboteur: bool
    hand: Any
    doubted: Any
    goal: int
    knows: bool
    luck: int


@compiled
def best_path_card(
    mine: Mine, cards: Cards, hand: Any, saboteur: bool, end: int, back: Any, work: Work
) -> tuple[float, int, int, int]:
    """The path card that most shortens (miner) or lengthens (saboteur) the route: its score, kind, cell and shape.

    The kind is -1 if no card does so. A saboteur's score is reduced by the value of keeping the card. `end` is the
    cell of the goal, and `back` is as in `remaining`.
    """
    score, kind, where, which = 0.0, -1, 0, 0
    length = length_to(end, work.out)
    for place in range(mine.width, len(mine.grid) - mine.width):
        reached = work.out[place]
        if mine.grid[place] != 0 or reached < 1 or (not saboteur and reached != 1):
            continue
        if saboteur and reached + back[place] - 1 != length:
            continue
        must, never, comes = fitting(mine.grid, mine.width, place, work.out)
        if must == 0 or (comes == 0 and (mine.official or not saboteur)):
            continue
        for each in range(len(hand)):
            if hand[each] == 0 or (not saboteur and cards.shapes[each, 0] & DEAD):
                continue
            for turn in range(2):
                bits, worth = cards.shapes[each, turn], 0.0
                if bits == 0 or bits & must != must or bits & never:
                    continue
                if not saboteur:
                    gain = length - remaining(mine, place, bits, back, end)
                    worth = 100.0 + 10 * gain + size(bits) if gain > 0 else 0.0
                elif comes == 0 or remaining(mine, place, bits, back, end) >= length:
                    longer = length_with(mine, place, bits, end, work) - length
                    value = spoiling.LENGTHENS + spoiling.LONGER * min(longer, spoiling.MOST) - cards.kept[each]
                    worth = value if longer > 0 else 0.0
                if worth > score:
                    score, kind, where, which = worth, each, place, bits
    return score, kind, where, which


@compiled
def _best_rockfall(mine: Mine, laid: Any, saboteur: bool, end: int, work: Work) -> tuple[float, int]:
    """The score and the cell of the best rockfall for the miner or the saboteur; the cell is -1 if none helps."""
    score, where = 0.0, -1
    length = length_to(end, work.out)
    for place in laid:
        if mine.grid[place] == 0:
            continue
        gain = length - length_with(mine, place, 0, end, work)
        worth = 0.0
        if saboteur and gain < 0:
            worth = spoiling.FALLS + spoiling.FALLEN * min(-gain, spoiling.MOST) + spoiling.FALLS_FAR * length
        elif not saboteur and gain > 0:
            worth = 60.0 + 10 * gain
        if worth > score:
            score, where = worth, place
    return score, where


@compiled
def _best_tool_use(mover: Mover, what: int, bit: int, broken: Any, length: int) -> tuple[float, int]:
    """The score of the best action with this kind of card and tool, and the seat of the tool's owner (-1: none)."""
    score, receiver = 0.0, -1
    for step in range(len(broken)):
        other = (step + mover.luck) % len(broken)
        degree, worth = mover.doubted[other], 0.0
        if what == REPAIR and broken[other] & bit:
            if other == mover.seat:
                worth = spoiling.FREES if mover.saboteur else 150.0
            elif degree < 0.5 - UNCLEAR and not mover.saboteur:
                worth = 55.0 + 40 * (1 - degree)
        elif what == BREAK and other != mover.seat and not broken[other] & bit:
            if mover.saboteur and degree <= 0.5 + UNCLEAR:
                worth = spoiling.BLOCKS + spoiling.BLOCKS_FAR * length - 10 * degree
            elif not mover.saboteur and degree > 0.5 + UNCLEAR:
                worth = 60.0 + 60 * min(degree, 1.0)
        if worth > score:
            score, receiver = worth, other
    return score, receiver


@inlined
def decide(mine: Mine, cards: Cards, mover: Mover, broken: Any, laid: Any, work: Work, chosen: Any) -> None:
    """Choose the player's best action and write it to `chosen` as four numbers (see `action_numbers`)."""
    end, back = mine.ends[mover.goal], work.backs[mover.goal]
    length = length_to(end, work.out)
    score = 0.0
    if broken[mover.seat] == 0:
        score, kind, where, which = best_path_card(mine, cards, mover.hand, mover.saboteur, end, back, work)
        chosen[0], chosen[1], chosen[2], chosen[3] = LAY, kind, where, which
    fell = False
    for step in range(len(mover.hand)):
        each = (step + mover.luck) % len(mover.hand)
        if mover.hand[each] == 0:
            continue
        use, worth = cards.uses[each], spoiling.DISCARDS - cards.kept[each]
        if not mover.saboteur:
            worth = 10.0 if use == LOOK and mover.knows else 10.0 - cards.useful[each]
        if worth > score or score <= 0:
            score, chosen[0], chosen[1] = worth, DISCARD, each
        worth = spoiling.LOOKS if mover.saboteur else 95.0
        if use == LOOK and not mover.knows and worth > score:
            score, chosen[0], chosen[1], chosen[2] = worth, LOOK, each, mover.goal
        if use == FALL and not fell:
            fell = True
            worth, where = _best_rockfall(mine, laid, mover.saboteur, end, work)
            if worth > score:
                score, chosen[0], chosen[1], chosen[2], chosen[3] = worth, FALL, each, where, 0
        for tool in range(3):
            if cards.tools[each] >> tool & 1:
                worth, receiver = _best_tool_use(mover, use, 1 << tool, broken, length)
                if worth > score:
                    score, chosen[0], chosen[1], chosen[2], chosen[3] = worth, use, each, receiver, 1 << tool


SEAT, LEFT, PASSED, DRAWN, LAID, KNOWN = range(6)
"""Indices of the counters of a rollout.

They are the seat to move, the numbers of cards in the deck, of passes in a row, of cards drawn and of cards laid, and a
set of bits: the goals whose row of `Work.backs` is up to date.
"""


class Play(NamedTuple):
    """The state of one rollout, as arrays."""

    counts: Any  # the counters, with the indices `SEAT` to `KNOWN`
    broken: Any  # by seat: the broken tools, as bits
    peeks: Any  # by seat: the goals that the player looked at, as bits
    claims: Any  # by seat and goal: 1 if the player last said gold, -1 for stone, 0 for nothing
    laid: Any  # the indices of the cells where cards were laid
    hands: Any  # by seat and kind of card: the number of cards


@compiled
def _knows_gold(seen: int, gold: int) -> bool:
    """Whether a player who has seen these goals knows where the gold is: they saw the gold, or both stones."""
    return bool(seen >> gold & 1) or (seen | 1 << gold) == 7


@compiled
def _expected_goal(seat: int, seen: int, gold: int, claims: Any, doubted: Any, mine: Mine, out: Any) -> int:
    """The goal where a player expects the gold: the known one, or the one best supported by claims of trusted players.

    On a tie, it is the nearest of these goals.
    """
    if _knows_gold(seen, gold):
        return gold
    best, expected = -1e9, 0
    for goal in range(len(mine.ends)):
        if seen >> goal & 1:
            continue
        worth = -0.01 * length_to(mine.ends[goal], out)
        for other in range(len(doubted)):
            if other != seat and doubted[other] < 0.5 - UNCLEAR:
                worth += claims[other, goal]
        if worth > best:
            best, expected = worth, goal
    return expected


@inlined
def _choose(
    mine: Mine, cards: Cards, roles: Any, gold: int, doubts: Any, play: Play, luck: int, work: Work, chosen: Any
) -> None:
    """Choose the action of the player to move and write it to `chosen` as four numbers (see `action_numbers`)."""
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
    """Apply the action in `chosen` to `mine` and `play`; return whether the gold is reached."""
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
    """Draw a card and pass the turn on; return whether any player can still move."""
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


@inlined
def _roll_out(
    mine: Mine, cards: Cards, hidden: Hidden, play: Play, doubts: Any, first: Any, deal: int, work: Work
) -> float:
    """Play a round to its end, beginning with a given action; return 1 if the gold is found, otherwise 0."""
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
def _roll_outs(mine: Mine, cards: Cards, hidden: Hidden, start: Play, doubts: Any, actions: Any, results: Any) -> None:
    """Play the round to its end after each action in each deal; write to `results` whether the gold is found, 1 or 0.

    `doubts` is an array as returned by `Stronger.doubts`.
    """
    work = scratch_arrays(len(mine.grid))
    for deal in range(len(hidden.roles)):
        for number in range(len(actions)):
            counts, broken, peeks = start.counts.copy(), start.broken.copy(), start.peeks.copy()
            play = Play(counts, broken, peeks, start.claims.copy(), start.laid.copy(), hidden.hands[deal].copy())
            dug = Mine(mine.grid.copy(), mine.width, mine.home, mine.ends, mine.official)
            results[number, deal] = _roll_out(dug, cards, hidden, play, doubts, actions[number], deal, work)


def outcomes(observation: Observation, actions: Sequence[Any], deals: Sequence[Deal], doubts: Any) -> Any:
    """For each action and each deal, the result of the simulated round: 1 if the gold is found, otherwise 0.

    All actions are tried on the same deals. Miners act by the evaluation of the agent `source`, and saboteurs by
    `saboteur_evaluation`. The players' beliefs about roles, `doubts` (see `Stronger.doubts`), do not change during the
    rollout.

    O(a d t c) for a actions, d deals, t turns and c cells in play.

    Returns
    -------
    array of actions x deals
    """
    rules, cut = observation.rules, Cut(observation.board)
    hands = np.array([[np.bincount(hand, minlength=len(rules.cards)) for hand in deal.hands] for deal in deals])
    faces = np.array([[0 if face == "gold" else shape(face) for face in deal.faces] for deal in deals])
    decks = np.array([deal.deck for deal in deals], dtype=np.int64).reshape(len(deals), -1)
    hidden = Hidden(np.array([deal.roles for deal in deals]), faces, hands, decks)
    claims = np.zeros((rules.players, 3), dtype=np.int64)
    for seat, goal, what in observation.claims:
        claims[seat, goal - 1] = {"gold": 1, "stone": -1, "nothing": 0}[what]
    cards = observation.board.cards
    laid = np.zeros(len(cards) + sum(observation.hands) + observation.left, dtype=np.int64)
    laid[: len(cards)] = [cut.place(place) for place in cards]
    counts = np.array([observation.player, observation.left, observation.passed, 0, len(cards), 0])
    start = Play(counts, np.array(observation.broken), np.array(observation.peeks), claims, laid, hands[0])
    tried = np.array([action_numbers(rules, cut, action) for action in actions])
    results = np.empty((len(actions), len(deals)))
    _roll_outs(cut.mine(), card_arrays(rules), hidden, start, doubts, tried, results)
    return results
