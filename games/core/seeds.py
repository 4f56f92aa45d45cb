"""Seeds of random numbers: each use has its own seed, derived from one seed with a one-way hash."""

from hashlib import blake2b
from secrets import randbits

BITS = 64  # the number of bits of a drawn seed; too many to try all seeds
BYTES = 16  # the number of bytes of a derived seed


def draw_seed() -> int:
    """A random 64-bit seed, which cannot be guessed."""
    return randbits(BITS)


def derive_seed(seed: int, *use: str | int) -> str:
    """Derive the seed for one use with a one-way hash (BLAKE2b).

    The original seed and the seeds of other uses can be found only by trying all original seeds. So a small number
    chosen by a person can be guessed, but a seed from `draw_seed` cannot.

    Parameters
    ----------
    seed : int
        The original seed.
    *use : str or int
        The purpose of the seed, such as ``"chance", 3``.

    Examples
    --------
    >>> derive_seed(7, "chance", 3)
    '7f4406675419f970097b6dc045881e09'
    """
    return blake2b(repr((seed, *use)).encode(), digest_size=BYTES).hexdigest()
