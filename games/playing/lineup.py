"""Line-ups: agents by position, with names, teams, coalitions and seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from games.core.agent import Agent, Mailbox
from games.core.errors import GameError
from games.game import Game
from games.registry import agent, require_players
from logic.errors import shorten
from logic.exact import plural

Groups = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Lineup:
    """The agents of a match.

    Parameters
    ----------
    agents : tuple of str or None
        An agent's text for each position, such as ``source(k=0.3)``; None is a person.
    names : tuple of str
        Their names, in formulas too; by default ``1``, ``2``, ...
    teams : tuple of tuple of int
        Positions, from 0, whose returns are added; by default the partners of the game's rules.
    coalitions : tuple of tuple of int
        Positions, from 0, that share a mailbox.
    """

    agents: tuple[str | None, ...]
    names: tuple[str, ...] = ()
    teams: Groups = ()
    coalitions: Groups = ()

    def __post_init__(self) -> None:
        count = len(self.agents)
        if not self.names:
            object.__setattr__(self, "names", tuple(str(position + 1) for position in range(count)))
        if strange := [name for name in self.names if not isinstance(name, str)]:
            raise GameError(f"name {shorten(repr(strange[0]))}: expected a text")
        if len(self.names) != count:
            raise GameError(
                f"{plural(len(self.names), 'name')} for {plural(count, 'agent')}: expected a name for each agent"
            )
        _check_groups("team", self.teams, count)
        _check_groups("coalition", self.coalitions, count)

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.agents)

    def seated_names(self, seats: Sequence[int]) -> tuple[str, ...]:
        """Seat -> name, for a seating: position -> seat."""
        return tuple(name for _, name in sorted(zip(seats, self.names, strict=True)))

    def made(self, played: Game, person: Callable[[], Agent] | None = None) -> list[Agent]:
        """New agents by position; each coalition has a new mailbox."""
        require_players(played, self.players)
        agents = [_made(played, spec, position, person) for position, spec in enumerate(self.agents)]
        for made, name in zip(agents, self.names, strict=True):
            made.name = name
        for coalition in self.coalitions:
            mailbox = Mailbox()
            for position in coalition:
                agents[position].mailbox = mailbox
        return agents


def _made(played: Game, spec: str | None, position: int, person: Callable[[], Agent] | None) -> Agent:
    if spec is not None:
        return agent(played, spec)
    if person is None:
        raise GameError(f"agent {position + 1} is a person: expected an agent that plays by itself")
    return person()


def _check_groups(kind: str, groups: Iterable[tuple[int, ...]], count: int) -> None:
    members = Counter(position for group in groups for position in group)
    for position, times in members.items():
        if not 0 <= position < count:
            raise GameError(f"{kind} with agent {position + 1}: expected numbers of agents from 1 to {count}")
        if times > 1:
            raise GameError(f"{kind}s: agent {position + 1} is named {times} times; expected at most once")
