"""The evaluation of a `stronger` saboteur, who plays openly: breaks tools, lengthens the route, keeps useful cards.

The numbers were found by a search over simulated rounds; see docs/reports/saboteur-stronger.md. Unlike an open
saboteur of the agent `source`, this saboteur prefers to break tools, never builds towards a stone, and keeps rockfall
cards until the miners are near the gold.
"""

from collections.abc import Mapping
from typing import Any

from games.core.agent import Reason
from games.saboteur.actions import Break, Discard, Look, Repair
from games.saboteur.agents.threshold_belief.evaluations import Scored, View, distance_reason, score_open
from games.saboteur.tunnels.board import Lay, Rockfall
from games.saboteur.tunnels.cards import BLOCKED, upright

MOST = 8  # the largest number of additional cards that counts
LENGTHENS, LONGER = 100.0, 12.0  # Points of a path card that makes the route longer, and points per added card
FALLS, FALLEN, FALLS_FAR = 60.0, 10.0, -10.0
"""Points of a rockfall that lengthens the route: a constant, points per added card, and per card needed before it."""
BLOCKS, BLOCKS_FAR = 150.0, -2.5  # Points of breaking a tool, and points per card needed to reach the goal
FREES, LOOKS, DISCARDS = 80.0, 105.0, 40.0
"""Points of repairing one's own tool, of looking at a goal, and of discarding a card that is not worth keeping."""
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
"""The value of keeping each kind of card, which is subtracted from the points of laying or discarding it."""
_PATHS = {"TRBL": "crossing", "TB": "straight", "RL": "straight", "RB": "bend", "BL": "bend"}


def kept(card: str) -> float:
    """The value of keeping a card of this name."""
    action = card.split("-")[0]
    return KEPT[action if action in KEPT else "dead end" if card.startswith(BLOCKED) else _PATHS.get(card, "junction")]


def score_spoiling(view: View, action: Any) -> Scored:
    """The score and reason of an action by a saboteur who plays openly."""
    match action:
        case Lay():
            gain = view.gain(action)
            longer = LENGTHENS + LONGER * min(-gain, MOST) - kept(upright(action.shape))
            return (longer if gain < 0 else -20.0 - 100 * gain), distance_reason(view, gain)
        case Rockfall():
            gain = view.gain(action)
            longer = FALLS + FALLEN * min(-gain, MOST) + FALLS_FAR * view.left
            return (longer if gain < 0 else -50.0 - 20 * gain), distance_reason(view, gain)
        case Look() if not view.spares(action):
            return LOOKS + (action.goal == view.goal), score_open(view, action)[1]
        case Break():
            score = BLOCKS + BLOCKS_FAR * view.left - 10 * view.degree(action.player)
            why = Reason("to keep {player} from laying paths", player=action.player)
            return (-50.0 if view.verdicts[action.player] == "saboteur" else score), why
        case Repair() if action.player == view.me:
            return FREES, score_open(view, action)[1]
        case Discard():
            return DISCARDS - kept(action.card or ""), Reason("the card that is worth least to keep")
    return score_open(view, action)
