"""What can be shown, as data: pieces of text with a style, lines of equal width, grids, and two things side by side."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

Style = Literal["", "strong", "faint", "bad", "warning", "key"]
"""What a piece of text is, not how it looks: that is decided where it is shown."""


class Span(NamedTuple):
    """A piece of a line."""

    text: str
    style: Style = ""


Line: TypeAlias = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines whose letters have equal widths."""

    lines: tuple[Line, ...]

    def __str__(self) -> str:
        return "\n".join("".join(span.text for span in line) for line in self.lines)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a grid.

    Parameters
    ----------
    cells : tuple of Line
        By column.
    is_marked : bool
        Whether it is the row of the player whose turn it is.
    """

    cells: tuple[Line, ...]
    is_marked: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table.

    Parameters
    ----------
    headings : tuple of str
        By column.
    narrow : int
        The number of columns, from the left, that are never wrapped.
    """

    headings: tuple[str, ...]
    rows: tuple[Row, ...]
    narrow: int = 1


@dataclass(frozen=True, slots=True)
class Beside:
    """Two blocks side by side, or one below the other where there is no room.

    Parameters
    ----------
    right : Grid
        The second block.
    """

    left: Lines
    right: Grid


@dataclass(frozen=True, slots=True)
class Fitting:
    """Lines that must not be wrapped, and what is shown instead where there is no room for them."""

    wide: Lines
    narrow: Lines


Block: TypeAlias = Lines | Grid | Beside | Fitting


def line(text: str, style: Style = "") -> Line:
    """A line of one piece."""
    return (Span(text, style),)


def lines(texts: Iterable[str]) -> Lines:
    """Lines without styles."""
    return Lines(tuple(line(text) for text in texts))


def highlighted(text: str, styles: Mapping[str, Style]) -> Lines:
    """The lines of a text, where whatever matches a pattern has that pattern's style.

    Parameters
    ----------
    styles : mapping
        Regular expression, without groups -> style; where two match, the first one counts.
    """
    pattern = re.compile("|".join(f"({each})" for each in styles))
    kinds = tuple(styles.values())
    return Lines(tuple(tuple(_spans(each, pattern, kinds)) for each in text.split("\n")))


def _spans(text: str, pattern: re.Pattern[str], styles: tuple[Style, ...]) -> Iterable[Span]:
    place = 0
    for found in pattern.finditer(text):
        if found.start() > place:
            yield Span(text[place : found.start()])
        yield Span(found[0], styles[(found.lastindex or 1) - 1])
        place = found.end()
    if place < len(text):
        yield Span(text[place:])
