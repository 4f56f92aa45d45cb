"""The random numbers of `games.core.compiled_chance` in plain Python."""

from __future__ import annotations

_ALL = (1 << 64) - 1


class PlainChance:
    """A generator of 64 bits (SplitMix64): the same numbers as the compiled one from the same seed.

    Parameters
    ----------
    seed : int
        From 0 to 2^64 - 1.

    Examples
    --------
    >>> chance = PlainChance(7)
    >>> [chance.below(6) for _ in range(5)]
    [2, 0, 5, 3, 2]
    """

    def __init__(self, seed: int) -> None:
        self.state = seed

    def uniform(self) -> float:
        """A number from 0 to 1, without 1."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _ALL
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _ALL
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _ALL
        return float((z ^ (z >> 31)) >> 11) * 2.0**-53

    def below(self, count: int) -> int:
        """A whole number from 0 to count - 1."""
        return int(self.uniform() * count)
