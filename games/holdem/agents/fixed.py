"""Agents that always do the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.agent import Agent, Reason
from games.holdem.actions import CALL, CHECK, RAISE, Word
from games.holdem.observe import Observation


class Always(Agent):
    """Calls whatever it costs, or raises as long as that is allowed.

    Parameters
    ----------
    raises : bool
        Whether it raises.
    """

    def __init__(self, raises: bool) -> None:
        self.raises = raises

    def policy(self, observation: Observation, legal: Sequence[Any]) -> Mapping[Any, float]:
        """One action for sure."""
        wanted: tuple[Word, ...] = (RAISE, CALL, CHECK) if self.raises else (CALL, CHECK)
        return {next(each for each in wanted if each in legal): 1.0}

    def reason(self, observation: Observation, action: Any) -> Reason:
        """Its habit."""
        return Reason("fixed strategy: always raises" if self.raises else "fixed strategy: always stays in")


def caller() -> Always:
    """Checks and calls."""
    return Always(raises=False)


def raiser() -> Always:
    """Bets and raises; calls at the cap."""
    return Always(raises=True)
