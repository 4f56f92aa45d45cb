"""Seatings: who sits where in each match, and which matches are the same deal with seats exchanged."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import permutations
from typing import NamedTuple

from games.core.errors import GameError
from games.playing.lineup import Groups, Lineup
from logic.errors import listing, shorten

KINDS = ("rotations", "all")
"""All agents move on by one seat in each match, or all ways to seat them come up."""
MOST_PLAYERS = 8
"""The largest number of players for all seatings: these have 40,320, nine have 362,880."""

Seats = tuple[int, ...]


class SeatOrder(NamedTuple):
    """The seatings of matches in a row, again and again.

    Attributes
    ----------
    seats : tuple of tuple of int
        By match, position -> seat.
    distinct : int
        So many seatings in a row are different games: in the next ones equal agents have only exchanged seats.
    """

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
    return _spread(_seated(kind, lineup.players, teams), lineup)


def keeps(order: Iterable[Seats], teams: Groups) -> bool:
    """Whether partners are partners in each of these seatings."""
    wanted = {frozenset(team) for team in teams}
    return all({frozenset(seats[place] for place in team) for team in teams} == wanted for seats in order)


def _seated(kind: str, players: int, teams: Groups) -> list[Seats]:
    if kind not in KINDS:
        raise GameError(f"seatings {shorten(repr(kind))}: expected {listing([repr(each) for each in KINDS])}")
    if kind == "rotations":
        return [tuple((place + match) % players for place in range(players)) for match in range(players)]
    if players > MOST_PLAYERS:
        raise GameError(f"all seatings of {players} players: expected at most {MOST_PLAYERS} players; use rotations")
    return [seats for seats in permutations(range(players)) if keeps((seats,), teams)]


def _spread(found: Sequence[Seats], lineup: Lineup) -> SeatOrder:
    """The seatings in turn from each group of those that equal agents make the same game.

    The groups have one size: seatings are the same game if a permutation that keeps agents and coalitions leads from
    one to the other, and these permutations are a group.
    """
    groups: dict[Hashable, list[Seats]] = {}
    for seats in found:
        groups.setdefault(_game(seats, lineup), []).append(seats)
    return SeatOrder(tuple(seats for turn in zip(*groups.values(), strict=True) for seats in turn), len(groups))


def _game(seats: Seats, lineup: Lineup) -> Hashable:
    """What is played: the agent of each seat, where each person is unlike all others, and who shares a mailbox."""
    agents = [place if spec is None else spec for place, spec in enumerate(lineup.agents)]
    by_seat = tuple(agent for _, agent in sorted(zip(seats, agents, strict=True), key=lambda pair: pair[0]))
    return by_seat, frozenset(frozenset(seats[place] for place in group) for group in lineup.coalitions)
