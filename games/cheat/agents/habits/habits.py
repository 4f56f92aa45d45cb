"""Habits of a simulated player, and the population that they are drawn from. No data of people are behind them.

The means ``lie``, ``bluff``, ``call`` and ``time`` are fitted to games of the population with itself alone
(`studies.cheat.fitting`, 2026-11-22) and frozen; all others are made up.

A habit is a number in a logit: 0 makes both ways equally likely, 1 multiplies the odds by 2.7.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from random import Random

from games.core.errors import GameError
from logic.errors import near_miss, shorten


@dataclass(frozen=True)
class Habits:
    """How one player decides.

    Parameters
    ----------
    bluff : float
        Lying where none is possible, and not taking a card.
    few : float
        Added to both for each card less than eight in the own hand.
    pile : float
        Added to both for each card in the pile.
    caught : float
        Added to both for each time that the player was caught.
    size : float
        Probability of one card more in a lie, as often as it comes up.
    call_held : float
        Added for each card of the claimed rank that the player has seen elsewhere.
    call_few : float
        Added for each card less than eight in the other hand.
    call_caught : float
        Added for each time that the other player was caught.
    slips : float
        Probability of doing any of call, take, true and false claim instead.
    time : float
        The mean of the logarithm of the seconds for a move; times are log-normal.
    time_cards : float
        Added for each card in the own hand above eight, and taken away for each below.
    time_spread : float
        The standard deviation of the logarithm from move to move.
    """

    lie: float = -0.91
    bluff: float = 0.69
    few: float = 0.15
    pile: float = -0.06
    caught: float = -0.1
    size: float = 0.25
    call: float = -6.49
    call_size: float = 0.7
    call_held: float = 0.9
    call_few: float = 0.2
    call_pile: float = 0.04
    call_caught: float = 0.25
    slips: float = 0.03
    time: float = 2.82
    time_lie: float = 0.25
    time_cards: float = 0.02
    time_spread: float = 0.6


HABITS = tuple(each.name for each in fields(Habits))
SPREAD = "spread"
"""The name by which `Population.scaled` changes all standard deviations."""
CUT = {"size": (0.01, 0.9), "slips": (0.01, 0.9), "time_spread": (0.1, 2.0)}
"""Habit -> least and largest value of a player: probabilities, and a standard deviation."""


@dataclass(frozen=True)
class Population:
    """Normal distributions of habits, cut to the ranges of `CUT`."""

    mean: Habits = Habits()
    spread: Habits = Habits(0.7, 0.7, 0.08, 0.04, 0.15, 0.1, 0.8, 0.3, 0.4, 0.1, 0.03, 0.15, 0.02, 0.3, 0.15, 0.01, 0.1)

    def draw(self, rng: Random) -> Habits:
        """A player of the population."""
        drawn = {name: rng.gauss(getattr(self.mean, name), getattr(self.spread, name)) for name in HABITS}
        cut = {name: min(max(drawn[name], low), high) for name, (low, high) in CUT.items()}
        return Habits(**drawn | cut)

    def scaled(self, habit: str, factor: float) -> Population:
        """The population with another mean of one habit, or with players who differ more or less."""
        if habit == SPREAD:
            return replace(self, spread=Habits(**{name: factor * value for name, value in vars(self.spread).items()}))
        if habit not in HABITS:
            names = (*HABITS, SPREAD)
            raise GameError(
                f"habit {shorten(repr(habit))}: expected one of {', '.join(names)}{near_miss(habit, names)}"
            )
        return replace(self, mean=replace(self.mean, **{habit: factor * getattr(self.mean, habit)}))
