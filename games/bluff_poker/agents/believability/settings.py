"""The parameters of the source's agent, with the number of players: they decide all its numbers besides the table."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, Literal

from games.bluff_poker.outcomes import Ladder

Forced = Literal["had", "bid"]
ALWAYS = Fraction(1)
K = Fraction(1, 2)
"""The default of the constant that keeps bluffing in check: the rules' value, not tuned."""


@dataclass(frozen=True, eq=False)
class Settings:
    """The parameters of the agent's numbers; `settings` makes them, so that equal ones are one object.

    Parameters
    ----------
    forced : {'had', 'bid'}
        Whether a bluff is forced by dice not above the bid that had to be beaten, or by dice below the bid itself.
    by_rolls : bool
        Whether each roll counts the same, or each outcome.
    keeps_throwing : bool
        Whether the agent throws once even if the dice beat the bid, and goes on where no throw can beat it.
    constant : Fraction, optional
        Replaces the chance to get away with a lower bid; None: it is computed.
    """

    ladder: Ladder
    players: int = 3
    k: Fraction = K
    forced: Forced = "had"
    by_rolls: bool = True
    keeps_throwing: bool = False
    constant: Fraction | None = None

    def bluffing(self, above: Fraction) -> Fraction:
        """The probability of a bluff that is not forced, given the share of the outcomes above the roll."""
        return min(ALWAYS, self._factor * above)

    @cached_property
    def _factor(self) -> Fraction:
        return self.k * 2 / self.players


def settings(ladder: Ladder, players: int = 3, **others: Any) -> Settings:
    """The settings with these values: the same object for the same values."""
    return _settings(ladder, players, **others)


@lru_cache(maxsize=256)
def _settings(ladder: Ladder, players: int, **others: Any) -> Settings:
    return Settings(ladder, players, **others)
