"""What brackets contain: which tokens are in which bracket, and which brackets are programs or parts of an until.

Tokens are given by their terminals, the names that they have in the grammar.
"""

from __future__ import annotations

from collections.abc import Sequence

from logic.operators import AGENT, CHOICE
from logic.tokens import UNTIL, split

CLOSING = {
    "(": ")", "[": "]", "[!": "]", "[^^": "]", "[^": "]", "<": ">", "<!": ">", "<^^": ">", "<^": ">", "GIVEN": "]",
    "GIVEN_IN_LATEX": "}",
}  # fmt: skip
"""Maps the terminal of an opening bracket to its closing bracket."""


def enclosing(terminals: Sequence[str]) -> list[int]:
    """Return for each token the index of the innermost bracket around it; -1 if there is none."""
    around: list[int] = []
    opened = [-1]
    for place, terminal in enumerate(terminals):
        around.append(opened[-1])
        if terminal in CLOSING:
            opened.append(place)
        elif opened[-1] >= 0 and terminal.removeprefix("!") == CLOSING[terminals[opened[-1]]]:
            opened.pop()
    return around


PROGRAM_SIGNS = {";", "*", "?", "ACTION"}
"""The terminals that make a bracket a program: ``;``, ``*``, an action, or a ``?`` before a formula."""
OPERANDS = {"NAME", "VALUED", "QUOTED", "BARE", "APPLIED", "true", "false"}
"""The terminals that are complete formulas."""
BEGINNING = {*OPERANDS, *CLOSING, "NOT", "!", "MODALITY", "VALUE_KNOWN"}
"""The terminals that can begin a formula."""
_FORMULA_ENDS = {*OPERANDS, ")", "]"}
_STARTS = {*CLOSING, ";", "|", CHOICE.unicode}
_OPENING = {("[", False): "RUN", ("<", False): "RUN_DUAL", ("[", True): "ACTING", ("<", True): "ACTING_DUAL"}


def in_programs(terminals: Sequence[str], names: Sequence[str]) -> list[tuple[int, str]]:
    """Return the tokens that open programs and the names in programs, as pairs of an index and a terminal.

    O(n) for n tokens. A bracket is a program if one of `PROGRAM_SIGNS` is in it, or in round brackets inside it.

    `names` has the name of each atom, and the spelling of each other token.
    """
    inner: dict[int, int] = {}  # round bracket in a program -> the bracket of the program
    signs: dict[int, set[str]] = {}
    inside: dict[int, list[int]] = {}  # the names in each bracket
    for place, (terminal, bracket) in enumerate(zip(terminals, enclosing(terminals), strict=True)):
        bracket, earlier = inner.get(bracket, bracket), terminals[place - 1] if place else ""
        if terminal == "(" and earlier in _STARTS:
            inner[place] = bracket
        elif terminal in PROGRAM_SIGNS and not (terminal == "?" and earlier in _FORMULA_ENDS):
            signs.setdefault(bracket, set()).add(terminal)
        elif earlier in _STARTS and terminal in ("NAME", "QUOTED", "UNKNOWN"):
            inside.setdefault(bracket, []).append(place)
    replacements = []
    for bracket, those in signs.items():
        if bracket >= 0 and (terminals[bracket], "ACTION" in those) in _OPENING:
            replacements.append((bracket, _OPENING[terminals[bracket], "ACTION" in those]))
            replacements += [
                (each, "NAME" if AGENT.fullmatch(names[each]) else "UNKNOWN") for each in inside.get(bracket, ())
            ]
    return replacements


def untils(terminals: Sequence[str], names: Sequence[str]) -> list[tuple[int, str]]:
    """Return the tokens to read as parts of an until such as ``E[p U q]``: pairs of an index and a terminal.

    These tokens are ``U`` and the letter before the bracket. Where an operand is expected, ``U`` is an atom. A
    bracket with two operators ``U`` is not an until. O(n) for n tokens.

    `names` has the name of each atom, and the spelling of each other token.
    """
    replacements = list[tuple[int, str]]()
    if "U" not in names:
        return replacements
    signs = dict[int, list[int]]()  # the operators ``U`` in each bracket
    begins = [*[terminal in BEGINNING for terminal in terminals], False, False]
    is_end = False  # whether the token before ends an operand
    for place, (terminal, bracket) in enumerate(zip(terminals, enclosing(terminals), strict=True)):
        is_sign = is_end and terminal == "NAME" and names[place] == "U" and begins[place + 1]
        if is_sign and terminals[place - 1] == "BARE" and names[place + 1] == "U":
            is_sign = not begins[place + 2]  # in E[C U U q] the first U is an atom
        if is_sign:
            signs.setdefault(bracket, []).append(place)
        is_end = not is_sign and terminal in _FORMULA_ENDS and terminal != "]"
        is_closed = bracket > 0 and terminals[bracket] == "[" and terminal.removeprefix("!") == "]"
        if is_closed and len(inside := signs.get(bracket, [])) == 1:
            before, name = terminals[bracket - 1], names[bracket - 1]
            letter = name if before == "NAME" else split(name)[0] if before == "BARE" else ""
            if letter in UNTIL:
                replacements += [(bracket - 1, UNTIL[letter]), (inside[0], "U")]
                is_end = True
    return replacements
