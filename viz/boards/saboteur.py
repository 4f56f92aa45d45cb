"""Pictures of Saboteur: the mine (the cards on the board), and the players with tools, cards and claims.

The players are on the left of the mine, on narrow screens below it.
Cards that the viewer does not know lie face down: the picture uses the viewer's observation, never the state.
"""

from dataclasses import dataclass
from functools import cached_property
from math import ceil, cos, pi, sin
from typing import Any

from games.core.sentences import does
from games.saboteur.actions import Break, Look, Repair, Say, verb_phrase
from games.saboteur.observe import Observation, ObservedMove
from games.saboteur.rules import DECIDING, Phase, moment
from games.saboteur.tunnels.board import FIXED, HIDDEN, Lay, Rockfall, used
from games.saboteur.tunnels.cards import BOTTOM, DEAD, LEFT, OPEN, PATH_NAMES, SIDES, TOP, shape
from viz.boards import GREEN, RED, colour_of, footed, shown_name
from viz.canvas import Canvas, Oval, Paint, Path, Rounded, Shape, Words, fitting, polyline, text_width
from viz.theme import INK, PALE, PAPER

ROCK, EDGE, TUNNEL, RUBBLE = "#8a6d4f", "#4a3726", "#f4e2b8", "#ff6a4d"
NUGGET, NUGGET_EDGE, STONE, STONE_EDGE = "#ffc72c", "#9a6a00", "#b8b8b4", "#6a6a66"
BACK, BACK_EDGE = "#5f6f80", "#3c4854"
RED_PALE, GREEN_PALE = "#f9d0cb", "#cdebd6"
MAP, FALL = "#dbe7f2", "#dedad2"


def path_card(bits: int, x: float, y: float, width: float, height: float) -> list[Shape]:
    """Draw a path card with tunnels from the open sides in `bits` to the centre; in a dead end they do not meet."""
    rock = Rounded(x, y, width, height, 0.09 * width, Paint(ROCK, EDGE, max(0.6, 0.025 * width)))
    sides = [side for side in SIDES if bits & side]
    reach = 0.4 if bits & DEAD else 1.0
    bore = 0.3 * width
    walls = [_tunnel(side, x, y, width, height, bore + 0.09 * width, reach, EDGE) for side in sides]
    floors = [_tunnel(side, x, y, width, height, bore, reach, TUNNEL) for side in sides]
    if bits & DEAD:
        size, stroke = 0.15 * width, Paint(None, RUBBLE, max(1.2, 0.075 * width))
        return [rock, *walls, *floors, *_strokes(x, y, size, stroke)]
    wall, floor = (
        Oval(x, y, bore / 2 + more, bore / 2 + more, Paint(EDGE if more else TUNNEL)) for more in (0.045 * width, 0)
    )
    return [rock, *walls, wall, *floors, floor]


def _tunnel(
    side: int, x: float, y: float, width: float, height: float, bore: float, reach: float, colour: str
) -> Shape:
    """Draw a tunnel from a side of the card towards the centre; `reach` is the fraction of the way it covers."""
    upright = side in (TOP, BOTTOM)
    length = (height if upright else width) / 2 * reach
    away = ((height if upright else width) - length) / 2 * (-1 if side in (TOP, LEFT) else 1)
    if upright:
        return Rounded(x, y + away, bore, length, 0, Paint(colour))
    return Rounded(x + away, y, length, bore, 0, Paint(colour))


def start_card(bits: int, x: float, y: float, width: float, height: float) -> list[Shape]:
    """Draw the start card, with tunnels and a ladder."""
    half, long, line = 0.09 * width, 0.26 * height, Paint(None, EDGE, max(1.0, 0.04 * width))
    rails = [polyline(line, (x + each, y - long), (x + each, y + long)) for each in (-half, half)]
    heights = [y + long * each for each in (-0.7, -0.35, 0.0, 0.35, 0.7)]
    steps = [polyline(line, (x - half, height), (x + half, height)) for height in heights]
    return [*path_card(bits, x, y, width, height), *rails, *steps]


def card_back(x: float, y: float, width: float, height: float, text: str = "") -> list[Shape]:
    """Draw a card face down, with an optional text."""
    frame = Rounded(x, y, 0.8 * width, height - 0.2 * width, 0.06 * width, Paint(None, "#ffffff", 0.8, opacity=0.45))
    back = Rounded(x, y, width, height, 0.09 * width, Paint(BACK, BACK_EDGE, max(0.6, 0.025 * width)))
    return [back, frame, *([Words(x, y, text, 0.42 * width, PAPER, True)] if text else [])]


def face_sign(face: str, x: float, y: float, size: float) -> list[Shape]:
    """Draw the symbol on a goal card: a nugget for gold, a boulder for stone."""
    if face == "gold":
        paint = Paint(NUGGET, NUGGET_EDGE, max(0.7, 0.06 * size))
        lumps = ((-0.34, 0.16), (0.34, 0.2), (0.0, -0.2))
        return [Oval(x + i * size, y + j * size, 0.36 * size, 0.29 * size, paint) for i, j in lumps]
    corners = [(x + size * 0.62 * cos(a) * r, y + size * 0.5 * sin(a) * r) for a, r in _BOULDER]
    return [polyline(Paint(STONE, STONE_EDGE, max(0.7, 0.06 * size)), *corners, is_closed=True)]


_BOULDER = tuple((2 * pi * i / 7 + 0.3, (1.0, 0.86, 1.0, 0.9, 1.0, 0.84, 0.95)[i]) for i in range(7))


def hand_card(name: str, x: float, y: float, width: float, height: float) -> list[Shape]:
    """Draw a card in a player's hand, face up, with its centre at (x, y)."""
    if name in PATH_NAMES:
        return path_card(shape(name), x, y, width, height)
    if name == "map":
        return [_sheet(MAP, x, y, width, height), *_map_sign(x, y, width)]
    if name == "rockfall":
        places = ((-0.2, 0.2, 0.34), (0.2, 0.22, 0.3), (0.02, -0.12, 0.32))
        rocks = [s for i, j, size in places for s in face_sign("stone", x + i * width, y + j * width, size * width)]
        return [_sheet(FALL, x, y, width, height), *rocks]
    kind, _, tools = name.partition("-")
    colour, line = (RED_PALE, RED) if kind == "broken" else (GREEN_PALE, GREEN)
    names = tools.split("+")
    shapes: list[Shape] = [_sheet(colour, x, y, width, height)]
    size = 0.62 * width / len(names) ** 0.5
    for i, tool in enumerate(names):
        shapes += tool_sign(tool, x, y + (i - (len(names) - 1) / 2) * 0.42 * height, size, line)
    return shapes + (_cross(x, y, 0.36 * width) if kind == "broken" else [])


def _sheet(colour: str, x: float, y: float, width: float, height: float) -> Shape:
    return Rounded(x, y, width, height, 0.09 * width, Paint(colour, EDGE, max(0.6, 0.025 * width)))


def _map_sign(x: float, y: float, width: float) -> list[Shape]:
    """Draw the symbol of a map card: a dotted path to a cross."""
    curve = tuple(each for i, j in ((-0.34, 0.1), (0.3, 0.12), (0.14, -0.2)) for each in (x + i * width, y + j * width))
    dashes = Paint(None, INK, 0.05 * width, (0.09 * width, 0.07 * width))
    way = Path((("M", (x - 0.28 * width, y + 0.42 * width)), ("C", curve)), dashes)
    return [way, *_cross(x + 0.14 * width, y - 0.34 * width, 0.15 * width)]


def _cross(x: float, y: float, size: float) -> list[Shape]:
    return _strokes(x, y, size, Paint(None, RED, max(1.1, 0.24 * size)))


def _strokes(x: float, y: float, size: float, stroke: Paint) -> list[Shape]:
    """Draw the two strokes of a cross; `size` is half its width."""
    return [polyline(stroke, (x - each, y - size), (x + each, y + size)) for each in (size, -size)]


def tool_sign(tool: str, x: float, y: float, size: float, colour: str) -> list[Shape]:
    """Draw the symbol of a tool in a square: a lamp, a cart, or for any other tool a pick."""
    line, full, h = Paint(None, colour, max(0.9, 0.12 * size)), Paint(colour), size / 2
    if tool == "lamp":
        return _lamp(x, y, h, line, full)
    if tool == "cart":
        low, high = y + 0.35 * h, y - 0.6 * h
        corners = (x - h, high), (x + h, high), (x + 0.7 * h, low), (x - 0.7 * h, low)
        rim = Paint(PAPER, colour, max(0.8, 0.1 * size))
        wheels = [Oval(x + each * h, y + 0.62 * h, 0.27 * h, 0.27 * h, rim) for each in (-0.4, 0.4)]
        return [polyline(full, *corners, is_closed=True), *wheels]
    curve = (x - 0.35 * h, y - 1.15 * h, x + 1.15 * h, y - 0.75 * h, x + 0.95 * h, y + 0.55 * h)
    return [
        polyline(line, (x - 0.85 * h, y + 0.95 * h), (x + 0.42 * h, y - 0.42 * h)),
        Path((("M", (x - 0.75 * h, y - 0.85 * h)), ("C", curve)), line),
    ]


def _lamp(x: float, y: float, h: float, line: Paint, full: Paint) -> list[Shape]:
    hood = (x - 0.75 * h, y - 0.3 * h), (x, y - 0.95 * h), (x + 0.75 * h, y - 0.3 * h)
    return [
        Rounded(x, y + 0.3 * h, 1.0 * h, 1.1 * h, 0.1 * h, Paint("#ffe487", line.stroke, line.width)),
        polyline(full, *hood, is_closed=True),
        Rounded(x, y + 0.9 * h, 1.4 * h, 0.3 * h, 0.1 * h, full),
        Oval(x, y + 0.35 * h, 0.2 * h, 0.3 * h, Paint("#ff9d2e")),
    ]


EDGES, HEAD, FOOT, GAP = 26.0, 62.0, 34.0, 12.0
PLATE = (316.0, 124.0)
MOST = 5  # the largest number of players in a column of a wide table
CELL = (54.0, 66.0)
CARD = (52.4, 64.4)
HAND = (25.0, 33.0)
SURE = 0.92  # the proportion of its space that a name may take, since the widths of texts are estimates
EARTH, LINES = "#f4eddf", "#dccdb2"
ROLES = {True: ("saboteur", "#8d1c14"), False: ("miner", "#1f5f8b"), None: ("role ?", "#8a8a8a")}


def board(view: Observation, seen: ObservedMove | None = None, narrow: bool = False) -> Canvas:
    """Draw the table as seen in an observation; the current action, `seen`, is marked."""
    return _Table(view, None if seen is None else seen.action, narrow).canvas()


@dataclass(frozen=True)
class _Table:
    view: Observation
    action: Any
    narrow: bool

    @cached_property
    def window(self) -> tuple[range, range]:
        """The ranges of columns and rows of the mine that the picture shows."""
        columns, rows = used(self.view.board)
        if isinstance(self.action, (Lay, Rockfall)):  # a card laid at the edge also gets a margin
            x, y, plan = self.action.x, self.action.y, self.view.rules.plan
            columns = range(max(plan.left, min(columns.start, x - 1)), min(plan.right + 1, max(columns.stop, x + 2)))
            rows = range(max(plan.top, min(rows.start, y - 1)), min(plan.bottom + 1, max(rows.stop, y + 2)))
        return columns, rows

    @cached_property
    def corner(self) -> tuple[float, float]:
        """The top left corner of the mine in the picture, without the numbers of the columns and rows."""
        if self.narrow:
            return max(EDGES + 26.0, (self.width - len(self.window[0]) * CELL[0]) / 2), HEAD + 40.0
        return EDGES + ceil(self.view.rules.players / self.column) * (PLATE[0] + GAP) + 26.0, HEAD + 20.0

    @cached_property
    def column(self) -> int:
        """The number of players' name plates in a column."""
        players = self.view.rules.players
        return players if self.narrow else ceil(players / ceil(players / MOST))

    @property
    def width(self) -> float:
        mine = len(self.window[0]) * CELL[0] + EDGES
        return max(EDGES + 26.0 + mine, PLATE[0] + 2 * EDGES) if self.narrow else self.corner[0] + mine

    @property
    def plates(self) -> tuple[float, float]:
        """The top left corner of the name plates of the players."""
        below = self.corner[1] + len(self.window[1]) * CELL[1] + GAP
        return ((self.width - PLATE[0]) / 2, below) if self.narrow else (EDGES, HEAD)

    def canvas(self) -> Canvas:
        """Draw the whole table; the latest event is above the mine, or on a narrow canvas below the title."""
        view, headline, y = self.view, self._headline(), 32.0
        mine = self.corner[1] + len(self.window[1]) * CELL[1]
        width, height = self.width, max(mine, self.plates[1] + self.column * (PLATE[1] + GAP) - GAP) + FOOT
        at = (EDGES, y + 26) if self.narrow else (self.corner[0], y)
        size = fitting(headline, 15, width - 2 * EDGES) if self.narrow else 15
        title, right = f"Saboteur, round {view.round}", width - EDGES
        shapes: list[Shape] = [
            Words(EDGES, y, title, 20, INK, True, "start"),
            Words(*at, headline, size, INK, False, "start"),
            *[s for i in (2, 1, 0) for s in card_back(right - 8 - 2 * i, y - i, 17, 23)],
            Words(right - 26, y, f"deck {view.left}", 13, INK, False, "end"),
            *self._mine(),
            *[shape for seat in range(view.rules.players) for shape in self._plate(seat)],
        ]
        signs = ["goals: what each has seen of them", "“ ”: what they said, known lies red", "tools: broken red"]
        return footed(Canvas(width, height, tuple(shapes), f"{title}: {headline}"), view, signs, "all is shown")

    def _headline(self) -> str:
        view = self.view
        who = view.rules.names[view.current]
        if view.current >= 0 and self.action is not None and view.phase in DECIDING:
            verb, rest = verb_phrase(self.action, who)
            return f"{does(who, verb)} {rest}"
        if view.phase in (Phase.REVEAL, Phase.GOLD, Phase.OVER) and view.results:
            winner = "nobody" if view.results[-1].saboteurs == () else "the saboteurs"  # None: not yet revealed
            return "the miners found the gold" if view.results[-1].found else f"{winner} won: no gold was found"
        return moment(who, view.phase)

    # The mine

    def _mine(self) -> list[Shape]:
        columns, rows = self.window
        left, top = self.corner
        width, height = len(columns) * CELL[0], len(rows) * CELL[1]
        ground = Rounded(left + width / 2, top + height / 2, width, height, 8, Paint(EARTH, LINES, 1))
        numbers: list[Shape] = [Words(self._at(x, 0)[0], top - 10, str(x), 12, PALE) for x in columns]
        numbers += [Words(left - 8, self._at(0, y)[1], str(y), 12, PALE, anchor="end") for y in rows]
        cells = [shape for y in rows for x in columns for shape in self._cell(x, y)]
        return [ground, *numbers, *cells, *self._marks()]

    def _at(self, x: int, y: int) -> tuple[float, float]:
        (left, top), (columns, rows) = self.corner, self.window
        return left + (x - columns.start + 0.5) * CELL[0], top + (y - rows.start + 0.5) * CELL[1]

    def _cell(self, x: int, y: int) -> list[Shape]:
        plan, byte = self.view.rules.plan, self.view.board.at(x, y)
        place = (*self._at(x, y), *CARD)
        if byte == HIDDEN:
            return self._goal_down(plan.goals.index((x, y)), *place)
        if not byte:
            return [Rounded(*place, 5, Paint(None, LINES, 0.8, (2, 3)))]
        if (x, y) == plan.start:
            return start_card(byte & OPEN, *place)
        card = path_card(byte & 31, *place)
        if byte & FIXED:
            face = "gold" if byte & OPEN == OPEN else "stone"
            card += [Oval(*place[:2], 16, 16, Paint("#fff8e6", EDGE, 1)), *face_sign(face, *place[:2], 17)]
        return card

    def _goal_down(self, goal: int, x: float, y: float, width: float, height: float) -> list[Shape]:
        """Draw a face-down goal card: its number and, if the viewer knows its face, a small symbol of the face."""
        face = self.view.faces[goal]
        shapes = card_back(x, y, width, height)
        shapes.append(Words(x, y - (9 if face else 0), str(goal + 1), 20, PAPER, True))
        if face:
            shapes.append(Oval(x, y + 15, 11, 11, Paint(PAPER, None, opacity=0.9)))
            shapes += face_sign(_face(face), x, y + 15, 11.5)
        return shapes

    def _marks(self) -> list[Shape]:
        action = self.action
        if isinstance(action, Lay):
            x, y = self._at(action.x, action.y)
            return [*path_card(action.shape, x, y, *CARD), _frame(x, y)]
        if isinstance(action, Rockfall):
            x, y = self._at(action.x, action.y)
            rocks = [s for i, j in ((-10, 8), (9, 10), (0, -10)) for s in face_sign("stone", x + i, y + j, 17)]
            return [*rocks, _frame(x, y, RED)]
        if isinstance(action, (Look, Say)):
            return [_frame(*self._at(*self.view.rules.plan.goals[action.goal - 1]))]
        return []

    # The players

    def _plate(self, seat: int) -> list[Shape]:
        stack, place = divmod(seat, self.column)
        left, top = self.plates[0] + stack * (PLATE[0] + GAP), self.plates[1] + place * (PLATE[1] + GAP)
        turn = seat == self.view.current and self.view.phase in DECIDING
        frame = Paint("#fff6da" if turn else PAPER, colour_of(seat), 3.0 if turn else 1.6)
        middle = left + PLATE[0] / 2, top + PLATE[1] / 2
        return [
            Rounded(*middle, *PLATE, 10, frame),
            *self._who(seat, left, top + 20),
            *self._tools(seat, left + 14, top + 48),
            *self._goals(seat, left + PLATE[0] - 14, top + 52),
            *self._hand(seat, left + 14, top + 86),
            *self._claims(seat, left + 14, top + 113),
        ]

    def _who(self, seat: int, left: float, y: float) -> list[Shape]:
        view = self.view
        shown = shown_name(view, seat)
        role, colour = ROLES[view.roles[seat]]
        x = left + PLATE[0] - 14
        gold: list[Shape] = []
        room = x - 74 - GAP - (left + 14)
        if view.gold[seat]:
            number = str(view.gold[seat])
            gold = [*face_sign("gold", x - 90, y, 11), Words(x - 100, y, number, 12, INK, True, "end")]
            room = x - 100 - text_width(number, 12, True) - GAP / 2 - (left + 14)
        badge = Paint(colour if view.roles[seat] is not None else None, colour, 1)
        ink = PAPER if view.roles[seat] is not None else colour
        return [
            Words(left + 14, y, shown, fitting(shown, 15, SURE * room), colour_of(seat), True, "start"),
            *gold,
            Rounded(x - 37, y, 74, 19, 9, badge),
            Words(x - 37, y, role, 11, ink, True),
        ]

    def _tools(self, seat: int, x: float, y: float) -> list[Shape]:
        shapes: list[Shape] = []
        for bit, tool in enumerate(self.view.rules.tools):
            width = text_width(tool, 11) + 30
            broken = bool(self.view.broken[seat] >> bit & 1)
            line, fill = (RED, RED_PALE) if broken else (GREEN, GREEN_PALE)
            shapes += [
                Rounded(x + width / 2, y, width, 20, 6, Paint(fill, line, 1.2)),
                *tool_sign(tool, x + 12, y, 11, line),
                Words(x + 22, y, tool, 11, line, broken, "start"),
            ]
            target = self.view.rules.names[seat], tool
            if isinstance(self.action, (Break, Repair)) and (self.action.player, self.action.tool) == target:
                shapes.append(Rounded(x + width / 2, y, width + 5, 25, 8, Paint(None, "#e0a100", 2.5)))
            x += width + 7
        return shapes

    def _goals(self, seat: int, right: float, y: float) -> list[Shape]:
        """Draw the goal cards as a player has seen them: a back for a face-down card that the player never saw.

        The other cards have their faces if the viewer knows them, otherwise the symbol of an eye.
        """
        view, shapes = self.view, list[Shape]()
        for goal, face in enumerate(view.faces):
            x = right - 12 - (2 - goal) * 29
            if view.board.is_hidden(view.rules.plan.ends[goal]) and not view.peeks[seat] >> goal & 1:
                shapes += card_back(x, y, 22, 28, str(goal + 1))
                continue
            shapes += [Rounded(x, y, 22, 28, 3, Paint("#fff8e6", EDGE, 1)), Words(x - 8, y - 9, str(goal + 1), 7, PALE)]
            shapes += face_sign(_face(face), x, y + 2, 13) if face else _eye(x, y + 1)
        return shapes

    def _hand(self, seat: int, x: float, y: float) -> list[Shape]:
        cards = self.view.cards[seat]
        count = self.view.hands[seat]
        backs = [None] * count if cards is None else cards
        step = min(HAND[0] + 4, (PLATE[0] - 28 - HAND[0]) / max(1, count - 1))
        shapes: list[Shape] = []
        for i, card in enumerate(backs):
            place = (x + HAND[0] / 2 + i * step, y, *HAND)
            shapes += card_back(*place) if card is None else hand_card(card, *place)
        return shapes or [Words(x, y, "no cards", 11, PALE, False, "start")]

    def _claims(self, seat: int, x: float, y: float) -> list[Shape]:
        """Draw a player's claims about the goals; claims that the viewer knows to be lies are red."""
        said = [(goal, what) for who, goal, what in self.view.claims if who == seat and what != "nothing"]
        size = fitting("".join(f"“{goal} is {what}”  " for goal, what in said), 12.0, PLATE[0] - 24)
        shapes: list[Shape] = []
        for goal, what in said:
            face, text = self.view.faces[goal - 1], f"“{goal} is {what}”"
            lie = face is not None and _face(face) != what
            shapes.append(Words(x, y, text, size, RED if lie else INK, lie, "start"))
            x += text_width(text, size, lie) + 0.8 * size
        return shapes


def _face(face: str) -> str:
    return "gold" if face == "gold" else "stone"


def _frame(x: float, y: float, colour: str = "#e0a100") -> Shape:
    return Rounded(x, y, CARD[0] + 3, CARD[1] + 3, 6, Paint(None, colour, 3.5))


def _eye(x: float, y: float) -> list[Shape]:
    upper, lower = (x - 3, y - 7, x + 3, y - 7, x + 8, y), (x + 3, y + 7, x - 3, y + 7, x - 8, y)
    lids = Path((("M", (x - 8, y)), ("C", upper), ("C", lower)), Paint(PAPER, INK, 1))
    return [lids, Oval(x, y, 2.6, 2.6, Paint(INK))]
