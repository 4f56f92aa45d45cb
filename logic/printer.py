"""Writing formulas: Unicode, ASCII and LaTeX, with as few brackets as reading back allows.

Each clause has a template: the texts before, between and after its subformulas, with brackets. The templates also give
the length of the whole text before it is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from logic.errors import TooLarge
from logic.node import Node
from logic.operators import (
    BOTTOM,
    CONNECTIVES,
    DIAMOND_CLOSE,
    DIAMOND_OPEN,
    GREEK,
    NEGATION,
    TOP,
    UNARY,
    Notation,
    is_plain_atom,
    is_plain_variable,
)

UNICODE, ASCII, LATEX = "unicode", "ascii", "latex"
LIMIT = 100_000_000
"""Maximal number of characters that `write` writes."""

Texts = tuple[str, ...]


def write(formula: Node, notation: str) -> str:
    """Return the formula's text in a notation; `logic.parser.parse` reads it back as an equal formula.

    Parameters
    ----------
    formula : Formula
        The formula.
    notation : {'unicode', 'ascii', 'latex'}
        Which symbols are written.

    Raises
    ------
    TooLarge
        If the text has more than `LIMIT` characters, as where subformulas are shared many times over.

    Notes
    -----
    O(n + m) for n nodes of the shared graph and m characters, without recursion.
    """
    plan = _plan(formula, notation)
    if plan.length > LIMIT:
        raise TooLarge(
            f"the formula's text would have {_about(plan.length)} characters, over the limit of {LIMIT:,}: its "
            f"{len(plan.texts):,} nodes are shared many times over; look at f.children or f.subformulas() instead"
        )
    return plan.text()


def represent(formula: Node) -> str:
    """Return ``parse('...')``, or a short description if the text would be too large; it raises no error."""
    plan = _plan(formula, UNICODE)
    if plan.length > LIMIT:
        return f"<Formula of {len(plan.texts):,} nodes, shared: its text would have {_about(plan.length)} characters>"
    return f"parse({plan.text()!r})"


class Plan(NamedTuple):
    """The texts and the children's rows of each node of a shared graph, children first, and the length of the whole."""

    texts: list[Texts]
    kids: list[tuple[int, ...]]
    length: float

    def text(self) -> str:
        """Return the text of the last row. O(m) for m pieces."""
        out: list[str] = []
        stack: list[int | str] = [len(self.texts) - 1]
        while stack:
            item = stack.pop()
            if isinstance(item, str):
                out.append(item)
                continue
            texts, kids = self.texts[item], self.kids[item]
            out.append(texts[0])
            for i in range(len(kids) - 1, -1, -1):
                if texts[i + 1]:
                    stack.append(texts[i + 1])
                stack.append(kids[i])
        return "".join(out)


def _plan(formula: Node, notation: str) -> Plan:
    templates: dict[Any, tuple[Texts, float]] = {}
    texts_of: list[Texts] = []
    kids_of: list[tuple[int, ...]] = []
    lengths: list[float] = []  # floats: 2^100000 characters would fill the memory as an integer
    row_of: dict[int, int] = {}
    entered: list[tuple[Node, tuple[Node, ...]]] = []
    stack: list[Node | None] = [formula]  # None: all below the node entered last is done
    while stack:
        node = stack.pop()
        if node is None:
            node, children = entered.pop()
            key = (type(node), node.content, *map(type, children))
            template = templates.get(key)
            if template is None:
                texts = _template(node, children, notation)
                template = templates[key] = texts, float(sum(map(len, texts)))
            kids = tuple([row_of[id(child)] for child in children])
            row_of[id(node)] = len(lengths)
            texts_of.append(template[0])
            kids_of.append(kids)
            lengths.append(sum([lengths[kid] for kid in kids], template[1]))
        elif id(node) not in row_of:
            children = node.children
            entered.append((node, children))
            stack.append(None)
            stack += children
    return Plan(texts_of, kids_of, lengths[-1])


def _about(length: float) -> str:
    return "more than 10^308" if length == float("inf") else f"about {length:.1e}"


def _template(node: Node, children: tuple[Node, ...], notation: str) -> Texts:
    """Return the clause's own texts with the brackets that its subformulas need."""
    clause = type(node).__name__
    if clause in CONNECTIVES:
        symbol = CONNECTIVES[clause]
        texts: Texts = "", f" {getattr(symbol, notation)} ", ""
        loose = [_needs_brackets(child, symbol, side) for child, side in zip(children, ("left", "right"), strict=True)]
    else:
        texts = _TEXTS[clause](node, notation)
        opens_condition = clause == "B" and type(children[0]).__name__ in _SQUARE
        loose = [False] * (len(children) - 1) + [opens_condition or _binding(c) < UNARY for c in children[-1:]]
    opening = ["(" if each else "" for each in loose]
    closing = [")" if each else "" for each in loose]
    return tuple([a + b + c for a, b, c in zip(["", *closing], texts, [*opening, ""], strict=True)])


_SQUARE = {"Announce", "AnnounceWhether", "Act"}  # directly after B_a their [ would open a condition


def _binding(node: Node) -> int:
    clause = type(node).__name__
    return CONNECTIVES[clause].binding if clause in CONNECTIVES else UNARY


def _needs_brackets(child: Node, symbol: Notation, side: str) -> bool:
    binding = _binding(child)
    return binding < symbol.binding or (binding == symbol.binding and side != symbol.associates)


def _constant(symbol: Notation) -> Callable[[Any, str], Texts]:
    return lambda _, notation: (getattr(symbol, notation),)


def _not(_: Any, notation: str) -> Texts:
    return NEGATION.latex + " " if notation == LATEX else getattr(NEGATION, notation), ""


def _atom(node: Any, notation: str) -> Texts:
    return (_name(node.name, notation, is_plain_atom(node.name), subscripts=True),)


def _kv(node: Any, notation: str) -> Texts:
    variable = _name(node.variable, notation, is_plain_variable(node.variable), subscripts=True)
    return (f"{_operator('Kv', node, notation)} {variable}",)


def _of_agent(node: Any, notation: str) -> Texts:
    return _operator(type(node).__name__, node, notation) + " ", ""


def _of_group(node: Any, notation: str) -> Texts:
    letters = type(node).__name__
    if node.group is None:
        return f"{letters} ", ""
    agents = _agents(node.group, notation)
    return (f"{letters}_{{{agents}}} " if notation == LATEX else f"{letters}_{agents} "), ""


def _at_least(node: Any, notation: str) -> Texts:
    belief = _operator("B", node, notation)
    return f"{belief}^{{\\geq {node.degree}}} " if notation == LATEX else f"{belief}>={node.degree} ", ""


def _given(node: Any, notation: str) -> Texts:
    belief = _operator("B", node, notation)
    return (f"{belief}^{{", "} ", "") if notation == LATEX else (f"{belief}[", "] ", "")


def _announcement(mark: str, diamond: bool = False) -> Callable[[Any, str], Texts]:
    def texts(node: Any, notation: str) -> Texts:
        opening, closing = _delimiters(diamond, notation)
        audience = "" if node.group is None else (mark or "!") + _agents(node.group, notation)
        return opening, (audience or mark) + closing, ""

    return texts


def _act(diamond: bool) -> Callable[[Any, str], Texts]:
    def texts(node: Any, notation: str) -> Texts:
        opening, closing = _delimiters(diamond, notation)
        plain = re.fullmatch(r"[A-Za-z0-9_]+", node.action) is not None
        return f"{opening}@{_name(node.action, notation, plain)}{closing}", ""

    return texts


def _delimiters(diamond: bool, notation: str) -> tuple[str, str]:
    if not diamond:
        return "[", "] "
    if notation == LATEX:
        return f"{DIAMOND_OPEN.latex} ", f" {DIAMOND_CLOSE.latex} "
    return getattr(DIAMOND_OPEN, notation), f"{getattr(DIAMOND_CLOSE, notation)} "


def _operator(letters: str, node: Any, notation: str) -> str:
    if notation != LATEX:
        return f"{letters}_{node.agent}"
    word = rf"\mathit{{{letters}}}" if len(letters) > 2 else letters
    return f"{word}_{{{_escaped(node.agent)}}}"


def _agents(group: frozenset[str], notation: str) -> str:
    names = ",".join(sorted(group))
    return rf"\{{{_escaped(names)}\}}" if notation == LATEX else f"{{{names}}}"


def _name(name: str, notation: str, plain: bool, subscripts: bool = False) -> str:
    if notation != LATEX:
        return name if plain else '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if not plain:
        return rf"\text{{{_escaped(name)}}}"
    return _subscripted(name) if subscripts else _styled(name)


def _subscripted(name: str) -> str:
    """The plain name of an atom in LaTeX: what follows its first underscore is a subscript."""
    head, _, rest = name.partition("_")
    subscript = rest.rstrip("'")
    if not subscript or not {"(", "="}.isdisjoint(name):
        return _styled(name)
    inside = _escaped(subscript) if subscript.isascii() else _styled(subscript)
    return f"{_styled(head)}_{{{inside}}}{rest[len(subscript) :]}"


def _styled(name: str) -> str:
    """A plain name in LaTeX."""
    if name in _GREEK:
        return _GREEK[name]
    if len(name) == 1 and name.isascii():
        return name
    return rf"\mathit{{{_escaped(name)}}}" if name.isascii() else rf"\text{{{_escaped(name)}}}"


_GREEK = {letter: f"\\{command}" for command, letter in GREEK.items()}


_LATEX_ESCAPES = {ord(c): f"\\{c}" for c in "_{}$%&#"} | {
    ord("\\"): r"\textbackslash{}",
    ord("~"): r"\textasciitilde{}",
    ord("^"): r"\textasciicircum{}",
}


def _escaped(name: str) -> str:
    return name.translate(_LATEX_ESCAPES)


_TEXTS: dict[str, Callable[[Any, str], Texts]] = {
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
