"""The bidder BIS: regular takes, the nil value, success curves, conventions and the endgame.

Source: Cohensius, Meir, Oved, Stern, "Bidding in Spades", algorithm 1, sections 4.4 and 5.3.3, appendices E and G.1.
The takes of a hand are the tricks that it is expected to win; `hand_value` defines them, the nil value and the success
curves. The source does not say how to estimate missing bids; here the mean bid is used. The points of a nil bid are
included in the score that a side can reach, as if it succeeded.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from games.core.errors import GameError
from games.spades.bidding.hand_value import NilValue, Takes, nil_value, regular_takes, shipped
from games.spades.bidding.situation import (
    ACE,
    KING,
    MEAN_BID,
    MOST,
    NIL,
    SIDE,
    SPADES,
    TEN,
    Hand,
    Situation,
    at_least_one,
    is_nil,
    tricks,
)
from games.spades.tricks import A_TRICK as TRICK
from logic.errors import shorten

AGAINST_NIL = 0.5  # Deducted from the takes against an opponent's nil; appendix E says "a trick", G.1 says this
HIGH_SUM, TOO_MUCH = 11, 14  # if four bids would sum to `HIGH_SUM` or more, the last bidder makes the sum `TOO_MUCH`
SMALL_GAP = 20  # Points: a higher bid can make up a smaller lead of the opponents
MOST_RAISED = 2
RISKY = 0.375
"""The least success probability of a "risky but do-able" nil: 1/2 - 1/8, since `THRESHOLD` requires 1/2 + 1/8."""
SPARE_BAGS = 2


Change: TypeAlias = tuple[int, str]
"""A bid that differs from the usual one, with the reason."""


def they_can_win(situation: Situation) -> bool:
    """Whether the opponents reach the goal by making their bids; missing bids are estimated."""
    return situation.their_points >= situation.goal


def we_win_with(situation: Situation, bid: float) -> bool:
    """Whether the bidder's side wins by making its bids, even if the opponents make theirs."""
    return gap(situation, bid) < 0 and situation.our_points(bid) >= situation.goal


def gap(situation: Situation, bid: float) -> float:
    """The opponents' lead in points if both sides make their bids."""
    return situation.their_points - situation.our_points(bid)


def changed(situation: Situation, regular: int, nil_chance: float, wants_nil: bool) -> Change | None:
    """A changed bid near the end of a game; None if the usual bid remains."""
    if they_can_win(situation) and (change := _risk(situation, regular, nil_chance, wants_nil)) is not None:
        return change
    return _caution(situation, regular, wants_nil)


def _risk(situation: Situation, regular: int, nil_chance: float, wants_nil: bool) -> Change | None:
    """Change the bid if the opponents can win: force one side to fail, just overtake them, or bid a risky nil.

    All three bids require that the opponents are not behind; the source says this only of the last two. It says of
    the first that the opponents "win anyway" if they make their contract, which is true only if they are ahead. In
    games without partners no bid forces the player who is ahead to fail, because another player may fail instead.
    """
    behind = gap(situation, regular)
    if wants_nil or behind < 0:
        return None
    completes = situation.place == 3 and not situation.alone and not any(map(is_nil, situation.before))
    bid = TOO_MUCH - situation.sum
    if completes and situation.sum + regular >= HIGH_SUM and 1 <= bid <= MOST:
        why = f"the opponents can win: the bids sum to {TOO_MUCH}, one side fails"
        return None if bid == regular else (bid, why)
    if behind < SMALL_GAP:
        raised = min(int(behind // TRICK) + 1, MOST_RAISED, MOST - regular)
        why = f"the opponents would win by {behind:.0f} points: {raised} more make it up"
        return (regular + raised, why) if raised else None
    if nil_chance >= RISKY:
        return NIL, f"the opponents would win by {behind:.0f} points: a risky nil"
    return None


def _caution(situation: Situation, regular: int, wants_nil: bool) -> Change | None:
    """A safer bid with which the last bidder still wins the game: the regular bid instead of nil, or a trick less."""
    if situation.place < 3:
        return None
    if wants_nil:
        wins = we_win_with(situation, regular)
        return (regular, "the regular bid wins the game: nil is not needed") if wins else None
    spare = not situation.full or situation.bags + SPARE_BAGS < situation.full
    if regular > 1 and spare and we_win_with(situation, regular - 1):
        return regular - 1, "a trick less wins the game, and two bags cost nothing"
    return None


THRESHOLD = 25.0  # expected points that nil must exceed: those of a regular bid (section 4 of the source)
COVERED = 0.0  # the same if the partner can protect a nil; the source says only that the threshold falls
SHIFT = -0.35
"""The correction of the takes. With it, the mean sum of bids in self-play is 10.6, as in the source's appendix B."""
PER_TRICK = (0.0, -0.06, 0.0, -0.21)
"""The change of the takes for each trick by which the earlier bids exceed their expectation, by number of these bids.

The numbers are not from the source, but from a regression of tricks on takes and on the sum of bids in self-play.
"""
OF_TWO = (0.0, 10.0, 19.5, 28.7, 37.6, 46.6, 54.2, 59.3, 57.4, 42.8, 12.6, -8.9, -23.4, -42.3)
"""Mean points of a side without a nil bid, by its contract, from a million rounds of self-play, bags included.

The contracts 0 and 1, which nobody bids, count ten points a trick.
"""
BESIDE_NIL = (0.0, 12.3, 22.2, 31.8, 41.4, 49.6, 56.3, 61.7, 64.0, 64.8)
"""Mean points of a contract beside a partner's nil, without the points of nil.

Larger contracts are too rare to measure.
"""
CURVES = ("learned", "single", "none")


BEHIND = 100  # Big 6 takes the place of Big 5 if the side is behind by more points


@dataclass(frozen=True, slots=True)
class Convention:
    """A bid reserved for hands that can protect a partner's nil; `takes` is the range of their regular bids."""

    name: str
    bid: int
    honour: int  # the least rank of a spade that the hand must have
    cover: int  # the least rank of a card that the hand must have in each side suit, unless it is void there
    takes: range

    def fits(self, hand: Hand, takes: int) -> bool:
        """Whether a hand can protect a partner's nil."""
        covered = all(not hand.suits[suit] or bool(hand.suits[suit] >> self.cover) for suit in SIDE)
        return covered and takes in self.takes and bool(hand.suits[SPADES] >> self.honour)


BIG_5 = Convention("Big 5", 5, KING, TEN + 1, range(4, 7))
BIG_6 = Convention("Big 6", 6, ACE, TEN, range(4, 14))


def convention(situation: Situation) -> Convention:
    """The active convention: Big 6 if blind nil can be bid and the side is far behind, otherwise Big 5."""
    far_behind = situation.theirs - situation.ours > BEHIND
    return BIG_6 if situation.blind and far_behind else BIG_5


def signalled(situation: Situation) -> bool:
    """Whether the partner made the reserved bid; only the first bidder of a side uses it."""
    return situation.partner == convention(situation).bid


def opening(hand: Hand, situation: Situation, bid: int, takes: int, is_usual: bool) -> int:
    """The bid of a side's first bidder: the convention's bid replaces a usual one if the hand can protect a nil.

    A bid that would wrongly signal such a hand is lowered by one.
    """
    now = convention(situation)
    if now.fits(hand, takes):
        return now.bid if is_usual else bid
    return bid - 1 if bid == now.bid else bid


def bids_blind(situation: Situation) -> str:
    """The reason for bidding blind nil, at the partner's request or as a last chance; empty if BIS does not bid it."""
    if not situation.blind or (situation.partner is not None and is_nil(situation.partner)):
        return ""
    if convention(situation) is BIG_6 and signalled(situation):
        return "the partner asks for blind nil by Big 6"
    easy = not any(map(is_nil, situation.before)) and situation.sum + MEAN_BID < HIGH_SUM
    if situation.place == 3 and easy and they_can_win(situation) and not we_win_with(situation, MEAN_BID):
        return "the opponents win by an easy contract: a desperate blind nil"
    return ""


@dataclass(frozen=True, slots=True)
class Bidding:
    """A bid with all inputs of the decision.

    `shift` is the correction of the takes, `regular` the usual bid without nil, and `notes` are reasons for changes.
    """

    hand: Hand
    situation: Situation
    takes: Takes
    shift: float
    regular: int
    nil: NilValue
    chance: float  # the probability that nil succeeds, by the success curve; 0 if the spades take a trick
    # `expected`, `threshold`: the expected points of nil, and the points required for bidding it
    expected: float
    threshold: float
    bid: int
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Bis:
    """The bidder BIS, whose parts can be switched off.

    Parameters
    ----------
    curves : {'learned', 'single', 'none'}
        The success curves of nil: by earlier bids, a single one, or none. Without a curve, the nil value is the
        probability of success.
    threshold : {'fixed', 'bids'}
        The points required for nil: `THRESHOLD`, or the result of `threshold_by_bids`.
    endgame : bool
        Whether bids change near the end of a game.
    conventions : bool
        Whether Big 5 and Big 6 are used, and blind nil is bid.

    Examples
    --------
    >>> from games.spades.bidding.situation import Hand
    >>> found = Bis().explained(Hand.read("AKJ62.AQ.Q.K9543"), Situation())
    >>> found.regular, found.bid, found.notes[0]
    (6, 5, 'Big 5: 5 in place of 6, since the hand covers nil')
    """

    curves: str = "learned"
    threshold: str = "fixed"
    endgame: bool = True
    conventions: bool = True

    def __post_init__(self) -> None:
        flags: tuple[Any, ...] = (False, True)
        known = {"curves": CURVES, "threshold": ("fixed", "bids"), "endgame": flags, "conventions": flags}
        for name, values in known.items():
            given = getattr(self, name)
            if given not in values or isinstance(given, bool) is not (values is flags):
                raise GameError(f"{name} {shorten(repr(given))}: expected {', '.join(map(str, values))}")

    def __call__(self, hand: Hand, situation: Situation) -> int:
        """The bid with this hand; see `explained` for the reasons."""
        return self.explained(hand, situation).bid

    def blind(self, situation: Situation) -> str:
        """The reason for a bid of blind nil before the cards are seen; empty if BIS does not bid it."""
        return bids_blind(situation) if self.conventions else ""

    def explained(self, hand: Hand, situation: Situation) -> Bidding:
        """The bid with its reasons."""
        takes = regular_takes(hand, situation.can_cut)
        shift = SHIFT
        if not situation.alone:
            shift += PER_TRICK[situation.place] * (situation.sum - MEAN_BID * situation.place)
        if self.endgame and they_can_win(situation) and any(map(is_nil, situation.opponents)):
            shift -= AGAINST_NIL
        regular = at_least_one(float(takes.total) + shift)
        covered = self.conventions and signalled(situation)
        nil = nil_value(hand, covered)
        chance = self.nil_chance(situation, float(nil.value)) if nil.suits[SPADES] else 0.0
        expected = (2 * chance - 1) * situation.nil
        is_fixed = self.threshold == "fixed" or situation.alone
        threshold = COVERED if covered else THRESHOLD if is_fixed else threshold_by_bids(situation, regular)
        notes = [f"the partner's {convention(situation).name} covers nil"] if covered else []
        excluded = _excluded(nil, situation)
        wants_nil = not excluded and expected > threshold
        bid = NIL if wants_nil else regular
        if change := self.endgame and changed(situation, regular, 0.0 if excluded else chance, wants_nil):
            bid, notes = change[0], [*notes, change[1]]
        signals = self.conventions and bid and situation.place < 2 and not situation.alone
        opened = opening(hand, situation, bid, regular, not change) if signals else bid
        if opened != bid:
            bid, notes = opened, [*notes, _told(opened, bid, situation)]
        if excluded:
            notes.append(excluded)
        return Bidding(hand, situation, takes, shift, regular, nil, chance, expected, threshold, bid, tuple(notes))

    def nil_chance(self, situation: Situation, value: float) -> float:
        """The probability that nil succeeds with a hand of this nil value."""
        if self.curves == "none":
            return value
        data = shipped()
        before = () if situation.alone else situation.before  # the curves are learned from games with partners
        return (data.single if self.curves == "single" else data.curve(before)).chance(value)


def _excluded(nil: NilValue, situation: Situation) -> str:
    """The reason why nil cannot be bid; empty if it can."""
    if situation.partner is not None and is_nil(situation.partner):
        return "no nil after the partner's nil"
    return "the spades take a trick: no nil" if nil.suits[SPADES] == 0 else ""


def _told(bid: int, usual: int, situation: Situation) -> str:
    now = convention(situation)
    why = "the hand covers nil" if bid == now.bid else f"{now.bid} says that the hand covers nil, and it does not"
    return f"{now.name}: {bid} in place of {usual}, since {why}"


def threshold_by_bids(situation: Situation, regular: int) -> float:
    """The side's expected points with the regular bid, minus those of the partner's contract if this player bids nil.

    The source's section 5.3.3 defines the comparison, but not how to estimate its terms. A partner who has not bid is
    assumed to bid `MEAN_BID`.

    Examples
    --------
    >>> round(threshold_by_bids(Situation((3, 2)), 3), 1), round(threshold_by_bids(Situation((6, 2)), 5), 1)
    (22.4, -65.2)
    """
    partner = MEAN_BID if situation.partner is None else tricks(situation.partner)
    return expected(OF_TWO, regular + partner) - expected(BESIDE_NIL, partner)


def expected(points: Sequence[float], contract: float) -> float:
    """The expected points of a contract, by linear interpolation; constant above the last whole contract."""
    return float(np.interp(contract, range(len(points)), points))
