"""The chance of winning at the showdown, exactly, by what a player sees."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

from games.core.cards import RANKS, full_deck
from games.core.errors import GameError
from games.holdem.hand_kinds import BOARDS, HANDS, kind, preflop
from games.holdem.observe import Observation
from games.holdem.position import HOLE
from games.holdem.showdowns import count_ways

FULL = full_deck(len(RANKS))
KEPT = 4_096
"""Number of answers that are kept."""


class Chance(NamedTuple):
    """How often a hand wins if nobody folds from now on.

    Attributes
    ----------
    wins : Fraction
        Alone.
    splits : tuple of Fraction
        It shares the pot with one other, with two others.
    """

    wins: Fraction
    splits: tuple[Fraction, Fraction]

    @property
    def share(self) -> Fraction:
        """The expected share of the pot."""
        return self.wins + self.splits[0] / 2 + self.splits[1] / 3


def chance(view: Observation) -> Chance:
    """The chance of a player at a moment, where all hands and boards that fit what they see are equally likely.

    Bets are not read. Cards of players who have folded are as unknown as those of the deck. Before the flop it comes
    from a table, with a short deck by counting too.

    Raises
    ------
    GameError
        If the player has folded or has not two cards yet.
    """
    others = view.live.bit_count() - 1
    if view.player < 0 or view.hand.bit_count() != HOLE or not view.live >> view.player & 1:
        raise GameError("chance of winning: expected the view of a player who has two cards and has not folded")
    return chance_of(view.hand, view.shown, view.rules.deck, others)


@lru_cache(maxsize=KEPT)
def chance_of(hand: int, board: int, deck: int, others: int) -> Chance:
    """As `chance`, from what it depends on."""
    if not others:
        return Chance(Fraction(1), (Fraction(0), Fraction(0)))
    if board or deck != FULL:
        left = deck.bit_count() - HOLE - board.bit_count()
        missing = 5 - board.bit_count()
        whole = comb(left, missing) * comb(left - missing, 2) * (comb(left - missing - 2, 2) if others == 2 else 1)
        return _of(count_ways(hand, board, deck, others), whole)
    return _of(preflop()[kind(hand), others - 1], BOARDS * HANDS[others])


def _of(ways: Any, whole: int) -> Chance:
    alone, one, two = (Fraction(int(each), whole) for each in ways)
    return Chance(alone, (one, two))
