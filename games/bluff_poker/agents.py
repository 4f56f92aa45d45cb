"""The agents of Bluff Poker by name."""

from __future__ import annotations

from collections.abc import Callable

from games.agent import Agent
from games.bluff_poker.simple import SimpleAgent, simple_agents
from games.bluff_poker.source import SourceAgent

AGENTS: dict[str, Callable[..., Agent]] = {"source": SourceAgent, "simple": SimpleAgent, **simple_agents()}
