"""Hidden cards drawn at random: roles and gold by an agent's beliefs, hands and the deck from the unseen cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from games.saboteur.observe import Observation
from games.saboteur.tunnels.cards import GOAL_FACES


@dataclass(frozen=True)
class Deal:
    """One possibility for the hidden cards.

    Parameters
    ----------
    deck : tuple of int
        The kinds of the cards in the deck, in the order in which they are drawn.
    """

    roles: tuple[bool, ...]
    faces: tuple[str, ...]
    hands: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]


def sample_deal(observation: Observation, gone: Sequence[int], beliefs: tuple[Any, Any, Any], rng: Random) -> Deal:
    """A deal that agrees with what the agent saw.

    Parameters
    ----------
    gone : sequence of int
        By kind the number of cards that the agent saw leave the round: played face up, or laid aside by itself.

    Notes
    -----
    O(w + k) for w worlds, k cards.
    """
    saboteurs, shares, places = beliefs
    world = rng.choices(range(len(shares)), shares.tolist())[0]
    chances = [
        chance if face in (None, "gold") else 0.0 for chance, face in zip(places[world], observation.faces, strict=True)
    ]
    gold = rng.choices((1, 2, 3), chances)[0]
    rules = observation.rules
    own = [rules.kinds[name] for name in observation.hand]
    left = np.array([card.copies for card in rules.cards]) - np.array(gone)
    for kind in own:
        left[kind] -= 1
    pool = np.repeat(np.arange(len(left)), np.maximum(left, 0)).tolist()
    rng.shuffle(pool)
    hands = [
        tuple(own) if seat == observation.player else tuple(pool.pop() for _ in range(count))
        for seat, count in enumerate(observation.hands)
    ]
    deck = tuple(pool.pop() for _ in range(observation.left))
    return Deal(tuple(saboteurs[world].tolist()), _faces(gold, observation.faces, rng), tuple(hands), deck)


def _faces(gold: int, seen: Sequence[str | None], rng: Random) -> tuple[str, ...]:
    """The goals with the gold here, and the stones as far as the agent has seen them."""
    others = [face for face in GOAL_FACES if face != "gold" and face not in seen]
    rng.shuffle(others)
    return tuple("gold" if goal == gold else face or others.pop() for goal, face in enumerate(seen, 1))
