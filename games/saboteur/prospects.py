"""How good a position is for the miners: a logistic function of features, by roles and place of the gold.

The features are of the table after an action, before a card is drawn. Their coefficients are fitted to rounds of
self-play by `games.saboteur.fitting`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from games.saboteur.actions import Break, Lay, Look, Repair, Rockfall, played_card
from games.saboteur.board import Board
from games.saboteur.cards import DEAD, Card, Use
from games.saboteur.observe import Observation
from games.saboteur.outlook import FURTHEST, outlook
from games.saboteur.rules import Saboteur

TEMPO = 3
"""So many of the next players are looked at one by one."""


@dataclass(frozen=True)
class Prospects:
    """The table after each of some actions, as arrays.

    Attributes
    ----------
    rules : Saboteur
    seat : int
        Who acts.
    ahead : array of actions x 3 x 3
        The outlook for each goal.
    broken : array of actions x players, bool
    knows : array of actions x players x 3, bool
        Who knows where the gold is, if it is at each goal.
    hand : array of actions x kinds of use
        What is left in the hand: see `sorts`.
    hidden : array of 3, bool
        Which goals lie face down.
    left : int
        How many cards are still to be played.
    holding : array of players, bool
        Who has cards.
    """

    rules: Saboteur
    seat: int
    ahead: Any
    broken: Any
    knows: Any
    hand: Any
    hidden: Any
    left: int
    holding: Any

    def features(self, saboteurs: Any) -> Any:
        """What tells how the round will end.

        Parameters
        ----------
        saboteurs : array of worlds x players, bool

        Returns
        -------
        array of actions x worlds x 3 x features
            For each place of the gold.
        """
        columns = self._columns(saboteurs)
        found = np.empty((len(self.ahead), len(saboteurs), 3, len(columns)))
        for number, column in enumerate(columns):
            found[..., number] = column
        return found

    def _columns(self, saboteurs: Any) -> list[Any]:
        players = self.rules.players
        miners, bad = ~saboteurs, saboteurs
        free = (~self.broken & self.holding).astype(float)  # actions x players
        free_miners = (free @ miners.T.astype(float) / players)[:, :, None]
        free_bad = (free @ bad.T.astype(float) / players)[:, :, None]
        share = (miners.sum(axis=1) / players)[None, :, None]
        length, helpful = self.ahead[:, None, :, 0], self.ahead[:, None, :, 1]
        alone = self.ahead[:, None, :, 2] == 1
        turns = self.left / (12 * players)
        informed = np.einsum("apg,wp->awg", self.knows, miners) / players
        decoy = np.clip(self._nearest_other() - self.ahead[:, :, 0], -4, 4)[:, None, :] / 4
        one, two, lost = length == 1, length == 2, length >= FURTHEST
        near = np.exp(-length / 2.0)
        way = np.minimum(length, 8) / 8
        base = [np.ones(1), way, one, two, lost, near]
        tempo = [self._next(saboteurs, free, step) for step in range(1, TEMPO + 1)]
        pace = np.clip(way * 8 / (self.left * free_miners * 0.5 + 1), 0, 3)
        return [
            *base,
            turns + 0 * way,
            np.sqrt(turns) * way,
            turns * near,
            turns * lost,
            pace,
            np.minimum(pace, 0.5),
            helpful,
            helpful * near,
            helpful * one,
            alone,
            alone * near,
            share,
            free_miners,
            free_bad,
            free_miners * way,
            free_bad * way,
            free_miners * near,
            free_bad * near,
            free_miners * turns,
            free_bad * turns,
            free_miners * helpful,
            informed,
            informed * way,
            informed * turns,
            decoy,
            decoy * (share - informed),
            *[step * (0.2 + near) for step in tempo],
            tempo[0] * one,
            tempo[0] * one * helpful,
            *self._held(saboteurs),
        ]

    def _nearest_other(self) -> Any:
        """For each goal the way to the nearest other that lies face down."""
        lengths = np.where(self.hidden, self.ahead[:, :, 0], FURTHEST)
        return np.stack([np.delete(lengths, goal, axis=1).min(axis=1) for goal in range(3)], axis=1)

    def _next(self, saboteurs: Any, free: Any, step: int) -> Any:
        """1 where the player so many seats on is a miner who can lay path cards, -1 a saboteur who can."""
        seat = (self.seat + step) % self.rules.players
        sign = np.where(saboteurs[:, seat], -1.0, 1.0)
        return (free[:, seat][:, None] * sign)[:, :, None]

    def _held(self, saboteurs: Any) -> list[Any]:
        """The cards in hand, for her as a miner and as a saboteur."""
        guilty = saboteurs[:, self.seat][None, :, None]
        kinds = [self.hand[:, number][:, None, None] / 3 for number in range(self.hand.shape[1])]
        return [kind * (guilty == role) for role in (False, True) for kind in kinds]


SORTS = 7


def sort_of(card: Card) -> int:
    """Of a card in hand: a path with three sides and more, with two, a dead end; a map, rockfall, block or repair."""
    if card.use is Use.PATH:
        return 2 if card.shapes[0] & DEAD else 0 if card.shapes[0].bit_count() > 2 else 1
    return {Use.MAP: 3, Use.ROCKFALL: 4, Use.BREAK: 5, Use.REPAIR: 6}[card.use]


def prospects(observation: Observation, actions: Sequence[Any], played: Sequence[int]) -> Prospects:
    """The table after each action.

    Parameters
    ----------
    played : sequence of int
        By kind how many cards were played face up in the round.
    """
    rules, board, seat = observation.rules, observation.board, observation.player
    places, cards = zip(*[_change(board, action) for action in actions], strict=True)
    held = np.zeros(SORTS)
    unseen = np.array([card.copies for card in rules.cards]) - np.array(played)
    for name in observation.hand:
        kind = rules.kinds[name]
        held[sort_of(rules.cards[kind])] += 1
        unseen[kind] -= 1
    hand = np.tile(held, (len(actions), 1))
    broken = np.tile(np.array(observation.broken), (len(actions), 1))
    peeks = np.tile(np.array(observation.peeks), (len(actions), 1))
    for row, action in enumerate(actions):
        hand[row, sort_of(rules.cards[rules.kinds[played_card(action) or ""]])] -= 1
        _use(rules, seat, action, broken[row], peeks[row])
    counts = np.array(observation.hands)
    counts[seat] -= 1
    return Prospects(
        rules,
        seat,
        outlook(rules, board, places, cards, np.maximum(unseen, 0)),
        broken > 0,
        _informed(peeks, _up(board)),
        hand,
        np.array([board.is_hidden(place) for place in board.plan.ends]),
        observation.left + int(counts.sum()),
        counts + min(1, observation.left) > 0,
    )


def _change(board: Board, action: Any) -> tuple[int, int]:
    """What lies where after the action; where it leaves the mine as it is, the start as it was."""
    if type(action) in (Lay, Rockfall):
        return board.plan.place(action.x, action.y), action.shape if type(action) is Lay else 0
    return board.plan.home, board.grid[board.plan.home]


def _use(rules: Saboteur, seat: int, action: Any, broken: Any, peeks: Any) -> None:
    if type(action) is Look:
        peeks[seat] |= 1 << action.goal - 1
    elif type(action) in (Break, Repair):
        tool, whose = 1 << rules.tools.index(action.tool), rules.seats[action.player]
        broken[whose] = broken[whose] | tool if type(action) is Break else broken[whose] & ~tool


def _up(board: Board) -> int:
    """The goals that lie face up, as bits."""
    return sum(1 << goal for goal, place in enumerate(board.plan.ends) if not board.is_hidden(place))


def _informed(peeks: Any, up: int) -> Any:
    """Who knows where the gold is: she saw it, or two stones."""
    seen = peeks | up
    return np.stack([(seen >> goal & 1 == 1) | (seen | 1 << goal == 7) for goal in range(3)], axis=-1)


@dataclass(frozen=True)
class Value:
    """The coefficients of the miners' chance to win."""

    coefficients: Any

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Value:
        """Those that were fitted."""
        return cls(np.array(data["value"]))

    def chances(self, ahead: Prospects, saboteurs: Any) -> Any:
        """For each action, world and place of the gold how likely the miners win."""
        chance = 1 / (1 + np.exp(-(ahead.features(saboteurs) @ self.coefficients)))
        return np.where(ahead.ahead[:, None, :, 0] == 0, 1.0, chance)
