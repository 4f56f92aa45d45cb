"""An agent's beliefs about the roles as text for people: suspects, degrees, and the latest changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.saboteur.agents.threshold_belief.beliefs import Beliefs
from games.saboteur.agents.threshold_belief.believer import Believer
from games.saboteur.agents.threshold_belief.reasons import accused, change_text
from kripke.models.kripke_model import KripkeModel
from logic.errors import listing

BAR = 10
"""Number of marks in a bar."""
NAMED = 8
"""The largest number of believed worlds that are named."""


class _Suspicion(NamedTuple):
    """An agent's suspicion of another player.

    Attributes
    ----------
    name : str
    degree : float
        The agent's degree of belief that the other is a saboteur.
    miner, saboteur : int
        Number of believed worlds in which the other is a miner, and a saboteur.
    """

    name: str
    degree: float
    miner: int
    saboteur: int


def _suspicions(beliefs: Beliefs) -> list[_Suspicion]:
    """The owner's suspicions of the other players, by seat."""
    found = degrees(beliefs.model, beliefs.owner, beliefs.names)
    return [_Suspicion(name, degree, *beliefs.count(name)) for name, degree in found.items()]


def degrees(mind: KripkeModel, owner: str, names: Sequence[str]) -> dict[str, float]:
    """Each other player, and the owner's degree of belief that they are a saboteur.

    The owner's beliefs are the same at every world, so the first one is used.
    """
    here = mind.worlds[0]
    others = [name for name in names if name != owner]
    return {name: float(mind.degree(owner, f"saboteur({name})", at=here, alike=True)) for name in others}


def suspect(found: Mapping[str, float]) -> str | None:
    """The main suspect, by degrees rounded to two decimals; None for a tie or no players."""
    rounded = {name: round(degree, 2) for name, degree in found.items()}
    top = [name for name, degree in rounded.items() if degree == max(rounded.values())]
    return top[0] if len(top) == 1 else None


def bars(found: Mapping[str, float]) -> list[str]:
    """The degrees as bars, one per line."""
    width = max(map(len, found), default=0)
    return [f"{name:<{width}}  {_bar(degree)} {degree:.2f}" for name, degree in found.items()]


def news(beliefs: Beliefs, move: int) -> list[str]:
    """The owner's beliefs that a move started or ended, as text, without changes that were undone."""
    changes = {change.world: change for change in beliefs.changes if change.move == move}
    times = [change.world for change in beliefs.changes if change.move == move]
    return [change_text(beliefs, change) for world, change in changes.items() if times.count(world) % 2]


def glance(believer: Believer) -> list[str]:
    """Suspicions and the expected goal, in two lines; nothing before roles are dealt."""
    beliefs = believer.beliefs
    if beliefs is None:
        return []
    verdicts = beliefs.verdicts()
    shown = [f"{each.name} {each.degree:.2f} ({verdicts[each.name]})" for each in _suspicions(beliefs)]
    return [f"suspicion: {', '.join(shown)}", _gold(believer)]


def panel(believer: Believer) -> list[str]:
    """All beliefs as lines: suspicions, worlds, the gold; a miner's most trusted player, or who suspects a saboteur."""
    beliefs = believer.beliefs
    if beliefs is None:
        return []
    seen = _suspicions(beliefs)
    rows = [
        f"{row}  a saboteur in {each.saboteur}, a miner in {each.miner} of the believed worlds"
        for row, each in zip(bars({each.name: each.degree for each in seen}), seen, strict=True)
    ]
    meaning = "number: the weight of the worlds where the player is a saboteur, as a share of that of all possible ones"
    return [*rows, meaning, _worlds(beliefs), _gold(believer), *_standing(beliefs)]


def _worlds(beliefs: Beliefs) -> str:
    """The number of believed worlds, and the heaviest of them."""
    here, weights = beliefs.view(beliefs.owner), beliefs.model.weights(beliefs.owner)
    held = beliefs.model.believed(beliefs.owner, at=here)
    order = sorted((world for world in beliefs.roles if world in held), key=lambda world: -weights[world])
    named = [accused(beliefs.roles[world]) for world in order[:NAMED]]
    more = f"; and {len(order) - NAMED} more, none heavier" if len(order) > NAMED else ""
    count = f"{len(order)} of {len(beliefs.model.possible(beliefs.owner, at=here))} worlds believed"
    return f"{count}: {'; '.join(named)}{more}"


def _bar(degree: float) -> str:
    marks = round(degree * BAR)
    return "█" * marks + "░" * (BAR - marks)


def _gold(believer: Believer) -> str:
    goal = believer.goal(believer.seat)
    if believer.known(believer.seat).get(goal) == "gold":
        return f"the gold is at goal {goal}"
    return f"the gold is expected at goal {goal}"


def _standing(beliefs: Beliefs) -> list[str]:
    """For a saboteur, the players that seem to suspect them; for a miner, the most trusted player."""
    if beliefs.settings.depth < 2:
        return []
    if beliefs.saboteur:
        return [f"found suspicious by {listing(beliefs.suspecting(), 'and') or 'nobody'}"]
    return [f"trusted most: {beliefs.trusted() or 'nobody enough'}"]
