"""The registry entry of Spades: rules, observations, knowledge, agents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from games.game import Game
from games.spades.agents.bidder import AGENTS
from games.spades.knowledge import table
from games.spades.observe import observation, resample, seen
from games.spades.rules import Spades, SpadesState

if TYPE_CHECKING:
    from games.knowing.table import Table


def _read(state: SpadesState, viewer: int, conventions: Mapping[str, str]) -> Table:
    from games.spades.bid_reading import read_table  # loads decision diagrams, which are not needed for play

    return read_table(state, viewer, conventions)


GAME = Game(
    name="spades",
    title="Spades",
    rules=Spades,
    seen=seen,
    observation=observation,
    resample=resample,
    table=table,
    agents=AGENTS,
    formulas=(
        ("K_N has(N,SA)", "N knows that they have the ace of spades"),
        ("M_W has(E,SA)", "for all that W knows, E has the ace of spades"),
        ("K_E (has(N,SA) | has(S,SA) | has(W,SA))", "E knows that one of the others has the ace of spades"),
        ("D_{N,S} (has(E,SA) | has(W,SA))", "N and S together know that an opponent has the ace of spades"),
        ("K_W void(E,H)", "W knows that E has no heart, and cannot follow"),
        ("C ~(has(N,SA) & has(E,SA))", "it is common knowledge that no card is in two hands"),
    ),
    lineup=("bis", "rb", "bis", "rb"),
    levels=("rb", "bis", "rollout"),
    reading=_read,
)
