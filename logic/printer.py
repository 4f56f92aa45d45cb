"""Writing formulas: Unicode, ASCII and LaTeX, with as few brackets as reading back allows.

A clause is written by a *template*: texts, and for each child whether it stands in brackets. The length of the whole is
known from the templates alone, before a character is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from logic.errors import TooLarge
from logic.operators import (
    ATOMIC,
    BOTTOM,
    CONNECTIVES,
    DIAMOND_CLOSE,
    DIAMOND_OPEN,
    NEGATION,
    TOP,
    UNARY,
    Notation,
    is_plain_atom,
    is_plain_variable,
)

if TYPE_CHECKING:
    from logic.formula import Formula

UNICODE, ASCII, LATEX = "unicode", "ascii", "latex"
LIMIT = 100_000_000
"""Characters that `write` writes at most."""

Template = tuple[str | tuple[int, bool], ...]
"""Texts, and children as (their number, whether in brackets)."""


def write(formula: Formula, notation: str) -> str:
    """The formula's text in a notation; `logic.parser.parse` reads it back as an equal formula.

    Parameters
    ----------
    formula : Formula
    notation : {'unicode', 'ascii', 'latex'}

    Raises
    ------
    TooLarge
        If the text has more than `LIMIT` characters, as where subformulas are shared many times over.

    Notes
    -----
    O(n + m) for n nodes of the shared graph and m characters, without recursion.
    """
    rows = _tabulate(formula, notation)
    size = _length(rows)
    if size > LIMIT:
        raise TooLarge(
            f"the formula's text would have {_about(size)} characters, over the limit of {LIMIT:,}: its {len(rows):,} "
            "distinct subformulas are shared many times over; look at f.subformulas() or f.children instead"
        )
    return "".join(_pieces(rows))


def represent(formula: Formula) -> str:
    """What `repr` shows: ``parse('...')``, or a short description where the text would be too large; never an error."""
    rows = _tabulate(formula, UNICODE)
    size = _length(rows)
    if size > LIMIT:
        return f"<Formula of {len(rows):,} nodes, shared: its text would have {_about(size)} characters>"
    return f"parse({''.join(_pieces(rows))!r})"


Rows = list[tuple[Template, tuple[int, ...]]]


def _tabulate(formula: Formula, notation: str) -> Rows:
    """The template and the children's rows of each node of the shared graph, children first, the formula last."""
    rows: Rows = []
    row_of: dict[int, int] = {}
    stack = [formula]
    while stack:
        node = stack[-1]
        children = node.children
        waiting = [child for child in children if id(child) not in row_of]
        if waiting and id(node) not in row_of:
            stack += waiting
            continue
        stack.pop()
        if id(node) not in row_of:
            row_of[id(node)] = len(rows)
            rows.append((_template(node, children, notation), tuple([row_of[id(child)] for child in children])))
    return rows


def _length(rows: Rows) -> float:
    """Characters of the last row's text: a float, since 2^100000 of them would fill the memory as an integer."""
    lengths: list[float] = []
    for template, kids in rows:
        size = 0.0
        for piece in template:
            size += len(piece) if isinstance(piece, str) else lengths[kids[piece[0]]] + 2 * piece[1]
        lengths.append(size)
    return lengths[-1]


def _about(size: float) -> str:
    return "more than 10^308" if size == float("inf") else f"about {size:,.0f}" if size < 1e12 else f"about {size:.0e}"


def _pieces(rows: Rows) -> list[str]:
    """The texts of the last row in order."""
    out: list[str] = []
    stack: list[str | int] = [len(rows) - 1]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            out.append(item)
            continue
        template, kids = rows[item]
        for piece in reversed(template):
            if isinstance(piece, str):
                stack.append(piece)
            elif piece[1]:
                stack += (")", kids[piece[0]], "(")
            else:
                stack.append(kids[piece[0]])
    return out


def _template(node: Formula, children: tuple[Formula, ...], notation: str) -> Template:
    clause = type(node).__name__
    if clause in CONNECTIVES:
        return _infix(CONNECTIVES[clause], children, notation)
    texts = _TEXTS[clause](node, notation)
    last = len(children) - 1
    bracketed = clause == "B" and type(children[0]).__name__ in _SQUARE
    out: list[str | tuple[int, bool]] = []
    for i, text in enumerate(texts):
        out.append(text)
        if i <= last:
            out.append((i, i == last and (bracketed or _binding(children[i]) < UNARY)))
    return tuple(out)


_SQUARE = {"Announce", "AnnounceWhether", "Act"}  # directly after B_a a [ opens a condition


def _binding(node: Formula) -> int:
    clause = type(node).__name__
    return CONNECTIVES[clause].binding if clause in CONNECTIVES else UNARY


def _infix(symbol: Notation, children: tuple[Formula, ...], notation: str) -> Template:
    left, right = _binding(children[0]), _binding(children[1])
    loose_left = left < symbol.binding or (left == symbol.binding and symbol.associates != "left")
    loose_right = right < symbol.binding or (right == symbol.binding and symbol.associates != "right")
    return (0, loose_left), f" {getattr(symbol, notation)} ", (1, loose_right)


def _constant(symbol: Notation) -> Callable[[Any, str], tuple[str, ...]]:
    return lambda _, notation: (getattr(symbol, notation),)


def _not(_: Any, notation: str) -> tuple[str, ...]:
    return NEGATION.latex + " " if notation == LATEX else getattr(NEGATION, notation), ""


def _atom(node: Any, notation: str) -> tuple[str, ...]:
    return (_name(node.name, notation, is_plain_atom(node.name)),)


def _kv(node: Any, notation: str) -> tuple[str, ...]:
    return (_operator("Kv", node.agent, notation) + _name(node.variable, notation, is_plain_variable(node.variable)),)


def _of_agent(node: Any, notation: str) -> tuple[str, ...]:
    return _operator(type(node).__name__, node.agent, notation), ""


def _of_group(node: Any, notation: str) -> tuple[str, ...]:
    letters = type(node).__name__
    if node.group is None:
        return f"{letters} ", ""
    agents = _agents(node.group, notation)
    return (f"{letters}_{{{agents}}} " if notation == LATEX else f"{letters}_{agents} "), ""


def _at_least(node: Any, notation: str) -> tuple[str, ...]:
    head = _operator("B", node.agent, notation)[:-1]
    return f"{head}^{{\\geq {node.degree}}} " if notation == LATEX else f"{head}>={node.degree} ", ""


def _given(node: Any, notation: str) -> tuple[str, ...]:
    head = _operator("B", node.agent, notation)[:-1]
    return (f"{head}^{{", "} ", "") if notation == LATEX else (f"{head}[", "] ", "")


def _announcement(mark: str, diamond: bool = False) -> Callable[[Any, str], tuple[str, ...]]:
    def texts(node: Any, notation: str) -> tuple[str, ...]:
        opening, closing = _delimiters(diamond, notation)
        if node.group is not None:
            return opening, (mark or "!") + _agents(node.group, notation) + closing, ""
        return opening, mark + closing, ""

    return texts


def _act(diamond: bool) -> Callable[[Any, str], tuple[str, ...]]:
    def texts(node: Any, notation: str) -> tuple[str, ...]:
        opening, closing = _delimiters(diamond, notation)
        plain = re.fullmatch(r"[A-Za-z0-9_]+", node.action) is not None
        return f"{opening}@{_action(node.action, notation, plain)}{closing}", ""

    return texts


def _delimiters(diamond: bool, notation: str) -> tuple[str, str]:
    if not diamond:
        return "[", "] "
    if notation == LATEX:
        return DIAMOND_OPEN.latex + " ", f" {DIAMOND_CLOSE.latex} "
    return getattr(DIAMOND_OPEN, notation), getattr(DIAMOND_CLOSE, notation) + " "


def _operator(letters: str, agent: str, notation: str) -> str:
    if notation != LATEX:
        return f"{letters}_{agent} "
    return f"{letters}_{{{agent.replace('_', chr(92) + '_')}}} "


def _agents(group: frozenset[str], notation: str) -> str:
    names = ",".join(sorted(group))
    return rf"\{{{names.replace('_', chr(92) + '_')}\}}" if notation == LATEX else f"{{{names}}}"


def _action(name: str, notation: str, plain: bool) -> str:
    return _name(name, notation, plain)


def _name(name: str, notation: str, plain: bool) -> str:
    if notation == LATEX:
        return _latex_name(name, plain)
    return name if plain else '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


_LATEX_ESCAPES = {ord(c): f"\\{c}" for c in "_{}$%&#"} | {
    ord("\\"): r"\textbackslash{}",
    ord("~"): r"\textasciitilde{}",
    ord("^"): r"\textasciicircum{}",
}


def _latex_name(name: str, plain: bool) -> str:
    if plain and name.isascii():
        return name if len(name) == 1 else rf"\mathit{{{name.translate(_LATEX_ESCAPES)}}}"
    return rf"\text{{{name.translate(_LATEX_ESCAPES)}}}"


_TEXTS: dict[str, Callable[[Any, str], tuple[str, ...]]] = {
    "Top": _constant(TOP),
    "Bottom": _constant(BOTTOM),
    "Atom": _atom,
    "Not": _not,
    "Kv": _kv,
    **dict.fromkeys(("K", "M", "Kw", "B", "Bsafe", "Bstrong"), _of_agent),
    **dict.fromkeys(("E", "C", "D"), _of_group),
    "BAtLeast": _at_least,
    "BGiven": _given,
    "Announce": _announcement(""),
    "AnnounceDual": _announcement("", diamond=True),
    "AnnounceWhether": _announcement("?"),
    "Act": _act(diamond=False),
    "ActDual": _act(diamond=True),
}
assert ATOMIC > UNARY
