"""What the command experiment tells: figures by set-up, what a change is worth, hypotheses judged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from math import isinf
from typing import Any

from games.playing.statistics import Estimate
from logic.errors import listing
from logic.exact import plural
from studies.experiment import Claim, Hypothesis
from studies.set_ups import Column, Comparison, Experiment, Found, Series, SetUp
from whoknows.cli.output import say, table

STYLES = {"confirmed": "good", "refuted": "bad", "undecided": "strong"}
OF_CLAIMS = Column("", decimals=3)
"""How figures of claims are shown."""


@dataclass(frozen=True)
class Report:
    """What came out of an experiment.

    Parameters
    ----------
    rounds, seed : int
        The rounds of each set-up that does not say its own, and their seed.
    """

    experiment: Experiment
    rounds: int
    seed: int
    found: Found

    @cached_property
    def figures(self) -> list[dict[str, Estimate]]:
        """The figures of each set-up."""
        shares = {key for key, column in self.experiment.columns.items() if column.unit == "%"}
        return [
            {key: each.as_share if key in shares else each for key, each in self.experiment.figures(rounds).items()}
            for _, rounds in self.found
        ]

    @cached_property
    def judged(self) -> dict[int, list[Hypothesis]]:
        """Players -> the hypotheses, where the set-ups are those that they are about."""
        groups = groupby(self.found, key=lambda pair: pair[0].players)
        by_players = {players: self.experiment.judge(list(group)) for players, group in groups}
        return {players: judged for players, judged in by_players.items() if judged}

    @cached_property
    def comparison(self) -> Comparison | None:
        """What one change is worth; None where the set-ups do not say."""
        return self.experiment.compare(self.found)

    @cached_property
    def series(self) -> list[Series]:
        """Figures along numbers that no single set-up has."""
        return self.experiment.series(self.found)

    @property
    def variants(self) -> str:
        """The variants of the rules that are played."""
        names = list(dict.fromkeys(each.variant for each, _ in self.found))
        return f"{'variant' if len(names) == 1 else 'variants'} {listing(names, 'and')}"

    def table_of(self, each: SetUp) -> str:
        """How many play, against whom, and by which variant if there are several."""
        return each.table if len({other.variant for other, _ in self.found}) == 1 else f"{each.table}, {each.variant}"

    def _tables(self) -> Iterator[tuple[str, Found]]:
        for name in dict.fromkeys(self.table_of(each) for each, _ in self.found):
            yield name, [(each, rounds) for each, rounds in self.found if self.table_of(each) == name]

    @property
    def counted(self) -> str:
        """How many rounds the set-ups have."""
        counts = [each.rounds or self.rounds for each, _ in self.found]
        fewest, most = min(counts), max(counts)
        return plural(most, "round") if fewest == most else f"{fewest:,} to {most:,} rounds"

    def data(self) -> dict[str, Any]:
        """The report as JSON values."""
        rows = [
            {"name": each.name, "players": each.players, "agent": each.agent, "parameters": dict(each.parameters)}
            | ({"against": list(each.against)} if each.against else {})
            | ({"rounds": each.rounds} if each.rounds else {})
            | ({"variant": each.variant} if each.variant != self.found[0][0].variant else {})
            | {key: _interval(figure) for key, figure in figures.items()}
            for (each, _), figures in zip(self.found, self.figures, strict=True)
        ]
        told = {
            "game": self.experiment.name,
            "variant": self.found[0][0].variant,
            "rounds": self.rounds,
            "seed": self.seed,
            "set_ups": rows,
        }
        if self.comparison is not None:
            told[self.comparison.name] = [
                {"name": each.name, **_interval(figure)} for each, _, figure in self.comparison.rows
            ]
        for each in self.series:
            lines = {line: [_interval(figure) for figure in figures] for line, figures in each.lines.items()}
            told[each.name] = {"numbers": list(each.numbers), "lines": lines}
        return told | {"hypotheses": [_as_data(count, each) for count, group in self.judged.items() for each in group]}

    def tell(self) -> None:
        """Tell people."""
        count = plural(len(self.found), "set-up")
        say(f"{self.experiment.title}, {self.variants}: {count}, {self.counted} each, seed {self.seed}", "strong")
        say(self.experiment.note)
        columns = {key: column for key, column in self.experiment.columns.items() if column.heading}
        by_set_up = dict(zip([each.name for each, _ in self.found], self.figures, strict=True))
        for name, group in self._tables():
            say()
            heads = [name, *(column.heading for column in columns.values())]
            rows = [
                [each.label, *(shown(by_set_up[each.name][key], column) for key, column in columns.items())]
                for each, _ in group
            ]
            table([heads, *rows])
        self._tell_comparison()
        for each in self.series:
            say(f"\n{each.title}, by {each.label}", "strong")
            heads = ["", *(f"{number:,g}" for number in each.numbers)]
            lines = [[line, *(shown(figure, each.column) for figure in of)] for line, of in each.lines.items()]
            table([heads, *lines])
        for players, judged in self.judged.items():
            say(f"\nHypotheses, {players} players", "strong")
            for hypothesis in judged:
                _tell_hypothesis(hypothesis)

    def _tell_comparison(self) -> None:
        if self.comparison is None:
            return
        say(f"\n{self.comparison.title}", "strong")
        column = self.experiment.columns[self.comparison.column]
        table([f"{each.players} players", label, shown(gap, column)] for each, label, gap in self.comparison.rows)


def _tell_hypothesis(each: Hypothesis) -> None:
    say(f"{each.name} ", end="")
    say(each.verdict, STYLES[each.verdict], end="")
    say(f": {each.says}\n   judged: {each.criterion}")
    table(([claim.of, shown(claim.figure, OF_CLAIMS), claim.verdict] for claim in each.claims), indent="   ")


def shown(figure: Estimate, column: Column) -> str:
    """The mean and its interval."""
    times, digits = 100 if column.unit == "%" else 1, column.decimals
    if figure.is_empty:
        return "-"
    if figure.low is None or figure.high is None:
        return f"{figure.mean * times:z.{digits}f}"
    return f"{figure.mean * times:z.{digits}f} ({figure.low * times:z.{digits}f} to {figure.high * times:z.{digits}f})"


def _interval(figure: Estimate) -> dict[str, float | None]:
    return {"mean": None if figure.is_empty else figure.mean, "low": figure.low, "high": figure.high}


def _as_data(players: int, each: Hypothesis) -> dict[str, Any]:
    claims = [_claim(claim) for claim in each.claims]
    said = {"name": each.name, "says": each.says, "criterion": each.criterion, "verdict": each.verdict}
    return {"players": players, **said, "claims": claims}


def _claim(claim: Claim) -> dict[str, Any]:
    bounds = {"above": None if isinf(claim.low) else claim.low, "below": None if isinf(claim.high) else claim.high}
    return {"of": claim.of, **_interval(claim.figure), **bounds, "verdict": claim.verdict}
