"""Copying one array into another in compiled loops."""

from __future__ import annotations

from typing import Any

from kripke.checking.engine.compiled import compiled


@compiled
def copy(values: Any, target: Any) -> None:
    """Write the values over the first entries of the target, which is at least as long.

    `target[:] = values` compiles the text of an error about lengths with each loop that has it: up to four seconds.

    Parameters
    ----------
    values, target : array
        Of one dimension.
    """
    for place in range(len(values)):
        target[place] = values[place]
