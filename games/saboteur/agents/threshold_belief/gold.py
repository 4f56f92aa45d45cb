"""An agent's beliefs about the gold: a model with a world for each goal, whose weights change with claims.

The agent looks at the goals that may hold the gold, by what the agent knows. Each claim of a player who is considered a
miner moves the weight of its goal by one step, up or down. So what is known is `K_john gold=2`, and the expected goal
is the one with the greatest degree of `gold=1`, `gold=2`, `gold=3`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from games.knowing.queries import degree, holds, remembered
from kripke.change.actions.evidence import Evidence
from kripke.models.kripke_model import KripkeModel

GOALS = (1, 2, 3)
CLAIM = Fraction(1, 100)
"""The change of a weight by a claim. Only the order of weights counts; 30 claims of ten players stay within [0, 1]."""
MODELS = 4096
"""Number of answers that are kept; in a round of five players about twenty are used."""
WORLDS = tuple(f"goal{goal}" for goal in GOALS)


def gold_model(agent: str, possible: Sequence[int], scores: Sequence[int] = (0, 0, 0)) -> KripkeModel:
    """An agent's model of the gold.

    Parameters
    ----------
    possible : sequence of int
        The goals that may hold the gold by what the agent knows, from 1.
    scores : sequence of int
        For each goal the number of believed claims that it is gold, less those that it is a stone.
    """
    model = _weighed(agent, dict.fromkeys(possible, Fraction(1, 2)))
    for goal, score in zip(GOALS, scores, strict=True):
        if score > 0:
            model = model.update(Evidence(agent, f"gold={goal}", gain=score * CLAIM, loss=0))
        elif score < 0:
            model = model.update(Evidence(agent, f"~gold={goal}", gain=0, loss=-score * CLAIM))
    return model


def _weighed(agent: str, weights: Mapping[int, Fraction]) -> KripkeModel:
    """The model with these weights by goal; other goals cannot hold the gold."""
    return KripkeModel.kd45(
        worlds={world: {f"gold={goal}"} for world, goal in zip(WORLDS, GOALS, strict=True)},
        members={agent: [(WORLDS, [WORLDS[goal - 1] for goal in weights])]},
        weights={agent: {WORLDS[goal - 1]: weight for goal, weight in weights.items()}},
        threshold=0,
    )


@remembered(MODELS)
def gold_known(agent: str, possible: tuple[int, ...]) -> Mapping[int, str]:
    """Goal -> ``gold`` or ``stone``, where the agent knows it."""
    model, here = gold_model(agent, possible), WORLDS[possible[0] - 1]
    answers = {}
    for goal in GOALS:
        if holds(model, f"K_{agent} gold={goal}", here):
            answers[goal] = "gold"
        elif holds(model, f"K_{agent} ~gold={goal}", here):
            answers[goal] = "stone"
    return answers


def gold_degrees(agent: str, possible: tuple[int, ...], scores: tuple[int, ...]) -> Mapping[int, Fraction]:
    """Goal -> the agent's degree of belief that the gold is there."""
    return _degrees(gold_model(agent, possible, scores), agent)


def chance_degrees(agent: str, chances: Sequence[float]) -> Mapping[int, Fraction]:
    """Goal -> the degree of belief of an agent that computed the chances of the gold elsewhere.

    Parameters
    ----------
    chances : sequence of float
        For each goal; they become the weights of a model of the gold, rounded to millionths.
    """
    parts = {goal: Fraction(round(chance * 10**6), 10**6) for goal, chance in zip(GOALS, chances, strict=True)}
    return _degrees(_weighed(agent, {goal: part for goal, part in parts.items() if part}), agent)


def _degrees(model: KripkeModel, agent: str) -> Mapping[int, Fraction]:
    return {goal: degree(model, agent, f"gold={goal}", at=WORLDS[0]) for goal in GOALS}


@remembered(MODELS)
def likeliest_goals(agent: str, possible: tuple[int, ...], scores: tuple[int, ...]) -> tuple[int, ...]:
    """The goals with the agent's greatest degree of belief that the gold is there."""
    degrees = gold_degrees(agent, possible, scores)
    greatest = max(degrees.values())
    return tuple(goal for goal, each in degrees.items() if each == greatest)
