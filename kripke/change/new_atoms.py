"""A warning for an atom that an update adds to the vocabulary and that looks like a misspelt one."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from typing import Any

from kripke.change.event import EventModel
from logic.errors import nearest, shorten

SIMILARITY = 0.8
"""What `difflib` requires of two names, from 0 to 1; chosen by examples: head and heads, but not box and boxes."""
_STEM = re.compile(r"[^\d=(]*")


def warn_of_slips(action: Any, vocabulary: Iterable[str]) -> None:
    """Warn the caller of `Model.update` of new atoms that are similar to atoms of the model.

    No slip is a name that goes on as those of the model: ``door2`` beside ``door1``, ``x=3`` beside ``x=2``.

    Notes
    -----
    O(e + n) for e postconditions and n atoms, and nothing where no event has a postcondition.
    """
    posts = [event.post for event in action.events.values() if event.post] if isinstance(action, EventModel) else []
    if not posts:
        return
    known = dict.fromkeys(vocabulary)
    stems = {_stem(atom): atom for atom in known}
    for atom in sorted({atom for post in posts for atom in post if atom not in known and _stem(atom) not in stems}):
        if near := nearest(_stem(atom), list(stems), SIMILARITY):
            text = f"update: new atom '{shorten(atom)}'; did you mean '{shorten(stems[near])}'?"
            way_out = f"if not, declare it with the model, by atoms=['{shorten(atom)}']"
            warnings.warn(f"{text} {way_out}", stacklevel=3)


def _stem(atom: str) -> str:
    """The name up to its first digit, value or argument."""
    found = _STEM.match(atom)
    assert found is not None  # the pattern matches the empty text
    return found[0]
