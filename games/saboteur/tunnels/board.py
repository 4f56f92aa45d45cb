"""The mine of Saboteur: where path cards can be laid, what is connected to the start, which goals are reached.

Cells have coordinates ``(x, y)``, x to the right and y downwards. Internally, a *place* is a cell's index in an array
with a wall around the mine. Each place has a byte: 0 if it is empty, the shape of its card (see `cards`), with the bit
`FIXED` for the start and for goals that are face up, `HIDDEN` for a goal that is face down, or `WALL`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from games.saboteur.tunnels.cards import BOTTOM, DEAD, LEFT, OPEN, RIGHT, SHAPE_NAMES, TOP, shape, turned


@dataclass(frozen=True, slots=True)
class Lay:
    """The action of laying a path card on a cell; its `shape` (see `cards`) includes how the card is turned."""

    shape: int
    x: int
    y: int

    def __str__(self) -> str:
        return f"lay {SHAPE_NAMES[self.shape]} {self.x},{self.y}"


@dataclass(frozen=True, slots=True)
class Rockfall:
    """The action of removing a path card."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"rockfall {self.x},{self.y}"


HIDDEN, FIXED, WALL = 32, 64, 128  # a goal that is face down; the start or a goal that is face up; beyond the border
FAR = 1000  # the length of a route that cannot be built
MATCHING = tuple(
    sum(1 << bits for bits in range(2 * DEAD) if bits & must == must and not bits & never)
    for never in range(OPEN + 1)
    for must in range(OPEN + 1)
)
"""Entry ``must + 16 * never``: the set, as bits, of the shapes with open sides `must` and closed sides `never`."""
MARGIN = 3
"""Distance from the cards at which the search for routes stops.

A shortest route lies at most one cell outside the cards, and the next card adds one cell.
"""


@dataclass(frozen=True)
class Plan:
    """The plan of a mine: its border, and the cells of the start and the goals."""

    # `left`, `top`, `right`, `bottom`: the first and last columns and rows
    left: int
    top: int
    right: int
    bottom: int
    start: tuple[int, int]
    goals: tuple[tuple[int, int], ...]  # the cells of the goals, in the order of their numbers, from 1
    connected: bool  # whether a card must be connected to the start; otherwise it must meet the open side of any card

    @cached_property
    def width(self) -> int:
        """The number of cells in a row of the grid, with the surrounding wall."""
        return self.right - self.left + 3

    @cached_property
    def height(self) -> int:
        """The number of rows of the grid, with the surrounding wall."""
        return self.bottom - self.top + 3

    @cached_property
    def home(self) -> int:
        """The index of the start card's cell in the grid."""
        return self.place(*self.start)

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """The indices of the goals' cells in the grid."""
        return tuple(self.place(*goal) for goal in self.goals)

    @cached_property
    def steps(self) -> tuple[tuple[int, int, int], ...]:
        """For each side: its bit, the offset of the neighbour there, and the bit of the neighbour's facing side."""
        return (TOP, -self.width, BOTTOM), (RIGHT, 1, LEFT), (BOTTOM, self.width, TOP), (LEFT, -1, RIGHT)

    @cached_property
    def empty(self) -> Board:
        """The board with only the start and the face-down goals."""
        row = bytes([WALL, *[0] * (self.width - 2), WALL])
        edge = bytes([WALL]) * self.width
        grid = bytearray(edge + row * (self.height - 2) + edge)
        grid[self.home] = FIXED | OPEN
        for place in self.ends:
            grid[place] = HIDDEN
        return Board(self, bytes(grid), ())

    @cached_property
    def changes(self) -> dict[int, tuple[Any, ...]]:
        """The cache of `changes_at`: for a cell, the actions that lay a card there, by shape, and the rockfall."""
        return {}

    def changes_at(self, place: int) -> tuple[Any, ...]:
        """The entry of `changes` for a cell, created if missing."""
        actions = self.changes.get(place)
        if actions is None:
            cell = self.cell(place)
            actions = self.changes[place] = (*[Lay(bits, *cell) for bits in range(2 * DEAD)], Rockfall(*cell))
        return actions

    def place(self, x: int, y: int) -> int:
        """The index in the grid of the cell with these coordinates."""
        return (y - self.top + 1) * self.width + x - self.left + 1

    def cell(self, place: int) -> tuple[int, int]:
        """The coordinates of the cell with this index in the grid."""
        row, column = divmod(place, self.width)
        return column + self.left - 1, row + self.top - 1


SOURCE = Plan(0, 0, 12, 12, (6, 2), ((4, 10), (6, 10), (8, 10)), connected=False)
"""The plan of the simplified game: thirteen by thirteen cells, with paths that lead down."""
OFFICIAL = Plan(-40, -40, 41, 40, (0, 0), ((8, -2), (8, 0), (8, 2)), connected=True)
"""The plan of the card game, where paths lead to the right. A path of 40 cards cannot reach the border."""


class Reach(NamedTuple):
    """What open paths connect to the start: `places` are the cells with cards, including dead ends."""

    places: frozenset[int]
    edge: frozenset[int]  # the empty places that a path leads to
    # the face-down goals that a path leads to: the place, and the sides where it arrives
    goals: tuple[tuple[int, int], ...]


class Board:
    """The mine: a grid with a byte for each cell, and the cells of the cards in the order in which they were laid.

    Immutable; derived values are cached.
    """

    __slots__ = ("__dict__", "cards", "grid", "plan")

    def __init__(self, plan: Plan, grid: bytes, cards: tuple[int, ...]) -> None:
        self.plan, self.grid, self.cards = plan, grid, cards

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self.grid == other.grid and self.cards == other.cards and self.plan == other.plan

    def __hash__(self) -> int:
        return hash((self.grid, self.cards))

    def __reduce__(self) -> tuple[object, ...]:
        return Board, (self.plan, self.grid, self.cards)

    def at(self, x: int, y: int) -> int:
        """The byte in the grid for the cell at these coordinates."""
        return self.grid[self.plan.place(x, y)]

    def is_hidden(self, place: int) -> bool:
        """Whether a face-down goal lies at this index of the grid."""
        return self.grid[place] == HIDDEN

    def with_card(self, place: int, bits: int) -> Board:
        """The board with one more card of this shape; does not check that the card fits."""
        return self._changed(place, bits, (*self.cards, place))

    def without(self, place: int) -> Board:
        """The board after a rockfall removed the card at this index of the grid."""
        return self._changed(place, 0, tuple([each for each in self.cards if each != place]))

    def with_goal(self, place: int, face: str, arrivals: int) -> Board:
        """The board with a goal turned face up.

        The gold is open on all sides. A stone is turned so that the path that arrives on the sides `arrivals` (bits)
        continues. If it continues in both positions, the stone is turned so that it fits the neighbouring cards best.
        """
        if face == "gold":
            return self._changed(place, FIXED | OPEN, self.cards)
        must, never = self.around(place)
        ways = shape(face), turned(shape(face))
        best = max(
            ways, key=lambda way: ((way & arrivals).bit_count(), (way & must).bit_count() - (way & never).bit_count())
        )
        return self._changed(place, FIXED | best, self.cards)

    def around(self, place: int) -> tuple[int, int]:
        """The sides on which a neighbouring card is open towards the cell, and the sides on which one is closed."""
        must = never = 0
        grid = self.grid
        for side, step, back in self.plan.steps:
            there = grid[place + step]
            if there & OPEN:
                if there & back:
                    must |= side
                else:
                    never |= side
        return must, never

    @cached_property
    def reach(self) -> Reach:
        """The part of the mine that paths connect to the start; see `Reach`. O(n) for n cards."""
        grid, steps = self.grid, self.plan.steps
        places, waiting, edge = {self.plan.home}, [self.plan.home], set()
        goals: dict[int, int] = {}
        while waiting:
            place = waiting.pop()
            card = grid[place]
            if card & DEAD:
                continue
            for side, step, back in steps:
                if card & side:
                    near = place + step
                    there = grid[near]
                    if not there:
                        edge.add(near)
                    elif there & back:
                        if near not in places:
                            places.add(near)
                            waiting.append(near)
                    elif there == HIDDEN:
                        goals[near] = goals.get(near, 0) | back
        return Reach(frozenset(places), frozenset(edge), tuple(sorted(goals.items())))

    @cached_property
    def openings(self) -> tuple[tuple[int, tuple[Any, ...]], ...]:
        """For each cell where a card can be laid, the shapes that fit there, and the actions that change this cell.

        O(k log k) for k cells.
        """
        joining, plan = self.joining, self.plan
        places = sorted(self.reach.edge if plan.connected else joining)
        return tuple([(joining[place], plan.changes_at(place)) for place in places])

    @cached_property
    def joining(self) -> dict[int, int]:
        """For each empty cell next to an open side, the set of shapes that fit there, as bits. O(k) for k cells."""
        shapes: dict[int, int] = {}
        for place in (self.plan.home, *self.plan.ends, *self.cards):
            self._join(shapes, place)
        return shapes

    def _join(self, joining: dict[int, int], place: int) -> None:
        """Recompute in `joining` the shapes that fit in a cell and in its four neighbours."""
        for near in (place, *[place + step for _, step, _ in self.plan.steps]):
            joining.pop(near, None)
            if not self.grid[near]:
                must, never = self.around(near)
                if must:
                    joining[near] = MATCHING[must + 16 * never]

    @property
    def rockfalls(self) -> tuple[Rockfall, ...]:
        """The possible rockfalls; not cached, since a cached value would show that a player has a rockfall card."""
        return tuple([self.plan.changes_at(place)[-1] for place in self.cards])

    @property
    def leads_to_goal(self) -> bool:
        """Whether any card, connected to the start or not, is open towards a face-down goal."""
        grid = self.grid
        for end in self.plan.ends:
            if grid[end] == HIDDEN:
                for _, step, back in self.plan.steps:
                    if grid[end + step] & back:
                        return True
        return False

    def fits(self, shapes: Sequence[int]) -> list[Lay]:
        """The ways to lay cards of these shapes without turning them. O(k m) for k cells and m shapes."""
        held = 0
        for bits in shapes:
            held |= 1 << bits
        return [
            here[bits] for matching, here in self.openings if matching & held for bits in shapes if matching >> bits & 1
        ]

    def _changed(self, place: int, byte: int, cards: tuple[int, ...]) -> Board:
        """The board with a different byte in one cell; cached values of other cells are reused."""
        grid = self.grid
        board = Board(self.plan, b"%b%c%b" % (grid[:place], byte, grid[place + 1 :]), cards)
        if "joining" in self.__dict__:
            board.__dict__["joining"] = joining = self.joining.copy()
            board._join(joining, place)
        return board


PATHS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
DEAD_ENDS = " ╹╺╚╻║╔╠╸╝═╩╗╣╦╬"  # a sign for each sum of open sides: top 1, right 2, bottom 4, left 8


def used(board: Board, margin: int = 1) -> tuple[range, range]:
    """The columns and rows that contain cards, extended by the margin."""
    plan = board.plan
    cells = [plan.start, *plan.goals, *map(plan.cell, board.cards)]
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    columns = range(max(min(xs) - margin, plan.left), min(max(xs) + margin, plan.right) + 1)
    return columns, range(max(min(ys) - margin, plan.top), min(max(ys) + margin, plan.bottom) + 1)


def drawing(board: Board, margin: int = 1) -> str:
    """The used part of the mine as text, with the numbers of columns and rows."""
    columns, rows = used(board, margin)
    head = "    " + "".join(f"{x:>3}" for x in columns)
    return "\n".join([head, *(f"{y:>3} " + "".join(_signs(board, x, y) for x in columns) for y in rows)])


def _signs(board: Board, x: int, y: int) -> str:
    """The three characters that draw a cell; horizontal paths continue into the neighbouring cells."""
    byte = board.at(x, y)
    if byte == HIDDEN:
        return f" {board.plan.goals.index((x, y)) + 1}?"
    if not byte:
        return "  ·"
    line = "═" if byte & DEAD else "─"
    is_gold = byte & FIXED and byte & OPEN == OPEN
    last = "S" if (x, y) == board.plan.start else "$" if is_gold else sign(byte)
    return (line if byte & 8 else " ") * 2 + last


def sign(bits: int) -> str:
    """The character that draws a card of this shape."""
    return (DEAD_ENDS if bits & DEAD else PATHS)[bits & OPEN]
