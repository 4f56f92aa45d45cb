"""The chance that the miners win: a logistic function of features, for each world of roles and place of the gold.

Its coefficients are fitted to played rounds by `studies.saboteur.fitting`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from games.saboteur.agents.bayes_lookahead.lookahead import SORTS, Afterstates
from games.saboteur.agents.bayes_lookahead.saboteur_evaluation import FURTHEST

FEATURES: Mapping[str, int] = {
    "constant": 0,
    "way": -1,
    "one left": 1,
    "two left": 0,
    "lost": -1,
    "near": 1,
    "turns": 1,
    "way, turns": 0,
    "near, turns": 1,
    "lost, turns": 1,
    "pace": -1,
    "pace while easy": -1,
    "helpful": 1,
    "helpful, near": 1,
    "helpful, one left": 1,
    "single": -1,
    "single, near": -1,
    "miners": 1,
    "free miners": 1,
    "free miners, way": 1,
    "free miners, near": 1,
    "free miners, turns": 1,
    "free miners, helpful": 1,
    "free saboteurs": -1,
    "free saboteurs, way": -1,
    "free saboteurs, near": -1,
    "free saboteurs, turns": -1,
    "informed": 1,
    "informed, way": 1,
    "informed, turns": 1,
    "decoys far": 1,
    "decoys far, uninformed": 1,
    "first to come": 1,
    "second to come": 1,
    "third to come": 1,
    "first to come, one left": 1,
    "first to come, one left, helpful": 1,
    **{f"miner's {sort}": sign for sort, sign in zip(SORTS, (1, 1, -1, 1, 1, 1, 1), strict=True)},
    **{f"saboteur's {sort}": sign for sort, sign in zip(SORTS, (1, 1, -1, -1, -1, -1, -1), strict=True)},
}
"""Feature -> 1 if more of it can only help the miners, -1 if it can only harm them, 0 if either is possible."""


@dataclass(frozen=True)
class Value:
    """The miners' chance to win."""

    coefficients: Any

    @classmethod
    def of(cls, coefficients: Mapping[str, float]) -> Value:
        """The value with these coefficients by feature."""
        return cls(np.array([coefficients[name] for name in FEATURES]))

    def chances(self, after: Afterstates, saboteurs: Any) -> Any:
        """The miners' chance to win for each action, world and place of the gold.

        Returns
        -------
        array of actions x worlds x 3
        """
        chance = 1 / (1 + np.exp(-(features(after, saboteurs) @ self.coefficients)))
        return np.where(after.ahead[:, None, :, 0] == 0, 1.0, chance)


def features(after: Afterstates, saboteurs: Any) -> Any:
    """The features that predict how the round ends.

    Returns
    -------
    array of actions x worlds x 3 x features
        For each place of the gold.

    Notes
    -----
    O(a w f) for a actions, w worlds, f features.
    """
    ways = _ways(after)
    columns = {**ways, **_free(after, saboteurs, ways), **_informed(after, saboteurs, ways), **_held(after, saboteurs)}
    found = np.empty((len(after.ahead), len(saboteurs), 3, len(FEATURES)))
    for number, name in enumerate(FEATURES):
        found[..., number] = columns[name]
    return found


def _ways(after: Afterstates) -> dict[str, Any]:
    """The distance of the gold, the time left, and the cards that help."""
    length, helpful, places = (after.ahead[:, None, :, number] for number in range(3))
    turns = after.left / (12 * after.rules.players)
    way, near, one, lost = np.minimum(length, 8) / 8, np.exp(-length / 2), length == 1, length >= FURTHEST
    single = places == 1
    return {
        "constant": 1.0,
        "way": way,
        "one left": one,
        "two left": length == 2,
        "lost": lost,
        "near": near,
        "turns": turns,
        "way, turns": np.sqrt(turns) * way,
        "near, turns": turns * near,
        "lost, turns": turns * lost,
        "helpful": helpful,
        "helpful, near": helpful * near,
        "helpful, one left": helpful * one,
        "single": single,
        "single, near": single * near,
    }


def _free(after: Afterstates, saboteurs: Any, ways: Mapping[str, Any]) -> dict[str, Any]:
    """The players who can lay path cards, and the next one."""
    players = after.rules.players
    free = (~after.broken & after.holding).astype(float)
    miners = (free @ (~saboteurs).T.astype(float) / players)[:, :, None]
    others = (free @ saboteurs.T.astype(float) / players)[:, :, None]
    pace = np.clip(ways["way"] * 8 / (after.left * miners * 0.5 + 1), 0, 3)
    first, second, third = (_comes(after, saboteurs, free, step) for step in (1, 2, 3))
    late = 0.2 + ways["near"]
    return {
        "pace": pace,
        "pace while easy": np.minimum(pace, 0.5),
        "miners": (~saboteurs).sum(axis=1)[None, :, None] / players,
        "free miners": miners,
        **{f"free miners, {name}": miners * ways[name] for name in ("way", "near", "turns", "helpful")},
        "free saboteurs": others,
        **{f"free saboteurs, {name}": others * ways[name] for name in ("way", "near", "turns")},
        "first to come": first * late,
        "second to come": second * late,
        "third to come": third * late,
        "first to come, one left": first * ways["one left"],
        "first to come, one left, helpful": first * ways["one left"] * ways["helpful"],
    }


def _comes(after: Afterstates, saboteurs: Any, free: Any, step: int) -> Any:
    """1 if the player `step` seats on is a miner who can lay path cards, -1 if a saboteur who can."""
    seat = (after.seat + step) % after.rules.players
    return (free[:, seat][:, None] * np.where(saboteurs[:, seat], -1.0, 1.0))[:, :, None]


def _informed(after: Afterstates, saboteurs: Any, ways: Mapping[str, Any]) -> dict[str, Any]:
    """The miners who know where the gold is, and how much further the nearest other goal is than the gold."""
    players = after.rules.players
    informed = np.einsum("apg,wp->awg", after.knows, ~saboteurs) / players
    lengths = np.where(after.hidden, after.ahead[:, :, 0], FURTHEST)
    others = np.stack([np.delete(lengths, goal, axis=1).min(axis=1) for goal in range(3)], axis=1)
    farther = np.clip(others - after.ahead[:, :, 0], -4, 4)[:, None, :] / 4
    miners = (~saboteurs).sum(axis=1)[None, :, None] / players
    return {
        "informed": informed,
        "informed, way": informed * ways["way"],
        "informed, turns": informed * ways["turns"],
        "decoys far": farther,
        "decoys far, uninformed": farther * (miners - informed),
    }


def _held(after: Afterstates, saboteurs: Any) -> dict[str, Any]:
    """The cards in the player's hand, as a miner and as a saboteur."""
    guilty = saboteurs[:, after.seat][None, :, None]
    return {
        f"{whose} {sort}": after.hand[:, number][:, None, None] / 3 * (guilty == role)
        for role, whose in ((False, "miner's"), (True, "saboteur's"))
        for number, sort in enumerate(SORTS)
    }
