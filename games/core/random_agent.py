"""Agents that can play any game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.agent import Agent, Reason


class RandomAgent(Agent):
    """Does any legal action, each as likely as the others."""

    def policy(self, observation: Any, legal: Sequence[Any]) -> Mapping[Any, float]:
        """The same probability for each legal action."""
        return dict.fromkeys(legal, 1 / len(legal))

    def reason(self, observation: Any, action: Any) -> Reason:
        """Chance, and nothing else."""
        return Reason("draws one of the legal actions, all equally likely")


SHARED = {"random": RandomAgent}
"""Name -> maker of the agents that every game has, beside its own."""
