"""BIS, the source's bidder: regular takes, the nil value, success curves, conventions and the end of the game.

Source: Cohensius, Meir, Oved, Stern, "Bidding in Spades", algorithm 1 and section 5.3.3.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.core.errors import GameError
from games.spades.bidding.contract import threshold_by_bids
from games.spades.bidding.curves import shipped
from games.spades.bidding.endgame import changed, less_against_nil
from games.spades.bidding.nil_value import NilValue, nil_value
from games.spades.bidding.simple_bidders import at_least_one, bids_blind, convention, kept_free, opening, signalled
from games.spades.bidding.situation import MEAN_BID, NIL, SPADES, Hand, Situation, is_nil
from games.spades.bidding.takes import Takes, regular_takes
from logic.errors import shorten

THRESHOLD = 25.0
"""Points that nil must be expected to give (4): what a regular bid gives."""
COVERED = 0.0
"""The same after the partner has offered cover; the source says only that the threshold falls."""
SHIFT = -0.35
"""The correction of the takes: in self-play the bids of a round then sum to 10.6, as in the source (appendix B)."""
PER_TRICK = (0.0, -0.06, 0.0, -0.21)
"""What is added for each trick that the bids before sum to beyond the expected sum, by their number.

The source does not print it: this is the regression of tricks on takes and that sum in self-play.
"""
CURVES = ("learned", "single", "none")


@dataclass(frozen=True, slots=True)
class Bidding:
    """A bid with everything it depends on.

    Parameters
    ----------
    regular : int
        The regular bid, before the end of the game changes it.
    chance : float
        The chance that nil succeeds, by the success curve; 0 where the spades take a trick.
    expected, threshold : float
        The points that nil is expected to give, and those that it must.
    """

    hand: Hand
    situation: Situation
    takes: Takes
    shift: float
    regular: int
    nil: NilValue
    chance: float
    expected: float
    threshold: float
    bid: int
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Bis:
    """The bidder with its parts switched on or off.

    Parameters
    ----------
    curves : {'learned', 'single', 'none'}
        The success curves: by the bids before, one for all, or the nil value itself.
    threshold : {'fixed', 'bids'}
        Whether nil must give `THRESHOLD` points, or what the regular bid is expected to earn more beside the partner's.
    endgame : bool
        Whether bids change near the end of a game.

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
    table: str = "exact"

    def __post_init__(self) -> None:
        for name, known in (("curves", CURVES), ("threshold", ("fixed", "bids")), ("table", ("exact", "printed"))):
            if getattr(self, name) not in known:
                raise GameError(f"{name} {shorten(repr(getattr(self, name)))}: expected {', '.join(known)}")

    def __call__(self, hand: Hand, situation: Situation) -> int:
        """The bid."""
        return self.explained(hand, situation).bid

    def blind(self, situation: Situation) -> str:
        """The reason for a bid of blind nil before the cards are seen; empty for no such bid."""
        return bids_blind(situation) if self.conventions else ""

    def explained(self, hand: Hand, situation: Situation) -> Bidding:
        """The bid with its reasons."""
        takes = regular_takes(hand, situation.can_cut, self.table)
        shift = self._shift(situation)
        regular = at_least_one(float(takes.total) + shift)
        covered = self.conventions and signalled(situation)
        nil = nil_value(hand, covered)
        chance = self.nil_chance(situation, float(nil.value)) if nil.suits[SPADES] else 0.0
        expected = (2 * chance - 1) * situation.nil
        threshold = COVERED if covered else self._threshold(situation, regular)
        notes = [f"the partner's {convention(situation).name} covers nil"] if covered else []
        excluded = _excluded(nil, situation)
        wants_nil = not excluded and expected > threshold
        bid = NIL if wants_nil else regular
        if change := self.endgame and changed(situation, regular, 0.0 if excluded else chance, wants_nil):
            bid, notes = change.bid, [*notes, change.why]
        signals = self.conventions and bid and not situation.alone
        opened = (kept_free if change else opening)(hand, situation, bid, regular) if signals else bid
        if opened != bid:
            bid, notes = opened, [*notes, _told(opened, bid, situation)]
        if excluded:
            notes.append(excluded)
        return Bidding(hand, situation, takes, shift, regular, nil, chance, expected, threshold, bid, tuple(notes))

    def nil_chance(self, situation: Situation, value: float) -> float:
        """The chance that nil succeeds."""
        if self.curves == "none":
            return value
        data = shipped()
        before = () if situation.alone else situation.before  # curves are learned of partners
        return (data.single if self.curves == "single" else data.curve(before)).chance(value)

    def _shift(self, situation: Situation) -> float:
        shift = SHIFT
        if not situation.alone:
            shift += PER_TRICK[situation.place] * (situation.sum - MEAN_BID * situation.place)
        return shift - (less_against_nil(situation) if self.endgame else 0.0)

    def _threshold(self, situation: Situation, regular: int) -> float:
        return THRESHOLD if self.threshold == "fixed" or situation.alone else threshold_by_bids(situation, regular)


def _excluded(nil: NilValue, situation: Situation) -> str:
    """The reason why nil is excluded; empty if it may be bid."""
    if situation.partner is not None and is_nil(situation.partner):
        return "no nil after the partner's nil"
    return "the spades take a trick: no nil" if nil.suits[SPADES] == 0 else ""


def _told(bid: int, usual: int, situation: Situation) -> str:
    now = convention(situation)
    why = "the hand covers nil" if bid == now.bid else f"{now.bid} says that the hand covers nil, and it does not"
    return f"{now.name}: {bid} in place of {usual}, since {why}"
