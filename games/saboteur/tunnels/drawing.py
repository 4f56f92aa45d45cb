"""The mine as text, a sign for each card: single lines are paths, double lines dead ends."""

from __future__ import annotations

from games.saboteur.tunnels.board import FIXED, HIDDEN, Board
from games.saboteur.tunnels.cards import DEAD, OPEN

PATHS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
DEAD_ENDS = " ╹╺╚╻║╔╠╸╝═╩╗╣╦╬"
"""A sign for each sum of open sides: top 1, right 2, bottom 4, left 8."""


def used(board: Board, margin: int = 1) -> tuple[range, range]:
    """The columns and rows of the part of the mine with cards."""
    plan = board.plan
    cells = [plan.start, *plan.goals, *map(plan.cell, board.cards)]
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    columns = range(max(min(xs) - margin, plan.left), min(max(xs) + margin, plan.right) + 1)
    return columns, range(max(min(ys) - margin, plan.top), min(max(ys) + margin, plan.bottom) + 1)


def drawing(board: Board, margin: int = 1) -> str:
    """The used part of the mine, with the numbers of columns and rows."""
    columns, rows = used(board, margin)
    head = "    " + "".join(f"{x:>3}" for x in columns)
    return "\n".join([head, *(f"{y:>3} " + "".join(_signs(board, x, y) for x in columns) for y in rows)])


def _signs(board: Board, x: int, y: int) -> str:
    """Three signs: paths to the left and to the right continue into the neighbours."""
    byte = board.at(x, y)
    if byte == HIDDEN:
        return f" {board.plan.goals.index((x, y)) + 1}?"[-3:].rjust(3)
    if not byte:
        return "  ·"
    line = "═" if byte & DEAD else "─"
    return (line if byte & 8 else " ") * 2 + _sign(board, x, y, byte)


def _sign(board: Board, x: int, y: int, byte: int) -> str:
    if (x, y) == board.plan.start:
        return "S"
    if byte & FIXED and byte & OPEN == OPEN:
        return "$"
    return sign(byte)


def sign(bits: int) -> str:
    """The sign of a card of this shape."""
    return (DEAD_ENDS if bits & DEAD else PATHS)[bits & OPEN]
