"""Seeds of random numbers: from one seed another for each use, from which neither the first nor any other follows."""

from __future__ import annotations

from hashlib import blake2b
from secrets import randbits

BITS = 64  # the size of a seed that is drawn: nobody tries them all
BYTES = 16  # the size of a seed that is derived


def draw_seed() -> int:
    """A seed of 64 random bits, which cannot be guessed."""
    return randbits(BITS)


def derive_seed(seed: int, *use: str | int) -> str:
    """The seed for one use, by a one-way hash (BLAKE2b).

    From it the first seed and those of other uses can be found only by trying all first seeds. So a small number that
    somebody types can be guessed, and one from `draw_seed` cannot.

    Parameters
    ----------
    *use : str or int
        What it is for, such as ``"chance", 3``.

    Examples
    --------
    >>> derive_seed(7, "chance", 3)
    '7f4406675419f970097b6dc045881e09'
    """
    return blake2b(repr((seed, *use)).encode(), digest_size=BYTES).hexdigest()


_ALL = (1 << 64) - 1


class PlainChance:
    """A generator of 64 bits (SplitMix64): the same numbers as the compiled one from the same seed.

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
