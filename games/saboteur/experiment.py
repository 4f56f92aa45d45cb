"""The experiment of the report of 2012: twelve set-ups, what is measured in a round, and the figures of a set-up.

Its set-ups: disbelief 1.5 or 5 times as strong as belief, beliefs of depth one or two, and saboteurs who play openly,
when it is needed or never. The judge may look at the table and into all minds, the agents never.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from games.core.errors import GameError
from games.playing.experiment import Measured, Trial, combined
from games.playing.lineup import Lineup
from games.playing.match import Match, Played, Setup
from games.playing.statistics import Estimate, estimate, proportion
from games.saboteur.agents.threshold_belief.agent import COVERS
from games.saboteur.agents.threshold_belief.believer import Believer
from games.saboteur.rules import Saboteur, SaboteurState
from logic.errors import shorten

Axes = Mapping[str, Sequence[Any]]

SOURCE: Axes = MappingProxyType({"factor": (1.5, 5), "depth": (1, 2), "saboteurs": COVERS})
"""The twelve set-ups."""
MAP: Axes = MappingProxyType(
    {"factor": (1, 1.5, 2.5, 5), "step": (0.005, 0.01, 0.02, 0.05), "threshold": (0.2, 0.3, 0.4)}
)
"""How much the outcome hangs on the numbers that the report does not give; the rest as in a game that is watched."""


@dataclass(frozen=True)
class SetUp:
    """Who plays what: everybody is the same agent.

    Parameters
    ----------
    agent : str
        Her text, as the registry reads it.
    variant : {'source', 'official'}
    players : int
    parameters : mapping
        Those that the set-ups differ by; empty where the agent is all that is said.
    """

    agent: str
    variant: str = "source"
    players: int = 5
    parameters: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def name(self) -> str:
        """What it is called."""
        what = ",".join(f"{key}={value}" for key, value in self.parameters.items()) or self.agent
        return f"{self.variant}-{self.players}-" + re.sub(r"[^\w=.,()+-]+", "_", what)

    @property
    def label(self) -> str:
        """What it is called among others of the same players."""
        return " ".join(f"{key} {value}" for key, value in self.parameters.items()) or self.agent

    def trial(self, seed: int) -> Trial:
        """The set-up as the arena plays it: a round is a game."""
        lineup = Lineup((self.agent,) * self.players)
        return Trial(self.name, Setup("saboteur", lineup, {"variant": self.variant, "rounds": 1}, seed))


def set_ups(axes: Axes, variant: str = "source", players: Sequence[int] = (5,)) -> list[SetUp]:
    """The set-ups of the agent of the source that differ by her parameters, for each number of players."""
    chosen = combined(axes)
    texts = [f"source({', '.join(f'{key}={value}' for key, value in each.items())})" for each in chosen]
    return [SetUp(text, variant, n, each) for n in players for text, each in zip(texts, chosen, strict=True)]


def of_agents(agents: Sequence[str], variant: str = "source", players: Sequence[int] = (5,)) -> list[SetUp]:
    """A set-up for each agent, for each number of players; an agent who is named twice plays once."""
    return [SetUp(agent, variant, n) for n in players for agent in dict.fromkeys(agents)]


def players_of(text: str) -> tuple[int, ...]:
    """Numbers of players such as ``5``, ``3,5`` or ``3..10``; `GameError` where they are none."""
    found: list[int] = []
    for part in text.split(","):
        ends = part.strip().split("..")
        if len(ends) > 2 or not all(end.isdecimal() and end.isascii() for end in ends):
            raise GameError(f"players {shorten(repr(text))}: expected numbers such as 5, 3,5 or 3..10")
        if any(len(end) > 4 or not Saboteur.fewest <= int(end) <= MOST for end in ends):
            raise GameError(
                f"players {shorten(repr(text))}: expected numbers from {Saboteur.fewest} to {MOST}, such as 3..10"
            )
        found += range(int(ends[0]), int(ends[-1]) + 1)
    if not found:
        raise GameError(f"players {shorten(repr(text))}: expected the smaller number first, such as 3..10")
    return tuple(dict.fromkeys(found))


MOST = Saboteur.most


def measured(match: Match, played: Played) -> Measured:
    """What happened in a round, and what everybody believed at its end, by seat."""
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

    ``miners``: rounds that they win; ``worlds``, ``worlds of miners``, ``worlds of saboteurs``: how many an agent
    believes at the end; ``astray``: rounds at whose end some agent does not believe the true world; ``agents astray``:
    agents who do not; ``emptied``: pieces of evidence that would have left a class without a believed world, had not
    its heaviest stayed; ``moves``: in a round.
    """
    return {
        "miners": proportion(sum(each["found"] for each in rounds), len(rounds)),
        "worlds": _by_agent(rounds, "believed", _believers),
        "worlds of miners": _by_agent(rounds, "believed", _miners),
        "worlds of saboteurs": _by_agent(rounds, "believed", _saboteurs),
        "astray": proportion(sum(map(astray, rounds)), sum(bool(_believers(each)) for each in rounds)),
        "agents astray": _by_agent(rounds, "astray", _believers),
        "emptied": estimate([Fraction(each["emptied"]) for each in rounds], [each["updates"] for each in rounds]),
        "moves": estimate([Fraction(each["moves"]) for each in rounds], [1] * len(rounds)),
    }


def astray(each: Measured) -> bool:
    """Whether some agent does not believe the true world at the end of the round."""
    return any(each["astray"][seat] for seat in _believers(each))


def _believers(each: Measured) -> list[int]:
    """Who believes worlds: agents who reckon with degrees alone do not."""
    return [seat for seat, worlds in enumerate(each["believed"]) if worlds is not None]


def _miners(each: Measured) -> list[int]:
    return [seat for seat in _believers(each) if seat not in each["saboteurs"]]


def _saboteurs(each: Measured) -> list[int]:
    return [seat for seat in _believers(each) if seat in each["saboteurs"]]


def _by_agent(rounds: Sequence[Measured], key: str, seats: Callable[[Measured], Sequence[int]]) -> Estimate:
    """The mean over agents; agents of one round are not independent, so that the round is the cluster."""
    sums = [Fraction(sum(each[key][seat] for seat in seats(each))) for each in rounds]
    return estimate(sums, [len(seats(each)) for each in rounds])
