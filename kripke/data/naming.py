"""Worlds' names as texts for files: whole, the same in every run, and never the same for two worlds."""

from __future__ import annotations

from kripke.data.errors import FileError
from kripke.data.structure import Structure
from kripke.data.worlds import World
from logic.errors import shorten


def name_text(world: World) -> str:
    """The world's name as a text: strings as they are, sets in order as ``{p, q}``, tuples as ``(w, e)``.

    Iterative: names nest as deep as the updates that made them.
    """
    texts: list[str] = []
    stack: list[tuple[World, bool]] = [(world, False)]
    while stack:
        part, opened = stack.pop()
        if not isinstance(part, (tuple, frozenset)):
            texts.append(str(part))
        elif not opened:
            stack.append((part, True))
            stack.extend((each, False) for each in reversed(list(part)))
        else:
            first = len(texts) - len(part)
            inside = texts[first:]
            del texts[first:]
            written = f"({', '.join(inside)})" if isinstance(part, tuple) else f"{{{', '.join(sorted(inside))}}}"
            texts.append(written)
    return texts.pop()


def distinct_names(structure: Structure) -> list[str]:
    """The text of each world's name, in the worlds' order.

    Raises
    ------
    FileError
        If two worlds, such as 1 and ``"1"``, would be written as the same text.
    """
    names = [name_text(world) for world in structure.worlds]
    seen: dict[str, int] = {}
    for position, name in enumerate(names):
        other = seen.setdefault(name, position)
        if other != position:
            one, two = (shorten(repr(structure.worlds[i])) for i in (other, position))
            raise FileError(
                f"the worlds {one} and {two} would both be written as {shorten(name)!r}: rename one of them"
            )
    return names
