"""Agents without learning: they always call or raise, or decide by the probability of winning at the showdown."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.agent import Agent, Reason
from games.core.errors import GameError
from games.core.rules import Word
from games.holdem.chances import Chance, chance
from games.holdem.observe import Observation
from games.holdem.rules import CALL, CHECK, FOLD, RAISE
from logic.errors import shorten
from logic.exact import is_real


class Always(Agent):
    """Always calls or, if `raises` is true, raises whenever that is allowed."""

    def __init__(self, raises: bool) -> None:
        self.raises = raises

    def policy(self, observation: Observation, legal: Sequence[Any]) -> Mapping[Any, float]:
        """The distribution of actions: a single action with probability 1."""
        wanted: tuple[Word, ...] = (RAISE, CALL, CHECK) if self.raises else (CALL, CHECK)
        return {next(each for each in wanted if each in legal): 1.0}

    def reason(self, observation: Observation, action: Any) -> Reason:
        """The reason: a fixed strategy."""
        return Reason("fixed strategy: always raises" if self.raises else "fixed strategy: always stays in")


def caller() -> Always:
    """An agent that never raises and never folds."""
    return Always(raises=False)


def raiser() -> Always:
    """An agent that bets and raises whenever that is allowed, and otherwise calls or checks."""
    return Always(raises=True)


STAYS, RAISES = 1.0, 1.65
"""The least expected shares of the pot with which `WinProbability` stays in and raises, as multiples of the fair share.

The fair share is 1 / the number of players still in. Pyne, Abhichandani and Shrivastava (2023) do not print their
thresholds. Of 25 pairs of thresholds, this pair won the most on average against two opponents with each of
the 25, before any network was trained: ``python -m benchmarks holdem_thresholds``.
"""


class WinProbability(Agent):
    """Raises, stays in or folds by its expected share of the pot; `stays` and `raises` are multiples of the fair share.

    The fair share of a player is 1 / the number of players still in.
    """

    def __init__(self, stays: float = STAYS, raises: float = RAISES) -> None:
        for name, given in (("stays", stays), ("raises", raises)):
            if not is_real(given, 0, 3):
                raise GameError(f"{name} {shorten(repr(given))}: expected a multiple of the fair share from 0 to 3")
        self.stays, self.raises = stays, raises

    def policy(self, observation: Observation, legal: Sequence[Any]) -> Mapping[Any, float]:
        """The distribution of actions: a single action with probability 1."""
        strength = float(chance(observation).share) * observation.live.bit_count()
        wanted: tuple[Word, ...] = (RAISE, CALL, CHECK) if strength >= self.raises else (CHECK, CALL, FOLD)
        if strength < self.stays:
            wanted = (CHECK, FOLD)
        return {next(each for each in wanted if each in legal): 1.0}

    def reason(self, observation: Observation, action: Any) -> Reason:
        """The expected share of the pot, and the fair share."""
        return Reason(
            "this hand wins {share} of the pot on average; a fair share among {players} is {fair}",
            share=f"{float(chance(observation).share):.1%}",
            players=observation.live.bit_count(),
            fair=f"{1 / observation.live.bit_count():.1%}",
        )


def said(of: Chance) -> str:
    """The chances of winning alone and of sharing the pot, in words."""
    shared = float(sum(of.splits))
    return f"wins {float(of.wins):.1%}" + (f", shares {shared:.1%}" if shared else "")
