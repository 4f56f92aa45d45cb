"""How the commands about games tell people about a game, and about the results of a line-up."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import fill
from typing import Any

from games.playing.match import Setup
from games.playing.statistics import Estimate, Summary
from games.telling.description import Description
from logic.exact import plural
from whoknows.cli.output import say, table

WIDTH = 110
SHOWN = 12
"""How many variables of a table are shown to people; the data has all."""


def tell_game(game: Description) -> None:
    """Tell people about a game."""
    fewest, most = game.players
    say(game.title, style="strong")
    say(f"{game.about}\n{fewest if fewest == most else f'{fewest} to {most}'} players; returns in {game.unit}")
    if game.options:
        _heading("Options")
    defaults = {key: str(value).lower() for key, value in game.options.items()} | dict(game.defaults)
    table(([key, f"default {text}"] for key, text in defaults.items()), indent="  ")
    _heading("Agents")
    table(([each.text, each.about] for each in game.agents if not each.ready_made), indent="  ")
    ready = " ".join(each.name for each in game.agents if each.ready_made)
    if ready:
        say(fill("ready made: " + ready, WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False))
    _heading(f"Atoms at the first decision, when {' '.join(game.names)} play")
    variables = list(game.variables.items())
    table((_atoms(variable, values) for variable, values in variables[:SHOWN]), indent="  ")
    if len(variables) > SHOWN:
        say(f"  and {plural(len(variables) - SHOWN, 'more variable')}; --json lists them")
    if game.defined:
        shown = game.defined[:SHOWN]
        say(f"  defined: {' '.join(shown)}{' ...' if len(shown) < len(game.defined) else ''}")
    _heading("Formulas")
    table(([each["formula"], each["meaning"]] for each in game.formulas), indent="  ")
    say(f"\nTry: whoknows match {game.name} --agents {' '.join(game.lineup)} --games 1000")


def _atoms(variable: str, values: list[Any]) -> list[str]:
    return [f"{variable}={values[0]}", " ".join(f"={value}" for value in values[1:])] if values else [variable, ""]


def _heading(text: str) -> None:
    say(f"\n{text}", style="strong")


def tell_results(setup: Setup, found: Summary) -> None:
    """Tell people who won how much."""
    played, lineup = setup.played, setup.lineup
    in_matches = f" in {plural(found.matches, 'match').replace('matchs', 'matches')}" if setup.block > 1 else ""
    say(f"{played.title}: {plural(found.games, 'game')}{in_matches}, seed {setup.seed}", style="strong")
    say(f"returns in {setup.rules_of(0).unit}; {_intervals(setup, found.cycles)}")
    named = [name if name == str(place + 1) else f"{place + 1} {name}" for place, name in enumerate(lineup.names)]
    _rows("agent", zip(named, (str(spec) for spec in lineup.agents), found.agents, strict=True))
    _rows("seat", ((str(seat + 1), "", each) for seat, each in enumerate(found.seats)))
    if found.teams:
        texts = ["+".join(lineup.names[each] for each in team) for team in setup.partners]
        _rows("team", ((text, "", each) for text, each in zip(texts, found.teams, strict=True)))


def _intervals(setup: Setup, cycles: int) -> str:
    """What the intervals are computed over, or what they need."""
    if cycles > 1:
        return f"95 % intervals over {cycles:,} cycles of seatings"
    games = 2 * setup.block * len(setup.seat_order.seats)
    return f"no intervals: they need two cycles of seatings, {games:,} games"


def _rows(kind: str, rows: Iterable[tuple[str, str, Estimate]]) -> None:
    shown = [[f"{kind} {who}", what, *_shown(each)] for who, what, each in rows]
    say()
    table([["", "", "a game", "95 %", "in all"], *shown])


def _shown(each: Estimate) -> list[str]:
    interval = "-" if each.low is None or each.high is None else f"{each.low:+.4f} to {each.high:+.4f}"
    total = f"{each.total.numerator:,}" if each.total.denominator == 1 else f"{float(each.total):,.2f}"
    return [f"{each.mean:+.4f}", interval, total]
