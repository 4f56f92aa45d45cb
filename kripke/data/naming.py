"""The names of worlds as texts for files: complete, the same in every run, and distinct."""

from __future__ import annotations

from kripke.data.errors import FileError
from kripke.data.structure import Structure
from kripke.data.worlds import World
from logic.errors import shorten


def name_text(world: World) -> str:
    """The name of a world as a text: strings unchanged, sets sorted as ``{p, q}``, tuples as ``(w, e)``.

    Iterative, because each update nests the names one level deeper.
    """
    texts: list[str] = []
    stack: list[tuple[World, bool]] = [(world, False)]
    while stack:
        part, opened = stack.pop()
        if not isinstance(part, (tuple, frozenset)):
            texts.append(str(part))
        elif not opened:
            stack.append((part, True))
            stack.extend((item, False) for item in reversed(list(part)))
        else:
            first = len(texts) - len(part)
            inside = texts[first:]
            del texts[first:]
            written = f"({', '.join(inside)})" if isinstance(part, tuple) else f"{{{', '.join(sorted(inside))}}}"
            texts.append(written)
    return texts.pop()


def distinct_names(structure: Structure) -> list[str]:
    """The text of the name of each world, in the order of the worlds.

    Raises
    ------
    FileError
        If two worlds, such as 1 and ``"1"``, have the same text.
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
