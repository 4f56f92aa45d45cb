"""What an agent believes of the roles, for people: whom she suspects and how much, and what just changed."""

from __future__ import annotations

from typing import NamedTuple

from games.saboteur.believing.beliefs import Beliefs, accused
from games.saboteur.believing.believer import Believer
from logic.errors import listing

BAR = 10
"""How many marks a bar has."""


class Suspicion(NamedTuple):
    """How an agent sees another.

    Attributes
    ----------
    name : str
    degree : float
        To what degree she believes that the other is a saboteur.
    miner, saboteur : int
        In how many of the worlds that she believes the other is a miner, and in how many a saboteur.
    """

    name: str
    degree: float
    miner: int
    saboteur: int


def suspicions(beliefs: Beliefs) -> list[Suspicion]:
    """How the owner sees each other player, by seat."""
    here = beliefs.view(beliefs.owner)
    return [
        Suspicion(
            name,
            float(beliefs.model.degree(beliefs.owner, f"saboteur({name})", at=here)),
            *beliefs.count(name),
        )
        for name in beliefs.others
    ]


def news(beliefs: Beliefs, move: int) -> list[str]:
    """What the owner began or ceased to believe at a move, in words; not what changed there and back again."""
    changes = {change.world: change for change in beliefs.changes if change.move == move}
    times = [change.world for change in beliefs.changes if change.move == move]
    return [beliefs.told(change) for world, change in changes.items() if times.count(world) % 2]


def glance(believer: Believer) -> list[str]:
    """Whom she suspects, and where she expects the gold, in two lines; nothing before roles are dealt."""
    beliefs = believer.beliefs
    if beliefs is None:
        return []
    verdicts = beliefs.verdicts()
    shown = [f"{each.name} {each.degree:.2f} ({verdicts[each.name]})" for each in suspicions(beliefs)]
    return [f"suspicion: {', '.join(shown)}", _gold(believer)]


def panel(believer: Believer) -> list[str]:
    """All that she believes: how much she suspects each, the worlds, the gold; whom she trusts, or who suspects her."""
    beliefs = believer.beliefs
    if beliefs is None:
        return []
    width = max(map(len, beliefs.names))
    rows = [_row(each, width) for each in suspicions(beliefs)]
    worlds = beliefs.believed()
    held = (
        f"{len(worlds)} of {len(beliefs.model.possible(beliefs.owner, beliefs.view(beliefs.owner)))} worlds believed: "
    )
    return [*rows, held + "; ".join(map(accused, worlds)), _gold(believer), *_standing(beliefs)]


def _row(each: Suspicion, width: int) -> str:
    marks = round(each.degree * BAR)
    bar = "█" * marks + "░" * (BAR - marks)
    told = f"a saboteur in {each.saboteur}, a miner in {each.miner} of the believed worlds"
    return f"{each.name:<{width}}  {bar} {each.degree:.2f}  {told}"


def _gold(believer: Believer) -> str:
    goal = believer.goal(believer.seat)
    if believer.known(believer.seat).get(goal) == "gold":
        return f"the gold is at goal {goal}"
    return f"the gold is expected at goal {goal}"


def _standing(beliefs: Beliefs) -> list[str]:
    """Of a saboteur who finds her suspicious, as she sees it; of a miner whom she trusts."""
    if beliefs.settings.depth < 2:
        return []
    if beliefs.saboteur:
        return [f"found suspicious by {listing(beliefs.suspecting(), 'and') or 'nobody'}"]
    return [f"trusted most: {beliefs.trusted() or 'nobody enough'}"]
