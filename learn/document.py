"""YAML texts as plain data, with the line number of each value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar

import yaml
from yaml import MappingNode, Node, ScalarNode, SequenceNode

from kripke.data.errors import FileError
from logic.errors import shorten

LONGEST = 256 * 1024  # maximal number of characters of a file
DEPTH = 24  # maximal nesting of lists and mappings
DIGITS = 300  # maximal number of characters of a number
_NUMBER = re.compile(r"[-+]?[0-9][0-9a-fA-FxXo_:.]*")
NOT_PLAIN = {f"tag:yaml.org,2002:{kind}" for kind in ("timestamp", "merge", "value")}  # JSON lacks dates, << and =


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """A safe YAML loader, compiled if possible, that reads dates, and keys such as ``010`` and ``yes``, as strings."""

    yaml_implicit_resolvers: ClassVar = {
        first: [(tag, pattern) for tag, pattern in resolvers if tag not in NOT_PLAIN]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }

    def construct_mapping(self, node: MappingNode, deep: bool = False) -> dict[str, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            wrong = "" if isinstance(key, ScalarNode) else "a list or a mapping as a name: write the name in quotes"
            if not wrong and key.value in seen:
                wrong = f"{shorten(key.value)} stands there twice: leave one of them"
            if wrong:
                raise yaml.constructor.ConstructorError(None, None, wrong, key.start_mark)
            seen.add(key.value)
        return {key.value: self.construct_object(value, deep=deep) for key, value in node.value}


WAYS_OUT = (
    (r"\n *\t", "indent by spaces, not by tabs"),
    (r"another document", "one document is read: leave out this line and the lines below it"),
    (r"nesting", "brackets in too many brackets; write formulas in quotes"),
    (r"escape", "write formulas with a backslash in single quotes"),
    (r"unexpected end of stream", "the quotation mark is not closed"),
    (r"\n([^]]*\[[^]]*|[^}]*\{[^}]*)\Z", "a bracket is not closed; write formulas in quotes"),
    (r"", "write formulas, and texts with a sign such as : or [, in quotes, and indent entries of one list alike"),
)
"""Regular expressions for the parser's message and the faulty line, each with advice; the first match is used."""


def _said(error: yaml.YAMLError, text: str) -> str:
    """Return the message for a mistake in YAML: its place, the text there, and advice."""
    if isinstance(error, yaml.reader.ReaderError):
        return f", line {text.count(chr(10), 0, error.position) + 1}: {error.reason}: remove the character"
    mark, begun, rows = error.problem_mark, error.context_mark, re.split(r"\r\n|[\n\r\x85\u2028\u2029]", text)
    if begun and (not "".join(rows[mark.line :]).strip() or re.search("quoted|simple key", error.context)):
        mark = begun  # the beginning of the unfinished value
    if isinstance(error, yaml.constructor.ConstructorError):
        return f", line {mark.line + 1}: {error.problem}"
    number = next((each for each in range(min(mark.line, len(rows) - 1), 0, -1) if rows[each].strip()), 0)
    row = rows[number]
    way = next(way for pattern, way in WAYS_OUT if re.search(pattern, f"{error.problem}\n{row}"))
    return f", line {number + 1}: cannot read '{shorten(row.strip())}': {way}"


class Document:
    """The data of a YAML text, with line numbers; `FileError` if it is invalid, too large, or has tags or anchors."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name  # the name of the text in messages, such as its path
        if len(text) > LONGEST:
            raise FileError(f"{name}: {len(text):,} characters, at most {LONGEST:,} are read: split it into files")
        try:
            self._require_plain(text)
            self.data: Any = yaml.load(text, _Loader)
            self._root: Node | None = yaml.compose(text, _Loader)
        except yaml.YAMLError as error:
            raise FileError(f"{name}{_said(error, text)}") from None
        except FileError:
            raise
        except UnicodeEncodeError as error:
            line = text.count("\n", 0, error.start) + 1
            raise FileError(f"{name}, line {line}: half of a pair of surrogates: remove the character") from None
        except ValueError:  # such as the number 0x_
            raise self._unreadable(text) from None

    def _require_plain(self, text: str) -> None:
        depth = 0
        for event in yaml.parse(text, _Loader):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            wrong = ""
            if depth > DEPTH:
                wrong = f"nested deeper than {DEPTH}; write formulas in quotes"
            elif isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
                wrong = "anchors and references (& and *) are not read: write formulas in quotes"
            elif isinstance(event, yaml.ScalarEvent) and len(event.value) > DIGITS and _NUMBER.fullmatch(event.value):
                wrong = f"a number of {len(event.value):,} characters"
            elif getattr(event, "tag", None) is not None:
                wrong = f"the tag {shorten(event.tag)} is not read: write formulas in quotes"
            if wrong:
                raise FileError(f"{self.name}, line {event.start_mark.line + 1}: {wrong}")

    def _unreadable(self, text: str) -> FileError:
        """Return the error for the first value that looks like a number but is invalid."""
        for event in yaml.parse(text, _Loader):
            if isinstance(event, yaml.ScalarEvent) and event.implicit[0]:
                try:
                    yaml.load(event.value, _Loader)
                except (ValueError, yaml.YAMLError):
                    shown = f"{shorten(event.value)} looks like a number, but is not one"
                    return FileError(f"{self.name}, line {event.start_mark.line + 1}: {shown}: write it in quotes")
        return FileError(f"{self.name}: a value looks like a number, but is not one: write it in quotes")

    def line(self, path: Sequence[str | int]) -> int:
        """Return the line of the value at a path of names and indices, or of the nearest enclosing value."""
        node, line = self._root, 1
        for step in path:
            inner = _inside(node, step)
            if inner is None:
                break
            node, line = inner
        return line


def _inside(node: Node | None, step: str | int) -> tuple[Node, int] | None:
    if isinstance(node, MappingNode):
        for key, value in node.value:
            if key.value == str(step):
                return value, key.start_mark.line + 1
    elif isinstance(node, SequenceNode) and isinstance(step, int) and 0 <= step < len(node.value):
        return node.value[step], node.value[step].start_mark.line + 1
    return None
