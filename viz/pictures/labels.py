"""Texts for worlds: names, true atoms in rows, a digit for each atom (101), or the values of variables (rwb)."""

import html
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import sqrt

from kripke.data.naming import name_text
from kripke.data.structure import Structure
from kripke.data.wording import visible
from logic.errors import shorten

Literal = tuple[str, bool]  # an atom and whether it is true
Rows = tuple[tuple[Literal, ...], ...]

WIDE, TALL = 24, 4  # maximal number of letters in a row of a name, and of full rows; longer names are shortened
ATOMS = 24  # maximal number of literals at a world
EMPTY = "∅"


def html_text(text: str) -> str:
    """Return the text with escapes for an HTML-like label of Graphviz."""
    return html.escape(visible(text)).replace("\\", "&#92;&#92;")


def titles(structure: Structure, shown: bool | None) -> tuple[str, ...]:
    """Return the name to show at each world; by default, the names are empty if they only repeat the true atoms."""
    if not (says_more(structure) if shown is None else shown):
        return ("",) * structure.size
    names = tuple(structure.worlds)
    texts = [visible(name_text(name)) or "''" for name in names]
    count = Counter(texts)
    return tuple(t if count[t] == 1 else visible(repr(name)) for t, name in zip(texts, names, strict=True))


def says_more(structure: Structure) -> bool:
    """Return whether the name of some world is more than the set of its true atoms."""
    named = zip(structure.worlds, map(frozenset, structure.all_true_atoms()), strict=True)
    return any(name != true and name_text(name) != name_text(true) for name, true in named)


def literals(atoms: Sequence[str], true: Sequence[str], which: str) -> tuple[Literal, ...]:
    """Return the literals to show at a world: the ``true`` atoms, ``all`` literals, or ``none``."""
    if which == "none":
        return ()
    return tuple([(visible(atom), atom in true) for atom in (atoms if which == "all" else true)])


def wrapped(items: Sequence[Literal]) -> Rows:
    """Arrange literals in rows, about twice as wide as high; a long list ends with the number of omitted literals.

    A long atom has its own row, or several rows separated by line breaks.
    """
    kept = [*items] if len(items) <= ATOMS else [*items[: ATOMS - 1], (f"… {len(items) - ATOMS + 1} more", True)]
    kept = [("\n".join(folded(text)), truth) for text, truth in kept]
    width = max(14.0, 2.6 * sqrt(sum(len(text) + 2 for text, _ in kept)))
    rows: list[list[Literal]] = [[]]
    room = width
    for text, truth in kept:
        if rows[-1] and len(text) > room:  # an atom with several rows is longer than any row
            rows.append([])
            room = width
        rows[-1].append((text, truth))
        room -= len(text) + 2
    return tuple(tuple(row) for row in rows if row)


def folded(text: str) -> tuple[str, ...]:
    """Break a long name into a few rows, shortened if necessary."""
    return broken(shorten(text, WIDE * TALL), WIDE)


def broken(text: str, width: int) -> tuple[str, ...]:
    """Break a text into rows: after ``·`` and spaces, then after ``, ( = _``, inside words only if necessary."""
    if _fits(text, width):
        return (text,) if text else ()
    rows: list[str] = []
    row = ""
    for piece in _pieces(text, width):
        if row.strip(" ") and len((row + piece).rstrip(" ")) > width:
            rows.append(row.rstrip(" "))
            row = ""
        row = row + piece if row.strip(" ") else piece
    return (*rows, row) if row.strip(" ") or (text and not rows) else tuple(rows)


def even_rows(text: str, width: int) -> tuple[str, ...]:
    """Break a text into as few rows as `broken` does, of about equal lengths."""
    rows = broken(text, width)
    least = max(len(text) // max(len(rows), 1), *map(len, text.split(" ")))
    tried = (broken(text, narrower) for narrower in range(least, width))
    return next((each for each in tried if len(each) == len(rows)), rows)


def _pieces(text: str, width: int) -> Iterator[str]:
    """Yield the parts of a text that fit into a row: text between ``·`` or, where that is too long, smaller pieces."""
    parts = [text]
    for breaks in ("·", " ", ",(=_"):
        pattern = re.compile(f"[^{breaks}]*[{breaks}]|[^{breaks}]+")
        parts = [piece for part in parts for piece in ([part] if _fits(part, width) else pattern.findall(part))]
    for part in parts:
        yield from [part] if _fits(part, width) else (part[i : i + width] for i in range(0, len(part), width))


def _fits(part: str, width: int) -> bool:
    return len(part.rstrip(" ")) <= width


@lru_cache(maxsize=1_024)
def text_width(text: str, size: float = 12.0) -> float:
    """Return the approximate width of the text in points, in DejaVu Sans or Verdana."""
    width = 0.0
    for letter in text:
        code, large = ord(letter), letter.isupper()
        usual = 1.0 if code >= FULL_WIDTH else 0.8 + 0.15 * large if code >= CYRILLIC else 0.64 + 0.04 * large
        width += next((width for letters, width in _WIDTHS if letter in letters), usual)
    return size * width


FULL_WIDTH = 0x2E80  # first code of the letters that are as wide as high: Chinese, Japanese, Korean
CYRILLIC = 0x400  # first code of the other alphabets, of which some have broad letters
_WIDTHS = (("ijlI'|", 0.3), (" ,.:;ft()[]", 0.4), ("r/", 0.45), ("CDGHNOQU", 0.78), ("mMWw%@", 0.98))


def group_rows(agents: Iterable[str], width: int = 14) -> tuple[tuple[str, ...], ...]:
    """Arrange the names of a line's agents in rows of about `width` letters."""
    rows: list[list[str]] = [[]]
    for agent in map(visible, agents):
        if rows[-1] and sum(map(len, rows[-1])) + 2 * len(rows[-1]) + len(agent) > width:
            rows.append([])
        rows[-1].append(agent)
    return tuple(tuple(row) for row in rows)


LONGEST = 12  # maximal number of letters of a name that is kept, and of digits or values that replace atoms


def compact_names(structure: Structure) -> tuple[tuple[str, ...], tuple[Rows, ...], str]:
    """Return a short name for each world, the texts that replace its atoms, and a note on their meaning.

    If all names are short, they are kept. Otherwise the names are replaced by the digits or values of the atoms or, if
    these are too many or the same at two worlds, by numbers. O(m n) for m atoms and n worlds.
    """
    own, (codes, said) = titles(structure, None), _codes(structure)
    nothing = ((),) * structure.size
    texts = tuple(("" if all(len(part) == 1 for row in codes for part in row) else " ").join(row) for row in codes)
    is_short = all(0 < len(name) <= LONGEST for name in own)
    is_said = is_short and all(_letters(name) == _letters(text) for name, text in zip(own, texts, strict=True))
    if is_said or (not is_short and len({*texts}) == structure.size > 0 and all(texts)):
        return own if is_said else texts, nothing, said if ":" in said else f"in a name: {said}"
    names = own if is_short else tuple(str(i + 1) for i in range(structure.size))
    numbered = "" if is_short else "worlds are numbered in the model's order"
    below = said if ":" in said else f"below a name: {said}" if said else "atoms are not drawn" * bool(structure.atoms)
    rows = tuple(wrapped([(part, True) for part in row]) for row in codes)
    return names, rows, "; ".join(filter(None, [numbered, below]))


def _codes(structure: Structure) -> tuple[tuple[tuple[str, ...], ...], str]:
    """Return a code for each world (values of variables, or digits) and a note on its meaning; empty for many atoms."""
    variables = list(dict.fromkeys(atom.partition("=")[0] for atom in structure.atoms))
    true = structure.all_true_atoms()
    if not 0 < len(variables) <= LONGEST:
        return ((),) * structure.size, ""
    if all("=" in atom for atom in structure.atoms) and all(
        [atom.partition("=")[0] for atom in atoms] == variables for atoms in true
    ):
        values = (tuple(visible(atom.partition("=")[2]) for atom in atoms) for atoms in true)
        return tuple(values), ", ".join(map(visible, variables))
    if len(structure.atoms) > LONGEST:  # there are few variables, with many values
        return ((),) * structure.size, ""
    digits = (("".join("01"[atom in atoms] for atom in structure.atoms),) for atoms in map(set, true))
    return tuple(digits), f"1: true, 0: false, in the order {', '.join(map(visible, structure.atoms))}"


def _letters(text: str) -> str:
    return re.sub(r"\W", "", text)
