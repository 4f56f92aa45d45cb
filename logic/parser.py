"""Reading formulas: text in ASCII, Unicode and LaTeX, mixed freely, to `Formula`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from logic.automaton import Automaton, Stuck
from logic.diagnosis import explain
from logic.errors import FormulaError, shorten
from logic.formula import (
    Act,
    ActDual,
    And,
    Announce,
    AnnounceDual,
    AnnounceWhether,
    Atom,
    Bottom,
    Formula,
    Group,
    Iff,
    Implies,
    Kv,
    Not,
    Or,
    Top,
    Xor,
)
from logic.lexer import Words
from logic.tokens import cut

CACHED = 2_000  # characters: longer texts are read each time that they are asked for
REMEMBERED = 4_096  # texts


def parse(text: str | Formula) -> Formula:
    """Read a formula.

    Parameters
    ----------
    text : str or Formula
        ASCII, Unicode and LaTeX, mixed freely; ``docs/notation.md`` has the language. A formula comes back as it is.

    Returns
    -------
    Formula
        Its subformulas are shared where atoms are equal. The same short text gives the same object again.

    Raises
    ------
    ParseError
        If the text is no formula: where, what was expected, and a hint.
    FormulaError
        If it is no text.

    Notes
    -----
    O(n) for n characters. An LALR(1) table that Lark makes from ``grammar.lark`` is run by `logic.automaton`.
    """
    if isinstance(text, Formula):
        return text
    if not isinstance(text, str):
        way_out = "; decode the bytes first" if isinstance(text, bytes) else ""
        raise FormulaError(f"parse: expected a text or a formula, got {shorten(text)}{way_out}")
    return _remembered(text) if len(text) <= CACHED else _read(text)


def _read(text: str) -> Formula:
    automaton = language()
    try:
        formula: Formula = automaton.run(map(Words(automaton.kinds).__getitem__, cut(text)))
    except Stuck as stuck:
        raise explain(text, stuck) from None
    return formula


_remembered = lru_cache(maxsize=REMEMBERED)(_read)


@cache
def language() -> Automaton:
    """The automaton of ``grammar.lark``, made when the first formula is read."""
    from lark import Lark  # heavy: who never reads a formula never pays for it
    from lark.lexer import Lexer

    class NoLexer(Lexer):
        """Lark only analyses the grammar; the tokens are cut by `logic.lexer`."""

        def __init__(self, _: Any) -> None:
            pass

        def lex(self, *_: Any) -> Any:
            raise NotImplementedError

    grammar = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    return Automaton(Lark(grammar, parser="lalr", start="formula", lexer=NoLexer, strict=True), CLAUSES)


def _apply(operator: Callable[..., Formula], *formulas: Formula) -> Formula:
    return operator(*formulas)


def _announce_to(statement: Formula, group: Group, sub: Formula) -> Formula:
    return Announce(statement, sub, group)


def _announce_dual_to(statement: Formula, group: Group, sub: Formula) -> Formula:
    return AnnounceDual(statement, sub, group)


def _announce_whether_to(statement: Formula, group: Group, sub: Formula) -> Formula:
    return AnnounceWhether(statement, sub, group)


def _kv(agent: str, variable: Atom) -> Formula:
    return Kv(agent, variable.name)


CLAUSES: Mapping[str, Callable[..., Formula]] = {
    "iff": Iff,
    "implies": Implies,
    "or": Or,
    "xor": Xor,
    "and": And,
    "not": Not,
    "apply": _apply,
    "announce": Announce,
    "announce_to": _announce_to,
    "announce_dual": AnnounceDual,
    "announce_dual_to": _announce_dual_to,
    "announce_whether": AnnounceWhether,
    "announce_whether_to": _announce_whether_to,
    "act": Act,
    "act_dual": ActDual,
    "top": Top,
    "bottom": Bottom,
    "kv": _kv,
}
