"""Grammars that Lark parses: LALR(1), with functions that build values while it parses.

Importing Lark takes 25 to 45 ms and making a parser 20 to 30, so this module is loaded for the first text that is read.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import length_hint
from typing import Any

from lark import Lark, Token, Transformer, UnexpectedInput, UnexpectedToken, v_args
from lark.lexer import Lexer, PatternStr

UNKNOWN = "UNKNOWN"  # the type of a token that is not a terminal of the grammar

__all__ = [
    "UNKNOWN",
    "GivenTokens",
    "Language",
    "Stuck",
    "Token",
    "UnexpectedInput",
    "UnexpectedToken",
    "appended",
    "collector_paused",
]

Clauses = Mapping[str, Callable[..., Any]]

MANY = 10_000
"""Tokens from which the garbage collector pauses. Reading makes no garbage, and a collection that walks over all nodes
so far takes up to half of the time (a text of 1.4 MB, measured 2026-11-27)."""


@contextmanager
def collector_paused(tokens: int) -> Iterator[None]:
    """Read a text of this many tokens without the garbage collector if they are many."""
    if tokens < MANY or not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


class Stuck(Exception):
    """No rule continues with a token.

    `number`: the token's number, from 0.
    `accepted`: the terminals that could stand there, by their spelling in the grammar or by their names.
    """

    def __init__(self, number: int, accepted: set[str]) -> None:
        super().__init__(number, accepted)
        self.number, self.accepted = number, accepted


class GivenTokens(Lexer):
    """A lexer that gets tokens in place of a text, and passes them on."""

    def __init__(self, _: object) -> None:
        """Ignore Lark's options."""

    def lex(self, tokens: Iterator[Token]) -> Iterator[Token]:  # type: ignore[override]  # Lark wraps this form
        """Yield the tokens."""
        return tokens


class Language:
    """A grammar in a file, and what its rules build.

    `clauses`: for each alias in the grammar the function of the values of its symbols, without those of punctuation.
    `start`: the rule of a whole text.
    `lexer`: a lexer, or Lark's name of one of its own.
    """

    def __init__(
        self, path: str, clauses: Clauses, start: str = "file", lexer: type[Lexer] | str = GivenTokens
    ) -> None:
        builder = type("Builder", (Transformer,), {name: staticmethod(clause) for name, clause in clauses.items()})
        transformer = v_args(inline=True)(builder)()
        self.lark = Lark.open(path, parser="lalr", start=start, lexer=lexer, transformer=transformer)
        spelled = [terminal for terminal in self.lark.terminals if isinstance(terminal.pattern, PatternStr)]
        self.names = {terminal.pattern.value: terminal.name for terminal in spelled}
        """Lark's name of each terminal that the grammar spells."""

    def parse(self, tokens: Sequence[Token]) -> Any:
        """Build the value of a text from its tokens; `Stuck` if one cannot follow. O(n) for n tokens."""
        source = iter(tokens)
        try:
            with collector_paused(len(tokens)):
                return self.lark.parse(source)
        except UnexpectedToken as error:
            is_end = error.token.type == "$END"
            stuck = Stuck(len(tokens) - (0 if is_end else length_hint(source) + 1), self.accepted(error))
        raise stuck  # here its context is not Lark's error, which holds a parser: Dask pickles contexts too

    def accepted(self, error: UnexpectedInput) -> set[str]:
        """The terminals that could stand where Lark stopped, by their spelling or by their names."""
        spelled = {name: spelling for spelling, name in self.names.items()}
        stopped: Any = error.interactive_parser
        return {spelled.get(name, name) for name in stopped.accepts()}


def appended(items: list[Any], item: Any) -> list[Any]:
    """The list with one more item: what a rule of a list builds."""
    items.append(item)
    return items
