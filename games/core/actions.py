"""Actions and outcomes of chance that several games have, as typed values with their texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.core.cards import Card


@dataclass(frozen=True, slots=True)
class Starts:
    """Chance draws who starts."""

    name: str

    def __str__(self) -> str:
        return f"starts {self.name}"


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance deals a card; None is the back of a card."""

    card: Card | None = None

    def __str__(self) -> str:
        return f"deal {self.card or '?'}"


@dataclass(frozen=True, slots=True)
class Word:
    """A move of one word."""

    text: str

    def __str__(self) -> str:
        return self.text
