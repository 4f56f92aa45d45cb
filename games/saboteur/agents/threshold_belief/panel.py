"""What an agent believes of the roles, for people: whom she suspects and how much, and what just changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.saboteur.agents.threshold_belief.beliefs import Beliefs
from games.saboteur.agents.threshold_belief.believer import Believer
from games.saboteur.agents.threshold_belief.reasons import accused, told
from kripke.models.kripke_model import KripkeModel
from logic.errors import listing

BAR = 10
"""How many marks a bar has."""
NAMED = 8
"""So many believed worlds are named at most: a list of a hundred says nothing."""


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
    found = degrees(beliefs.model, beliefs.owner, beliefs.names)
    return [Suspicion(name, degree, *beliefs.count(name)) for name, degree in found.items()]


def degrees(mind: KripkeModel, owner: str, names: Sequence[str]) -> dict[str, float]:
    """Each other player, and to what degree the owner of a model of the roles believes that she is a saboteur.

    From every world the owner looks at the same, those with her own role, so that the first one will do.
    """
    here = mind.worlds[0]
    others = [name for name in names if name != owner]
    return {name: float(mind.degree(owner, f"saboteur({name})", at=here, alike=True)) for name in others}


def suspect(found: Mapping[str, float]) -> str | None:
    """Who is suspected most, to two digits; None where several are, or nobody is."""
    rounded = {name: round(degree, 2) for name, degree in found.items()}
    top = [name for name, degree in rounded.items() if degree == max(rounded.values())]
    return top[0] if len(top) == 1 else None


def bars(found: Mapping[str, float]) -> list[str]:
    """The degrees as bars, a line each."""
    width = max(map(len, found), default=0)
    return [f"{name:<{width}}  {_bar(degree)} {degree:.2f}" for name, degree in found.items()]


def news(beliefs: Beliefs, move: int) -> list[str]:
    """What the owner began or ceased to believe at a move, in words; not what changed there and back again."""
    changes = {change.world: change for change in beliefs.changes if change.move == move}
    times = [change.world for change in beliefs.changes if change.move == move]
    return [told(beliefs, change) for world, change in changes.items() if times.count(world) % 2]


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
    seen = suspicions(beliefs)
    rows = [
        f"{row}  a saboteur in {each.saboteur}, a miner in {each.miner} of the believed worlds"
        for row, each in zip(bars({each.name: each.degree for each in seen}), seen, strict=True)
    ]
    return [*rows, _worlds(beliefs), _gold(believer), *_standing(beliefs)]


def _worlds(beliefs: Beliefs) -> str:
    """How many worlds she believes, and which: the heaviest first, and of many only these."""
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
    """Of a saboteur who finds her suspicious, as she sees it; of a miner whom she trusts."""
    if beliefs.settings.depth < 2:
        return []
    if beliefs.saboteur:
        return [f"found suspicious by {listing(beliefs.suspecting(), 'and') or 'nobody'}"]
    return [f"trusted most: {beliefs.trusted() or 'nobody enough'}"]
