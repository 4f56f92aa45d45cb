"""A player's exact chance of winning at the showdown, given what the player sees.

Before the flop, the chance comes from the table in `preflop.json`. The *kind* of two cards is given by their ranks and
whether their suits are equal. For each of the 169 kinds, the table contains the numbers of deals that win and that tie
against one and two unknown hands. These are exact counts over all boards and all hands of others.
`studies.holdem.preflop` reproduces them.
"""

from __future__ import annotations

import json
from fractions import Fraction
from functools import lru_cache
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from games.core.cards import PER_SUIT, RANKS, full_deck, numbers
from games.core.errors import GameError
from games.holdem.hand_value import count_ways
from games.holdem.observe import Observation
from games.holdem.rules import HOLE
from kripke.checking.engine.compiled import compiled

FILE = Path(__file__).with_name("preflop.json")
KINDS = PER_SUIT * PER_SUIT
BOARDS = comb(50, 5)
HANDS = {1: comb(45, 2), 2: comb(45, 2) * comb(43, 2)}
"""For each number of opponents, the number of ways to deal their hands when the board is complete."""


@compiled
def kind_of(first: int, second: int) -> int:
    """The index of the kind of two cards, which depends on their ranks and on whether their suits are equal."""
    high, low = max(first % 13, second % 13), min(first % 13, second % 13)
    return high * 13 + low if first // 13 == second // 13 else low * 13 + high


def kind(hand: int) -> int:
    """The index of a hand's kind: two ranks, suited or not."""
    first, second = numbers(hand)
    return int(kind_of(first, second))


@lru_cache(maxsize=1)
def preflop() -> Any:
    """Numbers of deals that a hand wins or ties, as a read-only array.

    Its axes are the kind of hand, the number of opponents - 1, and the number of opponents who share the pot with it.
    """
    ways = np.array(json.loads(FILE.read_text())["ways"], np.int64)
    ways.flags.writeable = False
    return ways


FULL = full_deck(len(RANKS))
KEPT = 4_096  # number of cached chances


class Chance(NamedTuple):
    """The chances that a hand wins or shares the pot if nobody folds from now on."""

    wins: Fraction  # the chance to win alone
    splits: tuple[Fraction, Fraction]  # the chances to share the pot with one other hand, and with two

    @property
    def share(self) -> Fraction:
        """The expected share of the pot."""
        return self.wins + self.splits[0] / 2 + self.splits[1] / 3


def chance(view: Observation) -> Chance:
    """A player's chance at the showdown, with equal weights for all hands and boards that fit the player's view.

    Bets are ignored. Cards of players who have folded are as unknown as those of the deck. Before the flop the chance
    comes from a table for the full deck, and from counting for a short deck.

    Raises `GameError` if the player has folded or does not have two cards yet.
    """
    others = view.live.bit_count() - 1
    if view.player < 0 or view.hand.bit_count() != HOLE or not view.live >> view.player & 1:
        raise GameError("chance of winning: expected the view of a player who has two cards and has not folded")
    return chance_of(view.hand, view.shown, view.rules.deck, others)


@lru_cache(maxsize=KEPT)
def chance_of(hand: int, board: int, deck: int, others: int) -> Chance:
    """A hand's chance at the showdown, given the board, the deck and the number of opponents; cached."""
    if not others:
        return Chance(Fraction(1), (Fraction(0), Fraction(0)))
    ways = count_ways(hand, board, deck, others) if board or deck != FULL else preflop()[kind(hand), others - 1]
    left, missing = deck.bit_count() - HOLE - board.bit_count(), 5 - board.bit_count()
    whole = comb(left, missing) * comb(left - missing, 2) * (comb(left - missing - 2, 2) if others == 2 else 1)
    alone, one, two = (Fraction(int(each), whole) for each in ways)
    return Chance(alone, (one, two))
