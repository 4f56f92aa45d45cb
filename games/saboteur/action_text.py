"""Actions of Saboteur as text for people: a verb and the rest of the sentence."""

from __future__ import annotations

from typing import Any

from games.core.wording import whose
from games.saboteur.actions import Break, Discard, Look, Repair, Say, Take
from games.saboteur.tunnels.cards import BLOCKED, SHAPE_NAMES
from games.saboteur.tunnels.changes import Lay, Rockfall


def verb_phrase(action: Any, who: str) -> tuple[str, str]:
    """A verb and its rest, such as ``("lays", "TRB at 3,1")``."""
    kind = type(action)
    if kind is Lay:
        name = SHAPE_NAMES[action.shape]
        dead = f"a dead end, {name}," if name.startswith(BLOCKED) else name
        return "lays", f"{dead} at {action.x},{action.y}"
    if kind is Rockfall:
        return "lets", f"rocks fall on {action.x},{action.y}"
    if kind is Look:
        return "looks", f"under goal {action.goal}"
    if kind is Say:
        return "says", f"nothing of goal {action.goal}" if action.what == "nothing" else _claim(action)
    if kind is Take:
        return "takes", f"{action.nuggets} gold"
    if kind is Discard:
        return "lays", f"{action.card or 'a card'} aside"
    assert kind in (Break, Repair)
    owner = "the" if action.player == who else whose(action.player)
    return ("breaks" if kind is Break else "repairs"), f"{owner} {action.tool}"


def _claim(action: Say) -> str:
    return f"that goal {action.goal} is {'gold' if action.what == 'gold' else 'a stone'}"
