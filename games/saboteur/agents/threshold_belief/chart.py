"""The update chart, read from a table: which acts are evidence for which roles, and how evidence changes weights."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from importlib.resources import files
from string import Formatter
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from games.core.errors import GameError, require_choice
from kripke.change.actions.evidence import Evidence
from kripke.data.errors import FileError
from kripke.formats.file_reading import read_regular_text
from logic.clauses import Not
from logic.errors import did_you_mean, listing, shorten
from logic.exact import exact, share
from logic.parser import parse

LARGEST = 100_000  # the largest size of a chart's file in bytes: thirty times that of the default chart
LONGEST_LINE = 2_000  # the longest line in characters: the time to read a key grows with the square of its length
_EVIDENCE = re.compile(r"(?:(?P<role>[MS])\((?P<who>[ij])\)|R\(i(?P<relation>=|!=)j\))(?P<strength>\+{1,2}|-{1,2})")
_FORMULAS = {
    "M": "~saboteur({})",
    "S": "saboteur({})",
    "=": "saboteur({}) <-> saboteur({})",
    "!=": "saboteur({}) ^ saboteur({})",
}


class Hint(NamedTuple):
    """One entry of a row: a set of worlds, and how their weights change."""

    # {'M', 'S', '=', '!='}: the worlds where the player is a miner (M) or a saboteur (S), or where the roles of i and j
    # are equal (=) or differ (!=)
    kind: str
    players: str  # {'i', 'j', 'ij'}: the players that the entry is about
    # {1, 2, -1, -2}: a positive number is evidence for these worlds, ``+`` or ``++``; a negative number is evidence
    # against them, ``-`` or ``--``.
    steps: int


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the chart: its name, an act, a sentence with ``{i}`` and ``{j}`` for the players, and the evidence."""

    name: str
    act: str
    says: str
    evidence: tuple[Hint, ...]


Chart = Mapping[str, Row]


@lru_cache
def load(path: str | None = None) -> Chart:
    """Load the chart in a file; without a path, the default chart.

    Raises `GameError` if the file cannot be read, does not have the rows of the default chart, or has an invalid
    entry; valid entries have the form ``M(i)+``, ``S(i)++``, ``M(i)-`` or ``R(i=j)--``. The message names a wrong row.
    """
    shipped = files("games.saboteur.agents.threshold_belief") / "chart.toml"
    if path is None:
        data = tomllib.loads(shipped.read_text(encoding="utf-8"))
        return MappingProxyType({name: _row(name, entry, "chart chart.toml") for name, entry in data.items()})
    try:
        data = tomllib.loads(_text(path))
    except GameError:
        raise
    except FileError as error:
        raise GameError(f"chart {error.message}") from None
    except (ValueError, RecursionError) as error:  # ValueError: from TOML or from long numbers
        raise GameError(f"chart {shorten(path)}: cannot be read as TOML: {error}") from None
    ours, theirs = load(), {name: _row(name, entry, f"chart {path}") for name, entry in data.items()}
    for name in theirs:
        if name not in ours:
            raise GameError(f"chart {path}: no row {shorten(repr(name))}{did_you_mean(name, ours)}")
    if missing := [name for name in ours if name not in theirs]:
        raise GameError(
            f"chart {path}: it lacks {listing(missing, 'and')}; evidence = [] says that an act means nothing"
        )
    for name, row in theirs.items():
        two, where = "{j}" in ours[name].says, f"chart {path}, row {name}"
        named = [field for _, *field in Formatter().parse(row.says) if field[0] is not None]
        known = ["i", "j"] if two else ["i"]
        if any(field not in [[player, "", None] for player in known] for field in named):
            wanted = listing([f"{{{player}}}" for player in known], "and")
            raise GameError(f"{where}: says {shorten(repr(row.says))}: expected {wanted} alone in braces")
        if not two and any("j" in hint.players for hint in row.evidence):
            raise GameError(f"{where}: there is no j in this act, so that nothing is evidence about j")
    return MappingProxyType(theirs)


def _text(path: str) -> str:
    """The text of a file. Devices, pipes and large files raise errors, because the path may be untrusted."""
    text = read_regular_text(path, LARGEST)
    if (longest := max(map(len, text.splitlines()), default=0)) > LONGEST_LINE:
        size = f"a line of {longest:,} characters"
        raise GameError(f"chart {shorten(path)}: {size}, at most {LONGEST_LINE:,} are read")
    return text


def _row(name: str, entry: Any, chart: str) -> Row:
    where = f"{chart}, row {shorten(name)}"
    if not isinstance(entry, dict) or not isinstance(entry.get("evidence"), list):
        raise GameError(f"{where}: expected evidence = [...]")
    act, says = entry.get("act", name), entry.get("says", "{i}: " + name)
    if not (isinstance(act, str) and isinstance(says, str)):
        raise GameError(f"{where}: expected texts for act and says")
    try:
        list(Formatter().parse(says))
    except ValueError as error:
        raise GameError(f"{where}: says {shorten(repr(says))}: {error}") from None
    hints = []
    for text in entry["evidence"]:
        match = _EVIDENCE.fullmatch(text) if isinstance(text, str) else None
        if not match:
            expected = "expected M(i)+, S(i)++, M(i)-, S(i)--, R(i=j)+, R(i!=j)- or the like"
            raise GameError(f"{where}: {expected}, got {shorten(repr(text))}")
        steps = len(match["strength"]) * (-1 if "-" in match["strength"] else 1)
        hints.append(Hint(match["role"] or match["relation"], match["who"] or "ij", steps))
    return Row(name, act, says, tuple(hints))


CHOICES = {"relations": ("roles", "complete"), "others": ("miner", "believed"), "plus": ("both", "raises")}
"""The possible values of each setting of the chart."""


@dataclass(frozen=True)
class Settings:
    """The parameters of belief change."""

    # {1, 2}: with 2, the owner also updates the beliefs of others, and a miner adapts to the player they trust
    depth: int = 2
    # `start`, `threshold`, `step`, `factor`, `drift`: `start` is the weight of every world at the deal, and `threshold`
    # the smallest weight of a believed world. Evidence adds `step` to the weights of some worlds, and the other worlds
    # lose `factor` times `step`. `drift` says how far a miner's weights move towards those of the player they trust.
    start: Fraction = Fraction(1, 2)
    threshold: Fraction = Fraction(3, 10)
    step: Fraction = Fraction(2, 100)
    factor: Fraction = Fraction(3, 2)
    drift: Fraction = Fraction(5, 100)
    chart: str | None = None  # path of a chart file, see `load`; None: the default chart
    # {'roles', 'complete'}: the relations of the others in a miner's model at the deal: a class for each role that they
    # may have, or arrows from every world to every world, as in the report of 2012
    relations: Literal["roles", "complete"] = "roles"
    # {'miner', 'believed'}: the worlds that the owner thinks another agent i believes possible. With 'miner', the owner
    # assumes that i is a miner. With 'believed', these are all worlds that `B_owner B_i` quantifies over.
    others: Literal["miner", "believed"] = "miner"
    # {'both', 'raises'}: the effect of ``+`` in the chart. With 'both', it raises the weights of its worlds and lowers
    # those of the others; with 'raises', it only raises.
    plus: Literal["both", "raises"] = "both"

    def __post_init__(self) -> None:
        for name, choices in CHOICES.items():
            require_choice(name, getattr(self, name), choices)
        require_choice("depth", self.depth, (1, 2))
        for name in ("start", "threshold", "step", "drift"):
            object.__setattr__(self, name, share(getattr(self, name), name))
        object.__setattr__(self, "factor", exact(self.factor, "factor"))
        if self.factor <= 0:
            raise GameError(f"factor {self.factor}: expected a number above 0")
        if self.step * 2 > 1 or self.step * self.factor * 2 > 1:
            raise GameError(f"step {self.step} times factor {self.factor}: expected at most 1/2, since ++ is two steps")
        load(self.chart)  # an invalid chart is refused here, not at the first act

    @classmethod
    def of(cls, **values: Any) -> Settings:
        """The settings with these values; decimals become exact (0.15 is 3/20). Equal settings are the same object."""
        return _shared(cls(**values))

    def __hash__(self) -> int:
        """The hash, cached because evidence is looked up by the settings."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.depth, self.start, self.threshold, self.step, self.factor, self.drift))


@lru_cache(maxsize=256)
def _shared(settings: Settings) -> Settings:
    return settings


@lru_cache(maxsize=2**14)
def evidence(settings: Settings, believer: str, hint: Hint, i: str, j: str | None) -> Evidence:
    """The evidence of a chart entry for a believer: player i acts, and the act may concern a player j."""
    formula = parse(_FORMULAS[hint.kind].format(*[i if each == "i" else j for each in hint.players]))
    step = settings.step * abs(hint.steps)
    if hint.steps < 0:
        return Evidence(believer, Not(formula), gain=0, loss=step * settings.factor)
    return Evidence(believer, formula, gain=step, loss=step * settings.factor if settings.plus == "both" else 0)
