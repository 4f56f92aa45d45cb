"""What the commands about games print: a game in detail, and the results of a line-up, for people and as data."""

from __future__ import annotations

import csv
import inspect
import io
from collections.abc import Iterable
from dataclasses import asdict, fields
from functools import partial
from random import Random
from textwrap import fill
from typing import Any

from games import registry
from games.core.rules import State
from games.playing.match import Setup
from games.playing.statistics import Estimate, MatchResult, Summary
from whoknows.cli.output import plural, say, table

WIDTH = 110
SHOWN = 12
"""How many variables of a table are shown to people; as data there are all."""


def about(name: str) -> dict[str, Any]:
    """A game as data: options, agents, the atoms at the first decision, formulas."""
    game = registry.game(name)
    rules = game.rules()
    known = game.table(first_decision(rules.start()))
    options = {each.name: getattr(rules, each.name) for each in fields(rules) if each.name != "names"}
    return {
        "name": name,
        "title": game.title,
        "about": _first_line(game.rules),
        "players": [game.rules.fewest, game.rules.most],
        "unit": rules.unit,
        "options": options,
        "agents": [_agent(each, maker) for each, maker in registry.makers(game).items()],
        "lineup": list(game.lineup),
        "names": list(rules.names),
        "variables": {variable: list(values) for variable, values in known.variables},
        "defined": [atom for atom, _ in known.defined],
        "formulas": [{"formula": formula, "meaning": meaning} for formula, meaning in game.formulas],
    }


def first_decision(state: State) -> State:
    """The state in which somebody first decides, after the cards are dealt."""
    rng = Random(0)
    while state.is_chance:
        state = state.after(state.sample(rng))
    return state


def _agent(name: str, maker: Any) -> dict[str, Any]:
    parameters = {
        key: None if value is inspect.Parameter.empty else value for key, value in registry.parameters_of(maker).items()
    }
    return {
        "name": name,
        "parameters": parameters,
        "text": registry.signature(name, maker),
        "about": _first_line(maker.func if _ready_made(maker) else maker),
        "ready_made": _ready_made(maker),
    }


def _ready_made(maker: Any) -> bool:
    """Whether this is another agent with her parameters filled in."""
    return isinstance(maker, partial)


def own_agents(name: str) -> list[str]:
    """The agents of a game, without those that are others with their parameters filled in."""
    return [each for each, maker in registry.makers(registry.game(name)).items() if not _ready_made(maker)]


def _first_line(documented: Any) -> str:
    return (inspect.getdoc(documented) or "").partition("\n")[0]


def told_game(data: dict[str, Any]) -> None:
    """Tell people about a game."""
    fewest, most = data["players"]
    say(data["title"], style="strong")
    say(f"{data['about']}\n{fewest if fewest == most else f'{fewest} to {most}'} players; returns in {data['unit']}")
    if data["options"]:
        _heading("Options")
    table(([key, "default " + str(value).lower()] for key, value in data["options"].items()), indent="  ")
    _heading("Agents")
    table(([each["text"], each["about"]] for each in data["agents"] if not each["ready_made"]), indent="  ")
    ready = " ".join(each["name"] for each in data["agents"] if each["ready_made"])
    if ready:
        say(fill("ready made: " + ready, WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False))
    _heading(f"Atoms at the first decision, when {' '.join(data['names'])} play")
    variables = list(data["variables"].items())
    table((_atoms(variable, values) for variable, values in variables[:SHOWN]), indent="  ")
    if len(variables) > SHOWN:
        say(f"  and {plural(len(variables) - SHOWN, 'more variable')}; --json lists them")
    if data["defined"]:
        shown = data["defined"][:SHOWN]
        say(f"  defined: {' '.join(shown)}{' ...' if len(shown) < len(data['defined']) else ''}")
    _heading("Formulas")
    table(([each["formula"], each["meaning"]] for each in data["formulas"]), indent="  ")
    say(f"\nTry: whoknows match {data['name']} --agents {' '.join(data['lineup'])} --games 1000")


def _atoms(variable: str, values: list[Any]) -> list[str]:
    return [f"{variable}={values[0]}", " ".join(f"={value}" for value in values[1:])] if values else [variable, ""]


def _heading(text: str) -> None:
    say(f"\n{text}", style="strong")


def as_data(setup: Setup, found: Summary) -> dict[str, Any]:
    """The results as data; positions in teams count from 1, as on the command line."""
    lineup = setup.lineup
    agents = [
        {"agent": spec, "name": name, **_numbers(each)}
        for spec, name, each in zip(lineup.agents, lineup.names, found.agents, strict=True)
    ]
    teams = [
        {"agents": [position + 1 for position in team], **_numbers(each)}
        for team, each in zip(lineup.partners(setup.rules[0]), found.teams, strict=True)
    ]
    seats = [{"seat": seat + 1, **_numbers(each)} for seat, each in enumerate(found.seats)]
    run = {"game": setup.game, "games": found.games, "matches": found.matches, "seed": setup.seed, "block": setup.block}
    return run | {"unit": setup.rules[0].unit, "agents": agents, "seats": seats, "teams": teams}


def _numbers(each: Estimate) -> dict[str, Any]:
    return asdict(each) | {"total": str(each.total)}


def told_results(setup: Setup, found: Summary) -> None:
    """Tell people who won how much."""
    played, lineup = setup.played, setup.lineup
    in_matches = f" in {plural(found.matches, 'match').replace('matchs', 'matches')}" if setup.block > 1 else ""
    say(f"{played.title}: {plural(found.games, 'game')}{in_matches}, seed {setup.seed}", style="strong")
    say(f"returns in {setup.rules[0].unit}; 95 % intervals")
    named = [name if name == str(place + 1) else f"{place + 1} {name}" for place, name in enumerate(lineup.names)]
    _rows("agent", zip(named, (str(spec) for spec in lineup.agents), found.agents, strict=True))
    _rows("seat", ((str(seat + 1), "", each) for seat, each in enumerate(found.seats)))
    if found.teams:
        texts = ["+".join(lineup.names[each] for each in team) for team in lineup.partners(setup.rules[0])]
        _rows("team", ((text, "", each) for text, each in zip(texts, found.teams, strict=True)))


def _rows(kind: str, rows: Iterable[tuple[str, str, Estimate]]) -> None:
    shown = [[f"{kind} {who}", what, *_shown(each)] for who, what, each in rows]
    say()
    table([["", "", "a game", "95 %", "in all"], *shown])


def _shown(each: Estimate) -> list[str]:
    interval = "-" if each.low is None or each.high is None else f"{each.low:+.4f} to {each.high:+.4f}"
    total = f"{each.total.numerator:,}" if each.total.denominator == 1 else f"{float(each.total):,.2f}"
    return [f"{each.mean:+.4f}", interval, total]


def as_csv(setup: Setup, results: Iterable[MatchResult]) -> str:
    """The results as a table: a row for each agent and game."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["match", "game", "position", "name", "agent", "seat", "returns"])
    lineup = setup.lineup
    for result in results:
        seats = lineup.seating(result.number)
        for number, paid in enumerate(result.returns):
            for place, value in enumerate(paid):
                who = [place + 1, lineup.names[place], lineup.agents[place], seats[place] + 1]
                rows.writerow([result.number, number, *who, value])
    return text.getvalue()
