"""The experiment for the command ``experiment``: losses and bluffs of an agent in line-ups of simple agents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import inf
from typing import Any, TypeAlias

from games.bluff_poker.actions import BELIEVE, CALL
from games.bluff_poker.rules import BluffState
from games.playing.match import Match, Played
from games.playing.statistics import LEVEL, Estimate
from studies.experiment import Claim, Hypothesis, Measured, gap, mean, share, together
from studies.set_ups import Column, Experiment, MeasuredSetUps

LINEUPS = (
    ("random-truthful-random", "greedy-overbid-believe"),
    ("random-truthful-random", "random-truthful-random"),
    ("greedy-truthful-random", "greedy-truthful-random"),
    ("random-truthful-random", "greedy-truthful-believe"),
)
"""The opponents in line-ups 2 to 5 of ``docs/reports/bluff_poker.md``."""
HABITS = (0, 0.25, 0.5, 0.75, 1)  # the source agent's frequency of unnecessary bluffs: its constant k
Games: TypeAlias = Mapping[tuple[Any, tuple[str, ...]], Sequence[Measured]]  # k and the other agents -> the games
FAIR = 1 / 3  # the share of games that each of three equal agents loses


def measured(match: Match, played: Played) -> Measured:
    """Whether the agent lost; the numbers of its bids, of its lies and of its believed lies; the number of moves."""
    last, seat = played.last, match.seats[0]
    assert isinstance(last, BluffState)
    answers = [(before, move.action) for before, move in last.steps() if move.action in (CALL, BELIEVE)]
    mine = [(before.is_bluff, action == BELIEVE) for before, action in answers if before.position.bidder == seat]
    lies = [believed for is_bluff, believed in mine if is_bluff]
    return {
        "lost": not last.rules.is_in(seat, last.position.penalties),
        "bids": len(mine),
        "bluffs": len(lies),
        "believed": sum(lies),
        "moves": sum(not state.is_chance for state, _ in last.steps()),
    }


def figures(games: Sequence[Measured]) -> dict[str, Estimate]:
    """The statistics of a set-up, with 95 % intervals; proportions are from 0 to 1."""
    return {
        "lost": share(games, _lost),
        "bluffs": share(games, lambda game: game["bluffs"], lambda game: int(game["bids"])),
        "believed": share(games, lambda game: game["believed"], lambda game: int(game["bluffs"])),
        "moves": mean(games, lambda game: game["moves"]),
    }


def judged(results: MeasuredSetUps) -> list[Hypothesis]:
    """The verdicts on hypotheses B1 to B3 if all default set-ups were played; otherwise an empty list."""
    games = {(each.parameters.get("k"), each.against): games for each, games in results}
    if not {(k, others) for k in HABITS for others in LINEUPS} <= set(games):
        return []
    more, fair = "games lost more often", "below a third at each table"
    ends, steps = [(0, 1)], list(pairwise(HABITS))
    return [
        Hypothesis("B1", "the source's agent loses less than its fair share", fair, _fair(games)),
        Hypothesis("B2", "whoever always bluffs loses more than whoever never does", more, _gaps(games, ends)),
        Hypothesis("B3", "each step of k costs games", more, _gaps(games, steps)),
    ]


def _fair(games: Games) -> tuple[Claim, ...]:
    level = together(len(LINEUPS), LEVEL)
    return tuple(
        Claim(f"games lost, {_against(others)}", share(games[0.5, others], _lost, level=level), -inf, FAIR)
        for others in LINEUPS
    )


def _gaps(games: Games, pairs: Sequence[tuple[float, float]]) -> tuple[Claim, ...]:
    level = together(len(LINEUPS) * len(pairs), LEVEL)
    return tuple(
        Claim(
            f"games lost, k {more} less k {less}, {_against(others)}",
            gap(games[more, others], games[less, others], _lost, level),
            0,
            inf,
        )
        for others in LINEUPS
        for less, more in pairs
    )


def _against(others: tuple[str, ...]) -> str:
    return f"against {' and '.join(others)}"


def _lost(game: Measured) -> bool:
    return bool(game["lost"])


EXPERIMENT = Experiment(
    game="bluff_poker",
    agent="source",
    options={"penalties": {}, "lives": {"ending": "lives"}},
    axes={"k": HABITS},
    measure=measured,
    figures=figures,
    columns={
        "lost": Column("lost %", "%", 1, "games that the agent loses"),
        "bluffs": Column("lies of its bids %", "%", 1, "bids that are lies"),
        "believed": Column("believed lies %", "%", 1, "lies that are believed"),
        "moves": Column("moves", decimals=1),
    },
    note="means with 95 % intervals over deals; each deal is played once in each seating",
    judge=judged,
    against=LINEUPS,
    rounds=300,
)
