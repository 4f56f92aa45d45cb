"""Hold'em: the tables in docs/reports/holdem-collusion.md about pairs and detectors, from the experiment's results.

``python -m benchmarks.holdem_tables FOLDER`` reads the ``results.json`` of ``whoknows experiment holdem --out FOLDER``.
"""

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.measure import table
from studies.holdem.line_ups import CONTROL, OTHER_SEED, RULES, STRONGER, TRAINED, Key
from studies.holdem.series import ACTS, SEATS

Rows = list[tuple[object, ...]]
HONEST: dict[Key, str] = {
    CONTROL: "three `ac-cards-1`",
    OTHER_SEED: "three `ac-cards-2`",
    RULES: "three `rule`",
    STRONGER: "`ac-1` and `ac-2`, with `ac-3`",
}
DETECTORS = ("two brains", "all kinds", "told or not")


def percent(share: float) -> str:
    return f"{share:.0%}".replace("%", " %")


def interval(found: dict[str, Any], digits: int) -> str:
    """The mean and the half-width of the interval, as text."""
    half = "" if found["low"] is None else f" ± {(found['high'] - found['low']) / 2:.{digits}f}"
    return f"{found['mean']:+.{digits}f}{half}"


class Results:
    """The results of an experiment.

    Parameters
    ----------
    found : dict
        The ``results.json``.
    """

    def __init__(self, found: dict[str, Any]) -> None:
        self.found = found
        self.by_line_up = {(each["agent"], tuple(each["against"])): each for each in found["set_ups"]}

    def along(self, series: str, line: str, numbers: Iterable[float]) -> list[float]:
        """The means of a line of a series, at these numbers."""
        told = self.found[series]
        return [told["lines"][line][told["numbers"].index(number)]["mean"] for number in numbers]

    def lines(self, series: str) -> list[str]:
        return list(self.found[series]["lines"])

    def pairs(self) -> Rows:
        """A row for each line-up: what the pair wins, and statistics of how it plays."""
        named = {key: f"`{name}-{seed}`" for (name, seed), key in TRAINED.items()} | HONEST
        return [(name, *self._figures(self.by_line_up[key])) for key, name in named.items() if key in self.by_line_up]

    def _figures(self, each: dict[str, Any]) -> tuple[object, ...]:
        vpip, pfr, shown = (percent(each[key]["mean"]) for key in ("vpip", "pfr", "showdowns"))
        ratio = interval(each["ratio"], 2).removeprefix("+")
        aggression, bits = (f"{each[key]['mean']:.2f}" for key in ("aggression", "bits"))
        return interval(each["pair"], 3), ratio, vpip, pfr, aggression, shown, bits

    def joint(self, training: str) -> Rows:
        """How often each pair of actions of Brain 1 (rows) and the pair of seed 1 (columns) occurs, in percent."""
        known = {line: self.along(f"joint-{training}", line, [1])[0] for line in self.lines(f"joint-{training}")}
        shares = [[known.get(f"{one}, {other}", 0.0) for other in ACTS] for one in ACTS]
        return [
            (one, *(f"{100 * share:.1f}" if share else "" for share in row))
            for one, row in zip(ACTS, shares, strict=True)
        ]

    def seats(self) -> Rows:
        """The percentage of games where one of the pair pays chips before the flop, by seat."""
        rows = [(line, self.along("seats", line, range(len(SEATS)))) for line in self.lines("seats")]
        return [(name, *(f"{100 * share:.1f}" for share in shares)) for name, shares in rows]

    def told(self) -> Rows:
        """The entropy of the button's cards in bits, before and after its actions."""
        return [(line, *(f"{v:.2f}" for v in self.along("told", line, range(4)))) for line in self.lines("told")]

    def areas(self, series: Sequence[str], games: Sequence[int]) -> Rows:
        """Areas under the ROC curve, with the series side by side."""
        return [
            (line, *(f"{v:.3f}" for each in series for v in self.along(each, line, games)))
            for line in self.lines(series[0])
        ]

    def shares(self, series: Sequence[str], games: Sequence[int]) -> Rows:
        """Percentages of tables, with the series side by side."""
        return [
            (line, *(f"{100 * v:.1f}" for each in series for v in self.along(each, line, games)))
            for line in self.lines(series[0])
        ]

    def by_detector(self, series: str, games: Sequence[int], digits: int, scale: int = 1) -> Rows:
        """A row for each table, with the detectors side by side; the lines of the series begin with a detector."""
        names = [line.removeprefix("two brains: ") for line in self.lines(series) if line.startswith("two brains: ")]
        return [
            (name, *(f"{scale * v:.{digits}f}" for d in DETECTORS for v in self.along(series, f"{d}: {name}", games)))
            for name in names
        ]

    def judged(self) -> Rows:
        """A row for each claim of the hypotheses, with its verdict."""
        return [
            (each["name"], each["says"], claim["of"], _told(claim), claim["verdict"])
            for each in self.found["hypotheses"]
            for claim in each["claims"]
        ]


def _told(claim: dict[str, Any]) -> str:
    bounds = "" if claim["low"] is None else f" ({claim['low']:+.3f} to {claim['high']:+.3f})"
    return f"{claim['mean']:+.3f}{bounds}"


def heads(names: Iterable[str], numbers: Sequence[int]) -> tuple[str, ...]:
    """The column headings; the first column of each group has the group's name."""
    return tuple(f"{name}: {n} games" if k == 0 else f"{n:,}" for name in names for k, n in enumerate(numbers))


def main() -> None:
    """Run the benchmark and print its tables."""
    if len(sys.argv) != 2 or not (path := Path(sys.argv[1]) / "results.json").exists():
        sys.exit(f"expected the folder of a whole whoknows experiment holdem --out FOLDER, got {sys.argv[1:]}")
    results = Results(json.loads(path.read_text(encoding="utf-8")))
    if missing := [each for each in ("known-raises", "seats", "joint-pair-raises-source") if each not in results.found]:
        sys.exit(f"{path}: expected all parts of the experiment; there is no {missing[0]}")
    few, some, watched = (10, 50, 200), (10, 50, 200, 1_000), (10, 50, 100, 200)
    pair = ("pair", "big blinds for each", "win ratio", "VPIP", "PFR", "aggression", "shown", "bits told")
    table("Pairs", pair, results.pairs())
    for training in ("pair-cards-shared", "pair-raises-source"):
        table(f"Actions of Brain 1 and of {training}-1, in per cent", ("", *ACTS), results.joint(training))
    table("Chips paid before the flop, in per cent of games by seat", ("", *SEATS), results.seats())
    table("Bits of entropy", ("the button plays as", "before", "fold", "call", "raise"), results.told())
    known = [f"known-{name.replace(' ', '-')}" for name in (*DETECTORS, "source")]
    table("Known colluders", ("against", *heads((*DETECTORS, "source"), few)), results.areas(known, few))
    table("Known raisers", ("against", *heads(["all kinds"], some)), results.areas(["known-raises"], some))
    believed = ["believed-two-brains", "believed-all-kinds"]
    table("Believed to collude", ("table", *heads(DETECTORS[:2], some)), results.shares(believed, some))
    table("Convicted", ("table", *heads(DETECTORS, watched)), results.by_detector("convicted", watched, 1, 100))
    table("Own controls", ("pair", *heads(DETECTORS, (50, 1_000))), results.by_detector("own-control", (50, 1_000), 3))
    table("Exploiters left out", ("channel and exploiter", *heads(["area"], some)), results.areas(["left-out"], some))
    table("Claims", ("", "says", "claim", "found", "verdict"), results.judged())


if __name__ == "__main__":
    main()
