"""The agents of Cheat by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from games.cheat.agents.doubter import Doubter
from games.cheat.agents.habits.agent import Habitual
from games.cheat.agents.honest import Honest
from games.cheat.agents.tree_search.agent import TreeSearch
from games.cheat.agents.tree_search.predicting import Predicting
from games.cheat.agents.tree_search.reading import Reading
from games.core.agent import Agent

AGENTS: dict[str, Callable[..., Agent]] = {
    "doubter": Doubter,
    "habits": Habitual,
    "honest": Honest,
    "mga": TreeSearch,
    "pmga": Predicting,
    "fpmga": partial(TreeSearch, accuracy=0.85),
    "reader": Reading,
    "smooth_uct": partial(TreeSearch, claims="none"),
    "ismcts": partial(TreeSearch, claims="none", selection="ismcts", c=0.7),
    "uct": partial(TreeSearch, claims="everything", selection="uct", c=0.7, worlds=40),
}
"""``mga``, ``pmga``, ``fpmga`` and ``reader`` are SDMCTS; the others leave the predictor out."""
