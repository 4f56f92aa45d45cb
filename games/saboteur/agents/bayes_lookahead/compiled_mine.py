"""Compiled loops: how a card can lie, what that does to the routes, and which goals are reached.

Loading this file loads Numba, as `games.saboteur.tunnels.compiled_routes` does; the first use on a machine compiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from games.saboteur.actions import Break, Look, Repair, played_card
from games.saboteur.agents.bayes_lookahead.deduction import Deal
from games.saboteur.agents.bayes_lookahead.saboteur_evaluation import kept
from games.saboteur.agents.threshold_belief.evaluations import usefulness
from games.saboteur.observe import Observation
from games.saboteur.rules import Saboteur
from games.saboteur.tunnels.board import FIXED, HIDDEN, WALL, Board, Lay, Rockfall
from games.saboteur.tunnels.cards import DEAD, Use, shape
from games.saboteur.tunnels.compiled_routes import spread
from games.saboteur.tunnels.routes import CUT_OFF
from kripke.checking.engine.compiled import compiled

LAY, FALL, LOOK, BREAK, REPAIR, DISCARD = range(6)
"""The first number of an action; see `action_numbers`."""
MARGIN = 4
"""Distance from the cards and goals beyond which no card is laid."""
_USES = {Use.PATH: LAY, Use.ROCKFALL: FALL, Use.MAP: LOOK, Use.BREAK: BREAK, Use.REPAIR: REPAIR}
_CLAIMED = {"gold": 1, "stone": -1, "nothing": 0}


class Cards(NamedTuple):
    """By kind of card: how it can lie, its use, its tools as bits, its value to a miner, to a saboteur."""

    shapes: Any
    uses: Any
    tools: Any
    useful: Any
    kept: Any


class Mine(NamedTuple):
    """The part of the mine in which cards may still be laid, with a wall around it, and the places that matter.

    `official`: of the card game, where a card must be connected to the start, and all hands are played out.
    """

    grid: Any
    width: int
    home: int
    ends: Any
    official: bool


class Hidden(NamedTuple):
    """For each deal: roles, faces (0 for gold, else a shape), number of cards of each kind in each hand, the deck."""

    roles: Any
    faces: Any
    hands: Any
    decks: Any


class Public(NamedTuple):
    """The public state: turn, cards in the deck, passes in a row; broken tools, looks, claims, places of laid cards.

    `doubts`: the share of worlds believed by each player in which each is a saboteur.
    """

    seat: int
    left: int
    passed: int
    broken: Any
    peeks: Any
    claims: Any
    laid: Any
    doubts: Any


@cache
def card_arrays(rules: Saboteur) -> Cards:
    """The kinds of cards as arrays."""
    return Cards(
        np.array([(card.shapes[0], card.shapes[-1]) if card.shapes else (0, 0) for card in rules.cards]),
        np.array([_USES[card.use] for card in rules.cards]),
        np.array([sum(1 << rules.tools.index(tool) for tool in card.tools) for card in rules.cards]),
        np.array([usefulness(card.name) for card in rules.cards]),
        np.array([kept(card.name) for card in rules.cards]),
    )


class Cut:
    """The part of a board in which cards may still be laid."""

    def __init__(self, board: Board) -> None:
        plan = board.plan
        cells = [plan.start, *plan.goals, *map(plan.cell, board.cards)]
        xs, ys = [x for x, _ in cells], [y for _, y in cells]
        self.board, self.plan = board, plan
        self.left, self.top = max(min(xs) - MARGIN, plan.left), max(min(ys) - MARGIN, plan.top)
        self.right, self.bottom = min(max(xs) + MARGIN, plan.right), min(max(ys) + MARGIN, plan.bottom)
        self.width = self.right - self.left + 3

    def mine(self) -> Mine:
        """The part, as an array of its own."""
        plan = self.plan
        whole = np.frombuffer(self.board.grid, dtype=np.uint8).reshape(plan.height, plan.width)
        rows = slice(self.top - plan.top, self.bottom - plan.top + 3)
        part = whole[rows, self.left - plan.left : self.right - plan.left + 3].copy()
        part[0], part[-1], part[:, 0], part[:, -1] = WALL, WALL, WALL, WALL
        ends = np.array([self.place(end) for end in plan.ends])
        return Mine(part.reshape(-1), self.width, self.place(plan.home), ends, plan.connected)

    def place(self, place: int) -> int:
        """The place in this part of a place of the board."""
        x, y = self.plan.cell(place)
        return (y - self.top + 1) * self.width + x - self.left + 1


def hidden_arrays(rules: Saboteur, deals: Sequence[Deal]) -> Hidden:
    """Deals as arrays."""
    hands = np.zeros((len(deals), rules.players, len(rules.cards)), dtype=np.int64)
    for number, deal in enumerate(deals):
        for seat, hand in enumerate(deal.hands):
            np.add.at(hands[number, seat], list(hand), 1)
    faces = [[0 if face == "gold" else shape(face) for face in deal.faces] for deal in deals]
    decks = np.array([deal.deck for deal in deals], dtype=np.int64).reshape(len(deals), -1)
    return Hidden(np.array([deal.roles for deal in deals]), np.array(faces), hands, decks)


def public_arrays(observation: Observation, cut: Cut, doubts: Any) -> Public:
    """The public state, as arrays."""
    claims = np.zeros((observation.rules.players, 3), dtype=np.int64)
    for seat, goal, what in observation.claims:
        claims[seat, goal - 1] = _CLAIMED[what]
    laid = np.array([cut.place(place) for place in observation.board.cards], dtype=np.int64)
    broken, peeks = np.array(observation.broken), np.array(observation.peeks)
    turn = observation.player, observation.left, observation.passed
    return Public(*turn, broken, peeks, claims, laid, doubts)


def action_numbers(rules: Saboteur, cut: Cut, action: Any) -> tuple[int, int, int, int]:
    """An action as four numbers: what, the kind of card, the place, goal or seat, the shape or tool."""
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
    """Scratch arrays: costs from the start and from each goal, of a change that is tried, and two lists."""

    out: Any
    backs: Any
    cost: Any
    one: Any
    two: Any


@compiled
def reach(mine: Mine, source: int, cost: Any, work: Work) -> None:
    """Write the cards to lay from a source to everywhere."""
    spread(mine.grid, mine.width, source, np.empty(0, dtype=np.int64), cost, work.one, work.two)


@compiled
def length_to(end: int, cost: Any) -> Any:
    """The cards to lay to a goal."""
    return cost[end] if cost[end] >= 0 else CUT_OFF


@compiled
def beside(width: int, side: int) -> int:
    """The offset of the place on a side.

    Parameters
    ----------
    side : int
        0 to 3: top, right, bottom, left.
    """
    return -width if side == 0 else 1 if side == 1 else width if side == 2 else -1


@compiled
def fitting(mine: Mine, place: int, out: Any) -> tuple[int, int, int]:
    """The sides that must be open, that must be closed, and on which a path comes from the start, as bits."""
    must, never, comes = 0, 0, 0
    for side in range(4):
        near = place + beside(mine.width, side)
        there = mine.grid[near]
        if there in (0, HIDDEN, WALL):
            continue
        if there >> (side + 2 & 3) & 1:
            must |= 1 << side
            if out[near] == 0 and not there & DEAD:
                comes |= 1 << side
        else:
            never |= 1 << side
    return must, never, comes


@compiled
def count_sides(bits: int) -> int:
    """Number of open sides."""
    return (bits & 1) + (bits >> 1 & 1) + (bits >> 2 & 1) + (bits >> 3 & 1)


@compiled
def _turn_up(mine: Mine, place: int, face: int, out: Any) -> None:
    """Turn a stone that is reached so that the path goes on, or else so that it fits."""
    must, never, comes = fitting(mine, place, out)
    best, bits = -100, face
    for way in (face, (face & 3) << 2 | (face & 12) >> 2):
        worth = 10 * count_sides(way & comes) + count_sides(way & must) - count_sides(way & never)
        if worth > best:
            best, bits = worth, way
    mine.grid[place] = FIXED | bits


@compiled
def settle(mine: Mine, faces: Any, work: Work) -> bool:
    """After a change: write what is connected, and turn up the stones that are reached; whether gold is reached.

    Parameters
    ----------
    faces : int array
        0 for gold, else the shape of the stone.
    """
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
    """The cards to lay to a goal from a card that lies like this.

    Parameters
    ----------
    bits : int
        The shape.
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
    """The length of the route to a goal with this at a place.

    Parameters
    ----------
    bits : int
        The shape, 0 for nothing.
    """
    before = mine.grid[place]
    mine.grid[place] = bits
    ends = np.empty(1, dtype=np.int64)
    ends[0] = end
    spread(mine.grid, mine.width, mine.home, ends, work.cost, work.one, work.two)
    mine.grid[place] = before
    return length_to(end, work.cost)
