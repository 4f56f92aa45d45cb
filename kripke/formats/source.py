"""Common code for languages with their own grammar: limits, syntax trees, and errors with positions."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from kripke.formats.file_reading import TextFormError
from logic.errors import FormulaError, TooLarge, did_you_mean, never_closed, place_text, shorten
from logic.grammar import Language, Token, UnexpectedInput, UnexpectedToken


class Source(NamedTuple):
    """The name and the text of a file."""

    name: str
    text: str

    def error(self, problem: str, token: Token, hint: str = "", expected: tuple[str, ...] = ()) -> TextFormError:
        """The error for a mistake at a token, with a caret under it."""
        return TextFormError(problem, self.text, token.start_pos, expected, hint, source=self.name)

    def require(self, name: Token, known: Iterable[str], what: str) -> None:
        """Raise an error, with a similar name, if the name is unknown."""
        known = [*known]
        if name not in known:
            raise self.error(f"there is no {what} '{name}'", name, did_you_mean(name, known).removeprefix("; "))

    def too_large(self, problem: str, token: Token) -> TooLarge:
        """The error for an object that is too large, with the position of its token."""
        return TooLarge(f"{self.name}: {place_text(self.text, token.start_pos or 0)}: {problem}")


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a syntax tree: its kind, which is named after a grammar rule or a section, and its parts."""

    kind: str
    parts: tuple[Any, ...]

    def tokens(self) -> Iterator[Token]:
        """Iterate over all tokens in the subtree of this node, in the order of the text."""
        for node in self.walk():
            yield from (part for part in node.parts if isinstance(part, Token))

    @property
    def size(self) -> int:
        """The number of nodes in the subtree, including this node."""
        return sum(1 for _ in self.walk())

    def walk(self) -> Iterator["Node"]:
        """Iterate over the nodes of the subtree, each before its children."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += [part for part in reversed(node.parts) if isinstance(part, Node)]


@dataclass(frozen=True)
class Syntax:
    """A language: its name, its grammar, the limit on its texts, and the texts of its error messages."""

    name: str
    example: str  # how a text looks
    longest: int  # number of characters of the longest text that is read
    grammar: str  # the path of the grammar's file
    comment: str  # the pattern of a comment
    word: str  # the pattern of a word that a message quotes
    words: Mapping[str, str]  # terminal -> its name in messages
    hint: Callable[[str, str, list[str]], str]  # from a wrong word, the code before it, the accepted terminals
    clauses: Mapping[str, Callable[..., Any]] = field(default_factory=dict)  # for values that are no `Node`

    @cached_property
    def language(self) -> Language:
        """The parser, built when the first text is read."""
        return Language(self.grammar, self.clauses, lexer="basic", node=Node)

    def source(self, text: str, name: str) -> Source:
        """Return the text with its file's name; `FormulaError` if it is not a string, `TooLarge` if it is too long."""
        if not isinstance(text, str):
            raise FormulaError(f"{self.name} {shorten(repr(text))}: expected a text such as '{self.example}'")
        if len(text) > self.longest:
            raise TooLarge(f"{name}: {len(text):,} characters, the maximum is {self.longest:,}")
        return Source(name, text)

    def parsed(self, source: Source) -> Any:
        """Parse a text; `TextFormError`, with the position, if it is not in the language."""
        try:
            return self.language.lark.parse(source.text)
        except UnexpectedInput as error:
            mistake = self._mistake(source, error)
        raise mistake  # outside the except clause, so that it does not refer to Lark's error, which refers to a parser

    def _mistake(self, source: Source, error: UnexpectedInput) -> TextFormError:
        text = source.text
        is_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
        place = len(text.rstrip()) if is_end else error.pos_in_stream or 0
        match = None if is_end else re.compile(self.word, re.DOTALL).match(text, place)
        code = re.sub(self.comment, lambda comment: " " * len(comment[0]), text)
        problem = (
            f"unexpected {shorten(match[0])!r}" if match else never_closed(code, place) or "the text ends too early"
        )
        accepted = sorted(self.language.accepted(error))
        expected = [self.words.get(each, f"'{each}'") for each in accepted]
        if len(expected) > 8:
            expected = [*expected[:7], "others"]
        hint = self.hint(match[0] if match else "", code[:place], accepted)
        return TextFormError(problem, text, place, tuple(expected), hint.removeprefix("; "), source=source.name)
