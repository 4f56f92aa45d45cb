"""How players play: what poker players count of each other, and which actions two brains take together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from games.holdem.agents.brain.network import Network
from games.holdem.compiled_table import ACTIONS, CALL, HANDS, LIVE, PLAYER, RAISE, RAISED, ROUND
from games.holdem.hand_kinds import KINDS, kind
from games.holdem.position import SEATS
from studies.holdem.learning.table_play import Moment, seen_by

COUNTS = ("won", "voluntary", "raised", "bets", "calls", "showdowns")
"""Games won, games with chips paid voluntarily before the flop (VPIP), games with a raise before it (PFR), bets and
raises, calls, and games shown at the end."""


class Style:
    """Counts decisions."""

    def __init__(self, positions: Any) -> None:
        self.positions = positions
        self.voluntary = np.zeros(positions.shape, np.bool_)
        self.actions = np.zeros((SEATS, ACTIONS), np.int64)
        self.tables: Any = None

    def watch(self, moment: Moment, actions: Any) -> None:
        """Count the decisions of a moment."""
        self.tables, seat = moment.tables, moment.tables[moment.games, PLAYER]
        pays = (moment.tables[moment.games, ROUND] == 0) & ((actions == CALL) | (actions == RAISE))
        self.voluntary[moment.games[pays], seat[pays]] = True
        np.add.at(self.actions, (self.positions[moment.games, seat], actions), 1)

    def counts(self, paid: Any) -> dict[str, list[int]]:
        """The counts by position, when the games are over."""
        live = self.tables[:, LIVE, None] >> np.arange(SEATS) & 1
        found = {
            "won": paid > 0,
            "voluntary": self.voluntary,
            "raised": self.tables[:, RAISED : RAISED + SEATS] & 1,
            "showdowns": live * (live.sum(axis=1, keepdims=True) > 1),
        }
        counted = {name: self._by_position(each) for name, each in found.items()}
        acts = {"bets": RAISE, "calls": CALL}
        return counted | {name: self.actions[:, action].tolist() for name, action in acts.items()}

    def by_seat(self) -> list[int]:
        """Games with chips paid voluntarily before the flop, by position and seat in a row."""
        found = np.zeros((SEATS, SEATS), np.int64)
        games, seats = np.nonzero(self.voluntary)
        np.add.at(found, (self.positions[games, seats], seats), 1)
        return [int(each) for each in found.ravel()]

    def starting_hands(self, positions: Sequence[int]) -> Any:
        """How often each kind of hand was played before the flop, of the times that it was dealt; 0 where it was not.

        Returns
        -------
        float array of seats and kinds, as `games.holdem.hand_kinds.kind_of`
        """
        played, dealt = np.zeros((2, SEATS, KINDS))
        games, seats = np.nonzero(np.isin(self.positions, positions))
        kinds = np.array([kind(int(hand)) for hand in self.tables[games, HANDS + seats]])
        np.add.at(dealt, (seats, kinds), 1)
        np.add.at(played, (seats, kinds), self.voluntary[games, seats])
        return played / np.maximum(dealt, 1)

    def _by_position(self, of: Any) -> list[int]:
        return [int(np.where(self.positions == position, of, 0).sum()) for position in range(SEATS)]


class Joint:
    """Which actions two brains take together: p(action of one, action of the other) at the decisions of a pair."""

    def __init__(self, one: Network, other: Network, number: int) -> None:
        self.one, self.other, self.number = one, other, number
        self.sums = np.zeros((ACTIONS, ACTIONS))

    def watch(self, moment: Moment, actions: Any) -> None:
        """Add the decisions of a moment."""
        who = moment.seats[moment.games, moment.tables[moment.games, PLAYER]]
        here = moment.part(who == self.number)
        if len(here.games):
            one, other = (each.probabilities(seen_by(each, here), here.legal) for each in (self.one, self.other))
            self.sums += one.T @ other
