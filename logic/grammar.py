"""Grammars for Lark's LALR(1) parser, with functions that build values during parsing.

Importing Lark takes 25 to 45 ms and building a parser 20 to 30 ms, so this module is imported when the first text is
parsed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import length_hint
from typing import Any

from lark import Lark, Token, Transformer, Tree, UnexpectedInput, UnexpectedToken, v_args
from lark.lexer import Lexer, PatternStr

from logic.token_parsing import Stuck, collector_paused

__all__ = ["GivenTokens", "Language", "Token", "UnexpectedInput", "UnexpectedToken"]

Clauses = Mapping[str, Callable[..., Any]]


class GivenTokens(Lexer):
    """A lexer whose input is already a sequence of tokens, which it passes on."""

    def __init__(self, _: object) -> None:
        """Ignore the options of Lark."""

    def lex(self, tokens: Iterator[Token]) -> Iterator[Token]:  # type: ignore[override]  # Lark wraps this form
        """Return the tokens unchanged."""
        return tokens


class Language:
    """A grammar from a file, with functions that build a value for each rule.

    `path`: the grammar file. `clauses`: maps an alias in the grammar to the function that builds its value from the
    values of its symbols. `start`: the grammar rule that matches a whole text. `lexer`: a lexer, or the name of one
    of Lark's lexers. `node`: builds the values of all other aliases.
    """

    def __init__(
        self,
        path: str,
        clauses: Clauses,
        start: str = "file",
        lexer: type[Lexer] | str = GivenTokens,
        node: Callable[..., Any] = Tree,
    ) -> None:
        def default(kind: str, parts: list[Any], _: object) -> Any:
            return Tree(kind, parts) if kind[0] == "_" else node(kind, tuple(parts))  # Lark's own rules begin with _

        builds = {name: staticmethod(clause) for name, clause in {"__default__": default, **clauses}.items()}
        builder = type("Builder", (Transformer,), builds)
        transformer = v_args(inline=True)(builder)()
        self.lark = Lark.open(path, parser="lalr", start=start, lexer=lexer, transformer=transformer)
        spelled = [terminal for terminal in self.lark.terminals if isinstance(terminal.pattern, PatternStr)]
        self.names = {terminal.pattern.value: terminal.name for terminal in spelled}
        """Maps each terminal, as spelled in the grammar, to Lark's name for it."""

    def parse(self, tokens: Sequence[Token]) -> Any:
        """Return the value of a text, given as tokens; `Stuck` if a token fits no grammar rule. O(n) for n tokens."""
        source = iter(tokens)
        try:
            with collector_paused(len(tokens)):
                return self.lark.parse(source)
        except UnexpectedToken as error:
            is_end = error.token.type == "$END"
            stuck = Stuck(len(tokens) - (0 if is_end else length_hint(source) + 1), self.accepted(error))
        raise stuck  # outside `except`: Dask would also pickle the context, Lark's error with its parser

    def accepted(self, error: UnexpectedInput) -> set[str]:
        """Return the terminals that could follow where Lark stopped: the spelling of each, or else its name."""
        spelled = {name: spelling for spelling, name in self.names.items()}
        stopped: Any = error.interactive_parser
        return {spelled.get(name, name) for name in stopped.accepts()}
