"""What a colluder is told of the partner: nothing, the rounds in which the partner raised, or that and the cards.

Two seats of a table are partners where the same player sits on both, and another one on the third.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from games.holdem.agents.brain.features import BUCKETS, put_cards, put_share
from games.holdem.compiled_table import HANDS, PLAYER, RAISED, ROUND
from kripke.checking.engine.compiled import compiled

CHANNELS = {"none": 0, "raises": 4, "cards": 4 + 1 + 52 + 2 * (1 + BUCKETS)}
"""Channel -> its width: four bits by round; whether the partner is the next player, the cards, and their shares of the
pot against one and two unknown hands."""
NOBODY = -1


@compiled
def tell(tables: Any, games: Any, shares: Any, partners: Any, cards: bool, found: Any) -> None:
    """What the players whose turn it is are told.

    Parameters
    ----------
    found : float array
        All 0; a row for each of these games.
    """
    for number in range(len(games)):
        partner = partners[number]
        if partner < 0:
            continue
        row = tables[games[number]]
        for street in range(4):
            found[number, street] = row[RAISED + partner] >> street & 1
        if cards:
            found[number, 4] = partner == (row[PLAYER] + 1) % 3
            put_cards(row[HANDS + partner], found[number, 5:])
            here = shares[games[number], partner, row[ROUND]]
            if here[0] >= 0:
                put_share(here[0], found[number, 57:])
                put_share(here[1], found[number, 57 + 1 + BUCKETS :])


def told(tables: Any, games: Any, shares: Any, partners: Any, channel: str) -> Any:
    """A new array as from `tell`."""
    found = np.zeros((len(games), CHANNELS[channel]), np.float32)
    if channel != "none":
        tell(tables, games, shares, partners, channel == "cards", found)
    return found


@compiled
def partners_of(tables: Any, games: Any, seats: Any) -> Any:
    """The seats of the partners of the players whose turn it is, or `NOBODY`."""
    found = np.full(len(games), NOBODY)
    for number in range(len(games)):
        here, seat = seats[games[number]], tables[games[number], PLAYER]
        after, before = (seat + 1) % 3, (seat + 2) % 3
        if here[after] != here[before]:
            if here[after] == here[seat]:
                found[number] = after
            if here[before] == here[seat]:
                found[number] = before
    return found
