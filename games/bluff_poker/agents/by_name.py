"""The agents of Bluff Poker by name."""

from __future__ import annotations

from collections.abc import Callable

from games.bluff_poker.agents.believability.agent import SourceAgent
from games.bluff_poker.agents.fixed_strategy import SimpleAgent, simple_agents
from games.core.agent import Agent


def learner(strong: float = 0.95) -> Agent:
    """The agent that learns the others' strategies; its compiled code is loaded only for it."""
    from games.bluff_poker.agents.opponent_model.agent import Learner

    return Learner(strong)


AGENTS: dict[str, Callable[..., Agent]] = {
    "source": SourceAgent,
    "learner": learner,
    "simple": SimpleAgent,
    **simple_agents(),
}
