"""Line-ups: agents by position, with names, teams and coalitions; and seatings: who sits where in each match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import NamedTuple

from games.core.agent import Agent, Mailbox
from games.core.errors import GameError
from games.game import Game
from games.registry import agent, require_players
from logic.errors import listing, shorten
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
        agents: list[Agent] = []
        for place, spec in enumerate(self.agents, 1):
            if spec is not None:
                agents.append(agent(played, spec))
            elif person is not None:
                agents.append(person())
            else:
                raise GameError(f"agent {place} is a person: expected an agent that plays by itself")
        for made, name in zip(agents, self.names, strict=True):
            made.name = name
        for coalition in self.coalitions:
            mailbox = Mailbox()
            for position in coalition:
                agents[position].mailbox = mailbox
        return agents


def _check_groups(kind: str, groups: Iterable[tuple[int, ...]], count: int) -> None:
    members = Counter(position for group in groups for position in group)
    for position, times in members.items():
        if not 0 <= position < count:
            raise GameError(f"{kind} with agent {position + 1}: expected numbers of agents from 1 to {count}")
        if times > 1:
            raise GameError(f"{kind}s: agent {position + 1} is named {times} times; expected at most once")


KINDS = ("rotations", "all")  # all agents move on by one seat in each match, or all ways to seat them come up
MOST_PLAYERS = 8  # the largest number of players for all seatings: these have 40,320, nine have 362,880

Seats = tuple[int, ...]


class SeatOrder(NamedTuple):
    """The seatings of matches in a row, again and again; the first `distinct` of them are different games."""

    seats: tuple[Seats, ...]
    distinct: int


def seat_order(kind: str, lineup: Lineup, teams: Groups) -> SeatOrder:
    """The seatings of a line-up. O(p n) for p seatings of n players.

    Raises
    ------
    GameError
        If the kind does not exist, or there are more than `MOST_PLAYERS` players for all seatings.

    Examples
    --------
    >>> seat_order("rotations", Lineup(("a", "b", "a", "b")), ()).distinct
    2
    >>> len(seat_order("all", Lineup(("a", "b", "c")), ()).seats)
    6
    """
    players = lineup.players
    if kind not in KINDS:
        raise GameError(f"seatings {shorten(repr(kind))}: expected {listing([repr(each) for each in KINDS])}")
    if kind == "rotations":
        found = [tuple((place + match) % players for place in range(players)) for match in range(players)]
    elif players > MOST_PLAYERS:
        raise GameError(f"all seatings of {players} players: expected at most {MOST_PLAYERS} players; use rotations")
    else:
        found = [seats for seats in permutations(range(players)) if keeps((seats,), teams)]
    # Seatings of a group are the same game. All groups have one size: seatings are the same game if a permutation that
    # keeps agents and coalitions leads from one to the other, and these permutations are a group.
    groups: dict[Hashable, list[Seats]] = {}
    for seats in found:
        groups.setdefault(_game(seats, lineup), []).append(seats)
    return SeatOrder(tuple(seats for turn in zip(*groups.values(), strict=True) for seats in turn), len(groups))


def keeps(order: Iterable[Seats], teams: Groups) -> bool:
    """Whether partners are partners in each of these seatings."""
    wanted = {frozenset(team) for team in teams}
    return all({frozenset(seats[place] for place in team) for team in teams} == wanted for seats in order)


def _game(seats: Seats, lineup: Lineup) -> Hashable:
    """The game as data: the agent of each seat, with persons all different, and the seats that share a mailbox."""
    agents = [place if spec is None else spec for place, spec in enumerate(lineup.agents)]
    by_seat = tuple(agent for _, agent in sorted(zip(seats, agents, strict=True)))
    return by_seat, frozenset(frozenset(seats[place] for place in group) for group in lineup.coalitions)
