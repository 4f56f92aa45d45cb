"""Who may play how at a table: the brains that a detector knows, and the worlds that it considers possible.

A world says which pair colludes, or that none does, and how each other player plays. A player who does not collude
plays by one of the honest brains, as the rule player, or as colluders do but without being told: the mean of the two
policies that a colluder would have with the cards of one and of the other player. A player who is not told has no
reason to be nearer to one of the two, whatever the style, so that kind tells colluders from players who merely resemble
them. Brains that learned against Brain 1 without a channel are honest too: they exploit it, and do not collude.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np

from games.holdem.position import SEATS

NEXT, PREVIOUS = "next", "previous"
"""The kinds of players who collude: with the next player, clockwise, and with the one before."""
UNTOLD = "untold"
"""The kind of players who play as colluders do without being told."""
RULE = "rule"
"""The kind of `studies.holdem.learning.sparring.TESTED`."""


class World(NamedTuple):
    """How everybody plays.

    Attributes
    ----------
    pair : tuple of int
        The two who collude; empty where nobody does.
    kinds : tuple of str
        By player.
    """

    pair: tuple[int, ...]
    kinds: tuple[str, ...]


@dataclass(frozen=True)
class Suspicion:
    """What a detector considers possible.

    Parameters
    ----------
    honest : tuple of str
        The weights of other players that it knows, and perhaps `RULE` and `UNTOLD`.
    """

    colluder: str
    honest: tuple[str, ...]

    @property
    def kinds(self) -> tuple[str, ...]:
        """All ways in which a player may play."""
        return (*self.honest, NEXT, PREVIOUS)

    @cached_property
    def worlds(self) -> tuple[World, ...]:
        """Those in which nobody colludes first."""
        pairs = [(), *combinations(range(SEATS), 2)]
        return tuple(World(pair, kinds) for pair in pairs for kinds in product(*choices(pair, self.honest)))

    @cached_property
    def places(self) -> Any:
        """By world and player the number of the kind."""
        return np.array([[self.kinds.index(kind) for kind in world.kinds] for world in self.worlds])

    @cached_property
    def prior(self) -> tuple[tuple[int, int], ...]:
        """By world its weight as numerator and denominator: each pair, and that there is none, has a quarter."""
        counts = {pair: sum(each.pair == pair for each in self.worlds) for pair in {each.pair for each in self.worlds}}
        return tuple((1, len(counts) * counts[each.pair]) for each in self.worlds)


def choices(pair: Sequence[int], honest: tuple[str, ...]) -> list[tuple[str, ...]]:
    """By player the kinds in worlds with a pair."""
    found = [honest] * SEATS
    for player in pair:
        found[player] = (NEXT,) if (player + 1) % SEATS in pair else (PREVIOUS,)
    return found
