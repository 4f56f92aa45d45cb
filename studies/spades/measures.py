"""What an experiment measures in a game of Spades: who won, points, bids and nils of both sides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from games.playing.match import Match, Played
from games.playing.statistics import Estimate
from games.spades.position import SEATS, Round
from games.spades.rules import SpadesState
from games.spades.tricks import A_TRICK
from studies.experiment import Measured, mean, share

SIDES = 2
HIGHEST = 51
"""The number of the ace of spades."""
TABLE = ("first", "bid 1", "bid 2", "bid 3", "bid 4", "points", "their points", "ace", "made")
"""A round: which position bids first, the bids and the points by position, who has the ace of spades, and the nils that
succeeded as bits by position."""


def measured(match: Match, played: Played) -> Measured:
    """The result, sums over the rounds, those of the side of the first agent before the others, and each round."""
    last, order = played.last, match.seats
    assert isinstance(last, SpadesState)
    rounds, returns = last.position.rounds, match.by_position(played.returns)
    sides = [[seat for seat in range(SEATS) if seat % SIDES == (order[0] + side) % SIDES] for side in range(SIDES)]
    return {
        "won": str(returns[0] + returns[2]),
        "rounds": len(rounds),
        "points": [sum(each.gains[seats[0] % SIDES] for each in rounds) for seats in sides],
        "bids": sum(sum(each.bids) for each in rounds),
        "nils": [sum(_nils(each, seats) for each in rounds) for seats in sides],
        "made": [sum(_made(each, seats) for each in rounds) for seats in sides],
        "tables": [_table(each, order) for each in rounds],
    }


def _table(each: Round, order: Sequence[int]) -> list[int]:
    """A round as numbers, in the order of `TABLE`."""
    ace = next((place for place, seat in enumerate(order) if each.hands[seat] >> HIGHEST & 1), -1)
    first = order.index((each.dealer + 1) % SEATS)
    gains = [each.gains[order[side] % SIDES] for side in range(SIDES)]
    nils = sum(1 << place for place, seat in enumerate(order) if each.bids[seat] == 0 == each.took[seat])
    return [first, *(each.bids[seat] for seat in order), *gains, ace, nils]


def _nils(each: Round, seats: Sequence[int]) -> int:
    return sum(each.bids[seat] == 0 for seat in seats)


def _made(each: Round, seats: Sequence[int]) -> int:
    return sum(each.bids[seat] == 0 == each.took[seat] for seat in seats)


def figures(games: Sequence[Measured]) -> dict[str, Estimate]:
    """The figures of a set-up, with their 95 % intervals; shares are from 0 to 1.

    ``won``: games that the first agent's side wins. ``points``, ``their points``, ``bags``, ``their bags``: a round.
    ``nils``: of the side's bids. ``nils made``: of those. ``bids``: the sum of all four in a round. ``rounds``: of a
    game.
    """
    return {
        "won": share(games, won),
        "points": mean(games, part("points", 0), rounds),
        "their points": mean(games, part("points", 1), rounds),
        "bags": mean(games, lambda game: _bags(game, 0), rounds),
        "their bags": mean(games, lambda game: _bags(game, 1), rounds),
        "nils": share(games, part("nils", 0), lambda game: SIDES * rounds(game)),
        "nils made": share(games, part("made", 0), lambda game: int(game["nils"][0])),
        "their nils": share(games, part("nils", 1), lambda game: SIDES * rounds(game)),
        "their nils made": share(games, part("made", 1), lambda game: int(game["nils"][1])),
        "bids": mean(games, lambda game: int(game["bids"]), rounds),
        "rounds": mean(games, rounds),
    }


def _bags(game: Measured, side: int) -> int:
    """The last digits of a side's points: all others come in tens. Ten bags in one round count as none."""
    return sum(row[TABLE.index("points") + side] % A_TRICK for row in game["tables"])


def won(game: Measured) -> Fraction:
    """The share of the game that the first agent's side wins."""
    return Fraction(game["won"])


def rounds(game: Measured) -> int:
    """The number of rounds."""
    return int(game["rounds"])


def part(name: str, side: int) -> Callable[[Measured], Any]:
    """A sum of a side."""
    return lambda game: int(game[name][side])
