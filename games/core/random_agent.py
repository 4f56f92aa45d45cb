"""An agent that can play any game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.agent import Agent, Reason, Uniform


class RandomAgent(Agent):
    """Takes any legal action, all equally likely."""

    def policy(self, observation: Any, legal: Sequence[Any]) -> Mapping[Any, float]:
        """The same probability for each legal action."""
        return Uniform(legal)

    def reason(self, observation: Any, action: Any) -> Reason:
        """Chance alone."""
        return Reason("fixed strategy: draws one of the legal actions, all equally likely")


SHARED = {"random": RandomAgent}
"""Name -> maker of the agents of every game, besides the game's own."""
