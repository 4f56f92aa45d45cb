"""What the command experiment tells: figures by set-up, what depth two is worth, hypotheses judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from math import isinf
from typing import Any

from games.playing.experiment import Claim, Hypothesis, Measured
from games.playing.statistics import Estimate
from games.saboteur.experiment import SetUp, figures
from games.saboteur.hypotheses import gain, hypotheses, rounds_of
from whoknows.cli.output import plural, say, table

STYLES = {"confirmed": "good", "refuted": "bad", "undecided": "strong"}
COLUMNS = {
    "miners": "miners win %",
    "worlds of miners": "worlds, miners",
    "worlds of saboteurs": "worlds, saboteurs",
    "astray": "rounds astray %",
    "emptied": "emptied %",
    "moves": "moves",
}
"""Figure -> its heading; percentages are shares times 100."""

Rounds = Sequence[Measured]


@dataclass(frozen=True)
class Report:
    """What came of an experiment.

    Attributes
    ----------
    rounds, seed : int
    found : sequence of (SetUp, rounds)
    """

    rounds: int
    seed: int
    found: Sequence[tuple[SetUp, Rounds]]

    @cached_property
    def figures(self) -> list[dict[str, Estimate]]:
        """The figures of each set-up."""
        return [figures(rounds) for _, rounds in self.found]

    @cached_property
    def judged(self) -> dict[int, list[Hypothesis]]:
        """Players -> the hypotheses, where the twelve set-ups were played by so many."""
        by_players = {players: rounds_of(group) for players, group in self._tables()}
        return {players: hypotheses(rounds) for players, rounds in by_players.items() if rounds}

    @cached_property
    def depth_two(self) -> list[tuple[SetUp, Estimate]]:
        """By how much the miners' share is greater at depth two, for each set-up that was played at both depths."""
        ones = {_but_depth(each): rounds for each, rounds in self.found if each.parameters.get("depth") == 1}
        twos = [(each, rounds) for each, rounds in self.found if each.parameters.get("depth") == 2]
        return [(each, gain(rounds, ones[_but_depth(each)])) for each, rounds in twos if _but_depth(each) in ones]

    def _tables(self) -> Iterator[tuple[int, list[tuple[SetUp, Rounds]]]]:
        for players, group in groupby(self.found, key=lambda pair: pair[0].players):
            yield players, list(group)

    def data(self) -> dict[str, Any]:
        """All of it as JSON has it."""
        rows = [
            {"name": each.name, "players": each.players, "agent": each.agent, "parameters": dict(each.parameters)}
            | {key: _interval(figure) for key, figure in figures.items()}
            for (each, _), figures in zip(self.found, self.figures, strict=True)
        ]
        return {
            "game": "saboteur",
            "variant": self.found[0][0].variant,
            "rounds": self.rounds,
            "seed": self.seed,
            "set_ups": rows,
            "depth_two": [{"name": each.name, **_interval(figure)} for each, figure in self.depth_two],
            "hypotheses": [_as_data(players, each) for players, group in self.judged.items() for each in group],
        }

    def tell(self) -> None:
        """Tell people."""
        variant, count = self.found[0][0].variant, plural(len(self.found), "set-up")
        say(f"Saboteur, variant {variant}: {count}, {plural(self.rounds, 'round')} each, seed {self.seed}", "strong")
        say("means with 95 % intervals; a round is astray if at its end some agent does not believe the true world")
        by_set_up = dict(zip([each.name for each, _ in self.found], self.figures, strict=True))
        for players, group in self._tables():
            say()
            heads = [f"{players} players", *COLUMNS.values()]
            rows = [[each.label, *(_shown(by_set_up[each.name][key], key) for key in COLUMNS)] for each, _ in group]
            table([heads, *rows])
        self._tell_depth()
        for players, judged in self.judged.items():
            say(f"\nHypotheses, {players} players", "strong")
            for hypothesis in judged:
                _tell_hypothesis(hypothesis)

    def _tell_depth(self) -> None:
        if not self.depth_two:
            return
        say("\nWhat depth two is worth: the miners' share, in points of a hundred, less that at depth one", "strong")
        table([f"{each.players} players", _without_depth(each), _shown(gap, "miners")] for each, gap in self.depth_two)


def _but_depth(each: SetUp) -> tuple[int, str]:
    return each.players, _without_depth(each)


def _without_depth(each: SetUp) -> str:
    return " ".join(f"{key} {value}" for key, value in each.parameters.items() if key != "depth")


def _tell_hypothesis(each: Hypothesis) -> None:
    say(f"{each.name} ", end="")
    say(each.verdict, STYLES[each.verdict], end="")
    say(f": {each.says}\n   judged: {each.criterion}")
    table(([claim.of, _shown(claim.figure), claim.verdict] for claim in each.claims), indent="   ")


def _shown(figure: Estimate, key: str = "") -> str:
    """The mean and its interval; those of shares in percent."""
    percent = COLUMNS.get(key, "").endswith("%")
    times, digits = (100, 1) if percent else (1, 1 if key == "moves" else 2 if key else 3)
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
