"""The actions and outcomes of chance as typed values, with their texts."""

from __future__ import annotations

from games.core.cards import card
from games.core.errors import IllegalAction
from games.core.rules import Deal as Deal
from games.core.rules import Word as Word
from logic.errors import near_miss, shorten

CALL, RAISE, FOLD, CHECK = WORDS = tuple(map(Word, ("call", "raise", "fold", "check")))
"""Pay what is missing; pay that and the bet of the round; give up; pay nothing where nothing is missing."""
BY_TEXT = {each.text: each for each in WORDS}

Action = Deal | Word


def read(text: str) -> Action:
    """The action of a text; `IllegalAction` where it has none."""
    words = text.lower().split()
    if len(words) == 1 and words[0] in BY_TEXT:
        return BY_TEXT[words[0]]
    if len(words) == 2 and words[0] == "deal":
        return Deal(None if words[1] == "?" else card(words[1]))
    near = near_miss(words[0] if words else "", list(BY_TEXT))
    raise IllegalAction(f"{shorten(repr(text))}: expected call, raise, fold or check{near}")
