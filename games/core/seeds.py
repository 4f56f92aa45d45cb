"""Seeds of random numbers: from one seed another for each use, from which neither the first nor any other follows."""

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
