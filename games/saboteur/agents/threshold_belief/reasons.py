"""The reasons why an agent began or stopped believing a world, as text: the acts that moved its weight that way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise

from games.saboteur.agents.threshold_belief.beliefs import Beliefs, Change, Roles, WeightMove
from kripke.models.kripke_model import KripkeModel
from logic.errors import listing

NAMED = 3
"""The largest number of kinds of acts that are named as causes of a change."""


def change_text(beliefs: Beliefs, change: Change) -> str:
    """A change as text: ``john stopped believing w7 (mary and bob saboteurs): bob shortened the route twice``."""
    did, why = "began to believe" if change.believed else "stopped believing", _counted(causes(beliefs, change))
    return f"{beliefs.owner} {did} {change.world} ({accused(beliefs.roles[change.world])}): {why}"


def causes(beliefs: Beliefs, change: Change) -> list[str]:
    """The acts since the world's last change that moved its weight this way, as text.

    If none did, the last act: it moved the other worlds, and the heaviest worlds are believed however light they are.
    """
    heard = beliefs.moves[change.since : change.until]
    models = [beliefs.moves[change.since - 1].after if change.since else beliefs.dealt, *[each.after for each in heard]]
    weights = [_weight(model, beliefs.owner, change.world) for model in models]
    if not change.believed:
        weights = [-weight for weight in weights]
    moved = [each for each, (old, new) in zip(heard, pairwise(weights), strict=True) if new > old]
    return [_said(beliefs.owner, each) for each in moved or heard[-1:]]


def _weight(model: KripkeModel, owner: str, world: str) -> Fraction:
    """The owner's weight of one world: a reason compares dozens of models, each with up to hundreds of worlds."""
    given, position = model.structure.weights[owner], model.structure.worlds.find(world)
    assert position is not None  # an act moves weights and keeps the worlds
    return Fraction(given.numerators[position], given.denominator)


def accused(roles: Roles) -> str:
    """The saboteurs of a world as text."""
    return f"{listing(sorted(roles), 'and') or 'no'} saboteur{'' if len(roles) == 1 else 's'}"


def _said(owner: str, heard: WeightMove) -> str:
    return f"{owner} followed {heard.i}" if heard.row is None else heard.row.says.format(i=heard.i, j=heard.j)


def _counted(because: Iterable[str]) -> str:
    """The most frequent acts; the others are counted."""
    times = {1: "", 2: " twice"}
    counts = Counter(because).most_common()
    texts = [text + times.get(number, f" {number} times") for text, number in counts[:NAMED]]
    if rest := sum(number for _, number in counts[NAMED:]):
        texts.append(f"{rest} more {'act' if rest == 1 else 'acts'}")
    return listing(texts, "and")
