"""Printing of formulas: Unicode, ASCII and LaTeX, with as few brackets as parsing allows.

Each clause (a class of formulas, such as `And` or `K`) has a template: the strings before, between and after its
subformulas, with brackets. The templates also give the length of the whole text before it is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from logic.errors import TooLarge, by_face
from logic.node_table import Node
from logic.operators import (
    DIAMOND_CLOSE,
    DIAMOND_OPEN,
    GREEK,
    UNARY,
    Bracket,
    Modality,
    Notation,
    Temporal,
    is_plain_atom,
    is_plain_variable,
)

UNICODE, ASCII, LATEX = "unicode", "ascii", "latex"
LIMIT = 100_000_000  # maximal number of characters that `write` writes
FEW = 100  # number of occurrences of subformulas up to which their texts are joined from the innermost ones outwards
TEMPLATES, LONG = 4_096, 100  # maximal number of templates that are kept, and of characters of each

Texts = tuple[str, ...]
Content = Mapping[str, Any]  # the fields of a node that hold no formulas


def write(formula: Node, notation: str) -> str:
    """Return the formula's text, which `parse` can read, without recursion; `TooLarge` above `LIMIT` characters."""
    text = _short(formula, notation)
    if text is not None:
        return text
    plan = _plan(formula, notation)
    if plan.length > LIMIT:
        raise TooLarge(
            f"the formula's text would have {_about(plan.length)} characters, over the limit of {LIMIT:,}: its "
            f"{len(plan.texts):,} nodes are shared many times over; look at "
            f"{by_face('f.children or f.subformulas()', 'its parts', 'its parts')} instead"
        )
    return plan.text()


def beginning(formula: Node, width: int) -> str:
    """Return the first `width` characters of the formula's text and ``…``, or all of it. O(n + `width`) for n nodes."""
    text = _plan(formula, UNICODE).text(width)
    return text if len(text) <= width else f"{text[:width]}…"


class Span(NamedTuple):
    """The position of a subformula in the text of a formula, without the brackets around it."""

    start: int
    end: int
    node: Node
    above: int  # index of the smallest span around it; -1 for the whole formula


def write_with_spans(formula: Node, notation: str = UNICODE, most: int = 10_000) -> tuple[str, list[Span]]:
    """Return the text of the formula, and the position of each occurrence of a subformula.

    The positions are sorted by their start, outer subformulas first. O(n + m) for n occurrences and m characters,
    without recursion. `TooLarge` if there are more than `most` occurrences.

    >>> from logic.parser import parse
    >>> text, spans = write_with_spans(parse("K_a (p & q)"))
    >>> [text[span.start : span.end] for span in spans]
    ['K_a (p ∧ q)', 'p ∧ q', 'p', 'q']
    """
    plan = _plan(formula, notation)
    pieces: list[str] = []
    spans: list[Span] = []
    ends: list[int] = []
    length = 0
    stack: list[tuple[Node, int, int] | str | int] = [(formula, len(plan.texts) - 1, -1)]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            pieces.append(item)
            length += len(item)
        elif isinstance(item, int):
            ends[item] = length
        elif len(spans) == most:
            raise TooLarge(f"the formula has over {most:,} occurrences of subformulas; look at its parts instead")
        else:
            node, row, above = item
            place, (first, *texts) = len(spans), plan.texts[row]
            spans.append(Span(length, length, node, above))
            ends.append(length)
            stack.append(place)
            for child, kid, text in reversed(list(zip(node.children, plan.kids[row], texts, strict=True))):
                stack += [text, (child, kid, place)]
            stack.append(first)
    return "".join(pieces), [span._replace(end=end) for span, end in zip(spans, ends, strict=True)]


def represent(formula: Node) -> str:
    """Return ``parse('...')``, or a short description if the text is too large; never raises."""
    try:
        return f"parse({write(formula, UNICODE)!r})"
    except TooLarge:
        plan = _plan(formula, UNICODE)
        return f"<Formula of {len(plan.texts):,} nodes, shared: its text would have {_about(plan.length)} characters>"


def _short(formula: Node, notation: str) -> str | None:
    """Return the formula's text; None for more than `FEW` occurrences of subformulas or `LIMIT` characters."""
    nodes, below = [formula], list[tuple[Node, ...]]()
    for node in nodes:  # the list grows during the loop: level by level, with the children of a node in order
        children = node.children
        nodes += children
        below.append(children)
        if len(nodes) > FEW:
            return None
    written, used = list[str](), 0  # the last node first
    for node, children in zip(reversed(nodes), reversed(below), strict=True):
        (text, *texts), _ = _TEMPLATES[notation, type(node), node.content, *map(type, children)]
        used += len(texts)
        for number, after in enumerate(texts, 1):
            text += written[used - number] + after
        written.append(text)
    return text if len(text) <= LIMIT else None


class Plan(NamedTuple):
    """The templates and the children of all nodes of a formula, children first, and the length of its text."""

    texts: list[Texts]
    kids: list[tuple[int, ...]]
    length: float

    def text(self, width: float = float("inf")) -> str:
        """Return the text of the formula, or at least its first `width` characters. O(m) for m pieces."""
        out: list[str] = []
        stack: list[int | str] = [len(self.texts) - 1]
        while stack and len(out) <= width:  # each piece has at least one character
            item = stack.pop()
            if isinstance(item, str):
                out.append(item)
                continue
            texts, kids = self.texts[item], self.kids[item]
            if texts[0]:
                out.append(texts[0])
            for i in range(len(kids) - 1, -1, -1):
                if texts[i + 1]:
                    stack.append(texts[i + 1])
                stack.append(kids[i])
        return "".join(out)


def _plan(formula: Node, notation: str) -> Plan:
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
            texts, length = _TEMPLATES[notation, type(node), node.content, *map(type, children)]
            kids = tuple([row_of[id(child)] for child in children])
            row_of[id(node)] = len(lengths)
            texts_of.append(texts)
            kids_of.append(kids)
            lengths.append(sum([lengths[kid] for kid in kids], length))
        elif id(node) not in row_of:
            children = node.children
            entered.append((node, children))
            stack.append(None)
            stack += children
    return Plan(texts_of, kids_of, lengths[-1])


def _about(length: float) -> str:
    return "more than 10^308" if length == float("inf") else f"about {length:.1e}"


class Templates(dict[Any, tuple[Texts, float]]):
    """Maps a notation, a clause, a `Content` and the children's clauses to a template and its length.

    Entries are computed on first use.
    """

    def __missing__(self, key: tuple[Any, ...]) -> tuple[Texts, float]:
        texts = _template(*key)
        template = texts, float(sum(map(len, texts)))
        if len(self) >= TEMPLATES:
            self.clear()
        if template[1] <= LONG:  # names can be very long
            self[key] = template
        return template


_TEMPLATES = Templates()


def _template(notation: str, clause: type[Node], content: tuple[Any, ...], *children: type[Node]) -> Texts:
    """Return the template of a clause, with the brackets that its subformulas need."""
    form = clause.operator.form
    texts = _WRITERS[type(form)](clause, dict(zip(clause.data, content, strict=True)), notation)
    if not children:
        return texts
    if _is_infix(form):
        loose = [
            (_binding(child), side == form.associates) < (form.binding, True)
            for child, side in zip(children, ("left", "right"), strict=True)
        ]
    else:
        last = children[-1].operator.form
        is_square = isinstance(last, Bracket) and not last.diamond  # directly after B_a its [ would open a condition
        opens = isinstance(form, Modality) and form.conditional and is_square
        within = [clause.several is not None and _binding(child) < UNARY for child in children[:-1]]
        is_closed = isinstance(form, Temporal) and len(children) > 1  # E[p U q]
        loose = within + [opens or (_binding(child) < UNARY and not is_closed) for child in children[-1:]]
    opening = ["(" if each else "" for each in loose]
    closing = [")" if each else "" for each in loose]
    return tuple([a + b + c for a, b, c in zip(["", *closing], texts, [*opening, ""], strict=True)])


def _is_infix(form: object) -> bool:
    return isinstance(form, Notation) and form.binding < UNARY


def _binding(clause: type[Node]) -> int:
    form = clause.operator.form
    return form.binding if isinstance(form, Notation) else UNARY


def _symbol(clause: Any, content: Content, notation: str) -> Texts:
    form = clause.operator.form
    symbol = getattr(form, notation)
    if _is_infix(form):
        return "", f" {symbol} ", ""
    return (f"{symbol} " if notation == LATEX else symbol, "") if clause.parts else (symbol,)


def _atom(clause: Any, content: Content, notation: str) -> Texts:
    return (name_text(content["name"], notation, is_plain_atom(content["name"]), subscripts=True),)


def _modality(clause: Any, content: Content, notation: str) -> Texts:
    """Return the template of an operator: letters, agents and superscript, then a variable, condition or formula."""
    form, latex = clause.operator.form, notation == LATEX
    letters = rf"\mathit{{{form.letters}}}" if latex and len(form.letters) > 2 else form.letters
    above = form.above.write(content[form.above.field], latex) if form.above else ""
    named = escape_latex(content["agent"]) if "agent" in content and latex else content.get("agent", "")
    if content.get("group") is not None:
        named = _agents(content["group"], notation)
    agents = f"_{{{named}}}" if named and latex else f"_{named}" * bool(named)
    head = letters + above + agents if form.above and form.above.first else letters + agents + above
    if "variable" in content:
        variable = name_text(content["variable"], notation, is_plain_variable(content["variable"]), subscripts=True)
        return (f"{head} {variable}",)
    if "condition" in clause.parts:
        return (f"{head}^{{", "} ", "") if notation == LATEX else (f"{head}[", "] ", "")
    return f"{head} ", ""


def _temporal(clause: Any, content: Content, notation: str) -> Texts:
    """Return the template of a temporal operator: a word before one formula, or before two in brackets."""
    word, until = [rf"\mathsf{{{text}}}" if notation == LATEX else text for text in (clause.operator.form.word, "U")]
    return (f"{word} ", "") if len(clause.parts) == 1 else (f"{word}[", f" {until} ", "]")


def _change(clause: Any, content: Content, notation: str) -> Texts:
    form = clause.operator.form
    opening, closing = "[", "] "
    if form.diamond:
        blank = " " if notation == LATEX else ""
        opening, closing = getattr(DIAMOND_OPEN, notation) + blank, f"{blank}{getattr(DIAMOND_CLOSE, notation)} "
    if form.inside is not None:
        first, *others = form.inside(content, notation)
        texts = [opening + first, *others, ""]
        texts[-2] += closing
        return tuple(texts)
    if "action" in content:
        return f"{opening}{action_text(content['action'], notation)}{closing}", ""
    audience = "" if content.get("group") is None else (form.mark or "!") + _agents(content["group"], notation)
    before = getattr(form.before, notation) if form.before else ""
    around = opening + before, (audience or form.mark) + closing
    return (*around, "") if len(clause.parts) > 1 else ("".join(around), "")


def _agents(group: frozenset[str], notation: str) -> str:
    names = ",".join(sorted(group))
    return rf"\{{{escape_latex(names)}\}}" if notation == LATEX else f"{{{names}}}"


def action_text(name: str, notation: str) -> str:
    """Return ``@`` and the name of an action, in quotes if it needs them."""
    return "@" + name_text(name, notation, re.fullmatch(r"[A-Za-z0-9_]+", name) is not None)


def name_text(name: str, notation: str, plain: bool, subscripts: bool = False) -> str:
    """Return the text of a name: plain, quoted or LaTeX.

    `plain`: whether it needs no quotes. `subscripts`: whether LaTeX shows the part after ``_`` as a subscript.
    """
    if notation != LATEX:
        return name if plain else '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if not plain:
        return rf"\text{{{escape_latex(name)}}}"
    return _subscripted(name) if subscripts else _styled(name)


def _subscripted(name: str) -> str:
    """Return the name of an atom in LaTeX, with the part after the first underscore as a subscript."""
    head, _, rest = name.partition("_")
    subscript = rest.rstrip("'")
    if not subscript or not {"(", "="}.isdisjoint(name):
        return _styled(name)
    inside = escape_latex(subscript) if subscript.isascii() else _styled(subscript)
    return f"{_styled(head)}_{{{inside}}}{rest[len(subscript) :]}"


def _styled(name: str) -> str:
    """Return a plain name in LaTeX, with font commands where needed."""
    if name in _GREEK:
        return _GREEK[name]
    if len(name) == 1 and name.isascii():
        return name
    return rf"\mathit{{{escape_latex(name)}}}" if name.isascii() else rf"\text{{{escape_latex(name)}}}"


_GREEK = {letter: f"\\{command}" for command, letter in GREEK.items()}


_LATEX_ESCAPES = {ord(c): f"\\{c}" for c in "_{}$%&#"} | {
    ord("\\"): r"\textbackslash{}",
    ord("~"): r"\textasciitilde{}",
    ord("^"): r"\textasciicircum{}",
}


def escape_latex(name: str) -> str:
    """Escape the characters that have a meaning in LaTeX."""
    return name.translate(_LATEX_ESCAPES)


_WRITERS: dict[type, Callable[[Any, Content, str], Texts]] = {
    Notation: _symbol,
    type(None): _atom,
    Modality: _modality,
    Bracket: _change,
    Temporal: _temporal,
}
