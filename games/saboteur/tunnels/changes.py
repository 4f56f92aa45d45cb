"""The two actions that change the mine: a path card is laid, or a rockfall takes one away."""

from __future__ import annotations

from dataclasses import dataclass

from games.saboteur.tunnels.cards import SHAPE_NAMES


@dataclass(frozen=True, slots=True)
class Lay:
    """A path card is laid.

    Parameters
    ----------
    shape : int
        As the card lies, so turned if it is turned.
    """

    shape: int
    x: int
    y: int

    def __str__(self) -> str:
        return f"lay {SHAPE_NAMES[self.shape]} {self.x},{self.y}"


@dataclass(frozen=True, slots=True)
class Rockfall:
    """A path card is taken away."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"rockfall {self.x},{self.y}"
