"""The pictures of an experiment: intervals by set-up, a map, and figures by number of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from games.playing.statistics import Estimate
from studies.set_ups import Curve, Experiment, SetUp
from viz.plots.experiments import Grid, plot_along, plot_intervals, plot_maps
from whoknows.cli.experiment_report import Report

Figures = Sequence[tuple[SetUp, Mapping[str, Estimate]]]
"""Set-ups with their figures."""


def draw_all(report: Report, folder: Path) -> list[str]:
    """Draw the pictures.

    Returns
    -------
    list of str
        The names of the files.
    """
    experiment = report.experiment
    both = list(zip([each for each, _ in report.found], report.figures, strict=True))
    head = f"{experiment.title}, {report.variants}: {report.counted} of each"
    counts = list(dict.fromkeys(each.players for each, _ in both))
    drawn = []
    for players in counts:
        here = [(each, figures) for each, figures in both if each.players == players]
        tables = [report.table_of(each) for each, _ in here]
        one_table = len(set(tables)) == 1
        is_map = one_table and set(here[0][0].parameters) == set(experiment.map_axes) != set()
        name = f"map-{players}.png" if is_map else f"set-ups-{players}.png"
        if is_map:
            _map(experiment, here, folder / name, f"{head} of {len(here)} set-ups")
        else:
            title = f"{head} set-up, 95 % intervals; {players} players"
            _intervals(experiment, here, [] if one_table else tables, folder / name, title)
        drawn.append(name)
    if len(counts) > 1 and not any(each.against for each, _ in both):
        _along(experiment, both, counts, folder / "players.png", f"{head} set-up, 95 % intervals")
        drawn.append("players.png")
    by_name = {each.name: figures for each, figures in both}
    for curve in experiment.curves(report.found):
        _curve(experiment, curve, by_name, folder / f"{curve.name}.png")
        drawn.append(f"{curve.name}.png")
    for each in report.series:
        panels = {each.column.chart or each.column.heading: each.lines}
        plot_along(
            each.numbers, panels, folder / f"{each.name}.png", label=each.label, title=each.title, is_log=each.is_log
        )
        drawn.append(f"{each.name}.png")
    return drawn


def _curve(experiment: Experiment, curve: Curve, by_name: Mapping[str, Mapping[str, Estimate]], path: Path) -> None:
    numbers, set_ups = zip(*curve.points, strict=True)
    column = experiment.columns[curve.column]
    lines = {column.chart or column.heading: [by_name[each.name][curve.column] for each in set_ups]}
    plot_along(numbers, {"": lines}, path, label=curve.label, title=curve.title, is_log=curve.is_log)


def _charts(experiment: Experiment) -> dict[str, str]:
    return {key: column.chart for key, column in experiment.columns.items() if column.chart}


def _intervals(experiment: Experiment, here: Figures, tables: Sequence[str], path: Path, title: str) -> None:
    panels = {chart: [figures[key] for _, figures in here] for key, chart in _charts(experiment).items()}
    groups = [str(each.parameters.get(experiment.groups, each.agent)) for each, _ in here]
    labels = [each.label for each, _ in here]
    rows = [f"{label}, {table}" for label, table in zip(labels, tables, strict=True)] if tables else labels
    plot_intervals(rows, panels, path, title=title, groups=groups)


def _along(experiment: Experiment, both: Figures, counts: Sequence[int], path: Path, title: str) -> None:
    labels = list(dict.fromkeys(each.label for each, _ in both))
    by_place = {(each.label, each.players): figures for each, figures in both}
    panels = {
        chart: {label: [by_place[label, players][key] for players in counts] for label in labels}
        for key, chart in _charts(experiment).items()
    }
    plot_along(counts, panels, path, label="players", title=title)


def _map(experiment: Experiment, here: Figures, path: Path, title: str) -> None:
    rows, columns, panels = axes = tuple(experiment.map_axes)
    values = {key: list(dict.fromkeys(each.parameters[key] for each, _ in here)) for key in axes}
    by_place = {tuple(each.parameters[key] for key in axes): figures for each, figures in here}
    charts = {key: column for key, column in experiment.columns.items() if column.on_map}
    grids = [
        [
            Grid(
                f"{column.on_map}\n{panels} {panel}",
                [str(each) for each in values[columns]],
                [str(each) for each in values[rows]],
                [[by_place[row, each, panel][key].mean for each in values[columns]] for row in values[rows]],
            )
            for panel in values[panels]
        ]
        for key, column in charts.items()
    ]
    scales = tuple((0, 1) if column.unit == "%" else None for column in charts.values())
    plot_maps(grids, path, labels=experiment.map_labels, scales=scales, title=title)
