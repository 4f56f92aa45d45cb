"""Explanations within a time: on large diagrams a witness may take hours to find, where the answer itself is quick."""

from __future__ import annotations

from kripke.symbolic.reading import limited
from kripke.why.explanation import Explanation
from kripke.why.verdict import Verdict
from logic.errors import TooLarge

SECONDS = 20.0
"""Processor time, in seconds, for an explanation; those of the examples take less than one."""


def explained(verdict: Verdict) -> Explanation:
    """The explanation of a verdict; `TooLarge` if it takes more than `SECONDS` of processor time."""
    return limited(verdict.explain, SECONDS, _refusal)


def _refusal(what: str) -> TooLarge:
    return TooLarge(
        f"the explanation takes {what}; ask without --explain, explain a part of the formula, or use a smaller model"
    )
