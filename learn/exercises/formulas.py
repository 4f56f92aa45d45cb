"""Parsing of typed formulas with limits on length and depth."""

import re
from collections.abc import Collection, Iterable, Sequence

from logic.errors import TooLarge
from logic.formula import Formula
from logic.operators import CONNECTIVES, CONVERSE
from logic.parser import parse
from logic.tokens import cut, meaning
from logic.typed import Typed, read_typed

FORMULA = 4_000  # maximal number of characters of a formula: forty lines
# the interpreter in a browser's worker ends without an error when a formula nested 2,500 deep is compared or deleted
NESTED = 1_000  # maximal nesting depth of operators
WORLDS = 64  # maximal number of worlds of a model in an exercise or an answer: as many as a picture shows


def limited_formula(text: str) -> Formula:
    """Parse a formula; raise `TooLarge` for more than `FORMULA` characters or nesting deeper than `NESTED`."""
    require_short(text)
    return parse(text)


def limited_formulas(
    texts: Sequence[str], atoms: Collection[str] = (), agents: Collection[str] | None = None, boxes: bool = False
) -> Typed:
    """Parse the formulas of one question, as `read_typed` does; `TooLarge` if one is too long or nested too deep."""
    for text in texts:
        require_short(text)
    return read_typed(texts, atoms, agents, boxes)


def require_short(text: str) -> None:
    """Raise `TooLarge` if the text of a formula is too long, or nested too deep to be parsed."""
    if len(text) > FORMULA:
        raise TooLarge(f"the formula has {len(text):,} characters, and at most {FORMULA:,} are read: write less")
    require_shallow([text])


def require_shallow(texts: Iterable[str]) -> None:
    """Raise `TooLarge` if a formula in one of the texts is nested too deep to be parsed."""
    for text in texts:
        if len(text) > NESTED < nesting(text):
            most = f"over {NESTED:,} deep, which is the most that the page reads"
            raise TooLarge(f"the formula is nested {most}: write it in parts")


_OPENING, _CLOSING = re.compile(r"[(\[<][!^@]*|.*[\[{]"), re.compile(r"[!?]?[)\]>}]")
_JOINING = {each.ascii for each in (*CONNECTIVES.values(), CONVERSE)}


def nesting(text: str) -> int:
    """Return an upper bound on the nesting depth of operators in a text, without parsing. O(n) for n characters.

    >>> nesting("p & ~~(q | r)"), nesting("p & q & r"), nesting("~K_a p"), nesting("[p] [q] r")
    (5, 2, 2, 2)
    """
    levels = [[0, 0, 0]]  # by open bracket: number of connectives, depths of the deepest and the current operand
    opened = [""]
    for token in cut(text)[:-1]:
        level = levels[-1]
        if meaning(token)[0] in _JOINING:
            level[:] = level[0] + 1, max(level[1:]), 0
        elif _OPENING.fullmatch(token):
            levels.append([0, 0, 0])
            opened.append(token)
        elif _CLOSING.fullmatch(token) and len(levels) > 1:
            joins, *operands = levels.pop()
            level, inner = levels[-1], joins + max(operands)
            if opened.pop() == "(":
                level[2] += 1 + inner
            else:  # an operator with a formula in it, such as an announcement
                level[1:] = max(level[1], level[2] + 1 + inner), level[2] + 1
        else:
            level[2] += 1
    return sum(joins + max(operands) for joins, *operands in levels) + len(levels) - 2  # an atom is not an operator
