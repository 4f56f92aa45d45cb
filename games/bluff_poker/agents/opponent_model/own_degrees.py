"""Degrees of belief of an agent with weights of its own: the engine says where a formula holds, the weights how likely.

The agent's weights of the 216 rolls are floats. A degree is their sum over the worlds where the engine says that a
formula holds; it is noted in the log of `games.knowing.queries` like any other.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.bluff_poker.agents.opponent_model.raises_duel import Floats
from games.bluff_poker.knowledge import who_knows_what
from games.bluff_poker.observe import Observation
from games.bluff_poker.outcomes import Ladder
from games.bluff_poker.outlook import table_of
from games.knowing.queries import is_recording, note
from games.knowing.table import situation


class OwnDegrees(NamedTuple):
    """What an agent believes of the dice.

    Attributes
    ----------
    seen : Observation
        The table as the agent sees it: its worlds are the rolls, with the atoms ``die1=4``, ``outcome=642``, ``bluff``.
    ladder : Ladder
        How outcomes are ranked.
    weight : array of shape (216,)
        The agent's weights of the worlds, which sum to 1.
    """

    seen: Observation
    ladder: Ladder
    weight: Floats

    @property
    def agent(self) -> str:
        """The agent's name."""
        return self.seen.rules.names[self.seen.player]

    def degree(self, formula: str) -> float:
        """The agent's degree of belief in a formula."""
        table = who_knows_what(self.seen.rules.names, self.seen.knowers, self.ladder, self.seen.bid)
        found = float(self.weight[situation(table).column(formula)].sum())
        note_degree(self.agent, formula, found)
        return found

    def of_outcomes(self) -> Floats:
        """The agent's degrees of belief in the outcomes, by their places in the ladder."""
        formulas = _outcomes(self.ladder)
        found = np.bincount(_place(self.ladder), self.weight, len(formulas)).astype(float, copy=False)
        if is_recording():
            for formula, share in zip(formulas, found.tolist(), strict=True):
                note_degree(self.agent, formula, share)
        return found

    def expected(self, values: Floats) -> float:
        """The expectation of a number by world."""
        if is_recording():
            note(f'weights("{self.agent}")', f"{np.count_nonzero(self.weight)} worlds")
        return float(values @ self.weight)


@lru_cache(maxsize=16)
def _outcomes(ladder: Ladder) -> tuple[str, ...]:
    return tuple(f"outcome={each}" for each in ladder.outcomes)


@lru_cache(maxsize=16)
def _place(ladder: Ladder) -> NDArray[np.intp]:
    """World -> the place of the outcome that holds there."""
    asked = situation(table_of(0))
    found: NDArray[np.intp] = np.array([asked.column(formula) for formula in _outcomes(ladder)]).argmax(axis=0)
    return found


def note_degree(agent: str, formula: str, degree: float) -> None:
    """Add a degree by an agent's own weights to the log, if one is open."""
    if is_recording():
        note(formula, f"{degree:.3f}", agent)
