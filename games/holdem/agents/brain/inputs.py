"""The inputs of a network: three encodings of a state, from 72 bits to one with expected shares of the pot.

- ``bits``, of Pyne, Abhichandani and Shrivastava (2023): 52 bits for own cards and board together, and the number of
  raises of each round, one-hot;
- ``cards``: own cards and board separately, raises, seat, round, the players still in, each player's rounds with a
  raise, and the chips to pay, paid and in the pot;
- ``shares``: ``cards`` and the expected shares of the pot against one and two unknown hands.

A network of a colluding player can have further inputs about its partner: the rounds in which the partner raised, or
these rounds and the partner's cards. Two seats of a game are partners if the same player plays both of them and another
player plays the third.

Many games are encoded at once. `tables` has a row for the state of each game, with the columns below; `games` are the
numbers of the rows that are encoded.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any

import numpy as np

from games.holdem.rules import WORDS, Phase
from kripke.checking.engine.compiled import compiled

PHASE, ROUND, PLAYER, HANDS, BOARD, PAID, LIVE, ACTED, RAISES, RAISED = 0, 1, 2, 3, 6, 7, 10, 11, 12, 16
"""The columns of a state as a row of 64-bit words. `HANDS`, `PAID` (chips) and `RAISED` (rounds with a raise, as bits)
are each the first of three columns, one for each seat, and `RAISES` (numbers of raises) of four, one for each round."""
WIDTH = 19
ACTIONS = len(WORDS)
PHASES = {phase: number for number, phase in enumerate(Phase)}
RAISE_BITS = 20
PUBLIC = 3 + 4 + 2 + 12 + 3  # Seat, round, the others still in, raises by player and round, and three sums of chips
UNKNOWN = -1.0  # stands for a share of the pot that was not computed
BUCKETS = 10  # number of bins; a share of the pot is given as a number, and as its bin
WIDTHS = {"bits": 52 + RAISE_BITS, "cards": 104 + RAISE_BITS + PUBLIC}
WIDTHS["shares"] = WIDTHS["cards"] + 2 * (1 + BUCKETS)
INPUTS = tuple(WIDTHS)
MOST_CHIPS = 48.0  # scale of chips: a player can pay 48 if the big blind counts as a raise, otherwise 50


def row_of(now: Any, player: int, hands: Any) -> list[int]:
    """The public state, the player to move and the given hands as a row of numbers."""
    board, raises = sum(1 << card for card in now.board), (*now.raises, *now.raised)
    return [PHASES[now.phase], now.round, player, *hands, board, *now.paid, now.live, now.acted, *raises]


@compiled
def missing(row: Any) -> int:
    """The amount that the current player must pay to stay in."""
    return max(row[PAID], row[PAID + 1], row[PAID + 2]) - row[PAID + row[PLAYER]]


@compiled
def put_cards(cards: int, entries: Any) -> None:
    """Write a set of cards to `entries`, an array of zeros: a 1 at the number of each card."""
    for card in range(52):
        if cards >> card & 1:
            entries[card] = 1.0


@compiled
def _put_raises(row: Any, entries: Any) -> None:
    for street in range(4):
        entries[5 * street + row[RAISES + street]] = 1.0


@compiled
def encode_bits(row: Any, entries: Any) -> None:
    """Write the 72-bit encoding of the state for the current player to `entries`, an array of zeros."""
    put_cards(row[HANDS + row[PLAYER]] | row[BOARD], entries)
    _put_raises(row, entries[52:])


@compiled
def encode_cards(row: Any, entries: Any) -> None:
    """Write the current player's cards, the board, and all public facts to `entries`, an array of zeros."""
    seat = row[PLAYER]
    put_cards(row[HANDS + seat], entries)
    put_cards(row[BOARD], entries[52:])
    _put_raises(row, entries[104:])
    place = 124
    entries[place + seat] = 1.0
    entries[place + 3 + row[ROUND]] = 1.0
    for step in range(3):
        other = (seat + step) % 3
        if step:
            entries[place + 6 + step] = row[LIVE] >> other & 1
        for street in range(4):
            entries[place + 9 + 4 * step + street] = row[RAISED + other] >> street & 1
    pot = row[PAID] + row[PAID + 1] + row[PAID + 2]
    entries[place + 21] = missing(row) / 8.0
    entries[place + 22] = row[PAID + seat] / MOST_CHIPS
    entries[place + 23] = pot / MOST_CHIPS


@compiled
def put_share(share: float, entries: Any) -> None:
    """Write to `entries` a share of the pot, and the bin of the share as a one-hot vector of `BUCKETS` numbers."""
    entries[0] = share
    entries[1 + min(BUCKETS - 1, int(share * BUCKETS))] = 1.0


@compiled
def encode(tables: Any, games: Any, shares: Any, kind: int, entries: Any) -> None:
    """Write the inputs of kind `INPUTS[kind]` for these games' current players to `entries`, an array of zeros."""
    for number in range(len(games)):
        row = tables[games[number]]
        if kind == 0:
            encode_bits(row, entries[number])
            continue
        encode_cards(row, entries[number])
        if kind == 2:
            here = shares[games[number], row[PLAYER], row[ROUND]]
            put_share(here[0], entries[number, 148:])
            put_share(here[1], entries[number, 148 + 1 + BUCKETS :])


def no_shares(games: int) -> Any:
    """An array for shares of the pot, filled with `UNKNOWN`: by game, seat, round and number of opponents minus one."""
    return np.full((games, 3, 4, 2), UNKNOWN, np.float32)


def inputs(tables: Any, games: Any, shares: Any, kind: str) -> Any:
    """The network inputs of the current players, as `encode` writes them, in a new array."""
    entries = np.zeros((len(games), WIDTHS[kind]), np.float32)
    encode(tables, games, shares, INPUTS.index(kind), entries)
    return entries


CHANNELS = {"none": 0, "raises": 4, "cards": 4 + 1 + 52 + 2 * (1 + BUCKETS)}
"""The number of inputs about the partner, by channel. Four inputs are the rounds in which the partner raised. ``cards``
adds whether the partner is the next player, the partner's cards, and the partner's shares of the pot against one and
two unknown hands."""
NOBODY = -1


@compiled
def tell(tables: Any, games: Any, shares: Any, partners: Any, cards: bool, entries: Any) -> None:
    """Write the inputs about the current players' partners to `entries`, an array of zeros.

    With `cards`, these include the partners' cards; see `CHANNELS`.
    """
    for number in range(len(games)):
        partner = partners[number]
        if partner < 0:
            continue
        row = tables[games[number]]
        for street in range(4):
            entries[number, street] = row[RAISED + partner] >> street & 1
        if cards:
            entries[number, 4] = partner == (row[PLAYER] + 1) % 3
            put_cards(row[HANDS + partner], entries[number, 5:])
            here = shares[games[number], partner, row[ROUND]]
            if here[0] >= 0:
                put_share(here[0], entries[number, 57:])
                put_share(here[1], entries[number, 57 + 1 + BUCKETS :])


def told(tables: Any, games: Any, shares: Any, partners: Any, channel: str) -> Any:
    """The inputs about partners, as `tell` writes them, in a new array."""
    entries = np.zeros((len(games), CHANNELS[channel]), np.float32)
    if channel != "none":
        tell(tables, games, shares, partners, channel == "cards", entries)
    return entries
