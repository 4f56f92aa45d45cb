"""Pictures of Bluff Poker: players, cup, dice, the players who know each die, bids, penalties.

Anything that the viewer does not know is drawn as ``?``: the picture uses an observation, never the state.
"""

from dataclasses import replace
from math import cos, pi, sin
from typing import NamedTuple

from games.bluff_poker.actions import CALL, DICE
from games.bluff_poker.observe import Observation, ObservedMove
from games.bluff_poker.outcomes import outcome
from games.bluff_poker.rules import Phase
from games.core.sentences import does, verb_of
from viz.boards import FELT, colour_of, footed, shown_name
from viz.canvas import Canvas, Oval, Paint, Path, Rounded, Shape, Words, fitting
from viz.theme import FILL, INK, PALE, PAPER


class Form(NamedTuple):
    """The sizes of the picture and the table, and the positions of the dice and the lifted cup, in points."""

    width: float
    height: float
    middle: tuple[float, float]
    rim: tuple[float, float]  # half the table's width and height; the players' plates are on this ellipse
    dice: tuple[float, float]
    cup: tuple[float, float]  # position of the lifted cup relative to the dice


WIDE = Form(860.0, 600.0, (430.0, 318.0), (352.0, 214.0), (430.0, 318.0), (-170.0, -6.0))
NARROW = Form(500.0, 640.0, (250.0, 338.0), (180.0, 232.0), (250.0, 420.0), (0.0, -112.0))
EDGE, LEATHER, SEAM = "#5b3a21", "#7d4a2a", "#5a331b"
BONE, HIDDEN = "#fffdf6", "#cfd6d2"
DIE = 54.0
PLATE, BUBBLE = (118.0, 54.0), (58.0, 28.0)

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Positions of the pips of each face, in steps from the centre of the die."""


def board(view: Observation, seen: ObservedMove | None = None, narrow: bool = False) -> Canvas:
    """Draw the table as seen in an observation; if `seen` is a call, with the cup lifted and all dice shown."""
    form = NARROW if narrow else WIDE
    lifted = seen is not None and seen.action == CALL
    if seen is not None and lifted:
        view = replace(view, dice=seen.dice)
    headline = said = _headline(view, lifted)
    if view.phase is Phase.ROLL:
        said = does(view.rules.names[view.current], "throws")
    if view.phase is Phase.DRAW:
        said = "who starts?"
    (x, y), (wide, high) = form.middle, form.rim
    shapes: list[Shape] = [
        Oval(x, y + 5, wide + 17, high + 17, Paint("#000000", opacity=0.14)),
        Oval(x, y, wide + 15, high + 15, Paint(EDGE)),
        Oval(x, y, wide, high, Paint(FELT)),
        Oval(x, y, wide - 14, high - 14, Paint(None, "#ffffff", 1.0, opacity=0.25)),
        Words(28, 34, f"Round {view.round}" if view.round else "Bluff Poker", 20, INK, True, "start"),
        Words(form.width - 28, 34, said, fitting(said, 15, form.width - 190), INK, False, "end"),
        *_dice(view, lifted, form),
        *_players(view, form),
    ]
    canvas = Canvas(form.width, form.height, tuple(shapes), f"Bluff Poker, round {view.round}: {headline}")
    signs = ["dots below a die: who knows it", f"dots below a name: penalties of {view.rules.bearable}"]
    return footed(canvas, view, signs, "all dice shown")


def _headline(view: Observation, lifted: bool) -> str:
    who = view.rules.names[view.current]
    if lifted:
        return f"{does(who, 'calls')} {view.bid}: the dice are {outcome(view.dice)}"
    if view.phase is Phase.CUP:
        return f"{does(who, 'believes')} {view.bid}, and {verb_of(who, 'has')} the cup"
    return view.turn


def _players(view: Observation, form: Form) -> list[Shape]:
    """Draw the name plates of the players with their bids, clockwise around the table; the viewer is at the bottom."""
    count, first = view.rules.players, max(view.player, 0)
    last = dict(view.bids)
    shapes: list[Shape] = []
    for seat in range(count):
        angle = pi / 2 + 2 * pi * ((seat - first) % count) / count
        x, y = form.middle[0] + form.rim[0] * cos(angle), form.middle[1] + form.rim[1] * sin(angle)
        shapes += _plate(view, seat, x, y)
        if seat in last:
            (x, y), stands = _inwards(x, y, form), seat == view.bidder
            shapes.append(Rounded(x, y, *BUBBLE, 14, Paint(FILL, INK, 1.5) if stands else Paint("#e9efec", None)))
            shapes.append(Words(x, y, str(last[seat]), 15 if stands else 13, INK if stands else PALE, stands))
    return shapes


def _inwards(x: float, y: float, form: Form) -> tuple[float, float]:
    """Return the position of a player's bid, between the plate at (x, y) and the centre of the table."""
    right, down = form.middle[0] - x, form.middle[1] - y
    clear = [
        (half + other / 2 + 7) / abs(way)
        for half, other, way in ((PLATE[0] / 2, BUBBLE[0], right), (PLATE[1] / 2, BUBBLE[1], down))
        if abs(way) > 1
    ]
    return x + right * min(clear), y + down * min(clear)


def _plate(view: Observation, seat: int, x: float, y: float) -> list[Shape]:
    rules = view.rules
    shown = shown_name(view, seat)
    size = fitting(shown, 15, PLATE[0] - 16)
    turn = seat == view.current and view.phase not in (Phase.OVER, Phase.DRAW)
    out = not rules.is_in(seat, view.penalties)
    fill = FILL if turn else "#e4e4e4" if out else PAPER
    shapes: list[Shape] = [
        Rounded(x, y + 2, *PLATE, 12, Paint("#000000", opacity=0.2)),
        Rounded(x, y, *PLATE, 12, Paint(fill, colour_of(seat), 3)),
        Words(x, y - 10, shown, size, colour_of(seat), True),
    ]
    paid, most, colour = view.penalties[seat], rules.bearable, colour_of(seat)
    if most > 8:
        return [*shapes, Words(x, y + 13, f"{paid} of {most}", 11, INK)]
    left = x - 12 * (most - 1) / 2  # a dot for each possible penalty, filled for each one taken
    dots = [Oval(left + 12 * i, y + 13, 4, 4, Paint(colour if i < paid else None, colour, 1.3)) for i in range(most)]
    return [*shapes, *dots]


def _dice(view: Observation, lifted: bool, form: Form) -> list[Shape]:
    if view.phase is Phase.DRAW:
        return []
    x, y = form.dice
    under = [die for die in DICE if die not in view.outside or lifted]
    beside = [] if lifted else [die for die in DICE if die in view.outside]
    left = x - (0.5 * len(beside) * (DIE + 14) + 20 if beside and under else 0.0)
    shapes: list[Shape] = []
    if under or not beside:
        x_up, y_up = left + form.cup[0], y + form.cup[1]
        cup: list[Shape] = [
            Rounded(x_up, y_up, 66, 84, 12, Paint(LEATHER, SEAM, 2), turn=-18),
            Rounded(x_up + 13, y_up + 40, 78, 10, 5, Paint(SEAM), turn=-18),
        ]
        shapes += cup if lifted else _cup(left, y - 4, 2 + len(under) * (DIE + 12) + 26)
    shapes += _row(view, under, left, y)
    right = left + (len(under) * (DIE + 12) + 28) / 2 + 34 + (len(beside) * (DIE + 12)) / 2 if under else x
    return shapes + _row(view, beside, right, y)


def _cup(x: float, y: float, width: float) -> list[Shape]:
    top, bottom, half = y - 68, y + 52, max(width, 110.0) / 2
    steps = (
        ("M", (x - half, bottom)),
        ("L", (x - half + 14, top + 16)),
        ("C", (x - half + 16, top, x - half + 22, top, x - half + 34, top)),
        ("L", (x + half - 34, top)),
        ("C", (x + half - 22, top, x + half - 16, top, x + half - 14, top + 16)),
        ("L", (x + half, bottom)),
        ("Z", ()),
    )
    return [
        Path(steps, Paint(LEATHER, opacity=0.8)),
        Path(steps, Paint(None, SEAM, 2)),
        Rounded(x, bottom, 2 * half + 10, 10, 5, Paint(SEAM)),
    ]


def _row(view: Observation, dice: list[int], x: float, y: float) -> list[Shape]:
    left = x - (len(dice) - 1) * (DIE + 12) / 2
    return [shape for i, die in enumerate(dice) for shape in _die(view, die, left + i * (DIE + 12), y - 6)]


def _die(view: Observation, die: int, x: float, y: float) -> list[Shape]:
    value, air = view.dice[die - 1], view.phase is Phase.ROLL and not view.knowers[die - 1]
    turn = (-14.0, 9.0, -6.0)[die - 1] if air else 0.0
    y -= 12 if air else 0
    shapes: list[Shape] = [Rounded(x, y + 2, DIE, DIE, 11, Paint("#000000", opacity=0.25), turn)]
    if value:
        shapes.append(Rounded(x, y, DIE, DIE, 11, Paint(BONE, "#b9b2a0", 1.2), turn))
        step = DIE * 0.27
        shapes += [Oval(x + step * i, y + step * j, 5.1, 5.1, Paint(INK)) for i, j in PIPS[value]]
    else:
        shapes.append(Rounded(x, y, DIE, DIE, 11, Paint(HIDDEN, "#8b9590", 1.2, (4, 3)), turn))
        shapes.append(Words(x, y, "?", 28, "#55605b", True, turn=turn))
    shapes.append(Words(x, y - DIE / 2 - 10, f"die{die}", 12, "#e8efe9"))
    who = [seat for seat in range(view.rules.players) if view.knowers[die - 1] >> seat & 1]
    step = min(11.0, (DIE - 6) / max(1, len(who) - 1)) if len(who) > 1 else 0.0
    left = x - step * (len(who) - 1) / 2
    for i, seat in enumerate(who):  # a dot in the colour of each player who knows the die
        shapes.append(Oval(left + step * i, y + DIE / 2 + 13, 4.4, 4.4, Paint(colour_of(seat), PAPER, 1)))
    return shapes
