"""A second look at a text that is no formula: ``v`` as "or", and square brackets in the place of round ones."""

from __future__ import annotations

from logic.errors import FormulaError
from logic.hints import CLOSING
from logic.operators import CONNECTIVES
from logic.tokens import classify

_OPERANDS = {"NAME", "VALUED", "QUOTED", "BARE", "true", "false"}
_BEGINNING = {*_OPERANDS, *CLOSING, "NOT", "!", "MODALITY", "VALUE_KNOWN"}
"""The terminals with which a formula may begin."""
_INFIX = {symbol.ascii for symbol in CONNECTIVES.values()}


def mended(tokens: list[str]) -> list[str]:
    """The tokens where each ``v`` between two operands is ``|``, and square brackets around a connective are round.

    ``v`` stays as it is where it is an atom elsewhere; a bracket that a formula follows is an announcement. O(n).
    """
    found = list(tokens)
    try:
        terminals = ["", *[classify(token)[0] for token in tokens], ""]
    except FormulaError:
        return found
    letters = [place for place, token in enumerate(tokens, 1) if token in ("v", "V")]
    ends, begins = {*_OPERANDS, ")", "]"}, _BEGINNING
    if all(terminals[place - 1] in ends and terminals[place + 1] in begins for place in letters):
        for place in letters:
            found[place - 1] = terminals[place] = "|"
    opened: list[int] = []
    joined = {0}  # the open brackets around a connective
    for place, terminal in enumerate(terminals):
        if terminal in CLOSING:
            opened.append(place)
        elif terminal in _INFIX and opened:
            joined.add(opened[-1])
        elif opened and terminal.removeprefix("!") == CLOSING[terminals[opened[-1]]]:
            start = opened.pop()
            if start in joined and opened:
                joined.add(opened[-1])
            if (terminals[start], terminal) == ("[", "]") and start in joined and terminals[place + 1] not in begins:
                found[start - 1], found[place - 1] = "(", ")"
    return found
