"""The agents of Spades by name."""

from __future__ import annotations

from collections.abc import Callable

from games.core.agent import Agent
from games.spades.agents.bidder import bis, rollout, simple

AGENTS: dict[str, Callable[..., Agent]] = {
    "bis": bis,
    "rollout": rollout,
    **{name: simple(name) for name in ("rb", "ms", "io")},
}
"""Each bids in its own way, and plays its cards by the player that it is given."""
