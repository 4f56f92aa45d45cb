"""The agents of Spades by name."""

from __future__ import annotations

from collections.abc import Callable

from games.core.agent import Agent

AGENTS: dict[str, Callable[..., Agent]] = {}
