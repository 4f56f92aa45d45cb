"""The evaluation of a `stronger` saboteur, who plays openly: block, lengthen the route, keep what spoils.

The numbers come from a search over simulated rounds, see docs/reports/saboteur-stronger.md. Unlike the open saboteur of
`source` it blocks before all else, never builds towards a stone, from where a path may lead on to the gold, and keeps
rockfalls for when the miners are near.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.core.agent import Reason
from games.saboteur.actions import Break, Discard, Look, Repair
from games.saboteur.agents.threshold_belief.evaluations import OPEN, Evaluation, Scored, View, distance_reason
from games.saboteur.tunnels.board import Lay, Rockfall
from games.saboteur.tunnels.cards import BLOCKED, upright

MOST = 8
"""The largest number of additional cards that counts."""


class Taste(NamedTuple):
    """The value of acts, in points.

    Attributes
    ----------
    lengthens, longer : float
        A path card that makes the route longer, and each card by which it does.
    falls, fallen, falls_far : float
        A rockfall that does, each card by which it does, and each card that the route had before.
    blocks, blocks_far : float
        A block, and each card of the route.
    frees, looks, discards : float
        Mending the own tool; a look at the map; laying aside a card that is worth nothing to keep.
    """

    lengthens: float = 100.0
    longer: float = 12.0
    falls: float = 60.0
    fallen: float = 10.0
    falls_far: float = -10.0
    blocks: float = 150.0
    blocks_far: float = -2.5
    frees: float = 80.0
    looks: float = 105.0
    discards: float = 40.0


TASTE = Taste()
KEPT: Mapping[str, float] = {
    "junction": 30.0,
    "crossing": 0.0,
    "bend": 8.0,
    "straight": 8.0,
    "dead end": 20.0,
    "map": 10.0,
    "rockfall": 20.0,
    "broken": 30.0,
    "repair": 5.0,
}
"""Value of keeping a card: the points that playing it, or laying it aside, is worth less."""
_PATHS = {"TRBL": "crossing", "TB": "straight", "RL": "straight", "RB": "bend", "BL": "bend"}


def kept(card: str) -> float:
    """The value of keeping a card of this name."""
    action = card.split("-")[0]
    return KEPT[action] if action in KEPT else KEPT["dead end" if card.startswith(BLOCKED) else _path(card)]


def _path(card: str) -> str:
    return _PATHS.get(card, "junction")


def _lays(view: View, action: Lay) -> Scored:
    gain = view.gain(action)
    if gain < 0:
        score = TASTE.lengthens + TASTE.longer * min(-gain, MOST) - kept(upright(action.shape))
        return score, distance_reason(view, gain)
    return -20.0 - 100 * gain, distance_reason(view, gain)


def _destroys(view: View, action: Rockfall) -> Scored:
    gain = view.gain(action)
    if gain < 0:
        return TASTE.falls + TASTE.fallen * min(-gain, MOST) + TASTE.falls_far * view.left, distance_reason(view, gain)
    return -50.0 - 20 * gain, distance_reason(view, gain)


def _blocks(view: View, action: Break) -> Scored:
    why = Reason("to keep {player} from laying paths", player=action.player)
    if view.verdicts[action.player] == "saboteur":
        return -50.0, why
    return TASTE.blocks + TASTE.blocks_far * view.left - 10 * view.degree(action.player), why


def _frees(view: View, action: Repair) -> Scored:
    score, why = OPEN[Repair](view, action)
    return (TASTE.frees if action.player == view.me else score), why


def _looks(view: View, action: Look) -> Scored:
    score, why = OPEN[Look](view, action)
    sure = "gold" in view.known.values() or action.goal in view.known
    return (score if sure else TASTE.looks + (action.goal == view.goal)), why


def _discards(view: View, action: Discard) -> Scored:
    return TASTE.discards - kept(action.card or ""), Reason("the card that is worth least to keep")


SPOILING: Evaluation = {
    **OPEN,
    Lay: _lays,
    Rockfall: _destroys,
    Look: _looks,
    Break: _blocks,
    Repair: _frees,
    Discard: _discards,
}
"""Block, lengthen the route, look, destroy when the miners are near, keep what spoils, lie about goals."""
