"""The limits of what an exercise or an answer may contain."""

from __future__ import annotations

FORMULA = 4_000
"""Maximal number of characters of a formula: forty lines."""
DEPTH = 200
"""Maximal number of operators around one another."""
WORLDS = 64
"""Maximal number of worlds of a model in an exercise or an answer: a picture shows as many."""
