"""How an actor-critic training goes on: what each round learns from, in which steps, and what its result is."""

from __future__ import annotations

from typing import NamedTuple


class Schedule(NamedTuple):
    """The numbers of a training.

    Attributes
    ----------
    decisions : int
        Number of decisions that are learned from after each round.
    rate : tuple of float
        The step size, first and last.
    magnet : tuple of float
        The weight of the divergence from the magnet, first and last.
    averaged : float
        The result is a mean of the policies after each round; the weight of a policy falls by this factor with each
        later round.
    """

    decisions: int
    rate: tuple[float, float] = (1e-3, 5e-5)
    magnet: tuple[float, float] = (0.05, 0.001)
    averaged: float = 0.995


SELF_PLAY = Schedule(12_288)
OF_A_PAIR = Schedule(10_752, (1e-3, 2e-4), averaged=0.9)
OF_ONE_SEAT = Schedule(3_072)
"""For three seats that learn, for two and for one."""
OF_A_LEAGUE = Schedule(8_256, magnet=(0.02, 0.0005), averaged=0.99)
"""For self-play with sparring partners: a weaker magnet, since these alone keep the policy from folding too much."""
