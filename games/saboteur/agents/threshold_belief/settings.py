"""The settings of the beliefs about roles: how far evidence and trust move weights, and how others are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, Literal

from games.core.errors import GameError
from games.saboteur.agents.threshold_belief.chart import Chart, Hint, load
from kripke.change.actions.evidence import Evidence
from logic.clauses import Not
from logic.errors import listing, shorten
from logic.exact import Number, exact, share
from logic.parser import parse

CHOICES = {"relations": ("roles", "complete"), "others": ("miner", "believed"), "plus": ("both", "raises")}
"""Setting -> its choices."""


@dataclass(frozen=True)
class Settings:
    """The parameters of belief change.

    Parameters
    ----------
    depth : {1, 2}
        Whether the owner keeps the beliefs of the others up to date, and a miner follows the player they trust.
    start, threshold, step, factor, drift : number
        The weight of every world at the deal; a world is believed from the threshold on; what evidence adds; how many
        times as much it takes from the other worlds; how far a miner's weights move towards those of the player they
        trust.
    relations : {'roles', 'complete'}
        The relations of the others in a miner's model at the deal: a class for each role that they may have, or arrows
        from every world to every world, as in the report of 2012.
    others : {'miner', 'believed'}
        What another agent i is read to believe: what `B_i` says in the owner's worlds where i is a miner, or all worlds
        that `B_owner B_i` looks at.
    plus : {'both', 'raises'}
        Whether ``+`` in the chart also lowers the weights of the other worlds.
    """

    depth: int = 2
    start: Fraction = Fraction(1, 2)
    threshold: Fraction = Fraction(3, 10)
    step: Fraction = Fraction(2, 100)
    factor: Fraction = Fraction(3, 2)
    drift: Fraction = Fraction(5, 100)
    chart: str | None = None
    relations: Literal["roles", "complete"] = "roles"
    others: Literal["miner", "believed"] = "miner"
    plus: Literal["both", "raises"] = "both"

    def __post_init__(self) -> None:
        for name, choices in CHOICES.items():
            require_choice(name, getattr(self, name), choices)
        if isinstance(self.depth, bool) or self.depth not in (1, 2):
            raise GameError(f"depth {shorten(repr(self.depth))}: expected 1 or 2")
        for name in ("start", "threshold", "step", "drift"):
            object.__setattr__(self, name, share(getattr(self, name), name))
        object.__setattr__(self, "factor", _positive(self.factor))
        if self.step * 2 > 1 or self.step * self.factor * 2 > 1:
            raise GameError(f"step {self.step} times factor {self.factor}: expected at most 1/2, since ++ is two steps")
        load(self.chart)  # an invalid chart is refused here, not at the first act

    @classmethod
    def of(cls, **values: Any) -> Settings:
        """The settings with these values, numbers exact (0.15 is 3/20); equal settings are shared."""
        return _shared(cls(**values))

    @cached_property
    def rows(self) -> Chart:
        """The rows of the chart."""
        return load(self.chart)

    def evidence(self, believer: str, hint: Hint, i: str, j: str | None) -> Evidence:
        """The evidence of a chart entry for a believer.

        Parameters
        ----------
        j : str, optional
            The other player, in an act between two.
        """
        return _evidence(self, believer, hint, i, j)

    def __hash__(self) -> int:
        """Computed once, since evidence is looked up by the settings."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.depth, self.start, self.threshold, self.step, self.factor, self.drift))


@lru_cache(maxsize=256)
def _shared(settings: Settings) -> Settings:
    """The first of equal settings."""
    return settings


@lru_cache(maxsize=2**14)
def _evidence(settings: Settings, believer: str, hint: Hint, i: str, j: str | None) -> Evidence:
    """`Settings.evidence`; the cache is not the settings', where agents would see what others learn from acts."""
    formula, step = parse(hint.formula(i, j)), settings.step * abs(hint.steps)
    if hint.steps < 0:
        return Evidence(believer, Not(formula), gain=0, loss=step * settings.factor)
    return Evidence(believer, formula, gain=step, loss=step * settings.factor if settings.plus == "both" else 0)


def require_choice(name: str, value: Any, choices: Sequence[str]) -> None:
    """`GameError` where the value of a parameter is not one of the choices."""
    if value not in choices:
        raise GameError(f"{name} {shorten(repr(value))}: expected {listing([repr(each) for each in choices])}")


def _positive(factor: Number) -> Fraction:
    found = exact(factor, "factor")
    if found <= 0:
        raise GameError(f"factor {found}: expected a number above 0")
    return found
