"""Pictures of Cheat: the two hands, the deck, the pile with its claims, and the calls so far.

A card that the viewer does not see is drawn as a back: the picture uses an observation, never the state.
"""

from typing import NamedTuple

from games.cheat.cards import CARDS, rank_name
from games.cheat.observe import Observation, ObservedMove
from games.cheat.rules import CALL, Called, Laid, Phase
from games.core.cards import numbers
from games.core.sentences import does, turn_of, whose
from viz.boards import CARD, GREEN, LINE, RED, card_back, card_face, cloth, footed, shown_name, titled
from viz.canvas import Canvas, Paint, Rounded, Shape, Words, text_width
from viz.theme import COLOURS, FILL, INK, PAPER

PILE_ROW = 62.0
ROWS = 5  # rows of claims in the pile
COLUMN = 250.0


class Form(NamedTuple):
    """The size of the picture and the positions of its parts, in points."""

    width: float
    height: float
    hands: tuple[float, float]  # y of the middle of the other player's cards, and of the viewer's cards
    pile: tuple[float, float]  # the first row of the pile
    deck: tuple[float, float]
    calls: tuple[float, float]  # the heading of the list of calls
    most: int  # maximum number of listed calls


WIDE = Form(980.0, 680.0, (96.0, 596.0), (214.0, 196.0), (104.0, 330.0), (734.0, 150.0), 9)
NARROW = Form(540.0, 880.0, (96.0, 800.0), (22.0, 220.0), (68.0, 610.0), (136.0, 566.0), 4)


def board(view: Observation, seen: ObservedMove | None = None, narrow: bool = False) -> Canvas:
    """Draw the table as seen in an observation; if `seen` is a call, the cards that it turns up are shown."""
    form = NARROW if narrow else WIDE
    shown = seen.shown if seen is not None and seen.action == CALL else ()
    headline, width, height = _headline(view, shown), form.width, form.height
    shapes: list[Shape] = [cloth(width, height)]
    shapes += titled(f"Round {view.round}", headline, width)
    below = max(view.player, 0)
    for seat in (1 - below, below):
        shapes += _hand(view, seat, form.hands[seat == below], form)
    (x, y), (left, top) = form.deck, form.calls
    for place in range(min(4, view.deck)):
        shapes += card_back(x + 3 * place, y - 3 * place)
    if not view.deck:
        shapes.append(Rounded(x, y, *CARD, 5, Paint(None, LINE, 1.0, (4, 3))))
    shapes.append(Words(x, y + 42, f"deck: {view.deck}", 13, LINE, True))
    shapes += _pile(view, shown or view.laid, bool(shown), *form.pile)
    shapes.append(Words(left, top, "calls" if view.calls else "nobody has called", 14, LINE, True, "start"))
    for place, call in enumerate(view.calls[-form.most :]):
        shapes += _call(view, call, left, top + 24 + 38 * place)
    said = ["yellow mark: both saw the card taken up with a pile"] if any(view.known) else []
    said += ["yellow frame: the claim that can be called"] if view.can_call else []
    return footed(Canvas(width, height, tuple(shapes), f"Cheat, round {view.round}: {headline}"), view, said)


def _headline(view: Observation, shown: tuple[Laid, ...]) -> str:
    names = view.rules.names
    if shown:
        verdict = "the claim is true" if shown[-1].is_true else "the claim is a lie"
        return f"{does(names[view.current], 'calls')} {whose(names[shown[-1].seat])} {_claim(shown[-1])}: {verdict}"
    if view.phase is Phase.OVER:
        return "a draw" if view.winner < 0 else does(names[view.winner], "wins")
    return turn_of(names[view.current], view.phase.value) if view.phase is Phase.PLAY else view.phase.value


def _claim(claim: Laid | Called) -> str:
    return f"{claim.size} {rank_name(claim.rank, claim.size)}"


def _card(number: int, x: float, y: float, is_known: bool = False) -> list[Shape]:
    """Draw a card face up, with a bar at the bottom if both players know where it is."""
    shapes = card_face(CARDS[number], x, y)
    return [*shapes, Rounded(x, y + CARD[1] / 2 - 3, CARD[0] - 8, 4, 2, Paint(FILL, INK, 0.5))] if is_known else shapes


def _hand(view: Observation, seat: int, y: float, form: Form) -> list[Shape]:
    """Draw a player's name and cards; a hidden hand is a row of backs, then the cards that both players know."""
    hand = view.hands[seat]
    shown = shown_name(view, seat)
    turn = seat == view.current and view.phase is Phase.PLAY
    width = max(112.0, text_width(shown, 15, True) + 24)
    x = 28 + width / 2
    shapes: list[Shape] = [
        Rounded(x, y, width, 52, 12, Paint(FILL if turn else PAPER, COLOURS[seat], 3)),
        Words(x, y - 9, shown, 15, COLOURS[seat], True),
        Words(x, y + 12, f"{view.sizes[seat]} card{'' if view.sizes[seat] == 1 else 's'}", 12, INK),
    ]
    left, room = x + width / 2 + 34, form.width - 40 - (x + width / 2 + 34)
    if hand is None:
        return shapes + _hidden_hand(view, seat, left, room, y)
    held = list(numbers(hand))
    for place, number in enumerate(held):
        shapes += _card(number, left + _step(len(held), room) * place, y, bool(view.known[seat] >> number & 1))
    return shapes


def _hidden_hand(view: Observation, seat: int, left: float, room: float, y: float) -> list[Shape]:
    size, known, shapes = view.sizes[seat], list(numbers(view.known[seat])), list[Shape]()
    half = room if not known else room * 0.42
    for place in range(size):
        shapes += card_back(left + _step(size, half) * place, y)
    if known:
        start = left + half + 34
        said = f"seen with {view.rules.names[seat]}, in hand or laid again"
        shapes.append(Words(start - 18, y - 40, said, 11, LINE, False, "start"))
        for place, number in enumerate(known):
            shapes += _card(number, start + _step(len(known), room - half - 34) * place, y, is_known=True)
    return shapes


def _step(count: int, room: float) -> float:
    """Return the distance between neighbouring cards at which all cards fit."""
    return min(CARD[0] + 5, room / max(1, count - 1))


def _pile(view: Observation, laid: tuple[Laid, ...], is_shown: bool, left: float, top: float) -> list[Shape]:
    """Draw the opening card and the last claims that fit; a claim that can be called or is called has a frame."""
    room = 2 * ROWS - bool(view.opening)
    first = max(0, len(laid) - room)
    said = f"pile: {view.pile}" if view.pile else f"the pile is empty; last claimed: {rank_name(view.rank)}"
    if view.rank < 0:
        said = "the pile is not opened"
    more = f", {sum(each.size for each in laid[:first])} of them below" if first else ""
    shapes: list[Shape] = [Words(left, top - 46, said + more, 14, LINE, True, "start")]
    if view.opening:
        shapes += _card(view.opening.bit_length() - 1, left + 20, top)
        shapes.append(Words(left + 48, top, "opens the pile", 12, LINE, False, "start"))
    for place, each in enumerate(laid[first:], bool(view.opening)):
        number = first + 1 + place - bool(view.opening)
        framed = number == len(laid) and (view.can_call or is_shown)
        shapes += _laid(view, each, number, left + COLUMN * (place // ROWS), top + PILE_ROW * (place % ROWS), framed)
    return shapes


def _laid(view: Observation, laid: Laid, number: int, x: float, y: float, framed: bool) -> list[Shape]:
    """Draw a claim: claimer, cards or backs, and its truth if the viewer knows it; if `framed`, with a frame."""
    shapes: list[Shape] = []
    if framed:
        shapes.append(Rounded(x + COLUMN / 2 - 12, y, COLUMN - 8, PILE_ROW - 3, 8, Paint(None, FILL, 2.2)))
    seen = list(numbers(laid.cards))
    for place in range(laid.size):
        at = x + 20 + 22 * place
        shapes += _card(seen[place], at, y) if seen else card_back(at, y)
    right = x + 46 + 22 * laid.size - 18
    shapes.append(Words(right + 6, y - 11, f"{number}  {view.rules.names[laid.seat]}", 12, LINE, True, "start"))
    shapes.append(Words(right + 6, y + 5, _claim(laid), 13, LINE, False, "start"))
    if seen:
        shapes += _verdict(right + 24, y + 21, "true" if laid.is_true else "lie", laid.is_true)
    return shapes


def _verdict(x: float, y: float, text: str, is_true: bool) -> list[Shape]:
    colour = GREEN if is_true else RED
    return [Rounded(x, y, 38, 15, 7, Paint(PAPER, colour, 1.2)), Words(x, y, text, 12, colour, True)]


def _call(view: Observation, call: Called, x: float, y: float) -> list[Shape]:
    """Draw two lines about a call: turn, players and claim; then the verdict, and the player who takes the pile."""
    caller, claimer = view.rules.names[call.caller], view.rules.names[call.claimer]
    took = f"{does(claimer if call.caught else caller, 'takes')} {call.pile}"
    return [
        Words(x, y, f"{call.turn}: {does(caller, 'calls')} {whose(claimer)} {_claim(call)}", 11, LINE, False, "start"),
        *_verdict(x + 34, y + 17, "lie" if call.caught else "true", not call.caught),
        Words(x + 60, y + 17, took, 11, LINE, False, "start"),
    ]
