"""Measurements for the experiment of the report of 2012: its twelve set-ups, a round, and the figures of a set-up.

The set-ups: disbelief 1.5 or 5 times as strong as belief, beliefs of depth one or two, and saboteurs who play openly
from the start, when needed, or never. The measurement reads the table and all belief models; agents never do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import MappingProxyType

from games.playing.match import Match, Played
from games.playing.statistics import Estimate
from games.saboteur.agents.threshold_belief.agent import COVERS
from games.saboteur.agents.threshold_belief.believer import Believer
from games.saboteur.rules import SaboteurState
from studies.experiment import Measured, mean, share
from studies.set_ups import Axes

SOURCE: Axes = MappingProxyType({"factor": (1.5, 5), "depth": (1, 2), "saboteurs": COVERS})
"""The twelve set-ups."""
MAP: Axes = MappingProxyType(
    {"factor": (1, 1.5, 2.5, 5), "step": (0.005, 0.01, 0.02, 0.05), "threshold": (0.2, 0.3, 0.4)}
)
"""Numbers that the report does not give, for the maps; other parameters have their defaults."""


def measured(match: Match, played: Played) -> Measured:
    """The outcome of a round, and what each player believed at its end, by seat."""
    last = played.last
    assert isinstance(last, SaboteurState)
    result, names = last.position.results[-1], match.rules.names
    truth = frozenset(names[seat] for seat in result.saboteurs or ())
    agents = [agent for _, agent in sorted(zip(match.seats, match.agents, strict=True), key=lambda pair: pair[0])]
    minds = [each.beliefs if isinstance(each, Believer) else None for each in agents]
    believed = [each and each.believed() for each in minds]
    return {
        "found": result.found,
        "moves": sum(not state.is_chance for state, _ in last.steps()),
        "saboteurs": list(result.saboteurs or ()),
        "believed": [worlds and len(worlds) for worlds in believed],
        "astray": [worlds and truth not in worlds for worlds in believed],
        "emptied": sum(each.emptied for each in minds if each),
        "updates": sum(each.updates for each in minds if each),
    }


def figures(rounds: Sequence[Measured]) -> dict[str, Estimate]:
    """The figures of a set-up, with their 95 % intervals; shares are from 0 to 1.

    ``miners``: rounds that they win. ``worlds``, ``worlds of miners``, ``worlds of saboteurs``: number of worlds that
    an agent believes at the end. ``astray``: rounds at whose end some agent does not believe the true world. ``agents
    astray``: agents who do not. ``emptied``: pieces of evidence that would have left a class without a believed world,
    so that its heaviest stayed. ``moves``: in a round.
    """
    return {
        "miners": share(rounds, lambda each: each["found"]),
        "worlds": _by_agent(rounds, "believed", _believers),
        "worlds of miners": _by_agent(rounds, "believed", _miners),
        "worlds of saboteurs": _by_agent(rounds, "believed", _saboteurs),
        "astray": share(rounds, lambda each: astray(each) if _believers(each) else None),
        "agents astray": _by_agent(rounds, "astray", _believers),
        "emptied": share(rounds, lambda each: each["emptied"], lambda each: int(each["updates"])),
        "moves": mean(rounds, lambda each: each["moves"]),
    }


def astray(each: Measured) -> bool:
    """Whether some agent does not believe the true world at the end of the round."""
    return any(each["astray"][seat] for seat in _believers(each))


def _believers(each: Measured) -> list[int]:
    """The seats of agents with believed worlds; agents that use degrees only have none."""
    return [seat for seat, worlds in enumerate(each["believed"]) if worlds is not None]


def _miners(each: Measured) -> list[int]:
    return [seat for seat in _believers(each) if seat not in each["saboteurs"]]


def _saboteurs(each: Measured) -> list[int]:
    return [seat for seat in _believers(each) if seat in each["saboteurs"]]


def _by_agent(rounds: Sequence[Measured], key: str, seats: Callable[[Measured], Sequence[int]]) -> Estimate:
    """The mean over agents; the round is the cluster, because agents of one round are not independent."""
    return mean(rounds, lambda each: sum(each[key][seat] for seat in seats(each)), lambda each: len(seats(each)))
