"""The commands of Spades; here ``whoknows spades hand``: what BIS bids with a hand, and why."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from games.core.errors import GameError
from games.spades import chances
from games.spades.bidding.bis import Bidding, Bis
from games.spades.bidding.nil_value import shipped
from games.spades.bidding.rollout import BlindNil, blind_nil
from games.spades.bidding.situation import BLIND, EXAMPLE, MOST, NIL, SIDE, SPADES, Hand, Situation, sign_of
from games.spades.bidding.takes import Take, ordinal
from games.spades.tricks import BLIND_COUNTS
from games.spades.variant import MOST_POINTS
from games.telling.description import Answer, Flag, Option, OwnCommand, Row
from logic.errors import shorten
from logic.exact import counted, plural

BAGS = 10
_SCORE = re.compile(r"\s*(-?\d{1,5})\s*[-:]\s*(-?\d{1,5})\s*")


@dataclass(frozen=True)
class Explained:
    """A bid with its reasons, and the value of a blind nil before it, if one can be bid."""

    bidding: Bidding
    unseen: BlindNil | None = None

    @property
    def bid(self) -> int:
        """The bid: blind nil, or that with the hand in view."""
        return BLIND if self.unseen is not None and self.unseen.why else self.bidding.bid


def explain(text: str, score: str, bids: str, goal: str, blind: bool = False) -> Answer:
    """The bid of BIS with a hand, and its reason.

    Parameters
    ----------
    score : str
        The own side's score and the other's, such as ``430-410``; the last digits are the bags.
    goal : str
        The number of points at which a side wins.
    blind : bool
        Whether blind nil can be bid: then it is explained what one was worth before the hand was seen.

    Raises
    ------
    GameError
        If a text is not understood.

    Examples
    --------
    >>> explain("AKJ62.AQ.Q.K9543", "0-0", "3,4,?", "500").conclusion
    'BIS bids 6.'
    """
    if (points := _SCORE.fullmatch(score)) is None:
        raise GameError(f"score {shorten(repr(score))}: expected your side's points and the other's, such as 430-410")
    ours, theirs, wins = int(points[1]), int(points[2]), counted(goal, MOST_POINTS)
    if not wins:
        raise GameError(f"goal {shorten(repr(goal))}: expected the points that win, 1 to {MOST_POINTS:,}, such as 500")
    now = Situation(_bids(bids), ours, theirs, bags=ours % BAGS, their_bags=theirs % BAGS, goal=wins, blind=blind)
    if ours != theirs and (max(ours, theirs) >= wins or min(ours, theirs) <= now.floor):
        raise GameError(
            f"score {ours}-{theirs}: the game is over, a side has {wins} points or more, or {now.floor} or "
            "fewer; give the score of a game that goes on, or another --goal"
        )
    found = Explained(Bis().explained(Hand.read(text), now), blind_nil(now) if blind else None)
    tables = tuple(_tables(found.bidding))
    if found.bid == BLIND:
        tables = tuple((f"{heading}, had the cards been looked at", rows) for heading, rows in tables)
    if found.unseen is not None:
        tables = (("Blind nil, before the hand is seen", blind_rows(found.unseen, now)), *tables)
    looks = " looks at the cards, and" if found.unseen is not None and not found.unseen.why else ""
    return Answer(title(found.bidding), tables, f"BIS{looks} bids {said(found.bid)}.", data_of(found), found)


def title(found: Bidding) -> str:
    """The hand, and when it bids."""
    now = found.situation
    before = f" after {', '.join(map(said, now.before))}" if now.before else ""
    score = f"{now.ours} to {now.theirs} points, {now.goal} win"
    return f"{found.hand.shown}: the {ordinal(now.place + 1)} to bid{before}; {score}"


def said(bid: int) -> str:
    """A bid in words."""
    return {BLIND: "blind nil", NIL: "nil"}.get(bid, str(bid))


def blind_rows(found: BlindNil, now: Situation) -> tuple[Row, ...]:
    """The value of a blind nil before the hand is seen."""
    points = BLIND_COUNTS * now.nil
    deals = f"± {found.error:.1%}: any hand, in deals played by the strong rules, weighed by the bids before"
    return (
        ("chance of nil", f"{found.chance:.1%}", f"{deals}; they are worth {found.effective:,.0f} deals"),
        ("expected points", f"{found.points:+.1f}", f"{points} or -{points}"),
        ("BIS bids it", "yes" if found.why else "no", found.why or "neither asked for by Big 6 nor desperate"),
    )


def _tables(found: Bidding) -> Iterator[tuple[str, tuple[Row, ...]]]:
    takes = tuple(_row(take) for take in found.takes.counted)
    total = ("", "together", f"{float(found.takes.total):.3f}", "")
    shift = ("", "by the bids before", f"{found.shift:+.3f}", "more bids leave fewer tricks; with our margin")
    yield "Takes", (*takes, total, shift, ("", "regular bid", str(found.regular), "rounded, at least 1"))
    if found.takes.instead:
        yield "Not counted, since these spades are kept for cuts", tuple(_row(take) for take in found.takes.instead)
    suits = tuple(
        (sign_of(suit), found.hand.ranks(suit) or "-", f"{float(found.nil.suits[suit]):.4f}")
        for suit in (SPADES, *SIDE)
    )
    void = (("", "with a void", "x 1.15"),) if found.nil.has_void else ()
    yield "Nil, suit by suit", (*suits, *void, ("", "nil value", f"{float(found.nil.value):.4f}"))
    curve = shipped().curve(found.situation.before)
    yield (
        "Success curve",
        (
            ("log odds", f"{curve.height:+.3f} {curve.slope:+.3f} x nil value", ""),
            ("chance of nil", *_chance(found)),
            ("expected points", f"{found.expected:+.1f}", f"{found.situation.nil} or -{found.situation.nil}"),
            ("threshold", f"{found.threshold:+.1f}", "nil is bid above it"),
        ),
    )
    if found.notes:
        yield "Rules", tuple((note,) for note in found.notes)


def _chance(found: Bidding) -> tuple[str, str]:
    """The chance of nil, and where it is from."""
    if not found.nil.suits[SPADES]:
        return "none", "the spades take a trick"
    return f"{found.chance:.1%}", f"learned from {plural(shipped().nils, 'nil bid')} of self-play"


def _row(take: Take) -> Row:
    return (take.kind, take.what, f"{float(take.value):.3f}", take.why)


def data_of(explained: Explained) -> dict[str, Any]:
    """The bid and its reasons as JSON values."""
    found = explained.bidding
    now, curve = found.situation, shipped().curve(found.situation.before)
    unseen = {} if explained.unseen is None else {"blind": asdict(explained.unseen)}
    return {
        "hand": str(found.hand),
        "bids": list(now.before),
        "score": [now.ours, now.theirs],
        "goal": now.goal,
        "takes": [asdict(take) | {"value": float(take.value)} for take in found.takes.counted],
        "not_counted": [asdict(take) | {"value": float(take.value)} for take in found.takes.instead],
        "total": float(found.takes.total),
        "shift": found.shift,
        "regular": found.regular,
        "nil": {
            "suits": {"CDHS"[suit]: float(chance) for suit, chance in enumerate(found.nil.suits)},
            "void": found.nil.has_void,
            "value": float(found.nil.value),
            "curve": {"height": curve.height, "slope": curve.slope, "nil_bids": shipped().nils},
            "chance": found.chance,
            "expected": found.expected,
            "threshold": found.threshold,
        },
        "rules": list(found.notes),
        "bid": explained.bid,
        "said": said(explained.bid),
        **unseen,
    }


def _bids(text: str) -> tuple[int, ...]:
    """The bids before the first question mark."""
    words = [word.strip().lower() for word in text.split(",")]
    first = words.index("?") if "?" in words else len(words)
    before, after = words[:first], words[first:]
    if len(before) > 3 or "" in before or any(word != "?" for word in after):
        raise GameError(f"bids {shorten(repr(text))}: expected at most three bids, then ? for yours, such as 3,4,?")
    return tuple(_bid(word) for word in before)


def _bid(word: str) -> int:
    named = {"nil": NIL, "blind": BLIND, "blind nil": BLIND}
    if word in named:
        return named[word]
    tricks = counted(word, MOST)
    if tricks is None:
        raise GameError(f"bid {shorten(repr(word))}: expected 0 to {MOST}, nil or blind")
    return tricks


COMMANDS = (
    chances.CHANCE,
    chances.TOLD,
    OwnCommand(
        name="hand",
        help="Say what BIS bids with a hand, and why: each take, the nil value, the success curve, the bid.",
        argument=("HAND", f"Spades, hearts, diamonds, clubs with dots between, such as {EXAMPLE}; or thirteen cards."),
        options={
            "score": Option("US-THEM", "Your side's points and the other's; the last digits are the bags.", "0-0"),
            "bids": Option("3,4,?", "The bids before, from the first one, and ? for yours.", "?"),
            "goal": Option("POINTS", "The points that win.", "500"),
            "blind": Flag("Blind nil can be bid: say what it is worth before the hand is seen."),
        },
        answer=explain,
        examples=(
            f"whoknows spades hand {EXAMPLE}",
            "whoknows spades hand '32.J9543.5432.32' --score 430-410 --bids 3,4,?",
            f"whoknows spades hand {EXAMPLE} --bids nil,4,? -o bid.svg",
            "whoknows spades hand '♠32 ♥J9543 ♦5432 ♣32' --score 120-340 --bids 6,4,? --blind",
        ),
    ),
)
