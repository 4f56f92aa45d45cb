"""Habits of a simulated player, and the population that they are drawn from. No data of people are behind them.

A habit is a number in a logit: 0 makes both ways equally likely, 1 multiplies the odds by 2.7.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from random import Random

from games.core.errors import GameError
from logic.errors import did_you_mean, shorten


@dataclass(frozen=True)
class Habits:
    """How one player decides.

    Parameters
    ----------
    lie : float
        Lying where a true claim is possible.
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
    call : float
        Calling a claim.
    call_size : float
        Added for each claimed card beyond the first.
    call_held : float
        Added for each card of the claimed rank that the player has seen elsewhere.
    call_few : float
        Added for each card less than eight in the other hand.
    call_pile : float
        Added for each card in the pile.
    call_caught : float
        Added for each time that the other player was caught.
    slips : float
        Probability of doing any of call, take, true and false claim instead.
    """

    lie: float = -0.88
    bluff: float = 0.72
    few: float = 0.15
    pile: float = -0.06
    caught: float = -0.1
    size: float = 0.25
    call: float = -6.3
    call_size: float = 0.7
    call_held: float = 0.9
    call_few: float = 0.2
    call_pile: float = 0.04
    call_caught: float = 0.25
    slips: float = 0.03


@dataclass(frozen=True)
class Population:
    """Normal distributions of habits; ``size`` and ``slips`` are probabilities and cut to 0.01 to 0.9.

    Parameters
    ----------
    mean : Habits
        The mean of each habit.
    spread : Habits
        The standard deviation of each habit.
    """

    mean: Habits = Habits()
    spread: Habits = Habits(0.7, 0.7, 0.08, 0.04, 0.15, 0.1, 0.8, 0.3, 0.4, 0.1, 0.03, 0.15, 0.02)

    def draw(self, rng: Random) -> Habits:
        """A player of the population."""
        drawn = {
            each.name: rng.gauss(getattr(self.mean, each.name), getattr(self.spread, each.name))
            for each in fields(Habits)
        }
        cut = {name: min(max(drawn[name], 0.01), 0.9) for name in ("size", "slips")}
        return Habits(**drawn | cut)

    def scaled(self, habit: str, factor: float) -> Population:
        """The population with another mean of one habit.

        Parameters
        ----------
        habit : str
            Name of the habit.
        factor : float
            What its mean is multiplied by.
        """
        names = [each.name for each in fields(Habits)]
        if habit not in names:
            raise GameError(
                f"habit {shorten(repr(habit))}: expected one of {', '.join(names)}{did_you_mean(habit, names)}"
            )
        return replace(self, mean=replace(self.mean, **{habit: factor * getattr(self.mean, habit)}))
