"""The rule player: acts by its chance of winning at the showdown, as the rule player of the source does.

Its thresholds are in `games.holdem.fair_share`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.agent import Agent, Reason
from games.core.errors import GameError
from games.holdem.actions import CALL, CHECK, FOLD, RAISE, Word
from games.holdem.chances import Chance, chance
from games.holdem.fair_share import RAISES, STAYS
from games.holdem.observe import Observation
from logic.errors import shorten


class WinProbability(Agent):
    """Raises with a high chance of winning, stays with a fair one, and folds otherwise where staying costs something.

    Parameters
    ----------
    stays, raises : float
        Multiples of the fair share from which it stays in, and raises.
    """

    def __init__(self, stays: float = STAYS, raises: float = RAISES) -> None:
        for name, given in (("stays", stays), ("raises", raises)):
            if isinstance(given, bool) or not isinstance(given, (int, float)) or not 0 <= given <= 3:
                raise GameError(f"{name} {shorten(repr(given))}: expected a multiple of the fair share from 0 to 3")
        self.stays, self.raises = stays, raises

    def policy(self, observation: Observation, legal: Sequence[Any]) -> Mapping[Any, float]:
        """One action for sure."""
        strength = float(chance(observation).share) * observation.live.bit_count()
        wanted: tuple[Word, ...] = (RAISE, CALL, CHECK) if strength >= self.raises else (CHECK, CALL, FOLD)
        if strength < self.stays:
            wanted = (CHECK, FOLD)
        return {next(each for each in wanted if each in legal): 1.0}

    def reason(self, observation: Observation, action: Any) -> Reason:
        """The chance, and the fair share."""
        return Reason(
            "this hand wins {share} of the pot on average; a fair share among {players} is {fair}",
            share=f"{float(chance(observation).share):.1%}",
            players=observation.live.bit_count(),
            fair=f"{1 / observation.live.bit_count():.1%}",
        )


def said(of: Chance) -> str:
    """A chance in words."""
    shared = float(sum(of.splits))
    return f"wins {float(of.wins):.1%}" + (f", shares {shared:.1%}" if shared else "")
