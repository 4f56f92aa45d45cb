"""Random numbers for compiled loops: a generator of 64 bits for each game (SplitMix64).

Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kripke.checking.engine.compiled import compiled

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_BITS = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(11)
_SHARE = 2.0**-53


@compiled
def uniform(chance: Any, game: int) -> float:
    """A number from 0 to 1, without 1.

    Parameters
    ----------
    chance : uint64 array of games
        Their generators, which move on.
    game : int
        Whose number it is.
    """
    chance[game] += _STEP
    z = chance[game]
    z = (z ^ (z >> _BITS[0])) * _FIRST
    z = (z ^ (z >> _BITS[1])) * _SECOND
    return np.float64((z ^ (z >> _BITS[2])) >> _BITS[3]) * _SHARE


@compiled
def below(chance: Any, game: int, count: int) -> int:
    """A whole number from 0 to count - 1, all equally likely but for rounding (less than one in 2^53 / count).

    Parameters
    ----------
    chance : uint64 array of games
        Their generators, which move on.
    game : int
        Whose number it is.
    count : int
        How many numbers there are.
    """
    return int(uniform(chance, game) * count)
