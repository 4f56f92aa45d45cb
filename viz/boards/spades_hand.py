"""Pictures of a bid at Spades by the agent BIS, with its reasons: expected tricks, chances of nil, success curve."""

from games.spades.bidding.bis import Bidding
from games.spades.bidding.hand_value import Line, shipped
from games.spades.bidding.situation import BLIND, SIDE, SPADES, sign_of
from games.spades.commands import Explained, blind_rows, said, title
from viz.boards import RED
from viz.canvas import Canvas, Paint, Rounded, Shape, Words, polyline
from viz.theme import COLOURS, FILL, GHOST, INK, PALE, PAPER

WIDTH, TOP, ROW = 980.0, 84.0, 30.0
LEFT, BAR, LABEL = 28.0, 190.0, 138.0  # left edge of the takes (expected tricks), length of one trick, width of a name
NIL_LEFT, NIL_BAR = 640.0, 132.0
PLOT = (690.0, 262.0, 250.0, 170.0)  # the plot of the success curve: left, top, width, height
STEPS = 40
KINDS = {"side card": COLOURS[0], "high spade": COLOURS[4], "long spade": COLOURS[6], "cut": COLOURS[2]}


def picture(explained: Explained) -> Canvas:
    """Draw a bid with the reasons for it."""
    bidding, lines = explained.bidding, _lines(explained)
    rows = [*bidding.takes.counted, *bidding.takes.instead]
    height = max(PLOT[1] + PLOT[3] + 110, TOP + ROW * (len(rows) + 4) + 80) + 22 * (len(lines) - 1)
    shapes: list[Shape] = [
        _bold(LEFT, 26, title(bidding), 15),
        *_takes(bidding),
        *_nil(bidding),
        *_curve(bidding),
        *_bid(f"bid {said(explained.bid)}", lines, height),
    ]
    return Canvas(WIDTH, height, tuple(shapes), f"BIS bids {said(explained.bid)} with {bidding.hand.shown}")


def _bold(x: float, y: float, text: str, size: float = 12) -> Shape:
    return Words(x, y, text, size, INK, True, "start")


def _takes(bidding: Bidding) -> list[Shape]:
    """Draw a bar for each take, and the sum; takes by spades that are kept for cuts do not count and are outlined."""
    shapes: list[Shape] = [_bold(LEFT, TOP - 24, "Regular takes", 13)]
    takes = [*bidding.takes.counted, *bidding.takes.instead]
    for number, take in enumerate(takes):
        y, counts = TOP + ROW * number, number < len(bidding.takes.counted)
        length, colour = BAR * float(take.value), KINDS[take.kind]
        ink, paint = INK if counts else PALE, Paint(colour if counts else None, colour, 1.2)
        shapes += [
            Words(LEFT, y, take.what, 12, ink, counts, "start"),
            Rounded(LEFT + LABEL + length / 2, y, length, 16, 3, paint),
            Words(LEFT + LABEL + BAR + 10, y, f"{float(take.value):.3f}", 12, ink, False, "start"),
            Words(LEFT + LABEL + BAR + 62, y, take.kind if counts else "kept for a cut", 11, PALE, False, "start"),
        ]
    y = TOP + ROW * len(takes) + 8
    rounded = f"{float(bidding.takes.total):.3f} {bidding.shift:+.3f} by the bids before, rounded: {bidding.regular}"
    return [*shapes, _bold(LEFT, y, "together"), _bold(LEFT + LABEL, y, rounded)]


def _nil(bidding: Bidding) -> list[Shape]:
    shapes: list[Shape] = [_bold(NIL_LEFT, TOP - 24, "Nil, suit by suit", 13)]
    for number, suit in enumerate((SPADES, *SIDE)):
        y, chance = TOP + 26 * number, float(bidding.nil.suits[suit])
        colour = RED if suit in (1, 2) else INK
        left, cards = NIL_LEFT + 112, f"{sign_of(suit)} {bidding.hand.ranks(suit) or '-'}"
        shapes += [
            Words(NIL_LEFT, y, cards, min(12, 150 / len(cards)), colour, True, "start"),
            Rounded(left + NIL_BAR / 2, y, NIL_BAR, 12, 3, Paint(None, GHOST, 0.8)),
            Words(WIDTH - LEFT, y, f"{chance:.4f}", 11, INK, False, "end"),
        ]
        if chance > 0:
            shapes.append(Rounded(left + NIL_BAR * chance / 2, y, NIL_BAR * chance, 12, 3, Paint(colour)))
    void = ", x 1.15 for the void" if bidding.nil.has_void else ""
    return [*shapes, _bold(NIL_LEFT, TOP + 26 * 4 + 4, f"nil value {float(bidding.nil.value):.4f}{void}")]


def _spot(value: float, chance: float) -> tuple[float, float]:
    left, top, width, height = PLOT
    return left + width * value, top + height * (1 - chance)


def _curve(bidding: Bidding) -> list[Shape]:
    """Plot the probability that nil succeeds against the `NilValue`; mark the required probability and this hand."""
    left, top, width, height = PLOT
    curve: Line = shipped().curve(bidding.situation.before)
    line = [_spot(step / STEPS, curve.chance(step / STEPS)) for step in range(STEPS + 1)]
    points = bidding.situation.nil
    needed = (1 + bidding.threshold / points) / 2 if points else 1.0  # certainty, if nil gives no points
    value = float(bidding.nil.value)
    x, y = _spot(value, bidding.chance)
    axes = [Words(left - 8, _spot(0, tick)[1], f"{tick:.0%}", 10, PALE, False, "end") for tick in (0, 0.5, 1)]
    axes += [Words(_spot(tick, 0)[0], top + height + 14, f"{tick:g}", 10, PALE) for tick in (0, 0.5, 1)]
    aside, below = (66, 14 if y < top + height - 24 else -12) if value < 0.5 else (-60, -12)
    return [
        _bold(NIL_LEFT, top - 26, "Chance that nil succeeds after these bids", 13),
        Rounded(left + width / 2, top + height / 2, width, height, 2, Paint(PAPER, GHOST, 0.8)),
        polyline(Paint(None, RED, 1.8, (5, 4)), _spot(0, needed), _spot(1, needed)),
        Words(left + width - 4, _spot(0, needed)[1] + 10, f"needed: {needed:.1%}", 10, RED, False, "end"),
        polyline(Paint(None, COLOURS[0], 1.8), *line),
        Rounded(x, y, 11, 11, 5.5, Paint(FILL, INK, 1.2)),
        Words(x + aside, y + below, f"this hand: {bidding.chance:.1%}", 11, INK, True),
        *axes,
        Words(left + width / 2, top + height + 30, "nil value", 11, PALE),
    ]


def _lines(explained: Explained) -> list[str]:
    """Return lines of text: the value of a blind nil, the points of nil, and the rules that determined the bid."""
    bidding, unseen = explained.bidding, explained.unseen
    looked = "Had the cards been looked at: " if explained.bid == BLIND else ""
    points = f"Nil is expected to give {bidding.expected:+.1f} points; it needs more than {bidding.threshold:+.1f}."
    first = str.lower if looked else str.upper
    seen = [f"{looked}{first(each[0])}{each[1:]}." for each in (points[:-1], *bidding.notes)]
    if unseen is None:
        return seen
    chance, expected, (_, is_bid, why) = blind_rows(unseen, bidding.situation)
    worth = f"{' '.join(chance[:2])}; {' '.join(expected[:2])}"
    return [f"Blind nil, before the hand is seen: {worth}; bid: {is_bid}, {why}.", *seen]


def _bid(bid: str, lines: list[str], height: float) -> list[Shape]:
    first, width = height - 34 - 22 * (len(lines) - 1), max(120, 11.0 * len(bid))
    x, y = LEFT + width + 30, [first + 22 * number for number in range(len(lines))]
    words = [Words(x, place, line, 12, INK, False, "start") for place, line in zip(y, lines, strict=True)]
    badge = Rounded(LEFT + width / 2, first + 2, width, 36, 10, Paint(FILL, INK, 1.2))
    return [*words, badge, Words(LEFT + width / 2, first + 2, bid, 17, INK, True)]
