"""Bids where a side may win the game in this round.

Source: Cohensius, Meir, Oved, Stern, "Bidding in Spades", section 4.4 and appendices E and G.1. A bid that has not been
made yet is expected to be the mean bid; the source does not say what it takes. A nil that was bid counts as made: its
points are part of what a side can win by.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.spades.bidding.situation import MOST, NIL, Situation, is_nil
from games.spades.tricks import A_TRICK as TRICK

AGAINST_NIL = 0.5  # Taken off the takes where an opponent's nil may be set; appendix E says "a trick", G.1 says this
HIGH_SUM, TOO_MUCH = 11, 14  # from this sum of four bids on, the bid makes it so much that one side must fail
SMALL_GAP = 20  # Points by which the opponents are ahead: up to this, a higher bid can make it up
MOST_RAISED = 2
RISKY = 0.375
"""Our choice for "risky but do-able": at least this chance of nil, as far below 1/2 as the usual 5/8 is above."""
SPARE_BAGS = 2


@dataclass(frozen=True, slots=True)
class Change:
    """A bid that differs from the usual one."""

    bid: int
    why: str


def they_can_win(situation: Situation) -> bool:
    """Whether the opponents reach the goal by making what they bid, or what is expected of it."""
    return situation.their_points >= situation.goal


def we_win_with(situation: Situation, bid: float) -> bool:
    """Whether the bidder's side wins by making what it bids, even if the opponents make theirs."""
    return gap(situation, bid) < 0 and situation.our_points(bid) >= situation.goal


def gap(situation: Situation, bid: float) -> float:
    """The opponents' lead in points if both sides make their bids."""
    return situation.their_points - situation.our_points(bid)


def less_against_nil(situation: Situation) -> float:
    """The deduction from the takes because an opponent's nil may be set."""
    threatened = they_can_win(situation) and any(map(is_nil, situation.opponents))
    return AGAINST_NIL if threatened else 0.0


def changed(situation: Situation, regular: int, nil_chance: float, wants_nil: bool) -> Change | None:
    """The bid near the end of a game; None where the usual one stands."""
    if they_can_win(situation) and (found := _risk(situation, regular, nil_chance, wants_nil)) is not None:
        return found
    return _caution(situation, regular, wants_nil)


def _risk(situation: Situation, regular: int, nil_chance: float, wants_nil: bool) -> Change | None:
    """The opponents can win and are ahead: more tricks than there are, more than theirs, or a risky nil.

    The source gives the condition to be ahead with the last two; for the first it says that the opponents "win anyway"
    if they make their contract, which holds only where they are ahead. Where each plays alone the sum is not completed:
    who fails need not be who is ahead.
    """
    behind = gap(situation, regular)
    if wants_nil or behind < 0:
        return None
    completes = situation.place == 3 and not situation.alone and not any(map(is_nil, situation.before))
    bid = TOO_MUCH - situation.sum
    if completes and situation.sum + regular >= HIGH_SUM and 1 <= bid <= MOST:
        why = f"the opponents can win: the bids sum to {TOO_MUCH}, one side fails"
        return None if bid == regular else Change(bid, why)
    if behind < SMALL_GAP:
        raised = min(int(behind // TRICK) + 1, MOST_RAISED, MOST - regular)
        why = f"the opponents would win by {behind:.0f} points: {raised} more make it up"
        return Change(regular + raised, why) if raised else None
    if nil_chance >= RISKY:
        return Change(NIL, f"the opponents would win by {behind:.0f} points: a risky nil")
    return None


def _caution(situation: Situation, regular: int, wants_nil: bool) -> Change | None:
    """The last bidder wins without nil, or with a trick less."""
    if situation.place < 3:
        return None
    if wants_nil:
        wins = we_win_with(situation, regular)
        return Change(regular, "the regular bid wins the game: nil is not needed") if wins else None
    spare = not situation.full or situation.bags + SPARE_BAGS < situation.full
    if regular > 1 and spare and we_win_with(situation, regular - 1):
        return Change(regular - 1, "a trick less wins the game, and two bags cost nothing")
    return None
