"""The command `plot`, for many recorded games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from games.playing.records import read_records
from viz.plots.games import plot_games
from whoknows.cli.games import NamedGame, lines_of
from whoknows.cli.guard import Guarded
from whoknows.cli.help import examples
from whoknows.cli.inputs import name_of, require_one_reader
from whoknows.cli.output import say

app = typer.Typer(rich_markup_mode=None)

PLOT_EXAMPLES = examples(
    "whoknows match bluff_poker --games 1000 --records games.jsonl && whoknows plot games.jsonl -o bluffs.png",
    "whoknows plot two.jsonl three.jsonl four.jsonl -o bluffs.svg    # by number of players",
)


@app.command("plot", cls=Guarded, epilog=PLOT_EXAMPLES)
def _plot(
    records: Annotated[
        list[str], typer.Argument(metavar="RECORD ...", help="Files of records; - reads standard input.")
    ],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE", help="The ending is the format: svg, png or pdf.")
    ],
    game: NamedGame = None,
) -> None:
    """Plot the counts of a game over many records.

    The page of the game says what is counted, such as how often bluffs are believed. A plot needs many games: 100 of
    Bluff Poker are enough for a first one, 1,000 for short intervals.
    """
    require_one_reader(*records)
    found = (each for given in records for _, each in read_records(lines_of(given), name_of(given), game))
    say(f"wrote {plot_games((record.state() for record in found), output)}")
