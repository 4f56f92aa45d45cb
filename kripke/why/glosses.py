"""Terms that a reason may use, each explained once, where an explanation uses it first."""

from __future__ import annotations

from typing import Literal

Term = Literal["reach", "ranks", "threshold", "implication", "announcement", "action"]

GLOSSES: dict[Term, str] = {
    "reach": "within reach: by one or more steps, each to a world that the agent who takes the step considers possible",
    "ranks": "an agent believes what holds at the most plausible of the worlds that they consider possible; the lower "
    "the rank, the more plausible the world",
    "threshold": "an agent believes what holds at those of the worlds that they consider possible whose weight reaches "
    "the threshold; where none does, at the heaviest of them",
    "implication": "an implication holds wherever its left side fails",
    "announcement": "what cannot be announced has no afterwards, so everything is said to hold after it",
    "action": "what cannot happen has no afterwards, so everything is said to hold after it",
}
"""Term -> what it means, as a part of a sentence."""
