"""Reading formulas: text in ASCII, Unicode and LaTeX, mixed freely, to `Formula`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from operator import call
from typing import Any

from logic.clauses import (
    Act,
    ActDual,
    And,
    Announce,
    AnnounceDual,
    AnnounceWhether,
    Atom,
    Bottom,
    Iff,
    Implies,
    Kv,
    Not,
    Or,
    Top,
    Xor,
)
from logic.errors import FormulaError, shorten
from logic.formula import Formula
from logic.lalr import Parser, Stuck
from logic.lexer import Words
from logic.tokens import cut

CACHED = 2_000  # characters: longer texts are read each time that they are asked for
REMEMBERED = 4_096  # texts


def parse(text: str | Formula) -> Formula:
    r"""Read a formula.

    Parameters
    ----------
    text : str or Formula
        ASCII, Unicode and LaTeX, mixed freely; ``docs/reference/notation.md`` has the language. A formula
        comes back as it is.

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
    O(n) for n characters. `logic.lalr` runs an LALR(1) table, which Lark makes from ``formula.lark``.

    Examples
    --------
    >>> print(parse(r"K_a (p \to \neg q)"))
    K_a (p → ¬q)
    """
    if isinstance(text, Formula):
        return text
    if not isinstance(text, str):
        way_out = "; decode the bytes first" if isinstance(text, bytes) else ""
        raise FormulaError(f"parse: expected a text or a formula, got {shorten(text)}{way_out}")
    return _remembered(text) if len(text) <= CACHED else _read(text)


def _read(text: str) -> Formula:
    language, words = _language()
    words.trim()
    try:
        formula: Formula = language.run(words.__getitem__, cut(text))
    except Stuck as stuck:
        from logic.diagnosis import explain  # loaded only for a text with a mistake

        raise explain(text, stuck, parse) from None
    return formula


_remembered = lru_cache(maxsize=REMEMBERED)(_read)


@cache
def _language() -> tuple[Parser, Words]:
    """The tables of ``formula.lark``, loaded when the first formula is read, and what its tokens mean."""
    language = Parser(__file__.removesuffix("parser.py") + "formula.json", CLAUSES)
    return language, Words(language)


def _announcement(clause: type[Formula]) -> Callable[..., Formula]:
    """Return the constructor of an announcement from its statement, its audience if it has one, and the rest."""

    def build(statement: Formula, *rest: Any) -> Any:
        return clause.make(statement, rest[-1], rest[0] if len(rest) > 1 else None)

    return build


def _kv(agent: str, variable: Atom) -> Any:
    return Kv.make(agent, variable.name)


CLAUSES: Mapping[str, Callable[..., Any]] = {
    "iff": Iff.make,
    "implies": Implies.make,
    "implied": lambda conclusion, premise: Implies.make(premise, conclusion),
    "or": Or.make,
    "xor": Xor.make,
    "and": And.make,
    "not": Not.make,
    "apply": call,
    "announce": _announcement(Announce),
    "announce_dual": _announcement(AnnounceDual),
    "announce_whether": _announcement(AnnounceWhether),
    "act": Act.make,
    "act_dual": ActDual.make,
    "top": Top,
    "bottom": Bottom,
    "kv": _kv,
}
"""What each alias of the grammar builds."""
