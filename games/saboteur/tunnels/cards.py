"""The cards of Saboteur as data: paths by their open sides, broken and repaired tools, roles and gold.

A shape is the sum of the bits of a path card's open sides, plus `DEAD` if the card is a dead end.

The cards are those of Moyersoen, "Saboteur", Amigo (2004): 44 path cards (the start, three goals, 40 to
draw), 27 action cards, 28 gold cards.
"""

from enum import Enum
from functools import cache
from typing import NamedTuple

TOP, RIGHT, BOTTOM, LEFT = SIDES = 1, 2, 4, 8
DEAD = 16  # the bit of a shape whose sides are not connected in the middle: a dead end
OPEN = 15  # the shape that is open on all sides, as the start and the gold are

LETTERS = "TRBL"
BLOCKED = "x"  # the letter before a dead end's sides

PATH_CARDS = (
    *(("TRBL", 5), ("TRB", 5), ("TRL", 5), ("TB", 3), ("RL", 4), ("RB", 4), ("BL", 5)),
    *((BLOCKED + sides, 1) for sides in ("TRBL", "RBL", "TRB", "TB", "RL", "RB", "BL", "T", "R")),
)
"""The 40 path cards to draw: open sides and the number of copies."""

PATH_NAMES = frozenset(name for name, _ in PATH_CARDS)

MAPS, ROCKFALLS = 6, 3
BROKEN, REPAIRS, DOUBLE_REPAIRS = 3, 2, 1  # Copies: the first two for each tool, the last for each pair of tools

GOAL_FACES = ("gold", "RB", "BL")  # the face-down cards at the goals: the gold, and two stones with curves

GOLD_CARDS = {1: 16, 2: 8, 3: 4}  # the number of gold cards with each number of nuggets

SABOTEURS = {3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}
MINERS = {3: 3, 4: 4, 5: 4, 6: 5, 7: 5, 8: 6, 9: 7, 10: 7}
"""The number of miner cards, by number of players, in the official game, where one role card is left over."""
HAND = {3: 6, 4: 6, 5: 6, 6: 5, 7: 5, 8: 4, 9: 4, 10: 4}  # the number of cards in hand, by number of players
WAGES = {1: 4, 2: 3, 3: 3, 4: 2}  # the wage of each saboteur if the gold was not found, by number of saboteurs


class Use(Enum):
    """The ways to play a card."""

    __hash__ = object.__hash__  # members are compared by identity, and the hash of `Enum` is slow

    PATH = "path"
    MAP = "map"
    ROCKFALL = "rockfall"
    BREAK = "break"
    REPAIR = "repair"


class Card(NamedTuple):
    """A kind of card."""

    name: str  # without spaces, as in texts of moves: ``TRB``, ``xTB``, ``map``, ``broken-lamp``, ``repair-lamp+cart``
    copies: int
    use: Use
    shapes: tuple[int, ...] = ()  # for a path card: its shape and, if different, its shape turned by 180 degrees
    tools: tuple[str, ...] = ()  # the tool that the card breaks, or the tools of which it repairs one


def shape(name: str) -> int:
    """The shape with a name such as ``TRB`` or ``xTB``; `ValueError` if there is none."""
    sides = name.removeprefix(BLOCKED)
    bits = sum({1 << LETTERS.index(letter) for letter in sides})
    if not sides or SHAPE_NAMES[bits] != sides:
        raise ValueError(name)
    return bits | DEAD * (sides != name)


def turned(bits: int) -> int:
    """The shape turned by 180 degrees: top and bottom are swapped, and so are left and right."""
    return bits & DEAD | (bits & 3) << 2 | (bits & 12) >> 2


SHAPE_NAMES = tuple(
    BLOCKED * (bits >= DEAD) + "".join(letter for side, letter in zip(SIDES, LETTERS, strict=True) if bits & side)
    for bits in range(2 * DEAD)
)
"""The name of each shape: its open sides, after an ``x`` if it is a dead end."""


def upright(bits: int) -> str:
    """The name of the path card that has this shape when it is upright or turned."""
    name = SHAPE_NAMES[bits]
    return name if name in PATH_NAMES else SHAPE_NAMES[turned(bits)]


@cache
def deck(tools: tuple[str, ...]) -> tuple[Card, ...]:
    """The kinds of the 67 cards to draw, with three tools or with one tool that replaces all three."""
    shapes = {name: tuple(dict.fromkeys((shape(name), turned(shape(name))))) for name, _ in PATH_CARDS}
    paths = tuple(Card(name, copies, Use.PATH, shapes[name]) for name, copies in PATH_CARDS)
    plain = (Card("map", MAPS, Use.MAP), Card("rockfall", ROCKFALLS, Use.ROCKFALL))
    if len(tools) == 1:
        return (*paths, *plain, _broken(tools[0], 3 * BROKEN), _repair(tools, 3 * (REPAIRS + DOUBLE_REPAIRS)))
    pairs = tuple((one, other) for i, one in enumerate(tools) for other in tools[i + 1 :])
    return (
        *paths,
        *plain,
        *(_broken(tool, BROKEN) for tool in tools),
        *(_repair((tool,), REPAIRS) for tool in tools),
        *(_repair(pair, DOUBLE_REPAIRS) for pair in pairs),
    )


def _broken(tool: str, copies: int) -> Card:
    return Card(f"broken-{tool}", copies, Use.BREAK, tools=(tool,))


def _repair(tools: tuple[str, ...], copies: int) -> Card:
    return Card(f"repair-{'+'.join(tools)}", copies, Use.REPAIR, tools=tools)
