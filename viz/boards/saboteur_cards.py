"""The cards of Saboteur as shapes of any size: tunnels through rock, goals, tools."""

from __future__ import annotations

from math import cos, pi, sin

from games.saboteur.tunnels.cards import BOTTOM, DEAD, LEFT, PATH_NAMES, SIDES, TOP, shape
from viz.canvas import Oval, Paint, Path, Rounded, Shape, Words
from viz.theme import INK, PAPER

ROCK, EDGE, TUNNEL, RUBBLE = "#8a6d4f", "#4a3726", "#f4e2b8", "#ff6a4d"
NUGGET, NUGGET_EDGE, STONE, STONE_EDGE = "#ffc72c", "#9a6a00", "#b8b8b4", "#6a6a66"
BACK, BACK_EDGE = "#5f6f80", "#3c4854"
RED, RED_PALE, GREEN, GREEN_PALE = "#b3261e", "#f9d0cb", "#1e6e42", "#cdebd6"
MAP, FALL = "#dbe7f2", "#dedad2"


def path_card(bits: int, x: float, y: float, width: float, height: float) -> list[Shape]:
    """A path card: open sides have tunnels, which meet in the middle unless it is a dead end.

    Parameters
    ----------
    bits : int
        The shape.
    """
    return [_rock(x, y, width, height), *_tunnels(bits, x, y, width, height)]


def _tunnels(bits: int, x: float, y: float, width: float, height: float) -> list[Shape]:
    """The tunnels of a shape, first their walls, then their floors."""
    sides = [side for side in SIDES if bits & side]
    reach = 0.4 if bits & DEAD else 1.0
    bore = 0.3 * width
    walls = [_tunnel(side, x, y, width, height, bore + 0.09 * width, reach, EDGE) for side in sides]
    floors = [_tunnel(side, x, y, width, height, bore, reach, TUNNEL) for side in sides]
    if bits & DEAD:
        return [*walls, *floors, *_rubble(x, y, width)]
    wall, floor = (
        Oval(x, y, bore / 2 + more, bore / 2 + more, Paint(EDGE if more else TUNNEL)) for more in (0.045 * width, 0)
    )
    return [*walls, wall, *floors, floor]


def _rock(x: float, y: float, width: float, height: float) -> Shape:
    return Rounded(x, y, width, height, 0.09 * width, Paint(ROCK, EDGE, max(0.6, 0.025 * width)))


def _tunnel(
    side: int, x: float, y: float, width: float, height: float, bore: float, reach: float, colour: str
) -> Shape:
    """A tunnel from this side of the card to the middle, or a part of it."""
    upright = side in (TOP, BOTTOM)
    length = (height if upright else width) / 2 * reach
    away = ((height if upright else width) - length) / 2 * (-1 if side in (TOP, LEFT) else 1)
    if upright:
        return Rounded(x, y + away, bore, length, 0, Paint(colour))
    return Rounded(x + away, y, length, bore, 0, Paint(colour))


def _rubble(x: float, y: float, width: float) -> list[Shape]:
    """The cross that blocks a dead end in its middle."""
    size = 0.15 * width
    stroke = Paint(None, RUBBLE, max(1.2, 0.075 * width))
    return [
        Path((("M", (x - size, y - size)), ("L", (x + size, y + size))), stroke),
        Path((("M", (x + size, y - size)), ("L", (x - size, y + size))), stroke),
    ]


def start_card(bits: int, x: float, y: float, width: float, height: float) -> list[Shape]:
    """The start: tunnels with a ladder.

    Parameters
    ----------
    bits : int
        The shape.
    """
    half, long, line = 0.09 * width, 0.26 * height, Paint(None, EDGE, max(1.0, 0.04 * width))
    rails = [Path((("M", (x + each, y - long)), ("L", (x + each, y + long))), line) for each in (-half, half)]
    steps = [
        Path((("M", (x - half, y + long * each)), ("L", (x + half, y + long * each))), line)
        for each in (-0.7, -0.35, 0.0, 0.35, 0.7)
    ]
    return [*path_card(bits, x, y, width, height), *rails, *steps]


def card_back(x: float, y: float, width: float, height: float, text: str = "") -> list[Shape]:
    """A card face down, with an optional text."""
    frame = Rounded(x, y, 0.8 * width, height - 0.2 * width, 0.06 * width, Paint(None, "#ffffff", 0.8, opacity=0.45))
    back = Rounded(x, y, width, height, 0.09 * width, Paint(BACK, BACK_EDGE, max(0.6, 0.025 * width)))
    return [back, frame, *([Words(x, y, text, 0.42 * width, PAPER, True)] if text else [])]


def face_sign(face: str, x: float, y: float, size: float) -> list[Shape]:
    """A nugget for gold, a boulder for stone."""
    if face == "gold":
        paint = Paint(NUGGET, NUGGET_EDGE, max(0.7, 0.06 * size))
        lumps = ((-0.34, 0.16), (0.34, 0.2), (0.0, -0.2))
        return [Oval(x + i * size, y + j * size, 0.36 * size, 0.29 * size, paint) for i, j in lumps]
    corners = [(x + size * 0.62 * cos(a) * r, y + size * 0.5 * sin(a) * r) for a, r in _BOULDER]
    (first, *rest) = corners
    steps = (("M", first), *(("L", each) for each in rest), ("Z", ()))
    return [Path(steps, Paint(STONE, STONE_EDGE, max(0.7, 0.06 * size)))]


_BOULDER = tuple((2 * pi * i / 7 + 0.3, (1.0, 0.86, 1.0, 0.9, 1.0, 0.84, 0.95)[i]) for i in range(7))


def hand_card(name: str, x: float, y: float, width: float, height: float) -> list[Shape]:
    """A card in a hand."""
    if name in PATH_NAMES:
        return path_card(shape(name), x, y, width, height)
    if name == "map":
        return [_sheet(MAP, x, y, width, height), *_map_sign(x, y, width)]
    if name == "rockfall":
        return [_sheet(FALL, x, y, width, height), *_rocks(x, y, width)]
    kind, _, tools = name.partition("-")
    colour, line = (RED_PALE, RED) if kind == "broken" else (GREEN_PALE, GREEN)
    names = tools.split("+")
    shapes: list[Shape] = [_sheet(colour, x, y, width, height)]
    for i, tool in enumerate(names):
        shapes += tool_sign(
            tool, x, y + (i - (len(names) - 1) / 2) * 0.42 * height, 0.62 * width / len(names) ** 0.5, line
        )
    return shapes + (_cross(x, y, 0.36 * width) if kind == "broken" else [])


def _sheet(colour: str, x: float, y: float, width: float, height: float) -> Shape:
    return Rounded(x, y, width, height, 0.09 * width, Paint(colour, EDGE, max(0.6, 0.025 * width)))


def _map_sign(x: float, y: float, width: float) -> list[Shape]:
    """A dotted way to a cross."""
    way = Path(
        (("M", (x - 0.28 * width, y + 0.42 * width)), ("C", _flat(x, y, width))),
        Paint(None, INK, 0.05 * width, (0.09 * width, 0.07 * width)),
    )
    return [way, *_cross(x + 0.14 * width, y - 0.34 * width, 0.15 * width)]


def _flat(x: float, y: float, width: float) -> tuple[float, ...]:
    points = ((-0.34, 0.1), (0.3, 0.12), (0.14, -0.2))
    return tuple(each for i, j in points for each in (x + i * width, y + j * width))


def _rocks(x: float, y: float, width: float) -> list[Shape]:
    places = ((-0.2, 0.2, 0.34), (0.2, 0.22, 0.3), (0.02, -0.12, 0.32))
    return [s for i, j, size in places for s in face_sign("stone", x + i * width, y + j * width, size * width)]


def _cross(x: float, y: float, size: float) -> list[Shape]:
    stroke = Paint(None, RED, max(1.1, 0.24 * size))
    ways = (((-1, -1), (1, 1)), ((1, -1), (-1, 1)))
    return [
        Path((("M", (x + size * a, y + size * b)), ("L", (x + size * c, y + size * d))), stroke)
        for (a, b), (c, d) in ways
    ]


def tool_sign(tool: str, x: float, y: float, size: float, colour: str) -> list[Shape]:
    """A lamp, a cart, or a pick, which also represents any tool, in a square."""
    line, full, h = Paint(None, colour, max(0.9, 0.12 * size)), Paint(colour), size / 2
    if tool == "lamp":
        return _lamp(x, y, h, line, full)
    if tool == "cart":
        box = (("M", (x - h, y - 0.6 * h)), ("L", (x + h, y - 0.6 * h)), ("L", (x + 0.7 * h, y + 0.35 * h)))
        return [
            Path((*box, ("L", (x - 0.7 * h, y + 0.35 * h)), ("Z", ())), full),
            *[
                Oval(x + each * h, y + 0.62 * h, 0.27 * h, 0.27 * h, Paint(PAPER, colour, max(0.8, 0.1 * size)))
                for each in (-0.4, 0.4)
            ],
        ]
    curve = (x - 0.35 * h, y - 1.15 * h, x + 1.15 * h, y - 0.75 * h, x + 0.95 * h, y + 0.55 * h)
    return [
        Path((("M", (x - 0.85 * h, y + 0.95 * h)), ("L", (x + 0.42 * h, y - 0.42 * h))), line),
        Path((("M", (x - 0.75 * h, y - 0.85 * h)), ("C", curve)), line),
    ]


def _lamp(x: float, y: float, h: float, line: Paint, full: Paint) -> list[Shape]:
    """A lantern with a flame and a hood."""
    hood = (("M", (x - 0.75 * h, y - 0.3 * h)), ("L", (x, y - 0.95 * h)), ("L", (x + 0.75 * h, y - 0.3 * h)), ("Z", ()))
    return [
        Rounded(x, y + 0.3 * h, 1.0 * h, 1.1 * h, 0.1 * h, Paint("#ffe487", line.stroke, line.width)),
        Path(hood, full),
        Rounded(x, y + 0.9 * h, 1.4 * h, 0.3 * h, 0.1 * h, full),
        Oval(x, y + 0.35 * h, 0.2 * h, 0.3 * h, Paint("#ff9d2e")),
    ]
