"""Cheat for the compiled search of `games.search`. `benchmarks.plain_cheat` says the same in plain Python."""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any

from games.cheat.compiled.abstraction import abstract_legal, abstract_move, call_chance, information_key
from games.cheat.compiled.drawing import Root, draw_state
from games.cheat.compiled.rollouts import rollout_action
from games.cheat.compiled.row import OVER, PLAYER, Facts
from games.cheat.dealing.plan import ANY
from games.search.tree_search import implement_search
from kripke.checking.engine.compiled import compiled


def _current(row: Any, facts: Facts) -> int:
    return -2 if row[OVER] else row[PLAYER]


def _payoff(row: Any, seat: int, facts: Facts) -> float:
    return 0.0 if row[OVER] == 3 else 1.0 if row[OVER] == seat + 1 else -1.0


@compiled
def expected_call(action: int, states: int, chance: Any, root: Root, facts: Facts) -> float:
    """How likely a claim at an information set is called, on average over states drawn from it."""
    row, total, drawn = root.template.copy(), 0.0, 0
    for _ in range(states):
        if draw_state(row, ANY, chance, root, facts):
            abstract_move(row, action, chance, facts)
            total += 0.0 if row[OVER] else call_chance(row, facts)
            drawn += 1
    return total / max(1, drawn)


implement_search(Facts, _current, abstract_legal, information_key, rollout_action, abstract_move, _payoff, draw_state)
