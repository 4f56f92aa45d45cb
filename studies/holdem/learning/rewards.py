"""What learners are rewarded with: their own payoff, that of the pair, or what the source pays colluders."""

from __future__ import annotations

from typing import Any

import numpy as np

REWARDS = ("own", "shared", "source")


def rewards(kind: str, paid: Any, learns: Any) -> Any:
    """The rewards of games; those of seats that do not learn mean nothing.

    ``own``: each seat's payoff. ``shared``: the mean of the pair. ``source``: the larger of the pair's payoffs where
    the third player wins nothing, otherwise their mean.

    Notes
    -----
    The source's reward counts what one of the pair wins from the other as a gain, so it pays for games that they play
    against each other after the third has folded.
    """
    if kind == "own":
        return paid
    both = np.where(learns, paid, 0.0).sum(axis=1) / 2
    if kind == "source":
        most, third = np.where(learns, paid, -np.inf).max(axis=1), np.where(learns, 0.0, paid).sum(axis=1)
        both = np.where(third <= 0, most, both)
    return np.repeat(both[:, None], paid.shape[1], axis=1)
