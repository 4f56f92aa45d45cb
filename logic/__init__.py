"""The formula language: reading, printing and transforming formulas."""

from __future__ import annotations

from logic.formula import Formula


def _read(text: str) -> Formula:
    from logic.parser import parse  # imported when the first text is parsed

    return parse(text)


Formula.reader = staticmethod(_read)
