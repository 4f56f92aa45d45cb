"""The rules of Spades in short for people, as the options have them."""

from __future__ import annotations

from collections.abc import Iterator

from games.spades.scoring import A_TRICK, BLIND
from games.spades.variant import BEHIND, LEAST, Variant
from logic.exact import plural

BIDS = {
    "partners": "",
    "cutthroat": "",
    "mirror": "Everybody bids the number of their spades.",
    "whiz": "Everybody bids the number of their spades, or nil.",
    "suicide": f"One of two partners bids nil, the other at least {LEAST}.",
}
"""What the variants say of bids."""


def told_rules(rules: Variant) -> tuple[str, ...]:
    """The rules in sentences.

    Examples
    --------
    >>> from games.spades.rules import Spades
    >>> told_rules(Spades(goal=200, floor=-100))[-1]
    'The game ends at 200 points or at -100, or after 100 rounds: the highest score wins.'
    """
    return tuple(filter(None, (*_bidding(rules), *_play(rules), *_points(rules))))


def _bidding(rules: Variant) -> Iterator[str]:
    if rules.sides == 2:
        yield "Partners sit opposite. Each player bids how many tricks they will take."
        yield "A side must take the sum of its bids."
    else:
        yield "Each player plays alone, bids how many tricks they will take, and must take as many."
    yield BIDS[rules.variant]
    if rules.ranks < 13:
        yield f"Each player has {plural(rules.ranks, 'card')}."


def _play(rules: Variant) -> Iterator[str]:
    yield "Follow the suit led if you can. The highest spade takes the trick, else the highest card of the suit led."
    broken = "Spades are not led until one was played, or by a hand of nothing else."
    yield broken if rules.broken else "Spades can be led at once."


def _points(rules: Variant) -> Iterator[str]:
    side = "A side" if rules.sides == 2 else "A player"
    yield (
        f"{side} that takes what was bid gains {A_TRICK} points for each trick bid and 1 for each further one, a bag."
    )
    yield f"{side} that takes less loses {A_TRICK} points for each trick bid."
    if rules.bags and rules.fine:
        cost = f"{rules.bags} bags cost" if rules.bags > 1 else "bag costs"
        yield f"Each {cost} {rules.fine} points."
    yield f"A bid of 0 is nil: {rules.nil} points for no trick, else -{rules.nil}."
    if rules.blind != "never":
        when, points = f", {BEHIND} points behind" if rules.blind == "behind" else "", BLIND * rules.nil
        yield f"Blind nil is bid before one looks at the cards{when}: {points} points, else -{points}."
    if rules.limit == 1:
        yield "The game is one round: the highest score wins."
    else:
        ends = f"{rules.goal} points or at {rules.floor}, or after {rules.limit} rounds"
        yield f"The game ends at {ends}: the highest score wins."
