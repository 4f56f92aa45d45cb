"""The agents of hold'em by name."""

from __future__ import annotations

from collections.abc import Callable

from games.core.agent import Agent
from games.holdem.agents.brain.agent import Brain
from games.holdem.agents.fixed import caller, raiser
from games.holdem.agents.win_probability import WinProbability

AGENTS: dict[str, Callable[..., Agent]] = {"caller": caller, "raiser": raiser, "rule": WinProbability, "brain": Brain}
