"""The games that can be played, with their options and agents."""

from __future__ import annotations

from typing import Any

from games import registry
from games.telling.description import describe


def offer() -> dict[str, Any]:
    """Each game with its title, players, options and agents."""
    return {"games": [_game(name) for name in registry.names()]}


def _game(name: str) -> dict[str, Any]:
    told = describe(name)
    return {
        "name": name,
        "title": told.title,
        "about": told.about,
        "players": list(told.players),
        "options": {key: told.defaults.get(key, str(value)) for key, value in told.options.items()},
        "agents": [{"name": each.name, "about": each.about} for each in told.agents],
        "lineup": list(told.lineup),
        "names": list(told.names),
    }
