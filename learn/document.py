"""A file of a lesson: YAML as plain data, and its mistakes with their lines and places in words."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

import yaml
from pydantic import ValidationError
from yaml import MappingNode, Node, ScalarNode, SequenceNode

from kripke.data.errors import FileError
from kripke.formats.jsonfile import SHOWN, in_words
from logic.errors import EpistemicError, did_you_mean, nearest, shorten

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

LONGEST = 256 * 1024  # maximal number of characters of a file
DEPTH = 24  # maximal nesting of lists and names
DIGITS = 300  # maximal number of characters of a number
_NUMBER = re.compile(r"[-+]?[0-9][0-9a-fA-FxXo_:.]*")
NOT_PLAIN = {f"tag:yaml.org,2002:{kind}" for kind in ("timestamp", "merge", "value")}
"""The tags of YAML for dates, ``<<`` and ``=``, which JSON does not have."""


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """The loader of `yaml.safe_load`, compiled if possible; dates, ``010`` and ``yes`` stay texts: names of worlds."""

    yaml_implicit_resolvers: ClassVar = {
        first: [(tag, pattern) for tag, pattern in resolvers if tag not in NOT_PLAIN]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }

    def construct_mapping(self, node: MappingNode, deep: bool = False) -> dict[str, Any]:
        for key, _ in node.value:
            if not isinstance(key, ScalarNode):
                raise yaml.constructor.ConstructorError(None, None, "a list or a mapping as a name", key.start_mark)
        return {key.value: self.construct_object(value, deep=deep) for key, value in node.value}


class Document:
    """The data of a YAML text and where values stand; `FileError` if it is too long, too deep, or not plain."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        if len(text) > LONGEST:
            raise FileError(f"{name}: {len(text):,} characters, at most {LONGEST:,} are read: split it into files")
        try:
            self._require_plain(text)
            self.data: Any = yaml.load(text, _Loader)
            self._root: Node | None = yaml.compose(text, _Loader)
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            place = "" if mark is None else f", line {mark.line + 1}"
            raise FileError(f"{name}{place}: {getattr(error, 'problem', None) or str(error).splitlines()[0]}") from None
        except FileError:
            raise
        except ValueError:  # such as the number 0x_
            raise self._unreadable(text) from None
        self._require_single(self._root)

    def _require_plain(self, text: str) -> None:
        depth = 0
        for event in yaml.parse(text, _Loader):
            line = event.start_mark.line + 1
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > DEPTH:
                raise FileError(f"{self.name}, line {line}: nested deeper than {DEPTH}")
            if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
                raise FileError(f"{self.name}, line {line}: anchors and references (& and *) are not read")
            if isinstance(event, yaml.ScalarEvent) and len(event.value) > DIGITS and _NUMBER.fullmatch(event.value):
                raise FileError(f"{self.name}, line {line}: a number of {len(event.value):,} characters")
            if getattr(event, "tag", None) is not None:
                raise FileError(f"{self.name}, line {line}: the tag {shorten(event.tag)} is not read: data only")

    def _unreadable(self, text: str) -> FileError:
        """The error for the first value that looks like a number, but is not one."""
        for event in yaml.parse(text, _Loader):
            if isinstance(event, yaml.ScalarEvent) and event.implicit[0]:
                try:
                    yaml.load(event.value, _Loader)
                except (ValueError, yaml.YAMLError):
                    shown = f"{shorten(event.value)} looks like a number, but is not one"
                    return FileError(f"{self.name}, line {event.start_mark.line + 1}: {shown}: write it in quotes")
        return FileError(f"{self.name}: a value looks like a number, but is not one: write it in quotes")

    def _require_single(self, node: Node | None) -> None:
        if isinstance(node, MappingNode):
            seen: set[str] = set()
            for key, value in node.value:
                if str(key.value) in seen:
                    line = key.start_mark.line + 1
                    raise FileError(f"{self.name}, line {line}: {shorten(key.value)} stands there twice")
                seen.add(str(key.value))
                self._require_single(value)
        elif isinstance(node, SequenceNode):
            for value in node.value:
                self._require_single(value)

    def line(self, path: Sequence[str | int]) -> int:
        """The line of the value at a path, or of the nearest value around it."""
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


Place: TypeAlias = "tuple[str | int, ...]"  # names and positions from 0, such as ``("parts", 3, "exercise")``
PLACED = 500
"""Maximal number of mistakes that are sorted by their lines: the search for a line reads the file from its start."""
UNKNOWN = "extra_forbidden"  # Pydantic's name of the error for a field that does not exist
UNQUOTED = re.compile(r"expected a text, got (true|false|-?[0-9])")
"""The hint for words that YAML does not read as texts."""


class Mistake(NamedTuple):
    """A mistake and where it is."""

    path: Place
    says: str


def mistakes_of(error: ValidationError, fields: Collection[str], place: Place = ()) -> list[Mistake]:
    """The mistakes that pydantic reports, without those that follow from a misspelt name or a list's wrong entry."""
    details = error.errors(include_url=False)
    meant = {
        (*detail["loc"][:-1], nearest(str(detail["loc"][-1]), list(fields)))
        for detail in details
        if detail["type"] == UNKNOWN
    }
    return [
        Mistake((*place, *detail["loc"]), _says(detail, fields))
        for detail in details
        if not (detail["type"] == "missing" and detail["loc"] in meant)
        # pydantic counts only entries without a mistake
        and not (detail["type"] == "too_short" and any(_is_within(each["loc"], detail["loc"]) for each in details))
    ]


def _is_within(inner: Place, place: Place) -> bool:
    return len(inner) > len(place) and inner[: len(place)] == place


def _says(detail: ErrorDetails, fields: Collection[str]) -> str:
    if detail["type"] == UNKNOWN:
        name = str(detail["loc"][-1])
        return (
            "there is no such field here" if name in fields else f"there is no such field{did_you_mean(name, fields)}"
        )
    cause = detail.get("ctx", {}).get("error")
    says = cause.said("page") if isinstance(cause, EpistemicError) else in_words(detail)
    return says + ("; write it in quotes" if UNQUOTED.search(says) else "")


def report(document: Document, mistakes: Sequence[Mistake]) -> FileError:
    """One error for a file's mistakes, at least one, in the order of its lines, the first `SHOWN` of them."""
    placed = mistakes[:PLACED]
    rows = sorted((document.line(each.path), f"{place_in_words(each.path)}: {each.says}") for each in placed)
    if len(mistakes) == 1:
        return FileError(f"{document.name}, line {rows[0][0]}: {rows[0][1]}")
    shown = [f"  line {line}: {text}" for line, text in rows[:SHOWN]]
    more = [f"  and {len(mistakes) - SHOWN} more"] if len(mistakes) > SHOWN else []
    return FileError("\n".join([f"{document.name}: {len(mistakes)} mistakes", *shown, *more]))


def place_in_words(path: Place) -> str:
    """A path as a teacher counts, from 1.

    >>> place_in_words(("parts", 1, "exercise", "announce", 0))
    'part 2, exercise, announce, entry 1'
    """
    words = [f"entry {step + 1}" if isinstance(step, int) else step for step in path]
    if words[:1] == ["parts"] and len(words) > 1:
        words[:2] = [words[1].replace("entry", "part")]
    return ", ".join(words) or "the file"
