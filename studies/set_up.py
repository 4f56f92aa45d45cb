"""Who plays what in an experiment: set-ups, and the parts that they come in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from games.playing.lineup import Groups, Lineup
from games.playing.match import Setup
from logic.errors import listing
from studies.experiment import Measured, Trial


@dataclass(frozen=True)
class SetUp:
    """Who plays what.

    Parameters
    ----------
    agent : str
        The text of the agent, as the registry reads it; its position in the line-up is the first.
    parameters : mapping
        The parameters in which the set-ups differ; empty where the agent is all that is said.
    against : tuple of str
        The other agents, in turn around the table; empty: all players are the same agent.
    rounds : int
        Number of its rounds; 0: as many as the others have.
    coalitions : tuple of tuple of int
        Positions, from 0, that share a mailbox.
    """

    game: str
    agent: str
    variant: str
    players: int
    parameters: Mapping[str, Any] = field(default_factory=dict, hash=False)
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    against: tuple[str, ...] = ()
    block: int = 1
    rounds: int = 0
    coalitions: Groups = ()

    @property
    def name(self) -> str:
        """The set-up's name, in names of files too."""
        what = ",".join(f"{key}={value}" for key, value in self.parameters.items()) or self.agent
        others = f"-against-{','.join(self.against)}" if self.against else ""
        several = f"-by-{self.block}" if self.block > 1 else ""
        return f"{self.variant}-{self.players}-" + re.sub(r"[^\w=.,()+-]+", "_", what + others) + several

    @property
    def label(self) -> str:
        """The set-up's name among those at the same table."""
        return self.without("") or self.agent

    @property
    def table(self) -> str:
        """How many play, and against whom; who is in a coalition with the agent is not against it."""
        with_it = next((group for group in self.coalitions if 0 in group), (0,))
        others = [each for place, each in enumerate(self.against, 1) if place not in with_it]
        together = f", {len(with_it)} of them together" if len(with_it) > 1 else ""
        return f"{self.players} players{together}" + (f", against {listing(others, 'and')}" if others else "")

    def without(self, parameter: str) -> str:
        """The parameters in words, without one."""
        return " ".join(f"{key} {value}" for key, value in self.parameters.items() if key != parameter)

    def trial(self, seed: int) -> Trial:
        """The set-up as the arena plays it."""
        agents = (self.agent, *self.against) if self.against else (self.agent,) * self.players
        lineup = Lineup(agents, coalitions=self.coalitions)
        return Trial(self.name, Setup(self.game, lineup, dict(self.options), seed, self.block), self.rounds)


Found: TypeAlias = Sequence[tuple[SetUp, Sequence[Measured]]]
"""Set-ups with what was measured in their games."""


class Part(NamedTuple):
    """Set-ups of an experiment that have a number of rounds of their own.

    Attributes
    ----------
    name : str
        By which it is chosen; several parts may share it.
    agents : tuple of str
        Their texts.
    against : tuple of tuple of str
        The tables: the other agents, in turn.
    rounds : int
        Their number.
    block : int
        Number of games in a match; 0: as usual.
    variant : str
        Of the rules; empty: the usual one.
    coalitions : tuple of tuple of int
        Positions, from 0, that share a mailbox.
    """

    name: str
    agents: tuple[str, ...]
    against: tuple[tuple[str, ...], ...]
    rounds: int
    block: int = 0
    variant: str = ""
    coalitions: Groups = ()
