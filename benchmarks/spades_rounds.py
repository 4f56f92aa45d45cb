"""Spades: figures 2, 4 and 7 and table 3 of the source, from the recorded rounds of an experiment.

``python -m benchmarks.spades_rounds FOLDER PICTURE`` reads the games of BIS against RB, both with the strong player,
from the output of ``whoknows experiment spades --out FOLDER``, prints the table and writes the figures.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.measure import table
from kripke.formats.writing import write_bytes
from studies.set_ups import experiment_of
from studies.spades.experiment import TABLE, TABLE_2
from viz.output.files import format_of
from viz.plots import composed, tidy
from viz.theme import INK, strokes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PLAYED = TABLE_2["rb", "strong"]
FIRST, BIDS, POINTS, ACE, MADE = 0, slice(1, 5), slice(5, 7), 7, 8
"""Columns of `studies.spades.experiment.TABLE`."""
FEWEST = 50
"""Minimum number of rounds for a plotted sum."""
SIDES = ("BIS", "RB")
STEP = 10
"""The width of a bar in figure 2, in points."""


def rounds_of(folder: Path) -> Any:
    """The rounds of BIS against RB as an array of rounds and columns."""
    asked = next(each for each in experiment_of("spades").of_parts() if (each.agent, each.against) == PLAYED)
    lines = (folder / f"{asked.name}.jsonl").read_text().splitlines()
    found = [row for line in lines for row in json.loads(line).get("tables", ())]
    return np.array(found, np.int64).reshape(-1, len(TABLE))


def types(rounds: Any) -> dict[str, Any]:
    """The types of rounds in table 3, by who bids nil, each as a mask of the rounds."""
    nil = rounds[:, BIDS] == 0
    ours, theirs = nil[:, ::2].sum(axis=1), nil[:, 1::2].sum(axis=1)
    return {
        "BIS": (ours == 1) & (theirs == 0),
        "RB": (theirs == 1) & (ours == 0),
        "nil against nil": (ours > 0) & (theirs > 0),
        "double nil": ((ours == 2) & (theirs == 0)) | ((theirs == 2) & (ours == 0)),
        "none": (ours == 0) & (theirs == 0),
    }


def by_type(rounds: Any) -> None:
    """Print table 3: points and successful nils by the type of the round."""
    rows = []
    for name, here in types(rounds).items():
        some = rounds[here]
        nil = some[:, BIDS] == 0
        made = some[:, MADE, None] >> np.arange(4) & 1 == 1
        shares = [
            f"{100 * made[:, side::2].sum() / count:.1f}" if (count := nil[:, side::2].sum()) else "-"
            for side in range(2)
        ]
        points = [f"{each:.1f}" for each in some[:, POINTS].mean(axis=0)] if len(some) else ["-", "-"]
        rows.append((name, f"{len(some):,}", " : ".join(points), " : ".join(shares)))
    table("Spades, table 3: rounds by who bids nil", ("nil", "rounds", "points BIS : RB", "made % BIS : RB"), rows)


def by_sum(rounds: Any) -> tuple[list[int], list[Any]]:
    """Figure 4: the sums of four bids without nil, and the mean points of both sides."""
    plain = rounds[(rounds[:, BIDS] > 0).all(axis=1)]
    total = plain[:, BIDS].sum(axis=1)
    sums = [each for each in range(4, 21) if (total == each).sum() >= FEWEST]
    return sums, [plain[total == each][:, POINTS].mean(axis=0) for each in sums]


def ace_by_sum(rounds: Any) -> tuple[list[int], list[float]]:
    """Figure 7: the sums of the first three bids, and how often the fourth bidder has the ace of spades, in percent."""
    places = (rounds[:, FIRST, None] + np.arange(4)) % 4
    bids = np.take_along_axis(rounds[:, BIDS], places, axis=1)
    total, has = bids[:, :3].sum(axis=1), rounds[:, ACE] == places[:, 3]
    sums = [each for each in range(30) if (total == each).sum() >= FEWEST]
    return sums, [100 * float(has[total == each].mean()) for each in sums]


def main(arguments: Sequence[str]) -> None:
    """Print the table and write the figures."""
    if len(arguments) != 2:
        sys.exit("expected a folder of an experiment and a file for the figures")
    rounds = rounds_of(Path(arguments[0]))
    by_type(rounds)

    def build(figure: "Figure") -> None:
        left, middle, right = figure.subplots(1, 3)
        _histogram(left, rounds)
        _lines(middle, rounds)
        sums, shares = ace_by_sum(rounds)
        right.plot(sums, shares, color=INK, marker="o", markersize=3)
        _named(right, "Figure 7: ace of spades", "sum of the first three bids", "fourth bidder has it, %")

    write_bytes(Path(arguments[1]), composed(build, (12, 3.6), format_of(arguments[1])))


def _histogram(axes: "Axes", rounds: Any) -> None:
    edges = np.arange(-250, 260, STEP)
    nil = rounds[:, 1] == 0
    for name, some in (("nil", rounds[nil]), ("other bids", rounds[~nil])):
        stroke = strokes(["nil", "other bids"])[name]
        shares = 100 * np.histogram(some[:, POINTS.start], edges)[0] / len(some)
        axes.stairs(shares, edges, color=stroke.colour, linestyle=stroke.style, label=f"{name} ({len(some):,} rounds)")
    axes.legend(frameon=False, fontsize=8)
    _named(axes, "Figure 2: points of BIS and partner", "points of the round", "rounds, %")


def _lines(axes: "Axes", rounds: Any) -> None:
    sums, points = by_sum(rounds)
    for side, (name, stroke) in enumerate(strokes(SIDES).items()):
        means = [each[side] for each in points]
        axes.plot(sums, means, color=stroke.colour, linestyle=stroke.style, marker="o", markersize=3, label=name)
    axes.legend(frameon=False, fontsize=8)
    _named(axes, "Figure 4: rounds without nil", "sum of the four bids", "points of a side")


def _named(axes: "Axes", title: str, across: str, up: str) -> None:
    axes.set_title(title, color=INK, fontsize=10, loc="left")
    axes.set_xlabel(across, color=INK)
    axes.set_ylabel(up, color=INK)
    tidy(axes, "y")


if __name__ == "__main__":
    main(sys.argv[1:])
