"""Who plays in the experiment of Cheat. Simulations are fixed, because seconds would depend on the machine."""

from __future__ import annotations

from games.cheat.agents.habits import HABITS, SPREAD

PEOPLE = ("habits",)
"""The other player in the main set-ups: the simulated population."""
CHANGE = 0.2
"""How much of a parameter of the population is added or taken away, to show how results change."""
CHANGED = tuple(
    (f"habits(habit={habit},factor={1 + sign * CHANGE:g})",) for habit in (*HABITS, SPREAD) for sign in (-1, 1)
)
"""Players of populations that differ from the fitted one in one parameter."""
USUAL = 1_000
"""Simulations for each move."""
MGA, PMGA, FPMGA, READER = (f"{name}(simulations={USUAL})" for name in ("mga", "pmga", "fpmga", "reader"))
ONLY_LAST = f"mga(simulations={USUAL},claims=last)"
"""MGA that does not take claims after the last one as public in its search."""
ACCURACIES = tuple(round(0.5 + 0.05 * step, 2) for step in range(11))
SIMULATIONS = (100, 300, USUAL, 3_000, 10_000, 30_000)


def channel(accuracy: float) -> str:
    """The agent whose predictor is right so often; at 0.5 it is MGA, at 0.85 FPMGA."""
    if accuracy in (0.5, 0.85):
        return MGA if accuracy == 0.5 else FPMGA
    return f"fpmga(simulations={USUAL},accuracy={accuracy})"


def with_simulations(count: int) -> str:
    """PMGA with a number of simulations for each move."""
    return f"pmga(simulations={count})"
