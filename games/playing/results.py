"""The results of a line-up as JSON values and as a CSV table."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from games.playing.match import Setup
from games.playing.statistics import Estimate, MatchResult, Summary


def as_data(setup: Setup, found: Summary) -> dict[str, Any]:
    """The results as JSON values; positions in teams count from 1."""
    lineup = setup.lineup
    agents = [
        {"agent": spec, "name": name, **_numbers(each)}
        for spec, name, each in zip(lineup.agents, lineup.names, found.agents, strict=True)
    ]
    teams = [
        {"agents": [position + 1 for position in team], **_numbers(each)}
        for team, each in zip(setup.partners, found.teams, strict=True)
    ]
    seats = [{"seat": seat + 1, **_numbers(each)} for seat, each in enumerate(found.seats)]
    counts = {"games": found.games, "matches": found.matches, "cycles": found.cycles}
    counts |= {"seed": setup.seed, "block": setup.block}
    run = {"game": setup.played.name} | counts
    return run | {"unit": setup.rules_of(0).unit, "agents": agents, "seats": seats, "teams": teams}


def as_csv(setup: Setup, results: Iterable[MatchResult]) -> str:
    """The results as a table: a row for each agent and game."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["match", "game", "position", "name", "agent", "seat", "returns"])
    lineup = setup.lineup
    for result in results:
        seats = setup.seats_of(result.number)
        for number, paid in enumerate(result.returns):
            for place, value in enumerate(paid):
                who = [place + 1, lineup.names[place], lineup.agents[place], seats[place] + 1]
                rows.writerow([result.number, number, *who, value])
    return text.getvalue()


def _numbers(each: Estimate) -> dict[str, Any]:
    return asdict(each) | {"total": str(each.total)}
