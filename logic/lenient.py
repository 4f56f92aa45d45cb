"""Other ways to read brackets and ``v``: round brackets written square, boxes of agents, and "or"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from logic.clauses import Announce, AnnounceDual, Atom, K, M
from logic.errors import FormulaError
from logic.formula import Formula
from logic.operators import AGENT, CONNECTIVES
from logic.table import flatten, rebuild
from logic.tokens import BARE, CLOSING, classify, cut

_OPERANDS = {"NAME", "VALUED", "QUOTED", "BARE", "true", "false"}
_BEGINNING = {*_OPERANDS, *CLOSING, "NOT", "!", "MODALITY", "VALUE_KNOWN"}
"""The terminals with which a formula may begin."""
_WORDS = {
    "v": "|", "V": "|", "Or": "|", "OR": "|", "And": "&", "AND": "&", "Xor": "^", "XOR": "^", "implies": "->",
    "iff": "<->",
}  # fmt: skip
"""Words for connectives that are atoms where they do not stand between operands."""
_PREFIXES = {"box": "[]", "nec": "[]", "dia": "<>", "diamond": "<>", "pos": "<>", "Not": "~", "NOT": "~"}
"""Words for operators that are atoms where no operand follows."""
_VERBS = {"knows that": "K", "knows whether": "Kw", "believes that": "B", "thinks that": "B"}
_INFIX = {symbol.ascii for symbol in CONNECTIVES.values()}


_TOLD = {"[!", "<!", "!]", "!>", "?", "TO", "ABOUT", "ACTION", "[^^", "[^", "<^^", "<^", ";", "*"}
"""The terminals that only changes and programs have."""


def mended(tokens: list[str]) -> list[str]:
    """The tokens with ``K_a (p)`` for ``K(a, p)``, signs for words such as ``v``, and round brackets for square ones.

    A word between two operands stays as it is where it is an atom elsewhere. Square brackets are round around a
    connective where no formula follows; else they announce. O(n) for n tokens.
    """
    found: list[str] = []
    for token in tokens:
        if token == "," and len(found) > 2 and found[-2] == "(" and found[-3] in BARE and AGENT.fullmatch(found[-1]):
            found[-3:] = [f"{found[-3]}_{found[-1]}", "("]  # K(a, p)
        elif (verb := " ".join([*found[-1:], token])) in _VERBS and AGENT.fullmatch("".join(found[-2:-1])):
            found[-2:] = [f"{_VERBS[verb]}_{found[-2]}"]  # a knows that p
        else:
            found.append(token)
    try:
        terminals = ["", *[classify(token)[0] for token in found], ""]
    except FormulaError:
        return tokens
    ends, begins = {*_OPERANDS, ")", "]"}, _BEGINNING
    for word, sign in _WORDS.items():
        places = [place for place, token in enumerate(found, 1) if token == word]
        if all(terminals[place - 1] in ends and terminals[place + 1] in begins for place in places):
            for place in places:
                found[place - 1] = terminals[place] = sign
    for place, token in enumerate(found, 1):
        if token in _PREFIXES and terminals[place - 1] not in ends and terminals[place + 1] in begins:
            found[place - 1], terminals[place] = _PREFIXES[token], "MODALITY"
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


def boxes_of_agents(texts: Sequence[str], formulas: list[Formula]) -> list[Formula]:
    """The formulas with ``K_a`` and ``M_a`` for ``[a]`` and ``<a>``, if no bracket must be an announcement.

    One must be if it has a sign of announcements, or holds something else than a name that is no atom elsewhere. All
    are announcements, too, where an operator names its agent in another way. O(n) for n nodes.
    """
    table = flatten(*formulas)
    told = {kids[0] for node, kids in table.rows if isinstance(node, (Announce, AnnounceDual))}
    used = {kid for node, kids in table.rows for kid in kids[isinstance(node, (Announce, AnnounceDual)) :]}
    names = [node.name if isinstance(node, Atom) else "" for node in (table.rows[row][0] for row in told)]
    if (
        told & used.union(table.roots)
        or not all(map(AGENT.fullmatch, names))
        or any(formula.agents for formula in formulas)
        or any(classify(token)[0] in _TOLD for text in texts for token in cut(text) if token)
    ):
        return formulas
    boxes: dict[type[Formula], Any] = {Announce: K, AnnounceDual: M}
    built: list[Formula] = []
    for node, kids in table.rows:
        box = boxes.get(type(node))
        parts = [built[kid] for kid in kids]
        built.append(box(parts[0].name, parts[1]) if box else rebuild(node, parts))  # type: ignore[attr-defined]
    return [built[root] for root in table.roots]
