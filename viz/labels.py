"""The texts in a picture: what a world is called, which of its atoms are said, and how both are escaped."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt

from kripke.data.structure import Structure
from kripke.data.wording import visible
from kripke.data.worlds import World

Literal = tuple[str, bool]
"""An atom and whether it is true."""
Rows = tuple[tuple[Literal, ...], ...]

DEEP = 12
WIDE, TALL = 24, 4
ATOMS = 24
EMPTY = "∅"


def html_text(text: str) -> str:
    """The text for an HTML-like label of Graphviz."""
    return html.escape(visible(text)).replace("\\", "&#92;&#92;")


def world_text(name: World, depth: int = 0) -> str:
    """A world's name as a person writes it: sets in sorted order, pairs in brackets, strings as they are."""
    if depth > DEEP:
        return "…"
    if isinstance(name, frozenset):
        return "{" + ", ".join(sorted(world_text(each, depth + 1) for each in name)) + "}"
    if isinstance(name, tuple):
        return "(" + ", ".join(world_text(each, depth + 1) for each in name) + ")"
    return str(name)


def titles(structure: Structure, shown: bool | None) -> tuple[str, ...]:
    """For each world its name, or an empty text where the name says no more than the atoms do.

    Parameters
    ----------
    structure : Structure
        Of n worlds.
    shown : bool or None
        Always, never, or (None) where `says_more`.
    """
    names = tuple(structure.worlds)
    if not (says_more(structure) if shown is None else shown):
        return ("",) * len(names)
    texts = [visible(world_text(name)) or "''" for name in names]
    count = Counter(texts)
    return tuple(t if count[t] == 1 else visible(repr(name)) for t, name in zip(texts, names, strict=True))


def says_more(structure: Structure) -> bool:
    """Whether a name of a world, in a file a text, says more than the set of the atoms that are true there."""
    names = enumerate(structure.worlds)
    return any(world_text(name) != world_text(frozenset(structure.true_atoms(i))) for i, name in names)


def literals(structure: Structure, position: int, which: str) -> tuple[Literal, ...]:
    """The atoms to be said at a world: ``true`` ones, ``all`` with their truth values, or ``none``."""
    if which == "none":
        return ()
    true = set(structure.true_atoms(position))
    return tuple((visible(atom), atom in true) for atom in structure.atoms if which == "all" or atom in true)


def wrapped(items: Sequence[Literal]) -> Rows:
    """The literals in rows, so that the block is about twice as wide as it is high; the rest is counted.

    A long atom has a row, or several with line feeds between them, for itself.
    """
    kept = [*items] if len(items) <= ATOMS else [*items[: ATOMS - 1], (f"… {len(items) - ATOMS + 1} more", True)]
    kept = [("\n".join(folded(text)), truth) for text, truth in kept]
    width = max(14.0, 2.6 * sqrt(sum(len(text) + 2 for text, _ in kept)))
    rows: list[list[Literal]] = [[]]
    room = width
    for text, truth in kept:
        if rows[-1] and len(text) > room:  # an atom in several rows is longer than any row
            rows.append([])
            room = width
        rows[-1].append((text, truth))
        room -= len(text) + 2
    return tuple(tuple(row) for row in rows if row)


def folded(text: str) -> tuple[str, ...]:
    """A long name in a few rows, cut where it would need more."""
    return broken(shortened(text, WIDE * TALL), WIDE)


def broken(text: str, width: int) -> tuple[str, ...]:
    """The text in rows: broken after ``·`` and at spaces, else after ``, ( = _``; a word only where it alone is longer.

    O(len(text)).
    """
    rows: list[str] = []
    row = ""
    for piece in _pieces(text, width):
        if row.strip(" ") and len((row + piece).rstrip(" ")) > width:
            rows.append(row.rstrip(" "))
            row = ""
        row += piece
    return (*rows, row) if row.strip(" ") or (text and not rows) else tuple(rows)


def _pieces(text: str, width: int) -> Iterator[str]:
    """The longest parts that fit into a row: what ``·`` parts, else words, else parts of words, else letters."""
    parts = [text]
    for breaks in ("·", " ", ",(=_"):
        found = re.compile(f"[^{breaks}]*[{breaks}]|[^{breaks}]+")
        parts = [piece for part in parts for piece in ([part] if _fits(part, width) else found.findall(part))]
    for part in parts:
        yield from [part] if _fits(part, width) else (part[i : i + width] for i in range(0, len(part), width))


def _fits(part: str, width: int) -> bool:
    return len(part.rstrip(" ")) <= width


def text_width(text: str, size: float = 12.0) -> float:
    """About how wide the text is in points, in DejaVu Sans or Verdana. O(len(text))."""
    return size * sum(_letter_width(letter) for letter in text)


def _letter_width(letter: str) -> float:
    if ord(letter) >= FULL_WIDTH:
        return 1.0
    return next((width for letters, width in _WIDTHS if letter in letters), 0.68 if letter.isupper() else 0.64)


FULL_WIDTH = 0x2E80
"""From here on letters are as wide as high: Chinese, Japanese, Korean."""
_WIDTHS = (("ijlI'|", 0.3), (" ,.:;ft()[]", 0.4), ("r/", 0.45), ("mMWw%@", 0.98))


def shortened(text: str, width: int) -> str:
    """The text, cut in its middle to at most `width` characters."""
    return text if len(text) <= width else f"{text[: width // 2]}…{text[len(text) - (width - width // 2 - 1) :]}"


def group_rows(agents: Iterable[str], width: int = 14) -> tuple[tuple[str, ...], ...]:
    """The agents of a line in rows of about `width` characters."""
    rows: list[list[str]] = [[]]
    for agent in map(visible, agents):
        if rows[-1] and sum(map(len, rows[-1])) + len(rows[-1]) + len(agent) > width:
            rows.append([])
        rows[-1].append(agent)
    return tuple(tuple(row) for row in rows)
