"""The agents of Bluff Poker by name."""

from __future__ import annotations

from collections.abc import Callable

from games.bluff_poker.believability.source import SourceAgent
from games.bluff_poker.simple import SimpleAgent, simple_agents
from games.core.agent import Agent


def learner(strong: float = 0.95) -> Agent:
    """Our stronger agent; what she plans with is compiled code, which is loaded where she is asked for."""
    from games.bluff_poker.opponent_model.learner import Learner

    return Learner(strong)


AGENTS: dict[str, Callable[..., Agent]] = {
    "source": SourceAgent,
    "learner": learner,
    "simple": SimpleAgent,
    **simple_agents(),
}
