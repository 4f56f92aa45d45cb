"""The pictures of an experiment, each where its set-ups have something to show for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from games.playing.statistics import Estimate
from games.saboteur.experiment import MAP, SetUp
from viz.experiments import Grid, plot_along, plot_intervals, plot_maps
from whoknows.cli.experimenttexts import Report

SHOWN = {
    "miners": "rounds that miners win",
    "worlds": "worlds an agent believes at the end",
    "astray": "rounds with an agent astray at the end",
}
"""Figure -> the title of its panel."""

Found = Sequence[tuple[SetUp, Mapping[str, Estimate]]]
"""Set-ups with their figures."""


def draw_all(report: Report, folder: Path) -> list[str]:
    """Write the pictures into the folder; their names."""
    both = list(zip([each for each, _ in report.found], report.figures, strict=True))
    title = f"Saboteur, variant {both[0][0].variant}: {report.rounds:,} rounds of each set-up, 95 % intervals"
    counts = list(dict.fromkeys(each.players for each, _ in both))
    drawn = []
    for players in counts:
        here = [(each, figures) for each, figures in both if each.players == players]
        name = f"set-ups-{players}.png"
        if set(here[0][0].parameters) == set(MAP):
            name = f"map-{players}.png"
            _map(here, folder / name, f"{title.partition(',')[0]}: {report.rounds:,} rounds of each of 48 set-ups")
        else:
            _intervals(here, folder / name, f"{title}; {players} players")
        drawn.append(name)
    if len(counts) > 1:
        _along(both, counts, folder / "players.png", title)
        drawn.append("players.png")
    return drawn


def _intervals(here: Found, path: Path, title: str) -> None:
    panels = {shown: [figures[key] for _, figures in here] for key, shown in SHOWN.items()}
    groups = [str(each.parameters.get("saboteurs", each.agent)) for each, _ in here]
    plot_intervals([each.label for each, _ in here], panels, path, title=title, groups=groups)


def _along(both: Found, counts: Sequence[int], path: Path, title: str) -> None:
    labels = list(dict.fromkeys(each.label for each, _ in both))
    by_place = {(each.label, each.players): figures for each, figures in both}
    panels = {
        shown: {label: [by_place[label, players][key] for players in counts] for label in labels}
        for key, shown in SHOWN.items()
    }
    plot_along(counts, panels, path, label="players", title=title)


def _map(here: Found, path: Path, title: str) -> None:
    values = {key: list(dict.fromkeys(each.parameters[key] for each, _ in here)) for key in MAP}
    by_place = {tuple(each.parameters[key] for key in MAP): figures for each, figures in here}
    grids = [
        [
            Grid(
                f"{shown.removeprefix('rounds that ').removeprefix('rounds with ')}\nthreshold {threshold}",
                [str(step) for step in values["step"]],
                [str(factor) for factor in values["factor"]],
                [
                    [by_place[factor, step, threshold][key].mean for step in values["step"]]
                    for factor in values["factor"]
                ],
            )
            for threshold in values["threshold"]
        ]
        for key, shown in {**SHOWN, "emptied": "emptying evidence"}.items()
    ]
    plot_maps(grids, path, labels=("step", "disbelief factor"), scales=((0, 1), None, (0, 1), None), title=title)
