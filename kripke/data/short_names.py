"""Short names of worlds after updates, for pictures and tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kripke.data.naming import name_text
from kripke.data.worlds import World

LONGEST = 24
"""Number of characters up to which a name stays: one row of a world's label in a picture."""


def has_long_histories(worlds: Sequence[World]) -> bool:
    """Whether some names are too long by updates, each of which adds the name of an event. O(c) for c characters."""
    return any(len(text) > LONGEST and "·" in text for text in map(name_text, worlds))


def short_names(worlds: Sequence[World]) -> list[World]:
    """Short distinct names: ``heads``, or ``heads#2``, for ``heads·yes·no·yes·no·yes``.

    If all names have at most `LONGEST` characters, they stay. Otherwise each world gets the name that it had before the
    updates, numbered if several worlds come from this one. If these names are too long, the worlds are ``w1``, ``w2``
    and so on.

    Notes
    -----
    O(c) for c characters of names.

    Examples
    --------
    >>> short_names(["heads·yes·no·yes·no·yes", "heads·yes·no·yes·no·no", "tails·no·no"])
    ['heads·yes·no·yes·no·yes', 'heads·yes·no·yes·no·no', 'tails·no·no']
    >>> short_names(["heads·yes·no·yes·no·yes·no", "heads·yes·no·yes·no·no·no", "tails·no·no"])
    ['heads#1', 'heads#2', 'tails']
    """
    texts = [name_text(world) for world in worlds]
    if all(len(text) <= LONGEST for text in texts):
        return list(worlds)
    stems = [text.partition("·")[0] for text in texts]
    count, seen = Counter(stems), Counter[str]()
    names: list[World] = []
    for stem in stems:
        seen[stem] += 1
        names.append(stem if count[stem] == 1 else f"{stem}#{seen[stem]}")
    if max(map(len, stems)) > LONGEST or len(set(names)) < len(names):
        return [f"w{number}" for number in range(1, len(names) + 1)]
    return names
