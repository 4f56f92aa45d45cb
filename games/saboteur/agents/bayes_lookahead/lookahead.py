"""Lookahead: each action is played on to the end of the round, over hidden cards that are drawn at random."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from games.saboteur.actions import Break, Look, Repair, played_card
from games.saboteur.agents.bayes_lookahead.compiled_mine import (
    Cut,
    action_numbers,
    card_arrays,
    hidden_arrays,
    public_arrays,
)
from games.saboteur.agents.bayes_lookahead.deduction import Deal
from games.saboteur.agents.bayes_lookahead.saboteur_evaluation import outlook
from games.saboteur.observe import Observation
from games.saboteur.rules import Saboteur
from games.saboteur.tunnels.board import Board, Lay, Rockfall
from games.saboteur.tunnels.cards import DEAD, Card, Use

SORTS = ("junctions", "bends", "dead ends", "maps", "rockfalls", "blocks", "repairs")
"""Cards in hand: paths with three or more sides, with two sides, dead ends, and the other cards by their use."""


@dataclass(frozen=True)
class Afterstates:
    """The table after each of some actions, as arrays.

    Parameters
    ----------
    knows : array of actions x players x 3, bool
        Who knows where the gold is, if it is at each goal.
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


def _sort_of(card: Card) -> int:
    """The number of the card's sort in `SORTS`."""
    if card.use is Use.PATH:
        return 2 if card.shapes[0] & DEAD else 0 if card.shapes[0].bit_count() > 2 else 1
    return {Use.MAP: 3, Use.ROCKFALL: 4, Use.BREAK: 5, Use.REPAIR: 6}[card.use]


def afterstates(observation: Observation, actions: Sequence[Any], played: Sequence[int]) -> Afterstates:
    """The table after each action."""
    rules, board, seat = observation.rules, observation.board, observation.player
    places, cards = zip(*[_change(board, action) for action in actions], strict=True)
    held = np.zeros(len(SORTS))
    unseen = np.array([card.copies for card in rules.cards]) - np.array(played)
    for name in observation.hand:
        kind = rules.kinds[name]
        held[_sort_of(rules.cards[kind])] += 1
        unseen[kind] -= 1
    hand = np.tile(held, (len(actions), 1))
    broken = np.tile(np.array(observation.broken), (len(actions), 1))
    peeks = np.tile(np.array(observation.peeks), (len(actions), 1))
    for row, action in enumerate(actions):
        hand[row, _sort_of(rules.cards[rules.kinds[played_card(action) or ""]])] -= 1
        _use(rules, seat, action, broken[row], peeks[row])
    counts = np.array(observation.hands)
    counts[seat] -= 1
    return Afterstates(
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
    """The place and what lies there after the action; the start as it is if the mine does not change."""
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
    """The players who know the place of the gold: they saw it, or two stones."""
    seen = peeks | up
    return np.stack([(seen >> goal & 1 == 1) | (seen | 1 << goal == 7) for goal in range(3)], axis=-1)


def outcomes(observation: Observation, actions: Sequence[Any], deals: Sequence[Deal], doubts: Any) -> Any:
    """For each action and deal 1 where the gold is found, else 0.

    Every action meets the same deals. The players follow the rollout policy: miners by the source's evaluation,
    saboteurs openly by `saboteur_evaluation`. Their beliefs about roles stay fixed to the end of the round.

    Returns
    -------
    array of actions x deals

    Notes
    -----
    O(a d t c) for a actions, d deals, t turns, c places of the part of the mine that is in play.
    """
    from games.saboteur.agents.bayes_lookahead import rollouts

    rules, cut = observation.rules, Cut(observation.board)
    found = np.empty((len(actions), len(deals)))
    tried = np.array([action_numbers(rules, cut, action) for action in actions])
    seen = public_arrays(observation, cut, doubts)
    rollouts.roll_outs(cut.mine(), card_arrays(rules), hidden_arrays(rules, deals), seen, tried, found)
    return found
